/* Lines that meet in their ends only, or cross: cut, joined, sorted. */
#include "algos/core/sort.h"
#include "algos/map/polygons_unite.h"

Status borders_add(BorderList *list, Spot from, Spot to, int32_t left_more) {
    if (spot_equal(from, to)) return STATUS_OK;
    if (list->count == list->capacity) {
        uint32_t capacity = 2 * list->capacity + 64;
        Border *lines = memory_resize(list->memory, list->borders, capacity, sizeof *lines);
        if (lines == NULL) return STATUS_NO_MEMORY;
        list->borders = lines;
        list->capacity = capacity;
    }
    bool onward = spot_before(from, to);
    list->borders[list->count++] =
        (Border){onward ? from : to, onward ? to : from, onward ? left_more : -left_more};
    return STATUS_OK;
}

Status columns_create(const BorderList *list, Memory *memory, Columns *columns) {
    int64_t low = list->borders[0].low.x, high = low;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->borders[i].low.x < low) low = list->borders[i].low.x;
        if (list->borders[i].high.x > high) high = list->borders[i].high.x;
    }
    uint32_t wanted = 1;
    while ((uint64_t)wanted * wanted < list->count) wanted++;
    *columns = (Columns){.low = low, .width = (high - low) / wanted + 1};
    columns->count = column_of(columns, high) + 1;
    columns->first = memory_take_zeroed(memory, (size_t)columns->count + 1, sizeof *columns->first);
    if (columns->first == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t c = column_of(columns, list->borders[i].low.x);
             c <= column_of(columns, list->borders[i].high.x); c++)
            columns->first[c]++;
    for (uint32_t c = 0, sum = 0; c <= columns->count; c++) {
        sum += columns->first[c];
        columns->first[c] = sum;
    }
    columns->border = memory_take(memory, columns->first[columns->count], sizeof *columns->border);
    if (columns->border == NULL) {
        columns_destroy(columns, memory);
        return STATUS_NO_MEMORY;
    }
    for (uint32_t i = list->count; i-- > 0;)
        for (uint32_t c = column_of(columns, list->borders[i].low.x);
             c <= column_of(columns, list->borders[i].high.x); c++)
            columns->border[--columns->first[c]] = i;
    return STATUS_OK;
}

void columns_destroy(Columns *columns, Memory *memory) {
    memory_give(memory, columns->first);
    memory_give(memory, columns->border);
    *columns = (Columns){.first = NULL};
}

/* ---- sorted lists ---- */

static bool spot_first(const void *context, uint32_t a, uint32_t b) {
    const Spot *spots = context;
    return spot_before(spots[a], spots[b]);
}

static bool line_first(const void *context, uint32_t a, uint32_t b) {
    const Border *lines = context;
    if (!spot_equal(lines[a].low, lines[b].low)) return spot_before(lines[a].low, lines[b].low);
    return spot_before(lines[a].high, lines[b].high);
}

/* Items 0 .. count - 1 in order; give them back. */
static Status sorted(uint32_t count, SortBefore before, const void *context, Memory *memory,
                     uint32_t **items) {
    *items = memory_take(memory, count, sizeof **items);
    uint32_t *room = memory_take(memory, count, sizeof *room);
    if (*items == NULL || room == NULL) {
        memory_give(memory, *items);
        memory_give(memory, room);
        *items = NULL;
        return STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) (*items)[i] = i;
    sort_items(*items, room, count, before, context);
    memory_give(memory, room);
    return STATUS_OK;
}

Status borders_ends(const BorderList *list, Spot **spots, uint32_t *count) {
    Memory *memory = list->memory;
    uint32_t *items = NULL;
    Spot *ends = memory_take(memory, 2 * (size_t)list->count, sizeof *ends);
    *spots = memory_take(memory, 2 * (size_t)list->count, sizeof **spots);
    Status status = ends == NULL || *spots == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    if (status == STATUS_OK) {
        for (uint32_t i = 0; i < list->count; i++) {
            ends[2 * i] = list->borders[i].low;
            ends[2 * i + 1] = list->borders[i].high;
        }
        status = sorted(2 * list->count, spot_first, ends, memory, &items);
    }
    *count = 0;
    for (uint32_t i = 0; status == STATUS_OK && i < 2 * list->count; i++)
        if (*count == 0 || !spot_equal((*spots)[*count - 1], ends[items[i]]))
            (*spots)[(*count)++] = ends[items[i]];
    memory_give(memory, items);
    memory_give(memory, ends);
    if (status != STATUS_OK) memory_give(memory, *spots);
    return status;
}

