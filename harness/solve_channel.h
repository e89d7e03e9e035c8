/* The channel and the expanded faces in a picture of `taut solve`: the solver's parts are asked again, apart
 * from what was timed. */
#ifndef TAUT_HARNESS_SOLVE_CHANNEL_H
#define TAUT_HARNESS_SOLVE_CHANNEL_H

#include "algos/mesh/map_mesh.h"
#include "harness/picture.h"
#include "harness/solve.h"

typedef struct SolveChannel {
    void *index; /* of the navmesh solver: its mesh is drawn */
    Channel channel;
    uint32_t *faces;
    Point *corners;
    PointPath moved; /* the path with its corners moved off by solve->offset */
    char label[64];
    Route offset;
    PictureChannel shown;
} SolveChannel;

typedef struct SolveExpanded {
    MapMesh built;
    uint32_t *faces;
    PictureFaces shown;
} SolveExpanded;

/* That of trial `choice`, which is drawn as route `route`; index NULL where its solver has none, or no way.
 * The caller destroys it, also on failure. */
MUST_CHECK Status solve_channel_create(Solve *solve, uint32_t choice, uint32_t route, SolveChannel *made,
                                       Error *error);
void solve_channel_destroy(Solve *solve, SolveChannel *channel);

/* Likewise the faces that Polyanya, whose choice this must be, expands in its mesh. */
MUST_CHECK Status solve_expanded_create(Solve *solve, uint32_t choice, uint32_t route, SolveExpanded *made,
                                        Error *error);
void solve_expanded_destroy(Solve *solve, SolveExpanded *expanded);

#endif
