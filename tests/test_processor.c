/* Which processor a run is timed on: not one that another run holds, as long as there is another; and whoever
 * shares one all the same is flagged. */
#include "tests/block_rig.h"

#include "harness/child.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST = 1024 };

/* Locks of this test's own, lest a run that happens to go on now has a say. */
static char label[40];

static void take(Processor *processor) {
    *processor = (Processor){.label = label};
    processor_take(processor);
    assert_true(processor->chosen);
}

static cpu_set_t allowed(void) {
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    return set;
}

static int last_of(cpu_set_t set) {
    int cpu = CPU_SETSIZE - 1;
    while (!CPU_ISSET((size_t)cpu, &set)) cpu--;
    return cpu;
}

/* Cores that have a processor among these, as the system numbers them. */
static uint32_t cores_of(cpu_set_t set) {
    static bool seen[CPU_SETSIZE];
    uint32_t count = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET((size_t)cpu, &set)) continue;
        char name[96];
        int first = cpu;
        snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
        FILE *in = fopen(name, "r");
        if (in != NULL && fscanf(in, "%d", &first) != 1) first = cpu;
        if (in != NULL) fclose(in);
        count += !seen[first];
        seen[first] = true;
    }
    return count;
}

/* What is written to standard error between the two calls: its length. */
static int saved_error = -1;

static void hear(FILE **file) {
    *file = tmpfile();
    assert_non_null(*file);
    fflush(stderr);
    saved_error = dup(STDERR_FILENO);
    dup2(fileno(*file), STDERR_FILENO);
}

static long heard(FILE *file) {
    fflush(stderr);
    dup2(saved_error, STDERR_FILENO);
    close(saved_error);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    fclose(file);
    return length;
}

static void runs_take_different_processors(void **state) {
    (void)state;
    static Processor held[MOST], late;
    cpu_set_t set = allowed();
    uint32_t count = 0;
    FILE *file;
    hear(&file);
    for (; count < MOST; count++) {
        take(&held[count]);
        if (held[count].crowded) break;
    }
    late = held[count];
    bool said = late.said;
    long first = heard(file);
    /* As many as there are cores, the last one first. */
    assert_int_equal(count, cores_of(set));
    assert_int_equal(held[0].number, last_of(set));
    for (uint32_t i = 0; i < count; i++) {
        assert_true(CPU_ISSET((size_t)held[i].number, &set));
        assert_false(held[i].said);
        for (uint32_t j = 0; j < i; j++) assert_true(held[j].number > held[i].number);
    }
    /* The one that is left over shares the last, and says so once. */
    assert_true(said);
    assert_int_equal(late.number, last_of(set));
    assert_in_range(first, 40, 120);
    hear(&file);
    processor_take(&late);
    processor_take(&held[0]);
    first = heard(file);
    assert_int_equal(first, 0);
    assert_true(late.crowded);
    assert_int_equal(held[0].number, last_of(set));
    /* What is given back can be had, and what is held stays. */
    processor_give(&held[count - 1]);
    processor_take(&late);
    assert_false(late.crowded);
    assert_int_equal(late.number, held[count - 1].number);
    processor_give(&late);
    processor_give(&late);
    for (uint32_t i = 0; i + 1 < count; i++) processor_give(&held[i]);
}

