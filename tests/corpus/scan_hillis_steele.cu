// SPDX-License-Identifier: Apache-2.0
// Scans that add over doubling distances: double-buffered in shared memory, in place between two
// barriers, and in a warp by shuffles; sums, products modulo a prime, and maxima by functors.
#include "corpus.h"

struct Add {
    static constexpr int identity = 0;
    __device__ int operator()(int a, int b) const { return a + b; }
};

struct Max {
    static constexpr int identity = -2147483647 - 1;
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

template <int P> struct MultiplyModulo {
    static constexpr int identity = 1;
    __device__ int operator()(int a, int b) const { return (int)((long long)a * b % P); }
};

template <class Op> __global__ void scan_double_buffer(const int *in, int *out, int n)
{
    extern __shared__ int temp[];
    Op op;
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid, width = blockDim.x;
    int pout = 0, pin = 1;
    temp[tid] = i < n ? in[i] : Op::identity;
    __syncthreads();
    for (int offset = 1; offset < width; offset <<= 1) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (tid >= offset)
            temp[pout * width + tid] = op(temp[pin * width + tid - offset], temp[pin * width + tid]);
        else
            temp[pout * width + tid] = temp[pin * width + tid];
        __syncthreads();
    }
    if (i < n)
        out[i] = temp[pout * width + tid];
}

template <class Op> __global__ void scan_in_place(const int *in, int *out, int n, bool exclusive)
{
    __shared__ int section[256];
    const Op op{};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (exclusive)
        section[threadIdx.x] = threadIdx.x > 0 && i - 1 < n ? in[i - 1] : Op::identity;
    else
        section[threadIdx.x] = i < n ? in[i] : Op::identity;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int temp = section[threadIdx.x];
        if (threadIdx.x >= stride)
            temp = op(section[threadIdx.x - stride], temp);
        __syncthreads();
        section[threadIdx.x] = temp;
    }
    if (i < n)
        out[i] = section[threadIdx.x];
}

template <class Op> __global__ void scan_warp(const int *in, int *out, int n)
{
    Op op;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & (warpSize - 1);
    int value = i < n ? in[i] : Op::identity;
    for (int offset = 1; offset < warpSize; offset *= 2) {
        int before = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset)
            value = op(before, value);
    }
    if (i < n)
        out[i] = value;
}

template <class Op> void test(const char *name, const std::vector<int> &in)
{
    const int n = (int)in.size(), block = 256, grid = (n + block - 1) / block;
    int *d_in = to_device(in), *d_out = on_device<int>(n);
    printf("%s\n", name);
    scan_double_buffer<Op><<<grid, block, 2 * block * sizeof(int)>>>(d_in, d_out, n);
    print_hash("  double buffer", d_out, n);
    scan_in_place<Op><<<grid, block>>>(d_in, d_out, n, false);
    print_hash("  in place", d_out, n);
    scan_in_place<Op><<<grid, block>>>(d_in, d_out, n, true);
    print_hash("  exclusive", d_out, n);
    scan_warp<Op><<<grid, block>>>(d_in, d_out, n);
    print_hash("  warp", d_out, n);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
}

int main()
{
    Random random(5);
    std::vector<int> in(5000);
    for (int &x : in)
        x = random.next() % 10007;
    test<Add>("sum", in);
    test<Max>("maximum", in);
    test<MultiplyModulo<10007>>("product modulo 10007", in);
    return 0;
}
