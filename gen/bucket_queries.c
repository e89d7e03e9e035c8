/* Queries by length: up to `count` for each bucket of optimal length [b·width, (b+1)·width), as in the .scen
 * files of the MovingAI benchmarks (Sturtevant, 2012).
 *
 * A flood from a start gives the optimal length to every cell that it reaches, and from each bucket that
 * still wants queries one of its cells, uniformly. `count` floods start at cells drawn by pairs_draw and fill
 * all short buckets. The long ones are found from few starts only: so up to three times as many floods
 * follow, every other one from the cell that was farthest from the start before. What is still not full then
 * stays so; the last buckets of any map have few pairs or one. */
#include "gen/generator.h"

#include "algos/exact/flood.h"
#include "gen/pairs.h"
#include "gen/sides.h"

#include <assert.h>

enum { COUNT, WIDTH, MOVE, SEED, ROW_COUNT };

enum { FLOODS_PER_COUNT = 4 };

static const Parameter rows[ROW_COUNT] = {
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 1000,
               .preset = 10,
               .help = "queries for each bucket"},
    [WIDTH] = {.name = "width",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 65536,
               .preset = 4,
               .help = "width of a bucket of optimal length"},
    [MOVE] = {.name = "move",
              .type = PARAMETER_CHOICE,
              .choices = MOVE_UNCUT_NAMES,
              .preset = MOVE_8,
              .help = "movement rule that lengths are measured by"},
    [SEED] = SEED_ROW,
};

typedef struct Bucket {
    uint32_t held; /* queries that it has */
    uint32_t seen; /* its cells in this flood, while it wants one */
    Cell pick;     /* one of them, uniformly */
} Bucket;

typedef struct Collector {
    const Pairs *pairs;
    Flood *flood;
    Rng rng;
    int64_t width;
    uint32_t wanted; /* queries for a bucket */
    Bucket *buckets;
    uint32_t bucket_count, bucket_capacity;
    Query *queries;         /* in the order found */
    uint32_t *query_bucket; /* of each */
    uint32_t count, capacity;
    Memory *memory;
} Collector;

/* The bucket of an exact length, of which `value` is the double: that tells it unless it is near to a
 * bucket's end, where the guess is put right. (Lengths are below 2^33, so that doubles of them are off by
 * less than 10^-5.) */
static uint32_t bucket_of(Length length, double value, int64_t width) {
    int64_t bucket = (int64_t)(value / (double)width);
    double within = value - (double)(bucket * width);
    if (within > 1e-4 && within < (double)width - 1e-4) return (uint32_t)bucket;
    while (length_compare(length, (Length){bucket * width, 0}) < 0) bucket--;
    while (length_compare(length, (Length){(bucket + 1) * width, 0}) >= 0) bucket++;
    return (uint32_t)bucket;
}

