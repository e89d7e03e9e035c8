#include "algos/map/map_file.h"

#include <string.h>

static size_t put(char *bytes, size_t at, const char *text) {
    size_t length = strlen(text);
    memcpy(bytes + at, text, length);
    return at + length;
}

Status map_write(const Grid *grid, Memory *memory, char **bytes, size_t *length) {
    size_t width = (size_t)grid->width, height = (size_t)grid->height;
    enum { HEADER_MOST = 64 };
    char *text = memory_take(memory, HEADER_MOST + (width + 1) * height, 1);
    if (text == NULL) return STATUS_NO_MEMORY;
    size_t at = put(text, 0, "type octile\nheight ");
    at = put(text, at, number_text(grid->height).text);
    at = put(text, at, "\nwidth ");
    at = put(text, at, number_text(grid->width).text);
    at = put(text, at, "\nmap\n");
    for (size_t y = 0; y < height; y++) {
        memcpy(text + at, grid->letter + y * width, width);
        at += width;
        text[at++] = '\n';
    }
    *bytes = text;
    *length = at;
    return STATUS_OK;
}
