#include "harness/oracle_points.h"

#include "algos/core/euclid.h"
#include "algos/exact/visibility.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/polyanya.h"
#include "algos/mesh/trapezoid.h"
#include "algos/mesh/visgraph.h"
#include "algos/mesh/visgraph_expand.h"
#include "harness/stop.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include <string.h>

/* Turns of a shortest path that are kept. Memory that no path reaches is never touched. */
enum { CHAIN_MOST = 4096 };

struct PointOracle {
    Memory *memory;
    const Links *links;
    Visibility *visibility; /* or, where it is NULL, the other two: */
    Mesh made;              /* except of a mesh */
    Locator *locator;
    Polyanya *polyanya;
    Visgraph graph; /* one of these two */
    MeshGraph *expanded;
};

struct PointOracleScratch {
    const PointOracle *oracle;
    Memory *memory;
    PolyanyaScratch *polyanya;
    VisgraphScratch *graph;
    MeshGraphScratch *expanded;
    PointPath other;
};

/* More than can be tried by brute force? A corner is counted once for each place where a path may turn. */
static Status count_corners(const Polygons *polygons, Memory *memory, uint32_t *count) {
    Sectors sectors;
    TRY(sectors_create(polygons, memory, &sectors));
    for (uint32_t v = 0; v < polygons->vertex_count; v++) *count += sectors.corner[v];
    sectors_destroy(&sectors);
    return STATUS_OK;
}

/* Of inexact coordinates not all trapezoids are to be trusted (trapezoid.h). */
static Status create_mesh(const Polygons *polygons, Memory *memory, Mesh *mesh) {
    return polygons->inexact ? cdt_create(polygons, memory, mesh) : trapezoid_create(polygons, memory, mesh);
}

static Status create_pair(PointOracle *oracle, const Map *map, const Polygons *polygons, uint32_t corners) {
    if (map->kind != MAP_MESH) TRY(create_mesh(polygons, oracle->memory, &oracle->made));
    const Mesh *mesh = map->kind == MAP_MESH ? &map->mesh : &oracle->made;
    TRY(locator_create(mesh, oracle->memory, &oracle->locator));
    TRY(polyanya_create_linked(mesh, oracle->locator, oracle->links, oracle->memory, &oracle->polyanya));
    /* The sweep knows no links. */
    if (corners <= SWEEP_CORNERS_MOST && oracle->links->count == 0)
        return visgraph_create(polygons, VISGRAPH_SWEEP, true, oracle->memory, &oracle->graph);
    return mesh_graph_create_linked(mesh, oracle->locator, oracle->links, true, oracle->memory,
                                    &oracle->expanded);
}

Status point_oracle_create(const Map *map, const Polygons *polygons, Memory *memory, PointOracle **oracle,
                           Error *error) {
    PointOracle *made = memory_take_zeroed(memory, 1, sizeof *made);
    Status status = made == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    uint32_t corners = 0;
    if (status == STATUS_OK) {
        made->memory = memory;
        made->links = &map->links;
        corners = 2 * map->links.count;
        status = count_corners(polygons, memory, &corners);
    }
    if (status == STATUS_OK)
        status = corners <= VISIBILITY_CORNERS_MOST
                     ? visibility_create_linked(polygons, made->links, memory, &made->visibility)
                     : create_pair(made, map, polygons, corners);
    if (status != STATUS_OK) {
        point_oracle_destroy(made);
        return error_say(error, status, "no memory for the oracle", NULL);
    }
    *oracle = made;
    return STATUS_OK;
}

void point_oracle_destroy(PointOracle *oracle) {
    if (oracle == NULL) return;
    if (oracle->visibility != NULL) visibility_destroy(oracle->visibility);
    if (oracle->graph.memory != NULL) visgraph_destroy(&oracle->graph);
    if (oracle->expanded != NULL) mesh_graph_destroy(oracle->expanded);
    if (oracle->polyanya != NULL) polyanya_destroy(oracle->polyanya);
    if (oracle->locator != NULL) locator_destroy(oracle->locator);
    if (oracle->made.memory != NULL) mesh_destroy(&oracle->made);
    memory_give(oracle->memory, oracle);
}

OracleName point_oracle_name(const PointOracle *oracle) {
    return oracle->visibility != NULL ? ORACLE_VISIBILITY
           : oracle->expanded != NULL ? ORACLE_EXPANSION
                                      : ORACLE_SWEEP;
}

