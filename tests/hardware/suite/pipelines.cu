// SPDX-License-Identifier: Apache-2.0
// Copies from global to shared memory that overlap with arithmetic: by registers, by cp.async in two and three stages, and
// with barriers of their own.
#include <cuda_pipeline.h>

#include "suite.h"

// Each block sums windows of its row: what it reads next is loaded into registers before it works.
__global__ void by_registers(int tiles, const float4 *in, float *out)
{
    __shared__ float4 tile[2][128];
    int t = threadIdx.x;
    const float4 *row = in + size_t(blockIdx.x) * tiles * 128;
    tile[0][t] = row[t];
    float sum = 0;
    for (int i = 0; i < tiles; i++) {
        float4 next = i + 1 < tiles ? row[(i + 1) * 128 + t] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float4 v = tile[i & 1][(t + k * 8) & 127];
            sum += v.x * v.y + v.z * v.w;
        }
        tile[(i + 1) & 1][t] = next;
    }
    out[blockIdx.x * 128 + t] = sum;
}

template <int STAGES> __global__ void by_async_copies(int tiles, const float4 *in, float *out)
{
    __shared__ float4 tile[STAGES][128];
    int t = threadIdx.x;
    const float4 *row = in + size_t(blockIdx.x) * tiles * 128;
    for (int i = 0; i < STAGES - 1; i++) {
        __pipeline_memcpy_async(&tile[i][t], &row[i * 128 + t], 16);
        __pipeline_commit();
    }
    float sum = 0;
    for (int i = 0; i < tiles; i++) {
        if (i + STAGES - 1 < tiles)
            __pipeline_memcpy_async(&tile[(i + STAGES - 1) % STAGES][t], &row[(i + STAGES - 1) * 128 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float4 v = tile[i % STAGES][(t + k * 8) & 127];
            sum += v.x * v.y + v.z * v.w;
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

// A matrix product with tiles of 64x64x16 that arrive by cp.async, 4x4 elements a thread.
__global__ void multiply(int n, const float *a, const float *b, float *c)
{
    __shared__ float as[2][64][16], bs[2][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, column0 = blockIdx.x * 64;
    auto load = [&](int stage, int k0) {
        __pipeline_memcpy_async(&as[stage][t / 4][t % 4 * 4], &a[(row0 + t / 4) * n + k0 + t % 4 * 4], 16);
        __pipeline_memcpy_async(&bs[stage][t / 16][t % 16 * 4], &b[(k0 + t / 16) * n + column0 + t % 16 * 4], 16);
        __pipeline_commit();
    };
    float sum[4][4] = {};
    load(0, 0);
    for (int k0 = 0, stage = 0; k0 < n; k0 += 16, stage ^= 1) {
        if (k0 + 16 < n) {
            load(stage ^ 1, k0 + 16);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float x[4];
            float4 y = *(float4 *)&bs[stage][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                x[i] = as[stage][ty * 4 + i][k];
                sum[i][0] += x[i] * y.x;
                sum[i][1] += x[i] * y.y;
                sum[i][2] += x[i] * y.z;
                sum[i][3] += x[i] * y.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&c[(row0 + ty * 4 + i) * n + column0 + tx * 4] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

int main()
{
    const int n = 512;
    float *in = floats(1 << 22, 1), *out = zeros<float>(1 << 18);
    by_registers<<<512, 128>>>(16, (float4 *)in, out);
    show("by_registers", out, 512 * 128);
    by_async_copies<2><<<512, 128>>>(16, (float4 *)in, out);
    show("by_async_copies 2", out, 512 * 128);
    by_async_copies<4><<<512, 128>>>(16, (float4 *)in, out);
    show("by_async_copies 4", out, 512 * 128);
    by_async_copies<3><<<132, 128>>>(40, (float4 *)in, out);
    show("by_async_copies 3 a block an SM", out, 132 * 128);
    multiply<<<dim3(n / 64, n / 64), 256>>>(n, in, in + n * n, out);
    show("multiply", out, n * n);
    return 0;
}
