// SPDX-License-Identifier: Apache-2.0
// Rows of a transformer: a numerically safe softmax, one row a warp and one row a block, layer
// normalisation with Welford's method, and GELU.
#include "corpus.h"
#include <cmath>

__device__ float warp_max(float v)
{
    for (int offset = 16; offset; offset >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, offset));
    return v;
}
__device__ float warp_sum(float v)
{
    for (int offset = 16; offset; offset >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, offset);
    return v;
}

__global__ void softmax_warp(const float *in, float *out, int columns)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    in += (size_t)row * columns;
    out += (size_t)row * columns;
    float largest = -INFINITY;
    for (int c = lane; c < columns; c += 32)
        largest = fmaxf(largest, in[c]);
    largest = warp_max(largest);
    float sum = 0;
    for (int c = lane; c < columns; c += 32)
        sum += expf(in[c] - largest);
    sum = warp_sum(sum);
    for (int c = lane; c < columns; c += 32)
        out[c] = expf(in[c] - largest) / sum;
}

template <int BLOCK> __global__ void softmax_block(const float *in, float *out, int columns)
{
    __shared__ float part[BLOCK / 32], shared_sum, shared_max;
    const float *row = in + (size_t)blockIdx.x * columns;
    float largest = -INFINITY, sum = 0; // online: rescale when the maximum grows
    for (int c = threadIdx.x; c < columns; c += BLOCK) {
        float v = row[c];
        if (v > largest) {
            sum *= expf(largest - v);
            largest = v;
        }
        sum += expf(v - largest);
    }
    float all = warp_max(largest);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = all;
    __syncthreads();
    if (threadIdx.x == 0) {
        shared_max = part[0];
        for (int k = 1; k < BLOCK / 32; k++)
            shared_max = fmaxf(shared_max, part[k]);
    }
    __syncthreads();
    float scaled = warp_sum(largest == -INFINITY ? 0.0f : sum * expf(largest - shared_max));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = scaled;
    __syncthreads();
    if (threadIdx.x == 0) {
        shared_sum = 0;
        for (float p : part)
            shared_sum += p;
    }
    __syncthreads();
    for (int c = threadIdx.x; c < columns; c += BLOCK)
        out[(size_t)blockIdx.x * columns + c] = __expf(row[c] - shared_max) * (1.0f / shared_sum);
}

__global__ void layernorm(const float *__restrict__ in, const float *__restrict__ gamma,
                          const float *__restrict__ beta, float *__restrict__ out, int columns)
{
    const float *row = in + (size_t)blockIdx.x * columns;
    float mean = 0, m2 = 0;
    int count = 0;
    for (int c = threadIdx.x; c < columns; c += 32) {
        float delta = row[c] - mean;
        mean += delta / ++count;
        m2 += delta * (row[c] - mean);
    }
    for (int offset = 16; offset; offset >>= 1) {
        float other_mean = __shfl_xor_sync(~0u, mean, offset), other_m2 = __shfl_xor_sync(~0u, m2, offset);
        int other = __shfl_xor_sync(~0u, count, offset), total = count + other;
        float delta = other_mean - mean;
        m2 += other_m2 + delta * delta * count * other / total;
        mean += delta * other / total;
        count = total;
    }
    float scale = rsqrtf(m2 / columns + 1e-5f);
    for (int c = threadIdx.x; c < columns; c += 32)
        out[(size_t)blockIdx.x * columns + c] = (row[c] - mean) * scale * gamma[c] + beta[c];
}

__global__ void gelu(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = data[i];
        data[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}

int main()
{
    const int rows = 64, columns = 300, n = rows * columns;
    Random random(411);
    std::vector<float> in(n), gamma(columns), beta(columns);
    for (float &x : in)
        x = random.uniform() * 12 - 6;
    for (int c = 0; c < columns; c++) {
        gamma[c] = 1 + random.uniform();
        beta[c] = random.uniform();
    }
    float *din = to_device(in), *a = on_device<float>(n), *b = on_device<float>(n);
    float *dgamma = to_device(gamma), *dbeta = to_device(beta);
    softmax_warp<<<rows / 4, 128>>>(din, a, columns);
    softmax_block<128><<<rows, 128>>>(din, b, columns);
    auto one = to_host(a, n), two = to_host(b, n);
    double worst = 0, apart = 0;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < columns; c++)
            sum += exp((double)in[r * columns + c]);
        for (int c = 0; c < columns; c++) {
            double exact = exp((double)in[r * columns + c]) / sum;
            worst = fmax(worst, fabs(one[r * columns + c] / exact - 1));
            apart = fmax(apart, fabs(two[r * columns + c] / exact - 1));
        }
    }
    printf("relative error below 1e-5: %d %d\n", worst < 1e-5, apart < 1e-5);
    print_rounded("softmax", a, n, 4);
    print_rounded("softmax by block", b, n, 4);
    layernorm<<<rows, 32>>>(din, dgamma, dbeta, a, columns);
    print_rounded("layernorm", a, n, 4);
    gelu<<<(n + 255) / 256, 256>>>(a, n);
    print_rounded("gelu", a, n, 4);
    return 0;
}
