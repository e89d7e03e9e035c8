#include "algos/core/turn.h"

#include <stdint.h>

/* Sine and cosine of an angle of at most an eighth of a turn, by their series to x^17 and x^16 (what is
 * left out is below 2^-60); `lost` is to be added to x. */
static double small_sine(double x, double lost) {
    const double y = x * x;
    double sum = 1.0 / 355687428096000.0; /* 17! */
    sum = sum * y - 1.0 / 1307674368000.0;
    sum = sum * y + 1.0 / 6227020800.0;
    sum = sum * y - 1.0 / 39916800.0;
    sum = sum * y + 1.0 / 362880.0;
    sum = sum * y - 1.0 / 5040.0;
    sum = sum * y + 1.0 / 120.0;
    sum = sum * y - 1.0 / 6.0;
    return x + (x * (y * sum) + lost * (1 - 0.5 * y));
}

static double small_cosine(double x, double lost) {
    const double y = x * x;
    double sum = 1.0 / 20922789888000.0; /* 16! */
    sum = sum * y - 1.0 / 87178291200.0;
    sum = sum * y + 1.0 / 479001600.0;
    sum = sum * y - 1.0 / 3628800.0;
    sum = sum * y + 1.0 / 40320.0;
    sum = sum * y - 1.0 / 720.0;
    sum = sum * y + 1.0 / 24.0;
    const double half = 0.5 * y, rest = 1 - half;
    return rest + (((1 - rest) - half) + (y * (y * sum) - lost * x));
}

#define HALF_PI 1.5707963267948966
#define HALF_PI_HIGH                                                                        \
    1.5707963109016418 /* its first 26 bits; the other 27; and what a double leaves of π/2 \
                        */
#define HALF_PI_NEXT 1.5893254712295857e-8
#define HALF_PI_REST 6.123233995736766e-17

/* What rounding the product rest · π/2 to `angle` lost (Dekker, 1971). */
static double angle_lost(double rest, double angle) {
    const double scaled = 134217729 * rest, high = scaled - (scaled - rest), low = rest - high;
    const double product =
        ((high * HALF_PI_HIGH - angle) + high * HALF_PI_NEXT + low * HALF_PI_HIGH) + low * HALF_PI_NEXT;
    return product + rest * HALF_PI_REST;
}

Point turn_direction(double turns) {
    const double quarters = 4 * turns;
    const int64_t nearest = (int64_t)(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
    const double rest = quarters - (double)nearest; /* exact */
    const double angle = rest * HALF_PI, lost = angle_lost(rest, angle);
    const double sine = small_sine(angle, lost), cosine = small_cosine(angle, lost);
    switch ((uint64_t)nearest & 3) {
    case 0:
        return (Point){cosine, sine};
    case 1:
        return (Point){-sine, cosine};
    case 2:
        return (Point){-cosine, -sine};
    default:
        return (Point){sine, -cosine};
    }
}
