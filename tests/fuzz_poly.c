/* A target for libFuzzer: the readers of polygon files take any bytes; what they take is written and read
 * again. `make hunt` builds and runs it. */
#include "tests/parsers.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const char *wrong = poly_round_trip((const char *)bytes, length);
    if (wrong == NULL) return 0;
    fprintf(stderr, "%s\n", wrong);
    abort();
}
