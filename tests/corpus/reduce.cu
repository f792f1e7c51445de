// SPDX-License-Identifier: Apache-2.0
// The seven steps of the classic parallel sum, from interleaved addressing to many elements a thread
// with a templated block, then the single launch whose last block adds up the blocks' sums.
#include "corpus.h"

__global__ void reduce0(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce2(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce3(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n)
        mySum += g_idata[i + blockDim.x];
    sdata[tid] = mySum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] = mySum = mySum + sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = mySum;
}

// Every lane reads before any lane writes.
__device__ void warpReduce(volatile int *sdata, int tid)
{
    int sum = sdata[tid] + sdata[tid + 32];
    for (int s = 16; s > 0; s >>= 1) {
        sdata[tid] = sum;
        __syncwarp();
        sum += sdata[tid + s];
        __syncwarp();
    }
    sdata[tid] = sum;
}

__global__ void reduce4(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n)
        sdata[tid] += g_idata[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        warpReduce(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize>
__device__ void unrolledReduce(volatile int *sdata, unsigned int tid)
{
    if (blockSize >= 512) {
        if (tid < 256)
            sdata[tid] += sdata[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128)
            sdata[tid] += sdata[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            sdata[tid] += sdata[tid + 64];
        __syncthreads();
    }
    if (tid < 32)
        warpReduce(sdata, tid);
}

template <unsigned int blockSize>
__global__ void reduce5(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    if (i + blockSize < n)
        sdata[tid] += g_idata[i + blockSize];
    __syncthreads();
    unrolledReduce<blockSize>(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    int mySum = 0;
    while (i < n) {
        mySum += g_idata[i];
        if (nIsPow2 || i + blockSize < n)
            mySum += g_idata[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = mySum;
    __syncthreads();
    unrolledReduce<blockSize>(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__device__ unsigned int retirementCount = 0;

template <unsigned int blockSize>
__global__ void reduceSinglePass(const int *g_idata, int *partial, int *result, unsigned int n)
{
    __shared__ int sdata[blockSize];
    __shared__ bool amLast;
    unsigned int tid = threadIdx.x;
    int mySum = 0;
    for (unsigned int i = blockIdx.x * blockSize + tid; i < n; i += blockSize * gridDim.x)
        mySum += g_idata[i];
    sdata[tid] = mySum;
    __syncthreads();
    unrolledReduce<blockSize>(sdata, tid);
    if (tid == 0) {
        ((volatile int *)partial)[blockIdx.x] = sdata[0];
        __threadfence();
        unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (amLast) {
        mySum = 0;
        for (unsigned int i = tid; i < gridDim.x; i += blockSize)
            mySum += ((volatile int *)partial)[i];
        sdata[tid] = mySum;
        __syncthreads();
        unrolledReduce<blockSize>(sdata, tid);
        if (tid == 0) {
            *result = sdata[0];
            retirementCount = 0;
        }
    }
}

// The sums of the blocks, and their sum.
static void report(const char *name, const int *d_odata, int blocks, int expected)
{
    std::vector<int> sums = to_host(d_odata, blocks);
    int total = 0;
    for (int b = 0; b < blocks; b++)
        total += sums[b];
    printf("%s: %d %s\n", name, total, total == expected ? "ok" : "WRONG");
    print_hash(name, sums);
}

int main()
{
    const unsigned int n = 1 << 15, odd = n - 1234;
    const int threads = 256, shared = threads * sizeof(int);
    std::vector<int> values(n);
    Random random(11);
    int expected = 0, expected_odd = 0;
    for (unsigned int i = 0; i < n; i++) {
        values[i] = (int)(random.next() & 0xff) - 100;
        expected += values[i];
        expected_odd += i < odd ? values[i] : 0;
    }
    int *d_idata = to_device(values), *d_odata = on_device<int>(n / 64);
    const int blocks = (odd + threads - 1) / threads, half = (blocks + 1) / 2;

    reduce0<<<blocks, threads, shared>>>(d_idata, d_odata, odd);
    report("interleaved, divergent", d_odata, blocks, expected_odd);
    reduce1<<<blocks, threads, shared>>>(d_idata, d_odata, odd);
    report("interleaved, bank conflicts", d_odata, blocks, expected_odd);
    reduce2<<<blocks, threads, shared>>>(d_idata, d_odata, odd);
    report("sequential", d_odata, blocks, expected_odd);
    reduce3<<<half, threads, shared>>>(d_idata, d_odata, odd);
    report("first add during load", d_odata, half, expected_odd);
    reduce4<<<half, threads, shared>>>(d_idata, d_odata, odd);
    report("last warp unrolled", d_odata, half, expected_odd);
    for (int block = 64; block <= 512; block *= 2) {
        int count = (odd + 2 * block - 1) / (2 * block), bytes = block * sizeof(int);
        switch (block) {
        case 512: reduce5<512><<<count, block, bytes>>>(d_idata, d_odata, odd); break;
        case 256: reduce5<256><<<count, block, bytes>>>(d_idata, d_odata, odd); break;
        case 128: reduce5<128><<<count, block, bytes>>>(d_idata, d_odata, odd); break;
        case 64: reduce5<64><<<count, block, bytes>>>(d_idata, d_odata, odd); break;
        }
        report("completely unrolled", d_odata, count, expected_odd);
    }
    reduce6<256, true><<<16, threads, shared>>>(d_idata, d_odata, n);
    report("many a thread", d_odata, 16, expected);
    reduce6<128, false><<<16, 128, 128 * sizeof(int)>>>(d_idata, d_odata, odd);
    report("many a thread, odd", d_odata, 16, expected_odd);

    int *d_result = on_device<int>(1);
    for (int again = 0; again < 2; again++) {
        reduceSinglePass<128><<<40, 128>>>(d_idata, d_odata, d_result, odd);
        report("single pass", d_result, 1, expected_odd);
    }
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_odata));
    CHECK(cudaFree(d_result));
    return 0;
}
