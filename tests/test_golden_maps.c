/* Generated maps and queries are the same under every compiler, flag and machine: rows in
 * results/golden/maps.tsv, polygons.tsv and queries.tsv, compared one by one. `test_golden_maps --write`
 * writes them anew.
 */
#include "tests/support.h"

#include "harness/load.h"

#include <stdio.h>
#include <string.h>

typedef struct Golden {
    const char *map, *queries; /* specs; queries NULL: a row of maps.tsv or polygons.tsv */
} Golden;

static const Golden golden[] = {
    {"rooms:size=1", NULL},
    {"rooms:size=2", NULL},
    {"rooms:size=256", NULL},
    {"rooms:size=256,seed=2", NULL},
    {"rooms:size=256,seed=9223372036854775806", NULL},
    {"rooms:size=256,per_65536=70,side_min=5,side_max=30", NULL},
    {"rooms:width=1000,height=37,seed=3", NULL},
    {"rooms:size=1024", NULL},
    {"rooms:size=4096", NULL},
    {"noise:size=1", NULL},
    {"noise:size=256", NULL},
    {"noise:size=256,seed=2", NULL},
    {"noise:width=37,height=1000,wall=40,forest=50,swamp=50,forest_cost=17,swamp_cost=255,seed=0", NULL},
    {"noise:size=1024", NULL},
    {"noise:size=4096,seed=5", NULL},
    {"maze:size=3", NULL},
    {"maze:width=15,height=13", NULL},
    {"maze:width=15,height=13,loops=20,seed=2", NULL},
    {"maze:size=64,corridor=4,loops=100", NULL},
    {"maze:width=200,height=37,corridor=2,loops=5,seed=9223372036854775806", NULL},
    {"maze:size=2049,seed=3", NULL},
    {"rooms:size=256", "random:count=300"},
    {"rooms:size=256", "random:count=300,seed=2"},
    {"noise:size=1024", "random:count=1000"},
    {"rooms:width=1000,height=37,seed=3", "random:count=1"},
    {"rooms:size=256", "bucket:count=10"},
    {"rooms:size=256", "bucket:count=3,move=4,width=10,seed=2"},
    {"noise:size=256", "bucket:count=5,width=16"},
    {"rooms:size=256", "crowd"},
    {"noise:size=256", "crowd:goals=3,units=200,seed=2"},
    {"convex", NULL},
    {"convex:seed=2", NULL},
    {"convex:n=100", NULL},
    {"convex:n=1000,radius_min=1,radius_max=20,gap=0,corners_max=20", NULL},
    {"rects", NULL},
    {"rects:n=1000,turned=no", NULL},
    {"regular:n=20,corners=100", NULL},
    {"hard:kind=equal-x", NULL},
    {"hard:kind=collinear", NULL},
    {"hard:kind=touching,count=100", NULL},
    {"hard:kind=needles", NULL},
    {"hard:kind=combs", NULL},
    {"hard:kind=spiral", NULL},
    {"convex", "points"},
    {"convex:n=100", "points:count=100,seed=2"},
    {"convex", "points:ends=nearest"},
    {"hard:kind=touching,count=100", "ends:count=100"},
    {"convex", "ends:on=vertex"},
    {"convex", "ends:on=edge"},
    {"rects", "ends:on=portal"},
};
enum { GOLDEN_COUNT = sizeof golden / sizeof *golden, ROW_MOST = 1200 };

enum { FILE_COUNT = 3 };
static const char *const files[FILE_COUNT] = {"results/golden/maps.tsv", "results/golden/queries.tsv",
                                              "results/golden/polygons.tsv"};
static const char *const heads[FILE_COUNT] = {"spec\twidth\theight\tpassable\tcost_sum\thash\n",
                                              "spec\tmap\tcount\thash\n",
                                              "spec\twidth\theight\tobstacles\tvertices\tedges\thash\n"};

static bool is_grid(const Golden *row) {
    return strncmp(row->map, "rooms", 5) == 0 || strncmp(row->map, "noise", 5) == 0 ||
           strncmp(row->map, "maze", 4) == 0;
}

