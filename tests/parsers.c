#include "tests/parsers.h"

#include "tests/support.h"

#include "algos/map/costs_file.h"
#include "algos/map/map_file.h"
#include "algos/map/scen_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char file_name[] = "a file";

/* Bytes that readers treat in a way of their own. */
static const char telling[] = "\n\r\t .@GTgx#-+eE0123456789\0\x7f\x80\xff";

typedef struct Bytes {
    char *bytes;
    size_t length;
} Bytes;

static char any_byte(Rng *rng) {
    return rng_below(rng, 4) == 0 ? (char)rng_below(rng, 256) : telling[rng_below(rng, sizeof telling)];
}

/* Puts `count` bytes from `from` (or any, when NULL) in at a place. */
static void insert(Bytes *file, size_t at, const char *from, size_t count, Rng *rng) {
    char *grown = malloc(file->length + count + 1);
    memcpy(grown, file->bytes, at);
    for (size_t i = 0; i < count; i++) grown[at + i] = from == NULL ? any_byte(rng) : from[i];
    memcpy(grown + at + count, file->bytes + at, file->length - at);
    free(file->bytes);
    *file = (Bytes){grown, file->length + count};
}

static void fault(Bytes *file, Rng *rng) {
    size_t at = rng_below(rng, (uint32_t)file->length + 1), left = file->length - at;
    size_t some = 1 + rng_below(rng, 8);
    if (some > left) some = left;
    switch (rng_below(rng, 6)) {
    case 0:
        file->length = at;
        break;
    case 1:
        if (left > 0) file->bytes[at] = any_byte(rng);
        break;
    case 2:
        if (left > 0) file->bytes[at] = (char)(file->bytes[at] ^ (1 << rng_below(rng, 8)));
        break;
    case 3:
        insert(file, at, NULL, 1 + rng_below(rng, 4), rng);
        break;
    case 4: {
        char copy[8];
        memcpy(copy, file->bytes + at, some);
        insert(file, rng_below(rng, (uint32_t)file->length + 1), copy, some, rng);
        break;
    }
    default:
        memmove(file->bytes + at, file->bytes + at + some, left - some);
        file->length -= some;
        break;
    }
}

char *file_mutant(const char *bytes, size_t length, Rng *rng, size_t *changed) {
    Bytes file = {malloc(length + 1), length};
    memcpy(file.bytes, bytes, length);
    for (uint32_t faults = 1 + rng_below(rng, 3); faults > 0; faults--) fault(&file, rng);
    char *exact = malloc(file.length);
    if (file.length != 0) memcpy(exact, file.bytes, file.length);
    free(file.bytes);
    *changed = file.length;
    return exact;
}

/* What is wrong with a refusal, or NULL. */
static const char *refusal_fault(Status status, const Error *error, const Memory *memory) {
    if (status != STATUS_BAD_INPUT) return "refused with another status than bad input";
    if (strncmp(error->text, file_name, strlen(file_name)) != 0) return "the message does not name the file";
    return memory->live != 0 ? "a refused file left memory allocated" : NULL;
}

static const char *maps_fault(const Grid *a, const Grid *b) {
    if (a->width != b->width || a->height != b->height) return "the size changed";
    size_t cells = (size_t)a->width * (size_t)a->height;
    if (memcmp(a->letter, b->letter, cells) != 0) return "a letter changed";
    return a->hash != b->hash || a->cost_sum != b->cost_sum ? "a cost changed" : NULL;
}

const char *map_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    memory.limit = 64 << 20;
    Map map, again;
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = map_read(bytes, length, file_name, NULL, &memory, &map, &notes, &error);
    if (status != STATUS_OK) return refusal_fault(status, &error, &memory);
    char *written;
    size_t written_length;
    if (map_write(&map.grid, &memory, &written, &written_length) != STATUS_OK) return "no memory";
    notes.count = 0;
    status = map_read(written, written_length, file_name, NULL, &memory, &again, &notes, &error);
    const char *wrong = status != STATUS_OK ? "what was written cannot be read" : NULL;
    if (wrong == NULL) {
        wrong = maps_fault(&map.grid, &again.grid);
        grid_destroy(&again.grid);
    }
    memory_give(&memory, written);
    grid_destroy(&map.grid);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}

static const char *rows_fault(const Scen *a, const Scen *b) {
    if (a->count != b->count) return "the number of rows changed";
    for (uint32_t i = 0; i < a->count; i++) {
        const ScenRow *one = &a->rows[i], *other = &b->rows[i];
        if (one->bucket != other->bucket || one->width != other->width || one->height != other->height)
            return "a bucket or size changed";
        if (memcmp(&one->start, &other->start, sizeof(Cell)) != 0 ||
            memcmp(&one->goal, &other->goal, sizeof(Cell)) != 0)
            return "an end changed";
        if (strcmp(scen_name(a, one), scen_name(b, other)) != 0) return "a map field changed";
        if (strcmp(decimal_text(one->length).text, decimal_text(other->length).text) != 0)
            return "a length changed";
    }
    return NULL;
}

const char *scen_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    Scen scen, again;
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = scen_read(bytes, length, file_name, &memory, &scen, &notes, &error);
    if (status != STATUS_OK) return refusal_fault(status, &error, &memory);
    char *written;
    size_t written_length;
    if (scen_write(&scen, &memory, &written, &written_length) != STATUS_OK) return "no memory";
    status = scen_read(written, written_length, file_name, &memory, &again, NULL, &error);
    const char *wrong = status != STATUS_OK ? "what was written cannot be read" : NULL;
    if (wrong == NULL) {
        wrong = rows_fault(&scen, &again);
        scen_destroy(&again);
    }
    for (uint32_t i = 0; i < scen.count; i++) /* any answer, but no fault of arithmetic */
        (void)scen_length_matches((Length){(int64_t)i * 1000, i}, &scen, &scen.rows[i]);
    memory_give(&memory, written);
    scen_destroy(&scen);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}

const char *costs_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    Costs costs, again;
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = costs_read(bytes, length, file_name, &costs, &notes, &error);
    if (status != STATUS_OK) return refusal_fault(status, &error, &memory);
    char *written;
    size_t written_length;
    if (costs_write(&costs.terrain, &memory, &written, &written_length) != STATUS_OK) return "no memory";
    status = costs_read(written, written_length, file_name, &again, NULL, &error);
    const char *wrong = status != STATUS_OK ? "what was written cannot be read" : NULL;
    if (wrong == NULL && memcmp(&costs.terrain, &again.terrain, sizeof costs.terrain) != 0)
        wrong = "a cost changed";
    if (wrong == NULL && costs_needed(&costs.terrain) != (written_length != 0))
        wrong = "costs_needed and costs_write disagree";
    memory_give(&memory, written);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}

void feed_mutants(RoundTrip trip, const char *bytes, size_t length, uint32_t count, uint64_t seed) {
    Rng rng = rng_from(seed);
    for (uint32_t i = 0; i < count; i++) {
        size_t changed;
        char *mutant = file_mutant(bytes, length, &rng, &changed);
        const char *wrong = trip(mutant, changed);
        if (wrong != NULL) {
            for (size_t at = 0; at < changed; at++) print_error("\\x%02x", (unsigned char)mutant[at]);
            print_error("\n");
            free(mutant);
            fail_msg("mutant %u: %s", i, wrong);
            return;
        }
        free(mutant);
    }
}

const char *benchmarks_folder(void) {
    const char *folder = getenv("TAUT_BENCHMARKS");
    if (folder == NULL || folder[0] == '\0') folder = "../shared/benchmarks";
    return access(folder, R_OK) == 0 ? folder : NULL;
}
