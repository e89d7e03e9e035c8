/* The visibility graph of a map and A* over it (Lozano-Pérez and Wesley, "An algorithm for planning
 * collision-free paths among polyhedral obstacles", 1979): graph and search are in visgraph.c and
 * visgraph_query.c. */
#include "algos/map/map_outline.h"
#include "algos/mesh/map_mesh.h"
#include "algos/mesh/visgraph.h"
#include "algos/mesh/visgraph_expand.h"

enum { BUILD, EDGES };
enum { BUILD_EXPAND, BUILD_SWEEP, BUILD_BRUTE, BUILD_EXPAND_MERGED };
enum { EDGES_TAUT, EDGES_ALL };

static const Parameter rows[] = {
    [BUILD] = {.name = "build",
               .type = PARAMETER_CHOICE,
               .choices = "expand|sweep|brute|expand-merged",
               .help = "expand: views through a mesh of trapezoids (of triangles on a map of inexact "
                       "coordinates), expand-merged: of triangles joined; sweep: a ray turned around each "
                       "corner; brute: each pair against each edge"},
    [EDGES] = {.name = "edges",
               .type = PARAMETER_CHOICE,
               .choices = "taut|all",
               .help =
                   "taut: only those that a shortest path can use; all: every pair that sees one another"},
};

typedef struct Index {
    MapMesh built;       /* build=expand and expand-merged: the mesh */
    MeshGraph *expanded; /* and its graph */
    Polygons outline;    /* else: of a mesh or a grid */
    Visgraph graph;
    Memory *memory;
} Index;

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->expanded != NULL) mesh_graph_destroy(index->expanded);
    if (index->built.memory != NULL) map_mesh_destroy(&index->built);
    if (index->graph.memory != NULL) visgraph_destroy(&index->graph);
    polygons_destroy(&index->outline);
    memory_give(index->memory, index);
}

static Status build(const Map *map, const Settings *settings, Index *index, Error *error) {
    bool taut = settings->value[EDGES] == EDGES_TAUT;
    Status status;
    int64_t way = settings->value[BUILD];
    if (way == BUILD_EXPAND || way == BUILD_EXPAND_MERGED) {
        MeshBuild mesh = way == BUILD_EXPAND ? map_mesh_certain(map) : MESH_MERGED;
        TRY(map_mesh_create(map, mesh, index->memory, &index->built, error));
        status = mesh_graph_create_linked(index->built.mesh, index->built.locator, &map->links, taut,
                                          index->memory, &index->expanded);
    } else if (map->links.count > 0) {
        return error_say(error, STATUS_REFUSED,
                         "only build=expand and build=expand-merged know links, and the map has ",
                         number_text(map->links.count).text, NULL);
    } else {
        const Polygons *polygons;
        TRY(map_outline(map, index->memory, &index->outline, &polygons, error));
        VisgraphBuild kind = way == BUILD_SWEEP ? VISGRAPH_SWEEP : VISGRAPH_BRUTE;
        status = visgraph_create(polygons, kind, taut, index->memory, &index->graph);
    }
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
    if (index->expanded == NULL) {
        facts->nodes = index->graph.node_count;
        facts->edges = index->graph.first[index->graph.node_count];
        return;
    }
    map_mesh_describe(&index->built, facts);
    facts->nodes = mesh_graph_corner_count(index->expanded);
    facts->edges = mesh_graph_edge_count(index->expanded);
}

/* One of the two. */
typedef struct Scratch {
    VisgraphScratch *plain;
    MeshGraphScratch *expanded;
    Memory *memory;
} Scratch;

static Status scratch_create(const void *untyped, Memory *memory, void **made) {
    const Index *index = untyped;
    Scratch *scratch = memory_take_zeroed(memory, 1, sizeof *scratch);
    if (scratch == NULL) return STATUS_NO_MEMORY;
    scratch->memory = memory;
    Status status = index->expanded == NULL
                        ? visgraph_scratch_create(&index->graph, memory, &scratch->plain)
                        : mesh_graph_scratch_create(index->expanded, memory, &scratch->expanded);
    if (status != STATUS_OK)
        memory_give(memory, scratch);
    else
        *made = scratch;
    return status;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->plain != NULL) visgraph_scratch_destroy(scratch->plain);
    if (scratch->expanded != NULL) mesh_graph_scratch_destroy(scratch->expanded);
    memory_give(scratch->memory, scratch);
}

static Status query_points(const void *untyped, void *held, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    const Index *index = untyped;
    Scratch *scratch = held;
    return index->expanded == NULL ? visgraph_query(&index->graph, scratch->plain, query, path, counters)
                                   : mesh_graph_query(scratch->expanded, query, path, counters);
}

const Solver solver_visgraph = {
    .name = "visgraph",
    .summary = "A* over the visibility graph of a map's corners",
    .source = "Lozano-Pérez and Wesley, Planning collision-free paths among polyhedral obstacles, 1979",
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
