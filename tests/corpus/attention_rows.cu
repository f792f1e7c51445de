// SPDX-License-Identifier: Apache-2.0
// Causal attention: scores, softmax and product apart, and fused in tiles with an online maximum, float and half.
#include <cuda_fp16.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HEADS 2
#define T 48
#define D 32

__global__ void scores_kernel(const float *q, const float *k, float *s)
{
    int h = blockIdx.z, i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > i) {
        s[(h * T + i) * T + j] = -INFINITY;
        return;
    }
    float dot = 0.0f;
    for (int c = 0; c < D; c++)
        dot += q[(h * T + i) * D + c] * k[(h * T + j) * D + c];
    s[(h * T + i) * T + j] = dot * rsqrtf((float)D);
}

__global__ void softmax_kernel(float *s)
{
    float *row = s + blockIdx.x * T;
    float most = -FLT_MAX, sum = 0.0f;
    for (int j = 0; j < T; j++)
        most = fmaxf(most, row[j]);
    for (int j = 0; j < T; j++)
        sum += row[j] = expf(row[j] - most);
    for (int j = 0; j < T; j++)
        row[j] /= sum;
}

__global__ void values_kernel(const float *s, const float *v, float *out)
{
    int h = blockIdx.y, i = blockIdx.x, c = threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j <= i; j++)
        sum += s[(h * T + i) * T + j] * v[(h * T + j) * D + c];
    out[(h * T + i) * D + c] = sum;
}

template <typename E> __device__ float load(const E *p) { return *p; }
template <> __device__ float load<half>(const half *p) { return __half2float(*p); }

// A warp a row; a lane a column of the tile for the scores, a component for the output.
template <typename E, int TILE> __global__ void flash_kernel(const E *q, const E *k, const E *v, float *out)
{
    extern __shared__ float sram[];
    float *kj = sram, *vj = sram + TILE * (D + 1);
    const int h = blockIdx.y, i = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float qi[D], l = 0.0f, m = -INFINITY, o = 0.0f;
    for (int c = 0; c < D; c++)
        qi[c] = load(q + (h * T + i) * D + c);
    for (int base = 0; base < T; base += TILE) {
        __syncthreads();
        for (int r = threadIdx.y; r < TILE; r += blockDim.y) {
            kj[r * (D + 1) + lane] = load(k + (h * T + base + r) * D + lane);
            vj[r * (D + 1) + lane] = load(v + (h * T + base + r) * D + lane);
        }
        __syncthreads();
        float s = -INFINITY;
        if (lane < TILE && base + lane <= i) {
            s = 0.0f;
            for (int c = 0; c < D; c++)
                s += qi[c] * kj[lane * (D + 1) + c];
            s *= 0.17677669529f;
        }
        float most = s;
        for (int x = 16; x; x >>= 1)
            most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, x));
        if (most == -INFINITY)
            continue;
        float next = fmaxf(m, most), p = __expf(s - next), scale = __expf(m - next), sum = p;
        for (int x = 16; x; x >>= 1)
            sum += __shfl_xor_sync(0xffffffff, sum, x);
        l = l * scale + sum;
        o *= scale;
        for (int r = 0; r < TILE; r++)
            o = fmaf(__shfl_sync(0xffffffff, p, r), vj[r * (D + 1) + lane], o);
        m = next;
    }
    out[(h * T + i) * D + lane] = __fdividef(o, l);
}

__global__ void narrow(const float *in, half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2half_rn(in[i]);
}

int main()
{
    const int n = HEADS * T * D;
    float *host = (float *)malloc(3 * n * sizeof(float)), *d, *s, *out, *a = (float *)malloc(n * 4), *b = (float *)malloc(n * 4);
    half *narrowed;
    for (int i = 0; i < 3 * n; i++)
        host[i] = sinf(i * 0.37f) * (1 + i % 5) * 0.5f;
    cudaMalloc((void **)&d, 3 * n * sizeof(float));
    cudaMalloc((void **)&s, HEADS * T * T * sizeof(float));
    cudaMalloc((void **)&out, n * sizeof(float));
    cudaMalloc((void **)&narrowed, 3 * n * sizeof(half));
    cudaMemcpy(d, host, 3 * n * sizeof(float), cudaMemcpyHostToDevice);
    scores_kernel<<<dim3(T / 16, T / 8, HEADS), dim3(16, 8)>>>(d, d + n, s);
    softmax_kernel<<<HEADS * T, 1>>>(s);
    values_kernel<<<dim3(T, HEADS), D>>>(s, d + 2 * n, out);
    cudaMemcpy(a, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    const dim3 block(32, 4), grid(T / 4, HEADS);
    size_t shared = 2 * 16 * (D + 1) * sizeof(float);
    flash_kernel<float, 16><<<grid, block, shared>>>(d, d + n, d + 2 * n, out);
    cudaMemcpy(b, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    float apart = 0;
    double sa = 0, sb = 0;
    for (int i = 0; i < n; i++) {
        apart = fmaxf(apart, fabsf(a[i] - b[i]));
        sa += a[i] * (i % 7), sb += b[i] * (i % 7);
    }
    printf("apart %s, sums %.12g %.12g\n", apart < 1e-5f ? "little" : "MUCH", sa, sb);
    printf("%.9g %.9g | %.9g %.9g\n", a[37], b[37], a[n - 1], b[n - 1]);
    narrow<<<(3 * n + 255) / 256, 256>>>(d, narrowed, 3 * n);
    flash_kernel<half, 16><<<grid, block, shared>>>(narrowed, narrowed + n, narrowed + 2 * n, out);
    cudaMemcpy(b, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("half %.9g %.9g %.9g\n", b[0], b[37], b[n - 1]);
    cudaFree(d), cudaFree(s), cudaFree(out), cudaFree(narrowed);
    free(host), free(a), free(b);
    return 0;
}
