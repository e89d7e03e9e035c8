/* Pixels to draw on: text, discs, lines with soft edges, and the PNG file made of them. */
#ifndef TAUT_HARNESS_PICTURE_CANVAS_H
#define TAUT_HARNESS_PICTURE_CANVAS_H

#include "harness/picture_parts.h"

enum { CANVAS_LETTER = 12 }; /* pixels from letter to letter: 5 dots of 2 and a gap */

typedef struct Canvas {
    uint32_t width, height;
    Colour *pixels;
    uint8_t *mask; /* how much of each pixel what is being drawn covers, of 255 */
    Memory *memory;
} Canvas;

/* White. */
MUST_CHECK Status canvas_create(uint32_t width, uint32_t height, Memory *memory, Canvas *canvas,
                                Error *error);
void canvas_destroy(Canvas *canvas);

void draw_box(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height, Colour colour);
void draw_text(Canvas *canvas, int64_t x, int64_t y, const char *text, uint32_t length);
void draw_disc(Canvas *canvas, double x, double y, double radius, Colour colour);

/* Covers a line of that breadth; what is covered twice is painted once. */
void cover_line(Canvas *canvas, Point from, Point to, double broad);
/* Covers an equilateral triangle around the point, tip up or down. */
void cover_triangle(Canvas *canvas, Point middle, double radius, bool up);
void cover_ring(Canvas *canvas, Point middle, double radius, double broad);
/* Paints what was covered, and covers nothing any more. */
void paint_covered(Canvas *canvas, Colour colour);

MUST_CHECK Status canvas_write(const Canvas *canvas, const char *title, FILE *out, Error *error);

#endif
