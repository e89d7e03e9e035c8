#include "algos/core/length.h"

__extension__ typedef unsigned __int128 Wide;

static Wide squared(int64_t value) {
    Wide size = value < 0 ? (Wide)(0 - (uint64_t)value) : (Wide)(uint64_t)value;
    return size * size;
}

int length_sign(Length length) {
    int straight = (length.straight > 0) - (length.straight < 0);
    int diagonal = (length.diagonal > 0) - (length.diagonal < 0);
    if (straight * diagonal >= 0) return straight != 0 ? straight : diagonal;
    /* Opposite signs: the larger of straight² and 2·diagonal² wins; they are never equal, √2 is irrational.
     */
    return squared(length.straight) > 2 * squared(length.diagonal) ? straight : diagonal;
}

int length_compare(Length a, Length b) {
    return length_sign((Length){a.straight - b.straight, a.diagonal - b.diagonal});
}

Length length_sum(Length a, Length b) {
    return (Length){a.straight + b.straight, a.diagonal + b.diagonal};
}

double length_value(Length length) {
    return (double)length.straight + (double)length.diagonal * 1.4142135623730951;
}
