/*
 * Sum of n numbers: every work-group adds up its own share in local memory and writes one partial sum.
 *
 * The tree needs log2(local size) rounds, each closed by a barrier. A small group has few rounds but
 * writes many partial sums; a large group has many rounds in which ever fewer work-items have work.
 *
 * The number of partial sums follows the local size. They are compared by their total: the order in
 * which floating-point numbers are added changes the last digits, and that is not an error.
 */
__kernel void reduction(__global const float *x,
                        __global float *partials,
                        __local float *scratch,
                        const uint n)
{
    const size_t i = get_global_id(0);
    const uint lid = (uint)get_local_id(0);

    /* Padding work-items add zero. They may not return early: everybody must reach the barriers. */
    scratch[lid] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    /*
     * Fold the upper part onto the lower one. Rounding up keeps the middle element of an odd count
     * where it is, so that any local size works and not only powers of two. The size is asked here and
     * not passed in, because with NULL the driver chooses it.
     */
    uint size = (uint)get_local_size(0);
    while (size > 1) {
        const uint keep = (size + 1) / 2;
        if (lid + keep < size)
            scratch[lid] += scratch[lid + keep];
        /* Outside the branch: a barrier must be reached by the whole group or by nobody. */
        barrier(CLK_LOCAL_MEM_FENCE);
        size = keep;
    }

    if (lid == 0)
        partials[get_group_id(0)] = scratch[0];
}
