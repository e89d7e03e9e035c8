#include "harness/stop.h"

#include "harness/command.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

/* Calls nothing but what POSIX allows in a handler. */
static void end_program(int signal_number) {
    (void)signal_number;
    static const char text[] = "\ntaut: stopped before the end; what was done is kept\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written; /* there is nobody else to tell */
    _exit(EXIT_STOPPED);
}

void stop_handle(void) {
    struct sigaction action = {.sa_handler = end_program};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct sigaction before;
        bool kept =
            stops[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!kept) sigaction(stops[i], &action, NULL);
    }
}

/* SIG_BLOCK or SIG_UNBLOCK; whether they were blocked. */
static bool mask(int how) {
    sigset_t set, before;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) sigaddset(&set, stops[i]);
    sigprocmask(how, &set, &before);
    return sigismember(&before, SIGTERM) == 1;
}

bool stop_at_once(void) {
    return mask(SIG_UNBLOCK);
}

bool stop_later(void) {
    return mask(SIG_BLOCK);
}

void stop_restore(bool were_deferred) {
    (void)mask(were_deferred ? SIG_BLOCK : SIG_UNBLOCK);
}

bool stop_requested(void) {
    sigset_t pending;
    sigpending(&pending);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        struct sigaction action; /* one that is blocked waits even where it is ignored */
        if (sigismember(&pending, stops[i]) == 1 && sigaction(stops[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            return true;
    }
    return false;
}
