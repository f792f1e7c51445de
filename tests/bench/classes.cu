// SPDX-License-Identifier: Apache-2.0
// Kernels that bench_classes measures: one or two of each kind that people write. They compute
// something plausible; nobody looks at the results.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cstdio>

extern "C" {

__device__ unsigned thread_of_grid()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void arithmetic(const float *in, float *out, int n)
{
    unsigned i = thread_of_grid();
    float a = in[i], b = a * 0.5f, c = 1.5f, d = 0.25f;
    for (int k = 0; k < n; k++) {
        a = a * 0.99f + b;
        b = b * 0.98f + c;
        c = c * 0.97f - d;
        d = d * 0.96f + a;
        a = fminf(a, 8.0f);
        c = fmaxf(c - b, 0.125f);
    }
    out[i] = a + b + c + d;
}

__global__ void reduction(const float *in, float *out, int n)
{
    __shared__ float sums[256];
    unsigned t = threadIdx.x;
    float sum = 0;
    for (unsigned i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) {
        sum += in[i];
    }
    sums[t] = sum;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
        if (t < half) {
            sums[t] += sums[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = sums[0];
    }
}

__global__ void multiply_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16][16], right[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
        left[y][x] = a[row * n + tile + x];
        right[y][x] = b[(tile + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            sum += left[y][k] * right[k][x];
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// 64 x 64 outputs a block of 16 x 16 threads: 4 x 4 each in registers.
__global__ void multiply_registers(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16][64];
    __shared__ float4 right[16][16];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    float sum[4][4] = {};
    for (int tile = 0; tile < n; tile += 16) {
        for (int i = 0; i < 4; i++) {
            left[t % 16][t / 16 + i * 16] = a[(blockIdx.y * 64 + t / 16 + i * 16) * n + tile + t % 16];
        }
        right[y][x] = ((const float4 *)(b + (tile + y) * n + blockIdx.x * 64))[x];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float4 q = right[k][x];
            for (int i = 0; i < 4; i++) {
                float p = left[k][y * 4 + i];
                sum[i][0] += p * q.x;
                sum[i][1] += p * q.y;
                sum[i][2] += p * q.z;
                sum[i][3] += p * q.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        ((float4 *)(c + (blockIdx.y * 64 + y * 4 + i) * n + blockIdx.x * 64))[x] =
            make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    }
}

__global__ void stencil_halo(const float *in, float *out, int n)
{
    __shared__ float tile[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int v = threadIdx.y; v < 18; v += 16) {
        for (int u = threadIdx.x; u < 34; u += 32) {
            int from_x = min(max((int)blockIdx.x * 32 + u - 1, 0), n - 1);
            int from_y = min(max((int)blockIdx.y * 16 + v - 1, 0), n - 1);
            tile[v][u] = in[from_y * n + from_x];
        }
    }
    __syncthreads();
    int u = threadIdx.x + 1, v = threadIdx.y + 1;
    float sides = tile[v][u - 1] + tile[v][u + 1] + tile[v - 1][u] + tile[v + 1][u];
    out[y * n + x] = 0.5f * tile[v][u] + 0.125f * sides;
}

__global__ void transpose_naive(const float *in, float *out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) {
        out[x * n + y + i] = in[(y + i) * n + x];
    }
}

__global__ void transpose_padded(const float *in, float *out, int n)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) {
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) {
        out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
    }
}

__global__ void gather_scatter(const unsigned *index, const float *in, float *out, int n)
{
    unsigned i = thread_of_grid();
    for (int k = 0; k < n; k++) {
        unsigned from = index[i];
        out[index[from]] = in[from] * 2.0f;
        i = (i + gridDim.x * blockDim.x) & 0xfffff;
    }
}

__global__ void histogram_shared(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&bins[in[i] & 255], 1u);
    }
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void histogram_global(const unsigned *in, unsigned *out, int n)
{
    for (unsigned i = thread_of_grid(); i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&out[in[i] & 4095], 1u);
    }
}

__global__ void scan(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned sums[2][256];
    unsigned t = threadIdx.x, which = 0;
    sums[0][t] = in[thread_of_grid()];
    __syncthreads();
    for (int distance = 1; distance < 256; distance *= 2) {
        unsigned sum = sums[which][t];
        if (t >= distance) {
            sum += sums[which][t - distance];
        }
        which ^= 1;
        sums[which][t] = sum;
        __syncthreads();
    }
    out[thread_of_grid()] = sums[which][t] + n;
}

__global__ void sort_bitonic(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned keys[256];
    unsigned t = threadIdx.x;
    keys[t] = in[thread_of_grid()];
    __syncthreads();
    for (unsigned size = 2; size <= 256; size *= 2) {
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            unsigned other = t ^ distance;
            if (other > t) {
                unsigned a = keys[t], b = keys[other];
                if ((a > b) == ((t & size) == 0)) {
                    keys[t] = b;
                    keys[other] = a;
                }
            }
            __syncthreads();
        }
    }
    out[thread_of_grid()] = keys[t] + n;
}

__global__ void nbody(const float4 *in, float4 *out, int n)
{
    __shared__ float4 bodies[256];
    float4 own = in[thread_of_grid()];
    float x = 0, y = 0, z = 0;
    for (int tile = 0; tile < n; tile += 256) {
        bodies[threadIdx.x] = in[tile + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float4 other = bodies[k];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float force = other.w * inverse * inverse * inverse;
            x += dx * force;
            y += dy * force;
            z += dz * force;
        }
        __syncthreads();
    }
    out[thread_of_grid()] = make_float4(x, y, z, own.w);
}

