#include "gen/sketch.h"

Sketch sketch_in(Memory *memory, uint64_t seed) {
    return (Sketch){.rings = {.memory = memory}, .rng = rng_from(seed)};
}

void sketch_point(Sketch *sketch, int64_t x, int64_t y) {
    if (sketch->failed) return;
    Rings *rings = &sketch->rings;
    if (rings->point_count == sketch->point_room) {
        uint32_t room = 2 * sketch->point_room + 64;
        Point *points = memory_resize(rings->memory, rings->points, room, sizeof *points);
        sketch->failed = points == NULL;
        if (points == NULL) return;
        rings->points = points;
        sketch->point_room = room;
    }
    rings->points[rings->point_count++] = (Point){(double)x, (double)y};
}

void sketch_end_ring(Sketch *sketch) {
    if (sketch->failed) return;
    Rings *rings = &sketch->rings;
    if (rings->ring_count + 2 > sketch->ring_room) {
        uint32_t room = 2 * sketch->ring_room + 16;
        uint32_t *first = memory_resize(rings->memory, rings->first, room, sizeof *first);
        sketch->failed = first == NULL;
        if (first == NULL) return;
        rings->first = first;
        sketch->ring_room = room;
        rings->first[0] = 0;
    }
    rings->first[++rings->ring_count] = rings->point_count;
}

/* From a corner to before the next one. */
static void side(Sketch *sketch, int64_t x, int64_t y, int64_t to_x, int64_t to_y, int64_t step) {
    int64_t along_x = (to_x > x) - (to_x < x), along_y = (to_y > y) - (to_y < y);
    int64_t length = along_x * (to_x - x) + along_y * (to_y - y);
    for (int64_t at = 0; at < length; at += step == 0 ? length : step)
        sketch_point(sketch, x + at * along_x, y + at * along_y);
}

void sketch_box(Sketch *sketch, int64_t x, int64_t y, int64_t right, int64_t top, int64_t step) {
    side(sketch, x, y, right, y, step);
    side(sketch, right, y, right, top, step);
    side(sketch, right, top, x, top, step);
    side(sketch, x, top, x, y, step);
    sketch_end_ring(sketch);
}

Status sketch_finish(Sketch *sketch, const char *name, Map *map, Error *error) {
    Map made = {.kind = MAP_POLYGONS};
    Status status = sketch->failed
                        ? error_say(error, STATUS_NO_MEMORY, "no memory for the map ", name, NULL)
                        : polygons_create(&sketch->rings, name, sketch->rings.memory, &made.polygons, error);
    rings_destroy(&sketch->rings);
    if (status == STATUS_OK) *map = made;
    return status;
}
