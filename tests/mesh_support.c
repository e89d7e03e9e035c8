#include "tests/mesh_support.h"

#include "algos/map/mesh_file.h"
#include "algos/mesh/trapezoid.h"
#include "harness/load.h"
#include "tests/parsers.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FACE_MOST = 2 * TRIANGLE_SIDE_MOST * TRIANGLE_SIDE_MOST, SIZE_MOST = 200 };

/* Faces as lists of vertices while they are put together. */
typedef struct Faces {
    int corner[FACE_MOST][SIZE_MOST];
    uint32_t size[FACE_MOST];
    uint32_t count;
} Faces;

/* The face whose side leads from `from` to `to`; side says which. */
static uint32_t face_with_side(const Faces *faces, int from, int to, uint32_t *side) {
    for (uint32_t f = 0; f < faces->count; f++)
        for (uint32_t i = 0; i < faces->size[f]; i++)
            if (faces->corner[f][i] == from && faces->corner[f][(i + 1) % faces->size[f]] == to) {
                *side = i;
                return f;
            }
    return FACE_NONE;
}

static void build(Memory *memory, const Point *vertices, uint32_t vertex_count, const Faces *faces,
                  Mesh *mesh) {
    *mesh = (Mesh){.vertex_count = vertex_count, .face_count = faces->count, .memory = memory};
    for (uint32_t f = 0; f < faces->count; f++) mesh->corner_count += faces->size[f];
    mesh->vertices = memory_take(memory, vertex_count, sizeof *mesh->vertices);
    mesh->is_computed = memory_take_zeroed(memory, vertex_count, 1);
    mesh->first = memory_take(memory, faces->count + 1, sizeof *mesh->first);
    mesh->corner = memory_take(memory, mesh->corner_count, sizeof *mesh->corner);
    mesh->neighbour = memory_take(memory, mesh->corner_count, sizeof *mesh->neighbour);
    memcpy(mesh->vertices, vertices, vertex_count * sizeof *vertices);
    uint32_t at = 0;
    for (uint32_t f = 0; f < faces->count; f++) {
        mesh->first[f] = at;
        for (uint32_t i = 0; i < faces->size[f]; i++) {
            uint32_t side;
            int from = faces->corner[f][i], to = faces->corner[f][(i + 1) % faces->size[f]];
            mesh->corner[at] = (uint32_t)from;
            mesh->neighbour[at++] = face_with_side(faces, to, from, &side);
        }
    }
    mesh->first[faces->count] = at;
    mesh_finish(mesh);
    Error error;
    ASSERT_OK(mesh_validate(mesh, "test", NULL, &error), &error);
}

void mesh_from_faces(Memory *memory, const Point *vertices, uint32_t vertex_count, const int *faces,
                     uint32_t length, Mesh *mesh) {
    static Faces list;
    list.count = 0;
    list.size[0] = 0;
    for (uint32_t i = 0; i < length; i++) {
        if (faces[i] >= 0)
            list.corner[list.count][list.size[list.count]++] = faces[i];
        else
            list.size[++list.count] = 0;
    }
    build(memory, vertices, vertex_count, &list, mesh);
}

static bool is_convex(const int *corner, uint32_t size, const Point *vertices) {
    for (uint32_t i = 0; i < size; i++)
        if (point_orientation(vertices[corner[i]], vertices[corner[(i + 1) % size]],
                              vertices[corner[(i + 2) % size]]) < 0)
            return false;
    return true;
}

/* Joins face f to the one across its side when the union is convex and they share that side only. */
static void try_join(Faces *faces, uint32_t f, uint32_t side, const Point *vertices) {
    uint32_t size = faces->size[f], other_side;
    int from = faces->corner[f][side], to = faces->corner[f][(side + 1) % size];
    uint32_t other = face_with_side(faces, to, from, &other_side);
    if (other == FACE_NONE || size + faces->size[other] > SIZE_MOST) return;
    int joined[2 * SIZE_MOST];
    uint32_t count = 0, other_size = faces->size[other];
    for (uint32_t i = 0; i < size - 1; i++) joined[count++] = faces->corner[f][(side + 1 + i) % size];
    for (uint32_t i = 0; i < other_size - 1; i++)
        joined[count++] = faces->corner[other][(other_side + 1 + i) % other_size];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (joined[i] == joined[j]) return;
    if (!is_convex(joined, count, vertices)) return;
    memcpy(faces->corner[f], joined, count * sizeof *joined);
    faces->size[f] = count;
    faces->count--;
    memcpy(faces->corner[other], faces->corner[faces->count], sizeof faces->corner[other]);
    faces->size[other] = faces->size[faces->count];
}

