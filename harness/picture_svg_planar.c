/* The ground of a planar map: obstacles everywhere, free space cut out, edges of the mesh thin on it. */
#include "harness/picture_parts.h"

enum { PATH_EDGES = 2000 }; /* some programs take time with the square of it */

static void put_ring(const Rings *rings, uint32_t ring, FILE *out) {
    for (uint32_t i = rings->first[ring]; i < rings->first[ring + 1]; i++)
        fprintf(out, "%s%.8g %.8g", i == rings->first[ring] ? "M" : "L", rings->points[i].x,
                rings->points[i].y);
    fputc('z', out);
}

/* Each edge between two faces once: from the lower vertex to the higher. */
static void put_mesh(const Mesh *mesh, double pixel, FILE *out) {
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            uint32_t next = i + 1 == mesh->first[f + 1] ? mesh->first[f] : i + 1;
            if (mesh->neighbour[i] == FACE_NONE || mesh->corner[i] > mesh->corner[next]) continue;
            if (count++ % PATH_EDGES == 0) {
                fprintf(out, "%s<path stroke-width=\"%.4g\" stroke=\"", count == 1 ? "" : "\"/>\n",
                        0.7 * pixel);
                svg_colour(mesh_colour, out);
                fputs("\" d=\"", out);
            }
            Point a = mesh->vertices[mesh->corner[i]], b = mesh->vertices[mesh->corner[next]];
            fprintf(out, "M%.8g %.8gL%.8g %.8g", a.x, a.y, b.x, b.y);
        }
    if (count != 0) fputs("\"/>\n", out);
}

static void put_faces(const Mesh *mesh, const uint32_t *faces, uint32_t count, Colour colour, FILE *out) {
    fputs("<path fill=\"", out);
    svg_colour(colour, out);
    fputs("\" d=\"", out);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = mesh->first[faces[i]], end = mesh->first[faces[i] + 1];
        for (uint32_t c = first; c < end; c++) {
            Point at = mesh->vertices[mesh->corner[c]];
            fprintf(out, "%s%.8g %.8g", c == first ? "M" : "L", at.x, at.y);
        }
        fputc('z', out);
    }
    fputs("\"/>\n", out);
}

static void put_portals(const PictureChannel *channel, double pixel, FILE *out) {
    fprintf(out, "<path stroke-width=\"%.4g\" stroke=\"", 1.2 * pixel);
    svg_colour(portal_colour, out);
    fputs("\" d=\"", out);
    for (uint32_t i = 0; i < channel->portal_count; i++) {
        const Portal *portal = &channel->portals[i];
        fprintf(out, "M%.8g %.8gL%.8g %.8g", portal->left.x, portal->left.y, portal->right.x,
                portal->right.y);
    }
    fputs("\"/>\n", out);
}

void svg_links(const Links *links, double pixel, FILE *out) {
    fputs("<g stroke=\"", out);
    svg_colour(link_colour, out);
    fprintf(out, "\" stroke-width=\"%.4g\">\n", 1.4 * pixel);
    for (uint32_t i = 0; i < links->count; i++) {
        Point from = links->links[i].from, to = links->links[i].to;
        fprintf(out, "<path d=\"M%.8g %.8gL%.8g %.8g\"/><circle cx=\"%.8g\" cy=\"%.8g\" r=\"%.4g\" fill=\"",
                from.x, from.y, to.x, to.y, from.x, from.y, LINK_RADIUS * pixel);
        svg_colour(link_colour, out);
        fputs("\"/>\n", out);
    }
    fputs("</g>\n", out);
}

void svg_triangle(double x, double y, double radius, bool up, Colour colour, FILE *out) {
    double side = radius * 0.866, tip = up ? -radius : radius;
    fprintf(out, "<path stroke=\"#222\" stroke-width=\"%.4g\" fill=\"", radius / 5);
    svg_colour(colour, out);
    fprintf(out, "\" d=\"M%.8g %.8gL%.8g %.8gL%.8g %.8gz\"/>", x, y + tip, x + side, y - tip / 2, x - side,
            y - tip / 2);
}

void svg_ring(double x, double y, double radius, FILE *out) {
    fprintf(out,
            "<circle cx=\"%.8g\" cy=\"%.8g\" r=\"%.4g\" fill=\"none\" stroke=\"#000\" "
            "stroke-width=\"%.4g\"/>\n",
            x, y, radius, radius / 4);
}

void svg_channel(const PictureChannel *channel, double pixel, FILE *out) {
    double scale = mark_scale(channel) * pixel, radius = MARK_RADIUS * scale;
    for (uint32_t i = 0; i < channel->portal_count; i++) {
        Point left = seen_left(&channel->portals[i]), right = seen_right(&channel->portals[i]);
        /* Neighbouring portals mostly share an end. */
        const Portal *last = i == 0 ? NULL : &channel->portals[i - 1];
        if (last == NULL || !point_equal(seen_left(last), left))
            svg_triangle(left.x, left.y, radius, true, left_colour, out);
        if (last == NULL || !point_equal(seen_right(last), right))
            svg_triangle(right.x, right.y, radius, false, right_colour, out);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < channel->corner_count; i++)
        svg_ring(channel->corners[i].x, channel->corners[i].y, RING_RADIUS * scale, out);
}

Status svg_planar(const Picture *picture, double pixel, FILE *out, Memory *memory, Error *error) {
    Frame frame = frame_of(picture);
    Rings rings;
    if (polygons_rings(picture->polygons, memory, &rings) != STATUS_OK)
        return error_say(error, STATUS_NO_MEMORY, "no memory for the picture", NULL);
    fprintf(out, "<rect x=\"%.8g\" y=\"%.8g\" width=\"%.8g\" height=\"%.8g\" fill=\"", frame.x, frame.y,
            frame.width, frame.height);
    svg_colour(obstacle_colour, out);
    fputs("\"/>\n<path fill-rule=\"evenodd\" fill=\"", out);
    svg_colour(free_colour, out);
    fputs("\" d=\"", out);
    for (uint32_t ring = 0; ring < rings.ring_count; ring++) put_ring(&rings, ring, out);
    fputs("\"/>\n", out);
    rings_destroy(&rings);
    const PictureFaces *expanded = picture->expanded;
    const PictureChannel *channel = picture->channel;
    if (expanded != NULL)
        put_faces(expanded->mesh, expanded->faces, expanded->count, expanded_colour(expanded), out);
    if (channel != NULL)
        put_faces(channel->mesh, channel->faces, channel->face_count, channel_colour(channel), out);
    if (picture->mesh != NULL) put_mesh(picture->mesh, pixel, out);
    if (picture->channel != NULL) put_portals(picture->channel, pixel, out);
    return STATUS_OK;
}
