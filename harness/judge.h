/* The verdict on one answer: what `taut solve` shows and `taut run` stores. */
#ifndef TAUT_HARNESS_JUDGE_H
#define TAUT_HARNESS_JUDGE_H

#include "algos/exact/check_points.h"
#include "harness/any_path.h"
#include "harness/oracle.h"
#include "harness/spec.h"

typedef enum AnswerVerdict {
    ANSWER_MISSING, /* its solver did not get that far, or does not take the map */
    ANSWER_OPTIMAL,
    ANSWER_SUBOPTIMAL,
    ANSWER_NO_PATH,       /* rightly */
    ANSWER_NO_PATH_FALSE, /* there is one */
    ANSWER_INVALID,       /* the path breaks the rule, or its claimed length is another */
    ANSWER_IMPOSSIBLE,    /* valid and shorter than the optimum: the oracle or the checker is wrong */
    ANSWER_VALID,         /* and no optimum is known: a path in the plane where cells cost differently */
    ANSWER_UNANSWERED     /* of a solver that does not answer, or no path where none is known to be */
} AnswerVerdict;

/* "missing", "optimal", … */
const char *answer_verdict_name(AnswerVerdict verdict);

/* What judging the paths of a map takes, made once and read only: between cells nothing but the map. */
typedef struct Judge {
    const Map *map;
    const Polygons *polygons; /* free space: the map's own, or `outline`; NULL where no plane was added */
    Polygons outline;         /* of a mesh or a grid */
    int64_t outline_ns;       /* what making `outline` took; 0: it was not made */
    PointCheck *check;
    Memory *memory;
} Judge;

/* The map outlives the judge, and the judge must stay where it is. */
MUST_CHECK Status judge_create(const Map *map, Memory *memory, Judge *judge, Error *error);
/* What paths between points take on a grid, where it is not there yet; other maps have it from the start.
 * Refuses what map_outline refuses; the judge then holds nothing. */
MUST_CHECK Status judge_add_plane(Judge *judge, Error *error);
void judge_destroy(Judge *judge);

/* Whether a path between points is valid (check_points.h), and how long it is walked. On a grid whose costs
 * differ its length is the integral of the costs, and it turns at centres of cells (segment_cost.h); else the
 * judge has a plane. */
bool judge_point_path(const Judge *judge, const PointQuery *query, const PointPath *path, double *walked,
                      Error *why);

typedef struct Judgement {
    AnswerVerdict verdict;
    bool found;    /* there is a path, valid or not */
    bool wrong;    /* less than the solver promises, or not a path at all */
    Length walked; /* between cells, by the checker, where the path is valid */
    double length; /* as walked, rounded, of either kind; NaN without a valid path */
    /* length / optimum - 1: from the exact difference between cells, and exactly 0 for an optimal path
     * between points; NaN where the optimum is 0 or one of them is missing. */
    double excess;
    Error why; /* of an invalid or impossible answer; else empty */
} Judgement;

/* Judges the path that `choice` gave for the query. `optimum` may be NULL for a solver that does not answer,
 * and on a grid whose costs differ for paths in the plane: they are judged by the integral of the costs. */
Judgement answer_judge(const Judge *judge, const SolverChoice *choice, const AnyQuery *query,
                       const AnyPath *path, const Optimum *optimum);

#endif
