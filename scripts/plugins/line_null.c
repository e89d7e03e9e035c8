/* A program that answers every query with "no path" at once: what its queries take is what being a program
 * costs, two pipes and two switches between processes.
 *
 *     cc -O3 -o line_null scripts/plugins/line_null.c
 *     ./taut run --map rooms:64 --solver exec:./line_null --protocol warm */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[1 << 16];
    unsigned width = 0, height = 0;
    if (fgets(line, sizeof line, stdin) == NULL ||
        sscanf(line, "taut 1 grid %*s %u %u", &width, &height) != 2) {
        puts("refused takes grids");
        return 0;
    }
    while (height > 0 && fgets(line, sizeof line, stdin) != NULL)
        if (strchr(line, '\n') != NULL) height--; /* a row may be longer than the buffer */
    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        puts("0");
        fflush(stdout);
    }
    return 0;
}
