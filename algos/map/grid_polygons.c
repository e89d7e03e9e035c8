/* Two passes by rows over the corners of cells. Which of the four cells around a corner are passable says
 * whether the outline bends there and which edges meet; an edge ends at the vertex before it on its line, so
 * nothing is traced. Vertices come by rows and are wanted by columns: the first pass counts those of each
 * column, as a counting sort does. */
#include "algos/map/grid_polygons.h"

#include "algos/map/polygons_parts.h"

/* The four cells around a corner; smaller y is above. */
enum { ABOVE_LEFT = 1, ABOVE_RIGHT = 2, BELOW_LEFT = 4, BELOW_RIGHT = 8 };

#define VERTEX_NONE UINT32_MAX

/* Edges that leave a vertex: none where the outline goes straight on or is not there, two where blocked cells
 * touch in a point. */
static const uint8_t leaving[16] = {0, 1, 1, 0, 1, 0, 2, 1, 1, 2, 0, 1, 0, 1, 1, 0};

typedef struct Outline {
    const Grid *grid;
    Memory *memory;
    uint32_t *next;    /* of each column of corners: the number of its next vertex */
    uint32_t (*to)[2]; /* of each vertex: where the edges that leave it end */
    Polygons made;
} Outline;

/* Which cells around the corner (x, y), 0 ≤ x ≤ width, are passable; `row` is the framed row of cells y - 1.
 */
static inline uint32_t around(const uint8_t *row, int32_t stride, int32_t x) {
    const uint8_t *below = row + stride;
    return (row[x] != 0 ? ABOVE_LEFT : 0u) | (row[x + 1] != 0 ? ABOVE_RIGHT : 0u) |
           (below[x] != 0 ? BELOW_LEFT : 0u) | (below[x + 1] != 0 ? BELOW_RIGHT : 0u);
}

static const uint8_t *row_above(const Grid *grid, int32_t y) {
    return grid->cost + (size_t)y * (size_t)grid->stride;
}

/* Numbers by columns, and counts of vertices and edges. */
static void count_vertices(Outline *outline) {
    const Grid *grid = outline->grid;
    Polygons *made = &outline->made;
    for (int32_t y = 0; y <= grid->height; y++) {
        const uint8_t *row = row_above(grid, y);
        for (int32_t x = 0; x <= grid->width; x++) {
            uint32_t edges = leaving[around(row, grid->stride, x)];
            outline->next[x] += edges != 0;
            made->edge_count += edges;
        }
    }
    for (int32_t x = 0; x <= grid->width; x++) {
        uint32_t count = outline->next[x];
        outline->next[x] = made->vertex_count;
        made->vertex_count += count;
    }
}

/* Of two edges that leave a vertex one goes left or up, to a lower number, and is found first. */
static void add_edge(Outline *outline, uint32_t from, uint32_t to) {
    uint32_t *ends = outline->to[from];
    ends[ends[0] == VERTEX_NONE ? 0 : 1] = to;
}

/* The edge from vertex `a` on in growing x or y to `b`, or back where its free side is not on the left. */
static void join(Outline *outline, uint32_t a, uint32_t b, bool onward) {
    add_edge(outline, onward ? a : b, onward ? b : a);
}

static void place_vertices(Outline *outline) {
    const Grid *grid = outline->grid;
    Polygons *made = &outline->made;
    for (uint32_t i = 0; i < made->vertex_count; i++) outline->to[i][0] = outline->to[i][1] = VERTEX_NONE;
    for (int32_t y = 0; y <= grid->height; y++) {
        const uint8_t *row = row_above(grid, y);
        uint32_t last = VERTEX_NONE; /* of this row */
        for (int32_t x = 0; x <= grid->width; x++) {
            uint32_t cells = around(row, grid->stride, x);
            if (leaving[cells] == 0) continue;
            uint32_t vertex = outline->next[x]++;
            made->vertices[vertex] = (Point){x, y};
            /* Left is towards larger y for what goes to larger x, and towards smaller x for what goes to
             * larger y. */
            bool above = (cells & ABOVE_LEFT) != 0, below = (cells & BELOW_LEFT) != 0;
            if (above != below) join(outline, last, vertex, below);
            if (above != ((cells & ABOVE_RIGHT) != 0)) join(outline, vertex - 1, vertex, above);
            last = vertex;
        }
    }
}

static void list_edges(const Outline *outline) {
    const Polygons *made = &outline->made;
    PolygonEdge *edge = made->edges;
    for (uint32_t from = 0; from < made->vertex_count; from++)
        for (uint32_t i = 0; i < 2 && outline->to[from][i] != VERTEX_NONE; i++)
            *edge++ = (PolygonEdge){from, outline->to[from][i]};
}

/* The power of two by which the largest coordinate takes 24 bits. */
static int lattice_of(const Grid *grid, const Polygons *made) {
    double size = made->vertices[made->vertex_count - 1].x;
    for (uint32_t i = 0; i < made->vertex_count && size < grid->height; i++)
        if (made->vertices[i].y > size) size = made->vertices[i].y;
    int lattice = -24;
    for (uint32_t rest = (uint32_t)size; rest > 0; rest >>= 1) lattice++;
    return lattice;
}

static Status trace(Outline *outline) {
    Memory *memory = outline->memory;
    Polygons *made = &outline->made;
    outline->next = memory_take_zeroed(memory, (size_t)outline->grid->width + 1, sizeof *outline->next);
    if (outline->next == NULL) return STATUS_NO_MEMORY;
    count_vertices(outline);
    outline->to = memory_take(memory, made->vertex_count, sizeof *outline->to);
    made->vertices = memory_take(memory, made->vertex_count, sizeof *made->vertices);
    made->edges = memory_take(memory, made->edge_count, sizeof *made->edges);
    if (outline->to == NULL || made->vertices == NULL || made->edges == NULL) return STATUS_NO_MEMORY;
    place_vertices(outline);
    list_edges(outline);
    memory_give(memory, outline->to);
    outline->to = NULL;
    made->lattice = lattice_of(outline->grid, made);
    return polygons_finish(made);
}

Status grid_polygons_create(const Grid *grid, Memory *memory, Polygons *polygons, Error *error) {
    if (grid->passable_count == 0)
        return error_say(error, STATUS_REFUSED, "the map has no passable cell: there is no free space", NULL);
    Outline outline = {.grid = grid, .memory = memory, .made.memory = memory};
    Status status = trace(&outline);
    memory_give(memory, outline.next);
    memory_give(memory, outline.to);
    if (status == STATUS_OK) {
        *polygons = outline.made;
        return status;
    }
    polygons_destroy(&outline.made);
    return error_say(error, status, "no memory for the outline of the map's blocked cells", NULL);
}
