/* The lattice spot that takes the place of a crossing off the lattice. */
#include "algos/map/polygons_unite.h"

/* Columns and rows that are looked at on each side. Corners of free space so narrow that there is no spot
 * among them get an end of one of the lines, which then lies near the other line, too. */
enum { WALK_MOST = 1024 };

static int64_t floor_of(int64_t number, int64_t by) {
    int64_t share = number / by;
    return share - (number % by != 0 && (number < 0) != (by < 0));
}

/* 1 where the left of low → high is free, -1 where the right is. */
static int64_t free_sign(const Border *line) {
    return line->more > 0 ? -1 : 1;
}

/* The square of the distance from the spot to the line between its ends. */
static double distance_to(const Border *line, Spot spot) {
    double along = (double)spot_dot(line->low, line->high, spot);
    double length = (double)spot_dot(line->low, line->high, line->high);
    if (along <= 0) return (double)spot_dot(line->low, spot, spot);
    if (along >= length) return (double)spot_dot(line->high, spot, spot);
    double area = (double)spot_area(line->low, line->high, spot);
    return area * area / length;
}

typedef struct Choice {
    const Border *a, *b;
    Spot box_low, box_high, near; /* near: the crossing, rounded down */
    Spot best;
    double distance;
} Choice;

static void offer(Choice *choice, Spot spot) {
    double to_a = distance_to(choice->a, spot), to_b = distance_to(choice->b, spot);
    double distance = to_a > to_b ? to_a : to_b;
    if (distance >= choice->distance) return;
    choice->best = spot;
    choice->distance = distance;
}

/* Whole numbers z from low to high. */
typedef struct Range {
    int64_t low, high;
} Range;

/* Those with factor · z >= least. */
static void restrain(Range *range, int64_t factor, int64_t least) {
    if (factor > 0) {
        int64_t low = -floor_of(-least, factor);
        if (low > range->low) range->low = low;
    } else if (factor < 0) {
        int64_t high = floor_of(least, factor);
        if (high < range->high) range->high = high;
    } else if (least > 0) {
        range->high = range->low - 1;
    }
}

static int64_t clamp(int64_t value, Range range) {
    return value < range.low ? range.low : value > range.high ? range.high : value;
}

/* On the column x: y with sign · (dx · (y - low.y) - dy · (x - low.x)) >= 0 for both lines. */
static void look_at_column(Choice *choice, int64_t x) {
    if (x < choice->box_low.x || x > choice->box_high.x) return;
    Range range = {choice->box_low.y, choice->box_high.y};
    for (int i = 0; i < 2; i++) {
        const Border *line = i == 0 ? choice->a : choice->b;
        int64_t sign = free_sign(line), dx = line->high.x - line->low.x, dy = line->high.y - line->low.y;
        restrain(&range, sign * dx, sign * (dx * line->low.y + dy * (x - line->low.x)));
    }
    if (range.low > range.high) return;
    for (int64_t i = 0; i < 2; i++) offer(choice, (Spot){x, clamp(choice->near.y + i, range)});
}

static void look_at_row(Choice *choice, int64_t y) {
    if (y < choice->box_low.y || y > choice->box_high.y) return;
    Range range = {choice->box_low.x, choice->box_high.x};
    for (int i = 0; i < 2; i++) {
        const Border *line = i == 0 ? choice->a : choice->b;
        int64_t sign = free_sign(line), dx = line->high.x - line->low.x, dy = line->high.y - line->low.y;
        restrain(&range, -sign * dy, -sign * (dx * (y - line->low.y) + dy * line->low.x));
    }
    if (range.low > range.high) return;
    for (int64_t i = 0; i < 2; i++) offer(choice, (Spot){clamp(choice->near.x + i, range), y});
}

/* Where a crosses b, rounded down. */
static Spot floor_of_crossing(const Border *a, const Border *b) {
    __extension__ typedef __int128 Wide;
    int64_t before = spot_area(b->low, b->high, a->low), after = spot_area(b->low, b->high, a->high);
    if (before < 0) {
        before = -before;
        after = -after;
    }
    Wide whole = (Wide)before - after;
    Wide x = (Wide)before * (a->high.x - a->low.x), y = (Wide)before * (a->high.y - a->low.y);
    Wide x_share = x / whole - (x % whole < 0), y_share = y / whole - (y % whole < 0);
    return (Spot){a->low.x + (int64_t)x_share, a->low.y + (int64_t)y_share};
}

/* The end of a line that lies on the free side of another that it crosses. */
static Spot free_end(const Border *line, const Border *other) {
    return spot_area(other->low, other->high, line->low) * free_sign(other) > 0 ? line->low : line->high;
}

Spot crossing_round(const Border *a, const Border *b, Spot box_low, Spot box_high, double *distance) {
    Choice choice = {.a = a,
                     .b = b,
                     .box_low = box_low,
                     .box_high = box_high,
                     .near = floor_of_crossing(a, b),
                     .best = free_end(a, b),
                     .distance = distance_to(b, free_end(a, b))};
    offer(&choice, free_end(b, a));
    /* A spot within one unit is not worth more steps. */
    for (int64_t step = 0; step < 2 || (step < WALK_MOST && choice.distance > 1); step++) {
        look_at_column(&choice, choice.near.x - step);
        look_at_column(&choice, choice.near.x + 1 + step);
        look_at_row(&choice, choice.near.y - step);
        look_at_row(&choice, choice.near.y + 1 + step);
    }
    *distance = choice.distance;
    return choice.best;
}
