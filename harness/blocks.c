#include "harness/blocks.h"

#include "algos/core/hash.h"
#include "algos/core/rng.h"
#include "harness/grown.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef enum Kind { KIND_GROUP, KIND_MAP, KIND_SOLVER, KINDS } Kind;

static const char *const prefixes[KINDS] = {"group=", "map=", "solver="};

/* One wish, resolved. */
typedef struct Wish {
    Kind kind;
    const char *pattern;
} Wish;

enum { WISHES_MOST = 64 };

typedef struct Wishes {
    Wish wishes[WISHES_MOST];
    uint32_t count;
    bool of_kind[KINDS]; /* whether there is one of the kind */
} Wishes;

static bool matches(const char *pattern, const char *text) {
    char name[SPEC_TEXT];
    if (fnmatch(pattern, text, 0) == 0) return true;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text); /* of a solver or generator */
    if (fnmatch(pattern, name, 0) == 0) return true;
    const char *slash = strrchr(text, '/');
    return slash != NULL && fnmatch(pattern, slash + 1, 0) == 0;
}

static bool matches_any(const Plan *plan, const Wish *wish) {
    for (uint32_t p = 0; p < plan->part_count; p++) {
        const Part *part = &plan->parts[p];
        if (wish->kind == KIND_GROUP && matches(wish->pattern, part->name)) return true;
        for (uint32_t i = 0; wish->kind == KIND_MAP && i < part->map_count; i++)
            if (matches(wish->pattern, part->maps[i].text)) return true;
        for (uint32_t i = 0; wish->kind == KIND_SOLVER && i < part->solver_count; i++)
            if (matches(wish->pattern, part->solvers[i].text)) return true;
    }
    return false;
}

static bool resolve(const Plan *plan, const char *text, Wish *wish) {
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length = strlen(prefixes[kind]);
        if (strncmp(text, prefixes[kind], length) != 0) continue;
        *wish = (Wish){(Kind)kind, text + length};
        return matches_any(plan, wish);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        *wish = (Wish){(Kind)kind, text};
        if (matches_any(plan, wish)) return true;
    }
    return false;
}

static Status matches_nothing(const Plan *plan, const char *pattern, Error *error) {
    char groups[400] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < plan->part_count && length < sizeof groups; i++)
        length += (size_t)snprintf(groups + length, sizeof groups - length, "%s%s", i == 0 ? "" : ", ",
                                   plan->parts[i].name);
    return error_say(error, STATUS_BAD_INPUT, "--only ", pattern,
                     ": matches no group, map or solver of experiment ", plan->experiment,
                     "; groups: ", groups, NULL);
}

static Status resolve_all(const Plan *plan, const Selection *selection, Wishes *wishes, Error *error) {
    if (selection->only_count > WISHES_MOST)
        return error_say(error, STATUS_BAD_INPUT, "--only: more than 64 patterns", NULL);
    for (uint32_t i = 0; i < selection->only_count; i++) {
        Wish *wish = &wishes->wishes[wishes->count++];
        if (!resolve(plan, selection->only[i], wish)) return matches_nothing(plan, selection->only[i], error);
        wishes->of_kind[wish->kind] = true;
    }
    return STATUS_OK;
}

static bool is_wished(const Wishes *wishes, Kind kind, const char *text) {
    if (!wishes->of_kind[kind]) return true;
    for (uint32_t i = 0; i < wishes->count; i++)
        if (wishes->wishes[i].kind == kind && matches(wishes->wishes[i].pattern, text)) return true;
    return false;
}

/* Fills `wanted` for the part's solvers; whether there is any. */
static bool want_solvers(const Wishes *wishes, const Part *part, bool *wanted) {
    bool any = false;
    for (uint32_t i = 0; i < part->solver_count; i++) {
        wanted[i] = is_wished(wishes, KIND_SOLVER, part->solvers[i].text);
        any = any || wanted[i];
    }
    bool whole = part_is_timed(part);
    for (uint32_t i = 0; i < part->solver_count; i++) wanted[i] = wanted[i] || (whole && any);
    return any;
}

