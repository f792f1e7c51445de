// SPDX-License-Identifier: Apache-2.0
// C = A B for square matrices. The first kernel reads both operands of each multiply-add from
// global memory: two loads for two operations. The tiled kernel loads a tile of A and of B into
// shared memory once and uses each element TILE times, so global traffic falls by the factor TILE.
// How large a tile may be is a question of threads (8 x 8 are too few for a multiprocessor that
// holds 8 blocks, 32 x 32 too many for one that holds 768 threads) and of shared memory (8 TILE^2
// bytes).
#include "lecture.h"

const int N = 512; // rows and columns, a multiple of every TILE

__global__ void multiply_one_thread_per_element(const float *a, const float *b, float *c, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

template <int TILE> __global__ void multiply_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int column = blockIdx.x * TILE + x;
    int row = blockIdx.y * TILE + y;
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tile_a[y][x] = a[row * n + start + x];
        tile_b[y][x] = b[(start + y) * n + column];
        __syncthreads(); // both tiles are complete
        for (int k = 0; k < TILE; k++)
            sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads(); // nobody needs them any more
    }
    c[row * n + column] = sum;
}

// A tile with more elements than a block may have threads: each thread computes TILE / ROWS of
// them, ROWS rows apart. A tile of 64 costs 2 * 4096 loads for 524,288 operations, and 32 KB.
template <int TILE, int ROWS>
__global__ void multiply_large_tile(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x;
    int column = blockIdx.x * TILE + x;
    int row = blockIdx.y * TILE;
    float sums[TILE / ROWS] = {};
    for (int start = 0; start < n; start += TILE) {
        for (int y = threadIdx.y; y < TILE; y += ROWS) {
            tile_a[y][x] = a[(row + y) * n + start + x];
            tile_b[y][x] = b[(start + y) * n + column];
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            for (int i = 0; i < TILE / ROWS; i++)
                sums[i] += tile_a[threadIdx.y + i * ROWS][k] * tile_b[k][x];
        __syncthreads();
    }
    for (int i = 0; i < TILE / ROWS; i++)
        c[(row + threadIdx.y + i * ROWS) * n + column] = sums[i];
}

static std::vector<float> multiply_on_host(const std::vector<float> &a, const std::vector<float> &b)
{
    std::vector<float> c(N * N, 0.0f);
    for (int row = 0; row < N; row++)
        for (int k = 0; k < N; k++)
            for (int column = 0; column < N; column++)
                c[row * N + column] += a[row * N + k] * b[k * N + column];
    return c;
}

int main()
{
    std::vector<float> a(N * N), b(N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 13) - 6.0f; // small integers: every order of additions is exact
        b[i] = (float)(i % 7) - 3.0f;
    }
    std::vector<float> expected = multiply_on_host(a, b);
    float *device_a = upload(a);
    float *device_b = upload(b);
    float *device_c = device_zeros<float>(N * N);
    bool all_right = true;
    auto check = [&](const char *variant) {
        if (refused(variant))
            return;
        bool is_right = download(device_c, N * N) == expected;
        all_right &= report(variant, is_right);
        CUDA(cudaMemset(device_c, 0, N * N * sizeof(float)));
    };

    dim3 threads(16, 16);
    multiply_one_thread_per_element<<<dim3(N / 16, N / 16), threads>>>(device_a, device_b, device_c,
                                                                       N);
    check("multiply_one_thread_per_element");
    multiply_tiled<8><<<dim3(N / 8, N / 8), dim3(8, 8)>>>(device_a, device_b, device_c, N);
    check("multiply_tiled<8>");
    multiply_tiled<16><<<dim3(N / 16, N / 16), dim3(16, 16)>>>(device_a, device_b, device_c, N);
    check("multiply_tiled<16>");
    multiply_tiled<32><<<dim3(N / 32, N / 32), dim3(32, 32)>>>(device_a, device_b, device_c, N);
    check("multiply_tiled<32>");
    multiply_tiled<64><<<dim3(N / 64, N / 64), dim3(64, 64)>>>(device_a, device_b, device_c, N);
    check("multiply_tiled<64>");
    multiply_large_tile<64, 16>
        <<<dim3(N / 64, N / 64), dim3(64, 16)>>>(device_a, device_b, device_c, N);
    check("multiply_large_tile<64, 16>");

    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    CUDA(cudaFree(device_c));
    return all_right ? 0 : 1;
}
