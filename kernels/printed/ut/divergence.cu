// SPDX-License-Identifier: Apache-2.0
// UT's nested branch as printed, a function in each leaf, and the same by hand with six predicates; and
// its two conditions, by thread and by warp. The lecture does not say what its functions do: here each
// of them writes its digit.
#include "../../lecture.h"

const int BLOCK = 256, BLOCKS = 16;

__device__ inline void mark(volatile unsigned *x, unsigned leaf) { *x = *x << 4 | leaf; }

#define f1() mark(x, 1)
#define f2() mark(x, 2)
#define f3() mark(x, 3)
#define f4() mark(x, 4)
#define f1_() mark(x, 6) // f1'
#define f2_() mark(x, 7) // f2'

__global__ void branches(unsigned *out)
{
    unsigned TID = threadIdx.x;
    volatile unsigned *x = &out[blockIdx.x * blockDim.x + TID];
    if (TID % 2 == 0) {
        f2();
        if (TID % 4 == 0) {
            f4();
        }
        else {
            f2_();
        }
    }
    else {
        f1();
        if (TID % 3 == 0) {
            f3();
        }
        else {
            f1_();
        }
    }
}

// A predicate holds only where the one around it does. All warps go through all leaves.
__global__ void predicates(unsigned *out)
{
    unsigned TID = threadIdx.x;
    volatile unsigned *x = &out[blockIdx.x * blockDim.x + TID];
    bool p1 = TID % 2 == 0;
    if (p1) f2();
    bool p2 = p1 && TID % 4 == 0;
    if (p2) f4();
    bool p3 = p1 && !p2;
    if (p3) f2_();
    bool p4 = !p1;
    if (p4) f1();
    bool p5 = p4 && TID % 3 == 0;
    if (p5) f3();
    bool p6 = p4 && !p5;
    if (p6) f1_();
}

__global__ void by_thread(unsigned *out)
{
    unsigned TID = threadIdx.x;
    volatile unsigned *x = &out[blockIdx.x * blockDim.x + TID];
    if (TID > 2) {
        f2();
        f3();
    }
}

__global__ void by_warp(unsigned *out)
{
    unsigned TID = threadIdx.x;
    volatile unsigned *x = &out[blockIdx.x * blockDim.x + TID];
    if (TID / warpSize > 2) {
        f2();
        f3();
    }
}

static unsigned leaf(unsigned t)
{
    return t % 2 == 0 ? (t % 4 == 0 ? 0x24 : 0x27) : (t % 3 == 0 ? 0x13 : 0x16);
}

static bool check(const char *name, void (*kernel)(unsigned *), unsigned (*expected)(unsigned))
{
    unsigned *out = device_zeros<unsigned>(BLOCKS * BLOCK);
    kernel<<<BLOCKS, BLOCK>>>(out);
    std::vector<unsigned> found = download(out, BLOCKS * BLOCK);
    bool is_right = true;
    for (unsigned i = 0; i < BLOCKS * BLOCK; i++)
        is_right &= found[i] == expected(i % BLOCK);
    return report(name, is_right);
}

int main()
{
    bool all_right = check("branches", branches, leaf) & check("predicates", predicates, leaf);
    all_right &= check("by_thread", by_thread, [](unsigned t) { return t > 2 ? 0x23u : 0; });
    all_right &= check("by_warp", by_warp, [](unsigned t) { return t / 32 > 2 ? 0x23u : 0; });
    return all_right ? 0 : 1;
}
