#include "algos/grid/hpa_published.h"

static Status node_for(PublishedHpa *hpa, Cell cell, int32_t *id) {
    int32_t *known = &hpa->node_at[(size_t)cell.y * (size_t)hpa->grid->width + (size_t)cell.x];
    if (*known == NO_ID) {
        PublishedNode node = {.cell = cell, .cluster = published_cluster_of(hpa, cell)};
        LIST_ADD(hpa->memory, &hpa->nodes, node);
        *known = (int32_t)hpa->nodes.count - 1;
        LIST_ADD(hpa->memory, &hpa->by_cluster[node.cluster], *known);
    }
    *id = *known;
    return STATUS_OK;
}

/* Two nodes, one on either side, and the two edges between them. */
static Status add_transition(PublishedHpa *hpa, Cell near, Cell far) {
    int32_t a, b;
    TRY(node_for(hpa, near, &a));
    TRY(node_for(hpa, far, &b));
    PublishedEdge there = {b, grid_cost(hpa->grid, far), NO_ID};
    PublishedEdge back = {a, grid_cost(hpa->grid, near), NO_ID};
    LIST_ADD(hpa->memory, &hpa->nodes.items[a].edges, there);
    LIST_ADD(hpa->memory, &hpa->nodes.items[b].edges, back);
    return STATUS_OK;
}

/* Scans `length` cells from `corner` in steps of `along`; `across` leads to the other cluster. */
static Status scan_border(PublishedHpa *hpa, Cell corner, Cell along, int32_t length, Cell across) {
    int32_t begin = -1;
    for (int32_t i = 0; i <= length; i++) {
        Cell near = {corner.x + along.x * i, corner.y + along.y * i};
        Cell far = {near.x + across.x, near.y + across.y};
        bool open = i < length && grid_cost(hpa->grid, near) != 0 && grid_cost(hpa->grid, far) != 0;
        if (open && begin < 0) begin = i;
        if (open || begin < 0) continue;
        int32_t ends[2] = {begin, i - 1};
        if (i - begin < hpa->wide) ends[0] = ends[1] = (begin + i - 1) / 2;
        /* An entrance of one cell has one transition even if it counts as wide (wide=1). */
        for (int32_t e = 0; e < (ends[0] == ends[1] ? 1 : 2); e++) {
            Cell at = {corner.x + along.x * ends[e], corner.y + along.y * ends[e]};
            TRY(add_transition(hpa, at, (Cell){at.x + across.x, at.y + across.y}));
        }
        begin = -1;
    }
    return STATUS_OK;
}

static Status find_entrances(PublishedHpa *hpa) {
    for (int32_t cluster = 0; cluster < hpa->columns * hpa->rows; cluster++) {
        Box box = published_box_of(hpa, cluster);
        if (box.x1 < hpa->grid->width)
            TRY(scan_border(hpa, (Cell){box.x1 - 1, box.y0}, (Cell){0, 1}, box.y1 - box.y0, (Cell){1, 0}));
        if (box.y1 < hpa->grid->height)
            TRY(scan_border(hpa, (Cell){box.x0, box.y1 - 1}, (Cell){1, 0}, box.x1 - box.x0, (Cell){0, 1}));
    }
    return STATUS_OK;
}

/* Joins node `id` to `other` if the search from `id` reached it, and keeps the path. */
static Status connect_pair(PublishedHpa *hpa, int32_t id, int32_t other, const Box *box,
                           const BoxSearch *search) {
    if (other == id) return STATUS_OK;
    Cell cell = hpa->nodes.items[other].cell;
    int32_t cost = search->cost[box_number(box, cell)];
    if (cost == NO_WAY) return STATUS_OK;
    CellList path = {0};
    LIST_ADD(hpa->memory, &hpa->paths, path);
    TRY(box_trace(search, box, cell, hpa->memory, &hpa->paths.items[hpa->paths.count - 1]));
    PublishedEdge edge = {other, cost, (int32_t)hpa->paths.count - 1};
    LIST_ADD(hpa->memory, &hpa->nodes.items[id].edges, edge);
    return STATUS_OK;
}

