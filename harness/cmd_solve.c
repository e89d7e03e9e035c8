/* taut solve: one query, by one solver or several, each path checked and set beside the optimum. */
#include "harness/solve.h"

#include "algos/core/real.h"
#include "algos/map/map_outline.h"
#include "algos/mesh/map_mesh.h"
#include "algos/mesh/navmesh.h"
#include "harness/picture.h"
#include "harness/system_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "X,Y". */
static Status cell_parse(const char *option, const char *text, Cell *cell, Error *error) {
    char *end;
    errno = 0;
    long x = strtol(text, &end, 10);
    bool good = end != text && *end == ',' && errno == 0;
    const char *second = end + 1;
    long y = good ? strtol(second, &end, 10) : 0;
    good = good && end != second && *end == '\0' && errno == 0 && labs(x) < 1000000 && labs(y) < 1000000;
    if (!good)
        return error_say(error, STATUS_BAD_INPUT, option, " ", text, ": expected X,Y as whole numbers", NULL);
    *cell = (Cell){(int32_t)x, (int32_t)y};
    return STATUS_OK;
}

static Status cell_check(const Solve *solve, const char *option, Cell cell, Error *error) {
    const Grid *grid = &solve->map.grid;
    NumberText x_text = number_text(cell.x), y_text = number_text(cell.y);
    const char *x = x_text.text, *y = y_text.text;
    if (!grid_inside(grid, cell))
        return error_say(error, STATUS_BAD_INPUT, option, " ", x, ",", y, " lies outside the map of ",
                         number_text(grid->width).text, " x ", number_text(grid->height).text, " cells",
                         NULL);
    if (grid_cost(grid, cell) != 0) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, option, " ", x, ",", y, " is blocked", NULL);
}

/* "X,Y" with decimals. */
static Status point_parse(const char *option, const char *text, Point *point, Error *error) {
    size_t first = strcspn(text, ",");
    if (text[first] == ',' && real_parse(text, first, &point->x) &&
        real_parse(text + first + 1, strlen(text + first + 1), &point->y))
        return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, option, " ", text,
                     ": expected X,Y as numbers, each 0 or from 1e-60 to 1e60 in size", NULL);
}

/* Whether the point is in closed free space. */
static Status point_check(Solve *solve, const char *option, Point point, Error *error) {
    bool is_free;
    if (solve->map.kind == MAP_MESH) {
        Locator *locator;
        if (locator_create(&solve->map.mesh, &solve->memory, &locator) != STATUS_OK)
            return error_say(error, STATUS_NO_MEMORY, "no memory to locate points in the mesh", NULL);
        is_free = locator_find(locator, point).spot != SPOT_NONE;
        locator_destroy(locator);
    } else {
        Polygons made;
        const Polygons *outline;
        TRY(map_outline(&solve->map, &solve->memory, &made, &outline, error));
        is_free = polygons_place(outline, point) != PLACE_BLOCKED;
        polygons_destroy(&made);
    }
    if (is_free) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, option, " ", real_text(point.x).text, ",",
                     real_text(point.y).text,
                     " lies in an obstacle or outside of the map (--ends nearest moves it)", NULL);
}

static void move_to_nearest(const Locator *locator, const char *option, Point *point) {
    uint32_t face;
    Point near = locator_nearest(locator, *point, &face);
    if (point_equal(near, *point)) return;
    fprintf(
        stderr,
        "taut: %s %s,%s lies in an obstacle or outside of the map: moved by %.6g to the nearest free point, "
        "%s,%s\n",
        option, real_text(point->x).text, real_text(point->y).text, point_distance(*point, near),
        real_text(near.x).text, real_text(near.y).text);
    *point = near;
}

static Status move_ends(Solve *solve, Error *error) {
    MapMesh built;
    TRY(map_mesh_create(&solve->map, map_mesh_certain(&solve->map), &solve->memory, &built, error));
    move_to_nearest(built.locator, "--from", &solve->query.points.start);
    move_to_nearest(built.locator, "--to", &solve->query.points.goal);
    map_mesh_destroy(&built);
    return STATUS_OK;
}

