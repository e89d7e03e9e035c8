#include "tests/hpa_support.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/grid/hpa_super.h"

static TerrainCosts terrain_bytes(void) {
    TerrainCosts terrain;
    for (int i = 0; i < 256; i++) terrain.of[i] = (uint8_t)i;
    return terrain;
}

void grid_random_costs(Memory *memory, int32_t width, int32_t height, uint32_t blocked, uint32_t cost_most,
                       Rng *rng, Map *map) {
    TerrainCosts terrain = terrain_bytes();
    Error error;
    *map = (Map){.kind = MAP_GRID};
    ASSERT_OK(grid_create(memory, width, height, &terrain, &map->grid, &error), &error);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            grid_set(&map->grid, x, y,
                     rng_below(rng, 100) < blocked ? 0 : (uint8_t)(1 + rng_below(rng, cost_most)));
    grid_finish(&map->grid);
}

Cell cell_random(const Grid *grid, Rng *rng) {
    for (;;) {
        Cell cell = {rng_between(rng, 0, grid->width - 1), rng_between(rng, 0, grid->height - 1)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
}

/* The cluster as a map of its own. */
static void crop(Memory *memory, const Grid *grid, Area area, Grid *cropped) {
    TerrainCosts terrain = terrain_bytes();
    Error error;
    ASSERT_OK(grid_create(memory, area.width, area.height, &terrain, cropped, &error), &error);
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++)
            grid_set(cropped, x, y, grid_cost(grid, (Cell){area.x + x, area.y + y}));
    grid_finish(cropped);
}

static Cell cell_in(const Area *area, Cell cell) {
    return (Cell){cell.x - area->x, cell.y - area->y};
}

static void assert_nodes_sound(const HpaGraph *graph, uint32_t number) {
    const Cluster *cluster = graph->clusters[number];
    const Area *area = &cluster->area;
    assert_int_equal(area->x, (int32_t)number % graph->columns * graph->k);
    assert_int_equal(area->y, (int32_t)number / graph->columns * graph->k);
    assert_int_equal(area->width,
                     area->x + graph->k <= graph->grid->width ? graph->k : graph->grid->width - area->x);
    assert_int_equal(area->height,
                     area->y + graph->k <= graph->grid->height ? graph->k : graph->grid->height - area->y);
    for (uint32_t i = 0; i < cluster->node_count; i++) {
        if (i != 0) assert_true(cluster->spots[i - 1] < cluster->spots[i]);
        Cell cell = spot_cell(area, cluster->spots[i]);
        assert_true(grid_cost(graph->grid, cell) != 0);
        assert_true(cluster->crossings[i] != 0 && cluster->crossings[i] < 16);
        for (Direction d = 0; d < 4; d++)
            if ((cluster->crossings[i] >> d & 1) != 0)
                assert_int_not_equal(cluster_of_cell(graph, cell_beside(cell, d)), number);
    }
}

/* Walks an inner edge's way on the cluster alone. */
static void assert_way_sound(const Cluster *cluster, const AbstractEdge *edge, const Grid *alone, Move move,
                             Cell from, Cell to) {
    Cell cells[CLUSTER_SIDE_MOST * CLUSTER_SIDE_MOST];
    Path path = {.cells = cells, .count = 1, .length = {edge->straight, edge->diagonal}};
    cells[0] = from;
    const bool backwards = edge->way.backwards;
    for (uint32_t at = edge->way.first; cluster->steps[at] != STEP_NONE; at += backwards ? UINT32_MAX : 1) {
        assert_true(at < cluster->steps_size);
        Direction step = backwards ? direction_opposite(cluster->steps[at]) : cluster->steps[at];
        cells[path.count] = cell_beside(cells[path.count - 1], step);
        path.count++;
    }
    Query ends = {from, to};
    Length walked;
    Error error;
    if (!path_valid(alone, move, &ends, &path, &walked, &error)) fail_msg("a way %s", error.text);
}

/* Checks the edges of one node; counts the steps that only forward readers of a list own. */
static void assert_edges_sound(const HpaGraph *graph, uint32_t number, uint32_t slot, const Grid *alone,
                               Flood *flood) {
    const Cluster *cluster = graph->clusters[number];
    const Area *area = &cluster->area;
    const Cell cell = spot_cell(area, cluster->spots[slot]), from = cell_in(area, cell);
    const AbstractEdge *edge = &cluster->edges[cluster->first[slot]];
    assert_int_equal(flood_run(flood, from, NULL, 0), STATUS_OK);
    for (uint32_t other = 0; other < cluster->node_count; other++) {
        Length optimum;
        Cell to = cell_in(area, spot_cell(area, cluster->spots[other]));
        if (other == slot || !flood_length(flood, to, &optimum)) continue;
        assert_int_equal(edge->target, node_name(graph, number, other));
        assert_int_equal(length_compare(optimum, (Length){edge->straight, edge->diagonal}), 0);
        assert_way_sound(cluster, edge, alone, graph->move, from, to);
        edge++;
    }
    for (Direction d = 0; d < 4; d++) {
        if ((cluster->crossings[slot] >> d & 1) == 0) continue;
        const Cell across = cell_beside(cell, d), found = cell_of_node(graph, edge->target);
        assert_true(found.x == across.x && found.y == across.y);
        const Cluster *there = graph->clusters[cluster_of_node(graph, edge->target)];
        assert_true(slot_of_node(graph, edge->target) < there->node_count);
        assert_true((there->crossings[slot_of_node(graph, edge->target)] >> direction_opposite(d) & 1) != 0);
        assert_int_equal(edge->straight, grid_cost(graph->grid, across));
        assert_int_equal(edge->diagonal, 0);
        assert_int_equal(cluster->steps[edge->way.first], d);
        assert_int_equal(cluster->steps[edge->way.first + 1], STEP_NONE);
        edge++;
    }
    assert_ptr_equal(edge, &cluster->edges[cluster->first[slot + 1]]);
}

void assert_graph_sound(const HpaGraph *graph) {
    Memory memory = system_memory();
    assert_int_equal(graph->cluster_count, graph->columns * graph->rows);
    for (uint32_t i = 0; i < graph->cluster_count; i++) assert_nodes_sound(graph, i);
    for (uint32_t i = 0; i < graph->cluster_count; i++) {
        const Cluster *cluster = graph->clusters[i];
        Grid alone;
        Flood *flood;
        Error error;
        crop(&memory, graph->grid, cluster->area, &alone);
        ASSERT_OK(flood_create(&alone, graph->move, &memory, &flood, &error), &error);
        for (uint32_t slot = 0; slot < cluster->node_count; slot++)
            assert_edges_sound(graph, i, slot, &alone, flood);
        assert_int_equal(cluster->first[0], 0);
        assert_int_equal(cluster->first[cluster->node_count], cluster->edge_count);
        uint32_t steps = 0, lists = 0; /* behind the four shared ways */
        for (uint32_t at = 9; at < cluster->steps_size; at++)
            *(cluster->steps[at] == STEP_NONE ? &lists : &steps) += 1;
        assert_int_equal(steps, cluster->cached_steps);
        uint32_t crossings = 0;
        for (uint32_t slot = 0; slot < cluster->node_count; slot++)
            crossings += (uint32_t)__builtin_popcount(cluster->crossings[slot]);
        const bool shared = graph->move == MOVE_4 || grid_uniform(graph->grid);
        assert_int_equal(lists * (shared ? 2 : 1), cluster->edge_count - crossings);
        flood_destroy(flood);
        grid_destroy(&alone);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static bool clusters_equal(const Cluster *a, const Cluster *b) {
    if (a->node_count != b->node_count || a->edge_count != b->edge_count) return false;
    for (uint32_t i = 0; i < a->node_count; i++)
        if (a->spots[i] != b->spots[i] || a->crossings[i] != b->crossings[i] || a->first[i] != b->first[i])
            return false;
    for (uint32_t i = 0; i < a->edge_count; i++)
        if (a->edges[i].target != b->edges[i].target || a->edges[i].straight != b->edges[i].straight ||
            a->edges[i].diagonal != b->edges[i].diagonal)
            return false;
    return true;
}

static bool supers_equal(const SuperCluster *a, const SuperCluster *b) {
    if (a->node_count != b->node_count || a->edge_count != b->edge_count) return false;
    for (uint32_t i = 0; i < a->node_count; i++)
        if (a->nodes[i] != b->nodes[i] || a->first[i] != b->first[i]) return false;
    for (uint32_t i = 0; i < a->edge_count; i++)
        if (a->edges[i].target != b->edges[i].target || a->edges[i].straight != b->edges[i].straight ||
            a->edges[i].diagonal != b->edges[i].diagonal)
            return false;
    return true;
}

bool graphs_equal(const HpaGraph *a, const HpaGraph *b) {
    assert_int_equal(a->cluster_count, b->cluster_count);
    assert_int_equal(a->supers != NULL, b->supers != NULL);
    for (uint32_t i = 0; i < a->cluster_count; i++)
        if (!clusters_equal(a->clusters[i], b->clusters[i])) return false;
    for (int32_t i = 0; a->supers != NULL && i < a->super_columns * a->super_rows; i++)
        if (!supers_equal(a->supers[i], b->supers[i])) return false;
    return true;
}

/* Lengths by node name; `known` says which are. */
typedef struct Lengths {
    Length *of;
    bool *known;
} Lengths;

static bool improve(Lengths *lengths, size_t at, Length length) {
    if (lengths->known[at] && length_compare(length, lengths->of[at]) >= 0) return false;
    lengths->of[at] = length;
    lengths->known[at] = true;
    return true;
}

/* Sets the best length from cell to cell inside the cluster that holds `from`, if there is a way. */
static void improve_inside(Lengths *lengths, size_t at, Length before, Flood *flood, const Area *area,
                           Cell from, Cell to) {
    Length inside;
    const Cell goal = cell_in(area, to);
    assert_int_equal(flood_run(flood, cell_in(area, from), &goal, 1), STATUS_OK);
    if (flood_length(flood, goal, &inside)) improve(lengths, at, length_sum(before, inside));
}

static bool relax_all(const HpaGraph *graph, Lengths *lengths) {
    bool changed = false;
    for (uint32_t i = 0; i < graph->cluster_count; i++) {
        const Cluster *cluster = graph->clusters[i];
        for (uint32_t slot = 0; slot < cluster->node_count; slot++) {
            const NodeId node = node_name(graph, i, slot);
            if (!lengths->known[node]) continue;
            for (uint32_t e = cluster->first[slot]; e < cluster->first[slot + 1]; e++) {
                const AbstractEdge *edge = &cluster->edges[e];
                Length length = {edge->straight, edge->diagonal};
                changed |= improve(lengths, edge->target, length_sum(lengths->of[node], length));
            }
        }
    }
    return changed;
}

bool abstract_optimum(const HpaGraph *graph, const Query *query, Length *length) {
    Memory memory = system_memory();
    const size_t goal = node_name_count(graph);
    Lengths lengths = {memory_take(&memory, goal + 1, sizeof *lengths.of),
                       memory_take_zeroed(&memory, goal + 1, 1)};
    const uint32_t near_number = cluster_of_cell(graph, query->start);
    const uint32_t far_number = cluster_of_cell(graph, query->goal);
    const Cluster *near = graph->clusters[near_number], *far = graph->clusters[far_number];
    Grid alone[2];
    Flood *flood[2];
    Error error;
    for (int i = 0; i < 2; i++) {
        crop(&memory, graph->grid, (i == 0 ? near : far)->area, &alone[i]);
        ASSERT_OK(flood_create(&alone[i], graph->move, &memory, &flood[i], &error), &error);
    }
    for (uint32_t slot = 0; slot < near->node_count; slot++)
        improve_inside(&lengths, node_name(graph, near_number, slot), (Length){0, 0}, flood[0], &near->area,
                       query->start, spot_cell(&near->area, near->spots[slot]));
    while (relax_all(graph, &lengths)) {
    }
    if (near == far)
        improve_inside(&lengths, goal, (Length){0, 0}, flood[0], &near->area, query->start, query->goal);
    for (uint32_t slot = 0; slot < far->node_count; slot++) {
        const NodeId node = node_name(graph, far_number, slot);
        if (lengths.known[node])
            improve_inside(&lengths, goal, lengths.of[node], flood[1], &far->area,
                           spot_cell(&far->area, far->spots[slot]), query->goal);
    }
    *length = lengths.of[goal];
    const bool known = lengths.known[goal];
    for (int i = 0; i < 2; i++) {
        flood_destroy(flood[i]);
        grid_destroy(&alone[i]);
    }
    memory_give(&memory, lengths.of);
    memory_give(&memory, lengths.known);
    ASSERT_NOTHING_LIVE(&memory);
    return known;
}
