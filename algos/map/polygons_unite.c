/* Obstacles that overlap, united exactly but for corners that are no lattice points.
 *
 * Every ring is turned so that its blocked side is on the left, and what counts is how often a place is
 * covered: by obstacles, and once outside of the boundary. Free is what is covered 0 times. Where two borders
 * cross at the edge of free space, the free corner there lies on the free (right) side of both. A lattice
 * spot of that corner is chosen, and both borders are bent so that they pass through it. Bending a border
 * from a to b over p adds the triangle a, p, b, which lies on its free side: cover only grows, and every ring
 * stays covered whole. Bent borders may cross others, so this is done again until no crossing is left at the
 * edge of free space; crossings among what is covered are of no account.
 *
 * It ends: with each round the free region becomes strictly smaller, and as its edges join lattice points of
 * the box there are finitely many such regions. It is right beside the blocked side that covered places are
 * added: all of them are within the distance of p from the border. */
#include "algos/map/polygons_unite.h"

#include "algos/core/lattice.h"
#include "algos/core/sort.h"
#include "algos/map/polygons_parts.h"

#include <math.h>

typedef struct Union {
    BorderList list;
    Spot low, high; /* the box of all borders */
    double displacement;
    double unit;
} Union;

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory to unite obstacles", NULL);
}

/* ---- from rings ---- */

static Spot spot_of(const Union *all, Point point) {
    return (Spot){(int64_t)(point.x / all->unit), (int64_t)(point.y / all->unit)};
}

static Spot ring_spot(const Union *all, const Rings *rings, uint32_t ring, uint32_t i) {
    uint32_t first = rings->first[ring], count = rings->first[ring + 1] - first;
    return spot_of(all, rings->points[first + i % count]);
}

static bool is_left_turning(const Union *all, const Rings *rings, uint32_t ring) {
    Area area = 0;
    uint32_t count = rings->first[ring + 1] - rings->first[ring];
    for (uint32_t i = 0; i < count; i++) {
        Spot a = ring_spot(all, rings, ring, i), b = ring_spot(all, rings, ring, i + 1);
        area += a.x * b.y - a.y * b.x;
    }
    return area > 0;
}

/* Adds the borders of all rings, the first one being the boundary. */
static Status add_rings(Union *all, const Rings *rings) {
    for (uint32_t ring = 0; ring < rings->ring_count; ring++) {
        int32_t left_more = is_left_turning(all, rings, ring) == (ring > 0) ? 1 : -1;
        uint32_t count = rings->first[ring + 1] - rings->first[ring];
        for (uint32_t i = 0; i < count; i++) {
            Spot from = ring_spot(all, rings, ring, i);
            TRY(borders_add(&all->list, from, ring_spot(all, rings, ring, i + 1), left_more));
        }
    }
    return STATUS_OK;
}

/* Each ring must be a simple polygon by itself: the sweep that found an overlap stopped there. */
static Status check_rings(const Rings *rings, const char *name, Memory *memory, Error *error) {
    Status status = STATUS_OK;
    for (uint32_t ring = 0; ring < rings->ring_count && status == STATUS_OK; ring++) {
        uint32_t first[] = {0, rings->first[ring + 1] - rings->first[ring]};
        Rings single = {.points = rings->points + rings->first[ring],
                        .first = first,
                        .ring_count = 1,
                        .point_count = first[1],
                        .boundary_count = 1};
        Arrangement arrangement = {.rings = &single,
                                   .file = rings,
                                   .file_first = ring,
                                   .name = name,
                                   .error = error,
                                   .memory = memory};
        Polygons ignored = {.memory = memory};
        status = polygons_arrange(&arrangement, &ignored);
        arrangement_destroy(&arrangement);
    }
    return status;
}

/* ---- bending ---- */

/* A spot that a border is bent to, and how far along it that is. */
typedef struct Bend {
    uint32_t border;
    Spot spot;
    int64_t along;
} Bend;

/* Bends of one round. Several of one border go along it between its ends, so that they do not turn back; a
 * bend beyond them stays alone. */
enum { STRAIGHT, BENT, BENT_BEYOND };
typedef struct Bends {
    Bend *list;
    uint32_t count;
    uint8_t *state; /* of each border */
} Bends;

