#include "tests/edit_support.h"

#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/trapezoid.h"
#include "tests/mesh_support.h"

#include <string.h>

Point *points_copy(Memory *memory, const Point *points, uint32_t count) {
    Point *copy = memory_take(memory, count, sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, points, count * sizeof *copy);
    return copy;
}

void kept_note(Kept *kept, uint32_t number, const Point *points, uint32_t count) {
    assert_true(kept->count < OBSTACLES_MOST);
    kept->number[kept->count] = number;
    kept->points[kept->count] = points_copy(&kept->memory, points, count);
    kept->corners[kept->count++] = count;
}

void kept_forget(Kept *kept, uint32_t at) {
    memory_give(&kept->memory, kept->points[at]);
    kept->count--;
    kept->number[at] = kept->number[kept->count];
    kept->points[at] = kept->points[kept->count];
    kept->corners[at] = kept->corners[kept->count];
}

void kept_open_map(const Polygons *map, EditKind kind, Kept *kept) {
    Error error;
    *kept = (Kept){.memory = system_memory(), .low = map->low, .high = map->high, .kind = kind};
    ASSERT_OK(edit_mesh_create(map, kind, &kept->memory, &kept->mesh, &error), &error);
    assert_int_equal(polygons_rings(map, &kept->memory, &kept->start), STATUS_OK);
    assert_int_equal(kept->start.boundary_count, edit_mesh_first(kept->mesh));
    assert_int_equal(kept->start.ring_count, edit_mesh_end(kept->mesh));
    for (uint32_t r = kept->start.boundary_count; r < kept->start.ring_count; r++)
        kept_note(kept, r, kept->start.points + kept->start.first[r],
                  kept->start.first[r + 1] - kept->start.first[r]);
}

