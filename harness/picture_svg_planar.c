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
    if (picture->mesh != NULL) put_mesh(picture->mesh, pixel, out);
    return STATUS_OK;
}
