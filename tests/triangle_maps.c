#include "tests/triangle_maps.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = TRIANGLE_SIDE_MOST + 1 };

typedef struct Triangle {
    uint32_t corner[3]; /* y · LINE + x, counter-clockwise */
} Triangle;

static Point place(const TriangleMap *map, uint32_t corner) {
    return map->vertex[corner / LINE][corner % LINE];
}

static Triangle triangle(const TriangleMap *map, uint32_t x, uint32_t y, int upper) {
    uint32_t a = y * LINE + x, b = a + 1, c = b + LINE, d = a + LINE;
    if (map->falling[y][x]) return upper ? (Triangle){{b, c, d}} : (Triangle){{a, b, d}};
    return upper ? (Triangle){{a, c, d}} : (Triangle){{a, b, c}};
}

static void lay_out(TriangleMap *map, double xx, double xy, double yx, double yy) {
    for (uint32_t y = 0; y <= map->height; y++)
        for (uint32_t x = 0; x <= map->width; x++)
            map->vertex[y][x] = (Point){TRIANGLE_CELL * (xx * x + xy * y), TRIANGLE_CELL * (yx * x + yy * y)};
}

void triangle_map_random(Rng *rng, uint32_t side_most, Layout layout, bool squares, uint32_t blocked_percent,
                         TriangleMap *map) {
    memset(map, 0, sizeof *map);
    if (layout == LAYOUT_STRETCHED && side_most > 7) side_most = 7;
    map->width = 1 + rng_below(rng, side_most);
    map->height = 1 + rng_below(rng, side_most);
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++) {
            map->falling[y][x] = rng_below(rng, 2) == 0;
            map->blocked[y][x][0] = rng_below(rng, 100) < blocked_percent;
            map->blocked[y][x][1] = squares ? map->blocked[y][x][0] : rng_below(rng, 100) < blocked_percent;
        }
    if (layout == LAYOUT_SHEARED)
        lay_out(map, rng_between(rng, 1, 3), -rng_between(rng, 0, 2), rng_between(rng, 0, 2),
                rng_between(rng, 1, 3));
    else if (layout == LAYOUT_STRETCHED) /* Fibonacci numbers: F(n + 1)·F(n - 1) - F(n)² = 1 for even n */
        lay_out(map, 1346269.0 / TRIANGLE_CELL, 832040.0 / TRIANGLE_CELL, 832040.0 / TRIANGLE_CELL,
                514229.0 / TRIANGLE_CELL);
    else
        lay_out(map, 1, 0, 0, 1);
    if (layout != LAYOUT_MOVED && layout != LAYOUT_FAR) return;
    /* A corner of a right triangle with legs of 16 may be moved by 2 without being turned over. */
    const double most = (1 << 24) - 3, cells = map->width > map->height ? map->width : map->height;
    double cell = layout == LAYOUT_FAR ? (double)(int64_t)(2 * most / cells) : TRIANGLE_CELL;
    double low = layout == LAYOUT_FAR ? -most : 0;
    for (uint32_t y = 0; y <= map->height; y++)
        for (uint32_t x = 0; x <= map->width; x++)
            map->vertex[y][x] = (Point){low + cell * x + (double)rng_between(rng, -2, 2),
                                        low + cell * y + (double)rng_between(rng, -2, 2)};
}

void triangle_map_drawn(const char *rows, TriangleMap *map) {
    memset(map, 0, sizeof *map);
    map->width = (uint32_t)strcspn(rows, "\n");
    map->height = (uint32_t)((strlen(rows) + 1) / (map->width + 1));
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++) {
            char letter = rows[(map->height - 1 - y) * (map->width + 1) + x];
            map->falling[y][x] = letter == '\\' || letter == 'L';
            map->blocked[y][x][0] = letter == '#' || letter == '/' || letter == '\\';
            map->blocked[y][x][1] = letter == '#' || letter == 'J' || letter == 'L';
        }
    lay_out(map, 1, 0, 0, 1);
}

/* ---- as polygons ---- */

/* The eight neighbours of a lattice vertex, as bits. */
static uint32_t direction_bit(uint32_t from, uint32_t to) {
    int x = (int)(to % LINE) - (int)(from % LINE) + 1, y = (int)(to / LINE) - (int)(from / LINE) + 1;
    return 1U << (3 * y + x);
}

