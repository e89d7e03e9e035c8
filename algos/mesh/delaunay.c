/* Delaunay triangles by halves: of points sorted by x each half is triangulated by itself, then the two are
 * joined from below, each new edge across chosen by circles (Guibas and Stolfi, "Primitives for the
 * manipulation of general subdivisions and the computation of Voronoi diagrams", 1985, section 9). O(n log
 * n), all decisions exact. Of four corners on a circle the one diagonal or the other may come out, always the
 * same for the same points.
 *
 * An edge is four numbers in a row: the edge, its dual turned to the left, the edge reversed, and that one's
 * dual. */
#include "algos/core/sort.h"
#include "algos/mesh/delaunay_parts.h"

typedef struct Divide {
    const LatticePoint *points;
    uint32_t *sorted;
    uint32_t *next;       /* of each edge and dual: the next one around its origin, counter-clockwise */
    uint32_t *origin;     /* of each edge and its reverse, by half their number */
    uint8_t *seen;        /* of the same */
    uint32_t count, free; /* four times the edges made; the first of those taken out, in a list by `next` */
    uint64_t circle_tests;
    Memory *memory;
} Divide;

#define EDGE_NONE UINT32_MAX

static uint32_t rotated(uint32_t edge) {
    return (edge & ~UINT32_C(3)) | ((edge + 1) & 3);
}

static uint32_t rotated_back(uint32_t edge) {
    return (edge & ~UINT32_C(3)) | ((edge + 3) & 3);
}

static uint32_t reversed(uint32_t edge) {
    return edge ^ 2;
}

/* The edge before around the origin, the next one around the face on the left, the one before around the face
 * on the right. */
static uint32_t origin_last(const Divide *divide, uint32_t edge) {
    return rotated(divide->next[rotated(edge)]);
}

static uint32_t left_next(const Divide *divide, uint32_t edge) {
    return rotated(divide->next[rotated_back(edge)]);
}

static uint32_t right_last(const Divide *divide, uint32_t edge) {
    return divide->next[reversed(edge)];
}

static uint32_t from(const Divide *divide, uint32_t edge) {
    return divide->origin[edge / 2];
}

static uint32_t to(const Divide *divide, uint32_t edge) {
    return divide->origin[reversed(edge) / 2];
}

static bool is_left(const Divide *divide, uint32_t point, uint32_t edge) {
    const LatticePoint *at = divide->points;
    return twice_area(at[point], at[from(divide, edge)], at[to(divide, edge)]) > 0;
}

static bool is_right(const Divide *divide, uint32_t point, uint32_t edge) {
    return is_left(divide, point, reversed(edge));
}

static bool in_circle(Divide *divide, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const LatticePoint *at = divide->points;
    divide->circle_tests++;
    return lattice_in_circle(at[a], at[b], at[c], at[d]) > 0;
}

static uint32_t make_edge(Divide *divide, uint32_t a, uint32_t b) {
    uint32_t edge = divide->free;
    if (edge != EDGE_NONE) {
        divide->free = divide->next[edge];
    } else {
        edge = divide->count;
        divide->count += 4;
    }
    divide->next[edge] = edge;
    divide->next[edge + 1] = edge + 3;
    divide->next[edge + 2] = edge + 2;
    divide->next[edge + 3] = edge + 1;
    divide->origin[edge / 2] = a;
    divide->origin[edge / 2 + 1] = b;
    return edge;
}

/* Joins the rings of edges around two origins, or parts them where they are one. */
static void splice(Divide *divide, uint32_t a, uint32_t b) {
    uint32_t *next = divide->next;
    uint32_t one = rotated(next[a]), other = rotated(next[b]), swapped = next[a];
    next[a] = next[b];
    next[b] = swapped;
    swapped = next[one];
    next[one] = next[other];
    next[other] = swapped;
}

/* The edge from the end of a to the origin of b, with one face on the left of all three. */
static uint32_t connect(Divide *divide, uint32_t a, uint32_t b) {
    uint32_t edge = make_edge(divide, to(divide, a), from(divide, b));
    splice(divide, edge, left_next(divide, a));
    splice(divide, reversed(edge), b);
    return edge;
}

