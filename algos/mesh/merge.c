/* Faces joined across edges as long as what is joined is convex (see cdt_merged_create). Two faces share one
 * edge at most: at a vertex between two shared ones all would be free, and each vertex of a map has walls. So
 * what is joined is convex if the angles at both ends of the edge are. */
#include "algos/core/sort.h"
#include "algos/mesh/cdt_parts.h"

typedef struct Merge {
    const Polygons *map;
    Loops *loops;
    uint32_t *last; /* the corner before each corner */
    double *length; /* of the edge of each corner, squared: on a lattice exact */
} Merge;

/* The longest first; ties by the lower vertex, then by the other. */
static bool edge_before(const void *context, uint32_t a, uint32_t b) {
    const Merge *merge = context;
    if (merge->length[a] != merge->length[b]) return merge->length[a] > merge->length[b];
    const uint32_t *vertex = merge->loops->vertex, *next = merge->loops->next;
    if (vertex[a] != vertex[b]) return vertex[a] < vertex[b];
    return vertex[next[a]] < vertex[next[b]];
}

/* The inner edges by the corners at their lower ends. */
static uint32_t list_edges(Merge *merge, uint32_t *edges) {
    const Loops *loops = merge->loops;
    uint32_t count = 0;
    for (uint32_t i = 0; i < loops->count; i++) {
        uint32_t next = loops->next[i];
        merge->last[next] = i;
        if (loops->twin[i] == LOOP_NONE || loops->vertex[i] > loops->vertex[next]) continue;
        Point a = merge->map->vertices[loops->vertex[i]], b = merge->map->vertices[loops->vertex[next]];
        merge->length[i] = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
        edges[count++] = i;
    }
    return count;
}

/* Whether the angle at a corner's vertex stays below or at 180 degrees without the corner's edge: between the
 * edges before it and after its twin. */
static bool stays_convex(const Merge *merge, uint32_t corner) {
    const Loops *loops = merge->loops;
    const Point *at = merge->map->vertices;
    uint32_t after = loops->next[loops->next[loops->twin[corner]]];
    return point_orientation(at[loops->vertex[merge->last[corner]]], at[loops->vertex[corner]],
                             at[loops->vertex[after]]) >= 0;
}

/* Leads around the edge at one of its ends. */
static void bridge(Merge *merge, uint32_t before, uint32_t after) {
    merge->loops->next[before] = after;
    merge->last[after] = before;
}

static void merge_all(Merge *merge, const uint32_t *edges, uint32_t count) {
    Loops *loops = merge->loops;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = edges[i], twin = loops->twin[edge];
        if (!stays_convex(merge, edge) || !stays_convex(merge, twin)) continue;
        bridge(merge, merge->last[edge], loops->next[twin]);
        bridge(merge, merge->last[twin], loops->next[edge]);
        loops->next[edge] = loops->next[twin] = LOOP_NONE;
    }
}

Status loops_merge(const Polygons *map, Loops *loops) {
    Memory *memory = loops->memory;
    Merge merge = {.map = map, .loops = loops};
    merge.last = memory_take(memory, loops->count, 2 * sizeof *merge.last);
    merge.length = memory_take(memory, loops->count, sizeof *merge.length);
    uint32_t *edges = memory_take(memory, loops->count, sizeof *edges);
    bool whole = merge.last != NULL && merge.length != NULL && edges != NULL;
    if (whole) {
        uint32_t count = list_edges(&merge, edges);
        sort_items(edges, merge.last + loops->count, count, edge_before, &merge);
        merge_all(&merge, edges, count);
    }
    memory_give(memory, merge.last);
    memory_give(memory, merge.length);
    memory_give(memory, edges);
    return whole ? STATUS_OK : STATUS_NO_MEMORY;
}
