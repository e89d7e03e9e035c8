#include "algos/mesh/rectangles.h"

#include "algos/core/hash.h"

#include <assert.h>

typedef struct Box {
    int32_t x, y, width, height;
} Box;

typedef struct Cover {
    const Grid *grid;
    uint32_t *face; /* of each place of the framed grid; FACE_NONE where there is none (yet) */
    Box *boxes;     /* of each face */
    uint32_t count, capacity;
    uint32_t *vertex; /* of each corner of cells, by columns: its number */
    Memory *memory;
} Cover;

/* Beyond the last cells is the grid's frame, which is blocked. */
static bool is_open(const Cover *cover, int32_t x, int32_t y) {
    uint32_t place = grid_place(cover->grid, (Cell){x, y});
    return cover->grid->cost[place] != 0 && cover->face[place] == FACE_NONE;
}

static bool row_is_open(const Cover *cover, Box box, int32_t y) {
    int32_t x = box.x;
    while (x < box.x + box.width && is_open(cover, x, y)) x++;
    return x == box.x + box.width;
}

static bool column_is_open(const Cover *cover, Box box, int32_t x) {
    int32_t y = box.y;
    while (y < box.y + box.height && is_open(cover, x, y)) y++;
    return y == box.y + box.height;
}

/* Of the two ways to grow from a cell the larger box. What is looked at is about as much as it holds. */
static Box grow(const Cover *cover, int32_t x, int32_t y) {
    Box wide = {x, y, 1, 1}, deep = wide;
    while (is_open(cover, x + wide.width, y)) wide.width++;
    while (row_is_open(cover, wide, y + wide.height)) wide.height++;
    while (is_open(cover, x, y + deep.height)) deep.height++;
    while (column_is_open(cover, deep, x + deep.width)) deep.width++;
    return (int64_t)wide.width * wide.height >= (int64_t)deep.width * deep.height ? wide : deep;
}

static Status add_box(Cover *cover, Box box) {
    if (cover->count == cover->capacity) {
        uint32_t capacity = cover->capacity == 0 ? 64 : 2 * cover->capacity;
        Box *boxes = memory_resize(cover->memory, cover->boxes, capacity, sizeof *boxes);
        if (boxes == NULL) return STATUS_NO_MEMORY;
        cover->boxes = boxes;
        cover->capacity = capacity;
    }
    for (int32_t y = box.y; y < box.y + box.height; y++)
        for (int32_t x = box.x; x < box.x + box.width; x++)
            cover->face[grid_place(cover->grid, (Cell){x, y})] = cover->count;
    cover->boxes[cover->count++] = box;
    return STATUS_OK;
}

static Status cover_grid(Cover *cover) {
    const Grid *grid = cover->grid;
    for (uint32_t i = 0; i < grid_place_count(grid); i++) cover->face[i] = FACE_NONE;
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++)
            if (is_open(cover, x, y)) TRY(add_box(cover, grow(cover, x, y)));
    return STATUS_OK;
}

/* What is around a box, written where `corner` is not NULL. */
typedef struct Walk {
    const Cover *cover;
    uint32_t *corner, *neighbour;
    uint32_t count;
} Walk;

static size_t vertex_place(const Grid *grid, int32_t x, int32_t y) {
    return (size_t)x * ((size_t)grid->height + 1) + (size_t)y;
}

/* One side from (x, y) on, `length` cells that way; `outside` is the cell beyond its beginning. */
static void walk_side(Walk *walk, int32_t x, int32_t y, int32_t step_x, int32_t step_y, int32_t length,
                      Cell outside) {
    const Cover *cover = walk->cover;
    for (int32_t i = 0; i < length; i++) {
        Cell cell = {outside.x + i * step_x, outside.y + i * step_y};
        Cell before = {cell.x - step_x, cell.y - step_y};
        uint32_t face = cover->face[grid_place(cover->grid, cell)];
        if (i > 0 && face == cover->face[grid_place(cover->grid, before)]) continue;
        size_t place = vertex_place(cover->grid, x + i * step_x, y + i * step_y);
        if (walk->corner != NULL) {
            walk->corner[walk->count] = cover->vertex[place];
            walk->neighbour[walk->count] = face;
        } else {
            cover->vertex[place] = 1;
        }
        walk->count++;
    }
}