static Bend bend_of(const Union *all, uint32_t border, Spot spot) {
    const Border *of = &all->list.borders[border];
    return (Bend){border, spot, spot_dot(of->low, of->high, spot)};
}

/* Whether the border already has an end there. */
static bool is_needless(const Union *all, const Bend *bend) {
    const Border *of = &all->list.borders[bend->border];
    return spot_equal(of->low, bend->spot) || spot_equal(of->high, bend->spot);
}

static bool is_beyond(const Union *all, const Bend *bend) {
    const Border *of = &all->list.borders[bend->border];
    return bend->along < 0 || bend->along > spot_dot(of->low, of->high, of->high);
}

/* Whether the bend can stand beside those of its border; otherwise it waits for the next round. */
static bool fits(const Union *all, const Bends *bends, const Bend *bend) {
    uint8_t state = bends->state[bend->border];
    return is_needless(all, bend) || state == STRAIGHT || (state == BENT && !is_beyond(all, bend));
}

static void add_bend(const Union *all, Bends *bends, const Bend *bend) {
    if (is_needless(all, bend)) return;
    bends->state[bend->border] = is_beyond(all, bend) ? BENT_BEYOND : BENT;
    bends->list[bends->count++] = *bend;
}

/* Chooses spots for the crossings; the first of them is always served. */
static void choose_bends(const Union *all, const BorderCrossings *crossings, Bends *bends, double *distance) {
    for (uint32_t i = 0; i < crossings->count; i++) {
        uint32_t border = crossings->list[i].border, other = crossings->list[i].other;
        double away;
        Spot spot =
            crossing_round(&all->list.borders[border], &all->list.borders[other], all->low, all->high, &away);
        Bend first = bend_of(all, border, spot), second = bend_of(all, other, spot);
        if (!fits(all, bends, &first) || !fits(all, bends, &second)) continue;
        add_bend(all, bends, &first);
        add_bend(all, bends, &second);
        if (away > *distance) *distance = away;
    }
}

static bool bend_first(const void *context, uint32_t a, uint32_t b) {
    const Bend *bends = context;
    if (bends[a].border != bends[b].border) return bends[a].border < bends[b].border;
    return bends[a].along < bends[b].along;
}

/* Replaces bent borders by what goes from bend to bend. */
static Status apply_bends(Union *all, const Bends *bends, const uint32_t *order) {
    for (uint32_t i = 0, end; i < bends->count; i = end) {
        uint32_t border = bends->list[order[i]].border;
        Spot from = bends->list[order[i]].spot;
        for (end = i + 1; end < bends->count && bends->list[order[end]].border == border; end++) {
            Spot to = bends->list[order[end]].spot;
            TRY(borders_add(&all->list, from, to, all->list.borders[border].more));
            from = to;
        }
        Border whole = all->list.borders[border];
        TRY(borders_add(&all->list, from, whole.high, whole.more));
        Spot to = bends->list[order[i]].spot;
        bool onward = spot_before(whole.low, to);
        all->list.borders[border] =
            (Border){onward ? whole.low : to, onward ? to : whole.low, onward ? whole.more : -whole.more};
    }
    return STATUS_OK;
}

static Status bend_borders(Union *all, const BorderCrossings *crossings) {
    Memory *memory = all->list.memory;
    Bends bends = {.list = memory_take(memory, 2 * (size_t)crossings->count, sizeof *bends.list),
                   .state = memory_take_zeroed(memory, all->list.count, 1)};
    uint32_t *order = memory_take(memory, 2 * (size_t)crossings->count, sizeof *order);
    uint32_t *room = memory_take(memory, 2 * (size_t)crossings->count, sizeof *room);
    Status status = STATUS_NO_MEMORY;
    if (bends.list != NULL && bends.state != NULL && order != NULL && room != NULL) {
        double distance = 0;
        choose_bends(all, crossings, &bends, &distance);
        for (uint32_t i = 0; i < bends.count; i++) order[i] = i;
        sort_items(order, room, bends.count, bend_first, bends.list);
        status = apply_bends(all, &bends, order);
        /* What later rounds add lies beside what this one blocked. */
        all->displacement += sqrt(distance) * all->unit;
    }
    memory_give(memory, room);
    memory_give(memory, order);
    memory_give(memory, bends.state);
    memory_give(memory, bends.list);
    return status;
}

