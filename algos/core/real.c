#include "algos/core/real.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    DIGITS_MOST = 300, /* of a number in a file */
    SIZE_MOST = 60,    /* decimal exponent of the largest and smallest size */
    WORDS = 48         /* 1536 bits: 10^361 and 59 bits more */
};

/* A large natural number, lowest word first. */
typedef struct Large {
    uint32_t word[WORDS];
    int count; /* words in use; the last is not 0 */
} Large;

/* large · factor + added */
static void large_step(Large *large, uint32_t factor, uint32_t added) {
    uint64_t carry = added;
    for (int i = 0; i < large->count; i++) {
        carry += (uint64_t)large->word[i] * factor;
        large->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry == 0) return;
    assert(large->count < WORDS);
    large->word[large->count++] = (uint32_t)carry;
}

static void large_power(Large *large, int tens, int twos) {
    for (; tens >= 9; tens -= 9) large_step(large, 1000000000, 0);
    for (; tens > 0; tens--) large_step(large, 10, 0);
    for (; twos >= 31; twos -= 31) large_step(large, UINT32_C(1) << 31, 0);
    if (twos > 0) large_step(large, UINT32_C(1) << twos, 0);
}

static int large_bits(const Large *large) {
    if (large->count == 0) return 0;
    int bits = 32 * (large->count - 1);
    for (uint32_t top = large->word[large->count - 1]; top != 0; top >>= 1) bits++;
    return bits;
}

static int large_compare(const Large *a, const Large *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

/* a - b, which must not be negative. */
static void large_less(Large *a, const Large *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t part = (i < b->count ? b->word[i] : 0) + borrow;
        borrow = a->word[i] < part;
        a->word[i] -= (uint32_t)part;
    }
    while (a->count > 0 && a->word[a->count - 1] == 0) a->count--;
}

static double with_exponent(uint64_t mantissa, int exponent) { /* mantissa · 2^exponent, normal */
    uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (double)mantissa * power;
}

/* The double nearest to above / below, both not 0. */
static double nearest(Large *above, Large *below) {
    int shift = 55 - (large_bits(above) - large_bits(below)); /* so that the quotient has 55 or 56 bits */
    large_power(shift >= 0 ? above : below, 0, shift >= 0 ? shift : -shift);
    /* Long division from the highest bit: below · 2^56 is above `above`. */
    uint64_t quotient = 0;
    Large scaled = *below;
    large_power(&scaled, 0, 56);
    for (int bit = 56; bit >= 0; bit--) {
        quotient <<= 1;
        if (large_compare(above, &scaled) >= 0) {
            large_less(above, &scaled);
            quotient |= 1;
        }
        for (int i = 0; i < scaled.count; i++) /* half of it: the bits shifted out are 0 */
            scaled.word[i] = scaled.word[i] >> 1 | (i + 1 < scaled.count ? scaled.word[i + 1] << 31 : 0);
        if (scaled.word[scaled.count - 1] == 0) scaled.count--;
    }
    int extra = quotient >> 55 != 0 ? 3 : 2; /* bits beyond 53 */
    uint64_t rest = quotient & ((UINT64_C(1) << extra) - 1), half = UINT64_C(1) << (extra - 1);
    uint64_t mantissa = quotient >> extra;
    bool up = rest > half || (rest == half && (above->count != 0 || (mantissa & 1) != 0));
    return with_exponent(mantissa + up, extra - shift);
}

/* Digits as a natural number, and the power of ten that it is to be multiplied by. */
typedef struct Digits {
    Large number;
    int count; /* significant digits */
    int tens;
} Digits;

static bool parse_tens(const char *text, size_t length, size_t at, int *tens) {
    if (at == length) return true;
    if (text[at] != 'e' && text[at] != 'E') return false;
    at++;
    bool negative = at < length && text[at] == '-';
    if (at < length && (text[at] == '-' || text[at] == '+')) at++;
    if (at == length) return false;
    int value = 0;
    for (; at < length; at++) {
        if (text[at] < '0' || text[at] > '9') return false;
        if (value < 100000) value = value * 10 + (text[at] - '0');
    }
    *tens += negative ? -value : value;
    return true;
}

