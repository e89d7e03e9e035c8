/* Figures: gnuplot reads a table and a .gp file of the same name. */
#include "harness/report.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define QUICK_NOTE "QUICK run: not the full size"

/* Inside gnuplot's single quotes a quote is doubled. */
static bool quote(const char *text, char *quoted, size_t size) {
    size_t used = 0;
    for (; *text != '\0'; text++) {
        if (used + 3 > size) return false;
        if (*text == '\'') quoted[used++] = '\'';
        quoted[used++] = *text;
    }
    quoted[used] = '\0';
    return true;
}

/* Runs gnuplot; 127: there is none. */
static int run_gnuplot(const char *settings, const char *style, const char *script) {
    /* By env(1): labels hold signs beyond ASCII, whatever the person's language is set to. */
    const char *const words[] = {"env", "LC_ALL=C.UTF-8", "gnuplot", "-e", settings, style, script, NULL};
    pid_t child;
    int failure = posix_spawnp(&child, "env", NULL, NULL, (char *const *)(uintptr_t)words, environ);
    if (failure != 0) return failure == ENOENT ? 127 : -1;
    int result;
    while (waitpid(child, &result, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

Status report_draw(Report *report, Sheet *sheet, bool *sound, Error *error) {
    static const char *const formats[] = {"svg", "png"};
    char script[HOME_PATH + 80], style[HOME_PATH + 80], folder[HOME_PATH], settings[3 * HOME_PATH];
    snprintf(script, sizeof script, "%s/%s.gp", report->scripts, sheet->name);
    snprintf(style, sizeof style, "%s/include/style.gp", report->scripts);
    if (report->no_gnuplot || access(script, F_OK) != 0) return STATUS_OK;
    if (!quote(report->folder, folder, sizeof folder))
        return error_say(error, STATUS_BAD_INPUT, report->folder, ": too long a name", NULL);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        snprintf(settings, sizeof settings,
                 "data = '%s/%s.tsv'; output_file = '%s/%s.%s'; format = '%s'; note = '%s'", folder,
                 sheet->name, folder, sheet->name, formats[i], formats[i], sheet->quick ? QUICK_NOTE : "");
        int code = run_gnuplot(settings, style, script);
        if (code == 127) {
            report->no_gnuplot = true;
            fputs("taut: gnuplot is not installed: no figures (scripts/setup core installs it)\n", stderr);
            return STATUS_OK;
        }
        if (code != 0) {
            fprintf(stderr, "taut: gnuplot failed on %s\n", script);
            *sound = false;
            return STATUS_OK;
        }
    }
    sheet->figure = true;
    return STATUS_OK;
}
