/* Asks the database for each claim and judges the answer. */
#include "harness/claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Judge {
    Store *store;
    Claim *claim;
    Table *row; /* what its query gave; NULL: it was not asked */
    Error *error;
} Judge;

static Status no_memory(const Judge *judge) {
    return error_say(judge->error, STATUS_NO_MEMORY, "no memory to judge claims", NULL);
}

/* The text of a column of the row, NULL where it has none. */
static const char *column_text(const Judge *judge, const char *title) {
    int column =
        judge->row == NULL || table_row_count(judge->row) == 0 ? -1 : table_find_column(judge->row, title);
    const char *text = column < 0 ? "" : table_at(judge->row, 0, (uint32_t)column);
    return *text == '\0' ? NULL : text;
}

static double column_number(const Judge *judge, const char *title) {
    const char *text = column_text(judge, title);
    if (text == NULL) return NAN;
    char *end;
    double value = strtod(text, &end);
    return end == text || *end != '\0' ? NAN : value;
}

/* A column's text in memory of malloc, NULL where it has none. */
static Status copy_column(const Judge *judge, const char *title, char **copy) {
    const char *text = column_text(judge, title);
    *copy = text == NULL ? NULL : strdup(text);
    return text != NULL && *copy == NULL ? no_memory(judge) : STATUS_OK;
}

/* A column for a person: numbers to three digits, "none" for nothing. */
static void write_column(const Judge *judge, const char *title, FILE *out) {
    double value = column_number(judge, title);
    const char *text = column_text(judge, title);
    if (!isnan(value))
        fputs(number_shown(value).text, out);
    else
        fputs(text == NULL ? "none" : text, out);
}

/* Writes `template` with {published} and, unless it is a query, {column} filled in. */
static void write_filled(const Judge *judge, const char *template, bool query, FILE *out) {
    for (const char *at = template; *at != '\0'; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        char title[64];
        if (end == NULL || (size_t)(end - at) > sizeof title) {
            fputc(*at, out);
            continue;
        }
        snprintf(title, sizeof title, "%.*s", (int)(end - at - 1), at + 1);
        if (strcmp(title, "published") == 0)
            fputs(judge->claim->field[CLAIM_PUBLISHED], out);
        else if (query)
            fprintf(out, "{%s}", title);
        else
            write_column(judge, title, out);
        at = end;
    }
}

static Status fill_query(const Judge *judge) {
    size_t size;
    FILE *out = open_memstream(&judge->claim->query, &size);
    if (out == NULL) return no_memory(judge);
    write_filled(judge, judge->claim->field[CLAIM_QUERY], true, out);
    return fclose(out) == 0 ? STATUS_OK : no_memory(judge);
}

/* One query of the judge's own about the claim's experiment, with its name filled in. */
static Status ask(const Judge *judge, const char *format, Table **table) {
    char *sql = NULL;
    *table = NULL;
    if (asprintf(&sql, format, judge->claim->field[CLAIM_EXPERIMENT]) < 0) return no_memory(judge);
    *table = table_create();
    Status status = *table == NULL ? no_memory(judge) : store_query(judge->store, sql, *table, judge->error);
    free(sql);
    return status;
}

/* A database whose experiment is the small variant says so on every claim. */
static Status write_quick(const Judge *judge, FILE *out) {
    Table *table;
    Status status = ask(judge, "SELECT experiment FROM chosen WHERE name = '%s' AND quick", &table);
    if (status == STATUS_OK && table_row_count(table) > 0)
        fprintf(out, "; QUICK run (%s), not the full size", table_at(table, 0, 0));
    table_destroy(table);
    return status;
}

/* Nothing was measured: which command would, and which of its maps this machine does not have. */
static Status write_missing(const Judge *judge, FILE *out) {
    const char *experiment = judge->claim->field[CLAIM_EXPERIMENT];
    if (judge->claim->field[CLAIM_QUERY][0] == '\0') {
        fputs("nothing here measures it", out);
        return STATUS_OK;
    }
    fprintf(out, "no such rows; they come from `taut run paper/experiments/%s.exp`", experiment);
    Table *table;
    Status status = ask(judge,
                        "SELECT DISTINCT spec, reason FROM gap WHERE experiment IN ('%1$s', '%1$s-quick') "
                        "ORDER BY spec",
                        &table);
    for (uint32_t i = 0; status == STATUS_OK && i < table_row_count(table); i++) {
        const char *spec = table_at(table, i, 0), *slash = strrchr(spec, '/');
        const char *stem = slash == NULL ? spec : slash + 1;
        char name[64];
        snprintf(name, sizeof name, "'%.*s'", (int)strcspn(stem, "."), stem);
        if (strstr(judge->claim->query, name) != NULL)
            fprintf(out, "; missing here: %s", table_at(table, i, 1));
    }
    table_destroy(table);
    return status;
}

/* "2.13 [1.94, 2.40]", or whether it holds. */
static void show_measured(Claim *claim) {
    if (isnan(claim->measured)) {
        snprintf(claim->shown, sizeof claim->shown, "-");
    } else if (claim->rule.kind == RULE_HOLDS) {
        if (claim->measured >= 1 || claim->measured <= 0)
            snprintf(claim->shown, sizeof claim->shown, claim->measured >= 1 ? "holds" : "does not hold");
        else
            snprintf(claim->shown, sizeof claim->shown, "%s", share_shown(claim->measured).text);
    } else {
        char interval[96] = "";
        if (!isnan(claim->low) && !isnan(claim->high))
            snprintf(interval, sizeof interval, " [%s, %s]", number_shown(claim->low).text,
                     number_shown(claim->high).text);
        const char *unit = claim->field[CLAIM_UNIT];
        snprintf(claim->shown, sizeof claim->shown, "%s%s%.20s%s", number_shown(claim->measured).text,
                 *unit == '\0' ? "" : " ", unit, interval);
    }
}

