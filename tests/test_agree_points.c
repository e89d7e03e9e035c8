/* Every solver that moves in the plane, under every setting, against the oracle, on random and on hard
 * polygon maps and on meshes of triangles joined at random. What a solver promises is what is asked; what
 * answers as published may fail but not crash. New solvers take part by being registered. */
#include "tests/failing.h"
#include "tests/mesh_support.h"
#include "tests/mesh_wear.h"
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/exact/visibility.h"
#include "harness/judge.h"
#include "harness/load.h"
#include "harness/oracle_points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_MOST = 1024 };

static SolverChoice choices[CHOICES_MOST];
static uint32_t choice_count;

/* All values of all parameters that no other one fixes: choices each; of integers both ends and the preset.
 */
static void spec_of(const Solver *solver, char *spec, size_t size) {
    size_t used = (size_t)snprintf(spec, size, "%s", solver->name);
    for (uint32_t i = 0; i < solver->parameters.count; i++) {
        const Parameter *row = &solver->parameters.rows[i];
        if (row->free_in != 0) continue;
        used += (size_t)snprintf(spec + used, size - used, "%s%s=", i == 0 ? ":" : ",", row->name);
        if (row->type == PARAMETER_CHOICE)
            used += (size_t)snprintf(spec + used, size - used, "%s", row->choices);
        else
            used += (size_t)snprintf(spec + used, size - used, "%lld/%lld/%lld", (long long)row->low,
                                     (long long)row->preset, (long long)row->high);
    }
    for (char *at = spec; *at != '\0'; at++)
        if (*at == '|') *at = '/';
}

static int list_solvers(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint32_t i = 0; i < solver_count; i++) {
        if (solver_registry[i]->query_points == NULL) continue;
        char spec[SPEC_TEXT];
        spec_of(solver_registry[i], spec, sizeof spec);
        SolverChoice *list;
        uint32_t count;
        Error error;
        ASSERT_OK(solver_expand(spec, &memory, &list, &count, &error), &error);
        assert_true(choice_count + count <= CHOICES_MOST);
        memcpy(choices + choice_count, list, count * sizeof *list);
        choice_count += count;
        memory_give(&memory, list);
    }
    return choice_count > 0 ? 0 : -1;
}

/* What a test has seen, for its last line. */
typedef struct Tally {
    uint32_t maps, brute; /* maps; those whose optima brute force found */
    uint64_t queries, answers, refused, no_path, wrong;
} Tally;

static void tally_print(const Tally *tally) {
    print_message("# %u maps (%u by brute force), %llu queries (%llu without a path), %u settings: %llu "
                  "answers, %llu refused, %llu wrong\n",
                  tally->maps, tally->brute, (unsigned long long)tally->queries,
                  (unsigned long long)tally->no_path, choice_count, (unsigned long long)tally->answers,
                  (unsigned long long)tally->refused, (unsigned long long)tally->wrong);
    assert_true(tally->queries > 0 && tally->answers > 0);
    assert_int_equal(tally->wrong, 0);
}

/* A map with queries, their optima and a judge. */
typedef struct Case {
    Memory *memory;
    const char *name;
    Map map;
    QuerySet set;
    Judge judge;
    Optimum *optima;
    Tally *tally;
} Case;

static AnyQuery case_query(const Case *it, uint32_t i) {
    AnyQuery given = query_at(&it->set, i);
    return query_for(&given, MOVE_ANY);
}

