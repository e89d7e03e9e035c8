#include "algos/mesh/walls.h"

#include "algos/core/hash.h"
#include "algos/core/lattice.h"
#include "algos/map/polygons_parts.h"
#include "algos/mesh/walls_parts.h"

#include <assert.h>

/* ---- lists that grow ---- */

void *list_grown(Memory *memory, void *list, uint32_t *capacity, uint32_t count, uint32_t more, size_t size) {
    if (list != NULL && *capacity - count >= more) return list;
    uint32_t wanted = count + more > 2 * *capacity ? count + more : 2 * *capacity;
    void *grown = memory_resize(memory, list, wanted, size);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

static uint32_t beyond(uint32_t wanted, uint32_t unused) {
    return wanted > unused ? wanted - unused : 0;
}

Status walls_reserve(Walls *walls, uint32_t vertices, uint32_t pieces, uint32_t nodes) {
    LIST_RESERVE(walls->memory, walls->vertices, walls->vertex_capacity, walls->vertex_count,
                 beyond(vertices, walls->vertices_unused));
    LIST_RESERVE(walls->memory, walls->walls, walls->wall_capacity, walls->wall_count,
                 beyond(pieces, walls->walls_unused));
    LIST_RESERVE(walls->memory, walls->nodes, walls->node_capacity, walls->node_count,
                 beyond(nodes, walls->nodes_unused));
    return STATUS_OK;
}

uint32_t vertex_take(Walls *walls, Point at) {
    uint32_t vertex = walls->vertex_unused;
    if (vertex == WALL_NONE) {
        assert(walls->vertex_count < walls->vertex_capacity);
        vertex = walls->vertex_count++;
    } else {
        walls->vertex_unused = walls->vertices[vertex].wall;
        walls->vertices_unused--;
    }
    walls->vertices[vertex] = (WallVertex){.at = at, .wall = WALL_NONE};
    return vertex;
}

void vertex_give(Walls *walls, uint32_t vertex) {
    walls->vertices[vertex].wall = walls->vertex_unused;
    walls->vertex_unused = vertex;
    walls->vertices_unused++;
}

/* ---- the grid ---- */

static uint32_t cell_at(double from, double value, double size, uint32_t count) {
    double place = (value - from) / size;
    return place <= 0 ? 0 : place >= count ? count - 1 : (uint32_t)place;
}

static uint32_t column_at(const Walls *walls, double x) {
    return cell_at(walls->low.x, x, walls->cell_width, walls->columns);
}

static uint32_t row_at(const Walls *walls, double y) {
    return cell_at(walls->low.y, y, walls->cell_height, walls->rows);
}

/* The cells that a wall may meet, column by column: never too few, and the same ones each time. */
typedef struct CellWalk {
    Point left, right;
    uint32_t column, last_column;
} CellWalk;

static CellWalk cell_walk(const Walls *walls, Point from, Point to) {
    CellWalk walk = {.left = from.x <= to.x ? from : to, .right = from.x <= to.x ? to : from};
    walk.column = column_at(walls, walk.left.x);
    walk.last_column = column_at(walls, walk.right.x);
    return walk;
}

static bool cell_walk_next(const Walls *walls, CellWalk *walk, uint32_t *column, uint32_t *low,
                           uint32_t *high) {
    if (walk->column > walk->last_column) return false;
    *column = walk->column++;
    double margin = walls->cell_width * 1e-6, y[2] = {walk->left.y, walk->right.y};
    double border[2] = {walls->low.x + *column * walls->cell_width - margin,
                        walls->low.x + (*column + 1) * walls->cell_width + margin};
    double width = walk->right.x - walk->left.x, slope = (walk->right.y - walk->left.y);
    if (border[0] > walk->left.x) y[0] = walk->left.y + slope * ((border[0] - walk->left.x) / width);
    if (border[1] < walk->right.x) y[1] = walk->left.y + slope * ((border[1] - walk->left.x) / width);
    margin = walls->cell_height * 1e-6;
    *low = row_at(walls, (y[0] < y[1] ? y[0] : y[1]) - margin);
    *high = row_at(walls, (y[0] < y[1] ? y[1] : y[0]) + margin);
    return true;
}

uint32_t wall_cells(const Walls *walls, Point from, Point to) {
    CellWalk walk = cell_walk(walls, from, to);
    uint32_t count = 0, column, low, high;
    while (cell_walk_next(walls, &walk, &column, &low, &high)) count += high - low + 1;
    return count;
}

static void grid_insert(Walls *walls, uint32_t wall) {
    CellWalk walk = cell_walk(walls, wall_point(walls, walls->walls[wall].from),
                              wall_point(walls, walls->walls[wall].to));
    uint32_t column, low, high;
    while (cell_walk_next(walls, &walk, &column, &low, &high)) {
        for (uint32_t row = low; row <= high; row++) {
            uint32_t *cell = &walls->cells[(size_t)column * walls->rows + row], node = walls->node_unused;
            if (node == WALL_NONE) {
                assert(walls->node_count < walls->node_capacity);
                node = walls->node_count++;
            } else {
                walls->node_unused = walls->nodes[node].next;
                walls->nodes_unused--;
            }
            walls->nodes[node] = (WallNode){wall, *cell};
            *cell = node;
        }
    }
}

static void grid_remove(Walls *walls, uint32_t wall) {
    CellWalk walk = cell_walk(walls, wall_point(walls, walls->walls[wall].from),
                              wall_point(walls, walls->walls[wall].to));
    uint32_t column, low, high;
    while (cell_walk_next(walls, &walk, &column, &low, &high)) {
        for (uint32_t row = low; row <= high; row++) {
            uint32_t *link = &walls->cells[(size_t)column * walls->rows + row];
            while (walls->nodes[*link].wall != wall) link = &walls->nodes[*link].next;
            uint32_t node = *link;
            *link = walls->nodes[node].next;
            walls->nodes[node].next = walls->node_unused;
            walls->node_unused = node;
            walls->nodes_unused++;
        }
    }
}

static Status grid_create(Walls *walls, uint32_t wall_count) {
    uint32_t side = 1;
    while ((uint64_t)side * side < wall_count) side++;
    walls->columns = walls->rows = side;
    walls->cell_width = (walls->high.x - walls->low.x) / side;
    walls->cell_height = (walls->high.y - walls->low.y) / side;
    walls->cells = memory_take(walls->memory, (size_t)side * side, sizeof *walls->cells);
    if (walls->cells == NULL) return STATUS_NO_MEMORY;
    for (size_t i = 0; i < (size_t)side * side; i++) walls->cells[i] = WALL_NONE;
    return STATUS_OK;
}

Status walls_near(Walls *walls, Point low, Point high, WallList *near) {
    walls->stamp++;
    for (uint32_t column = column_at(walls, low.x); column <= column_at(walls, high.x); column++)
        for (uint32_t row = row_at(walls, low.y); row <= row_at(walls, high.y); row++)
            for (uint32_t node = walls->cells[(size_t)column * walls->rows + row]; node != WALL_NONE;
                 node = walls->nodes[node].next) {
                Wall *wall = &walls->walls[walls->nodes[node].wall];
                if (wall->stamp == walls->stamp) continue;
                wall->stamp = walls->stamp;
                Point a = wall_point(walls, wall->from), b = wall_point(walls, wall->to);
                if ((a.x < low.x && b.x < low.x) || (a.x > high.x && b.x > high.x) ||
                    (a.y < low.y && b.y < low.y) || (a.y > high.y && b.y > high.y))
                    continue;
                LIST_RESERVE(near->memory, near->walls, near->capacity, near->count, 1);
                near->walls[near->count++] = walls->nodes[node].wall;
            }
    return STATUS_OK;
}

bool line_below(Point a, Point b, Point c, Point d) {
    if (a.x >= c.x) {
        int side = point_orientation(c, d, a);
        return side != 0 ? side < 0 : point_orientation(c, d, b) < 0;
    }
    int side = point_orientation(a, b, c);
    return side != 0 ? side > 0 : point_orientation(a, b, d) > 0;
}

bool wall_below(const Walls *walls, uint32_t wall, uint32_t other) {
    const Wall *one = &walls->walls[wall], *two = &walls->walls[other];
    return line_below(wall_left(walls, one), wall_right(walls, one), wall_left(walls, two),
                      wall_right(walls, two));
}

uint32_t walls_above(const Walls *walls, Point point) {
    if (!(point.x >= walls->low.x && point.x <= walls->high.x && point.y <= walls->high.y)) return WALL_NONE;
    uint32_t best = WALL_NONE, column = column_at(walls, point.x);
    uint32_t last = walls->rows - 1;
    for (uint32_t row = row_at(walls, point.y); row <= last; row++) {
        for (uint32_t node = walls->cells[(size_t)column * walls->rows + row]; node != WALL_NONE;
             node = walls->nodes[node].next) {
            uint32_t at = walls->nodes[node].wall;
            const Wall *wall = &walls->walls[at];
            Point left = wall_left(walls, wall), right = wall_right(walls, wall);
            if (point.x < left.x || point.x >= right.x || point_orientation(left, right, point) >= 0)
                continue;
            if (best != WALL_NONE && !wall_below(walls, at, best)) continue;
            best = at;
            /* One that is lower there may lie in the rows up to where this one is. */
            double y = left.y + (right.y - left.y) * ((point.x - left.x) / (right.x - left.x));
            last = row_at(walls, y + walls->cell_height * 1e-6);
        }
    }
    return best;
}

/* ---- walls and rings ---- */

static uint32_t *link_at(Walls *walls, uint32_t vertex, uint32_t wall) {
    uint32_t *link = &walls->vertices[vertex].wall;
    while (*link != wall) link = &walls->walls[*link].next[walls->walls[*link].to == vertex];
    return link;
}

uint32_t wall_take(Walls *walls, WallPiece piece) {
    uint32_t at = walls->wall_unused;
    if (at == WALL_NONE) {
        assert(walls->wall_count < walls->wall_capacity);
        at = walls->wall_count++;
    } else {
        walls->wall_unused = walls->walls[at].next[0];
        walls->walls_unused--;
    }
    WallVertex *from = &walls->vertices[piece.from], *to = &walls->vertices[piece.to];
    walls->walls[at] = (Wall){.from = piece.from,
                              .to = piece.to,
                              .next = {from->wall, to->wall},
                              .corner = WALL_NONE,
                              .is_hidden = piece.is_hidden};
    from->wall = to->wall = at;
    if (!piece.is_hidden) {
        grid_insert(walls, at);
        walls->shown_count++;
    }
    return at;
}

void wall_give(Walls *walls, uint32_t wall) {
    Wall *it = &walls->walls[wall];
    if (!it->is_hidden) {
        grid_remove(walls, wall);
        walls->shown_count--;
    }
    *link_at(walls, it->from, wall) = it->next[0];
    *link_at(walls, it->to, wall) = it->next[1];
    it->from = WALL_NONE;
    it->next[0] = walls->wall_unused;
    walls->wall_unused = wall;
    walls->walls_unused++;
}

uint32_t wall_between(const Walls *walls, uint32_t from, uint32_t to) {
    for (uint32_t at = walls->vertices[from].wall; at != WALL_NONE;) {
        const Wall *wall = &walls->walls[at];
        if (wall->from == from && wall->to == to && !wall->is_hidden) return at;
        at = wall->next[wall->to == from];
    }
    return WALL_NONE;
}

/* Vertex numbers are those of the polygons, in their order. */
static uint32_t number_of(const Polygons *polygons, Point point) {
    uint32_t low = 0, high = polygons->vertex_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        Point at = polygons->vertices[middle];
        if (point.x < at.x || (point.x == at.x && point.y < at.y))
            high = middle;
        else
            low = middle;
    }
    return low;
}

