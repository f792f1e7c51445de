// SPDX-License-Identifier: Apache-2.0
// A word from global memory takes hundreds of cycles. The GPU does not wait: as long as some warp
// has an instruction whose operands are there, it issues that one. The others may be many warps, or
// independent instructions of the same warp. Every launch here does the same work; the launches
// differ in who is there to fill the wait.
#include "lecture.h"

const int COUNT = 1 << 18;
const int BLOCK = 256;
const int ROUNDS = 16;

// A float from 0 to 2 to another, in one multiply-add. The product is exact, so every way to
// compile it rounds alike.
__host__ __device__ inline float step(float x)
{
    return x * 0.5f + 1.0f;
}

__host__ __device__ inline float steps(float x, int count)
{
    for (int i = 0; i < count; i++)
        x = step(x);
    return x;
}

// One load, and four steps that need it, per round. With few threads each waits for its own loads.
__global__ void few_or_many_warps(const float *in, float *out, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = steps(in[i], 4);
}

// LD MATH LD MATH ...: the compiler must not move a load up over a store that might hit the same
// word. Each load waits until the one before it has been used.
__global__ void loads_one_by_one(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = steps(in[i], 4);
    out[i + stride] = steps(in[i + stride], 4);
    out[i + 2 * stride] = steps(in[i + 2 * stride], 4);
    out[i + 3 * stride] = steps(in[i + 3 * stride], 4);
}

// LD LD LD LD MATH ...: the four loads are under way together, and their latencies overlap.
__global__ void loads_batched(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];
    float b = in[i + stride];
    float c = in[i + 2 * stride];
    float d = in[i + 3 * stride];
    out[i] = steps(a, 4);
    out[i + stride] = steps(b, 4);
    out[i + 2 * stride] = steps(c, 4);
    out[i + 3 * stride] = steps(d, 4);
}

// 64 steps for each element, in CHAINS elements at a time. Within a chain each step needs the one
// before; the steps of different chains may overlap. More chains, fewer threads.
template <int CHAINS> __global__ void chains(const float *in, float *out)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    float x[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        x[c] = in[first + c * stride];
#pragma unroll 16
    for (int i = 0; i < 64; i++)
        for (int c = 0; c < CHAINS; c++)
            x[c] = step(x[c]);
    for (int c = 0; c < CHAINS; c++)
        out[first + c * stride] = x[c];
}

// Registers against warps: each load is followed by INDEPENDENT instructions that do not need it.
// The lecture's arithmetic, with a GeForce 8800's 8192 registers and blocks of 256 threads: with
// 10 registers a thread 3 blocks fit, with 11 only 2. But if the eleventh puts 8 instructions
// behind each load instead of 4, then 200 / (8 * 4) = 7 warps hide 200 cycles; 2 blocks have 16.
// How many registers a kernel takes is the compiler's choice, shown by -m registers_per_thread.
// The launch bound tells it how many blocks a multiprocessor should hold.
template <int INDEPENDENT, int BLOCKS>
__global__ void __launch_bounds__(BLOCK, BLOCKS) load_and_compute(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, y = 1;
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++) {
        float x = in[i];
        for (int k = 0; k < INDEPENDENT; k++)
            y = step(y);
        sum += x;
        i = (i + COUNT / ROUNDS) % COUNT; // after the last round it is the first again
    }
    out[i] = sum + y;
}

int main()
{
    std::vector<float> in(COUNT);
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)(i % 256) / 128;
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(COUNT);
    bool all_right = true;
    auto check = [&](const char *variant, auto expected) {
        if (refused(variant))
            return;
        std::vector<float> out = download(device_out, COUNT);
        bool is_right = true;
        for (int i = 0; i < COUNT; i++)
            is_right &= out[i] == expected(i);
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(float)));
    };
    auto four_steps = [&](int i) { return steps(in[i], 4); };
    auto many_steps = [&](int i) { return steps(in[i], 64); };
    char variant[64];

    // Always one block on each multiprocessor, from one warp to sixteen.
    int processors = 0;
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    for (int warps : {1, 2, 4, 8, 16}) {
        snprintf(variant, sizeof variant, "few_or_many_warps, %d per multiprocessor", warps);
        few_or_many_warps<<<processors, 32 * warps>>>(device_in, device_out, COUNT);
        check(variant, four_steps);
    }

    loads_one_by_one<<<COUNT / 4 / BLOCK, BLOCK>>>(device_in, device_out, COUNT / 4);
    check("loads_one_by_one", four_steps);
    loads_batched<<<COUNT / 4 / BLOCK, BLOCK>>>(device_in, device_out, COUNT / 4);
    check("loads_batched", four_steps);

    chains<1><<<COUNT / BLOCK, BLOCK>>>(device_in, device_out);
    check("chains<1>", many_steps);
    chains<2><<<COUNT / 2 / BLOCK, BLOCK>>>(device_in, device_out);
    check("chains<2>", many_steps);
    chains<4><<<COUNT / 4 / BLOCK, BLOCK>>>(device_in, device_out);
    check("chains<4>", many_steps);

    // As many blocks as shall be on the GPU at once; the others' elements stay zero.
    auto after_rounds = [&](int independent, int blocks) {
        int threads = blocks * processors * BLOCK;
        return [&in, independent, threads](int thread) {
            float sum = 0;
            for (int round = 0; round < ROUNDS; round++)
                sum += in[(thread + round * (COUNT / ROUNDS)) % COUNT];
            return thread < threads ? sum + steps(1, ROUNDS * independent) : 0;
        };
    };
    load_and_compute<4, 3><<<3 * processors, BLOCK>>>(device_in, device_out);
    check("load_and_compute<4, 3>, 24 warps", after_rounds(4, 3));
    load_and_compute<4, 2><<<2 * processors, BLOCK>>>(device_in, device_out);
    check("load_and_compute<4, 2>, 16 warps", after_rounds(4, 2));
    load_and_compute<8, 2><<<2 * processors, BLOCK>>>(device_in, device_out);
    check("load_and_compute<8, 2>, 16 warps", after_rounds(8, 2));

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
