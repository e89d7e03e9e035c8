/* A claim's witness is the words of a `taut solve`: here they are solved again. */
#include "harness/claims.h"
#include "harness/command_parse.h"
#include "harness/solve.h"
#include "harness/system_memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 32 };

/* Cuts the words at blanks: no name of a map in a witness has one. Returns how many, WORDS_MOST + 1 for more.
 */
static uint32_t cut(char *words, const char **list) {
    uint32_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (count == WORDS_MOST) return WORDS_MOST + 1;
        list[count++] = word;
    }
    return count;
}

static Status compare_number(const char *title, double expected, double found, Error *fault) {
    char text[160];
    if (isnan(expected) || found == expected) return STATUS_OK;
    snprintf(text, sizeof text, "the witness shows %s %.17g, the data %.17g", title, found, expected);
    return error_say(fault, STATUS_BAD_INPUT, text, NULL);
}

/* STATUS_BAD_INPUT, with what differs, unless the trials show what they should. */
static Status compare(const Claim *claim, const Solve *solve, Error *fault) {
    const Shows *shows = &claim->shows;
    const Trial *first = &solve->trials.trials[0], *last = &solve->trials.trials[solve->choice_count - 1];
    const char *verdict = trial_verdict_name(last);
    if (isnan(shows->excess) && isnan(shows->ratio) && shows->verdict == NULL)
        return error_say(fault, STATUS_BAD_INPUT, "the query does not say what the witness shows", NULL);
    TRY(compare_number("an excess of", shows->excess, 100 * last->judgement.excess, fault));
    TRY(compare_number("a ratio of", shows->ratio, first->judgement.length / last->judgement.length, fault));
    if (shows->verdict == NULL || strcmp(shows->verdict, verdict) == 0) return STATUS_OK;
    return error_say(fault, STATUS_BAD_INPUT, "the witness's answer is ", verdict, ", in the data ",
                     shows->verdict, NULL);
}

/* Solves the words; a status other than STATUS_OK, with `fault`, where they do not show what they should. */
static Status solve_words(const Claim *claim, char *words, Error *fault) {
    const char *given[WORDS_MOST], *loose[WORDS_MOST], *values[2 * WORDS_MOST];
    uint32_t count = cut(words, given);
    if (count > WORDS_MOST) return error_say(fault, STATUS_BAD_INPUT, "the witness has too many words", NULL);
    Arguments arguments;
    bool help;
    TRY(arguments_parse(&command_solve, (int)count, given, loose, values, &arguments, &help, fault));
    if (argument(&arguments, "--from") == NULL)
        return error_say(fault, STATUS_BAD_INPUT, "the witness names no ends", NULL);
    Solve solve = {.arguments = &arguments, .memory = system_memory()};
    Status status = solve_answer(&solve, fault);
    if (status == STATUS_OK) status = compare(claim, &solve, fault);
    solve_destroy(&solve);
    return status;
}

static Status check_witness(Claim *claim, Error *error) {
    Error fault = {""};
    char *words = strdup(claim->witness);
    if (words == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a witness", NULL);
    Status status = solve_words(claim, words, &fault);
    free(words);
    if (status == STATUS_NO_MEMORY) return error_say(error, status, fault.text, NULL);
    return status == STATUS_OK ? STATUS_OK : claim_fail(claim, fault.text, error);
}

Status claims_check_witnesses(Claims *claims, const char *prefix, Error *error) {
    for (uint32_t i = 0; i < claims->count; i++) {
        Claim *claim = &claims->items[i];
        if (claim->witness != NULL && claim_chosen(claim, prefix)) TRY(check_witness(claim, error));
    }
    return STATUS_OK;
}
