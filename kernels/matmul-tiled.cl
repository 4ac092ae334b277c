/*
 * C = A * B with tiles of the local shape.
 *
 * A group of lx x ly work-items computes an lx wide and ly high piece of C. It walks along the inner
 * dimension in steps of `depth` = min(lx, ly). In each step it loads
 *   - from A: ly rows, depth columns        (the work-items with local x < depth load one element each)
 *   - from B: depth rows, lx columns        (the work-items with local y < depth)
 * and every work-item adds depth products to its sum. Because depth is the shorter side, one element per
 * work-item is always enough, whatever the shape, and either tile fits into lx * ly elements.
 *
 * Each element of A is used lx times once it is in local memory, each of B ly times: 16x16 loads 1/8
 * element for each product (1/16 + 1/16), 64x4 more than twice that (1/64 + 1/4), and 256x1 hardly
 * saves anything. That is why square shapes win here.
 *
 * A: height rows of inner elements.   B: inner rows of width.   C: height rows of width.
 */
__kernel void matmul_tiled(__global const float *a,
                           __global const float *b,
                           __global float *c,
                           __local float *tile_a,
                           __local float *tile_b,
                           const uint width,
                           const uint height,
                           const uint inner)
{
    const uint lx = (uint)get_local_size(0);
    const uint ly = (uint)get_local_size(1);
    const uint depth = min(lx, ly);

    const uint i = (uint)get_local_id(0);
    const uint j = (uint)get_local_id(1);
    const uint x = (uint)get_global_id(0);
    const uint y = (uint)get_global_id(1);

    float sum = 0.0f;
    for (uint k0 = 0; k0 < inner; k0 += depth) {
        /* Zeros outside the matrices: they change no sum, and nobody has to leave before a barrier. */
        if (i < depth)
            tile_a[j * depth + i] = y < height && k0 + i < inner ? a[y * inner + k0 + i] : 0.0f;
        if (j < depth)
            tile_b[j * lx + i] = x < width && k0 + j < inner ? b[(k0 + j) * width + x] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (uint k = 0; k < depth; ++k)
            sum += tile_a[j * depth + k] * tile_b[k * lx + i];
        /* The next step overwrites the tiles: wait until all have read them. */
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (x < width && y < height)
        c[y * width + x] = sum;
}
