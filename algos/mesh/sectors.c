#include "algos/mesh/sectors.h"

/* Finds for an edge the first edge that arrives at the vertex it leaves, counter-clockwise from it. */
static uint32_t find_closing(const Polygons *polygons, uint32_t edge, const uint32_t *arrives,
                             uint32_t count) {
    Point apex = polygons->vertices[polygons->edges[edge].from];
    Point right = polygons->vertices[polygons->edges[edge].to];
    uint32_t best = arrives[0];
    for (uint32_t i = 1; i < count; i++) {
        /* No two edges at a vertex have the same direction; turns below 180 degrees come first. */
        Point left = polygons->vertices[polygons->edges[best].from];
        Point other = polygons->vertices[polygons->edges[arrives[i]].from];
        int left_turn = point_orientation(apex, right, left), turn = point_orientation(apex, right, other);
        bool nearer = turn != left_turn ? turn > left_turn : point_orientation(apex, other, left) > 0;
        if (nearer) best = arrives[i];
    }
    return best;
}

static Status build(Sectors *sectors) {
    const Polygons *polygons = sectors->polygons;
    uint32_t vertices = polygons->vertex_count, edges = polygons->edge_count;
    Memory *memory = sectors->memory;
    sectors->first = memory_take_zeroed(memory, (size_t)vertices + 1, sizeof *sectors->first);
    sectors->closing = memory_take(memory, edges, sizeof *sectors->closing);
    sectors->wide = memory_take(memory, vertices, sizeof *sectors->wide);
    sectors->corner = memory_take_zeroed(memory, vertices, sizeof *sectors->corner);
    uint32_t *end = memory_take(memory, vertices, sizeof *end);
    uint32_t *arrives = memory_take(memory, edges, sizeof *arrives);
    bool all = sectors->first != NULL && sectors->closing != NULL && sectors->wide != NULL &&
               sectors->corner != NULL && end != NULL && arrives != NULL;
    if (all) {
        for (uint32_t e = 0; e < edges; e++) sectors->first[polygons->edges[e].from + 1]++;
        for (uint32_t v = 0; v < vertices; v++) {
            end[v] = sectors->first[v];
            sectors->first[v + 1] += sectors->first[v];
            sectors->wide[v] = SECTOR_NONE;
        }
        /* As many edges arrive at a vertex as leave it, so both lists have the same places. */
        for (uint32_t e = 0; e < edges; e++) arrives[end[polygons->edges[e].to]++] = e;
        for (uint32_t e = 0; e < edges; e++) {
            uint32_t v = polygons->edges[e].from, first = sectors->first[v];
            sectors->closing[e] = find_closing(polygons, e, arrives + first, sectors->first[v + 1] - first);
            int turn = sector_of(sectors, e).turn;
            if (turn > 0) continue;
            sectors->wide[v] = e;
            sectors->corner[v] = turn < 0;
        }
    }
    memory_give(memory, end);
    memory_give(memory, arrives);
    return all ? STATUS_OK : STATUS_NO_MEMORY;
}

Status sectors_create(const Polygons *polygons, Memory *memory, Sectors *sectors) {
    *sectors = (Sectors){.polygons = polygons, .memory = memory};
    Status status = build(sectors);
    if (status != STATUS_OK) sectors_destroy(sectors);
    return status;
}

void sectors_destroy(Sectors *sectors) {
    memory_give(sectors->memory, sectors->first);
    memory_give(sectors->memory, sectors->closing);
    memory_give(sectors->memory, sectors->wide);
    memory_give(sectors->memory, sectors->corner);
    sectors->first = sectors->closing = sectors->wide = NULL;
    sectors->corner = NULL;
}

Sector sector_of(const Sectors *sectors, uint32_t edge) {
    const Polygons *polygons = sectors->polygons;
    const PolygonEdge *opens = &polygons->edges[edge], *closes = &polygons->edges[sectors->closing[edge]];
    Sector sector = {polygons->vertices[opens->from], polygons->vertices[opens->to],
                     polygons->vertices[closes->from], 0};
    sector.turn = point_orientation(sector.apex, sector.right, sector.left);
    return sector;
}

bool sector_holds(const Sector *sector, Point towards) {
    int from_right = point_orientation(sector->apex, sector->right, towards);
    if (sector->turn == 0) return from_right >= 0;
    int to_left = point_orientation(sector->apex, towards, sector->left);
    if (sector->turn > 0) return from_right >= 0 && to_left >= 0;
    return from_right >= 0 || to_left >= 0;
}

bool sector_passes(const Sector *sector, Point point) {
    if (sector->turn > 0) return false;
    int right = point_orientation(sector->apex, point, sector->right);
    int left = point_orientation(sector->apex, point, sector->left);
    return sector->turn == 0 ? right == 0 : right * left >= 0;
}

/* Whether an edge crosses the ray from the point to +x; of its ends the lower one counts. */
static bool is_right_of(Point a, Point b, Point point) {
    bool a_above = a.y > point.y, b_above = b.y > point.y;
    return a_above != b_above && point_orientation(a, b, point) == (b_above ? 1 : -1);
}

Stand sectors_stand(const Sectors *sectors, Point point) {
    const Polygons *polygons = sectors->polygons;
    Stand stand = {.footing = FOOTING_BLOCKED, .vertex = UINT32_MAX};
    bool inside = false;
    for (uint32_t e = 0; e < polygons->edge_count; e++) {
        uint32_t vertex = polygons->edges[e].from;
        Point from = polygons->vertices[vertex], to = polygons->vertices[polygons->edges[e].to];
        if (from.y < point.y && to.y < point.y) continue;
        if (from.y > point.y && to.y > point.y) continue;
        if (point_equal(from, point)) {
            stand.vertex = vertex;
            bool one = sectors->first[vertex + 1] - sectors->first[vertex] == 1;
            stand.footing = one ? FOOTING_SECTOR : FOOTING_AMBIGUOUS;
            stand.sector = sector_of(sectors, e);
            return stand;
        }
        if (is_right_of(from, to, point)) inside = !inside;
        /* On an edge, unless this turns out to be its end, a vertex that comes later. */
        if (point_orientation(from, to, point) == 0 && point_between(from, to, point)) {
            stand.footing = FOOTING_SECTOR;
            stand.sector = (Sector){point, to, from, 0};
        }
    }
    if (stand.footing == FOOTING_BLOCKED && inside) stand.footing = FOOTING_OPEN;
    return stand;
}
