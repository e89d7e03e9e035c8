/* Document D3's findStraightPath (section 1.2 and 2): each part that it leaves open, and each of its defects,
 * is a rule of its own, so that readings and repairs can be measured alone and together. */
#ifndef TAUT_MESH_FUNNEL_FINDSTRAIGHTPATH_H
#define TAUT_MESH_FUNNEL_FINDSTRAIGHTPATH_H

#include "algos/mesh/funnel.h"

/* The choices of each rule in the order of its enumeration; the first is how the document has it. */
#define SIDES_NAMES   "printed|right"
#define NARROW_NAMES  "printed|right"
#define APEX_NAMES    "left|right|nearer|farther|crossed"
#define AGAIN_NAMES   "portal|corner"
#define BEGIN_NAMES   "left-out|kept"
#define END_NAMES     "appended|portal"
#define COMPARE_NAMES "float|double|exact|1e-6|1e-3|1"
#define EARLY_NAMES   "never|printed|sight"
#define EDGES_NAMES   "searched|kept|given"

/* Printed: the left end is where the shared edge of a counter-clockwise face begins, which is its right end
 * (and the left one where the winding is told with y downwards). */
typedef enum SidesRule { SIDES_PRINTED, SIDES_RIGHT } SidesRule;
/* Printed: an end that lies between the lines through both bounds, ahead or behind, takes the bound's place
 * before it is asked whether the new portal has passed a bound. */
typedef enum NarrowRule { NARROW_PRINTED, NARROW_RIGHT } NarrowRule;
/* What determineApex, which is not printed, may make of its arguments, both bounds; and what it would have to
 * know besides: which of them was passed. */
typedef enum ApexRule { APEX_LEFT, APEX_RIGHT, APEX_NEARER, APEX_FARTHER, APEX_CROSSED } ApexRule;
/* Where the scan goes on after a corner: at the same portal, or after the corner's own. */
typedef enum AgainRule { AGAIN_PORTAL, AGAIN_CORNER } AgainRule;
/* What decides on which side a point lies: `float` of Java, doubles, exactly; or doubles, where an area (of
 * the parallelogram) of no more than that is none. */
typedef enum CompareRule {
    COMPARE_FLOAT,
    COMPARE_DOUBLE,
    COMPARE_EXACT,
    COMPARE_MICRO,
    COMPARE_MILLI,
    COMPARE_UNIT
} CompareRule;
/* Section 2.3: at the start and at each corner, whether the rest of the search's own way is shorter than the
 * straight line to the goal; or whether the straight line passes through all portals that are left. */
typedef enum EarlyRule { EARLY_NEVER, EARLY_PRINTED, EARLY_SIGHT } EarlyRule;
/* findSharedEdge at each look; the same, kept for later looks (section 2.3); or the edge that the search
 * crossed.
 */
typedef enum EdgesRule { EDGES_SEARCHED, EDGES_KEPT, EDGES_GIVEN } EdgesRule;

typedef struct StraightRules {
    SidesRule sides;
    NarrowRule narrow;
    ApexRule apex;
    AgainRule again;
    bool start_kept;  /* printed: the result begins with the first corner */
    bool goal_portal; /* printed: the goal is appended, and never passes a bound */
    CompareRule compare;
    EarlyRule early;
    EdgesRule edges;
} StraightRules;

/* Whether every defect is repaired: then the path is the funnel's, but where two faces share several edges
 * and the first of them is not the one that the search crossed. */
bool straight_rules_right(const StraightRules *rules);

/* Pulls as the rules say; empty for a channel that was not found. O(n²) looks at worst for n portals. The
 * topology is that of the channel; it may be NULL with EDGES_GIVEN. EDGES_KEPT takes O(n) of the path's
 * memory meanwhile. Fails only for want of memory. */
MUST_CHECK Status funnel_findstraightpath(const Channel *channel, const Topology *topology,
                                          const StraightRules *rules, PointPath *path, FunnelCounts *counts);

#endif