void kept_open(const Rings *rings, EditKind kind, Kept *kept) {
    Memory memory = system_memory();
    Polygons map;
    Error error;
    ASSERT_OK(polygons_create(rings, "map", &memory, &map, &error), &error);
    kept_open_map(&map, kind, kept);
    polygons_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

void kept_close(Kept *kept) {
    for (uint32_t i = 0; i < kept->count; i++) memory_give(&kept->memory, kept->points[i]);
    rings_destroy(&kept->start);
    edit_mesh_destroy(kept->mesh);
    ASSERT_NOTHING_LIVE(&kept->memory);
}

/* The map with what is there, and one more obstacle if there is one. */
static Status kept_map(const Kept *kept, const Point *more, uint32_t more_count, Memory *memory,
                       Polygons *map) {
    Rings rings = {.memory = memory, .boundary_count = kept->start.boundary_count};
    uint32_t points = kept->start.first[rings.boundary_count];
    uint32_t most = points + more_count;
    for (uint32_t i = 0; i < kept->count; i++) most += kept->corners[i];
    rings.points = memory_take(memory, most, sizeof *rings.points);
    rings.first = memory_take(memory, rings.boundary_count + kept->count + 2, sizeof *rings.first);
    memcpy(rings.points, kept->start.points, points * sizeof *rings.points);
    memcpy(rings.first, kept->start.first, (rings.boundary_count + 1) * sizeof *rings.first);
    rings.ring_count = rings.boundary_count;
    for (uint32_t i = 0; i < kept->count + (more_count > 0); i++) {
        uint32_t count = i < kept->count ? kept->corners[i] : more_count;
        memcpy(rings.points + points, i < kept->count ? kept->points[i] : more, count * sizeof *rings.points);
        points += count;
        rings.first[++rings.ring_count] = points;
    }
    rings.point_count = points;
    Status status = polygons_create(&rings, "map", memory, map, NULL);
    rings_destroy(&rings);
    return status;
}

/* ---- equal to a rebuild ---- */

#define SAME(A, B, FIELD, COUNT) (memcmp((A)->FIELD, (B)->FIELD, (COUNT) * sizeof *(A)->FIELD) == 0)

static bool meshes_equal(const Mesh *a, const Mesh *b) {
    return a->hash == b->hash && a->vertex_count == b->vertex_count && a->face_count == b->face_count &&
           a->corner_count == b->corner_count && a->computed_count == b->computed_count &&
           SAME(a, b, vertices, a->vertex_count) && SAME(a, b, is_computed, a->vertex_count) &&
           SAME(a, b, line, a->computed_count) && SAME(a, b, first, a->face_count + 1) &&
           SAME(a, b, corner, a->corner_count) && SAME(a, b, neighbour, a->corner_count);
}

static Status mesh_build(const Polygons *map, EditKind kind, Memory *memory, Mesh *mesh) {
    return kind == EDIT_TRAPEZOIDS ? trapezoid_create(map, memory, mesh)
           : kind == EDIT_MERGED   ? cdt_merged_create(map, memory, mesh)
                                   : cdt_create(map, memory, mesh);
}

/* Both give paths of equal lengths, exactly, between random points. Takes the meshes. */
static bool lengths_equal(const Mesh *one, const Mesh *other, Rng *rng) {
    PolyanyaBench bench[2] = {{.mesh = *one}, {.mesh = *other}};
    bool equal = true;
    for (int i = 0; i < 2; i++) polyanya_bench_open(&bench[i], one->memory);
    for (int i = 0; i < 6; i++) {
        PointQuery query;
        double width = one->high.x - one->low.x, height = one->high.y - one->low.y;
        query.start = (Point){one->low.x + width * rng_below(rng, 33) / 32,
                              one->low.y + height * rng_below(rng, 33) / 32};
        query.goal = (Point){one->low.x + width * rng_below(rng, 33) / 32,
                             one->low.y + height * rng_below(rng, 33) / 32};
        for (int k = 0; k < 2; k++) polyanya_bench_ask(&bench[k], &query);
        equal = equal && (bench[0].path.count == 0) == (bench[1].path.count == 0) &&
                euclid_compare(bench[0].path.points, bench[0].path.count, bench[1].path.points,
                               bench[1].path.count) == 0;
    }
    for (int i = 0; i < 2; i++) polyanya_bench_close(&bench[i]);
    return equal;
}

bool equals_rebuilt(const Kept *kept, Rng *rng) {
    Memory memory = system_memory();
    Polygons map, packed_map;
    Mesh mesh, packed;
    Error error;
    assert_int_equal(kept_map(kept, NULL, 0, &memory, &map), STATUS_OK);
    assert_int_equal(mesh_build(&map, kept->kind, &memory, &mesh), STATUS_OK);
    assert_int_equal(edit_mesh_pack(kept->mesh, &memory, &packed_map, &packed), STATUS_OK);
    bool equal = packed_map.hash == map.hash && point_equal(packed.low, kept->low) &&
                 point_equal(packed.high, kept->high);
    if (kept->kind != EDIT_MERGED) {
        equal = equal && edit_mesh_hash(kept->mesh) == edit_hash_of(&mesh, kept->kind) &&
                meshes_equal(&packed, &mesh);
        mesh_destroy(&mesh);
        mesh_destroy(&packed);
    } else {
        equal = equal && mesh_validate(&packed, "packed", NULL, &error) == STATUS_OK;
        check_joined(&packed);
        equal = lengths_equal(&packed, &mesh, rng) && equal;
    }
    polygons_destroy(&map);
    polygons_destroy(&packed_map);
    ASSERT_NOTHING_LIVE(&memory);
    return equal;
}

/* ---- changes ---- */

static bool touches_itself(const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            Point a = points[i], b = points[(i + 1) % count], c = points[k];
            if (!point_equal(c, a) && !point_equal(c, b)) {
                if (segments_meet(a, b, c, c) != MEETING_NONE) return true;
            } else if (point_equal(c, a) && k != i && k != (i + 1) % count && i != (k + 1) % count) {
                return true;
            }
        }
    return false;
}

/* False where the mesh takes what a rebuild refuses, or the other way round. */
bool kept_add(Kept *kept, const Point *points, uint32_t count) {
    Memory memory = system_memory();
    Polygons map;
    Error error;
    bool fits = kept_map(kept, points, count, &memory, &map) == STATUS_OK;
    if (fits) polygons_destroy(&map);
    uint32_t number;
    uint64_t hash = edit_mesh_hash(kept->mesh);
    Status status = edit_mesh_add(kept->mesh, points, count, &number, &kept->counts, &error);
    if (status == STATUS_OK) kept_note(kept, number, points, count);
    kept->added += status == STATUS_OK;
    kept->refused += status != STATUS_OK;
    if (status == STATUS_REFUSED) return touches_itself(points, count);
    return (status == STATUS_OK) == fits && (fits || edit_mesh_hash(kept->mesh) == hash);
}

bool kept_remove(Kept *kept, uint32_t pick) {
    Error error;
    if (kept->count == 0) return true;
    uint32_t at = pick % kept->count;
    uint32_t corners = edit_mesh_obstacle(kept->mesh, kept->number[at], NULL, 0);
    assert_true(corners >= 3 && corners <= kept->corners[at]); /* points that were said twice are gone */
    Status status = edit_mesh_remove(kept->mesh, kept->number[at], &kept->counts, &error);
    if (status == STATUS_REFUSED) return kept->start.boundary_count > 1;
    kept->removed++;
    kept_forget(kept, at);
    return status == STATUS_OK;
}
