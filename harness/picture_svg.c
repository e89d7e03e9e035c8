/* SVG: the ground, the routes, their ends and a legend. */
#include "harness/picture_parts.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 16,
    LINE = 20,
    LETTER = 8,
    SIDE_PIXELS = 1000,
    CELL_PIXELS_MOST = 40,
    LEGEND_PIXELS = 480 /* at least, where the map is less broad */
};

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

static void put_slice(const char *text, uint32_t length, FILE *out) {
    char letter[2] = "";
    for (uint32_t i = 0; i < length; i++) {
        letter[0] = text[i];
        put_escaped(letter, out);
    }
}

/* The mark with its middle at height y; returns where the text begins. */
static double put_mark(const LegendEntry *entry, double x, double y, FILE *out) {
    double middle = x + LEGEND_MARK / 2.0;
    switch (entry->mark) {
    case MARK_NONE:
        return x;
    case MARK_LINE:
    case MARK_THIN:
    case MARK_DASHES:
        fprintf(out, "<path fill=\"none\" stroke-width=\"%d\"%s stroke=\"", entry->mark == MARK_LINE ? 4 : 2,
                entry->mark != MARK_DASHES ? "" : " stroke-dasharray=\"4 4\"");
        svg_colour(entry->colour, out);
        fprintf(out, "\" d=\"M%.5g %.5gh%d\"/>", x, y, LEGEND_LINE);
        return x + LEGEND_LINE + 8;
    case MARK_START:
        fprintf(out,
                "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"5\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2\"/>",
                middle, y);
        break;
    case MARK_GOAL:
        fprintf(out, "<rect x=\"%.5g\" y=\"%.5g\" width=\"9\" height=\"9\" fill=\"#000\"/>", middle - 4.5,
                y - 4.5);
        break;
    case MARK_SWATCH:
        fprintf(out, "<rect x=\"%.5g\" y=\"%.5g\" width=\"12\" height=\"12\" stroke=\"#222\" fill=\"", x,
                y - 6);
        svg_colour(entry->colour, out);
        fputs("\"/>", out);
        break;
    case MARK_PORTAL:
        fprintf(out, "<path fill=\"none\" stroke-width=\"1.5\" stroke=\"");
        svg_colour(entry->colour, out);
        fprintf(out, "\" d=\"M%.5g %.5gv14\"/>", middle, y - 7);
        break;
    case MARK_LEFT:
    case MARK_RIGHT:
        svg_triangle(middle, y, 5.5, entry->mark == MARK_LEFT, entry->colour, out);
        break;
    case MARK_CORNER:
        svg_ring(middle, y, 6, out);
        break;
    case MARK_LINK:
        svg_links(&(Links){.links = &(Link){{x, y}, {x + LEGEND_MARK, y}, 0}, .count = 1}, 1, out);
    }
    return x + LEGEND_MARK + 6;
}

static void put_legend(const Legend *legend, double top, FILE *out) {
    fputs("<g font-family=\"monospace\" font-size=\"13\" fill=\"#222\">\n", out);
    for (uint32_t i = 0; i < legend->count; i++) {
        const LegendEntry *entry = &legend->entries[i];
        double y = top + LINE * (entry->row + 1.0);
        double x = put_mark(entry, MARGIN + entry->x, y - 4, out);
        fprintf(out, "<text x=\"%.5g\" y=\"%.5g\">", x, y);
        put_slice(entry->text, entry->length, out);
        fputs("</text>\n", out);
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
    double breadth = fmax(map_width, LEGEND_PIXELS);
    Legend legend;
    legend_lay_out(picture, (uint32_t)breadth, LETTER, &legend);
    double width = breadth + 2 * MARGIN, height = map_height + 2 * MARGIN + LINE * (legend.rows + 0.5);
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
    if (picture->map->links.count > 0) svg_links(&picture->map->links, 1 / scale, out);
    if (picture->optimum != NULL) put_route(picture->optimum, optimum_colour, 1.2 / scale, 4 / scale, out);
    if (picture->channel != NULL && picture->channel->offset != NULL)
        put_route(picture->channel->offset, route_colour(picture->channel->route), 1.5 / scale, 0, out);
    if (picture->channel != NULL) svg_channel(picture->channel, 1 / scale, out);
    put_ends(picture, scale, out);
    fputs("</g>\n", out);
    put_legend(&legend, map_height + MARGIN, out);
    fputs("</svg>\n", out);
    return STATUS_OK;
}
