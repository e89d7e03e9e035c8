#include "harness/judge.h"

#include "algos/exact/check.h"

#include <math.h>

const char *answer_verdict_name(AnswerVerdict verdict) {
    static const char *const names[] = {"missing",       "optimal", "suboptimal", "no-path",
                                        "no-path-false", "invalid", "impossible", "unanswered"};
    return names[verdict];
}

Judgement answer_judge(const Map *map, const SolverChoice *choice, const Query *query, const Path *path,
                       const Optimum *optimum) {
    Guarantee guarantee = choice->solver->guarantee(&choice->settings);
    Judgement given = {.verdict = ANSWER_UNANSWERED, .found = path->count != 0};
    if (guarantee == GUARANTEE_NOTHING) return given;
    Move move = choice->solver->move(&choice->settings);
    if (!path_valid(&map->grid, move, query, path, &given.walked, &given.why)) {
        given.verdict = ANSWER_INVALID;
        given.wrong = true;
    } else if (!given.found) {
        given.verdict = optimum->reachable ? ANSWER_NO_PATH_FALSE : ANSWER_NO_PATH;
        given.wrong = optimum->reachable;
    } else {
        int order = optimum->reachable ? length_compare(given.walked, optimum->length) : -1;
        given.verdict = order == 0 ? ANSWER_OPTIMAL : order > 0 ? ANSWER_SUBOPTIMAL : ANSWER_IMPOSSIBLE;
        given.wrong = order < 0 || (order > 0 && guarantee == GUARANTEE_OPTIMAL);
        if (order < 0)
            given.why =
                (Error){"a valid path that is shorter than the oracle's optimum: the oracle is wrong"};
    }
    return given;
}

double answer_excess(AnswerVerdict verdict, Length walked, const Optimum *optimum) {
    bool measured = verdict == ANSWER_OPTIMAL || verdict == ANSWER_SUBOPTIMAL;
    if (!measured || optimum == NULL || length_sign(optimum->length) == 0) return NAN;
    Length more = {walked.straight - optimum->length.straight, walked.diagonal - optimum->length.diagonal};
    return length_value(more) / length_value(optimum->length);
}
