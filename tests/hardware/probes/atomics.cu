// SPDX-License-Identifier: Apache-2.0
// Atomics on global memory by operation and by where the lanes go: 262,144 of them in 1,024 blocks.
// traces/h200/probes/atomics.csv has what ncu counted on an H200.
#include <cstdio>
#include <cuda_fp16.h>

enum { COALESCED, WORDS_500, WORDS_65536, WORD_OF_WARP, ONE_WORD };

template <int pattern> __device__ unsigned place(unsigned i)
{
    unsigned hash = i * 2654435761u;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash ^= hash >> 13;
    return pattern == COALESCED      ? i % 65536
           : pattern == WORDS_500    ? hash % 500
           : pattern == WORDS_65536  ? hash % 65536
           : pattern == WORD_OF_WARP ? i / 32 % 512
                                     : 0;
}

#define OPERATION(name, type, code)                                                                \
    struct name {                                                                                  \
        typedef type Word;                                                                         \
        static __device__ void run(type *p, unsigned i) { code; }                                  \
    };
OPERATION(add_s32, int, atomicAdd(p, 1))
OPERATION(max_s32, int, atomicMax(p, (int)i))
OPERATION(min_u32, unsigned, atomicMin(p, i))
OPERATION(and_b32, unsigned, atomicAnd(p, i))
OPERATION(xor_b32, unsigned, atomicXor(p, i))
OPERATION(inc_u32, unsigned, atomicInc(p, 1000000000u))
OPERATION(add_u64, unsigned long long, atomicAdd(p, 1ull))
OPERATION(max_u64, unsigned long long, atomicMax(p, (unsigned long long)i))
OPERATION(add_f32, float, atomicAdd(p, 1.f))
OPERATION(add_f64, double, atomicAdd(p, 1.))
OPERATION(add_f16x2, __half2, atomicAdd(p, __floats2half2_rn(0, 0)))
OPERATION(exchange_b32, unsigned, if (atomicExch(p, i) == 0x7fffffff) *p = 1)
OPERATION(returned_add_u32, unsigned, if (atomicAdd(p, 1) == 0x7fffffff) *p = 1)
OPERATION(returned_max_s32, int, if (atomicMax(p, (int)i) == 0x7fffffff) *p = 1)
OPERATION(cas_b32, unsigned, if (atomicCAS(p, i, i + 1) == 0x7fffffff) *p = 1)

template <class O, int pattern> __global__ void atomics(typename O::Word *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    O::run(out + place<pattern>(i), i);
}

template <class O, int pattern> void go(void *out)
{
    cudaMemset(out, 0, 1 << 20);
    atomics<O, pattern><<<1024, 256>>>((typename O::Word *)out);
    if constexpr (pattern < ONE_WORD)
        go<O, pattern + 1>(out);
}

int main()
{
    void *out;
    cudaMalloc(&out, 1 << 20);
    go<add_s32, 0>(out), go<max_s32, 0>(out), go<min_u32, 0>(out), go<and_b32, 0>(out), go<xor_b32, 0>(out);
    go<inc_u32, 0>(out), go<add_u64, 0>(out), go<max_u64, 0>(out), go<add_f32, 0>(out), go<add_f64, 0>(out);
    go<add_f16x2, 0>(out), go<exchange_b32, 0>(out), go<returned_add_u32, 0>(out), go<returned_max_s32, 0>(out);
    go<cas_b32, 0>(out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
