/* Where lines cross at the edge of free space, exactly. */
#include "algos/core/sort.h"
#include "algos/map/polygons_unite.h"

__extension__ typedef __int128 Wide;

static int side(const Border *line, Spot spot) {
    int64_t area = spot_area(line->low, line->high, spot);
    return (area > 0) - (area < 0);
}

/* Of normalised lines, which meet in common ends or cross. */
static bool do_cross(const Border *a, const Border *b) {
    if (!spot_before(a->low, b->high) || !spot_before(b->low, a->high)) return false;
    int64_t a_bottom = a->low.y < a->high.y ? a->low.y : a->high.y, a_top = a->low.y + a->high.y - a_bottom;
    int64_t b_bottom = b->low.y < b->high.y ? b->low.y : b->high.y, b_top = b->low.y + b->high.y - b_bottom;
    if (a_bottom > b_top || b_bottom > a_top) return false;
    return side(a, b->low) * side(a, b->high) < 0 && side(b, a->low) * side(b, a->high) < 0;
}

static Status add_crossing(BorderCrossings *crossings, Memory *memory, BorderCrossing crossing) {
    if (crossings->count == crossings->capacity) {
        uint32_t capacity = 2 * crossings->capacity + 64;
        BorderCrossing *list = memory_resize(memory, crossings->list, capacity, sizeof *list);
        if (list == NULL) return STATUS_NO_MEMORY;
        crossings->list = list;
        crossings->capacity = capacity;
    }
    crossings->list[crossings->count++] = crossing;
    return STATUS_OK;
}

/* All crossings, each in the first column that both lines meet, and from both sides. */
static Status find_all(const BorderList *list, const Columns *columns, BorderCrossings *all) {
    for (uint32_t c = 0; c < columns->count; c++)
        for (uint32_t i = columns->first[c]; i < columns->first[c + 1]; i++) {
            uint32_t a = columns->border[i];
            bool begins = column_of(columns, list->borders[a].low.x) == c;
            for (uint32_t j = i + 1; j < columns->first[c + 1]; j++) {
                uint32_t b = columns->border[j];
                if (!begins && column_of(columns, list->borders[b].low.x) != c) continue;
                if (!do_cross(&list->borders[a], &list->borders[b])) continue;
                TRY(add_crossing(all, list->memory, (BorderCrossing){a, b}));
                TRY(add_crossing(all, list->memory, (BorderCrossing){b, a}));
            }
        }
    return STATUS_OK;
}

/* How often it is covered right of line `at`, right beside its low end: a ray from there downwards (the plane
 * being turned a little, so that what is vertical leans to the left above) counts the lines below. */
static int32_t cover_right(const BorderList *list, const Columns *columns, int32_t outside, uint32_t at) {
    const Border *from = &list->borders[at];
    uint32_t column = column_of(columns, from->low.x);
    int32_t cover = outside;
    for (uint32_t i = columns->first[column]; i < columns->first[column + 1]; i++) {
        const Border *line = &list->borders[columns->border[i]];
        if (spot_before(from->low, line->low) || !spot_before(from->low, line->high)) continue;
        int above = spot_equal(from->low, line->low) ? side(line, from->high) : side(line, from->low);
        if (above > 0) cover += line->more;
    }
    return cover;
}

/* ---- along one line ---- */

typedef struct Walk {
    const BorderList *list;
    const BorderCrossing *all;
} Walk;

/* Where on a line it is crossed, as the share before / (before + after). */
typedef struct Share {
    int64_t before, whole;
} Share;

static Share share_of(const Walk *walk, uint32_t crossing) {
    const Border *line = &walk->list->borders[walk->all[crossing].border];
    const Border *other = &walk->list->borders[walk->all[crossing].other];
    int64_t low = spot_area(other->low, other->high, line->low);
    int64_t high = spot_area(other->low, other->high, line->high);
    return low > 0 ? (Share){low, low - high} : (Share){-low, high - low};
}

static int compare_shares(const Walk *walk, uint32_t a, uint32_t b) {
    Share left = share_of(walk, a), right = share_of(walk, b);
    Wide difference = (Wide)left.before * right.whole - (Wide)right.before * left.whole;
    return (difference > 0) - (difference < 0);
}

/* By lines, and along each. */
static bool crossing_first(const void *context, uint32_t a, uint32_t b) {
    const Walk *walk = context;
    if (walk->all[a].border != walk->all[b].border) return walk->all[a].border < walk->all[b].border;
    return compare_shares(walk, a, b) < 0;
}

/* How the cover right of the line changes where it is crossed: what was below it is above it, or the other
 * way round. */
static int32_t change_at(const Walk *walk, uint32_t crossing) {
    const Border *line = &walk->list->borders[walk->all[crossing].border];
    const Border *other = &walk->list->borders[walk->all[crossing].other];
    return side(other, line->low) > 0 ? -other->more : other->more;
}

/* Whether one side of the line is free, `right` being how often its right side is covered. */
static bool has_free_side(const Border *line, int32_t right) {
    return right == 0 || right + line->more == 0;
}

/* Goes along each line from group to group of crossings at one place. At an exposed one the free corner lies
 * on the free sides of both lines, so beside the line before or behind the place. */
static Status pick_exposed(const Walk *walk, const uint32_t *order, uint32_t count, const int32_t *cover,
                           BorderCrossings *exposed) {
    int32_t right = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        uint32_t line = walk->all[order[i]].border;
        if (i == 0 || walk->all[order[i - 1]].border != line) right = cover[line];
        int32_t behind = right;
        for (end = i; end < count && walk->all[order[end]].border == line &&
                      (end == i || compare_shares(walk, order[i], order[end]) == 0);
             end++)
            behind += change_at(walk, order[end]);
        const Border *of = &walk->list->borders[line];
        bool is_exposed = has_free_side(of, right) || has_free_side(of, behind);
        for (uint32_t j = i; is_exposed && j < end; j++)
            if (line < walk->all[order[j]].other)
                TRY(add_crossing(exposed, walk->list->memory, walk->all[order[j]]));
        right = behind;
    }
    return STATUS_OK;
}

static Status sort_and_pick(const BorderList *list, const BorderCrossings *all, const int32_t *cover,
                            BorderCrossings *exposed) {
    Memory *memory = list->memory;
    uint32_t *order = memory_take(memory, all->count, sizeof *order);
    uint32_t *room = memory_take(memory, all->count, sizeof *room);
    Status status = order == NULL || room == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    if (status == STATUS_OK) {
        Walk walk = {list, all->list};
        for (uint32_t i = 0; i < all->count; i++) order[i] = i;
        sort_items(order, room, all->count, crossing_first, &walk);
        status = pick_exposed(&walk, order, all->count, cover, exposed);
    }
    memory_give(memory, order);
    memory_give(memory, room);
    return status;
}

Status borders_cross(const BorderList *list, int32_t outside, int32_t *cover, BorderCrossings *crossings) {
    Columns columns;
    BorderCrossings all = {.list = NULL};
    *crossings = (BorderCrossings){.list = NULL};
    TRY(columns_create(list, list->memory, &columns));
    Status status = find_all(list, &columns, &all);
    for (uint32_t i = 0; status == STATUS_OK && i < list->count; i++)
        cover[i] = cover_right(list, &columns, outside, i);
    columns_destroy(&columns, list->memory);
    if (status == STATUS_OK) status = sort_and_pick(list, &all, cover, crossings);
    memory_give(list->memory, all.list);
    return status;
}
