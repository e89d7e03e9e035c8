/* A program as a solver, in C: floods a grid from the start, in four directions; cells may cost differently
 * (a queue of cells by cost: Dial's buckets, a ring of 256).
 *
 *     cc -O3 -o line_flood scripts/plugins/line_flood.c
 *     ./taut solve --map noise:64 --solver exec:./line_flood,move=4,promise=optimal
 *
 * Standard input holds the map, then a line a query; standard output is `ready`, then a line a query, flushed
 * each time. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 256 }; /* above the dearest step */

static int width, height;
static int *cost, *length, *from, *next, bucket[RING]; /* by cell; next: of the same bucket */

static int neighbour(int at, int direction) {
    int x = at % width, y = at / width;
    switch (direction) {
    case 0:
        return x + 1 < width ? at + 1 : -1;
    case 1:
        return y + 1 < height ? at + width : -1;
    case 2:
        return x > 0 ? at - 1 : -1;
    default:
        return y > 0 ? at - width : -1;
    }
}

static void push(int at, int with_length, int came_from) {
    length[at] = with_length;
    from[at] = came_from;
    next[at] = bucket[with_length % RING];
    bucket[with_length % RING] = at;
}

/* Takes a cell out of a bucket in which it may lie deep, before it is put into a nearer one. */
static void take_out(int at) {
    int *place = &bucket[length[at] % RING];
    while (*place != at) place = &next[*place];
    *place = next[at];
}

static void flood(int start, int goal) {
    int cells = width * height;
    for (int i = 0; i < cells; i++) length[i] = INT_MAX;
    for (int i = 0; i < RING; i++) bucket[i] = -1;
    push(start, 0, -1);
    for (int now = 0, empty = 0; empty < RING; now++) {
        if (bucket[now % RING] >= 0)
            empty = 0;
        else
            empty++;
        while (bucket[now % RING] >= 0) {
            int at = bucket[now % RING];
            bucket[now % RING] = next[at];
            if (at == goal) return;
            for (int i = 0; i < 4; i++) {
                int to = neighbour(at, i);
                if (to < 0 || cost[to] == 0 || length[at] + cost[to] >= length[to]) continue;
                if (length[to] != INT_MAX) take_out(to);
                push(to, length[at] + cost[to], at);
            }
        }
    }
}

static void answer(int start, int goal) {
    int count = 0;
    flood(start, goal);
    if (length[goal] == INT_MAX) {
        puts("0");
        return;
    }
    for (int at = goal; at >= 0; at = from[at]) next[count++] = at; /* the buckets are done with */
    printf("%d", count);
    while (count-- > 0) printf(" %d %d", next[count] % width, next[count] / width);
    putchar('\n');
}

static int refuse(const char *why) {
    printf("refused %s\n", why);
    return 0;
}

int main(void) {
    char move[8];
    if (scanf("taut 1 grid %7s %d %d", move, &width, &height) != 3 || strcmp(move, "4") != 0)
        return refuse("takes grids with move=4");
    size_t cells = (size_t)width * (size_t)height;
    cost = malloc(cells * sizeof *cost);
    length = malloc(cells * sizeof *length);
    from = malloc(cells * sizeof *from);
    next = malloc(cells * sizeof *next);
    if (cost == NULL || length == NULL || from == NULL || next == NULL) return refuse("has no memory");
    for (size_t i = 0; i < cells; i++)
        if (scanf("%d", &cost[i]) != 1) return refuse("found no cost of a cell");
    puts("ready");
    fflush(stdout);
    int start_x, start_y, goal_x, goal_y;
    while (scanf("%d %d %d %d", &start_x, &start_y, &goal_x, &goal_y) == 4) {
        answer(start_y * width + start_x, goal_y * width + goal_x);
        fflush(stdout);
    }
    return 0;
}
