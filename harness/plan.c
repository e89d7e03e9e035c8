#include "harness/plan_parts.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_PRESET = 5, REPEATS_MOST = 10000, LINE_MOST = 2048 };

const char *protocol_name(int protocol) {
    return protocol == PROTOCOL_INTERLEAVED ? "interleaved" : "warm";
}

bool part_is_timed(const Part *part) {
    bool timed = part->prepares;
    for (int i = 0; i < PROTOCOL_COUNT; i++) timed = timed || part->protocols[i];
    return timed;
}

enum { WORDS = 10 };

typedef struct Reader {
    Solvers *solvers; /* that its lines may name; NULL: those of the table */
    const char *name;
    uint64_t line;
    Plan *plan;
    Part *part;            /* the one being filled; NULL before the first line that needs one */
    uint64_t first[WORDS]; /* line of the part where each word was met first; 0: not yet */
    Error *error;
} Reader;

static Status wrong(const Reader *reader, const char *found, const char *expected) {
    return error_at(reader->error, reader->name, reader->line, found, strlen(found), expected);
}

/* Puts the place in front of an error that a spec gave. */
static Status placed(const Reader *reader, Status status) {
    if (status != STATUS_OK && reader->error != NULL) {
        Error inner = *reader->error;
        (void)error_say(reader->error, status, reader->name, ":", number_text((int64_t)reader->line).text,
                        ": ", inner.text, NULL);
    }
    return status;
}

static Status no_memory(const Reader *reader) {
    return error_say(reader->error, STATUS_NO_MEMORY, "no memory for ", reader->name, NULL);
}

static Status begin_part(Reader *reader, const char *name) {
    Plan *plan = reader->plan;
    if (strlen(name) >= sizeof plan->parts->name) return wrong(reader, name, "a group's name below 64 bytes");
    for (uint32_t i = 0; i < plan->part_count; i++)
        if (strcmp(plan->parts[i].name, name) == 0) return wrong(reader, name, "a group's name once only");
    Part *parts = memory_resize(plan->memory, plan->parts, plan->part_count + 1, sizeof *parts);
    if (parts == NULL) return no_memory(reader);
    plan->parts = parts;
    reader->part = &parts[plan->part_count++];
    *reader->part = (Part){.repeats = REPEATS_PRESET, .protocols = {[PROTOCOL_INTERLEAVED] = true}};
    snprintf(reader->part->name, sizeof reader->part->name, "%s", name);
    memset(reader->first, 0, sizeof reader->first);
    return STATUS_OK;
}

static Status append(const Reader *reader, void *list, uint32_t *count, const void *more, uint32_t more_count,
                     size_t size) {
    /* `list` is the address of a pointer to objects of `size` bytes. */
    void *old;
    memcpy(&old, list, sizeof old);
    char *grown = memory_resize(reader->plan->memory, old, (size_t)*count + more_count, size);
    if (grown == NULL) return no_memory(reader);
    memcpy(grown + *count * size, more, more_count * size);
    *count += more_count;
    memcpy(list, &grown, sizeof grown);
    return STATUS_OK;
}

/* Two lines may name the same; it is measured once. Leaves out of `more` what `known` holds, told by the text
 * that lies `text` bytes into each object, and returns how many stay. One line names nothing twice. */
static uint32_t leave_out(const void *known, uint32_t known_count, void *more, uint32_t more_count,
                          size_t size, size_t text) {
    const char *old = known;
    char *added = more;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < more_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < known_count && !found; j++)
            found = strcmp(old + j * size + text, added + i * size + text) == 0;
        if (found) continue;
        if (kept != i) memcpy(added + kept * size, added + i * size, size);
        kept++;
    }
    return kept;
}

