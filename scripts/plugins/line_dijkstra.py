#!/usr/bin/env python3
"""A program as a solver, in Python: Dijkstra's search in four or eight directions, with terrain.

    ./taut solve --map noise:64 --solver exec:scripts/plugins/line_dijkstra.py,promise=optimal

It reads the map from standard input, says `ready`, and answers each line with one line.
"""
import heapq
import math
import sys


def read_map():
    _, version, kind, move, width, height = sys.stdin.readline().split()
    rows = [list(map(int, sys.stdin.readline().split())) for _ in range(int(height))]
    if version != "1" or kind != "grid" or move not in ("4", "8"):
        print("refused takes grids with move=4 or move=8", flush=True)
        sys.exit(0)
    return rows, move


def neighbours(rows, move, x, y):
    def cost(x, y):
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else 0

    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        if cost(x + dx, y + dy):
            yield x + dx, y + dy, cost(x + dx, y + dy)
    if move == "8":
        for dx, dy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
            if cost(x + dx, y + dy) and cost(x + dx, y) and cost(x, y + dy):
                yield x + dx, y + dy, cost(x + dx, y + dy) * math.sqrt(2)


def search(rows, move, start, goal):
    best, came, done, queue = {start: 0.0}, {start: None}, set(), [(0.0, start)]
    while queue:
        length, at = heapq.heappop(queue)
        if at in done:
            continue
        done.add(at)
        if at == goal:
            path = []
            while at is not None:
                path.append(at)
                at = came[at]
            return path[::-1]
        for x, y, cost in neighbours(rows, move, *at):
            if length + cost < best.get((x, y), math.inf):
                best[x, y] = length + cost
                came[x, y] = at
                heapq.heappush(queue, (length + cost, (x, y)))
    return []


def main():
    rows, move = read_map()
    print("ready", flush=True)
    for line in sys.stdin:
        start_x, start_y, goal_x, goal_y = map(int, line.split())
        path = search(rows, move, (start_x, start_y), (goal_x, goal_y))
        print(len(path), *(number for cell in path for number in cell), flush=True)


if __name__ == "__main__":
    main()
