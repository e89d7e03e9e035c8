#include "tests/shrink.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

typedef struct Shrinking {
    Shrunk now;
    FailsOn *fails;
    void *context;
    char *trial; /* as large as the first rows */
} Shrinking;

static char *letter_at(char *rows, int32_t width, Cell cell) {
    return rows + (size_t)cell.y * (size_t)(width + 1) + cell.x;
}

static bool same(Cell a, Cell b) {
    return a.x == b.x && a.y == b.y;
}

static char letter_of(uint8_t cost) {
    return cost == 0 ? '@' : cost == 1 ? '.' : (char)('0' + (cost > 9 ? 9 : cost));
}

static bool open_at(char *rows, int32_t width, Cell cell) {
    return *letter_at(rows, width, cell) != '@';
}

/* The open cell nearest to `end` that is not `other`; `end` itself where there is none. */
static Cell nearest_open(char *rows, int32_t width, int32_t height, Cell end, Cell other) {
    Cell best = end;
    int32_t least = INT32_MAX;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            int32_t far = abs(x - end.x) + abs(y - end.y);
            if (far >= least || same((Cell){x, y}, other) || !open_at(rows, width, (Cell){x, y})) continue;
            least = far;
            best = (Cell){x, y};
        }
    return best;
}

/* Keeps what stands in `trial` when it still fails. */
static bool keep(Shrinking *shrinking, int32_t width, int32_t height, Query query) {
    char *rows = shrinking->trial;
    if (!open_at(rows, width, query.start) || !open_at(rows, width, query.goal)) return false;
    Map map;
    grid_from_text(shrinking->now.memory, rows, &map);
    bool fails = shrinking->fails(shrinking->context, &map, &query);
    grid_destroy(&map.grid);
    if (!fails) return false;
    Shrunk *now = &shrinking->now;
    memcpy(now->rows, rows, (size_t)(width + 1) * (size_t)height);
    now->width = width;
    now->height = height;
    now->query = query;
    return true;
}

/* An end in a removed strip goes to what takes its place, or to the last that is left. */
static int32_t moved(int32_t at, int32_t first, int32_t count, int32_t left) {
    if (at >= first + count)
        at -= count;
    else if (at > first)
        at = first;
    return at < left ? at : left - 1;
}

static bool remove_strip(Shrinking *shrinking, bool rows, int32_t first, int32_t count) {
    const Shrunk *now = &shrinking->now;
    int32_t width = rows ? now->width : now->width - count;
    int32_t height = rows ? now->height - count : now->height;
    char *to = shrinking->trial;
    for (int32_t y = 0; y < now->height; y++) {
        if (rows && y >= first && y < first + count) continue;
        for (int32_t x = 0; x < now->width; x++)
            if (rows || x < first || x >= first + count)
                *to++ = *letter_at(now->rows, now->width, (Cell){x, y});
        *to++ = '\n';
    }
    to[-1] = '\0';
    Query query = now->query;
    for (int end = 0; end < 2; end++) {
        Cell *cell = end == 0 ? &query.start : &query.goal;
        if (rows)
            cell->y = moved(cell->y, first, count, height);
        else
            cell->x = moved(cell->x, first, count, width);
    }
    /* A wall may stand there now, or the other end. */
    char *trial = shrinking->trial;
    bool met = same(query.start, query.goal) && !same(now->query.start, now->query.goal);
    if (met || !open_at(trial, width, query.start))
        query.start = nearest_open(trial, width, height, query.start, query.goal);
    if (!open_at(trial, width, query.goal))
        query.goal = nearest_open(trial, width, height, query.goal, query.start);
    return keep(shrinking, width, height, query);
}

static bool remove_strips(Shrinking *shrinking, bool rows) {
    bool any = false;
    const Shrunk *now = &shrinking->now;
    for (int32_t count = (rows ? now->height : now->width) / 2; count >= 1; count /= 2)
        for (int32_t first = 0; first + count <= (rows ? now->height : now->width);)
            if (count < (rows ? now->height : now->width) && remove_strip(shrinking, rows, first, count))
                any = true;
            else
                first += count;
    return any;
}

static bool set_letter(Shrinking *shrinking, Cell cell, char letter) {
    const Shrunk *now = &shrinking->now;
    memcpy(shrinking->trial, now->rows, (size_t)(now->width + 1) * (size_t)now->height);
    *letter_at(shrinking->trial, now->width, cell) = letter;
    return keep(shrinking, now->width, now->height, now->query);
}

