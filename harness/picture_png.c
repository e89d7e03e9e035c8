/* PNG: small maps with whole pixels a cell, large ones with the mean colour of the cells that a pixel covers.
 */
#include "harness/picture_parts.h"

#ifdef TAUT_HAVE_PNG

#include <math.h>
#include <png.h>
#include <string.h>

enum {
    MARGIN = 16,
    LINE = 22,
    LETTER = 12, /* pixels from letter to letter: 5 dots of 2 and a gap */
    SIDE_PIXELS = 1000,
    CELL_PIXELS_MOST = 32
};

typedef struct Canvas {
    uint32_t width, height;
    Colour *pixels;
    uint8_t *mask;       /* how much of each pixel the route being drawn covers, of 255 */
    int32_t cell_pixels; /* pixels along a cell's side, or */
    int32_t pixel_cells; /* cells along a pixel's side: one of the two is 1 */
} Canvas;

static void canvas_set(Canvas *canvas, int64_t x, int64_t y, Colour colour) {
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return;
    canvas->pixels[(size_t)y * canvas->width + (size_t)x] = colour;
}

static void draw_box(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height, Colour colour) {
    for (int64_t row = y; row < y + height; row++)
        for (int64_t column = x; column < x + width; column++) canvas_set(canvas, column, row, colour);
}

