/* Trapezoids of a part of the map that is bounded by walls above and below and by upright lines where it ends
 * elsewhere: a sweep from left to right, all vertices of one x at once, as in trapezoid.c. What is there on
 * the line is known from the pieces of walls that begin and end, so that a part may begin anywhere. */
#include "algos/mesh/edit_parts.h"
#include "algos/mesh/walls_parts.h"

#include "algos/core/sort.h"

#include <assert.h>

/* A face that is open at the line. */
typedef struct Open {
    uint32_t floor, ceiling; /* rails */
    double left;
    uint32_t first, count; /* corners of its left side, in `sides` */
} Open;

typedef struct Sweep {
    Swept *swept;
    uint32_t *order; /* pieces by where they begin */
    uint32_t next;
    uint32_t *active; /* pieces that the line meets, from below */
    uint32_t active_count;
    Open *open, *before;
    uint32_t open_count, before_count;
    uint32_t *open_at; /* of each rail: the open face that it is the floor of */
    uint32_t *sides;   /* vertices on the left of faces that are open or were */
    uint32_t side_count, side_capacity;
    uint32_t vertex, vertex_end; /* those at x */
    void *room;
} Sweep;

static bool begins_before(const void *context, uint32_t a, uint32_t b) {
    const Swept *swept = context;
    return swept->pieces[a].begin < swept->pieces[b].begin;
}

static const Rail *rail_of(const Sweep *sweep, uint32_t piece) {
    return &sweep->swept->rails[sweep->swept->pieces[piece].rail];
}

static int height_over(const Rail *rail, Point point) {
    return point_orientation(rail->left, rail->right, point);
}

/* ---- the line ---- */

static void insert_piece(Sweep *sweep, uint32_t piece) {
    const Rail *rail = rail_of(sweep, piece);
    uint32_t at = sweep->active_count++;
    for (; at > 0; at--) {
        const Rail *below = rail_of(sweep, sweep->active[at - 1]);
        if (line_below(below->left, below->right, rail->left, rail->right)) break;
        sweep->active[at] = sweep->active[at - 1];
    }
    sweep->active[at] = piece;
}

/* The pieces right of x. */
static void move_line(Sweep *sweep, double x) {
    const Swept *swept = sweep->swept;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sweep->active_count; i++)
        if (swept->pieces[sweep->active[i]].end != x) sweep->active[kept++] = sweep->active[i];
    sweep->active_count = kept;
    while (sweep->next < swept->piece_count && swept->pieces[sweep->order[sweep->next]].begin == x)
        insert_piece(sweep, sweep->order[sweep->next++]);
    assert(sweep->active_count % 2 == 0);
}

/* ---- sides of faces ---- */

/* The vertex where a rail begins or ends at x, or EDIT_NONE. */
static uint32_t end_at(const Sweep *sweep, const Rail *rail, double x) {
    const Walls *walls = sweep->swept->walls;
    if (rail->left.x != x && rail->right.x != x) return EDIT_NONE;
    return wall_point(walls, rail->from).x == x ? rail->from : rail->to;
}

/* Adds the corners of a side from below. */
static Status add_side(Sweep *sweep, const Rail *floor, const Rail *ceiling, double x) {
    const Swept *swept = sweep->swept;
    LIST_RESERVE(swept->memory, sweep->sides, sweep->side_capacity, sweep->side_count,
                 sweep->vertex_end - sweep->vertex + 2);
    uint32_t low = end_at(sweep, floor, x), high = end_at(sweep, ceiling, x);
    sweep->sides[sweep->side_count++] = low;
    if (low == high && low != EDIT_NONE) return STATUS_OK;
    for (uint32_t v = sweep->vertex; v < sweep->vertex_end; v++) {
        Point at = wall_point(swept->walls, swept->vertices[v]);
        if (height_over(floor, at) > 0 && height_over(ceiling, at) < 0)
            sweep->sides[sweep->side_count++] = swept->vertices[v];
    }
    sweep->sides[sweep->side_count++] = high;
    return STATUS_OK;
}

