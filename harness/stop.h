/* ^C (SIGINT), SIGTERM and SIGHUP: in which stretches they end the program at once.
 *
 * Where something would be lost, signals are deferred (blocked) and asked for. Elsewhere, such
 * as while a large map is generated, there is nowhere to ask and nothing to lose: memory goes with the
 * process, what the database holds is committed, and a transaction that was open is rolled back by whoever
 * opens the database next. There a handler ends the program. */
#ifndef TAUT_HARNESS_STOP_H
#define TAUT_HARNESS_STOP_H

#include <stdbool.h>

/* From here on those signals, where they are not deferred, end the program with a message and EXIT_STOPPED.
 * SIGHUP stays ignored where it was (nohup). */
void stop_handle(void);

/* Begins a stretch in which they act at once; one that waited does so here. No child may be at work, no file
 * half written. Gives what stop_restore takes: whether they were deferred. */
bool stop_at_once(void);

/* Begins a stretch in which they are deferred. */
bool stop_later(void);

/* Whether one of them waits. What is ignored (nohup) does not count. */
bool stop_requested(void);

/* Ends a stretch: they are deferred or not as before. */
void stop_restore(bool were_deferred);

#endif
