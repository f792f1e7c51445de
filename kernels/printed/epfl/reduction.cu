// SPDX-License-Identifier: Apache-2.0
// EPFL's five reductions of 2^22 integers, each listing as printed. The lecture names neither the
// GPU nor the number of threads; here a block has 128, and further launches add the partial sums,
// as the lecture says ("the same kernel code can be called multiple times"). Two things are mended:
// the loop bound of kernel 2 ("blockDim.x / s" leaves values out), and the last warp of kernel 5,
// which needs volatile on every GPU since Fermi. -DPRINTED shows the warning and the wrong sum of
// kernel 5 as printed.
#include "../../lecture.h"

const int THREADS = 128;

// Kernel 1: interleaved accesses
__global__ void reduce0(int *g_idata, int *g_odata, int n)
{
    extern __shared__ int sdata[];

    // each thread loads one element from global to shared mem
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    // do reduction in shared mem
    for (unsigned int s = 1; s < blockDim.x; s *= 2) { // step = s x 2
        if (tid % (2 * s) == 0) { // only threadIDs divisible by the step participate
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    // write result for this block to global mem
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

// Kernel 2: non-divergent threads
__global__ void reduce1(int *g_idata, int *g_odata, int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }

    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

// Kernel 3: thread-sequential accesses
__global__ void reduce2(int *g_idata, int *g_odata, int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

// Kernel 4: read two elements and do the first step
__global__ void reduce3(int *g_idata, int *g_odata, int)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

#ifdef PRINTED
#define VOLATILE
#else
#define VOLATILE volatile
#endif

// Kernel 5: unrolling the last 6 iterations
__global__ void reduce4(int *g_idata, int *g_odata, int)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid < 32) {
        VOLATILE int *last = sdata;
        last[tid] += last[tid + 32];
        last[tid] += last[tid + 16];
        last[tid] += last[tid + 8];
        last[tid] += last[tid + 4];
        last[tid] += last[tid + 2];
        last[tid] += last[tid + 1];
    }

    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

struct Step {
    const char *name;
    void (*kernel)(int *g_idata, int *g_odata, int n);
    int share; // values of a block
};

int main(int argc, char **argv)
{
    static const Step steps[] = {{"reduce0", reduce0, THREADS},
                                 {"reduce1", reduce1, THREADS},
                                 {"reduce2", reduce2, THREADS},
                                 {"reduce3", reduce3, 2 * THREADS},
                                 {"reduce4", reduce4, 2 * THREADS}};
    int count = argc > 1 ? atoi(argv[1]) : 1 << 22;
    std::vector<int> in(count);
    int expected = 0;
    for (int i = 0; i < count; i++)
        expected += in[i] = i % 97 - 40;
    int *device_in = upload(in);
    int *sums[2] = {device_zeros<int>(count), device_zeros<int>(count)};
    bool all_right = true;
    for (const Step &step : steps) {
        int *from = device_in;
        int turn = 0;
        for (int left = count; left > 1; turn ^= 1) {
            int blocks = (left + step.share - 1) / step.share;
            CUDA(cudaMemset(sums[turn], 0, count / 64 * sizeof(int))); // what the last block reads beyond
            step.kernel<<<blocks, THREADS, THREADS * sizeof(int)>>>(from, sums[turn], left);
            from = sums[turn];
            left = blocks;
        }
        all_right &= report(step.name, download(from, 1)[0] == expected);
    }
    return all_right ? 0 : 1;
}
