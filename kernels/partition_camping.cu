// SPDX-License-Identifier: Apache-2.0
// Transposes of a 4096 x 4096 matrix. Device memory is split into partitions, each with a channel
// of its own, that take turns every 256 bytes. On GPUs that use plain address bits for it, a row of
// a power of two words starts in the same partition as the one before, so that blocks at work side
// by side write down one column and queue for one channel. There the bank conflicts of a tile
// hardly matter, until the blocks go along diagonals. Matrices of 4000 rows (transpose.cu) do not
// camp, and GPUs from Fermi on scatter addresses over their partitions.
#include "lecture.h"

const int TILE = 32;
const int ROWS = 8; // rows of a tile that one block handles at a time

// Which tile a block works on: its own place in the grid.
struct ByRows {
    static __device__ int2 tile()
    {
        return make_int2(blockIdx.x, blockIdx.y);
    }
};

// Blocks that follow each other lie on a diagonal: they touch all rows and all columns at once.
struct ByDiagonals {
    static __device__ int2 tile()
    {
        return make_int2((blockIdx.x + blockIdx.y) % gridDim.x, blockIdx.x);
    }
};

__global__ void copy_rows(const float *in, float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = in[(y + i) * n + x];
}

__global__ void transpose_naive(const float *in, float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[x * n + y + i] = in[(y + i) * n + x];
}

// PADDING 0: each column of the tile lies in one bank. PADDING 1: it touches every bank once.
template <typename Order, int PADDING>
__global__ void transpose_tiled(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + PADDING];
    int2 place = Order::tile();
    int x = place.x * TILE + threadIdx.x;
    int y = place.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    x = place.y * TILE + threadIdx.x;
    y = place.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

int main()
{
    const int N = 4096;
    std::vector<float> in(N * N), transposed(N * N);
    for (int i = 0; i < N * N; i++)
        in[i] = (float)i;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            transposed[x * N + y] = in[y * N + x];
    float *device_in = upload(in);
    float *device_out = device_zeros<float>(N * N);
    bool all_right = true;
    auto check = [&](const char *variant, const std::vector<float> &expected) {
        if (refused(variant))
            return;
        all_right &= report(variant, download(device_out, N * N) == expected);
        CUDA(cudaMemset(device_out, 0, N * N * sizeof(float)));
    };

    dim3 blocks(N / TILE, N / TILE);
    dim3 threads(TILE, ROWS);
    copy_rows<<<blocks, threads>>>(device_in, device_out, N);
    check("copy_rows", in);
    transpose_naive<<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_naive", transposed);
    transpose_tiled<ByRows, 0><<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_tiled, by rows", transposed);
    transpose_tiled<ByRows, 1><<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_tiled padded, by rows", transposed);
    transpose_tiled<ByDiagonals, 0><<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_tiled, by diagonals", transposed);
    transpose_tiled<ByDiagonals, 1><<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_tiled padded, by diagonals", transposed);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
