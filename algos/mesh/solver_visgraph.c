/* The visibility graph of a map and A* over it (Lozano-Pérez and Wesley, "An algorithm for planning
 * collision-free paths among polyhedral obstacles", 1979): graph and search are in visgraph.c and
 * visgraph_query.c. */
#include "algos/map/mesh_outline.h"
#include "algos/mesh/visgraph.h"
#include "algos/solver.h"

enum { BUILD, EDGES };
enum { EDGES_TAUT, EDGES_ALL };

static const Parameter rows[] = {
    [BUILD] = {.name = "build",
               .type = PARAMETER_CHOICE,
               .choices = "sweep|brute",
               .help = "sweep: a ray turned around each corner; brute: each pair against each edge"},
    [EDGES] = {.name = "edges",
               .type = PARAMETER_CHOICE,
               .choices = "taut|all",
               .help =
                   "taut: only those that a shortest path can use; all: every pair that sees one another"},
};

static const VisgraphBuild builds[] = {VISGRAPH_SWEEP, VISGRAPH_BRUTE};

typedef struct Index {
    Polygons outline; /* of a mesh map */
    Visgraph graph;
    Memory *memory;
} Index;

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_OPTIMAL;
}

static Move move(const Settings *settings) {
    (void)settings;
    return MOVE_ANY;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->graph.memory != NULL) visgraph_destroy(&index->graph);
    polygons_destroy(&index->outline);
    memory_give(index->memory, index);
}

static Status build(const Map *map, const Settings *settings, Index *index, Error *error) {
    if (map->kind == MAP_MESH) TRY(mesh_outline(&map->mesh, index->memory, &index->outline, error));
    const Polygons *polygons = map->kind == MAP_MESH ? &index->outline : &map->polygons;
    Status status = visgraph_create(polygons, builds[settings->value[BUILD]],
                                    settings->value[EDGES] == EDGES_TAUT, index->memory, &index->graph);
    return status == STATUS_OK ? status
                               : error_say(error, status, "no memory for the visibility graph", NULL);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **made, Error *error) {
    Index *index = memory_take_zeroed(memory, 1, sizeof *index);
    if (index == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    index->memory = memory;
    Status status = build(map, settings, index, error);
    if (status != STATUS_OK)
        index_destroy(index);
    else
        *made = index;
    return status;
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    facts->nodes = index->graph.node_count;
    facts->edges = index->graph.first[index->graph.node_count];
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    VisgraphScratch *made;
    TRY(visgraph_scratch_create(&index->graph, memory, &made));
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *scratch) {
    visgraph_scratch_destroy(scratch);
}

static Status query_points(const void *untyped, void *scratch, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    const Index *index = untyped;
    return visgraph_query(&index->graph, scratch, query, path, counters);
}

const Solver solver_visgraph = {
    .name = "visgraph",
    .summary = "A* over the visibility graph of a map's corners",
    .source = "Lozano-Pérez and Wesley, Planning collision-free paths among polyhedral obstacles, 1979",
    .map_kinds = MAP_POLYGONS | MAP_MESH,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee,
    .move = move,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query_points = query_points,
};