/* Makes room for bucket number `last`. */
static Status reach_bucket(Collector *collector, uint32_t last) {
    if (last < collector->bucket_count) return STATUS_OK;
    if (last >= collector->bucket_capacity) {
        uint32_t capacity = 2 * last + 64;
        Bucket *grown = memory_resize(collector->memory, collector->buckets, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        collector->buckets = grown;
        collector->bucket_capacity = capacity;
    }
    while (collector->bucket_count <= last) collector->buckets[collector->bucket_count++] = (Bucket){0};
    return STATUS_OK;
}

static Status add_query(Collector *collector, Query query, uint32_t bucket) {
    if (collector->count == collector->capacity) {
        uint32_t capacity = collector->capacity == 0 ? 256 : collector->capacity * 2;
        Query *queries = memory_resize(collector->memory, collector->queries, capacity, sizeof *queries);
        if (queries == NULL) return STATUS_NO_MEMORY;
        collector->queries = queries;
        uint32_t *buckets =
            memory_resize(collector->memory, collector->query_bucket, capacity, sizeof *buckets);
        if (buckets == NULL) return STATUS_NO_MEMORY;
        collector->query_bucket = buckets;
        collector->capacity = capacity;
    }
    collector->queries[collector->count] = query;
    collector->query_bucket[collector->count++] = bucket;
    collector->buckets[bucket].held++;
    return STATUS_OK;
}

/* Looks at all that a flood from `start` reached: a cell for each bucket that wants one (by reservoir
 * sampling), and the farthest cell. */
static Status pick_goals(Collector *collector, const Group *group, Cell start, Cell *farthest) {
    Length longest = {0, 0};
    double longest_value = 0;
    *farthest = start;
    for (uint32_t i = 0; i < collector->bucket_count; i++) collector->buckets[i].seen = 0;
    for (uint32_t i = 0; i < group->size; i++) {
        Cell cell = grid_cell(collector->pairs->grid, collector->pairs->places[group->first + i]);
        Length length = {0, 0};
        bool reached = flood_length(collector->flood, cell, &length);
        assert(reached);
        if (!reached || (cell.x == start.x && cell.y == start.y)) continue;
        double value = length_value(length);
        uint32_t at = bucket_of(length, value, collector->width);
        TRY(reach_bucket(collector, at));
        Bucket *bucket = &collector->buckets[at];
        if (bucket->held < collector->wanted && rng_below(&collector->rng, ++bucket->seen) == 0)
            bucket->pick = cell;
        if (value > longest_value - 1e-4 && length_compare(length, longest) > 0) {
            longest = length;
            longest_value = value;
            *farthest = cell;
        }
    }
    return STATUS_OK;
}

/* Adds a query to each bucket that wants one and was reached. */
static Status flood_from(Collector *collector, const Group *group, Cell start, Cell *farthest) {
    TRY(flood_run(collector->flood, start, NULL, 0));
    TRY(pick_goals(collector, group, start, farthest));
    for (uint32_t i = 0; i < collector->bucket_count; i++) {
        const Bucket *bucket = &collector->buckets[i];
        if (bucket->seen != 0) TRY(add_query(collector, (Query){start, bucket->pick}, i));
    }
    return STATUS_OK;
}

static bool all_full(const Collector *collector) {
    for (uint32_t i = 0; i < collector->bucket_count; i++)
        if (collector->buckets[i].held < collector->wanted) return false;
    return true;
}

static Status collect(Collector *collector) {
    const uint32_t floods = FLOODS_PER_COUNT * collector->wanted;
    const Group *group = NULL;
    Cell farthest = {0, 0};
    for (uint32_t i = 0; i < floods && !(i >= collector->wanted && all_full(collector)); i++) {
        Query drawn = {farthest, farthest};
        if (group == NULL || i < collector->wanted || i % 2 == 0)
            group = pairs_draw(collector->pairs, &collector->rng, &drawn);
        TRY(flood_from(collector, group, drawn.start, &farthest));
    }
    return STATUS_OK;
}

/* The queries by bucket, within a bucket as found. */
static Status sorted_by_bucket(const Collector *collector, QuerySet *set) {
    QuerySet made = {.count = collector->count, .memory = collector->memory};
    made.queries = memory_take(made.memory, made.count, sizeof *made.queries);
    made.bucket = memory_take(made.memory, made.count, sizeof *made.bucket);
    if (made.queries == NULL || made.bucket == NULL) {
        query_set_destroy(&made);
        return STATUS_NO_MEMORY;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < collector->bucket_count; i++) {
        collector->buckets[i].seen = sum; /* now: where its next query goes */
        sum += collector->buckets[i].held;
    }
    for (uint32_t i = 0; i < collector->count; i++) {
        uint32_t at = collector->buckets[collector->query_bucket[i]].seen++;
        made.queries[at] = collector->queries[i];
        made.bucket[at] = collector->query_bucket[i];
    }
    *set = made;
    return STATUS_OK;
}

static Status bucket_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                              Error *error) {
    Pairs pairs;
    TRY(pairs_create(&map->grid, memory, &pairs, error));
    Collector collector = {.pairs = &pairs,
                           .rng = rng_from((uint64_t)settings->value[SEED]),
                           .width = settings->value[WIDTH],
                           .wanted = (uint32_t)settings->value[COUNT],
                           .memory = memory};
    Status status = flood_create(&map->grid, (Move)settings->value[MOVE], memory, &collector.flood, error);
    if (status == STATUS_OK) {
        status = collect(&collector);
        if (status == STATUS_OK) status = sorted_by_bucket(&collector, set);
        if (status == STATUS_NO_MEMORY)
            error_say(error, status, "no memory for queries by length of optimal path", NULL);
    }
    flood_destroy(collector.flood);
    memory_give(memory, collector.buckets);
    memory_give(memory, collector.queries);
    memory_give(memory, collector.query_bucket);
    pairs_destroy(&pairs);
    return status;
}

extern const QueryGenerator bucket_generator;
const QueryGenerator bucket_generator = {
    .name = "bucket",
    .summary = "as many pairs of cells for each bucket of optimal length, as in .scen files",
    .source = "Sturtevant, \"Benchmarks for Grid-Based Pathfinding\", 2012",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_GRID,
    .generate = bucket_generate,
};
