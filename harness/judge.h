/* The verdict on one answer: what `taut solve` shows and `taut run` stores. */
#ifndef TAUT_HARNESS_JUDGE_H
#define TAUT_HARNESS_JUDGE_H

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
    ANSWER_UNANSWERED     /* of a solver that does not answer */
} AnswerVerdict;

/* "missing", "optimal", … */
const char *answer_verdict_name(AnswerVerdict verdict);

typedef struct Judgement {
    AnswerVerdict verdict;
    bool found;    /* there is a path, valid or not */
    bool wrong;    /* less than the solver promises, or not a path at all */
    Length walked; /* by the checker, where the path is valid */
    Error why;     /* of an invalid or impossible answer; else empty */
} Judgement;

/* Judges the path that `choice` gave for the query on a grid. `optimum` may be NULL for a solver that does
 * not answer. */
Judgement answer_judge(const Map *map, const SolverChoice *choice, const Query *query, const Path *path,
                       const Optimum *optimum);

/* length / optimum - 1, from their exact difference; NaN where the optimum is 0 or one of them is missing. */
double answer_excess(AnswerVerdict verdict, Length walked, const Optimum *optimum);

#endif
