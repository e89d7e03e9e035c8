/* What a point of free space sees, by turning a ray around it (Lee, "Proximity and reachability in the
 * plane", 1978; de Berg, Cheong, van Kreveld, Overmars, "Computational Geometry", chapter 15).
 *
 * Made for degenerate maps: the edges that the ray crosses inside are kept in a heap, the nearest on top, and
 * only those that face the point, since free space ends at one of these; what lies on the ray itself
 * (vertices, edges along it, points where obstacles touch) is walked through one vertex after the other, each
 * by its own sectors. All decisions are exact signs; no position is computed. */
#ifndef TAUT_MESH_VISGRAPH_SWEEP_H
#define TAUT_MESH_VISGRAPH_SWEEP_H

#include "algos/mesh/sectors.h"

typedef struct RaySweep RaySweep;

/* Scratch for sweeps over one map, O(vertices + edges); one a thread. `sectors` outlives it. */
MUST_CHECK Status ray_sweep_create(const Sectors *sectors, Memory *memory, RaySweep **sweep);
void ray_sweep_destroy(RaySweep *sweep);

/* Where the ray starts and what of the view is wanted. */
typedef struct SweepFrom {
    Point point;
    const Sector *sector; /* that it must leave by; NULL in the open */
    bool taut;            /* only corners at which a path that comes from here can be taut */
    bool taut_here;       /* where `sector` is wider than straight: only directions in which a path that turns
                             here can be taut */
    bool upper;          /* only directions from that of +x to that of -x, the latter left out: half the work,
                            enough where each pair is seen from both its ends */
    const Point *target; /* another point to look for, not where the ray starts; NULL */
} SweepFrom;

/* What is seen: the first corner in each direction, by vertex; not what lies behind it on the same line.
 * Valid until the next sweep. */
typedef struct SweepView {
    const uint32_t *corners;
    uint32_t count;
    bool sees_target; /* with no corner between */
} SweepView;

/* O((vertices + edges) log vertices). */
SweepView ray_sweep_run(RaySweep *sweep, const SweepFrom *from);

#endif
