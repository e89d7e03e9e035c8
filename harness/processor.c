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

/* A lock is a socket's abstract name: it needs no folder and no rights, one process on the host can have it,
 * and the system gives it back when that process ends. Each core has two: who was first has the holder's, one
 * of those who share with it all the same the guest's. */
typedef struct Lock {
    struct sockaddr_un name;
    socklen_t size;
} Lock;

static Lock lock_of(const Processor *processor, const char *whose, int core) {
    Lock lock = {.name = {.sun_family = AF_UNIX}};
    const char *label = processor->label == NULL ? "taut" : processor->label;
    int length = snprintf(lock.name.sun_path + 1, sizeof lock.name.sun_path - 1, "%.60s-%score-%d", label,
                          whose, core);
    lock.size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    return lock;
}

static const char holders[] = "", guests[] = "guest-";

/* Returns the descriptor, BUSY or NO_LOCK. */
static int lock_core(const Processor *processor, const char *whose, int core) {
    Lock lock = lock_of(processor, whose, core);
    int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (made < 0) return NO_LOCK;
    if (bind(made, (const struct sockaddr *)&lock.name, lock.size) == 0) return made;
    int why = errno;
    close(made);
    return why == EADDRINUSE ? BUSY : NO_LOCK;
}

/* Whether anybody has the lock. It is not tried to be had: who wants it at that moment would find it taken.
 */
static bool core_is_locked(const Processor *processor, const char *whose, int core) {
    Lock lock = lock_of(processor, whose, core);
    int probe = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return false;
    bool locked = connect(probe, (const struct sockaddr *)&lock.name, lock.size) == 0;
    close(probe);
    return locked;
}

/* Takes the guest's lock where it is to be had. */
static void be_guest(Processor *processor) {
    if (processor->lock < 0) processor->lock = lock_core(processor, guests, core_of(processor->number));
}

void processor_take(Processor *processor) {
    cpu_set_t set;
    if (processor->chosen && !processor->crowded) return;
    processor_give(processor);
    processor->chosen = true;
    processor->number = -1;
    processor->crowded = false;
    processor->lock = NO_LOCK;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
        if (!CPU_ISSET((size_t)cpu, &set)) continue;
        int lock = lock_core(processor, holders, core_of(cpu));
        if (processor->number < 0 || lock != BUSY) processor->number = cpu;
        processor->crowded = lock == BUSY;
        if (lock == BUSY) continue;
        processor->lock = lock;
        return;
    }
    if (!processor->crowded) return;
    be_guest(processor);
    if (processor->said) return;
    processor->said = true;
    fprintf(stderr, "taut: other runs hold every processor: what is timed now is flagged\n");
}

bool processor_shared(Processor *processor) {
    if (processor->crowded) be_guest(processor);
    if (processor->crowded) return true;
    return processor->number >= 0 && core_is_locked(processor, guests, core_of(processor->number));
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
