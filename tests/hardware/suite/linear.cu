// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices: axpy, dot products, matrix times vector by rows and by columns, rank-one updates.
#include "suite.h"

__global__ void axpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void axpy_strided_grid(int n, float a, const float4 *x, float4 *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 u = x[i], v = y[i];
        v.x += a * u.x;
        v.y += a * u.y;
        v.z += a * u.z;
        v.w += a * u.w;
        y[i] = v;
    }
}

__global__ void dot(int n, const float *x, const float *y, float *out)
{
    __shared__ float part[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += x[i] * y[i];
    for (int step = 16; step; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int step = 16; step; step /= 2)
            sum += __shfl_down_sync(~0u, sum, step);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}

// One thread a row: the lanes read columns apart.
__global__ void gemv_thread(int rows, int columns, const float *a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < columns; k++)
        sum += a[size_t(row) * columns + k] * x[k];
    y[row] = sum;
}

// One warp a row.
__global__ void gemv_warp(int rows, int columns, const float *a, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = lane; k < columns; k += 32)
        sum += a[size_t(row) * columns + k] * x[k];
    for (int step = 16; step; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    if (lane == 0)
        y[row] = sum;
}

// The transposed matrix: one thread a column, neighbors read neighbors.
__global__ void gemv_transposed(int rows, int columns, const float *a, const float *x, float *y)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    float sum = 0;
    for (int k = 0; k < rows; k++)
        sum += a[size_t(k) * columns + column] * x[k];
    y[column] = sum;
}

__global__ void rank_one(int rows, int columns, const float *x, const float *y, float *a)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        a[size_t(row) * columns + column] += x[row] * y[column];
}

int main()
{
    const int n = 3000001, rows = 1500, columns = 1024;
    float *x = floats(n + 3, 1), *y = floats(n + 3, 2), *a = floats(size_t(rows) * columns, 3), *out = zeros<float>(n);
    axpy<<<(n + 191) / 192, 192>>>(n, 0.5f, x, y);
    show("axpy 192", y, n);
    axpy<<<(200000 + 511) / 512, 512>>>(200000, 0.5f, x, y);
    show("axpy small", y, n);
    axpy_strided_grid<<<264, 256>>>(n / 4, 0.25f, (float4 *)x, (float4 *)y);
    show("axpy_strided_grid", y, n);
    for (int blocks : {66, 528}) {
        CUDA(cudaMemset(out, 0, 4));
        dot<<<blocks, 384>>>(n, x, y, out);
        show("dot", out, 1);
    }
    gemv_thread<<<(rows + 63) / 64, 64>>>(rows, columns, a, x, out);
    show("gemv_thread", out, rows);
    gemv_warp<<<(rows * 32 + 127) / 128, 128>>>(rows, columns, a, x, out);
    show("gemv_warp", out, rows);
    gemv_transposed<<<(columns + 31) / 32, 32>>>(rows, columns, a, x, out);
    show("gemv_transposed", out, columns);
    rank_one<<<dim3(columns / 32, (rows + 7) / 8), dim3(32, 8)>>>(rows, columns, x, y, a);
    show("rank_one", a, size_t(rows) * columns);
    return 0;
}
