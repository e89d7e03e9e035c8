/* HPA*: a route over the entrances between clusters first, cells after (Botea, Müller and Schaeffer, 2004).
 */
#include "algos/grid/best_first.h"
#include "algos/grid/hpa_graph.h"
#include "algos/grid/hpa_published.h"
#include "algos/grid/hpa_query.h"

enum { STYLE, MOVE, K, WIDE, INSIDE, FALLBACK, LEVELS, REFINE, EDITS };
typedef enum Style { STYLE_PLAIN, STYLE_PUBLISHED } Style;
typedef enum Fallback { FALLBACK_NONE, FALLBACK_SAME, FALLBACK_NEAR } Fallback;
typedef enum Refine { REFINE_KEPT, REFINE_SEARCH, REFINE_FIRST } Refine;

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
    {.name = "fallback",
     .type = PARAMETER_CHOICE,
     .choices = "none|same|near",
     .free_in = 1u << STYLE_PLAIN,
     .later = true,
     .help =
         "queries left to A* on the cells: those with both ends in one cluster; near: also in clusters side "
         "by side or corner to corner"},
    {.name = "levels",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = 2,
     .preset = 1,
     .free_in = 1u << STYLE_PLAIN,
     .later = true,
     .help = "2: over the clusters super clusters of 4 x 4, whose ways are searched when a path takes them"},
    {.name = "refine",
     .type = PARAMETER_CHOICE,
     .choices = "kept|search|first",
     .free_in = 1u << STYLE_PLAIN,
     .later = true,
     .help =
         "how a route becomes cells: by ways kept with the edges; search: ways are searched on demand, none "
         "kept; first: only up to the first node, for the time to the first step (unanswered, not judged)"},
    {.name = "edits",
     .type = PARAMETER_INTEGER,
     .high = 1000000,
     .free_in = 1u << STYLE_PLAIN,
     .later = true,
     .help =
         "preparation also blocks so many random cells one by one and opens each again, with an update each "
         "time: what updates cost"},
};

typedef struct Index {
    HpaGraph *graph;         /* style=plain */
    PublishedHpa *published; /* style=published */
    GridSearch *astar;       /* of the fallback; NULL without one */
    const Map *map;
    Fallback fallback;
    bool first_leg;
    Memory *memory;
} Index;

typedef struct Scratch {
    HpaScratch *scratch; /* NULL for style=published, which keeps nothing */
    void *astar;         /* of the fallback; NULL without one */
    Memory *memory;
} Scratch;

/* The beginning of a path answers no query: it is not judged. That it begins a path as refine=kept gives it
 * is tested. */
static Guarantee guarantee(const Settings *settings) {
    const bool first = settings->value[STYLE] == STYLE_PLAIN && settings->value[REFINE] == REFINE_FIRST;
    return first ? GUARANTEE_NOTHING : GUARANTEE_NONE;
}

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status build_plain(Index *index, const Settings *settings, Error *error) {
    const HpaForm form = {.move = move(settings),
                          .k = (int32_t)settings->value[K],
                          .wide = settings->value[WIDE],
                          .keeps_ways = settings->value[REFINE] != REFINE_SEARCH,
                          .is_double = settings->value[LEVELS] == 2};
    TRY(hpa_graph_create(&index->map->grid, &form, index->memory, &index->graph, error));
    TRY(hpa_graph_exercise(index->graph, (uint32_t)settings->value[EDITS], error));
    index->first_leg = settings->value[REFINE] == REFINE_FIRST;
    index->fallback = (Fallback)settings->value[FALLBACK];
    if (index->fallback == FALLBACK_NONE) return STATUS_OK;
    void *astar;
    TRY(grid_search_prepare(index->map, form.move, TIE_LARGE_G, true, sizeof(GridSearch), index->memory,
                            &astar, error));
    index->astar = astar;
    return STATUS_OK;
}

static Status build(Index *index, const Settings *settings, Error *error) {
    if (settings->value[STYLE] == STYLE_PLAIN) return build_plain(index, settings, error);
    if (move(settings) != MOVE_4)
        return error_say(error, STATUS_REFUSED,
                         "hpa:style=published moves in four directions, as in document D2: give move=4",
                         NULL);
    return published_hpa_create(&index->map->grid, (int32_t)settings->value[K], settings->value[WIDE],
                                settings->value[INSIDE] != 0, index->memory, &index->published, error);
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->graph != NULL) hpa_graph_destroy(index->graph);
    if (index->published != NULL) published_hpa_destroy(index->published);
    if (index->astar != NULL) grid_search_destroy(index->astar);
    memory_give(index->memory, index);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    Index *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for HPA*'s graph", NULL);
    *made = (Index){.map = map, .memory = memory};
    Status status = build(made, settings, error);
    if (status != STATUS_OK) {
        index_destroy(made);
        return status;
    }
    *index = made;
    return STATUS_OK;
}

/* A* has no index but the scale of the map's lengths; scratches point to it, so it stays where it is. */
static Status update_astar(Index *index, Error *error) {
    void *fresh;
    TRY(grid_search_prepare(index->map, index->graph->move, TIE_LARGE_G, true, sizeof(GridSearch),
                            index->memory, &fresh, error));
    *index->astar = *(const GridSearch *)fresh;
    grid_search_destroy(fresh);
    return STATUS_OK;
}

static Status update(void *untyped, const Cell *changed, uint32_t count, Counters *counters, Error *error) {
    Index *index = untyped;
    if (index->graph == NULL)
        return error_say(error, STATUS_REFUSED, "hpa:style=published has no update: prepare it again", NULL);
    TRY(hpa_graph_update(index->graph, changed, count, counters, error));
    return index->astar == NULL ? STATUS_OK : update_astar(index, error);
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    *facts = (Facts){0};
    if (index->graph != NULL)
        hpa_graph_describe(index->graph, facts);
    else
        published_hpa_describe(index->published, facts);
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->scratch != NULL) hpa_scratch_destroy(scratch->scratch);
    if (scratch->astar != NULL) best_first_scratch_destroy(scratch->astar);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Scratch){.memory = memory};
    if ((index->graph != NULL && hpa_scratch_create(index->graph, memory, &made->scratch) != STATUS_OK) ||
        (index->astar != NULL &&
         best_first_scratch_create(index->astar, memory, &made->astar) != STATUS_OK)) {
        scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

/* Document D2's cure for short paths: plain A* if both ends are in the same or neighbouring clusters. */
static bool falls_back(const Index *index, const Query *ends) {
    if (index->fallback == FALLBACK_NONE) return false;
    const int32_t k = index->graph->k, far = index->fallback == FALLBACK_NEAR ? 1 : 0;
    const int32_t dx = ends->start.x / k - ends->goal.x / k, dy = ends->start.y / k - ends->goal.y / k;
    return dx >= -far && dx <= far && dy >= -far && dy <= far;
}

static Status query(const void *untyped, void *untyped_scratch, const Query *ends, Path *path,
                    Counters *counters) {
    const Index *index = untyped;
    Scratch *scratch = untyped_scratch;
    if (index->graph == NULL)
        return published_hpa_query(index->published, scratch->memory, ends, path, counters);
    if (falls_back(index, ends)) return best_first_query(index->astar, scratch->astar, ends, path, counters);
    return hpa_query(scratch->scratch, ends, index->first_leg, path, counters);
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
    .update = update,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
