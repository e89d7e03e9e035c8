/* A small entry, to show that one works: A* with the octile distance; PreprocessMap labels what hangs together,
 * so that a query without a path is answered at once. The path is given by its turning points. */
#include "Entry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <queue>

namespace {

struct Entry {
    int width, height;
    std::vector<bool> bits;
    std::vector<int32_t> component, from;
    std::vector<double> length;
    std::vector<uint32_t> stamp;
    uint32_t now;

    bool is_free(int x, int y) const {
        return x >= 0 && y >= 0 && x < width && y < height && bits[static_cast<std::size_t>(y * width + x)];
    }

    /* Calls visit(place, cost) for each neighbour; no corner is cut. */
    template <typename Visit> void each_neighbour(int place, Visit visit) const {
        int x = place % width, y = place / width;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if ((dx == 0 && dy == 0) || !is_free(x + dx, y + dy)) continue;
                if (is_free(x + dx, y) && is_free(x, y + dy))
                    visit((y + dy) * width + x + dx, dx != 0 && dy != 0 ? std::sqrt(2.0) : 1.0);
            }
    }

    double estimate(int place, int goal) const {
        int dx = std::abs(place % width - goal % width), dy = std::abs(place / width - goal / width);
        return std::max(dx, dy) + (std::sqrt(2.0) - 1) * std::min(dx, dy);
    }

    bool search(int start, int goal) {
        typedef std::pair<double, int> Item;
        std::priority_queue<Item, std::vector<Item>, std::greater<Item>> queue;
        now++;
        see(start, 0, -1);
        queue.push({estimate(start, goal), start});
        while (!queue.empty()) {
            Item item = queue.top();
            queue.pop();
            int at = item.second;
            if (at == goal) return true;
            double here = length[static_cast<std::size_t>(at)];
            if (item.first > here + estimate(at, goal) + 1e-9) continue; /* a shorter way was found since */
            each_neighbour(at, [&](int to, double cost) {
                std::size_t place = static_cast<std::size_t>(to);
                if (stamp[place] == now && length[place] <= here + cost) return;
                see(to, here + cost, at);
                queue.push({here + cost + estimate(to, goal), to});
            });
        }
        return false;
    }

    void see(int at, double with_length, int came_from) {
        std::size_t place = static_cast<std::size_t>(at);
        stamp[place] = now;
        length[place] = with_length;
        from[place] = came_from;
    }
};

xyLoc location(const Entry &entry, int place) {
    return xyLoc{static_cast<int16_t>(place % entry.width), static_cast<int16_t>(place / entry.width)};
}

} // namespace

void PreprocessMap(const std::vector<bool> &bits, int width, int height, const std::string &filename) {
    Entry entry{};
    entry.width = width;
    entry.height = height;
    entry.bits = bits;
    std::vector<int32_t> component(bits.size(), 0);
    int32_t count = 0;
    for (std::size_t first = 0; first < bits.size(); first++) {
        if (!bits[first] || component[first] != 0) continue;
        std::vector<int> open(1, static_cast<int>(first));
        component[first] = ++count;
        while (!open.empty()) {
            int at = open.back();
            open.pop_back();
            entry.each_neighbour(at, [&](int to, double) {
                if (component[static_cast<std::size_t>(to)] != 0) return;
                component[static_cast<std::size_t>(to)] = count;
                open.push_back(to);
            });
        }
    }
    std::ofstream file(filename, std::ios::binary);
    file.write(reinterpret_cast<const char *>(component.data()),
               static_cast<std::streamsize>(component.size() * sizeof(int32_t)));
}

void *PrepareForSearch(const std::vector<bool> &bits, int width, int height, const std::string &filename) {
    Entry *entry = new Entry{};
    entry->width = width;
    entry->height = height;
    entry->bits = bits;
    entry->component.resize(bits.size());
    entry->from.resize(bits.size());
    entry->length.resize(bits.size());
    entry->stamp.resize(bits.size());
    std::ifstream file(filename, std::ios::binary);
    file.read(reinterpret_cast<char *>(entry->component.data()),
              static_cast<std::streamsize>(bits.size() * sizeof(int32_t)));
    return entry;
}

bool GetPath(void *data, xyLoc start, xyLoc goal, std::vector<xyLoc> &path) {
    Entry &entry = *static_cast<Entry *>(data);
    int first = start.y * entry.width + start.x, last = goal.y * entry.width + goal.x;
    if (entry.component[static_cast<std::size_t>(first)] != entry.component[static_cast<std::size_t>(last)])
        return true;
    if (!entry.search(first, last)) return true;
    std::size_t begin = path.size();
    int after = -1, before = -1;
    for (int at = last; at >= 0; before = after, after = at, at = entry.from[static_cast<std::size_t>(at)]) {
        /* A cell between two steps of the same direction needs no mention. */
        bool straight = before >= 0 && after - before == at - after && path.size() > begin + 1;
        if (straight)
            path.back() = location(entry, at);
        else
            path.push_back(location(entry, at));
    }
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    return true;
}

std::string GetName() { return "example-astar"; }
