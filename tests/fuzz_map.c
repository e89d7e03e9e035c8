/* A target for libFuzzer: the reader of .map files takes any bytes, and what it takes it writes and reads
 * again.
 *
 *     clang -g -O1 -std=c17 -D_GNU_SOURCE -I. -fsanitize=fuzzer,address,undefined -ffp-contract=off \
 *         tests/fuzz_map.c tests/parsers.c tests/support.c harness/system_memory.c algos/core/*.c
 * algos/map/*.c \ -lcmocka -o .build/fuzz_map && .build/fuzz_map -max_total_time=60 */
#include "tests/parsers.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const char *wrong = map_round_trip((const char *)bytes, length);
    if (wrong == NULL) return 0;
    fprintf(stderr, "%s\n", wrong);
    abort();
}