static Status read_map(Reader *reader, const char *value) {
    static const char variable[] = "$TAUT_BENCHMARKS";
    char spec[LINE_MOST];
    const char *folder = getenv("TAUT_BENCHMARKS");
    if (folder == NULL || *folder == '\0') folder = "../shared/benchmarks";
    bool named = strncmp(value, variable, sizeof variable - 1) == 0;
    snprintf(spec, sizeof spec, "%s%s", named ? folder : "", named ? value + sizeof variable - 1 : value);
    MapChoice *list;
    uint32_t count;
    Memory *memory = reader->plan->memory;
    TRY(placed(reader, named ? map_expand_file(spec, memory, &list, &count, reader->error)
                             : map_expand(spec, memory, &list, &count, reader->error)));
    Part *part = reader->part;
    count = leave_out(part->maps, part->map_count, list, count, sizeof *list, offsetof(MapChoice, text));
    Status status = append(reader, &part->maps, &part->map_count, list, count, sizeof *list);
    memory_give(memory, list);
    return status;
}

static Status read_query(Reader *reader, const char *value) {
    QueryChoice *list;
    uint32_t count;
    TRY(placed(reader, query_expand(value, reader->plan->memory, &list, &count, reader->error)));
    Part *part = reader->part;
    count =
        leave_out(part->queries, part->query_count, list, count, sizeof *list, offsetof(QueryChoice, text));
    Status status = append(reader, &part->queries, &part->query_count, list, count, sizeof *list);
    memory_give(reader->plan->memory, list);
    return status;
}

static Status read_solver(Reader *reader, const char *value) {
    SolverChoice *list;
    uint32_t count;
    Part *part = reader->part;
    if (plan_lacks(reader->plan, reader->solvers, value))
        return placed(reader, part_leave_out(reader->plan, part, value, reader->line, reader->error));
    TRY(placed(reader, solver_expand_from(reader->solvers, value, reader->plan->memory, &list, &count,
                                          reader->error)));
    count =
        leave_out(part->solvers, part->solver_count, list, count, sizeof *list, offsetof(SolverChoice, text));
    Status status = append(reader, &part->solvers, &part->solver_count, list, count, sizeof *list);
    memory_give(reader->plan->memory, list);
    return status;
}

static Status read_repeat(Reader *reader, const char *value) {
    char *end;
    long repeats = strtol(value, &end, 10);
    if (end == value || *end != '\0' || repeats < 1 || repeats > REPEATS_MOST)
        return wrong(reader, value, "a whole number from 1 to 10000");
    reader->part->repeats = (uint32_t)repeats;
    return STATUS_OK;
}

static Status read_protocol(Reader *reader, const char *value) {
    static const char expected[] = "interleaved, warm, both of them once, prepare, or none";
    bool *protocols = reader->part->protocols;
    char words[LINE_MOST];
    snprintf(words, sizeof words, "%s", value);
    memset(protocols, 0, sizeof reader->part->protocols);
    reader->part->prepares = strcmp(value, "prepare") == 0;
    if (strcmp(value, "none") == 0 || reader->part->prepares) return STATUS_OK;
    char *rest, *word = strtok_r(words, " \t,", &rest);
    if (word == NULL) return wrong(reader, value, expected);
    for (; word != NULL; word = strtok_r(NULL, " \t,", &rest)) {
        int protocol = 0;
        while (protocol < PROTOCOL_COUNT && strcmp(word, protocol_name(protocol)) != 0) protocol++;
        if (protocol == PROTOCOL_COUNT || protocols[protocol]) return wrong(reader, word, expected);
        protocols[protocol] = true;
    }
    return STATUS_OK;
}

/* "60s", "500ms", "2m" in seconds; "4G", "100M", "1000" in bytes. False when it is neither. */
static bool parse_amount(const char *text, bool time, double *amount) {
    static const struct {
        const char *unit;
        double times, bytes;
    } units[] = {{"", 0, 1},     {"ms", 1e-3, 0}, {"s", 1, 0},         {"m", 60, 0},
                 {"h", 3600, 0}, {"K", 0, 1024},  {"M", 0, 1048576.0}, {"G", 0, 1073741824.0}};
    char *end;
    double number = strtod(text, &end);
    if (end == text || !(number > 0) || number > 1e15) return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double factor = time ? units[i].times : units[i].bytes;
        if (strcmp(end, units[i].unit) != 0 || factor <= 0) continue;
        *amount = number * factor;
        return true;
    }
    return false;
}

