// SPDX-License-Identifier: Apache-2.0
// What stands around a kernel's code: launch bounds, inlining asked for and forbidden, unrolling by number,
// whole and not at all, restrict, __ldg and cache hints, __grid_constant__, extern "C", weak order of
// declarations, macros, and blocks and grids of three dimensions.
#include "corpus.h"

#define IDX(x, y, z, w, h) (((z) * (h) + (y)) * (w) + (x))
#define REPEAT(body) body(0) body(1) body(2)

__device__ __noinline__ int far_away(int x, int y);
static __device__ __forceinline__ int close_by(int x) { return x * 3 + 1; }
extern "C" __global__ void plain_name(int *data, int n);

__global__ void __launch_bounds__(128, 4) bounded(const int *__restrict__ in, int *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = far_away(__ldg(in + i), close_by(__ldg(&in[(i + 1) % n])));
}

template <int N> __global__ void unrolled(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
#pragma unroll
    for (int k = 0; k < N; k++)
        sum = sum * 2 + (in[i + k] & 15);
#pragma unroll 4
    for (int k = 0; k < count; k++)
        sum ^= in[i + k * 3] << (k & 7);
#pragma unroll 1
    for (int k = 0; k < 6; k++)
        sum += in[i * 2 + k] % (k + 2);
#pragma unroll N
    for (int k = count; k > 0; k -= 2)
        sum -= k * in[i + k];
    out[i] = sum;
}

__global__ void hints(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = __ldcg(in + i), b = __ldca(in + i + 1), c = __ldcs(in + i + 2), d = __ldcv(in + i + 3);
    int2 pair = __ldg((const int2 *)in + i / 2);
    __stcs(out + i, a + b * 2 + c * 3 + d * 4 + pair.x - pair.y);
    if (i % 2)
        __stwt(out + i, a);
}

struct Big {
    int values[100];
    int count;
};

__global__ void constant_parameter(const __grid_constant__ Big big, int *out)
{
    const int *pointer = big.values;
    out[threadIdx.x] = pointer[(threadIdx.x * 7) % big.count];
}

__global__ void volume(unsigned *out)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    int w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
    unsigned value = 0;
#define TERM(k) value = value * 31 + (x * (k) ^ y) + z;
    REPEAT(TERM)
#undef TERM
    out[IDX(x, y, z, w, h)] = value + blockIdx.z * 1000 + threadIdx.y;
}

extern "C" __global__ void plain_name(int *data, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[i] = far_away(data[i], i) - __LINE__ + __LINE__;
}

__device__ __noinline__ int far_away(int x, int y)
{
    if (x > y)
        return x - y;
#if __CUDA_ARCH__ >= 700
    return y * 2 - x;
#else
    return -1;
#endif
}

int main()
{
    const int n = 4096;
    Random random(401);
    std::vector<int> in(2 * n + 64);
    for (int &x : in)
        x = (int)(random.next() % 10000);
    int *din = to_device(in), *dout = on_device<int>(n);
    bounded<<<n / 128, 128>>>(din, dout, n);
    auto out = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int x = in[i], y = in[(i + 1) % n] * 3 + 1;
        wrong += out[i] != (x > y ? x - y : y * 2 - x);
    }
    printf("wrong: %d\n", wrong);
    print_hash("bounded", out);
    unrolled<8><<<n / 256, 256>>>(din, dout, 11);
    print_hash("unrolled 8", dout, n);
    unrolled<3><<<n / 256, 256>>>(din, dout, 2);
    print_hash("unrolled 3", dout, n);
    hints<<<n / 64, 64>>>(din, dout, n);
    print_hash("hints", dout, n);
    Big big;
    big.count = 100;
    for (int i = 0; i < 100; i++)
        big.values[i] = i * i;
    constant_parameter<<<1, 256>>>(big, dout);
    print_hash("parameter", dout, 256);
    volume<<<dim3(2, 3, 4), dim3(8, 4, 2)>>>((unsigned *)dout);
    print_hash("volume", dout, 16 * 12 * 8);
    plain_name<<<1, 96>>>(din, 1000);
    print_hash("plain name", din, 1000);
    return 0;
}
