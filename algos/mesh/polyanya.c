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
 * Also pruned: dead ends that do not hold the goal. A node with one successor is followed at once, without
 * the queue (as in the authors' implementation). */
#include "algos/mesh/polyanya.h"

#include "algos/mesh/polyanya_parts.h"

#include <math.h>

struct Polyanya {
    Topology *topology;
    const Locator *locator;
    Memory *memory;
};

Status polyanya_create(const Mesh *mesh, const Locator *locator, Memory *memory, Polyanya **polyanya) {
    Polyanya *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Polyanya){.locator = locator, .memory = memory};
    if (topology_create(mesh, memory, &made->topology) != STATUS_OK) {
        memory_give(memory, made);
        return STATUS_NO_MEMORY;
    }
    *polyanya = made;
    return STATUS_OK;
}

void polyanya_destroy(Polyanya *polyanya) {
    topology_destroy(polyanya->topology);
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
    made->mark = memory_take_zeroed(memory, mesh->face_count, sizeof *made->mark);
    if (made->mark == NULL || labels_create(mesh->vertex_count, memory, &made->labels) != STATUS_OK) {
        memory_give(memory, made->mark);
        memory_give(memory, made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

void polyanya_scratch_destroy(PolyanyaScratch *scratch) {
    labels_destroy(&scratch->labels);
    node_heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->found);
    memory_give(scratch->memory, scratch->mark);
    face_list_destroy(&scratch->start_faces);
    face_list_destroy(&scratch->goal_faces);
    memory_give(scratch->memory, scratch);
}

/* All exits of the faces that hold the start. */
static Status expand_start(PolyanyaScratch *scratch) {
    const Topology *topology = scratch->topology;
    const Mesh *mesh = topology->mesh;
    Point start = scratch->labels.labels[0].point;
    for (uint32_t i = 0; i < scratch->start_faces.count; i++) {
        uint32_t face = scratch->start_faces.faces[i];
        for (uint32_t corner = mesh->first[face]; corner < mesh->first[face + 1]; corner++) {
            uint32_t right = mesh->corner[corner], left = mesh->corner[corner_next(topology, corner)];
            Point a = mesh->vertices[right], b = mesh->vertices[left];
            /* Across an edge that holds the start lies another of these faces. */
            if (turn_of(a, b, start) == 0 && point_between(a, b, start)) continue;
            TRY(polyanya_add(scratch, corner, 0, is_computed(topology, left) ? LIMIT_OPEN : left,
                             is_computed(topology, right) ? LIMIT_OPEN : right));
        }
    }
    return STATUS_OK;
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

/* Puts what was found into the queue; a single successor is left to be followed at once. */
static Status push_found(PolyanyaScratch *scratch, bool keep_single, Counters *counters) {
    COUNT(counters, generated, scratch->found_count);
    if (keep_single && scratch->found_count == 1) return STATUS_OK;
    for (uint32_t i = 0; i < scratch->found_count; i++) {
        Node *node = &scratch->found[i];
        if (!label_is_best(&scratch->labels, node->label)) continue;
        node->bound = polyanya_bound(scratch, node);
        if (node->bound > scratch->best) continue;
        TRY(node_heap_push(&scratch->heap, *node));
        COUNT(counters, pushed, 1);
    }
    scratch->found_count = 0;
    return STATUS_OK;
}

/* `shown` is NULL in a query that is timed: inlined, that is known there and leaves no trace. */
__attribute__((always_inline)) static inline Status search(PolyanyaScratch *scratch, uint8_t *shown,
                                                           Counters *counters) {
    scratch->found_count = 0;
    TRY(expand_start(scratch));
    TRY(push_found(scratch, false, counters));
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
            if (shown != NULL) shown[scratch->topology->face[node.entry]] = 1;
            TRY(polyanya_expand(scratch, &node));
            TRY(push_found(scratch, true, counters));
            if (scratch->found_count == 0) break;
            node = scratch->found[0];
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
    for (uint32_t i = 0; shown != NULL && i < scratch->start_faces.count; i++)
        shown[scratch->start_faces.faces[i]] = 1;
    next_query(scratch);
    mark_goal(scratch);
    scratch->goal = query->goal;
    scratch->best = INFINITY;
    node_heap_clear(&scratch->heap);
    TRY(labels_start(&scratch->labels, query->start, start_vertex));
    if (starts_at_goal_face(scratch))
        TRY(polyanya_reach_goal(scratch, 0));
    else
        TRY(search(scratch, shown, counters));
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