static Status read_limit(Reader *reader, const char *value) {
    static const char expected[] = "time=60s (ms, s, m, h) or memory=4G (K, M, G), each once";
    Limits *limits = &reader->part->limits;
    char words[LINE_MOST];
    snprintf(words, sizeof words, "%s", value);
    char *rest, *word = strtok_r(words, " \t,", &rest);
    if (word == NULL) return wrong(reader, value, expected);
    for (; word != NULL; word = strtok_r(NULL, " \t,", &rest)) {
        double amount;
        if (limits->seconds <= 0 && strncmp(word, "time=", 5) == 0 && parse_amount(word + 5, true, &amount))
            limits->seconds = amount;
        else if (limits->bytes == 0 && strncmp(word, "memory=", 7) == 0 &&
                 parse_amount(word + 7, false, &amount) && amount >= 1)
            limits->bytes = (uint64_t)amount;
        else
            return wrong(reader, word, expected);
    }
    return STATUS_OK;
}

static Status read_group(Reader *reader, const char *value) {
    return begin_part(reader, value);
}

static Status read_optional(Reader *reader, const char *value) {
    if (*value != '\0') return wrong(reader, value, "nothing after optional");
    reader->part->optional = true;
    return STATUS_OK;
}

static Status read_name(Reader *reader, const char *value) {
    if (reader->plan->experiment[0] != '\0') return wrong(reader, value, "one name line");
    Error why;
    return plan_rename(reader->plan, value, &why) == STATUS_OK ? STATUS_OK : wrong(reader, value, NAME_RULE);
}

static Status read_plugin(Reader *reader, const char *value) {
    return placed(reader, plan_add_plugin(reader->plan, reader->solvers, value, reader->error));
}

static const struct {
    const char *word;
    bool bare; /* stands alone */
    bool once; /* in a group */
    Status (*read)(Reader *reader, const char *value);
} words[WORDS] = {
    {"name", false, false, read_name},        {"group", false, false, read_group},
    {"map", false, false, read_map},          {"query", false, false, read_query},
    {"solver", false, false, read_solver},    {"repeat", false, true, read_repeat},
    {"protocol", false, true, read_protocol}, {"limit", false, true, read_limit},
    {"optional", true, true, read_optional},  {"plugin", false, false, read_plugin},
};

static Status read_word(Reader *reader, size_t word, const char *line, const char *value) {
    bool before = words[word].read == read_name || words[word].read == read_plugin;
    if (before && reader->plan->part_count != 0) {
        char expected[64];
        snprintf(expected, sizeof expected, "the %s line before the first group", words[word].word);
        return wrong(reader, line, expected);
    }
    if (before) return words[word].read(reader, value);
    if (reader->part == NULL && words[word].read != read_group) TRY(begin_part(reader, "all"));
    if (words[word].once && reader->first[word] != 0) {
        char expected[128];
        snprintf(expected, sizeof expected, "one %s line in a group (this one's is line %s)",
                 words[word].word, number_text((int64_t)reader->first[word]).text);
        return wrong(reader, line, expected);
    }
    TRY(words[word].read(reader, value));
    if (reader->first[word] == 0) reader->first[word] = reader->line;
    return STATUS_OK;
}

static bool is_blank(char letter) {
    return isspace((unsigned char)letter) != 0;
}

/* Ends the text at a comment, which begins the line or follows a blank (so that a#b is a name), and takes the
 * blanks before it away. */
static void cut_comment(char *text) {
    size_t length = 0;
    while (text[length] != '\0' && !(text[length] == '#' && (length == 0 || is_blank(text[length - 1]))))
        length++;
    while (length > 0 && is_blank(text[length - 1])) length--;
    text[length] = '\0';
}

