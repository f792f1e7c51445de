// SPDX-License-Identifier: Apache-2.0
// Atomic functions, scopes, fences.
__global__ void atomics(int *a, unsigned *b, unsigned long long *c, float *f, double *d)
{
    __shared__ int s[32];
    s[threadIdx.x] = 0;
    atomicAdd(&s[threadIdx.x & 7], 1);
    atomicAdd(a, 1); atomicSub(a + 1, 2); atomicExch(a + 2, 3); atomicMin(a + 3, s[0]);
    atomicMax(b, 5u); atomicInc(b + 1, 10u); atomicDec(b + 2, 10u); atomicAnd(b + 3, 6u);
    atomicOr(b + 4, 6u); atomicXor(b + 5, 6u);
    a[9] = atomicCAS(a + 8, 1, 2);
    c[1] = atomicCAS(c, 1ull, 2ull) + atomicAdd(c + 2, 3ull) + atomicMax(c + 3, 4ull);
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f + 2, 2.5f);
    d[1] = atomicAdd(d, 1.5);
    atomicAdd_block(a, 1); atomicAdd_system(a, 1);
    __threadfence(); __threadfence_block(); __threadfence_system();
}
