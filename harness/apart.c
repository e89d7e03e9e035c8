#include "harness/apart.h"

#include "harness/child.h"
#include "harness/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What the child writes, before the cells or points of its path. */
typedef struct Message {
    Status status;
    Error error;
    int64_t prepare_ns, query_ns;
    size_t index_bytes;
    Counters counters;
    uint64_t count;
    Length length;
    double point_length;
} Message;

typedef struct Task {
    Answer *answer;
    Trial *trial;
    const Map *map;
    const SolverChoice *choice;
    int to;
} Task;

static Status write_all(int to, const void *bytes, size_t length) {
    for (const char *at = bytes; length > 0;) {
        ssize_t sent = write(to, at, length);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return STATUS_SYSTEM;
        at += sent;
        length -= (size_t)sent;
    }
    return STATUS_OK;
}

/* False at the end: the child died. */
static bool read_all(int from, void *bytes, size_t length) {
    for (char *at = bytes; length > 0;) {
        ssize_t got = read(from, at, length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        length -= (size_t)got;
    }
    return true;
}

static size_t bytes_of(const Trial *trial, uint64_t count) {
    return count * (trial->query.is_planar ? sizeof(Point) : sizeof(Cell));
}

static Status child_answer(void *untyped) {
    const Task *task = untyped;
    Trial *trial = task->trial;
    Message message = {.status = STATUS_OK};
    (void)stop_later(); /* ^C is our parent's */
    message.status = task->answer(trial, task->map, task->choice, &message.error);
    bool is_planar = trial->query.is_planar;
    message.prepare_ns = trial->prepare_ns;
    message.query_ns = trial->query_ns;
    message.index_bytes = trial->index_bytes;
    message.counters = trial->counters;
    message.count = message.status == STATUS_OK ? any_path_count(&trial->path, is_planar) : 0;
    message.length = trial->path.cells.length;
    message.point_length = trial->path.points.length;
    TRY(write_all(task->to, &message, sizeof message));
    return write_all(
        task->to, is_planar ? (const void *)trial->path.points.points : (const void *)trial->path.cells.cells,
        bytes_of(trial, message.count));
}

static Status how_it_died(pid_t child, Error *error) {
    ChildEnd end = {.ended = false};
    while (!end.ended) end = child_wait(child, 1000);
    if (end.signal != 0)
        return error_say(error, STATUS_SYSTEM, "it died of signal ", number_text(end.signal).text, " (",
                         strsignal(end.signal), ")", NULL);
    return error_say(error, STATUS_SYSTEM, "it ended the process by itself", NULL);
}

/* The path that follows a message. */
static Status take_path(int from, pid_t child, const Message *message, Trial *trial, Error *error) {
    AnyPath *path = &trial->path;
    void *room = memory_take(&trial->memory, bytes_of(trial, message->count), 1);
    if (room == NULL) {
        child_kill(child); /* it may wait for us to read */
        return error_say(error, STATUS_NO_MEMORY, "no memory for a path", NULL);
    }
    any_path_destroy(path);
    if (trial->query.is_planar) {
        path->points.points = room;
        path->points.count = path->points.capacity = message->count;
    } else {
        path->cells.cells = room;
        path->cells.count = path->cells.capacity = message->count;
    }
    path->cells.length = message->length;
    path->points.length = message->point_length;
    return read_all(from, room, bytes_of(trial, message->count)) ? STATUS_OK : how_it_died(child, error);
}

/* What the child found, from its begin to its end. */
static Status take_answer(int from, pid_t child, Trial *trial, Error *error) {
    Message message;
    if (!read_all(from, &message, sizeof message)) return how_it_died(child, error);
    TRY(take_path(from, child, &message, trial, error));
    trial->prepare_ns = message.prepare_ns;
    trial->query_ns = message.query_ns;
    trial->index_bytes = message.index_bytes;
    trial->counters = message.counters;
    *error = message.error;
    child_kill(child);
    return message.status;
}

Status answer_apart(Answer *answer, Trial *trial, const Map *map, const SolverChoice *choice, Error *error) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return error_say(error, STATUS_SYSTEM, "no pipe to a child: ", strerror(errno), NULL);
    Task task = {answer, trial, map, choice, pipes[1]};
    pid_t child;
    Status status = child_start(child_answer, &task, &child, error);
    close(pipes[1]);
    if (status == STATUS_OK) status = take_answer(pipes[0], child, trial, error);
    close(pipes[0]);
    return status;
}