/* What follows the word; between double quotes it is taken as it stands, blanks and '#' too. */
static Status read_value(const Reader *reader, char *at, char **value) {
    while (is_blank(*at)) at++;
    *value = at;
    if (*at != '"') {
        cut_comment(at);
        return STATUS_OK;
    }
    char *end = strchr(at + 1, '"');
    if (end == NULL) return wrong(reader, at, "a second quotation mark at the end of the value");
    *end = '\0';
    *value = at + 1;
    char *rest = end + 1;
    bool apart = *rest == '\0' || is_blank(*rest);
    while (is_blank(*rest)) rest++;
    if (!apart || (*rest != '\0' && *rest != '#'))
        return wrong(reader, end + 1, "nothing but a comment after the quoted value");
    return STATUS_OK;
}

static Status read_line(Reader *reader, char *line) {
    while (is_blank(*line)) line++;
    if (*line == '\0' || *line == '#') return STATUS_OK;
    size_t word_length = strcspn(line, " \t\r");
    char shown[64], *value;
    snprintf(shown, sizeof shown, "%.63s", line);
    cut_comment(shown);
    for (size_t i = 0; i < WORDS; i++) {
        if (strlen(words[i].word) != word_length || strncmp(words[i].word, line, word_length) != 0) continue;
        TRY(read_value(reader, line + word_length, &value));
        if (!words[i].bare && *value == '\0') return wrong(reader, shown, "something after the word");
        return read_word(reader, i, shown, value);
    }
    return wrong(reader, shown,
                 "name, plugin, group, map, query, solver, repeat, protocol, limit or optional");
}

static Status check_parts(const Reader *reader) {
    const Plan *plan = reader->plan;
    if (plan->part_count == 0)
        return error_say(reader->error, STATUS_BAD_INPUT, reader->name,
                         ": asks for nothing: it needs map, query ", "and solver lines", NULL);
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        const char *missing = part->map_count == 0        ? "map line"
                              : part->query_count == 0    ? "query line"
                              : part->solver_count != 0   ? NULL
                              : part->left_out_count == 0 ? "solver line"
                                                          : "solver that is there";
        TRY(part_check_left_out(part, reader->solvers, reader->name, reader->error));
        if (missing != NULL)
            return error_say(reader->error, STATUS_BAD_INPUT, reader->name, ": group ", part->name,
                             " has no ", missing, NULL);
    }
    return STATUS_OK;
}

Status plan_parse(const char *text, size_t length, const char *name, Memory *memory, Plan *plan,
                  Error *error) {
    return plan_parse_from(NULL, text, length, name, memory, plan, error);
}

Status plan_parse_from(Solvers *solvers, const char *text, size_t length, const char *name, Memory *memory,
                       Plan *plan, Error *error) {
    *plan = (Plan){.memory = memory};
    Reader reader = {.solvers = solvers, .name = name, .plan = plan, .error = error};
    Status status = STATUS_OK;
    for (size_t at = 0; at < length && status == STATUS_OK;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line_length = (end == NULL ? length : (size_t)(end - text)) - at;
        char line[LINE_MOST];
        reader.line++;
        if (line_length >= sizeof line || memchr(text + at, '\0', line_length) != NULL) {
            status = error_at(error, name, reader.line, text + at, line_length,
                              "a line of text below 2048 characters");
        } else {
            memcpy(line, text + at, line_length);
            line[line_length] = '\0';
            status = read_line(&reader, line);
        }
        at += line_length + 1;
    }
    if (status == STATUS_OK) status = check_parts(&reader);
    if (status == STATUS_OK) status = plan_name_by_file(plan, name, error);
    if (status != STATUS_OK) plan_destroy(plan);
    return status;
}

void plan_destroy(Plan *plan) {
    for (uint32_t i = 0; i < plan->part_count; i++) {
        memory_give(plan->memory, plan->parts[i].maps);
        memory_give(plan->memory, plan->parts[i].queries);
        memory_give(plan->memory, plan->parts[i].solvers);
        memory_give(plan->memory, plan->parts[i].left_out);
    }
    memory_give(plan->memory, plan->absent);
    memory_give(plan->memory, plan->parts);
    *plan = (Plan){.memory = plan->memory};
}
