// SPDX-License-Identifier: Apache-2.0
// Quantisation to 8 bits: scales by row, __dp4a products, dequantisation, and error feedback in packed words.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

__device__ __forceinline__ float absmax_warp(float v)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask /= 2)
        v = fmaxf(v, fabsf(__shfl_xor_sync(0xffffffffu, v, mask)));
    return v;
}

// A warp a row; four values become one word.
__global__ void quantise(const float4 *__restrict__ in, int *__restrict__ out, float *scales, int quads, int rows)
{
    const int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    float most = 0.0f;
    for (int i = lane; i < quads; i += 32) {
        float4 v = in[row * quads + i];
        most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    most = absmax_warp(most);
    const float inverse = most > 0 ? 127.0f / most : 0.0f;
    for (int i = lane; i < quads; i += 32) {
        float4 v = in[row * quads + i];
        char4 q = make_char4((signed char)__float2int_rn(v.x * inverse), (signed char)__float2int_rn(v.y * inverse),
                             (signed char)__float2int_rn(v.z * inverse), (signed char)__float2int_rn(v.w * inverse));
        out[row * quads + i] = *reinterpret_cast<int *>(&q);
    }
    if (lane == 0)
        scales[row] = most / 127.0f;
}

__global__ void gemm_dp4a(const int *a, const float *sa, const int *b, const float *sb, float *c, int *raw, int m, int n, int quads)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m || col >= n)
        return;
    int sum = 0;
    for (int k = 0; k < quads; k++)
        sum = __dp4a(a[r * quads + k], b[col * quads + k], sum);
    raw[r * n + col] = sum;
    c[r * n + col] = sum * sa[r] * sb[col];
}

__global__ void requantise(const float *in, uint32_t *packed, float scale, int zero, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    const int most = UINT8_MAX;
    uint32_t word = 0;
    float error = 0.0f;
    for (int k = 0; k < 4; k++) {
        float v = in[4 * i + k] / scale + error;
        int q = __float2int_rz(rintf(v)) + zero;
        error = v - (float)(q - zero);
        q = min(max(q, 0), most);
        word |= (uint32_t)q << (8 * k);
    }
    packed[i] = __byte_perm(word, 0, 0x0123); // the bytes in the other order
}

__global__ void pack_nibbles(const uint32_t *in, uint16_t *out, unsigned *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    uint32_t w = __vavgu4(in[i], 0x80808080u);
    out[i] = (uint16_t)((w >> 4 & 15) | (w >> 8 & 0xf0) | (w >> 12 & 0xf00) | (w >> 16 & 0xf000));
    sums[i] = __vsadu4(in[i], w);
}

int main()
{
    const int m = 24, n = 20, k = 96, quads = k / 4;
    std::vector<float> a(m * k), b(n * k), c(m * n);
    std::vector<int> raw(m * n);
    for (int i = 0; i < m * k; i++)
        a[i] = ((i * 73 + i / 5) % 211 - 105) * 0.013f * (1 + i / k % 3);
    for (int i = 0; i < n * k; i++)
        b[i] = ((i * 151) % 307 - 153) / 64.0f;
    float *da, *db, *dc, *sa, *sb;
    int *qa, *qb, *draw;
    uint32_t *packed;
    uint16_t *nibbles;
    cudaMalloc(&da, a.size() * 4), cudaMalloc(&db, b.size() * 4), cudaMalloc(&dc, c.size() * 4);
    cudaMalloc(&sa, m * 4), cudaMalloc(&sb, n * 4), cudaMalloc(&qa, m * k), cudaMalloc(&qb, n * k);
    cudaMalloc(&draw, raw.size() * 4), cudaMalloc(&packed, m * n), cudaMalloc(&nibbles, m * n);
    cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    quantise<<<(m + 3) / 4, 128>>>((const float4 *)da, qa, sa, quads, m);
    quantise<<<(n + 3) / 4, 128>>>((const float4 *)db, qb, sb, quads, n);
    gemm_dp4a<<<dim3((n + 15) / 16, (m + 7) / 8), dim3(16, 8)>>>(qa, sa, qb, sb, dc, draw, m, n, quads);
    cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(raw.data(), draw, raw.size() * sizeof(int), cudaMemcpyDeviceToHost);
    double worst = 0;
    long sum = 0;
    for (int i = 0; i < m * n; i++) {
        double exact = 0;
        for (int x = 0; x < k; x++)
            exact += (double)a[i / n * k + x] * b[i % n * k + x];
        worst = std::max(worst, exact > c[i] ? exact - c[i] : c[i] - exact);
        sum += raw[i] * (long)(i % 17 + 1);
    }
    printf("raw %d %d, weighted %ld, c %.9g %.9g, error below 1: %d\n", raw[0], raw[m * n - 1], sum, c[0], c[m * n - 1], worst < 1);
    requantise<<<1, 128>>>(dc, packed, 0.75f, 128, m * n / 4);
    pack_nibbles<<<1, 128>>>(packed, nibbles, (unsigned *)draw, m * n / 4);
    std::vector<uint32_t> words(m * n / 4);
    std::vector<uint16_t> four(m * n / 4);
    cudaMemcpy(words.data(), packed, m * n, cudaMemcpyDeviceToHost);
    cudaMemcpy(four.data(), nibbles, m * n / 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(raw.data(), draw, m * n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 120; i += 29)
        printf("%08x %04x %d  ", words[i], four[i], raw[i]);
    printf("\n");
    for (void *p : {(void *)da, (void *)db, (void *)dc, (void *)sa, (void *)sb, (void *)qa, (void *)qb, (void *)draw, (void *)packed, (void *)nibbles})
        cudaFree(p);
}
