#include "tests/support.h"

#include "tests/parsers.h"

#include "algos/map/poly_file.h"

#include <string.h>

static const char file_name[] = "a file";

static const char *again_fault(const Polygons *polygons, Memory *memory) {
    char *written;
    size_t length;
    if (poly_write(polygons, memory, &written, &length) != STATUS_OK) return "no memory";
    Rings rings;
    Polygons again;
    Error error = {""};
    const char *wrong = NULL;
    if (poly_read((PolyText){written, length, file_name}, NULL, memory, &rings, NULL, &error) != STATUS_OK) {
        wrong = "what was written cannot be read";
    } else {
        if (polygons_create(&rings, file_name, memory, &again, &error) != STATUS_OK)
            wrong = "what was written is no map";
        else
            wrong = again.hash != polygons->hash ? "the map changed" : NULL;
        if (wrong == NULL) polygons_destroy(&again);
        rings_destroy(&rings);
    }
    memory_give(memory, written);
    return wrong;
}

const char *poly_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    memory.limit = 64 << 20;
    Rings rings;
    Polygons polygons;
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = poly_read((PolyText){bytes, length, file_name}, NULL, &memory, &rings, &notes, &error);
    if (status == STATUS_OK) {
        status = polygons_create(&rings, file_name, &memory, &polygons, &error);
        rings_destroy(&rings);
    }
    if (status != STATUS_OK) {
        if (status != STATUS_BAD_INPUT) return "refused with another status than bad input";
        if (strncmp(error.text, file_name, strlen(file_name)) != 0)
            return "the message does not name the file";
        return memory.live != 0 ? "a refused file left memory allocated" : NULL;
    }
    /* Off the lattice a hole's point is rounded, and may leave a needle. */
    const char *wrong = polygons.inexact ? NULL : again_fault(&polygons, &memory);
    polygons_destroy(&polygons);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}
