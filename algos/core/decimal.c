#include "algos/core/decimal.h"

#include <assert.h>

__extension__ typedef unsigned __int128 Wide;

/* Reads "e+12" or nothing from `at` on; false for anything else. */
static bool parse_exponent(const char *text, size_t length, size_t at, int32_t *exponent) {
    *exponent = 0;
    if (at == length) return true;
    if (text[at] != 'e' && text[at] != 'E') return false;
    at++;
    bool negative = at < length && text[at] == '-';
    if (at < length && (text[at] == '-' || text[at] == '+')) at++;
    if (at == length) return false;
    for (; at < length; at++) {
        if (text[at] < '0' || text[at] > '9') return false;
        *exponent = *exponent * 10 + (text[at] - '0');
        if (*exponent > 1000) return false;
    }
    if (negative) *exponent = -*exponent;
    return true;
}

bool decimal_parse(const char *text, size_t length, Decimal *decimal) {
    Decimal read = {0, 0, 0};
    bool any = false, point = false;
    size_t at = 0;
    for (; at < length; at++) {
        char letter = text[at];
        if (letter == '.' && !point) {
            point = true;
            continue;
        }
        if (letter < '0' || letter > '9') break;
        any = true;
        if (point && ++read.decimals > DECIMAL_PLACES_MOST) return false;
        if (read.mantissa == 0 && letter == '0') continue;
        if (++read.digits > DECIMAL_DIGITS_MOST) return false;
        read.mantissa = read.mantissa * 10 + (uint64_t)(letter - '0');
    }
    int32_t exponent;
    if (!any || !parse_exponent(text, length, at, &exponent)) return false;
    read.decimals -= exponent;
    if (read.decimals > DECIMAL_PLACES_MOST || read.decimals < -DECIMAL_PLACES_MOST) return false;
    *decimal = read;
    return true;
}

/* The largest integer whose square is at most `value`, bit by bit. */
static uint64_t square_root(Wide value) {
    Wide rest = value, root = 0;
    for (int shift = 126; shift >= 0; shift -= 2) {
        Wide tried = root + ((Wide)1 << shift);
        root >>= 1;
        if (rest < tried) continue;
        rest -= tried;
        root += (Wide)1 << shift;
    }
    return (uint64_t)root;
}

Decimal decimal_of_length(Length length, int32_t decimals) {
    assert(decimals >= 0 && decimals <= 8);
    assert(length.straight >= 0 && length.straight < INT64_C(1) << 36);
    assert(length.diagonal >= 0 && length.diagonal < INT64_C(1) << 35);
    uint64_t unit = 1;
    for (int32_t i = 0; i < decimals; i++) unit *= 10;
    /* ⌊2x⌋ for x = diagonal·√2·unit is the root of 8·(diagonal·unit)², below 2^127; half of it and one more
     * is x rounded. No tie can be: x is irrational or 0. */
    Wide diagonal = (Wide)(uint64_t)length.diagonal * unit;
    uint64_t rounded = (square_root(8 * diagonal * diagonal) + 1) / 2;
    Decimal made = {(uint64_t)length.straight * unit + rounded, decimals, 0};
    for (uint64_t rest = made.mantissa; rest != 0; rest /= 10) made.digits++;
    return made;
}

DecimalText decimal_text(Decimal decimal) {
    char backwards[48];
    int32_t count = 0;
    int32_t zeros = decimal.decimals < 0 && decimal.mantissa != 0 ? -decimal.decimals : 0;
    while (count < zeros) backwards[count++] = '0';
    uint64_t rest = decimal.mantissa;
    for (int32_t place = 0; rest != 0 || place <= decimal.decimals || place == 0; place++) {
        if (place == decimal.decimals && place != 0) backwards[count++] = '.';
        backwards[count++] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    }
    DecimalText out;
    for (int32_t i = 0; i < count; i++) out.text[i] = backwards[count - 1 - i];
    out.text[count] = '\0';
    return out;
}

double decimal_value(Decimal decimal) {
    double power = 1; /* exact up to 10^22 */
    for (int32_t i = decimal.decimals < 0 ? -decimal.decimals : decimal.decimals; i > 0; i--) power *= 10;
    return decimal.decimals < 0 ? (double)decimal.mantissa * power : (double)decimal.mantissa / power;
}
