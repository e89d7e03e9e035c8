/* The best known ways to vertices, shared by the exact searches. A label is a vertex with the label before
 * it; of two ways to one vertex the shorter is kept, decided by doubles where they are clear and otherwise by
 * the exact comparison of both chains. Of equal ways the first is kept. Replaced labels stay: others go on
 * from them, at no harm.
 *
 * Nothing is lost with the later of two equal ways: had it a continuation that is shortest, the first would
 * have it too, so that it must be taut after both. */
#ifndef TAUT_MESH_LABELS_H
#define TAUT_MESH_LABELS_H

#include "algos/core/links.h"
#include "algos/map/point_path.h"
#include "algos/mesh/topology.h"

#define LABEL_NONE UINT32_MAX

/* Doubles decide between lengths that differ by more than this share. */
#define LENGTH_DOUBT 1e-9

typedef struct Label {
    Point point;
    double length;         /* from the start, rounded */
    uint32_t vertex, last; /* last: the label before it; LABEL_NONE for the start */
} Label;

/* Of each vertex its label, if it has one of this query. */
typedef struct VertexLabel {
    uint32_t query, label;
} VertexLabel;

typedef struct Labels {
    Label *labels;
    VertexLabel *of; /* vertex_count, and one more: the goal */
    Point *chain;    /* for comparisons */
    uint32_t count, capacity, chain_capacity, vertex_count, query;
    const Links *links; /* that ways may take; NULL: none */
    Memory *memory;
} Labels;

/* Links (NULL: none), which outlive it, have labels for their two ends, which are numbered like vertices from
 * `vertex_count` on: labels_link_from, labels_link_to. labels->vertex_count counts them, too. */
MUST_CHECK Status labels_create(uint32_t vertex_count, const Links *links, Memory *memory, Labels *labels);
void labels_destroy(Labels *labels);

/* Forgets all and makes the start label 0, on `vertex` (or VERTEX_NONE). */
MUST_CHECK Status labels_start(Labels *labels, Point start, uint32_t vertex);

/* The way to `vertex` (vertex_count: the goal) at `point` over the label `last`: *label is the label for it,
 * or LABEL_NONE when a way as short is known. */
MUST_CHECK Status labels_reach(Labels *labels, uint32_t vertex, Point point, uint32_t last, uint32_t *label);

/* What it takes from a label's point to another one: their distance, or the link between them. */
static inline double labels_leg(const Labels *labels, uint32_t last, Point point) {
    Point from = labels->labels[last].point;
    return labels->links == NULL ? point_distance(from, point) : links_leg(labels->links, from, point);
}

/* The numbers of a link's ends, in place of vertices. */
static inline uint32_t labels_link_from(const Labels *labels, uint32_t link) {
    return labels->vertex_count - 2 * (labels->links->count - link);
}
static inline uint32_t labels_link_to(const Labels *labels, uint32_t link) {
    return labels_link_from(labels, link) + 1;
}

/* Whether the label is still the best of its vertex. */
static inline bool label_is_best(const Labels *labels, uint32_t label) {
    uint32_t vertex = labels->labels[label].vertex;
    return vertex == VERTEX_NONE || labels->of[vertex].label == label;
}

/* The label of the goal, or LABEL_NONE. */
static inline uint32_t labels_goal(const Labels *labels) {
    const VertexLabel *of = &labels->of[labels->vertex_count];
    return of->query == labels->query ? of->label : LABEL_NONE;
}

/* Writes the way to the label: without points that lie straight between their neighbours. */
MUST_CHECK Status labels_path(const Labels *labels, uint32_t label, PointPath *path);

#endif
