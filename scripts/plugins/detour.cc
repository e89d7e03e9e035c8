/* Detour (M. Mononen, Recast Navigation) as a plug-in, on the meshes that taut makes. C++, for Detour is.
 *
 *     apt install g++ librecast-dev       (scripts/setup plugins)
 *     g++ -O3 -shared -fPIC -I harness -o detour.so scripts/plugins/detour.cc -lDetour
 *     ./taut solve --map convex:n=14,seed=3 --plugin ./detour.so --solver detour --solver navmesh
 *
 * What Detour does to a map, and its paths are judged all the same:
 * - a vertex is a pair of 16-bit numbers: those of the smallest power of two by which the box has no more than
 *   65534 steps. Where that is coarser than the map's own lattice, vertices move by half a step at most. In
 *   the answer each corner is the map's own vertex again, so that only decisions can be off, not positions;
 * - a face has at most 6 corners: larger ones are cut into fans;
 * - a mesh has fewer than 32767 faces and 65535 vertices: others are refused;
 * - positions are floats: the ends are, while it searches. */
#include "taut_plugin.h"

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/DetourStatus.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

namespace {

enum {
    CORNERS = DT_VERTS_PER_POLYGON,
    STEPS_MOST = 65534,
    FACES_MOST = 0x7ffe,
    NODES_MOST = 65535,
    NO_ANSWER = 3
};

/* The map's vertices on Detour's lattice. */
struct Lattice {
    double low_x, low_y, step;
};

unsigned short step_of(double value, double low, double step) {
    return static_cast<unsigned short>(std::lround((value - low) / step));
}

struct Vertex {
    uint32_t key; /* both steps */
    TautPoint point;
    bool operator<(const Vertex &other) const { return key < other.key; }
};

struct Index {
    const TautMap *map;
    Lattice lattice;
    std::vector<Vertex> vertices; /* by key */
    dtNavMesh *mesh;
    int face_count;
};

/* A face of at most CORNERS corners: a fan of one of the map's. */
struct Piece {
    uint32_t face;
    uint32_t corner[CORNERS]; /* places in the map's array of corners */
    int count;
};

void cut_faces(const TautMap *map, std::vector<Piece> &pieces, std::vector<uint32_t> &piece_of_edge) {
    piece_of_edge.resize(map->first[map->face_count]);
    for (uint32_t face = 0; face < map->face_count; face++) {
        uint32_t begin = map->first[face], end = map->first[face + 1];
        for (uint32_t from = begin + 1; from + 1 < end; from += CORNERS - 2) {
            Piece piece{};
            piece.face = face;
            piece.corner[piece.count++] = begin;
            for (uint32_t i = from; i < end && piece.count < CORNERS; i++) piece.corner[piece.count++] = i;
            uint32_t number = static_cast<uint32_t>(pieces.size());
            /* The edge after a fan's last corner is the next fan's, which writes it again; that after the
             * face's first is the first fan's. */
            for (int i = 0; i < piece.count; i++) piece_of_edge[piece.corner[i]] = number;
            piece_of_edge[begin] = piece_of_edge[begin + 1];
            pieces.push_back(piece);
        }
    }
}

/* The edge of `face` between two vertices, by the place of its first corner. */
uint32_t edge_beyond(const TautMap *map, uint32_t face, uint32_t from, uint32_t to) {
    uint32_t begin = map->first[face], end = map->first[face + 1];
    for (uint32_t i = begin; i < end; i++) {
        uint32_t next = i + 1 == end ? begin : i + 1;
        if (map->corner[i] == from && map->corner[next] == to) return i;
    }
    return UINT32_MAX;
}

/* The fan beyond edge i of a fan, or 0xffff. */
unsigned short beyond(const TautMap *map, const std::vector<Piece> &pieces, const std::vector<uint32_t> &piece_of_edge,
                      uint32_t number, int i) {
    const Piece &piece = pieces[number];
    uint32_t begin = map->first[piece.face], end = map->first[piece.face + 1];
    uint32_t at = piece.corner[i], to = piece.corner[(i + 1) % piece.count];
    uint32_t next = at + 1 == end ? begin : at + 1;
    if (next != to) /* a cut: to the fan before or after */
        return static_cast<unsigned short>(i == 0 ? number - 1 : number + 1);
    uint32_t face = map->neighbour[at];
    if (face == UINT32_MAX) return 0xffff;
    uint32_t edge = edge_beyond(map, face, map->corner[to], map->corner[at]);
    return edge == UINT32_MAX ? 0xffff : static_cast<unsigned short>(piece_of_edge[edge]);
}

Lattice lattice_of(const TautMap *map, double *high_x, double *high_y) {
    double low_x = map->vertices[0].x, low_y = map->vertices[0].y;
    *high_x = low_x;
    *high_y = low_y;
    for (uint32_t i = 1; i < map->vertex_count; i++) {
        low_x = std::min(low_x, map->vertices[i].x);
        low_y = std::min(low_y, map->vertices[i].y);
        *high_x = std::max(*high_x, map->vertices[i].x);
        *high_y = std::max(*high_y, map->vertices[i].y);
    }
    double range = std::max(*high_x - low_x, *high_y - low_y);
    double step = std::exp2(std::ceil(std::log2(range / (STEPS_MOST - 1))));
    return Lattice{std::floor(low_x / step) * step, std::floor(low_y / step) * step, step};
}

uint32_t key_of(const Lattice &lattice, double x, double y) {
    return static_cast<uint32_t>(step_of(x, lattice.low_x, lattice.step)) << 16 |
           step_of(y, lattice.low_y, lattice.step);
}

/* x and y are Detour's x and z. Its faces turn the other way round: y is turned over. */
bool make_mesh(Index *index, double high_x, double high_y) {
    const TautMap *map = index->map;
    const Lattice &lattice = index->lattice;
    std::vector<Piece> pieces;
    std::vector<uint32_t> piece_of_edge;
    cut_faces(map, pieces, piece_of_edge);
    if (pieces.size() > FACES_MOST) return false;
    std::vector<unsigned short> vertices, faces(pieces.size() * 2 * CORNERS, 0xffff), flags(pieces.size(), 1);
    std::vector<unsigned char> areas(pieces.size(), 0);
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        vertices.push_back(step_of(map->vertices[i].x, lattice.low_x, lattice.step));
        vertices.push_back(0);
        vertices.push_back(step_of(map->vertices[i].y, lattice.low_y, lattice.step));
    }
    for (uint32_t number = 0; number < pieces.size(); number++) {
        unsigned short *face = &faces[number * 2 * CORNERS];
        const Piece &piece = pieces[number];
        for (int i = 0; i < piece.count; i++) {
            /* Backwards; the edge after corner j is the one that came before it. */
            int j = piece.count - 1 - i;
            face[i] = static_cast<unsigned short>(map->corner[piece.corner[j]]);
            face[CORNERS + i] = beyond(map, pieces, piece_of_edge, number, (j + piece.count - 1) % piece.count);
        }
    }
    dtNavMeshCreateParams params;
    std::memset(&params, 0, sizeof params);
    params.verts = vertices.data();
    params.vertCount = static_cast<int>(map->vertex_count);
    params.polys = faces.data();
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = static_cast<int>(pieces.size());
    params.nvp = CORNERS;
    params.walkableHeight = 1;
    params.walkableClimb = 1;
    params.bmin[0] = static_cast<float>(lattice.low_x);
    params.bmin[1] = -1;
    params.bmin[2] = static_cast<float>(lattice.low_y);
    params.bmax[0] = static_cast<float>(high_x);
    params.bmax[1] = 1;
    params.bmax[2] = static_cast<float>(high_y);
    params.cs = static_cast<float>(lattice.step);
    params.ch = 1;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) return false;
    index->face_count = params.polyCount;
    index->mesh = dtAllocNavMesh();
    if (index->mesh != nullptr && dtStatusSucceed(index->mesh->init(data, size, DT_TILE_FREE_DATA))) return true;
    dtFree(data);
    return false;
}

