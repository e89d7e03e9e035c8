#include "harness/grown.h"

#include "harness/load.h"
#include "harness/nearest.h"
#include "harness/short_text.h"
#include "harness/sweep.h"

#include "algos/core/real.h"
#include "algos/map/grow.h"
#include "algos/map/map_outline.h"

#include <stdio.h>
#include <string.h>

static const char radius_key[] = "+radius=", segments_key[] = "segments";
static const Parameter segments_row = {.name = segments_key,
                                       .type = PARAMETER_CHOICE,
                                       .choices = "8|16|32|64|128|256",
                                       .preset = 2,
                                       .help = "sides of the polygon that stands for the body"};
enum { SEGMENTS_LEAST = 8, RADII_MOST = 1000 };

/* 0 and what is below it fits no body; coordinates end at 2^40. */
static const double radius_least = 1e-12, radius_most = 0x1p40;

typedef struct Bodies {
    double *radii;
    int64_t *segments; /* places in the row's choices */
    uint32_t radius_count, segments_count;
} Bodies;

const char *grown_suffix(const char *spec) {
    const char *last = NULL;
    for (const char *at = spec; (at = strstr(at, radius_key)) != NULL; at++) last = at;
    return last;
}

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the radii of a map", NULL);
}

static Status radius_wrong(const char *text, size_t length, const char *expected, Error *error) {
    return error_at(error, "radius", 0, text, length, expected);
}

static Status radii_parse(const char *text, size_t length, Memory *memory, Bodies *bodies, Error *error) {
    bodies->radii = memory_take(memory, length + 1, sizeof *bodies->radii);
    if (bodies->radii == NULL) return no_memory(error);
    for (const char *at = text, *end = text + length;; at++) {
        size_t part = 0;
        while (at + part < end && at[part] != '/') part++;
        double radius;
        if (!real_parse(at, part, &radius) || radius < radius_least || radius > radius_most)
            return radius_wrong(at, part, "a length above 0 (from 1e-12 to 2^40), or several between /",
                                error);
        for (uint32_t i = 0; i < bodies->radius_count; i++)
            if (bodies->radii[i] == radius) return radius_wrong(at, part, "each radius once", error);
        if (bodies->radius_count == RADII_MOST) return radius_wrong(text, length, "fewer radii", error);
        bodies->radii[bodies->radius_count++] = radius;
        at += part;
        if (at == end) return STATUS_OK;
    }
}

static Status bodies_parse(const char *suffix, Memory *memory, Bodies *bodies, Error *error) {
    const char *radii = suffix + strlen(radius_key);
    size_t length = strcspn(radii, ",");
    TRY(radii_parse(radii, length, memory, bodies, error));
    const char *rest = radii + length, *equals = strchr(rest, '=');
    if (*rest == '\0')
        return values_parse(&segments_row, "radius", "32", 2, memory, &bodies->segments,
                            &bodies->segments_count, error);
    rest++;
    size_t key = equals == NULL ? strlen(rest) : (size_t)(equals - rest);
    if (equals == NULL || key != strlen(segments_key) || memcmp(rest, segments_key, key) != 0) {
        Known known = known_start(rest, key);
        known_offer(&known, segments_key, strlen(segments_key));
        return known_fail(&known, "radius: key", "keys", error);
    }
    return values_parse(&segments_row, "radius", equals + 1, strlen(equals + 1), memory, &bodies->segments,
                        &bodies->segments_count, error);
}

static Status choice_grow(MapChoice *choice, double radius, int64_t segments, Error *error) {
    size_t base = strlen(choice->text);
    char number[32] = "";
    if (segments != segments_row.preset)
        snprintf(number, sizeof number, ",%s=%d", segments_key, SEGMENTS_LEAST << segments);
    int more = snprintf(choice->text + base, sizeof choice->text - base, "%s%s%s", radius_key,
                        real_text(radius).text, number);
    if (base + (size_t)more >= sizeof choice->text)
        return error_say(error, STATUS_BAD_INPUT, "the name of a map with its radius is longer than ",
                         number_text(SPEC_TEXT - 1).text, " bytes: ", short_text(choice->text).text, NULL);
    choice->base = (uint32_t)base;
    choice->radius = radius;
    choice->segments = (uint32_t)SEGMENTS_LEAST << segments;
    return STATUS_OK;
}

static Status product(const Bodies *bodies, Memory *memory, MapChoice **list, uint32_t *count, Error *error) {
    uint64_t all = (uint64_t)*count * bodies->radius_count * bodies->segments_count;
    if (all > SWEEP_MOST)
        return error_say(error, STATUS_BAD_INPUT, "the maps with their radii are more than ",
                         number_text(SWEEP_MOST).text, " choices", NULL);
    MapChoice *choices = memory_take(memory, all, sizeof *choices);
    if (choices == NULL) return no_memory(error);
    Status status = STATUS_OK;
    uint32_t made = 0;
    for (uint32_t i = 0; i < *count; i++)
        for (uint32_t r = 0; r < bodies->radius_count; r++)
            for (uint32_t s = 0; s < bodies->segments_count && status == STATUS_OK; s++) {
                choices[made] = (*list)[i];
                status = choice_grow(&choices[made++], bodies->radii[r], bodies->segments[s], error);
            }
    memory_give(memory, status == STATUS_OK ? *list : choices);
    if (status != STATUS_OK) return status;
    *list = choices;
    *count = made;
    return STATUS_OK;
}

Status grown_expand(const char *suffix, Memory *memory, MapChoice **list, uint32_t *count, Error *error) {
    Bodies bodies = {.radii = NULL};
    Status status = bodies_parse(suffix, memory, &bodies, error);
    if (status == STATUS_OK) status = product(&bodies, memory, list, count, error);
    if (status != STATUS_OK) memory_give(memory, *list);
    memory_give(memory, bodies.radii);
    memory_give(memory, bodies.segments);
    return status;
}

MapName grown_name(const MapChoice *choice) {
    MapName name;
    size_t length = choice->radius > 0     ? choice->base
                    : choice->unlinked > 0 ? choice->unlinked
                                           : strlen(choice->text);
    memcpy(name.text, choice->text, length);
    name.text[length] = '\0';
    return name;
}

Status grown_make(const MapChoice *choice, Memory *memory, Map *map, Error *error) {
    Map grown = {.kind = MAP_POLYGONS};
    Polygons made;
    const Polygons *outline;
    TRY(error_about(choice->text, NULL, map_outline(map, memory, &made, &outline, error), error));
    Status status = polygons_grow(outline, choice->radius, choice->segments, short_text(choice->text).text,
                                  memory, &grown.polygons, error);
    polygons_destroy(&made);
    if (status != STATUS_OK) return status;
    map_destroy(map);
    *map = grown;
    return STATUS_OK;
}
