/* Does nothing: with it the harness measures itself. */
#include "algos/solver.h"

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_NOTHING;
}

static Move move(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)map, (void)settings, (void)error;
    *index = memory;
    return STATUS_OK;
}

static Status scratch_create(const void *index, Memory *memory, void **scratch) {
    (void)index;
    *scratch = memory;
    return STATUS_OK;
}

static void nothing(void *held) {
    (void)held;
}

static Status query(const void *index, void *scratch, const Query *ends, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)ends, (void)counters;
    path->count = 0;
    path->length = (Length){0, 0};
    return STATUS_OK;
}

static Status query_points(const void *index, void *scratch, const PointQuery *ends, PointPath *path,
                           Counters *counters) {
    (void)index, (void)scratch, (void)ends, (void)counters;
    path->count = 0;
    path->length = 0;
    return STATUS_OK;
}

const Solver solver_null = {
    .name = "null",
    .summary = "answers nothing; measures the harness",
    .source = "none",
    .map_kinds = MAP_GRID | MAP_POLYGONS | MAP_MESH,
    .parameters = {NULL, 0},
    .guarantee = guarantee,
    .move = move,
    .prepare = prepare,
    .index_destroy = nothing,
    .scratch_create = scratch_create,
    .scratch_destroy = nothing,
    .query = query,
    .query_points = query_points,
};
