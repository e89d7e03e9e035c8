/* PNG: a grid with whole pixels a cell, large ones with the mean colour of the cells that a pixel covers; a
 * planar map with soft edges. */
#include "harness/picture_canvas.h"

#ifdef TAUT_HAVE_PNG

#include <math.h>

enum {
    MARGIN = 16,
    LINE = 22,
    SIDE_PIXELS = 1000,
    LEGEND_PIXELS = 720, /* at least, where the map is less broad */
    CELL_PIXELS_MOST = 32,
    FINE = 4 /* lines, and columns, of a pixel that are tried for what is free */
};

/* How the plane comes onto the canvas. */
typedef struct View {
    Frame frame;
    double scale; /* pixels a unit */
    uint32_t width, height;
    int32_t cell_pixels; /* grids: pixels along a cell's side, or */
    int32_t pixel_cells; /* cells along a pixel's side: one of the two is 1 */
} View;

static Point on_canvas(const View *view, Point point) {
    return (Point){MARGIN + (point.x - view->frame.x) * view->scale,
                   MARGIN + (point.y - view->frame.y) * view->scale};
}

static View view_of(const Picture *picture) {
    View view = {.frame = frame_of(picture), .cell_pixels = 1, .pixel_cells = 1};
    double side = fmax(view.frame.width, view.frame.height);
    if (map_is_planar(picture->map)) {
        view.scale = SIDE_PIXELS / side;
        view.width = (uint32_t)ceil(view.frame.width * view.scale);
        view.height = (uint32_t)ceil(view.frame.height * view.scale);
        if (view.width < 1) view.width = 1;
        if (view.height < 1) view.height = 1;
        return view;
    }
    view.cell_pixels = SIDE_PIXELS / (int32_t)side;
    if (view.cell_pixels > CELL_PIXELS_MOST) view.cell_pixels = CELL_PIXELS_MOST;
    if (view.cell_pixels < 1) {
        view.cell_pixels = 1;
        view.pixel_cells = ((int32_t)side + 2 * SIDE_PIXELS - 1) / (2 * SIDE_PIXELS);
    }
    int32_t per = view.pixel_cells;
    view.scale = (double)view.cell_pixels / per;
    view.width = (uint32_t)((picture->map->grid.width + per - 1) / per * view.cell_pixels);
    view.height = (uint32_t)((picture->map->grid.height + per - 1) / per * view.cell_pixels);
    return view;
}

static void draw_route(Canvas *canvas, const View *view, const Route *route, Colour colour, double broad) {
    for (uint64_t i = 1; i < route->count; i++)
        cover_line(canvas, on_canvas(view, route->points[i - 1]), on_canvas(view, route->points[i]), broad);
    paint_covered(canvas, colour);
}

