/* Meshes for tests: drawn by hand, from lattices of triangles, merged at random. */
#ifndef TAUT_TESTS_MESH_SUPPORT_H
#define TAUT_TESTS_MESH_SUPPORT_H

#include "algos/map/mesh.h"
#include "algos/map/point_path.h"
#include "algos/mesh/polyanya.h"
#include "tests/triangle_maps.h"

/* From vertices and faces; each face is listed by its vertices, counter-clockwise, and ended by -1.
 * Neighbours are found. Fails the test unless the mesh is valid. */
void mesh_from_faces(Memory *memory, const Point *vertices, uint32_t vertex_count, const int *faces,
                     uint32_t length, Mesh *mesh);

/* The free triangles as faces, then faces joined at random where the union is convex: `joins` tries. Leaves
 * faces that share several edges, and vertices inside straight sides. */
void mesh_from_triangles(const TriangleMap *map, Memory *memory, Rng *rng, uint32_t joins, Mesh *mesh);

/* A mesh of the benchmarks folder ("arena.mesh"); false, with a message, when it is not there. */
bool mesh_from_benchmarks(const char *name, Memory *memory, Mesh *mesh);

/* A mesh with all that answers queries on it. */
typedef struct PolyanyaBench {
    Mesh mesh;
    Locator *locator;
    Polyanya *polyanya;
    PolyanyaScratch *scratch;
    PointPath path; /* the last answer */
} PolyanyaBench;

/* Makes the rest of it for `mesh`, which is there; it must stay where it is. Closing destroys the mesh, too.
 */
void polyanya_bench_open(PolyanyaBench *bench, Memory *memory);
void polyanya_bench_close(PolyanyaBench *bench);
void polyanya_bench_ask(PolyanyaBench *bench, const PointQuery *query);

/* Queries with their lengths. */
typedef struct PointRow {
    PointQuery query;
    double length;
} PointRow;

/* Rows of a file in the benchmarks folder: a table (.tsv: sx sy gx gy length) or a .scen. At most `most` are
 * kept; returns how many. */
uint32_t rows_from_benchmarks(const char *name, PointRow *rows, uint32_t most);

#endif
