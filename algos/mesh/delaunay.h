/* The mesh of document D1: points sampled in the passable cells of a grid, their Delaunay triangles, and of
 * those the ones that walls leave. It keeps a quarter of a cell off walls, so it is smaller than the free
 * space, and paths over it are longer than they need be; the triangles of the free space itself are cdt.h's.
 */
#ifndef TAUT_MESH_DELAUNAY_H
#define TAUT_MESH_DELAUNAY_H

#include "algos/map/grid.h"
#include "algos/map/mesh.h"

/* How triangles are made. */
typedef enum DelaunayBuild {
    DELAUNAY_DIVIDE, /* halves of the points, joined: O(P log P) for P points (delaunay.c) */
    DELAUNAY_INSERT  /* point by point into a list of triangles, each of which is looked at: O(P²), as
                        published  (delaunay_published.c) */
} DelaunayBuild;

/* What decides whether a point lies inside a circle. */
typedef enum CircleTest {
    CIRCLE_EXACT,       /* the determinant, in whole numbers: what the document's text says */
    CIRCLE_CIRCUMCENTRE /* distance from a computed centre, less 1e-9: what its code does. Three points almost
                           in line have their centroid for a centre; a point in no circle is left out */
} CircleTest;
#define CIRCLE_NAMES "exact|circumcentre"

/* Which triangles are kept, and which of their edges are portals. */
typedef enum ClipRule {
    CLIP_EXACT,    /* those that no wall cell overlaps; all edges between two of them */
    CLIP_PUBLISHED /* those whose centroid lies in no wall, so that corners of walls may reach into them;
                      edges of which no point of a sample, a tenth of a cell apart, lies in one */
} ClipRule;
#define CLIP_NAMES "exact|published"

typedef struct DelaunayRules {
    DelaunayBuild build;
    CircleTest circle; /* of DELAUNAY_INSERT; the other build is exact */
    ClipRule clip;
} DelaunayRules;

/* What it took, before walls took triangles out. */
typedef struct DelaunayWork {
    uint32_t triangles;
    uint64_t circle_tests; /* samples tried against circles */
} DelaunayWork;

/* Vertices are the samples, by rows of cells, five a cell: its middle, then the four points a quarter of a
 * cell off its sides, by rows. Faces are triangles in the order in which they were made (DELAUNAY_INSERT), or
 * by their lowest vertices. Under CLIP_PUBLISHED a mesh may have edges with a face on either side that are no
 * portals. STATUS_REFUSED where there is no triangle left, which cannot happen where a cell is passable and
 * all is exact. Destroy the mesh with mesh_destroy. */
MUST_CHECK Status delaunay_mesh_create(const Grid *grid, const DelaunayRules *rules, Memory *memory,
                                       Mesh *mesh, DelaunayWork *work, Error *error);

#endif
