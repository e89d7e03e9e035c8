#include "harness/short_text.h"

#include <stdbool.h>
#include <string.h>

ShortText short_text(const char *text) {
    static const char dots[] = "…";
    ShortText out;
    size_t length = strlen(text);
    bool fits = length < sizeof out.text;
    if (!fits) {
        length = sizeof out.text - sizeof dots;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    }
    memcpy(out.text, text, length);
    strcpy(out.text + length, fits ? "" : dots);
    return out;
}
