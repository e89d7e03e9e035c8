#include "algos/core/lattice.h"

__extension__ typedef __int128 Wide;

double power_of_two(int exponent) {
    double power = 1;
    for (; exponent > 0; exponent--) power *= 2;
    for (; exponent < 0; exponent++) power /= 2;
    return power;
}

int lattice_in_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
    Wide determinant = (Wide)(ax * ax + ay * ay) * (bx * cy - cx * by) +
                       (Wide)(bx * bx + by * by) * (cx * ay - ax * cy) +
                       (Wide)(cx * cx + cy * cy) * (ax * by - bx * ay);
    return (determinant > 0) - (determinant < 0);
}
