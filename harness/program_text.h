/* What an `exec` program is told and what it answers, as text. README ("Anyone's solver") is its definition.
 */
#ifndef TAUT_HARNESS_PROGRAM_TEXT_H
#define TAUT_HARNESS_PROGRAM_TEXT_H

#include "algos/solver.h"

/* The lines that describe a map, in `memory`: cells of a grid under the rule; polygons; a mesh. */
MUST_CHECK Status text_of_grid(const Grid *grid, Move move, Memory *memory, char **text, size_t *length);
MUST_CHECK Status text_of_polygons(const Polygons *polygons, Memory *memory, char **text, size_t *length);
MUST_CHECK Status text_of_mesh(const Mesh *mesh, Memory *memory, char **text, size_t *length);

/* "N x y x y …": N cells, or points. STATUS_BAD_INPUT, with what is wrong, for anything else. */
MUST_CHECK Status cells_of_text(const char *line, size_t length, Path *path, Error *error);
MUST_CHECK Status points_of_text(const char *line, size_t length, PointPath *path, Error *error);

#endif
