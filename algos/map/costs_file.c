#include "algos/map/costs_file.h"

#include "algos/core/lines.h"

static bool is_upper(int letter) {
    return letter >= 'A' && letter <= 'Z';
}

/* The same letter in the other case; the byte itself where it has none. */
static int other_case(int letter) {
    if (is_upper(letter)) return letter + ('a' - 'A');
    if (letter >= 'a' && letter <= 'z') return letter - ('a' - 'A');
    return letter;
}

Costs costs_plain(void) {
    Costs costs = {terrain_plain(), {false}};
    for (const char *letter = ".GS@OTW"; *letter != '\0'; letter++) {
        costs.known[(uint8_t)*letter] = true;
        costs.known[other_case((uint8_t)*letter)] = true;
    }
    return costs;
}

/* `LETTER COST`, perhaps with a comment. */
static Status read_row(Line line, const char *name, uint8_t *letter, uint8_t *cost, Error *error) {
    Line word;
    line_take_first(&line, &word);
    if (word.length != 1 || word.text[0] <= ' ' || word.text[0] > '~')
        return line_wrong(word, name, "one letter of a map", error);
    *letter = (uint8_t)word.text[0];
    int64_t value;
    bool any = line_take_first(&line, &word);
    if (!any || !line_number(word, 0, GRID_COST_MOST, &value))
        return line_wrong(word, name, "a cost from 0 (blocked) to 255", error);
    *cost = (uint8_t)value;
    if (line.length != 0 && line.text[0] != '#')
        return line_wrong(line, name, "the end of the line after LETTER COST", error);
    return STATUS_OK;
}

Status costs_read(const char *bytes, size_t length, const char *name, Costs *costs, Notes *notes,
                  Error *error) {
    Costs read = costs_plain();
    bool given[256] = {false};
    Lines lines = lines_of(bytes, length, notes);
    Line line;
    while (lines_next(&lines, &line)) {
        uint8_t letter = 0, cost = 0;
        Line rest = line, word;
        line_take_first(&rest, &word);
        if (word.text[0] == '#') continue;
        TRY(read_row(line, name, &letter, &cost, error));
        if (given[letter]) return line_wrong(line, name, "each letter once", error);
        given[letter] = true;
        read.terrain.of[letter] = cost;
        read.known[letter] = true;
        int other = other_case(letter);
        if (given[other]) continue;
        read.terrain.of[other] = cost;
        read.known[other] = true;
    }
    *costs = read;
    return STATUS_OK;
}

/* Whether the file must name the letter. One row stands for both cases; where they differ each has its own.
 */
static bool must_write(const TerrainCosts *terrain, const TerrainCosts *plain, int letter) {
    int other = other_case(letter);
    bool differs = terrain->of[letter] != plain->of[letter];
    if (terrain->of[letter] == terrain->of[other]) return differs && (other == letter || is_upper(letter));
    return differs || terrain->of[other] != plain->of[other];
}

bool costs_needed(const TerrainCosts *terrain) {
    TerrainCosts plain = terrain_plain();
    for (int letter = '!'; letter <= '~'; letter++)
        if (terrain->of[letter] != plain.of[letter]) return true;
    return false;
}

Status costs_write(const TerrainCosts *terrain, Memory *memory, char **bytes, size_t *length) {
    enum { ROW_MOST = 6 }; /* "G 255\n" */
    TerrainCosts plain = terrain_plain();
    char *text = memory_take(memory, 256, ROW_MOST);
    if (text == NULL) return STATUS_NO_MEMORY;
    size_t at = 0;
    for (int letter = '!'; letter <= '~'; letter++) {
        if (letter == '#' || !must_write(terrain, &plain, letter)) continue;
        text[at++] = (char)letter;
        text[at++] = ' ';
        NumberText cost = number_text(terrain->of[letter]);
        for (const char *digit = cost.text; *digit != '\0'; digit++) text[at++] = *digit;
        text[at++] = '\n';
    }
    *bytes = text;
    *length = at;
    return STATUS_OK;
}
