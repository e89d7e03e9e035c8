/* Decimal numbers as they stand in a file: exact, with the digits that were printed. */
#ifndef TAUT_CORE_DECIMAL_H
#define TAUT_CORE_DECIMAL_H

#include "algos/core/length.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DECIMAL_DIGITS_MOST = 19, /* what 64 bits always hold */
    DECIMAL_PLACES_MOST = 18  /* decimals, and trailing zeros that an exponent adds */
};

/* mantissa · 10^-decimals. "115" is {115, 0, 3}, "115.00" {11500, 2, 5}, "1.5e3" {15, -2, 2}. */
typedef struct Decimal {
    uint64_t mantissa;
    int32_t decimals; /* digits after the point, less the exponent */
    int32_t digits;   /* of the mantissa: the significant digits as printed, 0 for zero */
} Decimal;

/* Parses digits with at most one point, perhaps an exponent, no sign. False for anything else, and where
 * there are more digits than 64 bits hold or decimals than DECIMAL_PLACES_MOST either way. */
bool decimal_parse(const char *text, size_t length, Decimal *decimal);

/* The length rounded to `decimals` (0 .. 8) digits after the point, exactly. Its parts must not be negative,
 * the straight one below 2^36, the diagonal one below 2^35. */
Decimal decimal_of_length(Length length, int32_t decimals);

typedef struct DecimalText {
    char text[48];
} DecimalText;

/* As printed, an exponent written out. */
DecimalText decimal_text(Decimal decimal);

/* The nearest double or its neighbour: for display, never for a decision. */
double decimal_value(Decimal decimal);

#endif
