// SPDX-License-Identifier: Apache-2.0
// Narrow floats: blocks of 32 values scaled by a power of two and kept in 8 bits (e4m3 and e5m2), sums in half2
// and bfloat162, conversions with saturation, and a dot product of quantized vectors.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cmath>
#include <cstdio>
#include "corpus.h"

template <class T> struct Largest;
template <> struct Largest<__nv_fp8_e4m3> {
    static constexpr float value = 448.0f;
    static constexpr const char *name = "e4m3";
};
template <> struct Largest<__nv_fp8_e5m2> {
    static constexpr float value = 57344.0f;
    static constexpr const char *name = "e5m2";
};

template <class T> struct alignas(4) Block {
    T values[32];
    int exponent;
};

template <class T> __global__ void quantize(const float *in, Block<T> *out)
{
    int lane = threadIdx.x % 32, b = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float v = in[b * 32 + lane], largest = fabsf(v);
    for (int d = 16; d; d >>= 1)
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, d));
    int e = 0;
    if (largest > 0) {
        while (ldexpf(largest, -e) > Largest<T>::value)
            e++;
        while (ldexpf(largest, -e) <= Largest<T>::value / 2)
            e--;
    }
    out[b].values[lane] = T(ldexpf(v, -e));
    if (lane == 0)
        out[b].exponent = e;
}

template <class T> __global__ void dequantize(const Block<T> *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Block<T> &b = in[i / 32];
    out[i] = ldexpf(float(b.values[i % 32]), b.exponent);
}

template <class A, class B> __global__ void dot(const Block<A> *a, const Block<B> *b, float *out)
{
    int lane = threadIdx.x;
    float p = float(a[blockIdx.x].values[lane]) * float(b[blockIdx.x].values[lane]);
    for (int d = 16; d; d >>= 1)
        p += __shfl_xor_sync(~0u, p, d);
    if (lane == 0)
        out[blockIdx.x] = ldexpf(p, a[blockIdx.x].exponent + b[blockIdx.x].exponent);
}

__global__ void pairs(const float2 *in, __half2 *h, __nv_bfloat162 *b, unsigned short *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 v = in[i];
    __half2 x = __float22half2_rn(v), y = __floats2half2_rn(v.y, v.x);
    h[i] = __hfma2(x, y, __hadd2(x, __half2half2(__ushort_as_half(0x3c00))));
    __nv_bfloat162 p = __float22bfloat162_rn(v), q = __halves2bfloat162(__high2bfloat16(p), __low2bfloat16(p));
    b[i] = __hmul2(p, q) - __hmax2(p, q);
    __nv_fp8x2_e4m3 both(v);
    packed[i] = both.__x;
}

__global__ void extremes(const float *in, unsigned char *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    out[4 * i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E4M3);
    out[4 * i + 1] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
    out[4 * i + 2] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E5M2);
    out[4 * i + 3] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
}

template <class T> static Block<T> *run(const float *in, const std::vector<float> &host, int blocks)
{
    Block<T> *quantized = on_device<Block<T>>(blocks);
    float *out = on_device<float>(blocks * 32);
    quantize<T><<<blocks / 4, 128>>>(in, quantized);
    dequantize<T><<<blocks / 2, 64>>>(quantized, out);
    std::vector<float> back = to_host(out, blocks * 32);
    int same = 0;
    double worst = 0;
    for (size_t i = 0; i < back.size(); i++) {
        same += back[i] == host[i];
        worst = std::fmax(worst, std::fabs(back[i] - host[i]) / std::fmax(1e-20, std::fabs(host[i])));
    }
    printf("%s: %d of %zu exact, worst relative error of values below a scale: %s\n", Largest<T>::name, same, back.size(), worst <= 1 ? "at most 1" : "more");
    print_hash(Largest<T>::name, back);
    return quantized;
}

int main()
{
    const int blocks = 40, n = blocks * 32;
    Random random(99);
    std::vector<float> host(n);
    for (int i = 0; i < n; i++)
        host[i] = i % 10 == 0 ? (float)(i % 13) : (random.uniform() - 0.5f) * std::ldexp(1.0f, (int)(random.next() % 30) - 15);
    float *in = to_device(host);
    auto *four = run<__nv_fp8_e4m3>(in, host, blocks);
    auto *five = run<__nv_fp8_e5m2>(in, host, blocks);
    float *dots = on_device<float>(blocks);
    dot<<<blocks, 32>>>(four, five, dots);
    print_rounded("dots", dots, blocks, 5);

    __half2 *h = on_device<__half2>(n / 2);
    __nv_bfloat162 *b = on_device<__nv_bfloat162>(n / 2);
    unsigned short *packed = on_device<unsigned short>(n / 2);
    pairs<<<(n / 2 + 63) / 64, 64>>>((const float2 *)in, h, b, packed, n / 2);
    print_hash("half2", h, n / 2);
    print_hash("bfloat162", b, n / 2);
    print_hash("two e4m3", packed, n / 2);

    std::vector<float> special = {0.0f, -0.0f, 448.0f, 463.0f, 464.5f, 500.0f, -1e9f, 57344.0f, 61439.0f, 70000.0f, INFINITY, -INFINITY, 0.001953125f, 0.0009f, 1.5e-5f, 7e-6f};
    unsigned char *bytes = on_device<unsigned char>(4 * special.size());
    extremes<<<1, 32>>>(to_device(special), bytes, (int)special.size());
    std::vector<unsigned char> codes = to_host(bytes, 4 * special.size());
    for (size_t i = 0; i < special.size(); i++)
        printf("%g: %02x %02x %02x %02x\n", special[i], codes[4 * i], codes[4 * i + 1], codes[4 * i + 2], codes[4 * i + 3]);
    return 0;
}
