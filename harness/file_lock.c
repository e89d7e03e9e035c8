#include "harness/file_lock.h"

#include "harness/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MILLISECONDS = 20 };

static Status system_said(const char *name, Error *error) {
    return error_say(error, STATUS_SYSTEM, name, ": cannot be locked: ", strerror(errno), NULL);
}

/* Whether the file that is locked still has the name: its last holder may have taken it away meanwhile. */
static bool is_named(const FileLock *lock) {
    struct stat held, named;
    return fstat(lock->descriptor, &held) == 0 && stat(lock->name, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/* One attempt: *taken, or it is another's. */
static Status try_once(FileLock *lock, bool *taken, Error *error) {
    *taken = false;
    if (lock->descriptor < 0)
        lock->descriptor = open(lock->name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (lock->descriptor < 0) return system_said(lock->name, error);
    if (flock(lock->descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK || errno == EINTR ? STATUS_OK : system_said(lock->name, error);
    *taken = is_named(lock);
    if (*taken) return STATUS_OK;
    close(lock->descriptor);
    lock->descriptor = -1;
    return STATUS_OK;
}

static Status wait_for(const char *file, FileLock *lock, Error *error) {
    bool taken = false, said = false;
    for (;;) {
        TRY(try_once(lock, &taken, error));
        if (taken) return STATUS_OK;
        if (stop_requested()) return error_say(error, STATUS_STOPPED, "stopped", NULL);
        if (!said) fprintf(stderr, "taut: another process is at %s: waiting for it to end\n", file);
        said = true;
        nanosleep(&(struct timespec){0, WAIT_MILLISECONDS * 1000000L}, NULL);
    }
}

Status file_lock_take(const char *file, FileLock *lock, Error *error) {
    *lock = (FileLock){.descriptor = -1};
    if (asprintf(&lock->name, "%s.lock", file) < 0) {
        lock->name = NULL;
        return error_say(error, STATUS_NO_MEMORY, file, ": no memory for its lock", NULL);
    }
    (void)stop_later();
    Status status = wait_for(file, lock, error);
    if (status == STATUS_OK) return status;
    if (lock->descriptor >= 0) close(lock->descriptor);
    lock->descriptor = -1;
    file_lock_give(lock);
    return status;
}

void file_lock_give(FileLock *lock) {
    if (lock->descriptor >= 0) {
        unlink(lock->name); /* while it is held: who waits for it sees that it lost its name */
        close(lock->descriptor);
    }
    free(lock->name);
    *lock = (FileLock){.descriptor = -1};
}
