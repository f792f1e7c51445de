// SPDX-License-Identifier: Apache-2.0
// The same decisions twice: by branches, which split the warp, and by predicates, which switch
// single instructions off in single lanes. Both run every leaf that some lane needs and give the
// same results. A branch costs more where the leaves are short; a predicated leaf is fetched even
// when no lane of the warp wants it.
#include "lecture.h"

const int COUNT = 1 << 18;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;

// The leaves: one multiply-add each, with another constant.
__host__ __device__ inline unsigned leaf(unsigned x, unsigned constant)
{
    return x * 5 + constant;
}

// Called, not predicated, where the GPU has calls: compilers for cc 1.x inline even these leaves.
__device__ __noinline__ unsigned called_leaf(unsigned x, unsigned constant)
{
    return leaf(x, constant);
}

__global__ void nested_branches(unsigned *out)
{
    unsigned t = threadIdx.x;
    unsigned x = blockIdx.x * blockDim.x + t;
    unsigned i = x;
    if (t % 2 == 0) {
        x = called_leaf(x, 2);
        if (t % 4 == 0)
            x = called_leaf(x, 4);
        else
            x = called_leaf(x, 22);
    } else {
        x = called_leaf(x, 1);
        if (t % 3 == 0)
            x = called_leaf(x, 3);
        else
            x = called_leaf(x, 11);
    }
    out[i] = x;
}

// The same decisions without the calls. The remainders come first (a division is too long for a
// predicated leaf), so that the compiler is free to do without branches.
__host__ __device__ inline unsigned nested(unsigned t, unsigned x)
{
    bool is_second = t % 2 == 0, is_fourth = t % 4 == 0, is_third = t % 3 == 0;
    if (is_second) {
        x = leaf(x, 2);
        if (is_fourth)
            x = leaf(x, 4);
        else
            x = leaf(x, 22);
    } else {
        x = leaf(x, 1);
        if (is_third)
            x = leaf(x, 3);
        else
            x = leaf(x, 11);
    }
    return x;
}

__global__ void nested_short(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = nested(threadIdx.x, i);
}

// And predicated by hand: six predicates, one for each leaf, and no branch at all. A leaf whose
// predicate does not hold leaves x as it was.
__global__ void nested_predicates(unsigned *out)
{
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    unsigned x = i;
    bool p1 = t % 2 == 0;
    x = p1 ? leaf(x, 2) : x;
    bool p2 = p1 & (t % 4 == 0);
    x = p2 ? leaf(x, 4) : x;
    bool p3 = p1 & !p2;
    x = p3 ? leaf(x, 22) : x;
    bool p4 = !p1;
    x = p4 ? leaf(x, 1) : x;
    bool p5 = p4 & (t % 3 == 0);
    x = p5 ? leaf(x, 3) : x;
    bool p6 = p4 & !p5;
    x = p6 ? leaf(x, 11) : x;
    out[i] = x;
}

// Whole warps agree, on a longer leaf.
__host__ __device__ inline unsigned long_leaf(unsigned x, unsigned constant)
{
    for (int i = 0; i < 16; i++)
        x = (x ^ x >> 15) * constant;
    return x;
}

__device__ __noinline__ unsigned called_long_leaf(unsigned x, unsigned constant)
{
    return long_leaf(x, constant);
}

__global__ void warps_branch(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / warpSize % 2 == 0)
        out[i] = called_long_leaf(i, 1664525);
    else
        out[i] = called_long_leaf(i, 22695477);
}

__global__ void warps_predicate(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bool p1 = threadIdx.x / warpSize % 2 == 0;
    unsigned even = long_leaf(i, 1664525), odd = long_leaf(i, 22695477);
    out[i] = p1 ? even : odd;
}

int main()
{
    unsigned *device_out = device_zeros<unsigned>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, auto expected) {
        if (refused(variant))
            return;
        std::vector<unsigned> out = download(device_out, COUNT);
        bool is_right = true;
        for (unsigned i = 0; i < COUNT; i++)
            is_right &= out[i] == expected(i);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(unsigned)));
    };

    auto of_threads = [](unsigned i) { return nested(i % BLOCK, i); };
    nested_branches<<<BLOCKS, BLOCK>>>(device_out);
    check("nested_branches", of_threads);
    nested_short<<<BLOCKS, BLOCK>>>(device_out);
    check("nested_short", of_threads);
    nested_predicates<<<BLOCKS, BLOCK>>>(device_out);
    check("nested_predicates", of_threads);

    auto of_warps = [](unsigned i) { return long_leaf(i, i / 32 % 2 == 0 ? 1664525 : 22695477); };
    warps_branch<<<BLOCKS, BLOCK>>>(device_out);
    check("warps_branch", of_warps);
    warps_predicate<<<BLOCKS, BLOCK>>>(device_out);
    check("warps_predicate", of_warps);

    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
