#include "harness/solve.h"

#include "algos/core/real.h"
#include "algos/mesh/trapezoid.h"
#include "harness/solve_channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest that one end takes with its comma. */
enum { END_TEXT = 2 * sizeof(RealText) + 2 };

static int end_text(bool is_planar, Point point, Cell cell, char *text, size_t size) {
    if (!is_planar) return snprintf(text, size, "%d,%d", cell.x, cell.y);
    return snprintf(text, size, "%s,%s", real_text(point.x).text, real_text(point.y).text);
}

static void start_text(const AnyQuery *query, char text[END_TEXT]) {
    end_text(query->is_planar, query->points.start, query->cells.start, text, END_TEXT);
}

static void goal_text(const AnyQuery *query, char text[END_TEXT]) {
    end_text(query->is_planar, query->points.goal, query->cells.goal, text, END_TEXT);
}

static void put_path(Table *table, const AnyPath *path, bool is_planar) {
    uint64_t count = any_path_count(path, is_planar);
    size_t room = (size_t)count * (END_TEXT + 1) + 1, used = 0;
    char *text = malloc(room);
    if (text == NULL) {
        table_cell(table, NULL);
        return;
    }
    text[0] = '\0';
    for (uint64_t i = 0; i < count; i++) {
        if (i > 0) text[used++] = ' ';
        used += (size_t)end_text(is_planar, is_planar ? path->points.points[i] : (Point){0, 0},
                                 is_planar ? (Cell){0, 0} : path->cells.cells[i], text + used, room - used);
    }
    table_cell(table, text);
    free(text);
}

/* Of what the rows tell: paths of cells, of points, or of both. */
typedef struct Kinds {
    bool cells, points;
} Kinds;

static Kinds kinds_of(const Solve *solve) {
    Kinds kinds = {false, false};
    for (uint32_t i = 0; i < solve->choice_count; i++) {
        bool is_planar = solve->trials.trials[i].query.is_planar;
        kinds.points = kinds.points || is_planar;
        kinds.cells = kinds.cells || !is_planar;
    }
    return kinds;
}

static void put_columns(Table *table, Kinds kinds, bool brief, bool with_path) {
    table_column(table, "solver", false);
    if (!brief) {
        table_column(table, "start", false);
        table_column(table, "goal", false);
    }
    table_column(table, !kinds.points ? "cells" : !kinds.cells ? "points" : "cells_or_points", true);
    table_column(table, "length", true);
    if (!brief && kinds.cells) table_column(table, "exact", false);
    table_column(table, "optimum", true);
    if (!brief) table_column(table, "oracle", false);
    table_column(table, "excess_percent", true);
    table_column(table, "verdict", false);
    if (!brief) table_column(table, "why", false);
    table_column(table, "prepare_ms", true);
    table_column(table, "cold_query_us", true);
    table_column(table, "index_bytes", true);
#define COUNTER_TITLE(NAME, HELP) table_column(table, #NAME, true);
    if (brief) {
        table_column(table, "expanded", true);
    } else {
        COUNTER_LIST(COUNTER_TITLE)
    }
#undef COUNTER_TITLE
    if (with_path) table_column(table, "path", false);
}

static void put_row(Table *table, const Solve *solve, uint32_t i, Kinds kinds, bool brief, bool with_path) {
    const Trial *trial = &solve->trials.trials[i];
    const Judgement *judgement = &trial->judgement;
    const Optimum *optimum = trial->optimum;
    bool is_planar = trial->query.is_planar,
         answered = trial_ran(trial) && judgement->verdict != ANSWER_UNANSWERED;
    char text[END_TEXT];
    table_cell(table, solve->choices[i].text);
    if (!brief) {
        start_text(&trial->query, text);
        table_cell(table, text);
        goal_text(&trial->query, text);
        table_cell(table, text);
    }
    double none = NAN;
    table_real(table, answered ? (double)any_path_count(&trial->path, is_planar) : none, 15);
    table_real(table, judgement->length, 10);
    if (!brief && kinds.cells) {
        trial_length_text(judgement->walked, text, sizeof text);
        table_cell(table, trial_has_length(trial) && !is_planar ? text : NULL);
    }
    table_real(table, optimum->reachable ? optimum->value : none, 10);
    if (!brief) table_cell(table, optimum->known ? oracle_name(optimum->oracle) : NULL);
    table_real(table, 100 * judgement->excess, 4);
    table_cell(table, trial_verdict_name(trial));
    if (!brief) table_cell(table, judgement->why.text[0] == '\0' ? NULL : judgement->why.text);
    bool ran = trial_ran(trial);
    table_real(table, ran ? (double)trial->prepare_ns / 1e6 : none, 4);
    table_real(table, ran ? (double)trial->query_ns / 1e3 : none, 4);
    table_real(table, ran ? (double)trial->index_bytes : none, 15);
#define COUNTER_VALUE(NAME, HELP) table_real(table, ran ? (double)trial->counters.NAME : none, 15);
    if (brief) {
        table_real(table, ran ? (double)trial->counters.expanded : none, 15);
    } else {
        COUNTER_LIST(COUNTER_VALUE)
    }
#undef COUNTER_VALUE
    if (with_path) put_path(table, &trial->path, is_planar);
}

