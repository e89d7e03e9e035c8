/* From a grid to the mesh of document D1: samples, triangles, what walls leave of them, portals. */
#include "algos/core/sort.h"
#include "algos/mesh/delaunay_parts.h"

#include <math.h>

enum { PER_CELL = 4, SAMPLES = 5 }; /* points of the lattice along a cell's side; samples in a cell */

/* In quarters of a cell: the middle first. */
static const LatticePoint offsets[SAMPLES] = {{2, 2}, {1, 1}, {3, 1}, {1, 3}, {3, 3}};

typedef struct Clip {
    const Grid *grid;
    const DelaunayRules *rules;
    LatticePoint *points;
    uint32_t point_count;
    Triangles triangles; /* all, then those that are kept */
    uint32_t *neighbour; /* three a triangle kept, across the edge that begins at each corner */
    Memory *memory;
} Clip;

static void place_samples(Clip *clip) {
    const Grid *grid = clip->grid;
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            if (grid_cost(grid, (Cell){x, y}) == 0) continue;
            for (int i = 0; i < SAMPLES; i++)
                clip->points[clip->point_count++] =
                    (LatticePoint){PER_CELL * x + offsets[i].x, PER_CELL * y + offsets[i].y};
        }
}

/* ---- which triangles are kept ---- */

/* Whether the triangle lies right of or on the line through an edge's ends wholly, or the square does. */
static bool apart_at(const LatticePoint *corner, int edge, LatticePoint low) {
    LatticePoint a = corner[edge], b = corner[(edge + 1) % 3];
    for (int i = 0; i < 4; i++) {
        LatticePoint at = {low.x + (i & 1) * PER_CELL, low.y + (i >> 1) * PER_CELL};
        if (twice_area(a, b, at) > 0) return false;
    }
    return true;
}

/* Whether the insides of a triangle, counter-clockwise, and of a cell have a point in common. Two convex sets
 * have none only if a side of one of them parts them; the cell's do not, for it is one of those that the
 * triangle's box reaches into: no sample lies on a border. */
static bool overlaps(const LatticePoint *corner, Cell cell) {
    LatticePoint low = {PER_CELL * cell.x, PER_CELL * cell.y};
    for (int edge = 0; edge < 3; edge++)
        if (apart_at(corner, edge, low)) return false;
    return true;
}

static int32_t least_of(int32_t a, int32_t b, int32_t c) {
    int32_t least = a < b ? a : b;
    return least < c ? least : c;
}

static int32_t greatest_of(int32_t a, int32_t b, int32_t c) {
    return -least_of(-a, -b, -c);
}

/* O(cells of its box). */
static bool meets_wall(const Grid *grid, const LatticePoint *corner) {
    Cell first = {least_of(corner[0].x, corner[1].x, corner[2].x) / PER_CELL,
                  least_of(corner[0].y, corner[1].y, corner[2].y) / PER_CELL};
    Cell last = {greatest_of(corner[0].x, corner[1].x, corner[2].x) / PER_CELL,
                 greatest_of(corner[0].y, corner[1].y, corner[2].y) / PER_CELL};
    for (int32_t y = first.y; y <= last.y; y++)
        for (int32_t x = first.x; x <= last.x; x++)
            if (grid_cost(grid, (Cell){x, y}) == 0 && overlaps(corner, (Cell){x, y})) return true;
    return false;
}

static Point plane_point(LatticePoint at) {
    return (Point){at.x / (double)PER_CELL, at.y / (double)PER_CELL};
}

/* The cell that holds a point of the map, those on a border going to the larger x and y. */
static bool is_wall(const Grid *grid, double x, double y) {
    return grid_cost(grid, (Cell){(int32_t)x, (int32_t)y}) == 0;
}

static bool is_kept(const Clip *clip, uint32_t triangle) {
    const uint32_t *of = clip->triangles.corner[triangle];
    const LatticePoint corner[3] = {clip->points[of[0]], clip->points[of[1]], clip->points[of[2]]};
    if (clip->rules->clip == CLIP_EXACT) return !meets_wall(clip->grid, corner);
    Point a = plane_point(corner[0]), b = plane_point(corner[1]), c = plane_point(corner[2]);
    return twice_area(corner[0], corner[1], corner[2]) > 0 && /* a mesh has no flat faces */
           !is_wall(clip->grid, (a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
}

static void drop_triangles(Clip *clip) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < clip->triangles.count; t++) {
        if (!is_kept(clip, t)) continue;
        for (int k = 0; k < 3; k++) clip->triangles.corner[kept][k] = clip->triangles.corner[t][k];
        kept++;
    }
    clip->triangles.count = kept;
}

/* ---- which edges are portals ---- */

/* By samples along the edge, ends left out, as published. */
static bool edge_blocked(const Clip *clip, uint32_t from, uint32_t to) {
    Point p = plane_point(clip->points[from]), q = plane_point(clip->points[to]);
    double tenths = sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)) * 10;
    int steps = (int)tenths;
    if (steps < tenths) steps++;
    if (steps < 2) steps = 2;
    for (int i = 1; i < steps; i++) {
        double share = i / (double)steps;
        if (is_wall(clip->grid, p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share)) return true;
    }
    return false;
}

static uint32_t corner_of(const Clip *clip, uint32_t edge) {
    return clip->triangles.corner[edge / 3][edge % 3];
}

static uint32_t end_of(const Clip *clip, uint32_t edge) {
    return clip->triangles.corner[edge / 3][(edge + 1) % 3];
}

