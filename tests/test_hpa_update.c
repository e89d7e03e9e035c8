/* HPA*'s graph after changes of the map: always that of a graph built afresh, for work around the change
 * only. Streams of random changes; one that fails is cut down to few of them. */
#include "tests/hpa_support.h"
#include "tests/shrink.h"

#include "algos/exact/check.h"
#include "algos/grid/hpa_query.h"

#include <stdio.h>

typedef struct Edit {
    Cell cell;
    uint8_t cost;
} Edit;

/* A map, a form of graph and what changes; all from few numbers, so that it can be run again in part. */
typedef struct Stream {
    uint64_t seed;
    int32_t width, height;
    uint32_t blocked, cost_most;
    HpaForm form;
    Edit *edits;
    uint32_t count;
    uint32_t every; /* changes between comparisons; those between are updated together in threes */
} Stream;

/* A graph that is kept up to date. */
typedef struct Kept {
    Memory memory;
    Map map;
    HpaGraph *graph;
    HpaScratch *scratch;
    Path path;
} Kept;

static void kept_open(const Stream *stream, Kept *kept) {
    Rng rng = rng_from(stream->seed);
    Error error;
    *kept = (Kept){.memory = system_memory()};
    grid_random_costs(&kept->memory, stream->width, stream->height, stream->blocked, stream->cost_most, &rng,
                      &kept->map);
    ASSERT_OK(hpa_graph_create(&kept->map.grid, &stream->form, &kept->memory, &kept->graph, &error), &error);
    assert_int_equal(hpa_scratch_create(kept->graph, &kept->memory, &kept->scratch), STATUS_OK);
    kept->path = path_in(&kept->memory);
}

static void kept_close(Kept *kept) {
    path_destroy(&kept->path);
    hpa_scratch_destroy(kept->scratch);
    hpa_graph_destroy(kept->graph);
    grid_destroy(&kept->map.grid);
    ASSERT_NOTHING_LIVE(&kept->memory);
}

static void kept_change(Kept *kept, const Edit *edits, uint32_t count, Counters *counters) {
    Cell cells[3];
    Error error;
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = edits[i].cell;
        grid_set(&kept->map.grid, cells[i].x, cells[i].y, edits[i].cost);
    }
    grid_finish(&kept->map.grid);
    ASSERT_OK(hpa_graph_update(kept->graph, cells, count, counters, &error), &error);
}

/* Whether an old scratch on the updated graph finds ways as long as a new one on the new graph. */
static bool answers_agree(Kept *kept, const HpaGraph *fresh, Rng *rng) {
    const Grid *grid = &kept->map.grid;
    if (grid->passable_count == 0) return true;
    const Query query = {cell_random(grid, rng), cell_random(grid, rng)};
    HpaScratch *scratch;
    Path path = path_in(&kept->memory);
    Length old, new;
    Counters counters = {0};
    Error error;
    assert_int_equal(hpa_scratch_create(fresh, &kept->memory, &scratch), STATUS_OK);
    assert_int_equal(hpa_query(scratch, &query, false, &path, &counters), STATUS_OK);
    assert_int_equal(hpa_query(kept->scratch, &query, false, &kept->path, &counters), STATUS_OK);
    bool agree = path_valid(grid, fresh->move, &query, &kept->path, &old, &error) &&
                         path_valid(grid, fresh->move, &query, &path, &new, &error) && path.count != 0
                     ? length_compare(old, new) == 0
                     : path.count == 0 && kept->path.count == 0;
    hpa_scratch_destroy(scratch);
    path_destroy(&path);
    return agree;
}

static bool equals_rebuilt(Kept *kept, const HpaForm *form, Rng *rng) {
    HpaGraph *fresh;
    Error error;
    ASSERT_OK(hpa_graph_create(&kept->map.grid, form, &kept->memory, &fresh, &error), &error);
    const bool equal = graphs_equal(kept->graph, fresh) && answers_agree(kept, fresh, rng);
    hpa_graph_destroy(fresh);
    return equal;
}

