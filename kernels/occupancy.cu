// SPDX-License-Identifier: Apache-2.0
// How many blocks a multiprocessor holds at a time: as many as its threads, its block slots, its
// registers and its shared memory all allow. Each variant exhausts another of these. The occupancy,
// the threads that the multiprocessor holds of those that it could, depends on the GPU: the lines
// say what it is on this one.
#include "lecture.h"

const int COUNT = 1 << 16;

__global__ void use_threads(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT)
        out[i] = in[i] + 1;
}

// The shared memory comes with the launch. Each thread takes its neighbor's word.
__global__ void use_shared(const int *in, int *out)
{
    extern __shared__ int words[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = words[threadIdx.x ^ 1] + 1;
}

// LIVE values are under way at the same time, each in a register.
template <int LIVE> __device__ int mix(int x)
{
    int values[LIVE], sum = 0;
#pragma unroll
    for (int k = 0; k < LIVE; k++)
        values[k] = x * (2 * k + 1);
#pragma unroll 1
    for (int round = 2; round < 6; round++) {
#pragma unroll
        for (int k = 0; k < LIVE; k++)
            values[k] = values[k] * round + values[(k + 1) % LIVE];
    }
#pragma unroll
    for (int k = 0; k < LIVE; k++)
        sum += values[k];
    return sum;
}

template <int LIVE> __global__ void use_registers(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mix<LIVE>(in[i]);
}

// Bound to 3 blocks of 256 threads. The lecture's GeForce 8800 holds 3 with 10 registers a thread,
// with 11 only 2. How many it takes is the compiler's choice, shown by -m registers_per_thread.
template <int LIVE>
__global__ void __launch_bounds__(256, 3) use_registers_of_three(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mix<LIVE>(in[i]);
}

static std::vector<int> mix_on_host(const std::vector<int> &in, int live)
{
    std::vector<int> out(COUNT, 0), values(live);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < live; k++)
            values[k] = in[i] * (2 * k + 1);
        for (int round = 2; round < 6; round++)
            for (int k = 0; k < live; k++)
                values[k] = values[k] * round + values[(k + 1) % live];
        for (int value : values)
            out[i] += value;
    }
    return out;
}

int main()
{
    std::vector<int> in(COUNT), plus_one(COUNT), neighbor(COUNT);
    for (int i = 0; i < COUNT; i++)
        in[i] = i * 7 % 1000;
    for (int i = 0; i < COUNT; i++) {
        plus_one[i] = in[i] + 1;
        neighbor[i] = in[i ^ 1] + 1;
    }
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(COUNT);
    int threads_max = 0;
    CUDA(cudaDeviceGetAttribute(&threads_max, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    bool all_right = true;

    // Launches a kernel and says how many of its blocks fit on a multiprocessor at a time.
    auto launch = [&](const char *name, auto kernel, int block, int shared_bytes,
                      const std::vector<int> &expected) {
        char variant[64];
        int fitting = 0;
        CUDA(cudaMemset(device_out, 0, COUNT * sizeof(int)));
        kernel<<<(COUNT + block - 1) / block, block, shared_bytes>>>(device_in, device_out);
        if (refused(name))
            return;
        CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, block, shared_bytes));
        snprintf(variant, sizeof variant, "%s: %d blocks, %.0f %%", name, fitting,
                 100.0 * fitting * block / threads_max);
        all_right &= report(variant, download(device_out, COUNT) == expected);
    };

    // Small blocks run into the number of blocks, large ones into the number of threads.
    launch("use_threads, 32 threads", use_threads, 32, 0, plus_one);
    launch("use_threads, 64 threads", use_threads, 64, 0, plus_one);
    launch("use_threads, 256 threads", use_threads, 256, 0, plus_one);
    launch("use_threads, 768 threads", use_threads, 768, 0, plus_one);
    launch("use_threads, 1024 threads", use_threads, 1024, 0, plus_one);

    // Two tiles of T x T floats take 8 T^2 bytes: 2 KB for 16, 8 KB for 32, 32 KB for 64. More than
    // 48 KB are given only to a kernel that asks for it.
    const int KB = 1024;
    launch("use_shared, 2 KB", use_shared, 256, 2 * KB, neighbor);
    launch("use_shared, 8 KB", use_shared, 256, 8 * KB, neighbor);
    launch("use_shared, 32 KB", use_shared, 256, 32 * KB, neighbor);
    cudaError_t error =
        cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * KB);
    if (error == cudaSuccess)
        launch("use_shared, 100 KB", use_shared, 256, 100 * KB, neighbor);
    else
        refused("use_shared, 100 KB");

    // The more values, the fewer threads.
    launch("use_registers<8>", use_registers<8>, 256, 0, mix_on_host(in, 8));
    launch("use_registers<24>", use_registers<24>, 256, 0, mix_on_host(in, 24));
    launch("use_registers<52>", use_registers<52>, 256, 0, mix_on_host(in, 52));
    launch("use_registers_of_three<8>", use_registers_of_three<8>, 256, 0, mix_on_host(in, 8));

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
