/* Triangle's `.poly` and `.node`: a header, then records of one line each, by sections. */
#include "algos/map/poly_planar.h"

/* Least bytes of a record: "0 0 0\n". */
enum { RECORD_LEAST = 6 };

Status planar_no_memory(const Planar *planar) {
    return error_say(planar->error, STATUS_NO_MEMORY, "no memory for the polygons of ", planar->name, NULL);
}

/* Passes over attributes and markers; what comes besides those that the header announces is noted. */
static void end_record(Words *words, int64_t announced) {
    uint64_t line = words->rest.number;
    if (words_skip_line(words) != announced)
        notes_add(words->lines.notes, "records with other fields than announced", 1, line);
}

/* The vertices' section: a header "vertices dimension attributes markers", then "number x y …". */
static Status read_points(Words *words, Planar *planar) {
    int64_t dimension, attributes, markers, number;
    TRY(words_number(words, 2, 2, "dimension 2", &dimension));
    TRY(words_number(words, 0, 100, "a number of attributes", &attributes));
    TRY(words_number(words, 0, 1, "0 or 1 boundary markers", &markers));
    end_record(words, 0);
    planar->points = memory_take(planar->memory, planar->point_count, sizeof *planar->points);
    if (planar->points == NULL) return planar_no_memory(planar);
    for (uint32_t i = 0; i < planar->point_count; i++) {
        if (i == 0) {
            TRY(words_number(words, 0, 1, "the first vertex's number, 0 or 1", &number));
            planar->base = (uint32_t)number;
        } else {
            int64_t due = (int64_t)i + planar->base;
            TRY(words_number(words, due, due, "the next vertex's number, one more than the last", &number));
        }
        TRY(words_point(words, &planar->points[i]));
        end_record(words, attributes + markers);
    }
    return STATUS_OK;
}

static Status read_nodes(const PolyText *nodes, Planar *planar, Notes *notes) {
    Words words = words_of(*nodes, notes, planar->error);
    TRY(words_count(&words, RECORD_LEAST, "how many vertices there are", &planar->point_count));
    TRY(read_points(&words, planar));
    Line word = words_next(&words);
    return word.length == 0 ? STATUS_OK
                            : words_wrong(&words, word, "the end of the file after the last vertex");
}

static Status read_end(Words *words, const Planar *planar, uint32_t *vertex) {
    int64_t value, low = planar->base;
    Line word = words_next(words);
    if (!line_number(word, low, low + (int64_t)planar->point_count - 1, &value)) {
        Error expected;
        error_say(&expected, STATUS_OK, "the number of a vertex, ", number_text(low).text, " to ",
                  number_text(low + (int64_t)planar->point_count - 1).text, NULL);
        return words_wrong(words, word, expected.text);
    }
    *vertex = (uint32_t)(value - low);
    return STATUS_OK;
}

/* The segments' section: a header "segments markers", then "number from to …". */
static Status read_edges(Words *words, Planar *planar) {
    int64_t markers, number;
    TRY(words_count(words, RECORD_LEAST, "how many segments there are", &planar->edge_count));
    TRY(words_number(words, 0, 1, "0 or 1 boundary markers", &markers));
    end_record(words, 0);
    planar->edges = memory_take(planar->memory, planar->edge_count, sizeof *planar->edges);
    if (planar->edges == NULL) return planar_no_memory(planar);
    for (uint32_t i = 0; i < planar->edge_count; i++) {
        PlanarEdge *edge = &planar->edges[i];
        TRY(words_number(words, 0, UINT32_MAX, "the segment's number", &number));
        edge->line = words->rest.number;
        TRY(read_end(words, planar, &edge->from));
        TRY(read_end(words, planar, &edge->to));
        if (edge->from == edge->to)
            return words_wrong(words, (Line){"a segment from a vertex to itself", 33, edge->line},
                               "two vertices");
        end_record(words, markers);
    }
    return planar->edge_count > 0
               ? STATUS_OK
               : words_wrong(words, (Line){"0", 1, words->rest.number}, "segments, 3 or more");
}

/* The holes' section: a header "holes", then "number x y". Areas of attributes may follow. */
static Status read_holes(Words *words, Planar *planar) {
    int64_t number;
    TRY(words_count(words, RECORD_LEAST, "how many holes there are", &planar->hole_count));
    end_record(words, 0);
    planar->holes = memory_take(planar->memory, planar->hole_count, sizeof *planar->holes);
    if (planar->holes == NULL) return planar_no_memory(planar);
    for (uint32_t i = 0; i < planar->hole_count; i++) {
        TRY(words_number(words, 0, UINT32_MAX, "the hole's number", &number));
        planar->holes[i].line = words->rest.number;
        TRY(words_point(words, &planar->holes[i].point));
        end_record(words, 0);
    }
    Line word = words_next(words);
    if (word.length != 0) notes_add(words->lines.notes, "regional attributes, passed over", 1, word.number);
    return STATUS_OK;
}

static Status read_sections(PolyText file, const PolyText *nodes, Planar *planar, Notes *notes) {
    Words words = words_of(file, notes, planar->error);
    TRY(words_count(&words, RECORD_LEAST, "how many vertices there are", &planar->point_count));
    if (planar->point_count != 0) {
        TRY(read_points(&words, planar));
    } else {
        uint64_t line = words.rest.number;
        end_record(&words, 3);
        if (nodes == NULL)
            return error_at(planar->error, file.name, line, "0", 1,
                            "vertices here, or in a .node file of the same name");
        TRY(read_nodes(nodes, planar, notes));
    }
    TRY(read_edges(&words, planar));
    return read_holes(&words, planar);
}

Status poly_read_triangle(PolyText file, const PolyText *nodes, Memory *memory, Rings *rings, Notes *notes,
                          Error *error) {
    Planar planar = {.name = file.name, .memory = memory, .error = error};
    Status status = read_sections(file, nodes, &planar, notes);
    if (status == STATUS_OK) status = planar_rings(&planar, notes, rings);
    memory_give(memory, planar.points);
    memory_give(memory, planar.edges);
    memory_give(memory, planar.holes);
    return status;
}
