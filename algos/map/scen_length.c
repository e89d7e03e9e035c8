/* Is a length the one that a .scen row publishes? Lengths there are rounded in one of two ways, which the
 * file does not state, and were computed with a √2 that is off in the eighth digit (benchmarks of MovingAI).
 */
#include "algos/map/scen_file.h"

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

int32_t scen_fixed_decimals(const Scen *scen) {
    /* A file of six significant digits can look fixed too. Where all its lengths have as many digits before
     * the point (1..9 with five decimals, say) both readings give the same last digit. Where they do not, a
     * dropped zero would have to be there for every row with fewer: likely in a file of one or two rows, and
     * then the printed digits are all that can be held against anyone. */
    int32_t decimals = -1;
    for (uint32_t i = 0; i < scen->count; i++) {
        const Decimal *length = &scen->rows[i].length;
        if (length->mantissa == 0) continue; /* "0" is often printed bare */
        if (decimals >= 0 && length->decimals != decimals) return 0;
        decimals = length->decimals;
        if (decimals < 2) return 0;
    }
    return decimals < 0 ? 0 : decimals;
}

static Wide power_of_ten(int32_t exponent) {
    Wide power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

typedef struct Square {
    Wide high, low;
} Square;

/* value² for value below 2^127, in 256 bits. */
static Square squared(Wide value) {
    uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
    Wide middle = 2 * ((Wide)high * low); /* high is below 2^63 */
    Square square = {(Wide)high * high + (middle >> 64), (Wide)low * low};
    Wide sum = square.low + (middle << 64);
    square.high += sum < square.low;
    square.low = sum;
    return square;
}

/* The sign of straight + diagonal·√2 for diagonal >= 0, both below 2^127 in size. */
static int sign_of(SignedWide straight, Wide diagonal) {
    if (straight >= 0) return straight > 0 || diagonal > 0;
    Square a = squared((Wide)-straight), b = squared(diagonal);
    b = (Square){b.high << 1 | b.low >> 127, b.low << 1};
    if (a.high != b.high) return b.high > a.high ? 1 : -1;
    return b.low > a.low ? 1 : -1; /* never equal: √2 is irrational, and straight is not 0 */
}

bool scen_length_matches(Length ours, const Scen *scen, const ScenRow *row) {
    Decimal published = row->length;
    if (published.mantissa == 0) return ours.straight == 0 && ours.diagonal == 0;
    /* Everything is multiplied by 10^scale, which makes both bounds whole: half a unit of decimal `last` is
     * 5·10^-(last + 1), and 2e-8 × published is 2·mantissa·10^-(decimals + 8). Where lengths stay below 10^12
     * and have no more than 18 decimals, scale is at most 26 and everything below 2^127. */
    const int64_t most = INT64_C(1000000000000);
    int32_t leading = published.digits - 1 - published.decimals; /* exponent of the first digit */
    if (ours.straight < 0 || ours.diagonal < 0 || ours.straight >= most || ours.diagonal >= most)
        return false;
    if (leading >= 12) return false;
    int32_t last = scen->fixed != 0 ? scen->fixed : 5 - leading;
    int32_t scale = published.decimals + 8 > last + 1 ? published.decimals + 8 : last + 1;
    if (scale < 0) scale = 0;
    Wide value = published.mantissa * power_of_ten(scale - published.decimals);
    Wide within = 5 * power_of_ten(scale - last - 1) +
                  2 * published.mantissa * power_of_ten(scale - published.decimals - 8);
    Wide unit = power_of_ten(scale);
    SignedWide straight = (SignedWide)((Wide)ours.straight * unit);
    Wide diagonal = (Wide)ours.diagonal * unit;
    return sign_of(straight - (SignedWide)value + (SignedWide)within, diagonal) >= 0 &&
           sign_of(straight - (SignedWide)value - (SignedWide)within, diagonal) <= 0;
}