/* Of two edges with the same ends, unless one of them has its neighbour already: in a sound triangulation
 * there are no more than two. */
static void join(Clip *clip, uint32_t edge, uint32_t other) {
    if (corner_of(clip, edge) != end_of(clip, other) || end_of(clip, edge) != corner_of(clip, other)) return;
    if (clip->neighbour[edge] != FACE_NONE || clip->neighbour[other] != FACE_NONE) return;
    if (clip->rules->clip == CLIP_PUBLISHED && edge_blocked(clip, corner_of(clip, edge), end_of(clip, edge)))
        return;
    clip->neighbour[edge] = other / 3;
    clip->neighbour[other] = edge / 3;
}

static bool share_edge(const uint32_t *a, const uint32_t *b) {
    int shared = 0;
    for (int i = 0; i < 3; i++) shared += (a[i] == b[0]) + (a[i] == b[1]) + (a[i] == b[2]);
    return shared >= 2;
}

/* Every pair of triangles, as published. */
static void join_pairs(Clip *clip) {
    for (uint32_t a = 0; a < clip->triangles.count; a++)
        for (uint32_t b = a + 1; b < clip->triangles.count; b++) {
            if (!share_edge(clip->triangles.corner[a], clip->triangles.corner[b])) continue;
            for (uint32_t i = 0; i < 9; i++) join(clip, 3 * a + i / 3, 3 * b + i % 3);
        }
}

static uint32_t lower_end(const Clip *clip, uint32_t edge) {
    uint32_t a = corner_of(clip, edge), b = end_of(clip, edge);
    return a < b ? a : b;
}

static bool edge_before(const void *context, uint32_t a, uint32_t b) {
    const Clip *clip = context;
    uint32_t one = lower_end(clip, a), other = lower_end(clip, b);
    if (one != other) return one < other;
    return corner_of(clip, a) + end_of(clip, a) < corner_of(clip, b) + end_of(clip, b);
}

/* The same, edges with the same ends brought together by sorting. */
static Status join_sorted(Clip *clip) {
    uint32_t count = 3 * clip->triangles.count;
    uint32_t *order = memory_take(clip->memory, count, 2 * sizeof *order);
    if (order == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    sort_items(order, order + count, count, edge_before, clip);
    for (uint32_t i = 0; i + 1 < count; i++) join(clip, order[i], order[i + 1]);
    memory_give(clip->memory, order);
    return STATUS_OK;
}

static Status find_neighbours(Clip *clip) {
    uint32_t count = 3 * clip->triangles.count;
    clip->neighbour = memory_take(clip->memory, count, sizeof *clip->neighbour);
    if (clip->neighbour == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) clip->neighbour[i] = FACE_NONE;
    if (clip->rules->build == DELAUNAY_DIVIDE) return join_sorted(clip);
    join_pairs(clip);
    return STATUS_OK;
}

/* ---- the mesh ---- */

static Status fill_mesh(const Clip *clip, Mesh *mesh) {
    *mesh = (Mesh){.vertex_count = clip->point_count,
                   .face_count = clip->triangles.count,
                   .corner_count = 3 * clip->triangles.count,
                   .memory = clip->memory};
    TRY(mesh_take(mesh));
    for (uint32_t v = 0; v < clip->point_count; v++) mesh->vertices[v] = plane_point(clip->points[v]);
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        mesh->corner[i] = corner_of(clip, i);
        mesh->neighbour[i] = clip->neighbour[i];
    }
    for (uint32_t f = 0; f <= mesh->face_count; f++) mesh->first[f] = 3 * f;
    mesh_finish(mesh);
    return STATUS_OK;
}

static Status make(Clip *clip, Mesh *mesh, DelaunayWork *work) {
    clip->points =
        memory_take(clip->memory, (size_t)clip->grid->passable_count * SAMPLES, sizeof *clip->points);
    if (clip->points == NULL) return STATUS_NO_MEMORY;
    place_samples(clip);
    const DelaunayRules *rules = clip->rules;
    TRY(rules->build == DELAUNAY_DIVIDE
            ? delaunay_divide(clip->points, clip->point_count, &clip->triangles)
            : delaunay_insert(clip->points, clip->point_count, PER_CELL, rules->circle, &clip->triangles));
    *work = (DelaunayWork){clip->triangles.count, clip->triangles.circle_tests};
    drop_triangles(clip);
    TRY(find_neighbours(clip));
    return clip->triangles.count == 0 ? STATUS_REFUSED : fill_mesh(clip, mesh);
}

Status delaunay_mesh_create(const Grid *grid, const DelaunayRules *rules, Memory *memory, Mesh *mesh,
                            DelaunayWork *work, Error *error) {
    /* Numbers of edges stay below 2^32: two triangles a sample, three edges each. */
    if (grid->passable_count > UINT32_MAX / (12 * SAMPLES))
        return error_say(error, STATUS_REFUSED, "the map has too many passable cells for a mesh of samples",
                         NULL);
    Clip clip = {.grid = grid, .rules = rules, .triangles.memory = memory, .memory = memory};
    Status status = make(&clip, mesh, work);
    memory_give(memory, clip.points);
    memory_give(memory, clip.neighbour);
    triangles_destroy(&clip.triangles);
    if (status == STATUS_OK) return status;
    return error_say(error, status,
                     status == STATUS_REFUSED ? "no triangle of samples is left between the walls"
                                              : "no memory for the mesh",
                     NULL);
}
