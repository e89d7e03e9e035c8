/* `make bench`: what is promised of the speed of planar maps, each row with its target and what was reached.
 * Contenders of a row take turns, so that a slow minute of the machine meets them all; a ratio is taken
 * within a turn. A target that is missed is told and is no error: the machine may be busy. */
#include "algos/core/rng.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/map_mesh.h"
#include "algos/mesh/trapezoid.h"
#include "harness/clock.h"
#include "harness/load.h"
#include "harness/stats.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 25, TURNS_LONG = 9, MAPS_MOST = 40, LOCATED = 100000 };

/* ---- rows of the table ---- */

typedef enum Aim { AIM_NONE, AIM_AT_MOST, AIM_AT_LEAST } Aim;

/* What the turns of one row took. */
typedef struct Turns {
    double value[TURNS];
    uint32_t count;
} Turns;

static void turns_add(Turns *turns, double value) {
    turns->value[turns->count++] = value;
}

/* Of a copy, for finding it sorts. */
static double turns_median(Turns turns) {
    return stats_median(turns.value, turns.count);
}

/* Median, middle half, and the least: of a time, what a machine that does nothing else would come near to. */
static void row_print(const char *what, Turns turns, const char *unit, Aim aim, double target) {
    double median = stats_median(turns.value, turns.count); /* sorts them */
    char wanted[32] = "", spread[48];
    if (aim != AIM_NONE) snprintf(wanted, sizeof wanted, "%s %g", aim == AIM_AT_MOST ? "<=" : ">=", target);
    snprintf(spread, sizeof spread, "%.4g to %.4g", turns.value[turns.count / 4],
             turns.value[turns.count - 1 - turns.count / 4]);
    bool met = aim == AIM_AT_MOST ? median <= target : median >= target;
    printf("%-56s %8s %8.4g %-5s %8.4g  %-18s%s\n", what, wanted, median, unit, turns.value[0], spread,
           aim == AIM_NONE ? ""
           : met           ? " met"
                           : " MISSED");
    fflush(stdout);
}

/* ---- what is measured ---- */

/* One solver on one map, ready to answer. */
typedef struct Contender {
    const Solver *solver;
    Settings settings;
    Memory memory;
    void *index, *scratch;
    PointPath path;
    int64_t prepare_ns;
    size_t index_bytes;
} Contender;

static void contender_destroy(Contender *contender) {
    if (contender->solver == NULL) return;
    point_path_destroy(&contender->path);
    if (contender->scratch != NULL) contender->solver->scratch_destroy(contender->scratch);
    if (contender->index != NULL) contender->solver->index_destroy(contender->index);
    *contender = (Contender){0};
}

/* `contender` must stay where it is. To be destroyed also when this fails. */
static Status contender_create(const char *spec, const Map *map, Contender *contender, Error *error) {
    *contender = (Contender){.memory = system_memory()};
    SolverChoice *list;
    uint32_t count;
    TRY(solver_expand(spec, &contender->memory, &list, &count, error));
    contender->settings = list[0].settings;
    contender->solver = list[0].solver;
    memory_give(&contender->memory, list);
    contender->path = point_path_in(&contender->memory);
    int64_t begun = clock_now();
    TRY(contender->solver->prepare(map, &contender->settings, &contender->memory, &contender->index, error));
    contender->prepare_ns = clock_now() - begun;
    contender->index_bytes = contender->memory.live;
    return contender->solver->scratch_create(contender->index, &contender->memory, &contender->scratch);
}

static Status map_make(const char *spec, Memory *memory, Map *map, Error *error) {
    MapChoice *list;
    uint32_t count;
    TRY(map_expand(spec, memory, &list, &count, error));
    Status status = map_load(&list[0], memory, map, error);
    memory_give(memory, list);
    return status;
}

static Status queries_make(const char *spec, const Map *map, Memory *memory, QuerySet *set, Error *error) {
    QueryChoice *list;
    uint32_t count;
    TRY(query_expand(spec, memory, &list, &count, error));
    Status status = queries_load(&list[0], NULL, map, memory, set, error);
    memory_give(memory, list);
    return status;
}

/* ---- meshes: the trapezoids' sweep against the published build and against triangles ---- */

typedef enum Way { WAY_SWEEP, WAY_CDT, WAY_MERGED, WAY_PUBLISHED } Way;

