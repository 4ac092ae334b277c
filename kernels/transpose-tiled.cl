/*
 * Transpose through a tile in local memory: global memory is read in rows and written in rows, and the
 * turning happens in the tile, where strides are cheap.
 *
 * The tile has the local shape, lx columns and ly rows, and one column more: without it all elements of
 * a tile column would lie in the same bank of a GPU's local memory and would be read one by one.
 *
 * The result's tile is ly wide and lx high. For shapes that are not square the work-items are therefore
 * dealt out anew after the barrier, by their linear number, so that neighbours write neighbours.
 *
 * in:  height rows of width elements.   out: width rows of height elements.
 */
__kernel void transpose_tiled(__global const float *in,
                              __global float *out,
                              __local float *tile,
                              const uint width,
                              const uint height)
{
    const size_t lx = get_local_size(0);
    const size_t ly = get_local_size(1);
    const size_t pitch = lx + 1;

    /* Upper left corner of this group's tile in the input. */
    const size_t x0 = get_group_id(0) * lx;
    const size_t y0 = get_group_id(1) * ly;

    const size_t x = x0 + get_local_id(0);
    const size_t y = y0 + get_local_id(1);
    if (x < width && y < height)
        tile[get_local_id(1) * pitch + get_local_id(0)] = in[y * width + x];

    /* Nobody has returned: work-items of the padding arrive here too. */
    barrier(CLK_LOCAL_MEM_FENCE);

    const size_t linear = get_local_id(1) * lx + get_local_id(0);
    const size_t column = linear % ly; /* in the result's tile: along the input's y */
    const size_t row = linear / ly;    /* along the input's x */
    if (x0 + row < width && y0 + column < height)
        out[(x0 + row) * height + y0 + column] = tile[column * pitch + row];
}
