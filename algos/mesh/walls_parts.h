/* What the parts of the walls share. */
#ifndef TAUT_MESH_WALLS_PARTS_H
#define TAUT_MESH_WALLS_PARTS_H

#include "algos/mesh/walls.h"

/* The list, with room for `more` beyond `count`, or NULL: then it is as it was. */
void *list_grown(Memory *memory, void *list, uint32_t *capacity, uint32_t count, uint32_t more, size_t size);
#define LIST_RESERVE(MEMORY, LIST, CAPACITY, COUNT, MORE)                                          \
    do {                                                                                           \
        void *grown_ = list_grown((MEMORY), (LIST), &(CAPACITY), (COUNT), (MORE), sizeof *(LIST)); \
        if (grown_ == NULL) return STATUS_NO_MEMORY;                                               \
        (LIST) = grown_;                                                                           \
    } while (0)

/* Makes room so that so many vertices, walls and nodes can be taken without fail. */
MUST_CHECK Status walls_reserve(Walls *walls, uint32_t vertices, uint32_t pieces, uint32_t nodes);
uint32_t vertex_take(Walls *walls, Point at);
void vertex_give(Walls *walls, uint32_t vertex);
/* Takes a wall, and puts it among those at its ends and, unless it is hidden, into the grid. */
uint32_t wall_take(Walls *walls, WallPiece piece);
void wall_give(Walls *walls, uint32_t wall);

/* How many nodes of the grid a wall takes. */
uint32_t wall_cells(const Walls *walls, Point from, Point to);

typedef struct WallList {
    uint32_t *walls;
    uint32_t count, capacity;
    Memory *memory;
} WallList;

/* Adds the walls whose boxes meet a box, each once, none of them hidden. */
MUST_CHECK Status walls_near(Walls *walls, Point low, Point high, WallList *near);

/* 1 where the point is inside the polygon, 0 on it, -1 outside. */
int polygon_side(const Point *points, uint32_t count, Point point);
/* Whether a point lies on the line from a to b and is no end of it. */
bool point_lies_inside(Point a, Point b, Point point);

/* Add to what a change takes and makes, and to the vertices along its ring. */
MUST_CHECK Status change_add_gone(Walls *walls, WallChange *change, uint32_t wall);
MUST_CHECK Status change_add_made(WallChange *change, WallPiece piece);
MUST_CHECK Status change_add_link(WallChange *change, uint32_t vertex);
/* Of its points. */
void change_measure_box(WallChange *change);
/* Takes the memory that walls_commit needs. STATUS_BAD_INPUT where no wall would be left. */
MUST_CHECK Status change_reserve(Walls *walls, const WallChange *change, Error *error);

#endif
