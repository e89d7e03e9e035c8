/* Published figures: read from a file, measured by their queries, judged by their rules. */
#ifndef TAUT_HARNESS_CLAIMS_H
#define TAUT_HARNESS_CLAIMS_H

#include "harness/claims_rule.h"
#include "harness/store.h"

#define CLAIMS_FILE "paper/claims.tsv"

/* The columns of the file, in its order. */
typedef enum ClaimField {
    CLAIM_ID,
    CLAIM_DOCUMENT,
    CLAIM_PLACE,
    CLAIM_STATEMENT,
    CLAIM_PUBLISHED,
    CLAIM_UNIT,
    CLAIM_KIND,
    CLAIM_RULE,
    CLAIM_EXPERIMENT,
    CLAIM_QUERY,
    CLAIM_OPEN,
    CLAIM_WHY,
    CLAIM_FIELD_COUNT
} ClaimField;

typedef struct Claim {
    const char *field[CLAIM_FIELD_COUNT]; /* as in the file */
    Rule rule;
    double published;           /* NaN when it is no number */
    double measured, low, high; /* NaN: none */
    char shown[160];            /* what was measured, as printed */
    Verdict verdict;            /* VERDICT_NONE until judged */
    char *why, *witness,
        *query; /* filled by the judge; the query with its placeholders filled; may be NULL */
} Claim;

typedef struct Claims {
    Claim *items;
    uint32_t count;
    char *text; /* the fields point into it */
} Claims;

/* Parses `text`, which is copied. Errors name `name` and the line: a column that is missing, an id that is
 * there twice, a rule or a kind that there is not. */
MUST_CHECK Status claims_parse(const char *text, size_t length, const char *name, Claims *claims,
                               Error *error);
void claims_destroy(Claims *claims);

/* Judges all of them by what the store holds. A query that the database refuses leaves its claim without a
 * verdict, the reason in `why`; the others go on. Fails only for want of memory. */
MUST_CHECK Status claims_judge(Store *store, Claims *claims, Error *error);

/* Replaces the table `claim`. */
MUST_CHECK Status claims_store(Store *store, const Claims *claims, Error *error);

/* Which columns: for a terminal (id, published, measured, verdict, why), for a page (the statement too), or
 * all. */
typedef enum ClaimsWidth { CLAIMS_SHORT, CLAIMS_PAGE, CLAIMS_FULL } ClaimsWidth;

/* A row for each claim chosen by `prefix` ("": all). NULL without memory. */
Table *claims_table(const Claims *claims, const char *prefix, ClaimsWidth width);

uint32_t claims_count(const Claims *claims, const char *prefix, Verdict verdict);

/* Whether the id is the prefix itself or a part of it: D2.1 has D2.1 and D2.1.3, not D2.11. */
bool claim_chosen(const Claim *claim, const char *prefix);

#endif
