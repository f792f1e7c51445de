// SPDX-License-Identifier: Apache-2.0
// Pairs of halves as kernels use them: polynomials, rows in shared memory, arrays and members that are pairs, pairs within
// vectors of 16 bytes, single halves set by themselves. The hardware fuses a product and a sum of pairs into one rounding.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Particle {
    __half2 place, speed;
    unsigned kind;
};

__global__ void polynomial(const __half2 *x, __half2 *y, int n, int degree)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half2 v = x[i], sum = __float2half2_rn(0.125f);
    for (int k = 0; k < degree; k++)
        sum = sum * v + __float2half2_rn(0.25f);
    y[i] = sum;
}

__global__ void polynomial_brain(const __nv_bfloat162 *x, __nv_bfloat162 *y, int n, int degree)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat162 v = x[i], sum = __float2bfloat162_rn(0.125f);
    for (int k = 0; k < degree; k++)
        sum = sum * v + __float2bfloat162_rn(0.25f);
    y[i] = sum;
}

__global__ void rows(const __half2 *a, const __half2 *b, __half *out, int pairs)
{
    __shared__ __half2 tile[4][33];
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    __half2 sum = __half2(__half(0.f), __half(0.f));
    for (int first = 0; first < pairs; first += 32) {
        tile[row][lane] = a[(blockIdx.x * 4 + row) * pairs + first + lane];
        __syncthreads();
        for (int k = 0; k < 4; k++)
            sum = tile[k][lane] * b[first + lane] + sum;
        __syncthreads();
    }
    sum.x = sum.x + sum.y;
    for (int step = 16; step > 0; step /= 2)
        sum.x = sum.x + __shfl_xor_sync(~0u, sum.x, step);
    if (lane == 0)
        out[blockIdx.x * 4 + row] = sum.x;
}

__global__ void move(Particle *particles, int n, __half time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Particle p = particles[i];
    __half2 step = __half2half2(time);
    for (int k = 0; k < 3; k++) {
        p.place = p.place + p.speed * step;
        if (__hgt(p.place.x, __float2half(1.f))) {
            p.speed.x = -p.speed.x;
            p.kind++;
        }
        if (__low2float(p.place) < __high2float(p.place))
            p.speed = __lowhigh2highlow(p.speed);
    }
    particles[i] = p;
}

__global__ void vectors(const uint4 *in, uint4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint4 value = in[i];
    __half2 *pair = reinterpret_cast<__half2 *>(&value);
    __half2 history[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        history[k] = pair[k] * pair[(k + 1) % 4] - pair[k];
#pragma unroll
    for (int k = 0; k < 4; k++)
        pair[k] = __hfma2(history[k], pair[3 - k], history[(k + 2) % 4]);
    pair[1].y = history[0].x * pair[2].y + history[3].y;
    out[i] = value;
}

__global__ void indexed(const __half2 *x, __half2 *y, const int *order, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 kept[8];
    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        kept[k] = x[(i + k) % n];
    __half2 sum = kept[0];
    for (int k = 0; k < 8; k++) {
        int at = order[(i + k) % n] % 8;
        kept[at] = kept[at] * sum + kept[7 - at];
        sum = __hmax2(kept[at], sum);
    }
    y[i] = sum;
}

static unsigned digest(const void *bytes, size_t count)
{
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 16777619u;
    return hash;
}

int main()
{
    const int n = 512;
    static unsigned bits[4 * n];
    unsigned state = 1;
    for (unsigned &word : bits) { // each half between -2 and 2
        unsigned half[2];
        for (unsigned &h : half) {
            state = state * 1664525u + 1013904223u;
            h = (state >> 16 & 0x83ff) | (10 + (state >> 13 & 7) % 6) << 10;
        }
        word = half[0] | half[1] << 16;
    }
    void *in, *out, *order;
    cudaMalloc(&in, sizeof bits);
    cudaMalloc(&out, sizeof bits);
    cudaMalloc(&order, n * sizeof(int));
    cudaMemset(out, 0, sizeof bits);
    static unsigned result[4 * n];
    static int numbers[n];
    for (int i = 0; i < n; i++)
        numbers[i] = i * 37 % 101;
    cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    auto show = [&](const char *name, size_t bytes) {
        cudaMemcpy(result, out, bytes, cudaMemcpyDeviceToHost);
        printf("%-18s %08x %s\n", name, digest(result, bytes), cudaGetErrorString(cudaGetLastError()));
        cudaMemcpy(in, bits, sizeof bits, cudaMemcpyHostToDevice);
        cudaMemset(out, 0, sizeof bits);
    };
    show("start", 4);
    for (int degree : {1, 7, 16}) {
        polynomial<<<4, 128>>>((__half2 *)in, (__half2 *)out, n, degree);
        show("polynomial", n * 4);
    }
    polynomial_brain<<<4, 128>>>((__nv_bfloat162 *)in, (__nv_bfloat162 *)out, n, 9);
    show("polynomial_brain", n * 4);
    rows<<<4, 128>>>((__half2 *)in, (__half2 *)in + n, (__half *)out, 64);
    show("rows", 32);
    cudaMemcpy(out, bits, n * sizeof(Particle), cudaMemcpyHostToDevice);
    move<<<4, 128>>>((Particle *)out, n, __float2half(0.3f));
    show("move", n * sizeof(Particle));
    vectors<<<4, 128>>>((uint4 *)in, (uint4 *)out, n);
    show("vectors", n * 16);
    indexed<<<4, 128>>>((__half2 *)in, (__half2 *)out, (int *)order, n);
    show("indexed", n * 4);
    return 0;
}