void index_destroy(void *untyped) {
    Index *index = static_cast<Index *>(untyped);
    if (index->mesh != nullptr) dtFreeNavMesh(index->mesh);
    delete index;
}

int prepare(const TautMap *map, const int64_t *, TautMemory *, void **made, char *why, std::size_t why_size) {
    if (map->vertex_count > STEPS_MOST) {
        std::snprintf(why, why_size, "a mesh of %u vertices, Detour takes %d", map->vertex_count, STEPS_MOST);
        return TAUT_REFUSED;
    }
    Index *index = new Index{};
    double high_x, high_y;
    index->map = map;
    index->lattice = lattice_of(map, &high_x, &high_y);
    for (uint32_t i = 0; i < map->vertex_count; i++)
        index->vertices.push_back(
            Vertex{key_of(index->lattice, map->vertices[i].x, map->vertices[i].y), map->vertices[i]});
    std::sort(index->vertices.begin(), index->vertices.end());
    if (make_mesh(index, high_x, high_y)) {
        *made = index;
        return TAUT_OK;
    }
    index_destroy(index);
    std::snprintf(why, why_size, "Detour makes no mesh of %u faces (it takes %d)", map->face_count, FACES_MOST);
    return TAUT_REFUSED;
}

struct Scratch {
    dtNavMeshQuery *query;
    dtQueryFilter filter;
    std::vector<dtPolyRef> corridor, references;
    std::vector<float> corners;
    std::vector<unsigned char> flags;
};

