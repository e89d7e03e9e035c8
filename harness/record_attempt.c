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

static Status write_attempt(Store *store, int64_t block_id, int64_t cell_id, const SolverRecord *record,
                            int64_t *attempt_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(store, insert_attempt, &statement, error));
    statement_integer(statement, 1, cell_id);
    statement_integer(statement, 2, block_id);
    statement_text(statement, 3, solver_verdict_name(record->verdict));
    statement_text(statement, 4, record->detail[0] == '\0' ? NULL : record->detail);
    if (record->prepared) {
        statement_integer(statement, 5, record->prepare_ns);
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

/* Blocks that were asked for no times, beside one another. */
static bool is_untimed(const Block *block) {
    return block->beside > 0 && !block->protocols[PROTOCOL_INTERLEAVED] && !block->protocols[PROTOCOL_WARM] &&
           !block->prepares;
}

static Status write_brackets(Store *store, int64_t attempt_id, const Block *block, const SolverRecord *record,
                             Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT INTO bracket (attempt_id, protocol, repeats, before_ns, after_ns, wall_ns, cpu_ns,"
        " switches, crowded, flagged) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
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

static Status write_samples(Statement *statement, int64_t answer_id, const Block *block,
                            const BlockResult *result, uint32_t solver, uint32_t query, Error *error) {
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        for (uint32_t repeat = 0; repeat < block->repeats; repeat++) {
            int64_t ns = *block_sample(result, protocol, solver, repeat, query);
            if (ns < 0) continue;
            statement_integer(statement, 1, answer_id);
            statement_text(statement, 2, protocol_name(protocol));
            statement_integer(statement, 3, repeat);
            statement_integer(statement, 4, ns);
            statement_integer(statement, 5, block_answer(result, solver, query)->batch);
            TRY(statement_step(statement, error));
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
    TRY(write_attempt(store, block_id, cell_id, record, attempt_id, error));
    TRY(write_brackets(store, *attempt_id, block, record, error));
    const SolverChoice *choice = block->solvers[solver];
    bool is_planar = block->set->points != NULL || choice->solver->move(&choice->settings) == MOVE_ANY;
    Statement *answers = NULL, *samples = NULL;
    Status status = store_prepare(store, insert_answer, &answers, error);
    if (status == STATUS_OK)
        status = store_prepare(store,
                               "INSERT INTO sample (answer_id, protocol, repeat, ns, batch)"
                               " VALUES (?1, ?2, ?3, ?4, ?5)",
                               &samples, error);
    for (uint32_t query = 0; query < block->set->count && status == STATUS_OK; query++) {
        const AnswerRecord *answer = block_answer(result, solver, query);
        if (answer->verdict == ANSWER_MISSING) continue;
        status = write_answer(answers, *attempt_id, first_query_id + query, answer, is_planar, error);
        if (status == STATUS_OK)
            status = write_samples(samples, store_last_id(store), block, result, solver, query, error);
    }
    statement_finish(answers);
    statement_finish(samples);
    return status;
}
