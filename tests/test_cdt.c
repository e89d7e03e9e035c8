/* Constrained Delaunay triangulations and the faces joined of them: shapes with known answers, and on random
 * and on hard maps all that makes a triangulation the one that it must be, checked edge by edge. In-circle
 * is decided by expansions of doubles here, by whole numbers there. */
#include "tests/support.h"

#include "algos/core/lattice.h"
#include "algos/mesh/cdt.h"
#include "tests/gen_support.h"
#include "tests/mesh_support.h"
#include "tests/polygons_support.h"
#include "tests/rings.h"

#include <stdio.h>
#include <string.h>

__extension__ typedef __int128 Area;

/* Twice the area left of an edge, in units of the lattice squared. */
static Area area_of(Point a, Point b, double per_unit) {
    int64_t ax = (int64_t)(a.x * per_unit), ay = (int64_t)(a.y * per_unit);
    int64_t bx = (int64_t)(b.x * per_unit), by = (int64_t)(b.y * per_unit);
    return (Area)ax * by - (Area)ay * bx;
}

/* A valid mesh over the map's vertices whose walls are the map's edges, all of them, and whose faces have its
 * area. */
static void check_cover(const Polygons *map, const Mesh *mesh) {
    Error error;
    ASSERT_OK(mesh_validate(mesh, "mesh", NULL, &error), &error);
    assert_int_equal(mesh->vertex_count, map->vertex_count);
    assert_int_equal(mesh->computed_count, 0);
    assert_memory_equal(mesh->vertices, map->vertices, map->vertex_count * sizeof(Point));
    double per_unit = map->inexact ? 0 : power_of_two(-map->lattice);
    Area faces = 0, free = 0;
    uint32_t walls = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            PolygonEdge edge = {mesh->corner[i], mesh->corner[mesh_corner_after(mesh, f, i)]};
            faces += area_of(map->vertices[edge.from], map->vertices[edge.to], per_unit);
            if (mesh->neighbour[i] != FACE_NONE) continue;
            walls++;
            bool found = false;
            for (uint32_t low = 0, high = map->edge_count; low < high && !found;) {
                uint32_t middle = (low + high) / 2;
                PolygonEdge it = map->edges[middle];
                found = it.from == edge.from && it.to == edge.to;
                if (it.from < edge.from || (it.from == edge.from && it.to < edge.to))
                    low = middle + 1;
                else
                    high = middle;
            }
            assert_true(found);
        }
    for (uint32_t e = 0; e < map->edge_count; e++)
        free += area_of(map->vertices[map->edges[e].from], map->vertices[map->edges[e].to], per_unit);
    assert_true(faces == free);
    assert_int_equal(walls, map->edge_count);
}

/* Faces begin with their lowest vertex and are sorted. */
static void check_order(const Mesh *mesh) {
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *corner = mesh->corner + mesh->first[f],
                       *last = mesh->corner + mesh->first[f - (f > 0)];
        for (uint32_t i = mesh->first[f] + 1; i < mesh->first[f + 1]; i++)
            assert_true(mesh->corner[i] > corner[0]);
        assert_true(f == 0 || last[0] < corner[0] || (last[0] == corner[0] && last[1] < corner[1]));
    }
}

/* What is the same of a map and its mirror image: the edges that the other diagonal would not do as well for,
 * and how many there are. */
typedef struct Fixed {
    double sum; /* over their middles, of what mirroring does not change */
    uint32_t count;
} Fixed;

/* Each edge is locally Delaunay, the first corner deciding ties. */
static Fixed check_delaunay(const Polygons *map, const Mesh *mesh) {
    Fixed fixed = {0, 0};
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        assert_int_equal(mesh->first[f + 1], 3 * (f + 1));
        for (uint32_t i = 3 * f; i < 3 * f + 3; i++) {
            if (mesh->neighbour[i] == FACE_NONE) continue;
            uint32_t twin = mesh_twin_of(mesh, f, i);
            uint32_t a = mesh->corner[i], b = mesh->corner[twin];
            uint32_t c = mesh->corner[mesh_corner_before(mesh, f, i)];
            uint32_t d = mesh->corner[mesh_corner_before(mesh, mesh->neighbour[i], twin)];
            const Point *at = map->vertices;
            int side = point_in_circle(at[a], at[b], at[c], at[d]);
            assert_true(side <= 0);
            if (side == 0) assert_true((a < b ? a : b) < (c < d ? c : d));
            if (side == 0 || a > b) continue;
            double x = at[a].x + at[b].x, y = at[a].y + at[b].y;
            fixed.sum += x * x + 3 * y * y;
            fixed.count++;
        }
    }
    return fixed;
}