Status point_oracle_scratch_create(const PointOracle *oracle, Memory *memory, PointOracleScratch **scratch) {
    PointOracleScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (PointOracleScratch){.oracle = oracle, .memory = memory, .other = point_path_in(memory)};
    Status status = STATUS_OK;
    if (oracle->visibility == NULL) {
        status = polyanya_scratch_create(oracle->polyanya, memory, &made->polyanya);
        if (status == STATUS_OK)
            status = oracle->expanded != NULL
                         ? mesh_graph_scratch_create(oracle->expanded, memory, &made->expanded)
                         : visgraph_scratch_create(&oracle->graph, memory, &made->graph);
    }
    if (status != STATUS_OK)
        point_oracle_scratch_destroy(made);
    else
        *scratch = made;
    return status;
}

void point_oracle_scratch_destroy(PointOracleScratch *scratch) {
    if (scratch == NULL) return;
    if (scratch->polyanya != NULL) polyanya_scratch_destroy(scratch->polyanya);
    if (scratch->graph != NULL) visgraph_scratch_destroy(scratch->graph);
    if (scratch->expanded != NULL) mesh_graph_scratch_destroy(scratch->expanded);
    point_path_destroy(&scratch->other);
    memory_give(scratch->memory, scratch);
}

Status point_oracle_ask(PointOracleScratch *scratch, const PointQuery *query, PointPath *path, bool *agreed) {
    const PointOracle *oracle = scratch->oracle;
    path->count = 0;
    *agreed = true;
    if (oracle->visibility != NULL) {
        VisibilityAnswer answer;
        bool exact;
        TRY(visibility_query(oracle->visibility, query, path, &answer, &exact));
        if (answer != VISIBILITY_FOUND) path->count = 0;
        return STATUS_OK;
    }
    Counters counters = {0};
    PointPath *other = &scratch->other;
    other->count = 0;
    TRY(polyanya_query(scratch->polyanya, query, path, &counters));
    TRY(oracle->expanded != NULL ? mesh_graph_query(scratch->expanded, query, other, &counters)
                                 : visgraph_query(&oracle->graph, scratch->graph, query, other, &counters));
    bool exact;
    *agreed = (path->count == 0) == (other->count == 0) &&
              euclid_compare_linked(oracle->links, path->points, path->count, other->points, other->count,
                                    &exact) == 0;
    return STATUS_OK;
}

static Status disagreement(const char *number, Error *error) {
    return error_say(error, STATUS_SYSTEM, "the oracle failed: on query ", number,
                     " Polyanya and the visibility graph disagree", NULL);
}