static void draw_text(Canvas *canvas, int64_t x, int64_t y, const char *text) {
    const Colour ink = {0x22, 0x22, 0x22};
    for (; *text != '\0'; text++, x += LETTER)
        for (uint32_t row = 0; row < 7; row++)
            for (uint32_t column = 0; column < 5; column++)
                if (letter_dot(*text, column, row)) draw_box(canvas, x + 2 * column, y + 2 * row, 2, 2, ink);
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
static void paint_covered(Canvas *canvas, Colour colour) {
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

static double centre(const Canvas *canvas, int32_t at) {
    return MARGIN + (at + 0.5) * canvas->cell_pixels / canvas->pixel_cells;
}

static void draw_route(Canvas *canvas, const Route *route, Colour colour, double broad) {
    for (uint64_t i = 1; i < route->count; i++) {
        double x = centre(canvas, route->cells[i - 1].x), y = centre(canvas, route->cells[i - 1].y);
        double to_x = centre(canvas, route->cells[i].x), to_y = centre(canvas, route->cells[i].y);
        uint32_t steps = 1 + (uint32_t)(2 * fmax(fabs(to_x - x), fabs(to_y - y)));
        for (uint32_t step = 0; step <= steps; step++)
            cover_disc(canvas, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps, broad / 2);
    }
    paint_covered(canvas, colour);
}

static Colour mean_shade(const Grid *grid, const Colour *shades, int32_t x, int32_t y, int32_t side) {
    uint32_t red = 0, green = 0, blue = 0, count = 0;
    for (int32_t row = y; row < y + side && row < grid->height; row++)
        for (int32_t column = x; column < x + side && column < grid->width; column++, count++) {
            Colour shade = shades[grid->cost[grid_place(grid, (Cell){column, row})]];
            red += shade.red, green += shade.green, blue += shade.blue;
        }
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): (x, y) lies on the map. */
    return (Colour){(uint8_t)(red / count), (uint8_t)(green / count), (uint8_t)(blue / count)};
}

static void draw_map(Canvas *canvas, const Grid *grid) {
    Colour shades[256];
    for (uint32_t cost = 0; cost < 256; cost++) {
        bool occurs = cost == 0 || (cost >= grid->cost_min && cost <= grid->cost_max);
        shades[cost] = shade_of(grid, occurs ? (uint8_t)cost : grid->cost_min);
    }
    int32_t side = canvas->pixel_cells, pixels = canvas->cell_pixels;
    for (int32_t y = 0; y < grid->height; y += side)
        for (int32_t x = 0; x < grid->width; x += side)
            draw_box(canvas, MARGIN + x / side * pixels, MARGIN + y / side * pixels, pixels, pixels,
                     mean_shade(grid, shades, x, y, side));
}

static void draw_ends(Canvas *canvas, const Picture *picture) {
    const Colour black = {0, 0, 0}, white = {255, 255, 255};
    double x = centre(canvas, picture->query.start.x), y = centre(canvas, picture->query.start.y);
    cover_disc(canvas, x, y, 6);
    paint_covered(canvas, black);
    cover_disc(canvas, x, y, 4);
    paint_covered(canvas, white);
    int64_t goal_x = (int64_t)centre(canvas, picture->query.goal.x);
    int64_t goal_y = (int64_t)centre(canvas, picture->query.goal.y);
    draw_box(canvas, goal_x - 6, goal_y - 6, 12, 12, white);
    draw_box(canvas, goal_x - 5, goal_y - 5, 10, 10, black);
}

static void draw_legend(Canvas *canvas, const Picture *picture, int64_t y) {
    const Colour black = {0, 0, 0}, white = {255, 255, 255};
    draw_text(canvas, MARGIN, y, picture->title);
    for (uint32_t i = 0; i < picture->route_count; i++) {
        y += LINE;
        draw_box(canvas, MARGIN, y + 5, 28, 4, route_colour(i));
        draw_text(canvas, MARGIN + 36, y, picture->routes[i].label);
    }
    y += LINE;
    cover_disc(canvas, MARGIN + 7, (double)y + 7, 6);
    paint_covered(canvas, black);
    cover_disc(canvas, MARGIN + 7, (double)y + 7, 4);
    paint_covered(canvas, white);
    draw_text(canvas, MARGIN + 20, y, "start");
    draw_box(canvas, MARGIN + 96, y + 2, 10, 10, black);
    draw_text(canvas, MARGIN + 112, y, "goal");
    uint8_t costs[SHADES_SHOWN];
    uint32_t count = shades_of(picture->grid, costs);
    for (uint32_t i = 0; i < count; i++) {
        char label[16];
        shade_label(costs[i], label);
        int64_t x = MARGIN + 184 + 124 * (int64_t)i;
        draw_box(canvas, x, y, 14, 14, black);
        draw_box(canvas, x + 1, y + 1, 12, 12, shade_of(picture->grid, costs[i]));
        draw_text(canvas, x + 20, y, label);
    }
}

static Status write_png(const Canvas *canvas, const char *title, FILE *out, Error *error) {
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

/* The picture's size: the map's, or the legend's where that is broader. */
static Canvas canvas_measure(const Picture *picture, uint32_t *map_height) {
    const Grid *grid = picture->grid;
    int32_t side = grid->width > grid->height ? grid->width : grid->height;
    Canvas canvas = {.cell_pixels = SIDE_PIXELS / side, .pixel_cells = 1};
    if (canvas.cell_pixels > CELL_PIXELS_MOST) canvas.cell_pixels = CELL_PIXELS_MOST;
    if (canvas.cell_pixels < 1) {
        canvas.cell_pixels = 1;
        canvas.pixel_cells = (side + 2 * SIDE_PIXELS - 1) / (2 * SIDE_PIXELS);
    }
    int32_t per = canvas.pixel_cells;
    uint32_t map_width = (uint32_t)((grid->width + per - 1) / per * canvas.cell_pixels);
    *map_height = (uint32_t)((grid->height + per - 1) / per * canvas.cell_pixels);
    size_t broadest = strlen(picture->title) * LETTER;
    for (uint32_t i = 0; i < picture->route_count; i++) {
        size_t broad = strlen(picture->routes[i].label) * LETTER + 36;
        if (broad > broadest) broadest = broad;
    }
    uint8_t costs[SHADES_SHOWN];
    size_t terrain = 184 + 124 * (size_t)shades_of(grid, costs);
    if (terrain > broadest) broadest = terrain;
    if (map_width > broadest) broadest = map_width;
    canvas.width = (uint32_t)broadest + 2 * MARGIN;
    canvas.height = *map_height + 2 * MARGIN + LINE * (picture->route_count + 2) + MARGIN / 2;
    return canvas;
}

Status picture_png(const Picture *picture, FILE *out, Memory *memory, Error *error) {
    uint32_t map_height;
    Canvas canvas = canvas_measure(picture, &map_height);
    size_t count = (size_t)canvas.width * canvas.height;
    canvas.pixels = memory_take(memory, count, sizeof *canvas.pixels);
    canvas.mask = memory_take_zeroed(memory, count, 1);
    Status status = STATUS_OK;
    if (canvas.pixels == NULL || canvas.mask == NULL) {
        status = error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
    } else {
        memset(canvas.pixels, 255, count * sizeof *canvas.pixels);
        draw_map(&canvas, picture->grid);
        for (uint32_t i = 0; i < picture->route_count; i++)
            draw_route(&canvas, &picture->routes[i], route_colour(i),
                       2.5 + 2.8 * (picture->route_count - 1 - i));
        draw_ends(&canvas, picture);
        draw_legend(&canvas, picture, MARGIN + map_height + MARGIN / 2);
        status = write_png(&canvas, picture->title, out, error);
    }
    memory_give(memory, canvas.pixels);
    memory_give(memory, canvas.mask);
    return status;
}

bool picture_png_built(void) {
    return true;
}

#else

Status picture_png(const Picture *picture, FILE *out, Memory *memory, Error *error) {
    (void)picture, (void)out, (void)memory;
    return error_say(error, STATUS_REFUSED, "built without libpng: scripts/setup installs it", NULL);
}

bool picture_png_built(void) {
    return false;
}

#endif
