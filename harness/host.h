/* Where and with what a run measures: its provenance. */
#ifndef TAUT_HARNESS_HOST_H
#define TAUT_HARNESS_HOST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Host {
    char name[128], cpu[128], kernel[256], governor[64]; /* governor "" where the system does not say */
    char commit[64]; /* of the sources that this build was made from; "" when that was outside a checkout */
    bool clean;      /* those sources were the commit's */
    int64_t cores, memory_bytes, swap_bytes;
    double load;
} Host;

/* Reads all of it; what the system does not say stays empty or 0. */
void host_read(Host *host);

/* Hash of sources, compiler and flags of this build; the compiler; the flags. */
const char *build_hash(void);
const char *build_compiler(void);
const char *build_flags(void);

#endif
