/* Triangles by a plane sweep (Hertel and Mehlhorn, "Fast triangulation of simple polygons", 1983, section 2).
 *
 * Vertices are passed by x, then y: as if the plane were sheared a little, so that no line is upright and no
 * two vertices are met at once. What is free on the sweep line lies between a floor and a ceiling; what is
 * left of it there has been cut into triangles up to a chain of edges that runs from the floor's left end to
 * the ceiling's, bends to the left only (or not at all), and so bulges towards the line. A vertex that comes
 * is joined to all edges of the chain that it sees. Edges do not cross and vertices lie on no other edge
 * (polygons.h), so no case is left out. */
#include "algos/mesh/cdt_parts.h"

#include "algos/core/order.h"
#include "algos/mesh/incidence.h"

#include <assert.h>

#define NONE UINT32_MAX
/* What lies left of an edge of a chain, as a corner that begins there: a wall; or, with this bit, nothing
 * yet, and the corner that comes first waits in `waiting` for the other side's. */
#define WALL    UINT32_MAX
#define WAITING (UINT32_C(1) << 31)

typedef struct Link {
    uint32_t vertex, next, last;
    uint32_t edge; /* what lies left of the edge to the next */
} Link;

/* A free stretch of the sweep line and the chain behind it. */
typedef struct Front {
    uint32_t floor, ceiling; /* edges */
    uint32_t head, tail;     /* links: at the floor's and at the ceiling's left end */
    uint32_t newest;         /* the link of the last vertex passed: seen from all of the stretch */
} Front;

typedef struct Sweep {
    const Polygons *map;
    Incidence incidence;
    Order order; /* fronts, from below */
    Front *fronts;
    uint32_t *front_of; /* of an edge that the line meets */
    Link *links;
    uint32_t *waiting;
    uint32_t front_count, unused, link_count, waiting_count; /* unused fronts: a list through `head` */
    Loops *loops;
    void *room;
    Memory *memory;
} Sweep;

/* ---- triangles ---- */

/* Joins a corner's edge to what lies on its other side. */
static void join(Sweep *sweep, uint32_t corner, uint32_t edge) {
    uint32_t *twin = sweep->loops->twin;
    twin[corner] = NONE;
    if (edge == WALL) return;
    if ((edge & WAITING) != 0) {
        uint32_t *waits = &sweep->waiting[edge & ~WAITING];
        edge = *waits;
        *waits = corner;
        if (edge == NONE) return;
    }
    twin[corner] = edge;
    twin[edge] = corner;
}

/* Adds the triangle abc; returns its first corner. The edge from a to b is joined by what comes next. */
static uint32_t add_triangle(Sweep *sweep, uint32_t a, uint32_t b, uint32_t c, uint32_t across_bc,
                             uint32_t across_ca) {
    Loops *loops = sweep->loops;
    uint32_t corner = loops->count;
    const uint32_t vertex[3] = {a, b, c};
    for (uint32_t i = 0; i < 3; i++) {
        loops->vertex[corner + i] = vertex[i];
        loops->next[corner + i] = corner + (i + 1) % 3;
    }
    loops->count += 3;
    loops->twin[corner] = NONE;
    join(sweep, corner + 1, across_bc);
    join(sweep, corner + 2, across_ca);
    return corner;
}

/* ---- chains ---- */

static uint32_t add_link(Sweep *sweep, uint32_t vertex) {
    sweep->links[sweep->link_count] = (Link){vertex, NONE, NONE, WALL};
    return sweep->link_count++;
}

/* Whether the vertex sees the chain's edge between two links from the right. */
static bool sees(const Sweep *sweep, uint32_t vertex, uint32_t link, uint32_t next) {
    const Point *at = sweep->map->vertices;
    return incidence_side(&sweep->incidence, at[sweep->links[link].vertex], at[sweep->links[next].vertex],
                          at[vertex]) < 0;
}

/* The vertex comes after the chain's upper end; `edge` lies between. */
static void push_upper(Sweep *sweep, Front *front, uint32_t vertex, uint32_t edge) {
    Link *links = sweep->links;
    uint32_t tail = front->tail;
    for (uint32_t last = links[tail].last; last != NONE && sees(sweep, vertex, last, tail);
         tail = last, last = links[tail].last)
        edge = add_triangle(sweep, links[last].vertex, vertex, links[tail].vertex, edge, links[last].edge);
    uint32_t link = add_link(sweep, vertex);
    links[tail].next = link;
    links[tail].edge = edge;
    links[link].last = tail;
    front->tail = front->newest = link;
}