static Status mesh_time(const Map *map, Way way, double *ns, Error *error) {
    Memory memory = system_memory();
    const Polygons *polygons = &map->polygons;
    Mesh mesh;
    int64_t begun = clock_now();
    TRY(way == WAY_PUBLISHED ? trapezoid_published_create(polygons, &memory, &mesh, error)
        : way == WAY_CDT     ? cdt_create(polygons, &memory, &mesh)
        : way == WAY_MERGED  ? cdt_merged_create(polygons, &memory, &mesh)
                             : trapezoid_create(polygons, &memory, &mesh));
    *ns += (double)(clock_now() - begun);
    mesh_destroy(&mesh);
    return STATUS_OK;
}

static Status sweep_turns(const Map *map, Error *error) {
    enum { SWEEPS = 20 }; /* a turn of all but the slow one: its mean */
    Turns sweep = {0}, cdt = {0}, merged = {0}, published = {0}, ratio = {0}, cdt_ratio = {0};
    double vertices = map->polygons.vertex_count;
    for (int turn = -1; turn < TURNS_LONG; turn++) { /* the first warms up */
        double ns[4] = {0};
        for (int i = 0; i < SWEEPS; i++)
            for (Way way = WAY_SWEEP; way < WAY_PUBLISHED; way++) TRY(mesh_time(map, way, &ns[way], error));
        TRY(mesh_time(map, WAY_PUBLISHED, &ns[WAY_PUBLISHED], error));
        if (turn < 0) continue;
        turns_add(&sweep, ns[WAY_SWEEP] / SWEEPS / vertices);
        turns_add(&cdt, ns[WAY_CDT] / SWEEPS / vertices);
        turns_add(&merged, ns[WAY_MERGED] / SWEEPS / vertices);
        turns_add(&cdt_ratio, ns[WAY_CDT] / ns[WAY_SWEEP]);
        turns_add(&published, ns[WAY_PUBLISHED] / 1e6);
        turns_add(&ratio, ns[WAY_PUBLISHED] * SWEEPS / ns[WAY_SWEEP]);
    }
    row_print("sweep, 1000 obstacles: a vertex", sweep, "ns", AIM_AT_MOST, 80);
    row_print("Delaunay triangles, 1000 obstacles: a vertex", cdt, "ns", AIM_NONE, 0);
    row_print("Delaunay triangles : the sweep", cdt_ratio, "times", AIM_NONE, 0);
    row_print("triangles joined, 1000 obstacles: a vertex", merged, "ns", AIM_NONE, 0);
    row_print("the document's build, 1000 obstacles", published, "ms", AIM_NONE, 0);
    row_print("sweep: times faster than the document's build", ratio, "", AIM_AT_LEAST, 1000);
    return STATUS_OK;
}

static Status triangles_turns(const Map *map, Error *error) {
    Turns turns[WAY_PUBLISHED] = {0};
    for (int turn = -1; turn < TURNS; turn++)
        for (Way way = WAY_SWEEP; way < WAY_PUBLISHED; way++) {
            double ns = 0;
            TRY(mesh_time(map, way, &ns, error));
            if (turn >= 0) turns_add(&turns[way], ns / 1e6);
        }
    row_print("sweep, 10 000 obstacles", turns[WAY_SWEEP], "ms", AIM_NONE, 0);
    row_print("Delaunay triangles, 10 000 obstacles", turns[WAY_CDT], "ms", AIM_AT_MOST, 200);
    row_print("triangles joined, 10 000 obstacles", turns[WAY_MERGED], "ms", AIM_AT_MOST, 500);
    return STATUS_OK;
}

/* ---- point location ---- */

static Status locate_turns(const Map *map, Error *error) {
    Memory memory = system_memory();
    MapMesh built;
    TRY(map_mesh_create(map, MESH_SWEEP, &memory, &built, error));
    Point *points = memory_take(&memory, LOCATED, sizeof *points);
    if (points == NULL) {
        map_mesh_destroy(&built);
        return STATUS_NO_MEMORY;
    }
    /* Uniform over free space, where the ends of queries are. */
    Rng rng = rng_from(1);
    Point low = built.mesh->low, high = built.mesh->high;
    for (uint32_t count = 0; count < LOCATED;) {
        points[count].x = low.x + (high.x - low.x) * rng_unit(&rng);
        points[count].y = low.y + (high.y - low.y) * rng_unit(&rng);
        if (locator_find(built.locator, points[count]).spot != SPOT_NONE) count++;
    }
    Turns turns = {0};
    volatile uint32_t kept = 0; /* so that no call is left out */
    for (int turn = -1; turn < TURNS; turn++) {
        uint32_t sum = 0;
        int64_t begun = clock_now();
        for (uint32_t i = 0; i < LOCATED; i++) sum += locator_find(built.locator, points[i]).face;
        double each = (double)(clock_now() - begun) / LOCATED;
        if (turn >= 0) turns_add(&turns, each);
        kept = kept + sum;
    }
    row_print("point location, 10 000 obstacles: a point", turns, "ns", AIM_AT_MOST, 50);
    memory_give(&memory, points);
    map_mesh_destroy(&built);
    return STATUS_OK;
}

