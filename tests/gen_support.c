#include "tests/gen_support.h"

#include "tests/support.h"

#include <string.h>

Settings settings_from(ParameterTable table, const char *text) {
    Settings settings = settings_preset(table);
    while (*text != '\0') {
        size_t key = strcspn(text, "="), value = strcspn(text + key + 1, ",");
        int row = parameter_find(table, text, key);
        Error error;
        assert_true(row >= 0);
        ASSERT_OK(
            parameter_parse(&table.rows[row], "test", text + key + 1, value, &settings.value[row], &error),
            &error);
        settings.given[row] = true;
        text += key + 1 + value;
        text += *text == ',';
    }
    return settings;
}

Map make_map(const char *name, const char *text, Memory *memory) {
    const MapGenerator *generator = map_generator_find(name, strlen(name));
    assert_non_null(generator);
    Settings settings = settings_from(generator->parameters, text);
    Map map;
    Error error;
    ASSERT_OK(generator->normalise(&settings, &error), &error);
    ASSERT_OK(generator->generate(&settings, memory, &map, &error), &error);
    return map;
}

Status make_queries(const char *name, const char *text, const Map *map, Memory *memory, QuerySet *set,
                    Error *error) {
    const QueryGenerator *generator = query_generator_find(name, strlen(name));
    assert_non_null(generator);
    Settings settings = settings_from(generator->parameters, text);
    return generator->generate(map, &settings, memory, set, error);
}