static void case_finish(Case *it) {
    Error error;
    ASSERT_OK(judge_create(&it->map, it->memory, &it->judge, &error), &error);
    ASSERT_OK(judge_add_plane(&it->judge, &error), &error);
    it->optima = memory_take_zeroed(it->memory, it->set.count, sizeof *it->optima);
    PointOracle *oracle;
    PointOracleScratch *scratch;
    ASSERT_OK(point_oracle_create(&it->map, it->judge.polygons, it->memory, &oracle, &error), &error);
    ASSERT_OK(point_oracle_scratch_create(oracle, it->memory, &scratch), NULL);
    for (uint32_t i = 0; i < it->set.count; i++) {
        PointPath path = point_path_in(it->memory);
        AnyQuery query = case_query(it, i);
        bool agreed;
        ASSERT_OK(point_oracle_ask(scratch, &query.points, &path, &agreed), NULL);
        assert_true(agreed);
        it->optima[i] = (Optimum){.known = true,
                                  .reachable = path.count != 0,
                                  .value = point_path_length(&path),
                                  .chain = path.points,
                                  .chain_count = (uint32_t)path.count};
        it->tally->no_path += path.count == 0;
    }
    it->tally->maps++;
    it->tally->brute += point_oracle_name(oracle) == ORACLE_VISIBILITY;
    it->tally->queries += it->set.count;
    point_oracle_scratch_destroy(scratch);
    point_oracle_destroy(oracle);
}

static void case_destroy(Case *it) {
    optima_destroy(it->optima, it->set.count, it->memory);
    memory_give(it->memory, it->optima);
    judge_destroy(&it->judge);
    query_set_destroy(&it->set);
    map_destroy(&it->map);
}

static void case_generated(Case *it, const char *map_spec, const char *query_spec) {
    MapChoice *map_choice;
    QueryChoice *query_choice;
    uint32_t count;
    Error error;
    ASSERT_OK(map_expand(map_spec, it->memory, &map_choice, &count, &error), &error);
    ASSERT_OK(query_expand(query_spec, it->memory, &query_choice, &count, &error), &error);
    ASSERT_OK(map_load(map_choice, it->memory, &it->map, &error), &error);
    ASSERT_OK(queries_load(query_choice, map_choice, &it->map, it->memory, &it->set, &error), &error);
    memory_give(it->memory, map_choice);
    memory_give(it->memory, query_choice);
}

/* Asks all queries of one index and one scratch, and counts the answers that are less than promised. */
static void compare(const Case *it, const SolverChoice *choice) {
    const Solver *solver = choice->solver;
    Error error = {""};
    void *index, *scratch;
    Status status = solver_prepare(solver, &choice->settings, &it->map, true, it->memory, &index, &error);
    if (status == STATUS_REFUSED && error.text[0] != '\0') {
        it->tally->refused += it->set.count;
        return;
    }
    ASSERT_OK(status, &error);
    ASSERT_OK(solver->scratch_create(index, it->memory, &scratch), NULL);
    AnyPath path = any_path_in(it->memory);
    for (uint32_t i = 0; i < it->set.count; i++) {
        AnyQuery query = case_query(it, i);
        Counters counters = {0};
        ASSERT_OK(solver_ask(solver, index, scratch, &query, &path, &counters), NULL);
        Judgement given = answer_judge(&it->judge, choice, &query, &path, &it->optima[i]);
        it->tally->answers++;
        if (!given.wrong) continue;
        if (it->tally->wrong++ < 10)
            print_error("%s on %s, (%.17g,%.17g) to (%.17g,%.17g): %s %s\n", choice->text, it->name,
                        query.points.start.x, query.points.start.y, query.points.goal.x, query.points.goal.y,
                        answer_verdict_name(given.verdict), given.why.text);
    }
    any_path_destroy(&path);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
}

static void compare_all(Case *it) {
    case_finish(it);
    for (uint32_t i = 0; i < choice_count; i++) compare(it, &choices[i]);
    case_destroy(it);
}

static void on_polygons(void **state) {
    (void)state;
    static const char *const families[] = {"convex:seed=%u",
                                           "hard:kind=equal-x,count=8,seed=%u",
                                           "hard:kind=collinear,count=8,seed=%u",
                                           "rects:turned=no,seed=%u",
                                           "hard:kind=touching,count=10,seed=%u",
                                           "hard:kind=needles,count=8,seed=%u",
                                           "convex:n=0,seed=%u",
                                           "hard:kind=combs,count=6,seed=%u",
                                           "hard:kind=spiral,count=4,seed=%u"};
    const uint32_t family_count = sizeof families / sizeof *families;
    Memory memory = system_memory();
    Tally tally = {0};
    for (uint32_t seed = 0; seed < trials(250); seed++) {
        char map_spec[128], query_spec[64];
        snprintf(map_spec, sizeof map_spec, families[seed % family_count], seed);
        /* In a spiral points at random may all be blocked. */
        bool is_hard = strncmp(map_spec, "hard", 4) == 0;
        snprintf(query_spec, sizeof query_spec, "%s:count=10,seed=%u",
                 is_hard || seed % 2 == 0 ? "ends" : "points", seed);
        Case it = {.memory = &memory, .name = map_spec, .tally = &tally};
        case_generated(&it, map_spec, query_spec);
        compare_all(&it);
        ASSERT_NOTHING_LIVE(&memory);
    }
    tally_print(&tally);
}

