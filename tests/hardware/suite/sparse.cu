// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector: CSR by thread and by warp, ELL, COO with atomics, blocks of 4x4, and several vectors at once.
#include "suite.h"

__global__ void csr_thread(int rows, const unsigned *start, const unsigned *column, const float *value, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (unsigned i = start[row]; i < start[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}

template <int LANES>
__global__ void csr_lanes(int rows, const unsigned *start, const unsigned *column, const float *value, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < rows)
        for (unsigned i = start[row] + lane; i < start[row + 1]; i += LANES)
            sum += value[i] * x[column[i]];
    for (int step = LANES / 2; step; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

__global__ void ell(int rows, int width, const unsigned *column, const float *value, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < width; k++)
        sum += value[k * rows + row] * x[column[k * rows + row]];
    y[row] = sum;
}

__global__ void coo(int count, int each, const unsigned *column, const float *value, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&y[i / each], value[i] * x[column[i]]);
}

// Blocks of 4x4: four threads a row of blocks.
__global__ void blocks_of_four(int rows, int each, const unsigned *column, const float4 *value, const float4 *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < each; k++) {
        float4 v = value[(row / 4 * each + k) * 4 + row % 4], u = x[column[row / 4 * each + k] / 4];
        sum += v.x * u.x + v.y * u.y + v.z * u.z + v.w * u.w;
    }
    y[row] = sum;
}

// Eight vectors side by side: a row of the result per eight lanes.
__global__ void eight_vectors(int rows, const unsigned *start, const unsigned *column, const float *value, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, k = threadIdx.x % 8;
    if (row >= rows)
        return;
    float sum = 0;
    for (unsigned i = start[row]; i < start[row + 1]; i++)
        sum += value[i] * x[column[i] * 8 + k];
    y[row * 8 + k] = sum;
}

int main()
{
    const int rows = 50000, each = 16, entries = rows * each;
    // Rows have 4 to 28 entries; in one matrix columns are near the diagonal, in the other anywhere.
    unsigned *start = filled<unsigned>(rows + 1, [](unsigned i) { return i * 16 + (i == 0 || i == 50000 ? 0 : hash(i) % 12); });
    unsigned *near_diagonal = filled<unsigned>(entries, [](unsigned i) { return (i / 16 + hash(i) % 64) % 50000; });
    unsigned *anywhere = words(entries, rows, 9);
    float *value = floats(entries, 1), *x = floats(rows * 8, 2), *y = zeros<float>(rows * 8);
    csr_thread<<<(rows + 127) / 128, 128>>>(rows, start, near_diagonal, value, x, y);
    show("csr_thread near", y, rows);
    csr_thread<<<(rows + 255) / 256, 256>>>(rows, start, anywhere, value, x, y);
    show("csr_thread anywhere", y, rows);
    csr_lanes<32><<<rows / 8, 256>>>(rows, start, near_diagonal, value, x, y);
    show("csr_lanes 32 near", y, rows);
    csr_lanes<8><<<(rows + 31) / 32, 256>>>(rows, start, anywhere, value, x, y);
    show("csr_lanes 8 anywhere", y, rows);
    ell<<<(rows + 191) / 192, 192>>>(rows, each, near_diagonal, value, x, y);
    show("ell near", y, rows);
    ell<<<(rows + 191) / 192, 192>>>(rows, each, anywhere, value, x, y);
    show("ell anywhere", y, rows);
    CUDA(cudaMemset(y, 0, rows * 4));
    coo<<<entries / 256, 256>>>(entries, each, anywhere, value, x, y);
    show("coo", y, rows);
    blocks_of_four<<<(12000 + 127) / 128, 128>>>(12000, each, anywhere, (float4 *)value, (float4 *)x, y);
    show("blocks_of_four", y, 12000);
    eight_vectors<<<rows / 32, 256>>>(rows, start, near_diagonal, value, x, y);
    show("eight_vectors", y, rows * 8);
    return 0;
}
