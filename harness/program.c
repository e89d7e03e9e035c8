#include "harness/program.h"

#include "harness/child.h"
#include "harness/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MILLISECONDS = 10, /* how often its size is looked at while it works */
    GRACE_MILLISECONDS = 1000,
    ENDING_MILLISECONDS = 200, /* that an end may come after the end of its output */
    FIRST_ROOM = 4096
};

typedef struct Pipes {
    int to[2], from[2], told[2]; /* told: the system's reason where it cannot be started */
} Pipes;

/* In the child: becomes the program, or says why not. */
static void become(const char *file, const Pipes *pipes, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* ^C is ours: a program that it ended would be taken for one that died */
    bool orphan = getppid() != parent;
    if (!orphan && dup2(pipes->to[0], STDIN_FILENO) >= 0 && dup2(pipes->from[1], STDOUT_FILENO) >= 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL); /* ours may defer ^C */
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        char *words[] = {(char *)(uintptr_t)file, NULL};
        execv(file, words);
    }
    int reason = errno;
    (void)!write(pipes->told[1], &reason, sizeof reason);
    _exit(127);
}

static void close_both(const int pair[2]) {
    if (pair[0] >= 0) close(pair[0]);
    if (pair[1] >= 0) close(pair[1]);
}

static Status system_said(const char *file, int reason, Error *error) {
    return error_say(error, STATUS_SYSTEM, file, " cannot be started: ", strerror(reason), NULL);
}

