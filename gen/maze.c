/* Mazes: rooms on a lattice, parted by walls one cell wide, joined to a tree by a depth-first walk that turns
 * at random and goes back where it is stuck ("recursive backtracker"; Buck, "Mazes for Programmers", 2015):
 * long winding corridors. A share of the walls that are left is opened besides, which makes loops. Document
 * D1 prints one maze of this look; what is found on that alone is found on one map.
 *
 * Room (i, j) is the square of `corridor` cells a side at x = 1 + i · (corridor + 1), y likewise. Of cells
 * that fill no room at the right and at the bottom walls are made. */
#include "gen/generator.h"

#include "algos/core/rng.h"
#include "gen/sides.h"

enum { CORRIDOR = SIDES_COUNT, LOOPS, SEED, ROW_COUNT };
enum { CORRIDOR_MOST = 1024 };

static const Parameter rows[ROW_COUNT] = {
    SIDES_ROWS,
    [CORRIDOR] = {.name = "corridor",
                  .type = PARAMETER_INTEGER,
                  .low = 1,
                  .high = CORRIDOR_MOST,
                  .preset = 1,
                  .help = "width of corridors, in cells"},
    [LOOPS] = {.name = "loops",
               .type = PARAMETER_INTEGER,
               .low = 0,
               .high = 100,
               .preset = 0,
               .help = "per cent of the walls between rooms not joined by the tree that are opened, too"},
    [SEED] = SEED_ROW,
};

enum { EAST, SOUTH, WEST, NORTH, FIRST, UNSEEN };

typedef struct Maze {
    Grid grid;
    int32_t corridor, across, down; /* rooms */
    uint8_t *came;                  /* of each room: the direction from which it was first entered */
    Rng rng;
} Maze;

static Status maze_normalise(Settings *settings, Error *error) {
    TRY(sides_normalise("maze", settings, error));
    const int64_t *value = settings->value;
    for (int side = SIDES_WIDTH; side <= SIDES_HEIGHT; side++) {
        if (value[side] >= value[CORRIDOR] + 2) continue;
        return error_say(
            error, STATUS_BAD_INPUT, "maze: ", rows[side].name, "=", number_text(value[side]).text,
            " leaves no room for corridor=", number_text(value[CORRIDOR]).text,
            " between two walls: expected at least ", number_text(value[CORRIDOR] + 2).text, NULL);
    }
    return STATUS_OK;
}

static void open_cells(Grid *grid, int32_t x, int32_t y, int32_t width, int32_t height) {
    for (int32_t j = y; j < y + height; j++)
        for (int32_t i = x; i < x + width; i++) grid_set(grid, i, j, '.');
}

static void open_room(Maze *maze, Cell room) {
    int32_t corridor = maze->corridor, step = corridor + 1;
    open_cells(&maze->grid, 1 + room.x * step, 1 + room.y * step, corridor, corridor);
}

/* The wall between a room and the next one to the east or south. */
static void open_wall(Maze *maze, Cell room, int direction) {
    int32_t corridor = maze->corridor, step = corridor + 1;
    if (direction == EAST)
        open_cells(&maze->grid, (room.x + 1) * step, 1 + room.y * step, 1, corridor);
    else
        open_cells(&maze->grid, 1 + room.x * step, (room.y + 1) * step, corridor, 1);
}

static Cell beside(Cell room, int direction) {
    switch (direction) {
    case EAST:
        return (Cell){room.x + 1, room.y};
    case SOUTH:
        return (Cell){room.x, room.y + 1};
    case WEST:
        return (Cell){room.x - 1, room.y};
    default:
        return (Cell){room.x, room.y - 1};
    }
}

static int opposite(int direction) {
    return direction ^ 2;
}

static bool is_room(const Maze *maze, Cell room) {
    return room.x >= 0 && room.y >= 0 && room.x < maze->across && room.y < maze->down;
}

static uint8_t *came(const Maze *maze, Cell room) {
    return &maze->came[(size_t)room.y * (size_t)maze->across + (size_t)room.x];
}

static void enter(Maze *maze, Cell room, int direction) {
    *came(maze, room) = (uint8_t)direction;
    open_room(maze, room);
}

/* One of the neighbours that were not entered yet, each as likely; -1: there is none. */
static int choose(Maze *maze, Cell room) {
    int open[4], count = 0;
    for (int direction = EAST; direction <= NORTH; direction++) {
        Cell next = beside(room, direction);
        if (is_room(maze, next) && *came(maze, next) == UNSEEN) open[count++] = direction;
    }
    return count == 0 ? -1 : open[rng_below(&maze->rng, (uint32_t)count)];
}

static void walk(Maze *maze) {
    size_t count = (size_t)maze->across * (size_t)maze->down;
    for (size_t i = 0; i < count; i++) maze->came[i] = UNSEEN;
    Cell room = {(int32_t)rng_below(&maze->rng, (uint32_t)maze->across),
                 (int32_t)rng_below(&maze->rng, (uint32_t)maze->down)};
    enter(maze, room, FIRST);
    for (;;) {
        int direction = choose(maze, room);
        if (direction < 0) {
            if (*came(maze, room) == FIRST) return;
            room = beside(room, *came(maze, room));
            continue;
        }
        Cell next = beside(room, direction);
        open_wall(maze, direction <= SOUTH ? room : next,
                  direction <= SOUTH ? direction : opposite(direction));
        enter(maze, next, opposite(direction));
        room = next;
    }
}

/* By rows, so that what a seed opens does not depend on the walk's order. */
static void make_loops(Maze *maze, uint32_t per_cent) {
    for (int32_t y = 0; y < maze->down; y++)
        for (int32_t x = 0; x < maze->across; x++)
            for (int direction = EAST; direction <= SOUTH; direction++) {
                Cell room = {x, y}, next = beside(room, direction);
                if (!is_room(maze, next)) continue;
                if (*came(maze, next) == opposite(direction) || *came(maze, room) == direction) continue;
                if (rng_below(&maze->rng, 100) < per_cent) open_wall(maze, room, direction);
            }
}

static Status maze_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    const int64_t *value = settings->value;
    TerrainCosts plain = terrain_plain();
    Maze maze = {.corridor = (int32_t)value[CORRIDOR], .rng = rng_from((uint64_t)value[SEED])};
    TRY(grid_create(memory, (int32_t)value[SIDES_WIDTH], (int32_t)value[SIDES_HEIGHT], &plain, &maze.grid,
                    error));
    maze.across = (maze.grid.width - 1) / (maze.corridor + 1);
    maze.down = (maze.grid.height - 1) / (maze.corridor + 1);
    maze.came = memory_take(memory, (size_t)maze.across * (size_t)maze.down, 1);
    if (maze.came == NULL) {
        grid_destroy(&maze.grid);
        return error_say(error, STATUS_NO_MEMORY, "no memory for the rooms of a maze", NULL);
    }
    walk(&maze);
    make_loops(&maze, (uint32_t)value[LOOPS]);
    memory_give(memory, maze.came);
    grid_finish(&maze.grid);
    *map = (Map){.kind = MAP_GRID, .grid = maze.grid};
    return STATUS_OK;
}

extern const MapGenerator maze_generator;
const MapGenerator maze_generator = {
    .name = "maze",
    .summary = "winding corridors between walls of one cell, with loops",
    .source = "after document D1's maze; Buck, Mazes for Programmers, 2015, recursive backtracker",
    .parameters = {rows, ROW_COUNT},
    .normalise = maze_normalise,
    .generate = maze_generate,
};
