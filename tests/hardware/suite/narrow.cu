// SPDX-License-Identifier: Apache-2.0
// Narrow and wide types: dot products of bytes, half2 arithmetic, bytes to floats, 64-bit integers, double polynomials,
// conversions, saturating pixels.
#include <cuda_fp16.h>

#include "suite.h"

__global__ void dot_bytes(int n, const int4 *a, const int4 *b, int *out)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int4 x = a[i], y = b[i];
        sum = __dp4a(x.x, y.x, __dp4a(x.y, y.y, __dp4a(x.z, y.z, __dp4a(x.w, y.w, sum))));
    }
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

// A product of matrices of bytes, the second one transposed; tiles of words that hold four bytes.
__global__ void multiply_bytes(int n, const int *a, const int *b, int *c)
{
    __shared__ int as[16][17], bs[16][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, sum = 0;
    for (int k = 0; k < n / 4; k += 16) {
        as[y][x] = a[row * (n / 4) + k + x];
        bs[y][x] = b[(blockIdx.x * 16 + y) * (n / 4) + k + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum = __dp4a(as[y][i], bs[x][i], sum);
        __syncthreads();
    }
    c[row * n + blockIdx.x * 16 + x] = sum;
}

__global__ void half_polynomial(int n, const __half2 *in, __half2 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half2 x = in[i], y = __float2half2_rn(0.5f);
    for (int k = 0; k < 32; k++)
        y = __hfma2(y, x, __float2half2_rn(0.25f));
    out[i] = y;
}

__global__ void half_axpy(int n, __half a, const __half2 *x, __half2 *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}

__global__ void half_sum(int n, const __half *in, float *out)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += __half2float(in[i]);
    for (int step = 16; step; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

__global__ void gray(int n, const uchar4 *in, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.299f * in[i].x + 0.587f * in[i].y + 0.114f * in[i].z;
}

__global__ void blend(int n, int alpha, const uchar4 *a, const uchar4 *b, uchar4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_uchar4(min(a[i].x + b[i].x * alpha / 256, 255), min(a[i].y + b[i].y * alpha / 256, 255),
                             min(a[i].z + b[i].z * alpha / 256, 255), 255);
}

__global__ void power_modulo(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long base = in[i], result = 1;
    for (unsigned e = 1000003; e; e /= 2) {
        if (e & 1)
            result = result * base % 2147483647;
        base = base * base % 2147483647;
    }
    out[i] = result;
}

__global__ void wide_mix(int rounds, unsigned long long *state)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long x = state[i];
    for (int k = 0; k < rounds; k++) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        x *= 2685821657736338717ull;
    }
    state[i] = x;
}

__global__ void double_series(int terms, const double *in, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i], term = 1, sum = 1;
    for (int k = 1; k <= terms; k++) {
        term *= x / k;
        sum += term;
    }
    out[i] = sum;
}

__global__ void double_root(const double *in, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sqrt(in[i] + 1) + exp(-in[i]) * sin(in[i]);
}

__global__ void functions(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    out[i] = sinf(x) * cosf(2 * x) + powf(fabsf(x) + 0.1f, 1.5f) + atanf(x) / (1 + x * x) + log1pf(x * x);
}

int main()
{
    const int n = 1 << 19;
    int *bytes = (int *)words(1 << 20, ~0u, 1), *out = zeros<int>(n);
    __half2 *halves = filled<__half2>(1 << 20, [](unsigned i) { return __floats2half2_rn(hash(i) % 64 / 64.0f, hash(i) % 32 / 32.0f); });
    double *doubles = filled<double>(1 << 17, [](unsigned i) { return hash(i) % 1024 / 512.0; }), *wide = zeros<double>(1 << 17);
    dot_bytes<<<132, 256>>>(1 << 18, (int4 *)bytes, (int4 *)bytes, out);
    show("dot_bytes", out, 1);
    multiply_bytes<<<dim3(32, 32), dim3(16, 16)>>>(512, bytes, bytes + 70000, out);
    show("multiply_bytes", out, 512 * 512);
    half_polynomial<<<n / 256, 256>>>(n, halves, (__half2 *)out);
    show("half_polynomial", out, n);
    half_axpy<<<(1 << 20) / 256, 256>>>(1 << 20, __float2half(0.5f), halves, halves);
    show("half_axpy", (int *)halves, 1 << 20);
    CUDA(cudaMemset(out, 0, 4));
    half_sum<<<264, 256>>>(1 << 20, (__half *)halves, (float *)out);
    show("half_sum", (float *)out, 1);
    gray<<<(1 << 20) / 256, 256>>>(1 << 20, (uchar4 *)bytes, (unsigned char *)out);
    show("gray", out, 1 << 18);
    blend<<<n / 128, 128>>>(n, 77, (uchar4 *)bytes, (uchar4 *)bytes + n, (uchar4 *)out);
    show("blend", out, n);
    power_modulo<<<32768 / 128, 128>>>((unsigned *)bytes, (unsigned *)out);
    show("power_modulo", out, 32768);
    wide_mix<<<65536 / 256, 256>>>(40, (unsigned long long *)bytes);
    show("wide_mix", (unsigned long long *)bytes, 65536);
    double_series<<<65536 / 128, 128>>>(10, doubles, wide);
    show("double_series", wide, 65536);
    double_root<<<(1 << 17) / 256, 256>>>(doubles, wide);
    show("double_root", wide, 1 << 17);
    functions<<<n / 256, 256>>>(floats(n, 7), (float *)out);
    show("functions", (float *)out, n);
    return 0;
}
