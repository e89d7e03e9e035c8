#include "harness/host.h"

#include "harness/build.inc"
#include "harness/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

const char *build_hash(void) {
    return TAUT_BUILD;
}
const char *build_compiler(void) {
    return TAUT_COMPILER;
}
const char *build_flags(void) {
    return TAUT_FLAGS;
}

/* The first line of a small file, "" where it cannot be read. */
static void first_line(const char *file, char *text, size_t size) {
    text[0] = '\0';
    FILE *in = fopen(file, "r");
    if (in == NULL) return;
    if (fgets(text, (int)size, in) == NULL) text[0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    fclose(in);
}

/* The value of a line "KEY : VALUE" of a file, "" where there is none. */
static void value_of(const char *file, const char *key, char *text, size_t size) {
    char line[512];
    text[0] = '\0';
    FILE *in = fopen(file, "r");
    if (in == NULL) return;
    while (fgets(line, sizeof line, in) != NULL) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || colon == NULL) continue;
        colon++;
        while (*colon == ' ' || *colon == '\t') colon++;
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(text, size, "%s", colon);
        break;
    }
    fclose(in);
}

static int64_t kibibytes_of(const char *key) {
    char text[64];
    value_of("/proc/meminfo", key, text, sizeof text);
    return strtoll(text, NULL, 10) * 1024;
}

void host_read(Host *host) {
    *host = (Host){.clean = TAUT_CLEAN, .cores = processor_count()};
    snprintf(host->commit, sizeof host->commit, "%s", TAUT_COMMIT);
    struct utsname system;
    if (uname(&system) == 0) {
        snprintf(host->name, sizeof host->name, "%s", system.nodename);
        snprintf(host->kernel, sizeof host->kernel, "%s %s %s", system.sysname, system.release,
                 system.machine);
    }
    value_of("/proc/cpuinfo", "model name", host->cpu, sizeof host->cpu);
    first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", host->governor,
               sizeof host->governor);
    host->memory_bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    host->swap_bytes = kibibytes_of("SwapTotal") - kibibytes_of("SwapFree");
    double loads[1];
    if (getloadavg(loads, 1) == 1) host->load = loads[0];
}
