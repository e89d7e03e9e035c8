#include "harness/claims_rule.h"

#include "harness/stats.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SURPRISING = 0.025; /* a chance below this, on either side, is taken as a difference */
static const double ENOUGH = 0.9; /* of the published sample's size; a few optima are 0 and have no excess */

static const char *const verdict_names[VERDICT_COUNT] = {"reproduced", "same direction",   "not reproduced",
                                                         "impossible", "cannot be judged", "no verdict"};

const char *verdict_name(Verdict verdict) {
    return verdict_names[verdict];
}

bool verdict_find(const char *name, Verdict *verdict) {
    for (int i = 0; i < VERDICT_COUNT; i++) {
        *verdict = (Verdict)i;
        if (strcmp(verdict_names[i], name) == 0) return true;
    }
    return false;
}

NumberShown number_shown(double value) {
    NumberShown shown;
    double size = fabs(value);
    if (size >= 999.5) {
        double unit = pow(10, floor(log10(size)) - 2);
        snprintf(shown.text, sizeof shown.text, "%.0f", round(value / unit) * unit);
    } else if (size > 0 && size < 1e-4) {
        snprintf(shown.text, sizeof shown.text, "%.2e", value);
    } else {
        snprintf(shown.text, sizeof shown.text, "%.3g", value);
    }
    return shown;
}

NumberShown share_shown(double share) {
    NumberShown number = number_shown(share < 0.995 ? 100 * share : 100 * (1 - share)), shown;
    snprintf(shown.text, sizeof shown.text, share < 0.995 ? "%.20s %%" : "all but %.20s %%", number.text);
    return shown;
}

static const struct {
    const char *word;
    RuleKind kind;
    int numbers;        /* that follow it */
    bool about_allowed; /* "about X" may follow */
    bool needs_published;
} forms[] = {
    {"exact", RULE_EXACT, 0, false, true},
    {"factor", RULE_FACTOR, 1, true, true},
    {"within", RULE_WITHIN, 1, false, true},
    {"range", RULE_RANGE, 2, false, false},
    {"at-least", RULE_AT_LEAST, 1, true, false},
    {"at-most", RULE_AT_MOST, 1, true, false},
    {"like", RULE_LIKE, 0, false, true},
    {"holds", RULE_HOLDS, 0, false, false},
    {"worst", RULE_WORST, 1, false, true},
    {"time", RULE_TIME, 0, false, false},
    {"impossible", RULE_IMPOSSIBLE, 0, false, false},
};

/* The number at the start of `*text`, which ends before `end` (NULL: wherever it ends), and steps over it. */
static bool take_number(const char **text, const char *end, double *number) {
    char copy[64], *stop;
    size_t length = end == NULL ? strcspn(*text, " ") : (size_t)(end - *text);
    if (length == 0 || length >= sizeof copy || **text == ' ') return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, *text);
    *number = strtod(copy, &stop);
    *text += length;
    return *stop == '\0' && isfinite(*number);
}

static bool take_word(const char **text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0) return false;
    *text += length;
    return true;
}

bool rule_parse(const char *text, Rule *rule, bool *needs_published) {
    size_t length = strcspn(text, " "), form = 0, forms_count = sizeof forms / sizeof *forms;
    while (form < forms_count &&
           !(strlen(forms[form].word) == length && strncmp(forms[form].word, text, length) == 0))
        form++;
    if (form == forms_count) return false;
    *rule = (Rule){.kind = forms[form].kind, .about = NAN};
    *needs_published = forms[form].needs_published;
    const char *rest = text + length;
    if (forms[form].numbers > 0 && !take_word(&rest, " ")) return false;
    const char *dots = forms[form].numbers == 2 ? strstr(rest, "..") : NULL;
    if (forms[form].numbers == 2 && dots == NULL) return false;
    if (forms[form].numbers > 0 && !take_number(&rest, dots, &rule->a)) return false;
    if (dots != NULL && (!take_word(&rest, "..") || !take_number(&rest, NULL, &rule->b))) return false;
    if (forms[form].about_allowed && take_word(&rest, " about ") && !take_number(&rest, NULL, &rule->about))
        return false;
    bool sound = rule->kind == RULE_FACTOR || rule->kind == RULE_WORST ? rule->a >= 1
                 : rule->kind == RULE_RANGE                            ? rule->a <= rule->b
                                                                       : true;
    return *rest == '\0' && sound;
}

static Ruling judged(Verdict verdict, const char *format, ...) __attribute__((format(printf, 2, 3)));

static Ruling judged(Verdict verdict, const char *format, ...) {
    Ruling ruling = {.verdict = verdict};
    va_list values;
    va_start(values, format);
    vsnprintf(ruling.reason, sizeof ruling.reason, format, values);
    va_end(values);
    return ruling;
}

/* Against a band lowest .. highest, which the interval may meet. */
static Ruling judge_band(const Rule *rule, const Evidence *evidence, double lowest, double highest) {
    double low = evidence->low, high = evidence->high;
    NumberShown from = number_shown(lowest), to = number_shown(highest);
    if (strcmp(from.text, to.text) == 0) { /* a narrow band */
        snprintf(from.text, sizeof from.text, "%.6g", lowest);
        snprintf(to.text, sizeof to.text, "%.6g", highest);
    }
    if (low < lowest && high > highest)
        return judged(VERDICT_CANNOT_BE_JUDGED, "too few samples: the interval reaches past both %s and %s",
                      from.text, to.text);
    double measured = evidence->measured;
    if (measured >= lowest && measured <= highest)
        return judged(VERDICT_REPRODUCED, "inside %s to %s", from.text, to.text);
    const char *side = measured > highest ? "above" : "below";
    if (low <= highest && high >= lowest)
        return judged(VERDICT_REPRODUCED, "%s %s to %s, which the interval meets", side, from.text, to.text);
    bool same = !isnan(rule->about) && (low > rule->about || high < rule->about) &&
                (evidence->measured > rule->about) == (evidence->published > rule->about);
    return judged(same ? VERDICT_SAME_DIRECTION : VERDICT_NOT_REPRODUCED, "%s %s to %s%s", side, from.text,
                  to.text, low < high ? ", with all of the interval" : "");
}

