/* A lock between processes, also of several machines where their file system has locks: an empty file beside
 * what is locked, which goes when the lock does. */
#ifndef TAUT_HARNESS_FILE_LOCK_H
#define TAUT_HARNESS_FILE_LOCK_H

#include "algos/core/status.h"

typedef struct FileLock {
    int descriptor; /* -1: not held */
    char *name;
} FileLock;

/* Takes FILE.lock, whether FILE is there or not. While another process has it: waits, and says so;
 * STATUS_STOPPED when a stop is requested. The system gives it back when the process and its children end,
 * however they end. */
MUST_CHECK Status file_lock_take(const char *file, FileLock *lock, Error *error);
/* Gives it back; nothing happens where it is not held. */
void file_lock_give(FileLock *lock);

#endif
