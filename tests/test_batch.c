/* Batches on several threads: every solver's answers, in all its ways, are those of one thread. `make
 * threads` runs this under the thread sanitizer, which sees it where one thread's scratch, or an index, is
 * written by another. */
#include "tests/support.h"

#include "harness/batch.h"
#include "tests/gen_support.h"

#include <stdlib.h>
#include <string.h>

typedef struct Tally {
    uint32_t settings, refused, queries;
} Tally;

/* The hashes of paths, asked one after the other. */
static void ask_alone(const Solver *solver, const Settings *settings, const void *index, const QuerySet *set,
                      uint64_t *hashes) {
    Memory memory = system_memory();
    AnyPath path = any_path_in(&memory);
    Counters counters = {0};
    void *scratch;
    assert_int_equal(solver->scratch_create(index, &memory, &scratch), STATUS_OK);
    for (uint32_t i = 0; i < set->count; i++) {
        AnyQuery given = query_at(set, i), query = query_for(&given, solver->move(settings));
        assert_int_equal(solver_ask(solver, index, scratch, &query, &path, &counters), STATUS_OK);
        hashes[i] = any_path_hash(&path, query.is_planar);
    }
    solver->scratch_destroy(scratch);
    any_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

static void same_answers(const Solver *solver, const Settings *given, const Map *map, const QuerySet *set,
                         Tally *tally) {
    Settings settings = *given;
    Memory memory = system_memory();
    Error error = {""};
    void *index;
    Status status = solver_prepare(solver, &settings, map, set->points != NULL, &memory, &index, &error);
    if (status == STATUS_REFUSED) {
        tally->refused++;
        return;
    }
    ASSERT_OK(status, &error);
    uint64_t *alone = calloc(set->count, sizeof *alone), *together = calloc(set->count, sizeof *together);
    assert_true(alone != NULL && together != NULL);
    ask_alone(solver, &settings, index, set, alone);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        Batch batch = {solver, &settings, index, set, threads};
        int64_t wall_ns;
        ASSERT_OK(batch_answer(&batch, together, &wall_ns, &error), &error);
        assert_true(wall_ns > 0);
        if (memcmp(alone, together, set->count * sizeof *alone) != 0) {
            char text[1000];
            (void)settings_text(solver->parameters, solver->name, &settings, text, sizeof text);
            fail_msg("%s answers otherwise on %u threads", text, threads);
        }
        memset(together, 0, set->count * sizeof *together);
    }
    bool differ = false;
    for (uint32_t i = 1; i < set->count; i++) differ = differ || alone[i] != alone[0];
    assert_true(differ || solver->guarantee(&settings) == GUARANTEE_NOTHING);
    solver->index_destroy(index);
    ASSERT_NOTHING_LIVE(&memory);
    free(alone);
    free(together);
    tally->settings++;
    tally->queries += set->count;
}

/* The presets but for one row, and for the row that must let it be free. */
static void with_value(const Solver *solver, uint32_t row, int64_t value, const Map *map, const QuerySet *set,
                       Tally *tally) {
    const Parameter *parameter = &solver->parameters.rows[row];
    Settings settings = settings_preset(solver->parameters);
    if (parameter->free_in != 0) {
        int decider = parameter_decider(solver->parameters, parameter);
        int64_t choice = 0;
        while ((parameter->free_in >> choice & 1) == 0) choice++;
        settings.value[decider] = choice;
        settings.given[decider] = true;
    }
    settings.value[row] = value;
    settings.given[row] = true;
    Error error;
    ASSERT_OK(settings_check(solver->parameters, solver->name, &settings, &error), &error);
    same_answers(solver, &settings, map, set, tally);
}

/* A solver at its presets, and with one parameter at a time at each of its other choices; of numbers at one.
 */
static void all_ways(const Solver *solver, const Map *map, const QuerySet *set, Tally *tally) {
    Settings presets = settings_preset(solver->parameters);
    same_answers(solver, &presets, map, set, tally);
    for (uint32_t i = 0; i < solver->parameters.count; i++) {
        const Parameter *row = &solver->parameters.rows[i];
        if (row->type != PARAMETER_CHOICE) {
            with_value(solver, i, row->preset == row->low ? row->low + 1 : row->low, map, set, tally);
            continue;
        }
        int64_t choices = 1;
        for (const char *at = row->choices; *at != '\0'; at++) choices += *at == '|';
        for (int64_t value = 0; value < choices; value++)
            if (value != row->preset) with_value(solver, i, value, map, set, tally);
    }
}

static void on(const char *map_name, const char *map_text, const char *query_name, const char *query_text) {
    Memory memory = system_memory();
    Tally tally = {0};
    QuerySet set;
    Error error;
    Map map = make_map(map_name, map_text, &memory);
    ASSERT_OK(make_queries(query_name, query_text, &map, &memory, &set, &error), &error);
    for (uint32_t i = 0; i < solver_count; i++) all_ways(solver_registry[i], &map, &set, &tally);
    print_message("# %s: %u settings (%u take no such map), %u queries\n", map_name, tally.settings,
                  tally.refused, tally.queries);
    assert_true(tally.settings > 40);
    query_set_destroy(&set);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void on_polygons(void **state) {
    (void)state;
    on("convex", "n=30,seed=3", "points", "count=60,seed=1");
}

static void on_cells(void **state) {
    (void)state;
    on("rooms", "size=64,seed=3", "random", "count=60,seed=1");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_polygons), cmocka_unit_test(on_cells)};
    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
