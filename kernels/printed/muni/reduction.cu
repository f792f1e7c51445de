// SPDX-License-Identifier: Apache-2.0
// MUNI's seven reductions on a GeForce GTX 280, each listing as printed: without volatile, and with
// the result in the array that is read. The lecture leaves out how many values there are and how
// many threads a block has; it says that the code is the CUDA SDK's, which has 2^22 integers, 256
// threads, launches until one value is left, and at most 64 blocks for the seventh.
#include "../../lecture.h"

const unsigned int BLOCK = 256;
const int BLOCKS_AT_MOST = 64;

__global__ void reduce1(int *v)
{
    extern __shared__ int sv[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sv[tid] = v[i];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

__global__ void reduce2(int *v)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sv[tid] = v[i];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x)
            sv[index] += sv[index + s];
        __syncthreads();
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

__global__ void reduce3(int *v)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sv[tid] = v[i];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

__global__ void reduce4(int *v)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sv[tid] = v[i] + v[i + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

__global__ void reduce5(int *v)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sv[tid] = v[i] + v[i + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        sv[tid] += sv[tid + 32];
        sv[tid] += sv[tid + 16];
        sv[tid] += sv[tid + 8];
        sv[tid] += sv[tid + 4];
        sv[tid] += sv[tid + 2];
        sv[tid] += sv[tid + 1];
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

template <unsigned int blockSize> __device__ void reduce_block(int *v, int *sv, unsigned int tid)
{
    if (blockSize >= 512) {
        if (tid < 256)
            sv[tid] += sv[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128)
            sv[tid] += sv[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            sv[tid] += sv[tid + 64];
        __syncthreads();
    }

    if (tid < 32) {
        if (blockSize >= 64) sv[tid] += sv[tid + 32];
        if (blockSize >= 32) sv[tid] += sv[tid + 16];
        if (blockSize >= 16) sv[tid] += sv[tid + 8];
        if (blockSize >= 8) sv[tid] += sv[tid + 4];
        if (blockSize >= 4) sv[tid] += sv[tid + 2];
        if (blockSize >= 2) sv[tid] += sv[tid + 1];
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

template <unsigned int blockSize> __global__ void reduce6(int *v)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
    sv[tid] = v[i] + v[i + blockSize];
    __syncthreads();
    reduce_block<blockSize>(v, sv, tid);
}

template <unsigned int blockSize> __global__ void reduce7(int *v, unsigned int n)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sv[tid] = 0;

    while (i < n) {
        sv[tid] += v[i] + v[i + blockSize];
        i += gridSize;
    }
    __syncthreads();
    reduce_block<blockSize>(v, sv, tid);
}

struct Step {
    const char *name;
    void (*kernel)(int *v);
    int share; // values of a block
};

// Launches until one value is left. The blocks of the last launch may read beyond what is left.
static bool reduce(const Step &step, int *v, const std::vector<int> &in, int expected)
{
    CUDA(cudaMemcpy(v, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    for (int left = (int)in.size(); left > 1;) {
        int blocks = (left + step.share - 1) / step.share;
        if (step.kernel == nullptr) {
            blocks = blocks < BLOCKS_AT_MOST ? blocks : BLOCKS_AT_MOST;
            reduce7<BLOCK><<<blocks, BLOCK, BLOCK * sizeof(int)>>>(v, left);
        } else {
            step.kernel<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(v);
        }
        CUDA(cudaMemset(v + blocks, 0, 2 * BLOCK * sizeof(int)));
        left = blocks;
    }
    return report(step.name, download(v, 1)[0] == expected);
}

int main(int argc, char **argv)
{
    static const Step steps[] = {{"reduce1", reduce1, BLOCK},
                                 {"reduce2", reduce2, BLOCK},
                                 {"reduce3", reduce3, BLOCK},
                                 {"reduce4", reduce4, 2 * BLOCK},
                                 {"reduce5", reduce5, 2 * BLOCK},
                                 {"reduce6", reduce6<BLOCK>, 2 * BLOCK},
                                 {"reduce7", nullptr, 2 * BLOCK}};
    std::vector<int> in(argc > 1 ? atoi(argv[1]) : 1 << 22); // a power of two
    int expected = 0;
    for (size_t i = 0; i < in.size(); i++)
        expected += in[i] = (int)(i % 97) - 40;
    int *v = device_zeros<int>(in.size() + 2 * BLOCK);
    bool all_right = true;
    for (const Step &step : steps)
        all_right &= reduce(step, v, in, expected);
    return all_right ? 0 : 1;
}
