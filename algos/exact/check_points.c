#include "algos/exact/check_points.h"

#include "algos/exact/free_space.h"

struct PointCheck {
    const Polygons *polygons;
    FreeSpace *space;
    const Links *links;
    Memory *memory;
};

Status point_check_create(const Polygons *polygons, Memory *memory, PointCheck **check) {
    PointCheck *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (PointCheck){.polygons = polygons, .memory = memory};
    Status status = free_space_create(polygons, true, memory, &made->space);
    if (status != STATUS_OK) {
        memory_give(memory, made);
        return status;
    }
    *check = made;
    return STATUS_OK;
}

void point_check_use_links(PointCheck *check, const Links *links) {
    check->links = links;
}

void point_check_destroy(PointCheck *check) {
    if (check == NULL) return;
    free_space_destroy(check->space);
    memory_give(check->memory, check);
}

/* "(X, Y)" for a message. */
typedef struct PointText {
    char text[64];
} PointText;

static char *append(char *at, const char *text) {
    while (*text != '\0') *at++ = *text++;
    *at = '\0';
    return at;
}

/* Six decimals at most, rounded: enough to find the place. */
static char *append_coordinate(char *at, double value) {
    if (!(value > -1e12 && value < 1e12)) return append(at, "far out");
    int64_t millionths = (int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5));
    if (millionths < 0) {
        at = append(at, "-");
        millionths = -millionths;
    }
    at = append(at, number_text(millionths / 1000000).text);
    int64_t rest = millionths % 1000000;
    if (rest == 0) return at;
    char digits[8] = ".000000";
    for (int i = 6; i > 0; i--) {
        digits[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    for (int i = 6; digits[i] == '0'; i--) digits[i] = '\0';
    return append(at, digits);
}

static PointText point_text(Point point) {
    PointText text;
    char *at = append(text.text, "(");
    at = append_coordinate(at, point.x);
    at = append(at, ", ");
    at = append_coordinate(at, point.y);
    append(at, ")");
    return text;
}

static bool wrong(Error *why, const char *what, Point point, const char *rest) {
    (void)error_say(why, STATUS_BAD_INPUT, what, " ", point_text(point).text, rest, NULL);
    return false;
}

static bool end_is_sound(const PointCheck *check, Point asked, Point end, const char *name, Error *why) {
    if (!point_equal(asked, end)) {
        (void)error_say(why, STATUS_BAD_INPUT, "the path's ", name, " is ", point_text(end).text,
                        ", the query's ", point_text(asked).text, NULL);
        return false;
    }
    Standing standing = free_space_standing(check->space, end);
    if (standing.place == PLACE_BLOCKED) return wrong(why, name, end, " is blocked");
    if (standing.place == PLACE_VERTEX && standing.fans != 1)
        return wrong(why, name, end, " is a point where obstacles touch and more than one side is free");
    return true;
}

static bool passage_wrong(const PointCheck *check, Point from, Point to, const Passage *passage, Error *why) {
    const Polygons *polygons = check->polygons;
    PointText first = point_text(from), second = point_text(to);
    if (passage->edge != UINT32_MAX) {
        const PolygonEdge *edge = &polygons->edges[passage->edge];
        (void)error_say(why, STATUS_BAD_INPUT, "the segment from ", first.text, " to ", second.text,
                        " crosses the edge from ", point_text(polygons->vertices[edge->from]).text, " to ",
                        point_text(polygons->vertices[edge->to]).text, NULL);
    } else {
        (void)error_say(why, STATUS_BAD_INPUT, "the segment from ", first.text, " to ", second.text,
                        " goes through blocked space, or between obstacles that touch, at the vertex ",
                        point_text(polygons->vertices[passage->vertex]).text, NULL);
    }
    return false;
}

/* Walks the segments. `side` is the fan in which the path came to its last point, where that is a vertex; the
 * end of a link has one only. */
static bool walk(const PointCheck *check, const PointPath *path, double *walked, Error *why) {
    uint32_t side = FAN_NONE;
    for (uint64_t i = 1; i < path->count; i++) {
        Point from = path->points[i - 1], to = path->points[i];
        if (point_equal(from, to)) continue;
        const Link *link = links_find(check->links, from, to);
        if (link != NULL) {
            side = FAN_NONE;
            *walked += link->cost;
            continue;
        }
        Passage passage = free_space_passage(check->space, from, to);
        if (!passage.is_free) return passage_wrong(check, from, to, &passage, why);
        if (side != FAN_NONE && passage.leaves != side)
            return wrong(why, "the turn at", from, " crosses between obstacles that touch there");
        side = passage.arrives;
        *walked += point_distance(from, to);
    }
    return true;
}

bool point_path_valid(const PointCheck *check, const PointQuery *query, const PointPath *path, double *walked,
                      Error *why) {
    *walked = 0;
    if (path->count == 0) return true;
    for (uint64_t i = 0; i < path->count; i++)
        if (!(path->points[i].x - path->points[i].x == 0 && path->points[i].y - path->points[i].y == 0)) {
            (void)error_say(why, STATUS_BAD_INPUT, "point ", number_text((int64_t)i + 1).text,
                            " of the path is no point: a coordinate is not finite", NULL);
            return false;
        }
    if (!end_is_sound(check, query->start, path->points[0], "start", why) ||
        !end_is_sound(check, query->goal, path->points[path->count - 1], "goal", why) ||
        !walk(check, path, walked, why))
        return false;
    double apart = path->length - *walked;
    if (!(apart <= 1e-9 * *walked && -apart <= 1e-9 * *walked)) {
        PointText claimed = {{0}}, found = {{0}};
        append_coordinate(claimed.text, path->length);
        append_coordinate(found.text, *walked);
        (void)error_say(why, STATUS_BAD_INPUT, "the solver claims the length ", claimed.text,
                        ", the path walked is ", found.text, NULL);
        return false;
    }
    return true;
}
