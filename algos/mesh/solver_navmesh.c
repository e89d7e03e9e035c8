/* The navigation mesh as document D0 teaches it: a channel of faces found by A* (channel.c), and a string
 * pulled through its portals (funnel.c). The channel is a guess, so the path need not be the shortest. */
#include "algos/mesh/centre_path.h"
#include "algos/mesh/channel.h"
#include "algos/mesh/funnel.h"
#include "algos/mesh/funnel_findstraightpath.h"
#include "algos/mesh/map_mesh.h"
#include "algos/mesh/navmesh.h"

enum {
    MESH,
    BUILD,
    PORTAL,
    CLAMP,
    FUNNEL,
    CIRCLE,
    CLIP,
    JOIN,
    SIDES,
    NARROW,
    APEX,
    AGAIN,
    BEGIN,
    END,
    COMPARE,
    EARLY,
    EDGES,
    OFFSET,
    EDITS
};
enum { BUILD_SWEEP, BUILD_PUBLISHED };
enum {
    FUNNEL_SIMPLE,
    FUNNEL_LINEAR,
    FUNNEL_PUBLISHED,
    FUNNEL_NONE,
    FUNNEL_MIRRORED,
    FUNNEL_FINDSTRAIGHTPATH
};

/* A rule of document D3's findStraightPath; funnel_findstraightpath.h says more. */
#define STRAIGHT_ROW(NAME, CHOICES, HELP)                                             \
    {                                                                                 \
        .name = (NAME), .type = PARAMETER_CHOICE, .choices = (CHOICES),               \
        .free_in = 1u << FUNNEL_FINDSTRAIGHTPATH, .free_by = "funnel", .help = (HELP) \
    }

