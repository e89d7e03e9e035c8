/* The judge of paths: walks them step by step on the map, by code of its own. */
#ifndef TAUT_EXACT_CHECK_H
#define TAUT_EXACT_CHECK_H

#include "algos/core/length.h"
#include "algos/map/grid.h"
#include "algos/map/move.h"
#include "algos/map/path.h"

/* Whether `path` goes from the query's start to its goal by steps that the rule allows. Sets the length as
 * walked. False when it does not, or when the length that the solver claims is another; `why` (may be NULL)
 * then says which step. An empty path is valid: it claims that there is none. */
bool path_valid(const Grid *grid, Move move, const Query *query, const Path *path, Length *walked,
                Error *why);

#endif