static Status write_why(Judge *judge, FILE *out) {
    Claim *claim = judge->claim;
    if (isnan(claim->measured)) {
        claim->verdict = VERDICT_CANNOT_BE_JUDGED;
        TRY(write_missing(judge, out));
        return write_quick(judge, out);
    }
    Evidence evidence = {.published = claim->published,
                         .measured = claim->measured,
                         .low = claim->low,
                         .high = claim->high,
                         .n = column_number(judge, "n"),
                         .above = column_number(judge, "above"),
                         .witness = column_text(judge, "witness") != NULL};
    Ruling ruling = rule_judge(&claim->rule, &evidence);
    claim->verdict = ruling.verdict;
    fputs(ruling.reason, out);
    if (claim->field[CLAIM_WHY][0] != '\0') fputs("; ", out);
    write_filled(judge, claim->field[CLAIM_WHY], false, out);
    return write_quick(judge, out);
}

static Status judge_row(Judge *judge) {
    Claim *claim = judge->claim;
    claim->measured = column_number(judge, "measured");
    claim->low = column_number(judge, "low");
    claim->high = column_number(judge, "high");
    claim->shows.excess = column_number(judge, "shows_excess");
    claim->shows.ratio = column_number(judge, "shows_ratio");
    TRY(copy_column(judge, "shows_verdict", &claim->shows.verdict));
    TRY(copy_column(judge, "witness", &claim->witness));
    show_measured(claim);
    size_t size;
    FILE *out = open_memstream(&claim->why, &size);
    if (out == NULL) return no_memory(judge);
    Status status = write_why(judge, out);
    return fclose(out) == 0 ? status : no_memory(judge);
}

static void forget(Claim *claim) {
    free(claim->why);
    free(claim->witness);
    free(claim->query);
    free(claim->shows.verdict);
    claim->why = claim->witness = claim->query = NULL;
    claim->shows = (Shows){NAN, NAN, NULL};
    claim->verdict = VERDICT_NONE;
    claim->fails = false;
    claim->measured = claim->low = claim->high = NAN;
}

static Status judge_claim(Judge *judge) {
    Claim *claim = judge->claim;
    forget(claim);
    TRY(fill_query(judge));
    Error refused = {""};
    Status status = STATUS_OK;
    bool is_damaged = false; /* the database, so that no claim can be judged */
    if (claim->query[0] != '\0') {
        judge->row = table_create();
        if (judge->row == NULL) return no_memory(judge);
        status = store_query(judge->store, claim->query, judge->row, &refused);
        is_damaged = status == STATUS_BAD_INPUT;
        bool sound = table_find_column(judge->row, "measured") >= 0;
        if (status == STATUS_OK && !sound)
            status = error_say(&refused, STATUS_BAD_INPUT, "its query has no column measured", NULL);
        else if (status == STATUS_OK && table_row_count(judge->row) > 1)
            status = error_say(&refused, STATUS_BAD_INPUT, "its query gives more than one row", NULL);
    }
    if (status == STATUS_OK) {
        status = judge_row(judge);
    } else if (is_damaged) {
        if (judge->error != NULL) *judge->error = refused;
    } else if (status != STATUS_NO_MEMORY) {
        snprintf(claim->shown, sizeof claim->shown, "-");
        claim->why = strdup(refused.text);
        status = claim->why == NULL ? no_memory(judge) : STATUS_OK;
    }
    table_destroy(judge->row);
    judge->row = NULL;
    return status;
}

Status claims_judge(Store *store, Claims *claims, Error *error) {
    Judge judge = {.store = store, .error = error};
    for (uint32_t i = 0; i < claims->count; i++) {
        judge.claim = &claims->items[i];
        TRY(judge_claim(&judge));
    }
    return STATUS_OK;
}

static Status insert_claim(Statement *row, const Claim *claim, Error *error) {
    static const ClaimField texts[] = {CLAIM_ID,        CLAIM_DOCUMENT,  CLAIM_PLACE,
                                       CLAIM_STATEMENT, CLAIM_PUBLISHED, CLAIM_UNIT,
                                       CLAIM_KIND,      CLAIM_RULE,      CLAIM_EXPERIMENT};
    int place = 1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        statement_text(row, place++, claim->field[texts[i]]);
    statement_text(row, place++, claim->query);
    statement_real(row, place++, claim->measured);
    statement_real(row, place++, claim->low);
    statement_real(row, place++, claim->high);
    statement_text(row, place++, claim->shown);
    statement_text(row, place++, verdict_name(claim->verdict));
    statement_text(row, place++, claim->why);
    statement_text(row, place, claim->witness);
    return statement_step(row, error);
}

static Status replace_claims(Store *store, const Claims *claims, Error *error) {
    Statement *row;
    TRY(store_execute(store, "DELETE FROM claim", error));
    TRY(store_prepare(store,
                      "INSERT INTO claim (claim_id, document, place, statement, published, unit, kind, rule,"
                      " experiment, query, measured, low, high, shown, verdict, why, witness)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
                      &row, error));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < claims->count && status == STATUS_OK; i++)
        status = insert_claim(row, &claims->items[i], error);
    statement_finish(row);
    return status;
}

Status claims_store(Store *store, const Claims *claims, Error *error) {
    TRY(store_begin(store, error));
    Status status = replace_claims(store, claims, error);
    if (status == STATUS_OK) status = store_commit(store, error);
    if (status != STATUS_OK) store_rollback(store);
    return status;
}
