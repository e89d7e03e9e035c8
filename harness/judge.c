#include "harness/judge.h"

#include "harness/clock.h"
#include "harness/stop.h"

#include "algos/core/euclid.h"
#include "algos/exact/check.h"
#include "algos/exact/segment_cost.h"
#include "algos/map/map_outline.h"

#include <float.h>
#include <math.h>

const char *answer_verdict_name(AnswerVerdict verdict) {
    static const char *const names[] = {"missing", "optimal",    "suboptimal", "no-path",   "no-path-false",
                                        "invalid", "impossible", "valid",      "unanswered"};
    return names[verdict];
}

Status judge_create(const Map *map, Memory *memory, Judge *judge, Error *error) {
    *judge = (Judge){.map = map, .memory = memory};
    return map_is_planar(map) ? judge_add_plane(judge, error) : STATUS_OK;
}

static Status add_plane(Judge *judge, Error *error) {
    const Polygons *polygons;
    int64_t before = clock_now();
    TRY(map_outline(judge->map, judge->memory, &judge->outline, &polygons, error));
    if (polygons == &judge->outline) judge->outline_ns = clock_now() - before;
    judge->polygons = polygons;
    Status status = point_check_create(polygons, judge->memory, &judge->check);
    if (status == STATUS_OK) {
        point_check_use_links(judge->check, &judge->map->links);
        return STATUS_OK;
    }
    judge_destroy(judge);
    return error_say(error, status, "no memory for the judge of paths", NULL);
}

Status judge_add_plane(Judge *judge, Error *error) {
    if (judge->check != NULL) return STATUS_OK;
    bool were_deferred = stop_at_once(); /* large maps take a while */
    Status status = add_plane(judge, error);
    stop_restore(were_deferred);
    return status;
}

void judge_destroy(Judge *judge) {
    if (judge->check != NULL) point_check_destroy(judge->check);
    polygons_destroy(&judge->outline);
    *judge = (Judge){0};
}

bool judge_point_path(const Judge *judge, const PointQuery *query, const PointPath *path, double *walked,
                      Error *why) {
    if (map_has_plane(judge->map)) return point_path_valid(judge->check, query, path, walked, why);
    return segment_path_valid(&judge->map->grid, query, path, walked, why);
}

static bool is_valid(const Judge *judge, Move move, const AnyQuery *query, const AnyPath *path,
                     Judgement *given) {
    if (!query->is_planar) {
        bool valid =
            path_valid(&judge->map->grid, move, &query->cells, &path->cells, &given->walked, &given->why);
        given->length = length_value(given->walked);
        return valid;
    }
    return judge_point_path(judge, &query->points, &path->points, &given->length, &given->why);
}

/* The sign of the path's length less the optimum's, exact where the map is. */
static int compare(const Judge *judge, const AnyQuery *query, const AnyPath *path, const Judgement *given,
                   const Optimum *optimum) {
    if (!optimum->reachable) return -1;
    if (!query->is_planar) return length_compare(given->walked, optimum->length);
    bool exact;
    return euclid_compare_linked(&judge->map->links, path->points.points, path->points.count, optimum->chain,
                                 optimum->chain_count, &exact);
}

/* Whether a path that is longer than the optimum is longer than the promised per cent of it, exactly. Between
 * points nobody promises more than the optimum or nothing. */
static bool exceeds(const AnyQuery *query, const Judgement *given, const Optimum *optimum, uint32_t bound) {
    if (bound == 0) return false;
    if (bound == 100 || query->is_planar) return true;
    Length hundredfold = {given->walked.straight * 100, given->walked.diagonal * 100};
    Length most = {optimum->length.straight * bound, optimum->length.diagonal * bound};
    return length_compare(hundredfold, most) > 0;
}

static double excess_of(const AnyQuery *query, const Judgement *given, int order, const Optimum *optimum) {
    if (!(optimum->value > 0)) return NAN;
    if (order == 0) return 0;
    /* Known to be longer, though doubles may not show it. */
    if (query->is_planar) return fmax(given->length / optimum->value - 1, DBL_EPSILON);
    Length more = {given->walked.straight - optimum->length.straight,
                   given->walked.diagonal - optimum->length.diagonal};
    return length_value(more) / optimum->value;
}

Judgement answer_judge(const Judge *judge, const SolverChoice *choice, const AnyQuery *query,
                       const AnyPath *path, const Optimum *optimum) {
    Guarantee guarantee = choice->solver->guarantee(&choice->settings);
    Judgement given = {.verdict = ANSWER_UNANSWERED, .length = NAN, .excess = NAN};
    given.found = any_path_count(path, query->is_planar) != 0;
    if (guarantee == GUARANTEE_NOTHING) return given;
    if (!is_valid(judge, choice->solver->move(&choice->settings), query, path, &given)) {
        given.verdict = ANSWER_INVALID;
        given.wrong = guarantee != GUARANTEE_AS_PUBLISHED;
    } else if (optimum == NULL) {
        if (given.found) given.verdict = ANSWER_VALID;
    } else if (!given.found) {
        given.verdict = optimum->reachable ? ANSWER_NO_PATH_FALSE : ANSWER_NO_PATH;
        given.wrong = optimum->reachable && guarantee != GUARANTEE_AS_PUBLISHED;
    } else {
        int order = compare(judge, query, path, &given, optimum);
        given.verdict = order == 0 ? ANSWER_OPTIMAL : order > 0 ? ANSWER_SUBOPTIMAL : ANSWER_IMPOSSIBLE;
        uint32_t bound = solver_bound(choice->solver, &choice->settings);
        given.wrong = order < 0 || (order > 0 && exceeds(query, &given, optimum, bound));
        if (order >= 0) given.excess = excess_of(query, &given, order, optimum);
        if (order < 0)
            given.why =
                (Error){"a valid path that is shorter than the oracle's optimum: the oracle is wrong"};
    }
    if (!given.found || given.verdict == ANSWER_INVALID) given.length = NAN;
    return given;
}
