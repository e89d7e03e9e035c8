#include "harness/picture_parts.h"

#include "harness/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const Colour obstacle_colour = {0x3a, 0x3f, 0x47}, free_colour = {0xf8, 0xf6, 0xf0},
             mesh_colour = {0xb9, 0xb4, 0xa6}, left_colour = {0x56, 0xb4, 0xe9},
             right_colour = {0xe6, 0x9f, 0x00}, portal_colour = {0x6b, 0x68, 0x60},
             link_colour = {0x7a, 0x2f, 0x8f};

static Colour mixed(Colour a, Colour b, uint32_t part, uint32_t whole) {
    return (Colour){(uint8_t)((a.red * (whole - part) + b.red * part) / whole),
                    (uint8_t)((a.green * (whole - part) + b.green * part) / whole),
                    (uint8_t)((a.blue * (whole - part) + b.blue * part) / whole)};
}

Colour shade_of(const Grid *grid, uint8_t cost) {
    const Colour wall = obstacle_colour, cheap = {0xf8, 0xf6, 0xf0}, dear = {0xb4, 0xa8, 0x8c};
    if (cost == 0) return wall;
    uint32_t whole = (uint32_t)(grid->cost_max - grid->cost_min);
    return whole == 0 ? cheap : mixed(cheap, dear, (uint32_t)(cost - grid->cost_min), whole);
}

Colour channel_colour(const PictureChannel *channel) {
    return mixed(free_colour, route_colour(channel->route), 1, 4);
}

Colour expanded_colour(const PictureFaces *expanded) {
    return mixed(free_colour, route_colour(expanded->route), 1, 6);
}

Frame frame_of(const Picture *picture) {
    const Map *map = picture->map;
    if (!map_is_planar(map)) return (Frame){0, 0, map->grid.width, map->grid.height};
    Point low = picture->polygons->low, high = picture->polygons->high;
    return (Frame){low.x, low.y, high.x - low.x, high.y - low.y};
}

Colour route_colour(uint32_t route) {
    static const Colour colours[PICTURE_ROUTES] = {{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73},
                                                   {0xcc, 0x79, 0xa7}, {0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00},
                                                   {0x00, 0x00, 0x00}, {0xf0, 0xe4, 0x42}};
    return colours[route % PICTURE_ROUTES];
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcasecmp(text + length - end_length, end) == 0;
}

Status picture_check(const char *file, Error *error) {
    if (ends_with(file, ".svg")) return STATUS_OK;
    if (!ends_with(file, ".png"))
        return error_say(error, STATUS_BAD_INPUT, "a picture is FILE.svg or FILE.png, not ", file, NULL);
    if (picture_png_built()) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, file,
                     ": built without libpng: scripts/setup installs it (.svg needs nothing)", NULL);
}

Status picture_write(const Picture *picture, const char *file, Memory *memory, Error *error) {
    TRY(picture_check(file, error));
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (out == NULL) return error_say(error, STATUS_NO_MEMORY, file, ": no memory for the picture", NULL);
    Status status = ends_with(file, ".png") ? picture_png(picture, out, memory, error)
                                            : picture_svg(picture, out, memory, error);
    bool lost = ferror(out) != 0;
    lost = fclose(out) != 0 || lost;
    if (status == STATUS_OK && lost)
        status = error_say(error, STATUS_NO_MEMORY, file, ": no memory for the picture", NULL);
    if (status == STATUS_OK) status = file_write(file, bytes, length, error);
    free(bytes);
    return status;
}
