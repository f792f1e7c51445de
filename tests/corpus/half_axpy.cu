// SPDX-License-Identifier: Apache-2.0
// Half precision: y = a x + y in half and half2, conversions, comparisons, a sum kept in float, unions of
// half2 and unsigned, operators, special values. Single operations round correctly, so bits are compared.
#include "corpus.h"
#include <cuda_fp16.h>

__global__ void to_half(const float *in, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2half(in[i]);
}

__global__ void axpy(__half a, const __half *x, __half *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hfma(a, x[i], y[i]);
}

__global__ void axpy2(__half2 a, const __half2 *x, __half2 *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void operations(const half *x, half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    half a = x[i], b = x[(i + 1) % n];
    half *o = out + i * 12;
    o[0] = a + b;
    o[1] = a - b;
    o[2] = __hmul(a, b);
    o[3] = __hneg(a);
    o[4] = __habs(b);
    o[5] = __hlt(a, b) ? __hmax(a, b) : __hmin(a, b);
    o[6] = a > b ? __float2half_rz(__half2float(a) * 1.0009765f) : __int2half_rn(i);
    half2 pair = __halves2half2(a, b);
    half2 swapped = __lowhigh2highlow(pair);
    half2 sum = __hadd2(pair, __float2half2_rn(0.5f));
    sum = __hmul2(sum, swapped);
    o[7] = __low2half(sum);
    o[8] = __high2half(sum);
    o[9] = __hsub_sat(a, b);
    o[10] = __ushort_as_half((unsigned short)(__half_as_ushort(a) ^ 0x8000u));
    float2 wide = __half22float2(pair);
    o[11] = __float2half_rn(wide.x + wide.y);
}

__global__ void dot(const __half2 *x, const __half2 *y, float *out, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float2 a = __half22float2(x[i]), b = __half22float2(y[i]);
        sum = fmaf(a.x, b.x, sum);
        sum = fmaf(a.y, b.y, sum);
    }
    for (int offset = 16; offset; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = sum;
}

__global__ void shuffled(const half2 *x, half2 *out)
{
    half2 v = x[threadIdx.x];
    for (int offset = 1; offset < 32; offset *= 2)
        v = __hmax2(v, __shfl_xor_sync(0xffffffffu, v, offset));
    out[threadIdx.x] = v;
}

int main()
{
    const int n = 8192;
    Random random(301);
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = random.uniform() * 8 - 4;
        y[i] = random.uniform() * 2 - 1;
    }
    float *fx = to_device(x), *fy = to_device(y);
    __half *hx = on_device<__half>(n), *hy = on_device<__half>(n), *hy2 = on_device<__half>(n);
    to_half<<<n / 256, 256>>>(fx, hx, n);
    to_half<<<n / 256, 256>>>(fy, hy, n);
    to_half<<<n / 256, 256>>>(fy, hy2, n);
    auto converted = to_host(hx, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += __half2float(converted[i]) != __half2float(__float2half(x[i]));
    printf("wrong conversions: %d\n", wrong);
    axpy<<<n / 256, 256>>>(__float2half(1.5f), hx, hy, n);
    axpy2<<<8, 128>>>(__float2half2_rn(1.5f), (const __half2 *)hx, (__half2 *)hy2, n / 2);
    auto one = to_host(hy, n), two = to_host(hy2, n);
    printf("half and half2 agree: %d\n", memcmp(one.data(), two.data(), n * sizeof(__half)) == 0);
    print_hash("axpy", one);
    half *out = on_device<half>(n * 12);
    operations<<<n / 128, 128>>>(hx, out, n);
    print_hash("operations", out, n * 12);
    float *sums = on_device<float>(4);
    dot<<<1, 128>>>((const __half2 *)hx, (const __half2 *)hy, sums, n / 2);
    print_hash("dot", sums, 4);
    shuffled<<<1, 32>>>((const half2 *)hx, (half2 *)out);
    print_hash("largest", out, 64);
    return 0;
}
