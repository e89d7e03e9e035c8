/* The processor that a run is timed on. Runs that go on at the same time take different ones: each holds a
 * lock of its processor's core, which the system takes back when the run ends, however it ends. */
#ifndef TAUT_HARNESS_PROCESSOR_H
#define TAUT_HARNESS_PROCESSOR_H

#include <stdbool.h>

/* All zero: not chosen yet. */
typedef struct Processor {
    const char *label; /* of the locks: only runs of the same label see one another. NULL: "taut" */
    bool chosen;
    int number;   /* once chosen; -1 where the system does not say */
    bool crowded; /* another run held it already */
    bool said;    /* that it is crowded: once for a run */
    int lock;     /* once chosen: a descriptor, of the holder's or the guest's lock; -1: none */
} Processor;

/* Chooses the last processor that this process may use and no other run holds, and holds it: the last, for
 * systems tend to serve their devices on the first; a whole core, for two threads of one disturb one another.
 * When all are held it takes the last one all the same, is crowded, and says so on standard error. One that
 * is held stays; one that is crowded is chosen anew, for another run may have ended. Where there are no locks
 * to be had, there are none: runs may then meet, and only their share of the time tells (block.h). */
void processor_take(Processor *processor);

/* Whether another run is timed on it now: a guest shares with whoever holds it, and holds a second lock, by
 * which the holder sees it. To be asked now and then, for guests come and go; a guest that found the second
 * lock taken by another takes it here when that one has gone. Some ten microseconds. */
bool processor_shared(Processor *processor);

/* Lets others have it. */
void processor_give(Processor *processor);

/* Keeps this process on it. Where the system refuses, it runs anywhere. */
void processor_pin(const Processor *processor);

#endif