static bool stream_fails(const Stream *stream) {
    Kept kept;
    Counters counters = {0};
    Rng rng = rng_from(stream->seed + 1);
    bool fails = false;
    kept_open(stream, &kept);
    for (uint32_t at = 0, since = 0; at < stream->count && !fails;) {
        uint32_t some = stream->count - at < 3 ? stream->count - at : 3;
        if (at % 2 == 0) some = 1;
        kept_change(&kept, stream->edits + at, some, &counters);
        at += some;
        since += some;
        if (since < stream->every && at < stream->count) continue;
        fails = !equals_rebuilt(&kept, &stream->form, &rng);
        since = 0;
    }
    kept_close(&kept);
    return fails;
}

static bool edits_fail(void *context, void *edits, uint32_t count) {
    Stream less = *(const Stream *)context;
    less.edits = edits;
    less.count = count;
    return count != 0 && stream_fails(&less);
}

static void stream_fail(Stream *stream) {
    stream->every = 1;
    shrink_list(stream->edits, sizeof *stream->edits, &stream->count, edits_fail, stream);
    fprintf(stderr, "map: seed %llu, %d x %d, %u %% blocked, costs to %u; move %s, k %d, wide %lld, %s, %s\n",
            (unsigned long long)stream->seed, stream->width, stream->height, stream->blocked,
            stream->cost_most, move_name(stream->form.move), stream->form.k, (long long)stream->form.wide,
            stream->form.is_double ? "two levels" : "one level",
            stream->form.keeps_ways ? "ways kept" : "ways searched");
    for (uint32_t i = 0; i < stream->count; i++)
        fprintf(stderr, "  cell %d,%d costs %u\n", stream->edits[i].cell.x, stream->edits[i].cell.y,
                stream->edits[i].cost);
    fail_msg("not the graph of the map after %u changes", stream->count);
}

static void stream_fill(Stream *stream, Memory *memory, Rng *rng) {
    stream->edits = memory_take(memory, stream->count, sizeof *stream->edits);
    for (uint32_t i = 0; i < stream->count; i++)
        stream->edits[i] = (Edit){
            {rng_between(rng, 0, stream->width - 1), rng_between(rng, 0, stream->height - 1)},
            rng_below(rng, 100) < stream->blocked + 20 ? 0
                                                       : (uint8_t)(1 + rng_below(rng, stream->cost_most))};
}

static HpaForm form_random(Rng *rng, int32_t k_most) {
    static const int64_t wide[4] = {1, 3, 6, PARAMETER_INF};
    return (HpaForm){.move = rng_below(rng, 2) == 0 ? MOVE_4 : MOVE_8,
                     .k = rng_between(rng, 2, k_most),
                     .wide = wide[rng_below(rng, 4)],
                     .keeps_ways = rng_below(rng, 2) == 0,
                     .is_double = rng_below(rng, 2) == 0};
}

