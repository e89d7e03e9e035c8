#include "tests/polygons_support.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

Rings rings_from(const char *text, Memory *memory) {
    Rings rings = {.memory = memory};
    uint32_t most = (uint32_t)strlen(text) + 2;
    rings.points = memory_take(memory, most, sizeof *rings.points);
    rings.first = memory_take(memory, most, sizeof *rings.first);
    rings.first[0] = 0;
    for (const char *at = text; *at != '\0';) {
        if (*at == ' ') {
            at++;
        } else if (*at == '+') {
            rings.boundary_count = rings.ring_count + 1;
            at++;
        } else if (*at == '|') {
            rings.first[++rings.ring_count] = rings.point_count;
            at++;
        } else {
            char *end;
            double x = strtod(at, &end), y = strtod(end + 1, &end);
            rings.points[rings.point_count++] = (Point){x, y};
            at = end;
        }
    }
    rings.first[++rings.ring_count] = rings.point_count;
    return rings;
}

double polygons_double_area(const Polygons *polygons) {
    double sum = 0;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        Point a = polygons->vertices[polygons->edges[i].from], b = polygons->vertices[polygons->edges[i].to];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

/* The rings of the map make the same map. */
static void check_rings(const Polygons *polygons) {
    Memory memory = system_memory();
    Rings rings;
    Polygons again;
    Error error = {""};
    assert_int_equal(polygons_rings(polygons, &memory, &rings), STATUS_OK);
    ASSERT_OK(polygons_create(&rings, "rings", &memory, &again, &error), &error);
    assert_int_equal(again.hash, polygons->hash);
    assert_int_equal(again.edge_count, rings.point_count);
    assert_true(again.lattice <= polygons->lattice &&
                again.inexact <= polygons->inexact); /* corners may be gone */
    polygons_destroy(&again);
    rings.nested = true;
    ASSERT_OK(polygons_create(&rings, "rings", &memory, &again, &error), &error);
    assert_int_equal(again.hash, polygons->hash);
    assert_int_equal(again.obstacle_count, rings.ring_count - rings.boundary_count);
    polygons_destroy(&again);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

void check_polygons(const Polygons *polygons) {
    int64_t *balance = calloc(polygons->vertex_count, sizeof *balance);
    bool *used = calloc(polygons->vertex_count, sizeof *used);
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        PolygonEdge edge = polygons->edges[i];
        Point a = polygons->vertices[edge.from], b = polygons->vertices[edge.to];
        balance[edge.from]++;
        balance[edge.to]--;
        used[edge.from] = true;
        if (i > 0) {
            PolygonEdge last = polygons->edges[i - 1];
            assert_true(last.from < edge.from || (last.from == edge.from && last.to < edge.to));
        }
        for (uint32_t k = 0; k < polygons->vertex_count; k++) {
            Point v = polygons->vertices[k];
            if (k == edge.from || k == edge.to) continue;
            assert_false(point_orientation(a, b, v) == 0 && point_between(a, b, v));
        }
        for (uint32_t k = 0; k < i; k++) {
            Point c = polygons->vertices[polygons->edges[k].from],
                  d = polygons->vertices[polygons->edges[k].to];
            Meeting meeting = segments_meet(a, b, c, d);
            assert_true(meeting == MEETING_NONE || meeting == MEETING_TOUCH);
        }
    }
    for (uint32_t i = 0; i < polygons->vertex_count; i++) {
        assert_int_equal(balance[i], 0);
        assert_true(used[i]);
        Point v = polygons->vertices[i];
        if (i > 0)
            assert_true(polygons->vertices[i - 1].x < v.x ||
                        (polygons->vertices[i - 1].x == v.x && polygons->vertices[i - 1].y < v.y));
    }
    free(balance);
    free(used);
    check_rings(polygons);
}

void assert_making_survives(PolygonsMaking *make, const void *from) {
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Polygons polygons;
        Status status = make(from, &memory, &polygons);
        done = status == STATUS_OK;
        assert_true(done || status == STATUS_NO_MEMORY);
        if (done) polygons_destroy(&polygons);
        ASSERT_NOTHING_LIVE(&memory);
    }
}
