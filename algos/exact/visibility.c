#include "algos/exact/visibility.h"

#include "algos/core/euclid.h"
#include "algos/exact/free_space.h"

#define NODE_NONE UINT32_MAX

/* Relative difference above which rounded lengths decide: far above the rounding of any sum here. */
#define DOUBT 1e-11

struct Visibility {
    const Polygons *polygons;
    Memory *memory;
    FreeSpace *space;
    const Links *links;
    uint32_t *corners; /* fans */
    uint32_t count;    /* of corners; the ends of links, two each, follow them as nodes */
    uint8_t *sees;     /* of nodes: row i, column j */
};

static uint32_t node_count(const Visibility *visibility) {
    return visibility->count + (visibility->links == NULL ? 0 : 2 * visibility->links->count);
}

static Point node_point(const Visibility *visibility, uint32_t node) {
    if (node >= visibility->count) {
        uint32_t end = node - visibility->count;
        const Link *link = &visibility->links->links[end / 2];
        return end % 2 == 0 ? link->from : link->to;
    }
    return visibility->polygons->vertices[visibility->polygons->edges[visibility->corners[node]].from];
}

/* Whether one may be in any fan of the node: the end of a link is no point with several. */
static bool fits(const Visibility *visibility, uint32_t node, uint32_t fan) {
    return node >= visibility->count || visibility->corners[node] == fan;
}

/* Whether a path can go straight from one node to the other. The end of a link is also where it stands upon
 * another node. */
static bool passes(const Visibility *visibility, uint32_t from, uint32_t to) {
    Point p = node_point(visibility, from), q = node_point(visibility, to);
    if (point_equal(p, q)) return from >= visibility->count || to >= visibility->count;
    Passage passage = free_space_passage(visibility->space, p, q);
    return passage.is_free && fits(visibility, from, passage.leaves) && fits(visibility, to, passage.arrives);
}

