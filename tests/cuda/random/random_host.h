// SPDX-License-Identifier: Apache-2.0
// Runs the kernels of random_kernels.c on the host: the words of CUDA C++ that they use, and a
// random_main that prints a hash of what each kernel wrote, as compare_ptx does.
#include "tests/cuda/random_input.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BOTH
#define UNROLL(count)
#define KERNEL static
#undef __noinline__
#define __noinline__ __attribute__((noinline))

static struct {
    unsigned x;
} threadIdx, blockIdx, blockDim = {THREADS};

static inline int min(int a, int b)
{
    return a < b ? a : b;
}
static inline int max(int a, int b)
{
    return a > b ? a : b;
}
static inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
static inline int __clz(int x)
{
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
static inline unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}
static inline int __float_as_int(float x)
{
    int made;
    memcpy(&made, &x, sizeof made);
    return made;
}

typedef void Kernel(const int *in, const float *fin, unsigned *out);

static int random_main(Kernel *const *kernels, size_t count)
{
    static int32_t in[INPUTS];
    static float fin[INPUTS];
    static uint32_t out[OUTPUTS];
    random_input(in, fin);
    for (size_t i = 0; i < count; i++) {
        for (blockIdx.x = 0; blockIdx.x < BLOCKS; blockIdx.x++) {
            for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++) {
                kernels[i](in, fin, out);
            }
        }
        printf("kernel%zu %016llx\n", i, (unsigned long long)random_hash(out));
    }
    return 0;
}
