/* HPA* as document D2 has it and measured it, kept as what others are measured against: do not improve it.
 *
 * Its structure, in words of our own: one array of nodes for the whole map, each with a growing list of
 * edges; for each node a Dijkstra over all of its cluster, with arrays of its own; for each directed edge a
 * growing list of cells; for each query two such searches and three arrays over all nodes, allocated and
 * cleared; ties by (f, index); a linear search for each edge when the path is put together, and a copy of
 * each of its stretches. Its bug is kept as inside=all-nodes: for each node the nodes of the whole map are
 * gone through, not those of its cluster. Movement rule `4` only: its lengths are whole numbers of 32 bits.
 */
#ifndef TAUT_GRID_HPA_PUBLISHED_H
#define TAUT_GRID_HPA_PUBLISHED_H

#include "algos/grid/hpa_published_box.h"
#include "algos/solver.h"

typedef struct PublishedEdge {
    int32_t to, cost;
    int32_t path; /* index into the paths; NO_ID: across a border */
} PublishedEdge;

typedef struct PublishedNode {
    Cell cell;
    int32_t cluster;
    LIST_OF(PublishedEdge) edges;
} PublishedNode;

typedef struct PublishedHpa {
    const Grid *grid;
    int32_t k, columns, rows;
    int64_t wide;
    Memory *memory;
    LIST_OF(PublishedNode) nodes;
    LIST_OF(CellList) paths;
    int32_t *node_at;   /* by cell of the map; NO_ID where there is none */
    IdList *by_cluster; /* the nodes of each cluster */
} PublishedHpa;

static inline int32_t published_cluster_of(const PublishedHpa *hpa, Cell cell) {
    return cell.y / hpa->k * hpa->columns + cell.x / hpa->k;
}

static inline Box published_box_of(const PublishedHpa *hpa, int32_t cluster) {
    int32_t x = cluster % hpa->columns * hpa->k, y = cluster / hpa->columns * hpa->k;
    return (Box){x, y, x + hpa->k < hpa->grid->width ? x + hpa->k : hpa->grid->width,
                 y + hpa->k < hpa->grid->height ? y + hpa->k : hpa->grid->height};
}

/* As the functions of a Solver. STATUS_REFUSED for a map whose costs add up to 2^30 or more. */
MUST_CHECK Status published_hpa_create(const Grid *grid, int32_t k, int64_t wide, bool all_nodes,
                                       Memory *memory, PublishedHpa **hpa, Error *error);
void published_hpa_destroy(PublishedHpa *hpa);
void published_hpa_describe(const PublishedHpa *hpa, Facts *facts);

/* Everything a query uses is allocated in `memory` and given back before it returns, as published. */
MUST_CHECK Status published_hpa_query(const PublishedHpa *hpa, Memory *memory, const Query *query, Path *path,
                                      Counters *counters);

#endif
