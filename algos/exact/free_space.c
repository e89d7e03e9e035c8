#include "algos/exact/free_space.h"

/* A grid of square cells over the box of the map, each with the edges that come near it. Rounding in it
 * decides nothing: an edge or segment is put into cells a little beyond those that it meets. */
typedef struct EdgeGrid {
    double side;
    uint32_t columns, rows;
    uint32_t *first, *edge; /* cell c: edge[first[c]] .. edge[first[c + 1] - 1] */
} EdgeGrid;

struct FreeSpace {
    const Polygons *polygons;
    Memory *memory;
    uint32_t *first;  /* vertex v: around[first[v]] .. around[first[v + 1] - 1] */
    uint32_t *around; /* its edges, counter-clockwise by direction, beginning at that of +x */
    EdgeGrid grid;    /* first NULL: there is none */
};

/* ---- around a vertex ---- */

static uint32_t half(Point centre, Point to) {
    return to.y > centre.y || (to.y == centre.y && to.x > centre.x) ? 0 : 1;
}

/* Orders directions counter-clockwise from that of +x: -1 when a comes first. */
static int compare_directions(Point centre, Point a, Point b) {
    uint32_t half_a = half(centre, a), half_b = half(centre, b);
    if (half_a != half_b) return half_a < half_b ? -1 : 1;
    return -point_orientation(centre, a, b);
}

/* The other end of an edge at `vertex`. */
static Point other_end(const Polygons *polygons, uint32_t edge, uint32_t vertex) {
    const PolygonEdge *at = &polygons->edges[edge];
    return polygons->vertices[at->from == vertex ? at->to : at->from];
}

static void insert_around(FreeSpace *space, uint32_t vertex, uint32_t edge, uint32_t *count) {
    const Polygons *polygons = space->polygons;
    uint32_t *list = &space->around[space->first[vertex]], at = count[vertex]++;
    Point centre = polygons->vertices[vertex], to = other_end(polygons, edge, vertex);
    for (; at > 0 && compare_directions(centre, to, other_end(polygons, list[at - 1], vertex)) < 0; at--)
        list[at] = list[at - 1];
    list[at] = edge;
}

static Status collect_around(FreeSpace *space) {
    const Polygons *polygons = space->polygons;
    uint32_t vertices = polygons->vertex_count, edges = polygons->edge_count;
    space->first = memory_take_zeroed(space->memory, (size_t)vertices + 1, sizeof *space->first);
    space->around = memory_take(space->memory, 2 * (size_t)edges, sizeof *space->around);
    uint32_t *count = memory_take_zeroed(space->memory, vertices, sizeof *count);
    if (space->first == NULL || space->around == NULL || count == NULL) {
        memory_give(space->memory, count);
        return STATUS_NO_MEMORY;
    }
    for (uint32_t e = 0; e < edges; e++) {
        space->first[polygons->edges[e].from + 1]++;
        space->first[polygons->edges[e].to + 1]++;
    }
    for (uint32_t v = 0; v < vertices; v++) space->first[v + 1] += space->first[v];
    for (uint32_t e = 0; e < edges; e++) {
        insert_around(space, polygons->edges[e].from, e, count);
        insert_around(space, polygons->edges[e].to, e, count);
    }
    memory_give(space->memory, count);
    return STATUS_OK;
}

uint32_t fan_towards(const FreeSpace *space, uint32_t vertex, Point towards) {
    const Polygons *polygons = space->polygons;
    const uint32_t *list = &space->around[space->first[vertex]];
    uint32_t count = space->first[vertex + 1] - space->first[vertex];
    if (count == 0) return FAN_NONE;
    Point centre = polygons->vertices[vertex];
    /* The last edge at or clockwise before the direction. */
    uint32_t at = count - 1;
    bool along = false;
    for (uint32_t i = 0; i < count; i++) {
        int order = compare_directions(centre, other_end(polygons, list[i], vertex), towards);
        if (order > 0) break;
        at = i;
        along = order == 0;
    }
    if (polygons->edges[list[at]].from == vertex) return list[at];
    /* Behind an edge that arrives it is blocked; along it ends the fan of the edge before. */
    return along ? list[at == 0 ? count - 1 : at - 1] : FAN_NONE;
}

bool fan_is_corner(const FreeSpace *space, uint32_t fan) {
    const Polygons *polygons = space->polygons;
    uint32_t vertex = polygons->edges[fan].from;
    const uint32_t *list = &space->around[space->first[vertex]];
    uint32_t count = space->first[vertex + 1] - space->first[vertex], at = 0;
    while (list[at] != fan) at++;
    uint32_t ends = list[at + 1 == count ? 0 : at + 1];
    return point_orientation(polygons->vertices[vertex], other_end(polygons, fan, vertex),
                             other_end(polygons, ends, vertex)) < 0;
}

