// SPDX-License-Identifier: Apache-2.0
// Copies: words of 1 to 16 bytes, misaligned, strided, reversed, structures against arrays, gathers, scatters, parts of
// sectors, fills, transposes of odd sizes, and several loads a thread.
#include "suite.h"

template <typename T> __global__ void copy(int n, const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

template <typename T, int EACH> __global__ void copy_several(const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    T v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = in[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        out[i + k * blockDim.x] = v[k];
}

__global__ void read_strided(int n, int stride, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[size_t(i) * stride % n];
}

__global__ void write_strided(int n, int stride, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[size_t(i) * stride % n] = in[i];
}

__global__ void gather(int n, const unsigned *index, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[index[i]];
}

__global__ void scatter(int n, const unsigned *index, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[index[i]] = in[i];
}

struct particle {
    float x, y, z, speed[3], mass;
};

__global__ void structures(int n, particle *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 3; k++)
            (&p[i].x)[k] += 0.1f * p[i].speed[k];
}

__global__ void arrays(int n, float *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 3; k++)
            p[k * n + i] += 0.1f * p[(k + 3) * n + i];
}

__global__ void fill(int n, float4 *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = make_float4(1, 2, 3, 4);
}

__global__ void sum_only(int n, const float4 *in, float *out)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 12345.678f)
        *out = sum;
}

template <int SIDE> __global__ void transpose(int w, int h, const float *in, float *out)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    for (int k = 0; k < SIDE; k += blockDim.y)
        if (x < w && y + k < h)
            tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
    for (int k = 0; k < SIDE; k += blockDim.y)
        if (x < h && y + k < w)
            out[(y + k) * h + x] = tile[threadIdx.x][threadIdx.y + k];
}

// Keeps what is positive: places by ballot and one atomic a warp.
__global__ void compact(int n, const float *in, float *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
    float x = i < n ? in[i] : 0;
    unsigned kept = __ballot_sync(~0u, x > 0);
    if (lane == 0)
        base = atomicAdd(count, __popc(kept));
    base = __shfl_sync(~0u, base, 0);
    if (x > 0)
        out[base + __popc(kept & ((1u << lane) - 1))] = x;
}

int main()
{
    const int n = 1 << 21;
    float *in = floats(n + 64, 1), *out = zeros<float>(n + 64);
    unsigned *index = words(n, n, 4);
    unsigned *permuted = filled<unsigned>(n, [](unsigned i) { return i * 747796405u + 12345u & (1u << 21) - 1; });
    int *count = zeros<int>(1);
    copy<<<n / 256, 256>>>(n, (char *)in, (char *)out);
    show("copy bytes", out, n);
    copy<<<n / 128, 128>>>(n, (short *)in, (short *)out);
    show("copy shorts", out, n);
    copy<<<n / 192 + 1, 192>>>(n, in + 1, out + 3);
    show("copy misaligned", out, n);
    copy<<<n / 4 / 256, 256>>>(n / 4, (float4 *)in, (float4 *)out);
    show("copy float4", out, n);
    copy_several<float, 8><<<n / 8 / 256, 256>>>(in, out);
    show("copy_several float 8", out, n);
    copy_several<float2, 2><<<n / 4 / 64, 64>>>((float2 *)in, (float2 *)out);
    show("copy_several float2 2", out, n);
    read_strided<<<n / 8 / 256, 256>>>(n, 2, in, out);
    show("read_strided 2", out, n);
    read_strided<<<n / 8 / 256, 256>>>(n, 17, in, out);
    show("read_strided 17", out, n);
    write_strided<<<n / 8 / 256, 256>>>(n, 3, in, out);
    show("write_strided 3", out, n);
    write_strided<<<n / 8 / 256, 256>>>(n, 32, in, out); // several threads write one word: which of them is last is open
    CUDA(cudaMemset(out, 0, n * 4));
    gather<<<n / 8 / 256, 256>>>(n / 8, index, in, out);
    show("gather anywhere", out, n / 8);
    scatter<<<n / 8 / 256, 256>>>(n / 8, permuted, in, out);
    show("scatter", out, n);
    structures<<<(200000 + 255) / 256, 256>>>(200000, (particle *)in);
    show("structures", in, n);
    arrays<<<(200000 + 255) / 256, 256>>>(200000, in);
    show("arrays", in, n);
    fill<<<264, 512>>>(n / 4, (float4 *)out);
    show("fill", out, n);
    sum_only<<<528, 256>>>(n / 4, (float4 *)in, out);
    transpose<32><<<dim3(1000 / 32 + 1, 1200 / 32 + 1), dim3(32, 8)>>>(1000, 1200, in, out);
    show("transpose 32", out, 1200000);
    transpose<16><<<dim3(1000 / 16 + 1, 1200 / 16), dim3(16, 16)>>>(1000, 1200, in, out);
    show("transpose 16", out, 1200000);
    compact<<<n / 4 / 256, 256>>>(n / 4, in, out, count);
    show("compact", count, 1);
    return 0;
}