static void take_out(Divide *divide, uint32_t edge) {
    splice(divide, edge, origin_last(divide, edge));
    splice(divide, reversed(edge), origin_last(divide, reversed(edge)));
    edge &= ~UINT32_C(3);
    divide->origin[edge / 2] = divide->origin[edge / 2 + 1] = EDGE_NONE;
    divide->next[edge] = divide->free;
    divide->free = edge;
}

/* The hull's edges: counter-clockwise out of its leftmost point, clockwise out of its rightmost. */
typedef struct Hull {
    uint32_t left, right;
} Hull;

static Hull join_few(Divide *divide, const uint32_t *points, uint32_t count) {
    uint32_t a = make_edge(divide, points[0], points[1]);
    if (count == 2) return (Hull){a, reversed(a)};
    uint32_t b = make_edge(divide, points[1], points[2]);
    splice(divide, reversed(a), b);
    const LatticePoint *at = divide->points;
    int64_t area = twice_area(at[points[0]], at[points[1]], at[points[2]]);
    if (area == 0) return (Hull){a, reversed(b)};
    uint32_t c = connect(divide, b, a);
    return area > 0 ? (Hull){a, reversed(b)} : (Hull){reversed(c), c};
}

/* Of the edges around the base's end on the left (`turn` as next, its other end on the right backwards) the
 * first whose triangle with the base holds no other; those before it are taken out. */
static uint32_t candidate(Divide *divide, uint32_t base, bool on_left) {
    uint32_t edge = on_left ? divide->next[reversed(base)] : origin_last(divide, base);
    if (!is_right(divide, to(divide, edge), base)) return EDGE_NONE;
    for (;;) {
        uint32_t after = on_left ? divide->next[edge] : origin_last(divide, edge);
        if (!in_circle(divide, to(divide, base), from(divide, base), to(divide, edge), to(divide, after)))
            return edge;
        take_out(divide, edge);
        edge = after;
    }
}

/* The lowest edge between two hulls, from right to left; the inner edges of the hulls move down to it. */
static uint32_t lowest_edge(Divide *divide, Hull *left, Hull *right) {
    uint32_t inner_left = left->right, inner_right = right->left;
    for (;;) {
        if (is_left(divide, from(divide, inner_right), inner_left))
            inner_left = left_next(divide, inner_left);
        else if (is_right(divide, from(divide, inner_left), inner_right))
            inner_right = right_last(divide, inner_right);
        else
            break;
    }
    uint32_t base = connect(divide, reversed(inner_right), inner_left);
    if (from(divide, inner_left) == from(divide, left->left)) left->left = reversed(base);
    if (from(divide, inner_right) == from(divide, right->right)) right->right = base;
    return base;
}

static Hull triangulate(Divide *divide, const uint32_t *points, uint32_t count) {
    if (count <= 3) return join_few(divide, points, count);
    Hull left = triangulate(divide, points, count / 2);
    Hull right = triangulate(divide, points + count / 2, count - count / 2);
    uint32_t base = lowest_edge(divide, &left, &right);
    for (;;) {
        uint32_t one = candidate(divide, base, true), other = candidate(divide, base, false);
        if (one == EDGE_NONE && other == EDGE_NONE) return (Hull){left.left, right.right};
        bool take_other =
            one == EDGE_NONE || (other != EDGE_NONE && in_circle(divide, to(divide, one), from(divide, one),
                                                                 from(divide, other), to(divide, other)));
        base = take_other ? connect(divide, other, reversed(base))
                          : connect(divide, reversed(base), reversed(one));
    }
}

