#include "algos/mesh/visgraph_expand.h"

#include "algos/core/heap.h"
#include "algos/mesh/labels.h"
#include "algos/mesh/link_views.h"

#include <math.h>

struct MeshGraph {
    Topology *topology;
    const Locator *locator;
    bool taut_only;
    uint64_t corner_count;
    uint64_t *first; /* vertex v: to[first[v]] .. to[first[v + 1] - 1] */
    uint32_t *to;
    uint64_t capacity; /* of `to` while it is built */
    LinkViews links;
    Memory *memory;
};

typedef struct Entry {
    double bound;
    uint32_t label;
} Entry;

static inline bool entry_before(const Entry *a, const Entry *b) {
    return a->bound != b->bound ? a->bound < b->bound : a->label > b->label;
}
DEFINE_HEAP(EntryHeap, entry_heap, Entry, entry_before);

struct MeshGraphScratch {
    const MeshGraph *graph;
    View view;
    Labels labels;
    EntryHeap heap;
    FaceList start_faces, goal_faces;
    LinkBound link_bound;
    uint32_t *sees_goal; /* of each label's vertex: the number of the query whose goal it sees */
    uint32_t query;
    Point goal;
    double best; /* length of the best way to the goal so far, widened by the doubt */
    Memory *memory;
};

/* ---- the index ---- */

/* What is seen upwards of one corner: view->corners, from that corner. */
static Status append(MeshGraph *graph, const View *view, uint64_t at) {
    uint64_t needed = at + view->count;
    if (needed > graph->capacity) {
        uint64_t capacity = graph->capacity == 0 ? 1024 : graph->capacity;
        while (capacity < needed) capacity *= 2;
        uint32_t *grown = memory_resize(graph->memory, graph->to, (size_t)capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        graph->to = grown;
        graph->capacity = capacity;
    }
    for (uint32_t i = 0; i < view->count; i++) graph->to[at + i] = view->corners[i];
    return STATUS_OK;
}

/* Each pair from its lower end. */
static Status find_pairs(MeshGraph *graph, View *view) {
    const Topology *topology = graph->topology;
    uint64_t at = 0;
    graph->first[0] = 0;
    for (uint32_t v = 0; v < topology->mesh->vertex_count; v++) {
        if (topology->turn[v].after != VERTEX_NONE) {
            graph->corner_count++;
            TRY(view_from_corner(view, v, graph->taut_only, true));
            TRY(append(graph, view, at));
            at += view->count;
        }
        graph->first[v + 1] = at;
    }
    return STATUS_OK;
}

/* Puts in the edges of both directions: `first` and `to` go from what was found to the graph. */
static void double_edges(const MeshGraph *graph, uint32_t vertex_count, uint64_t *first, uint64_t *at,
                         uint32_t *to) {
    for (uint32_t v = 0; v < vertex_count; v++) at[v] = 0;
    for (uint64_t i = 0; i < graph->first[vertex_count]; i++) at[graph->to[i]]++;
    uint64_t before = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint64_t arriving = at[v];
        first[v] = graph->first[v] + before;
        before += arriving;
        at[v] = first[v];
    }
    first[vertex_count] = graph->first[vertex_count] + before;
    for (uint32_t v = 0; v < vertex_count; v++)
        for (uint64_t i = graph->first[v]; i < graph->first[v + 1]; i++) {
            to[at[v]++] = graph->to[i];
            to[at[graph->to[i]]++] = v;
        }
}

