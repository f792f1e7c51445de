// SPDX-License-Identifier: Apache-2.0
// Additions to shared memory, which ptxas makes loops of for float, double and __half. `lanes` lanes of each warp
// meet on one address; `meet`: all warps of the block use the same addresses, `apart`: each its own. The difference
// of 17 rounds and 1 is what 16 rounds cost. traces/h200/probes/shared_atomics.csv has what an H200 counted.
#include <cstdio>
#include <cuda_fp16.h>

template <class T, bool MEET> __global__ void add(T *out, int lanes, int rounds)
{
    __shared__ T sums[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) {
        sums[i] = T(0);
    }
    __syncthreads();
    int group = threadIdx.x % 32 / lanes;
    T *sum = &sums[MEET ? group * 2 : group + threadIdx.x / 32 * 32];
    T value = T(float(threadIdx.x));
    for (int round = 0; round < rounds; round++) {
        atomicAdd(sum, value);
        __syncthreads();
    }
    out[threadIdx.x] = sums[threadIdx.x];
}

template <class T> void run(void *out)
{
    for (int warps = 1; warps <= 8; warps *= 2) {
        for (int lanes = 1; lanes <= 32; lanes *= 2) {
            add<T, true><<<1, 32 * warps>>>((T *)out, lanes, 1);
            add<T, true><<<1, 32 * warps>>>((T *)out, lanes, 17);
            add<T, false><<<1, 32 * warps>>>((T *)out, lanes, 1);
            add<T, false><<<1, 32 * warps>>>((T *)out, lanes, 17);
        }
    }
}

int main()
{
    void *out;
    cudaMalloc(&out, 1 << 16);
    run<float>(out);
    run<double>(out);
    run<unsigned>(out);
    run<__half>(out);
    cudaError_t error = cudaDeviceSynchronize();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}
