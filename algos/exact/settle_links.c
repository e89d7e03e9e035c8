#include "algos/exact/settle_links.h"

#include "algos/core/euclid.h"
#include "algos/core/hash.h"
#include "algos/core/lattice.h"
#include "algos/core/real.h"
#include "algos/core/sort.h"
#include "algos/exact/free_space.h"

static Status end_check(const FreeSpace *space, Point end, const char *which, const char *name, uint64_t line,
                        Error *error) {
    Standing standing = free_space_standing(space, end);
    bool is_blocked = standing.place == PLACE_BLOCKED;
    if (!is_blocked && (standing.place != PLACE_VERTEX || standing.fans == 1)) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line).text, ": found the ",
                     which, " ", real_text(end.x).text, " ", real_text(end.y).text,
                     is_blocked ? " in an obstacle or outside of the map, expected a point in free space"
                                : " where obstacles touch, expected a point with one free side",
                     NULL);
}

/* Whether the straight walk is free and as short. */
static bool is_useless(const FreeSpace *space, const Link *link) {
    if (point_equal(link->from, link->to)) return true;
    const Point walk[2] = {link->from, link->to}, step[2] = {{0, 0}, {link->cost, 0}};
    return euclid_compare(walk, 2, step, 2) <= 0 && free_space_passage(space, link->from, link->to).is_free;
}

static int order_of(const Link *a, const Link *b) {
    const double of_a[] = {a->from.x, a->from.y, a->to.x, a->to.y, a->cost};
    const double of_b[] = {b->from.x, b->from.y, b->to.x, b->to.y, b->cost};
    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++)
        if (of_a[i] != of_b[i]) return of_a[i] < of_b[i] ? -1 : 1;
    return 0;
}

static bool is_before(const void *context, uint32_t a, uint32_t b) {
    const Link *links = context;
    return order_of(&links[a], &links[b]) < 0;
}

static bool same_ends(const Link *a, const Link *b) {
    return point_equal(a->from, b->from) && point_equal(a->to, b->to);
}

/* In order, the cheapest of the same ends first and alone. */
static void keep_sorted(Links *links, const Link *found, const uint32_t *order, uint32_t count) {
    Hash hash = hash_start();
    for (uint32_t i = 0; i < count; i++) {
        const Link *link = &found[order[i]];
        if (links->count > 0 && same_ends(&links->links[links->count - 1], link)) continue;
        links->links[links->count++] = *link;
        const double numbers[] = {link->from.x, link->from.y, link->to.x, link->to.y, link->cost};
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) hash_real(&hash, numbers[j]);
    }
    links->hash = hash_value(&hash);
}

static Status keep(Links *links, const Link *found, uint32_t count, Memory *memory) {
    uint32_t *order = memory_take(memory, 2 * (size_t)count, sizeof *order);
    links->links = memory_take(memory, count, sizeof *links->links);
    if (order != NULL && links->links != NULL) {
        for (uint32_t i = 0; i < count; i++) order[i] = i;
        sort_items(order, order + count, count, is_before, found);
        keep_sorted(links, found, order, count);
    }
    memory_give(memory, order);
    if (order != NULL && links->links != NULL) return STATUS_OK;
    links_destroy(links);
    return STATUS_NO_MEMORY;
}

/* Whether the number is a whole multiple, below `most` of them, of the unit. */
static bool is_multiple(double number, double unit, double most) {
    double times = number / unit;
    return times < most && times > -most && times == (double)(int64_t)times;
}

/* Whether lengths over these links are compared exactly: ends are on the map's lattice, and costs on one that
 * goes farther, as no differences are taken of them (see euclid.h). */
static bool fits_lattice(const Links *links, const Polygons *polygons) {
    const double ends_most = 0x1p24, cost_most = 0x1p29;
    double unit = power_of_two(polygons->lattice);
    bool all = !polygons->inexact;
    for (uint32_t i = 0; i < links->count && all; i++) {
        const Link *link = &links->links[i];
        const double ends[] = {link->from.x, link->from.y, link->to.x, link->to.y};
        for (size_t j = 0; j < sizeof ends / sizeof *ends; j++)
            all = all && is_multiple(ends[j], unit, ends_most);
        all = all && is_multiple(link->cost, unit, cost_most);
    }
    return all;
}

static Status settle(const LinkRows *rows, const FreeSpace *space, const char *name, Memory *memory,
                     Link *found, Links *links, Error *error) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        TRY(end_check(space, rows->links[i].from, "beginning", name, rows->line[i], error));
        TRY(end_check(space, rows->links[i].to, "end", name, rows->line[i], error));
        if (!is_useless(space, &rows->links[i])) found[count++] = rows->links[i];
    }
    Status status = keep(links, found, count, memory);
    if (status != STATUS_OK) return error_say(error, status, "no memory for the links of ", name, NULL);
    links->useless = rows->count - links->count;
    return STATUS_OK;
}

Status links_settle(const LinkRows *rows, const Polygons *polygons, const char *name, Memory *memory,
                    Links *links, Error *error) {
    *links = (Links){.memory = memory};
    FreeSpace *space = NULL;
    Link *found = memory_take(memory, rows->count, sizeof *found);
    Status status = found == NULL ? STATUS_NO_MEMORY : free_space_create(polygons, true, memory, &space);
    if (status == STATUS_OK)
        status = settle(rows, space, name, memory, found, links, error);
    else
        status = error_say(error, status, "no memory for the links of ", name, NULL);
    free_space_destroy(space);
    memory_give(memory, found);
    if (status == STATUS_OK) links->inexact = !fits_lattice(links, polygons);
    return status;
}
