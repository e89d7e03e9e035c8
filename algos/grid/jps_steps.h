/* Which directions are forced in canonical order, and what the jump point searches' indexes begin with. */
#ifndef TAUT_GRID_JPS_STEPS_H
#define TAUT_GRID_JPS_STEPS_H

#include "algos/grid/directions.h"
#include "algos/solver.h"

/* The directions (bits) in which a path must be allowed to turn at `place`, reached by a step in the straight
 * `direction` under `8`: to a side whose cell is open and whose cell beside the step's origin is blocked, and
 * between that side and straight on. */
static inline uint32_t jps_forced(const uint8_t *cost, const int32_t offsets[8], uint32_t place,
                                  int direction) {
    static const uint8_t sides[4][2] = {{1, 2}, {0, 3}, {0, 3}, {1, 2}};
    static const uint8_t between[4][2] = {{4, 5}, {4, 6}, {5, 7}, {6, 7}};
    uint32_t before = place - (uint32_t)offsets[direction], forced = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t side = (uint32_t)offsets[sides[direction][i]];
        if (cost[before + side] == 0 && cost[place + side] != 0)
            forced |= 1u << sides[direction][i] | 1u << between[direction][i];
    }
    return forced;
}

typedef struct JpsBase {
    const Grid *grid;
    MoveScale scale; /* of lengths in steps: all cells cost the same */
    Memory *memory;
} JpsBase;

/* STATUS_REFUSED, naming `solver`, for a map whose cells cost differently. */
MUST_CHECK Status jps_base(const char *solver, const Map *map, Memory *memory, JpsBase *base, Error *error);

/* The one movement rule that it takes: `8`. */
Move jps_move(const Settings *settings);

#endif