/* Ends on vertices, on edges and anywhere; of a mesh map when `triangles` is NULL. */
static void case_queries(Case *it, const TriangleMap *triangles, Rng *rng) {
    enum { QUERIES = 10 };
    it->set = (QuerySet){.points = memory_take(it->memory, QUERIES, sizeof(PointQuery)),
                         .count = QUERIES,
                         .memory = it->memory};
    for (uint32_t i = 0; i < 2 * QUERIES; i++) {
        PointQuery *query = &it->set.points[i / 2];
        *(i % 2 == 0 ? &query->start : &query->goal) =
            triangles != NULL ? triangle_map_point(triangles, rng) : mesh_point(&it->map.mesh, rng);
    }
}

/* Triangles on a lattice, free or blocked at random: as a mesh (every other time joined to larger faces), as
 * the polygons around it, as a mesh that came through a file, and as one that is turned. */
static void on_triangles(void **state) {
    (void)state;
    Memory memory = system_memory();
    Tally as_mesh = {0}, as_polygons = {0}, as_file[2] = {{0}, {0}};
    for (uint32_t seed = 0; seed < trials(250); seed++) {
        Rng rng = rng_from(seed ^ 0x7e57);
        char name[32];
        snprintf(name, sizeof name, "triangles %u", seed);
        TriangleMap triangles;
        triangle_map_random(&rng, 2 + seed % 8, (Layout)(seed % LAYOUT_COUNT), seed % 3 == 0,
                            (uint32_t)rng_between(&rng, 5, 60), &triangles);
        Case polygons = {
            .memory = &memory, .name = name, .map = {.kind = MAP_POLYGONS}, .tally = &as_polygons};
        triangle_map_polygons(&triangles, &memory, &polygons.map.polygons);
        if (polygons.map.polygons.edge_count == 0) {
            map_destroy(&polygons.map);
            continue;
        }
        Case mesh = {.memory = &memory, .name = name, .map = {.kind = MAP_MESH}, .tally = &as_mesh};
        mesh_from_triangles(&triangles, &memory, &rng, seed % 2 == 0 ? 400 : 0, &mesh.map.mesh);
        case_queries(&mesh, &triangles, &rng);
        case_queries(&polygons, &triangles, &rng);
        compare_all(&mesh);
        compare_all(&polygons);
        for (int turned = 0; turned < 2; turned++) {
            Case worn = {
                .memory = &memory, .name = name, .map = {.kind = MAP_MESH}, .tally = &as_file[turned]};
            mesh_from_triangles(&triangles, &memory, &rng, 400, &worn.map.mesh);
            mesh_wear(&worn.map.mesh, &rng, turned == 1);
            case_queries(&worn, NULL, &rng);
            compare_all(&worn);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
    tally_print(&as_mesh);
    tally_print(&as_polygons);
    tally_print(&as_file[0]);
    tally_print(&as_file[1]);
}

static Cell any_cell(const Grid *grid, Rng *rng) {
    for (;;) {
        Cell cell = {(int32_t)rng_below(rng, (uint32_t)grid->width),
                     (int32_t)rng_below(rng, (uint32_t)grid->height)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
}

/* A corner or the middle of a cell, or of its sides; blocked, too. */
static Point any_half(const Grid *grid, Rng *rng) {
    return (Point){rng_below(rng, 2 * (uint32_t)grid->width + 1) / 2.0,
                   rng_below(rng, 2 * (uint32_t)grid->height + 1) / 2.0};
}

/* Grid maps, asked between cells and between points. */
static void on_grids(void **state) {
    (void)state;
    enum { QUERIES = 10 };
    Memory memory = system_memory();
    Tally tally = {0};
    for (uint32_t seed = 0; seed < trials(200); seed++) {
        Rng rng = rng_from(seed ^ 0x961d);
        char name[32];
        snprintf(name, sizeof name, "grid %u", seed);
        Case it = {.memory = &memory, .name = name, .tally = &tally};
        grid_random(&memory, (int32_t)rng_between(&rng, 1, 12), (int32_t)rng_between(&rng, 1, 12),
                    (uint32_t)rng_between(&rng, 0, 60), 1, seed, &it.map);
        if (it.map.grid.passable_count != 0) {
            it.set = (QuerySet){.count = QUERIES, .memory = &memory};
            if (seed % 2 == 0)
                it.set.queries = memory_take(&memory, QUERIES, sizeof *it.set.queries);
            else
                it.set.points = memory_take(&memory, QUERIES, sizeof *it.set.points);
            for (uint32_t i = 0; i < QUERIES; i++)
                if (seed % 2 == 0)
                    it.set.queries[i] = (Query){any_cell(&it.map.grid, &rng), any_cell(&it.map.grid, &rng)};
                else
                    it.set.points[i] =
                        (PointQuery){any_half(&it.map.grid, &rng), any_half(&it.map.grid, &rng)};
            compare_all(&it);
        } else {
            map_destroy(&it.map);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
    tally_print(&tally);
}

/* Beyond the reach of brute force two searches stand for it; here both can be asked. */
static void oracles_agree(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    Tally tally = {0};
    Case it = {.memory = &memory, .name = "large", .tally = &tally};
    case_generated(&it, "convex:n=90,seed=5", "points:count=30,seed=1");
    case_finish(&it);
    PointOracle *oracle;
    ASSERT_OK(point_oracle_create(&it.map, it.judge.polygons, &memory, &oracle, &error), &error);
    assert_int_equal(point_oracle_name(oracle), ORACLE_SWEEP);
    point_oracle_destroy(oracle);
    Visibility *visibility;
    ASSERT_OK(visibility_create(it.judge.polygons, &memory, &visibility), NULL);
    PointPath path = point_path_in(&memory);
    for (uint32_t i = 0; i < it.set.count; i++) {
        VisibilityAnswer answer;
        bool exact;
        ASSERT_OK(visibility_query(visibility, &it.set.points[i], &path, &answer, &exact), NULL);
        assert_int_equal(
            euclid_compare(path.points, path.count, it.optima[i].chain, it.optima[i].chain_count), 0);
    }
    /* The same in child processes, and queries that are known are left alone. */
    Optimum *again = memory_take_zeroed(&memory, it.set.count, sizeof *again);
    again[3] = (Optimum){.known = true, .value = 77};
    ASSERT_OK(oracle_run(&it.map, it.judge.polygons, MOVE_ANY, &it.set, 2, &memory, again, &error), &error);
    for (uint32_t i = 0; i < it.set.count; i++)
        assert_true(again[i].value == (i == 3 ? 77 : it.optima[i].value) && again[i].known);
    optima_destroy(again, it.set.count, &memory);
    memory_give(&memory, again);
    point_path_destroy(&path);
    visibility_destroy(visibility);
    case_destroy(&it);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Each allocation of preparing, scratch and query failed in turn. */
static void survives_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Case it = {.memory = &memory, .name = "small"};
    case_generated(&it, "hard:kind=touching,count=5,seed=4", "points:count=4,seed=2");
    AnyQuery query = query_at(&it.set, 0);
    for (uint32_t i = 0; i < choice_count; i++)
        (void)assert_survives_failures(choices[i].solver, &choices[i].settings, &it.map, &query);
    query_set_destroy(&it.set);
    map_destroy(&it.map);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_polygons),
        cmocka_unit_test(on_triangles),
        cmocka_unit_test(on_grids),
        cmocka_unit_test(oracles_agree),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("agree_points", tests, list_solvers, NULL);
}
