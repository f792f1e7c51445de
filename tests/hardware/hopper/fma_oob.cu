// SPDX-License-Identifier: Apache-2.0
// fma.oob: which values of a, b and c make the result zero, as ranges; and a hash of random products.
// nvcc -arch=sm_90 fma_oob.cu && ./a.out
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#define FMA(type)                                                                                  \
    asm volatile("fma.rn.oob" type " %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c))

__device__ uint16_t fma_of(int kind, uint16_t a, uint16_t b, uint16_t c)
{
    uint16_t d = 0;
    switch (kind) {
    case 0: FMA(".f16"); break;
    case 1: FMA(".relu.f16"); break;
    case 2: FMA(".bf16"); break;
    default: FMA(".relu.bf16"); break;
    }
    return d;
}

__device__ uint32_t pair_of(int kind, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t d = 0;
#define PAIR(type) asm volatile("fma.rn.oob" type " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c))
    switch (kind) {
    case 0: PAIR(".f16x2"); break;
    case 1: PAIR(".relu.f16x2"); break;
    case 2: PAIR(".bf16x2"); break;
    default: PAIR(".relu.bf16x2"); break;
    }
    return d;
}

// which: 0: a takes all values, 1: b, 2: c; the others are 1
__global__ void sweep(int kind, int which, uint16_t *out)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    uint16_t one = kind < 2 ? 0x3c00 : 0x3f80, x = (uint16_t)i;
    out[i] = fma_of(kind, which == 0 ? x : one, which == 1 ? x : one, which == 2 ? x : one);
}

__device__ uint32_t mixed(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// Half of the values are near the NaNs.
__device__ uint32_t value(uint32_t seed)
{
    uint32_t x = mixed(seed), low = x >> 8 & 1 ? 0x7ff7u : 0x7fffu, high = x >> 9 & 1 ? 0x7ff70000u : 0xffff0000u;
    uint32_t y = mixed(x);
    y = (x & 3) == 0 ? (y & 0xffff0000u) | low : y;
    return (x >> 2 & 3) == 0 ? (y & 0xffffu) | high : y;
}

__global__ void randoms(int kind, uint32_t *out)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pair_of(kind, value(3 * i), value(3 * i + 1), value(3 * i + 2));
}

int main()
{
    uint16_t *out;
    uint32_t *pairs;
    const uint32_t count = 1 << 16;
    cudaMalloc(&out, count * sizeof *out);
    cudaMalloc(&pairs, count * sizeof *pairs);
    std::vector<uint16_t> all(count);
    std::vector<uint32_t> all_pairs(count);
    for (int kind = 0; kind < 4; kind++) {
        for (int which = 0; which < 3; which++) {
            sweep<<<count / 256, 256>>>(kind, which, out);
            cudaMemcpy(all.data(), out, count * sizeof *out, cudaMemcpyDeviceToHost);
            uint64_t hash = 14695981039346656037ull;
            printf("kind %d operand %d zero:", kind, which);
            for (uint32_t i = 0; i < count; i++) {
                hash = (hash ^ all[i]) * 1099511628211ull;
                bool is_zero = all[i] == 0, was_zero = i > 0 && all[i - 1] == 0;
                bool is_last = is_zero && (i + 1 == count || all[i + 1] != 0);
                if (is_zero && !was_zero) {
                    printf(" %04x", i);
                }
                if (is_last) {
                    printf("-%04x", i);
                }
            }
            printf(" hash %016llx\n", (unsigned long long)hash);
        }
        randoms<<<count / 256, 256>>>(kind, pairs);
        cudaMemcpy(all_pairs.data(), pairs, count * sizeof *pairs, cudaMemcpyDeviceToHost);
        uint64_t hash = 14695981039346656037ull;
        for (uint32_t pair : all_pairs) {
            hash = (hash ^ pair) * 1099511628211ull;
        }
        printf("kind %d pairs: %016llx\n", kind, (unsigned long long)hash);
    }
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
