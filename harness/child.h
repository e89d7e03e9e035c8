/* Child processes for what may crash, and for filling all cores. A parent that dies takes them along; ^C
 * reaches only the parent, which ends them itself. */
#ifndef TAUT_HARNESS_CHILD_H
#define TAUT_HARNESS_CHILD_H

#include "algos/core/status.h"

#include <stdbool.h>
#include <sys/types.h>

/* Starts a child that runs work(context) and ends with the status it returns. */
MUST_CHECK Status child_start(Status (*work)(void *context), void *context, pid_t *child, Error *error);

/* How a child ended. */
typedef struct ChildEnd {
    bool ended;
    int signal;    /* that ended it, or 0 */
    Status status; /* that it returned, when signal is 0 */
} ChildEnd;

/* Whether a process raises this signal by a fault of its own. Others come from outside: from a person, a
 * memory or session manager, a limit on the processor's time (ulimit -t). */
bool signal_is_fault(int signal);

/* How many processes the system has ended for want of memory, by its own count in `vmstat` (NULL:
 * /proc/vmstat), where the limits of control groups count too; -1 where it does not say. What ends processes
 * in the system's stead (earlyoom, systemd-oomd) is not in it. */
int64_t out_of_memory_kills(const char *vmstat);

/* Waits at most `milliseconds` for the child to end. */
ChildEnd child_wait(pid_t child, int milliseconds);

/* Ends it at once and waits for it. */
void child_kill(pid_t child);

/* Whether a signal has stopped it and none has let it go on. */
bool child_stopped(pid_t child);

/* Nanoseconds for which a child that was not waited for has run, and the programs that it has started; 0
 * where the system does not say. */
int64_t child_cpu(pid_t child);

/* Bytes of its memory that are there (resident); 0 where the system does not say. */
size_t child_resident(pid_t child);

/* Nanoseconds for which it, or they, were ready to run and others had the processor; 0 where the system does
 * not say. A wait is counted when it ends. */
int64_t child_queued(pid_t child);

#endif
