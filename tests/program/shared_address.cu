// SPDX-License-Identifier: Apache-2.0
// Addresses in shared memory as integers: of 32 bits that wrap around, and of 64 that do not.
#include <cstdio>

__global__ void look(int i, long long *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    size_t wide = __cvta_generic_to_shared(&values[i + 4]); // i is negative, and values lies at 0
    unsigned narrow = (unsigned)__cvta_generic_to_shared(&values[i + 8]) + (threadIdx.x % 4) * 4;
    int x, y;
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(x) : "l"(wide));
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(y) : "r"(narrow));
    if (threadIdx.x == 2) {
        out[0] = (long long)wide;
        out[1] = x;
        out[2] = y;
        out[3] = (long long)(wide / 4);
    }
}

int main()
{
    long long *out;
    cudaMallocManaged(&out, 32);
    look<<<1, 64>>>(-3, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%lld %lld %lld %lld\n", out[0], out[1], out[2], out[3]); // as on an H200
    return 0;
}