/* ---- exact answers against the textbook's guess ---- */

/* There is no other textbook solver of meshes yet than navmesh with the middles of portals. */
enum { TEXTBOOK, POLYANYA, VISGRAPH, RIVALS };
static const char *const rival_specs[RIVALS] = {"navmesh:portal=midpoint,funnel=simple", "polyanya",
                                                "visgraph"};

typedef struct Scene {
    Memory memory;
    Map map;
    QuerySet set;
    Contender rival[RIVALS];
} Scene;

static void scene_destroy(Scene *scene) {
    for (int i = 0; i < RIVALS; i++) contender_destroy(&scene->rival[i]);
    if (scene->set.memory != NULL) query_set_destroy(&scene->set);
    map_destroy(&scene->map);
}

static Status scene_create(const char *spec, Scene *scene, Error *error) {
    *scene = (Scene){.memory = system_memory()};
    TRY(map_make(spec, &scene->memory, &scene->map, error));
    TRY(queries_make("points:count=25,seed=1", &scene->map, &scene->memory, &scene->set, error));
    for (int i = 0; i < RIVALS; i++)
        TRY(contender_create(rival_specs[i], &scene->map, &scene->rival[i], error));
    return STATUS_OK;
}

static Status scene_answer(Scene *scene, Contender *rival, int64_t *ns) {
    Counters counters = {0};
    int64_t begun = clock_now();
    for (uint32_t i = 0; i < scene->set.count; i++)
        TRY(rival->solver->query_points(rival->index, rival->scratch, &scene->set.points[i], &rival->path,
                                        &counters));
    *ns += clock_now() - begun;
    return STATUS_OK;
}

static Status scenes_turns(Scene *scenes, uint32_t count, uint32_t obstacles) {
    Turns each[RIVALS] = {0}, ratio = {0};
    uint32_t queries = 0;
    for (uint32_t i = 0; i < count; i++) queries += scenes[i].set.count;
    for (int turn = -1; turn < TURNS; turn++) {
        int64_t ns[RIVALS] = {0};
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t place = 0; place < RIVALS; place++) {
                uint32_t who = (place + i + (uint32_t)(turn + 1)) % RIVALS;
                TRY(scene_answer(&scenes[i], &scenes[i].rival[who], &ns[who]));
            }
        }
        for (int who = 0; who < RIVALS && turn >= 0; who++)
            turns_add(&each[who], (double)ns[who] / queries / 1e3);
    }
    char what[80];
    for (int who = 0; who < RIVALS; who++) {
        snprintf(what, sizeof what, "query, %u obstacles: %s", obstacles,
                 who == TEXTBOOK ? "textbook" : rival_specs[who]);
        row_print(what, each[who], "us", AIM_NONE, 0);
    }
    int better = turns_median(each[POLYANYA]) <= turns_median(each[VISGRAPH]) ? POLYANYA : VISGRAPH;
    for (uint32_t turn = 0; turn < TURNS; turn++)
        turns_add(&ratio, each[better].value[turn] / each[TEXTBOOK].value[turn]);
    snprintf(what, sizeof what, "query, %u obstacles: %s : textbook", obstacles, rival_specs[better]);
    row_print(what, ratio, "times", AIM_AT_MOST, 1.5);
    return STATUS_OK;
}

static Status answer_part(uint32_t obstacles, uint32_t maps, Error *error) {
    static Scene scenes[MAPS_MOST]; /* large, and contenders must not move */
    Status status = STATUS_OK;
    uint32_t made = 0;
    while (made < maps && status == STATUS_OK) {
        char spec[64] = "";
        snprintf(spec, sizeof spec, "convex:n=%u,seed=%u", obstacles, made + 1);
        status = scene_create(spec, &scenes[made++], error);
    }
    if (status == STATUS_OK) status = scenes_turns(scenes, maps, obstacles);
    while (made > 0) scene_destroy(&scenes[--made]);
    return status;
}

/* ---- the visibility graph ---- */