/* Dashes run on from segment to segment. */
static void draw_dashed(Canvas *canvas, const View *view, const Route *route, double dash) {
    double done = 0;
    for (uint64_t i = 1; i < route->count; i++) {
        Point from = on_canvas(view, route->points[i - 1]), to = on_canvas(view, route->points[i]);
        double length = hypot(to.x - from.x, to.y - from.y);
        for (double at = 0; at < length;) {
            double left = dash - fmod(done + at, dash), end = fmin(length, at + fmax(left, 0.01));
            Point a = {from.x + (to.x - from.x) * at / length, from.y + (to.y - from.y) * at / length};
            Point b = {from.x + (to.x - from.x) * end / length, from.y + (to.y - from.y) * end / length};
            if (fmod(floor((done + at) / dash), 2) < 1) cover_line(canvas, a, b, 1.4);
            at = end;
        }
        done += length;
    }
    paint_covered(canvas, (Colour){0, 0, 0});
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

static void draw_grid(Canvas *canvas, const View *view, const Grid *grid) {
    Colour shades[256];
    for (uint32_t cost = 0; cost < 256; cost++) {
        bool occurs = cost == 0 || (cost >= grid->cost_min && cost <= grid->cost_max);
        shades[cost] = shade_of(grid, occurs ? (uint8_t)cost : grid->cost_min);
    }
    int32_t side = view->pixel_cells, pixels = view->cell_pixels;
    for (int32_t y = 0; y < grid->height; y += side)
        for (int32_t x = 0; x < grid->width; x += side)
            draw_box(canvas, MARGIN + x / side * pixels, MARGIN + y / side * pixels, pixels, pixels,
                     mean_shade(grid, shades, x, y, side));
}

/* Marks where an edge of free space meets the lines that are tried: between two marks all is free or nothing
 * (Ackland and Weste, "The edge flag algorithm", 1981). */
static void flag_edge(uint8_t *flags, const View *view, Point a, Point b) {
    double x = (a.x - view->frame.x) * view->scale * FINE, y = (a.y - view->frame.y) * view->scale * FINE;
    double to_x = (b.x - view->frame.x) * view->scale * FINE,
           to_y = (b.y - view->frame.y) * view->scale * FINE;
    if (y > to_y) {
        double swap_x = x, swap_y = y;
        x = to_x, y = to_y, to_x = swap_x, to_y = swap_y;
    }
    int64_t columns = (int64_t)view->width * FINE, lines = (int64_t)view->height * FINE;
    for (int64_t line = (int64_t)ceil(y - 0.5); (double)line + 0.5 < to_y && line < lines; line++) {
        if (line < 0) continue;
        int64_t column = (int64_t)ceil(x + ((double)line + 0.5 - y) * (to_x - x) / (to_y - y) - 0.5);
        if (column < columns) flags[line * columns + (column < 0 ? 0 : column)] ^= 1;
    }
}

static Status flags_create(const View *view, Memory *memory, uint8_t **flags, Error *error) {
    *flags = memory_take_zeroed(memory, (size_t)view->width * FINE * view->height * FINE, 1);
    if (*flags != NULL) return STATUS_OK;
    return error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
}

/* Paints what lies between the marks, with soft edges. */
static void paint_flagged(Canvas *canvas, const View *view, const uint8_t *flags, Colour colour) {
    size_t columns = (size_t)view->width * FINE, lines = (size_t)view->height * FINE;
    for (size_t line = 0; line < lines; line++) {
        bool is_inside = false;
        uint8_t *mask = canvas->mask + (MARGIN + line / FINE) * canvas->width + MARGIN;
        for (size_t column = 0; column < columns; column++) {
            is_inside ^= flags[line * columns + column] != 0;
            if (is_inside) mask[column / FINE] = (uint8_t)(mask[column / FINE] + 255 / (FINE * FINE));
        }
    }
    const uint8_t whole = 255 / (FINE * FINE) * (FINE * FINE);
    for (size_t i = 0; i < (size_t)canvas->width * canvas->height; i++)
        canvas->mask[i] = (uint8_t)(canvas->mask[i] * 255 / whole);
    paint_covered(canvas, colour);
}

static Status draw_free_space(Canvas *canvas, const View *view, const Polygons *polygons, Error *error) {
    uint8_t *flags;
    TRY(flags_create(view, canvas->memory, &flags, error));
    for (uint32_t i = 0; i < polygons->edge_count; i++)
        flag_edge(flags, view, polygons->vertices[polygons->edges[i].from],
                  polygons->vertices[polygons->edges[i].to]);
    draw_box(canvas, MARGIN, MARGIN, view->width, view->height, obstacle_colour);
    paint_flagged(canvas, view, flags, free_colour);
    memory_give(canvas->memory, flags);
    return STATUS_OK;
}

/* An edge between two of the faces is flagged twice, that is not at all. */
static Status draw_faces(Canvas *canvas, const View *view, const Mesh *mesh, const uint32_t *faces,
                         uint32_t count, Colour colour, Error *error) {
    uint8_t *flags;
    TRY(flags_create(view, canvas->memory, &flags, error));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = mesh->first[faces[i]], end = mesh->first[faces[i] + 1];
        for (uint32_t c = first; c < end; c++)
            flag_edge(flags, view, mesh->vertices[mesh->corner[c]],
                      mesh->vertices[mesh->corner[c + 1 == end ? first : c + 1]]);
    }
    paint_flagged(canvas, view, flags, colour);
    memory_give(canvas->memory, flags);
    return STATUS_OK;
}

static void draw_portals(Canvas *canvas, const View *view, const PictureChannel *channel) {
    for (uint32_t i = 0; i < channel->portal_count; i++)
        cover_line(canvas, on_canvas(view, channel->portals[i].left),
                   on_canvas(view, channel->portals[i].right), 0.8);
    paint_covered(canvas, portal_colour);
}

