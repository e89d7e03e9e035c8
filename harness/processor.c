#include "harness/processor.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { NO_LOCK = -1, BUSY = -2 };

/* The first processor of the core that this one is a part of. */
static int core_of(int cpu) {
    char name[96];
    int first;
    snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    FILE *in = fopen(name, "r");
    if (in == NULL) return cpu;
    if (fscanf(in, "%d", &first) != 1) first = cpu;
    fclose(in);
    return first;
}

/* The lock is a socket's abstract name: it needs no folder and no rights, one process on the host can have
 * it, and the system gives it back when that process ends. Returns the descriptor, BUSY or NO_LOCK. */
static int lock_core(const char *label, int core) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "%.60s-core-%d", label, core);
    int lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (lock < 0) return NO_LOCK;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (bind(lock, (const struct sockaddr *)&name, size) == 0) return lock;
    int why = errno;
    close(lock);
    return why == EADDRINUSE ? BUSY : NO_LOCK;
}

void processor_take(Processor *processor) {
    cpu_set_t set;
    if (processor->chosen && !processor->crowded) return;
    const char *label = processor->label == NULL ? "taut" : processor->label;
    processor->chosen = true;
    processor->number = -1;
    processor->crowded = false;
    processor->lock = NO_LOCK;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
        if (!CPU_ISSET((size_t)cpu, &set)) continue;
        int lock = lock_core(label, core_of(cpu));
        if (processor->number < 0 || lock != BUSY) processor->number = cpu;
        processor->crowded = lock == BUSY;
        if (lock == BUSY) continue;
        processor->lock = lock;
        return;
    }
    if (!processor->crowded || processor->said) return;
    processor->said = true;
    fprintf(stderr, "taut: other runs hold every processor: what is timed now is flagged\n");
}

void processor_give(Processor *processor) {
    if (processor->chosen && processor->lock >= 0) close(processor->lock);
    processor->chosen = false;
}

void processor_pin(const Processor *processor) {
    cpu_set_t set;
    if (processor->number < 0) return;
    CPU_ZERO(&set);
    CPU_SET((size_t)processor->number, &set);
    (void)sched_setaffinity(0, sizeof set, &set);
}
