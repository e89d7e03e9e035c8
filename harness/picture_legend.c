/* What a picture says below the map, laid out for either format. */
#include "harness/picture_parts.h"

#include <string.h>

enum { GAP = 8 };

static void put_entry(Legend *legend, LegendEntry entry) {
    if (legend->count < LEGEND_MOST) legend->entries[legend->count++] = entry;
}

/* How many of the letters go into a line that has room for `most`: up to a comma or a blank, if there is one.
 */
static uint32_t letters_of_line(const char *text, uint32_t most) {
    if (strlen(text) <= most) return (uint32_t)strlen(text);
    for (uint32_t count = most; count > 0; count--)
        if (text[count - 1] == ',' || text[count - 1] == ' ') return count;
    return most;
}

/* One line, or more of them where it is long; the mark stands at the first. */
static void put_text(Legend *legend, Mark mark, Colour colour, const char *text, uint32_t width,
                     uint32_t letter) {
    uint32_t most = (width - (mark == MARK_NONE ? 0 : LEGEND_LINE + GAP)) / letter;
    if (most < 1) most = 1;
    do {
        uint32_t length = letters_of_line(text, most);
        put_entry(legend, (LegendEntry){mark, colour, 0, legend->rows++, text, length});
        /* What goes on stays below the text, after a mark that does not show. */
        if (mark != MARK_NONE) mark = MARK_LINE, colour = (Colour){255, 255, 255};
        text += length;
        text += strspn(text, " ");
    } while (*text != '\0');
}

/* The line of the key that is being filled. */
typedef struct Pen {
    uint32_t x, width, letter;
} Pen;

static void put_key(Legend *legend, Pen *pen, Mark mark, Colour colour, const char *text) {
    uint32_t length = (uint32_t)strlen(text);
    uint32_t broad = LEGEND_MARK + GAP + length * pen->letter;
    if (pen->x > 0 && pen->x + broad > pen->width) {
        pen->x = 0;
        legend->rows++;
    }
    put_entry(legend, (LegendEntry){mark, colour, pen->x, legend->rows, text, length});
    pen->x += broad + 2 * GAP;
}

static void put_terrains(Legend *legend, Pen *pen, const Grid *grid) {
    bool seen[256] = {false};
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *row = grid->cost + grid_place(grid, (Cell){0, y});
        for (int32_t x = 0; x < grid->width; x++) seen[row[x]] = true;
    }
    uint32_t count = 0;
    for (uint32_t cost = 0; cost < 256 && count < SWATCHES_MOST; cost++) {
        if (!seen[cost]) continue;
        char *text = legend->swatches[count++];
        if (cost == 0)
            snprintf(text, SWATCH_TEXT, "wall");
        else
            snprintf(text, SWATCH_TEXT, "cost %u", cost);
        put_key(legend, pen, MARK_SWATCH, shade_of(grid, (uint8_t)cost), text);
    }
}

void legend_lay_out(const Picture *picture, uint32_t width, uint32_t letter, Legend *legend) {
    const Colour black = {0, 0, 0};
    Pen pen = {0, width, letter};
    legend->count = legend->rows = 0;
    put_text(legend, MARK_NONE, black, picture->title, width, letter);
    for (uint32_t i = 0; i < picture->route_count; i++)
        put_text(legend, MARK_LINE, route_colour(i), picture->routes[i].label, width, letter);
    if (picture->channel != NULL && picture->channel->offset != NULL)
        put_text(legend, MARK_THIN, route_colour(picture->channel->route), picture->channel->offset->label,
                 width, letter);
    if (picture->optimum != NULL)
        put_text(legend, MARK_DASHES, black, picture->optimum->label, width, letter);
    put_key(legend, &pen, MARK_START, black, "start");
    put_key(legend, &pen, MARK_GOAL, black, "goal");
    if (map_is_planar(picture->map)) {
        put_key(legend, &pen, MARK_SWATCH, obstacle_colour, "obstacle");
        put_key(legend, &pen, MARK_SWATCH, free_colour, "free");
    } else {
        put_terrains(legend, &pen, &picture->map->grid);
    }
    if (picture->map->links.count > 0) put_key(legend, &pen, MARK_LINK, link_colour, "link");
    if (picture->expanded != NULL)
        put_key(legend, &pen, MARK_SWATCH, expanded_colour(picture->expanded), "expanded");
    if (picture->channel != NULL) {
        put_key(legend, &pen, MARK_SWATCH, channel_colour(picture->channel), "channel");
        put_key(legend, &pen, MARK_PORTAL, portal_colour, "portal");
        put_key(legend, &pen, MARK_LEFT, left_colour, "left end");
        put_key(legend, &pen, MARK_RIGHT, right_colour, "right end");
        put_key(legend, &pen, MARK_CORNER, black, "corner");
    }
    legend->rows++;
}
