/* `make bench`: what it costs to bring a mesh up to date when one obstacle goes or comes, against building it
 * again, on maps of ten times as many obstacles each: the same around each obstacle, so that what is touched
 * stays. */
#include "algos/mesh/cdt.h"
#include "algos/mesh/edit_mesh.h"
#include "algos/mesh/trapezoid.h"
#include "harness/clock.h"
#include "harness/load.h"
#include "harness/stats.h"
#include "harness/system_memory.h"

#include <stdio.h>

enum { TURNS = 9, EXERCISES = 200, CHANGES = 2 * EXERCISES };

static const char *const kind_names[] = {"cdt", "merged", "trapezoid"};

/* What a turn took, in microseconds. */
typedef struct Times {
    double change[TURNS], map[TURNS], mesh[TURNS], pack[TURNS];
} Times;

static Status mesh_build(const Polygons *map, EditKind kind, Memory *memory, Mesh *mesh) {
    return kind == EDIT_TRAPEZOIDS ? trapezoid_create(map, memory, mesh)
           : kind == EDIT_MERGED   ? cdt_merged_create(map, memory, mesh)
                                   : cdt_create(map, memory, mesh);
}

static double since(int64_t *begun) {
    int64_t now = clock_now();
    double us = (double)(now - *begun) / 1e3;
    *begun = now;
    return us;
}

/* Changes, then the map of its rings and its mesh from the beginning, then the mesh as solvers want it. */
static Status turn(EditMesh *edited, const Rings *rings, EditKind kind, uint32_t at, Times *times,
                   EditCounts *counts, Error *error) {
    Memory memory = system_memory();
    Polygons map, packed_map;
    Mesh mesh, packed;
    int64_t begun = clock_now();
    TRY(edit_mesh_exercise(edited, EXERCISES, counts, error));
    times->change[at] = since(&begun) / CHANGES;
    TRY(polygons_create(rings, "map", &memory, &map, error));
    times->map[at] = since(&begun);
    Status status = mesh_build(&map, kind, &memory, &mesh);
    times->mesh[at] = since(&begun);
    if (status == STATUS_OK) {
        mesh_destroy(&mesh);
        begun = clock_now();
        status = edit_mesh_pack(edited, &memory, &packed_map, &packed);
        times->pack[at] = since(&begun);
        if (status == STATUS_OK) {
            polygons_destroy(&packed_map);
            mesh_destroy(&packed);
        }
    }
    polygons_destroy(&map);
    return status;
}

static Status rows(const Polygons *map, EditKind kind, Error *error) {
    Memory memory = system_memory();
    Times times;
    Rings rings;
    EditMesh *edited;
    EditCounts counts = {0};
    TRY(polygons_rings(map, &memory, &rings));
    Status status = edit_mesh_create(map, kind, &memory, &edited, error);
    if (status == STATUS_OK) {
        size_t bytes = memory.live;
        status = turn(edited, &rings, kind, 0, &times, &counts, error); /* warms up */
        counts = (EditCounts){0};
        for (uint32_t i = 0; i < TURNS && status == STATUS_OK; i++)
            status = turn(edited, &rings, kind, i, &times, &counts, error);
        edit_mesh_destroy(edited);
        if (status == STATUS_OK) {
            double changes = (double)TURNS * CHANGES, change = stats_median(times.change, TURNS);
            double again = stats_median(times.map, TURNS), mesh = stats_median(times.mesh, TURNS);
            printf("%-10s %8u %9.1f %7.1f %7.1f %7.1f %10.0f %10.0f %8.0f %8.0f %10.0f %9.0f\n",
                   kind_names[kind], map->obstacle_count, change, (double)counts.faces_gone / changes,
                   (double)counts.faces_made / changes, (double)counts.flips / changes, again, mesh,
                   mesh / change, (again + mesh) / change, stats_median(times.pack, TURNS),
                   (double)bytes / map->vertex_count);
            fflush(stdout);
        }
    }
    rings_destroy(&rings);
    return status;
}

static Status bench(const char *spec, Error *error) {
    Memory memory = system_memory();
    Map map = {0};
    MapChoice *list;
    uint32_t count;
    TRY(map_expand(spec, &memory, &list, &count, error));
    Status status = map_load(&list[0], &memory, &map, error);
    memory_give(&memory, list);
    for (int kind = 0; kind < 3 && status == STATUS_OK; kind++)
        status = rows(&map.polygons, (EditKind)kind, error);
    map_destroy(&map);
    return status;
}

int main(void) {
    static const char *const specs[] = {"convex:n=100,seed=1", "convex:n=1000,seed=1",
                                        "convex:n=10000,seed=1"};
    Error error = {""};
    printf("\nAn obstacle goes or comes (medians of %d turns of %d changes; faces a change; rebuild: the map "
           "from its "
           "rings, the mesh from the map; pack: sorted and numbered for solvers)\n\n"
           "%-10s %8s %9s %7s %7s %7s %10s %10s %8s %8s %10s %9s\n",
           (int)TURNS, (int)CHANGES, "mesh", "obstacles", "change us", "gone", "made", "flips", "map us",
           "mesh us", "mesh x", "both x", "pack us", "B/vertex");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (bench(specs[i], &error) != STATUS_OK) {
            fprintf(stderr, "bench_edits: %s\n", error.text[0] == '\0' ? "no memory" : error.text);
            return 2;
        }
    return 0;
}