static void draw_mesh(Canvas *canvas, const View *view, const Mesh *mesh) {
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            uint32_t next = i + 1 == mesh->first[f + 1] ? mesh->first[f] : i + 1;
            if (mesh->neighbour[i] == FACE_NONE || mesh->corner[i] > mesh->corner[next]) continue;
            cover_line(canvas, on_canvas(view, mesh->vertices[mesh->corner[i]]),
                       on_canvas(view, mesh->vertices[mesh->corner[next]]), 0.4);
        }
    paint_covered(canvas, mesh_colour);
}

static void draw_link(Canvas *canvas, Point from, Point to) {
    cover_line(canvas, from, to, 1.4);
    paint_covered(canvas, link_colour);
    draw_disc(canvas, from.x, from.y, LINK_RADIUS, link_colour);
}

static void draw_links(Canvas *canvas, const View *view, const Links *links) {
    for (uint32_t i = 0; i < links->count; i++)
        draw_link(canvas, on_canvas(view, links->links[i].from), on_canvas(view, links->links[i].to));
}

static void draw_ends(Canvas *canvas, const View *view, const Picture *picture) {
    const Colour black = {0, 0, 0}, white = {255, 255, 255};
    Point start = on_canvas(view, picture->ends.start), goal = on_canvas(view, picture->ends.goal);
    draw_disc(canvas, start.x, start.y, 6, black);
    draw_disc(canvas, start.x, start.y, 4, white);
    draw_box(canvas, (int64_t)goal.x - 6, (int64_t)goal.y - 6, 12, 12, white);
    draw_box(canvas, (int64_t)goal.x - 5, (int64_t)goal.y - 5, 10, 10, black);
}

/* Each colour is painted once, for all of its marks. */
static void draw_channel_marks(Canvas *canvas, const View *view, const PictureChannel *channel) {
    const Colour black = {0, 0, 0}, ink = {0x22, 0x22, 0x22};
    const double scale = mark_scale(channel), radius = MARK_RADIUS * scale, ring = (RING_RADIUS + 1) * scale;
    for (uint32_t i = 0; i < channel->portal_count; i++) {
        cover_triangle(canvas, on_canvas(view, seen_left(&channel->portals[i])), radius + 2 * scale, true);
        cover_triangle(canvas, on_canvas(view, seen_right(&channel->portals[i])), radius + 2 * scale, false);
    }
    paint_covered(canvas, ink);
    for (uint32_t i = 0; i < channel->portal_count; i++)
        cover_triangle(canvas, on_canvas(view, seen_left(&channel->portals[i])), radius, true);
    paint_covered(canvas, left_colour);
    for (uint32_t i = 0; i < channel->portal_count; i++)
        cover_triangle(canvas, on_canvas(view, seen_right(&channel->portals[i])), radius, false);
    paint_covered(canvas, right_colour);
    for (uint32_t i = 0; i < channel->corner_count; i++)
        cover_ring(canvas, on_canvas(view, channel->corners[i]), ring, 2 * scale);
    paint_covered(canvas, black);
}

/* The mark with its middle at height y; returns where the text begins. */
static int64_t draw_mark(Canvas *canvas, const LegendEntry *entry, int64_t x, int64_t y) {
    const Colour black = {0, 0, 0}, white = {255, 255, 255};
    Point middle = {(double)x + LEGEND_MARK / 2.0, (double)y};
    switch (entry->mark) {
    case MARK_NONE:
        return x;
    case MARK_LINE:
        draw_box(canvas, x, y - 2, LEGEND_LINE, 4, entry->colour);
        return x + LEGEND_LINE + 8;
    case MARK_THIN:
        draw_box(canvas, x, y - 1, LEGEND_LINE, 2, entry->colour);
        return x + LEGEND_LINE + 8;
    case MARK_DASHES:
        for (int64_t dash = 0; dash < LEGEND_LINE; dash += 8) draw_box(canvas, x + dash, y - 1, 4, 2, black);
        return x + LEGEND_LINE + 8;
    case MARK_START:
        draw_disc(canvas, middle.x, middle.y, 6, black);
        draw_disc(canvas, middle.x, middle.y, 4, white);
        break;
    case MARK_GOAL:
        draw_box(canvas, x + 1, y - 5, 10, 10, black);
        break;
    case MARK_SWATCH:
        draw_box(canvas, x - 1, y - 7, 14, 14, black);
        draw_box(canvas, x, y - 6, 12, 12, entry->colour);
        break;
    case MARK_PORTAL:
        draw_box(canvas, x + 5, y - 8, 2, 16, entry->colour);
        break;
    case MARK_LEFT:
    case MARK_RIGHT:
        cover_triangle(canvas, middle, MARK_RADIUS + 2, entry->mark == MARK_LEFT);
        paint_covered(canvas, black);
        cover_triangle(canvas, middle, MARK_RADIUS, entry->mark == MARK_LEFT);
        paint_covered(canvas, entry->colour);
        break;
    case MARK_CORNER:
        cover_ring(canvas, middle, RING_RADIUS - 1, 2);
        paint_covered(canvas, black);
        break;
    case MARK_LINK:
        draw_link(canvas, (Point){(double)x, (double)y}, (Point){(double)x + LEGEND_MARK, (double)y});
    }
    return x + LEGEND_MARK + 7;
}

