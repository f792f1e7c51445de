// SPDX-License-Identifier: Apache-2.0
// The transpose of a 4000 x 4000 matrix, and copies with the same access patterns to compare with.
// Every kernel works on tiles of 32 x 32 elements, most with 32 x 8 threads, four elements each.
// Without shared memory either the reads or the writes run along a column, one sector for each
// element. A tile in shared memory turns the matrix there; its columns all lie in one bank until a
// row is padded by one word.
#include "lecture.h"

const int N = 4000; // a multiple of TILE
const int TILE = 32;
const int ROWS = 8; // rows of a tile that one block handles at a time

__global__ void copy_rows(const float *in, float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = in[(y + i) * n + x];
}

// Reads and writes along columns: the worst that can be done.
__global__ void copy_columns(const float *in, float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[x * n + y + i] = in[x * n + y + i];
}

// Reads rows, writes columns.
__global__ void transpose_naive(const float *in, float *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[x * n + y + i] = in[(y + i) * n + x];
}

// Reads and writes rows; the tile is read by columns, each a bank conflict of all 32 lanes.
__global__ void transpose_tiled(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

// What the way through shared memory costs where it is not needed.
__global__ void copy_tiled(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = tile[threadIdx.y + i][threadIdx.x];
}

// As transpose_tiled, but each row starts one bank further: a column touches every bank once.
__global__ void transpose_padded(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

// The CUDA C++ Programming Guide's transpose: a thread for each element of the tile, 1024 a block.
// Here the conflict is in the write to shared memory.
__global__ void transpose_square_row_major(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.x][threadIdx.y] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.y][threadIdx.x];
}

// The same for matrices stored by columns, of any size: rows run along threadIdx.x now, so that the
// lanes of a warp still touch neighboring words.
__global__ void transpose_square_column_major(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE];
    int first_row = blockIdx.x * TILE;
    int first_column = blockIdx.y * TILE;
    int x = first_row + threadIdx.x;
    int y = first_column + threadIdx.y;
    if (x < n && y < n)
        tile[threadIdx.x][threadIdx.y] = in[y * n + x];
    __syncthreads();
    x = first_column + threadIdx.x;
    y = first_row + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = tile[threadIdx.y][threadIdx.x];
}

static std::vector<float> transpose_on_host(const std::vector<float> &in)
{
    std::vector<float> out(N * N);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            out[x * N + y] = in[y * N + x];
    return out;
}

int main()
{
    std::vector<float> in(N * N);
    for (int i = 0; i < N * N; i++)
        in[i] = (float)i;
    std::vector<float> transposed = transpose_on_host(in);
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
    copy_columns<<<blocks, threads>>>(device_in, device_out, N);
    check("copy_columns", in);
    transpose_naive<<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_naive", transposed);
    transpose_tiled<<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_tiled", transposed);
    copy_tiled<<<blocks, threads>>>(device_in, device_out, N);
    check("copy_tiled", in);
    transpose_padded<<<blocks, threads>>>(device_in, device_out, N);
    check("transpose_padded", transposed);
    transpose_square_row_major<<<blocks, dim3(TILE, TILE)>>>(device_in, device_out, N);
    check("transpose_square_row_major", transposed);
    transpose_square_column_major<<<blocks, dim3(TILE, TILE)>>>(device_in, device_out, N);
    check("transpose_square_column_major", transposed);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
