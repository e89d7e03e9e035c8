#include "algos/mesh/view.h"

Status view_create(const Topology *topology, Memory *memory, View *view) {
    *view = (View){.topology = topology, .memory = memory};
    view->seen = memory_take_zeroed(memory, topology->mesh->vertex_count, sizeof *view->seen);
    view->target = memory_take_zeroed(memory, topology->mesh->face_count, sizeof *view->target);
    if (view->seen != NULL && view->target != NULL) return STATUS_OK;
    view_destroy(view);
    return STATUS_NO_MEMORY;
}

void view_destroy(View *view) {
    void *parts[] = {view->seen, view->target, view->corners, view->stack, view->seen_site};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(view->memory, parts[i]);
    *view = (View){.memory = view->memory};
}

Status view_sites_create(View *view, uint32_t most) {
    view->site_count = most;
    view->seen_site = memory_take_zeroed(view->memory, most, sizeof *view->seen_site);
    return view->seen_site != NULL ? STATUS_OK : STATUS_NO_MEMORY;
}

void view_look_for(View *view, const Sites *sites) {
    view->sites = sites;
}

/* Further limits, in place of vertices: the directions of +x and -x. */
#define LIMIT_EAST (LIMIT_BEHIND - 1)
#define LIMIT_WEST (LIMIT_BEHIND - 2)

static bool is_corner(const Topology *topology, uint32_t vertex) {
    return topology->turn[vertex].after != VERTEX_NONE;
}

static bool is_upper(const View *view, uint32_t vertex) {
    Point at = view->topology->mesh->vertices[vertex];
    return at.y > view->root.y || (at.y == view->root.y && at.x > view->root.x);
}

