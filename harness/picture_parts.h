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

/* What the colours of the ground mean, obstacles first. */
enum { SWATCHES_MOST = 6 };
typedef struct Swatch {
    Colour colour;
    char label[16];
} Swatch;
uint32_t swatches_of(const Picture *picture, Swatch swatches[SWATCHES_MOST]);

/* Of planar maps. */
extern const Colour obstacle_colour, free_colour, mesh_colour;

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
void svg_colour(Colour colour, FILE *out);

/* Whether the dot (x, y) of the letter's 5 × 7 dots is set; letters outside ASCII show as '?'. */
bool letter_dot(char letter, uint32_t x, uint32_t y);

#endif
