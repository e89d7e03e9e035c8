/* What the two picture formats share: colours, the legend, the writers. */
#ifndef TAUT_HARNESS_PICTURE_PARTS_H
#define TAUT_HARNESS_PICTURE_PARTS_H

#include "harness/picture.h"

#include <stdbool.h>
#include <stdio.h>

/* The part of the plane that is drawn, in units of the map. */
typedef struct Frame {
    double x, y, width, height;
} Frame;
Frame frame_of(const Picture *picture);

/* Of a cell of this cost; 0 is a wall. Told apart by lightness alone. */
Colour shade_of(const Grid *grid, uint8_t cost);

/* What stands before a line of the legend. */
typedef enum Mark {
    MARK_NONE,
    MARK_LINE,
    MARK_THIN,
    MARK_DASHES,
    MARK_START,
    MARK_GOAL,
    MARK_SWATCH,
    MARK_PORTAL,
    MARK_LEFT,  /* a triangle that points up */
    MARK_RIGHT, /* one that points down: shape and colour both tell them apart */
    MARK_CORNER,
    MARK_LINK /* a line with a dot where it begins */
} Mark;

typedef struct LegendEntry {
    Mark mark;
    Colour colour;
    uint32_t x, row;  /* pixels from the legend's left side, and which line */
    const char *text; /* not terminated */
    uint32_t length;
} LegendEntry;

enum { LEGEND_MOST = 192, SWATCHES_MOST = 6, SWATCH_TEXT = 16 };
typedef struct Legend {
    LegendEntry entries[LEGEND_MOST];
    char swatches[SWATCHES_MOST][SWATCH_TEXT];
    uint32_t count, rows;
} Legend;

enum { LEGEND_LINE = 28, LEGEND_MARK = 12 }; /* breadth of a line's mark, and of any other */

/* Lays the legend out in `width` pixels with letters of `letter` pixels: what is longer goes on in the next
 * line. The texts are the picture's and the legend's own. */
void legend_lay_out(const Picture *picture, uint32_t width, uint32_t letter, Legend *legend);

/* Of planar maps; links of any. */
extern const Colour obstacle_colour, free_colour, mesh_colour, link_colour;

enum { LINK_RADIUS = 4 };                  /* pixels: of the dot at its beginning */
enum { MARK_RADIUS = 5, RING_RADIUS = 8 }; /* pixels: of a portal's end, of a corner */

/* Marks on a long channel are smaller, lest they hide it. */
static inline double mark_scale(const PictureChannel *channel) {
    return channel->portal_count > 64 ? 0.5 : 1;
}

/* Of the channel's faces: a breath of its route's. */
Colour channel_colour(const PictureChannel *channel);
Colour expanded_colour(const PictureFaces *expanded);
extern const Colour left_colour, right_colour, portal_colour;

/* The portal's end that is seen on the left, or right, by who walks over the picture: as its y grows
 * downwards, it shows the plane in a mirror. */
static inline Point seen_left(const Portal *portal) {
    return portal->right;
}
static inline Point seen_right(const Portal *portal) {
    return portal->left;
}

/* Colours that people with any common colour blindness tell apart (M. Okabe and K. Ito, "Color universal
 * design", 2008). */
Colour route_colour(uint32_t route);

/* Writes the whole file's bytes to `out`. */
MUST_CHECK Status picture_svg(const Picture *picture, FILE *out, Memory *memory, Error *error);
MUST_CHECK Status picture_png(const Picture *picture, FILE *out, Memory *memory, Error *error);
bool picture_png_built(void);

/* The ground of an SVG picture, in units of the map; `pixel` is how many of these a pixel covers. */
void svg_grid(const Grid *grid, FILE *out);
MUST_CHECK Status svg_planar(const Picture *picture, double pixel, FILE *out, Memory *memory, Error *error);
/* The channel's marks, above all lines. */
void svg_channel(const PictureChannel *channel, double pixel, FILE *out);
void svg_links(const Links *links, double pixel, FILE *out);
void svg_triangle(double x, double y, double radius, bool up, Colour colour, FILE *out);
void svg_ring(double x, double y, double radius, FILE *out);
void svg_colour(Colour colour, FILE *out);

/* Whether the dot (x, y) of the letter's 5 × 7 dots is set; letters outside ASCII show as '?'. */
bool letter_dot(char letter, uint32_t x, uint32_t y);

#endif