static int by_from_to(const void *a, const void *b) {
    const PolygonEdge *one = a, *other = b;
    if (one->from != other->from) return one->from < other->from ? -1 : 1;
    return one->to < other->to ? -1 : one->to > other->to;
}

void triangle_map_polygons(const TriangleMap *map, Memory *memory, Polygons *polygons) {
    static uint32_t free_side[LINE * LINE], number[LINE * LINE];
    memset(free_side, 0, sizeof free_side);
    memset(number, 255, sizeof number);
    *polygons = (Polygons){.memory = memory, .obstacle_count = 1};
    polygons->vertices = memory_take(memory, LINE * LINE, sizeof *polygons->vertices);
    polygons->edges =
        memory_take(memory, 6 * TRIANGLE_SIDE_MOST * TRIANGLE_SIDE_MOST, sizeof *polygons->edges);
    assert_true(polygons->vertices != NULL && polygons->edges != NULL);
    for (int write = 0; write < 2; write++)
        for (uint32_t y = 0; y < map->height; y++)
            for (uint32_t x = 0; x < map->width; x++)
                for (int upper = 0; upper < 2; upper++) {
                    if (map->blocked[y][x][upper]) continue;
                    Triangle t = triangle(map, x, y, upper);
                    for (int i = 0; i < 3; i++) {
                        uint32_t from = t.corner[i], to = t.corner[(i + 1) % 3];
                        if (write == 0)
                            free_side[from] |= direction_bit(from, to);
                        else if ((free_side[to] & direction_bit(to, from)) == 0)
                            polygons->edges[polygons->edge_count++] = (PolygonEdge){from, to};
                    }
                }
    for (uint32_t i = 0; i < polygons->edge_count; i++) number[polygons->edges[i].from] = 0;
    for (uint32_t v = 0; v < LINE * LINE; v++) {
        if (number[v] == UINT32_MAX) continue;
        Point at = place(map, v);
        number[v] = 0; /* its rank: polygons are sorted by x, then y */
        for (uint32_t u = 0; u < LINE * LINE; u++) {
            if (number[u] == UINT32_MAX) continue;
            Point other = place(map, u);
            number[v] += other.x < at.x || (other.x == at.x && other.y < at.y);
        }
        polygons->vertices[number[v]] = at;
        polygons->vertex_count++;
    }
    for (uint32_t i = 0; i < polygons->edge_count; i++)
        polygons->edges[i] = (PolygonEdge){number[polygons->edges[i].from], number[polygons->edges[i].to]};
    qsort(polygons->edges, polygons->edge_count, sizeof *polygons->edges, by_from_to);
    for (uint32_t v = 0; v < polygons->vertex_count; v++) {
        Point at = polygons->vertices[v];
        if (v == 0) polygons->low = polygons->high = at;
        if (at.x < polygons->low.x) polygons->low.x = at.x;
        if (at.y < polygons->low.y) polygons->low.y = at.y;
        if (at.x > polygons->high.x) polygons->high.x = at.x;
        if (at.y > polygons->high.y) polygons->high.y = at.y;
    }
}

/* ---- walking over triangles ---- */

typedef struct Walk {
    const TriangleMap *map;
    uint32_t parent[TRIANGLE_SIDE_MOST * TRIANGLE_SIDE_MOST * 2];
} Walk;

static uint32_t triangle_number(uint32_t x, uint32_t y, int upper) {
    return (y * TRIANGLE_SIDE_MOST + x) * 2 + (uint32_t)upper;
}

static uint32_t group(Walk *walk, uint32_t number) {
    while (walk->parent[number] != number) number = walk->parent[number] = walk->parent[walk->parent[number]];
    return number;
}

static bool holds(const TriangleMap *map, Triangle t, Point point) {
    for (int i = 0; i < 3; i++)
        if (point_orientation(place(map, t.corner[i]), place(map, t.corner[(i + 1) % 3]), point) < 0)
            return false;
    return true;
}

