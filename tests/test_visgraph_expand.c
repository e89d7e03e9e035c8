/* Visibility by expansion through a mesh: edge for edge the graph that brute force gives, on random
 * degenerate maps cut into trapezoids, triangles, and triangles joined at random; and the same shortest
 * paths. */
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/exact/check_points.h"
#include "algos/exact/visibility.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/polyanya.h"
#include "algos/mesh/trapezoid.h"
#include "algos/mesh/visgraph.h"
#include "algos/mesh/visgraph_expand.h"
#include "tests/mesh_support.h"

#include <math.h>
#include <stdlib.h>

enum { VERTEX_MOST = (TRIANGLE_SIDE_MOST + 1) * (TRIANGLE_SIDE_MOST + 1) };

/* The vertex of the polygons at each of the mesh's; UINT32_MAX. */
static void match_vertices(const Mesh *mesh, const Polygons *polygons, uint32_t *matched) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        matched[v] = UINT32_MAX;
        for (uint32_t i = 0; i < polygons->vertex_count; i++)
            if (point_equal(mesh->vertices[v], polygons->vertices[i])) matched[v] = i;
    }
}

static bool has_edge(const Visgraph *graph, uint32_t from, uint32_t to) {
    if (graph->node_of[from] == NODE_NONE || graph->node_of[to] == NODE_NONE) return false;
    for (uint64_t i = graph->first[graph->node_of[from]]; i < graph->first[graph->node_of[from] + 1]; i++)
        if (graph->to[i] == graph->node_of[to]) return true;
    return false;
}

static void compare_edges(const Mesh *mesh, const Locator *locator, const Polygons *polygons, bool taut,
                          uint64_t seed) {
    Memory memory = system_memory();
    static uint32_t matched[4 * VERTEX_MOST];
    Visgraph brute;
    MeshGraph *graph;
    assert_true(mesh->vertex_count <= 4 * VERTEX_MOST);
    match_vertices(mesh, polygons, matched);
    assert_int_equal(visgraph_create(polygons, VISGRAPH_BRUTE, taut, &memory, &brute), STATUS_OK);
    assert_int_equal(mesh_graph_create(mesh, locator, taut, &memory, &graph), STATUS_OK);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t *to;
        uint64_t count = mesh_graph_edges(graph, v, &to);
        for (uint64_t i = 0; i < count; i++) {
            if (has_edge(&brute, matched[v], matched[to[i]])) continue;
            Point a = mesh->vertices[v], b = mesh->vertices[to[i]];
            fail_msg("seed %llu: (%.17g, %.17g) does not see (%.17g, %.17g)", (unsigned long long)seed, a.x,
                     a.y, b.x, b.y);
        }
    }
    /* Each is one of the brute force's, none is there twice: so equal numbers make them equal. */
    assert_int_equal(mesh_graph_corner_count(graph), brute.node_count);
    if (mesh_graph_edge_count(graph) != brute.first[brute.node_count])
        fail_msg("seed %llu: %llu edges, brute force %llu", (unsigned long long)seed,
                 (unsigned long long)mesh_graph_edge_count(graph),
                 (unsigned long long)brute.first[brute.node_count]);
    mesh_graph_destroy(graph);
    visgraph_destroy(&brute);
    ASSERT_NOTHING_LIVE(&memory);
}

