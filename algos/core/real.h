/* Real numbers as they stand in a file, to the nearest double and back. */
#ifndef TAUT_CORE_REAL_H
#define TAUT_CORE_REAL_H

#include <stdbool.h>
#include <stddef.h>

/* Parses a decimal number: perhaps a sign, digits with at most one point, perhaps an exponent. Correctly
 * rounded, ties to even, whatever the number of digits up to 300. False for anything else (so for nan and
 * inf), and for numbers other than 0 that are not between 1e-60 and 1e60 in size. */
bool real_parse(const char *text, size_t length, double *value);

typedef struct RealText {
    char text[40];
} RealText;

/* The fewest digits that real_parse reads back as `value`, which must be 0 or between 1e-59 and 1e59 in size;
 * an exponent below 1e-7 and from 1e21 on. */
RealText real_text(double value);

#endif
