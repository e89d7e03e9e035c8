/* A text as a message shows it, lest a long one push out what the message has to say. */
#ifndef TAUT_HARNESS_SHORT_TEXT_H
#define TAUT_HARNESS_SHORT_TEXT_H

typedef struct ShortText {
    char text[160];
} ShortText;

/* The text, or its beginning and "…" where it is longer; cut between characters of UTF-8. */
ShortText short_text(const char *text);

#endif
