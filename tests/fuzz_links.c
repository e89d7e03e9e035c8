/* A target for libFuzzer: the reader of files of links takes any bytes; what it takes is written and read
 * again. `make hunt` builds and runs it. */
#include "tests/parsers.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const char *wrong = links_round_trip((const char *)bytes, length);
    if (wrong == NULL) return 0;
    fprintf(stderr, "%s\n", wrong);
    abort();
}