static int file_of(const Golden *row) {
    return row->queries != NULL ? 1 : is_grid(row) ? 0 : 2;
}

/* The row as it comes out now. */
static void row_make(const Golden *row, char *text) {
    Memory memory = system_memory();
    MapChoice *map_choice;
    QueryChoice *query_choice;
    uint32_t count;
    Error error;
    Map map;
    ASSERT_OK(map_expand(row->map, &memory, &map_choice, &count, &error), &error);
    ASSERT_OK(map_choice->generator->generate(&map_choice->settings, &memory, &map, &error), &error);
    assert_int_equal(map.kind, is_grid(row) ? MAP_GRID : MAP_POLYGONS);
    if (file_of(row) == 2) {
        const Polygons *polygons = &map.polygons;
        snprintf(text, ROW_MOST, "%s\t%.17g\t%.17g\t%u\t%u\t%u\t%016llx\n", map_choice->text,
                 polygons->high.x, polygons->high.y, polygons->obstacle_count, polygons->vertex_count,
                 polygons->edge_count, (unsigned long long)polygons->hash);
    } else if (file_of(row) == 0) {
        snprintf(text, ROW_MOST, "%s\t%d\t%d\t%llu\t%llu\t%016llx\n", map_choice->text, map.grid.width,
                 map.grid.height, (unsigned long long)map.grid.passable_count,
                 (unsigned long long)map.grid.cost_sum, (unsigned long long)map.grid.hash);
    } else {
        QuerySet set;
        ASSERT_OK(query_expand(row->queries, &memory, &query_choice, &count, &error), &error);
        ASSERT_OK(queries_load(query_choice, map_choice, &map, &memory, &set, &error), &error);
        snprintf(text, ROW_MOST, "%s\t%s\t%u\t%016llx\n", query_choice->text, map_choice->text, set.count,
                 (unsigned long long)query_set_hash(&set));
        query_set_destroy(&set);
        memory_give(&memory, query_choice);
    }
    map_destroy(&map);
    memory_give(&memory, map_choice);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Every golden row is looked at, so that the first that differs does not hide the others. */
static uint32_t file_compare(int which) {
    FILE *file = fopen(files[which], "r");
    if (file == NULL) fail_msg("%s cannot be read", files[which]);
    char expected[ROW_MOST], got[ROW_MOST];
    uint32_t differ = 0;
    assert_non_null(fgets(expected, sizeof expected, file));
    assert_string_equal(expected, heads[which]);
    for (int i = 0; i < GOLDEN_COUNT; i++) {
        if (file_of(&golden[i]) != which) continue;
        row_make(&golden[i], got);
        if (fgets(expected, sizeof expected, file) == NULL) strcpy(expected, "the end of the file\n");
        if (strcmp(got, expected) == 0) continue;
        differ++;
        print_error("%s\n  golden: %s  now:    %s", files[which], expected, got);
    }
    if (fgets(expected, sizeof expected, file) != NULL) {
        differ++;
        print_error("%s\n  has a row too many: %s", files[which], expected);
    }
    fclose(file);
    return differ;
}

static void maps_are_golden(void **state) {
    (void)state;
    assert_int_equal(file_compare(0), 0);
}

static void queries_are_golden(void **state) {
    (void)state;
    assert_int_equal(file_compare(1), 0);
}

static void polygons_are_golden(void **state) {
    (void)state;
    assert_int_equal(file_compare(2), 0);
}

static int files_write(void) {
    for (int which = 0; which < FILE_COUNT; which++) {
        FILE *file = fopen(files[which], "w");
        if (file == NULL) {
            perror(files[which]);
            return 1;
        }
        fputs(heads[which], file);
        for (int i = 0; i < GOLDEN_COUNT; i++) {
            char text[ROW_MOST];
            if (file_of(&golden[i]) != which) continue;
            row_make(&golden[i], text);
            fputs(text, file);
        }
        if (fclose(file) != 0) {
            perror(files[which]);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--write") == 0) return files_write();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_golden),
        cmocka_unit_test(queries_are_golden),
        cmocka_unit_test(polygons_are_golden),
    };
    return cmocka_run_group_tests_name("golden_maps", tests, NULL, NULL);
}
