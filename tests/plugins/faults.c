/* A plug-in that is wrong in the way that it is told: when it is loaded, by -DWRONG=…, which becomes a name
 * below; else when it is used, by the parameter `fault`. Otherwise it answers a straight walk, first along x.
 */
#include "harness/taut_plugin.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRONG_ABI      1
#define WRONG_SIZE     2
#define WRONG_EMPTY    3
#define WRONG_NAME     4
#define WRONG_TAKEN    5
#define WRONG_PRESET   6
#define WRONG_FUNCTION 7
#define WRONG_LOADING  8
#define WRONG_LEAVING  9
#define WRONG_POINTER  10
#define WRONG_SYMBOL   11
#define WRONG_TWICE    12
#define WRONG_BOUND    13
#ifndef WRONG
#define WRONG 0
#endif

enum {
    NONE,
    PREPARE_CRASH,
    PREPARE_REFUSE,
    PREPARE_FAIL,
    CRASH,
    LEAVE,
    HANG,
    SLEEP,
    EAT,
    EAT_HEAP,
    JUMP,
    CLAIM,
    OVERFLOW,
    CODE,
    DESTROY_CRASH
};
#define FAULTS                                                                                       \
    "none|prepare_crash|prepare_refuse|prepare_fail|crash|leave|hang|sleep|eat|eat_heap|jump|claim|" \
    "overflow|code|"                                                                                 \
    "destroy_crash"

typedef struct Index {
    TautMemory *memory;
    int64_t fault;
} Index;

static int prepare(const TautMap *map, const int64_t *values, TautMemory *memory, void **index, char *why,
                   size_t why_size) {
    (void)map;
    if (values[0] == PREPARE_CRASH) raise(SIGSEGV);
    if (values[0] == PREPARE_FAIL) return 77;
    if (values[0] == PREPARE_REFUSE) {
        memset(why, 'w', why_size); /* without an end */
        return TAUT_REFUSED;
    }
    Index *made = memory->take(memory, sizeof *made);
    if (made == NULL) return TAUT_NO_MEMORY;
    made->memory = memory;
    made->fault = values[0];
    *index = made;
    return TAUT_OK;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->fault == DESTROY_CRASH) raise(SIGABRT);
    index->memory->give(index->memory, index);
}

static int eat_heap(void) {
    for (;;) {
        char *more = malloc(1 << 20);
        if (more == NULL) return TAUT_NO_MEMORY;
        memset(more, 1, 1 << 20);
    }
}

static int eat(TautMemory *memory) {
    while (memory->take(memory, 1 << 20) != NULL) {
    }
    return TAUT_NO_MEMORY;
}

static int misbehave(const Index *index, TautPath *path) {
    switch (index->fault) {
    case CRASH:
        raise(SIGSEGV);
        break;
    case LEAVE:
        _exit(0);
    case HANG:
        for (volatile int forever = 1; forever;) {
        }
        break;
    case SLEEP:
        for (;;) pause();
    case EAT:
        return eat(index->memory);
    case EAT_HEAP:
        return eat_heap();
    case JUMP:
        path->cells[path->count / 2].x += 5;
        break;
    case CLAIM:
        path->claims = 1;
        path->straight = 1;
        break;
    case OVERFLOW:
        path->count = UINT64_MAX;
        break;
    case CODE:
        return 42;
    default:
        break;
    }
    return TAUT_OK;
}

static int query(const void *index, void *scratch, TautCell start, TautCell goal, TautPath *path,
                 TautCounters *counters) {
    (void)scratch;
    counters->expanded++;
    TautCell at = start;
    if (taut_add_cell(path, at.x, at.y) != TAUT_OK) return TAUT_NO_MEMORY;
    while (at.x != goal.x || at.y != goal.y) {
        if (at.x != goal.x)
            at.x += at.x < goal.x ? 1 : -1;
        else
            at.y += at.y < goal.y ? 1 : -1;
        if (taut_add_cell(path, at.x, at.y) != TAUT_OK) return TAUT_NO_MEMORY;
    }
    return misbehave(index, path);
}

#if WRONG == WRONG_LOADING || WRONG == WRONG_LEAVING
__attribute__((constructor)) static void when_loaded(void) {
    if (WRONG == WRONG_LEAVING) _exit(0);
    raise(SIGSEGV);
}
#endif

static const TautParameter parameters[] = {{.name = "fault",
                                            .help = "what it does wrong",
                                            .choices = FAULTS,
                                            .preset = WRONG == WRONG_PRESET ? 99 : 0}};

#define SOLVER                                                                                               \
    {                                                                                                        \
        .name = WRONG == WRONG_NAME    ? "No Name"                                                           \
                : WRONG == WRONG_TAKEN ? "astar"                                                             \
                                       : "walk",                                                             \
        .summary = "walks straight on, and does what it is told wrong", .source = "none",                    \
        .takes = TAUT_GRID, .promise = WRONG == WRONG_BOUND ? TAUT_BOUNDED : TAUT_OPTIMAL,                   \
        .move = TAUT_MOVE_4, .parameters = parameters, .parameter_count = 1,                                 \
        .prepare = WRONG == WRONG_FUNCTION ? NULL : prepare, .index_destroy = index_destroy, .query = query, \
    }
static const TautSolver solvers[] = {SOLVER, SOLVER};

#if WRONG == WRONG_SYMBOL
#define taut_plugin another_name
extern const TautPlugin another_name;
#endif

const TautPlugin taut_plugin = {
    WRONG == WRONG_ABI ? TAUT_PLUGIN_ABI + 1 : TAUT_PLUGIN_ABI,
    WRONG == WRONG_SIZE ? 8 : sizeof(TautSolver),
    WRONG == WRONG_POINTER ? (const TautSolver *)(uintptr_t)64 : solvers,
    WRONG == WRONG_EMPTY   ? 0
    : WRONG == WRONG_TWICE ? 2
                           : 1,
};
