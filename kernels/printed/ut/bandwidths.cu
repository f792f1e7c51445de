// SPDX-License-Identifier: Apache-2.0
// UT's slide "Bandwidths of GeForce 9800 GTX", which has no code, each figure as a program that tries to
// reach it: arithmetic, registers, reads of shared and of device memory, and the way between host and
// device. The names of the lines are those of bandwidths.csv.
#include "../../lecture.h"

const int BLOCKS = 16 * 3 * 4, THREADS = 256, ROUNDS = 256, LONG = 1024, SHARE = 8;

// What the slide adds up: 8 processors with a multiply-add each, and 2 special function units. A
// thread has four independent chains of the former, and one of the latter.
__global__ void compute(float *out, float a, float b)
{
    float v = threadIdx.x, w = v + 1, x = v + 2, y = v + 3, z = v + 4;
#pragma unroll 128
    for (int i = 0; i < LONG; i++) {
        v = rsqrtf(v);
        w = w * a + b;
        x = x * a + b;
        y = y * a + b;
        z = z * a + b;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v + w + x + y + z;
}

// A multiply-add reads three registers and writes one: 4 words.
__global__ void multiply_add(float *out, float a, float b)
{
    float w = threadIdx.x, x = w + 1, y = w + 2, z = w + 3;
#pragma unroll 128
    for (int i = 0; i < LONG; i++) {
        w = w * a + b;
        x = x * a + b;
        y = y * a + b;
        z = z * a + b;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = w + x + y + z;
}

// Every thread reads its own bank, again and again, and does nothing else: what is volatile is read.
__global__ void read_shared(float *out)
{
    __shared__ volatile float words[THREADS];
    words[threadIdx.x] = threadIdx.x;
#pragma unroll 32
    for (int i = 0; i < ROUNDS; i++)
        (void)words[threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x];
}

// Only reads: a copy also pays for the turns between reading and writing. All values are 0.
__global__ void read_device(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x * SHARE + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < SHARE; j++)
        sum += in[i + j * THREADS];
    if (sum != 0)
        out[i] = sum;
}

struct Stopwatch {
    cudaEvent_t started, stopped;

    Stopwatch()
    {
        CUDA(cudaEventCreate(&started));
        CUDA(cudaEventCreate(&stopped));
        CUDA(cudaEventRecord(started));
    }
    double stop_seconds()
    {
        float milliseconds = 0;
        CUDA(cudaEventRecord(stopped));
        CUDA(cudaEventSynchronize(stopped));
        CUDA(cudaEventElapsedTime(&milliseconds, started, stopped));
        return milliseconds * 1e-3;
    }
};

int main()
{
    const int count = 1 << 22;
    std::vector<float> pageable(count);
    float *in = device_zeros<float>(count), *out = device_zeros<float>(count), *locked = nullptr;
    CUDA(cudaHostAlloc(&locked, count * sizeof(float), cudaHostAllocDefault));

    Stopwatch arithmetic;
    compute<<<BLOCKS, THREADS>>>(out, 1.0f, 0.5f);
    printf("arithmetic     %.1f GFLOP/s\n",
           BLOCKS * THREADS * (LONG * (4 * 2 + 1.0)) / arithmetic.stop_seconds() * 1e-9);
    Stopwatch registers;
    multiply_add<<<BLOCKS, THREADS>>>(out, 1.0f, 0.5f);
    printf("registers      %.0f GB/s\n",
           BLOCKS * THREADS * (LONG * 4 * 16.0) / registers.stop_seconds() * 1e-9);
    Stopwatch shared;
    read_shared<<<BLOCKS, THREADS>>>(out);
    printf("shared-memory  %.1f GB/s\n", BLOCKS * THREADS * (ROUNDS * 4.0) / shared.stop_seconds() * 1e-9);
    Stopwatch device;
    read_device<<<count / THREADS / SHARE, THREADS>>>(out, in);
    printf("device-memory  %.1f GB/s\n", count * 4.0 / device.stop_seconds() * 1e-9);
    Stopwatch slow;
    CUDA(cudaMemcpy(in, pageable.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    printf("host-pageable  %.2f GB/s\n", count * 4.0 / slow.stop_seconds() * 1e-9);
    Stopwatch fast;
    CUDA(cudaMemcpy(in, locked, count * sizeof(float), cudaMemcpyHostToDevice));
    printf("host-locked    %.2f GB/s\n", count * 4.0 / fast.stop_seconds() * 1e-9);
    return 0;
}