static const Parameter rows[] = {
    [MESH] = {.name = "mesh",
              .type = PARAMETER_CHOICE,
              .choices = MESH_NAMES "|delaunay",
              .help =
                  MESH_HELP "; delaunay: document D1's triangles of points sampled in the cells of a grid"},
    [BUILD] = {.name = "build",
               .type = PARAMETER_CHOICE,
               .choices = "sweep|published",
               .help =
                   "of mesh=trapezoid. sweep: one plane sweep; published: the document's loops, defects and "
                   "all; of mesh=delaunay: halves of the points joined, or point by point as published"},
    [PORTAL] = {.name = "portal",
                .type = PARAMETER_CHOICE,
                .choices = PORTAL_NAMES,
                .help = "where the search thinks that a portal is crossed"},
    [CLAMP] = {.name = "clamp",
               .type = PARAMETER_INTEGER,
               .low = 0,
               .high = 500,
               .preset = 20,
               .help = "portal=line: thousandths of a portal that it keeps off both ends"},
    [FUNNEL] =
        {.name = "funnel",
         .type = PARAMETER_CHOICE,
         .choices = "simple|linear|published|none|mirrored|findstraightpath",
         .help = "simple: restarting, made right; linear: O(n); published: document D0's, defects and all; "
                 "none: points of faces and portals are joined; mirrored: document D1's, which takes left "
                 "for right; "
                 "findstraightpath: document D3's, as printed unless the rules below say otherwise"},
    [CIRCLE] =
        {.name = "circle",
         .type = PARAMETER_CHOICE,
         .choices = CIRCLE_NAMES,
         .free_in = 1u << MESH_DELAUNAY,
         .free_by = "mesh",
         .help = "what says that a point is in a circle; circumcentre: as published, with build=published"},
    [CLIP] = {.name = "clip",
              .type = PARAMETER_CHOICE,
              .choices = CLIP_NAMES,
              .free_in = 1u << MESH_DELAUNAY,
              .free_by = "mesh",
              .help =
                  "which triangles are kept: those off all walls, or as published by centroid and samples"},
    [JOIN] = {.name = "join",
              .type = PARAMETER_CHOICE,
              .choices = JOIN_NAMES,
              .free_in = 1u << FUNNEL_NONE,
              .free_by = "funnel",
              .help =
                  "what is joined: middles of portals; centres of faces; both in turn (centre-middles); or "
                  "centres, and where the line between two of them meets the portal (crossings)"},
    [SIDES] = STRAIGHT_ROW("sides", SIDES_NAMES, "which end of a shared edge is the left one"),
    [NARROW] = STRAIGHT_ROW("narrow", NARROW_NAMES,
                            "printed: a bound is overwritten before it is asked whether it was passed"),
    [APEX] = STRAIGHT_ROW("apex", APEX_NAMES,
                          "which bound determineApex returns; crossed: the one that was passed"),
    [AGAIN] = STRAIGHT_ROW("again", AGAIN_NAMES,
                           "after a corner: the same portal again, or the one after the corner's own"),
    [BEGIN] = STRAIGHT_ROW("begin", BEGIN_NAMES, "the start in the result"),
    [END] = STRAIGHT_ROW("end", END_NAMES, "the goal: appended untested, or the last portal"),
    [COMPARE] = STRAIGHT_ROW("compare", COMPARE_NAMES,
                             "sides told in float, double, exactly, or in double with a tolerance (an area)"),
    [EARLY] =
        STRAIGHT_ROW("early", EARLY_NAMES,
                     "straight to the goal: where the rest of the way is shorter than that (printed), or "
                     "where all portals left let it through (sight)"),
    [EDGES] = STRAIGHT_ROW("edges", EDGES_NAMES,
                           "the shared edge: searched at each look, kept once found, or given by the search"),
    [OFFSET] = {.name = "offset",
                .type = PARAMETER_INTEGER,
                .high = 1000000,
                .later = true,
                .free_in = ~(1u << FUNNEL_NONE),
                .free_by = "funnel",
                .help =
                    "corners of the path are moved off the obstacle by so much along the bisector (document "
                    "D0, exercise 3); a map grown by radius= needs none"},
    [EDITS] =
        {.name = "edits",
         .type = PARAMETER_INTEGER,
         .high = 1000000,
         .later = true,
         .free_in = 1u << MESH_SWEEP | 1u << MESH_CDT | 1u << MESH_MERGED,
         .free_by = "mesh",
         .help =
             "preparation also takes so many random obstacles out one by one and puts each back, bringing "
             "the mesh up to date each time: what changes cost"},
};

static StraightRules straight_rules(const Settings *settings) {
    const int64_t *value = settings->value;
    return (StraightRules){(SidesRule)value[SIDES],     (NarrowRule)value[NARROW], (ApexRule)value[APEX],
                           (AgainRule)value[AGAIN],     value[BEGIN] == 1,         value[END] == 1,
                           (CompareRule)value[COMPARE], (EarlyRule)value[EARLY],   (EdgesRule)value[EDGES]};
}

typedef struct Index {
    MapMesh built;
    Topology *topology;
    LinkSites sites;
    PortalRule portal;
    double clamp;
    int64_t funnel;
    StraightRules straight;
    JoinRule join;
    double offset;
    Memory *memory;
} Index;

typedef struct Scratch {
    ChannelSearch *search;
    Channel channel;
    PointPath piece; /* of a path that takes links */
    Memory *memory;
} Scratch;

static Guarantee guarantee(const Settings *settings) {
    int64_t funnel = settings->value[FUNNEL];
    StraightRules rules = straight_rules(settings);
    bool published = funnel == FUNNEL_PUBLISHED || funnel == FUNNEL_MIRRORED ||
                     (funnel == FUNNEL_FINDSTRAIGHTPATH && !straight_rules_right(&rules)) ||
                     (funnel == FUNNEL_NONE && settings->value[JOIN] == JOIN_CENTRES) ||
                     settings->value[OFFSET] > 0 || settings->value[BUILD] == BUILD_PUBLISHED;
    /* The samples' triangles do not reach all of the free space: an end may lie beside them. */
    return published || settings->value[MESH] == MESH_DELAUNAY ? GUARANTEE_AS_PUBLISHED : GUARANTEE_NONE;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    link_sites_destroy(&index->sites);
    if (index->topology != NULL) topology_destroy(index->topology);
    map_mesh_destroy(&index->built);
    memory_give(index->memory, index);
}

