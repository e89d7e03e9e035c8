/* Which blocks of a plan a run is about: all, a shard of them, those of some groups, maps or solvers. */
#ifndef TAUT_HARNESS_BLOCKS_H
#define TAUT_HARNESS_BLOCKS_H

#include "harness/plan.h"

typedef struct BlockChoice {
    const Part *part;
    const MapChoice *map;
    const QueryChoice *queries;
    const bool *wanted;   /* of the part's solvers; the others are left as they are */
    uint32_t first_place; /* of its solvers among those of all blocks of the list */
} BlockChoice;

typedef struct BlockList {
    BlockChoice *blocks; /* in the plan's order */
    uint32_t count;
    uint32_t places;      /* solvers of all of them together */
    uint32_t plan_blocks; /* of the whole plan */
    bool *wanted;         /* what the blocks point at */
    Memory *memory;
} BlockList;

/* What of it is wanted. All zero: everything. */
typedef struct Selection {
    uint32_t shard, shards; /* one of so many, from 1; 0: no shards */
    /* Each is a pattern (fnmatch) of group names, of maps (spec, generator, or file name without its folder),
     * or of solvers (spec or name): the first of these kinds in which it matches anything, or that of a
     * prefix group=, map= or solver=. Patterns of one kind are alternatives; all kinds that are given must
     * match. */
    const char *const *only;
    uint32_t only_count;
} Selection;

/* Shards are dealt from a shuffle that depends on the plan alone, so each has its share of every group, and
 * programs on several machines agree. Where anything of a group is timed, a wanted solver takes the others of
 * its block along, for they are measured in turns. A pattern that matches nothing: STATUS_BAD_INPUT. */
MUST_CHECK Status blocks_choose(const Plan *plan, const Selection *selection, Memory *memory, BlockList *list,
                                Error *error);
void blocks_destroy(BlockList *list);

/* Hash of all that the plan asks for. */
uint64_t plan_hash(const Plan *plan);

/* What a map counts for whose size is not known before it is read. */
#define BLOCK_CELLS 250000.0

/* Expected work of a block: what its map holds, times what is asked. Only ratios matter. */
double block_weight(const BlockChoice *block);

#endif
