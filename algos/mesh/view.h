/* What a point of a mesh sees, by widening no further than the walls: the cone of its view is followed from
 * face to face and split at every vertex (cone.h). Costs what is seen: the faces that the view enters, and a
 * little for each vertex of theirs; no sorting. */
#ifndef TAUT_MESH_VIEW_H
#define TAUT_MESH_VIEW_H

#include "algos/mesh/cone.h"
#include "algos/mesh/sites.h"

/* A cone about to enter a face. A limit with LIMIT_BEHIND names the vertex behind the root. */
typedef struct ViewCone {
    uint32_t entry, left, right;
} ViewCone;

typedef struct View {
    const Topology *topology;
    uint32_t *seen;   /* of each vertex: the number of the last view that took it */
    uint32_t *target; /* of each face: the number of the view whose target it holds */
    uint32_t number;
    uint32_t *corners; /* the result */
    uint32_t count, capacity;
    bool sees_target;
    const Sites *sites;  /* looked for besides; NULL: none */
    uint32_t *seen_site; /* of each site: the number of the last view that saw it */
    uint32_t site_count;
    ViewCone *stack;
    uint32_t stack_count, stack_capacity;
    Point root;
    uint32_t root_vertex; /* or VERTEX_NONE */
    Point target_point;
    bool taut, upper;
    Memory *memory;
} View;

/* Scratch for views of one mesh, one a thread; `topology` outlives it. */
MUST_CHECK Status view_create(const Topology *topology, Memory *memory, View *view);
void view_destroy(View *view);
/* Room for up to `most` sites. */
MUST_CHECK Status view_sites_create(View *view, uint32_t most);
/* From then on views from points also tell which of these sites they see; NULL: of none. */
void view_look_for(View *view, const Sites *sites);
static inline bool view_sees_site(const View *view, uint32_t site) {
    return view->seen_site[site] == view->number;
}

/* Into view->corners: the first corner in each direction, by vertex, each once and in no order; not what lies
 * behind a corner on the same line. With `taut`, only corners at which a path from the root can be taut. */

/* The view of a corner from its wide fan; with `taut`, only where a path that turns there can be taut, too;
 * with `upper`, only directions from that of +x to that of -x, the latter left out: half the work, enough
 * where each pair is seen from both its ends. */
MUST_CHECK Status view_from_corner(View *view, uint32_t vertex, bool taut, bool upper);

/* The view from a point that all faces of the list hold; `vertex` is the one it is on, or VERTEX_NONE. Also
 * whether it sees `target`, a point that the faces of `target_faces` hold. */
MUST_CHECK Status view_from_point(View *view, Point point, uint32_t vertex, const FaceList *faces, bool taut,
                                  Point target, const FaceList *target_faces);

#endif
