#include "harness/program_text.h"

#include "algos/core/real.h"

#include <stdio.h>
#include <string.h>

typedef struct Text {
    char *bytes;
    size_t length, room;
    Memory *memory;
} Text;

enum { WORD_MOST = 96 }; /* bytes of what is added in one go */

static Status text_start(size_t expected, Memory *memory, Text *text) {
    *text = (Text){.room = expected + WORD_MOST, .memory = memory};
    text->bytes = memory_take(memory, text->room, 1);
    return text->bytes == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}

/* Room for one more word. */
static Status text_room(Text *text) {
    if (text->length + WORD_MOST <= text->room) return STATUS_OK;
    char *grown = memory_resize(text->memory, text->bytes, 2 * text->room, 1);
    if (grown == NULL) return STATUS_NO_MEMORY;
    text->bytes = grown;
    text->room *= 2;
    return STATUS_OK;
}

static Status add_head(Text *text, const char *kind, Move move, int64_t first, int64_t second) {
    TRY(text_room(text));
    text->length += (size_t)snprintf(text->bytes + text->length, WORD_MOST, "taut 1 %s %s %lld %lld\n", kind,
                                     move_name(move), (long long)first, (long long)second);
    return STATUS_OK;
}

static Status add_number(Text *text, int64_t number, char after) {
    TRY(text_room(text));
    NumberText digits = number_text(number);
    size_t length = strlen(digits.text);
    memcpy(text->bytes + text->length, digits.text, length);
    text->bytes[text->length + length] = after;
    text->length += length + 1;
    return STATUS_OK;
}

static Status add_points(Text *text, const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        TRY(text_room(text));
        text->length += (size_t)snprintf(text->bytes + text->length, WORD_MOST, "%s %s\n",
                                         real_text(points[i].x).text, real_text(points[i].y).text);
    }
    return STATUS_OK;
}

static Status text_end(Text *text, Status status, char **bytes, size_t *length) {
    if (status != STATUS_OK) {
        memory_give(text->memory, text->bytes);
        return status;
    }
    *bytes = text->bytes;
    *length = text->length;
    return STATUS_OK;
}

static Status add_grid(Text *text, const Grid *grid, Move move) {
    TRY(add_head(text, "grid", move, grid->width, grid->height));
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++)
            TRY(add_number(text, grid->cost[grid_place(grid, (Cell){x, y})],
                           x + 1 == grid->width ? '\n' : ' '));
    return STATUS_OK;
}

Status text_of_grid(const Grid *grid, Move move, Memory *memory, char **bytes, size_t *length) {
    Text text;
    TRY(text_start((size_t)grid->width * (size_t)grid->height * 2, memory, &text));
    return text_end(&text, add_grid(&text, grid, move), bytes, length);
}

static Status add_polygons(Text *text, const Polygons *polygons) {
    TRY(add_head(text, "polygons", MOVE_ANY, polygons->vertex_count, polygons->edge_count));
    TRY(add_points(text, polygons->vertices, polygons->vertex_count));
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        TRY(add_number(text, polygons->edges[i].from, ' '));
        TRY(add_number(text, polygons->edges[i].to, '\n'));
    }
    return STATUS_OK;
}

Status text_of_polygons(const Polygons *polygons, Memory *memory, char **bytes, size_t *length) {
    Text text;
    TRY(text_start((size_t)polygons->vertex_count * 32, memory, &text));
    return text_end(&text, add_polygons(&text, polygons), bytes, length);
}