static Status add_rings(Walls *walls, const Polygons *polygons, const Rings *rings) {
    walls->rings = memory_take_zeroed(walls->memory, rings->ring_count, sizeof *walls->rings);
    if (walls->rings == NULL) return STATUS_NO_MEMORY;
    walls->ring_count = walls->ring_capacity = rings->ring_count;
    walls->boundary_count = rings->boundary_count;
    for (uint32_t r = 0; r < rings->ring_count; r++) {
        uint32_t first = rings->first[r], count = rings->first[r + 1] - first;
        uint32_t *vertex = memory_take(walls->memory, count, sizeof *vertex);
        if (vertex == NULL) return STATUS_NO_MEMORY;
        walls->rings[r] = (WallRing){vertex, count};
        for (uint32_t i = 0; i < count; i++) {
            vertex[i] = number_of(polygons, rings->points[first + i]);
            walls->vertices[vertex[i]].uses++;
        }
    }
    return STATUS_OK;
}

static Status fill(Walls *walls, const Polygons *polygons) {
    uint32_t nodes = 0;
    TRY(grid_create(walls, polygons->edge_count));
    for (uint32_t e = 0; e < polygons->edge_count; e++)
        nodes += wall_cells(walls, polygons->vertices[polygons->edges[e].from],
                            polygons->vertices[polygons->edges[e].to]);
    TRY(walls_reserve(walls, polygons->vertex_count, polygons->edge_count, nodes));
    for (uint32_t v = 0; v < polygons->vertex_count; v++) (void)vertex_take(walls, polygons->vertices[v]);
    for (uint32_t e = 0; e < polygons->edge_count; e++)
        (void)wall_take(walls, (WallPiece){polygons->edges[e].from, polygons->edges[e].to, false});
    Rings rings;
    TRY(polygons_rings(polygons, walls->memory, &rings));
    Status status = add_rings(walls, polygons, &rings);
    rings_destroy(&rings);
    return status;
}

Status walls_create(const Polygons *polygons, Memory *memory, Walls *walls, Error *error) {
    if (polygons->inexact)
        return error_say(error, STATUS_REFUSED,
                         "a map off the lattice of 24 bits is not changed bit by bit: build its mesh again",
                         NULL);
    *walls = (Walls){.vertex_unused = WALL_NONE,
                     .wall_unused = WALL_NONE,
                     .node_unused = WALL_NONE,
                     .ring_unused = WALL_NONE,
                     .low = polygons->low,
                     .high = polygons->high,
                     .lattice = polygons->lattice,
                     .per_unit = power_of_two(-polygons->lattice),
                     .memory = memory};
    Status status = fill(walls, polygons);
    if (status == STATUS_OK) return STATUS_OK;
    walls_destroy(walls);
    return error_say(error, status, "no memory for the walls of a map", NULL);
}

void walls_destroy(Walls *walls) {
    for (uint32_t r = 0; r < walls->ring_count; r++) memory_give(walls->memory, walls->rings[r].vertex);
    void *parts[] = {walls->vertices, walls->walls, walls->rings, walls->nodes, walls->cells};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(walls->memory, parts[i]);
    *walls = (Walls){.memory = walls->memory};
}
