/* What a query counted. One list: it gives the struct, the database's columns and the labels. A change of it
 * is a new schema version. Row: name, help. */
#ifndef TAUT_CORE_COUNTERS_H
#define TAUT_CORE_COUNTERS_H

#include <stdint.h>

#define COUNTER_LIST(ROW)                                                                          \
    ROW(expanded, "nodes whose neighbours were looked at (cells, or nodes of the abstract graph)") \
    ROW(generated, "neighbours looked at that could be entered and were not closed")               \
    ROW(pushed, "entries put into the queue")                                                      \
    ROW(popped, "entries taken from the queue")                                                    \
    ROW(stale, "entries taken whose node had been settled before")                                 \
    ROW(inserted, "cells settled while start and goal were joined to an abstract graph")           \
    ROW(refined, "cells written while an abstract path was turned into cells")                     \
    ROW(scanned, "portals looked at while a funnel was pulled through a channel")                  \
    ROW(restarts, "times a funnel began anew at a corner")

typedef struct Counters {
#define COUNTER_FIELD(NAME, HELP) uint64_t NAME;
    COUNTER_LIST(COUNTER_FIELD)
#undef COUNTER_FIELD
} Counters;

#define COUNTER_ONE(NAME, HELP) +1
enum { COUNTER_COUNT = 0 COUNTER_LIST(COUNTER_ONE) };
#undef COUNTER_ONE

/* Counting can be compiled out (COUNTERS=0) for one purpose: to measure what it costs. On rooms of 1024 (40
 * queries, warm, seven pairs of runs in turns) the fastest run of A* was 0.9 % slower with it under `4` and
 * 0.8 % under `8`, the medians apart by less than the runs of one build; 0.4 and 1.4 % of its instructions.
 */
#ifdef TAUT_NO_COUNTERS
#define COUNT(COUNTERS, NAME, BY) ((void)(COUNTERS), (void)(BY))
#else
#define COUNT(COUNTERS, NAME, BY) ((void)((COUNTERS)->NAME += (BY)))
#endif

#endif
