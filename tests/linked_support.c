#include "tests/linked_support.h"

#include "tests/support.h"

#include "harness/any_path.h"

#include <string.h>

static const char *const suspects[] = {
    "polyanya:mesh=trapezoid/cdt/merged",
    "visgraph:build=expand/expand-merged,edges=taut/all",
    "navmesh:mesh=trapezoid/merged,portal=line/midpoint",
    "navmesh:mesh=cdt,portal=nearest,funnel=linear/none",
};

uint32_t linked_choices(Memory *memory, SolverChoice choices[LINKED_CHOICES_MOST]) {
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof suspects / sizeof *suspects; i++) {
        SolverChoice *list;
        uint32_t more;
        Error error;
        ASSERT_OK(solver_expand(suspects[i], memory, &list, &more, &error), &error);
        assert_true(count + more <= LINKED_CHOICES_MOST);
        memcpy(choices + count, list, more * sizeof *list);
        count += more;
        memory_give(memory, list);
    }
    return count;
}

bool linked_is_optimal(const SolverChoice *choice) {
    return choice->solver->guarantee(&choice->settings) == GUARANTEE_OPTIMAL;
}

void linked_ask(const SolverChoice *choice, const Map *map, const PointQuery *query, PointPath *path) {
    void *index, *scratch;
    Error error;
    Counters counters = {0};
    ASSERT_OK(solver_prepare(choice->solver, &choice->settings, map, true, path->memory, &index, &error),
              &error);
    assert_int_equal(choice->solver->scratch_create(index, path->memory, &scratch), STATUS_OK);
    assert_int_equal(choice->solver->query_points(index, scratch, query, path, &counters), STATUS_OK);
    choice->solver->scratch_destroy(scratch);
    choice->solver->index_destroy(index);
}
