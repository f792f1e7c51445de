// SPDX-License-Identifier: Apache-2.0
// Shuffles of every kind and type, with widths, with part of a warp, with lanes that are computed; scans,
// reductions, broadcasts and a bitonic sort made of them; reductions by __reduce_*_sync.
#include "corpus.h"

#define FULL 0xffffffffu

template <typename T> __device__ T warp_sum(T value)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(FULL, value, offset);
    return value;
}

template <typename T> __device__ T warp_scan(T value)
{
#pragma unroll
    for (int offset = 1; offset < 32; offset <<= 1) {
        T other = __shfl_up_sync(FULL, value, offset);
        if ((threadIdx.x & 31) >= offset)
            value += other;
    }
    return value;
}

template <typename T> __global__ void kinds(const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, n = gridDim.x * blockDim.x;
    T v = in[i];
    out[i] = __shfl_sync(FULL, v, 5);
    out[i + n] = __shfl_sync(FULL, v, (lane * 7 + 3) & 31);
    out[i + 2 * n] = __shfl_up_sync(FULL, v, 3);
    out[i + 3 * n] = __shfl_down_sync(FULL, v, 9);
    out[i + 4 * n] = __shfl_xor_sync(FULL, v, 21);
    out[i + 5 * n] = __shfl_sync(FULL, v, lane + 1, 8);
    out[i + 6 * n] = __shfl_up_sync(FULL, v, 2, 16);
    out[i + 7 * n] = __shfl_down_sync(FULL, v, 1, 4);
    out[i + 8 * n] = __shfl_xor_sync(FULL, v, 1, 2);
    out[i + 9 * n] = warp_sum(v);
    out[i + 10 * n] = warp_scan(v);
    out[i + 11 * n] = lane & 1 ? __shfl_down_sync(0xaaaaaaaau, v, 2) : __shfl_xor_sync(0x55555555u, v, 4);
}

__global__ void sort(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31, v = in[i];
    for (unsigned size = 2; size <= 32; size *= 2)
        for (unsigned step = size / 2; step; step /= 2) {
            unsigned other = __shfl_xor_sync(FULL, v, step);
            bool up = (lane & size) == 0, low = (lane & step) == 0;
            v = (v < other) == (up == low) ? v : other;
        }
    out[i] = v;
}

__global__ void reductions(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i], lane = threadIdx.x & 31;
    unsigned *o = out + i * 6;
    o[0] = __reduce_add_sync(FULL, v);
    o[1] = __reduce_min_sync(FULL, v);
    o[2] = (unsigned)__reduce_max_sync(FULL, (int)v);
    o[3] = __reduce_and_sync(FULL, v | 0xf0f0);
    o[4] = __reduce_xor_sync(FULL, v);
    unsigned mask = lane < 12 ? 0xfffu : ~0xfffu;
    o[5] = lane < 12 ? __reduce_or_sync(mask, v & 0xff) : __reduce_add_sync(mask, v & 3);
}

template <typename T> void run(const char *name, unsigned seed)
{
    const int n = 1024;
    Random random(seed);
    std::vector<T> in(n);
    for (T &x : in)
        x = (T)(int)(random.next() % 2000) - (T)1000; // sums of whole numbers are exact
    T *din = to_device(in), *dout = on_device<T>(12 * n);
    kinds<<<n / 128, 128>>>(din, dout);
    auto out = to_host(dout, 12 * n);
    int wrong = 0;
    for (int i = 0; i < n; i += 32) {
        T sum = 0;
        for (int k = 0; k < 32; k++) {
            sum += in[i + k];
            wrong += out[10 * n + i + k] != sum || out[n + i + k] != in[i + ((k * 7 + 3) & 31)];
        }
        wrong += out[9 * n + i] != sum;
    }
    printf("%s: %d wrong\n", name, wrong);
    // The upper lanes of the sum by shfl_down hold other sums that are as certain.
    print_hash(name, out);
}

int main()
{
    run<int>("int", 231);
    run<unsigned>("unsigned", 232);
    run<float>("float", 233);
    run<double>("double", 234);
    run<long long>("long long", 235);
    run<unsigned long>("unsigned long", 236);
    const int n = 2048;
    Random random(237);
    std::vector<unsigned> in(n);
    for (auto &x : in)
        x = random.next();
    unsigned *din = to_device(in), *dout = on_device<unsigned>(n * 6);
    sort<<<n / 64, 64>>>(din, dout);
    print_hash("sorted", dout, n);
    reductions<<<n / 64, 64>>>(din, dout);
    print_hash("reductions", dout, n * 6);
    return 0;
}
