#include "algos/exact/check.h"

static bool same_cell(Cell a, Cell b) {
    return a.x == b.x && a.y == b.y;
}

static bool wrong(Error *why, const char *what, uint64_t step, Cell cell) {
    (void)error_say(why, STATUS_BAD_INPUT, what, " at step ", number_text((int64_t)step).text, ", cell ",
                    number_text(cell.x).text, ",", number_text(cell.y).text, NULL);
    return false;
}

/* Adds the step from `from` to `to` to the walk; the reason when the rule forbids it, else NULL. */
static const char *walk_step(const Grid *grid, Move move, Cell from, Cell to, Length *walked) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    if (!grid_inside(grid, to)) return "leaves the map";
    uint8_t cost = grid_cost(grid, to);
    if (cost == 0) return "enters a blocked cell";
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return "jumps";
    if (dx == 0 && dy == 0) return "stands still";
    if (dx == 0 || dy == 0) {
        walked->straight += cost;
        return NULL;
    }
    if (move == MOVE_4) return "moves diagonally under the rule 4";
    bool across = grid_cost(grid, (Cell){to.x, from.y}) != 0,
         down = grid_cost(grid, (Cell){from.x, to.y}) != 0;
    if (!across && !down) return "passes between two blocked cells";
    if (move != MOVE_8C && !(across && down)) return "cuts a corner";
    walked->diagonal += cost;
    return NULL;
}

bool path_valid(const Grid *grid, Move move, const Query *query, const Path *path, Length *walked,
                Error *why) {
    *walked = (Length){0, 0};
    if (path->count == 0) return true;
    if (!same_cell(path->cells[0], query->start))
        return wrong(why, "does not begin at the start", 0, path->cells[0]);
    if (grid_cost(grid, query->start) == 0) return wrong(why, "begins in a blocked cell", 0, query->start);
    for (uint64_t i = 1; i < path->count; i++) {
        const char *reason = walk_step(grid, move, path->cells[i - 1], path->cells[i], walked);
        if (reason != NULL) return wrong(why, reason, i, path->cells[i]);
    }
    Cell last = path->cells[path->count - 1];
    if (!same_cell(last, query->goal)) return wrong(why, "does not end at the goal", path->count - 1, last);
    if (path->length.straight == walked->straight && path->length.diagonal == walked->diagonal) return true;
    (void)error_say(why, STATUS_BAD_INPUT, "claims the length ", number_text(path->length.straight).text,
                    " + ", number_text(path->length.diagonal).text, "√2, walked ",
                    number_text(walked->straight).text, " + ", number_text(walked->diagonal).text, "√2",
                    NULL);
    return false;
}
