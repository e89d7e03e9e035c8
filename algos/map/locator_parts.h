/* What the parts of point location share.
 *
 * A grid lies over the box. A cell that no face meets, or that lies inside one, says so at once. Another
 * lists the faces that meet it, each by the edges of it that cross the cell: mostly one or two. The face that
 * reaches farthest around the cell's middle comes first, the others in growing order: so a point meets 1.9
 * faces on the mean before its own is known, where it met 2.3 in growing order (10 000 obstacles). They are
 * kept as single-precision distances from the cell's middle, which decide all but points within a few
 * roundings of an edge; those are decided by mesh_side. */
#ifndef TAUT_MAP_LOCATOR_PARTS_H
#define TAUT_MAP_LOCATOR_PARTS_H

#include "algos/map/mesh.h"

/* x·px + y·py + c, with |x| + |y| = 1, is above 0 on the face's side of an edge; px and py are counted from
 * the cell's middle, in its widths and heights. */
typedef struct Cut {
    float x, y, c;
    uint32_t face; /* 4 · face, + 2 where the next cut is of the same face, + 1 where it is of the next one */
} Cut;

enum { CUT_SAME = 2, CUT_NEXT = 1, CUT_SHIFT = 2 };

/* What a cut may be wrong by, and more. */
#define CUT_UNSURE 0x1p-19f

/* A cell: 2 · face + 1 for one that lies inside a face, with CELL_EMPTY for one that none meets; otherwise
 * twice the place of its first cut. */
#define CELL_EMPTY (UINT32_MAX >> 1)

struct Locator {
    const Mesh *mesh;
    uint32_t *cells; /* row by row */
    Cut *cuts;
    Point size;  /* of a cell */
    Point scale; /* cells a unit */
    uint32_t columns, rows;
    Memory *memory;
};

static inline uint32_t locator_column(const Locator *locator, double x) {
    double column = (x - locator->mesh->low.x) * locator->scale.x;
    return column <= 0 ? 0 : column >= locator->columns ? locator->columns - 1 : (uint32_t)column;
}

static inline uint32_t locator_row(const Locator *locator, double y) {
    double row = (y - locator->mesh->low.y) * locator->scale.y;
    return row <= 0 ? 0 : row >= locator->rows ? locator->rows - 1 : (uint32_t)row;
}

/* The middle of a cell. */
static inline Point locator_middle(const Locator *locator, uint32_t column, uint32_t row) {
    return (Point){locator->mesh->low.x + (column + 0.5) * locator->size.x,
                   locator->mesh->low.y + (row + 0.5) * locator->size.y};
}

static inline uint32_t next_corner(const Mesh *mesh, uint32_t face, uint32_t corner) {
    return corner + 1 < mesh->first[face + 1] ? corner + 1 : mesh->first[face];
}

static inline Point corner_point(const Mesh *mesh, uint32_t corner) {
    return mesh->vertices[mesh->corner[corner]];
}

/* Where the point is in the face, exactly; SPOT_NONE outside of it. */
Located face_place(const Mesh *mesh, uint32_t face, Point point);

#endif
