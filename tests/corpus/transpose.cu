// SPDX-License-Identifier: Apache-2.0
// Copy and transpose of a matrix: naive, through a shared tile, and through a padded tile without bank
// conflicts; events bracket each kernel as the blog's program does, their times unprinted.
#include <assert.h>
#include <stdio.h>

#include "corpus.h"

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void copy(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void copySharedMem(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM * TILE_DIM];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[(threadIdx.y + j) * TILE_DIM + threadIdx.x] = idata[(y + j) * width + x];

    __syncthreads();

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = tile[(threadIdx.y + j) * TILE_DIM + threadIdx.x];
}

__global__ void transposeNaive(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    int height = gridDim.y * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

__global__ void transposeCoalesced(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    int height = gridDim.y * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transposeNoBankConflicts(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    int height = gridDim.y * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Any size and any type; the tile's pad is a parameter.
template <typename T, int PAD>
__global__ void transposeAny(T *odata, const T *idata, int width, int height)
{
    __shared__ T tile[TILE_DIM][TILE_DIM + PAD];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (x < width)
        for (int j = 0; j < TILE_DIM && y + j < height; j += BLOCK_ROWS)
            tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    if (x < height)
        for (int j = 0; j < TILE_DIM && y + j < width; j += BLOCK_ROWS)
            odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

void postprocess(const char *name, const float *ref, const float *d_res, int n, float ms)
{
    std::vector<float> res = to_host(d_res, n);
    bool passed = true;
    assert(ms >= 0);
    for (int i = 0; i < n; i++)
        if (res[i] != ref[i]) {
            printf("%d %f %f\n", i, res[i], ref[i]);
            printf("%25s\n", "*** FAILED ***");
            passed = false;
            break;
        }
    if (passed)
        printf("%25s passed\n", name);
    print_hash(name, res);
}

template <typename T, int PAD> void testAny(const char *name, int width, int height)
{
    std::vector<T> in(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = (T)(i * 7 % 251);
    T *d_in = to_device(in), *d_out = on_device<T>(width * height);
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
    transposeAny<T, PAD><<<grid, dim3(TILE_DIM, BLOCK_ROWS)>>>(d_out, d_in, width, height);
    print_hash(name, d_out, width * height);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
}

int main(int argc, char **argv)
{
    const int nx = 256;
    const int ny = 128;
    const int mem_size = nx * ny * sizeof(float);

    dim3 dimGrid(nx / TILE_DIM, ny / TILE_DIM, 1);
    dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);

    float *h_idata = (float *)malloc(mem_size);
    float *gold = (float *)malloc(mem_size);
    float *d_idata, *d_odata;
    CHECK(cudaMalloc(&d_idata, mem_size));
    CHECK(cudaMalloc(&d_odata, mem_size));

    if (nx % TILE_DIM || ny % TILE_DIM) {
        printf("nx and ny must be a multiple of TILE_DIM\n");
        exit(1);
    }
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            h_idata[j * nx + i] = j * nx + i;
    for (int j = 0; j < nx; j++)
        for (int i = 0; i < ny; i++)
            gold[j * ny + i] = h_idata[i * nx + j];
    CHECK(cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice));

    cudaEvent_t startEvent, stopEvent;
    CHECK(cudaEventCreate(&startEvent));
    CHECK(cudaEventCreate(&stopEvent));
    float ms;

#define RUN(kernel, reference)                                                                     \
    CHECK(cudaMemset(d_odata, 0, mem_size));                                                       \
    CHECK(cudaEventRecord(startEvent, 0));                                                         \
    kernel<<<dimGrid, dimBlock>>>(d_odata, d_idata);                                               \
    CHECK(cudaEventRecord(stopEvent, 0));                                                          \
    CHECK(cudaEventSynchronize(stopEvent));                                                        \
    CHECK(cudaEventElapsedTime(&ms, startEvent, stopEvent));                                       \
    postprocess(#kernel, reference, d_odata, nx * ny, ms);

    RUN(copy, h_idata)
    RUN(copySharedMem, h_idata)
    RUN(transposeNaive, gold)
    RUN(transposeCoalesced, gold)
    RUN(transposeNoBankConflicts, gold)

    testAny<double, 1>("double", 100, 45);
    testAny<unsigned char, 4>("bytes", 77, 33);
    testAny<short, 0>("short", 33, 65);

    CHECK(cudaEventDestroy(startEvent));
    CHECK(cudaEventDestroy(stopEvent));
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_odata));
    free(h_idata);
    free(gold);
    return 0;
}