static Status prepare_time(const char *spec, const Map *map, double *ms, Error *error) {
    Contender contender;
    Status status = contender_create(spec, map, &contender, error);
    *ms = (double)contender.prepare_ns / 1e6;
    contender_destroy(&contender);
    return status;
}

static Status graph_turns(const Map *map, Error *error) {
    enum { EXPANSIONS = 5 };
    Turns expand = {0}, brute = {0}, ratio = {0};
    for (int turn = -1; turn < TURNS_LONG; turn++) {
        double each, expanded = 0, compared;
        for (int i = 0; i < EXPANSIONS; i++) {
            TRY(prepare_time("visgraph:build=expand", map, &each, error));
            expanded += each / EXPANSIONS;
        }
        TRY(prepare_time("visgraph:build=brute", map, &compared, error));
        if (turn < 0) continue;
        turns_add(&expand, expanded);
        turns_add(&brute, compared);
        turns_add(&ratio, compared / expanded);
    }
    char what[80];
    snprintf(what, sizeof what, "visibility graph, %u vertices: expansion, mesh and all",
             map->polygons.vertex_count);
    row_print(what, expand, "ms", AIM_NONE, 0);
    snprintf(what, sizeof what, "visibility graph, %u vertices: brute", map->polygons.vertex_count);
    row_print(what, brute, "ms", AIM_NONE, 0);
    row_print("expansion: times faster than brute", ratio, "", AIM_AT_LEAST, 40);
    return STATUS_OK;
}

/* ---- memory ---- */

static Status bytes_row(const char *spec, const Map *map, uint32_t obstacles, Error *error) {
    Contender contender;
    Status status = contender_create(spec, map, &contender, error);
    if (status == STATUS_OK)
        printf("index, %5u obstacles: %-37s %10zu bytes, %.0f a vertex\n", obstacles, spec,
               contender.index_bytes, (double)contender.index_bytes / map->polygons.vertex_count);
    fflush(stdout);
    contender_destroy(&contender);
    return status;
}

static Status bytes_rows(const Map *map, uint32_t obstacles, Error *error) {
    TRY(bytes_row("navmesh", map, obstacles, error));
    TRY(bytes_row("polyanya", map, obstacles, error));
    TRY(bytes_row("visgraph:build=expand", map, obstacles, error));
    if (obstacles > 1000) return STATUS_OK; /* the rest would take minutes */
    TRY(bytes_row("visgraph:build=expand,edges=all", map, obstacles, error));
    TRY(bytes_row("visgraph:build=sweep", map, obstacles, error));
    return bytes_row("navmesh:build=published", map, obstacles, error);
}

/* ---- all of it ---- */

typedef Status Part(const Map *map, Error *error);

static Status large_turns(const Map *map, Error *error) {
    TRY(triangles_turns(map, error));
    return locate_turns(map, error);
}
static Status bytes_1000(const Map *map, Error *error) {
    return bytes_rows(map, 1000, error);
}
static Status bytes_10000(const Map *map, Error *error) {
    return bytes_rows(map, 10000, error);
}

static Status part_run(const char *spec, Part *one, Part *other, Error *error) {
    Memory memory = system_memory();
    Map map = {0};
    TRY(map_make(spec, &memory, &map, error));
    Status status = one(&map, error);
    if (status == STATUS_OK && other != NULL) status = other(&map, error);
    map_destroy(&map);
    return status;
}

static Status bench(Error *error) {
    double load[1] = {0};
    (void)getloadavg(load, 1);
    printf("Medians of %d turns (%d where one takes long); contenders take turns. Load at the start: %.2f.\n"
           "Maps: convex:n=N. Textbook: navmesh:portal=midpoint,funnel=simple, as long as there is no "
           "other.\n\n",
           (int)TURNS, (int)TURNS_LONG, load[0]);
    printf("%-56s %8s %8s %-5s %8s  %s\n", "what", "target", "median", "", "least", "middle half");
    TRY(answer_part(7, MAPS_MOST, error));
    TRY(answer_part(100, 5, error));
    TRY(answer_part(1000, 2, error));
    TRY(part_run("convex:n=222,seed=1", graph_turns, NULL, error));
    TRY(part_run("convex:n=1000,seed=1", sweep_turns, bytes_1000, error));
    return part_run("convex:n=10000,seed=1", large_turns, bytes_10000, error);
}

int main(void) {
    Error error = {""};
    if (bench(&error) == STATUS_OK) return 0;
    fprintf(stderr, "bench: %s\n", error.text[0] == '\0' ? "no memory" : error.text);
    return 2;
}
