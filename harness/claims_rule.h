/* The rules by which claims are judged; paper/claims.md says what each means and why. */
#ifndef TAUT_HARNESS_CLAIMS_RULE_H
#define TAUT_HARNESS_CLAIMS_RULE_H

#include "algos/core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum RuleKind {
    RULE_EXACT,
    RULE_FACTOR,
    RULE_WITHIN,
    RULE_RANGE,
    RULE_AT_LEAST,
    RULE_AT_MOST,
    RULE_LIKE,
    RULE_HOLDS,
    RULE_WORST,
    RULE_TIME,
    RULE_IMPOSSIBLE
} RuleKind;

typedef struct Rule {
    RuleKind kind;
    double a, b;  /* the rule's own numbers */
    double about; /* the value that divides directions; NaN: the rule knows none */
} Rule;

/* Verdicts in the order in which they are counted. */
typedef enum Verdict {
    VERDICT_REPRODUCED,
    VERDICT_SAME_DIRECTION,
    VERDICT_NOT_REPRODUCED,
    VERDICT_IMPOSSIBLE,
    VERDICT_CANNOT_BE_JUDGED,
    VERDICT_NONE, /* the claim could not even be asked: an error */
    VERDICT_COUNT
} Verdict;

/* "reproduced", "same direction", … */
const char *verdict_name(Verdict verdict);

typedef struct Evidence {
    double published, measured;
    double low, high; /* NaN: no interval */
    double n,
        above;    /* for `worst`: our values, and how many of them exceed the published one; NaN: not given */
    bool witness; /* for `impossible` */
} Evidence;

typedef struct Ruling {
    Verdict verdict;
    char reason[400];
} Ruling;

/* False for a text that is no rule; `needs_published`: whether the rule compares with a number. */
bool rule_parse(const char *text, Rule *rule, bool *needs_published);

/* Judges what was measured; `measured` must not be NaN. */
Ruling rule_judge(const Rule *rule, const Evidence *evidence);

typedef struct NumberShown {
    char text[32];
} NumberShown;

/* Three significant digits, never an exponent for what people read: "2.79", "0.016", "154000". */
NumberShown number_shown(double value);

/* A share strictly between 0 and 1: "97.5 %", or "all but 0.013 %" where three digits would say 100. */
NumberShown share_shown(double share);

/* The verdict of that name; false where there is none. */
bool verdict_find(const char *name, Verdict *verdict);

#endif
