#include "harness/picture_canvas.h"

#ifdef TAUT_HAVE_PNG

#include <math.h>
#include <png.h>
#include <string.h>

Status canvas_create(uint32_t width, uint32_t height, Memory *memory, Canvas *canvas, Error *error) {
    size_t count = (size_t)width * height;
    *canvas = (Canvas){.width = width, .height = height, .memory = memory};
    canvas->pixels = memory_take(memory, count, sizeof *canvas->pixels);
    canvas->mask = memory_take_zeroed(memory, count, 1);
    if (canvas->pixels == NULL || canvas->mask == NULL) {
        canvas_destroy(canvas);
        return error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
    }
    memset(canvas->pixels, 255, count * sizeof *canvas->pixels);
    return STATUS_OK;
}

void canvas_destroy(Canvas *canvas) {
    memory_give(canvas->memory, canvas->pixels);
    memory_give(canvas->memory, canvas->mask);
    canvas->pixels = NULL;
    canvas->mask = NULL;
}

static void canvas_set(Canvas *canvas, int64_t x, int64_t y, Colour colour) {
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return;
    canvas->pixels[(size_t)y * canvas->width + (size_t)x] = colour;
}

void draw_box(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height, Colour colour) {
    for (int64_t row = y; row < y + height; row++)
        for (int64_t column = x; column < x + width; column++) canvas_set(canvas, column, row, colour);
}

void draw_text(Canvas *canvas, int64_t x, int64_t y, const char *text, uint32_t length) {
    const Colour ink = {0x22, 0x22, 0x22};
    for (uint32_t i = 0; i < length; i++, x += CANVAS_LETTER)
        for (uint32_t row = 0; row < 7; row++)
            for (uint32_t column = 0; column < 5; column++)
                if (letter_dot(text[i], column, row))
                    draw_box(canvas, x + 2 * column, y + 2 * row, 2, 2, ink);
}

/* Covers the disc; the coverage falls from full to none over the last pixel of the radius. */
static void cover_disc(Canvas *canvas, double x, double y, double radius) {
    int64_t low_x = (int64_t)floor(x - radius - 1), high_x = (int64_t)ceil(x + radius + 1);
    int64_t low_y = (int64_t)floor(y - radius - 1), high_y = (int64_t)ceil(y + radius + 1);
    for (int64_t row = low_y < 0 ? 0 : low_y; row <= high_y && row < canvas->height; row++)
        for (int64_t column = low_x < 0 ? 0 : low_x; column <= high_x && column < canvas->width; column++) {
            double away = hypot((double)column + 0.5 - x, (double)row + 0.5 - y);
            double part = fmin(1, fmax(0, radius + 0.5 - away));
            uint8_t *mask = &canvas->mask[(size_t)row * canvas->width + (size_t)column];
            if (part * 255 > *mask) *mask = (uint8_t)(part * 255);
        }
}

static uint8_t blend(uint8_t below, uint8_t above, uint8_t part) {
    return (uint8_t)((below * (255 - part) + above * part) / 255);
}

/* Paints what was covered, and covers nothing any more. */
void paint_covered(Canvas *canvas, Colour colour) {
    size_t count = (size_t)canvas->width * canvas->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t part = canvas->mask[i];
        if (part == 0) continue;
        Colour *pixel = &canvas->pixels[i];
        *pixel = (Colour){blend(pixel->red, colour.red, part), blend(pixel->green, colour.green, part),
                          blend(pixel->blue, colour.blue, part)};
        canvas->mask[i] = 0;
    }
}

void draw_disc(Canvas *canvas, double x, double y, double radius, Colour colour) {
    cover_disc(canvas, x, y, radius);
    paint_covered(canvas, colour);
}

void cover_line(Canvas *canvas, Point from, Point to, double broad) {
    uint32_t steps = 1 + (uint32_t)(2 * fmax(fabs(to.x - from.x), fabs(to.y - from.y)));
    for (uint32_t step = 0; step <= steps; step++)
        cover_disc(canvas, from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps,
                   broad / 2);
}

/* Of the 16 places that are tried in a pixel those count that lie inside. */
void cover_triangle(Canvas *canvas, Point middle, double radius, bool up) {
    int64_t low_x = (int64_t)floor(middle.x - radius), high_x = (int64_t)ceil(middle.x + radius);
    int64_t low_y = (int64_t)floor(middle.y - radius), high_y = (int64_t)ceil(middle.y + radius);
    for (int64_t row = low_y < 0 ? 0 : low_y; row <= high_y && row < canvas->height; row++)
        for (int64_t column = low_x < 0 ? 0 : low_x; column <= high_x && column < canvas->width; column++) {
            uint32_t inside = 0;
            for (uint32_t i = 0; i < 16; i++) {
                double x = (double)column + (i % 4 + 0.5) / 4 - middle.x;
                double y = (double)row + (i / 4 + 0.5) / 4 - middle.y; /* NOLINT(bugprone-integer-division) */
                if (!up) y = -y;
                inside += y <= radius / 2 && fabs(x) <= (y + radius) / sqrt(3);
            }
            uint8_t *mask = &canvas->mask[(size_t)row * canvas->width + (size_t)column];
            if (inside * 255 / 16 > *mask) *mask = (uint8_t)(inside * 255 / 16);
        }
}

void cover_ring(Canvas *canvas, Point middle, double radius, double broad) {
    enum { SIDES = 48 };
    Point last = {middle.x + radius, middle.y};
    for (uint32_t i = 1; i <= SIDES; i++) {
        double angle = i * 2 * acos(-1) / SIDES;
        Point next = {middle.x + radius * cos(angle), middle.y + radius * sin(angle)};
        cover_line(canvas, last, next, broad);
        last = next;
    }
}

Status canvas_write(const Canvas *canvas, const char *title, FILE *out, Error *error) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return error_say(error, STATUS_SYSTEM, "libpng could not write the picture", NULL);
    }
    png_init_io(png, out);
    png_set_IHDR(png, info, canvas->width, canvas->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    char key[] = "Title";
    png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = key, .text = (char *)(uintptr_t)title};
    png_set_text(png, info, &text, 1);
    png_write_info(png, info);
    for (uint32_t y = 0; y < canvas->height; y++)
        png_write_row(png, (png_const_bytep)&canvas->pixels[(size_t)y * canvas->width]);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return STATUS_OK;
}

#endif
