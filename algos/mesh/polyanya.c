/* Polyanya searches over (root, interval): the part of an edge that the root sees, entering a face. Here the
 * interval is a cone (cone.h), so that no rounded point decides what is seen; rounded points only order the
 * queue. From a face that it enters, a node goes on to
 *   - the exits that the cone sees (observable successors), with the same root;
 *   - when a side of the cone is the end of the entry edge and a path may turn there, the exits beyond that
 *     side (non-observable ones), with that vertex as the new root.
 * A vertex seen exactly along a side becomes the side's new limit, so that a turn is met wherever it is one.
 *
 * Root-level pruning: a root reached by a longer (or an equal) way than a known one is dropped, and nodes of
 * a root that has since been reached by a shorter way are stale: labels.h, exactly. The goal is reached as
 * any vertex is; the search ends when the least bound exceeds the best way by more than rounding can amount
 * to.
 *
 * A link is reached by its beginning, a point that ends a way as the goal does, in whichever faces hold it;
 * it then waits in the queue as a node of its own. Taking it reaches its end, from which the search looks in
 * all directions as from the start. Where a link costs less than its span the straight line is no bound:
 * sites.h has the one that is.
 *
 * Also pruned: dead ends that do not hold the goal, nor the beginning of a link. A node with one successor is
 * followed at once, without the queue (as in the authors' implementation). */
#include "algos/mesh/polyanya.h"

#include "algos/mesh/polyanya_parts.h"

#include <math.h>

struct Polyanya {
    Topology *topology;
    const Locator *locator;
    LinkSites sites;
    Memory *memory;
};

Status polyanya_create(const Mesh *mesh, const Locator *locator, Memory *memory, Polyanya **polyanya) {
    return polyanya_create_linked(mesh, locator, NULL, memory, polyanya);
}

Status polyanya_create_linked(const Mesh *mesh, const Locator *locator, const Links *links, Memory *memory,
                              Polyanya **polyanya) {
    Polyanya *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Polyanya){.locator = locator, .memory = memory};
    Status status = topology_create(mesh, memory, &made->topology);
    if (status == STATUS_OK) status = link_sites_create(made->topology, locator, links, memory, &made->sites);
    if (status != STATUS_OK) {
        polyanya_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *polyanya = made;
    return STATUS_OK;
}

void polyanya_destroy(Polyanya *polyanya) {
    link_sites_destroy(&polyanya->sites);
    if (polyanya->topology != NULL) topology_destroy(polyanya->topology);
    memory_give(polyanya->memory, polyanya);
}

