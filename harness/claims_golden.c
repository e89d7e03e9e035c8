/* Golden verdicts: of claims whose numbers no clock had a part in, so that a change of one is a change of the
 * sources (or of the experiment), never of the machine. */
#include "harness/claims.h"
#include "harness/home.h"
#include "harness/load.h"
#include "harness/plan.h"
#include "harness/system_memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool claim_is_deterministic(const Claim *claim) {
    static const char *const timed[] = {"_ns", "_us", "_ms", "sample"};
    const char *query = claim->field[CLAIM_QUERY];
    bool reads_time = query[0] == '\0' || claim->rule.kind == RULE_TIME;
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++)
        reads_time = reads_time || strstr(query, timed[i]) != NULL;
    return !reads_time;
}

/* ---- whether the store holds an experiment whole ---- */

typedef struct Whole {
    Store *store;
    const char *experiment; /* that was asked last; NULL: none yet */
    bool is_whole, has_gap;
} Whole;

/* The one number that a query about a part of the experiment gives. */
static Status count(const Whole *whole, const char *format, const char *part, int64_t *number, Error *error) {
    char sql[512];
    snprintf(sql, sizeof sql, format, whole->experiment, part);
    Table *table = table_create();
    if (table == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for golden verdicts", NULL);
    Status status = store_query(whole->store, sql, table, error);
    if (status == STATUS_OK) *number = strtoll(table_at(table, 0, 0), NULL, 10);
    table_destroy(table);
    return status;
}

static Status ask_parts(Whole *whole, const Plan *plan, Error *error) {
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        int64_t asked = (int64_t)part->map_count * part->query_count * part->solver_count, done, gaps;
        TRY(count(whole,
                  "SELECT count(*) FROM member WHERE experiment = '%s' AND part = '%s' AND attempt_id"
                  " IN (SELECT attempt_id FROM attempt WHERE verdict = 'done')",
                  part->name, &done, error));
        TRY(count(whole, "SELECT count(*) FROM gap WHERE experiment = '%s' AND part = '%s'", part->name,
                  &gaps, error));
        whole->has_gap = whole->has_gap || gaps > 0;
        whole->is_whole = whole->is_whole && (gaps > 0 || done == asked);
    }
    return STATUS_OK;
}

/* An experiment that no file describes is not whole. */
static Status ask_experiment(Whole *whole, const char *experiment, Error *error) {
    if (whole->experiment != NULL && strcmp(whole->experiment, experiment) == 0) return STATUS_OK;
    *whole = (Whole){.store = whole->store, .experiment = experiment};
    char relative[256], path[HOME_PATH], *text;
    snprintf(relative, sizeof relative, "paper/experiments/%s.exp", experiment);
    if (home_find(relative, path, NULL) != STATUS_OK) return STATUS_OK;
    /* A build without GSL fills no summary, on which verdicts rest; in a database of the first schema no
     * attempt stands for a cell, so that it cannot be told. */
    int64_t told;
    TRY(count(whole,
              "SELECT EXISTS (SELECT 1 FROM summary WHERE experiment = '%s') AND EXISTS"
              " (SELECT 1 FROM pragma_table_info('member') WHERE name = 'attempt_id')",
              "", &told, error));
    if (told == 0) return STATUS_OK;
    whole->is_whole = true;
    Memory memory = system_memory();
    size_t length;
    Plan plan;
    TRY(file_read(path, &memory, &text, &length, error));
    Status status = plan_parse(text, length, path, &memory, &plan, error);
    memory_give(&memory, text);
    TRY(status);
    status = ask_parts(whole, &plan, error);
    plan_destroy(&plan);
    return status;
}

/* Whether the store can tell the claim's golden verdict. */
static Status ask_claim(Whole *whole, const Claim *claim, bool *told, Error *error) {
    TRY(ask_experiment(whole, claim->field[CLAIM_EXPERIMENT], error));
    *told = whole->is_whole && claim_is_deterministic(claim) && !(whole->has_gap && isnan(claim->measured));
    return STATUS_OK;
}

/* ---- the file ---- */

static const char header[] = "claim\tverdict";

/* The verdict of the claim in the text; VERDICT_NONE where it has none. A text that is wrong anywhere is an
 * error, whatever is asked. */
static Status find_golden(const char *text, const char *name, const char *id, Verdict *verdict,
                          Error *error) {
    *verdict = VERDICT_NONE;
    uint32_t number = 0;
    for (const char *line = text, *end; line != NULL && *line != '\0'; line = *end == '\0' ? NULL : end + 1) {
        size_t length = strcspn(line, "\n"), split = strcspn(line, "\t\n");
        end = line + length;
        char word[64] = "";
        Verdict found = VERDICT_NONE;
        if (++number == 1) {
            if (length != sizeof header - 1 || memcmp(line, header, length) != 0)
                return error_at(error, name, number, line, length, "the columns claim and verdict");
            continue;
        }
        if (split < length) snprintf(word, sizeof word, "%.*s", (int)(length - split - 1), line + split + 1);
        if (split == 0 || !verdict_find(word, &found) || found == VERDICT_NONE)
            return error_at(error, name, number, line, length, "a claim's id, a tab and a verdict");
        if (strlen(id) == split && memcmp(line, id, split) == 0) *verdict = found;
    }
    return STATUS_OK;
}

Status claims_check_golden(Store *store, Claims *claims, const char *prefix, const char *text,
                           const char *name, uint32_t *golden, uint32_t *compared, Error *error) {
    Whole whole = {.store = store};
    *golden = *compared = 0;
    for (uint32_t i = 0; i < claims->count; i++) {
        Claim *claim = &claims->items[i];
        Verdict expected;
        bool told;
        TRY(find_golden(text, name, claim->field[CLAIM_ID], &expected, error));
        if (expected == VERDICT_NONE || !claim_chosen(claim, prefix)) continue;
        TRY(ask_claim(&whole, claim, &told, error));
        ++*golden;
        *compared += told;
        if (!told || claim->verdict == expected) continue;
        Error reason;
        error_say(&reason, STATUS_BAD_INPUT, "the golden verdict is ", verdict_name(expected), NULL);
        TRY(claim_fail(claim, reason.text, error));
    }
    return STATUS_OK;
}

static Status write_rows(Store *store, const Claims *claims, const char *text, const char *name, FILE *out,
                         Error *error) {
    Whole whole = {.store = store};
    fprintf(out, "%s\n", header);
    for (uint32_t i = 0; i < claims->count; i++) {
        const Claim *claim = &claims->items[i];
        Verdict verdict;
        bool told;
        TRY(find_golden(text == NULL ? "" : text, name, claim->field[CLAIM_ID], &verdict, error));
        TRY(ask_claim(&whole, claim, &told, error));
        if (told) verdict = claim->verdict;
        if (verdict != VERDICT_NONE && claim_is_deterministic(claim))
            fprintf(out, "%s\t%s\n", claim->field[CLAIM_ID], verdict_name(verdict));
    }
    return STATUS_OK;
}

Status claims_golden_text(Store *store, const Claims *claims, const char *text, const char *name,
                          char **written, Error *error) {
    size_t size;
    FILE *out = open_memstream(written, &size);
    if (out == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for golden verdicts", NULL);
    Status status = write_rows(store, claims, text, name, out, error);
    if (fclose(out) != 0 && status == STATUS_OK)
        status = error_say(error, STATUS_NO_MEMORY, "no memory for golden verdicts", NULL);
    if (status == STATUS_OK) return STATUS_OK;
    free(*written);
    *written = NULL;
    return status;
}