static bool same(const Mesh *a, const Mesh *b) {
    return a->hash == b->hash && a->face_count == b->face_count && a->corner_count == b->corner_count &&
           memcmp(a->first, b->first, (a->face_count + 1) * sizeof *a->first) == 0 &&
           memcmp(a->corner, b->corner, a->corner_count * sizeof *a->corner) == 0 &&
           memcmp(a->neighbour, b->neighbour, a->corner_count * sizeof *a->neighbour) == 0;
}

static void check_polygons_meshes(const Polygons *map, uint32_t triangles, uint32_t merged, Fixed *fixed) {
    Memory memory = system_memory();
    Mesh mesh, joined;
    assert_int_equal(cdt_create(map, &memory, &mesh), STATUS_OK);
    check_cover(map, &mesh);
    check_order(&mesh);
    *fixed = check_delaunay(map, &mesh);
    if (triangles != 0) assert_int_equal(mesh.face_count, triangles);
    assert_int_equal(cdt_merged_create(map, &memory, &joined), STATUS_OK);
    check_cover(map, &joined);
    check_order(&joined);
    check_joined(&joined);
    if (merged != 0) assert_int_equal(joined.face_count, merged);
    mesh_destroy(&mesh);
    mesh_destroy(&joined);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The same rings the other way round, obstacles in another order, each begun elsewhere, some turned over. */
static Rings shuffled(const Rings *rings, Memory *memory, Rng *rng) {
    Rings made = {.ring_count = rings->ring_count, .memory = memory};
    made.points = memory_take(memory, rings->point_count, sizeof *made.points);
    made.first = memory_take(memory, rings->ring_count + 1, sizeof *made.first);
    made.first[0] = 0;
    uint32_t shift = rings->ring_count > 1 ? rng_below(rng, rings->ring_count - 1) : 0;
    for (uint32_t r = 0; r < rings->ring_count; r++) {
        /* The boundary stays the first. */
        uint32_t from = r == 0 ? 0 : 1 + (2 * rings->ring_count - r + shift) % (rings->ring_count - 1);
        uint32_t first = rings->first[from], count = rings->first[from + 1] - first;
        uint32_t begin = rng_below(rng, count), back = rng_below(rng, 2);
        for (uint32_t i = 0; i < count; i++)
            made.points[made.point_count++] = rings->points[first + (begin + (back ? count - i : i)) % count];
        made.first[r + 1] = made.point_count;
    }
    return made;
}

static void check_rings(const Rings *rings, uint32_t triangles, uint32_t merged, Rng *rng) {
    Memory memory = system_memory();
    Polygons map, other;
    Mesh mesh, again;
    Error error;
    Fixed fixed, mirrored;
    ASSERT_OK(polygons_create(rings, "map", &memory, &map, &error), &error);
    check_polygons_meshes(&map, triangles, merged, &fixed);
    Rings changed = shuffled(rings, &memory, rng);
    ASSERT_OK(polygons_create(&changed, "shuffled", &memory, &other, &error), &error);
    for (int i = 0; i < 2; i++) {
        Status (*create)(const Polygons *, Memory *, Mesh *) = i == 0 ? cdt_create : cdt_merged_create;
        assert_int_equal(create(&map, &memory, &mesh), STATUS_OK);
        assert_int_equal(create(&other, &memory, &again), STATUS_OK);
        assert_true(same(&mesh, &again));
        mesh_destroy(&mesh);
        mesh_destroy(&again);
    }
    polygons_destroy(&other);
    /* The sweep from the other side makes other triangles to begin with. */
    for (uint32_t i = 0; i < changed.point_count; i++) changed.points[i].x *= -1;
    ASSERT_OK(polygons_create(&changed, "mirrored", &memory, &other, &error), &error);
    check_polygons_meshes(&other, triangles, 0, &mirrored);
    assert_int_equal(mirrored.count, fixed.count);
    double difference = mirrored.sum - fixed.sum;
    assert_true(difference <= 1e-9 * fixed.sum && -difference <= 1e-9 * fixed.sum);
    polygons_destroy(&other);
    polygons_destroy(&map);
    rings_destroy(&changed);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Drawn {
    const char *rings; /* see rings_from_text */
    uint32_t triangles, merged;
} Drawn;

static const Drawn drawn[] = {
    {"0 0 10 0 4 7", 1, 1},
    {"0 0 10 0 10 10 0 10", 2, 1},
    /* More corners in line: the lower side's middle is seen by all. */
    {"0 0 5 0 10 0 10 10 0 10", 3, 1},
    /* On one circle. */
    {"5 0 4 3 3 4 0 5 -3 4 -4 3 -5 0 -4 -3 -3 -4 0 -5 3 -4 4 -3", 10, 1},
    /* A square in the middle, and one on its corner. */
    {"0 0 10 0 10 10 0 10; 4 4 6 4 6 6 4 6", 8, 4},
    {"0 0 10 0 10 10 0 10; 5 3 7 5 5 7 3 5", 8, 8},
    /* Two that touch in a corner; two that share an edge, of which one ends sooner. */
    {"0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5; 5 5 8 5 8 8 5 8", 12, 0},
    {"0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5; 5 3 8 3 8 8 5 8", 12, 0},
    /* One on the boundary, one in its corner. */
    {"0 0 10 0 10 10 0 10; 4 0 6 0 6 3 4 3; 0 10 0 8 2 10", 7, 3},
    /* A wall from side to side, lying and upright. */
    {"0 0 10 0 10 10 0 10; 0 4 10 5 10 6 0 6", 4, 2},
    {"0 0 10 0 10 10 0 10; 4 0 6 0 6 10 4 10", 4, 2},
    /* Four triangles about one point. */
    {"0 0 10 0 10 10 0 10; 5 5 7 4 7 6; 5 5 6 7 4 7; 5 5 3 6 3 4; 5 5 4 3 6 3", 16, 0},
    /* Needles that meet in a point from the left. */
    {"0 0 100 0 100 100 0 100; 50 50 1 52 1 51; 50 50 1 49 1 48; 50 50 1 3 1 1", 0, 0},
    /* A comb whose teeth end at one x, between teeth of the boundary. */
    {"0 0 60 0 60 50 0 50 0 40 50 40 0 30 50 30 0 20 50 20 0 10", 0, 0},
    /* As large as a lattice is: all bits of in-circle are used. */
    {"-16777215 -16777215 16777215 -16777215 16777214 16777215 -16777215 16777214; "
     "-3 -5 7 -2 16777213 16777213",
     7, 0},
};

static void check_drawn(Rings *rings, uint32_t row, Rng *rng) {
    check_rings(rings, drawn[row].triangles, drawn[row].merged, rng);
}

static void known_shapes(void **state) {
    (void)state;
    Rng rng = rng_from(7);
    for (uint32_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        check_drawn_rings(drawn[i].rings, i, &rng, check_drawn);
}

/* Of corners on a circle the first has all edges. */
static void ties_go_to_the_first(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rings rings = rings_from_text(&memory, drawn[3].rings);
    Polygons map;
    Mesh mesh;
    Error error;
    ASSERT_OK(polygons_create(&rings, "map", &memory, &map, &error), &error);
    assert_int_equal(cdt_create(&map, &memory, &mesh), STATUS_OK);
    for (uint32_t f = 0; f < mesh.face_count; f++) assert_int_equal(mesh.corner[3 * f], 0);
    mesh_destroy(&mesh);
    polygons_destroy(&map);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Which faces come of it depends on the order of joining: counts of the longest edge first. The shortest
 * first gives 344 in all, the lowest first 325. */
static void longest_first(void **state) {
    (void)state;
    static const uint32_t faces[8] = {39, 49, 31, 26, 42, 42, 49, 39};
    Rng rng = rng_from(13);
    for (uint32_t i = 0; i < 8; i++) {
        Memory memory = system_memory();
        Rings rings = rings_of_hulls(&memory, 4, 40, &rng);
        Polygons map;
        Mesh mesh;
        Error error;
        ASSERT_OK(polygons_create(&rings, "map", &memory, &map, &error), &error);
        assert_int_equal(cdt_merged_create(&map, &memory, &mesh), STATUS_OK);
        assert_int_equal(mesh.face_count, faces[i]);
        mesh_destroy(&mesh);
        polygons_destroy(&map);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void check_touching(Rings *rings, uint32_t trial, Rng *rng) {
    (void)trial;
    check_rings(rings, 0, 0, rng);
}

static void touching_maps(void **state) {
    (void)state;
    check_touching_rings(trials(300), check_touching);
}

/* On the lattice, and off it by a factor that rounds each coordinate. */
static void check_scattered(Rings *rings, uint32_t trial, Rng *rng) {
    double factor = trial % 3 == 0 ? 1 / 3.0 : 1;
    for (uint32_t i = 0; i < rings->point_count; i++)
        rings->points[i] = (Point){rings->points[i].x * factor, rings->points[i].y * factor};
    check_rings(rings, 0, 0, rng);
}

static void scattered_maps(void **state) {
    (void)state;
    check_scattered_rings(trials(120), check_scattered);
}

/* Holes within holes, parts that touch, needles whose directions doubles hardly tell apart. */
static void lattices_of_triangles(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < trials(400); seed++) {
        Rng rng = rng_from(seed);
        TriangleMap triangles;
        triangle_map_random(&rng, 2 + (uint32_t)(seed % 12), (Layout)(seed % LAYOUT_COUNT), seed % 3 == 0,
                            10 + rng_below(&rng, 50), &triangles);
        Polygons map;
        Fixed fixed;
        triangle_map_polygons(&triangles, &memory, &map);
        if (map.edge_count > 0) check_polygons_meshes(&map, 0, 0, &fixed);
        polygons_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void hard_maps(void **state) {
    (void)state;
    static const char *const kinds[] = {"equal-x", "collinear", "touching", "needles", "combs", "spiral"};
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        Memory memory = system_memory();
        char text[64];
        Fixed fixed;
        snprintf(text, sizeof text, "kind=%s,count=%u,seed=%u", kinds[trial % 6], 1 + 7 * (trial / 6), trial);
        Map map = make_map("hard", text, &memory);
        check_polygons_meshes(&map.polygons, 0, 0, &fixed);
        map_destroy(&map);
        map = make_map(trial % 2 == 0 ? "rects" : "regular", "n=40", &memory);
        check_polygons_meshes(&map.polygons, 0, 0, &fixed);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void survive_failed_allocations(const Polygons *polygons) {
    Status (*const ways[])(const Polygons *, Memory *, Mesh *) = {cdt_create, cdt_merged_create};
    for (int i = 0; i < 2; i++) {
        Status status = STATUS_NO_MEMORY;
        for (uint64_t fail_at = 1; status != STATUS_OK; fail_at++) {
            Memory memory = system_memory();
            memory.fail_at = fail_at;
            Mesh mesh;
            status = ways[i](polygons, &memory, &mesh);
            if (status == STATUS_OK) mesh_destroy(&mesh);
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
}

/* On an inexact map other allocations come last. */
static void survives_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map = make_map("hard", "kind=touching,count=5,seed=4", &memory);
    survive_failed_allocations(&map.polygons);
    map_destroy(&map);
    Rings rings = rings_from_text(&memory, "0 0 1 0.1 1 1 0 1");
    Polygons polygons;
    Error error;
    ASSERT_OK(polygons_create(&rings, "inexact", &memory, &polygons, &error), &error);
    assert_true(polygons.inexact);
    survive_failed_allocations(&polygons);
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_shapes),
        cmocka_unit_test(ties_go_to_the_first),
        cmocka_unit_test(longest_first),
        cmocka_unit_test(touching_maps),
        cmocka_unit_test(scattered_maps),
        cmocka_unit_test(lattices_of_triangles),
        cmocka_unit_test(hard_maps),

        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("cdt", tests, NULL, NULL);
}
