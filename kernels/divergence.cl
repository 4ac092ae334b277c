/*
 * Branches that follow the work-item's number.
 *
 * Runs of `period` work-items take the same path, the next run takes the other one. Both paths cost the
 * same. Where the lanes of a wavefront share one instruction counter, with period 1 every wavefront has
 * lanes on both paths and must walk through both, one after the other, at half the speed. From a period
 * of one wavefront on (32 or 64 on GPUs, 8 on a CPU driver that puts work-items into AVX lanes), whole
 * wavefronts agree and the loss is gone. A driver that runs work-items one by one shows no difference.
 *
 * Both recurrences converge (the factor is 0.5), so that rounding differences die out.
 */
__kernel void divergence(__global const float *x,
                         __global float *y,
                         const int iter_count,
                         const uint period,
                         const uint n)
{
    const uint i = (uint)get_global_id(0);

    /* The padding's work-items leave; there is no barrier that could miss them. */
    if (i >= n)
        return;

    const float xv = x[i];
    float acc = xv;
    if ((i / period) % 2 == 0) {
        for (int k = 0; k < iter_count; ++k)
            acc = 0.5f * acc + xv;
    } else {
        for (int k = 0; k < iter_count; ++k)
            acc = xv - 0.5f * acc;
    }
    y[i] = acc;
}
