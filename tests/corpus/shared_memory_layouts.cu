// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory carved into arrays of several types, static shared structs and arrays of them,
// more than 48 KiB by cudaFuncSetAttribute, shared memory in templates and in device functions.
#include "corpus.h"
#include <cmath>

extern __shared__ __align__(16) unsigned char dynamic[];

struct Layout {
    double *weights;
    int *counts;
    short *keys;
    unsigned char *flags;
    __device__ explicit Layout(int n)
    {
        weights = reinterpret_cast<double *>(dynamic);
        counts = (int *)&weights[n];
        keys = (short *)(counts + n);
        flags = (unsigned char *)(keys + n);
    }
    static __host__ __device__ size_t size(int n)
    {
        return n * (sizeof(double) + sizeof(int) + sizeof(short) + sizeof(char));
    }
};

__global__ void carved(const int *in, double *out, int n)
{
    Layout layout(n);
    int t = threadIdx.x;
    const int *row = in + blockIdx.x * n;
    layout.keys[t] = (short)row[t];
    layout.flags[t] = (unsigned char)(row[t] >> 4);
    layout.counts[t] = 0;
    __syncthreads();
    for (int k = 0; k < n; k++)
        layout.counts[t] += layout.keys[k] < layout.keys[t] || (layout.keys[k] == layout.keys[t] && k < t);
    __syncthreads();
    layout.weights[layout.counts[t]] = layout.keys[t] + layout.flags[t] * 0.001953125;
    __syncthreads();
    out[blockIdx.x * n + t] = layout.weights[t];
}

struct Queue {
    int head, tail;
    struct Item {
        short key;
        char tag;
    } items[64];
};

__global__ void queues(const int *in, int *out)
{
    __shared__ Queue queue[2];
    __shared__ int total;
    int t = threadIdx.x;
    if (t < 2)
        queue[t].head = queue[t].tail = 0;
    if (t == 0)
        total = 0;
    __syncthreads();
    if (t < 2)
        for (int k = 0; k < 32; k++) {
            Queue &q = queue[in[blockIdx.x * 32 + k] & 1];
            if (&q == &queue[t]) {
                q.items[q.tail].key = (short)k;
                q.items[q.tail++].tag = (char)in[blockIdx.x * 32 + k];
            }
        }
    __syncthreads();
    Queue &mine = queue[t & 1];
    int index = t >> 1;
    int value = index < mine.tail - mine.head ? mine.items[index].key * 256 + (unsigned char)mine.items[index].tag : -1;
    atomicAdd(&total, value);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = value ^ total;
}

template <typename T, int N> __device__ T *scratch()
{
    __shared__ T memory[N];
    return memory;
}

template <typename T> __global__ void reversed(const T *in, T *out)
{
    T *a = scratch<T, 96>();
    T *b = scratch<T, 97>();
    a[threadIdx.x] = in[blockIdx.x * 96 + threadIdx.x];
    b[threadIdx.x + 1] = (T)(a[threadIdx.x] + 1);
    __syncthreads();
    out[blockIdx.x * 96 + threadIdx.x] = (T)(a[95 - threadIdx.x] + b[96 - threadIdx.x]);
}

__global__ void large(const unsigned *in, unsigned *out, int words)
{
    unsigned *all = (unsigned *)dynamic;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        all[i] = in[i % 1024] + i;
    __syncthreads();
    unsigned sum = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        sum ^= all[(i * 7919u) % words] * (i + 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    const int n = 128, blocks = 24;
    Random random(211);
    std::vector<int> in(n * blocks);
    for (auto &x : in)
        x = (int)(random.next() % 3000) - 1500;
    int *din = to_device(in), *dout = on_device<int>(n * blocks);
    double *dreal = on_device<double>(n * blocks);
    carved<<<blocks, n, Layout::size(n)>>>(din, dreal, n);
    print_hash("carved", dreal, n * blocks);
    auto sorted = to_host(dreal, n * blocks);
    int wrong = 0;
    for (int i = 0; i < n * blocks; i++)
        wrong += i % n && floor(sorted[i - 1]) > floor(sorted[i]);
    printf("out of order: %d\n", wrong);
    queues<<<blocks, 64>>>(din, dout);
    print_hash("queues", dout, 64 * blocks);
    reversed<int><<<blocks, 96>>>(din, dout);
    print_hash("reversed int", dout, 96 * blocks);
    reversed<short><<<blocks, 96>>>((const short *)din, (short *)dout);
    print_hash("reversed short", (short *)dout, 96 * blocks);
    unsigned *du = (unsigned *)dout;
    const int bytes = 96 * 1024;
    large<<<2, 256, bytes>>>((const unsigned *)din, du, bytes / 4);
    printf("without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
    CHECK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    large<<<2, 256, bytes>>>((const unsigned *)din, du, bytes / 4);
    print_hash("large", du, 512);
    return 0;
}