/* Keeps a copy of the chain (count 0: there is no path). */
static Status keep(const PointOracle *oracle, const Point *chain, uint64_t count, double value,
                   Memory *memory, Optimum *optimum, Error *error) {
    Point *copy = NULL;
    if (count != 0) {
        copy = memory_take(memory, (size_t)count, sizeof *copy);
        if (copy == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the shortest paths", NULL);
        memcpy(copy, chain, (size_t)count * sizeof *copy);
    }
    *optimum = (Optimum){.known = true,
                         .reachable = count != 0,
                         .oracle = point_oracle_name(oracle),
                         .value = value,
                         .chain = copy,
                         .chain_count = (uint32_t)count};
    return STATUS_OK;
}

static Status ask_once(const PointOracle *oracle, const PointQuery *query, Memory *memory, PointPath *path,
                       Optimum *optimum, Error *error) {
    PointOracleScratch *scratch;
    bool agreed = true;
    Status status = point_oracle_scratch_create(oracle, memory, &scratch);
    if (status == STATUS_OK) {
        status = point_oracle_ask(scratch, query, path, &agreed);
        point_oracle_scratch_destroy(scratch);
    }
    if (status != STATUS_OK) return error_say(error, status, "no memory for the oracle", NULL);
    if (!agreed) return disagreement("0", error);
    return keep(oracle, path->points, path->count, path->length, memory, optimum, error);
}

Status oracle_ask_points(const Map *map, const Polygons *polygons, const PointQuery *query, Memory *memory,
                         Optimum *optimum, Error *error) {
    PointOracle *oracle;
    TRY(point_oracle_create(map, polygons, memory, &oracle, error));
    PointPath path = point_path_in(memory);
    Status status = ask_once(oracle, query, memory, &path, optimum, error);
    point_path_destroy(&path);
    point_oracle_destroy(oracle);
    return status;
}

/* ---- on all cores ---- */

/* One query's optimum, in memory shared with the children. */
typedef struct Found {
    bool agreed, reachable, too_long;
    uint32_t count;
    double value;
    Point chain[]; /* room for chain_room */
} Found;

typedef struct Crew {
    const PointOracle *oracle;
    const QuerySet *set;
    uint32_t *asked; /* the queries whose optimum is not known */
    uint32_t count, chain_room;
    size_t stride; /* bytes of a Found with its chain */
    char *found;   /* by place in `asked` */
    bool lost;
    int lost_signal;
} Crew;

typedef struct Tools {
    Memory memory;
    PointOracleScratch *scratch;
    PointPath path;
} Tools;

static Found *found_at(const Crew *crew, uint32_t task) {
    return (Found *)(void *)(crew->found + task * crew->stride);
}

static Status start(void *context, void **state) {
    const Crew *crew = context;
    Memory memory = system_memory();
    Tools *tools = memory_take_zeroed(&memory, 1, sizeof *tools); /* the child's end gives it back */
    if (tools == NULL) return STATUS_NO_MEMORY;
    tools->memory = system_memory();
    tools->path = point_path_in(&tools->memory);
    *state = tools;
    return point_oracle_scratch_create(crew->oracle, &tools->memory, &tools->scratch);
}

static Status ask(void *context, void *state, uint32_t task) {
    const Crew *crew = context;
    Tools *tools = state;
    Found *found = found_at(crew, task);
    AnyQuery given = query_at(crew->set, crew->asked[task]), query = query_for(&given, MOVE_ANY);
    bool agreed;
    TRY(point_oracle_ask(tools->scratch, &query.points, &tools->path, &agreed));
    found->agreed = agreed;
    found->reachable = tools->path.count != 0;
    found->too_long = tools->path.count > crew->chain_room;
    if (found->too_long || !found->reachable) return STATUS_OK;
    found->count = (uint32_t)tools->path.count;
    found->value = tools->path.length;
    memcpy(found->chain, tools->path.points, found->count * sizeof *found->chain);
    return STATUS_OK;
}

static void lost(void *context, uint32_t task, int signal) {
    Crew *crew = context;
    (void)task;
    crew->lost = true;
    crew->lost_signal = signal;
}

/* What a child found, as an optimum. */
static Status gather(const Crew *crew, uint32_t task, Memory *memory, Optimum *optimum, Error *error) {
    const Found *found = found_at(crew, task);
    NumberText number = number_text(crew->asked[task]);
    if (!found->agreed) return disagreement(number.text, error);
    if (found->too_long)
        return error_say(error, STATUS_REFUSED, "the shortest path of query ", number.text, " has more than ",
                         number_text(crew->chain_room).text, " points, which is what the oracle keeps", NULL);
    return keep(crew->oracle, found->chain, found->count, found->value, memory, optimum, error);
}

static Status run(Crew *crew, uint32_t jobs, Memory *memory, Optimum *optimum, Error *error) {
    WorkerTasks tasks = {"optima", crew->count, jobs, crew, start, ask, lost};
    TRY(workers_run(&tasks, error));
    if (crew->lost)
        return error_say(error, crew->lost_signal == 0 ? STATUS_NO_MEMORY : STATUS_SYSTEM,
                         "the oracle failed: signal ", number_text(crew->lost_signal).text, NULL);
    for (uint32_t i = 0; i < crew->count; i++) TRY(gather(crew, i, memory, &optimum[crew->asked[i]], error));
    return STATUS_OK;
}

Status oracle_run_points(const Map *map, const Polygons *polygons, const QuerySet *set, uint32_t jobs,
                         Memory *memory, Optimum *optimum, Error *error) {
    Crew crew = {.set = set, .chain_room = polygons->vertex_count + 2 * map->links.count + 2};
    if (crew.chain_room > CHAIN_MOST) crew.chain_room = CHAIN_MOST;
    crew.stride = sizeof(Found) + crew.chain_room * sizeof(Point);
    crew.asked = memory_take(memory, set->count, sizeof *crew.asked);
    if (crew.asked == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the oracle", NULL);
    for (uint32_t i = 0; i < set->count; i++)
        if (!optimum[i].known) crew.asked[crew.count++] = i;
    PointOracle *oracle = NULL;
    bool were_deferred = stop_at_once(); /* visibility graphs of large maps take a while */
    Status status = crew.count == 0 ? STATUS_OK : point_oracle_create(map, polygons, memory, &oracle, error);
    stop_restore(were_deferred);
    if (status == STATUS_OK && crew.count != 0) {
        crew.oracle = oracle;
        crew.found = shared_take(crew.count * crew.stride);
        status = crew.found == NULL ? error_say(error, STATUS_NO_MEMORY, "no memory for the oracle", NULL)
                                    : run(&crew, jobs, memory, optimum, error);
        shared_give(crew.found, crew.count * crew.stride);
    }
    point_oracle_destroy(oracle);
    memory_give(memory, crew.asked);
    return status;
}
