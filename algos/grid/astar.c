/* A* (Hart, Nilsson and Raphael, 1968) in three styles that return the same lengths. */
#include "algos/grid/astar_published.h"
#include "algos/grid/best_first.h"

enum { STYLE, MOVE, TIE };
typedef enum Style { STYLE_PLAIN, STYLE_PUBLISHED, STYLE_TEXTBOOK } Style;

static const Parameter rows[] = {
    {.name = "style",
     .type = PARAMETER_CHOICE,
     .choices = "plain|published|textbook",
     .preset = STYLE_PLAIN,
     .help = "plain: one record a cell, stamped; published: as in document D2, ties by index; textbook: the "
             "same with arrays cleared for every query"},
    {.name = "move",
     .type = PARAMETER_CHOICE,
     .choices = MOVE_NAMES,
     .preset = MOVE_8,
     .help = "movement rule"},
    {.name = "tie",
     .type = PARAMETER_CHOICE,
     .choices = TIE_NAMES,
     .preset = TIE_LARGE_G,
     .free_in = 1u << STYLE_PLAIN,
     .help = "which of two entries of equal f is taken first"},
};

typedef struct Index {
    GridSearch search;
    Style style;
} Index;

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_OPTIMAL;
}

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    Style style = (Style)settings->value[STYLE];
    Tie tie = style == STYLE_PLAIN ? (Tie)settings->value[TIE] : TIE_INDEX;
    void *search;
    TRY(grid_search_prepare(map, move(settings), tie, true, memory, &search, error));
    Index *made = memory_resize(memory, search, 1, sizeof *made);
    if (made == NULL) {
        grid_search_destroy(search);
        return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    }
    made->style = style;
    *index = made;
    return STATUS_OK;
}

/* What a scratch is of is told by the wrapper, since the two kinds are laid out differently. */
typedef struct Scratch {
    void *inner;
    Style style;
    Memory *memory;
} Scratch;

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Scratch){NULL, index->style, memory};
    Status status = index->style == STYLE_PLAIN
                        ? best_first_scratch_create(&index->search, memory, &made->inner)
                        : astar_published_scratch_create(&index->search, index->style == STYLE_TEXTBOOK,
                                                         memory, &made->inner);
    if (status != STATUS_OK) {
        memory_give(memory, made);
        return status;
    }
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->style == STYLE_PLAIN)
        best_first_scratch_destroy(scratch->inner);
    else
        astar_published_scratch_destroy(scratch->inner);
    memory_give(scratch->memory, scratch);
}

static Status query(const void *index, void *untyped, const Query *ends, Path *path, Counters *counters) {
    Scratch *scratch = untyped;
    if (scratch->style == STYLE_PLAIN)
        return best_first_query(&((const Index *)index)->search, scratch->inner, ends, path, counters);
    return astar_published_query(scratch->inner, ends, path, counters);
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
    .move = move,
    .prepare = prepare,
    .index_destroy = grid_search_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