static Status create_mesh(const Map *map, const Settings *settings, Memory *memory, MapMesh *built,
                          Error *error) {
    MeshBuild build = (MeshBuild)settings->value[MESH];
    bool published = settings->value[BUILD] == BUILD_PUBLISHED;
    if (build == MESH_DELAUNAY) {
        DelaunayRules rules = {published ? DELAUNAY_INSERT : DELAUNAY_DIVIDE,
                               (CircleTest)settings->value[CIRCLE], (ClipRule)settings->value[CLIP]};
        if (rules.circle != CIRCLE_EXACT && !published)
            return error_say(error, STATUS_REFUSED, "circle=circumcentre is a way of build=published only",
                             NULL);
        return map_mesh_create_delaunay(map, &rules, memory, built, error);
    }
    if (published && build != MESH_SWEEP)
        return error_say(error, STATUS_REFUSED,
                         "build=published is a way to mesh=trapezoid and mesh=delaunay only", NULL);
    if (settings->value[EDITS] > 0 && published)
        return error_say(error, STATUS_REFUSED, "edits= is for build=sweep only", NULL);
    if (settings->value[EDITS] > 0)
        return map_mesh_create_edited(map, build, (uint32_t)settings->value[EDITS], memory, built, error);
    return map_mesh_create(map, published ? MESH_PUBLISHED : build, memory, built, error);
}

/* Where two portals of a face lie in line with a wall between them, points on both are joined along that
 * wall. On the lattice middles are exact and a path may touch walls; elsewhere they are rounded, and it may
 * leave the face by that. The funnel's paths turn at corners only, which are never rounded, and portals as
 * narrow as a rounding were refused with the mesh. */
