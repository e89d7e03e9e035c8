#include "gen/lattice_points.h"

double lattice_unit_of(const Polygons *polygons) {
    if (polygons->inexact) return 0;
    double unit = 1;
    for (int i = polygons->lattice; i > 0; i--) unit *= 2;
    for (int i = polygons->lattice; i < 0; i++) unit /= 2;
    return unit;
}

Rng lattice_rng(const Polygons *polygons, uint64_t seed) {
    return rng_from(seed ^ polygons->hash);
}

double lattice_draw(double low, double high, double unit, Rng *rng) {
    if (unit == 0) return low + (high - low) * rng_unit(rng);
    return low + unit * rng_below(rng, (uint32_t)((high - low) / unit) + 1); /* below 2^25 of them */
}

Point lattice_point(const Polygons *polygons, double unit, Rng *rng) {
    double x = lattice_draw(polygons->low.x, polygons->high.x, unit, rng);
    return (Point){x, lattice_draw(polygons->low.y, polygons->high.y, unit, rng)};
}
