#include "algos/core/notes.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

static bool same_text(const char *kept, const char *text) {
    uint32_t i = 0;
    while (i + 1 < NOTE_TEXT && text[i] != '\0' && kept[i] == text[i]) i++;
    return kept[i] == '\0' && (text[i] == '\0' || i + 1 == NOTE_TEXT);
}

void notes_add(Notes *notes, const char *text, uint64_t count, uint64_t line) {
    if (notes == NULL) return;
    for (uint32_t i = 0; i < notes->count; i++) {
        if (!same_text(notes->note[i].text, text)) continue;
        notes->note[i].count += count;
        return;
    }
    assert(notes->count < NOTES_MOST);
    if (notes->count == NOTES_MOST) return;
    Note *note = &notes->note[notes->count++];
    uint32_t length = 0;
    for (; length + 1 < NOTE_TEXT && text[length] != '\0'; length++) note->text[length] = text[length];
    note->text[length] = '\0';
    note->count = count;
    note->line = line;
}
