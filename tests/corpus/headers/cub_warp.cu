// SPDX-License-Identifier: Apache-2.0
// CUB's parts of a warp, also of half a warp: sums, segments, scans, and the row sums of
// a sparse matrix by them.
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <cstdio>
#include <vector>

#include "corpus.h"

const int threads = 128;

template <int width> __global__ void sums(const int *in, int *out)
{
    typedef cub::WarpReduce<int, width> Reduce;
    __shared__ typename Reduce::TempStorage shared[threads / width];
    int group = threadIdx.x / width, lane = threadIdx.x % width;
    int x = in[blockIdx.x * threads + threadIdx.x];
    int sum = Reduce(shared[group]).Sum(x);
    if (lane == 0)
        out[(blockIdx.x * threads + threadIdx.x) / width] = sum;
}

__global__ void segments(const int *in, int *out)
{
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage shared[threads / 32];
    int i = blockIdx.x * threads + threadIdx.x;
    bool is_head = in[i] % 5 == 0;
    out[i] = Reduce(shared[threadIdx.x / 32]).HeadSegmentedSum(in[i], is_head);
    if (!is_head && threadIdx.x % 32 != 0)
        out[i] = -1;
}

__global__ void scans(const int *in, int *out)
{
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Scan::TempStorage shared[threads / 32];
    int i = blockIdx.x * threads + threadIdx.x, inclusive, exclusive, total;
    Scan(shared[threadIdx.x / 32]).Scan(in[i], inclusive, exclusive, 0, [](int a, int b) { return a + b; });
    Scan(shared[threadIdx.x / 32]).ExclusiveSum(in[i], exclusive, total);
    out[i] = inclusive - exclusive + total;
}

__global__ void sparse_rows(const int *starts, const int *columns, const float *values,
                            const float *x, float *y, int rows)
{
    typedef cub::WarpReduce<float> Reduce;
    __shared__ typename Reduce::TempStorage shared[threads / 32];
    int row = (blockIdx.x * threads + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int i = starts[row] + lane; i < starts[row + 1]; i += 32)
        sum += values[i] * x[columns[i]];
    sum = Reduce(shared[threadIdx.x / 32]).Sum(sum);
    if (lane == 0)
        y[row] = sum;
}

int main()
{
    const int n = 1024, rows = 200;
    std::vector<int> h(n), starts(1, 0), columns;
    std::vector<float> values, x(rows);
    for (int i = 0; i < n; i++)
        h[i] = i * 37 % 101;
    for (int row = 0; row < rows; row++) {
        x[row] = (float)(row % 13);
        for (int k = 0; k <= row % 70; k++) {
            columns.push_back((row * 31 + k * 17) % rows);
            values.push_back((float)((row + k) % 7));
        }
        starts.push_back((int)columns.size());
    }
    int *in = to_device(h), *out = to_device(h);
    sums<32><<<n / threads, threads>>>(in, out);
    print_hash("warps", out, n / 32);
    sums<16><<<n / threads, threads>>>(in, out);
    print_hash("halves", out, n / 16);
    sums<4><<<n / threads, threads>>>(in, out);
    print_hash("fours", out, n / 4);
    segments<<<n / threads, threads>>>(in, out);
    print_hash("segments", out, n);
    scans<<<n / threads, threads>>>(in, out);
    print_hash("scans", out, n);
    float *y = to_device(x);
    sparse_rows<<<(rows * 32 + threads - 1) / threads, threads>>>(
        to_device(starts), to_device(columns), to_device(values), to_device(x), y, rows);
    print_hash("rows", y, rows);
    CHECK(cudaDeviceSynchronize());
}
