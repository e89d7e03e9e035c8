#include "harness/plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_PRESET = 5, REPEATS_MOST = 10000, LINE_MOST = 2048 };

const char *protocol_name(int protocol) {
    return protocol == PROTOCOL_INTERLEAVED ? "interleaved" : "warm";
}

typedef struct Reader {
    const char *name;
    uint64_t line;
    Plan *plan;
    Part *part; /* the one being filled; NULL before the first line that needs one */
    bool timed; /* a protocol line was seen in this part */
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
    reader->timed = false;
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
    if (named) { /* a file by its name, there or not: whether that is an error is decided when it is loaded */
        list = memory_take_zeroed(memory, 1, sizeof *list);
        if (list == NULL) return no_memory(reader);
        size_t length = strlen(spec);
        if (length >= sizeof list->text) {
            memory_give(memory, list);
            return wrong(reader, spec, "a file name below 512 bytes");
        }
        memcpy(list->text, spec, length + 1);
        count = 1;
    } else {
        TRY(placed(reader, map_expand(spec, memory, &list, &count, reader->error)));
    }
    Status status = append(reader, &reader->part->maps, &reader->part->map_count, list, count, sizeof *list);
    memory_give(memory, list);
    return status;
}

static Status read_query(Reader *reader, const char *value) {
    QueryChoice *list;
    uint32_t count;
    TRY(placed(reader, query_expand(value, reader->plan->memory, &list, &count, reader->error)));
    Status status =
        append(reader, &reader->part->queries, &reader->part->query_count, list, count, sizeof *list);
    memory_give(reader->plan->memory, list);
    return status;
}

static Status read_solver(Reader *reader, const char *value) {
    SolverChoice *list;
    uint32_t count;
    Part *part = reader->part;
    TRY(placed(reader, solver_expand(value, reader->plan->memory, &list, &count, reader->error)));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        bool known = false; /* two lines may name the same; it is measured once */
        for (uint32_t j = 0; j < part->solver_count; j++)
            known = known || strcmp(part->solvers[j].text, list[i].text) == 0;
        if (!known) status = append(reader, &part->solvers, &part->solver_count, &list[i], 1, sizeof *list);
    }
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
    static const char expected[] = "interleaved, warm, both of them, or none";
    char words[LINE_MOST];
    snprintf(words, sizeof words, "%s", value);
    if (!reader->timed) memset(reader->part->protocols, 0, sizeof reader->part->protocols);
    reader->timed = true;
    char *rest;
    for (char *word = strtok_r(words, " \t,", &rest); word != NULL; word = strtok_r(NULL, " \t,", &rest)) {
        int protocol = 0;
        while (protocol < PROTOCOL_COUNT && strcmp(word, protocol_name(protocol)) != 0) protocol++;
        if (protocol < PROTOCOL_COUNT)
            reader->part->protocols[protocol] = true;
        else if (strcmp(value, "none") != 0)
            return wrong(reader, word, expected);
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
    char words[LINE_MOST];
    snprintf(words, sizeof words, "%s", value);
    char *rest;
    for (char *word = strtok_r(words, " \t,", &rest); word != NULL; word = strtok_r(NULL, " \t,", &rest)) {
        double amount;
        if (strncmp(word, "time=", 5) == 0 && parse_amount(word + 5, true, &amount))
            reader->part->limits.seconds = amount;
        else if (strncmp(word, "memory=", 7) == 0 && parse_amount(word + 7, false, &amount))
            reader->part->limits.bytes = (uint64_t)amount;
        else
            return wrong(reader, word, "time=60s (ms, s, m, h) or memory=4G (K, M, G)");
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

static const struct {
    const char *word;
    bool bare; /* stands alone */
    Status (*read)(Reader *reader, const char *value);
} words[] = {
    {"group", false, read_group},   {"map", false, read_map},          {"query", false, read_query},
    {"solver", false, read_solver}, {"repeat", false, read_repeat},    {"protocol", false, read_protocol},
    {"limit", false, read_limit},   {"optional", true, read_optional},
};

static Status read_line(Reader *reader, char *line) {
    char *comment = strchr(line, '#');
    if (comment != NULL) *comment = '\0';
    while (isspace((unsigned char)*line)) line++;
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    if (length == 0) return STATUS_OK;
    size_t word_length = strcspn(line, " \t");
    char *value = line + word_length;
    while (isspace((unsigned char)*value)) value++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != word_length || strncmp(words[i].word, line, word_length) != 0) continue;
        if (!words[i].bare && *value == '\0') return wrong(reader, line, "something after the word");
        if (reader->part == NULL && words[i].read != read_group) TRY(begin_part(reader, "all"));
        return words[i].read(reader, value);
    }
    return wrong(reader, line, "group, map, query, solver, repeat, protocol, limit or optional");
}

static Status check_parts(const Reader *reader) {
    const Plan *plan = reader->plan;
    if (plan->part_count == 0)
        return error_say(reader->error, STATUS_BAD_INPUT, reader->name,
                         ": asks for nothing: it needs map, query ", "and solver lines", NULL);
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        const char *missing = part->map_count == 0      ? "map"
                              : part->query_count == 0  ? "query"
                              : part->solver_count == 0 ? "solver"
                                                        : NULL;
        if (missing != NULL)
            return error_say(reader->error, STATUS_BAD_INPUT, reader->name, ": group ", part->name,
                             " has no ", missing, " line", NULL);
    }
    return STATUS_OK;
}

/* The stem of the file's name. It goes into queries and file names, so what is neither letter nor digit
 * becomes a dash. */
static void name_experiment(Plan *plan, const char *name) {
    const char *slash = strrchr(name, '/'), *stem = slash == NULL ? name : slash + 1;
    const char *dot = strrchr(stem, '.');
    size_t length = dot == NULL || dot == stem ? strlen(stem) : (size_t)(dot - stem);
    snprintf(plan->experiment, sizeof plan->experiment, "%.*s", (int)length, stem);
    for (char *at = plan->experiment; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != '.') *at = '-';
}

Status plan_parse(const char *text, size_t length, const char *name, Memory *memory, Plan *plan,
                  Error *error) {
    *plan = (Plan){.memory = memory};
    name_experiment(plan, name);
    Reader reader = {.name = name, .plan = plan, .error = error};
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
    if (status != STATUS_OK) plan_destroy(plan);
    return status;
}

void plan_destroy(Plan *plan) {
    for (uint32_t i = 0; i < plan->part_count; i++) {
        memory_give(plan->memory, plan->parts[i].maps);
        memory_give(plan->memory, plan->parts[i].queries);
        memory_give(plan->memory, plan->parts[i].solvers);
    }
    memory_give(plan->memory, plan->parts);
    *plan = (Plan){.memory = plan->memory};
}
