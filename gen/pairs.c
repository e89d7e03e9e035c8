#include "gen/pairs.h"

#include "algos/map/components.h"

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the pairs of cells of a map", NULL);
}

/* Sorts the passable places by their label, by counting; the sizes become the ends of the groups. */
static void sort_places(const Grid *grid, Components *components, uint32_t *places) {
    uint32_t *first = components->size, sum = 0;
    for (uint32_t label = 1; label <= components->count; label++) {
        uint32_t size = first[label];
        first[label] = sum;
        sum += size;
    }
    for (uint32_t place = 0; place < grid_place_count(grid); place++)
        if (components->label[place] != 0) places[first[components->label[place]]++] = place;
}

static void make_groups(Pairs *pairs, const Components *components) {
    uint32_t first = 0;
    for (uint32_t label = 1; label <= components->count; label++) {
        uint32_t size = components->size[label] - first;
        if (size >= 2) {
            pairs->count += (uint64_t)size * (size - 1);
            pairs->groups[pairs->group_count++] = (Group){first, size, pairs->count};
        }
        first += size;
    }
}

Status pairs_create(const Grid *grid, Memory *memory, Pairs *pairs, Error *error) {
    Components components;
    if (components_create(grid, memory, &components) != STATUS_OK) return no_memory(error);
    uint32_t large = 0;
    for (uint32_t label = 1; label <= components.count; label++) large += components.size[label] >= 2;
    Pairs made = {.grid = grid, .memory = memory};
    made.places = memory_take(memory, (size_t)grid->passable_count, sizeof *made.places);
    made.groups = memory_take(memory, large, sizeof *made.groups);
    Status status = made.places == NULL || made.groups == NULL ? no_memory(error) : STATUS_OK;
    if (status == STATUS_OK) {
        sort_places(grid, &components, made.places);
        make_groups(&made, &components);
        if (made.count == 0)
            status =
                error_say(error, STATUS_REFUSED, "no path leads from any cell of this map to another", NULL);
    }
    components_destroy(&components);
    if (status != STATUS_OK)
        pairs_destroy(&made);
    else
        *pairs = made;
    return status;
}

void pairs_destroy(Pairs *pairs) {
    if (pairs->memory == NULL) return;
    memory_give(pairs->memory, pairs->places);
    memory_give(pairs->memory, pairs->groups);
    *pairs = (Pairs){0};
}

/* Uniform in 0 .. bound - 1: as many bits as the largest needs, drawn again when above it. */
static uint64_t draw_below(Rng *rng, uint64_t bound) {
    uint64_t mask = bound - 1;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    for (;;) {
        uint64_t drawn = rng_next(rng) & mask;
        if (drawn < bound) return drawn;
    }
}

/* The group that pair number `pair` belongs to. */
static const Group *find_group(const Pairs *pairs, uint64_t pair) {
    uint32_t low = 0, high = pairs->group_count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pair < pairs->groups[middle].pairs)
            high = middle;
        else
            low = middle + 1;
    }
    return &pairs->groups[low];
}

const Group *pairs_draw(const Pairs *pairs, Rng *rng, Query *query) {
    uint64_t pair = draw_below(rng, pairs->count);
    const Group *group = find_group(pairs, pair);
    uint64_t within = group->pairs - 1 - pair, others = group->size - 1;
    uint64_t start = within / others, goal = within % others;
    if (goal >= start) goal++; /* skips the start itself */
    query->start = grid_cell(pairs->grid, pairs->places[group->first + start]);
    query->goal = grid_cell(pairs->grid, pairs->places[group->first + goal]);
    return group;
}
