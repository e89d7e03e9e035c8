/* Polyanya on the mesh of a map (Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation
 * mesh", IJCAI 2017): the search is in polyanya.c. */
#include "algos/mesh/map_mesh.h"
#include "algos/mesh/polyanya.h"

enum { MESH };

static const Parameter rows[] = {
    [MESH] = {.name = "mesh", .type = PARAMETER_CHOICE, .choices = MESH_NAMES, .help = MESH_HELP},
};

typedef struct Index {
    MapMesh built;
    Polyanya *polyanya;
    Memory *memory;
} Index;

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->polyanya != NULL) polyanya_destroy(index->polyanya);
    map_mesh_destroy(&index->built);
    memory_give(index->memory, index);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **made, Error *error) {
    Index *index = memory_take_zeroed(memory, 1, sizeof *index);
    if (index == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    index->memory = memory;
    Status status = map_mesh_create(map, (MeshBuild)settings->value[MESH], memory, &index->built, error);
    if (status == STATUS_OK) {
        status = polyanya_create_linked(index->built.mesh, index->built.locator, &map->links, memory,
                                        &index->polyanya);
        if (status != STATUS_OK) (void)error_say(error, status, "no memory for the index", NULL);
    }
    if (status != STATUS_OK)
        index_destroy(index);
    else
        *made = index;
    return status;
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    map_mesh_describe(&index->built, facts);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    PolyanyaScratch *made;
    TRY(polyanya_scratch_create(index->polyanya, memory, &made));
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *scratch) {
    polyanya_scratch_destroy(scratch);
}

static Status query_points(const void *index, void *scratch, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    (void)index;
    return polyanya_query(scratch, query, path, counters);
}

const Solver solver_polyanya = {
    .name = "polyanya",
    .summary = "best-first search over intervals of mesh edges, exact without a graph",
    .source = "Cui, Harabor and Grastien, Compromise-free pathfinding on a navigation mesh, IJCAI 2017",
    .map_kinds = MAP_GRID | MAP_POLYGONS | MAP_MESH,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee_optimal,
    .move = moves_any,
    .takes_links = true,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query_points = query_points,
};
