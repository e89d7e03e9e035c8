#include "gen/lattice_points.h"

double lattice_unit_of(const Polygons *polygons) {
    if (polygons->inexact) return 0;
    double unit = 1;
    for (int i = polygons->lattice; i > 0; i--) unit *= 2;
    for (int i = polygons->lattice; i < 0; i++) unit /= 2;
    return unit;
}

Rng lattice_rng(uint64_t seed) {
    return rng_from(seed ^
                    UINT64_C(0x706f696e74730000)); /* seeds of maps are below 2^63, and usually small */
}

double lattice_draw(double low, double high, double unit, Rng *rng) {
    if (unit == 0) return low + (high - low) * rng_unit(rng);
    return low + unit * rng_below(rng, (uint32_t)((high - low) / unit) + 1); /* below 2^25 of them */
}

Point lattice_point(const Polygons *polygons, double unit, Rng *rng) {
    double x = lattice_draw(polygons->low.x, polygons->high.x, unit, rng);
    return (Point){x, lattice_draw(polygons->low.y, polygons->high.y, unit, rng)};
}
