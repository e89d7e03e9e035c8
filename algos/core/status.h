/* What a call that can fail returns, and the message that goes with it.
 *
 * Every function that returns a Status must have it read: MUST_CHECK makes the compiler say so.
 * The text of an error is built without the C library's formatted output, so that `algos` and `gen`
 * compile for targets that have none. */
#ifndef TAUT_CORE_STATUS_H
#define TAUT_CORE_STATUS_H

#include <stddef.h>
#include <stdint.h>

typedef enum Status {
    STATUS_OK = 0,
    STATUS_NO_MEMORY, /* an allocation was refused; nothing was changed */
    STATUS_BAD_INPUT, /* a file, a spec or a value is wrong; the error says where and why */
    STATUS_REFUSED,   /* sound input that this solver, rule or build does not take; the error says why */
    STATUS_SYSTEM,    /* the operating system or the database said no */
    STATUS_STOPPED    /* the person asked to stop; what was done is kept */
} Status;

#define MUST_CHECK __attribute__((warn_unused_result))

/* Returns from the calling function with the status of EXPRESSION unless it is STATUS_OK. */
#define TRY(EXPRESSION)                                   \
    do {                                                  \
        Status try_status_ = (EXPRESSION);                \
        if (try_status_ != STATUS_OK) return try_status_; \
    } while (0)

/* A message for a person, always terminated, cut at the end when too long. An empty text: nothing to say. */
typedef struct Error {
    char text[600];
} Error;

/* Room for any 64-bit integer in decimal with its sign. */
typedef struct NumberText {
    char text[24];
} NumberText;

/* `value` in decimal. */
NumberText number_text(int64_t value);

/* Sets the message to the given strings joined (the last argument is NULL) and returns `status`.
 * `error` may be NULL: then only the status is returned. */
Status error_say(Error *error, Status status, ...) __attribute__((sentinel));

/* Sets "NAME:LINE: found FOUND, expected EXPECTED" (line counts from 1; 0 leaves it out) and returns
 * STATUS_BAD_INPUT. `found` is quoted, made printable and shortened; NULL means the end of the file. */
Status error_at(Error *error, const char *name, uint64_t line, const char *found, size_t found_length,
                const char *expected);

#ifdef __clang_analyzer__
/* The analyzer looks at one file at a time: it must be told that these never return STATUS_OK by themselves.
 */
#define error_say(ERROR, STATUS, ...) (error_say(ERROR, STATUS, __VA_ARGS__), (STATUS))
#define error_at(...)                 (error_at(__VA_ARGS__), STATUS_BAD_INPUT)
#endif

#endif
