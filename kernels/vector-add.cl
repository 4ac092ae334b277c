/*
 * c = a + b: three memory accesses for one addition.
 *
 * Neighbouring work-items touch neighbouring elements, so whole cache lines are used at any local size
 * that is at least one wavefront wide. Below that, lanes of the wavefront stay empty. The launch itself
 * is a visible share of the time: this is also the kernel that shows what a launch costs.
 */
__kernel void vector_add(__global const float *a,
                         __global const float *b,
                         __global float *c,
                         const uint n)
{
    const size_t i = get_global_id(0);

    /* The range may be padded up to a multiple of the local size. */
    if (i < n)
        c[i] = a[i] + b[i];
}
