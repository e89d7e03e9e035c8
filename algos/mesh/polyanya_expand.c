/* How a Polyanya node is expanded: see polyanya.c for what it means. */
#include "algos/mesh/polyanya_parts.h"

#include <math.h>

static inline double distance(Point a, Point b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static inline double cross(Point from, Point a, Point b) {
    return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x);
}

/* Where a side meets the entry edge, whose left end is a and whose right end is b; rounded. Where an end is
 * computed the side may pass outside of it: then that end. */
static inline Point meet_left(const Side *side, Point a, Point b) {
    double of_a = cross(side->from, side->to, a), of_b = cross(side->from, side->to, b);
    if (of_a <= 0) return a;
    if (of_b >= 0) return b;
    double share = of_a / (of_a - of_b);
    return (Point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}
static inline Point meet_right(const Side *side, Point a, Point b) {
    double of_a = cross(side->from, side->to, a), of_b = cross(side->from, side->to, b);
    if (of_b >= 0) return b;
    if (of_a <= 0) return a;
    double share = of_b / (of_b - of_a);
    return (Point){b.x + share * (a.x - b.x), b.y + share * (a.y - b.y)};
}

/* The limit as a side of the cone from that root. */
static inline Side side_from(const PolyanyaScratch *scratch, const Label *root, uint32_t limit) {
    if (limit == LIMIT_OPEN) return side_open();
    if (limit == LIMIT_BEHIND) return side_behind(scratch->labels.labels[root->last].point, root->point);
    return side_past(root->point, scratch->topology->mesh->vertices[limit]);
}

/* How far it is from the root through the interval to the goal without links at the least. The goal is
 * mirrored where it lies on the root's side of the entry edge. */
static double least_walk(const PolyanyaScratch *scratch, const Node *node) {
    const Topology *topology = scratch->topology;
    const Label *root = &scratch->labels.labels[node->label];
    const MeshCorner *left_end = &topology->corners[node->entry];
    const MeshCorner *right_end = &topology->corners[corner_next(topology, node->entry)];
    Point a = left_end->at, b = right_end->at;
    Point left = a, right = b, goal = scratch->goal;
    if (node->right != right_end->vertex && node->right != LIMIT_OPEN) {
        Side side = side_from(scratch, root, node->right);
        right = meet_right(&side, a, b);
    }
    double side = cross(a, b, goal);
    if (side < 0) {
        double x = b.x - a.x, y = b.y - a.y, factor = 2 * side / (x * x + y * y);
        goal = (Point){goal.x + factor * y, goal.y - factor * x};
    }
    if (cross(root->point, right, goal) < 0) return distance(root->point, right) + distance(right, goal);
    if (node->left != left_end->vertex && node->left != LIMIT_OPEN) {
        Side limit = side_from(scratch, root, node->left);
        left = meet_left(&limit, a, b);
    }
    if (cross(root->point, left, goal) > 0) return distance(root->point, left) + distance(left, goal);
    return distance(root->point, goal);
}

/* The least from a point on to the goal, links included, that is `walk` at the least without. */
static inline double least_on(const PolyanyaScratch *scratch, Point from, double walk) {
    return scratch->sites == NULL ? walk : link_bound_least(&scratch->link_bound, from, walk);
}

/* No way from the root through the node's interval to the goal is shorter. Rounded: good to a few units of
 * the last place. */
static double bound_of(const PolyanyaScratch *scratch, const Node *node) {
    const Label *root = &scratch->labels.labels[node->label];
    if (node->entry == CORNER_NONE) {
        const Link *link = &scratch->sites->links->links[node->left];
        return root->length + link->cost + least_on(scratch, link->to, distance(link->to, scratch->goal));
    }
    return root->length + least_on(scratch, root->point, least_walk(scratch, node));
}

Status polyanya_push_found(PolyanyaScratch *scratch, Counters *counters) {
    for (uint32_t i = 0; i < scratch->found_count; i++) {
        Node *node = &scratch->found[i];
        if (!label_is_best(&scratch->labels, node->label)) continue;
        node->bound = bound_of(scratch, node);
        if (node->bound > scratch->best) continue;
        TRY(node_heap_push(&scratch->heap, *node));
        COUNT(counters, pushed, 1);
    }
    scratch->found_count = 0;
    return STATUS_OK;
}

/* Whether an exit is worth a successor: it is no wall and leads into no dead end without the goal. */
static inline bool leads_on(const PolyanyaScratch *scratch, uint32_t corner) {
    const Topology *topology = scratch->topology;
    uint32_t twin = topology->corners[corner].twin;
    if (twin == CORNER_NONE) return false;
    return !topology->dead_end[corner] || scratch->mark[topology->face[twin]] >= 2 * scratch->query;
}

static Status grow_found(PolyanyaScratch *scratch) {
    uint32_t capacity = scratch->found_capacity == 0 ? 64 : scratch->found_capacity * 2;
    Node *grown = memory_resize(scratch->memory, scratch->found, capacity, sizeof *grown);
    if (grown == NULL) return STATUS_NO_MEMORY;
    scratch->found = grown;
    scratch->found_capacity = capacity;
    return STATUS_OK;
}

static inline Status add_found(PolyanyaScratch *scratch, Node node) {
    if (scratch->found_count == scratch->found_capacity) TRY(grow_found(scratch));
    scratch->found[scratch->found_count++] = node;
    return STATUS_OK;
}

/* Adds the successor through an exit that leads on. */
static inline Status add_exit(PolyanyaScratch *scratch, uint32_t corner, uint32_t label, uint32_t left,
                              uint32_t right) {
    return add_found(scratch, (Node){0, label, scratch->topology->corners[corner].twin, left, right});
}

/* The same where it may be a wall, or lead into a dead end without the goal. */
static Status add_if_on(PolyanyaScratch *scratch, uint32_t corner, uint32_t label, uint32_t left,
                        uint32_t right) {
    return leads_on(scratch, corner) ? add_exit(scratch, corner, label, left, right) : STATUS_OK;
}

Status polyanya_reach_goal(PolyanyaScratch *scratch, uint32_t label) {
    uint32_t goal;
    TRY(labels_reach(&scratch->labels, scratch->labels.vertex_count, scratch->goal, label, &goal));
    if (goal != LABEL_NONE) scratch->best = scratch->labels.labels[goal].length * (1 + LENGTH_DOUBT);
    return STATUS_OK;
}

/* Reaches the links that begin in the part of a face that is seen from the label's point. */
static Status reach_links(PolyanyaScratch *scratch, uint32_t face, uint32_t label, const Side *left,
                          const Side *right) {
    const Sites *sites = &scratch->sites->from;
    for (uint32_t i = sites->first[face]; i < sites->first[face + 1]; i++) {
        uint32_t link = sites->site[i], count = scratch->labels.count, reached;
        if (!cone_holds(left, right, sites->at[link])) continue;
        TRY(labels_reach(&scratch->labels, labels_link_from(&scratch->labels, link), sites->at[link], label,
                         &reached));
        if (reached == LABEL_NONE || reached < count) continue; /* it is there, or was reached as early */
        TRY(add_found(scratch, (Node){0, reached, CORNER_NONE, link, 0}));
    }
    return STATUS_OK;
}

Status polyanya_open(PolyanyaScratch *scratch, const FaceList *faces, uint32_t label) {
    const Topology *topology = scratch->topology;
    const Mesh *mesh = topology->mesh;
    Point root = scratch->labels.labels[label].point;
    for (uint32_t i = 0; i < faces->count; i++) {
        uint32_t face = faces->faces[i];
        if (holds_goal(scratch, face)) TRY(polyanya_reach_goal(scratch, label));
        if (scratch->sites != NULL) {
            Side open = side_open();
            TRY(reach_links(scratch, face, label, &open, &open));
        }
        for (uint32_t corner = mesh->first[face]; corner < mesh->first[face + 1]; corner++) {
            uint32_t right = mesh->corner[corner], left = mesh->corner[corner_next(topology, corner)];
            Point a = mesh->vertices[right], b = mesh->vertices[left];
            /* Across an edge that holds the root lies another of these faces. */
            if (turn_of(a, b, root) == 0 && point_between(a, b, root)) continue;
            TRY(add_if_on(scratch, corner, label, is_computed(topology, left) ? LIMIT_OPEN : left,
                          is_computed(topology, right) ? LIMIT_OPEN : right));
        }
    }
    return STATUS_OK;
}

Status polyanya_take_link(PolyanyaScratch *scratch, const Node *node) {
    uint32_t link = node->left, count = scratch->labels.count, label;
    TRY(labels_reach(&scratch->labels, labels_link_to(&scratch->labels, link), scratch->sites->to.at[link],
                     node->label, &label));
    if (label == LABEL_NONE || label < count) return STATUS_OK;
    return polyanya_open(scratch, &scratch->sites->to.faces[link], label);
}

/* The label of a vertex as a new root after `last`; LABEL_NONE when it cannot be on a shortest path. */
static Status reach_root(PolyanyaScratch *scratch, uint32_t vertex, uint32_t last, uint32_t *label) {
    Point point = scratch->topology->mesh->vertices[vertex];
    const Label *root = &scratch->labels.labels[last];
    *label = LABEL_NONE;
    double on = least_on(scratch, point, distance(point, scratch->goal));
    if (root->length + distance(root->point, point) + on > scratch->best) return STATUS_OK;
    return labels_reach(&scratch->labels, vertex, point, last, label);
}

/* Turns left at the entry's left end: the exits left of the ray from the old root through it, the last of
 * them next to the new root itself. */
static Status turn_left(PolyanyaScratch *scratch, const Node *node, const Entered *entered,
                        const Crossing *crossing) {
    const Topology *topology = scratch->topology;
    Point from = scratch->labels.labels[node->label].point;
    uint32_t vertex = topology->mesh->corner[entered->entry], label;
    if (!turns_left(topology, from, vertex)) return STATUS_OK;
    TRY(reach_root(scratch, vertex, node->label, &label));
    if (label == LABEL_NONE) return STATUS_OK;
    uint32_t exit = crossing_to(crossing), inside = crossing->last_on ? exit : exit + 1;
    for (; exit < entered->size; exit++) {
        uint32_t corner = entered_corner(entered, exit);
        if (!leads_on(scratch, corner)) continue;
        uint32_t left = limit_left(topology, entered, exit, entered->size - 1, LIMIT_OPEN);
        uint32_t right = limit_right(topology, entered, exit, inside, LIMIT_BEHIND);
        TRY(add_exit(scratch, corner, label, left, right));
    }
    uint32_t face = topology->face[entered->entry];
    if (scratch->sites != NULL) {
        Side left = side_open(), right = side_past(from, topology->mesh->vertices[vertex]);
        TRY(reach_links(scratch, face, label, &left, &right));
    }
    if (holds_goal(scratch, face) && turn_of(from, topology->mesh->vertices[vertex], scratch->goal) > 0)
        return polyanya_reach_goal(scratch, label);
    return STATUS_OK;
}

/* The mirror image of turn_left: the first exits, up to the ray. */
static Status turn_right(PolyanyaScratch *scratch, const Node *node, const Entered *entered,
                         const Crossing *crossing) {
    const Topology *topology = scratch->topology;
    Point from = scratch->labels.labels[node->label].point;
    uint32_t vertex = entered_vertex(topology, entered, 1), label;
    if (!turns_right(topology, from, vertex)) return STATUS_OK;
    TRY(reach_root(scratch, vertex, node->label, &label));
    if (label == LABEL_NONE) return STATUS_OK;
    uint32_t last = crossing_from(crossing) - 1, inside = crossing->first_on ? last + 1 : last;
    for (uint32_t exit = 1; exit <= last; exit++) {
        uint32_t corner = entered_corner(entered, exit);
        if (!leads_on(scratch, corner)) continue;
        uint32_t left = limit_left(topology, entered, exit, inside, LIMIT_BEHIND);
        uint32_t right = limit_right(topology, entered, exit, 2, LIMIT_OPEN);
        TRY(add_exit(scratch, corner, label, left, right));
    }
    uint32_t face = topology->face[entered->entry];
    if (scratch->sites != NULL) {
        Side left = side_past(from, topology->mesh->vertices[vertex]), right = side_open();
        TRY(reach_links(scratch, face, label, &left, &right));
    }
    if (holds_goal(scratch, face) && turn_of(from, topology->mesh->vertices[vertex], scratch->goal) < 0)
        return polyanya_reach_goal(scratch, label);
    return STATUS_OK;
}

/* Edges of the face that lie along a side of the cone are seen edge on: nothing is seen through them, but
 * beyond one a path may turn at its near end. So they are exits, with both limits on the side. */
static Status add_along(PolyanyaScratch *scratch, const Node *node, const Entered *entered,
                        const Crossing *crossing, const Side *left, const Side *right) {
    const Topology *topology = scratch->topology;
    for (uint32_t exit = crossing->first; crossing->first_on && --exit >= 2;) {
        if (side_of(topology, right, entered_at(topology, entered, exit)) != 0) break;
        uint32_t near = entered_vertex(topology, entered, exit);
        uint32_t far = entered_vertex(topology, entered, exit + 1);
        TRY(add_if_on(scratch, entered_corner(entered, exit), node->label, far, near));
    }
    for (uint32_t exit = crossing->last + 1; crossing->last_on && exit + 1 < entered->size; exit++) {
        if (side_of(topology, left, entered_at(topology, entered, exit + 1)) != 0) break;
        uint32_t near = entered_vertex(topology, entered, exit + 1);
        uint32_t far = entered_vertex(topology, entered, exit);
        TRY(add_if_on(scratch, entered_corner(entered, exit), node->label, near, far));
    }
    return STATUS_OK;
}

Status polyanya_expand(PolyanyaScratch *scratch, const Node *node) {
    const Topology *topology = scratch->topology;
    const Label *root = &scratch->labels.labels[node->label];
    Side left = side_from(scratch, root, node->left), right = side_from(scratch, root, node->right);
    Entered entered = entered_by(topology, node->entry);
    uint32_t face = topology->face[node->entry];
    if (holds_goal(scratch, face) && cone_holds(&left, &right, scratch->goal))
        TRY(polyanya_reach_goal(scratch, node->label));
    if (scratch->sites != NULL) TRY(reach_links(scratch, face, node->label, &left, &right));
    Crossing crossing = cone_cross(topology, &entered, &left, &right);
    for (uint32_t exit = crossing.first; exit <= crossing.last; exit++) {
        uint32_t corner = entered_corner(&entered, exit);
        if (!leads_on(scratch, corner)) continue;
        uint32_t exit_left = limit_left(topology, &entered, exit, crossing_to(&crossing), node->left);
        uint32_t exit_right = limit_right(topology, &entered, exit, crossing_from(&crossing), node->right);
        TRY(add_exit(scratch, corner, node->label, exit_left, exit_right));
    }
    if (crossing.first_on || crossing.last_on)
        TRY(add_along(scratch, node, &entered, &crossing, &left, &right));
    /* When the ray leaves the face where it enters, at the vertex, the turn is left to the next face. */
    if (node->left == topology->mesh->corner[node->entry] &&
        (crossing.last_on || crossing.inside_last + 1 < entered.size))
        TRY(turn_left(scratch, node, &entered, &crossing));
    if (node->right == entered_vertex(topology, &entered, 1) &&
        (crossing.first_on || crossing.inside_first > 2))
        TRY(turn_right(scratch, node, &entered, &crossing));
    return STATUS_OK;
}
