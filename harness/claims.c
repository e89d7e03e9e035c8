#include "harness/claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const field_names[CLAIM_FIELD_COUNT] = {"id",         "document", "place", "statement",
                                                           "published",  "unit",     "kind",  "rule",
                                                           "experiment", "query",    "open",  "why"};

static const char *const kinds[] = {"exact", "share", "mean", "worst", "ratio", "time", "order", "text"};

/* Cuts a line into fields at its tabs. */
static uint32_t split(char *line, const char **fields, uint32_t most) {
    uint32_t count = 0;
    for (char *at = line; at != NULL && count < most; count++) {
        char *tab = strchr(at, '\t');
        if (tab != NULL) *tab++ = '\0';
        fields[count] = at;
        at = tab;
    }
    return count;
}

static Status wrong(Error *error, const char *name, uint32_t line, const char *found, const char *expected) {
    return error_at(error, name, line, found, strlen(found), expected);
}

static Status read_claim(const char *const *fields, const Claims *before, const char *name, uint32_t line,
                         Claim *claim, Error *error) {
    *claim = (Claim){.verdict = VERDICT_NONE, .published = NAN, .measured = NAN, .low = NAN, .high = NAN};
    memcpy(claim->field, fields, sizeof claim->field);
    if (fields[CLAIM_ID][0] == '\0') return wrong(error, name, line, "", "an id");
    for (uint32_t i = 0; i < before->count; i++)
        if (strcmp(before->items[i].field[CLAIM_ID], fields[CLAIM_ID]) == 0)
            return wrong(error, name, line, fields[CLAIM_ID], "an id that no other claim has");
    bool kind_known = false, needs_published;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        kind_known = kind_known || strcmp(kinds[i], fields[CLAIM_KIND]) == 0;
    if (!kind_known)
        return wrong(error, name, line, fields[CLAIM_KIND],
                     "a kind: exact, share, mean, worst, ratio, time, order or text");
    if (!rule_parse(fields[CLAIM_RULE], &claim->rule, &needs_published))
        return wrong(error, name, line, fields[CLAIM_RULE], "a rule of paper/claims.md");
    char *end;
    double published = strtod(fields[CLAIM_PUBLISHED], &end);
    bool number = end != fields[CLAIM_PUBLISHED] && *end == '\0';
    if (number) claim->published = published;
    if (needs_published && !number)
        return wrong(error, name, line, fields[CLAIM_PUBLISHED], "a number, which the rule compares with");
    return STATUS_OK;
}

static Status read_header(char *line, const char *name, Error *error) {
    const char *fields[CLAIM_FIELD_COUNT + 1];
    uint32_t count = split(line, fields, CLAIM_FIELD_COUNT + 1);
    for (uint32_t i = 0; i < CLAIM_FIELD_COUNT; i++)
        if (i >= count || strcmp(fields[i], field_names[i]) != 0)
            return wrong(error, name, 1, i < count ? fields[i] : "the end of the line", field_names[i]);
    if (count == CLAIM_FIELD_COUNT) return STATUS_OK;
    return wrong(error, name, 1, fields[CLAIM_FIELD_COUNT], "the end of the line");
}