static void compare_paths(const Mesh *mesh, const Locator *locator, const Polygons *polygons,
                          const TriangleMap *map, bool taut, Rng *rng, uint64_t seed) {
    Memory memory = system_memory();
    MeshGraph *graph;
    MeshGraphScratch *scratch;
    Visibility *visibility;
    PointCheck *check;
    PointPath best = point_path_in(&memory), path = best;
    assert_int_equal(mesh_graph_create(mesh, locator, taut, &memory, &graph), STATUS_OK);
    assert_int_equal(mesh_graph_scratch_create(graph, &memory, &scratch), STATUS_OK);
    assert_int_equal(visibility_create(polygons, &memory, &visibility), STATUS_OK);
    assert_int_equal(point_check_create(polygons, &memory, &check), STATUS_OK);
    for (int i = 0; i < 10; i++) {
        PointQuery query = {triangle_map_point(map, rng), triangle_map_point(map, rng)};
        VisibilityAnswer answer;
        bool exact;
        double walked;
        Error why;
        Counters counters = {0};
        assert_int_equal(visibility_query(visibility, &query, &best, &answer, &exact), STATUS_OK);
        assert_int_equal(mesh_graph_query(scratch, &query, &path, &counters), STATUS_OK);
        if ((best.count > 0) != (path.count > 0) ||
            euclid_compare(best.points, best.count, path.points, path.count) != 0)
            fail_msg("seed %llu, (%.17g, %.17g) to (%.17g, %.17g): %.17g, brute force %.17g",
                     (unsigned long long)seed, query.start.x, query.start.y, query.goal.x, query.goal.y,
                     path.length, best.length);
        if (!point_path_valid(check, &query, &path, &walked, &why))
            fail_msg("seed %llu: %s", (unsigned long long)seed, why.text);
    }
    point_path_destroy(&best);
    point_path_destroy(&path);
    point_check_destroy(check);
    visibility_destroy(visibility);
    mesh_graph_scratch_destroy(scratch);
    mesh_graph_destroy(graph);
    ASSERT_NOTHING_LIVE(&memory);
}

static void agrees_with_brute_force(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < trials(500); seed++) {
        Rng rng = rng_from(seed);
        TriangleMap map;
        triangle_map_random(&rng, 2 + (uint32_t)(seed % 8), (Layout)(seed % LAYOUT_COUNT),
                            rng_below(&rng, 3) == 0, 10 + rng_below(&rng, 50), &map);
        Polygons polygons;
        triangle_map_polygons(&map, &memory, &polygons);
        Status (*const ways[])(const Polygons *, Memory *, Mesh *) = {trapezoid_create, cdt_create,
                                                                      cdt_merged_create};
        for (int kind = 0; kind < 5 && polygons.edge_count > 0; kind++) {
            Mesh mesh;
            Locator *locator;
            if (kind < 3)
                assert_int_equal(ways[kind](&polygons, &memory, &mesh), STATUS_OK);
            else
                mesh_from_triangles(&map, &memory, &rng, kind == 3 ? 0 : 400, &mesh);
            assert_int_equal(locator_create(&mesh, &memory, &locator), STATUS_OK);
            bool taut = rng_below(&rng, 4) != 0;
            compare_edges(&mesh, locator, &polygons, taut, seed);
            compare_paths(&mesh, locator, &polygons, &map, taut, &rng, seed);
            locator_destroy(locator);
            mesh_destroy(&mesh);
        }
        polygons_destroy(&polygons);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* The square hole of a square: its corners see those beside them, along the walls. */
static void drawn(void **state) {
    (void)state;
    Memory memory = system_memory();
    const Point vertices[] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
    const int faces[] = {0, 1, 5, 4, -1, 1, 2, 6, 5, -1, 2, 3, 7, 6, -1, 3, 0, 4, 7, -1};
    Mesh mesh;
    Locator *locator;
    MeshGraph *graph;
    mesh_from_faces(&memory, vertices, 8, faces, sizeof faces / sizeof *faces, &mesh);
    assert_int_equal(locator_create(&mesh, &memory, &locator), STATUS_OK);
    for (int taut = 0; taut < 2; taut++) {
        assert_int_equal(mesh_graph_create(&mesh, locator, taut, &memory, &graph), STATUS_OK);
        assert_int_equal(mesh_graph_corner_count(graph), 4);
        assert_int_equal(mesh_graph_edge_count(graph), 8);
        mesh_graph_destroy(graph);
    }
    locator_destroy(locator);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Mesh mesh;
    Locator *locator;
    Rng rng = rng_from(7);
    TriangleMap map;
    triangle_map_random(&rng, 12, LAYOUT_PLAIN, false, 15, &map);
    mesh_from_triangles(&map, &maps, &rng, 0, &mesh);
    assert_int_equal(locator_create(&mesh, &maps, &locator), STATUS_OK);
    PointQuery query = {mesh.vertices[mesh.corner[0]], mesh.vertices[mesh.corner[mesh.corner_count - 1]]};
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        MeshGraph *graph;
        MeshGraphScratch *scratch;
        PointPath path = point_path_in(&memory);
        Counters counters = {0};
        if (mesh_graph_create(&mesh, locator, true, &memory, &graph) == STATUS_OK) {
            if (mesh_graph_scratch_create(graph, &memory, &scratch) == STATUS_OK) {
                done = mesh_graph_query(scratch, &query, &path, &counters) == STATUS_OK;
                mesh_graph_scratch_destroy(scratch);
            }
            mesh_graph_destroy(graph);
        }
        point_path_destroy(&path);
        ASSERT_NOTHING_LIVE(&memory);
    }
    locator_destroy(locator);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&maps);
}

