/* What programs are told and answer, and plug-ins and programs as solvers whose memory ends. */
#include "tests/failing.h"
#include "tests/support.h"

#include "algos/exact/check.h"
#include "algos/mesh/map_mesh.h"
#include "harness/program_text.h"
#include "harness/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A random path is told and understood again; whatever a byte of it becomes, what is understood is what
 * stands there. */
static void understands_cells(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rng rng = rng_from(11);
    Path path = path_in(&memory);
    uint32_t sound = 0, count = trials(20000);
    for (uint32_t trial = 0; trial < count; trial++) {
        char text[400];
        Cell cells[12];
        uint32_t cell_count = (uint32_t)rng_below(&rng, 12);
        int length = snprintf(text, sizeof text, "%u", cell_count);
        for (uint32_t i = 0; i < cell_count; i++) {
            cells[i] = (Cell){(int32_t)(rng_below(&rng, 2000)) - 1000, (int32_t)rng_below(&rng, 999999999)};
            length += snprintf(text + length, sizeof text - (size_t)length, " %d %d", cells[i].x, cells[i].y);
        }
        Error error = {""};
        ASSERT_OK(cells_of_text(text, (size_t)length, &path, &error), &error);
        assert_int_equal(path.count, cell_count);
        for (uint32_t i = 0; i < cell_count; i++)
            assert_true(path.cells[i].x == cells[i].x && path.cells[i].y == cells[i].y);
        memcpy(text + length, " 7", sizeof " 7");
        assert_int_equal(cells_of_text(text, (size_t)length + 2, &path, &error), STATUS_BAD_INPUT);
        /* Bytes of its own, so that a sanitizer sees every step beyond them. */
        char *changed = malloc((size_t)length);
        memcpy(changed, text, (size_t)length);
        static const char bytes[] = "0123456789 -\t.e\0x";
        changed[rng_below(&rng, (uint32_t)length)] = bytes[rng_below(&rng, sizeof bytes - 1)];
        size_t kept = (size_t)length - rng_below(&rng, 3) % (size_t)length;
        if (cells_of_text(changed, kept, &path, &error) == STATUS_OK) {
            snprintf(text, sizeof text, "%.*s", (int)kept, changed);
            int64_t said = strtoll(text, NULL, 10);
            assert_true(said == (int64_t)path.count && path.count <= kept / 4 + 1);
            sound++;
        } else {
            assert_int_equal(path.count, 0);
            assert_non_null(strstr(error.text, "expected"));
        }
        free(changed);
    }
    assert_true(sound > count / 20 && sound < count - count / 20);
    path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

static void understands_points(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int count; /* -1: no answer */
    } said[] = {{"0", 0},           {"1 0.5 -2e-3", 1}, {"2\t0 0  1 1 ", 2}, {"", -1},
                {"1 2", -1},        {"1 nan 2", -1},    {"1 2 3 4", -1},     {"-1", -1},
                {"one", -1},        {"1 1 inf", -1},    {"1e0 1 1", -1},     {"2 1 1 1", -1},
                {"9999999999", -1}, {"1 1,1 1", -1},    {"1 0x1 1", -1},     {"99999 1 1 1", -1}};
    Memory memory = system_memory();
    PointPath path = point_path_in(&memory);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        Error error = {""};
        Status status = points_of_text(said[i].text, strlen(said[i].text), &path, &error);
        assert_int_equal(status, said[i].count < 0 ? STATUS_BAD_INPUT : STATUS_OK);
        assert_int_equal(path.count, said[i].count < 0 ? 0 : said[i].count);
        if (i == 1) assert_true(path.points[0].x == 0.5 && path.points[0].y == -2e-3);
    }
    point_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Numbers of the text, one after the other. */
static int64_t next_number(char **at) {
    char *end;
    long long number = strtoll(*at, &end, 10);
    assert_true(end != *at);
    *at = end;
    return number;
}