void scratch_destroy(void *untyped) {
    Scratch *scratch = static_cast<Scratch *>(untyped);
    if (scratch->query != nullptr) dtFreeNavMeshQuery(scratch->query);
    delete scratch;
}

int scratch_create(const void *untyped, TautMemory *, void **made) {
    const Index *index = static_cast<const Index *>(untyped);
    Scratch *scratch = new Scratch{};
    scratch->query = dtAllocNavMeshQuery();
    int nodes = std::min(2 * index->face_count + 64, static_cast<int>(NODES_MOST));
    if (scratch->query == nullptr || dtStatusFailed(scratch->query->init(index->mesh, nodes))) {
        scratch_destroy(scratch);
        return TAUT_NO_MEMORY;
    }
    std::size_t room = static_cast<std::size_t>(index->face_count) + 2;
    scratch->corridor.resize(room);
    scratch->references.resize(room);
    scratch->flags.resize(room);
    scratch->corners.resize(3 * room);
    *made = scratch;
    return TAUT_OK;
}

/* The map's vertex that Detour's corner is. */
TautPoint vertex_at(const Index *index, const float *corner) {
    Vertex asked{};
    asked.key = key_of(index->lattice, corner[0], corner[2]);
    std::vector<Vertex>::const_iterator found =
        std::lower_bound(index->vertices.begin(), index->vertices.end(), asked);
    if (found != index->vertices.end() && found->key == asked.key) return found->point;
    return TautPoint{corner[0], corner[2]};
}

int query_points(const void *untyped, void *untyped_scratch, TautPoint start, TautPoint goal, TautPath *path,
                 TautCounters *) {
    const Index *index = static_cast<const Index *>(untyped);
    Scratch *scratch = static_cast<Scratch *>(untyped_scratch);
    float near = static_cast<float>(2 * index->lattice.step);
    const float reach[3] = {near, 1, near};
    const float from[3] = {static_cast<float>(start.x), 0, static_cast<float>(start.y)};
    const float to[3] = {static_cast<float>(goal.x), 0, static_cast<float>(goal.y)};
    float from_near[3], to_near[3];
    dtPolyRef first = 0, last = 0;
    int faces = 0, corners = 0, room = static_cast<int>(scratch->corridor.size());
    scratch->query->findNearestPoly(from, reach, &scratch->filter, &first, from_near);
    scratch->query->findNearestPoly(to, reach, &scratch->filter, &last, to_near);
    if (first == 0 || last == 0) return TAUT_OK;
    if (dtStatusFailed(scratch->query->findPath(first, last, from, to, &scratch->filter, scratch->corridor.data(),
                                                &faces, room)))
        return NO_ANSWER;
    if (faces == 0 || scratch->corridor[static_cast<std::size_t>(faces) - 1] != last) return TAUT_OK;
    if (dtStatusFailed(scratch->query->findStraightPath(from, to, scratch->corridor.data(), faces,
                                                        scratch->corners.data(), scratch->flags.data(),
                                                        scratch->references.data(), &corners, room)) ||
        corners < 1)
        return NO_ANSWER;
    if (taut_add_point(path, start.x, start.y) != TAUT_OK) return TAUT_NO_MEMORY;
    for (int i = 1; i + 1 < corners; i++) {
        TautPoint corner = vertex_at(index, &scratch->corners[3 * static_cast<std::size_t>(i)]);
        if (taut_add_point(path, corner.x, corner.y) != TAUT_OK) return TAUT_NO_MEMORY;
    }
    if (start.x == goal.x && start.y == goal.y) return TAUT_OK;
    return taut_add_point(path, goal.x, goal.y);
}

const TautParameter parameters[] = {{"mesh", "how polygons become a mesh", "merged|cdt|rectangles", 0, 0, 0}};

TautSolver described() {
    TautSolver solver{};
    solver.name = "detour";
    solver.summary = "Detour's findPath and findStraightPath on a mesh of taut's";
    solver.source = "M. Mononen, Recast Navigation, 2009 on (Debian's librecast)";
    solver.takes = TAUT_MESH | TAUT_MAKES_MESH;
    solver.promise = TAUT_AS_PUBLISHED; /* its rounding has led through an obstacle: 1 of 3166 answers */
    solver.parameters = parameters;
    solver.parameter_count = 1;
    solver.prepare = prepare;
    solver.index_destroy = index_destroy;
    solver.scratch_create = scratch_create;
    solver.scratch_destroy = scratch_destroy;
    solver.query_points = query_points;
    return solver;
}

const TautSolver detour = described();

} // namespace

const TautPlugin taut_plugin = {TAUT_PLUGIN_ABI, sizeof(TautSolver), &detour, 1};
