// SPDX-License-Identifier: Apache-2.0
// What networks do to rows: softmax in three ways, layer norm, gelu with a bias, attention with running maxima, embedding
// lookups, top-1, dropout, adam, maximum pooling, a small direct convolution.
#include "suite.h"

__device__ float sum_of_block(float x, float *part)
{
    for (int step = 16; step; step /= 2)
        x += __shfl_xor_sync(~0u, x, step);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int i = 0; i < blockDim.x / 32; i++)
        x += part[i];
    return x;
}

__device__ float most_of_block(float x, float *part)
{
    for (int step = 16; step; step /= 2)
        x = fmaxf(x, __shfl_xor_sync(~0u, x, step));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = part[0];
    for (int i = 1; i < blockDim.x / 32; i++)
        x = fmaxf(x, part[i]);
    return x;
}

__global__ void softmax_thread(int rows, int columns, const float *in, float *out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *x = in + size_t(row) * columns;
    float most = -1e30f, sum = 0;
    for (int i = 0; i < columns; i++)
        most = fmaxf(most, x[i]);
    for (int i = 0; i < columns; i++)
        sum += expf(x[i] - most);
    for (int i = 0; i < columns; i++)
        out[size_t(row) * columns + i] = expf(x[i] - most) / sum;
}

__global__ void softmax_block(int columns, const float *in, float *out)
{
    __shared__ float part[32];
    const float *x = in + size_t(blockIdx.x) * columns;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = most_of_block(most, part);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += __expf(x[i] - most);
    sum = sum_of_block(sum, part);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[size_t(blockIdx.x) * columns + i] = __expf(x[i] - most) / sum;
}

// A warp keeps its row of 512 in registers.
__global__ void softmax_registers(int rows, const float4 *in, float4 *out)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float4 v[4];
    float most = -1e30f, sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        v[i] = in[row * 128 + lane + i * 32];
        most = fmaxf(fmaxf(most, fmaxf(v[i].x, v[i].y)), fmaxf(v[i].z, v[i].w));
    }
    for (int step = 16; step; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
#pragma unroll
    for (int i = 0; i < 4; i++) {
        v[i] = make_float4(__expf(v[i].x - most), __expf(v[i].y - most), __expf(v[i].z - most), __expf(v[i].w - most));
        sum += v[i].x + v[i].y + v[i].z + v[i].w;
    }
    for (int step = 16; step; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    float scale = 1 / sum;
#pragma unroll
    for (int i = 0; i < 4; i++)
        out[row * 128 + lane + i * 32] = make_float4(v[i].x * scale, v[i].y * scale, v[i].z * scale, v[i].w * scale);
}

__global__ void layer_norm(int columns, const float *in, const float *gain, const float *bias, float *out)
{
    __shared__ float part[32];
    const float *x = in + size_t(blockIdx.x) * columns;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    float mean = sum_of_block(sum, part) / columns;
    float scale = rsqrtf(sum_of_block(squares, part) / columns - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[size_t(blockIdx.x) * columns + i] = (x[i] - mean) * scale * gain[i] + bias[i];
}

__global__ void gelu_bias(int n, int columns, const float *in, const float *bias, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i] + bias[i % columns];
    out[i] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

// One query a thread, keys and values pass through shared memory, the maximum and the sum run along.
template <int D> __global__ void attention(int n, const float *q, const float *k, const float *v, float *out)
{
    __shared__ float ks[32][D], vs[32][D];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float query[D], sum[D] = {}, most = -1e30f, total = 0;
    for (int i = 0; i < D; i++)
        query[i] = q[row * D + i];
    for (int base = 0; base < n; base += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 32 * D; i += blockDim.x) {
            ks[i / D][i % D] = k[base * D + i];
            vs[i / D][i % D] = v[base * D + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float score = 0;
#pragma unroll
            for (int i = 0; i < D; i++)
                score += query[i] * ks[j][i];
            float next = fmaxf(most, score), scale = __expf(most - next), weight = __expf(score - next);
            total = total * scale + weight;
            most = next;
#pragma unroll
            for (int i = 0; i < D; i++)
                sum[i] = sum[i] * scale + weight * vs[j][i];
        }
    }
    for (int i = 0; i < D; i++)
        out[row * D + i] = sum[i] / total;
}

__global__ void lookup(int columns, const unsigned *token, const float4 *table, float4 *out)
{
    for (int i = threadIdx.x; i < columns / 4; i += blockDim.x)
        out[blockIdx.x * (columns / 4) + i] = table[token[blockIdx.x] * (columns / 4) + i];
}

__global__ void adam(int n, const float *g, float *w, float *m, float *v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
    w[i] -= 0.001f * (m[i] / 0.1f) / (sqrtf(v[i] / 0.001f) + 1e-8f);
}

__global__ void max_pool(int w, int h, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w / 2 || y >= h / 2)
        return;
    const float *p = in + size_t(blockIdx.z) * w * h + 2 * y * w + 2 * x;
    out[(size_t(blockIdx.z) * (h / 2) + y) * (w / 2) + x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[w], p[w + 1]));
}

// Eight channels into eight, 3x3, weights by __ldg.
__global__ void convolve(int w, int h, const float *__restrict__ in, const float *__restrict__ weight, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    float sum = 0;
    for (int c = 0; c < 8; c++)
        for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++)
                sum += __ldg(&weight[((o * 8 + c) * 3 + dy) * 3 + dx]) * in[(c * h + y + dy - 1) * w + x + dx - 1];
    out[(o * h + y) * w + x] = sum;
}

int main()
{
    const int rows = 2048, columns = 512, n = rows * columns;
    float *in = floats(n, 1), *out = zeros<float>(n), *gain = floats(columns, 2), *m = zeros<float>(n), *v = zeros<float>(n);
    unsigned *token = words(4096, rows, 3);
    softmax_thread<<<rows / 64, 64>>>(rows, 128, in, out);
    show("softmax_thread", out, rows * 128);
    softmax_block<<<rows, 128>>>(columns, in, out);
    show("softmax_block 128", out, n);
    softmax_block<<<64, 1024>>>(16384, in, out);
    show("softmax_block 1024", out, n);
    softmax_registers<<<rows / 4, 128>>>(rows, (float4 *)in, (float4 *)out);
    show("softmax_registers", out, n);
    layer_norm<<<rows, 256>>>(columns, in, gain, gain, out);
    show("layer_norm", out, n);
    gelu_bias<<<n / 256, 256>>>(n, columns, in, gain, out);
    show("gelu_bias", out, n);
    attention<32><<<1024 / 64, 64>>>(512, in, in + 40000, in + 80000, out);
    show("attention 32", out, 1024 * 32);
    attention<16><<<8192 / 128, 128>>>(256, in, in + 40000, in + 80000, out);
    show("attention 16", out, 8192 * 16);
    lookup<<<4096, 64>>>(256, token, (float4 *)in, (float4 *)out);
    show("lookup", out, n);
    adam<<<n / 512, 512>>>(n, in, out, m, v);
    show("adam", out, n);
    max_pool<<<dim3(4, 16, 16), dim3(32, 8)>>>(256, 256, in, out);
    show("max_pool", out, 128 * 128 * 16);
    convolve<<<dim3(8, 32, 4), dim3(32, 8)>>>(256, 256, in, gain, out);
    show("convolve", out, 4 * 256 * 256);
    return 0;
}