static Status read_lines(Claims *claims, const char *name, Error *error) {
    uint32_t number = 0;
    for (char *line = claims->text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        number++;
        size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
        if (number == 1) {
            TRY(read_header(line, name, error));
            continue;
        }
        if (line[0] == '\0' || line[0] == '#') continue;
        const char *fields[CLAIM_FIELD_COUNT + 1];
        uint32_t count = split(line, fields, CLAIM_FIELD_COUNT + 1);
        if (count != CLAIM_FIELD_COUNT)
            return error_say(error, STATUS_BAD_INPUT, name, ":", number_text(number).text, ": found ",
                             count > CLAIM_FIELD_COUNT ? "more" : number_text(count).text,
                             " columns, expected ", number_text(CLAIM_FIELD_COUNT).text, NULL);
        Claim *grown = realloc(claims->items, (claims->count + 1) * sizeof *grown);
        if (grown == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for claims", NULL);
        claims->items = grown;
        TRY(read_claim(fields, claims, name, number, &claims->items[claims->count], error));
        claims->count++;
    }
    return STATUS_OK;
}

Status claims_parse(const char *text, size_t length, const char *name, Claims *claims, Error *error) {
    *claims = (Claims){.text = malloc(length + 1)};
    if (claims->text == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for claims", NULL);
    memcpy(claims->text, text, length);
    claims->text[length] = '\0';
    Status status = read_lines(claims, name, error);
    if (status != STATUS_OK) claims_destroy(claims);
    return status;
}

void claims_destroy(Claims *claims) {
    for (uint32_t i = 0; i < claims->count; i++) {
        free(claims->items[i].why);
        free(claims->items[i].witness);
        free(claims->items[i].query);
        free(claims->items[i].shows.verdict);
    }
    free(claims->items);
    free(claims->text);
    *claims = (Claims){0};
}

bool claim_chosen(const Claim *claim, const char *prefix) {
    size_t length = strlen(prefix);
    const char *id = claim->field[CLAIM_ID];
    return length == 0 || (strncmp(id, prefix, length) == 0 && (id[length] == '\0' || id[length] == '.'));
}

uint32_t claims_count(const Claims *claims, const char *prefix, Verdict verdict) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < claims->count; i++)
        count += claims->items[i].verdict == verdict && claim_chosen(&claims->items[i], prefix);
    return count;
}

uint32_t claims_failing(const Claims *claims, const char *prefix) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < claims->count; i++)
        count += claims->items[i].fails && claim_chosen(&claims->items[i], prefix);
    return count;
}

Status claim_fail(Claim *claim, const char *reason, Error *error) {
    char *why = NULL;
    if (asprintf(&why, "%s; FAILS: %s", claim->why == NULL ? "" : claim->why, reason) < 0)
        return error_say(error, STATUS_NO_MEMORY, "no memory for claims", NULL);
    free(claim->why);
    claim->why = why;
    claim->fails = true;
    return STATUS_OK;
}

/* "24 us"; what holds or does not has no number worth printing. */
static void published_cell(Table *table, const Claim *claim) {
    char text[128];
    const char *unit = claim->field[CLAIM_UNIT];
    snprintf(text, sizeof text, "%s%s%s", claim->field[CLAIM_PUBLISHED], *unit == '\0' ? "" : " ", unit);
    table_cell(table, claim->rule.kind == RULE_HOLDS ? "holds" : text);
}

static void claim_row(Table *table, const Claim *claim, ClaimsWidth width) {
    table_cell(table, claim->field[CLAIM_ID]);
    if (width != CLAIMS_SHORT) table_cell(table, claim->field[CLAIM_STATEMENT]);
    published_cell(table, claim);
    table_cell(table, claim->shown);
    table_cell(table, verdict_name(claim->verdict));
    table_cell(table, claim->why);
    if (width != CLAIMS_FULL) return;
    table_cell(table, claim->field[CLAIM_OPEN]);
    table_cell(table, claim->field[CLAIM_KIND]);
    table_cell(table, claim->field[CLAIM_RULE]);
    table_cell(table, claim->field[CLAIM_DOCUMENT]);
    table_cell(table, claim->field[CLAIM_PLACE]);
    table_cell(table, claim->witness);
}

Table *claims_table(const Claims *claims, const char *prefix, ClaimsWidth width) {
    static const struct {
        const char *title;
        ClaimsWidth from; /* the narrowest table that has it */
    } columns[] = {{"id", CLAIMS_SHORT},       {"statement", CLAIMS_PAGE}, {"published", CLAIMS_SHORT},
                   {"measured", CLAIMS_SHORT}, {"verdict", CLAIMS_SHORT},  {"why", CLAIMS_SHORT},
                   {"open", CLAIMS_FULL},      {"kind", CLAIMS_FULL},      {"rule", CLAIMS_FULL},
                   {"document", CLAIMS_FULL},  {"place", CLAIMS_FULL},     {"witness", CLAIMS_FULL}};
    Table *table = table_create();
    if (table == NULL) return NULL;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].from <= width) table_column(table, columns[i].title, false);
    for (uint32_t i = 0; i < claims->count; i++)
        if (claim_chosen(&claims->items[i], prefix)) claim_row(table, &claims->items[i], width);
    return table;
}