/* The vertex comes before the chain's lower end. */
static void push_lower(Sweep *sweep, Front *front, uint32_t vertex, uint32_t edge) {
    Link *links = sweep->links;
    uint32_t head = front->head;
    for (uint32_t next = links[head].next; next != NONE && sees(sweep, vertex, head, next);
         head = next, next = links[head].next)
        edge = add_triangle(sweep, vertex, links[next].vertex, links[head].vertex, links[head].edge, edge);
    uint32_t link = add_link(sweep, vertex);
    links[head].last = link;
    links[link].next = head;
    links[link].edge = edge;
    front->head = front->newest = link;
}

/* ---- fronts ---- */

static uint32_t take_front(Sweep *sweep) {
    uint32_t front = sweep->unused;
    if (front == NONE) return sweep->front_count++;
    sweep->unused = sweep->fronts[front].head;
    return front;
}

static void drop_front(Sweep *sweep, uint32_t front) {
    order_remove(&sweep->order, front);
    sweep->fronts[front].head = sweep->unused;
    sweep->unused = front;
}

static void set_floor(Sweep *sweep, uint32_t front, uint32_t edge) {
    sweep->fronts[front].floor = edge;
    sweep->front_of[edge] = front;
}

static void set_ceiling(Sweep *sweep, uint32_t front, uint32_t edge) {
    sweep->fronts[front].ceiling = edge;
    sweep->front_of[edge] = front;
}

/* The front that holds the point, or the one below it, or NONE. */
static uint32_t find_front(const Sweep *sweep, Point point) {
    uint32_t below = NONE;
    for (uint32_t at = sweep->order.root; at != ORDER_NONE;) {
        if (height_over_edge(&sweep->incidence, sweep->fronts[at].floor, point) < 0) {
            at = sweep->order.link[at].below;
        } else {
            below = at;
            if (height_over_edge(&sweep->incidence, sweep->fronts[at].ceiling, point) < 0) break;
            at = sweep->order.link[at].above;
        }
    }
    return below;
}

/* Floor and ceiling meet at the vertex, which then sees the whole chain. */
static void close_front(Sweep *sweep, uint32_t front, uint32_t vertex) {
    push_upper(sweep, &sweep->fronts[front], vertex, WALL);
    assert(sweep->links[sweep->fronts[front].head].next == sweep->fronts[front].tail);
    drop_front(sweep, front);
}

/* A front that begins at the vertex, above front `last`. */
static uint32_t open_front(Sweep *sweep, uint32_t vertex, uint32_t floor, uint32_t ceiling, uint32_t last) {
    uint32_t front = take_front(sweep), link = add_link(sweep, vertex);
    sweep->fronts[front].head = sweep->fronts[front].tail = sweep->fronts[front].newest = link;
    set_floor(sweep, front, floor);
    set_ceiling(sweep, front, ceiling);
    order_insert(&sweep->order, front, last == NONE ? ORDER_NONE : last);
    return front;
}

/* Obstacles begin at a vertex amid the front: what is above them becomes a front of its own. Both are joined
 * across the edge from the vertex to the newest one. */
static uint32_t split_front(Sweep *sweep, uint32_t front, uint32_t vertex) {
    Front *lower = &sweep->fronts[front];
    uint32_t above = take_front(sweep), low = lower->newest;
    uint32_t high = add_link(sweep, sweep->links[low].vertex);
    Front *upper = &sweep->fronts[above];
    Link *links = sweep->links;
    links[high].next = links[low].next;
    links[high].edge = links[low].edge;
    if (links[high].next != NONE) links[links[high].next].last = high;
    links[low].next = NONE;
    upper->head = high;
    upper->tail = low == lower->tail ? high : lower->tail;
    lower->tail = low;
    uint32_t between = sweep->waiting_count++;
    sweep->waiting[between] = NONE;
    set_ceiling(sweep, above, lower->ceiling);
    order_insert(&sweep->order, above, front);
    push_upper(sweep, lower, vertex, between | WAITING);
    push_lower(sweep, upper, vertex, between | WAITING);
    return above;
}

