/* The solvers that a command knows: those of the table (algos/registry.c), those of the plug-ins that it was
 * given, and programs, named as they are asked for. Handed around, so that nothing is global. */
#ifndef TAUT_HARNESS_SOLVERS_H
#define TAUT_HARNESS_SOLVERS_H

#include "algos/core/hash.h"
#include "algos/solver.h"

/* What the `adapted` of a solver from outside begins with. */
typedef struct Foreign {
    const char *program; /* the file of an `exec` solver; NULL for a plug-in */
    HashText hash;       /* of the bytes of its file: another file is another solver in the database */
    const Solver *plane; /* that answers where the settings move in the plane; NULL: the solver itself */
} Foreign;

/* The hash of a file's bytes. */
MUST_CHECK Status foreign_hash(const char *file, Memory *memory, HashText *hash, Error *error);

typedef struct Solvers {
    const Solver **list; /* the table's, the plug-ins', and `exec` as it is listed */
    uint32_t count;
    struct Plugin *plugins;
    struct Program *programs;
    Memory *memory;
} Solvers;

/* Those of the table and `exec`, in `memory`. */
MUST_CHECK Status solvers_create(Memory *memory, Solvers *solvers, Error *error);
/* Adds those of FILE.so. STATUS_BAD_INPUT, with file and reason, where it is no plug-in of this ABI, a solver
 * of it is not whole, a name is taken, or loading it crashes (tried in a child first). */
MUST_CHECK Status solvers_add_plugin(Solvers *solvers, const char *file, Error *error);
/* Choices made of these solvers must not be used after it; a zeroed one is allowed. */
void solvers_destroy(Solvers *solvers);

/* The solver of this name among them (NULL: among those of the table), or NULL. */
const Solver *solvers_named(const Solvers *solvers, const char *name, size_t length);

/* The solver that a spec begins with, and the rest of it: the settings, without what only says which file a
 * solver from outside comes from (program=, hash=, both checked). `solvers` NULL: only those of the table. */
typedef struct SolverSpec {
    const Solver *solver;
    const char *settings;
    size_t length;
} SolverSpec;
MUST_CHECK Status solvers_find(Solvers *solvers, const char *spec, SolverSpec *found, Error *error);

/* Puts its file's name and hash into the canonical text of a solver from outside, at most `size` bytes with
 * its end; of others it stays. STATUS_BAD_INPUT where it has no room. */
MUST_CHECK Status solvers_sign(const Solver *solver, char *text, size_t size, Error *error);

/* The solver of a choice: it depends on whether the settings move in the plane. */
static inline const Solver *solver_variant(const Solver *solver, const Settings *settings) {
    const Foreign *foreign = solver->adapted;
    bool planar = foreign != NULL && foreign->plane != NULL && solver->move(settings) == MOVE_ANY;
    return planar ? foreign->plane : solver;
}

#endif
