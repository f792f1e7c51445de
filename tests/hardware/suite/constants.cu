// SPDX-License-Identifier: Apache-2.0
// Constants: a table read by all lanes together, by lanes apart, too large for its cache, coefficients in an unrolled loop,
// and structures as parameters.
#include "suite.h"

__constant__ float table[8192];
__constant__ unsigned key[64];

__global__ void together(int n, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = 0; k < n; k++)
        sum = sum * x + table[k];
    out[i] = sum;
}

__global__ void apart(int steps, const unsigned *index, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = index[i];
    float sum = 0;
    for (int k = 0; k < steps; k++)
        sum += table[(at + k * 7) % 64];
    out[i] = sum;
}

__global__ void unrolled(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
#pragma unroll
    for (int k = 0; k < 64; k++)
        sum += table[k] * __int_as_float(__float_as_int(x) ^ k);
    out[i] = sum;
}

__global__ void by_block(int n, float *out)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += table[(blockIdx.x * 61 + k * 16) % 8192];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void cipher(int rounds, const uint2 *in, uint2 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint2 v = in[i];
    for (int k = 0; k < rounds; k++) {
        v.x += (v.y << 4 ^ v.y >> 5) + v.y ^ key[k & 63];
        v.y += (v.x << 4 ^ v.x >> 5) + v.x ^ key[(k * 11 + 3) & 63];
    }
    out[i] = v;
}

struct setting {
    float scale[16], offset[16];
};

__global__ void by_parameter(setting s, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * s.scale[blockIdx.x % 16] + s.offset[threadIdx.x % 16];
}

int main()
{
    const int n = 1 << 18;
    std::vector<float> host(8192);
    for (int i = 0; i < 8192; i++)
        host[i] = hash(i) % 128 / 128.0f;
    CUDA(cudaMemcpyToSymbol(table, host.data(), 8192 * 4));
    CUDA(cudaMemcpyToSymbol(key, host.data(), 256));
    float *in = floats(2 * n, 1), *out = zeros<float>(2 * n);
    together<<<n / 256, 256>>>(64, in, out);
    show("together 64", out, n);
    together<<<264, 128>>>(8192, in, out);
    show("together 8192", out, 264 * 128);
    apart<<<512, 128>>>(16, words(n, 64, 2), out);
    show("apart 64", out, 65536);
    apart<<<512, 128>>>(16, words(n, 4, 3), out);
    show("apart 4", out, 65536);
    unrolled<<<n / 128, 128>>>(in, out);
    show("unrolled", out, n);
    by_block<<<1000, 64>>>(256, out);
    show("by_block", out, 64000);
    cipher<<<n / 256, 256>>>(32, (uint2 *)in, (uint2 *)out);
    show("cipher", (unsigned *)out, 2 * n);
    setting s;
    for (int i = 0; i < 16; i++)
        s.scale[i] = s.offset[i] = i;
    by_parameter<<<2 * n / 256, 256>>>(s, in, out);
    show("by_parameter", out, 2 * n);
    return 0;
}
