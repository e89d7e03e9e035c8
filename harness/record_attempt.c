/* The rows of one solver's attempt: itself, its brackets, answers and samples. */
#include "harness/record.h"

#include "algos/core/hash.h"

#define COLUMN(NAME, HELP) ", " #NAME
#define PLACE(NAME, HELP)  ", ?"

static const char insert_attempt[] =
    "INSERT INTO attempt (cell_id, block_id, verdict, detail, prepare_ns, index_bytes, index_peak_bytes,"
    " scratch_bytes" FACT_LIST(COLUMN) ") VALUES (?, ?, ?, ?, ?, ?, ?, ?" FACT_LIST(PLACE) ")";

static const char insert_answer[] =
    "INSERT INTO answer (attempt_id, query_id, verdict, detail, straight, diagonal, length, excess, "
    "path_cells,"
    " path_hash" COUNTER_LIST(COLUMN) ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?" COUNTER_LIST(PLACE) ")";

/* Under `protocol none`: other blocks may go on beside it, and no time is kept that looks like a measurement.
 */
static bool is_untimed(const Block *block) {
    return !block->protocols[PROTOCOL_INTERLEAVED] && !block->protocols[PROTOCOL_WARM] && !block->prepares;
}

static Status write_attempt(Store *store, int64_t block_id, int64_t cell_id, const Block *block,
                            const SolverRecord *record, int64_t *attempt_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(store, insert_attempt, &statement, error));
    statement_integer(statement, 1, cell_id);
    statement_integer(statement, 2, block_id);
    statement_text(statement, 3, solver_verdict_name(record->verdict));
    statement_text(statement, 4, record->detail[0] == '\0' ? NULL : record->detail);
    if (record->prepared) {
        if (!is_untimed(block)) statement_integer(statement, 5, record->prepare_ns);
        statement_integer(statement, 6, (int64_t)record->index_bytes);
        statement_integer(statement, 7, (int64_t)record->index_peak_bytes);
        statement_integer(statement, 8, (int64_t)record->scratch_bytes);
        int place = 9;
#define BIND(NAME, HELP) statement_integer(statement, place++, (int64_t)record->facts.NAME);
        FACT_LIST(BIND)
#undef BIND
    }
    TRY(statement_run(statement, error));
    *attempt_id = store_last_id(store);
    return STATUS_OK;
}

/* How many samples a protocol has, how many of them timed several queries, and how many at most. */
typedef struct Batches {
    int64_t samples, batched, most;
} Batches;

static Batches count_batches(const Block *block, const BlockResult *result, uint32_t solver, int bracket) {
    Batches batches = {0, 0, 1};
    if (bracket == BRACKET_PREPARE) return batches;
    for (uint32_t query = 0; query < block->set->count; query++) {
        int64_t batch = block_answer(result, solver, query)->batch, samples = 0;
        if (block_answer(result, solver, query)->verdict == ANSWER_MISSING) continue;
        for (uint32_t repeat = 0; repeat < block->repeats; repeat++)
            samples += *block_sample(result, bracket, solver, repeat, query) >= 0;
        batches.samples += samples;
        if (batch > 1) batches.batched += samples;
        if (samples > 0 && batch > batches.most) batches.most = batch;
    }
    return batches;
}

