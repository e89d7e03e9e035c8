#include "algos/exact/flood.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Why no order is needed within a bucket: a step costs at least 1, so a cell settled at a length in [n, n +
 * 1) can only better cells of bucket n + 1 and later. All of bucket n is final when its turn comes. */

enum {
    RING = 512, /* buckets kept at a time; above the longest step, 255·√2 + 1 */
    SEEN = 1,
    SETTLED = 2,
    WANTED = 4
};

typedef struct Bucket {
    uint32_t *places;
    uint32_t count, capacity;
} Bucket;

/* The exact length of a place: straight + diagonal·√2. */
typedef struct Reached {
    uint32_t straight, diagonal;
} Reached;

struct Flood {
    const Grid *grid;
    Move move;
    Memory *memory;
    Reached *reached;
    uint8_t *state;
    Bucket ring[RING];
    uint64_t queued; /* entries in the ring */
};

Status flood_create(const Grid *grid, Move move, Memory *memory, Flood **flood, Error *error) {
    if (grid->cost_sum >= UINT64_C(1) << 31)
        return error_say(error, STATUS_REFUSED,
                         "the flood oracle takes maps whose costs add up to less than 2^31", NULL);
    Flood *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a flood", NULL);
    made->grid = grid;
    made->move = move;
    made->memory = memory;
    made->reached = memory_take(memory, grid_place_count(grid), sizeof *made->reached);
    made->state = memory_take(memory, grid_place_count(grid), 1);
    if (made->reached == NULL || made->state == NULL) {
        flood_destroy(made);
        return error_say(error, STATUS_NO_MEMORY, "no memory for a flood", NULL);
    }
    *flood = made;
    return STATUS_OK;
}

void flood_destroy(Flood *flood) {
    if (flood == NULL) return;
    for (uint32_t i = 0; i < RING; i++) memory_give(flood->memory, flood->ring[i].places);
    memory_give(flood->memory, flood->reached);
    memory_give(flood->memory, flood->state);
    memory_give(flood->memory, flood);
}

#define ROOT_2 1.4142135623730950488

/* floor(straight + diagonal·√2), exactly. A double of diagonal·√2 is off by less than 2·10^-6 (diagonal <
 * 2^32), so it tells the integer below unless it is that near to one; then the root of 2·diagonal² is
 * corrected to the integer below. */
static uint64_t whole_part(Reached length) {
    if (length.diagonal == 0) return length.straight;
    double near = length.diagonal * ROOT_2;
    uint64_t root = (uint64_t)near;
    double part = near - (double)root;
    if (part > 4e-6 && part < 1 - 4e-6) return length.straight + root;
    uint64_t twice = 2 * (uint64_t)length.diagonal * length.diagonal;
    root = (uint64_t)sqrt((double)twice);
    while (root * root > twice) root--;
    while ((root + 1) * (root + 1) <= twice) root++;
    return length.straight + root;
}

static Length exact(Reached length) {
    return (Length){length.straight, length.diagonal};
}

/* Whether a is shorter than b, exactly: the double of their difference is off by less than 10^-5. */
static bool is_shorter(Reached a, Reached b) {
    if (a.straight == b.straight && a.diagonal == b.diagonal)
        return false; /* the usual case on plain terrain */
    double straight = (double)((int64_t)a.straight - (int64_t)b.straight);
    double diagonal = (double)((int64_t)a.diagonal - (int64_t)b.diagonal);
    double difference = straight + diagonal * ROOT_2;
    if (difference > 1e-4 || difference < -1e-4) return difference < 0;
    return length_compare(exact(a), exact(b)) < 0;
}

static Status reach(Flood *flood, uint32_t place, Reached length) {
    uint8_t *state = &flood->state[place];
    if ((*state & SETTLED) != 0) return STATUS_OK;
    if ((*state & SEEN) != 0 && !is_shorter(length, flood->reached[place])) return STATUS_OK;
    *state |= SEEN;
    flood->reached[place] = length;
    Bucket *bucket = &flood->ring[whole_part(length) % RING];
    if (bucket->count == bucket->capacity) {
        uint32_t capacity = bucket->capacity == 0 ? 64 : bucket->capacity * 2;
        uint32_t *places = memory_resize(flood->memory, bucket->places, capacity, sizeof *places);
        if (places == NULL) return STATUS_NO_MEMORY;
        bucket->places = places;
        bucket->capacity = capacity;
    }
    bucket->places[bucket->count++] = place;
    flood->queued++;
    return STATUS_OK;
}

static Status reach_neighbours(Flood *flood, uint32_t place) {
    const uint8_t *cost = flood->grid->cost;
    uint32_t stride = (uint32_t)flood->grid->stride;
    uint32_t north = place - stride, south = place + stride, west = place - 1, east = place + 1;
    Reached here = flood->reached[place];
    const uint32_t beside[4] = {north, south, west, east};
    for (int i = 0; i < 4; i++)
        if (cost[beside[i]] != 0)
            TRY(reach(flood, beside[i], (Reached){here.straight + cost[beside[i]], here.diagonal}));
    if (flood->move == MOVE_4) return STATUS_OK;
    const uint32_t corner[4][3] = {{north - 1, north, west}, /* the corner and its two side cells */
                                   {north + 1, north, east},
                                   {south - 1, south, west},
                                   {south + 1, south, east}};
    const int sides = flood->move == MOVE_8C ? 1 : 2;
    for (int i = 0; i < 4; i++)
        if (cost[corner[i][0]] != 0 && (cost[corner[i][1]] != 0) + (cost[corner[i][2]] != 0) >= sides)
            TRY(reach(flood, corner[i][0], (Reached){here.straight, here.diagonal + cost[corner[i][0]]}));
    return STATUS_OK;
}

/* Takes the ring's next bucket that holds anything and settles it; counts down the goals met. */
static Status settle_bucket(Flood *flood, Bucket *bucket, uint32_t *goals_left) {
    /* Settling adds to later buckets only, so this one does not change under the loop. */
    for (uint32_t i = 0; i < bucket->count; i++) {
        uint32_t place = bucket->places[i];
        uint8_t *state = &flood->state[place];
        if ((*state & SETTLED) != 0) continue;
        *state |= SETTLED;
        if ((*state & WANTED) != 0) --*goals_left;
        TRY(reach_neighbours(flood, place));
    }
    flood->queued -= bucket->count;
    bucket->count = 0;
    return STATUS_OK;
}

Status flood_run(Flood *flood, Cell start, const Cell *goals, uint32_t goal_count) {
    assert(grid_cost(flood->grid, start) != 0);
    memset(flood->state, 0, grid_place_count(flood->grid));
    for (uint32_t i = 0; i < RING; i++) flood->ring[i].count = 0;
    flood->queued = 0;
    uint32_t goals_left = 0;
    for (uint32_t i = 0; i < goal_count; i++) {
        uint8_t *state = &flood->state[grid_place(flood->grid, goals[i])];
        if ((*state & WANTED) == 0) goals_left++;
        *state |= WANTED;
    }
    TRY(reach(flood, grid_place(flood->grid, start), (Reached){0, 0}));
    for (uint64_t turn = 0; flood->queued != 0; turn++) {
        TRY(settle_bucket(flood, &flood->ring[turn % RING], &goals_left));
        if (goal_count != 0 && goals_left == 0) break;
    }
    return STATUS_OK;
}

bool flood_length(const Flood *flood, Cell goal, Length *length) {
    uint32_t place = grid_place(flood->grid, goal);
    if ((flood->state[place] & SETTLED) == 0) return false;
    *length = exact(flood->reached[place]);
    return true;
}
