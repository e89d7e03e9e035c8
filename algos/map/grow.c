/* What is blocked, B, grown by a convex polygon K around the origin (Lozano-Pérez and Wesley, "An algorithm
 * for planning collision-free paths among polyhedral obstacles", 1979): B ⊕ K is B, beside each edge e of B
 * the parallelogram between e and e + k, k being the corner of K that is farthest on the free side, and at
 * each convex corner v of B the fan of v + K between the farthest corners for both edges. (Shrink K until it
 * only touches B, from a point of the sum: where it touches an edge the point is in the parallelogram, at a
 * convex corner in the fan, and at a reflex one a corner of K touches, which is in the parallelograms of both
 * edges.)
 *
 * All of these have corners on the lattice and only add cover, so what is covered 0 times is free, exactly.
 * Their inner sides cancel, which leaves one closed line for each ring: moved edges, arcs at convex corners,
 * and at reflex ones a visit to the corner itself. */
#include "algos/map/grow.h"

#include "algos/core/lattice.h"
#include "algos/core/turn.h"
#include "algos/map/polygons_unite.h"

#include <assert.h>
#include <math.h>

/* K: counter-clockwise, convex, no corner inside an edge. */
typedef struct Disc {
    Spot corner[GROW_SEGMENTS_MOST];
    uint32_t count;
    double reach; /* of the farthest corner */
} Disc;

static int64_t round_up(double value) {
    int64_t whole = (int64_t)value;
    return whole + ((double)whole < value);
}

/* The corner between the tangents at i and i + 1 of `segments` parts of a turn, in the first eighth of it.
 * Both tangents' normals lie in the first quarter, so a corner that is moved up and to the right stays beyond
 * both, and so does the line between any two that share one. The factor is above what turn_direction and the
 * division round. */
static Spot tangent_corner(double radius, uint32_t segments, uint32_t i) {
    double reach = radius / turn_direction(0.5 / segments).x * (1 + 0x1p-40);
    Point to = turn_direction((i + 0.5) / segments);
    return (Spot){round_up(i == 0 ? radius : reach * to.x), round_up(reach * to.y)};
}

/* The tangents' corners, counter-clockwise from the first: those of an eighth, mirrored. */
static void list_corners(double radius, uint32_t segments, Spot *corners) {
    uint32_t quarter = segments / 4;
    for (uint32_t i = 0; i < segments / 8; i++) {
        Spot spot = tangent_corner(radius, segments, i);
        corners[i] = spot;
        corners[quarter - 1 - i] = (Spot){spot.y, spot.x};
    }
    for (uint32_t i = 0; i < segments - quarter; i++)
        corners[quarter + i] = (Spot){-corners[i].y, corners[i].x};
}

/* Their hull (Graham's scan: they go around the origin by direction): rounded they may not be convex. The
 * first of those that are farthest to the right and then up is one of its corners. */
static void disc_create(double radius, uint32_t segments, Disc *disc) {
    Spot corners[GROW_SEGMENTS_MOST] = {{0, 0}};
    uint32_t start = 0;
    list_corners(radius, segments, corners);
    for (uint32_t i = 1; i < segments; i++)
        if (spot_before(corners[start], corners[i])) start = i;
    disc->count = 0;
    for (uint32_t i = 0; i <= segments; i++) {
        Spot next = corners[(start + i) % segments];
        while (disc->count > 1 &&
               spot_area(disc->corner[disc->count - 2], disc->corner[disc->count - 1], next) <= 0)
            disc->count--;
        if (i < segments && (disc->count == 0 || !spot_equal(disc->corner[disc->count - 1], next)))
            disc->corner[disc->count++] = next;
    }
    disc->reach = 0;
    for (uint32_t i = 0; i < disc->count; i++) {
        double x = (double)disc->corner[i].x, y = (double)disc->corner[i].y, reach = sqrt(x * x + y * y);
        if (reach > disc->reach) disc->reach = reach;
    }
}

/* The number of the corner that is farthest to the left of the line from a to b; of two the same for all
 * lines of that direction. */
static uint32_t farthest_left(const Disc *disc, Spot a, Spot b) {
    uint32_t best = 0;
    int64_t most = INT64_MIN;
    for (uint32_t i = 0; i < disc->count; i++) {
        int64_t away = (b.x - a.x) * disc->corner[i].y - (b.y - a.y) * disc->corner[i].x;
        if (away <= most) continue;
        most = away;
        best = i;
    }
    return best;
}

static Spot moved(Spot spot, const Disc *disc, uint32_t corner) {
    return (Spot){spot.x + disc->corner[corner].x, spot.y + disc->corner[corner].y};
}

