// SPDX-License-Identifier: Apache-2.0
// libcu++: the standard library's types in kernels, and atomics of a chosen scope.
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <cstdio>

#include "corpus.h"

typedef cuda::std::array<int, 4> Row;

template <class T> __host__ __device__ T clamp_to(long long value)
{
    static_assert(cuda::std::is_integral<T>::value, "integers alone");
    if (value > (long long)cuda::std::numeric_limits<T>::max())
        return cuda::std::numeric_limits<T>::max();
    if (value < (long long)cuda::std::numeric_limits<T>::min())
        return cuda::std::numeric_limits<T>::min();
    return (T)value;
}

__device__ cuda::std::tuple<int, int, float> summary(const Row &row)
{
    int least = row[0], sum = 0;
    for (int x : row) {
        least = x < least ? x : least;
        sum += x;
    }
    return cuda::std::make_tuple(least, sum, sum / 4.0f);
}

__global__ void rows(Row *rows, float *means, cuda::std::atomic<int> *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Row row{{i, i * 3 % 7, -i, 5}};
    int least, sum;
    float mean;
    cuda::std::tie(least, sum, mean) = summary(row);
    cuda::std::get<1>(row) = least;
    row.back() = clamp_to<signed char>(i * 10LL);
    cuda::std::swap(row[0], row[2]);
    rows[i] = row;
    means[i] = mean;
    total->fetch_add(sum, cuda::std::memory_order_relaxed);
}

__global__ void mandelbrot(int *counts, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    // In units of 1/4096.
    cuda::std::pair<int, int> c(x * 12288 / width - 8192, y * 8192 / height - 4096), z(0, 0);
    int count = 0;
    while (count < 50 && z.first * z.first + z.second * z.second < 4 << 24) {
        z = cuda::std::make_pair((z.first * z.first - z.second * z.second) / 4096 + c.first,
                                 z.first * z.second / 2048 + c.second);
        count++;
    }
    counts[y * width + x] = count;
}

int main()
{
    const int n = 512, width = 64, height = 32;
    Row *table;
    float *means;
    cuda::std::atomic<int> *total;
    int *counts;
    CHECK(cudaMallocManaged(&table, n * sizeof(Row)));
    CHECK(cudaMallocManaged(&means, n * sizeof(float)));
    CHECK(cudaMallocManaged(&total, sizeof *total));
    CHECK(cudaMallocManaged(&counts, width * height * sizeof(int)));
    total->store(0);
    rows<<<n / 128, 128>>>(table, means, total);
    mandelbrot<<<dim3(4, 4), dim3(16, 8)>>>(counts, width, height);
    CHECK(cudaDeviceSynchronize());
    print_hash("rows", table, n);
    print_hash("means", means, n);
    printf("total %d\n", total->load());
    print_hash("counts", counts, width * height);
    for (int y = 0; y < height; y += 4) {
        for (int x = 0; x < width; x += 2)
            putchar(counts[y * width + x] == 50 ? '#' : counts[y * width + x] > 5 ? '+' : '.');
        putchar('\n');
    }
}