static Status close_face(Sweep *sweep, const Open *open, double x) {
    Swept *swept = sweep->swept;
    uint32_t begin = sweep->side_count;
    TRY(add_side(sweep, &swept->rails[open->floor], &swept->rails[open->ceiling], x));
    uint32_t right_count = sweep->side_count - begin, count = right_count + open->count;
    LIST_RESERVE(swept->memory, swept->faces, swept->face_capacity, swept->face_count, 1);
    LIST_RESERVE(swept->memory, swept->corners, swept->corner_capacity, swept->corner_count, count);
    swept->faces[swept->face_count++] =
        (SweptFace){open->floor, open->ceiling, open->left, x, swept->corner_count, count, right_count};
    for (uint32_t i = 0; i < right_count; i++)
        swept->corners[swept->corner_count++] = sweep->sides[begin + i];
    for (uint32_t i = open->count; i-- > 0;)
        swept->corners[swept->corner_count++] = sweep->sides[open->first + i];
    sweep->side_count = begin;
    return STATUS_OK;
}

/* ---- all of it ---- */

/* A face goes on where its floor and ceiling do: a vertex between them would have walls there. */
static Status pass(Sweep *sweep, double x) {
    const Swept *swept = sweep->swept;
    move_line(sweep, x);
    Open *swap = sweep->before;
    sweep->before = sweep->open;
    sweep->before_count = sweep->open_count;
    sweep->open = swap;
    sweep->open_count = sweep->active_count / 2;
    for (uint32_t i = 0; i < sweep->open_count; i++) {
        uint32_t floor = swept->pieces[sweep->active[2 * i]].rail;
        sweep->open[i] = (Open){floor, swept->pieces[sweep->active[2 * i + 1]].rail, x, 0, 0};
        sweep->open_at[floor] = i;
    }
    for (uint32_t i = 0; i < sweep->before_count; i++) {
        const Open *open = &sweep->before[i];
        uint32_t at = sweep->open_at[open->floor];
        if (at < sweep->open_count && sweep->open[at].floor == open->floor &&
            sweep->open[at].ceiling == open->ceiling)
            sweep->open[at] = *open;
        else
            TRY(close_face(sweep, open, x));
    }
    for (uint32_t i = 0; i < sweep->open_count; i++) {
        Open *open = &sweep->open[i];
        if (open->count > 0) continue;
        open->first = sweep->side_count;
        TRY(add_side(sweep, &swept->rails[open->floor], &swept->rails[open->ceiling], x));
        open->count = sweep->side_count - open->first;
    }
    return STATUS_OK;
}

/* The next x at which something is: a vertex, or a piece that begins or ends. */
static bool next_x(const Sweep *sweep, double *x) {
    const Swept *swept = sweep->swept;
    bool found = false;
    if (sweep->vertex_end < swept->vertex_count) {
        *x = wall_point(swept->walls, swept->vertices[sweep->vertex_end]).x;
        found = true;
    }
    if (sweep->next < swept->piece_count) {
        double begin = swept->pieces[sweep->order[sweep->next]].begin;
        if (!found || begin < *x) *x = begin;
        found = true;
    }
    for (uint32_t i = 0; i < sweep->active_count; i++) {
        double end = swept->pieces[sweep->active[i]].end;
        if (!found || end < *x) *x = end;
        found = true;
    }
    return found;
}

static Status run(Sweep *sweep) {
    const Swept *swept = sweep->swept;
    double x = 0;
    while (next_x(sweep, &x)) {
        sweep->vertex = sweep->vertex_end;
        while (sweep->vertex_end < swept->vertex_count &&
               wall_point(swept->walls, swept->vertices[sweep->vertex_end]).x == x)
            sweep->vertex_end++;
        TRY(pass(sweep, x));
    }
    assert(sweep->open_count == 0);
    return STATUS_OK;
}

Status swept_run(Swept *swept) {
    Sweep sweep = {.swept = swept};
    size_t pieces = swept->piece_count, most = pieces / 2 + 1;
    sweep.room = memory_take(
        swept->memory, 2 * most * sizeof(Open) + (2 * pieces + swept->rail_count) * sizeof(uint32_t), 1);
    if (sweep.room == NULL) return STATUS_NO_MEMORY;
    sweep.open = sweep.room;
    sweep.before = sweep.open + most;
    sweep.order = (uint32_t *)(sweep.before + most);
    sweep.active = sweep.order + pieces;
    sweep.open_at = sweep.active + pieces;
    for (uint32_t i = 0; i < swept->piece_count; i++) sweep.order[i] = i;
    sort_items(sweep.order, sweep.active, swept->piece_count, begins_before, swept);
    for (uint32_t r = 0; r < swept->rail_count; r++) sweep.open_at[r] = EDIT_NONE;
    Status status = run(&sweep);
    memory_give(swept->memory, sweep.sides);
    memory_give(swept->memory, sweep.room);
    return status;
}
