#include "algos/map/move.h"

const char *move_name(Move move) {
    static const char *const names[MOVE_COUNT] = {
        [MOVE_4] = "4", [MOVE_8] = "8", [MOVE_8C] = "8c", [MOVE_ANY] = "any"};
    return names[move];
}

Status move_scale(Move move, uint64_t cost_sum, MoveScale *scale, Error *error) {
    if (move == MOVE_4) {
        *scale = (MoveScale){1, 1};
        return STATUS_OK;
    }
    /* Convergents p/q of √2: 1/1, 3/2, 7/5, … A convergent lies between √2 and every fraction that is nearer
     * to √2 only if that fraction's denominator is larger (Hardy and Wright, section 10.15), so the sign of
     * Δa·q + Δb·p is that of Δa + Δb√2 while |Δb| < q. */
    uint64_t p = 1, q = 1;
    while (q <= cost_sum && q < (UINT64_C(1) << 31)) {
        uint64_t next = p + q;
        p = p + 2 * q;
        q = next;
    }
    const uint64_t most = UINT64_C(1) << 62;
    if (q <= cost_sum || p > most / (cost_sum + 1))
        return error_say(error, STATUS_REFUSED,
                         "the map is too large for exact octile lengths: its cells cost ",
                         number_text((int64_t)cost_sum).text, " in all", NULL);
    *scale = (MoveScale){q, p};
    return STATUS_OK;
}