static Ruling judge_bound(const Rule *rule, const Evidence *evidence) {
    bool least = rule->kind == RULE_AT_LEAST;
    const char *words = least ? "at least" : "at most";
    NumberShown bound = number_shown(rule->a);
    bool all = least ? evidence->low >= rule->a : evidence->high <= rule->a;
    bool none = least ? evidence->high < rule->a : evidence->low > rule->a;
    if (all) return judged(VERDICT_REPRODUCED, "%s %s", words, bound.text);
    bool same = !isnan(rule->about) && (least ? evidence->low > rule->about : evidence->high < rule->about);
    if (same && !none)
        return judged(VERDICT_SAME_DIRECTION, "not surely %s %s: the interval holds it", words, bound.text);
    if (same) return judged(VERDICT_SAME_DIRECTION, "not %s %s", words, bound.text);
    if (none) return judged(VERDICT_NOT_REPRODUCED, "not %s %s", words, bound.text);
    return judged(VERDICT_CANNOT_BE_JUDGED, "too few samples: the interval holds %s", bound.text);
}

static Ruling judge_holds(double share) {
    if (share >= 1) return judged(VERDICT_REPRODUCED, "holds in every comparison");
    if (share <= 0) return judged(VERDICT_NOT_REPRODUCED, "holds in no comparison");
    return judged(share > 0.5 ? VERDICT_SAME_DIRECTION : VERDICT_NOT_REPRODUCED, "holds in %s of them",
                  share_shown(share).text);
}

static Ruling judge_worst(const Rule *rule, const Evidence *evidence) {
    if (isnan(evidence->n) || isnan(evidence->above) || evidence->n < 1)
        return judged(VERDICT_CANNOT_BE_JUDGED, "the query gives no n and above");
    if (evidence->n < ENOUGH * rule->a)
        return judged(VERDICT_CANNOT_BE_JUDGED, "too few samples: %s values against the published %s",
                      number_shown(evidence->n).text, number_shown(rule->a).text);
    uint32_t ours = (uint32_t)evidence->n, above = (uint32_t)evidence->above, theirs = (uint32_t)rule->a;
    double as_many = stats_exceedance(above, ours, theirs), more = stats_exceedance(above + 1, ours, theirs);
    NumberShown chance = number_shown(100 * as_many), fewer = number_shown(100 * (1 - more));
    if (as_many < SURPRISING)
        return judged(
            VERDICT_NOT_REPRODUCED,
            "%u of our %u values are larger; if both came from one distribution, as many or more would be in "
            "%s %% of such samples",
            above, ours, chance.text);
    if (1 - more < SURPRISING)
        return judged(VERDICT_NOT_REPRODUCED,
                      "only %u of our %u values are larger; if both came from one distribution, as few or "
                      "fewer would be in %s %% of such samples",
                      above, ours, fewer.text);
    return judged(
        VERDICT_REPRODUCED,
        "%u of our %u values are larger; if both came from one distribution, as many or more would be in "
        "%s %% of such samples",
        above, ours, chance.text);
}

Ruling rule_judge(const Rule *rule, const Evidence *given) {
    Evidence evidence = *given;
    if (isnan(evidence.low)) evidence.low = evidence.measured;
    if (isnan(evidence.high)) evidence.high = evidence.measured;
    double published = evidence.published;
    switch (rule->kind) {
    case RULE_EXACT: {
        bool equal = evidence.measured == published;
        return judged(equal ? VERDICT_REPRODUCED : VERDICT_NOT_REPRODUCED, equal ? "equal" : "different");
    }
    case RULE_FACTOR:
        return judge_band(rule, &evidence, published / rule->a, published * rule->a);
    case RULE_WITHIN:
        return judge_band(rule, &evidence, published - rule->a, published + rule->a);
    case RULE_RANGE:
        return judge_band(rule, &evidence, rule->a, rule->b);
    case RULE_AT_LEAST:
    case RULE_AT_MOST:
        return judge_bound(rule, &evidence);
    case RULE_LIKE: {
        bool inside = published >= evidence.low && published <= evidence.high;
        return judged(inside ? VERDICT_REPRODUCED : VERDICT_NOT_REPRODUCED,
                      "the published value lies %s the 5 to 95 %% of maps of that kind",
                      inside                     ? "in"
                      : published > evidence.low ? "above"
                                                 : "below");
    }
    case RULE_HOLDS:
        return judge_holds(evidence.measured);
    case RULE_WORST:
        return judge_worst(rule, &evidence);
    case RULE_TIME:
        return judged(VERDICT_CANNOT_BE_JUDGED, "the time of another machine: judged only as ratios");
    case RULE_IMPOSSIBLE:
        return evidence.witness ? judged(VERDICT_IMPOSSIBLE, "the witness contradicts it")
                                : judged(VERDICT_CANNOT_BE_JUDGED, "no witness against it was found");
    }
    return judged(VERDICT_NONE, "no such rule");
}
