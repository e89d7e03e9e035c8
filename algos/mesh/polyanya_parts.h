/* The parts of a Polyanya query: nodes and scratch; expansion is apart from the search. */
#ifndef TAUT_MESH_POLYANYA_PARTS_H
#define TAUT_MESH_POLYANYA_PARTS_H

#include "algos/core/heap.h"
#include "algos/mesh/cone.h"
#include "algos/mesh/labels.h"
#include "algos/mesh/polyanya.h"
#include "algos/mesh/sites.h"

typedef struct Node {
    double bound;
    uint32_t label;       /* of the root */
    uint32_t entry;       /* corner in the face entered: left end of the entry edge; or CORNER_NONE: */
    uint32_t left, right; /* link `left` is taken, from its beginning; else limits (cone.h); LIMIT_BEHIND: the
                             root's own predecessor */
} Node;

/* Least bound first; of equal ones the youngest root, which lies nearest to the goal as a rule. */
static inline bool node_before(const Node *a, const Node *b) {
    if (a->bound != b->bound) return a->bound < b->bound;
    if (a->label != b->label) return a->label > b->label;
    if (a->entry != b->entry) return a->entry < b->entry;
    return a->right != b->right ? a->right < b->right : a->left < b->left;
}
DEFINE_HEAP(NodeHeap, node_heap, Node, node_before);

struct PolyanyaScratch {
    const Topology *topology;
    const Locator *locator;
    const LinkSites *sites; /* NULL where there are no links */
    LinkBound link_bound;
    Labels labels;
    NodeHeap heap;
    Node *found; /* successors of one node */
    uint32_t found_count, found_capacity;
    FaceList start_faces, goal_faces;
    /* Of each face: twice the query's number on the way into the goal's dead end; 1 more: it holds the goal.
     */
    uint32_t *mark;
    uint32_t query;
    Point goal;
    double best; /* length of the best way to the goal so far, widened by the doubt */
    Memory *memory;
};

/* Puts what was found into the queue, each with its bound. */
MUST_CHECK Status polyanya_push_found(PolyanyaScratch *scratch, Counters *counters);

/* Adds what is seen from a root through the sides of the faces that hold it, and reaches what lies in them:
 * the goal and the beginnings of links. */
MUST_CHECK Status polyanya_open(PolyanyaScratch *scratch, const FaceList *faces, uint32_t label);

/* The way over link `node->left`: its end is a root like the start. */
MUST_CHECK Status polyanya_take_link(PolyanyaScratch *scratch, const Node *node);

/* All successors of a node into `found`; the goal when it is seen, and by turns at the entry's ends. */
MUST_CHECK Status polyanya_expand(PolyanyaScratch *scratch, const Node *node);

/* The way to the goal that ends straight from the label's vertex. */
MUST_CHECK Status polyanya_reach_goal(PolyanyaScratch *scratch, uint32_t label);

static inline bool holds_goal(const PolyanyaScratch *scratch, uint32_t face) {
    return scratch->mark[face] == 2 * scratch->query + 1;
}

#endif