/* ---- where a point is ---- */

/* Whether an edge crosses the ray from the point to +x; of its ends the lower one counts. */
static bool crosses_ray(Point a, Point b, Point point) {
    if ((a.y <= point.y) == (b.y <= point.y)) return false;
    return point_orientation(a, b, point) == (a.y < b.y ? 1 : -1);
}

Standing free_space_standing(const FreeSpace *space, Point point) {
    const Polygons *polygons = space->polygons;
    bool inside = false, on_edge = false;
    for (uint32_t e = 0; e < polygons->edge_count; e++) {
        uint32_t from = polygons->edges[e].from;
        Point a = polygons->vertices[from], b = polygons->vertices[polygons->edges[e].to];
        if (point_equal(a, point))
            return (Standing){PLACE_VERTEX, from, (space->first[from + 1] - space->first[from]) / 2};
        if (crosses_ray(a, b, point)) inside = !inside;
        if (point_orientation(a, b, point) == 0 && point_between(a, b, point)) on_edge = true;
    }
    return (Standing){on_edge ? PLACE_EDGE : inside ? PLACE_FREE : PLACE_BLOCKED, UINT32_MAX, 0};
}

/* ---- along a segment ---- */

static bool strictly_between(Point a, Point b, Point c) {
    return point_between(a, b, c) && !point_equal(a, c) && !point_equal(b, c);
}

/* What one edge says of the segment pq. Its first vertex is looked at, its second is another edge's first. */
static void meet_edge(const FreeSpace *space, uint32_t edge, Point p, Point q, Passage *passage) {
    const Polygons *polygons = space->polygons;
    uint32_t vertex = polygons->edges[edge].from;
    Point a = polygons->vertices[vertex], b = polygons->vertices[polygons->edges[edge].to];
    int side_a = point_orientation(p, q, a), side_b = point_orientation(p, q, b);
    if (side_a * side_b > 0) return;
    int side_p = point_orientation(a, b, p), side_q = point_orientation(a, b, q);
    bool crosses = side_a * side_b < 0 && side_p * side_q < 0;
    /* From within an edge only its left side is free. */
    bool leaves_wrong = side_p == 0 && side_q < 0 && strictly_between(a, b, p);
    bool arrives_wrong = side_q == 0 && side_p < 0 && strictly_between(a, b, q);
    if (crosses || leaves_wrong || arrives_wrong) {
        passage->is_free = false;
        passage->edge = edge;
        return;
    }
    if (side_a != 0 || !point_between(p, q, a)) return;
    uint32_t back = point_equal(a, p) ? FAN_NONE : fan_towards(space, vertex, p);
    uint32_t ahead = point_equal(a, q) ? FAN_NONE : fan_towards(space, vertex, q);
    bool passes;
    if (point_equal(a, p)) {
        passage->leaves = ahead;
        passes = ahead != FAN_NONE;
    } else if (point_equal(a, q)) {
        passage->arrives = back;
        passes = back != FAN_NONE;
    } else {
        passes = back != FAN_NONE && back == ahead;
    }
    if (!passes) {
        passage->is_free = false;
        passage->vertex = vertex;
    }
}

/* ---- the grid over the edges ---- */

typedef struct CellSpan {
    uint32_t first, last;
} CellSpan;

static uint32_t clamp_cell(double at, uint32_t count) {
    if (!(at > 0)) return 0;
    return at >= count ? count - 1 : (uint32_t)at;
}

static CellSpan row_span(const FreeSpace *space, Point a, Point b) {
    double low = a.y < b.y ? a.y : b.y, high = a.y < b.y ? b.y : a.y, base = space->polygons->low.y;
    const EdgeGrid *grid = &space->grid;
    return (CellSpan){clamp_cell((low - base) / grid->side - 0.001, grid->rows),
                      clamp_cell((high - base) / grid->side + 0.001, grid->rows)};
}

