/* SVG: each terrain is one path of rectangles, runs of equal cells along a row and as far down as they go on
 * unchanged: about eleven bytes each. The commonest terrain is the ground and costs nothing. */
#include "harness/picture_parts.h"

#include <string.h>

enum { PATH_RECTANGLES = 2000 }; /* some programs take time with the square of it */
enum { MARGIN = 16, LINE = 20, LETTER = 8, SIDE_PIXELS = 1000, CELL_PIXELS_MOST = 40 };

static void put_colour(Colour colour, FILE *out) {
    fprintf(out, "#%02x%02x%02x", colour.red, colour.green, colour.blue);
}

static void put_escaped(const char *text, FILE *out) {
    for (; *text != '\0'; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if ((unsigned char)*text < 0x20)
            fputc(' ', out);
        else
            fputc(*text, out);
    }
}

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
                put_colour(shade_of(grid, cost), out);
                fputs("\" d=\"", out);
                pen = (Pen){0, 0};
            }
            put_rectangle(grid, y, first, x, cost, &pen, out);
            count++;
        }
    }
    if (count != 0) fputs("\"/>\n", out);
}

/* Only the corners of the route: a straight stretch is one line. */
static void put_route(const Route *route, uint32_t number, double broad, FILE *out) {
    if (route->count < 2) return;
    fprintf(out, "<path stroke-width=\"%.4g\" stroke=\"", broad);
    put_colour(route_colour(number), out);
    const Cell *cells = route->cells;
    fprintf(out, "\" d=\"M%d.5 %d.5", cells[0].x, cells[0].y);
    for (uint64_t i = 1, from = 0; i < route->count; i++) {
        bool turns = i + 1 == route->count || cells[i + 1].x - cells[i].x != cells[i].x - cells[i - 1].x ||
                     cells[i + 1].y - cells[i].y != cells[i].y - cells[i - 1].y;
        if (!turns) continue;
        fprintf(out, "l%d %d", cells[i].x - cells[from].x, cells[i].y - cells[from].y);
        from = i;
    }
    fputs("\"/>\n", out);
}

static void put_legend(const Picture *picture, double top, FILE *out) {
    double y = top + LINE;
    fprintf(out, "<g font-family=\"monospace\" font-size=\"13\" fill=\"#222\">\n<text x=\"%d\" y=\"%.4g\">",
            MARGIN, y);
    put_escaped(picture->title, out);
    fputs("</text>\n", out);
    for (uint32_t i = 0; i < picture->route_count; i++) {
        y += LINE;
        fprintf(out, "<path fill=\"none\" stroke-width=\"4\" stroke=\"");
        put_colour(route_colour(i), out);
        fprintf(out, "\" d=\"M%d %.5gh24\"/><text x=\"%d\" y=\"%.5g\">", MARGIN, y - 4, MARGIN + 32, y);
        put_escaped(picture->routes[i].label, out);
        fputs("</text>\n", out);
    }
    y += LINE;
    fprintf(out,
            "<circle cx=\"%d\" cy=\"%.5g\" r=\"5\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2\"/>"
            "<text x=\"%d\" y=\"%.5g\">start</text>"
            "<rect x=\"%d\" y=\"%.5g\" width=\"9\" height=\"9\" fill=\"#000\" stroke=\"#fff\"/>"
            "<text x=\"%d\" y=\"%.5g\">goal</text>\n",
            MARGIN + 6, y - 4, MARGIN + 16, y, MARGIN + 72, y - 9, MARGIN + 86, y);
    uint8_t costs[SHADES_SHOWN];
    uint32_t count = shades_of(picture->grid, costs);
    for (uint32_t i = 0; i < count; i++) {
        char label[16];
        shade_label(costs[i], label);
        uint32_t x = MARGIN + 140 + 84 * i;
        fprintf(out, "<rect x=\"%u\" y=\"%.5g\" width=\"12\" height=\"12\" stroke=\"#222\" fill=\"", x,
                y - 11);
        put_colour(shade_of(picture->grid, costs[i]), out);
        fprintf(out, "\"/><text x=\"%u\" y=\"%.5g\">%s</text>\n", x + 17, y, label);
    }
    fputs("</g>\n", out);
}

/* Whole pixels a cell as long as the picture stays below 2 · SIDE_PIXELS: fractions would draw seams. */
static double scale_of(int32_t side) {
    int32_t pixels = SIDE_PIXELS / side;
    if (pixels >= 1) return pixels < CELL_PIXELS_MOST ? pixels : CELL_PIXELS_MOST;
    return side <= 2 * SIDE_PIXELS ? 1 : 2.0 * SIDE_PIXELS / side;
}

Status picture_svg(const Picture *picture, FILE *out, Memory *memory, Error *error) {
    (void)memory, (void)error;
    const Grid *grid = picture->grid;
    int32_t side = grid->width > grid->height ? grid->width : grid->height;
    double scale = scale_of(side);
    double map_width = grid->width * scale, map_height = grid->height * scale;
    size_t letters = strlen(picture->title);
    for (uint32_t i = 0; i < picture->route_count; i++)
        if (strlen(picture->routes[i].label) + 4 > letters) letters = strlen(picture->routes[i].label) + 4;
    uint8_t costs[SHADES_SHOWN];
    double legend_width = 140 + 84.0 * shades_of(grid, costs);
    if ((double)letters * LETTER > legend_width) legend_width = (double)letters * LETTER;
    double width = (map_width > legend_width ? map_width : legend_width) + 2 * MARGIN;
    double height = map_height + 2 * MARGIN + LINE * (2.5 + picture->route_count);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" stroke=\"none\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f "
            "%.0f\">\n<title>",
            width, height, width, height);
    put_escaped(picture->title, out);
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
    fprintf(out, "<g transform=\"translate(%d %d) scale(%.6g)\" fill=\"none\">\n", MARGIN, MARGIN, scale);
    uint8_t ground = commonest_cost(grid);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"", grid->width, grid->height);
    put_colour(shade_of(grid, ground), out);
    fputs("\"/>\n<g shape-rendering=\"crispEdges\">\n", out);
    for (uint32_t cost = 0; cost < 256; cost++)
        if (cost != ground) put_terrain(grid, (uint8_t)cost, out);
    fprintf(out, "</g>\n<rect width=\"%d\" height=\"%d\" stroke=\"#222\" stroke-width=\"%.4g\"/>\n",
            grid->width, grid->height, 1 / scale);
    fputs("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n", out);
    for (uint32_t i = 0; i < picture->route_count; i++)
        put_route(&picture->routes[i], i, (2.2 + 2.4 * (picture->route_count - 1 - i)) / scale, out);
    Cell start = picture->query.start, goal = picture->query.goal;
    fprintf(out,
            "</g>\n<circle cx=\"%d.5\" cy=\"%d.5\" r=\"%.4g\" fill=\"#fff\" stroke=\"#000\" "
            "stroke-width=\"%.4g\"/>\n"
            "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.4g\" height=\"%.4g\" fill=\"#000\" stroke=\"#fff\" "
            "stroke-width=\"%.4g\"/>\n</g>\n",
            start.x, start.y, 5 / scale, 2 / scale, goal.x + 0.5 - 4.5 / scale, goal.y + 0.5 - 4.5 / scale,
            9 / scale, 9 / scale, 1 / scale);
    put_legend(picture, map_height + MARGIN, out);
    fputs("</svg>\n", out);
    return STATUS_OK;
}