/* Whether block `number` of the plan falls to the shard: by its place in the shuffle. */
static Status deal(const Plan *plan, const Selection *selection, uint32_t count, bool *mine, Memory *memory,
                   Error *error) {
    uint32_t *order = memory_take(memory, (size_t)count + 1, sizeof *order);
    if (order == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the shards", NULL);
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    Rng rng = rng_from(plan_hash(plan));
    if (selection->shards > 0) rng_shuffle(&rng, order, count);
    for (uint32_t i = 0; i < count; i++)
        mine[order[i]] = selection->shards == 0 || i % selection->shards == selection->shard - 1;
    memory_give(memory, order);
    return STATUS_OK;
}

static void fill(const Plan *plan, const Wishes *wishes, const bool *mine, BlockList *list) {
    uint32_t number = 0;
    bool *wanted = list->wanted;
    for (uint32_t p = 0; p < plan->part_count; p++) {
        const Part *part = &plan->parts[p];
        bool group = is_wished(wishes, KIND_GROUP, part->name) && want_solvers(wishes, part, wanted);
        for (uint32_t m = 0; m < part->map_count; m++) {
            bool map = group && is_wished(wishes, KIND_MAP, part->maps[m].text);
            for (uint32_t q = 0; q < part->query_count; q++) {
                if (!mine[number++] || !map) continue;
                list->blocks[list->count++] =
                    (BlockChoice){part, &part->maps[m], &part->queries[q], wanted, list->places};
                list->places += part->solver_count;
            }
        }
        wanted += part->solver_count;
    }
}

Status blocks_choose(const Plan *plan, const Selection *selection, Memory *memory, BlockList *list,
                     Error *error) {
    *list = (BlockList){.memory = memory};
    Wishes wishes = {.count = 0};
    TRY(resolve_all(plan, selection, &wishes, error));
    size_t solvers = 0;
    for (uint32_t p = 0; p < plan->part_count; p++) {
        list->plan_blocks += plan->parts[p].map_count * plan->parts[p].query_count;
        solvers += plan->parts[p].solver_count;
    }
    list->blocks = memory_take(memory, (size_t)list->plan_blocks + 1, sizeof *list->blocks);
    list->wanted = memory_take_zeroed(memory, solvers + 1, sizeof *list->wanted);
    bool *mine = memory_take(memory, (size_t)list->plan_blocks + 1, sizeof *mine);
    Status status = list->blocks == NULL || list->wanted == NULL || mine == NULL
                        ? error_say(error, STATUS_NO_MEMORY, "no memory for the list of blocks", NULL)
                        : deal(plan, selection, list->plan_blocks, mine, memory, error);
    if (status == STATUS_OK) fill(plan, &wishes, mine, list);
    memory_give(memory, mine);
    if (status != STATUS_OK) blocks_destroy(list);
    return status;
}

void blocks_destroy(BlockList *list) {
    if (list->memory == NULL) return;
    memory_give(list->memory, list->blocks);
    memory_give(list->memory, list->wanted);
    *list = (BlockList){.memory = NULL};
}

uint64_t plan_hash(const Plan *plan) {
    Hash hash = hash_start();
    hash_text(&hash, plan->experiment);
    for (uint32_t p = 0; p < plan->part_count; p++) {
        const Part *part = &plan->parts[p];
        hash_text(&hash, part->name);
        /* The folder of a file may differ between machines. */
        for (uint32_t i = 0; i < part->map_count; i++) {
            const char *text = part->maps[i].text, *slash = strrchr(text, '/');
            hash_text(&hash, slash == NULL ? text : slash + 1);
        }
        for (uint32_t i = 0; i < part->query_count; i++) hash_text(&hash, part->queries[i].text);
        for (uint32_t i = 0; i < part->solver_count; i++) hash_text(&hash, part->solvers[i].text);
        hash_integer(&hash, part->repeats);
        for (int i = 0; i < PROTOCOL_COUNT; i++) hash_integer(&hash, part->protocols[i]);
        hash_integer(&hash, part->prepares);
    }
    return hash_value(&hash);
}

double block_weight(const BlockChoice *block) {
    double cells = BLOCK_CELLS;
    struct stat file;
    const Part *part = block->part;
    if (block->map->generator == NULL) {
        if (stat(grown_name(block->map).text, &file) == 0) cells = (double)file.st_size;
    } else {
        int width = parameter_find(block->map->generator->parameters, "width", 5);
        int height = parameter_find(block->map->generator->parameters, "height", 6);
        if (width >= 0 && height >= 0)
            cells = (double)block->map->settings.value[width] * (double)block->map->settings.value[height];
    }
    uint32_t protocols = 0, solvers = 0;
    for (int i = 0; i < PROTOCOL_COUNT; i++) protocols += part->protocols[i];
    for (uint32_t i = 0; i < part->solver_count; i++) solvers += block->wanted[i];
    return cells * (2 + protocols * part->repeats) * solvers;
}
