/* A mesh that changes beside a list of what should be there. */
#ifndef TAUT_TESTS_EDIT_SUPPORT_H
#define TAUT_TESTS_EDIT_SUPPORT_H

#include "algos/core/rng.h"
#include "algos/mesh/edit_mesh.h"

enum { OBSTACLES_MOST = 1024 };

/* What is there, apart from the mesh: obstacles by the mesh's numbers. */
typedef struct Kept {
    Memory memory;
    Rings start;     /* of the map to begin with, boundaries first */
    Point low, high; /* its box, which stays */
    EditMesh *mesh;
    EditKind kind;
    uint32_t number[OBSTACLES_MOST];
    Point *points[OBSTACLES_MOST];
    uint32_t corners[OBSTACLES_MOST], count;
    EditCounts counts;
    uint32_t added, refused, removed;
} Kept;

void kept_open_map(const Polygons *map, EditKind kind, Kept *kept);
void kept_open(const Rings *rings, EditKind kind, Kept *kept);
void kept_close(Kept *kept);

/* Whether the mesh is that of a rebuild: bit for bit; of joined faces, whether it is valid and random paths
 * are as long, exactly. */
bool equals_rebuilt(const Kept *kept, Rng *rng);

/* False where the mesh takes what a rebuild refuses, or the other way round, or is changed all the same. */
bool kept_add(Kept *kept, const Point *points, uint32_t count);
/* Obstacle `pick` of the list, counted round. One that stays for what lies within it is no failure. */
bool kept_remove(Kept *kept, uint32_t pick);

/* Only the list: what comes, what goes. */
void kept_note(Kept *kept, uint32_t number, const Point *points, uint32_t count);
void kept_forget(Kept *kept, uint32_t at);

Point *points_copy(Memory *memory, const Point *points, uint32_t count);

#endif
