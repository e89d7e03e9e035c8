#include "algos/mesh/map_mesh.h"

#include "algos/map/map_outline.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/edit_mesh.h"
#include "algos/mesh/rectangles.h"
#include "algos/mesh/trapezoid.h"

#include <math.h>

static Status build_mesh(const Polygons *polygons, MeshBuild build, Memory *memory, Mesh *mesh,
                         Error *error) {
    if (build == MESH_PUBLISHED) return trapezoid_published_create(polygons, memory, mesh, error);
    Status status = build == MESH_CDT      ? cdt_create(polygons, memory, mesh)
                    : build == MESH_MERGED ? cdt_merged_create(polygons, memory, mesh)
                                           : trapezoid_create(polygons, memory, mesh);
    if (status != STATUS_OK) return error_say(error, status, "no memory for the mesh", NULL);
    if (build != MESH_SWEEP || trapezoids_are_apart(mesh)) return STATUS_OK;
    mesh_destroy(mesh);
    return error_say(error, STATUS_REFUSED,
                     "with a map of inexact coordinates mesh=trapezoid keeps no gap that is as narrow as "
                     "their rounding, and this map has one: give mesh=cdt or mesh=merged",
                     NULL);
}

static Status build_from_outline(const Map *map, MeshBuild build, Memory *memory, Mesh *mesh, Error *error) {
    Polygons made;
    const Polygons *outline;
    TRY(map_outline(map, memory, &made, &outline, error));
    Status status = build_mesh(outline, build, memory, mesh, error);
    polygons_destroy(&made);
    return status;
}

static Status build_rectangles(const Map *map, Memory *memory, Mesh *mesh, Error *error) {
    if (map->kind != MAP_GRID)
        return error_say(error, STATUS_REFUSED, "mesh=rectangles takes grid maps only", NULL);
    TRY(map_check_plane(map, error));
    return rectangles_create(&map->grid, memory, mesh, error);
}

static Status locate(MapMesh *built, Error *error) {
    Status status = locator_create(built->mesh, built->memory, &built->locator);
    if (status == STATUS_OK) return status;
    map_mesh_destroy(built);
    return error_say(error, status, "no memory to locate points in the mesh", NULL);
}

MeshBuild map_mesh_certain(const Map *map) {
    return map->kind == MAP_POLYGONS && map->polygons.inexact ? MESH_CDT : MESH_SWEEP;
}

Status map_mesh_create(const Map *map, MeshBuild build, Memory *memory, MapMesh *built, Error *error) {
    *built = (MapMesh){.memory = memory};
    if (map->kind == MAP_MESH) {
        built->mesh = &map->mesh;
    } else {
        TRY(build == MESH_RECTANGLES ? build_rectangles(map, memory, &built->made, error)
                                     : build_from_outline(map, build, memory, &built->made, error));
        built->mesh = &built->made;
    }
    return locate(built, error);
}

Status map_mesh_create_delaunay(const Map *map, const DelaunayRules *rules, Memory *memory, MapMesh *built,
                                Error *error) {
    *built = (MapMesh){.memory = memory};
    if (map->kind != MAP_GRID)
        return error_say(error, STATUS_REFUSED, "mesh=delaunay takes grid maps only", NULL);
    TRY(map_check_plane(map, error));
    TRY(delaunay_mesh_create(&map->grid, rules, memory, &built->made, &built->work, error));
    built->mesh = &built->made;
    return locate(built, error);
}

static Status edit_outline(const Polygons *outline, EditKind kind, uint32_t edits, Memory *memory, Mesh *made,
                           Error *error) {
    EditMesh *mesh;
    EditCounts counts = {0};
    Polygons polygons;
    TRY(edit_mesh_create(outline, kind, memory, &mesh, error));
    Status status = edit_mesh_exercise(mesh, edits, &counts, error);
    if (status == STATUS_OK) {
        status = edit_mesh_pack(mesh, memory, &polygons, made);
        if (status == STATUS_OK)
            polygons_destroy(&polygons);
        else
            (void)error_say(error, status, "no memory for the mesh", NULL);
    }
    edit_mesh_destroy(mesh);
    return status;
}

Status map_mesh_create_edited(const Map *map, MeshBuild build, uint32_t edits, Memory *memory, MapMesh *built,
                              Error *error) {
    *built = (MapMesh){.memory = memory};
    if (map->kind == MAP_MESH || build > MESH_MERGED)
        return error_say(error, STATUS_REFUSED,
                         "edits= is for meshes made of polygons or grids by mesh=trapezoid, cdt or merged",
                         NULL);
    EditKind kind = build == MESH_CDT ? EDIT_TRIANGLES : build == MESH_MERGED ? EDIT_MERGED : EDIT_TRAPEZOIDS;
    Polygons made;
    const Polygons *outline;
    TRY(map_outline(map, memory, &made, &outline, error));
    Status status = edit_outline(outline, kind, edits, memory, &built->made, error);
    polygons_destroy(&made);
    TRY(status);
    built->mesh = &built->made;
    return locate(built, error);
}

void map_mesh_destroy(MapMesh *built) {
    if (built->locator != NULL) locator_destroy(built->locator);
    if (built->made.memory != NULL) mesh_destroy(&built->made);
    *built = (MapMesh){.memory = built->memory};
}

/* The tangent of half the angle at b, from the way to c to the way to a: it grows from 0 to a straight angle,
 * and roots are all that it takes. */
static double half_tangent(Point a, Point b, Point c) {
    Point one = {a.x - b.x, a.y - b.y}, other = {c.x - b.x, c.y - b.y};
    double across = other.x * one.y - other.y * one.x, along = one.x * other.x + one.y * other.y;
    double lengths = sqrt((one.x * one.x + one.y * one.y) * (other.x * other.x + other.y * other.y));
    return lengths + along > 0 ? across / (lengths + along) : INFINITY;
}

static double sharpest_of(const Mesh *mesh) {
    double least = INFINITY;
    for (uint32_t face = 0; face < mesh->face_count; face++) {
        const uint32_t *corner = mesh->corner + mesh->first[face];
        uint32_t count = mesh->first[face + 1] - mesh->first[face];
        for (uint32_t i = 0; i < count; i++) {
            double here = half_tangent(mesh->vertices[corner[i]], mesh->vertices[corner[(i + 1) % count]],
                                       mesh->vertices[corner[(i + 2) % count]]);
            if (here < least) least = here;
        }
    }
    return least;
}

void map_mesh_describe(const MapMesh *built, Facts *facts) {
    facts->vertices = built->mesh->vertex_count;
    facts->faces = built->mesh->face_count;
    double sharpest = 1e6 * sharpest_of(built->mesh);
    facts->sharpest = sharpest > 0 ? (uint64_t)sharpest : 0; /* the published build may turn a face over */
    facts->triangles = built->work.triangles;
    facts->circle_tests = built->work.circle_tests;
}
