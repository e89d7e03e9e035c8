/* SVG: the ground, the routes, their ends and a legend. */
#include "harness/picture_parts.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 16, LINE = 20, LETTER = 8, SIDE_PIXELS = 1000, CELL_PIXELS_MOST = 40, SWATCH = 90 };

static const Colour optimum_colour = {0, 0, 0};

void svg_colour(Colour colour, FILE *out) {
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

static void put_number(double value, FILE *out) {
    fprintf(out, "%.8g", value);
}

static bool is_straight(Point a, Point b, Point c) {
    return point_orientation(a, b, c) == 0 && point_between(a, c, b);
}

/* Only the corners of the route: a straight stretch is one line. */
static void put_route(const Route *route, Colour colour, double broad, double dash, FILE *out) {
    if (route->count < 2) return;
    fprintf(out, "<path stroke-width=\"%.4g\" stroke=\"", broad);
    svg_colour(colour, out);
    if (dash > 0) fprintf(out, "\" stroke-dasharray=\"%.4g %.4g", dash, dash);
    const Point *points = route->points;
    fputs("\" d=\"", out);
    for (uint64_t i = 0, from = 0; i < route->count; i++) {
        if (i > 0 && i + 1 < route->count && is_straight(points[from], points[i], points[i + 1])) continue;
        fputs(i == 0 ? "M" : "L", out);
        put_number(points[i].x, out);
        fputc(' ', out);
        put_number(points[i].y, out);
        from = i;
    }
    fputs("\"/>\n", out);
}

static void put_legend_line(const char *label, Colour colour, int broad, const char *dash, double y,
                            FILE *out) {
    fprintf(out, "<path fill=\"none\" stroke-width=\"%d\"%s stroke=\"", broad, dash);
    svg_colour(colour, out);
    fprintf(out, "\" d=\"M%d %.5gh24\"/><text x=\"%d\" y=\"%.5g\">", MARGIN, y - 4, MARGIN + 32, y);
    put_escaped(label, out);
    fputs("</text>\n", out);
}

static void put_legend(const Picture *picture, double top, FILE *out) {
    double y = top + LINE;
    fprintf(out, "<g font-family=\"monospace\" font-size=\"13\" fill=\"#222\">\n<text x=\"%d\" y=\"%.4g\">",
            MARGIN, y);
    put_escaped(picture->title, out);
    fputs("</text>\n", out);
    for (uint32_t i = 0; i < picture->route_count; i++)
        put_legend_line(picture->routes[i].label, route_colour(i), 4, "", y += LINE, out);
    if (picture->optimum != NULL)
        put_legend_line(picture->optimum->label, optimum_colour, 2, " stroke-dasharray=\"4 4\"", y += LINE,
                        out);
    y += LINE;
    fprintf(out,
            "<circle cx=\"%d\" cy=\"%.5g\" r=\"5\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2\"/>"
            "<text x=\"%d\" y=\"%.5g\">start</text>"
            "<rect x=\"%d\" y=\"%.5g\" width=\"9\" height=\"9\" fill=\"#000\" stroke=\"#fff\"/>"
            "<text x=\"%d\" y=\"%.5g\">goal</text>\n",
            MARGIN + 6, y - 4, MARGIN + 16, y, MARGIN + 72, y - 9, MARGIN + 86, y);
    Swatch swatches[SWATCHES_MOST];
    uint32_t count = swatches_of(picture, swatches);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = MARGIN + 140 + SWATCH * i;
        fprintf(out, "<rect x=\"%u\" y=\"%.5g\" width=\"12\" height=\"12\" stroke=\"#222\" fill=\"", x,
                y - 11);
        svg_colour(swatches[i].colour, out);
        fprintf(out, "\"/><text x=\"%u\" y=\"%.5g\">%s</text>\n", x + 17, y, swatches[i].label);
    }
    fputs("</g>\n", out);
}

/* Whole pixels a cell as long as the picture stays below 2 · SIDE_PIXELS: fractions would draw seams. */
static double scale_of(const Picture *picture, Frame frame) {
    double side = frame.width > frame.height ? frame.width : frame.height;
    if (map_is_planar(picture->map)) return SIDE_PIXELS / side;
    int32_t pixels = SIDE_PIXELS / (int32_t)side;
    if (pixels >= 1) return pixels < CELL_PIXELS_MOST ? pixels : CELL_PIXELS_MOST;
    return side <= 2 * SIDE_PIXELS ? 1 : 2.0 * SIDE_PIXELS / side;
}

static double legend_width(const Picture *picture) {
    size_t letters = strlen(picture->title);
    for (uint32_t i = 0; i <= picture->route_count; i++) {
        const Route *route = i < picture->route_count ? &picture->routes[i] : picture->optimum;
        if (route != NULL && strlen(route->label) + 4 > letters) letters = strlen(route->label) + 4;
    }
    Swatch swatches[SWATCHES_MOST];
    double ground = 140 + (double)SWATCH * swatches_of(picture, swatches);
    return (double)letters * LETTER > ground ? (double)letters * LETTER : ground;
}

static void put_ends(const Picture *picture, double scale, FILE *out) {
    Point start = picture->ends.start, goal = picture->ends.goal;
    fputs("<circle cx=\"", out);
    put_number(start.x, out);
    fputs("\" cy=\"", out);
    put_number(start.y, out);
    fprintf(out,
            "\" r=\"%.4g\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"%.4g\"/>\n"
            "<rect x=\"%.8g\" y=\"%.8g\" width=\"%.4g\" height=\"%.4g\" fill=\"#000\" stroke=\"#fff\" "
            "stroke-width=\"%.4g\"/>\n",
            5 / scale, 2 / scale, goal.x - 4.5 / scale, goal.y - 4.5 / scale, 9 / scale, 9 / scale,
            1 / scale);
}

Status picture_svg(const Picture *picture, FILE *out, Memory *memory, Error *error) {
    Frame frame = frame_of(picture);
    double scale = scale_of(picture, frame);
    double map_width = frame.width * scale, map_height = frame.height * scale;
    double lines = 2.5 + picture->route_count + (picture->optimum != NULL);
    double width = fmax(map_width, legend_width(picture)) + 2 * MARGIN;
    double height = map_height + 2 * MARGIN + LINE * lines;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" stroke=\"none\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<title>",
            width, height, width, height);
    put_escaped(picture->title, out);
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
    fprintf(out, "<g transform=\"translate(%.8g %.8g) scale(%.8g)\" fill=\"none\">\n",
            MARGIN - frame.x * scale, MARGIN - frame.y * scale, scale);
    if (map_is_planar(picture->map))
        TRY(svg_planar(picture, 1 / scale, out, memory, error));
    else
        svg_grid(&picture->map->grid, out);
    fprintf(out,
            "<rect x=\"%.8g\" y=\"%.8g\" width=\"%.8g\" height=\"%.8g\" stroke=\"#222\" "
            "stroke-width=\"%.4g\"/>\n",
            frame.x, frame.y, frame.width, frame.height, 1 / scale);
    fputs("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n", out);
    for (uint32_t i = 0; i < picture->route_count; i++)
        put_route(&picture->routes[i], route_colour(i), (2.2 + 2.4 * (picture->route_count - 1 - i)) / scale,
                  0, out);
    fputs("</g>\n", out);
    if (picture->optimum != NULL) put_route(picture->optimum, optimum_colour, 1.2 / scale, 4 / scale, out);
    put_ends(picture, scale, out);
    fputs("</g>\n", out);
    put_legend(picture, map_height + MARGIN, out);
    fputs("</svg>\n", out);
    return STATUS_OK;
}