static void tells_a_grid(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    char *text;
    size_t length;
    grid_random(&memory, 17, 9, 30, 255, 5, &map);
    assert_int_equal(text_of_grid(&map.grid, MOVE_8C, &memory, &text, &length), STATUS_OK);
    text = memory_resize(&memory, text, length + 1, 1);
    assert_non_null(text);
    text[length] = '\0';
    static const char head[] = "taut 1 grid 8c 17 9\n";
    assert_memory_equal(text, head, strlen(head));
    char *at = text + strlen(head);
    for (int32_t y = 0; y < 9; y++)
        for (int32_t x = 0; x < 17; x++) {
            assert_int_equal(next_number(&at), grid_cost(&map.grid, (Cell){x, y}));
            assert_int_equal(*at, x == 16 ? '\n' : ' ');
        }
    assert_string_equal(at, "\n");
    memory_give(&memory, text);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void tells_the_plane(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    MapMesh built;
    Error error = {""};
    char *text;
    size_t length;
    grid_from_text(&memory, "...\n.@.\n...", &map);
    ASSERT_OK(map_mesh_create(&map, MESH_RECTANGLES, &memory, &built, &error), &error);
    assert_int_equal(text_of_mesh(built.mesh, &memory, &text, &length), STATUS_OK);
    unsigned vertices = 0, faces = 0;
    assert_int_equal(sscanf(text, "taut 1 mesh any %u %u\n", &vertices, &faces), 2);
    assert_true(vertices == built.mesh->vertex_count && faces == built.mesh->face_count);
    uint32_t lines = 0;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    assert_int_equal(lines, 1 + vertices + faces);
    memory_give(&memory, text);
    map_mesh_destroy(&built);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* OUT/plugins/NAME, beside this program's folder. */
static void plugin_name(const char *name, char *file, size_t size) {
    char self[400];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(file, size, "%s/../plugins/%s", self, name);
}

/* The example of each kind: the plug-in is `breadth`, the program as `spec` says. */
static void take_examples(Memory *memory, Solvers *solvers, char *spec, size_t size) {
    char file[500];
    Error error = {""};
    ASSERT_OK(solvers_create(memory, solvers, &error), &error);
    plugin_name("breadth.so", file, sizeof file);
    ASSERT_OK(solvers_add_plugin(solvers, file, &error), &error);
    plugin_name("line_flood", file, sizeof file);
    snprintf(spec, size, "exec:%s,move=4", file);
}

/* A solver that can be asked. */
typedef struct Ready {
    SolverChoice *choice;
    void *index, *scratch;
    Path path;
} Ready;

static void make_ready(Solvers *solvers, const char *spec, const Map *map, Memory *memory, Ready *ready) {
    uint32_t count;
    Error error = {""};
    ASSERT_OK(solver_expand_from(solvers, spec, memory, &ready->choice, &count, &error), &error);
    assert_int_equal(count, 1);
    const Solver *solver = ready->choice->solver;
    ASSERT_OK(solver->prepare(map, &ready->choice->settings, memory, &ready->index, &error), &error);
    assert_int_equal(solver->scratch_create(ready->index, memory, &ready->scratch), STATUS_OK);
    ready->path = path_in(memory);
}

static void ask_ready(Ready *ready, const Query *query) {
    Counters counters = {0};
    assert_int_equal(
        ready->choice->solver->query(ready->index, ready->scratch, query, &ready->path, &counters),
        STATUS_OK);
}

static void destroy_ready(Ready *ready, Memory *memory) {
    ready->choice->solver->scratch_destroy(ready->scratch);
    ready->choice->solver->index_destroy(ready->index);
    path_destroy(&ready->path);
    memory_give(memory, ready->choice);
}

/* Every allocation fails in turn: of what a plug-in is given, of what surrounds it, and of a program's. */
static void survives_failures(void **state) {
    (void)state;
    Memory memory = system_memory();
    Solvers solvers;
    Error error = {""};
    char spec[600];
    take_examples(&memory, &solvers, spec, sizeof spec);
    const char *const specs[] = {"breadth", spec};
    Map map;
    grid_random(&memory, 20, 20, 10, 1, 3, &map);
    AnyQuery query = {.cells = {{0, 0}, {19, 19}}};
    for (size_t i = 0; i < 2; i++) {
        SolverChoice *list;
        uint32_t count;
        ASSERT_OK(solver_expand_from(&solvers, specs[i], &memory, &list, &count, &error), &error);
        assert_int_equal(count, 1);
        assert_true(assert_survives_failures(list->solver, &list->settings, &map, &query) > 5);
        memory_give(&memory, list);
    }
    map_destroy(&map);
    solvers_destroy(&solvers);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Lengths on random maps, cheap and dear cells, with and without a path. */
static void agree_with_ours(void **state) {
    (void)state;
    Memory memory = system_memory();
    Solvers solvers;
    Error error = {""};
    char spec[600];
    take_examples(&memory, &solvers, spec, sizeof spec);
    const char *const specs[] = {"breadth", spec, "dijkstra:move=4"};
    uint32_t missing = 0, count = trials(60);
    Rng rng = rng_from(21);
    for (uint32_t trial = 0; trial < count; trial++) {
        Map map;
        int32_t width = 1 + (int32_t)rng_below(&rng, 30), height = 1 + (int32_t)rng_below(&rng, 30);
        bool weighted = trial % 2 == 1;
        grid_random(&memory, width, height, rng_below(&rng, 50), weighted ? 255 : 1, trial, &map);
        Ready ready[3];
        for (size_t i = weighted; i < 3; i++) make_ready(&solvers, specs[i], &map, &memory, &ready[i]);
        Query query;
        for (int asked = 0; asked < 20 && query_random(&map.grid, &rng, &query); asked++) {
            Path *ours = &ready[2].path;
            for (size_t i = weighted; i < 3; i++) ask_ready(&ready[i], &query);
            missing += ours->count == 0;
            for (size_t i = weighted; i < 2; i++) {
                Length walked;
                assert_true(path_valid(&map.grid, MOVE_4, &query, &ready[i].path, &walked, &error));
                assert_int_equal(ready[i].path.count == 0, ours->count == 0);
                if (ours->count != 0) assert_int_equal(walked.straight, ours->length.straight);
            }
        }
        for (size_t i = weighted; i < 3; i++) destroy_ready(&ready[i], &memory);
        map_destroy(&map);
    }
    assert_true(missing > 0);
    solvers_destroy(&solvers);
    ASSERT_NOTHING_LIVE(&memory);
}

/* As many scratches as threads of one index: each has a program of its own. */
static void keeps_scratches_apart(void **state) {
    (void)state;
    Memory memory = system_memory();
    Solvers solvers;
    char spec[600];
    take_examples(&memory, &solvers, spec, sizeof spec);
    Map map;
    grid_from_text(&memory, "....\n....", &map);
    Ready ready;
    make_ready(&solvers, spec, &map, &memory, &ready);
    const Solver *solver = ready.choice->solver;
    void *scratches[3] = {ready.scratch};
    for (int i = 1; i < 3; i++)
        assert_int_equal(solver->scratch_create(ready.index, &memory, &scratches[i]), STATUS_OK);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 3; i++) {
            Query query = {{i, 0}, {3, 1}};
            ready.scratch = scratches[i];
            ask_ready(&ready, &query);
            assert_int_equal(ready.path.count, 5 - i);
        }
    for (int i = 0; i < 3; i++) solver->scratch_destroy(scratches[i]);
    /* What prepare started is free again. */
    assert_int_equal(solver->scratch_create(ready.index, &memory, &ready.scratch), STATUS_OK);
    destroy_ready(&ready, &memory);
    map_destroy(&map);
    solvers_destroy(&solvers);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(understands_cells),     cmocka_unit_test(understands_points),
        cmocka_unit_test(tells_a_grid),          cmocka_unit_test(tells_the_plane),
        cmocka_unit_test(survives_failures),     cmocka_unit_test(agree_with_ours),
        cmocka_unit_test(keeps_scratches_apart),
    };
    return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
