/* What the tests of polygon maps share. */
#ifndef TAUT_TESTS_POLYGONS_SUPPORT_H
#define TAUT_TESTS_POLYGONS_SUPPORT_H

#include "algos/map/polygons.h"

/* Rings from "x,y x,y x,y | x,y …"; a '+' before a ring makes it one more boundary (those come first). */
Rings rings_from(const char *text, Memory *memory);

/* Twice the area on the left of all edges: twice the free area. */
double polygons_double_area(const Polygons *polygons);

/* Fails the test unless all holds that the header promises of any map. O(edges²). */
void check_polygons(const Polygons *polygons);

/* Makes polygons of something, in `memory`. */
typedef Status PolygonsMaking(const void *from, Memory *memory, Polygons *polygons);

/* Makes them with the first allocation failing, then with the second, and so on until all goes well. Fails
 * the test where that is told as anything but want of memory, or where something stays allocated. */
void assert_making_survives(PolygonsMaking *make, const void *from);

#endif