static void stream_try(Stream *stream, Rng *rng) {
    Memory memory = system_memory();
    stream_fill(stream, &memory, rng);
    if (stream_fails(stream)) stream_fail(stream);
    memory_give(&memory, stream->edits);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Many small maps, each change compared. */
static void an_update_is_a_rebuild(void **state) {
    (void)state;
    static const uint32_t cost_most[4] = {1, 4, 255, 1};
    Rng rng = rng_from(30);
    for (uint32_t i = 0; i < trials(250); i++) {
        Stream stream = {.seed = rng_next(&rng),
                         .width = rng_between(&rng, 1, 30),
                         .height = rng_between(&rng, 1, 30),
                         .blocked = rng_below(&rng, 61),
                         .cost_most = cost_most[i % 4],
                         .form = form_random(&rng, 9),
                         .count = 40,
                         .every = 1};
        stream_try(&stream, &rng);
    }
}

/* Walls that open: lengths become longer than those that the scale of the first map can order. */
static void a_map_that_opens(void **state) {
    (void)state;
    Rng rng = rng_from(36);
    for (uint32_t i = 0; i < trials(60); i++) {
        Memory memory = system_memory();
        Stream stream = {.seed = rng_next(&rng),
                         .width = 12,
                         .height = 12,
                         .blocked = 5,
                         .cost_most = i % 2 == 0 ? 3 : 30,
                         .form = {MOVE_8, rng_between(&rng, 4, 9), 1, true, false},
                         .count = 250,
                         .every = 25};
        stream_fill(&stream, &memory, &rng);
        stream.blocked = 99; /* at first */
        if (stream_fails(&stream)) stream_fail(&stream);
        memory_give(&memory, stream.edits);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* What a long life leaves behind: 10 000 changes of one map. */
static void ten_thousand_changes(void **state) {
    (void)state;
    Rng rng = rng_from(31);
    for (uint32_t i = 0; i < 4; i++) {
        Stream stream = {.seed = rng_next(&rng),
                         .width = 45,
                         .height = 43,
                         .blocked = 10 + 10 * i,
                         .cost_most = i == 2 ? 9 : 1,
                         .form = {i % 2 == 0 ? MOVE_8 : MOVE_4, 3 + 2 * (int32_t)i, 6, i < 2, i != 1},
                         .count = trials(10000),
                         .every = 50};
        stream_try(&stream, &rng);
    }
}

static uint64_t nodes_around(const HpaGraph *graph, Cell cell) {
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < graph->cluster_count; i++) {
        const Area *area = &graph->clusters[i]->area;
        /* Distance of the cell from the cluster along each axis. */
        int32_t dx = cell.x < area->x ? area->x - cell.x : cell.x - (area->x + area->width - 1);
        int32_t dy = cell.y < area->y ? area->y - cell.y : cell.y - (area->y + area->height - 1);
        if (dx < 0) dx = 0;
        if (dy < 0) dy = 0;
        if (dx + dy <= 1) nodes += graph->clusters[i]->node_count;
    }
    return nodes;
}

/* One search for each node of the clusters around the cell, within them, and nothing else. */
static void the_work_is_around_the_cell(void **state) {
    (void)state;
#ifndef TAUT_NO_COUNTERS
    Rng rng = rng_from(32);
    for (uint32_t i = 0; i < trials(300); i++) {
        Stream stream = {.seed = rng_next(&rng),
                         .width = rng_between(&rng, 20, 60),
                         .height = rng_between(&rng, 20, 60),
                         .blocked = rng_below(&rng, 50),
                         .cost_most = 4,
                         .form = form_random(&rng, 12)};
        Kept kept;
        stream.form.is_double = false;
        kept_open(&stream, &kept);
        const Edit edit = {{rng_between(&rng, 0, stream.width - 1), rng_between(&rng, 0, stream.height - 1)},
                           rng_below(&rng, 2) == 0 ? 0 : 3};
        Counters counters = {0};
        kept_change(&kept, &edit, 1, &counters);
        const uint64_t nodes = nodes_around(kept.graph, edit.cell);
        assert_int_equal(counters.expanded, nodes);
        assert_true(counters.inserted <= nodes * (uint64_t)(stream.form.k * stream.form.k));
        kept_close(&kept);
    }
#endif
}

/* The same change in the same surroundings, on a map nine times as large. */
static void the_work_is_that_of_a_smaller_map(void **state) {
    (void)state;
    Rng rng = rng_from(33);
    for (uint32_t i = 0; i < trials(60); i++) {
        Stream large = {.seed = rng_next(&rng),
                        .width = 96,
                        .height = 96,
                        .blocked = rng_below(&rng, 50),
                        .cost_most = 4,
                        .form = {MOVE_4, 8, 6, true, true}};
        Stream small = large;
        small.width = small.height = 32; /* one super cluster: the middle one of the large map's nine */
        small.blocked = 100;
        Kept kept[2];
        Counters counters[2] = {{0}, {0}};
        Edit edit = {{rng_between(&rng, 1, 30), rng_between(&rng, 1, 30)}, rng_below(&rng, 2) == 0 ? 0 : 2};
        kept_open(&large, &kept[0]);
        kept_open(&small, &kept[1]);
        Error error;
        for (int32_t y = 0; y < 32; y++)
            for (int32_t x = 0; x < 32; x++) { /* one cell of wall around it, so that the insides are alike */
                const bool rim = x == 0 || y == 0 || x == 31 || y == 31;
                if (rim) grid_set(&kept[0].map.grid, 32 + x, 32 + y, 0);
                grid_set(&kept[1].map.grid, x, y, grid_cost(&kept[0].map.grid, (Cell){32 + x, 32 + y}));
            }
        for (int m = 0; m < 2; m++) {
            grid_finish(&kept[m].map.grid);
            hpa_graph_destroy(kept[m].graph);
            ASSERT_OK(
                hpa_graph_create(&kept[m].map.grid, &large.form, &kept[m].memory, &kept[m].graph, &error),
                &error);
            hpa_scratch_destroy(kept[m].scratch);
            assert_int_equal(hpa_scratch_create(kept[m].graph, &kept[m].memory, &kept[m].scratch), STATUS_OK);
        }
        kept_change(&kept[1], &edit, 1, &counters[1]);
        edit.cell.x += 32;
        edit.cell.y += 32;
        kept_change(&kept[0], &edit, 1, &counters[0]);
        assert_int_equal(counters[0].expanded, counters[1].expanded);
        assert_int_equal(counters[0].inserted, counters[1].inserted);
        kept_close(&kept[0]);
        kept_close(&kept[1]);
    }
}

/* edits= builds, changes and changes back: the graph must be what it was. */
static void exercise_leaves_the_graph_alone(void **state) {
    (void)state;
    Rng rng = rng_from(34);
    for (uint32_t i = 0; i < trials(40); i++) {
        Stream stream = {.seed = rng_next(&rng),
                         .width = 40,
                         .height = 31,
                         .blocked = 30,
                         .cost_most = 3,
                         .form = form_random(&rng, 12)};
        Kept kept;
        Error error;
        kept_open(&stream, &kept);
        ASSERT_OK(hpa_graph_exercise(kept.graph, 20, &error), &error);
        assert_true(kept.graph->grid == &kept.map.grid);
        assert_true(equals_rebuilt(&kept, &stream.form, &rng));
        kept_close(&kept);
    }
}

/* Each allocation of an update failed in turn; then the graph can still be destroyed. */
static void survives_failed_allocations(void **state) {
    (void)state;
    Rng rng = rng_from(35);
    bool done = false;
    uint64_t fail_at = 1;
    for (; !done; fail_at++) {
        Stream stream = {.seed = 5,
                         .width = 30,
                         .height = 30,
                         .blocked = 20,
                         .cost_most = 1,
                         .form = {MOVE_8, 6, 3, true, true}};
        Kept kept;
        Error error;
        Counters counters = {0};
        kept_open(&stream, &kept);
        const Cell cell = cell_random(&kept.map.grid, &rng);
        grid_set(&kept.map.grid, cell.x, cell.y, 200); /* scale and buckets change with it */
        grid_finish(&kept.map.grid);
        kept.memory.fail_at = kept.memory.allocations + fail_at;
        const Query query = {cell, cell_random(&kept.map.grid, &rng)};
        Status status = hpa_graph_update(kept.graph, &cell, 1, &counters, &error);
        if (status == STATUS_OK) status = hpa_query(kept.scratch, &query, false, &kept.path, &counters);
        assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY);
        done = status == STATUS_OK;
        kept.memory.fail_at = 0;
        kept_close(&kept);
    }
    assert_true(fail_at > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_update_is_a_rebuild),
        cmocka_unit_test(a_map_that_opens),
        cmocka_unit_test(ten_thousand_changes),
        cmocka_unit_test(the_work_is_around_the_cell),
        cmocka_unit_test(the_work_is_that_of_a_smaller_map),
        cmocka_unit_test(exercise_leaves_the_graph_alone),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("hpa_update", tests, NULL, NULL);
}
