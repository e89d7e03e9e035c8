/* SPECs of the command line and of experiments: `name:key=value,key=value`, where a value may be a list
 * 8/16/32, a range 1..10, a stepped range 10..50+10 or 4..64x2, or inf. A spec stands for the product of its
 * values, the last key changing fastest. An existing file name always wins. */
#ifndef TAUT_HARNESS_SPEC_H
#define TAUT_HARNESS_SPEC_H

#include "algos/solver.h"
#include "gen/generator.h"
#include "harness/solvers.h"

enum { SPEC_TEXT = 512 }; /* bytes for a canonical text or a file name */

typedef struct SolverChoice {
    const Solver *solver;
    Settings settings;
    char text[SPEC_TEXT]; /* canonical: every parameter named, and the file of one from outside */
} SolverChoice;

typedef struct MapChoice {
    const MapGenerator *generator; /* NULL: a file */
    Settings settings;
    char
        text[SPEC_TEXT]; /* canonical, or the file's name as given; and what it is grown by and linked with */
    double radius;       /* of the body that it is grown by (grown.h); 0: none */
    uint32_t segments;   /* with which */
    uint32_t base;       /* bytes of the text before that */
    uint32_t unlinked;   /* bytes of the text before that of its links (linked.h); 0: it has none */
} MapChoice;

typedef struct QueryChoice {
    const QueryGenerator *generator; /* NULL: rows of a .scen file */
    Settings settings;               /* of the generator */
    char file[SPEC_TEXT];            /* .scen; "" stands for MAP.scen beside the map's file */
    uint32_t every;                  /* .scen: every n-th row, from the first; or */
    uint32_t count;                  /* so many rows spread over the lengths; 0: by `every` */
    char text[SPEC_TEXT];
} QueryChoice;

/* Each expands one spec into a list of concrete choices (at most 100 000), allocated in `memory`. An unknown
 * name or key is an error that lists the known ones and the nearest spelling. */
MUST_CHECK Status solver_expand(const char *spec, Memory *memory, SolverChoice **list, uint32_t *count,
                                Error *error);
/* Likewise, of these solvers instead of those of the table alone: the choices live as long as they do. */
MUST_CHECK Status solver_expand_from(Solvers *solvers, const char *spec, Memory *memory, SolverChoice **list,
                                     uint32_t *count, Error *error);
MUST_CHECK Status map_expand(const char *spec, Memory *memory, MapChoice **list, uint32_t *count,
                             Error *error);
/* Likewise of a file by its name, there or not: whether that is an error is decided when it is loaded. */
MUST_CHECK Status map_expand_file(const char *name, Memory *memory, MapChoice **list, uint32_t *count,
                                  Error *error);
/* The keys of `scen`, of which one may be given. */
extern const ParameterTable scen_parameters;
MUST_CHECK Status query_expand(const char *spec, Memory *memory, QueryChoice **list, uint32_t *count,
                               Error *error);

#endif
