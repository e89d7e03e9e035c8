#include "tests/parsers.h"

#include "algos/exact/check_points.h"
#include "algos/exact/visibility.h"
#include "algos/map/mesh_file.h"
#include "algos/map/mesh_outline.h"
#include "algos/mesh/polyanya.h"
#include "tests/mesh_wear.h"
#include "tests/support.h"

#include <string.h>

static const char file_name[] = "a file";

enum { QUERIES = 8, WALLS_MOST = 200 };

static const char *again_fault(const Mesh *mesh, Memory *memory) {
    char *written;
    size_t length;
    Mesh again;
    Error error = {""};
    if (mesh_write(mesh, memory, &written, &length, &error) != STATUS_OK) return "not written";
    Status status = mesh_read(written, length, file_name, memory, &again, NULL, &error);
    memory_give(memory, written);
    if (status != STATUS_OK) return "what was written cannot be read";
    const char *wrong = again.hash != mesh->hash ? "another mesh came back" : NULL;
    mesh_destroy(&again);
    return wrong;
}

typedef struct Search {
    Polygons outline;
    Locator *locator;
    Polyanya *polyanya;
    PolyanyaScratch *scratch;
    Visibility *visibility;
    PointCheck *check;
    PointPath path, best;
} Search;

static bool search_open(const Mesh *mesh, Memory *memory, Search *search) {
    Error error;
    search->path = search->best = point_path_in(memory);
    return mesh_outline(mesh, memory, &search->outline, &error) == STATUS_OK &&
           locator_create(mesh, memory, &search->locator) == STATUS_OK &&
           polyanya_create(mesh, search->locator, memory, &search->polyanya) == STATUS_OK &&
           polyanya_scratch_create(search->polyanya, memory, &search->scratch) == STATUS_OK &&
           visibility_create(&search->outline, memory, &search->visibility) == STATUS_OK &&
           point_check_create(&search->outline, memory, &search->check) == STATUS_OK;
}

static void search_close(Search *search) {
    point_path_destroy(&search->path);
    point_path_destroy(&search->best);
    point_check_destroy(search->check);
    visibility_destroy(search->visibility);
    polyanya_scratch_destroy(search->scratch);
    polyanya_destroy(search->polyanya);
    locator_destroy(search->locator);
    polygons_destroy(&search->outline);
}

static const char *answer_fault(Search *search, const PointQuery *query) {
    Counters counters = {0};
    VisibilityAnswer answer;
    bool exact;
    double walked;
    Error why;
    if (polyanya_query(search->scratch, query, &search->path, &counters) != STATUS_OK ||
        visibility_query(search->visibility, query, &search->best, &answer, &exact) != STATUS_OK)
        return "no memory";
    if ((search->path.count != 0) != (answer == VISIBILITY_FOUND)) return "a path for one search only";
    if (!point_path_valid(search->check, query, &search->path, &walked, &why))
        return "a path that is not valid";
    if (answer != VISIBILITY_FOUND) return NULL;
    double apart = search->path.length - search->best.length;
    return apart <= 1e-12 * walked && -apart <= 1e-12 * walked ? NULL : "paths of two lengths";
}

static const char *search_fault(const Mesh *mesh, Memory *memory) {
    uint32_t walls = 0;
    for (uint32_t i = 0; i < mesh->corner_count; i++) walls += mesh->neighbour[i] == FACE_NONE;
    if (walls > WALLS_MOST) return NULL; /* too slow to fuzz */
    Search search = {.locator = NULL};
    if (!search_open(mesh, memory, &search)) return "no memory, or no outline";
    Rng rng = rng_from(mesh->hash);
    const char *wrong = NULL;
    for (int i = 0; i < QUERIES && wrong == NULL; i++) {
        PointQuery query = {mesh_point(mesh, &rng), mesh_point(mesh, &rng)};
        wrong = answer_fault(&search, &query);
    }
    search_close(&search);
    return wrong;
}

const char *mesh_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    Mesh mesh;
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = mesh_read(bytes, length, file_name, &memory, &mesh, &notes, &error);
    if (status != STATUS_OK) {
        if (status != STATUS_BAD_INPUT) return "refused with another status than bad input";
        if (strncmp(error.text, file_name, strlen(file_name)) != 0)
            return "the message does not name the file";
        return memory.live != 0 ? "a refused file left memory allocated" : NULL;
    }
    const char *wrong = again_fault(&mesh, &memory);
    if (wrong == NULL) wrong = search_fault(&mesh, &memory);
    mesh_destroy(&mesh);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}