Status polyanya_scratch_create(const Polyanya *polyanya, Memory *memory, PolyanyaScratch **scratch) {
    const Mesh *mesh = polyanya->topology->mesh;
    PolyanyaScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->topology = polyanya->topology;
    made->locator = polyanya->locator;
    made->memory = memory;
    made->heap.memory = memory;
    made->start_faces.memory = made->goal_faces.memory = memory;
    made->labels.memory = memory;
    const Links *links = polyanya->sites.links;
    if (links != NULL) made->sites = &polyanya->sites;
    made->mark = memory_take_zeroed(memory, mesh->face_count, sizeof *made->mark);
    if (made->mark == NULL || labels_create(mesh->vertex_count, links, memory, &made->labels) != STATUS_OK ||
        (links != NULL && link_bound_create(made->sites, memory, &made->link_bound) != STATUS_OK)) {
        polyanya_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

void polyanya_scratch_destroy(PolyanyaScratch *scratch) {
    link_bound_destroy(&scratch->link_bound, scratch->memory);
    labels_destroy(&scratch->labels);
    node_heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->found);
    memory_give(scratch->memory, scratch->mark);
    face_list_destroy(&scratch->start_faces);
    face_list_destroy(&scratch->goal_faces);
    memory_give(scratch->memory, scratch);
}

/* Marks the goal's faces and the way into their dead ends. */
static void mark_goal(PolyanyaScratch *scratch) {
    const Topology *topology = scratch->topology;
    for (uint32_t i = 0; i < scratch->goal_faces.count; i++) {
        uint32_t face = scratch->goal_faces.faces[i];
        for (uint32_t in = topology->inward[face]; in != FACE_NONE; in = topology->inward[in]) {
            if (scratch->mark[in] >= 2 * scratch->query) break;
            scratch->mark[in] = 2 * scratch->query;
        }
    }
    for (uint32_t i = 0; i < scratch->goal_faces.count; i++)
        scratch->mark[scratch->goal_faces.faces[i]] = 2 * scratch->query + 1;
}

/* Whether the goal is in a face of the start, so that no way without links is shorter. */
static bool starts_at_goal_face(const PolyanyaScratch *scratch) {
    for (uint32_t i = 0; i < scratch->start_faces.count; i++)
        if (holds_goal(scratch, scratch->start_faces.faces[i])) return true;
    return false;
}

static void next_query(PolyanyaScratch *scratch) {
    if (++scratch->query <= UINT32_MAX / 2 - 1) return;
    for (uint32_t f = 0; f < scratch->topology->mesh->face_count; f++) scratch->mark[f] = 0;
    scratch->query = 1;
}

static void show(const FaceList *faces, uint8_t *shown) {
    for (uint32_t i = 0; i < faces->count; i++) shown[faces->faces[i]] = 1;
}

/* `shown` is NULL in a query that is timed: inlined, that is known there and leaves no trace. */
__attribute__((always_inline)) static inline Status search(PolyanyaScratch *scratch, uint8_t *shown,
                                                           Counters *counters) {
    scratch->found_count = 0;
    TRY(polyanya_open(scratch, &scratch->start_faces, 0));
    COUNT(counters, generated, scratch->found_count);
    TRY(polyanya_push_found(scratch, counters));
    while (scratch->heap.count > 0) {
        Node node = node_heap_pop(&scratch->heap);
        COUNT(counters, popped, 1);
        if (node.bound > scratch->best) break;
        if (!label_is_best(&scratch->labels, node.label)) {
            COUNT(counters, stale, 1);
            continue;
        }
        for (;;) {
            COUNT(counters, expanded, 1);
            if (node.entry == CORNER_NONE) {
                if (shown != NULL) show(&scratch->sites->to.faces[node.left], shown);
                TRY(polyanya_take_link(scratch, &node));
            } else {
                if (shown != NULL) shown[scratch->topology->face[node.entry]] = 1;
                TRY(polyanya_expand(scratch, &node));
            }
            if (scratch->found_count == 0) break;
            COUNT(counters, generated, scratch->found_count);
            node = scratch->found[0];
            if (scratch->found_count > 1 || node.entry == CORNER_NONE) {
                TRY(polyanya_push_found(scratch, counters));
                break;
            }
            scratch->found_count = 0;
        }
    }
    return STATUS_OK;
}

__attribute__((always_inline)) static inline Status answer(PolyanyaScratch *scratch, const PointQuery *query,
                                                           PointPath *path, uint8_t *shown,
                                                           Counters *counters) {
    uint32_t start_vertex, goal_vertex;
    path->count = 0;
    path->length = 0;
    TRY(end_find(scratch->topology, scratch->locator, query->start, &scratch->start_faces, &start_vertex));
    if (scratch->start_faces.count == 0) return STATUS_OK;
    TRY(end_find(scratch->topology, scratch->locator, query->goal, &scratch->goal_faces, &goal_vertex));
    if (scratch->goal_faces.count == 0) return STATUS_OK;
    if (shown != NULL) show(&scratch->start_faces, shown);
    next_query(scratch);
    mark_goal(scratch);
    scratch->goal = query->goal;
    scratch->best = INFINITY;
    node_heap_clear(&scratch->heap);
    TRY(labels_start(&scratch->labels, query->start, start_vertex));
    bool has_links = scratch->sites != NULL, is_seen = starts_at_goal_face(scratch);
    if (has_links) link_bound_start(&scratch->link_bound, query->goal);
    if (is_seen) TRY(polyanya_reach_goal(scratch, 0));
    if (!is_seen || (has_links && scratch->sites->cheap_count > 0)) TRY(search(scratch, shown, counters));
    uint32_t goal = labels_goal(&scratch->labels);
    return goal == LABEL_NONE ? STATUS_OK : labels_path(&scratch->labels, goal, path);
}

Status polyanya_query(PolyanyaScratch *scratch, const PointQuery *query, PointPath *path,
                      Counters *counters) {
    return answer(scratch, query, path, NULL, counters);
}

Status polyanya_query_shown(PolyanyaScratch *scratch, const PointQuery *query, PointPath *path,
                            uint8_t *expanded) {
    Counters counters = {0};
    return answer(scratch, query, path, expanded, &counters);
}
