/* A* (Hart, Nilsson and Raphael, 1968) in three styles that return the same lengths, the plain one with the
 * queue, the order of neighbours and the weight of the heuristic that are asked for. */
#include "algos/grid/astar_published.h"
#include "algos/grid/best_first.h"
#include "algos/grid/canonical.h"

enum { STYLE, MOVE, QUEUE, TIE, W, ORDER, REUSE };
typedef enum Style { STYLE_PLAIN, STYLE_PUBLISHED, STYLE_TEXTBOOK } Style;
typedef enum Queue { QUEUE_HEAP, QUEUE_BUCKETS } Queue;
enum { ORDER_ALL, ORDER_CANONICAL };
enum { REUSE_ON, REUSE_OFF };

static const Parameter rows[] = {
    [STYLE] = {.name = "style",
               .type = PARAMETER_CHOICE,
               .choices = "plain|published|textbook",
               .preset = STYLE_PLAIN,
               .help = "plain: one record a cell, stamped; published: as in document D2, ties by index; "
                       "textbook: the same with arrays cleared for every query"},
    [MOVE] = {.name = "move",
              .type = PARAMETER_CHOICE,
              .choices = MOVE_NAMES,
              .preset = MOVE_8,
              .help = "movement rule"},
    [QUEUE] = {.name = "queue",
               .type = PARAMETER_CHOICE,
               .choices = "heap|buckets",
               .preset = QUEUE_HEAP,
               .later = true,
               .free_in = 1u << STYLE_PLAIN,
               .help =
                   "heap: binary, stale entries skipped; buckets: 64 of equal width, cells taken again when "
                   "a shorter way turns up"},
    [TIE] = {.name = "tie",
             .type = PARAMETER_CHOICE,
             .choices = TIE_NAMES,
             .preset = TIE_LARGE_G,
             .free_in = 1u << QUEUE_HEAP,
             .free_by = "queue",
             .help = "which of two entries of equal f is taken first"},
    [W] = {.name = "w",
           .type = PARAMETER_INTEGER,
           .low = WEIGHT_NONE,
           .high = WEIGHT_MOST,
           .preset = WEIGHT_NONE,
           .later = true,
           .free_in = 1u << QUEUE_HEAP,
           .free_by = "queue",
           .help =
               "per cent: the heuristic counts so much, and no path is longer than so much of the shortest"},
    [ORDER] = {.name = "order",
               .type = PARAMETER_CHOICE,
               .choices = "all|canonical",
               .preset = ORDER_ALL,
               .free_in = 1u << QUEUE_BUCKETS,
               .free_by = "queue",
               .help = "neighbours looked at: all; or canonical: of equally short paths those with diagonals "
                       "first (move=8, equal costs)"},
    [REUSE] = {.name = "reuse",
               .type = PARAMETER_CHOICE,
               .choices = "on|off",
               .preset = REUSE_ON,
               .later = true,
               .free_in = 1u << STYLE_PLAIN,
               .help = "on: buffers are kept between queries; off: each query takes and gives back its own"},
};

typedef struct Index {
    GridSearch search;
    Style style;
    Queue queue;
    bool ordered, reuses;
} Index;

static Guarantee guarantee(const Settings *settings) {
    return settings->value[W] == WEIGHT_NONE ? GUARANTEE_OPTIMAL : GUARANTEE_BOUNDED;
}

static uint32_t bound(const Settings *settings) {
    return (uint32_t)settings->value[W];
}

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

/* What the search takes besides a map that it can count on. */
static Status choose(const Map *map, const Settings *settings, Index *index, Error *error) {
    index->style = (Style)settings->value[STYLE];
    index->queue = (Queue)settings->value[QUEUE];
    index->ordered = settings->value[ORDER] == ORDER_CANONICAL;
    index->reuses = settings->value[REUSE] == REUSE_ON;
    if (index->ordered && (move(settings) != MOVE_8 || !grid_uniform(&map->grid)))
        return error_say(error, STATUS_REFUSED,
                         "astar:order=canonical takes move=8 and maps whose cells all cost the same", NULL);
    return grid_search_weigh(&index->search, (uint32_t)settings->value[W], error);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    Tie tie = settings->value[STYLE] == STYLE_PLAIN ? (Tie)settings->value[TIE] : TIE_INDEX;
    void *made;
    TRY(grid_search_prepare(map, move(settings), tie, true, sizeof(Index), memory, &made, error));
    Status status = choose(map, settings, made, error);
    if (status != STATUS_OK)
        grid_search_destroy(made);
    else
        *index = made;
    return status;
}

/* What a scratch is of is told by the index, since the kinds are laid out differently. */
static Status inner_create(const Index *index, Memory *memory, void **inner) {
    if (index->queue == QUEUE_BUCKETS)
        return canonical_scratch_create(&index->search, index->ordered, memory, inner);
    if (index->style == STYLE_PLAIN) return best_first_scratch_create(&index->search, memory, inner);
    return astar_published_scratch_create(&index->search, index->style == STYLE_TEXTBOOK, memory, inner);
}

static void inner_destroy(const Index *index, void *inner) {
    if (index->queue == QUEUE_BUCKETS)
        canonical_scratch_destroy(inner);
    else if (index->style == STYLE_PLAIN)
        best_first_scratch_destroy(inner);
    else
        astar_published_scratch_destroy(inner);
}

static Status inner_query(const Index *index, void *inner, const Query *ends, Path *path,
                          Counters *counters) {
    if (index->queue == QUEUE_BUCKETS) return canonical_query(inner, ends, path, counters);
    if (index->style == STYLE_PLAIN) return best_first_query(&index->search, inner, ends, path, counters);
    return astar_published_query(inner, ends, path, counters);
}

typedef struct Scratch {
    void *inner; /* NULL where each query makes its own */
    const Index *index;
    Memory *memory;
} Scratch;

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Scratch){NULL, index, memory};
    if (index->reuses && inner_create(index, memory, &made->inner) != STATUS_OK) {
        memory_give(memory, made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->inner != NULL) inner_destroy(scratch->index, scratch->inner);
    memory_give(scratch->memory, scratch);
}

static Status query(const void *untyped, void *held, const Query *ends, Path *path, Counters *counters) {
    const Index *index = untyped;
    const Scratch *scratch = held;
    if (index->reuses) return inner_query(index, scratch->inner, ends, path, counters);
    void *inner;
    path->count = 0;
    TRY(inner_create(index, scratch->memory, &inner));
    Status status = inner_query(index, inner, ends, path, counters);
    inner_destroy(index, inner);
    return status;
}

const Solver solver_astar = {
    .name = "astar",
    .summary = "best-first search guided by a lower bound",
    .source =
        "Hart, Nilsson and Raphael, A formal basis for the heuristic determination of minimum cost paths, "
        "1968",
    .map_kinds = MAP_GRID,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee,
    .bound = bound,
    .move = move,
    .prepare = prepare,
    .index_destroy = grid_search_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
