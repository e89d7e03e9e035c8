/* Map generators and query generators, one table each; the same parameter rows as solvers. They touch no file
 * and no clock and use no libm function but sqrt, so that a seed means the same map everywhere. */
#ifndef TAUT_GEN_GENERATOR_H
#define TAUT_GEN_GENERATOR_H

#include "algos/core/memory.h"
#include "algos/core/parameter.h"
#include "algos/core/status.h"
#include "algos/map/map.h"
#include "algos/map/path.h"
#include "algos/map/point_path.h"

typedef struct MapGenerator {
    const char *name, *summary, *source;
    ParameterTable parameters;
    /* Puts settings as given into the form that `generate` takes and the canonical text names (size becomes
     * width and height), and refuses what does not go together. Doing it twice changes nothing. To be called
     * before settings_check, settings_text and generate. */
    Status (*normalise)(Settings *settings, Error *error);
    /* Makes the map in `memory`; destroy it with map_destroy. */
    Status (*generate)(const Settings *settings, Memory *memory, Map *map, Error *error);
} MapGenerator;

/* Queries of one map, in order. */
typedef struct QuerySet {
    Query *queries;     /* between cells of a grid; NULL on other maps */
    PointQuery *points; /* between points of polygons and meshes; NULL on grids */
    uint32_t *bucket;   /* of each query, by optimal length; NULL where the generator has none */
    uint32_t count;
    Memory *memory;
} QuerySet;

typedef struct QueryGenerator {
    const char *name, *summary, *source;
    ParameterTable parameters;
    uint32_t map_kinds; /* set of MapKind bits that it takes */
    /* Makes the queries in `memory`; destroy them with query_set_destroy. STATUS_REFUSED where the map has no
     * solvable pair. */
    Status (*generate)(const Map *map, const Settings *settings, Memory *memory, QuerySet *set, Error *error);
} QueryGenerator;

extern const MapGenerator *const map_generators[];
extern const uint32_t map_generator_count;
extern const QueryGenerator *const query_generators[];
extern const uint32_t query_generator_count;

const MapGenerator *map_generator_find(const char *name, size_t length);
const QueryGenerator *query_generator_find(const char *name, size_t length);

/* The hash of ends in order. */
uint64_t query_set_hash(const QuerySet *set);
void query_set_destroy(QuerySet *set);

#endif