/* Obstacles end at the vertex that both chains now end with: the fronts below and above them become one. */
static void unite_fronts(Sweep *sweep, uint32_t below, uint32_t above) {
    Front *lower = &sweep->fronts[below], *upper = &sweep->fronts[above];
    Link *links = sweep->links, *joint = &links[lower->tail];
    joint->next = links[upper->head].next; /* there is one: the floor's left end was pushed against */
    joint->edge = links[upper->head].edge;
    links[joint->next].last = lower->tail;
    lower->tail = upper->tail;
    set_ceiling(sweep, below, upper->ceiling);
    drop_front(sweep, above);
}

/* Edges at a vertex alternate, floors and ceilings. The lowest on the left may be the ceiling of a front that
 * goes on below it, the highest the floor of one above; so on the right, and they are the same fronts, for no
 * edge goes straight down or up. */
static void pass_vertex(Sweep *sweep, uint32_t vertex) {
    Incidence *at = &sweep->incidence;
    uint32_t below = NONE, above = NONE, last, i = 0;
    incidence_take(at, vertex, vertex, vertex + 1);
    if (at->left_count == 0) {
        last = find_front(sweep, sweep->map->vertices[vertex]);
        if (edge_is_ceiling(at, at->right[0])) {
            below = last;
            above = split_front(sweep, below, vertex);
        }
    } else {
        if (edge_is_ceiling(at, at->left[0])) {
            below = sweep->front_of[at->left[i++]];
            push_upper(sweep, &sweep->fronts[below], vertex, WALL);
        }
        last = below != NONE ? below : sweep->order.link[sweep->front_of[at->left[0]]].last;
        for (; i + 1 < at->left_count; i += 2) close_front(sweep, sweep->front_of[at->left[i]], vertex);
        if (i < at->left_count) {
            above = sweep->front_of[at->left[i]];
            push_lower(sweep, &sweep->fronts[above], vertex, WALL);
        }
        if (at->right_count == 0 && below != NONE) unite_fronts(sweep, below, above);
    }
    i = 0;
    if (below != NONE && at->right_count > 0) {
        set_ceiling(sweep, below, at->right[i++]);
        last = below;
    }
    for (; i + 1 < at->right_count; i += 2)
        last = open_front(sweep, vertex, at->right[i], at->right[i + 1], last);
    if (i < at->right_count) set_floor(sweep, above, at->right[i]);
}

/* ---- all of it ---- */

static void sweep_destroy(Sweep *sweep) {
    if (sweep->order.memory != NULL) order_destroy(&sweep->order);
    if (sweep->incidence.memory != NULL) incidence_destroy(&sweep->incidence);
    memory_give(sweep->memory, sweep->room);
}

/* Open fronts have two edges each. A vertex has a link in each front that ends or begins there (of two edges
 * each) and in those below and above; where a front is split its newest vertex has one more. */
static Status sweep_create(const Polygons *map, Memory *memory, Loops *loops, Sweep *sweep) {
    size_t n = map->vertex_count, m = map->edge_count, fronts = m / 2 + 1, links = 3 * n + m;
    *sweep = (Sweep){.map = map, .loops = loops, .unused = NONE, .memory = memory};
    sweep->room =
        memory_take(memory, links * sizeof(Link) + fronts * sizeof(Front) + (n + m) * sizeof(uint32_t), 1);
    if (sweep->room == NULL || order_create(memory, (uint32_t)fronts, &sweep->order) != STATUS_OK ||
        incidence_create(map, memory, &sweep->incidence) != STATUS_OK) {
        sweep_destroy(sweep);
        return STATUS_NO_MEMORY;
    }
    sweep->links = sweep->room;
    sweep->fronts = (Front *)(sweep->links + links);
    sweep->front_of = (uint32_t *)(sweep->fronts + fronts);
    sweep->waiting = sweep->front_of + m;
    return STATUS_OK;
}

/* A part of free space with h holes and m edges around has m + 2h - 2 triangles (touching points count as cut
 * through), and each hole has three edges. */
Status triangles_sweep(const Polygons *map, Memory *memory, Loops *loops) {
    Sweep sweep;
    TRY(loops_create(5 * map->edge_count, memory, loops));
    Status status = sweep_create(map, memory, loops, &sweep);
    if (status == STATUS_OK) {
        for (uint32_t v = 0; v < map->vertex_count; v++) pass_vertex(&sweep, v);
        assert(sweep.order.root == ORDER_NONE);
        sweep_destroy(&sweep);
    } else {
        loops_destroy(loops);
    }
    return status;
}
