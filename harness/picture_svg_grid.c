/* The ground of a grid: each terrain is one path of rectangles, runs of equal cells along a row and as far
 * down as they go on unchanged: about eleven bytes each. The commonest terrain is the ground and costs
 * nothing. */
#include "harness/picture_parts.h"

enum { PATH_RECTANGLES = 2000 }; /* some programs take time with the square of it */

static uint8_t commonest_cost(const Grid *grid) {
    uint64_t tally[256] = {0};
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *row = grid->cost + grid_place(grid, (Cell){0, y});
        for (int32_t x = 0; x < grid->width; x++) tally[row[x]]++;
    }
    uint8_t commonest = 0;
    for (uint32_t cost = 1; cost < 256; cost++)
        if (tally[cost] > tally[commonest]) commonest = (uint8_t)cost;
    return commonest;
}

static const uint8_t *row_of(const Grid *grid, int32_t y) {
    return grid->cost + grid_place(grid, (Cell){0, y});
}

/* Whether cells first .. end - 1 of the row are a run of this cost, neither longer nor shorter. The frame
 * ends a run of passable cells; a run of walls is ended by the map's side. */
static bool is_run(const Grid *grid, int32_t y, int32_t first, int32_t end, uint8_t cost) {
    if (y < 0 || y >= grid->height) return false;
    const uint8_t *row = row_of(grid, y);
    if ((first > 0 && row[first - 1] == cost) || (end < grid->width && row[end] == cost)) return false;
    for (int32_t x = first; x < end; x++)
        if (row[x] != cost) return false;
    return true;
}

/* Where the pen is; a first move from (0, 0) is absolute. */
typedef struct Pen {
    int32_t x, y;
} Pen;

/* The rectangle that begins with the run, as far down as the run goes on unchanged. */
static void put_rectangle(const Grid *grid, int32_t y, int32_t first, int32_t end, uint8_t cost, Pen *pen,
                          FILE *out) {
    int32_t height = 1;
    while (is_run(grid, y + height, first, end, cost)) height++;
    const char *between = y < pen->y ? "" : " "; /* a minus sign separates by itself */
    fprintf(out, "m%d%s%dh%dv%dh%d", first - pen->x, between, y - pen->y, end - first, height, first - end);
    *pen = (Pen){first, y + height};
}

static void put_terrain(const Grid *grid, uint8_t cost, FILE *out) {
    Pen pen = {0, 0};
    uint32_t count = 0;
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *row = row_of(grid, y);
        for (int32_t x = 0; x < grid->width; x++) {
            if (row[x] != cost) continue;
            int32_t first = x;
            while (x < grid->width && row[x] == cost) x++;
            if (is_run(grid, y - 1, first, x, cost)) continue; /* a part of the rectangle above */
            if (count % PATH_RECTANGLES == 0) {
                fputs(count == 0 ? "<path fill=\"" : "\"/>\n<path fill=\"", out);
                svg_colour(shade_of(grid, cost), out);
                fputs("\" d=\"", out);
                pen = (Pen){0, 0};
            }
            put_rectangle(grid, y, first, x, cost, &pen, out);
            count++;
        }
    }
    if (count != 0) fputs("\"/>\n", out);
}

void svg_grid(const Grid *grid, FILE *out) {
    uint8_t ground = commonest_cost(grid);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"", grid->width, grid->height);
    svg_colour(shade_of(grid, ground), out);
    fputs("\"/>\n<g shape-rendering=\"crispEdges\">\n", out);
    for (uint32_t cost = 0; cost < 256; cost++)
        if (cost != ground) put_terrain(grid, (uint8_t)cost, out);
    fputs("</g>\n", out);
}
