/* Polyanya's and Iron Harvest's files: a ring is a count and that many pairs of coordinates, usually a line.
 */
#include "algos/map/poly_parts.h"

/* Least bytes of what is counted, with the blank before: " 0 0", and " 3" with three of those. */
enum { POINT_LEAST = 4, RING_LEAST = 2 + 3 * POINT_LEAST };

static Status no_memory(const Words *words) {
    return error_say(words->error, STATUS_NO_MEMORY, "no memory for the polygons of ", words->name, NULL);
}

static Status read_ring(Words *words, Rings *rings, uint32_t *capacity) {
    uint32_t count;
    TRY(words_count(words, POINT_LEAST, "how many vertices the polygon has", &count));
    rings->line[rings->ring_count] = words->rest.number;
    if (*capacity - rings->point_count < count) {
        uint32_t wanted = 2 * *capacity + count;
        Point *points = memory_resize(rings->memory, rings->points, wanted, sizeof *points);
        if (points == NULL) return no_memory(words);
        rings->points = points;
        *capacity = wanted;
    }
    for (uint32_t i = 0; i < count; i++) TRY(words_point(words, &rings->points[rings->point_count++]));
    rings->first[++rings->ring_count] = rings->point_count;
    return STATUS_OK;
}

static Status read_rings(Words *words, uint32_t count, Memory *memory, Rings *rings) {
    Rings made;
    TRY(rings_create(memory, count, 0, &made, words->name, words->error));
    Status status = STATUS_OK;
    uint32_t capacity = 0;
    while (status == STATUS_OK && made.ring_count < count) status = read_ring(words, &made, &capacity);
    if (status == STATUS_OK)
        *rings = made;
    else
        rings_destroy(&made);
    return status;
}

static Status at_least_one(const Words *words, uint32_t count, const char *expected) {
    return count > 0 ? STATUS_OK : words_wrong(words, (Line){"0", 1, words->rest.number}, expected);
}

static Status read_polyanya(Words *words, Memory *memory, Rings *rings) {
    uint32_t count;
    TRY(words_count(words, RING_LEAST, "how many polygons there are", &count));
    TRY(at_least_one(words, count, "one polygon or more"));
    TRY(read_rings(words, count, memory, rings));
    rings->nested = true;
    Line word = words_next(words);
    if (word.length == 0) return STATUS_OK;
    rings_destroy(rings);
    return words_wrong(words, word, "the end of the file after the last polygon");
}

static Status read_iron_harvest(Words *words, Memory *memory, Rings *rings, Notes *notes) {
    uint32_t enclosures, obstacles;
    TRY(words_count(words, RING_LEAST, "how many enclosures there are", &enclosures));
    TRY(at_least_one(words, enclosures, "one enclosure or more"));
    TRY(words_count(words, RING_LEAST, "how many obstacles there are", &obstacles));
    TRY(read_rings(words, enclosures + obstacles, memory, rings));
    rings->boundary_count = enclosures;
    Line word = words_next(words);
    if (word.length != 0) notes_add(notes, "descriptions of topology, passed over", 1, word.number);
    return STATUS_OK;
}

bool poly_wants_nodes(PolyText file) {
    Words words = words_of(file, NULL, NULL);
    int64_t value;
    return line_number(words_next(&words), 0, 0, &value);
}

Status poly_read(PolyText file, const PolyText *nodes, Memory *memory, Rings *rings, Notes *notes,
                 Error *error) {
    Words words = words_of(file, notes, error);
    Line word = words_next(&words);
    bool polyanya = line_is(word, "poly"), iron_harvest = line_is(word, "polygon");
    if (!polyanya && !iron_harvest) {
        int64_t value;
        if (!line_number(word, 0, INT64_MAX, &value))
            return words_wrong(&words, word, "\"poly\", \"polygon\" or a number of vertices");
        return poly_read_triangle(file, nodes, memory, rings, notes, error);
    }
    word = words_next(&words);
    if (!line_is(word, "1")) return words_wrong(&words, word, "version 1");
    return polyanya ? read_polyanya(&words, memory, rings) : read_iron_harvest(&words, memory, rings, notes);
}
