#include "algos/map/locator_parts.h"

#include <math.h>

/* Cells a face. More make more cells that lie in one face, but fewer of them fit the cache. */
#define CELLS_A_FACE 1.0

enum { FACES_MOST = 1 << 29 }; /* what numbers in cells and cuts leave room for */

typedef struct Box {
    Point low, high;
} Box;

/* While cuts are counted `cuts` is NULL; then `next` is where the cell's next cut goes. */
typedef struct Builder {
    Locator *locator;
    uint32_t *next;
    double margin; /* above all rounding */
} Builder;

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

static Box face_box(const Mesh *mesh, uint32_t face) {
    Point low = corner_point(mesh, mesh->first[face]), high = low;
    for (uint32_t i = mesh->first[face] + 1; i < mesh->first[face + 1]; i++) {
        Point at = corner_point(mesh, i);
        low = (Point){lesser(low.x, at.x), lesser(low.y, at.y)};
        high = (Point){greater(high.x, at.x), greater(high.y, at.y)};
    }
    return (Box){low, high};
}

/* Cells in the proportion of the faces' mean width and height. */
static void choose_grid(Builder *builder) {
    Locator *locator = builder->locator;
    const Mesh *mesh = locator->mesh;
    double width = mesh->high.x - mesh->low.x, height = mesh->high.y - mesh->low.y;
    double count = mesh->face_count * CELLS_A_FACE, wide = 0, high = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        Box box = face_box(mesh, f);
        wide += box.high.x - box.low.x;
        high += box.high.y - box.low.y;
    }
    double columns = greater(1, lesser(count, sqrt(count * (width / wide) / (height / high))));
    locator->columns = (uint32_t)columns;
    locator->rows = (uint32_t)(count / columns) + 1;
    locator->size = (Point){width / locator->columns, height / locator->rows};
    locator->scale = (Point){locator->columns / width, locator->rows / height};
    builder->margin = greater(greater(fabs(mesh->low.x), fabs(mesh->low.y)),
                              greater(fabs(mesh->high.x), fabs(mesh->high.y))) *
                      0x1p-44;
}

/* The edge that begins at corner i as a cut of the cell around `middle`. */
static Cut cut_of(const Locator *locator, uint32_t face, uint32_t i, Point middle) {
    const Mesh *mesh = locator->mesh;
    Point a, b;
    mesh_edge_line(mesh, mesh->corner[i], mesh->corner[next_corner(mesh, face, i)], &a, &b);
    double x = a.y - b.y, y = b.x - a.x, c = x * (middle.x - a.x) + y * (middle.y - a.y);
    x *= locator->size.x;
    y *= locator->size.y;
    double length = fabs(x) + fabs(y);
    return (Cut){(float)(x / length), (float)(y / length), (float)(c / length), face << CUT_SHIFT};
}

static bool same_line(Cut a, Cut b) {
    return a.x == b.x && a.y == b.y && a.c == b.c;
}

static void put_cut(Builder *builder, uint32_t cell, uint32_t *count, Cut cut) {
    if (*count > 0) {
        Cut *last = builder->locator->cuts == NULL ? NULL : &builder->locator->cuts[builder->next[cell] - 1];
        if (last != NULL) last->face |= CUT_SAME;
    }
    (*count)++;
    if (builder->locator->cuts != NULL) builder->locator->cuts[builder->next[cell]] = cut;
    builder->next[cell]++;
}

/* Whether the edge comes near enough to the cell to decide there; its line does already. */
static bool edge_meets(const Mesh *mesh, uint32_t face, uint32_t i, Point middle, double half_x,
                       double half_y) {
    Point a = corner_point(mesh, i), b = corner_point(mesh, next_corner(mesh, face, i));
    return lesser(a.x, b.x) <= middle.x + half_x && greater(a.x, b.x) >= middle.x - half_x &&
           lesser(a.y, b.y) <= middle.y + half_y && greater(a.y, b.y) >= middle.y - half_y;
}

/* Puts the face's cuts into a cell. Only edges that cross the cell matter in it, for the way from a point of
 * the face there to one outside crosses one of them. Without any the cell lies in the face, and one endless
 * cut says so, or outside. */
static void enter_cell(Builder *builder, uint32_t face, uint32_t column, uint32_t row) {
    Locator *locator = builder->locator;
    const Mesh *mesh = locator->mesh;
    Point middle = locator_middle(locator, column, row);
    uint32_t cell = row * locator->columns + column, count = 0;
    double half_x = locator->size.x / 2 + builder->margin, half_y = locator->size.y / 2 + builder->margin;
    bool holds_middle = true;
    Cut last = {0, 0, 0, 0};
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        Cut cut = cut_of(locator, face, i, middle);
        float reach = 0.5f + 4 * CUT_UNSURE; /* of a cut over half a cell; the margin is far less than that */
        holds_middle &= cut.c > 0;
        if (cut.c > reach || cut.c < -reach || !edge_meets(mesh, face, i, middle, half_x, half_y)) continue;
        if (count > 0 && same_line(cut, last)) continue;
        put_cut(builder, cell, &count, cut);
        last = cut;
    }
    if (count == 0 && holds_middle) put_cut(builder, cell, &count, (Cut){0, 0, INFINITY, face << CUT_SHIFT});
}

typedef struct Range {
    double low, high;
} Range;

