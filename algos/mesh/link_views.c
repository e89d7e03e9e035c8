#include "algos/mesh/link_views.h"

static Status seen_add(Seen *seen, uint32_t to, Memory *memory) {
    if (seen->count == seen->capacity) {
        uint32_t capacity = seen->capacity == 0 ? 64 : seen->capacity * 2;
        uint32_t *grown = memory_resize(memory, seen->to, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        seen->to = grown;
        seen->capacity = capacity;
    }
    seen->to[seen->count++] = to;
    return STATUS_OK;
}

static void seen_destroy(Seen *seen, Memory *memory) {
    memory_give(memory, seen->first);
    memory_give(memory, seen->to);
}

/* From site `link` of `from`; sites of the other kind are looked for. */
static Status look(View *view, const Sites *from, uint32_t link, bool taut) {
    const FaceList nowhere = {.count = 0};
    return view_from_point(view, from->at[link], from->vertex[link], &from->faces[link], taut, from->at[link],
                           &nowhere);
}

static Status look_from_ends(LinkViews *made, View *view, bool taut) {
    uint32_t count = made->sites.links->count;
    view_look_for(view, &made->sites.from);
    for (uint32_t k = 0; k < count; k++) {
        TRY(look(view, &made->sites.to, k, taut));
        for (uint32_t i = 0; i < view->count; i++)
            TRY(seen_add(&made->corners, view->corners[i], made->memory));
        for (uint32_t next = 0; next < count; next++)
            if (view_sees_site(view, next)) TRY(seen_add(&made->next, next, made->memory));
        made->corners.first[k + 1] = made->corners.count;
        made->next.first[k + 1] = made->next.count;
    }
    return STATUS_OK;
}

/* What beginnings see, `seen`, turned round: by the vertex that is seen. */
static Status turn_round(const Seen *seen, uint32_t link_count, uint32_t vertex_count, Memory *memory,
                         Seen *made) {
    made->to = memory_take(memory, seen->count, sizeof *made->to);
    if (made->to == NULL) return STATUS_NO_MEMORY;
    made->count = seen->count;
    /* first[v + 1] counts, then ends, then is moved down to where v begins. */
    for (uint32_t i = 0; i < seen->count; i++) made->first[seen->to[i] + 1]++;
    for (uint32_t v = 0; v < vertex_count; v++) made->first[v + 1] += made->first[v];
    for (uint32_t k = link_count; k-- > 0;)
        for (uint32_t i = seen->first[k]; i < seen->first[k + 1]; i++)
            made->to[--made->first[seen->to[i] + 1]] = k;
    for (uint32_t v = 0; v < vertex_count; v++) made->first[v] = made->first[v + 1];
    made->first[vertex_count] = made->count;
    return STATUS_OK;
}

static Status look_from_beginnings(LinkViews *made, View *view, bool taut, uint32_t vertex_count,
                                   Seen *seen) {
    view_look_for(view, NULL);
    for (uint32_t k = 0; k < made->sites.links->count; k++) {
        TRY(look(view, &made->sites.from, k, taut));
        for (uint32_t i = 0; i < view->count; i++) TRY(seen_add(seen, view->corners[i], made->memory));
        seen->first[k + 1] = seen->count;
    }
    return turn_round(seen, made->sites.links->count, vertex_count, made->memory, &made->links);
}

static Status look_all(LinkViews *made, View *view, bool taut, uint32_t vertex_count) {
    size_t count = (size_t)made->sites.links->count + 1;
    Seen seen = {.first = memory_take_zeroed(made->memory, count, sizeof *seen.first)};
    made->corners.first = memory_take_zeroed(made->memory, count, sizeof *made->corners.first);
    made->next.first = memory_take_zeroed(made->memory, count, sizeof *made->next.first);
    made->links.first = memory_take_zeroed(made->memory, (size_t)vertex_count + 1, sizeof *made->links.first);
    bool is_room = seen.first != NULL && made->corners.first != NULL && made->next.first != NULL &&
                   made->links.first != NULL;
    Status status = is_room ? view_sites_create(view, made->sites.links->count) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) status = look_from_ends(made, view, taut);
    if (status == STATUS_OK) status = look_from_beginnings(made, view, taut, vertex_count, &seen);
    seen_destroy(&seen, made->memory);
    return status;
}

Status link_views_create(Topology *topology, const Locator *locator, const Links *links, View *view,
                         bool taut, Memory *memory, LinkViews *made) {
    *made = (LinkViews){.memory = memory};
    TRY(link_sites_create(topology, locator, links, memory, &made->sites));
    Status status = look_all(made, view, taut, topology->mesh->vertex_count);
    if (status != STATUS_OK) link_views_destroy(made);
    return status;
}

void link_views_destroy(LinkViews *made) {
    if (made->sites.links == NULL) return;
    seen_destroy(&made->links, made->memory);
    seen_destroy(&made->corners, made->memory);
    seen_destroy(&made->next, made->memory);
    link_sites_destroy(&made->sites);
    *made = (LinkViews){.memory = made->memory};
}
