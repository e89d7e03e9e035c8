#include "harness/command_parse.h"

#include "harness/host.h"
#include "harness/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAUT_VERSION "0.1"

const char *argument_repeated(const Arguments *arguments, const char *name, uint32_t n) {
    for (uint32_t i = 0; i < arguments->value_count; i++)
        if (strcmp(arguments->values[2 * i], name) == 0 && n-- == 0) return arguments->values[2 * i + 1];
    return NULL;
}

const char *argument(const Arguments *arguments, const char *name) {
    for (uint32_t i = arguments->value_count; i-- > 0;)
        if (strcmp(arguments->values[2 * i], name) == 0) return arguments->values[2 * i + 1];
    return NULL;
}

Status argument_integer(const Arguments *arguments, const char *name, int64_t low, int64_t high,
                        int64_t preset, int64_t *value, Error *error) {
    *value = preset;
    const char *text = argument(arguments, name);
    if (text == NULL) return STATUS_OK;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    bool digits = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    if (!digits || *end != '\0' || errno != 0 || number < low || number > high)
        return error_say(error, STATUS_BAD_INPUT, name, " ", text, ": expected a whole number from ",
                         number_text(low).text, " to ", number_text(high).text, NULL);
    *value = number;
    return STATUS_OK;
}

int command_failed(Status status, const Error *error) {
    fflush(stdout);
    const char *text = error == NULL ? "" : error->text;
    if (status == STATUS_NO_MEMORY && text[0] == '\0') text = "out of memory";
    if (status == STATUS_SYSTEM && text[0] == '\0') text = "the system refused";
    if (text[0] != '\0') fprintf(stderr, "taut: %s\n", text);
    return status == STATUS_OK ? EXIT_DONE : status == STATUS_STOPPED ? EXIT_STOPPED : EXIT_USAGE;
}

static const Option help_option = {"--help", NULL, "this help"};

static const Option *option_find(const Command *command, const char *name, size_t length) {
    for (uint32_t i = 0; i < command->option_count; i++)
        if (strlen(command->options[i].name) == length && memcmp(command->options[i].name, name, length) == 0)
            return &command->options[i];
    return strlen(help_option.name) == length && memcmp(help_option.name, name, length) == 0 ? &help_option
                                                                                             : NULL;
}

static Status option_unknown(const Command *command, const char *name, size_t length, Error *error) {
    Known known = known_start(name, length);
    for (uint32_t i = 0; i < command->option_count; i++)
        known_offer(&known, command->options[i].name, strlen(command->options[i].name));
    known_offer(&known, help_option.name, strlen(help_option.name));
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%s: option", command->name);
    return known_fail(&known, prefix, "options", error);
}

Status arguments_parse(const Command *command, int count, const char *const *given, const char **words,
                       const char **values, Arguments *arguments, bool *help, Error *error) {
    *arguments = (Arguments){.words = words, .command = command, .values = values};
    *help = false;
    bool options_ended = false;
    for (int i = 0; i < count; i++) {
        const char *word = given[i];
        if (options_ended || word[0] != '-' || word[1] == '\0') {
            words[arguments->word_count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options_ended = true;
            continue;
        }
        bool is_long = word[1] == '-';
        const char *equals = is_long ? strchr(word, '=') : NULL;
        size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
        const Option *option = strcmp(word, "-h") == 0 ? &help_option : option_find(command, word, length);
        if (option == NULL) return option_unknown(command, word, length, error);
        const char *value = "";
        if (option->value == NULL) {
            if (equals != NULL)
                return error_say(error, STATUS_BAD_INPUT, command->name, ": ", option->name,
                                 " takes no value", NULL);
        } else if (equals != NULL) {
            value = equals + 1;
        } else if (i + 1 < count && strncmp(given[i + 1], "--", 2) != 0) {
            value = given[++i];
        } else {
            return error_say(error, STATUS_BAD_INPUT, command->name, ": ", option->name,
                             " needs a value: ", option->name, " ", option->value, NULL);
        }
        if (option->value != NULL && value[0] == '\0')
            return error_say(error, STATUS_BAD_INPUT, command->name, ": ", option->name,
                             " has an empty value, expected ", option->value, NULL);
        if (option == &help_option) *help = true;
        values[2 * arguments->value_count] = option->name;
        values[2 * arguments->value_count++ + 1] = value;
    }
    if (*help) return STATUS_OK;
    if (arguments->word_count > command->words_most)
        return error_say(error, STATUS_BAD_INPUT, command->name, ": unexpected \"",
                         words[command->words_most], "\"; usage: taut ", command->name, " ", command->usage,
                         NULL);
    if (arguments->word_count < command->words_least)
        return error_say(error, STATUS_BAD_INPUT, command->name, ": something is missing; usage: taut ",
                         command->name, " ", command->usage, NULL);
    return STATUS_OK;
}

static void command_help(const Command *command) {
    printf("taut %s %s\n\n%s.\n", command->name, command->usage, command->summary);
    if (command->details != NULL) printf("\n%s\n", command->details);
    printf("\nOptions\n");
    for (uint32_t i = 0; i <= command->option_count; i++) {
        const Option *option = i < command->option_count ? &command->options[i] : &help_option;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->value == NULL ? "" : " ",
                 option->value == NULL ? "" : option->value);
        printf("  %-22s %s\n", left, option->help);
    }
}