static Status check_joins(const Index *index, Error *error) {
    bool promises = index->funnel == FUNNEL_NONE && index->join != JOIN_CENTRES;
    if (!promises || !index->built.mesh->inexact) return STATUS_OK;
    return error_say(
        error, STATUS_REFUSED,
        "funnel=none joins points of portals, which are rounded on a map of inexact coordinates, so "
        "that a path might cut a corner; there only join=centres, which promises nothing",
        NULL);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **made, Error *error) {
    Index *index = memory_take_zeroed(memory, 1, sizeof *index);
    if (index == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    index->memory = memory;
    index->portal = (PortalRule)settings->value[PORTAL];
    index->clamp = (double)settings->value[CLAMP] / 1000;
    index->funnel = settings->value[FUNNEL];
    index->straight = straight_rules(settings);
    index->join = (JoinRule)settings->value[JOIN];
    index->offset = (double)settings->value[OFFSET];
    Status status = create_mesh(map, settings, memory, &index->built, error);
    if (status == STATUS_OK) status = check_joins(index, error);
    if (status == STATUS_OK) {
        status = topology_create(index->built.mesh, memory, &index->topology);
        if (status == STATUS_OK)
            status =
                link_sites_create(index->topology, index->built.locator, &map->links, memory, &index->sites);
        if (status != STATUS_OK) (void)error_say(error, status, "no memory for the index", NULL);
    }
    if (status != STATUS_OK)
        index_destroy(index);
    else
        *made = index;
    return status;
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    map_mesh_describe(&index->built, facts);
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    channel_search_destroy(scratch->search);
    channel_destroy(&scratch->channel);
    point_path_destroy(&scratch->piece);
    memory_give(scratch->memory, scratch);
}

static Status create_search(const Index *index, Memory *memory, ChannelSearch **made) {
    ChannelSearch *search;
    TRY(channel_search_create(index->topology, index->built.locator, index->portal, index->clamp, memory,
                              &search));
    Status status = channel_search_use_links(search, &index->sites);
    if (status != STATUS_OK)
        channel_search_destroy(search);
    else
        *made = search;
    return status;
}

static Status scratch_create(const void *untyped, Memory *memory, void **made) {
    Scratch *scratch = memory_take_zeroed(memory, 1, sizeof *scratch);
    if (scratch == NULL) return STATUS_NO_MEMORY;
    *scratch = (Scratch){.channel = channel_in(memory), .piece = point_path_in(memory), .memory = memory};
    Status status = create_search(untyped, memory, &scratch->search);
    if (status != STATUS_OK)
        memory_give(memory, scratch);
    else
        *made = scratch;
    return status;
}

/* The path through a channel without links. */
static Status pull_string(const Index *index, const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    switch (index->funnel) {
    case FUNNEL_LINEAR:
        TRY(funnel_linear(channel, path, counts));
        break;
    case FUNNEL_PUBLISHED:
        TRY(funnel_published(channel, path, counts));
        break;
    case FUNNEL_MIRRORED:
        TRY(funnel_mirrored(channel, path, counts));
        break;
    case FUNNEL_NONE:
        TRY(centre_path(channel, index->topology, index->join, path));
        break;
    case FUNNEL_FINDSTRAIGHTPATH:
        TRY(funnel_findstraightpath(channel, index->topology, &index->straight, path, counts));
        break;
    default:
        TRY(funnel_simple(channel, path, counts));
    }
    if (index->offset > 0) path_offset(path, index->offset);
    return STATUS_OK;
}

/* A string for each way between links. */
static Status pull_pieces(const Index *index, Scratch *scratch, PointPath *path, FunnelCounts *counts) {
    const Channel *channel = &scratch->channel;
    const Links *links = index->sites.links;
    for (uint32_t i = 0; i <= channel->hop_count; i++) {
        Channel piece = channel_piece(channel, links, i);
        TRY(pull_string(index, &piece, &scratch->piece, counts));
        for (uint64_t j = 0; j < scratch->piece.count; j++)
            TRY(point_path_add(path, scratch->piece.points[j]));
    }
    path->length = links_length(links, path->points, path->count);
    return STATUS_OK;
}

static Status query_points(const void *untyped, void *held, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    const Index *index = untyped;
    Scratch *scratch = held;
    FunnelCounts counts = {0, 0};
    path->count = 0;
    path->length = 0;
    TRY(channel_search(scratch->search, query, &scratch->channel, counters));
    TRY(index->sites.links == NULL ? pull_string(index, &scratch->channel, path, &counts)
                                   : pull_pieces(index, scratch, path, &counts));
    COUNT(counters, scanned, counts.scanned);
    COUNT(counters, restarts, counts.restarts);
    return STATUS_OK;
}

Status navmesh_channel(const void *untyped, const PointQuery *query, Memory *memory,
                       const Topology **topology, Channel *channel) {
    const Index *index = untyped;
    Counters counters = {0};
    ChannelSearch *search;
    *topology = index->topology;
    *channel = channel_in(memory);
    TRY(create_search(index, memory, &search));
    Status status = channel_search(search, query, channel, &counters);
    channel_search_destroy(search);
    if (status != STATUS_OK) channel_destroy(channel);
    return status;
}

const Solver solver_navmesh = {
    .name = "navmesh",
    .summary = "A* over the faces of a mesh, then a string pulled through the portals",
    .source = "document D0; Mononen, Simple Stupid Funnel Algorithm, 2010",
    .map_kinds = MAP_GRID | MAP_POLYGONS | MAP_MESH,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee,
    .move = moves_any,
    .takes_links = true,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query_points = query_points,
};
