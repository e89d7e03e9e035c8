/* Exact comparison of the lengths of chains of points, that is of sums of square roots.
 *
 * Doubles decide first, then doubled doubles (Dekker, "A floating-point technique for extending the
 * available precision", 1971), each with a bound for its error; where that does not suffice, the squared
 * lengths are taken as whole numbers and roots.h decides. */
#ifndef TAUT_CORE_EUCLID_H
#define TAUT_CORE_EUCLID_H

#include "algos/core/links.h"

#include <stdint.h>

/* The exact sign of (length of chain a) - (length of chain b). Chains of fewer than two points have length 0.
 * Costs a root a segment as a rule. A chain must have fewer than 2^30 points. */
int euclid_compare(const Point *a, uint64_t a_count, const Point *b, uint64_t b_count);

/* The same. *exact says whether the answer is: off a lattice (a Polygons that is `inexact`) lengths that
 * agree in their first 90 bits or so give 0 and false. */
int euclid_compare_exact(const Point *a, uint64_t a_count, const Point *b, uint64_t b_count, bool *exact);

/* The same of paths that may take links (NULL: none): the way between the ends of one counts its cost. */
int euclid_compare_linked(const Links *links, const Point *a, uint64_t a_count, const Point *b,
                          uint64_t b_count, bool *exact);

#endif
