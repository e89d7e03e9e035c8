/* The decomposition that document D0 publishes, by loops of the same structure, for comparison of time.
 *
 * Its cost is kept: each of the slabs between neighbouring x looks at every edge, each gap in a slab at every
 * obstacle, each pair of trapezoids is tried for a portal. So are its defects: single precision; x closer
 * than 1e-3 count as one, so that a slab narrower than that is dropped and what lies in it is cut through or
 * paved over; portals shorter than 1e-3 are left out, corners closer than 1e-4 merged; heights of two edges
 * that meet are compared as rounded. Where none of this bites the mesh is that of the sweep. */
#include "algos/mesh/trapezoid_published_parts.h"

#include "algos/core/sort.h"

static float height_at(FlatEdge edge, float x) {
    return edge.p.y + (edge.q.y - edge.p.y) * (x - edge.p.x) / (edge.q.x - edge.p.x);
}

/* Whether a ray to the right crosses the ring an odd number of times. */
static bool is_inside(const Published *build, uint32_t ring, Flat at) {
    bool inside = false;
    uint32_t begin = build->ring_first[ring], end = build->ring_first[ring + 1];
    for (uint32_t i = begin; i < end; i++) {
        Flat a = build->points[i], b = build->points[i + 1 < end ? i + 1 : begin];
        if ((a.y > at.y) == (b.y > at.y)) continue;
        if (at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

static bool is_blocked(const Published *build, Flat at) {
    for (uint32_t ring = 0; ring < build->ring_count; ring++)
        if (is_inside(build, ring, at)) return true;
    return false;
}

typedef struct Slab {
    const Published *build;
    float middle;
} Slab;

static bool edge_below(const void *context, uint32_t a, uint32_t b) {
    const Slab *slab = context;
    return height_at(slab->build->edges[a], slab->middle) < height_at(slab->build->edges[b], slab->middle);
}

static bool x_before(const void *context, uint32_t a, uint32_t b) {
    const float *x = context;
    return x[a] < x[b];
}

static Status add_trapezoid(Published *build, Trapezoid added) {
    if (build->count == build->capacity) {
        uint32_t capacity = build->capacity < 64 ? 64 : build->capacity * 2;
        Trapezoid *moved = memory_resize(build->memory, build->trapezoids, capacity, sizeof *moved);
        if (moved == NULL) return STATUS_NO_MEMORY;
        build->trapezoids = moved;
        build->capacity = capacity;
    }
    build->trapezoids[build->count++] = added;
    return STATUS_OK;
}

/* The trapezoid of the slab before that this one continues, taken out there; or itself. */
static Trapezoid merge(Trapezoid *before, uint32_t *count, Trapezoid trapezoid) {
    for (uint32_t i = 0; i < *count; i++) {
        float apart = before[i].x1 - trapezoid.x0;
        if (before[i].low != trapezoid.low || before[i].high != trapezoid.high) continue;
        if (apart >= NEAR_X || apart <= -NEAR_X) continue;
        trapezoid.x0 = before[i].x0;
        for ((*count)--; i < *count; i++) before[i] = before[i + 1];
        break;
    }
    return trapezoid;
}

/* One slab; what of the slab before is not continued is done. */
static Status pass_slab(Published *build, float x0, float x1) {
    Slab slab = {build, (x0 + x1) / 2};
    uint32_t crossing = 0, count = 0;
    for (uint32_t e = 0; e < build->edge_count; e++)
        if (build->edges[e].p.x <= x0 + NEAR_X && build->edges[e].q.x >= x1 - NEAR_X)
            build->crossing[crossing++] = e;
    sort_items(build->crossing, build->room, crossing, edge_below, &slab);
    for (uint32_t k = 0; k + 1 < crossing; k++) {
        uint32_t low = build->crossing[k], high = build->crossing[k + 1];
        Flat middle = {
            slab.middle,
            (height_at(build->edges[low], slab.middle) + height_at(build->edges[high], slab.middle)) / 2};
        if (is_blocked(build, middle)) continue;
        build->slab[count++] =
            merge(build->before, &build->before_count, (Trapezoid){x0, x1, low, high, 0, 0, 0, 0});
    }
    for (uint32_t i = 0; i < build->before_count; i++) TRY(add_trapezoid(build, build->before[i]));
    Trapezoid *swapped = build->before;
    build->before = build->slab;
    build->slab = swapped;
    build->before_count = count;
    return STATUS_OK;
}

/* Sorted x, those left out that are near the one kept before. */
static uint32_t sort_x(Published *build) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < build->x_count; i++) build->crossing[i] = i;
    sort_items(build->crossing, build->room, build->x_count, x_before, build->x);
    for (uint32_t i = 0; i < build->x_count; i++) {
        float x = build->x[build->crossing[i]];
        if (count == 0 || !(x - build->sorted[count - 1] < NEAR_X)) build->sorted[count++] = x;
    }
    return count;
}

static Status pass_slabs(Published *build) {
    uint32_t count = sort_x(build);
    for (uint32_t i = 0; i + 1 < count; i++) TRY(pass_slab(build, build->sorted[i], build->sorted[i + 1]));
    for (uint32_t i = 0; i < build->before_count; i++) TRY(add_trapezoid(build, build->before[i]));
    return STATUS_OK;
}

static Status add_link(Published *build, Link link) {
    if (build->link_count == build->link_capacity) {
        uint32_t capacity = build->link_capacity < 64 ? 64 : build->link_capacity * 2;
        Link *moved = memory_resize(build->memory, build->links, capacity, sizeof *moved);
        if (moved == NULL) return STATUS_NO_MEMORY;
        build->links = moved;
        build->link_capacity = capacity;
    }
    build->links[build->link_count++] = link;
    return STATUS_OK;
}

/* Every pair whose sides are at one x and overlap. */
static Status find_links(Published *build) {
    for (uint32_t a = 0; a < build->count; a++) {
        for (uint32_t b = 0; b < build->count; b++) {
            Trapezoid left = build->trapezoids[a], right = build->trapezoids[b];
            float apart = left.x1 - right.x0, x = left.x1;
            if (apart > NEAR_X || apart < -NEAR_X) continue;
            float low = height_at(build->edges[left.low], x), other = height_at(build->edges[right.low], x);
            if (other > low) low = other;
            float high = height_at(build->edges[left.high], x);
            other = height_at(build->edges[right.high], x);
            if (other < high) high = other;
            if (high - low < NEAR_X) continue;
            TRY(add_link(build, (Link){a, b, x, low, high}));
        }
    }
    return STATUS_OK;
}

float published_height(const Published *build, uint32_t edge, float x) {
    return height_at(build->edges[edge], x);
}

Status trapezoid_published_create(const Polygons *polygons, Memory *memory, Mesh *mesh, Error *error) {
    Published build;
    TRY(published_begin(polygons, memory, &build, error));
    Status status = pass_slabs(&build);
    if (status == STATUS_OK) status = find_links(&build);
    if (status == STATUS_OK) status = published_mesh(&build, mesh);
    published_destroy(&build);
    return status;
}