/* "rooms:…, 64 x 64 cells, 3000 passable". */
static int map_text(const Solve *solve, bool long_form, char *text, size_t size) {
    const Map *map = &solve->map;
    const char *name = solve->map_choice.text;
    if (map->kind == MAP_POLYGONS) {
        Point low = map->polygons.low, high = map->polygons.high;
        return snprintf(text, size, "%s, %.6g x %.6g, %u vertices", name, high.x - low.x, high.y - low.y,
                        map->polygons.vertex_count);
    }
    if (map->kind == MAP_MESH)
        return snprintf(text, size, "%s, %.6g x %.6g, %u faces", name, map->mesh.high.x - map->mesh.low.x,
                        map->mesh.high.y - map->mesh.low.y, map->mesh.face_count);
    int used = snprintf(text, size, "%s, %d x %d cells", name, map->grid.width, map->grid.height);
    if (!long_form || used < 0 || (size_t)used >= size) return used;
    return used + snprintf(text + used, size - (size_t)used, ", %llu passable",
                           (unsigned long long)map->grid.passable_count);
}

static void print_head(const Solve *solve, bool brief) {
    char map[SPEC_TEXT + 120], start[END_TEXT], goal[END_TEXT];
    map_text(solve, true, map, sizeof map);
    fputs(map, stdout);
    if (brief) {
        start_text(&solve->query, start);
        goal_text(&solve->query, goal);
        printf("; from %s to %s", start, goal);
    }
    fputs("\n\n", stdout);
}

Status solve_print(const Solve *solve, Error *error) {
    bool text = solve->format == TABLE_TEXT, single = solve->choice_count == 1;
    bool brief = text && !single, with_path = argument(solve->arguments, "--path") != NULL;
    Table *table = table_create();
    Kinds kinds = kinds_of(solve);
    put_columns(table, kinds, brief, with_path);
    for (uint32_t i = 0; i < solve->choice_count; i++) put_row(table, solve, i, kinds, brief, with_path);
    if (text) print_head(solve, brief);
    Status status = single ? table_print_upright(table, solve->format, stdout)
                           : table_print(table, solve->format, stdout);
    table_destroy(table);
    if (status != STATUS_OK) return error_say(error, status, "the table could not be printed", NULL);
    if (text)
        printf(
            "\nEach path was checked step by step; the optimum is %s. Times are one cold measurement each: "
            "`taut run` measures.\n",
            !kinds.points  ? "the flood's"
            : !kinds.cells ? "an oracle's, compared exactly"
                           : "that of the rule by which the solver moves");
    return STATUS_OK;
}

/* ---- pictures ---- */

enum { LABEL = SPEC_TEXT + 80 };

/* The routes of a picture and the points that they are made of. */
typedef struct Drawing {
    char title[SPEC_TEXT + 120], labels[PICTURE_ROUTES][LABEL], optimum_label[LABEL];
    Route routes[PICTURE_ROUTES], optimum;
    Point *points[PICTURE_ROUTES]; /* made of cells */
    Mesh trapezoids;
    SolveChannel channel;   /* of the first navmesh */
    SolveExpanded expanded; /* of the first polyanya */
    uint32_t count;
} Drawing;

