// SPDX-License-Identifier: Apache-2.0
// Fourier transforms: radix 2 in shared memory, radix 4 in registers, one pass over global memory, and a Walsh-Hadamard
// transform by shuffles.
#include "suite.h"

__device__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

template <int N> __global__ void radix_two(const float2 *in, float2 *out)
{
    __shared__ float2 s[N];
    int t = threadIdx.x;
    const float2 *row = in + blockIdx.x * N;
    for (int i = t; i < N; i += N / 2)
        s[__brev(i) >> (33 - __ffs(N))] = row[i];
    for (int half = 1; half < N; half *= 2) {
        __syncthreads();
        int k = t % half, i = t / half * 2 * half + k;
        float sine, cosine;
        __sincosf(-3.14159265f * k / half, &sine, &cosine);
        float2 b = times(s[i + half], make_float2(cosine, sine)), a = s[i];
        s[i] = make_float2(a.x + b.x, a.y + b.y);
        s[i + half] = make_float2(a.x - b.x, a.y - b.y);
    }
    __syncthreads();
    for (int i = t; i < N; i += N / 2)
        out[blockIdx.x * N + i] = s[i];
}

// Four values a thread, exchanged through shared memory between the stages (Stockham's order).
template <int N> __global__ void radix_four(const float2 *in, float2 *out)
{
    __shared__ float2 s[N];
    int t = threadIdx.x;
    float2 v[4];
    for (int r = 0; r < 4; r++)
        v[r] = in[blockIdx.x * N + t + r * (N / 4)];
    for (int stride = 1; stride < N; stride *= 4) {
        int k = t % stride;
        for (int r = 1; r < 4; r++) {
            float sine, cosine;
            sincosf(-1.57079633f * r * k / stride, &sine, &cosine);
            v[r] = times(v[r], make_float2(cosine, sine));
        }
        float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
        float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
        int base = t / stride * stride * 4 + k;
        __syncthreads();
        s[base] = make_float2(a.x + c.x, a.y + c.y);
        s[base + stride] = make_float2(b.x + d.x, b.y + d.y);
        s[base + 2 * stride] = make_float2(a.x - c.x, a.y - c.y);
        s[base + 3 * stride] = make_float2(b.x - d.x, b.y - d.y);
        __syncthreads();
        for (int r = 0; r < 4; r++)
            v[r] = s[t + r * (N / 4)];
    }
    for (int r = 0; r < 4; r++)
        out[blockIdx.x * N + t + r * (N / 4)] = v[r];
}

__global__ void one_pass(int half, float2 *data)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, k = t % half, i = t / half * 2 * half + k;
    float sine, cosine;
    __sincosf(-3.14159265f * k / half, &sine, &cosine);
    float2 a = data[i], b = times(data[i + half], make_float2(cosine, sine));
    data[i] = make_float2(a.x + b.x, a.y + b.y);
    data[i + half] = make_float2(a.x - b.x, a.y - b.y);
}

__global__ void hadamard(float *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = data[i];
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        float other = __shfl_xor_sync(~0u, x, step);
        x = threadIdx.x & step ? other - x : x + other;
    }
    data[i] = x;
}

int main()
{
    const int n = 1 << 19;
    float2 *in = (float2 *)floats(2 * n, 1), *out = zeros<float2>(n);
    radix_two<1024><<<n / 1024, 512>>>(in, out);
    show("radix_two 1024", (float *)out, 2 * n);
    radix_two<256><<<n / 256, 128>>>(in, out);
    show("radix_two 256", (float *)out, 2 * n);
    radix_four<256><<<n / 256, 64>>>(in, out);
    show("radix_four 256", (float *)out, 2 * n);
    radix_four<1024><<<n / 1024, 256>>>(in, out);
    show("radix_four 1024", (float *)out, 2 * n);
    one_pass<<<n / 2 / 256, 256>>>(1 << 14, in);
    show("one_pass far", (float *)in, 2 * n);
    one_pass<<<n / 2 / 256, 256>>>(4, in);
    show("one_pass near", (float *)in, 2 * n);
    hadamard<<<2 * n / 512, 512>>>((float *)in);
    show("hadamard", (float *)in, 2 * n);
    return 0;
}