static Status start(const char *file, Running *running, Pipes *pipes, Error *error) {
    if (pipe2(pipes->to, O_CLOEXEC) != 0 || pipe2(pipes->from, O_CLOEXEC) != 0 ||
        pipe2(pipes->told, O_CLOEXEC) != 0)
        return system_said(file, errno, error);
    pid_t parent = getpid();
    running->pid = fork();
    if (running->pid == 0) become(file, pipes, parent);
    if (running->pid < 0) {
        running->pid = 0;
        return system_said(file, errno, error);
    }
    close(pipes->told[1]);
    pipes->told[1] = -1;
    int reason;
    ssize_t got;
    while ((got = read(pipes->told[0], &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    if (got != (ssize_t)sizeof reason) return STATUS_OK;
    child_kill(running->pid);
    running->pid = 0;
    return system_said(file, reason, error);
}

Status running_start(const char *file, size_t memory_most, Memory *memory, Running *running, Error *error) {
    *running = (Running){.to = -1, .from = -1, .memory_most = memory_most, .memory = memory};
    running->buffer = memory_take(memory, FIRST_ROOM, 1);
    if (running->buffer == NULL)
        return error_say(error, STATUS_NO_MEMORY, "no memory for what ", file, " sends", NULL);
    running->room = FIRST_ROOM;
    Pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}};
    Status status = start(file, running, &pipes, error);
    close_both(pipes.told);
    if (status == STATUS_OK) {
        running->to = pipes.to[1];
        running->from = pipes.from[0];
        pipes.to[1] = pipes.from[0] = -1;
        /* Never stuck in a call while the program grows. */
        fcntl(running->to, F_SETFL, O_NONBLOCK);
        fcntl(running->from, F_SETFL, O_NONBLOCK);
    }
    close_both(pipes.to);
    close_both(pipes.from);
    if (status != STATUS_OK) running_stop(running);
    return status;
}

void running_stop(Running *running) {
    if (running->memory == NULL) return;
    if (running->to >= 0) close(running->to);
    if (running->pid > 0 && !child_wait(running->pid, GRACE_MILLISECONDS).ended) child_kill(running->pid);
    if (running->from >= 0) close(running->from);
    memory_give(running->memory, running->buffer);
    *running = (Running){.pid = 0};
}

/* Ends it at once; the buffer stays. */
static void cut_off(Running *running) {
    if (running->pid > 0) child_kill(running->pid);
    running->pid = 0;
}

static Status is_running(const Running *running, Error *error) {
    if (running->pid > 0) return STATUS_OK;
    return error_say(error, STATUS_SYSTEM, "the program does not run any more", NULL);
}

/* It ended, or closed what it was spoken to by. */
static Status gone(Running *running, const char *closed, Error *error) {
    TRY(is_running(running, error));
    ChildEnd end = child_wait(running->pid, ENDING_MILLISECONDS);
    if (!end.ended) {
        cut_off(running);
        return error_say(error, STATUS_SYSTEM, "the program closed its standard ", closed, NULL);
    }
    running->pid = 0;
    if (end.signal == 0)
        return error_say(error, STATUS_SYSTEM, "the program ended by itself, exit ",
                         number_text((int64_t)end.status).text, NULL);
    return error_say(error, STATUS_SYSTEM, "the program died of signal ", number_text(end.signal).text, " (",
                     strsignal(end.signal), ")", NULL);
}

/* Waits until the descriptor is ready, with an eye on the program's size. */
static Status wait_for(Running *running, int descriptor, short events, Error *error) {
    for (;;) {
        struct pollfd waiting = {.fd = descriptor, .events = events};
        int ready = poll(&waiting, 1, LOOK_MILLISECONDS);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return STATUS_OK;
        TRY(is_running(running, error));
        if (running->memory_most == 0 || child_resident(running->pid) <= running->memory_most) continue;
        cut_off(running);
        return error_say(error, STATUS_NO_MEMORY, "the program grew beyond ",
                         number_text((int64_t)running->memory_most).text, " bytes", NULL);
    }
}

Status running_send(Running *running, const char *bytes, size_t length, Error *error) {
    TRY(is_running(running, error));
    while (length > 0) {
        ssize_t sent = write(running->to, bytes, length);
        if (sent >= 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN) {
            TRY(wait_for(running, running->to, POLLOUT, error));
        } else if (errno != EINTR) {
            return gone(running, "input", error);
        }
    }
    return STATUS_OK;
}

static Status make_room(Running *running, size_t most, Error *error) {
    memmove(running->buffer, running->buffer + running->begin, running->end - running->begin);
    running->end -= running->begin;
    running->begin = 0;
    if (running->end < running->room) return STATUS_OK;
    if (running->end > most) {
        cut_off(running);
        return error_say(error, STATUS_SYSTEM, "the program sent a line of more than ",
                         number_text((int64_t)most).text, " bytes, which no path needs", NULL);
    }
    char *grown = memory_resize(running->memory, running->buffer, 2 * running->room, 1);
    if (grown == NULL)
        return error_say(error, STATUS_NO_MEMORY, "no memory for what the program sends", NULL);
    running->buffer = grown;
    running->room *= 2;
    return STATUS_OK;
}

Status running_line(Running *running, size_t most, const char **line, size_t *length, Error *error) {
    for (size_t looked = 0;;) {
        const char *from = running->buffer + running->begin;
        const char *end = memchr(from + looked, '\n', running->end - running->begin - looked);
        if (end != NULL) {
            *line = from;
            *length = (size_t)(end - from);
            running->begin += *length + 1;
            if (*length > 0 && from[*length - 1] == '\r') --*length;
            return STATUS_OK;
        }
        looked = running->end - running->begin;
        if (running->end == running->room) TRY(make_room(running, most, error));
        ssize_t got = read(running->from, running->buffer + running->end, running->room - running->end);
        if (got > 0)
            running->end += (size_t)got;
        else if (got == 0)
            return gone(running, "output", error);
        else if (errno == EAGAIN)
            TRY(wait_for(running, running->from, POLLIN, error));
        else if (errno != EINTR)
            return gone(running, "output", error);
    }
}

bool running_drain(Running *running, char *beginning, size_t size) {
    size_t left = running->end - running->begin;
    snprintf(beginning, size, "%.*s", left < size ? (int)left : (int)size - 1,
             running->buffer + running->begin);
    running->begin = running->end = 0;
    return left > 0;
}
