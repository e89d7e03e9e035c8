/* Shards and databases that are killed, cut, short of disk, or written by two: what comes of it is the
 * experiment run undisturbed. */
#include "tests/folder.h"
#include "tests/sweep_support.h"

#include "harness/load.h"
#include "harness/merge.h"
#include "harness/stop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHARDS = 2, NAME = FOLDER_PATH + 24 };

static char folder[FOLDER_PATH];
static char whole[NAME], shards[SHARDS][NAME];
static const char *const files[SHARDS] = {shards[0], shards[1]};

static int set_up(void **state) {
    (void)state;
    Error error;
    RunOutcome outcome;
    folder_create(folder);
    snprintf(whole, sizeof whole, "%s/whole.db", folder);
    return sweep_run(sweep_text, sweep_name, whole, &outcome, &error) != STATUS_OK;
}

static int tear_down(void **state) {
    (void)state;
    folder_remove(folder);
    return 0;
}

/* New names for the next test or trial. */
static void new_names(void) {
    static int trial;
    trial++;
    for (int i = 0; i < SHARDS; i++) snprintf(shards[i], sizeof shards[i], "%s/%d-%d.db", folder, trial, i);
}

static void assert_undisturbed(const char *file) {
    Table *undisturbed = sweep_rows(whole), *rows = sweep_rows(file);
    assert_same_rows(rows, undisturbed);
    table_destroy(undisturbed);
    table_destroy(rows);
}

static void assert_shards_are_whole(void) {
    char out[NAME + 8];
    Error error;
    MergeOutcome outcome = {.conflicts = table_create()};
    snprintf(out, sizeof out, "%s.out", shards[0]);
    ASSERT_OK(merge_files(files, SHARDS, out, &outcome, &error), &error);
    assert_int_equal(outcome.conflict_count, 0);
    table_destroy(outcome.conflicts);
    assert_undisturbed(out);
    assert_int_equal(sweep_number(out, "SELECT count(*) FROM missing"), 0);
}

static Status first_shard(void *context) {
    (void)context;
    Error error;
    return sweep_shard(shards[0], 1, SHARDS, &error);
}

static Status run_on(void *file) {
    RunOutcome outcome;
    Error error;
    return sweep_run(sweep_text, sweep_name, file, &outcome, &error);
}

/* The name is there when all is there, and not before. */
static void kills_cost_nothing(void **state) {
    (void)state;
    Error error;
    Rng rng = rng_from(21);
    for (uint32_t kills = 0, most = trials(4); kills < most;) {
        new_names();
        while (kills < most) {
            kills++;
            if (killed_in_between(first_shard, NULL, 5 + rng_below(&rng, 200))) break;
            if (file_exists(shards[0])) /* killed after its name was given */
                assert_int_equal(sweep_number(shards[0], "SELECT completed IS NOT NULL FROM shard"), 1);
        }
        ASSERT_OK(sweep_shard(shards[0], 1, SHARDS, &error), &error);
        ASSERT_OK(sweep_shard(shards[1], 2, SHARDS, &error), &error);
        assert_shards_are_whole();
    }
}

/* As when a cluster starts a task again that is not dead: one waits, and finds all done. */
static void two_at_one_shard(void **state) {
    (void)state;
    Error error;
    new_names();
    pid_t other = fork();
    if (other == 0) _exit((int)first_shard(NULL));
    ASSERT_OK(sweep_shard(shards[0], 1, SHARDS, &error), &error);
    int how;
    assert_int_equal(waitpid(other, &how, 0), other);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == STATUS_OK);
    assert_int_equal(sweep_number(shards[0], "SELECT count(*) FROM run"), 1);
    char lock[NAME + 8];
    snprintf(lock, sizeof lock, "%s.lock", shards[0]);
    assert_false(file_exists(lock));
    ASSERT_OK(sweep_shard(shards[1], 2, SHARDS, &error), &error);
    assert_shards_are_whole();
}

static void two_at_one_database(void **state) {
    (void)state;
    new_names();
    pid_t other = fork();
    if (other == 0) _exit((int)run_on(shards[0]));
    assert_int_equal(run_on(shards[0]), STATUS_OK);
    int how;
    assert_int_equal(waitpid(other, &how, 0), other);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == STATUS_OK);
    assert_undisturbed(shards[0]);
}

static void another_shard_is_refused(void **state) {
    (void)state;
    Error error;
    new_names();
    ASSERT_OK(sweep_shard(shards[0], 1, SHARDS, &error), &error);
    assert_int_equal(sweep_shard(shards[0], 2, SHARDS, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "shard 1/2"));
    assert_int_equal(sweep_shard(whole, 1, SHARDS, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "no shard"));
    assert_undisturbed(whole);
}

/* The log of a run that was killed, cut anywhere: the rows that are lost are measured again. */
static void a_cut_log_costs_its_end(void **state) {
    (void)state;
    Rng rng = rng_from(4);
    for (uint32_t trial = 0, most = trials(3); trial < most; trial++) {
        char log[NAME + 8];
        new_names();
        (void)killed_in_between(run_on, shards[0], 30 + rng_below(&rng, 200));
        snprintf(log, sizeof log, "%s-wal", shards[0]);
        FILE *in = fopen(log, "rb");
        if (in != NULL) {
            fseek(in, 0, SEEK_END);
            long size = ftell(in);
            fclose(in);
            if (size > 0) assert_int_equal(truncate(log, rng_below(&rng, (uint32_t)size)), 0);
        }
        assert_int_equal(run_on(shards[0]), STATUS_OK);
        assert_undisturbed(shards[0]);
    }
}

/* No file may grow beyond so many bytes, as on a disk that fills. */
typedef struct Room {
    const char *file;
    rlim_t bytes;
    bool is_shard;
} Room;

static Status run_in_little_room(void *context) {
    const Room *room = context;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){room->bytes, room->bytes});
    Status status = room->is_shard ? first_shard(NULL) : run_on((void *)(uintptr_t)room->file);
    return status == STATUS_OK || status == STATUS_SYSTEM ? STATUS_OK : status;
}

static void a_full_disk_costs_nothing(void **state) {
    (void)state;
    Rng rng = rng_from(9);
    Error error;
    for (uint32_t trial = 0, most = trials(4); trial < most; trial++) {
        new_names();
        Room room = {shards[0], 20000 + rng_below(&rng, 600000), trial % 2 == 0};
        assert_true(killed_in_between(run_in_little_room, &room, 100000));
        if (!room.is_shard) {
            assert_int_equal(run_on(shards[0]), STATUS_OK);
            assert_undisturbed(shards[0]);
            continue;
        }
        ASSERT_OK(sweep_shard(shards[0], 1, SHARDS, &error), &error);
        ASSERT_OK(sweep_shard(shards[1], 2, SHARDS, &error), &error);
        assert_shards_are_whole();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kills_cost_nothing),      cmocka_unit_test(two_at_one_shard),
        cmocka_unit_test(two_at_one_database),     cmocka_unit_test(another_shard_is_refused),
        cmocka_unit_test(a_cut_log_costs_its_end), cmocka_unit_test(a_full_disk_costs_nothing),
    };
    return cmocka_run_group_tests_name("shard", tests, set_up, tear_down);
}