static Status given_ends(Solve *solve, const char *from, const char *to, Error *error) {
    AnyQuery *query = &solve->query;
    query->is_planar = map_is_planar(&solve->map) || argument(solve->arguments, "--points") != NULL;
    if (query->is_planar) {
        TRY(point_parse("--from", from, &query->points.start, error));
        TRY(point_parse("--to", to, &query->points.goal, error));
        if (argument(solve->arguments, "--ends") != NULL) TRY(move_ends(solve, error));
        TRY(point_check(solve, "--from", query->points.start, error));
        return point_check(solve, "--to", query->points.goal, error);
    }
    TRY(cell_parse("--from", from, &query->cells.start, error));
    TRY(cell_parse("--to", to, &query->cells.goal, error));
    TRY(cell_check(solve, "--from", query->cells.start, error));
    return cell_check(solve, "--to", query->cells.goal, error);
}

/* Whether --ends says what it may where it may. */
static Status ends_option_check(const Solve *solve, Error *error) {
    const char *ends = argument(solve->arguments, "--ends");
    if (ends == NULL) return STATUS_OK;
    if (strcmp(ends, "nearest") != 0)
        return error_say(error, STATUS_BAD_INPUT, "--ends ", ends, ": expected nearest", NULL);
    if (!map_is_planar(&solve->map) && argument(solve->arguments, "--points") == NULL)
        return error_say(error, STATUS_BAD_INPUT, "solve: --ends moves points, and ", solve->map_choice.text,
                         " is a grid, whose ends are cells without --points", NULL);
    if (argument(solve->arguments, "--from") != NULL) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "solve: --ends moves what --from and --to give: give them",
                     NULL);
}

static Status ends_choose(Solve *solve, Error *error) {
    const char *from = argument(solve->arguments, "--from"), *to = argument(solve->arguments, "--to");
    int64_t seed;
    TRY(ends_option_check(solve, error));
    TRY(argument_integer(solve->arguments, "--seed", 0, INT64_MAX, 1, &seed, error));
    if ((from == NULL) != (to == NULL))
        return error_say(error, STATUS_BAD_INPUT, "solve: --from and --to are given together or not at all",
                         NULL);
    if (from != NULL) {
        if (argument(solve->arguments, "--seed") != NULL)
            return error_say(error, STATUS_BAD_INPUT, "solve: --seed chooses the ends, so it cannot stand ",
                             "beside --from and --to", NULL);
        return given_ends(solve, from, to, error);
    }
    bool is_planar = map_is_planar(&solve->map) || argument(solve->arguments, "--points") != NULL;
    char spec[64];
    /* Of pairs of points those in obstacles are dropped: the first that is left is taken. */
    snprintf(spec, sizeof spec, "%s,seed=%lld", is_planar ? "points:count=200" : "random:count=1",
             (long long)seed);
    QueryChoice choice;
    QuerySet set;
    TRY(query_choose(spec, &solve->memory, &choice, error));
    TRY(queries_load(&choice, &solve->map_choice, &solve->map, &solve->memory, &set, error));
    solve->query = query_at(&set, 0);
    query_set_destroy(&set);
    return STATUS_OK;
}

/* All that --solver stands for, in the order given. */
static Status solvers_choose(Solve *solve, Error *error) {
    const char *spec;
    TRY(argument_required(solve->arguments, "--solver", &spec, error));
    TRY(argument_solvers(solve->arguments, &solve->memory, &solve->solvers, error));
    for (uint32_t n = 0; (spec = argument_repeated(solve->arguments, "--solver", n)) != NULL; n++) {
        SolverChoice *list;
        uint32_t count;
        TRY(solver_expand_from(&solve->solvers, spec, &solve->memory, &list, &count, error));
        SolverChoice *all =
            memory_resize(&solve->memory, solve->choices, solve->choice_count + count, sizeof *all);
        if (all != NULL) {
            memcpy(all + solve->choice_count, list, count * sizeof *all);
            solve->choices = all;
            solve->choice_count += count;
        }
        memory_give(&solve->memory, list);
        if (all == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the solvers", NULL);
    }
    return STATUS_OK;
}

/* --offset R: of the corners of a navmesh's funnel, in a picture. */
static Status offset_choose(Solve *solve, Error *error) {
    const char *text = argument(solve->arguments, "--offset");
    if (text == NULL) return STATUS_OK;
    if (!real_parse(text, strlen(text), &solve->offset) || !(solve->offset > 0))
        return error_say(error, STATUS_BAD_INPUT, "--offset ", text, ": expected a length above 0", NULL);
    bool has_funnel = false;
    for (uint32_t i = 0; i < solve->choice_count; i++)
        if (solve->choices[i].solver == &solver_navmesh) has_funnel = true;
    if (has_funnel && argument(solve->arguments, "--picture") != NULL) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "solve: --offset moves the corners of a navmesh's funnel in a ",
                     "picture: give --solver navmesh and --picture", NULL);
}

