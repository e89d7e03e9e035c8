#include "algos/map/point_rows.h"

#include "algos/core/lines.h"
#include "algos/core/real.h"

#include <string.h>

enum { TSV_WORDS = 5 };

static const char *const tsv_header[TSV_WORDS] = {"sx", "sy", "gx", "gy", "length"};

Status point_rows_add(PointRows *rows, PointRow row) {
    if (rows->count == rows->capacity) {
        uint32_t capacity = rows->capacity == 0 ? 64 : 2 * rows->capacity;
        PointRow *grown = memory_resize(rows->memory, rows->rows, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        rows->rows = grown;
        rows->capacity = capacity;
    }
    rows->rows[rows->count++] = row;
    return STATUS_OK;
}

void point_rows_destroy(PointRows *rows) {
    memory_give(rows->memory, rows->rows);
    rows->rows = NULL;
    rows->count = rows->capacity = 0;
}

static Status take_real(Line *line, const char *name, const char *expected, double *value, Error *error) {
    Line word;
    if (!line_take_last(line, &word)) return line_wrong(*line, name, expected, error);
    if (real_parse(word.text, word.length, value)) return STATUS_OK;
    return line_wrong(word, name, expected, error);
}

/* The five last words of a row. */
static Status take_row(Line *line, const char *name, PointRow *row, Error *error) {
    row->line = line->number;
    TRY(take_real(line, name, "a length, or -1 for no path", &row->length, error));
    TRY(take_real(line, name, "the goal's y", &row->query.goal.y, error));
    TRY(take_real(line, name, "the goal's x", &row->query.goal.x, error));
    TRY(take_real(line, name, "the start's y", &row->query.start.y, error));
    TRY(take_real(line, name, "the start's x", &row->query.start.x, error));
    if (row->length >= 0) return STATUS_OK;
    if (row->length > -1 || row->length < -1)
        return error_at(error, name, row->line, "a negative length", 17, "a length, or -1 for no path");
    return STATUS_OK;
}

static Status take_scen_row(Line *line, const char *name, PointRow *row, Error *error) {
    Line word;
    int64_t bucket;
    double side;
    if (!line_take_first(line, &word) || !line_number(word, 0, UINT32_MAX, &bucket))
        return line_wrong(word, name, "a bucket, a whole number", error);
    row->bucket = (uint32_t)bucket;
    TRY(take_row(line, name, row, error));
    TRY(take_real(line, name, "the map's height", &side, error));
    return take_real(line, name, "the map's width", &side, error);
}

bool point_rows_are_tsv(const char *bytes, size_t length) {
    Lines lines = lines_of(bytes, length, NULL);
    Line line, word;
    return lines_next(&lines, &line) && line_take_first(&line, &word) && line_is(word, tsv_header[0]);
}

static Status check_header(Line line, bool is_tsv, const char *name, Error *error) {
    static const char expected[] = "the header sx sy gx gy length, or version 1";
    Line rest = line, word;
    for (uint32_t i = 0; is_tsv && i < TSV_WORDS; i++)
        if (!line_take_first(&rest, &word) || !line_is(word, tsv_header[i]))
            return line_wrong(line, name, expected, error);
    if (is_tsv) return rest.length == 0 ? STATUS_OK : line_wrong(line, name, expected, error);
    if (!line_take_first(&rest, &word) || !line_is(word, "version"))
        return line_wrong(line, name, expected, error);
    return line_is(rest, "1") || line_is(rest, "1.0") ? STATUS_OK
                                                      : line_wrong(line, name, "version 1", error);
}

Status point_rows_read(const char *bytes, size_t length, const char *name, Memory *memory, PointRows *rows,
                       Notes *notes, Error *error) {
    *rows = (PointRows){.memory = memory};
    Lines lines = lines_of(bytes, length, notes);
    Line line;
    if (!lines_next(&lines, &line)) return error_at(error, name, 0, NULL, 0, "rows of points");
    bool is_tsv = point_rows_are_tsv(bytes, length);
    TRY(check_header(line, is_tsv, name, error));
    rows->has_buckets = !is_tsv;
    Status status = STATUS_OK;
    while (status == STATUS_OK && lines_next(&lines, &line)) {
        PointRow row = {.bucket = 0};
        status = is_tsv ? take_row(&line, name, &row, error) : take_scen_row(&line, name, &row, error);
        if (status == STATUS_OK && is_tsv && line.length != 0)
            status = line_wrong(line, name, "five numbers a row", error);
        if (status == STATUS_OK && point_rows_add(rows, row) != STATUS_OK)
            status = error_say(error, STATUS_NO_MEMORY, "no memory for the rows of ", name, NULL);
    }
    if (status != STATUS_OK) point_rows_destroy(rows);
    return status;
}

static size_t put(char *to, const char *text, char end) {
    size_t length = strlen(text);
    memcpy(to, text, length);
    to[length] = end;
    return length + 1;
}

Status point_rows_write(const PointRows *rows, Memory *memory, char **bytes, size_t *length) {
    size_t room = (size_t)(rows->count + 1) * TSV_WORDS * sizeof(RealText), used = 0;
    char *text = memory_take(memory, room, 1);
    if (text == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < TSV_WORDS; i++)
        used += put(text + used, tsv_header[i], i + 1 < TSV_WORDS ? '\t' : '\n');
    for (uint32_t i = 0; i < rows->count; i++) {
        const PointQuery *query = &rows->rows[i].query;
        const double numbers[TSV_WORDS] = {query->start.x, query->start.y, query->goal.x, query->goal.y,
                                           rows->rows[i].length};
        for (uint32_t j = 0; j < TSV_WORDS; j++)
            used += put(text + used, real_text(numbers[j]).text, j + 1 < TSV_WORDS ? '\t' : '\n');
    }
    *bytes = text;
    *length = used;
    return STATUS_OK;
}

bool point_length_matches(double ours, double published) {
    double difference = ours > published ? ours - published : published - ours;
    return difference <= 1e-9 * (published > 1 ? published : 1);
}