/* Everything after the sign. */
static bool parse_digits(const char *text, size_t length, Digits *digits) {
    bool any = false, point = false;
    size_t at = 0;
    for (; at < length; at++) {
        if (text[at] == '.' && !point) {
            point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9') break;
        any = true;
        if (point) digits->tens--;
        if (digits->count == 0 && text[at] == '0') continue;
        if (++digits->count > DIGITS_MOST) return false;
        large_step(&digits->number, 10, (uint32_t)(text[at] - '0'));
    }
    return any && parse_tens(text, length, at, &digits->tens);
}

bool real_parse(const char *text, size_t length, double *value) {
    if (length > 2 * DIGITS_MOST) return false;
    bool negative = length > 0 && text[0] == '-', sign = negative || (length > 0 && text[0] == '+');
    Digits digits = {.tens = 0};
    if (!parse_digits(text + sign, length - sign, &digits)) return false;
    if (digits.count == 0) {
        *value = negative ? -0.0 : 0.0;
        return true;
    }
    int size = digits.count + digits.tens; /* below 10^size */
    if (size > SIZE_MOST || size < -SIZE_MOST + 1) return false;
    Large below = {{1}, 1};
    large_power(digits.tens < 0 ? &below : &digits.number, digits.tens < 0 ? -digits.tens : digits.tens, 0);
    double read = nearest(&digits.number, &below);
    *value = negative ? -read : read;
    return true;
}

enum { FULL = 17 }; /* digits that tell any two doubles apart */

/* The first FULL + 1 digits of a positive double, cut; its first stands at 10^*tens. */
static void first_digits(double value, char *digit, int *tens) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52) - 1075;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    Large above = {{(uint32_t)mantissa, (uint32_t)(mantissa >> 32)}, 2}, below = {{1}, 1};
    large_power(exponent < 0 ? &below : &above, 0, exponent < 0 ? -exponent : exponent);
    for (*tens = 0; large_compare(&above, &below) < 0; --*tens) large_step(&above, 10, 0);
    for (;; ++*tens) { /* now above >= below; until above < 10 · below */
        Large ten = below;
        large_step(&ten, 10, 0);
        if (large_compare(&above, &ten) < 0) break;
        below = ten;
    }
    for (int i = 0; i <= FULL; i++) {
        digit[i] = '0';
        for (; large_compare(&above, &below) >= 0; digit[i]++) large_less(&above, &below);
        large_step(&above, 10, 0);
    }
}

/* Rounds the digits to `count` (1 .. FULL), half up; zeros at the end are dropped. Returns how many are left.
 */
static int rounded(const char *digit, int count, char *out, int *tens) {
    memcpy(out, digit, (size_t)count);
    if (digit[count] >= '5') {
        int at = count - 1;
        while (at >= 0 && out[at] == '9') out[at--] = '0';
        if (at >= 0) {
            out[at]++;
        } else {
            out[0] = '1';
            ++*tens;
        }
    }
    while (count > 1 && out[count - 1] == '0') count--;
    return count;
}

static char *put_exponent(char *at, int tens) {
    *at++ = 'e';
    if (tens < 0) *at++ = '-';
    if (tens < 0) tens = -tens;
    if (tens >= 10) *at++ = (char)('0' + tens / 10);
    *at++ = (char)('0' + tens % 10);
    return at;
}

/* Writes digits of which the first stands at 10^tens. */
static void put(char *at, const char *digit, int count, int tens) {
    bool plain = tens >= -7 && tens < 21;
    int whole = plain ? tens + 1 : 1; /* digits before the point */
    if (whole <= 0) *at++ = '0';
    for (int i = 0; i < whole; i++) *at++ = i < count ? digit[i] : '0';
    if (count > whole) *at++ = '.';
    for (int i = whole; i < count; i++) *at++ = i < 0 ? '0' : digit[i];
    if (!plain) at = put_exponent(at, tens);
    *at = '\0';
}

RealText real_text(double value) {
    RealText out = {"0"};
    if (value == 0) return out;
    char *at = out.text;
    if (value < 0) *at++ = '-';
    double size = value < 0 ? -value : value;
    char digit[FULL + 1], tried[FULL];
    int first;
    first_digits(size, digit, &first);
    for (int precision = 1; precision <= FULL; precision++) {
        int tens = first, count = rounded(digit, precision, tried, &tens);
        double back;
        put(at, tried, count, tens);
        if (real_parse(at, strlen(at), &back) && back == size) break;
    }
    return out;
}
