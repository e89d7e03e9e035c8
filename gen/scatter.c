#include "gen/scatter.h"

#include <math.h>

Status scatter_ordered(const char *owner, ParameterTable table, uint32_t low, uint32_t high,
                       const Settings *settings, Error *error) {
    if (settings->value[low] <= settings->value[high]) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, owner, ": ", table.rows[low].name, "=",
                     number_text(settings->value[low]).text, " is above ", table.rows[high].name, "=",
                     number_text(settings->value[high]).text, NULL);
}

/* A side as at the preset number of obstacles, where density stays. */
static int64_t grown(ParameterTable table, uint32_t row, const int64_t *value) {
    double usual = (double)(table.rows[SCATTER_N_MIN].preset + table.rows[SCATTER_N_MAX].preset);
    double times = (double)(value[SCATTER_N_MIN] + value[SCATTER_N_MAX]) / usual;
    if (times == 0) times = 1;
    return (int64_t)((double)table.rows[row].preset * sqrt(times) + 0.5);
}

Status scatter_normalise(const char *owner, ParameterTable table, const Shape *shape, Settings *settings,
                         Error *error) {
    int64_t *value = settings->value;
    const bool *given = settings->given;
    if (given[SCATTER_N]) {
        if (given[SCATTER_N_MIN] || given[SCATTER_N_MAX])
            return error_say(error, STATUS_BAD_INPUT, owner,
                             ": n= stands for n_min= and n_max=, it cannot be given with them", NULL);
        value[SCATTER_N_MIN] = value[SCATTER_N_MAX] = value[SCATTER_N];
    }
    TRY(scatter_ordered(owner, table, SCATTER_N_MIN, SCATTER_N_MAX, settings, error));
    for (uint32_t row = SCATTER_WIDTH; row <= SCATTER_HEIGHT; row++)
        if (!given[row]) value[row] = grown(table, row, value);
    int64_t narrow =
        value[SCATTER_WIDTH] < value[SCATTER_HEIGHT] ? value[SCATTER_WIDTH] : value[SCATTER_HEIGHT];
    if (2 * (shape->least_radius(value) + (double)value[SCATTER_MARGIN]) <= (double)narrow) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, owner,
                     ": the smallest obstacle and margin=", number_text(value[SCATTER_MARGIN]).text,
                     " on both sides do not fit into a side of ", number_text(narrow).text, NULL);
}

/* 2^-10, or the finest for which the sides keep below 2^24 units. */
static double lattice_unit(const int64_t *value) {
    int64_t side =
        value[SCATTER_WIDTH] > value[SCATTER_HEIGHT] ? value[SCATTER_WIDTH] : value[SCATTER_HEIGHT];
    double unit = 0x1p-10;
    while ((double)side >= 0x1p24 * unit) unit *= 2;
    return unit;
}

static double rounded(double value, double unit) {
    return (double)(int64_t)(value / unit + 0.5) * unit; /* value is not negative but by rounding */
}

typedef struct Circle {
    Point centre;
    double radius;
} Circle;

static bool is_clear(const Circle *circles, uint32_t count, Circle circle, double gap) {
    for (uint32_t i = 0; i < count; i++) {
        double x = circles[i].centre.x - circle.centre.x, y = circles[i].centre.y - circle.centre.y;
        double least = circles[i].radius + circle.radius + gap;
        if (x * x + y * y < least * least) return false;
    }
    return true;
}

/* Uniform in [low, high]. */
static double between(Rng *rng, double low, double high) {
    return low + (high - low) * rng_unit(rng);
}

/* One try: whether there is room; the circle is then the count-th. */
static bool try_place(const Shape *shape, const int64_t *value, Rng *rng, Circle *circles, uint32_t count,
                      double of[2]) {
    Circle circle = {.radius = shape->radius(value, rng, of)};
    double keep = circle.radius + (double)value[SCATTER_MARGIN];
    double width = (double)value[SCATTER_WIDTH], height = (double)value[SCATTER_HEIGHT];
    if (2 * keep > width || 2 * keep > height) return false;
    circle.centre.x = between(rng, keep, width - keep);
    circle.centre.y = between(rng, keep, height - keep);
    /* Where circles may touch, rounding must not make their obstacles overlap. */
    double gap = value[SCATTER_GAP] > 0 ? (double)value[SCATTER_GAP] : 2 * lattice_unit(value);
    if (!is_clear(circles, count, circle, gap)) return false;
    circles[count] = circle;
    return true;
}

static void add_ring(Rings *rings, const Point *corner, uint32_t count, Point centre, double unit) {
    for (uint32_t i = 0; i < count; i++)
        rings->points[rings->point_count++] =
            (Point){rounded(centre.x + corner[i].x, unit), rounded(centre.y + corner[i].y, unit)};
    rings->first[++rings->ring_count] = rings->point_count;
}

static void draw_all(const Shape *shape, const int64_t *value, Circle *circles, Point *corner, Rings *rings) {
    double width = (double)value[SCATTER_WIDTH], height = (double)value[SCATTER_HEIGHT];
    double unit = lattice_unit(value);
    const Point box[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    add_ring(rings, box, 4, (Point){0, 0}, unit);
    Rng rng = rng_from((uint64_t)value[SCATTER_SEED]);
    uint32_t wanted =
        (uint32_t)rng_between(&rng, (int32_t)value[SCATTER_N_MIN], (int32_t)value[SCATTER_N_MAX]);
    uint32_t count = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        double of[2] = {0, 0};
        bool placed = false;
        for (int64_t tried = 0; tried < value[SCATTER_TRIES] && !placed; tried++)
            placed = try_place(shape, value, &rng, circles, count, of);
        if (!placed) continue;
        uint32_t corners = shape->corners(value, &rng, circles[count].radius, of, corner);
        add_ring(rings, corner, corners, circles[count].centre, unit);
        count++;
    }
}

Status scatter_generate(const char *owner, const Shape *shape, const Settings *settings, Memory *memory,
                        Map *map, Error *error) {
    const int64_t *value = settings->value;
    size_t most = (size_t)value[SCATTER_N_MAX];
    Circle *circles = memory_take(memory, most, sizeof *circles);
    Point *corner = memory_take(memory, shape->corners_most, sizeof *corner);
    Rings rings = {.memory = memory};
    rings.points = memory_take(memory, 4 + most * shape->corners_most, sizeof *rings.points);
    rings.first = memory_take_zeroed(memory, most + 2, sizeof *rings.first);
    Status status = STATUS_NO_MEMORY;
    Map made = {.kind = MAP_POLYGONS};
    if (circles != NULL && corner != NULL && rings.points != NULL && rings.first != NULL) {
        draw_all(shape, value, circles, corner, &rings);
        status = polygons_create(&rings, owner, memory, &made.polygons, error);
    } else {
        error_say(error, STATUS_NO_MEMORY, "no memory for the map ", owner, NULL);
    }
    memory_give(memory, circles);
    memory_give(memory, corner);
    rings_destroy(&rings);
    if (status == STATUS_OK) *map = made;
    return status;
}