void mesh_from_triangles(const TriangleMap *map, Memory *memory, Rng *rng, uint32_t joins, Mesh *mesh) {
    enum { LINE = TRIANGLE_SIDE_MOST + 1 };
    static Point vertices[LINE * LINE];
    static Faces faces;
    faces.count = 0;
    for (uint32_t i = 0; i < LINE * LINE; i++) vertices[i] = map->vertex[i / LINE][i % LINE];
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++)
            for (int upper = 0; upper < 2; upper++) {
                if (map->blocked[y][x][upper]) continue;
                int a = (int)(y * LINE + x), b = a + 1, c = b + LINE, d = a + LINE;
                const int rising[2][3] = {{a, b, c}, {a, c, d}}, falling[2][3] = {{a, b, d}, {b, c, d}};
                memcpy(faces.corner[faces.count], map->falling[y][x] ? falling[upper] : rising[upper],
                       sizeof rising[0]);
                faces.size[faces.count++] = 3;
            }
    for (uint32_t i = 0; i < joins && faces.count > 0; i++) {
        uint32_t f = rng_below(rng, faces.count);
        try_join(&faces, f, rng_below(rng, faces.size[f]), vertices);
    }
    if (faces.count == 0) {
        *mesh = (Mesh){.memory = memory};
        return;
    }
    build(memory, vertices, LINE * LINE, &faces, mesh);
}

bool mesh_from_benchmarks(const char *name, Memory *memory, Mesh *mesh) {
    char path[512], *bytes;
    size_t length;
    Error error;
    snprintf(path, sizeof path, "%s/polyanya/%s", benchmarks_folder(), name);
    if (benchmarks_folder() == NULL || access(path, R_OK) != 0) {
        print_message("# skip: no %s; set TAUT_BENCHMARKS to the folder of the benchmark files\n", name);
        return false;
    }
    ASSERT_OK(file_read(path, memory, &bytes, &length, &error), &error);
    ASSERT_OK(mesh_read(bytes, length, path, memory, mesh, NULL, &error), &error);
    memory_give(memory, bytes);
    return true;
}

uint32_t rows_from_benchmarks(const char *name, PointRow *rows, uint32_t most) {
    char path[512], line[512];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/%s", benchmarks_folder(), name);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    while (count < most && fgets(line, sizeof line, file) != NULL) {
        PointRow *row = &rows[count];
        Point *start = &row->query.start, *goal = &row->query.goal;
        if (sscanf(line, "%lf %lf %lf %lf %lf", &start->x, &start->y, &goal->x, &goal->y, &row->length) ==
                5 ||
            sscanf(line, "%*d %*s %*d %*d %lf %lf %lf %lf %lf", &start->x, &start->y, &goal->x, &goal->y,
                   &row->length) == 5)
            count++;
    }
    fclose(file);
    return count;
}

uint32_t mesh_corner_after(const Mesh *mesh, uint32_t face, uint32_t corner) {
    return corner + 1 < mesh->first[face + 1] ? corner + 1 : mesh->first[face];
}

uint32_t mesh_corner_before(const Mesh *mesh, uint32_t face, uint32_t corner) {
    return corner > mesh->first[face] ? corner - 1 : mesh->first[face + 1] - 1;
}

/* The corner of the face across the edge that begins at a corner of `face`. */
uint32_t mesh_twin_of(const Mesh *mesh, uint32_t face, uint32_t corner) {
    uint32_t other = mesh->neighbour[corner];
    for (uint32_t i = mesh->first[other]; i < mesh->first[other + 1]; i++)
        if (mesh->corner[i] == mesh->corner[mesh_corner_after(mesh, face, corner)] &&
            mesh->corner[mesh_corner_after(mesh, other, i)] == mesh->corner[corner])
            return i;
    fail_msg("no twin");
    return 0;
}

void check_joined(const Mesh *mesh) {
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            uint32_t other = mesh->neighbour[i];
            if (other == FACE_NONE) continue;
            uint32_t twin = mesh_twin_of(mesh, f, i), next = mesh_corner_after(mesh, f, i);
            const Point *at = mesh->vertices;
            uint32_t before = mesh->corner[mesh_corner_before(mesh, f, i)],
                     after =
                         mesh->corner[mesh_corner_after(mesh, other, mesh_corner_after(mesh, other, twin))],
                     other_before = mesh->corner[mesh_corner_before(mesh, other, twin)],
                     other_after = mesh->corner[mesh_corner_after(mesh, f, next)];
            bool first = point_orientation(at[before], at[mesh->corner[i]], at[after]) >= 0;
            bool last = point_orientation(at[other_before], at[mesh->corner[next]], at[other_after]) >= 0;
            assert_false(first && last);
        }
}