/* Within what the process may use, whoever holds the rest. */
static void no_other_processor_is_taken(void **state) {
    (void)state;
    cpu_set_t before = allowed(), one;
    Processor processor;
    int first = 0;
    while (!CPU_ISSET((size_t)first, &before)) first++;
    CPU_ZERO(&one);
    CPU_SET((size_t)first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    take(&processor);
    assert_int_equal(processor.number, first);
    assert_false(processor.crowded);
    processor_give(&processor);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

static Status hold_and_die(void *nothing) {
    (void)nothing;
    Processor processor = {.label = label};
    processor_take(&processor);
    if (processor.crowded) return STATUS_REFUSED;
    raise(SIGKILL);
    return STATUS_OK;
}

static Status pin(void *context) {
    const Processor *processor = context;
    processor_pin(processor);
    cpu_set_t set = allowed();
    return CPU_COUNT(&set) == 1 && CPU_ISSET((size_t)processor->number, &set) ? STATUS_OK : STATUS_REFUSED;
}

static void the_dead_hold_nothing(void **state) {
    (void)state;
    Error error;
    pid_t child;
    Processor processor;
    ASSERT_OK(child_start(hold_and_die, NULL, &child, &error), &error);
    ChildEnd end = child_wait(child, 10000);
    assert_true(end.ended && end.signal == SIGKILL);
    take(&processor);
    assert_false(processor.crowded);
    assert_int_equal(processor.number, last_of(allowed()));
    ASSERT_OK(child_start(pin, &processor, &child, &error), &error);
    end = child_wait(child, 10000);
    assert_true(end.ended && end.signal == 0 && end.status == STATUS_OK);
    processor_give(&processor);
}

static Status burns(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)query, (void)counters;
    burn(2000000);
    return rig_answer(path);
}

static void run(Processor *processor, bool timed, BlockResult *result) {
    RigOrder order = {.solvers = {rig_solver}, .count = 1, .interleaved = timed, .processor = processor};
    Error error = {""};
    order.solvers[0].query = burns;
    ASSERT_OK(rig_run(&order, result, &error), &error);
}

static Status disturb(void *context) {
    processor_pin(context);
    for (;;) burn(1000000);
    return STATUS_OK;
}

/* A process that wants the same processor all the time gets about half of it. */
static void a_load_beside_is_flagged(void **state) {
    (void)state;
    Processor processor;
    BlockResult result;
    Error error;
    pid_t other;
    take(&processor);
    ASSERT_OK(child_start(disturb, &processor, &other, &error), &error);
    run(&processor, true, &result);
    child_kill(other);
    const SolverRecord *record = &result.solvers[0];
    assert_false(record->crowded);
    assert_true(record->switches[PROTOCOL_INTERLEAVED] > 0);
    assert_true(record->cpu_ns[PROTOCOL_INTERLEAVED] < record->wall_ns[PROTOCOL_INTERLEAVED] / 100 * 90);
    assert_true(solver_flagged(record, PROTOCOL_INTERLEAVED));
    block_release(&result);
    processor_give(&processor);
}

enum { OTHERS = 3 };

static const Processor *crowd; /* where the starved solver runs */

/* Joins the crowd, behind all others. */
static Status prepare_starved(const Map *map, const Settings *settings, Memory *memory, void **index,
                              Error *error) {
    processor_pin(crowd);
    if (setpriority(PRIO_PROCESS, 0, 10) != 0) _exit(9);
    return rig_solver.prepare(map, settings, memory, index, error);
}

static Status burns_once(const void *index, void *scratch, const Query *query, Path *path,
                         Counters *counters) {
    static bool burnt;
    (void)index, (void)scratch, (void)query, (void)counters;
    if (!burnt) burn(60000000);
    burnt = true;
    return rig_answer(path);
}

/* A solver that gets some thirtieth of a processor needs twice as long as one may sleep: it waited. */
static void the_starved_are_not_late(void **state) {
    (void)state;
    Processor processor;
    BlockResult result;
    Error error = {""};
    pid_t others[OTHERS];
    if (child_queued(getpid()) == 0) skip(); /* the system does not say */
    take(&processor);
    crowd = &processor;
    RigOrder order = {.solvers = {rig_solver}, .count = 1, .limits = {.seconds = 0.1}};
    order.solvers[0].prepare = prepare_starved;
    order.solvers[0].query = burns_once;
    for (int i = 0; i < OTHERS; i++) ASSERT_OK(child_start(disturb, &processor, &others[i], &error), &error);
    ASSERT_OK(rig_run(&order, &result, &error), &error);
    for (int i = 0; i < OTHERS; i++) child_kill(others[i]);
    assert_int_equal(result.solvers[0].verdict, SOLVER_DONE);
    block_release(&result);
    processor_give(&processor);
}

/* A block takes a processor for its preparations alone, too; one that shares its own is flagged as long as it
 * does. */
static void company_is_flagged(void **state) {
    (void)state;
    static Processor held[MOST];
    Processor processor = {.label = label, .said = true};
    BlockResult result;
    uint32_t count = 0;
    for (; count < MOST; count++) {
        held[count] = (Processor){.label = label, .said = true};
        processor_take(&held[count]);
        if (held[count].crowded) break;
    }
    for (int timed = 0; timed < 2; timed++) {
        run(&processor, timed != 0, &result);
        assert_true(processor.chosen && processor.crowded);
        assert_true(result.solvers[0].crowded);
        assert_true(solver_flagged(&result.solvers[0], BRACKET_PREPARE));
        assert_true(solver_flagged(&result.solvers[0], PROTOCOL_INTERLEAVED));
        block_release(&result);
    }
    /* Whoever held it is told as well, as long as the guest is there; holders of others are not. */
    run(&held[0], true, &result);
    assert_false(held[0].crowded);
    assert_true(result.solvers[0].crowded);
    block_release(&result);
    for (uint32_t i = 0; i <= count; i++) assert_int_equal(processor_shared(&held[i]), i == 0 || i == count);
    assert_true(processor_shared(&processor));
    /* A second guest is seen when the first has gone, once it has looked itself. */
    processor_give(&held[count]);
    assert_true(processor_shared(&processor));
    assert_true(processor_shared(&held[0]));
    processor_give(&processor);
    assert_false(processor_shared(&held[0]));
    processor_take(&processor);
    assert_true(processor.crowded && processor_shared(&held[0]));
    for (uint32_t i = 0; i < count; i++) processor_give(&held[i]);
    run(&processor, true, &result);
    assert_false(result.solvers[0].crowded);
    assert_true(processor.chosen && !processor.crowded); /* held for the blocks to come */
    block_release(&result);
    processor_give(&processor);
}

/* A share of little time says little: what is lost of less than a millisecond counts as of a whole one, and
 * so does any loss of the processor. */
static void short_preparations_are_judged_by_what_is_certain(void **state) {
    (void)state;
    static const struct {
        int64_t wall, cpu, switches;
        bool flagged;
    } cases[] = {{1000, 100, 0, false},       {60000, 10000, 0, false},   {60000, 9999, 0, true},
                 {999999, 950000, 0, false},  {999999, 949998, 0, true},  {1000, 1000, 1, true},
                 {1000000, 950000, 3, false}, {1000000, 949999, 0, true}, {5000000, 4750000, 9, false},
                 {5000000, 4749999, 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SolverRecord record = {0};
        record.bracket_before[BRACKET_PREPARE] = record.bracket_after[BRACKET_PREPARE] = 1000;
        record.wall_ns[BRACKET_PREPARE] = cases[i].wall;
        record.cpu_ns[BRACKET_PREPARE] = cases[i].cpu;
        record.switches[BRACKET_PREPARE] = cases[i].switches;
        assert_int_equal(solver_flagged(&record, BRACKET_PREPARE), cases[i].flagged);
        assert_false(solver_flagged(&record, PROTOCOL_WARM));
    }
}

/* By a tenth of the smaller end of the bracket, by a twentieth of the time on the wall, by company. */
static void what_was_disturbed_is_flagged(void **state) {
    (void)state;
    static const struct {
        SolverRecord record;
        bool flagged;
    } cases[] = {
        {{.bracket_before = {1000}, .bracket_after = {1100}, .wall_ns = {1000}, .cpu_ns = {950}}, false},
        {{.bracket_before = {1100}, .bracket_after = {1000}, .wall_ns = {1000}, .cpu_ns = {1001}}, false},
        {{.bracket_before = {1000}, .bracket_after = {1101}, .wall_ns = {1000}, .cpu_ns = {1000}}, true},
        {{.bracket_before = {1101}, .bracket_after = {1000}, .wall_ns = {1000}, .cpu_ns = {1000}}, true},
        {{.bracket_before = {1000}, .bracket_after = {1000}, .wall_ns = {1000}, .cpu_ns = {949}}, true},
        {{.bracket_before = {1}, .bracket_after = {1}, .wall_ns = {9}, .cpu_ns = {9}, .crowded = true}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SolverRecord record = cases[i].record;
        assert_int_equal(solver_flagged(&record, PROTOCOL_INTERLEAVED), cases[i].flagged);
        assert_int_equal(solver_flagged(&record, PROTOCOL_WARM), record.crowded);
        record.bracket_before[1] = record.bracket_before[0],
        record.bracket_after[1] = record.bracket_after[0];
        record.wall_ns[1] = record.wall_ns[0], record.cpu_ns[1] = record.cpu_ns[0];
        record.wall_ns[0] = record.cpu_ns[0] = record.bracket_before[0] = record.bracket_after[0] = 0;
        assert_int_equal(solver_flagged(&record, PROTOCOL_WARM), cases[i].flagged);
    }
}

int main(void) {
    snprintf(label, sizeof label, "taut-test-%d", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_take_different_processors),
        cmocka_unit_test(no_other_processor_is_taken),
        cmocka_unit_test(the_dead_hold_nothing),
        cmocka_unit_test(a_load_beside_is_flagged),
        cmocka_unit_test(the_starved_are_not_late),
        cmocka_unit_test(company_is_flagged),
        cmocka_unit_test(short_preparations_are_judged_by_what_is_certain),
        cmocka_unit_test(what_was_disturbed_is_flagged),
    };
    return cmocka_run_group_tests_name("processor", tests, NULL, NULL);
}
