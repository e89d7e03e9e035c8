#include "harness/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_MOST = 63 };

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

uint32_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    if (a_length > WORD_MOST || b_length > WORD_MOST) return UINT32_MAX;
    uint32_t rows[3][WORD_MOST + 1];
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (uint32_t)j;
    for (size_t i = 1; i <= a_length; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *swap = rows[(i + 1) % 3];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(least(row[j - 1], above[j]) + 1, above[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], swap[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

Known known_start(const char *word, size_t length) {
    return (Known){.word = word, .word_length = length, .distance = UINT32_MAX};
}

void known_offer(Known *known, const char *name, size_t length) {
    size_t used = strlen(known->list);
    if (known->more != 0 || used + length + 3 >= sizeof known->list) {
        known->more++;
    } else {
        if (used != 0) memcpy(known->list + used, ", ", 3), used += 2;
        memcpy(known->list + used, name, length);
        known->list[used + length] = '\0';
    }
    uint32_t distance = edit_distance(known->word, known->word_length, name, length);
    /* A word of three letters may be one edit off, a longer one a third of its letters; the beginning of a
     * name always counts as near. */
    uint32_t allowed = 1 + (uint32_t)known->word_length / 4;
    bool begins = known->word_length >= 2 && known->word_length < length &&
                  strncasecmp(known->word, name, known->word_length) == 0;
    if (begins) distance = 1;
    if (distance > allowed || distance >= length || distance >= known->distance ||
        length >= sizeof known->nearest)
        return;
    known->distance = distance;
    memcpy(known->nearest, name, length);
    known->nearest[length] = '\0';
}

Status known_fail(const Known *known, const char *prefix, const char *kind, Error *error) {
    char word[48];
    size_t shown = known->word_length < sizeof word - 1 ? known->word_length : sizeof word - 1;
    for (size_t i = 0; i < shown; i++) {
        unsigned char letter = (unsigned char)known->word[i];
        word[i] = letter < 0x20 || letter == 0x7f ? '?' : (char)letter;
    }
    word[shown] = '\0';
    bool left_out = known->more != 0, has_nearest = known->nearest[0] != '\0';
    return error_say(error, STATUS_BAD_INPUT, prefix, " \"", word,
                     shown < known->word_length ? "…\" is unknown; " : "\" is unknown; ", kind, ": ",
                     known->list, left_out ? ", … (" : "", left_out ? number_text(known->more).text : "",
                     left_out ? " more)" : "", has_nearest ? "; did you mean " : "", known->nearest,
                     has_nearest ? "?" : "", NULL);
}