/* One closed line, drawn spot by spot; blocked lies on its right. */
typedef struct Pen {
    BorderList *list;
    Spot at;
} Pen;

static Status draw_to(Pen *pen, Spot to) {
    Spot from = pen->at;
    pen->at = to;
    return borders_add(pen->list, from, to, -1);
}

/* From beside the edge that ends at the corner of the ring to beside the one that begins there. */
static Status draw_corner(Pen *pen, const Disc *disc, const Spot corner[3], uint32_t into, uint32_t out) {
    Spot at = corner[1];
    if (spot_area(corner[0], at, corner[2]) <= 0) { /* to the right: a clockwise arc */
        for (uint32_t i = into; i != out;) {
            i = (i == 0 ? disc->count : i) - 1;
            TRY(draw_to(pen, moved(at, disc, i)));
        }
        return STATUS_OK;
    }
    TRY(draw_to(pen, at));
    return draw_to(pen, moved(at, disc, out));
}

static Status grow_ring(const Disc *disc, const Spot *ring, uint32_t count, BorderList *list) {
    uint32_t into = farthest_left(disc, ring[count - 1], ring[0]);
    Pen pen = {list, moved(ring[0], disc, into)};
    for (uint32_t i = 0; i < count; i++) {
        Spot before = ring[(i == 0 ? count : i) - 1], at = ring[i], after = ring[(i + 1) % count];
        uint32_t out = farthest_left(disc, at, after);
        TRY(draw_corner(&pen, disc, (Spot[]){before, at, after}, into, out));
        TRY(draw_to(&pen, moved(after, disc, out)));
        into = out;
    }
    return STATUS_OK;
}

static Status grow_rings(const Rings *rings, const Disc *disc, double per_unit, BorderList *list) {
    Spot *spots = memory_take(list->memory, rings->point_count, sizeof *spots);
    if (spots == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < rings->point_count; i++) {
        LatticePoint point = lattice_point(rings->points[i], per_unit);
        spots[i] = (Spot){point.x, point.y};
    }
    Status status = STATUS_OK;
    for (uint32_t ring = 0; ring < rings->ring_count && status == STATUS_OK; ring++)
        status =
            grow_ring(disc, spots + rings->first[ring], rings->first[ring + 1] - rings->first[ring], list);
    memory_give(list->memory, spots);
    return status;
}

/* The smallest lattice that holds the map: free space has become smaller. */
static int lattice_of(const Polygons *polygons) {
    int lattice = polygons->lattice;
    double most[] = {polygons->low.x, polygons->low.y, polygons->high.x, polygons->high.y}, size = 0;
    for (int i = 0; i < 4; i++) {
        if (most[i] > size) size = most[i];
        if (-most[i] > size) size = -most[i];
    }
    while (size < power_of_two(lattice + 23)) lattice--;
    return lattice;
}

static Status grow(const Polygons *polygons, const Disc *disc, const char *name, Polygons *made,
                   Error *error) {
    Rings rings;
    BorderList list = {.memory = made->memory};
    Status status = polygons_rings(polygons, made->memory, &rings);
    if (status == STATUS_OK) {
        status = grow_rings(&rings, disc, power_of_two(-polygons->lattice), &list);
        rings_destroy(&rings);
    }
    if (status == STATUS_OK) return borders_unite(&list, name, made, error);
    memory_give(list.memory, list.borders);
    return error_say(error, status, "no memory to grow obstacles", NULL);
}

Status polygons_grow(const Polygons *polygons, double radius, uint32_t segments, const char *name,
                     Memory *memory, Polygons *grown, Error *error) {
    assert(radius > 0 && segments >= 8 && segments % 8 == 0 && segments <= GROW_SEGMENTS_MOST);
    if (polygons->inexact)
        return error_say(error, STATUS_REFUSED, name, ": obstacles are grown only where all coordinates fit ",
                         "24 bits", NULL);
    double unit = power_of_two(polygons->lattice);
    /* A disc as wide as the map fits nowhere; any smaller one stays within twice the lattice's size. */
    if (2 * radius >= polygons->high.x - polygons->low.x || 2 * radius >= polygons->high.y - polygons->low.y)
        return error_say(error, STATUS_BAD_INPUT, name,
                         ": the radius leaves no free space: the map is not wider", " than the body", NULL);
    Disc disc;
    disc_create(radius / unit, segments, &disc);
    Polygons made = {.memory = memory, .lattice = polygons->lattice};
    TRY(grow(polygons, &disc, name, &made, error));
    made.lattice = lattice_of(&made);
    made.radius = radius;
    made.excess = disc.reach * unit * (1 + 0x1p-40) - radius + made.displacement;
    made.displacement += polygons->displacement;
    *grown = made;
    return STATUS_OK;
}
