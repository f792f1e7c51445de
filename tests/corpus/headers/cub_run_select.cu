// SPDX-License-Identifier: Apache-2.0
// CUB: run lengths, selection and partition with an operator, sorting of pairs by bits, segments, histogram of floats.
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>

struct Storage {
    void *p = nullptr;
    size_t bytes = 0;
    ~Storage() { cudaFree(p); }
};
template <typename Call> void twice(Storage &s, Call call)
{
    size_t need = 0;
    call(nullptr, need);
    if (need > s.bytes) {
        cudaFree(s.p);
        cudaMalloc(&s.p, s.bytes = need);
    }
    cudaError_t e = call(s.p, need);
    if (e != cudaSuccess)
        printf("CUB: %s\n", cudaGetErrorString(e));
}
struct Odd {
    __host__ __device__ __forceinline__ bool operator()(const int &x) const { return x & 1; }
};
struct AbsMax {
    template <typename T> __host__ __device__ T operator()(T a, T b) const { return (a < 0 ? -a : a) < (b < 0 ? -b : b) ? b : a; }
};
template <typename T> static void show(const char *name, const T *d, int n, const char *format)
{
    std::vector<T> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s:", name);
    for (int i = 0; i < n; i += n > 12 ? n / 7 : 1)
        printf(format, h[i]);
    printf("\n");
}

int main()
{
    const int n = 2500;
    std::vector<int> values(n);
    std::vector<float> samples(n);
    for (int i = 0; i < n; i++) {
        values[i] = (i / (3 + i % 2)) % 37 * 5 % 29 - 9;
        samples[i] = (i * 57 % 1000) / 100.0f - 1.0f;
    }
    int *in, *out, *lengths, *runs, *offsets, host[12];
    float *fin, *fout;
    cudaMalloc(&in, n * sizeof(int)), cudaMalloc(&out, n * sizeof(int)), cudaMalloc(&lengths, n * sizeof(int));
    cudaMalloc(&runs, sizeof(int)), cudaMalloc(&offsets, 12 * sizeof(int)), cudaMalloc(&fin, n * 4), cudaMalloc(&fout, n * 4);
    cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(fin, samples.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    Storage s;
    int count;
    twice(s, [&](void *p, size_t &b) { return cub::DeviceRunLengthEncode::Encode(p, b, in, out, lengths, runs, n); });
    cudaMemcpy(&count, runs, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d runs\n", count);
    show("run values", out, count, " %d"), show("lengths", lengths, count, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DeviceSelect::If(p, b, in, out, runs, n, Odd()); });
    cudaMemcpy(&count, runs, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d odd\n", count);
    show("odd", out, count, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DevicePartition::If(p, b, in, out, runs, n, Odd{}); });
    show("partition", out, n, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DeviceRadixSort::SortPairsDescending(p, b, fin, fout, in, out, n); });
    show("keys", fout, n, " %.9g"), show("sorted values", out, n, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DeviceRadixSort::SortKeys(p, b, in, out, n, 0, 3); });
    show("by three bits", out, n, " %d");
    for (int i = 0; i < 12; i++)
        host[i] = i * i * 20;
    cudaMemcpy(offsets, host, sizeof host, cudaMemcpyHostToDevice);
    twice(s, [&](void *p, size_t &b) { return cub::DeviceSegmentedReduce::Sum(p, b, in, out, 11, offsets, offsets + 1); });
    show("segments", out, 11, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DeviceReduce::Reduce(p, b, in, out, n, AbsMax(), 0); });
    show("largest", out, 1, " %d");
    twice(s, [&](void *p, size_t &b) { return cub::DeviceScan::ExclusiveScan(p, b, in, out, AbsMax{}, -1, n); });
    show("scan", out, n, " %d");
    cub::KeyValuePair<int, int> *pair, p2;
    cudaMalloc(&pair, sizeof *pair);
    twice(s, [&](void *p, size_t &b) { return cub::DeviceReduce::ArgMin(p, b, in, pair, n); });
    cudaMemcpy(&p2, pair, sizeof p2, cudaMemcpyDeviceToHost);
    printf("least %d at %d\n", p2.value, p2.key);
    twice(s, [&](void *p, size_t &b) { return cub::DeviceHistogram::HistogramEven(p, b, fin, out, 11, -1.0f, 9.0f, n); });
    show("histogram", out, 10, " %d");
    cudaFree(in), cudaFree(out), cudaFree(lengths), cudaFree(runs), cudaFree(offsets), cudaFree(fin), cudaFree(fout), cudaFree(pair);
    return 0;
}