/* ---- cutting ---- */

/* A spot inside a line; spots are numbered in order, which is that along every line. */
typedef struct Cut {
    uint32_t border, spot;
} Cut;

typedef struct Cuts {
    Cut *list;
    uint32_t count, capacity;
} Cuts;

static bool cut_first(const void *context, uint32_t a, uint32_t b) {
    const Cut *cuts = context;
    return cuts[a].border < cuts[b].border ||
           (cuts[a].border == cuts[b].border && cuts[a].spot < cuts[b].spot);
}

static bool lies_inside(const Border *line, Spot spot) {
    return spot_before(line->low, spot) && spot_before(spot, line->high) &&
           spot_area(line->low, line->high, spot) == 0;
}

static Status find_cuts(const BorderList *list, const Columns *columns, const Spot *spots,
                        uint32_t spot_count, Cuts *cuts) {
    uint32_t end = 0;
    for (uint32_t c = 0; c < columns->count; c++) {
        uint32_t begin = end;
        while (end < spot_count && column_of(columns, spots[end].x) == c) end++;
        for (uint32_t i = columns->first[c]; i < columns->first[c + 1]; i++)
            for (uint32_t spot = begin; spot < end; spot++) {
                if (!lies_inside(&list->borders[columns->border[i]], spots[spot])) continue;
                if (cuts->count == cuts->capacity) {
                    uint32_t capacity = 2 * cuts->capacity + 64;
                    Cut *grown = memory_resize(list->memory, cuts->list, capacity, sizeof *grown);
                    if (grown == NULL) return STATUS_NO_MEMORY;
                    cuts->list = grown;
                    cuts->capacity = capacity;
                }
                cuts->list[cuts->count++] = (Cut){columns->border[i], spot};
            }
    }
    return STATUS_OK;
}

/* Each line goes up to its first cut; from each cut on goes a new one. */
static Status cut_lines(BorderList *list, const Spot *spots, const Cuts *cuts, const uint32_t *order) {
    for (uint32_t i = cuts->count; i-- > 0;) {
        const Cut *cut = &cuts->list[order[i]];
        Border *line = &list->borders[cut->border];
        Spot high = line->high;
        int32_t more = line->more;
        line->high = spots[cut->spot];
        TRY(borders_add(list, spots[cut->spot], high, more));
    }
    return STATUS_OK;
}

static Status cut_at_ends(BorderList *list) {
    Spot *spots;
    uint32_t spot_count, *order = NULL;
    Columns columns;
    Cuts cuts = {.list = NULL};
    TRY(borders_ends(list, &spots, &spot_count));
    Status status = columns_create(list, list->memory, &columns);
    if (status == STATUS_OK) {
        status = find_cuts(list, &columns, spots, spot_count, &cuts);
        columns_destroy(&columns, list->memory);
    }
    if (status == STATUS_OK && cuts.count > 0)
        status = sorted(cuts.count, cut_first, cuts.list, list->memory, &order);
    if (status == STATUS_OK) status = cut_lines(list, spots, &cuts, order);
    memory_give(list->memory, order);
    memory_give(list->memory, cuts.list);
    memory_give(list->memory, spots);
    return status;
}

static Status join_equal(BorderList *list) {
    uint32_t *order, count = 0;
    Border *joined = memory_take(list->memory, list->count, sizeof *joined);
    if (joined == NULL) return STATUS_NO_MEMORY;
    Status status = sorted(list->count, line_first, list->borders, list->memory, &order);
    if (status != STATUS_OK) {
        memory_give(list->memory, joined);
        return status;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const Border *line = &list->borders[order[i]];
        if (count > 0 && spot_equal(joined[count - 1].low, line->low) &&
            spot_equal(joined[count - 1].high, line->high)) {
            joined[count - 1].more += line->more;
        } else {
            if (count > 0 && joined[count - 1].more == 0) count--;
            joined[count++] = *line;
        }
    }
    if (count > 0 && joined[count - 1].more == 0) count--;
    memory_give(list->memory, order);
    memory_give(list->memory, list->borders);
    list->capacity = list->count;
    list->borders = joined;
    list->count = count;
    return STATUS_OK;
}

Status borders_normalise(BorderList *list) {
    if (list->count == 0) return STATUS_OK;
    TRY(cut_at_ends(list));
    return join_equal(list);
}
