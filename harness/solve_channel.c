#include "harness/solve_channel.h"

#include "algos/mesh/funnel.h"
#include "algos/mesh/navmesh.h"
#include "algos/mesh/polyanya.h"

#include <string.h>

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
static void list_piece(SolveChannel *made, const Topology *topology, const Locator *locator,
                       const Channel *piece) {
    uint32_t *count = &made->shown.face_count;
    for (uint32_t i = 0; i < piece->count; i++)
        made->faces[(*count)++] = topology->face[piece->portals[i].corner];
    uint32_t last = piece->count > 0
                        ? topology->face[topology->corners[piece->portals[piece->count - 1].corner].twin]
                        : common_face(locator, &(PointQuery){piece->start, piece->goal});
    if (last != FACE_NONE) made->faces[(*count)++] = last;
}

static Status list_faces(SolveChannel *made, const Topology *topology, const Links *links, Memory *memory) {
    const Channel *channel = &made->channel;
    size_t room = (size_t)channel->count + channel->hop_count + 1;
    made->faces = memory_take(memory, room, sizeof *made->faces);
    if (made->faces == NULL) return STATUS_NO_MEMORY;
    Locator *locator;
    TRY(locator_create(topology->mesh, memory, &locator));
    for (uint32_t i = 0; i <= channel->hop_count; i++) {
        Channel piece = channel_piece(channel, links, i);
        list_piece(made, topology, locator, &piece);
    }
    locator_destroy(locator);
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

static Status list_moved(SolveChannel *made, const PointPath *path, double radius, Memory *memory) {
    made->moved = point_path_in(memory);
    for (uint64_t i = 0; i < path->count; i++) TRY(point_path_add(&made->moved, path->points[i]));
    path_offset(&made->moved, radius);
    made->moved.length = point_path_length(&made->moved);
    snprintf(made->label, sizeof made->label, "corners moved off by %.6g  length %.2f", radius,
             made->moved.length);
    made->offset = (Route){made->label, made->moved.points, made->moved.count};
    made->shown.offset = &made->offset;
    return STATUS_OK;
}

static Status fill(SolveChannel *made, const PointQuery *query, const Links *links, const PointPath *path,
                   double radius, Memory *memory) {
    const Topology *topology;
    TRY(navmesh_channel(made->index, query, memory, &topology, &made->channel));
    if (!made->channel.found) return STATUS_OK;
    TRY(list_faces(made, topology, links, memory));
    TRY(list_corners(made, path, memory));
    if (radius > 0) TRY(list_moved(made, path, radius, memory));
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
    TRY(solver_prepare(chosen->solver, &chosen->settings, &solve->map, true, &solve->memory, &made->index,
                       error));
    Status status = fill(made, &solve->query.points, &solve->map.links,
                         &solve->trials.trials[choice].path.points, solve->offset, &solve->memory);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the picture", NULL);
}

void solve_channel_destroy(Solve *solve, SolveChannel *channel) {
    if (channel->channel.memory != NULL) channel_destroy(&channel->channel);
    memory_give(&solve->memory, channel->faces);
    memory_give(&solve->memory, channel->corners);
    if (channel->moved.memory != NULL) point_path_destroy(&channel->moved);
    if (channel->index != NULL) solver_navmesh.index_destroy(channel->index);
    *channel = (SolveChannel){.index = NULL};
}

/* ---- Polyanya ---- */

static Status ask_polyanya(const MapMesh *built, const Links *links, const PointQuery *query,
                           uint8_t *expanded, Memory *memory) {
    Polyanya *polyanya;
    PolyanyaScratch *scratch;
    PointPath path = point_path_in(memory);
    TRY(polyanya_create_linked(built->mesh, built->locator, links, memory, &polyanya));
    Status status = polyanya_scratch_create(polyanya, memory, &scratch);
    if (status == STATUS_OK) {
        status = polyanya_query_shown(scratch, query, &path, expanded);
        polyanya_scratch_destroy(scratch);
    }
    point_path_destroy(&path);
    polyanya_destroy(polyanya);
    return status;
}

Status solve_expanded_create(Solve *solve, uint32_t choice, uint32_t route, SolveExpanded *made,
                             Error *error) {
    const SolverChoice *chosen = &solve->choices[choice];
    MeshBuild build =
        (MeshBuild)chosen->settings.value[parameter_find(chosen->solver->parameters, "mesh", strlen("mesh"))];
    *made = (SolveExpanded){.shown.route = route};
    TRY(map_mesh_create(&solve->map, build, &solve->memory, &made->built, error));
    const Mesh *mesh = made->built.mesh;
    uint8_t *expanded = memory_take_zeroed(&solve->memory, (size_t)mesh->face_count + 1, 1);
    made->faces = memory_take(&solve->memory, (size_t)mesh->face_count + 1, sizeof *made->faces);
    Status status =
        expanded == NULL || made->faces == NULL
            ? STATUS_NO_MEMORY
            : ask_polyanya(&made->built, &solve->map.links, &solve->query.points, expanded, &solve->memory);
    if (status == STATUS_OK) {
        for (uint32_t f = 0; f < mesh->face_count; f++)
            if (expanded[f]) made->faces[made->shown.count++] = f;
        made->shown.mesh = mesh;
        made->shown.faces = made->faces;
    }
    memory_give(&solve->memory, expanded);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the picture", NULL);
}

void solve_expanded_destroy(Solve *solve, SolveExpanded *expanded) {
    memory_give(&solve->memory, expanded->faces);
    if (expanded->built.memory != NULL) map_mesh_destroy(&expanded->built);
    *expanded = (SolveExpanded){.faces = NULL};
}