// 512 points a block of 256 threads, radix 2, in place.
__global__ void fft_shared(const float2 *in, float2 *out, int n)
{
    __shared__ float2 points[512];
    unsigned t = threadIdx.x, base = blockIdx.x * 512;
    points[__brev(t) >> 23] = in[base + t];
    points[__brev(t + 256) >> 23] = in[base + t + 256];
    __syncthreads();
    for (unsigned half = 1; half < 512; half *= 2) {
        unsigned place = t & (half - 1), low = 2 * t - place, high = low + half;
        float sine, cosine;
        __sincosf(-3.14159265f * place / half, &sine, &cosine);
        float2 a = points[low], b = points[high];
        float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        points[low] = make_float2(a.x + turned.x, a.y + turned.y);
        points[high] = make_float2(a.x - turned.x, a.y - turned.y);
        __syncthreads();
    }
    out[base + t] = points[t];
    out[base + t + 256] = points[t + 256];
}

// Rows of 4 to 19 entries, a thread each.
__global__ void spmv(const unsigned *column, const float *in, float *out, int n)
{
    unsigned row = thread_of_grid();
    unsigned first = row * 12, count = 4 + (column[row] & 15);
    float sum = 0;
    for (unsigned k = first; k < first + count; k++) {
        sum += in[k] * in[column[k]];
    }
    out[row] = sum + n;
}

__global__ void mandelbrot(const float *in, float *out, int n)
{
    unsigned i = thread_of_grid(), x = i & 1023, y = i >> 10;
    float re = x * (3.0f / 1024) - 2, im = y * (2.0f / 1024) - 1, a = 0, b = 0;
    int k = 0;
    while (k < n && a * a + b * b < 4) {
        float next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        k++;
    }
    out[i] = k;
}

__device__ unsigned rotated(unsigned x, int by)
{
    return x >> by | x << (32 - by);
}

__global__ void hash_mix(const unsigned *in, unsigned *out, int n)
{
    unsigned i = thread_of_grid(), a = in[i], b = ~a, c = a * 3, d = a ^ 0x9b05688c;
    for (int k = 0; k < n; k++) {
        unsigned sigma = rotated(a, 6) ^ rotated(a, 11) ^ rotated(a, 25);
        unsigned chosen = (a & b) ^ (~a & c), sum = d + sigma + chosen + 0x428a2f98 + k;
        d = c;
        c = b;
        b = a;
        a = sum + (rotated(sum, 7) ^ (sum >> 3));
    }
    out[i] = a ^ b ^ c ^ d;
}

__global__ void double_precision(const float *in, double *out, int n)
{
    unsigned i = thread_of_grid();
    double x = in[i], y = 1.0, z = 0.5;
    for (int k = 0; k < n; k++) {
        y = y * 0.99 + x;
        z = z * y + 0.125;
        x = fmin(x * 0.5 + z, 2.0);
    }
    out[i] = x + y + z;
}

__global__ void half_pairs(const float *in, __half2 *out, int n)
{
    unsigned i = thread_of_grid();
    __half2 x = __float2half2_rn(in[i]), y = __float2half2_rn(0.5f), z = x;
    for (int k = 0; k < n; k++) {
        y = __hfma2(y, x, z);
        z = __hmul2(z, y);
        x = __hadd2(x, z);
    }
    out[i] = __hadd2(x, y);
}

__global__ void shuffles(const unsigned *in, unsigned *out, int n)
{
    unsigned i = thread_of_grid(), lane = threadIdx.x & 31, sum = in[i];
    for (int k = 0; k < n; k++) {
        for (int distance = 1; distance < 32; distance *= 2) {
            unsigned other = __shfl_up_sync(~0u, sum, distance);
            sum += lane >= distance ? other : 0;
        }
        sum ^= __shfl_xor_sync(~0u, sum, 16) + __shfl_sync(~0u, sum, k & 31);
    }
    out[i] = sum;
}

__global__ void copy_pipeline(const float4 *in, float *out, int n)
{
    __shared__ float4 stages[2][256];
    unsigned t = threadIdx.x, base = blockIdx.x * 256;
    float sum = 0;
    __pipeline_memcpy_async(&stages[0][t], &in[base + t], 16);
    __pipeline_commit();
    for (int k = 1; k <= n; k++) {
        __pipeline_memcpy_async(&stages[k & 1][t], &in[(base + k * 256 + t) & 0x3ffff], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            float4 q = stages[(k - 1) & 1][(t + i) & 255];
            sum += q.x * q.y + q.z * q.w;
        }
        __syncthreads();
    }
    __pipeline_wait_prior(0);
    out[base + t] = sum;
}

__global__ void prints(const float *in, float *out, int n)
{
    unsigned i = thread_of_grid();
    float sum = in[i];
    for (int k = 0; k < n; k++) {
        sum = sum * 0.5f + k;
        if (threadIdx.x == 0 && (k & 63) == 0) {
            printf("block %d, step %d: %f\n", blockIdx.x, k, sum);
        }
    }
    out[i] = sum;
}

} // extern "C"