static Status find_edges(MeshGraph *graph, View *view) {
    Memory *memory = graph->memory;
    uint32_t vertex_count = graph->topology->mesh->vertex_count;
    TRY(find_pairs(graph, view));
    uint64_t *first = memory_take(memory, (size_t)vertex_count + 1, sizeof *first);
    uint64_t *at = memory_take(memory, vertex_count, sizeof *at);
    uint32_t *to = memory_take(memory, 2 * (size_t)graph->first[vertex_count], sizeof *to);
    bool whole = first != NULL && at != NULL && to != NULL;
    if (whole) {
        double_edges(graph, vertex_count, first, at, to);
        memory_give(memory, graph->first);
        memory_give(memory, graph->to);
        graph->first = first;
        graph->to = to;
    } else {
        memory_give(memory, first);
        memory_give(memory, to);
    }
    memory_give(memory, at);
    return whole ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status build(MeshGraph *graph, const Mesh *mesh, const Links *links) {
    View view;
    TRY(topology_create(mesh, graph->memory, &graph->topology));
    graph->first = memory_take(graph->memory, (size_t)mesh->vertex_count + 1, sizeof *graph->first);
    if (graph->first == NULL) return STATUS_NO_MEMORY;
    TRY(view_create(graph->topology, graph->memory, &view));
    Status status = find_edges(graph, &view);
    if (status == STATUS_OK && links != NULL && links->count > 0)
        status = link_views_create(graph->topology, graph->locator, links, &view, graph->taut_only,
                                   graph->memory, &graph->links);
    view_destroy(&view);
    return status;
}

Status mesh_graph_create(const Mesh *mesh, const Locator *locator, bool taut_only, Memory *memory,
                         MeshGraph **graph) {
    return mesh_graph_create_linked(mesh, locator, NULL, taut_only, memory, graph);
}

Status mesh_graph_create_linked(const Mesh *mesh, const Locator *locator, const Links *links, bool taut_only,
                                Memory *memory, MeshGraph **graph) {
    MeshGraph *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->locator = locator;
    made->taut_only = taut_only;
    made->memory = memory;
    Status status = build(made, mesh, links);
    if (status == STATUS_OK)
        *graph = made;
    else
        mesh_graph_destroy(made);
    return status;
}

void mesh_graph_destroy(MeshGraph *graph) {
    link_views_destroy(&graph->links);
    if (graph->topology != NULL) topology_destroy(graph->topology);
    memory_give(graph->memory, graph->first);
    memory_give(graph->memory, graph->to);
    memory_give(graph->memory, graph);
}

uint64_t mesh_graph_corner_count(const MeshGraph *graph) {
    return graph->corner_count;
}

uint64_t mesh_graph_edge_count(const MeshGraph *graph) {
    return graph->first[graph->topology->mesh->vertex_count];
}

uint64_t mesh_graph_edges(const MeshGraph *graph, uint32_t vertex, const uint32_t **corners) {
    *corners = graph->to + graph->first[vertex];
    return graph->first[vertex + 1] - graph->first[vertex];
}

/* ---- queries ---- */

Status mesh_graph_scratch_create(const MeshGraph *graph, Memory *memory, MeshGraphScratch **scratch) {
    uint32_t vertex_count = graph->topology->mesh->vertex_count;
    MeshGraphScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->graph = graph;
    made->memory = made->heap.memory = made->view.memory = made->labels.memory = memory;
    made->start_faces.memory = made->goal_faces.memory = memory;
    const LinkSites *sites = &graph->links.sites;
    uint32_t link_count = sites->links == NULL ? 0 : sites->links->count;
    made->sees_goal =
        memory_take_zeroed(memory, vertex_count + 2 * (size_t)link_count, sizeof *made->sees_goal);
    if (made->sees_goal == NULL || view_create(graph->topology, memory, &made->view) != STATUS_OK ||
        labels_create(vertex_count, sites->links, memory, &made->labels) != STATUS_OK ||
        (link_count > 0 && (view_sites_create(&made->view, link_count) != STATUS_OK ||
                            link_bound_create(sites, memory, &made->link_bound) != STATUS_OK))) {
        mesh_graph_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

void mesh_graph_scratch_destroy(MeshGraphScratch *scratch) {
    link_bound_destroy(&scratch->link_bound, scratch->memory);
    view_destroy(&scratch->view);
    labels_destroy(&scratch->labels);
    entry_heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->sees_goal);
    face_list_destroy(&scratch->start_faces);
    face_list_destroy(&scratch->goal_faces);
    memory_give(scratch->memory, scratch);
}

/* `vertex` may be the end of a link (labels.h). */
static Status reach(MeshGraphScratch *scratch, uint32_t vertex, Point point, uint32_t last,
                    Counters *counters) {
    const Labels *labels = &scratch->labels;
    double bound = labels->labels[last].length + labels_leg(labels, last, point);
    double on = point_distance(point, scratch->goal);
    bound += labels->links == NULL ? on : link_bound_least(&scratch->link_bound, point, on);
    COUNT(counters, generated, 1);
    if (bound > scratch->best) return STATUS_OK;
    uint32_t label, count = labels->count;
    TRY(labels_reach(&scratch->labels, vertex, point, last, &label));
    if (label == LABEL_NONE || label < count) return STATUS_OK;
    COUNT(counters, pushed, 1);
    return entry_heap_push(&scratch->heap, (Entry){bound, label});
}

static Status reach_corner(MeshGraphScratch *scratch, uint32_t vertex, uint32_t last, Counters *counters) {
    return reach(scratch, vertex, scratch->graph->topology->mesh->vertices[vertex], last, counters);
}

/* The beginning of a link. */
static Status reach_link(MeshGraphScratch *scratch, uint32_t link, uint32_t last, Counters *counters) {
    return reach(scratch, labels_link_from(&scratch->labels, link), scratch->labels.links->links[link].from,
                 last, counters);
}

/* Goes on from one of the ends of a link: over it, or from there to all that is seen. */
static Status expand_end(MeshGraphScratch *scratch, uint32_t vertex, uint32_t label, Counters *counters) {
    const LinkViews *views = &scratch->graph->links;
    uint32_t end = vertex - scratch->graph->topology->mesh->vertex_count, link = end / 2;
    if (end % 2 == 0)
        return reach(scratch, vertex + 1, scratch->labels.links->links[link].to, label, counters);
    for (uint32_t i = views->corners.first[link]; i < views->corners.first[link + 1]; i++)
        TRY(reach_corner(scratch, views->corners.to[i], label, counters));
    for (uint32_t i = views->next.first[link]; i < views->next.first[link + 1]; i++)
        TRY(reach_link(scratch, views->next.to[i], label, counters));
    return STATUS_OK;
}

static Status expand_corner(MeshGraphScratch *scratch, uint32_t vertex, uint32_t label, Counters *counters) {
    const MeshGraph *graph = scratch->graph;
    for (uint64_t i = graph->first[vertex]; i < graph->first[vertex + 1]; i++)
        TRY(reach_corner(scratch, graph->to[i], label, counters));
    if (scratch->labels.links == NULL) return STATUS_OK;
    const Seen *links = &graph->links.links;
    for (uint32_t i = links->first[vertex]; i < links->first[vertex + 1]; i++)
        TRY(reach_link(scratch, links->to[i], label, counters));
    return STATUS_OK;
}

static Status reach_goal(MeshGraphScratch *scratch, uint32_t last) {
    uint32_t label;
    TRY(labels_reach(&scratch->labels, scratch->labels.vertex_count, scratch->goal, last, &label));
    if (label != LABEL_NONE) scratch->best = scratch->labels.labels[label].length * (1 + LENGTH_DOUBT);
    return STATUS_OK;
}

static Status search(MeshGraphScratch *scratch, Counters *counters) {
    const MeshGraph *graph = scratch->graph;
    while (scratch->heap.count > 0) {
        Entry entry = entry_heap_pop(&scratch->heap);
        COUNT(counters, popped, 1);
        if (entry.bound > scratch->best) break;
        if (!label_is_best(&scratch->labels, entry.label)) {
            COUNT(counters, stale, 1);
            continue;
        }
        COUNT(counters, expanded, 1);
        uint32_t vertex = scratch->labels.labels[entry.label].vertex;
        if (scratch->sees_goal[vertex] == scratch->query) TRY(reach_goal(scratch, entry.label));
        TRY(vertex >= graph->topology->mesh->vertex_count
                ? expand_end(scratch, vertex, entry.label, counters)
                : expand_corner(scratch, vertex, entry.label, counters));
    }
    return STATUS_OK;
}

/* The goal's view first, so that what the start sees need not be kept. */
static Status join_ends(MeshGraphScratch *scratch, const PointQuery *query, uint32_t start_vertex,
                        uint32_t goal_vertex, Counters *counters) {
    View *view = &scratch->view;
    bool taut = scratch->graph->taut_only;
    const LinkSites *sites = scratch->labels.links == NULL ? NULL : &scratch->graph->links.sites;
    uint32_t link_count = sites == NULL ? 0 : sites->links->count;
    view_look_for(view, sites == NULL ? NULL : &sites->to);
    TRY(view_from_point(view, query->goal, goal_vertex, &scratch->goal_faces, taut, query->start,
                        &scratch->start_faces));
    if (view->sees_target) TRY(reach_goal(scratch, 0));
    if (view->sees_target && (sites == NULL || sites->cheap_count == 0)) return STATUS_OK;
    for (uint32_t i = 0; i < view->count; i++) scratch->sees_goal[view->corners[i]] = scratch->query;
    for (uint32_t k = 0; k < link_count; k++)
        if (view_sees_site(view, k)) scratch->sees_goal[labels_link_to(&scratch->labels, k)] = scratch->query;
    view_look_for(view, sites == NULL ? NULL : &sites->from);
    TRY(view_from_point(view, query->start, start_vertex, &scratch->start_faces, taut, query->goal,
                        &scratch->goal_faces));
    for (uint32_t i = 0; i < view->count; i++) TRY(reach_corner(scratch, view->corners[i], 0, counters));
    for (uint32_t k = 0; k < link_count; k++)
        if (view_sees_site(view, k)) TRY(reach_link(scratch, k, 0, counters));
    return search(scratch, counters);
}

static void next_query(MeshGraphScratch *scratch) {
    if (++scratch->query != 0) return; /* once in 2^32 queries */
    for (uint32_t v = 0; v < scratch->labels.vertex_count; v++) scratch->sees_goal[v] = 0;
    scratch->query = 1;
}

Status mesh_graph_query(MeshGraphScratch *scratch, const PointQuery *query, PointPath *path,
                        Counters *counters) {
    const MeshGraph *graph = scratch->graph;
    uint32_t start_vertex, goal_vertex;
    path->count = 0;
    path->length = 0;
    TRY(end_find(graph->topology, graph->locator, query->start, &scratch->start_faces, &start_vertex));
    if (scratch->start_faces.count == 0) return STATUS_OK;
    TRY(end_find(graph->topology, graph->locator, query->goal, &scratch->goal_faces, &goal_vertex));
    if (scratch->goal_faces.count == 0) return STATUS_OK;
    next_query(scratch);
    entry_heap_clear(&scratch->heap);
    scratch->goal = query->goal;
    scratch->best = INFINITY;
    if (scratch->labels.links != NULL) link_bound_start(&scratch->link_bound, query->goal);
    TRY(labels_start(&scratch->labels, query->start, start_vertex));
    TRY(join_ends(scratch, query, start_vertex, goal_vertex, counters));
    uint32_t goal = labels_goal(&scratch->labels);
    return goal == LABEL_NONE ? STATUS_OK : labels_path(&scratch->labels, goal, path);
}