static void program_help(const Command *const *commands, uint32_t count) {
    printf("taut: a laboratory for shortest paths on game maps\n\nCommands\n");
    for (uint32_t i = 0; i < count; i++) printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf(
        "\n"
        "A SPEC is name:key=value,key=value. A value may be a list 8/16/32, a range 1..10, a stepped range\n"
        "10..50+10 or 4..64x2, or inf; a sweep is the product. The name of an existing file always wins.\n\n"
        "taut COMMAND --help says more. Exit codes: 0 done; 1 a check or comparison does not hold;\n"
        "2 usage or bad input; 3 stopped before the end.\n");
}

static void program_welcome(void) {
    printf("taut: a laboratory for shortest paths on game maps\n\n"
           "Three commands to try:\n"
           "  ./taut solve --map noise:256,seed=3 --solver astar:move=8 --picture path.svg\n"
           "  ./taut run --map rooms:128/256,seed=1..3 --query random:count=30 --solver astar --solver "
           "hpa:k=8/16/32\n"
           "  ./taut list solvers\n\n"
           "All commands: taut help. One command: taut help COMMAND.\n");
}

static const Command *command_find(const Command *const *commands, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static int command_unknown(const Command *const *commands, uint32_t count, const char *name) {
    Known known = known_start(name, strlen(name));
    for (uint32_t i = 0; i < count; i++) known_offer(&known, commands[i]->name, strlen(commands[i]->name));
    known_offer(&known, "help", 4);
    Error error;
    return command_failed(known_fail(&known, name[0] == '-' ? "option" : "command", "commands", &error),
                          &error);
}

static int command_run_with(const Command *command, int count, const char *const *given) {
    const char **words = calloc((size_t)count + 1, sizeof *words);
    const char **values = calloc(2 * (size_t)count + 2, sizeof *values);
    Error error = {""};
    Arguments arguments;
    bool help = false;
    int code;
    Status status = words == NULL || values == NULL
                        ? STATUS_NO_MEMORY
                        : arguments_parse(command, count, given, words, values, &arguments, &help, &error);
    if (status != STATUS_OK) {
        code = command_failed(status, &error);
    } else if (help) {
        command_help(command);
        code = EXIT_DONE;
    } else {
        code = command->run(&arguments);
    }
    free(words);
    free(values);
    return code;
}

static int dispatch(const Command *const *commands, uint32_t count, int argc, const char *const *argv) {
    if (argc < 2) {
        program_welcome();
        return EXIT_DONE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        printf("taut %s, build %s, %s\n", TAUT_VERSION, build_hash(), build_compiler());
        return EXIT_DONE;
    }
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc == 2) {
        program_help(commands, count);
        return EXIT_DONE;
    }
    if (help) name = argv[2];
    const Command *command = command_find(commands, count, name);
    if (command == NULL) return command_unknown(commands, count, name);
    if (!help) return command_run_with(command, argc - 2, argv + 2);
    command_help(command);
    return EXIT_DONE;
}

int command_dispatch(const Command *const *commands, uint32_t count, int argc, const char *const *argv) {
    int code = dispatch(commands, count, argc, argv);
    /* A full disk shows only here: a result that was not written is not a result. */
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    fprintf(stderr, "taut: standard output: %s\n", errno != 0 ? strerror(errno) : "could not be written");
    return EXIT_USAGE;
}
