/* Meshes for tests: drawn by hand, from lattices of triangles, merged at random. */
#ifndef TAUT_TESTS_MESH_SUPPORT_H
#define TAUT_TESTS_MESH_SUPPORT_H

#include "algos/exact/check_points.h"
#include "algos/map/mesh.h"
#include "algos/map/point_path.h"
#include "algos/mesh/channel.h"
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

/* The corner after and before a corner of the face; that of the face across the edge that begins at it. */
uint32_t mesh_corner_after(const Mesh *mesh, uint32_t face, uint32_t corner);
uint32_t mesh_corner_before(const Mesh *mesh, uint32_t face, uint32_t corner);
uint32_t mesh_twin_of(const Mesh *mesh, uint32_t face, uint32_t corner);

/* Fails the test where an edge is left without which both angles would stay convex. No vertex is computed. */
void check_joined(const Mesh *mesh);

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

/* A channel from numbers: start, then left and right end of each portal, then goal. Portals are crossed in
 * their middles. */
void channel_from_points(Channel *channel, Memory *memory, const Point *points, uint32_t count);

/* A mesh with what finds channels on it. Opening makes the rest for `mesh`, which is there and must stay
 * where it is; closing destroys the mesh, too. */
typedef struct ChannelBench {
    Mesh mesh;
    Locator *locator;
    Topology *topology;
} ChannelBench;

void channel_bench_open(ChannelBench *bench, Memory *memory);
void channel_bench_close(ChannelBench *bench);

/* The triangles of a random map that is large enough for a channel of many portals, and the query for it. */
PointQuery channel_bench_large(ChannelBench *bench, Memory *memory);

/* What a test asks of a channel that was found; it allocates from the channel's memory. */
typedef void ChannelCheck(void *context, const Channel *channel, const Topology *topology,
                          const PointCheck *check, uint64_t seed);

/* Random maps of triangles, each as trapezoids, as triangles and with faces joined, and on each of these
 * `queries` random queries for each portal rule from `first` to `last`. Fails the test where memory is left.
 */
typedef struct ChannelTrials {
    uint32_t maps;
    uint64_t salt; /* a map's seed is its number ^ salt */
    PortalRule first, last;
    int queries;
    ChannelCheck *check;
    void *context;
} ChannelTrials;
void channels_on_random_maps(const ChannelTrials *plan);

/* Queries with their lengths. */
typedef struct PointRow {
    PointQuery query;
    double length;
} PointRow;

/* Rows of a file in the benchmarks folder: a table (.tsv: sx sy gx gy length) or a .scen. At most `most` are
 * kept; returns how many. */
uint32_t rows_from_benchmarks(const char *name, PointRow *rows, uint32_t most);

#endif
