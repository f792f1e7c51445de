// SPDX-License-Identifier: Apache-2.0
// Shared memory and caches: conflicts of several degrees, broadcasts, 64- and 128-bit accesses, tiles read along columns,
// working sets that fit L1, L2 or neither, blocks that read the same lines, a few blocks, local arrays.
#include "suite.h"

template <int STRIDE> __global__ void conflicts(int rounds, float *out)
{
    __shared__ float s[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < rounds; k++)
        sum += s[(threadIdx.x * STRIDE + k) & 4095];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void wide_reads(int rounds, float *out)
{
    __shared__ float4 s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        s[i] = make_float4(i, 1, 2, 3);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < rounds; k++) {
        float4 v = s[(threadIdx.x + k * 3) & 511];
        sum += v.x + v.y * v.z + v.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void random_reads(int rounds, const unsigned *index, float *out)
{
    __shared__ unsigned s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = index[i];
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < rounds; k++)
        at = s[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Every block passes over the same array several times.
__global__ void working_set(int words, int passes, const float *in, float *out)
{
    float sum = 0;
    for (int p = 0; p < passes; p++)
        for (int i = threadIdx.x; i < words; i += blockDim.x)
            sum += in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Every block has an array of its own.
__global__ void own_set(int words, int passes, const float4 *in, float *out)
{
    const float4 *mine = in + size_t(blockIdx.x) * words;
    float sum = 0;
    for (int p = 0; p < passes; p++)
        for (int i = threadIdx.x; i < words; i += blockDim.x) {
            float4 v = mine[i];
            sum += v.x + v.y + v.z + v.w;
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void local_array(int rounds, const unsigned *index, unsigned *out)
{
    unsigned a[64], i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++)
        a[k] = i * k;
    unsigned at = index[i] % 64;
    for (int k = 0; k < rounds; k++)
        at = (a[at] += k) % 64;
    out[i] = a[at];
}

__global__ void columns(int w, const float *in, float *out)
{
    float sum = 0;
    for (int k = 0; k < 32; k++)
        sum += in[(blockIdx.x * blockDim.x + threadIdx.x) * 32 + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    float *in = floats(1 << 22, 1), *out = zeros<float>(1 << 20);
    conflicts<1><<<264, 256>>>(200, out);
    show("conflicts 1", out, 264 * 256);
    conflicts<2><<<264, 256>>>(200, out);
    show("conflicts 2", out, 264 * 256);
    conflicts<8><<<264, 256>>>(100, out);
    show("conflicts 8", out, 264 * 256);
    conflicts<33><<<132, 128>>>(400, out);
    show("conflicts 33", out, 132 * 128);
    wide_reads<<<264, 256>>>(100, out);
    show("wide_reads", out, 264 * 256);
    random_reads<<<132, 512>>>(64, words(2048, 2048, 2), out);
    working_set<<<132, 256>>>(8192, 4, in, out);
    show("working_set 32 KB", out, 132 * 256);
    working_set<<<264, 512>>>(131072, 1, in, out);
    show("working_set 512 KB", out, 264 * 512);
    own_set<<<132, 256>>>(2048, 6, (float4 *)in, out);
    show("own_set 32 KB", out, 132 * 256);
    own_set<<<264, 256>>>(3900, 3, (float4 *)in, out);
    show("own_set 62 KB", out, 264 * 256);
    own_set<<<16, 512>>>(60000, 1, (float4 *)in, out);
    show("own_set 16 blocks", out, 16 * 512);
    own_set<<<4, 96>>>(10000, 1, (float4 *)in, out);
    show("own_set 4 blocks", out, 4 * 96);
    local_array<<<528, 128>>>(32, words(1 << 17, 64, 3), (unsigned *)out);
    show("local_array", (unsigned *)out, 528 * 128);
    columns<<<512, 256>>>(32, in, out);
    show("columns", out, 131072);
    return 0;
}
