#include "harness/oracle.h"

#include "algos/exact/flood.h"
#include "harness/oracle_points.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"flood", "visibility", "polyanya+visgraph", "polyanya+expansion"};

const char *oracle_name(OracleName name) {
    return names[name];
}

bool oracle_find(const char *text, OracleName *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0) {
            *name = (OracleName)i;
            return true;
        }
    return false;
}

void optima_destroy(Optimum *optimum, uint32_t count, Memory *memory) {
    for (uint32_t i = 0; i < count; i++) {
        memory_give(memory, optimum[i].chain);
        optimum[i] = (Optimum){.known = false};
    }
}

Status oracle_ask(const Map *map, const Polygons *polygons, Move move, const AnyQuery *query, Memory *memory,
                  Optimum *optimum, Error *error) {
    if (optimum->known) return STATUS_OK;
    if (query->is_planar) return oracle_ask_points(map, polygons, &query->points, memory, optimum, error);
    Flood *flood = NULL;
    TRY(flood_create(&map->grid, move, memory, &flood, error));
    Status status = flood_run(flood, query->cells.start, &query->cells.goal, 1);
    if (status == STATUS_OK) {
        *optimum = (Optimum){.known = true, .oracle = ORACLE_FLOOD};
        optimum->reachable = flood_length(flood, query->cells.goal, &optimum->length);
        if (optimum->reachable) optimum->value = length_value(optimum->length);
    }
    flood_destroy(flood);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the oracle", NULL);
}

typedef struct Oracle {
    const Map *map;
    Move move;
    const QuerySet *set;
    uint32_t *order; /* queries whose optimum is not known, those of one start side by side */
    uint32_t *first; /* where in `order` each group of one start begins, and the end of the last */
    uint32_t count, group_count;
    Optimum *found; /* by query; shared with the children */
    int lost_signal;
    bool lost;
} Oracle;

/* What a child keeps between its groups. */
typedef struct Tools {
    Memory memory;
    Flood *flood;
    Cell *goals;
} Tools;

static Status start(void *context, void **state) {
    const Oracle *oracle = context;
    Tools *tools = malloc(sizeof *tools); /* the child's end gives it back */
    if (tools == NULL) return STATUS_NO_MEMORY;
    tools->memory = system_memory();
    tools->goals = memory_take(&tools->memory, oracle->count, sizeof *tools->goals);
    *state = tools;
    if (tools->goals == NULL) return STATUS_NO_MEMORY;
    return flood_create(&oracle->map->grid, oracle->move, &tools->memory, &tools->flood, NULL);
}

/* One flood for all queries of a start. */
static Status flood_group(void *context, void *state, uint32_t group) {
    const Oracle *oracle = context;
    Tools *tools = state;
    const uint32_t *order = oracle->order + oracle->first[group];
    uint32_t count = oracle->first[group + 1] - oracle->first[group];
    for (uint32_t i = 0; i < count; i++) tools->goals[i] = oracle->set->queries[order[i]].goal;
    TRY(flood_run(tools->flood, oracle->set->queries[order[0]].start, tools->goals, count));
    for (uint32_t i = 0; i < count; i++) {
        Optimum *found = &oracle->found[order[i]];
        found->reachable = flood_length(tools->flood, tools->goals[i], &found->length);
        found->value = found->reachable ? length_value(found->length) : 0;
        found->known = true;
    }
    return STATUS_OK;
}

static void lost(void *context, uint32_t group, int signal) {
    Oracle *oracle = context;
    (void)group;
    oracle->lost = true;
    oracle->lost_signal = signal;
}

static int compare_starts(const QuerySet *set, uint32_t a, uint32_t b) {
    Cell left = set->queries[a].start, right = set->queries[b].start;
    if (left.y != right.y) return left.y < right.y ? -1 : 1;
    return (left.x > right.x) - (left.x < right.x);
}

static int by_start(const void *a, const void *b, void *set) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    int order = compare_starts(set, left, right);
    return order != 0 ? order : (left > right) - (left < right);
}

static void group_by_start(Oracle *oracle, const Optimum *optimum) {
    for (uint32_t i = 0; i < oracle->set->count; i++)
        if (!optimum[i].known) oracle->order[oracle->count++] = i;
    qsort_r(oracle->order, oracle->count, sizeof *oracle->order, by_start, (void *)(uintptr_t)oracle->set);
    for (uint32_t i = 0; i < oracle->count; i++)
        if (i == 0 || compare_starts(oracle->set, oracle->order[i - 1], oracle->order[i]) != 0)
            oracle->first[oracle->group_count++] = i;
    oracle->first[oracle->group_count] = oracle->count;
}

static Status run(Oracle *oracle, uint32_t jobs, Optimum *optimum, Error *error) {
    group_by_start(oracle, optimum);
    WorkerTasks tasks = {"optima", oracle->group_count, jobs, oracle, start, flood_group, lost};
    TRY(workers_run(&tasks, error));
    if (oracle->lost)
        return error_say(error, oracle->lost_signal == 0 ? STATUS_NO_MEMORY : STATUS_SYSTEM,
                         "the oracle failed: signal ", number_text(oracle->lost_signal).text, NULL);
    for (uint32_t i = 0; i < oracle->count; i++) optimum[oracle->order[i]] = oracle->found[oracle->order[i]];
    return STATUS_OK;
}

Status oracle_run(const Map *map, const Polygons *polygons, Move move, const QuerySet *set, uint32_t jobs,
                  Memory *chains, Optimum *optimum, Error *error) {
    if (move == MOVE_ANY) return oracle_run_points(map, polygons, set, jobs, chains, optimum, error);
    Memory memory = system_memory();
    Flood *probe; /* a refusal is told here with its reason, not by a child */
    TRY(flood_create(&map->grid, move, &memory, &probe, error));
    flood_destroy(probe);
    size_t bytes = set->count * sizeof(Optimum);
    Oracle oracle = {.map = map,
                     .move = move,
                     .set = set,
                     .order = calloc(set->count, sizeof(uint32_t)),
                     .first = calloc((size_t)set->count + 1, sizeof(uint32_t)),
                     .found = shared_take(bytes)};
    Status status = oracle.order == NULL || oracle.first == NULL || oracle.found == NULL
                        ? error_say(error, STATUS_NO_MEMORY, "no memory for the oracle", NULL)
                        : run(&oracle, jobs, optimum, error);
    shared_give(oracle.found, bytes);
    free(oracle.first);
    free(oracle.order);
    return status;
}