/* ---- rounds ---- */

/* Until no crossing is left at the edge of free space; then keeps the borders of free space, with free on the
 * right of `more` above 0. */
static Status round_corners(Union *all) {
    Memory *memory = all->list.memory;
    for (bool done = false; !done;) {
        TRY(borders_normalise(&all->list));
        if (all->list.count == 0) return STATUS_OK;
        BorderCrossings crossings;
        int32_t *cover = memory_take(memory, all->list.count, sizeof *cover);
        if (cover == NULL) return STATUS_NO_MEMORY;
        Status status = borders_cross(&all->list, 1, cover, &crossings);
        done = crossings.count == 0;
        if (status == STATUS_OK && !done) status = bend_borders(all, &crossings);
        uint32_t kept = 0;
        for (uint32_t i = 0; status == STATUS_OK && done && i < all->list.count; i++)
            if (cover[i] == 0 || cover[i] + all->list.borders[i].more == 0)
                all->list.borders[kept++] = all->list.borders[i];
        if (done) all->list.count = kept;
        memory_give(memory, crossings.list);
        memory_give(memory, cover);
        TRY(status);
    }
    return STATUS_OK;
}

/* ---- to polygons ---- */

static uint32_t number_of(const Spot *spots, uint32_t count, Spot spot) {
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (spot_before(spot, spots[middle]))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* Joins edges that meet in a straight line where no other does: corners of what was united lie there. */
static Status straighten(Arrangement *arrangement) {
    Memory *memory = arrangement->memory;
    uint32_t vertices = arrangement->vertex_count, kept = 0;
    PolygonEdge *edges = arrangement->edges;
    uint32_t *into = memory_take(memory, vertices, sizeof *into); /* an edge that ends at the vertex */
    uint32_t *from = memory_take(memory, vertices, sizeof *from); /* one that begins there */
    uint32_t *degree = memory_take_zeroed(memory, vertices, sizeof *degree);
    if (into != NULL && from != NULL && degree != NULL) {
        for (uint32_t i = 0; i < arrangement->edge_count; i++) {
            from[edges[i].from] = into[edges[i].to] = i;
            degree[edges[i].from]++;
        }
        for (uint32_t v = 0; v < vertices; v++) {
            const Point *points = arrangement->vertices;
            PolygonEdge *first = &edges[into[v]], *second = &edges[from[v]];
            if (degree[v] != 1 || point_orientation(points[first->from], points[v], points[second->to]) != 0)
                continue;
            first->to = second->to;
            into[second->to] = into[v];
            second->to = second->from; /* gone */
        }
        for (uint32_t i = 0; i < arrangement->edge_count; i++)
            if (edges[i].from != edges[i].to) edges[kept++] = edges[i];
        arrangement->edge_count = kept;
    }
    memory_give(memory, into);
    memory_give(memory, from);
    memory_give(memory, degree);
    return kept != 0 ? STATUS_OK : STATUS_NO_MEMORY;
}

/* Vertices and edges of free space, as a sweep would leave them. */
static Status arrange_borders(const Union *all, Arrangement *arrangement) {
    Memory *memory = arrangement->memory;
    Spot *spots;
    TRY(borders_ends(&all->list, &spots, &arrangement->vertex_count));
    arrangement->vertices = memory_take(memory, arrangement->vertex_count, sizeof *arrangement->vertices);
    arrangement->edges = memory_take(memory, all->list.count, sizeof *arrangement->edges);
    if (arrangement->vertices != NULL && arrangement->edges != NULL) {
        for (uint32_t i = 0; i < arrangement->vertex_count; i++)
            arrangement->vertices[i] =
                (Point){(double)spots[i].x * all->unit, (double)spots[i].y * all->unit};
        for (uint32_t i = 0; i < all->list.count; i++) {
            const Border *border = &all->list.borders[i];
            uint32_t low = number_of(spots, arrangement->vertex_count, border->low);
            uint32_t high = number_of(spots, arrangement->vertex_count, border->high);
            bool free_right = border->more > 0;
            arrangement->edges[i] = (PolygonEdge){free_right ? high : low, free_right ? low : high};
        }
        arrangement->edge_count = all->list.count;
    }
    memory_give(memory, spots);
    return arrangement->edges != NULL && arrangement->vertices != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status settle_borders(const Union *all, Memory *memory, Polygons *made) {
    Arrangement arrangement = {.memory = memory};
    Status status = arrange_borders(all, &arrangement);
    if (status == STATUS_OK) status = straighten(&arrangement);
    if (status == STATUS_OK) status = polygons_settle(&arrangement, made);
    arrangement_destroy(&arrangement);
    if (status == STATUS_OK) status = polygons_finish(made);
    if (status != STATUS_OK) polygons_destroy(made);
    return status;
}

static void widen_box(Union *all, Spot spot) {
    if (spot.x < all->low.x) all->low.x = spot.x;
    if (spot.y < all->low.y) all->low.y = spot.y;
    if (spot.x > all->high.x) all->high.x = spot.x;
    if (spot.y > all->high.y) all->high.y = spot.y;
}

static void measure_box(Union *all) {
    if (all->list.count > 0) all->low = all->high = all->list.borders[0].low;
    for (uint32_t i = 0; i < all->list.count; i++) {
        widen_box(all, all->list.borders[i].low);
        widen_box(all, all->list.borders[i].high);
    }
}

/* From the borders on; gives them back. */
static Status unite(Union *all, const char *name, Polygons *made, Error *error) {
    Memory *memory = all->list.memory;
    measure_box(all);
    Status status = round_corners(all);
    if (status == STATUS_OK && all->list.count == 0)
        status = error_say(error, STATUS_BAD_INPUT, name,
                           ": found obstacles that fill the boundary, expected free space", NULL);
    if (status == STATUS_OK) status = settle_borders(all, memory, made);
    memory_give(memory, all->list.borders);
    made->united = true;
    made->displacement = all->displacement * (1 + 0x1p-40); /* above what was rounded in it */
    return status == STATUS_NO_MEMORY ? no_memory(error) : status;
}

Status borders_unite(BorderList *list, const char *name, Polygons *made, Error *error) {
    Union all = {.list = *list, .unit = power_of_two(made->lattice)};
    list->borders = NULL;
    return unite(&all, name, made, error);
}

static Status unite_rings(const Rings *rings, const char *name, Memory *memory, Polygons *made,
                          Error *error) {
    Union all = {.list = {.memory = memory}, .unit = power_of_two(made->lattice)};
    Status status = add_rings(&all, rings);
    if (status == STATUS_OK) return unite(&all, name, made, error);
    memory_give(memory, all.list.borders);
    return no_memory(error);
}

/* Why what overlaps is not united, after what was found. */
static Status not_united(const Rings *rings, Error *error) {
    if (error == NULL) return STATUS_BAD_INPUT;
    Error found = *error;
    return error_say(error, STATUS_BAD_INPUT, found.text, " (overlaps are united only ",
                     rings->nested || rings->boundary_count > 1
                         ? "where there is one boundary and its obstacles)"
                         : "where all coordinates fit 24 bits)",
                     NULL);
}

Status polygons_unite(const Rings *rings, const char *name, Memory *memory, Polygons *polygons,
                      Error *error) {
    Arrangement arrangement = {.rings = rings, .file = rings, .name = name, .error = error, .memory = memory};
    Polygons made = {.memory = memory};
    Status status = polygons_arrange(&arrangement, &made);
    if (!arrangement.overlap || rings->nested || rings->boundary_count > 1 || made.inexact) {
        status = polygons_complete(&arrangement, status, &made);
        if (status == STATUS_BAD_INPUT && arrangement.overlap) status = not_united(rings, error);
    } else {
        arrangement_destroy(&arrangement);
        status = check_rings(rings, name, memory, error);
        if (status == STATUS_OK) status = unite_rings(rings, name, memory, &made, error);
        if (status == STATUS_NO_MEMORY) status = no_memory(error);
    }
    if (status == STATUS_OK) *polygons = made;
    return status;
}
