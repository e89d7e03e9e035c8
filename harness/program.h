/* A program that runs beside us and is spoken to by lines: its standard input and output. Whatever it does
 * wrong is an error that says what: it ended (how), closed its input or output, sent too long a line, grew
 * beyond its memory. A program that only waits is for the caller's caller to end (block.h). */
#ifndef TAUT_HARNESS_PROGRAM_H
#define TAUT_HARNESS_PROGRAM_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct Running {
    pid_t pid; /* 0: it does not run */
    int to, from;
    char *buffer; /* what it has sent: bytes begin .. end are not read yet */
    size_t room, begin, end;
    size_t memory_most; /* bytes of it in memory; 0: any number */
    Memory *memory;     /* of the buffer */
} Running;

/* Starts it; zero is one that does not run. It dies with the thread that started it, gets no ^C, has no open
 * files of ours, and its standard error is ours. STATUS_SYSTEM where the system cannot run the file. */
MUST_CHECK Status running_start(const char *file, size_t memory_most, Memory *memory, Running *running,
                                Error *error);
/* STATUS_SYSTEM or STATUS_NO_MEMORY (it grew too large, or we have none): then it does not run any more. */
MUST_CHECK Status running_send(Running *running, const char *bytes, size_t length, Error *error);
/* One line of at most `most` bytes, without its end; it stays until the next call. Of one that does not run
 * any more: what it said before. */
MUST_CHECK Status running_line(Running *running, size_t most, const char **line, size_t *length,
                               Error *error);
/* What it sent beyond the lines that were read is taken, and whether there was any. */
bool running_drain(Running *running, char *beginning, size_t size);
/* Closes its input, waits a second for its end and ends it. One that does not run is allowed. */
void running_stop(Running *running);

#endif