static void draw_legend(Canvas *canvas, const Legend *legend, int64_t top) {
    for (uint32_t i = 0; i < legend->count; i++) {
        const LegendEntry *entry = &legend->entries[i];
        int64_t y = top + LINE * (int64_t)entry->row;
        int64_t x = draw_mark(canvas, entry, MARGIN + (int64_t)entry->x, y + 7);
        draw_text(canvas, x, y, entry->text, entry->length);
    }
}

static void draw_frame(Canvas *canvas, const View *view) {
    const Colour ink = {0x22, 0x22, 0x22};
    int64_t low = MARGIN - 1, width = (int64_t)view->width + 2, height = (int64_t)view->height + 2;
    draw_box(canvas, low, low, width, 1, ink);
    draw_box(canvas, low, low + height - 1, width, 1, ink);
    draw_box(canvas, low, low, 1, height, ink);
    draw_box(canvas, low + width - 1, low, 1, height, ink);
}

static Status draw(Canvas *canvas, const View *view, const Picture *picture, const Legend *legend,
                   Error *error) {
    const PictureChannel *channel = picture->channel;
    if (map_is_planar(picture->map)) {
        TRY(draw_free_space(canvas, view, picture->polygons, error));
        const PictureFaces *expanded = picture->expanded;
        if (expanded != NULL)
            TRY(draw_faces(canvas, view, expanded->mesh, expanded->faces, expanded->count,
                           expanded_colour(expanded), error));
        if (channel != NULL)
            TRY(draw_faces(canvas, view, channel->mesh, channel->faces, channel->face_count,
                           channel_colour(channel), error));
        if (picture->mesh != NULL) draw_mesh(canvas, view, picture->mesh);
        if (channel != NULL) draw_portals(canvas, view, channel);
    } else {
        draw_grid(canvas, view, &picture->map->grid);
    }
    draw_frame(canvas, view);
    for (uint32_t i = 0; i < picture->route_count; i++)
        draw_route(canvas, view, &picture->routes[i], route_colour(i),
                   2.5 + 2.8 * (picture->route_count - 1 - i));
    draw_links(canvas, view, &picture->map->links);
    if (picture->optimum != NULL) draw_dashed(canvas, view, picture->optimum, 5);
    if (channel != NULL && channel->offset != NULL)
        draw_route(canvas, view, channel->offset, route_colour(channel->route), 1.5);
    if (channel != NULL) draw_channel_marks(canvas, view, channel);
    draw_ends(canvas, view, picture);
    draw_legend(canvas, legend, 2 * MARGIN + view->height);
    return STATUS_OK;
}

Status picture_png(const Picture *picture, FILE *out, Memory *memory, Error *error) {
    View view = view_of(picture);
    uint32_t breadth = view.width > LEGEND_PIXELS ? view.width : LEGEND_PIXELS;
    Legend legend;
    Canvas canvas;
    legend_lay_out(picture, breadth, CANVAS_LETTER, &legend);
    TRY(canvas_create(breadth + 2 * MARGIN, view.height + 2 * MARGIN + LINE * legend.rows + MARGIN, memory,
                      &canvas, error));
    Status status = draw(&canvas, &view, picture, &legend, error);
    if (status == STATUS_OK) status = canvas_write(&canvas, picture->title, out, error);
    canvas_destroy(&canvas);
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