static Status refuse_traces(const Solve *solve, Error *error) {
    if (argument(solve->arguments, "--trace") == NULL) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, "solve: no solver of this build writes traces", NULL);
}

Status solve_answer(Solve *solve, Error *error) {
    const char *map_spec, *picture;
    TRY(argument_format(solve->arguments, &solve->format, error));
    TRY(argument_required(solve->arguments, "--map", &map_spec, error));
    for (uint32_t n = 0; (picture = argument_repeated(solve->arguments, "--picture", n)) != NULL; n++)
        TRY(picture_check(picture, error));
    TRY(solvers_choose(solve, error));
    TRY(offset_choose(solve, error));
    TRY(map_choose(map_spec, &solve->memory, &solve->map_choice, error));
    TRY(map_load(&solve->map_choice, &solve->memory, &solve->map, error));
    TRY(refuse_traces(solve, error));
    TRY(ends_choose(solve, error));
    return trials_run(&solve->map, &solve->query, solve->choices, solve->choice_count, &solve->memory,
                      &solve->trials, error);
}

void solve_destroy(Solve *solve) {
    trials_destroy(&solve->trials);
    memory_give(&solve->memory, solve->choices);
    solvers_destroy(&solve->solvers);
    map_destroy(&solve->map);
}

static Status solve_all(Solve *solve, int *code, Error *error) {
    const char *picture;
    TRY(solve_answer(solve, error));
    for (uint32_t i = 0; i < solve->choice_count; i++) {
        const Trial *trial = &solve->trials.trials[i];
        if (trial->judgement.wrong || trial->lost != NULL) *code = EXIT_DIFFERS;
        if (trial->refused && solve->choice_count == 1)
            return error_say(error, STATUS_REFUSED, trial->judgement.why.text, NULL);
        if (trial->refused && *code == EXIT_DONE) *code = EXIT_USAGE;
        if (trial->judgement.why.text[0] != '\0')
            fprintf(stderr, "taut: %s: %s\n", solve->choices[i].text, trial->judgement.why.text);
    }
    TRY(solve_print(solve, error));
    for (uint32_t n = 0; (picture = argument_repeated(solve->arguments, "--picture", n)) != NULL; n++)
        TRY(solve_draw(solve, picture, error));
    return STATUS_OK;
}

static int solve_run(const Arguments *arguments) {
    Solve solve = {.arguments = arguments, .memory = system_memory()};
    Error error = {""};
    int code = EXIT_DONE;
    Status status = solve_all(&solve, &code, &error);
    solve_destroy(&solve);
    return status == STATUS_OK ? code : command_failed(status, &error);
}

static const Option solve_options[] = {
    {"--map", "SPEC",
     "a file of a grid, polygons or a mesh, or a generated map; SPEC+radius=R: for a body; "
     "SPEC+links=FILE: with links"},
    {"--solver", "SPEC", "may be repeated or swept: one row each"},
    PLUGIN_OPTION,
    {"--from", "X,Y",
     "start: a cell of a grid (its centre, for solvers of the plane); on polygons and meshes a point"},
    {"--to", "X,Y", "goal, likewise"},
    {"--ends", "nearest", "a point in an obstacle is moved to the nearest free one"},
    {"--seed", "N", "chooses a solvable pair where no ends are given (default 1)"},
    {"--path", NULL, "print the path's cells or points too"},
    {"--picture", "FILE", "draw map and paths as FILE.svg or FILE.png (may be repeated)"},
    {"--offset", "R", "draw the path of the first navmesh with its corners moved off by R, too"},
    {"--points", NULL, "X,Y are points on a grid, too (for solvers that move in the plane)"},
    {"--trace", "FILE", "write what the search did, step by step"},
    FORMAT_OPTION,
};

const Command command_solve = {
    .name = "solve",
    .usage = "--map M --solver S [--from X,Y --to X,Y]",
    .summary = "One path, its checked length, the optimum and the counters",
    .details = "Without ends a seeded solvable pair is taken. The exit is 1 when a path is invalid or a "
               "promise broken.",
    .options = solve_options,
    .option_count = sizeof solve_options / sizeof solve_options[0],
    .run = solve_run,
};