/* The columns that the segment ab meets in a row, with a margin far above what rounding can do. */
static CellSpan column_span(const FreeSpace *space, Point a, Point b, uint32_t row) {
    const EdgeGrid *grid = &space->grid;
    Point base = space->polygons->low;
    double y_low = base.y + ((double)row - 0.001) * grid->side, y_high = y_low + 1.002 * grid->side;
    if (a.y > b.y) {
        Point swap = a;
        a = b;
        b = swap;
    }
    double x_low = a.x, x_high = b.x;
    if (b.y - a.y > 0.001 * grid->side) { /* else the slope may be rounded too far */
        double slope = (b.x - a.x) / (b.y - a.y);
        if (y_low > a.y) x_low = a.x + (y_low - a.y) * slope;
        if (y_high < b.y) x_high = a.x + (y_high - a.y) * slope;
    }
    if (x_low > x_high) {
        double swap = x_low;
        x_low = x_high;
        x_high = swap;
    }
    return (CellSpan){clamp_cell((x_low - base.x) / grid->side - 0.001, grid->columns),
                      clamp_cell((x_high - base.x) / grid->side + 0.001, grid->columns)};
}

/* Counts the edges of each cell, or writes them where `first` says. */
static void fill_cells(FreeSpace *space, bool write) {
    const Polygons *polygons = space->polygons;
    EdgeGrid *grid = &space->grid;
    for (uint32_t e = 0; e < polygons->edge_count; e++) {
        Point a = polygons->vertices[polygons->edges[e].from], b = polygons->vertices[polygons->edges[e].to];
        CellSpan rows = row_span(space, a, b);
        for (uint32_t row = rows.first; row <= rows.last; row++) {
            CellSpan columns = column_span(space, a, b, row);
            for (uint32_t column = columns.first; column <= columns.last; column++) {
                uint32_t *at = &grid->first[row * grid->columns + column];
                if (write)
                    grid->edge[--*at] = e;
                else
                    ++*at;
            }
        }
    }
}

static Status build_grid(FreeSpace *space) {
    const Polygons *polygons = space->polygons;
    EdgeGrid *grid = &space->grid;
    double width = polygons->high.x - polygons->low.x, height = polygons->high.y - polygons->low.y;
    double larger = width > height ? width : height;
    uint32_t across = 1; /* cells along the larger side: about a cell an edge on a square map */
    while ((uint64_t)across * across < polygons->edge_count) across++;
    grid->side = larger > 0 ? larger / across : 1;
    grid->columns = clamp_cell(width / grid->side, across) + 1;
    grid->rows = clamp_cell(height / grid->side, across) + 1;
    uint32_t cells = grid->columns * grid->rows;
    grid->first = memory_take_zeroed(space->memory, (size_t)cells + 1, sizeof *grid->first);
    if (grid->first == NULL) return STATUS_NO_MEMORY;
    fill_cells(space, false);
    for (uint32_t c = 0; c < cells; c++) grid->first[c + 1] += grid->first[c];
    grid->edge = memory_take(space->memory, grid->first[cells], sizeof *grid->edge);
    if (grid->edge == NULL) return STATUS_NO_MEMORY;
    fill_cells(space, true);
    return STATUS_OK;
}

Passage free_space_passage(const FreeSpace *space, Point p, Point q) {
    Passage passage = {true, FAN_NONE, FAN_NONE, UINT32_MAX, UINT32_MAX};
    const EdgeGrid *grid = &space->grid;
    if (grid->first == NULL) {
        for (uint32_t e = 0; e < space->polygons->edge_count && passage.is_free; e++)
            meet_edge(space, e, p, q, &passage);
        return passage;
    }
    CellSpan rows = row_span(space, p, q);
    for (uint32_t row = rows.first; row <= rows.last; row++) {
        CellSpan columns = column_span(space, p, q, row);
        for (uint32_t cell = row * grid->columns + columns.first; cell <= row * grid->columns + columns.last;
             cell++)
            for (uint32_t i = grid->first[cell]; i < grid->first[cell + 1] && passage.is_free; i++)
                meet_edge(space, grid->edge[i], p, q, &passage);
    }
    return passage;
}

/* ---- both ---- */

Status free_space_create(const Polygons *polygons, bool with_grid, Memory *memory, FreeSpace **space) {
    FreeSpace *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->polygons = polygons;
    made->memory = memory;
    Status status = collect_around(made);
    if (status == STATUS_OK && with_grid) status = build_grid(made);
    if (status != STATUS_OK) {
        free_space_destroy(made);
        return status;
    }
    *space = made;
    return STATUS_OK;
}

void free_space_destroy(FreeSpace *space) {
    if (space == NULL) return;
    memory_give(space->memory, space->first);
    memory_give(space->memory, space->around);
    memory_give(space->memory, space->grid.first);
    memory_give(space->memory, space->grid.edge);
    memory_give(space->memory, space);
}