static Status write_brackets(Store *store, int64_t attempt_id, const Block *block, const BlockResult *result,
                             uint32_t solver, Error *error) {
    const SolverRecord *record = &result->solvers[solver];
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT INTO bracket (attempt_id, protocol, repeats, before_ns, after_ns, wall_ns, cpu_ns,"
        " switches, crowded, flagged, samples, batched, batch_most)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        &statement, error));
    Status status = STATUS_OK;
    for (int bracket = 0; bracket < BRACKET_COUNT && status == STATUS_OK; bracket++) {
        bool prepares = bracket == BRACKET_PREPARE;
        /* A preparation's time stands even if a query failed later; what was not timed to its end does not.
         */
        if (prepares ? !record->prepared || is_untimed(block)
                     : !block->protocols[bracket] || record->verdict != SOLVER_DONE)
            continue;
        statement_integer(statement, 1, attempt_id);
        statement_text(statement, 2, bracket_name(bracket));
        statement_integer(statement, 3, prepares ? 1 : block->repeats);
        statement_integer(statement, 4, record->bracket_before[bracket]);
        statement_integer(statement, 5, record->bracket_after[bracket]);
        statement_integer(statement, 6, record->wall_ns[bracket]);
        statement_integer(statement, 7, record->cpu_ns[bracket]);
        statement_integer(statement, 8, record->switches[bracket]);
        statement_integer(statement, 9, record->crowded);
        statement_integer(statement, 10, solver_flagged(record, bracket));
        Batches batches = count_batches(block, result, solver, bracket);
        statement_integer(statement, 11, batches.samples);
        statement_integer(statement, 12, batches.batched);
        statement_integer(statement, 13, batches.most);
        status = statement_step(statement, error);
    }
    statement_finish(statement);
    return status;
}

static Status write_answer(Statement *statement, int64_t attempt_id, int64_t query_id,
                           const AnswerRecord *answer, bool is_planar, Error *error) {
    statement_integer(statement, 1, attempt_id);
    statement_integer(statement, 2, query_id);
    statement_text(statement, 3, answer_verdict_name(answer->verdict));
    statement_text(statement, 4, answer->detail[0] == '\0' ? NULL : answer->detail);
    for (int place = 5; place <= 7; place++) statement_null(statement, place);
    if (answer->found && !is_planar) {
        statement_integer(statement, 5, answer->walked.straight);
        statement_integer(statement, 6, answer->walked.diagonal);
    }
    statement_real(statement, 7, answer->length);
    statement_real(statement, 8, answer->excess);
    statement_integer(statement, 9, (int64_t)answer->path_cells);
    HashText hash = hash_hex(answer->path_hash);
    statement_text(statement, 10, answer->found ? hash.text : NULL);
    int place = 11;
#define BIND(NAME, HELP) statement_integer(statement, place++, (int64_t)answer->counters.NAME);
    COUNTER_LIST(BIND)
#undef BIND
    return statement_step(statement, error);
}

/* Rows of samples are many, and a statement costs as much as two of them: so they are written by the dozen.
 */
#define SAMPLE_ROW    "(?, ?, ?, ?, ?)"
#define SAMPLE_FOUR   SAMPLE_ROW ", " SAMPLE_ROW ", " SAMPLE_ROW ", " SAMPLE_ROW
#define INSERT_SAMPLE "INSERT INTO sample (answer_id, protocol, repeat, ns, batch) VALUES "
enum { SAMPLE_COLUMNS = 5, SAMPLES_AT_ONCE = 20 };
static const char insert_one[] = INSERT_SAMPLE SAMPLE_ROW;
static const char insert_many[] =
    INSERT_SAMPLE SAMPLE_FOUR ", " SAMPLE_FOUR ", " SAMPLE_FOUR ", " SAMPLE_FOUR ", " SAMPLE_FOUR;

typedef struct SampleRow {
    int64_t answer_id, ns;
    int protocol;
    uint32_t repeat, batch;
} SampleRow;

typedef struct SampleRows {
    Statement *one, *many;
    SampleRow waiting[SAMPLES_AT_ONCE];
    int count;
} SampleRows;

static void bind_sample(Statement *statement, int at, const SampleRow *row) {
    int place = at * SAMPLE_COLUMNS;
    statement_integer(statement, place + 1, row->answer_id);
    statement_constant(statement, place + 2, protocol_name(row->protocol));
    statement_integer(statement, place + 3, row->repeat);
    statement_integer(statement, place + 4, row->ns);
    statement_integer(statement, place + 5, row->batch);
}

static Status flush_samples(SampleRows *rows, Error *error) {
    int count = rows->count;
    rows->count = 0;
    if (count == SAMPLES_AT_ONCE) {
        for (int i = 0; i < count; i++) bind_sample(rows->many, i, &rows->waiting[i]);
        return statement_step(rows->many, error);
    }
    for (int i = 0; i < count; i++) {
        bind_sample(rows->one, 0, &rows->waiting[i]);
        TRY(statement_step(rows->one, error));
    }
    return STATUS_OK;
}

static Status write_samples(SampleRows *rows, int64_t answer_id, const Block *block,
                            const BlockResult *result, uint32_t solver, uint32_t query, Error *error) {
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        for (uint32_t repeat = 0; repeat < block->repeats; repeat++) {
            int64_t ns = *block_sample(result, protocol, solver, repeat, query);
            if (ns < 0) continue;
            rows->waiting[rows->count++] = (SampleRow){.answer_id = answer_id,
                                                       .ns = ns,
                                                       .protocol = protocol,
                                                       .repeat = repeat,
                                                       .batch = block_answer(result, solver, query)->batch};
            if (rows->count == SAMPLES_AT_ONCE) TRY(flush_samples(rows, error));
        }
    return STATUS_OK;
}

Status record_block(Store *store, int64_t run_id, int64_t query_set_id, const Block *block,
                    int64_t elapsed_ns, int64_t *block_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "INSERT INTO block (run_id, query_set_id, interleaved, warm, repeats, limit_seconds,"
                      " limit_bytes, outline_ns, beside, elapsed_ns)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                      &statement, error));
    statement_integer(statement, 1, run_id);
    statement_integer(statement, 2, query_set_id);
    statement_integer(statement, 3, block->protocols[PROTOCOL_INTERLEAVED]);
    statement_integer(statement, 4, block->protocols[PROTOCOL_WARM]);
    statement_integer(statement, 5, block->repeats);
    if (block->limits.seconds > 0) statement_real(statement, 6, block->limits.seconds);
    if (block->limits.bytes > 0) statement_integer(statement, 7, (int64_t)block->limits.bytes);
    if (block->judge->outline_ns > 0) statement_integer(statement, 8, block->judge->outline_ns);
    statement_integer(statement, 9, block->beside);
    statement_integer(statement, 10, elapsed_ns);
    TRY(statement_run(statement, error));
    *block_id = store_last_id(store);
    return STATUS_OK;
}

Status record_attempt(Store *store, int64_t block_id, int64_t cell_id, int64_t first_query_id,
                      const Block *block, const BlockResult *result, uint32_t solver, int64_t *attempt_id,
                      Error *error) {
    const SolverRecord *record = &result->solvers[solver];
    TRY(write_attempt(store, block_id, cell_id, block, record, attempt_id, error));
    TRY(write_brackets(store, *attempt_id, block, result, solver, error));
    const SolverChoice *choice = block->solvers[solver];
    bool is_planar = block->set->points != NULL || choice->solver->move(&choice->settings) == MOVE_ANY;
    Statement *answers = NULL;
    SampleRows samples = {.count = 0};
    Status status = store_prepare(store, insert_answer, &answers, error);
    if (status == STATUS_OK) status = store_prepare(store, insert_one, &samples.one, error);
    if (status == STATUS_OK) status = store_prepare(store, insert_many, &samples.many, error);
    for (uint32_t query = 0; query < block->set->count && status == STATUS_OK; query++) {
        const AnswerRecord *answer = block_answer(result, solver, query);
        if (answer->verdict == ANSWER_MISSING) continue;
        status = write_answer(answers, *attempt_id, first_query_id + query, answer, is_planar, error);
        if (status == STATUS_OK)
            status = write_samples(&samples, store_last_id(store), block, result, solver, query, error);
    }
    if (status == STATUS_OK) status = flush_samples(&samples, error);
    statement_finish(answers);
    statement_finish(samples.one);
    statement_finish(samples.many);
    return status;
}
