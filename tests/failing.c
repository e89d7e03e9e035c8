#include "tests/failing.h"

#include "tests/support.h"

static Status try_all(const Solver *solver, const Settings *settings, const Map *map, const AnyQuery *query,
                      Memory *memory) {
    void *index, *scratch;
    Error error = {""};
    TRY(solver_prepare(solver, settings, map, query->is_planar, memory, &index, &error));
    Status status = solver->scratch_create(index, memory, &scratch);
    if (status == STATUS_OK) {
        AnyPath path = any_path_in(memory);
        Counters counters = {0};
        status = solver_ask(solver, index, scratch, query, &path, &counters);
        any_path_destroy(&path);
        solver->scratch_destroy(scratch);
    }
    solver->index_destroy(index);
    return status;
}

uint64_t assert_survives_failures(const Solver *solver, const Settings *settings, const Map *map,
                                  const AnyQuery *query) {
    Status status = STATUS_NO_MEMORY;
    uint64_t tried = 0;
    while (status == STATUS_NO_MEMORY) {
        Memory memory = system_memory();
        memory.fail_at = ++tried;
        status = try_all(solver, settings, map, query, &memory);
        ASSERT_NOTHING_LIVE(&memory);
    }
    assert_true(status == STATUS_OK || status == STATUS_REFUSED);
    return tried - 1;
}
