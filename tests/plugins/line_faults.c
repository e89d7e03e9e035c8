/* A program that is wrong in the way that it is called: the last part of its own name after '_'. Otherwise it
 * answers each query with a straight walk, first along x. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *fault;
static int asked;

static int is(const char *name) {
    return strcmp(fault, name) == 0;
}

static void eat(void) {
    for (;;) {
        char *more = malloc(1 << 20);
        if (more != NULL) memset(more, 1, 1 << 20);
    }
}

static void walk(int x, int y, int goal_x, int goal_y) {
    printf("%d %d %d", 1 + abs(goal_x - x) + abs(goal_y - y), x, y);
    while (x != goal_x || y != goal_y) {
        if (x != goal_x)
            x += x < goal_x ? 1 : -1;
        else
            y += y < goal_y ? 1 : -1;
        printf(" %d %d", x, y);
    }
    putchar('\n');
}

/* Some go wrong only after a few queries went well. */
static void answer(int x, int y, int goal_x, int goal_y) {
    if (++asked > 3) {
        if (is("crash")) raise(SIGSEGV);
        if (is("exit")) _exit(3);
        if (is("hang"))
            for (;;) {
            }
        if (is("sleep"))
            for (;;) pause();
        if (is("eat")) eat();
        if (is("closed")) {
            close(STDOUT_FILENO);
            for (;;) pause();
        }
        if (is("endless"))
            for (;;) fputs("1 2 3 4 5 6 7 8 ", stdout);
        if (is("garbage")) {
            puts("sorry?");
            return;
        }
        if (is("more")) fputs("0\n0\n0\n", stdout);
        if (is("few")) {
            puts("3 1 1 2");
            return;
        }
        if (is("jump")) x += 2;
    }
    walk(x, y, goal_x, goal_y);
}

int main(int count, char **words) {
    int width, height, cost;
    (void)count;
    fault = strrchr(words[0], '_') + 1;
    if (is("deaf")) {
        puts("ready");
        fflush(stdout);
        for (;;) pause();
    }
    if (is("early")) return 5;
    if (scanf("taut 1 grid 4 %d %d", &width, &height) != 2) {
        puts("refused all but grids with move=4");
        return 0;
    }
    for (int i = 0; i < width * height; i++)
        if (scanf("%d", &cost) != 1) return 4;
    if (is("mute"))
        for (;;) pause();
    if (is("slow")) usleep(300000);
    puts(is("talks") ? "good morning" : "ready");
    fflush(stdout);
    int x, y, goal_x, goal_y;
    while (scanf("%d %d %d %d", &x, &y, &goal_x, &goal_y) == 4) {
        answer(x, y, goal_x, goal_y);
        fflush(stdout);
    }
    if (is("stays"))
        for (;;) pause();
    return 0;
}
