/*
 * 5x5 box blur: every pixel becomes the mean of its 25 neighbours; beyond the edge the nearest edge
 * pixel counts.
 *
 * A group loads its pixels and a halo of two on each side, (lx + 4) x (ly + 4) in all, and then reads
 * only local memory. The halo is the price of the shape: 16x16 loads 400 pixels for 256 results (1.6),
 * 64x4 loads 544 (2.1), 256x1 loads 1300 (5.1).
 */
#define RADIUS 2

__kernel void box_blur(__global const float *in,
                       __global float *out,
                       __local float *tile,
                       const int width,
                       const int height)
{
    const int lx = (int)get_local_size(0);
    const int ly = (int)get_local_size(1);
    const int tile_width = lx + 2 * RADIUS;
    const int tile_height = ly + 2 * RADIUS;

    /* Where the tile's upper left corner lies in the image; -2 at the image's own corner. */
    const int x0 = (int)get_group_id(0) * lx - RADIUS;
    const int y0 = (int)get_group_id(1) * ly - RADIUS;

    /* More pixels than work-items: each takes every (lx * ly)-th of them. */
    const int linear = (int)get_local_id(1) * lx + (int)get_local_id(0);
    for (int p = linear; p < tile_width * tile_height; p += lx * ly) {
        const int px = clamp(x0 + p % tile_width, 0, width - 1);
        const int py = clamp(y0 + p / tile_width, 0, height - 1);
        tile[p] = in[py * width + px];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = (int)get_global_id(0);
    const int y = (int)get_global_id(1);
    /* Only after the barrier may the work-items of the padding leave. */
    if (x >= width || y >= height)
        return;

    float sum = 0.0f;
    for (int dy = 0; dy <= 2 * RADIUS; ++dy)
        for (int dx = 0; dx <= 2 * RADIUS; ++dx)
            sum += tile[((int)get_local_id(1) + dy) * tile_width + (int)get_local_id(0) + dx];
    out[y * width + x] = sum * (1.0f / 25.0f);
}
