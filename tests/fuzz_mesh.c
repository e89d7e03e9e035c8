/* A target for libFuzzer: the reader of .mesh files takes any bytes; what it takes it writes, reads again and
 * searches. From nothing a mesh is hardly found, so now and then one comes from a lattice of triangles.
 * `make hunt` builds and runs it. */
#include "tests/support.h"

#include "algos/map/mesh_file.h"
#include "tests/mesh_support.h"
#include "tests/mesh_wear.h"
#include "tests/parsers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t room);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const char *wrong = mesh_round_trip((const char *)bytes, length);
    if (wrong == NULL) return 0;
    fprintf(stderr, "%s\n", wrong);
    abort();
}

/* A mesh as a file of at most `room` bytes; 0 where there is none. */
static size_t fresh(uint8_t *bytes, size_t room, Rng *rng) {
    Memory memory = system_memory();
    TriangleMap map;
    Mesh mesh;
    char *written;
    size_t length = 0;
    Error error;
    triangle_map_random(rng, 3, (Layout)rng_below(rng, LAYOUT_COUNT), false, 40, &map);
    mesh_from_triangles(&map, &memory, rng, 10, &mesh);
    if (mesh.face_count > 0) {
        mesh_wear(&mesh, rng, rng_below(rng, 2) == 0);
        ASSERT_OK(mesh_write(&mesh, &memory, &written, &length, &error), &error);
        if (length > room) length = 0;
        memcpy(bytes, written, length);
        memory_give(&memory, written);
    }
    mesh_destroy(&mesh);
    return length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t room, unsigned seed) {
    Rng rng = rng_from(seed);
    size_t made = rng_below(&rng, 50) == 0 ? fresh(bytes, room, &rng) : 0;
    return made > 0 ? made : LLVMFuzzerMutate(bytes, length, room);
}
