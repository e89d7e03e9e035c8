/* The operating system's heap as a source of counted memory. */
#ifndef TAUT_HARNESS_SYSTEM_MEMORY_H
#define TAUT_HARNESS_SYSTEM_MEMORY_H

#include "algos/core/memory.h"

/* A Memory with nothing live, on malloc and calloc. */
Memory system_memory(void);

#endif
