/* An entry of the grid-based path planning competition (GPPC; N. Sturtevant, 2012 on; the interface of 2023) as
 * a plug-in. C++, for the competition's interface is. An entry is a folder with its Entry.h and sources:
 *
 *     g++ -O3 -shared -fPIC -I harness -I ENTRY -o gppc.so scripts/plugins/gppc.cc ENTRY/Entry.cpp ...
 *     ./taut check --map F.map --plugin ./gppc.so --solver gppc
 *
 * (-DGPPC_PROMISE=TAUT_OPTIMAL for an entry that promises shortest paths.) Preparation is PreprocessMap and
 * PrepareForSearch, with the file between them. Paths may be given by their turning points. A GetPath that
 * returns false has not finished: it is asked again from where it came to, or, as in the competitions of 2012
 * to 2014, from the same start (-DGPPC_SAME_START). What PrepareForSearch made stays: the interface has nothing
 * to give it back by. */
#include "Entry.h"
#include "taut_plugin.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

#ifndef GPPC_PROMISE
#define GPPC_PROMISE TAUT_VALID
#endif

namespace {

enum { NO_ANSWER = 3 };

struct Index {
    void *data;
};

/* A thread's, so that its room is used again. */
struct Scratch {
    std::vector<xyLoc> path;
};

int refuse(const char *reason, char *why, std::size_t why_size) {
    std::snprintf(why, why_size, "%s", reason);
    return TAUT_REFUSED;
}

int prepare(const TautMap *map, const int64_t *, TautMemory *, void **index, char *why, std::size_t why_size) {
    if (map->cost_most != map->cost_least) return refuse("the competition's maps have no terrain costs", why, why_size);
    if (map->cost_most > 1) return refuse("the competition's steps cost 1", why, why_size);
    std::vector<bool> bits;
    bits.reserve(static_cast<std::size_t>(map->width) * static_cast<std::size_t>(map->height));
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) bits.push_back(map->cost[y * map->stride + x] != 0);
    const char *folder = std::getenv("TMPDIR");
    std::string file = std::string(folder == nullptr ? "/tmp" : folder) + "/gppc-XXXXXX";
    int descriptor = mkstemp(&file[0]);
    if (descriptor < 0) return NO_ANSWER;
    close(descriptor);
    PreprocessMap(bits, map->width, map->height, file.c_str());
    void *data = PrepareForSearch(bits, map->width, map->height, file.c_str());
    std::remove(file.c_str());
    *index = new Index{data};
    return TAUT_OK;
}

void index_destroy(void *index) { delete static_cast<Index *>(index); }

int scratch_create(const void *, TautMemory *, void **scratch) {
    *scratch = new (std::nothrow) Scratch;
    return *scratch == nullptr ? TAUT_NO_MEMORY : TAUT_OK;
}

void scratch_destroy(void *scratch) { delete static_cast<Scratch *>(scratch); }

int sign(int value) { return (value > 0) - (value < 0); }

/* The cells between the last one and (x, y), and that. What is no straight or diagonal line becomes a jump,
 * which the checker says. */
int add_segment(TautPath *path, int x, int y) {
    TautCell last = path->cells[path->count - 1];
    int dx = x - last.x, dy = y - last.y;
    bool straight = dx == 0 || dy == 0 || dx == dy || dx == -dy;
    int steps = !straight ? 1 : std::abs(dx) > std::abs(dy) ? std::abs(dx) : std::abs(dy);
    for (int i = 1; i < steps; i++)
        if (taut_add_cell(path, last.x + i * sign(dx), last.y + i * sign(dy)) != TAUT_OK) return TAUT_NO_MEMORY;
    return steps == 0 ? TAUT_OK : taut_add_cell(path, x, y);
}

int query(const void *index, void *scratch, TautCell start, TautCell goal, TautPath *path, TautCounters *) {
    std::vector<xyLoc> &found = static_cast<Scratch *>(scratch)->path;
    void *data = static_cast<const Index *>(index)->data;
    xyLoc from{}, to{};
    from.x = static_cast<decltype(from.x)>(start.x);
    from.y = static_cast<decltype(from.y)>(start.y);
    to.x = static_cast<decltype(to.x)>(goal.x);
    to.y = static_cast<decltype(to.y)>(goal.y);
    found.clear();
    for (std::size_t before = 0; !GetPath(data, from, to, found); before = found.size()) {
        if (found.size() == before) return NO_ANSWER; /* it does not come on */
#ifndef GPPC_SAME_START
        from = found.back();
#endif
    }
    if (found.empty()) return TAUT_OK;
    if (taut_add_cell(path, found[0].x, found[0].y) != TAUT_OK) return TAUT_NO_MEMORY;
    for (std::size_t i = 1; i < found.size(); i++)
        if (add_segment(path, found[i].x, found[i].y) != TAUT_OK) return TAUT_NO_MEMORY;
    return TAUT_OK;
}

TautSolver described() {
    TautSolver solver{};
    solver.name = "gppc";
    solver.summary = "an entry of the grid-based path planning competition";
    solver.source = "Sturtevant, The 2012 Grid-Based Path Planning Competition; the entry's own";
    solver.takes = TAUT_GRID;
    solver.promise = GPPC_PROMISE;
    solver.move = TAUT_MOVE_8;
    solver.prepare = prepare;
    solver.index_destroy = index_destroy;
    solver.scratch_create = scratch_create;
    solver.scratch_destroy = scratch_destroy;
    solver.query = query;
    return solver;
}

const TautSolver gppc = described();

} // namespace

const TautPlugin taut_plugin = {TAUT_PLUGIN_ABI, sizeof(TautSolver), &gppc, 1};
