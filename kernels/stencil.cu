// SPDX-License-Identifier: Apache-2.0
// Each cell gathers its eight neighbors; blocks of TILE x TILE threads keep their cells in shared
// memory. The question is the rim of the tile: its neighbors belong to other tiles. Left to global
// memory, an 8 x 8 tile answers 420 of its 512 reads; with a halo of one cell around it, loaded
// once, all of them. Three ways to load the halo follow. The grid has a border of zeros, so that no
// cell is special.
#include "lecture.h"

const int N = 960;       // cells in a row and rows, a multiple of every TILE
const int PITCH = N + 2; // with the border

__global__ void gather_direct(const int *in, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                sum += in[(y + 1 + dy) * PITCH + x + 1 + dx];
    out[y * N + x] = sum;
}

// No halo: a neighbor outside the tile is read from global memory.
template <int TILE> __global__ void gather_tile(const int *in, int *out)
{
    __shared__ int tile[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    tile[ty][tx] = in[(y + 1) * PITCH + x + 1];
    __syncthreads();
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            bool is_inside = tx + dx >= 0 && tx + dx < TILE && ty + dy >= 0 && ty + dy < TILE;
            if (dx == 0 && dy == 0)
                continue;
            if (is_inside)
                sum += tile[ty + dy][tx + dx];
            else
                sum += in[(y + 1 + dy) * PITCH + x + 1 + dx];
        }
    }
    out[y * N + x] = sum;
}

// The eight neighbors of the cell at [ty + 1][tx + 1] of a tile with halo.
template <int TILE> __device__ int neighbors(const int (*tile)[TILE + 2], int tx, int ty)
{
    return tile[ty][tx] + tile[ty][tx + 1] + tile[ty][tx + 2] + tile[ty + 1][tx] +
           tile[ty + 1][tx + 2] + tile[ty + 2][tx] + tile[ty + 2][tx + 1] + tile[ty + 2][tx + 2];
}

// Halo by more threads: (TILE + 2) x (TILE + 2) of them load, the inner ones compute.
template <int TILE> __global__ void gather_more_threads(const int *in, int *out)
{
    __shared__ int tile[TILE + 2][TILE + 2];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    tile[ty][tx] = in[y * PITCH + x];
    __syncthreads();
    if (tx < TILE && ty < TILE)
        out[y * N + x] = neighbors<TILE>(tile, tx, ty);
}

// Halo by the threads at the rim, which load up to three cells more than the others.
template <int TILE> __global__ void gather_rim_loads(const int *in, int *out)
{
    __shared__ int tile[TILE + 2][TILE + 2];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    int dx = tx == 0 ? -1 : tx == TILE - 1 ? 1 : 0;
    int dy = ty == 0 ? -1 : ty == TILE - 1 ? 1 : 0;
    const int *cell = &in[(y + 1) * PITCH + x + 1];
    tile[ty + 1][tx + 1] = *cell;
    if (dx != 0)
        tile[ty + 1][tx + 1 + dx] = cell[dx];
    if (dy != 0)
        tile[ty + 1 + dy][tx + 1] = cell[dy * PITCH];
    if (dx != 0 && dy != 0)
        tile[ty + 1 + dy][tx + 1 + dx] = cell[dy * PITCH + dx];
    __syncthreads();
    out[y * N + x] = neighbors<TILE>(tile, tx, ty);
}

// Halo by even shares: the tile with its halo is a list that all threads load in turn.
template <int TILE> __global__ void gather_even_loads(const int *in, int *out)
{
    __shared__ int tile[TILE + 2][TILE + 2];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    const int *corner = &in[blockIdx.y * TILE * PITCH + blockIdx.x * TILE];
    for (int i = ty * TILE + tx; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
        int row = i / (TILE + 2);
        int column = i % (TILE + 2);
        tile[row][column] = corner[row * PITCH + column];
    }
    __syncthreads();
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    out[y * N + x] = neighbors<TILE>(tile, tx, ty);
}

static std::vector<int> gather_on_host(const std::vector<int> &in)
{
    std::vector<int> out(N * N, 0);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            for (int dy = 0; dy <= 2; dy++)
                for (int dx = 0; dx <= 2; dx++)
                    if (dx != 1 || dy != 1)
                        out[y * N + x] += in[(y + dy) * PITCH + x + dx];
    return out;
}

int main()
{
    std::vector<int> in(PITCH * PITCH, 0);
    for (int y = 1; y <= N; y++)
        for (int x = 1; x <= N; x++)
            in[y * PITCH + x] = (x * 31 + y * 17) % 101;
    std::vector<int> expected = gather_on_host(in);
    int *device_in = upload(in);
    int *device_out = device_zeros<int>(N * N);
    bool all_right = true;
    auto check = [&](const char *variant, int covered = N) { // rows and columns of whole blocks
        if (refused(variant))
            return;
        std::vector<int> out = download(device_out, N * N);
        bool is_right = true;
        for (int y = 0; y < covered; y++)
            for (int x = 0; x < covered; x++)
                is_right &= out[y * N + x] == expected[y * N + x];
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_out, 0, N * N * sizeof(int)));
    };

    dim3 blocks8(N / 8, N / 8), threads8(8, 8);
    dim3 blocks16(N / 16, N / 16), threads16(16, 16);
    gather_direct<<<blocks16, threads16>>>(device_in, device_out);
    check("gather_direct");
    gather_tile<8><<<blocks8, threads8>>>(device_in, device_out);
    check("gather_tile<8>");
    gather_tile<16><<<blocks16, threads16>>>(device_in, device_out);
    check("gather_tile<16>");
    gather_more_threads<16><<<blocks16, dim3(18, 18)>>>(device_in, device_out);
    check("gather_more_threads<16>");
    gather_rim_loads<16><<<blocks16, threads16>>>(device_in, device_out);
    check("gather_rim_loads<16>");
    gather_even_loads<8><<<blocks8, threads8>>>(device_in, device_out);
    check("gather_even_loads<8>");
    gather_even_loads<16><<<blocks16, threads16>>>(device_in, device_out);
    check("gather_even_loads<16>");

    // How many of the threads compute, TILE^2 / (TILE + 2)^2, as far as a block can grow.
    auto more_threads = [&](auto kernel, int tile) {
        int threads = tile + 2;
        char variant[64];
        snprintf(variant, sizeof variant, "gather_more_threads<%d>, %.0f %% compute", tile,
                 100.0 * tile * tile / (threads * threads));
        int blocks = N / tile;
        kernel<<<dim3(blocks, blocks), dim3(threads, threads)>>>(device_in, device_out);
        check(variant, blocks * tile);
    };
    more_threads(gather_more_threads<8>, 8);
    more_threads(gather_more_threads<12>, 12);
    more_threads(gather_more_threads<20>, 20);
    more_threads(gather_more_threads<24>, 24);
    more_threads(gather_more_threads<28>, 28);
    more_threads(gather_more_threads<32>, 32);
    more_threads(gather_more_threads<48>, 48);

    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_out));
    return all_right ? 0 : 1;
}
