#include "gen/generator.h"

#include "algos/core/hash.h"

#include <string.h>

extern const MapGenerator rooms_generator, noise_generator, maze_generator, convex_generator, rects_generator,
    regular_generator, hard_generator;
extern const QueryGenerator random_generator, bucket_generator, crowd_generator, points_generator,
    ends_generator;

const MapGenerator *const map_generators[] = {&rooms_generator,  &noise_generator, &maze_generator,
                                              &convex_generator, &rects_generator, &regular_generator,
                                              &hard_generator};
const uint32_t map_generator_count = sizeof map_generators / sizeof *map_generators;

const QueryGenerator *const query_generators[] = {&random_generator, &bucket_generator, &crowd_generator,
                                                  &points_generator, &ends_generator};
const uint32_t query_generator_count = sizeof query_generators / sizeof *query_generators;

static bool same_name(const char *known, const char *name, size_t length) {
    return strlen(known) == length && memcmp(known, name, length) == 0;
}

const MapGenerator *map_generator_find(const char *name, size_t length) {
    for (uint32_t i = 0; i < map_generator_count; i++)
        if (same_name(map_generators[i]->name, name, length)) return map_generators[i];
    return NULL;
}

const QueryGenerator *query_generator_find(const char *name, size_t length) {
    for (uint32_t i = 0; i < query_generator_count; i++)
        if (same_name(query_generators[i]->name, name, length)) return query_generators[i];
    return NULL;
}

uint64_t query_set_hash(const QuerySet *set) {
    Hash hash = hash_start();
    hash_text(&hash, "queries");
    hash_integer(&hash, set->count);
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->points != NULL) {
            hash_real(&hash, set->points[i].start.x);
            hash_real(&hash, set->points[i].start.y);
            hash_real(&hash, set->points[i].goal.x);
            hash_real(&hash, set->points[i].goal.y);
            continue;
        }
        hash_integer(&hash, set->queries[i].start.x);
        hash_integer(&hash, set->queries[i].start.y);
        hash_integer(&hash, set->queries[i].goal.x);
        hash_integer(&hash, set->queries[i].goal.y);
    }
    return hash_value(&hash);
}

void query_set_destroy(QuerySet *set) {
    if (set->memory == NULL) return;
    memory_give(set->memory, set->queries);
    memory_give(set->memory, set->points);
    memory_give(set->memory, set->bucket);
    *set = (QuerySet){0};
}
