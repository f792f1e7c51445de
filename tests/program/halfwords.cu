// SPDX-License-Identifier: Apache-2.0
// The intrinsics of dynamic programming on halfwords: a hash of their results over random words and
// equal ones. nvcc's code gives the expected one.
#include <cstdio>

__device__ unsigned mix(unsigned x)
{
    x *= 0x9e3779b9u;
    x ^= x >> 15;
    x *= 0x85ebca6bu;
    return x ^ (x >> 13);
}
__device__ void run(unsigned i, unsigned *o)
{
    unsigned a = mix(3 * i + 1), b = i % 5 == 0 ? a : mix(3 * i + 2), c = mix(3 * i + 3), h = 0;
    bool hi, lo;
#define ADD(x) h = h * 31 + (x)
    ADD(__viaddmax_s16x2(a, b, c));
    ADD(__viaddmax_u16x2(a, b, c));
    ADD(__viaddmin_s16x2(a, b, c));
    ADD(__viaddmin_u16x2(a, b, c));
    ADD(__viaddmax_s16x2_relu(a, b, c));
    ADD(__viaddmin_s16x2_relu(a, b, c));
    ADD(__vimax3_s16x2(a, b, c));
    ADD(__vimax3_u16x2(a, b, c));
    ADD(__vimin3_s16x2(a, b, c));
    ADD(__vimin3_u16x2(a, b, c));
    ADD(__vimax3_s16x2_relu(a, b, c));
    ADD(__vimin3_s16x2_relu(a, b, c));
    ADD(__vimax_s16x2_relu(a, b));
    ADD(__vimin_s16x2_relu(a, b));
    ADD(__vibmax_s16x2(a, b, &hi, &lo));
    ADD(2 * hi + lo);
    ADD(__vibmax_u16x2(a, b, &hi, &lo));
    ADD(2 * hi + lo);
    ADD(__vibmin_s16x2(a, b, &hi, &lo));
    ADD(2 * hi + lo);
    ADD(__vibmin_u16x2(a, b, &hi, &lo));
    ADD(2 * hi + lo);
    o[i] = h;
}
__global__ void k(unsigned *o)
{
    run(blockIdx.x * blockDim.x + threadIdx.x, o);
}
int main()
{
    unsigned *o, s = 0;
    cudaMallocManaged(&o, 4096 * 4);
    k<<<16, 256>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4096; i++)
        s = s * 31 + o[i];
    printf("%08x %08x %08x\n", s, o[0], o[4095]);
}
