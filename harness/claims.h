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

/* What the witness shows when it is solved again, by columns of the claim's query. */
typedef struct Shows {
    double excess; /* shows_excess: of the last solver's path, in percent; NaN: not said */
    double ratio;  /* shows_ratio: the first solver's length over the last one's; NaN: not said */
    char *verdict; /* shows_verdict: of the last solver's answer; NULL: not said */
} Shows;

typedef struct Claim {
    const char *field[CLAIM_FIELD_COUNT]; /* as in the file */
    Rule rule;
    double published;           /* NaN when it is no number */
    double measured, low, high; /* NaN: none */
    char shown[160];            /* what was measured, as printed */
    Verdict verdict;            /* VERDICT_NONE until judged */
    bool fails;                 /* its witness, or against the golden verdict: `why` says how */
    Shows shows;
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
 * verdict, the reason in `why`; the others go on. Fails for want of memory, and for a damaged database. */
MUST_CHECK Status claims_judge(Store *store, Claims *claims, Error *error);

/* Solves the witnesses of the chosen claims again, in this process, and compares what they show with what the
 * queries said, to the last bit. Claims whose witness cannot be solved, shows something else, or is said to
 * show nothing then fail. An error is want of memory only. */
MUST_CHECK Status claims_check_witnesses(Claims *claims, const char *prefix, Error *error);

/* Marks a claim as failing and adds the reason to its `why`. */
MUST_CHECK Status claim_fail(Claim *claim, const char *reason, Error *error);

/* Whether the claim rests on lengths and counts only, which are the same on every machine: its rule is not
 * `time`, and its query reads no metric of time and no samples. */
bool claim_is_deterministic(const Claim *claim);

/* Verdicts that must not change unless somebody means it: a file of lines "claim, tab, verdict". */
#define CLAIMS_GOLDEN "results/golden/claims.tsv"

/* Compares the chosen claims with a golden file's text, where the store holds every cell that the claim's
 * file in paper/experiments asks for; a group that lacks an optional map is not counted, nor is a claim that
 * has no rows for want of one. A verdict that differs makes the claim fail. `golden` is set to how many of
 * the chosen have a golden verdict, `compared` to how many were compared. STATUS_BAD_INPUT names `name` and
 * the line. */
MUST_CHECK Status claims_check_golden(Store *store, Claims *claims, const char *prefix, const char *text,
                                      const char *name, uint32_t *golden, uint32_t *compared, Error *error);

/* The new text of the golden file, in memory of malloc: the verdicts of all deterministic claims that the
 * store can tell as above, and of the others what `text` (NULL: nothing) has. */
MUST_CHECK Status claims_golden_text(Store *store, const Claims *claims, const char *text, const char *name,
                                     char **written, Error *error);

/* Replaces the table `claim`. */
MUST_CHECK Status claims_store(Store *store, const Claims *claims, Error *error);

/* Which columns: for a terminal (id, published, measured, verdict, why), for a page (the statement too), or
 * all. */
typedef enum ClaimsWidth { CLAIMS_SHORT, CLAIMS_PAGE, CLAIMS_FULL } ClaimsWidth;

/* A row for each claim chosen by `prefix` ("": all). NULL without memory. */
Table *claims_table(const Claims *claims, const char *prefix, ClaimsWidth width);

uint32_t claims_count(const Claims *claims, const char *prefix, Verdict verdict);
uint32_t claims_failing(const Claims *claims, const char *prefix);

/* Whether the id is the prefix itself or a part of it: D2.1 has D2.1 and D2.1.3, not D2.11. */
bool claim_chosen(const Claim *claim, const char *prefix);

#endif
