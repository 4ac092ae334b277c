/*
 * SAXPY, y = a * x + y, repeated `iter_count` times in a register.
 *
 * The loop never leaves the work-item: two loads, one store and 2 * iter_count floating-point
 * operations. With iter_count = 1 the kernel waits for memory, with 100 it waits for arithmetic, so one
 * kernel shows both ends. No work-item needs another one: any local size gives the same result, and
 * what a sweep sees is only how well the device is filled.
 *
 * The accumulator grows linearly (y + iter_count * a * x), so 100 iterations stay far from infinity.
 */
__kernel void saxpy(__global const float *x,
                    __global float *y,
                    const float a,
                    const int iter_count,
                    const uint n)
{
    /* One linear index for 1-D and 2-D ranges: in 1-D get_global_id(1) is 0. */
    const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);

    /* A size that does not divide the range launches a few work-items too many: they must not write. */
    if (i >= n)
        return;

    const float xv = x[i];
    float acc = y[i];
    for (int k = 0; k < iter_count; ++k)
        acc = a * xv + acc;
    y[i] = acc;
}
