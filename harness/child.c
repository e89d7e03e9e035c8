#include "harness/child.h"

#include "harness/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
enum { FAULTS = sizeof faults / sizeof *faults };

Status child_start(Status (*work)(void *context), void *context, pid_t *child, Error *error) {
    pid_t parent = getpid();
    *child = fork();
    if (*child < 0) return error_say(error, STATUS_SYSTEM, "no child process: ", strerror(errno), NULL);
    if (*child > 0) return STATUS_OK;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(STATUS_STOPPED); /* it died before the line above */
    /* Whoever started us may handle faults in its own way; here a fault must end the child. */
    for (int i = 0; i < FAULTS; i++) signal(faults[i], SIG_DFL);
    signal(SIGPIPE, SIG_IGN); /* a program that no longer listens is an error of the write */
    _exit((int)work(context));
}

bool signal_is_fault(int signal) {
    for (int i = 0; i < FAULTS; i++)
        if (faults[i] == signal) return true;
    return false;
}

int64_t out_of_memory_kills(const char *vmstat) {
    char line[128];
    int64_t count = -1;
    FILE *in = fopen(vmstat == NULL ? "/proc/vmstat" : vmstat, "r");
    if (in == NULL) return -1;
    while (count < 0 && fgets(line, sizeof line, in) != NULL)
        if (sscanf(line, "oom_kill %" SCNd64, &count) != 1) count = -1;
    fclose(in);
    return count;
}

ChildEnd child_wait(pid_t child, int milliseconds) {
    int64_t until = clock_now() + (int64_t)milliseconds * 1000000;
    for (;;) {
        int how;
        pid_t ended = waitpid(child, &how, WNOHANG);
        if (ended == child && WIFSIGNALED(how)) return (ChildEnd){true, WTERMSIG(how), STATUS_SYSTEM};
        if (ended == child) return (ChildEnd){true, 0, (Status)WEXITSTATUS(how)};
        if (ended < 0 && errno != EINTR) return (ChildEnd){true, 0, STATUS_SYSTEM};
        if (clock_now() >= until) return (ChildEnd){false, 0, STATUS_OK};
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
}

void child_kill(pid_t child) {
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

bool child_stopped(pid_t child) {
    siginfo_t info = {.si_pid = 0};
    /* The news of a stop is left to be had again, and is gone when the child goes on: so it is a state. */
    return waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

static int64_t cpu_alone(pid_t process) {
    clockid_t clock;
    struct timespec ran;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &ran) != 0) return 0;
    return (int64_t)ran.tv_sec * 1000000000 + ran.tv_nsec;
}

/* of(child), and of the programs that it has started. */
static int64_t with_programs(pid_t child, int64_t (*of)(pid_t process)) {
    char name[64];
    int64_t sum = of(child);
    int program;
    snprintf(name, sizeof name, "/proc/%d/task/%d/children", (int)child, (int)child);
    FILE *in = fopen(name, "r");
    if (in == NULL) return sum;
    while (fscanf(in, "%d", &program) == 1) sum += of(program);
    fclose(in);
    return sum;
}

int64_t child_cpu(pid_t child) {
    return with_programs(child, cpu_alone);
}

size_t child_resident(pid_t child) {
    char name[48];
    size_t pages = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", (int)child);
    FILE *in = fopen(name, "r");
    if (in == NULL) return 0;
    if (fscanf(in, "%*u %zu", &pages) != 1) pages = 0;
    fclose(in);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int64_t queued_alone(pid_t process) {
    char name[48];
    int64_t queued = 0;
    snprintf(name, sizeof name, "/proc/%d/schedstat", (int)process);
    FILE *in = fopen(name, "r");
    if (in == NULL) return 0;
    if (fscanf(in, "%*d %" SCNd64, &queued) != 1) queued = 0;
    fclose(in);
    return queued;
}

int64_t child_queued(pid_t child) {
    return with_programs(child, queued_alone);
}
