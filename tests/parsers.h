/* What the tests of the readers and the fuzz targets share: files gone wrong, and reading what was written.
 */
#ifndef TAUT_TESTS_PARSERS_H
#define TAUT_TESTS_PARSERS_H

#include "algos/core/rng.h"

#include <stddef.h>

/* A copy of the bytes with a few random faults: cut, flipped, inserted, doubled or taken out. It has exactly
 * `*changed` bytes on the heap, so that a sanitizer sees each byte read beyond it; free() it. */
char *file_mutant(const char *bytes, size_t length, Rng *rng, size_t *changed);

/* Each reads the bytes; if that succeeds, writes what was read, reads it again and compares. Returns what
 * went wrong, NULL when all is well. A refused file is well when it is refused with a message that begins
 * with its name, and when nothing stays allocated. */
typedef const char *(*RoundTrip)(const char *bytes, size_t length);
const char *map_round_trip(const char *bytes, size_t length);
const char *scen_round_trip(const char *bytes, size_t length);
const char *costs_round_trip(const char *bytes, size_t length);
const char *poly_round_trip(const char *bytes, size_t length);
/* Besides, links are kept or refused on a map. */
const char *links_round_trip(const char *bytes, size_t length);
/* Besides, Polyanya's paths on the mesh must be valid, and exist just where the visibility graph has one. */
const char *mesh_round_trip(const char *bytes, size_t length);

/* Feeds `count` mutants of the file to the round trip; fails the test, showing the file, at the first fault.
 */
void feed_mutants(RoundTrip trip, const char *bytes, size_t length, uint32_t count, uint64_t seed);

/* The folder of public benchmark files, or NULL when it is not there. */
const char *benchmarks_folder(void);

#endif