static bool simplify_cells(Shrinking *shrinking) {
    bool any = false;
    Shrunk *now = &shrinking->now;
    for (int32_t y = 0; y < now->height; y++)
        for (int32_t x = 0; x < now->width; x++) {
            char *letter = letter_at(now->rows, now->width, (Cell){x, y});
            if (*letter == '.') continue;
            if (set_letter(shrinking, (Cell){x, y}, '.')) any = true;
            while (*letter > '2' && *letter <= '9' &&
                   set_letter(shrinking, (Cell){x, y}, (char)(*letter - 1)))
                any = true;
        }
    return any;
}

/* Moves either end by a cell along either axis towards the other end. */
static bool move_nearer(Shrinking *shrinking) {
    bool any = false;
    Shrunk *now = &shrinking->now;
    for (int way = 0; way < 4; way++)
        for (;;) {
            Query query = now->query;
            Cell *from = way % 2 == 0 ? &query.start : &query.goal;
            Cell to = way % 2 == 0 ? query.goal : query.start;
            int32_t *at = way < 2 ? &from->x : &from->y, towards = way < 2 ? to.x : to.y;
            if (*at == towards) break;
            *at += *at < towards ? 1 : -1;
            memcpy(shrinking->trial, now->rows, (size_t)(now->width + 1) * (size_t)now->height);
            if (!keep(shrinking, now->width, now->height, query)) break;
            any = true;
        }
    return any;
}

Shrunk shrink(Memory *memory, const Map *map, const Query *query, FailsOn *fails, void *context) {
    const Grid *grid = &map->grid;
    size_t size = (size_t)(grid->width + 1) * (size_t)grid->height;
    Shrinking shrinking = {
        .now = {memory_take(memory, size, 1), grid->width, grid->height, *query, memory},
        .fails = fails,
        .context = context,
        .trial = memory_take(memory, size, 1),
    };
    assert_non_null(shrinking.now.rows);
    assert_non_null(shrinking.trial);
    char *to = shrinking.now.rows;
    for (int32_t y = 0; y < grid->height; y++) {
        for (int32_t x = 0; x < grid->width; x++) *to++ = letter_of(grid_cost(grid, (Cell){x, y}));
        *to++ = '\n';
    }
    to[-1] = '\0';
    memcpy(shrinking.trial, shrinking.now.rows, size);
    bool better = keep(&shrinking, grid->width, grid->height, *query);
    while (better) {
        better = remove_strips(&shrinking, true);
        better |= remove_strips(&shrinking, false);
        better |= simplify_cells(&shrinking);
        better |= move_nearer(&shrinking);
    }
    memory_give(memory, shrinking.trial);
    return shrinking.now;
}

void shrunk_destroy(Shrunk *shrunk) {
    memory_give(shrunk->memory, shrunk->rows);
    shrunk->rows = NULL;
}

void shrunk_print(const Shrunk *shrunk) {
    print_error("grid_from_text(&memory, \"");
    for (const char *at = shrunk->rows; *at != '\0'; at++) {
        char letter[3] = {*at, '\0', '\0'};
        print_error("%s", *at == '\n' ? "\\n\"\n                        \"" : letter);
    }
    print_error("\", &map);\nQuery query = {{%d, %d}, {%d, %d}};\n", (int)shrunk->query.start.x,
                (int)shrunk->query.start.y, (int)shrunk->query.goal.x, (int)shrunk->query.goal.y);
}

bool grid_hunt(const GridHunt *hunt, FailsOn *fails, Culprit *culprit) {
    Memory memory = system_memory();
    Rng rng = rng_from(hunt->seed);
    bool found = false;
    for (uint32_t seed = 0; seed < hunt->maps && !found; seed++) {
        Map map;
        Query query;
        grid_random(&memory, rng_between(&rng, 1, hunt->side_most), rng_between(&rng, 1, hunt->side_most),
                    rng_below(&rng, hunt->blocked_below), hunt->cost_most[seed % 3], seed, &map);
        bool any = query_random(&map.grid, &rng, &query);
        for (int i = 0; i < hunt->suspects && any && !found; i++) {
            if (!fails(&i, &map, &query)) continue;
            Shrunk shrunk = shrink(&memory, &map, &query, fails, &i);
            shrunk_print(&shrunk);
            shrunk_destroy(&shrunk);
            *culprit = (Culprit){.suspect = i, .map = seed};
            found = true;
        }
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
    return found;
}

void shrink_list(void *items, size_t size, uint32_t *count, ListFails *fails, void *context) {
    Memory memory = system_memory();
    char *all = items, *less = memory_take(&memory, *count, size);
    assert_non_null(less);
    for (uint32_t part = *count; part != 0; part /= 2)
        for (uint32_t at = 0; at + part <= *count;) {
            memcpy(less, all, at * size);
            memcpy(less + at * size, all + (at + part) * size, (*count - at - part) * size);
            if (fails(context, less, *count - part)) {
                *count -= part;
                memcpy(all, less, *count * size);
            } else {
                at += part;
            }
        }
    memory_give(&memory, less);
}
