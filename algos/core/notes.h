/* What a reader tolerated: a short list of texts, each with how often and where first. Shown by `taut info`.
 */
#ifndef TAUT_CORE_NOTES_H
#define TAUT_CORE_NOTES_H

#include <stdint.h>

enum {
    NOTES_MOST = 12, /* kinds of notes; more than any reader has */
    NOTE_TEXT = 112  /* bytes of a text; longer ones are cut */
};

typedef struct Note {
    char text[NOTE_TEXT]; /* a plural without its number: "blank lines" */
    uint64_t count;       /* how many */
    uint64_t line;        /* of the first */
} Note;

typedef struct Notes {
    Note note[NOTES_MOST];
    uint32_t count;
} Notes;

/* Adds `count` to the note of that text, which begins at `line` if it is new. `notes` may be NULL. */
void notes_add(Notes *notes, const char *text, uint64_t count, uint64_t line);

#endif