static Status connect_node(PublishedHpa *hpa, int32_t id, bool all_nodes, const Box *box,
                           const BoxSearch *search) {
    const int32_t cluster = hpa->nodes.items[id].cluster;
    if (all_nodes) {
        for (int32_t other = 0; other < (int32_t)hpa->nodes.count; other++)
            if (hpa->nodes.items[other].cluster == cluster) TRY(connect_pair(hpa, id, other, box, search));
        return STATUS_OK;
    }
    const IdList *inside = &hpa->by_cluster[cluster];
    for (uint32_t i = 0; i < inside->count; i++) TRY(connect_pair(hpa, id, inside->items[i], box, search));
    return STATUS_OK;
}

static Status connect_inside(PublishedHpa *hpa, bool all_nodes) {
    for (int32_t id = 0; id < (int32_t)hpa->nodes.count; id++) {
        const PublishedNode *node = &hpa->nodes.items[id];
        Box box = published_box_of(hpa, node->cluster);
        BoxSearch search;
        uint64_t settled = 0;
        TRY(box_search(hpa->grid, &box, node->cell, false, hpa->memory, &search, &settled));
        Status status = connect_node(hpa, id, all_nodes, &box, &search);
        box_search_destroy(&search);
        TRY(status);
    }
    return STATUS_OK;
}

static Status build(PublishedHpa *hpa, bool all_nodes) {
    size_t cells = (size_t)hpa->grid->width * (size_t)hpa->grid->height;
    size_t clusters = (size_t)hpa->columns * (size_t)hpa->rows;
    hpa->node_at = memory_take(hpa->memory, cells, sizeof *hpa->node_at);
    hpa->by_cluster = memory_take_zeroed(hpa->memory, clusters, sizeof *hpa->by_cluster);
    if (hpa->node_at == NULL || hpa->by_cluster == NULL) return STATUS_NO_MEMORY;
    for (size_t i = 0; i < cells; i++) hpa->node_at[i] = NO_ID;
    TRY(find_entrances(hpa));
    return connect_inside(hpa, all_nodes);
}

Status published_hpa_create(const Grid *grid, int32_t k, int64_t wide, bool all_nodes, Memory *memory,
                            PublishedHpa **hpa, Error *error) {
    if (grid->cost_sum >= UINT64_C(1) << 30)
        return error_say(error, STATUS_REFUSED,
                         "hpa:style=published has lengths of 32 bits: the map's costs add up to 2^30 or more",
                         NULL);
    PublishedHpa *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for HPA*'s graph", NULL);
    *made = (PublishedHpa){.grid = grid,
                           .k = k,
                           .columns = (grid->width + k - 1) / k,
                           .rows = (grid->height + k - 1) / k,
                           .wide = wide,
                           .memory = memory};
    if (build(made, all_nodes) != STATUS_OK) {
        published_hpa_destroy(made);
        return error_say(error, STATUS_NO_MEMORY, "no memory for HPA*'s graph", NULL);
    }
    *hpa = made;
    return STATUS_OK;
}

void published_hpa_destroy(PublishedHpa *hpa) {
    Memory *memory = hpa->memory;
    for (uint32_t i = 0; i < hpa->nodes.count; i++) memory_give(memory, hpa->nodes.items[i].edges.items);
    for (uint32_t i = 0; i < hpa->paths.count; i++) memory_give(memory, hpa->paths.items[i].items);
    for (int32_t i = 0; hpa->by_cluster != NULL && i < hpa->columns * hpa->rows; i++)
        memory_give(memory, hpa->by_cluster[i].items);
    memory_give(memory, hpa->nodes.items);
    memory_give(memory, hpa->paths.items);
    memory_give(memory, hpa->by_cluster);
    memory_give(memory, hpa->node_at);
    memory_give(memory, hpa);
}

void published_hpa_describe(const PublishedHpa *hpa, Facts *facts) {
    facts->nodes += hpa->nodes.count;
    for (uint32_t i = 0; i < hpa->nodes.count; i++) facts->edges += hpa->nodes.items[i].edges.count;
    for (uint32_t i = 0; i < hpa->paths.count; i++) facts->cached_cells += hpa->paths.items[i].count - 1;
}
