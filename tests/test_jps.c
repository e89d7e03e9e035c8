/* Jump points: where the searches that prune by canonical order stop, by hand. */
#include "tests/support.h"

#include "algos/exact/check.h"
#include "harness/spec.h"

#include <string.h>

#ifdef TAUT_NO_COUNTERS
enum { COUNTS = 0 };
#else
enum { COUNTS = 1 };
#endif

/* One query on a map from text, whose answer must have the expected length (straight < 0: no path). */
static Counters counted(const char *spec, const char *rows, Query query, Length expected) {
    Memory memory = system_memory();
    Map map;
    SolverChoice *choice;
    uint32_t count;
    void *index, *scratch;
    Error error;
    Counters counters = {0};
    Length walked;
    Path path = path_in(&memory);
    ASSERT_OK(solver_expand(spec, &memory, &choice, &count, &error), &error);
    assert_int_equal(count, 1);
    grid_from_text(&memory, rows, &map);
    const Solver *solver = choice->solver;
    ASSERT_OK(solver->prepare(&map, &choice->settings, &memory, &index, &error), &error);
    ASSERT_OK(solver->scratch_create(index, &memory, &scratch), NULL);
    ASSERT_OK(solver->query(index, scratch, &query, &path, &counters), NULL);
    bool right = (path.count != 0) == (expected.straight >= 0);
    if (right && path.count != 0)
        right = path_valid(&map.grid, MOVE_8, &query, &path, &walked, &error) &&
                length_compare(walked, expected) == 0;
    if (!right)
        fail_msg("%s from %d,%d to %d,%d on\n%s", spec, query.start.x, query.start.y, query.goal.x,
                 query.goal.y, rows);
    path_destroy(&path);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    memory_give(&memory, choice);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
    return counters;
}

static const char open_rows[] = "............\n............\n............\n............\n............";
/* Behind the wall's lower end a path may turn, and nowhere else. */
static const char wall_rows[] = ".....@......\n.....@......\n.....@......\n............\n............";
/* Diagonals would cut corners; the lower right corner cannot be reached. */
static const char steps_rows[] = ".@@@@\n..@@@\n@..@@\n@@..@\n@@@@.";

static void jumps_stop_only_where_they_must(void **state) {
    (void)state;
    static const char *const specs[] = {"jps", "jpsplus"};
    for (int i = 0; i < 2; i++) {
        /* The start and, from the diagonal through it, the goal. */
        Counters one = counted(specs[i], open_rows, (Query){{0, 0}, {11, 4}}, (Length){7, 4});
        if (COUNTS) assert_true(one.expanded == 1 && one.pushed == 2);
        /* (6,3), where the wall ends, is the one cell between. */
        Counters two = counted(specs[i], wall_rows, (Query){{0, 0}, {11, 0}}, (Length){5, 6});
        if (COUNTS) assert_true(two.expanded == 2 && two.pushed == 3);
        (void)counted(specs[i], steps_rows, (Query){{0, 0}, {3, 3}}, (Length){6, 0});
        (void)counted(specs[i], steps_rows, (Query){{0, 0}, {4, 4}}, (Length){-1, 0});
        (void)counted(specs[i], ".", (Query){{0, 0}, {0, 0}}, (Length){0, 0});
        (void)counted(specs[i], "77\n77", (Query){{0, 0}, {1, 1}}, (Length){0, 7}); /* what all cost counts */
    }
}

/* Canonical order reaches each cell of an open map once. */
static void canonical_order_saves_looks(void **state) {
    (void)state;
    Query query = {{0, 0}, {11, 2}};
    Length length = {9, 2};
    Counters all = counted("astar:queue=buckets,order=all", open_rows, query, length);
    Counters canonical = counted("astar:queue=buckets,order=canonical", open_rows, query, length);
    if (COUNTS) assert_true(canonical.generated * 2 < all.generated && canonical.expanded <= all.expanded);
}

enum { STRIP = 200 };

/* A strip of two lines, open but for one cell, laid in one of four directions: along x or y, and there or
 * back. The cell is `along` cells from its begin, in line `aside`. */
static Cell laid(int turn, int32_t along, int32_t aside) {
    int32_t at = turn % 2 == 0 ? along : STRIP - 1 - along;
    return turn < 2 ? (Cell){at, aside} : (Cell){aside, at};
}

static void lay_strip(int turn, Cell blocked, char *rows) {
    int32_t width = turn < 2 ? STRIP : 2, height = turn < 2 ? 2 : STRIP;
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) *rows++ = blocked.x == x && blocked.y == y ? '@' : '.';
        *rows++ = '\n';
    }
    rows[-1] = '\0';
}

/* Blocks of bits end somewhere: an obstacle beside the way, and one in it, are seen at every distance. */
static void blocks_of_bits_miss_nothing(void **state) {
    (void)state;
    static const char *const specs[] = {"jps", "jpsplus"};
    char rows[STRIP * 3 + 1];
    for (int32_t at = 1; at < STRIP - 1; at++)
        for (int turn = 0; turn < 4; turn++)
            for (int aside = 0; aside < 2; aside++) {
                lay_strip(turn, laid(turn, at, aside), rows);
                /* Behind the obstacle, on its side: past it by the other line, then across. */
                Query query = {laid(turn, 0, 1 - aside), laid(turn, at + 1, aside)};
                (void)counted(specs[at % 2], rows, query, (Length){at + 2, 0});
                (void)counted("jps", rows, query, (Length){at + 2, 0});
                /* From its side to it and around. */
                query.start = laid(turn, 0, aside);
                (void)counted("jps", rows, query, at == 1 ? (Length){4, 0} : (Length){at + 1, 1});
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_stop_only_where_they_must),
        cmocka_unit_test(canonical_order_saves_looks),
        cmocka_unit_test(blocks_of_bits_miss_nothing),
    };
    return cmocka_run_group_tests_name("jps", tests, NULL, NULL);
}
