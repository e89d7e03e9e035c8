/* What the tests of generators share: settings from words, maps and queries made from them. */
#ifndef TAUT_TESTS_GEN_SUPPORT_H
#define TAUT_TESTS_GEN_SUPPORT_H

#include "gen/generator.h"

/* Reads "key=value,key=value" over a table. */
Settings settings_from(ParameterTable table, const char *text);

/* The map that the generator `name` makes of these settings; it must exist and succeed. */
Map make_map(const char *name, const char *text, Memory *memory);

/* The queries that the generator `name` makes; it must exist, and may fail. */
Status make_queries(const char *name, const char *text, const Map *map, Memory *memory, QuerySet *set,
                    Error *error);

#endif
