#include "harness/solve_channel.h"

#include "algos/mesh/navmesh.h"

enum { AROUND_MOST = 64 };

/* A face that holds both ends, of a channel without portals; FACE_NONE where more meet than are looked at. */
static uint32_t common_face(const Locator *locator, const PointQuery *query) {
    uint32_t at_start[AROUND_MOST], at_goal[AROUND_MOST];
    uint32_t starts = locator_faces(locator, query->start, at_start, AROUND_MOST);
    uint32_t goals = locator_faces(locator, query->goal, at_goal, AROUND_MOST);
    for (uint32_t i = 0; i < starts && i < AROUND_MOST; i++)
        for (uint32_t j = 0; j < goals && j < AROUND_MOST; j++)
            if (at_start[i] == at_goal[j]) return at_start[i];
    return FACE_NONE;
}

/* Each portal's corner is one of the face that is left; the last one leads into the goal's. */
static Status list_faces(SolveChannel *made, const Topology *topology, const PointQuery *query,
                         Memory *memory) {
    const Channel *channel = &made->channel;
    made->faces = memory_take(memory, (size_t)channel->count + 1, sizeof *made->faces);
    if (made->faces == NULL) return STATUS_NO_MEMORY;
    uint32_t *count = &made->shown.face_count;
    for (uint32_t i = 0; i < channel->count; i++)
        made->faces[(*count)++] = topology->face[channel->portals[i].corner];
    if (channel->count > 0) {
        uint32_t twin = topology->corners[channel->portals[channel->count - 1].corner].twin;
        made->faces[(*count)++] = topology->face[twin];
        return STATUS_OK;
    }
    Locator *locator;
    TRY(locator_create(topology->mesh, memory, &locator));
    uint32_t face = common_face(locator, query);
    locator_destroy(locator);
    if (face != FACE_NONE) made->faces[(*count)++] = face;
    return STATUS_OK;
}

static bool is_portal_end(const Channel *channel, Point point) {
    for (uint32_t i = 0; i < channel->count; i++)
        if (point_equal(channel->portals[i].left, point) || point_equal(channel->portals[i].right, point))
            return true;
    return false;
}

/* Points between the ends at which the path bends round a portal's end; others are no corners of a funnel
 * (funnel=none joins middles). */
static Status list_corners(SolveChannel *made, const PointPath *path, Memory *memory) {
    made->corners = memory_take(memory, (size_t)path->count + 1, sizeof *made->corners);
    if (made->corners == NULL) return STATUS_NO_MEMORY;
    for (uint64_t i = 1; i + 1 < path->count; i++)
        if (is_portal_end(&made->channel, path->points[i]))
            made->corners[made->shown.corner_count++] = path->points[i];
    return STATUS_OK;
}

static Status fill(SolveChannel *made, const PointQuery *query, const PointPath *path, Memory *memory) {
    const Topology *topology;
    TRY(navmesh_channel(made->index, query, memory, &topology, &made->channel));
    if (!made->channel.found) return STATUS_OK;
    TRY(list_faces(made, topology, query, memory));
    TRY(list_corners(made, path, memory));
    made->shown.mesh = topology->mesh;
    made->shown.faces = made->faces;
    made->shown.portals = made->channel.portals;
    made->shown.portal_count = made->channel.count;
    made->shown.corners = made->corners;
    return STATUS_OK;
}

Status solve_channel_create(Solve *solve, uint32_t choice, uint32_t route, SolveChannel *made, Error *error) {
    const SolverChoice *chosen = &solve->choices[choice];
    *made = (SolveChannel){.shown.route = route};
    if (chosen->solver != &solver_navmesh) return STATUS_OK;
    TRY(solver_prepare(chosen->solver, &chosen->settings, &solve->map, &solve->memory, &made->index, error));
    Status status =
        fill(made, &solve->query.points, &solve->trials.trials[choice].path.points, &solve->memory);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the picture", NULL);
}

void solve_channel_destroy(Solve *solve, SolveChannel *channel) {
    if (channel->channel.memory != NULL) channel_destroy(&channel->channel);
    memory_give(&solve->memory, channel->faces);
    memory_give(&solve->memory, channel->corners);
    if (channel->index != NULL) solver_navmesh.index_destroy(channel->index);
    *channel = (SolveChannel){.index = NULL};
}