/* The y that a face has between two x; low > high where it has none. */
static Range heights_between(const Mesh *mesh, uint32_t face, double x0, double x1) {
    Range range = {INFINITY, -INFINITY};
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        Point a = corner_point(mesh, i), b = corner_point(mesh, next_corner(mesh, face, i));
        if (a.x > b.x) {
            Point swapped = a;
            a = b;
            b = swapped;
        }
        if (b.x < x0 || a.x > x1) continue;
        double slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0;
        double from = a.x < x0 ? a.y + slope * (x0 - a.x) : a.y;
        double to = b.x > x1 ? a.y + slope * (x1 - a.x) : b.y;
        range.low = lesser(range.low, lesser(from, to));
        range.high = greater(range.high, greater(from, to));
    }
    return range;
}

static void enter_face(Builder *builder, uint32_t face) {
    Locator *locator = builder->locator;
    const Mesh *mesh = locator->mesh;
    Box box = face_box(mesh, face);
    uint32_t last = locator_column(locator, box.high.x + builder->margin);
    for (uint32_t column = locator_column(locator, box.low.x - builder->margin); column <= last; column++) {
        double x = mesh->low.x + column * locator->size.x;
        Range range = heights_between(mesh, face, x - builder->margin, x + locator->size.x + builder->margin);
        if (range.low > range.high) continue;
        uint32_t end = locator_row(locator, range.high + builder->margin);
        for (uint32_t row = locator_row(locator, range.low - builder->margin); row <= end; row++)
            enter_cell(builder, face, column, row);
    }
}

/* From counts to the place of each cell's first cut; returns how many there are. */
static uint64_t sum_counts(uint32_t *next, uint32_t cells) {
    uint64_t sum = 0;
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t here = next[c];
        next[c] = (uint32_t)sum;
        sum += here;
    }
    return sum;
}

static void reverse_cuts(Cut *cuts, uint32_t count) {
    for (uint32_t i = 0; 2 * i + 1 < count; i++) {
        Cut cut = cuts[i];
        cuts[i] = cuts[count - 1 - i];
        cuts[count - 1 - i] = cut;
    }
}

/* Puts the face that reaches farthest around the cell's middle first, as it is likely to hold most of the
 * cell. */
static void lead_with_largest(Cut *cuts, uint32_t count) {
    uint32_t best = 0, best_end = 0, first = 0;
    float most = -INFINITY, least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        least = cuts[i].c < least ? cuts[i].c : least;
        if (cuts[i].face & CUT_SAME) continue;
        if (least > most) {
            most = least;
            best = first;
            best_end = i + 1;
        }
        first = i + 1;
        least = INFINITY;
    }
    /* In place: the cuts before it turned around, its own too, then all of them. */
    reverse_cuts(cuts, best);
    reverse_cuts(cuts + best, best_end - best);
    reverse_cuts(cuts, best_end);
}

/* Marks where one face's cuts end and the next one's begin; cells with one endless cut lie in a face. */
static void finish_cells(Builder *builder, uint32_t cell_count) {
    Locator *locator = builder->locator;
    uint32_t begin = 0;
    for (uint32_t c = 0; c < cell_count; c++) {
        uint32_t end = builder->next[c];
        if (begin == end)
            locator->cells[c] = CELL_EMPTY << 1 | 1;
        else if (end == begin + 1 && locator->cuts[begin].c == INFINITY)
            locator->cells[c] = locator->cuts[begin].face >> CUT_SHIFT << 1 | 1;
        else
            locator->cells[c] = begin << 1;
        lead_with_largest(locator->cuts + begin, end - begin);
        for (uint32_t i = begin; i + 1 < end; i++)
            if ((locator->cuts[i].face & CUT_SAME) == 0) locator->cuts[i].face |= CUT_NEXT;
        begin = end;
    }
}

static Status fill_cells(Builder *builder) {
    Locator *locator = builder->locator;
    uint32_t cell_count = locator->columns * locator->rows;
    locator->cells = memory_take(locator->memory, cell_count, sizeof *locator->cells);
    builder->next = memory_take_zeroed(locator->memory, cell_count, sizeof *builder->next);
    if (locator->cells == NULL || builder->next == NULL) return STATUS_NO_MEMORY;
    for (uint32_t f = 0; f < locator->mesh->face_count; f++) enter_face(builder, f);
    uint64_t cuts = sum_counts(builder->next, cell_count);
    if (cuts > INT32_MAX) return STATUS_NO_MEMORY;
    locator->cuts = memory_take(locator->memory, cuts, sizeof *locator->cuts);
    if (locator->cuts == NULL) return STATUS_NO_MEMORY;
    for (uint32_t f = 0; f < locator->mesh->face_count; f++) enter_face(builder, f);
    finish_cells(builder, cell_count);
    return STATUS_OK;
}

Status locator_create(const Mesh *mesh, Memory *memory, Locator **created) {
    if (mesh->face_count > FACES_MOST) return STATUS_NO_MEMORY;
    Locator *locator = memory_take(memory, 1, sizeof *locator);
    if (locator == NULL) return STATUS_NO_MEMORY;
    *locator = (Locator){.mesh = mesh, .memory = memory};
    Builder builder = {.locator = locator};
    choose_grid(&builder);
    Status status = fill_cells(&builder);
    memory_give(memory, builder.next);
    if (status == STATUS_OK)
        *created = locator;
    else
        locator_destroy(locator);
    return status;
}

void locator_destroy(Locator *locator) {
    if (locator == NULL) return;
    memory_give(locator->memory, locator->cells);
    memory_give(locator->memory, locator->cuts);
    memory_give(locator->memory, locator);
}
