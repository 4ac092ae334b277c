/*
 * Transpose straight through global memory: rows are read, columns are written.
 *
 * Work-items that are neighbours in x read neighbouring elements, but write elements that are a whole
 * row of the result apart: every write touches another cache line. A tall local shape (4x64) turns this
 * round: it reads in strides and writes in runs. Which of the two a device forgives more easily is what
 * the sweep over shapes shows. transpose-tiled.cl removes the choice.
 *
 * in:  height rows of width elements.   out: width rows of height elements.
 */
__kernel void transpose_naive(__global const float *in,
                              __global float *out,
                              const uint width,
                              const uint height)
{
    const size_t x = get_global_id(0);
    const size_t y = get_global_id(1);

    /* Both sides may be padded; width and height stay the real ones and also give the strides. */
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