/* Joins triangles with a common edge that the segment meets. */
static void join(Walk *walk, Point from, Point to) {
    const TriangleMap *map = walk->map;
    static uint32_t owner[LINE * LINE][9];
    memset(owner, 255, sizeof owner);
    for (uint32_t i = 0; i < sizeof walk->parent / sizeof *walk->parent; i++) walk->parent[i] = i;
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++)
            for (int upper = 0; upper < 2; upper++) {
                if (map->blocked[y][x][upper]) continue;
                Triangle t = triangle(map, x, y, upper);
                uint32_t number = triangle_number(x, y, upper);
                for (int i = 0; i < 3; i++) {
                    uint32_t a = t.corner[i], b = t.corner[(i + 1) % 3];
                    if (segments_meet(from, to, place(map, a), place(map, b)) == MEETING_NONE) continue;
                    owner[a][__builtin_ctz(direction_bit(a, b))] = number;
                    uint32_t other = owner[b][__builtin_ctz(direction_bit(b, a))];
                    if (other != UINT32_MAX) walk->parent[group(walk, other)] = group(walk, number);
                }
            }
}

bool triangle_map_walks(const TriangleMap *map, const Point *points, uint64_t count) {
    static bool reached[TRIANGLE_SIDE_MOST * TRIANGLE_SIDE_MOST * 2],
        next[TRIANGLE_SIDE_MOST * TRIANGLE_SIDE_MOST * 2];
    static Walk walk;
    walk.map = map;
    bool any = false;
    for (uint64_t i = 0; i < count; i++) {
        if (i > 0) join(&walk, points[i - 1], points[i]);
        memset(next, 0, sizeof next);
        any = false;
        for (uint32_t y = 0; y < map->height; y++)
            for (uint32_t x = 0; x < map->width; x++)
                for (int upper = 0; upper < 2; upper++) {
                    if (map->blocked[y][x][upper] || !holds(map, triangle(map, x, y, upper), points[i]))
                        continue;
                    uint32_t number = triangle_number(x, y, upper);
                    bool here = i == 0;
                    for (uint32_t j = 0; j < sizeof reached && !here; j++)
                        here = reached[j] && group(&walk, j) == group(&walk, number);
                    next[number] = here;
                    any = any || here;
                }
        memcpy(reached, next, sizeof reached);
    }
    return any;
}

Point triangle_map_point(const TriangleMap *map, Rng *rng) {
    uint32_t x = rng_below(rng, map->width), y = rng_below(rng, map->height);
    Triangle t = triangle(map, x, y, (int)rng_below(rng, 2));
    Point a = place(map, t.corner[0]), b = place(map, t.corner[1]), c = place(map, t.corner[2]);
    switch (rng_below(rng, 4)) {
    case 0:
    case 1:
        return a;
    case 2:
        return (Point){(a.x + b.x) / 2, (a.y + b.y) / 2};
    default:
        return (Point){(a.x + b.x + 2 * c.x) / 4, (a.y + b.y + 2 * c.y) / 4};
    }
}

/* ---- shrinking ---- */

static void print_map(const TriangleMap *map) {
    print_error("%u x %u\n", map->width, map->height);
    for (uint32_t y = 0; y < map->height; y++)
        for (uint32_t x = 0; x < map->width; x++)
            for (int upper = 0; upper < 2; upper++) {
                Triangle t = triangle(map, x, y, upper);
                if (!map->blocked[y][x][upper]) continue;
                print_error("blocked");
                for (int i = 0; i < 3; i++)
                    print_error(" %g,%g", place(map, t.corner[i]).x, place(map, t.corner[i]).y);
                print_error("\n");
            }
}

void triangle_map_shrink(TriangleMap *map, TriangleMapFails *fails, void *context) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < map->width * map->height * 2; i++) {
            bool *blocked = &map->blocked[i / 2 / map->width][i / 2 % map->width][i % 2];
            if (!*blocked) continue;
            *blocked = false;
            if (fails(context, map))
                changed = true;
            else
                *blocked = true;
        }
        for (uint32_t i = 0; i < (map->width + 1) * (map->height + 1); i++) {
            uint32_t x = i % (map->width + 1), y = i / (map->width + 1);
            Point *vertex = &map->vertex[y][x], before = *vertex;
            *vertex = (Point){TRIANGLE_CELL * x, TRIANGLE_CELL * y};
            if (point_equal(before, *vertex)) continue;
            if (fails(context, map))
                changed = true;
            else
                *vertex = before;
        }
    }
    print_map(map);
}