/* Counter-clockwise with y up. */
static void walk_box(Walk *walk, Box box) {
    int32_t right = box.x + box.width, far = box.y + box.height;
    walk_side(walk, box.x, box.y, 1, 0, box.width, (Cell){box.x, box.y - 1});
    walk_side(walk, right, box.y, 0, 1, box.height, (Cell){right, box.y});
    walk_side(walk, right, far, -1, 0, box.width, (Cell){right - 1, far});
    walk_side(walk, box.x, far, 0, -1, box.height, (Cell){box.x - 1, far - 1});
}

/* Numbers the marked corners of cells, by x, then y, and places them. */
static void place_vertices(const Cover *cover, Mesh *mesh) {
    const Grid *grid = cover->grid;
    uint32_t count = 0;
    for (int32_t x = 0; x <= grid->width; x++)
        for (int32_t y = 0; y <= grid->height; y++) {
            uint32_t *vertex = &cover->vertex[vertex_place(grid, x, y)];
            if (*vertex == 0) continue;
            *vertex = count;
            mesh->vertices[count++] = (Point){x, y};
        }
    assert(count == mesh->vertex_count);
}

static void fill_mesh(const Cover *cover, Mesh *mesh) {
    place_vertices(cover, mesh);
    Walk walk = {cover, mesh->corner, mesh->neighbour, 0};
    for (uint32_t f = 0; f < cover->count; f++) {
        mesh->first[f] = walk.count;
        walk_box(&walk, cover->boxes[f]);
    }
    mesh->first[cover->count] = walk.count;
    mesh->low = mesh->high = mesh->vertices[0];
    for (uint32_t v = 1; v < mesh->vertex_count; v++) {
        Point at = mesh->vertices[v];
        if (at.x > mesh->high.x) mesh->high.x = at.x;
        if (at.y < mesh->low.y) mesh->low.y = at.y;
        if (at.y > mesh->high.y) mesh->high.y = at.y;
    }
    Hash hash = hash_start();
    hash_text(&hash, "rectangles");
    hash_integer(&hash, (int64_t)cover->grid->hash);
    mesh->hash = hash_value(&hash);
}

static Status make_mesh(Cover *cover, Mesh *mesh) {
    const Grid *grid = cover->grid;
    size_t places = ((size_t)grid->width + 1) * ((size_t)grid->height + 1);
    cover->face = memory_take(cover->memory, grid_place_count(grid), sizeof *cover->face);
    cover->vertex = memory_take_zeroed(cover->memory, places, sizeof *cover->vertex);
    if (cover->face == NULL || cover->vertex == NULL) return STATUS_NO_MEMORY;
    TRY(cover_grid(cover));
    Walk walk = {.cover = cover};
    for (uint32_t f = 0; f < cover->count; f++) walk_box(&walk, cover->boxes[f]);
    *mesh = (Mesh){.face_count = cover->count, .corner_count = walk.count, .memory = cover->memory};
    for (size_t i = 0; i < places; i++) mesh->vertex_count += cover->vertex[i];
    TRY(mesh_take(mesh));
    fill_mesh(cover, mesh);
    return STATUS_OK;
}

Status rectangles_create(const Grid *grid, Memory *memory, Mesh *mesh, Error *error) {
    if (grid->passable_count == 0)
        return error_say(error, STATUS_REFUSED, "no cell of the grid is passable", NULL);
    Cover cover = {.grid = grid, .memory = memory};
    Status status = make_mesh(&cover, mesh);
    memory_give(memory, cover.face);
    memory_give(memory, cover.vertex);
    memory_give(memory, cover.boxes);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the mesh", NULL);
}
