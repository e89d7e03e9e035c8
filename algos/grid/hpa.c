/* HPA*: a route over the entrances between clusters first, cells after (Botea, Müller and Schaeffer, 2004).
 */
#include "algos/grid/hpa_graph.h"
#include "algos/grid/hpa_published.h"
#include "algos/grid/hpa_query.h"

enum { STYLE, MOVE, K, WIDE, INSIDE };
typedef enum Style { STYLE_PLAIN, STYLE_PUBLISHED } Style;

static const Parameter rows[] = {
    {.name = "style",
     .type = PARAMETER_CHOICE,
     .choices = "plain|published",
     .preset = STYLE_PLAIN,
     .help = "plain: one block a cluster, bounded searches, nothing cleared; published: as in document D2, "
             "move=4 only"},
    {.name = "move",
     .type = PARAMETER_CHOICE,
     .choices = MOVE_UNCUT_NAMES,
     .preset = MOVE_8,
     .help = "movement rule; style=published takes 4 only"},
    {.name = "k",
     .type = PARAMETER_INTEGER,
     .low = 2,
     .high = CLUSTER_SIDE_MOST,
     .preset = 16,
     .help = "cells along a cluster's side"},
    {.name = "wide",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = CLUSTER_SIDE_MOST,
     .allows_inf = true,
     .preset = 6,
     .help = "entrances of so many cells or more get a transition at either end, others one in the middle"},
    {.name = "inside",
     .type = PARAMETER_CHOICE,
     .choices = "same-cluster|all-nodes",
     .preset = 0,
     .free_in = 1u << STYLE_PUBLISHED,
     .help = "what preparation goes through for each node; all-nodes is the document's slow first version"},
};

typedef struct Index {
    HpaGraph *graph;         /* style=plain */
    PublishedHpa *published; /* style=published */
    Memory *memory;
} Index;

typedef struct Scratch {
    HpaScratch *scratch; /* NULL for style=published, which keeps nothing */
    Memory *memory;
} Scratch;

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_NONE;
}

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status build(const Grid *grid, const Settings *settings, Index *index, Error *error) {
    const int32_t k = (int32_t)settings->value[K];
    const int64_t wide = settings->value[WIDE];
    if (settings->value[STYLE] == STYLE_PLAIN)
        return hpa_graph_create(grid, move(settings), k, wide, index->memory, &index->graph, error);
    if (move(settings) != MOVE_4)
        return error_say(error, STATUS_REFUSED,
                         "hpa:style=published moves in four directions, as in document D2: give move=4",
                         NULL);
    return published_hpa_create(grid, k, wide, settings->value[INSIDE] != 0, index->memory, &index->published,
                                error);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    Index *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for HPA*'s graph", NULL);
    *made = (Index){.memory = memory};
    Status status = build(&map->grid, settings, made, error);
    if (status != STATUS_OK) {
        memory_give(memory, made);
        return status;
    }
    *index = made;
    return STATUS_OK;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->graph != NULL) hpa_graph_destroy(index->graph);
    if (index->published != NULL) published_hpa_destroy(index->published);
    memory_give(index->memory, index);
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    *facts = (Facts){0};
    if (index->graph != NULL)
        hpa_graph_describe(index->graph, facts);
    else
        published_hpa_describe(index->published, facts);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Scratch){.memory = memory};
    if (index->graph != NULL && hpa_scratch_create(index->graph, memory, &made->scratch) != STATUS_OK) {
        memory_give(memory, made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->scratch != NULL) hpa_scratch_destroy(scratch->scratch);
    memory_give(scratch->memory, scratch);
}

static Status query(const void *index, void *untyped, const Query *ends, Path *path, Counters *counters) {
    Scratch *scratch = untyped;
    if (scratch->scratch != NULL) return hpa_query(scratch->scratch, ends, path, counters);
    return published_hpa_query(((const Index *)index)->published, scratch->memory, ends, path, counters);
}

extern const Solver solver_hpa;
const Solver solver_hpa = {
    .name = "hpa",
    .summary = "A* over the entrances between clusters of cells, refined by ways found beforehand",
    .source = "Botea, Müller and Schaeffer, Near optimal hierarchical path-finding, 2004",
    .map_kinds = MAP_GRID,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee,
    .move = move,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
