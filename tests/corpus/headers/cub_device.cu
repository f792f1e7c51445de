// SPDX-License-Identifier: Apache-2.0
// CUB's algorithms for a whole GPU, each called twice: for the size of its storage and for its work.
#include <cub/cub.cuh>

#include <cstdio>
#include <vector>

#include "corpus.h"

struct IsOdd {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 != 0;
    }
};

struct Greatest {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return a > b ? a : b;
    }
};

template <class F> static void run(F f)
{
    void *storage = nullptr;
    size_t bytes = 0;
    CHECK(f(storage, bytes));
    CHECK(cudaMalloc(&storage, bytes));
    CHECK(f(storage, bytes));
    CHECK(cudaFree(storage));
}

int main()
{
    const int n = 25000;
    std::vector<int> h(n);
    Random random(7);
    for (int &x : h)
        x = (int)(random.next() >> 12) - 2000;
    int *in = to_device(h), *out = on_device<int>(n), *values = on_device<int>(n);
    int *result = on_device<int>(64);
    int one[4];

    run([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, in, result, n); });
    run([&](void *s, size_t &b) { return cub::DeviceReduce::Min(s, b, in, result + 1, n); });
    run([&](void *s, size_t &b) {
        return cub::DeviceReduce::Reduce(s, b, in, result + 2, n, Greatest(), -9999);
    });
    CHECK(cudaMemcpy(one, result, 3 * sizeof(int), cudaMemcpyDeviceToHost));
    printf("sum %d, least %d, greatest %d\n", one[0], one[1], one[2]);

    run([&](void *s, size_t &b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n); });
    print_hash("inclusive", out, n);
    run([&](void *s, size_t &b) { return cub::DeviceScan::ExclusiveSum(s, b, in, out, n); });
    print_hash("exclusive", out, n);
    run([&](void *s, size_t &b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
    print_hash("sorted", out, n);
    run([&](void *s, size_t &b) {
        return cub::DeviceRadixSort::SortPairsDescending(s, b, in, out, in, values, n);
    });
    print_hash("downwards", values, n);
    run([&](void *s, size_t &b) { return cub::DeviceSelect::If(s, b, in, values, result, n, IsOdd()); });
    CHECK(cudaMemcpy(one, result, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d odd\n", one[0]);
    print_hash("odd", values, one[0]);
    run([&](void *s, size_t &b) { return cub::DeviceSelect::Unique(s, b, out, values, result, n); });
    CHECK(cudaMemcpy(one, result, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d distinct\n", one[0]);
    print_hash("distinct", values, one[0]);
    run([&](void *s, size_t &b) {
        return cub::DeviceHistogram::HistogramEven(s, b, in, result, 17, -2000, 2096, n);
    });
    int bins[16];
    CHECK(cudaMemcpy(bins, result, sizeof bins, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        printf("%d%c", bins[i], i == 15 ? '\n' : ' ');
    CHECK(cudaDeviceSynchronize());
}
