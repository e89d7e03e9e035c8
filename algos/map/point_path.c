#include "algos/map/point_path.h"

Status point_path_reserve(PointPath *path, uint64_t capacity) {
    if (capacity <= path->capacity) return STATUS_OK;
    uint64_t grown = path->capacity == 0 ? 32 : path->capacity * 2;
    if (grown < capacity) grown = capacity;
    Point *points = memory_resize(path->memory, path->points, (size_t)grown, sizeof *points);
    if (points == NULL) return STATUS_NO_MEMORY;
    path->points = points;
    path->capacity = grown;
    return STATUS_OK;
}

Status point_path_add(PointPath *path, Point point) {
    TRY(point_path_reserve(path, path->count + 1));
    path->points[path->count++] = point;
    return STATUS_OK;
}

void point_path_reverse(PointPath *path) {
    points_reverse(path->points, path->count);
}

double point_path_length(const PointPath *path) {
    double length = 0;
    for (uint64_t i = 1; i < path->count; i++) length += point_distance(path->points[i - 1], path->points[i]);
    return length;
}

void point_path_destroy(PointPath *path) {
    memory_give(path->memory, path->points);
    path->points = NULL;
    path->count = path->capacity = 0;
}
