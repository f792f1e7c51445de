// SPDX-License-Identifier: Apache-2.0
// Histograms of bytes: atomics on global memory, atomics on a block's own copy in shared memory, a copy
// a warp, and a weighted one whose bins are 64 bits wide; the sum of the bins is checked.
#include "corpus.h"

#define SIZE (64 * 1024 + 13)

__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}

__global__ void histo_shared(unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += stride;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

#define WARPS 4
#define BINS 64

typedef struct {
    unsigned int bin[WARPS][BINS + 1];
} WarpHistograms;

/* 64 bins of a byte's upper six bits, four bytes a load. */
__global__ void histo_warps(const unsigned int *words, int count, unsigned int *histo)
{
    __shared__ WarpHistograms mine;
    const int warp = threadIdx.x >> 5;
    for (int b = threadIdx.x % 32; b < BINS; b += 32)
        mine.bin[warp][b] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned int word = words[i];
        atomicAdd(mine.bin[warp] + ((word >> 2) & 0x3F), 1u);
        atomicAdd(mine.bin[warp] + ((word >> 10) & 0x3F), 1u);
        atomicAdd(mine.bin[warp] + ((word >> 18) & 0x3F), 1u);
        atomicAdd(mine.bin[warp] + ((word >> 26) & 0x3F), 1u);
    }
    __syncthreads();
    if (threadIdx.x < BINS) {
        unsigned int sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += mine.bin[w][threadIdx.x];
        atomicAdd(histo + threadIdx.x, sum);
    }
}

__global__ void histo_weighted(const unsigned char *buffer, int size, unsigned long long *sums,
                               int *least, int *greatest)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
        int bin = buffer[i] % 10;
        atomicAdd(&sums[bin], (unsigned long long)i * i);
        atomicMin(&least[bin], i);
        atomicMax(&greatest[bin], i);
    }
}

int main(void)
{
    unsigned char *buffer = (unsigned char *)malloc(SIZE);
    Random random(2024);
    for (int i = 0; i < SIZE; i++) {
        unsigned a = random.next() & 0xff, b = random.next() & 0xff;
        buffer[i] = (unsigned char)((a + b) / 2); // not uniform
    }

    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    CHECK(cudaMalloc((void **)&dev_buffer, SIZE));
    CHECK(cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&dev_histo, 256 * sizeof(int)));

    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, 0));
    int blocks = prop.multiProcessorCount < 16 ? prop.multiProcessorCount * 2 : 32;

    for (int version = 0; version < 2; version++) {
        CHECK(cudaMemset(dev_histo, 0, 256 * sizeof(int)));
        void (*kernel)(unsigned char *, long, unsigned int *) = histo_kernel;
        if (version == 1)
            kernel = histo_shared;
        kernel<<<blocks, 256>>>(dev_buffer, SIZE, dev_histo);
        unsigned int histo[256];
        CHECK(cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost));
        long histoCount = 0;
        for (int i = 0; i < 256; i++)
            histoCount += histo[i];
        printf("Histogram Sum:  %ld\n", histoCount);
        for (int i = 0; i < SIZE; i++)
            histo[buffer[i]]--;
        for (int i = 0; i < 256; i++) {
            if (histo[i] != 0)
                printf("Failure at %d!\n", i);
        }
        print_hash(version ? "shared" : "global", dev_histo, 256);
    }

    CHECK(cudaMemset(dev_histo, 0, 256 * sizeof(int)));
    histo_warps<<<blocks, 32 * WARPS>>>((unsigned int *)dev_buffer, SIZE / 4, dev_histo);
    print_hash("a copy a warp", dev_histo, BINS);

    unsigned long long *sums = on_device<unsigned long long>(10);
    int *least, *greatest;
    CHECK(cudaMalloc(&least, 10 * sizeof(int)));
    CHECK(cudaMalloc(&greatest, 10 * sizeof(int)));
    CHECK(cudaMemset(least, 0x7f, 10 * sizeof(int)));
    CHECK(cudaMemset(greatest, 0xff, 10 * sizeof(int)));
    histo_weighted<<<16, 192>>>(dev_buffer, SIZE, sums, least, greatest);
    print_hash("weighted", sums, 10);
    print_hash("least", least, 10);
    print_hash("greatest", greatest, 10);

    cudaFree(sums);
    cudaFree(least);
    cudaFree(greatest);
    cudaFree(dev_histo);
    cudaFree(dev_buffer);
    free(buffer);
    return 0;
}