static Status build(Visibility *visibility) {
    const Polygons *polygons = visibility->polygons;
    TRY(free_space_create(polygons, false, visibility->memory, &visibility->space));
    visibility->corners = memory_take(visibility->memory, polygons->edge_count, sizeof *visibility->corners);
    if (visibility->corners == NULL) return STATUS_NO_MEMORY;
    for (uint32_t fan = 0; fan < polygons->edge_count; fan++)
        if (fan_is_corner(visibility->space, fan)) visibility->corners[visibility->count++] = fan;
    size_t count = node_count(visibility);
    visibility->sees = memory_take_zeroed(visibility->memory, count * count, 1);
    if (visibility->sees == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            visibility->sees[i * count + j] = visibility->sees[j * count + i] = passes(visibility, i, j);
    for (size_t i = visibility->count; i < count; i += 2) visibility->sees[i * count + i + 1] = 1;
    return STATUS_OK;
}

Status visibility_create(const Polygons *polygons, Memory *memory, Visibility **visibility) {
    return visibility_create_linked(polygons, NULL, memory, visibility);
}

Status visibility_create_linked(const Polygons *polygons, const Links *links, Memory *memory,
                                Visibility **visibility) {
    Visibility *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->polygons = polygons;
    made->links = links;
    made->memory = memory;
    Status status = build(made);
    if (status != STATUS_OK) {
        visibility_destroy(made);
        return status;
    }
    *visibility = made;
    return STATUS_OK;
}

void visibility_destroy(Visibility *visibility) {
    if (visibility == NULL) return;
    free_space_destroy(visibility->space);
    memory_give(visibility->memory, visibility->corners);
    memory_give(visibility->memory, visibility->sees);
    memory_give(visibility->memory, visibility);
}

uint32_t visibility_corner_count(const Visibility *visibility) {
    return visibility->count;
}

uint32_t visibility_corner_edge(const Visibility *visibility, uint32_t corner) {
    return visibility->corners[corner];
}

bool visibility_sees(const Visibility *visibility, uint32_t corner, uint32_t other) {
    return visibility->sees[(size_t)corner * node_count(visibility) + other] != 0;
}

/* ---- the search: the corners and the ends of links, then the start, then the goal ---- */

typedef struct Node {
    Point point;
    double length; /* of the best chain so far, rounded */
    uint32_t parent;
    bool open, expanded, sees_start, sees_goal;
} Node;

typedef struct Search {
    const Visibility *visibility;
    Node *nodes;
    Point *chain, *other; /* to be compared */
    uint32_t start, goal;
    bool exact;
} Search;

/* Writes the chain to `node` backwards, from there to the start; returns how many points it has. */
static uint64_t write_chain(const Search *search, uint32_t node, Point *chain) {
    uint64_t count = 0;
    for (; node != NODE_NONE; node = search->nodes[node].parent) chain[count++] = search->nodes[node].point;
    return count;
}

static bool joined(const Search *search, uint32_t from, uint32_t to) {
    if (from == search->goal) return false;
    if (from == search->start) return search->nodes[to].sees_start;
    if (to == search->goal) return search->nodes[from].sees_goal;
    return to != search->start && visibility_sees(search->visibility, from, to);
}

/* Whether the chain to `from` and on to `to` is shorter than the one that `to` has. */
static bool is_shorter(Search *search, uint32_t from, uint32_t to, double length) {
    const Node *node = &search->nodes[to];
    double doubt = DOUBT * (length + node->length);
    if (length < node->length - doubt) return true;
    if (length > node->length + doubt) return false;
    search->chain[0] = node->point;
    uint64_t count = 1 + write_chain(search, from, search->chain + 1);
    uint64_t other_count = write_chain(search, to, search->other);
    points_reverse(search->chain, count);
    points_reverse(search->other, other_count);
    bool exact;
    int sign = euclid_compare_linked(search->visibility->links, search->chain, count, search->other,
                                     other_count, &exact);
    search->exact = search->exact && exact;
    return sign < 0;
}

/* A node whose chain improves after it was expanded is expanded again, and passes that on to those whose
 * chain leads through it: so that the order in which nodes are taken may rest on rounded lengths. */
static void expand(Search *search, uint32_t from) {
    Node *nodes = search->nodes;
    bool again = nodes[from].expanded;
    nodes[from].open = false;
    nodes[from].expanded = true;
    for (uint32_t to = 0; to <= search->goal; to++) {
        if (to == from || !joined(search, from, to)) continue;
        double length =
            nodes[from].length + links_leg(search->visibility->links, nodes[from].point, nodes[to].point);
        bool is_new = nodes[to].parent == NODE_NONE && to != search->start;
        bool better = is_new ? true : nodes[to].parent == from ? again : is_shorter(search, from, to, length);
        if (!better) continue;
        nodes[to].parent = from;
        nodes[to].length = length;
        nodes[to].open = true;
    }
}

static uint32_t nearest_open(const Search *search) {
    uint32_t nearest = NODE_NONE;
    for (uint32_t i = 0; i <= search->goal; i++)
        if (search->nodes[i].open &&
            (nearest == NODE_NONE || search->nodes[i].length < search->nodes[nearest].length))
            nearest = i;
    return nearest;
}

static void prepare_nodes(Search *search, const PointQuery *query) {
    const Visibility *visibility = search->visibility;
    const FreeSpace *space = visibility->space;
    for (uint32_t i = 0; i < search->start; i++) {
        Point point = node_point(visibility, i);
        Node *node = &search->nodes[i];
        *node = (Node){.point = point, .parent = NODE_NONE};
        /* An end that is a vertex has one fan only, so any direction that is free there is of that. */
        Passage from_start = {0}, to_goal = {0};
        bool is_start = point_equal(point, query->start), is_goal = point_equal(point, query->goal);
        if (!is_start) from_start = free_space_passage(space, query->start, point);
        if (!is_goal) to_goal = free_space_passage(space, point, query->goal);
        bool is_end = i >= visibility->count;
        node->sees_start =
            (is_start && is_end) || (from_start.is_free && fits(visibility, i, from_start.arrives));
        node->sees_goal = (is_goal && is_end) || (to_goal.is_free && fits(visibility, i, to_goal.leaves));
    }
    search->nodes[search->start] = (Node){.point = query->start, .parent = NODE_NONE, .open = true};
    search->nodes[search->goal] = (Node){.point = query->goal, .parent = NODE_NONE};
    search->nodes[search->goal].sees_start = free_space_passage(space, query->start, query->goal).is_free;
}

/* The chain to the goal from its start, without points in a straight line between their neighbours. */
static Status write_path(const Search *search, PointPath *path) {
    const Links *links = search->visibility->links;
    uint64_t count = write_chain(search, search->goal, search->chain);
    for (uint64_t i = count; i-- > 0;) {
        const Point *at = &search->chain[i];
        if (i + 1 < count) {
            Point last = path->points[path->count - 1];
            /* Ends of links stand upon other nodes. */
            if (point_equal(last, *at)) continue;
            while (i > 0 && point_equal(*at, at[-1])) at--, i--;
            if (i > 0 && links_leave_out(links, last, *at, at[-1])) continue;
        }
        TRY(point_path_add(path, *at));
    }
    path->length = links_length(links, path->points, path->count);
    return STATUS_OK;
}

static Status search_path(Search *search, const PointQuery *query, PointPath *path,
                          VisibilityAnswer *answer) {
    prepare_nodes(search, query);
    for (uint32_t node; (node = nearest_open(search)) != NODE_NONE;) expand(search, node);
    *answer = search->nodes[search->goal].parent == NODE_NONE ? VISIBILITY_NO_PATH : VISIBILITY_FOUND;
    return *answer == VISIBILITY_FOUND ? write_path(search, path) : STATUS_OK;
}

Status visibility_query(const Visibility *visibility, const PointQuery *query, PointPath *path,
                        VisibilityAnswer *answer, bool *exact) {
    path->count = 0;
    path->length = 0;
    *exact = true;
    Standing start = free_space_standing(visibility->space, query->start);
    Standing goal = free_space_standing(visibility->space, query->goal);
    *answer =
        start.place == PLACE_BLOCKED || goal.place == PLACE_BLOCKED ? VISIBILITY_NO_PATH
        : (start.place == PLACE_VERTEX && start.fans != 1) || (goal.place == PLACE_VERTEX && goal.fans != 1)
            ? VISIBILITY_AMBIGUOUS
            : VISIBILITY_FOUND;
    if (*answer != VISIBILITY_FOUND) return STATUS_OK;
    if (point_equal(query->start, query->goal)) return point_path_add(path, query->start);
    Memory *memory = path->memory;
    size_t nodes = (size_t)node_count(visibility) + 2;
    Search search = {.visibility = visibility,
                     .nodes = memory_take(memory, nodes, sizeof *search.nodes),
                     .chain = memory_take(memory, nodes, sizeof *search.chain),
                     .other = memory_take(memory, nodes, sizeof *search.other),
                     .start = node_count(visibility),
                     .goal = node_count(visibility) + 1,
                     .exact = true};
    Status status = search.nodes == NULL || search.chain == NULL || search.other == NULL
                        ? STATUS_NO_MEMORY
                        : search_path(&search, query, path, answer);
    if (status != STATUS_OK) path->count = 0;
    *exact = search.exact;
    memory_give(memory, search.nodes);
    memory_give(memory, search.chain);
    memory_give(memory, search.other);
    return status;
}
