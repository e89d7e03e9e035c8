#include "algos/mesh/incidence.h"

static void fill(Incidence *incidence) {
    uint32_t n = incidence->map->vertex_count, m = incidence->map->edge_count;
    const PolygonEdge *edges = incidence->map->edges;
    for (uint32_t v = 0; v <= n; v++) incidence->in[v] = 0;
    for (uint32_t e = 0, v = 0; e < m; e++) {
        for (; v <= edges[e].from; v++) incidence->out[v] = e;
        incidence->in[edges[e].to]++;
    }
    for (uint32_t v = edges[m - 1].from + 1; v <= n; v++) incidence->out[v] = m;
    for (uint32_t v = 1; v <= n; v++) incidence->in[v] += incidence->in[v - 1];
    for (uint32_t e = m; e-- > 0;) incidence->in_edges[--incidence->in[edges[e].to]] = e;
}

/* One piece of memory for all. */
Status incidence_create(const Polygons *map, Memory *memory, Incidence *incidence) {
    size_t n = map->vertex_count, m = map->edge_count;
    *incidence = (Incidence){.map = map, .memory = memory};
    incidence->out = memory_take(memory, 2 * (n + 1) + 3 * m, sizeof *incidence->out);
    if (incidence->out == NULL) return STATUS_NO_MEMORY;
    incidence->in = incidence->out + n + 1;
    incidence->in_edges = incidence->in + n + 1;
    incidence->left = incidence->in_edges + m;
    incidence->right = incidence->left + m;
    fill(incidence);
    return STATUS_OK;
}

void incidence_destroy(Incidence *incidence) {
    memory_give(incidence->memory, incidence->out);
}
