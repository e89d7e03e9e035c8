#include "tests/rings.h"

#include "tests/support.h"

#include <stdlib.h>

static Rings rings_with_room(Memory *memory, uint32_t rings, uint32_t points) {
    Rings made = {.memory = memory};
    made.points = memory_take(memory, points, sizeof *made.points);
    made.first = memory_take(memory, (size_t)rings + 1, sizeof *made.first);
    assert_non_null(made.points);
    assert_non_null(made.first);
    made.first[0] = 0;
    return made;
}

static void add_point(Rings *rings, double x, double y) {
    rings->points[rings->point_count++] = (Point){x, y};
}

static void end_ring(Rings *rings) {
    rings->first[++rings->ring_count] = rings->point_count;
}

Rings rings_from_text(Memory *memory, const char *text) {
    Rings rings = rings_with_room(memory, 64, 512);
    for (char *end;; text = end) {
        double x = strtod(text, &end);
        if (end == text) {
            end_ring(&rings);
            if (*text != ';') return rings;
            end++;
            continue;
        }
        double y = strtod(end, &end);
        add_point(&rings, x, y);
    }
}

static void add_tile(Rings *rings, const int32_t shear[4], uint32_t x, uint32_t y, uint32_t kind) {
    for (uint32_t q = 0; q < 4; q++) {
        if (kind < 4 && q == kind) continue; /* a half lacks one corner */
        int32_t u = (int32_t)(x + (q == 1 || q == 2)), v = (int32_t)(y + (q >= 2));
        add_point(rings, shear[0] * u + shear[1] * v, shear[2] * u + shear[3] * v);
    }
    end_ring(rings);
}

Rings rings_of_tiles(Memory *memory, uint32_t columns, uint32_t rows, Rng *rng) {
    Rings rings = rings_with_room(memory, columns * rows + 1, 4 * columns * rows + 4);
    int32_t shear[4];
    do {
        for (int i = 0; i < 4; i++) shear[i] = rng_between(rng, -9, 9);
        if (rng_below(rng, 2) == 0) shear[rng_below(rng, 4)] = 0;
    } while (shear[0] * shear[3] - shear[1] * shear[2] == 0);
    for (uint32_t q = 0; q < 4; q++) {
        int32_t u = q == 1 || q == 2 ? (int32_t)columns : 0, v = q >= 2 ? (int32_t)rows : 0;
        add_point(&rings, shear[0] * u + shear[1] * v, shear[2] * u + shear[3] * v);
    }
    end_ring(&rings);
    uint32_t clear = rng_below(rng, columns * rows), share = 1 + rng_below(rng, 9);
    for (uint32_t i = 0; i < columns * rows; i++)
        if (i != clear && rng_below(rng, 10) < share)
            add_tile(&rings, shear, i % columns, i / columns, rng_below(rng, 6));
    return rings;
}

static int by_place(const void *a, const void *b) {
    const Point *one = a, *other = b;
    if (one->x != other->x) return one->x < other->x ? -1 : 1;
    return one->y < other->y ? -1 : one->y > other->y;
}

/* Andrew's hull of sorted points; returns how many there are. */
static uint32_t hull_of(Point *points, uint32_t count, Point *hull) {
    uint32_t size = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t base = size;
        for (uint32_t i = 0; i < count; i++) {
            Point point = points[pass == 0 ? i : count - 1 - i];
            while (size >= base + 2 && point_orientation(hull[size - 2], hull[size - 1], point) <= 0) size--;
            hull[size++] = point;
        }
        size--;
    }
    return size;
}

Rings rings_of_hulls(Memory *memory, uint32_t side, uint32_t size, Rng *rng) {
    enum { MOST = 8 };
    Rings rings = rings_with_room(memory, side * side + 1, side * side * MOST * 2 + 4);
    double whole = (double)side * size;
    add_point(&rings, 0, 0);
    add_point(&rings, whole, 0);
    add_point(&rings, whole, whole);
    add_point(&rings, 0, whole);
    end_ring(&rings);
    for (uint32_t i = 0; i < side * side; i++) {
        Point points[MOST], hull[2 * MOST];
        uint32_t count = 3 + rng_below(rng, MOST - 2), size_of_hull;
        for (uint32_t k = 0; k < count; k++)
            points[k] = (Point){(double)(i % side) * size + 1 + rng_below(rng, size - 1),
                                (double)(i / side) * size + 1 + rng_below(rng, size - 1)};
        qsort(points, count, sizeof *points, by_place);
        size_of_hull = hull_of(points, count, hull);
        if (size_of_hull < 3 || rng_below(rng, 8) == 0) continue;
        for (uint32_t k = 0; k < size_of_hull; k++) add_point(&rings, hull[k].x, hull[k].y);
        end_ring(&rings);
    }
    return rings;
}

static void check_and_destroy(Rings *rings, uint32_t trial, Rng *rng, RingsCheck *check) {
    Memory *memory = rings->memory;
    check(rings, trial, rng);
    rings_destroy(rings);
    ASSERT_NOTHING_LIVE(memory);
}

void check_drawn_rings(const char *text, uint32_t row, Rng *rng, RingsCheck *check) {
    Memory memory = system_memory();
    Rings rings = rings_from_text(&memory, text);
    print_message("# shape %u\n", (unsigned)row);
    check_and_destroy(&rings, row, rng, check);
}

void check_touching_rings(uint32_t count, RingsCheck *check) {
    Rng rng = rng_from(11);
    for (uint32_t trial = 0; trial < count; trial++) {
        Memory memory = system_memory();
        Rings rings = rings_of_tiles(&memory, 2 + rng_below(&rng, 7), 2 + rng_below(&rng, 7), &rng);
        check_and_destroy(&rings, trial, &rng, check);
    }
}

void check_scattered_rings(uint32_t count, RingsCheck *check) {
    static const uint32_t sizes[] = {12, 40, 1000, 1 << 20};
    Rng rng = rng_from(13);
    for (uint32_t trial = 0; trial < count; trial++) {
        Memory memory = system_memory();
        Rings rings = rings_of_hulls(&memory, 1 + rng_below(&rng, 9), sizes[rng_below(&rng, 4)], &rng);
        check_and_destroy(&rings, trial, &rng, check);
    }
}