void polyanya_bench_open(PolyanyaBench *bench, Memory *memory) {
    assert_int_equal(locator_create(&bench->mesh, memory, &bench->locator), STATUS_OK);
    assert_int_equal(polyanya_create(&bench->mesh, bench->locator, memory, &bench->polyanya), STATUS_OK);
    assert_int_equal(polyanya_scratch_create(bench->polyanya, memory, &bench->scratch), STATUS_OK);
    bench->path = point_path_in(memory);
}

void polyanya_bench_close(PolyanyaBench *bench) {
    point_path_destroy(&bench->path);
    polyanya_scratch_destroy(bench->scratch);
    polyanya_destroy(bench->polyanya);
    locator_destroy(bench->locator);
    mesh_destroy(&bench->mesh);
}

void polyanya_bench_ask(PolyanyaBench *bench, const PointQuery *query) {
    Counters counters = {0};
    assert_int_equal(polyanya_query(bench->scratch, query, &bench->path, &counters), STATUS_OK);
#ifndef TAUT_NO_COUNTERS
    assert_true(counters.popped <= counters.pushed && counters.pushed <= counters.generated);
#endif
}

void channel_from_points(Channel *channel, Memory *memory, const Point *points, uint32_t count) {
    *channel = channel_in(memory);
    channel->found = true;
    channel->start = points[0];
    channel->goal = points[count - 1];
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        Portal portal = {.left = points[i], .right = points[i + 1]};
        Point middle = {(points[i].x + points[i + 1].x) / 2, (points[i].y + points[i + 1].y) / 2};
        assert_int_equal(channel_add(channel, portal, middle), STATUS_OK);
    }
}

void channel_bench_open(ChannelBench *bench, Memory *memory) {
    assert_int_equal(locator_create(&bench->mesh, memory, &bench->locator), STATUS_OK);
    assert_int_equal(topology_create(&bench->mesh, memory, &bench->topology), STATUS_OK);
}

void channel_bench_close(ChannelBench *bench) {
    topology_destroy(bench->topology);
    locator_destroy(bench->locator);
    mesh_destroy(&bench->mesh);
}

PointQuery channel_bench_large(ChannelBench *bench, Memory *memory) {
    Rng rng = rng_from(7);
    TriangleMap map;
    triangle_map_random(&rng, 24, LAYOUT_PLAIN, false, 15, &map);
    mesh_from_triangles(&map, memory, &rng, 0, &bench->mesh);
    channel_bench_open(bench, memory);
    const Mesh *mesh = &bench->mesh;
    return (PointQuery){mesh->vertices[mesh->corner[0]],
                        mesh->vertices[mesh->corner[mesh->corner_count - 1]]};
}

static void channels_on_mesh(const ChannelTrials *plan, ChannelBench *bench, const TriangleMap *map,
                             const PointCheck *check, Memory *memory, Rng *rng, uint64_t seed) {
    for (int rule = (int)plan->first; rule <= (int)plan->last; rule++) {
        ChannelSearch *search;
        assert_int_equal(channel_search_create(bench->topology, bench->locator, (PortalRule)rule,
                                               PORTAL_CLAMP_DEFAULT, memory, &search),
                         STATUS_OK);
        Channel channel = channel_in(memory);
        for (int i = 0; i < plan->queries; i++) {
            PointQuery query = {triangle_map_point(map, rng), triangle_map_point(map, rng)};
            Counters counters = {0};
            assert_int_equal(channel_search(search, &query, &channel, &counters), STATUS_OK);
            if (channel.found) plan->check(plan->context, &channel, bench->topology, check, seed);
        }
        channel_destroy(&channel);
        channel_search_destroy(search);
    }
}

void channels_on_random_maps(const ChannelTrials *plan) {
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < plan->maps; seed++) {
        Rng rng = rng_from(seed ^ plan->salt);
        TriangleMap map;
        triangle_map_random(&rng, 2 + (uint32_t)(seed % 10), (Layout)(seed % LAYOUT_STRETCHED),
                            rng_below(&rng, 3) == 0, 10 + rng_below(&rng, 40), &map);
        Polygons polygons;
        PointCheck *check;
        triangle_map_polygons(&map, &memory, &polygons);
        assert_int_equal(point_check_create(&polygons, &memory, &check), STATUS_OK);
        for (int kind = 0; kind < 3 && polygons.edge_count > 0; kind++) {
            ChannelBench bench;
            if (kind == 0)
                assert_int_equal(trapezoid_create(&polygons, &memory, &bench.mesh), STATUS_OK);
            else
                mesh_from_triangles(&map, &memory, &rng, kind == 1 ? 0 : 400, &bench.mesh);
            channel_bench_open(&bench, &memory);
            channels_on_mesh(plan, &bench, &map, check, &memory, &rng, seed);
            channel_bench_close(&bench);
        }
        point_check_destroy(check);
        polygons_destroy(&polygons);
    }
    ASSERT_NOTHING_LIVE(&memory);
}