static Status route_points(Solve *solve, const Trial *trial, Point **made, const Point **points,
                           Error *error) {
    *points = trial->path.points.points;
    if (trial->query.is_planar) return STATUS_OK;
    const Path *path = &trial->path.cells;
    *made = memory_take(&solve->memory, (size_t)path->count, sizeof **made);
    if (*made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
    for (uint64_t i = 0; i < path->count; i++) (*made)[i] = cell_centre(path->cells[i]);
    *points = *made;
    return STATUS_OK;
}

/* "navmesh:portal=line  ": what the command line chose; the presets would only fill the legend. */
static size_t given_text(const SolverChoice *choice, char *text, size_t size) {
    ParameterTable table = choice->solver->parameters;
    size_t used = (size_t)snprintf(text, size, "%s", choice->solver->name);
    const char *between = ":";
    for (uint32_t i = 0; i < table.count; i++) {
        char value[64];
        if (!choice->settings.given[i] || table.rows[i].shorthand) continue;
        parameter_text(&table.rows[i], choice->settings.value[i], value, sizeof value);
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s=%s", between, table.rows[i].name, value);
        between = ",";
    }
    if (used < size) used += (size_t)snprintf(text + used, size - used, "  ");
    return used < size ? used : size - 1;
}

static void route_label(const Solve *solve, const Trial *trial, uint32_t i, char *label) {
    const Judgement *judgement = &trial->judgement;
    size_t used = given_text(&solve->choices[i], label, LABEL);
    if (judgement->verdict == ANSWER_INVALID)
        snprintf(label + used, LABEL - used, "invalid");
    else if (isnan(judgement->excess))
        snprintf(label + used, LABEL - used, "length %.2f", judgement->length);
    else
        snprintf(label + used, LABEL - used, "length %.2f  excess %.2f %%", judgement->length,
                 100 * judgement->excess);
}

static Status draw_routes(Solve *solve, const char *file, Drawing *drawing, Error *error) {
    uint32_t paths = 0;
    for (uint32_t i = 0; i < solve->choice_count; i++) {
        const Trial *trial = &solve->trials.trials[i];
        uint64_t count = any_path_count(&trial->path, trial->query.is_planar);
        if (count == 0 || paths++ >= PICTURE_ROUTES) continue;
        Route *route = &drawing->routes[drawing->count];
        TRY(route_points(solve, trial, &drawing->points[drawing->count], &route->points, error));
        route_label(solve, trial, i, drawing->labels[drawing->count]);
        bool with_mesh = map_is_planar(&solve->map);
        if (with_mesh && drawing->channel.index == NULL)
            TRY(solve_channel_create(solve, i, drawing->count, &drawing->channel, error));
        if (with_mesh && drawing->expanded.faces == NULL &&
            strcmp(solve->choices[i].solver->name, "polyanya") == 0)
            TRY(solve_expanded_create(solve, i, drawing->count, &drawing->expanded, error));
        route->label = drawing->labels[drawing->count++];
        route->count = count;
    }
    if (drawing->count < paths)
        fprintf(stderr, "taut: %s shows the first %u of %u paths\n", file, drawing->count, paths);
    return STATUS_OK;
}

/* The optimum under `any`, where a solver was compared with it. */
static void draw_optimum(const Solve *solve, Drawing *drawing, Picture *picture) {
    const Optimum *optimum = &solve->trials.optima[MOVE_ANY];
    if (!optimum->reachable) return;
    snprintf(drawing->optimum_label, LABEL, "optimum%s (%s)  length %.2f",
             map_is_planar(&solve->map) ? "" : " under any", oracle_name(optimum->oracle), optimum->value);
    drawing->optimum = (Route){drawing->optimum_label, optimum->chain, optimum->chain_count};
    picture->optimum = &drawing->optimum;
}

/* The ground of a planar map. */
static Status draw_plane(Solve *solve, Drawing *drawing, Picture *picture, Error *error) {
    picture->polygons = solve->trials.judge.polygons;
    picture->mesh = &solve->map.mesh;
    if (drawing->expanded.shown.mesh != NULL) picture->expanded = &drawing->expanded.shown;
    if (drawing->channel.shown.mesh != NULL) {
        picture->channel = &drawing->channel.shown;
        picture->mesh = picture->channel->mesh;
    } else if (drawing->expanded.shown.mesh != NULL) {
        picture->mesh = drawing->expanded.shown.mesh;
    } else if (solve->map.kind == MAP_POLYGONS) {
        if (trapezoid_create(&solve->map.polygons, &solve->memory, &drawing->trapezoids) != STATUS_OK)
            return error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
        picture->mesh = &drawing->trapezoids;
    }
    return STATUS_OK;
}

Status solve_draw(Solve *solve, const char *file, Error *error) {
    Drawing drawing = {.count = 0};
    map_text(solve, false, drawing.title, sizeof drawing.title);
    Picture picture = {.map = &solve->map,
                       .title = drawing.title,
                       .ends = query_for(&solve->query, MOVE_ANY).points,
                       .routes = drawing.routes};
    Status status = draw_routes(solve, file, &drawing, error);
    picture.route_count = drawing.count;
    draw_optimum(solve, &drawing, &picture);
    if (status == STATUS_OK && map_is_planar(&solve->map))
        status = draw_plane(solve, &drawing, &picture, error);
    if (status == STATUS_OK) status = picture_write(&picture, file, &solve->memory, error);
    if (status == STATUS_OK) fprintf(stderr, "taut: wrote %s\n", file);
    for (uint32_t i = 0; i < PICTURE_ROUTES; i++) memory_give(&solve->memory, drawing.points[i]);
    solve_channel_destroy(solve, &drawing.channel);
    solve_expanded_destroy(solve, &drawing.expanded);
    if (drawing.trapezoids.memory != NULL) mesh_destroy(&drawing.trapezoids);
    return status;
}
