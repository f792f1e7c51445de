// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp share one instruction stream. Where a condition splits them, the warp walks
// both paths, each with the lanes of the other switched off. Where whole warps agree, nothing is
// lost. The leaves are calls, so that the compiler cannot replace the branches by predicated
// instructions; where they are short it does, and predication.cu is about that.
#include "lecture.h"

const int COUNT = 1 << 18;
const int BLOCK = 256;
const int BLOCKS = COUNT / BLOCK;

// Four pieces of work that no compiler shortens: rounds of mixing, each with a constant of its own.
__host__ __device__ __noinline__ unsigned work_a(unsigned x)
{
    for (int i = 0; i < 16; i++)
        x = (x ^ x >> 15) * 1664525u;
    return x;
}

__host__ __device__ __noinline__ unsigned work_b(unsigned x)
{
    for (int i = 0; i < 16; i++)
        x = (x ^ x >> 15) * 22695477u;
    return x;
}

__host__ __device__ __noinline__ unsigned work_c(unsigned x)
{
    for (int i = 0; i < 8; i++)
        x = (x ^ x >> 15) * 69069u;
    return x;
}

__host__ __device__ __noinline__ unsigned work_d(unsigned x)
{
    for (int i = 0; i < 8; i++)
        x = (x ^ x >> 15) * 134775813u;
    return x;
}

// Odd and even lanes part: every warp walks both paths.
__global__ void branch_by_thread(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0)
        out[i] = work_a(i);
    else
        out[i] = work_b(i);
}

// Odd and even warps part: the same amount of each work, and no divergence.
__global__ void branch_by_warp(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / warpSize % 2 == 0)
        out[i] = work_a(i);
    else
        out[i] = work_b(i);
}

// All but the first three lanes work: they keep the other warps' time, and their own warp's.
// Without an else the warp walks one path only, but walks it for any lane that needs it.
__global__ void condition_by_thread(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x > 2)
        out[i] = work_a(i);
}

// All but the first three warps work: those are free at once.
__global__ void condition_by_warp(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / warpSize > 2)
        out[i] = work_a(i);
}

// Two levels: after the outer branch each half parts again, and the warp walks four leaves.
__host__ __device__ inline unsigned nested(unsigned thread, unsigned x)
{
    if (thread % 2 == 0) {
        x = work_a(x);
        if (thread % 4 == 0)
            x = work_c(x);
        else
            x = work_d(x);
    } else {
        x = work_b(x);
        if (thread % 3 == 0)
            x = work_d(x);
        else
            x = work_c(x);
    }
    return x;
}

__global__ void branch_nested(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = nested(threadIdx.x, i);
}

// The number of steps until 3n+1 arrives at 1: a loop whose trips differ from lane to lane. The
// warp goes on until its last lane is done.
__host__ __device__ inline unsigned collatz_steps(unsigned long long n)
{
    unsigned steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

__global__ void loop_by_data(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = collatz_steps(i + 1);
}

// Zeros are left alone; a body so short is executed under a predicate, without any branch.
__global__ void short_condition(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (x != 0)
        x = 1 / x;
    out[i] = x;
}

// What the data say decides: zeros get a square root, the others a constant. How much a warp loses
// depends on how the zeros lie.
__global__ void branch_by_data(const int *in, float *out, float x)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] == 0)
        out[i] = sqrtf(x + i);
    else
        out[i] = 10;
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

    branch_by_thread<<<BLOCKS, BLOCK>>>(device_out);
    check("branch_by_thread", [](unsigned i) { return i % 2 == 0 ? work_a(i) : work_b(i); });
    branch_by_warp<<<BLOCKS, BLOCK>>>(device_out);
    check("branch_by_warp", [](unsigned i) { return i / 32 % 2 == 0 ? work_a(i) : work_b(i); });
    branch_nested<<<BLOCKS, BLOCK>>>(device_out);
    check("branch_nested", [](unsigned i) { return nested(i % BLOCK, i); });
    loop_by_data<<<BLOCKS, BLOCK>>>(device_out);
    check("loop_by_data", [](unsigned i) { return collatz_steps(i + 1); });

    std::vector<float> in(COUNT), expected(COUNT);
    for (int i = 0; i < COUNT; i++) {
        in[i] = (float)(i * 7 % 5);
        expected[i] = in[i] != 0 ? 1 / in[i] : 0;
    }
    float *device_in = upload(in);
    short_condition<<<BLOCKS, BLOCK>>>(device_in, (float *)device_out);
    all_right &= report("short_condition", download((float *)device_out, COUNT) == expected);
    CUDA(cudaMemset(device_out, 0, COUNT * sizeof(unsigned)));

    condition_by_thread<<<BLOCKS, BLOCK>>>(device_out);
    check("condition_by_thread", [](unsigned i) { return i % BLOCK > 2 ? work_a(i) : 0; });
    condition_by_warp<<<BLOCKS, BLOCK>>>(device_out);
    check("condition_by_warp", [](unsigned i) { return i % BLOCK / 32 > 2 ? work_a(i) : 0; });

    auto branch_on_data = [&](const char *variant, auto value) {
        std::vector<int> data(COUNT);
        for (int i = 0; i < COUNT; i++) {
            data[i] = value(i);
            expected[i] = data[i] == 0 ? sqrtf(2.0f + i) : 10.0f;
        }
        int *device_data = upload(data);
        branch_by_data<<<BLOCKS, BLOCK>>>(device_data, (float *)device_out, 2.0f);
        std::vector<float> out = download((float *)device_out, COUNT);
        all_right &= report(variant, are_close(out, expected, 1e-6));
        CUDA(cudaFree(device_data));
    };
    branch_on_data("branch_by_data, zeros everywhere", [](int i) { return i % 2; });
    branch_on_data("branch_by_data, zeros in whole warps", [](int i) { return i / 32 % 2; });

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
