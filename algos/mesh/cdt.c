/* From any triangles to Delaunay ones by flips (Lawson, "Software for C1 surface interpolation", 1977): an
 * edge whose quadrilateral has its other diagonal shorter in the sense of circles is exchanged for that.
 * Each flip lowers the surface of the triangles lifted onto a paraboloid, so flips end; and where no flip is
 * left all edges that are no walls are locally Delaunay, which makes the triangulation the constrained
 * Delaunay one (Lee and Lin, "Generalized Delaunay triangulation for planar graphs", 1986). Four corners on a
 * circle are decided as if each were lowered by an amount of its own, the first by far the most: so corners
 * on one circle are joined to the first of them, and flips end with ties, too.
 *
 * What a sweep makes is thin along its line. Measured: two flips a vertex where obstacles are about as near
 * to one another as they are wide, five to six where they are small and far apart; 44 where a hundred columns
 * of a hundred obstacles stand in line, probably because a column is joined to the first vertex of the next
 * one before the others are met. Four orders of flips were tried: mostly as many, in one family of maps from
 * seven to eleven a vertex; the last edge first, as here, had the fewest there. */
#include "algos/mesh/cdt.h"

#include "algos/core/lattice.h"
#include "algos/mesh/cdt_parts.h"

#include <assert.h>
#include <string.h>

typedef struct Flips {
    const Point *vertices;
    LatticePoint *lattice; /* the same as whole numbers; NULL on an inexact map */
    Loops *loops;
    /* Corners whose edges are to be looked at; no corner is there twice. */
    uint32_t *stack;
    uint8_t *is_waiting;
    uint32_t count;
} Flips;

static void push(Flips *flips, uint32_t corner) {
    uint32_t twin = flips->loops->twin[corner];
    if (twin == LOOP_NONE || flips->is_waiting[corner] || flips->is_waiting[twin]) return;
    flips->is_waiting[corner] = 1;
    assert(flips->count < flips->loops->count); /* no corner is there twice */
    flips->stack[flips->count++] = corner;
}

static uint32_t lower(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Whether the edge from a to b, with c on its left and d on its right, gives way to that from c to d. Then
 * the four are the corners of a convex quadrilateral. Vertices are numbered by x, then y. */
static bool gives_way(const Flips *flips, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const Point *at = flips->vertices;
    const LatticePoint *on = flips->lattice;
    int side = on != NULL ? lattice_in_circle(on[a], on[b], on[c], on[d])
                          : point_in_circle(at[a], at[b], at[c], at[d]);
    return side > 0 || (side == 0 && lower(c, d) < lower(a, b));
}

static void join(Loops *loops, uint32_t corner, uint32_t twin) {
    loops->twin[corner] = twin;
    if (twin != LOOP_NONE) loops->twin[twin] = corner;
}

static void look_at(Flips *flips, uint32_t corner) {
    Loops *loops = flips->loops;
    uint32_t other = loops->twin[corner], *vertex = loops->vertex;
    if (other == LOOP_NONE) return; /* a flip left the corner another edge, a wall, while it waited */
    uint32_t next = loops->next[corner], last = loops->next[next];
    uint32_t other_next = loops->next[other], other_last = loops->next[other_next];
    uint32_t c = vertex[last], d = vertex[other_last];
    if (!gives_way(flips, vertex[corner], vertex[next], c, d)) return;
    /* abc and bad become dbc and cad. */
    vertex[corner] = d;
    vertex[other] = c;
    join(loops, corner, loops->twin[other_last]);
    join(loops, other, loops->twin[last]);
    join(loops, last, other_last);
    push(flips, corner);
    push(flips, next);
    push(flips, other);
    push(flips, other_next);
}

static void flip_all(Flips *flips) {
    for (uint32_t i = 0; i < flips->loops->count; i++) push(flips, i);
    while (flips->count > 0) {
        uint32_t corner = flips->stack[--flips->count];
        flips->is_waiting[corner] = 0;
        look_at(flips, corner);
    }
}

static Status make_delaunay(const Polygons *map, Loops *loops) {
    Memory *memory = loops->memory;
    Flips flips = {.vertices = map->vertices, .loops = loops};
    flips.stack = memory_take(memory, loops->count, sizeof *flips.stack);
    flips.is_waiting = memory_take_zeroed(memory, loops->count, sizeof *flips.is_waiting);
    bool whole = flips.stack != NULL && flips.is_waiting != NULL;
    if (whole && !map->inexact) {
        flips.lattice = memory_take(memory, map->vertex_count, sizeof *flips.lattice);
        whole = flips.lattice != NULL;
    }
    if (whole && !map->inexact) {
        double per_unit = power_of_two(-map->lattice);
        for (uint32_t v = 0; v < map->vertex_count; v++)
            flips.lattice[v] = lattice_point(map->vertices[v], per_unit);
    }
    if (whole) flip_all(&flips);
    memory_give(memory, flips.lattice);
    memory_give(memory, flips.stack);
    memory_give(memory, flips.is_waiting);
    return whole ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status create(const Polygons *polygons, bool merged, Memory *memory, Mesh *mesh) {
    Loops loops;
    TRY(triangles_sweep(polygons, memory, &loops));
    Status status = make_delaunay(polygons, &loops);
    if (status == STATUS_OK && merged) status = loops_merge(polygons, &loops);
    if (status == STATUS_OK)
        status = loops_mesh(&loops, polygons, merged ? "merged triangles" : "triangles", memory, mesh);
    loops_destroy(&loops);
    return status;
}

Status cdt_create(const Polygons *polygons, Memory *memory, Mesh *mesh) {
    return create(polygons, false, memory, mesh);
}

Status cdt_merged_create(const Polygons *polygons, Memory *memory, Mesh *mesh) {
    return create(polygons, true, memory, mesh);
}
