/* Scratches that are not cleared tell queries apart by their number: what happens when the numbers begin
 * again.
 */
#include "tests/support.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "harness/spec.h"

#include <string.h>

/* The first block that is taken from a Memory, as the source gave it. */
typedef struct FirstBlock {
    MemorySource real;
    unsigned char *bytes;
    size_t size;
} FirstBlock;

static void *first_zeroed(void *context, size_t size) {
    FirstBlock *first = context;
    void *given = first->real.zeroed(first->real.context, size);
    if (first->bytes == NULL) {
        first->bytes = given;
        first->size = size;
    }
    return given;
}

static void *first_resize(void *context, void *old, size_t old_size, size_t new_size) {
    FirstBlock *first = context;
    return first->real.resize(first->real.context, old, old_size, new_size);
}

/* Solvers whose scratch counts queries, and the number after which comes 1. */
typedef struct Stamped {
    const char *spec;
    uint32_t last;
} Stamped;

static const Stamped stamped[] = {{"astar:move=4", (1u << 28) - 1},
                                  {"astar:move=8", (1u << 28) - 1},
                                  {"astar:move=4,style=published", UINT32_MAX},
                                  {"astar:move=8,style=published", UINT32_MAX},
                                  {"astar:move=4,queue=buckets", (1u << 28) - 1},
                                  {"astar:move=8,queue=buckets", (1u << 28) - 1},
                                  {"bidir:move=4", UINT32_MAX},
                                  {"bidir:move=8", UINT32_MAX},
                                  {"bfs", (1u << 28) - 1}};

/* The place of the query's number in the scratch: the word that counts 1, 2, 3 … when one query is repeated.
 */
static uint32_t *find_number(const Solver *solver, const void *index, void *scratch, const Query *query,
                             Path *path, const FirstBlock *first) {
    size_t words = first->size / sizeof(uint32_t), found = words, count = 0;
    uint32_t *all = (uint32_t *)(void *)first->bytes;
    bool *fits = test_malloc(words * sizeof *fits);
    for (size_t i = 0; i < words; i++) fits[i] = true;
    for (uint32_t n = 1; n <= 4; n++) {
        Counters counters = {0};
        assert_int_equal(solver->query(index, scratch, query, path, &counters), STATUS_OK);
        for (size_t i = 0; i < words; i++) fits[i] = fits[i] && all[i] == n;
    }
    for (size_t i = 0; i < words; i++) {
        if (!fits[i]) continue;
        found = i;
        count++;
    }
    test_free(fits);
    assert_int_equal(count, 1);
    return &all[found];
}

/* After the last number of a query come the first ones again, and what they had marked must be forgotten. */
static void query_numbers_wrap(const Stamped *one, const Map *map) {
    Memory memory = system_memory();
    FirstBlock first = {.real = memory.source};
    Memory watched = memory_from((MemorySource){first_resize, first_zeroed, &first});
    Error error;
    void *index, *scratch;
    Path path = path_in(&memory);
    Flood *flood;
    const Query corners = {{0, 0}, {map->grid.width - 1, map->grid.height - 1}};
    SolverChoice *choice;
    uint32_t choice_count;
    ASSERT_OK(solver_expand(one->spec, &memory, &choice, &choice_count, &error), &error);
    assert_int_equal(choice_count, 1);
    const Solver *solver = choice->solver;
    const Move move = solver->move(&choice->settings);
    ASSERT_OK(solver->prepare(map, &choice->settings, &memory, &index, &error), &error);
    ASSERT_OK(flood_create(&map->grid, move, &memory, &flood, &error), &error);
    assert_int_equal(solver->scratch_create(index, &watched, &scratch), STATUS_OK);
    memory.limit = watched.limit = 16 << 20; /* a search or a path without end is out of memory soon */
    uint32_t *number = find_number(solver, index, scratch, &corners, &path, &first);
    /* Query 1 marks all that a later query 1 looks at; the last two mark next to nothing over it. */
    *number = 0;
    Counters ignored = {0};
    const Query back = {corners.goal, corners.start}; /* whose lengths are small where the others end */
    assert_int_equal(solver->query(index, scratch, &back, &path, &ignored), STATUS_OK);
    *number = one->last - 2;
    for (uint32_t n = 0; n < 8; n++) {
        const Cell start = {10 + (int32_t)n % 3, 4}; /* on no way from corner to corner */
        const Query query = {start, n < 2 ? start : corners.goal};
        Length optimum, walked;
        Counters counters = {0};
        assert_int_equal(flood_run(flood, query.start, &query.goal, 1), STATUS_OK);
        assert_true(flood_length(flood, query.goal, &optimum));
        assert_int_equal(solver->query(index, scratch, &query, &path, &counters), STATUS_OK);
        assert_int_equal(*number, n < 2 ? one->last - 1 + n : n - 1);
        if (!path_valid(&map->grid, move, &query, &path, &walked, &error)) fail_msg("%s", error.text);
        assert_true(path.count > 0 && length_compare(walked, optimum) == 0);
    }
    solver->scratch_destroy(scratch);
    assert_int_equal(watched.live, 0);
    solver->index_destroy(index);
    memory_give(&memory, choice);
    flood_destroy(flood);
    path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

static void forgets_when_query_numbers_wrap(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map weighed, even;
    grid_random(&memory, 20, 20, 0, 5, 3, &weighed);
    grid_random(&memory, 20, 20, 0, 1, 3, &even);
    for (size_t i = 0; i < sizeof stamped / sizeof *stamped; i++)
        query_numbers_wrap(&stamped[i], strcmp(stamped[i].spec, "bfs") == 0 ? &even : &weighed);
    grid_destroy(&weighed.grid);
    grid_destroy(&even.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(forgets_when_query_numbers_wrap)};
    return cmocka_run_group_tests_name("query numbers", tests, NULL, NULL);
}