/* Whole points of a public mesh's box: the graph and Polyanya agree exactly. */
static void agrees_with_polyanya_on(const char *name, uint32_t count) {
    Memory memory = system_memory();
    Mesh mesh;
    Locator *locator;
    MeshGraph *graph;
    MeshGraphScratch *scratch;
    Polyanya *polyanya;
    PolyanyaScratch *polyanya_scratch;
    PointPath path = point_path_in(&memory), other = path;
    if (!mesh_from_benchmarks(name, &memory, &mesh)) return;
    assert_int_equal(locator_create(&mesh, &memory, &locator), STATUS_OK);
    assert_int_equal(mesh_graph_create(&mesh, locator, true, &memory, &graph), STATUS_OK);
    assert_int_equal(mesh_graph_scratch_create(graph, &memory, &scratch), STATUS_OK);
    assert_int_equal(polyanya_create(&mesh, locator, &memory, &polyanya), STATUS_OK);
    assert_int_equal(polyanya_scratch_create(polyanya, &memory, &polyanya_scratch), STATUS_OK);
    Rng rng = rng_from(1);
    uint32_t width = (uint32_t)(mesh.high.x - mesh.low.x), height = (uint32_t)(mesh.high.y - mesh.low.y);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        Counters counters = {0};
        PointQuery query = {
            {mesh.low.x + rng_below(&rng, width + 1), mesh.low.y + rng_below(&rng, height + 1)},
            {mesh.low.x + rng_below(&rng, width + 1), mesh.low.y + rng_below(&rng, height + 1)}};
        assert_int_equal(mesh_graph_query(scratch, &query, &path, &counters), STATUS_OK);
        assert_int_equal(polyanya_query(polyanya_scratch, &query, &other, &counters), STATUS_OK);
        assert_int_equal(path.count > 0, other.count > 0);
        assert_int_equal(euclid_compare(path.points, path.count, other.points, other.count), 0);
        found += path.count > 0;
    }
    assert_true(found > 0);
    point_path_destroy(&path);
    point_path_destroy(&other);
    polyanya_scratch_destroy(polyanya_scratch);
    polyanya_destroy(polyanya);
    mesh_graph_scratch_destroy(scratch);
    mesh_graph_destroy(graph);
    locator_destroy(locator);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&memory);
}

static void agrees_with_polyanya(void **state) {
    (void)state;
    agrees_with_polyanya_on("hard.mesh", 2000);
    agrees_with_polyanya_on("arena.mesh", 500);
    agrees_with_polyanya_on("arena-merged.mesh", 500);
    agrees_with_polyanya_on("aurora-merged.mesh", 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn),
        cmocka_unit_test(agrees_with_brute_force),
        cmocka_unit_test(agrees_with_polyanya),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("visgraph_expand", tests, NULL, NULL);
}