/* The faces of three edges that lie on their left; the outer one lies on the right of its edges. */
static Status list_triangles(Divide *divide, Triangles *triangles) {
    for (uint32_t edge = 0; edge < divide->count; edge += 2) {
        if (from(divide, edge) == EDGE_NONE || divide->seen[edge / 2]) continue;
        uint32_t second = left_next(divide, edge), third = left_next(divide, second);
        uint32_t a = from(divide, edge), b = from(divide, second), c = from(divide, third);
        const LatticePoint *at = divide->points;
        if (left_next(divide, third) != edge || twice_area(at[a], at[b], at[c]) <= 0) continue;
        divide->seen[edge / 2] = divide->seen[second / 2] = divide->seen[third / 2] = 1;
        if (a < b && a < c)
            TRY(triangles_add(triangles, a, b, c));
        else if (b < c)
            TRY(triangles_add(triangles, b, c, a));
        else
            TRY(triangles_add(triangles, c, a, b));
    }
    return STATUS_OK;
}

static bool triangle_before(const void *context, uint32_t a, uint32_t b) {
    const Triangles *triangles = context;
    const uint32_t *one = triangles->corner[a], *other = triangles->corner[b];
    return one[0] != other[0] ? one[0] < other[0] : one[1] < other[1];
}

static bool point_before(const void *context, uint32_t a, uint32_t b) {
    const LatticePoint *points = context;
    return points[a].x != points[b].x ? points[a].x < points[b].x : points[a].y < points[b].y;
}

static Status sort_triangles(Triangles *triangles) {
    Memory *memory = triangles->memory;
    uint32_t count = triangles->count;
    uint32_t *order = memory_take(memory, count, 2 * sizeof *order);
    uint32_t(*sorted)[3] = memory_take(memory, count, sizeof *sorted);
    bool whole = order != NULL && sorted != NULL;
    if (whole) {
        for (uint32_t i = 0; i < count; i++) order[i] = i;
        sort_items(order, order + count, count, triangle_before, triangles);
        for (uint32_t i = 0; i < count; i++)
            for (int k = 0; k < 3; k++) sorted[i][k] = triangles->corner[order[i]][k];
        memory_give(memory, triangles->corner);
        triangles->corner = sorted;
        triangles->capacity = count;
    } else {
        memory_give(memory, sorted);
    }
    memory_give(memory, order);
    return whole ? STATUS_OK : STATUS_NO_MEMORY;
}

Status delaunay_divide(const LatticePoint *points, uint32_t count, Triangles *triangles) {
    Memory *memory = triangles->memory;
    if (count < 3) return STATUS_OK;
    /* A plane graph of n points has fewer than 3n edges. */
    Divide divide = {.points = points, .free = EDGE_NONE, .memory = memory};
    divide.sorted = memory_take(memory, count, 2 * sizeof *divide.sorted);
    divide.next = memory_take(memory, count, 12 * sizeof *divide.next);
    divide.origin = memory_take(memory, count, 6 * sizeof *divide.origin);
    divide.seen = memory_take_zeroed(memory, count, 6);
    Status status = STATUS_NO_MEMORY;
    if (divide.sorted != NULL && divide.next != NULL && divide.origin != NULL && divide.seen != NULL) {
        for (uint32_t i = 0; i < count; i++) divide.sorted[i] = i;
        sort_items(divide.sorted, divide.sorted + count, count, point_before, points);
        (void)triangulate(&divide, divide.sorted, count);
        triangles->circle_tests += divide.circle_tests;
        status = list_triangles(&divide, triangles);
    }
    void *parts[] = {divide.sorted, divide.next, divide.origin, divide.seen};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(memory, parts[i]);
    return status == STATUS_OK ? sort_triangles(triangles) : status;
}

Status triangles_add(Triangles *triangles, uint32_t a, uint32_t b, uint32_t c) {
    if (triangles->count == triangles->capacity) {
        uint32_t capacity = triangles->capacity < 64 ? 64 : triangles->capacity * 2;
        uint32_t(*moved)[3] = memory_resize(triangles->memory, triangles->corner, capacity, sizeof *moved);
        if (moved == NULL) return STATUS_NO_MEMORY;
        triangles->corner = moved;
        triangles->capacity = capacity;
    }
    uint32_t *corner = triangles->corner[triangles->count++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    return STATUS_OK;
}

void triangles_destroy(Triangles *triangles) {
    memory_give(triangles->memory, triangles->corner);
    *triangles = (Triangles){.memory = triangles->memory};
}
