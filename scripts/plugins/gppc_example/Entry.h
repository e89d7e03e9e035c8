/* The functions that an entry of the competition has; see ../gppc.cc. */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct xyLoc {
    int16_t x, y;
};

/* Once a map, before the clock runs: bits[y * width + x] is true where a cell is free; what is worth keeping
 * goes to the file. */
void PreprocessMap(const std::vector<bool> &bits, int width, int height, const std::string &filename);
/* Reads the file; what it gives back comes with each query. */
void *PrepareForSearch(const std::vector<bool> &bits, int width, int height, const std::string &filename);
/* Appends the path; true when it is whole, or when there is none. */
bool GetPath(void *data, xyLoc start, xyLoc goal, std::vector<xyLoc> &path);
std::string GetName();
