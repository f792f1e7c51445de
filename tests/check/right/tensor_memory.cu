// SPDX-License-Identifier: Apache-2.0
// The address that tcgen05.alloc writes: read after a barrier, and with -DEARLY before it.
#include <cstdio>

__global__ void address(unsigned *out)
{
    __shared__ unsigned place;
    unsigned at = (unsigned)__cvta_generic_to_shared(&place);
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(at) : "memory");
    }
#ifndef EARLY
    __syncthreads();
#endif
    unsigned memory = place;
    out[threadIdx.x] = memory == 7 ? 1 : memory;
    __syncthreads();
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(memory) : "memory");
    }
}

int main()
{
    unsigned *out;
    cudaMalloc(&out, 128 * sizeof *out);
    address<<<1, 128>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(out);
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