/* Takes a corner that is seen, once, if a path from the root may turn there. */
static Status take(View *view, uint32_t vertex) {
    if (!is_corner(view->topology, vertex) || view->seen[vertex] == view->number) return STATUS_OK;
    if (vertex == view->root_vertex || (view->upper && !is_upper(view, vertex))) return STATUS_OK;
    if (view->taut ? !passes_corner(view->topology, view->root, vertex)
                   : !faces_corner(view->topology, view->root, vertex))
        return STATUS_OK;
    view->seen[vertex] = view->number;
    if (view->count == view->capacity) {
        uint32_t capacity = view->capacity == 0 ? 64 : view->capacity * 2;
        uint32_t *grown = memory_resize(view->memory, view->corners, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        view->corners = grown;
        view->capacity = capacity;
    }
    view->corners[view->count++] = vertex;
    return STATUS_OK;
}

static Status push(View *view, uint32_t corner, uint32_t left, uint32_t right) {
    uint32_t twin = view->topology->corners[corner].twin;
    if (twin == CORNER_NONE) return STATUS_OK;
    if (view->stack_count == view->stack_capacity) {
        uint32_t capacity = view->stack_capacity == 0 ? 64 : view->stack_capacity * 2;
        ViewCone *grown = memory_resize(view->memory, view->stack, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        view->stack = grown;
        view->stack_capacity = capacity;
    }
    view->stack[view->stack_count++] = (ViewCone){twin, left, right};
    return STATUS_OK;
}

static Side side_from(const View *view, uint32_t limit) {
    const Point *vertices = view->topology->mesh->vertices;
    if (limit == LIMIT_OPEN) return side_open();
    if (limit == LIMIT_EAST || limit == LIMIT_WEST) {
        Point to = {limit == LIMIT_EAST ? view->root.x + 1 : view->root.x - 1, view->root.y};
        return side_past(view->root, to);
    }
    if (limit & LIMIT_BEHIND) return side_behind(vertices[limit & ~LIMIT_BEHIND], view->root);
    return side_past(view->root, vertices[limit]);
}

/* Whether nothing behind the limit on its ray counts as seen. */
static bool hides(const View *view, uint32_t limit) {
    return limit < LIMIT_WEST && is_corner(view->topology, limit);
}

/* Takes what lies on one side of the cone, from `near` to `far` in steps, up to a corner. Returns the new
 * limit there. */
static Status take_along(View *view, const Entered *entered, uint32_t near, uint32_t far, int step,
                         uint32_t *limit) {
    if (hides(view, *limit)) return STATUS_OK;
    for (uint32_t place = near;; place = step > 0 ? place + 1 : place - 1) {
        *limit = entered_vertex(view->topology, entered, place);
        TRY(take(view, *limit));
        if (place == far || is_corner(view->topology, *limit)) return STATUS_OK;
    }
}

/* Sees the sites of a face that the cone holds. */
static void see_sites(View *view, uint32_t face, const Side *left, const Side *right) {
    const Sites *sites = view->sites;
    for (uint32_t i = sites->first[face]; i < sites->first[face + 1]; i++)
        if (cone_holds(left, right, sites->at[sites->site[i]]))
            view->seen_site[sites->site[i]] = view->number;
}

static Status follow(View *view, ViewCone cone) {
    const Topology *topology = view->topology;
    Side left = side_from(view, cone.left), right = side_from(view, cone.right);
    Entered entered = entered_by(topology, cone.entry);
    Crossing crossing = cone_cross(topology, &entered, &left, &right);
    uint32_t face = topology->face[cone.entry];
    if (view->target[face] == view->number && cone_holds(&left, &right, view->target_point))
        view->sees_target = true;
    if (view->sites != NULL) see_sites(view, face, &left, &right);
    for (uint32_t place = crossing.inside_first; place <= crossing.inside_last; place++)
        TRY(take(view, entered_vertex(topology, &entered, place)));
    if (crossing.first_on) {
        uint32_t near = crossing.first;
        while (near > 2 && side_of(topology, &right, entered_at(topology, &entered, near - 1)) == 0) near--;
        TRY(take_along(view, &entered, near, crossing.first, 1, &cone.right));
    }
    if (crossing.last_on) {
        uint32_t near = crossing.last + 1;
        while (near + 1 < entered.size &&
               side_of(topology, &left, entered_at(topology, &entered, near + 1)) == 0)
            near++;
        TRY(take_along(view, &entered, near, crossing.last + 1, -1, &cone.left));
    }
    for (uint32_t exit = crossing.first; exit <= crossing.last; exit++) {
        uint32_t exit_left = limit_left(topology, &entered, exit, crossing.inside_last, cone.left);
        uint32_t exit_right = limit_right(topology, &entered, exit, crossing.inside_first, cone.right);
        TRY(push(view, entered_corner(&entered, exit), exit_left, exit_right));
    }
    return STATUS_OK;
}

static Status follow_all(View *view) {
    while (view->stack_count > 0) {
        ViewCone cone = view->stack[--view->stack_count];
        TRY(follow(view, cone));
    }
    return STATUS_OK;
}

/* ---- the faces at the root ---- */

/* The first corner of free space on the way from the root to the vertex at `corner`, both in its face: that
 * vertex itself, or one on a side of the face on which both lie. */
static uint32_t first_on_the_way(const View *view, uint32_t corner) {
    const Topology *topology = view->topology;
    const Mesh *mesh = topology->mesh;
    uint32_t found = mesh->corner[corner];
    Point far = mesh->vertices[found];
    for (int forward = 0; forward < 2; forward++)
        for (uint32_t at = corner;;) {
            at = forward ? corner_next(topology, at) : corner_last(topology, at);
            uint32_t vertex = mesh->corner[at];
            Point near = mesh->vertices[vertex];
            if (at == corner || point_equal(near, view->root) || turn_of(view->root, far, near) != 0 ||
                !point_between(view->root, far, near))
                break;
            if (is_corner(topology, vertex)) found = vertex;
        }
    return found;
}

/* The sign of the height to which a limit leads; the exit's own end stands for an open one. */
static int rises(const View *view, uint32_t limit, uint32_t end) {
    const Point *vertices = view->topology->mesh->vertices;
    bool behind = limit != LIMIT_OPEN && (limit & LIMIT_BEHIND) != 0;
    double y = vertices[limit == LIMIT_OPEN ? end : limit & ~LIMIT_BEHIND].y;
    int sign = (y > view->root.y) - (y < view->root.y);
    return behind ? -sign : sign;
}

/* A cone from the root through an exit, cut at the height of the root when only what is above is wanted: it
 * spans less than 180 degrees, so that it crosses that line once. What is on the line, `take` decides. */
static Status push_root(View *view, uint32_t corner, uint32_t left, uint32_t right) {
    if (view->upper) {
        const Topology *topology = view->topology;
        int right_rises = rises(view, right, topology->corners[corner].vertex);
        int left_rises = rises(view, left, topology->corners[corner_next(topology, corner)].vertex);
        if (right_rises < 0 && left_rises < 0) return STATUS_OK;
        if (right_rises < 0 && left_rises > 0) right = LIMIT_EAST;
        if (right_rises > 0 && left_rises < 0) left = LIMIT_WEST;
    }
    return push(view, corner, left, right);
}

/* The cone from a corner through an exit, cut to where a path that comes to the corner along a wall, or less
 * steeply, goes straight on or turns: right of the line from the wall `before` through it, and left of that
 * from the wall `after`. */
static Status push_taut(View *view, uint32_t corner, uint32_t left, uint32_t right) {
    const Topology *topology = view->topology;
    const Mesh *mesh = topology->mesh;
    const Turn *turn = &topology->turn[view->root_vertex];
    Side before = side_behind(mesh->vertices[turn->before], view->root);
    Side after = side_behind(mesh->vertices[turn->after], view->root);
    const MeshCorner *right_end = &topology->corners[corner];
    const MeshCorner *left_end = &topology->corners[corner_next(topology, corner)];
    int right_side = side_of(topology, &before, right_end);
    if (right_side == -1 || right_side == 2) {
        int side = side_of(topology, &before, left_end);
        TRY(push_root(view, corner, side == 1 || side == 2 ? turn->before | LIMIT_BEHIND : left, right));
    }
    int left_side = side_of(topology, &after, left_end);
    if (left_side == 1 || left_side == 2) {
        int side = side_of(topology, &after, right_end);
        TRY(push_root(view, corner, left, side == -1 || side == 2 ? turn->after | LIMIT_BEHIND : right));
    }
    return STATUS_OK;
}

/* A face that holds the root: takes its corners and looks through its sides. */
static Status open_face(View *view, uint32_t face, bool taut_here) {
    const Topology *topology = view->topology;
    const Mesh *mesh = topology->mesh;
    for (uint32_t corner = mesh->first[face]; corner < mesh->first[face + 1]; corner++) {
        uint32_t next = corner_next(topology, corner);
        uint32_t right = mesh->corner[corner], left = mesh->corner[next];
        bool whole = !is_computed(topology, right);
        if (whole && !point_equal(mesh->vertices[right], view->root) &&
            first_on_the_way(view, corner) == right &&
            (!taut_here || passes_corner(topology, mesh->vertices[right], view->root_vertex)))
            TRY(take(view, right));
        if (topology->corners[corner].twin == CORNER_NONE) continue;
        /* A side that holds the root, or lies in line with it: what is beyond is seen from another face, or
         * past the corner in between. */
        if (turn_of(mesh->vertices[right], mesh->vertices[left], view->root) == 0) continue;
        right = whole ? first_on_the_way(view, corner) : LIMIT_OPEN;
        left = is_computed(topology, left) ? LIMIT_OPEN : first_on_the_way(view, next);
        TRY(taut_here ? push_taut(view, corner, left, right) : push_root(view, corner, left, right));
    }
    return STATUS_OK;
}

static void begin(View *view, Point root, uint32_t vertex, bool taut, bool upper) {
    if (++view->number == 0) { /* once in 2^32 views */
        for (uint32_t v = 0; v < view->topology->mesh->vertex_count; v++) view->seen[v] = 0;
        for (uint32_t f = 0; f < view->topology->mesh->face_count; f++) view->target[f] = 0;
        for (uint32_t i = 0; i < view->site_count; i++) view->seen_site[i] = 0;
        view->number = 1;
    }
    view->count = view->stack_count = 0;
    view->sees_target = false;
    view->root = root;
    view->root_vertex = vertex;
    view->taut = taut;
    view->upper = upper;
}

Status view_from_corner(View *view, uint32_t vertex, bool taut, bool upper) {
    const Topology *topology = view->topology;
    begin(view, topology->mesh->vertices[vertex], vertex, taut, upper);
    for (uint32_t corner = topology->turn[vertex].corner; corner != CORNER_NONE;
         corner = topology->corners[corner_last(topology, corner)].twin)
        TRY(open_face(view, topology->face[corner], taut));
    return follow_all(view);
}

Status view_from_point(View *view, Point point, uint32_t vertex, const FaceList *faces, bool taut,
                       Point target, const FaceList *target_faces) {
    begin(view, point, vertex, taut, false);
    view->target_point = target;
    for (uint32_t i = 0; i < target_faces->count; i++) view->target[target_faces->faces[i]] = view->number;
    for (uint32_t i = 0; i < faces->count; i++) {
        Side open = side_open();
        if (view->target[faces->faces[i]] == view->number) view->sees_target = true;
        if (view->sites != NULL) see_sites(view, faces->faces[i], &open, &open);
        TRY(open_face(view, faces->faces[i], false));
    }
    return follow_all(view);
}
