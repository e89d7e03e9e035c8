#include "algos/mesh/labels.h"

#include "algos/core/euclid.h"

Status labels_create(uint32_t vertex_count, const Links *links, Memory *memory, Labels *labels) {
    if (links != NULL) vertex_count += 2 * links->count;
    *labels = (Labels){.vertex_count = vertex_count, .links = links, .memory = memory};
    labels->of = memory_take_zeroed(memory, (size_t)vertex_count + 1, sizeof *labels->of);
    return labels->of == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}

void labels_destroy(Labels *labels) {
    memory_give(labels->memory, labels->labels);
    memory_give(labels->memory, labels->of);
    memory_give(labels->memory, labels->chain);
}

static Status add(Labels *labels, Label label) {
    if (labels->count == labels->capacity) {
        uint32_t capacity = labels->capacity == 0 ? 64 : labels->capacity * 2;
        Label *grown = memory_resize(labels->memory, labels->labels, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        labels->labels = grown;
        labels->capacity = capacity;
    }
    labels->labels[labels->count++] = label;
    return STATUS_OK;
}

Status labels_start(Labels *labels, Point start, uint32_t vertex) {
    labels->count = 0;
    if (++labels->query == 0) { /* the numbers are used up: once in 2^32 queries */
        for (uint32_t v = 0; v <= labels->vertex_count; v++) labels->of[v].query = 0;
        labels->query = 1;
    }
    TRY(add(labels, (Label){start, 0, vertex, LABEL_NONE}));
    if (vertex != VERTEX_NONE) labels->of[vertex] = (VertexLabel){labels->query, 0};
    return STATUS_OK;
}

/* Appends the points from a label back to, and including, one of its ancestors. */
static Status chain_back(Labels *labels, uint32_t from, uint32_t ancestor, uint32_t *count) {
    for (uint32_t label = from;; label = labels->labels[label].last) {
        if (*count == labels->chain_capacity) {
            uint32_t capacity = labels->chain_capacity == 0 ? 64 : labels->chain_capacity * 2;
            Point *grown = memory_resize(labels->memory, labels->chain, capacity, sizeof *grown);
            if (grown == NULL) return STATUS_NO_MEMORY;
            labels->chain = grown;
            labels->chain_capacity = capacity;
        }
        labels->chain[(*count)++] = labels->labels[label].point;
        if (label == ancestor) return STATUS_OK;
    }
}

/* The exact sign of (way over label a to the point of label b) - (way over b's own). Labels are made after
 * those that they go on from, so the nearest common one is found by always stepping back from the younger. */
static Status compare(Labels *labels, uint32_t a, uint32_t b, int *sign) {
    Point end = labels->labels[b].point;
    uint32_t common = a, other = labels->labels[b].last;
    while (common != other)
        if (common > other)
            common = labels->labels[common].last;
        else
            other = labels->labels[other].last;
    uint32_t count = 1;
    if (labels->chain_capacity == 0) {
        labels->chain = memory_take(labels->memory, 64, sizeof *labels->chain);
        if (labels->chain == NULL) return STATUS_NO_MEMORY;
        labels->chain_capacity = 64;
    }
    labels->chain[0] = end;
    TRY(chain_back(labels, a, common, &count));
    uint32_t first_count = count;
    TRY(chain_back(labels, b, common, &count));
    if (labels->links != NULL) { /* which have a direction */
        points_reverse(labels->chain, first_count);
        points_reverse(labels->chain + first_count, count - first_count);
    }
    bool exact;
    *sign = euclid_compare_linked(labels->links, labels->chain, first_count, labels->chain + first_count,
                                  count - first_count, &exact);
    return STATUS_OK;
}

Status labels_reach(Labels *labels, uint32_t vertex, Point point, uint32_t last, uint32_t *label) {
    VertexLabel *of = &labels->of[vertex];
    double length = labels->labels[last].length + labels_leg(labels, last, point);
    if (of->query == labels->query) {
        const Label *old = &labels->labels[of->label];
        *label = LABEL_NONE;
        if (old->last == last) {
            *label = of->label;
            return STATUS_OK;
        }
        if (length > old->length * (1 + LENGTH_DOUBT) || old->last == LABEL_NONE) return STATUS_OK;
        if (length >= old->length * (1 - LENGTH_DOUBT)) {
            int sign;
            TRY(compare(labels, last, of->label, &sign));
            if (sign >= 0) return STATUS_OK;
        }
    }
    TRY(add(labels, (Label){point, length, vertex, last}));
    *label = labels->count - 1;
    *of = (VertexLabel){labels->query, *label};
    return STATUS_OK;
}

Status labels_path(const Labels *labels, uint32_t label, PointPath *path) {
    path->count = 0;
    for (; label != LABEL_NONE; label = labels->labels[label].last) {
        Point point = labels->labels[label].point;
        uint64_t count = path->count;
        if (count > 0 && point_equal(path->points[count - 1], point)) continue;
        if (count > 1 && turn_of(path->points[count - 2], path->points[count - 1], point) == 0 &&
            links_leave_out(labels->links, point, path->points[count - 1], path->points[count - 2]))
            path->count--;
        TRY(point_path_add(path, point));
    }
    point_path_reverse(path);
    path->length = links_length(labels->links, path->points, path->count);
    return STATUS_OK;
}
