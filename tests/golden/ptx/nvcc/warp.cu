// SPDX-License-Identifier: Apache-2.0
// Warp functions: shuffles, votes, matches, reductions, bit counting.
__global__ void warp(int *a, float *f, unsigned *b, unsigned long long *c)
{
    int i = threadIdx.x, lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    float v = f[i];
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffffu, v, o);
    v += __shfl_down_sync(~0u, v, 3, 16) + __shfl_up_sync(~0u, v, 1) + __shfl_sync(~0u, v, lane);
    unsigned ballot = __ballot_sync(~0u, v > 0), active = __activemask();
    int all = __all_sync(~0u, a[i] > 3), any = __any_sync(~0u, a[i] > 4);
    int pred;
    unsigned m = __match_any_sync(active, a[i]) + __match_all_sync(~0u, a[i], &pred);
    __syncwarp();
    b[i] = __popc(ballot) + __clz(a[i]) + __brev(m) + __ffs(a[i]) + all + any + pred;
    b[i] += __popcll(c[i]) + __clzll(c[i]) + __byte_perm(b[i], m, 0x3210) + __funnelshift_l(m, b[i], 5);
#if __CUDA_ARCH__ >= 800
    b[i] += __reduce_add_sync(~0u, m) + __reduce_max_sync(~0u, a[i]) + __reduce_or_sync(~0u, m);
#endif
    b[i] += warpSize + __dp4a(a[i], a[i + 1], lane) + __fns(m, 0, 1);
    f[i] = v;
}
