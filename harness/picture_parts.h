/* What the two picture formats share: colours, the legend, the writers. */
#ifndef TAUT_HARNESS_PICTURE_PARTS_H
#define TAUT_HARNESS_PICTURE_PARTS_H

#include "harness/picture.h"

#include <stdbool.h>
#include <stdio.h>

enum { SHADES_SHOWN = 6 }; /* terrain costs that the legend explains */

/* Of a cell of this cost; 0 is a wall. Told apart by lightness alone. */
Colour shade_of(const Grid *grid, uint8_t cost);

/* The costs that occur on the map, 0 (walls) first, at most SHADES_SHOWN; returns how many. */
uint32_t shades_of(const Grid *grid, uint8_t costs[SHADES_SHOWN]);

/* "wall" or "cost N". */
void shade_label(uint8_t cost, char text[16]);

/* Colours that people with any common colour blindness tell apart (M. Okabe and K. Ito, "Color universal
 * design", 2008). */
Colour route_colour(uint32_t route);

/* Writes the whole file's bytes to `out`. */
MUST_CHECK Status picture_svg(const Picture *picture, FILE *out, Memory *memory, Error *error);
MUST_CHECK Status picture_png(const Picture *picture, FILE *out, Memory *memory, Error *error);
bool picture_png_built(void);

/* Whether the dot (x, y) of the letter's 5 × 7 dots is set; letters outside ASCII show as '?'. */
bool letter_dot(char letter, uint32_t x, uint32_t y);

#endif