static Status add_mesh(Text *text, const Mesh *mesh) {
    TRY(add_head(text, "mesh", MOVE_ANY, mesh->vertex_count, mesh->face_count));
    TRY(add_points(text, mesh->vertices, mesh->vertex_count));
    for (uint32_t face = 0; face < mesh->face_count; face++) {
        uint32_t begin = mesh->first[face], end = mesh->first[face + 1];
        TRY(add_number(text, end - begin, ' '));
        for (uint32_t i = begin; i < end; i++) TRY(add_number(text, mesh->corner[i], ' '));
        for (uint32_t i = begin; i < end; i++)
            TRY(add_number(text, mesh->neighbour[i] == FACE_NONE ? -1 : (int64_t)mesh->neighbour[i],
                           i + 1 == end ? '\n' : ' '));
    }
    return STATUS_OK;
}

Status text_of_mesh(const Mesh *mesh, Memory *memory, char **bytes, size_t *length) {
    Text text;
    TRY(text_start((size_t)mesh->vertex_count * 64, memory, &text));
    return text_end(&text, add_mesh(&text, mesh), bytes, length);
}

/* ---- answers ---- */

typedef struct Words {
    const char *at, *end;
} Words;

/* The next word: its length, 0 at the end; at is moved past the blanks before it. */
static size_t next_word(Words *words) {
    while (words->at < words->end && (*words->at == ' ' || *words->at == '\t')) words->at++;
    const char *end = words->at;
    while (end < words->end && *end != ' ' && *end != '\t') end++;
    return (size_t)(end - words->at);
}

static Status no_answer(const char *line, size_t length, const char *expected, Error *error) {
    return error_at(error, "the program's answer", 0, line, length, expected);
}

/* A whole number of at most nine digits, by hand: this stands inside of what is timed. */
static bool next_integer(Words *words, int64_t *value) {
    size_t length = next_word(words);
    const char *at = words->at, *end = at + length;
    bool negative = at < end && *at == '-';
    if (negative) at++;
    if (at == end || end - at > 9) return false;
    int64_t number = 0;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9') return false;
        number = number * 10 + (*at - '0');
    }
    *value = negative ? -number : number;
    words->at = end;
    return true;
}

static bool next_real(Words *words, double *value) {
    size_t length = next_word(words);
    if (length == 0 || !real_parse(words->at, length, value)) return false;
    words->at += length;
    return true;
}

/* The count that an answer begins with: never more than its line can hold. */
static bool next_count(Words *words, uint64_t *count) {
    int64_t number;
    if (!next_integer(words, &number) || number < 0 || number > (words->end - words->at) / 4) return false;
    *count = (uint64_t)number;
    return true;
}

Status cells_of_text(const char *line, size_t length, Path *path, Error *error) {
    static const char expected[] = "\"N x y x y …\", the N cells of a path, or 0";
    Words words = {line, line + length};
    uint64_t count;
    path->count = 0;
    if (!next_count(&words, &count)) return no_answer(line, length, expected, error);
    if (path_reserve(path, count) != STATUS_OK)
        return error_say(error, STATUS_NO_MEMORY, "no memory for a path", NULL);
    for (uint64_t i = 0; i < count; i++) {
        int64_t x, y;
        if (!next_integer(&words, &x) || !next_integer(&words, &y))
            return no_answer(line, length, expected, error);
        path->cells[i] = (Cell){(int32_t)x, (int32_t)y};
    }
    if (next_word(&words) != 0) return no_answer(line, length, expected, error);
    path->count = count;
    return STATUS_OK;
}

Status points_of_text(const char *line, size_t length, PointPath *path, Error *error) {
    static const char expected[] = "\"N x y x y …\", the N turning points of a path, or 0";
    Words words = {line, line + length};
    uint64_t count;
    path->count = 0;
    bool sound = next_count(&words, &count);
    for (uint64_t i = 0; sound && i < count; i++) {
        Point point;
        sound = next_real(&words, &point.x) && next_real(&words, &point.y);
        if (sound && point_path_add(path, point) != STATUS_OK)
            return error_say(error, STATUS_NO_MEMORY, "no memory for a path", NULL);
    }
    if (sound && next_word(&words) == 0) return STATUS_OK;
    path->count = 0;
    return no_answer(line, length, expected, error);
}
