/* The channel in a picture of `taut solve`: the solver's parts are asked again, apart from what was timed. */
#ifndef TAUT_HARNESS_SOLVE_CHANNEL_H
#define TAUT_HARNESS_SOLVE_CHANNEL_H

#include "harness/picture.h"
#include "harness/solve.h"

typedef struct SolveChannel {
    void *index; /* of the navmesh solver: its mesh is drawn */
    Channel channel;
    uint32_t *faces;
    Point *corners;
    PictureChannel shown;
} SolveChannel;

/* That of trial `choice`, which is drawn as route `route`; index NULL where its solver has none, or no way.
 * The caller destroys it, also on failure. */
MUST_CHECK Status solve_channel_create(Solve *solve, uint32_t choice, uint32_t route, SolveChannel *made,
                                       Error *error);
void solve_channel_destroy(Solve *solve, SolveChannel *channel);

#endif
