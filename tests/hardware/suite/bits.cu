// SPDX-License-Identifier: Apache-2.0
// Integers: rounds like SHA-256's, CRC by a table in shared memory, searching a text, population counts, bit matrices,
// generators of random numbers, run lengths, base64, collatz sequences.
#include "suite.h"

__device__ unsigned rotate(unsigned x, int n) { return x >> n | x << (32 - n); }

__global__ void sha_like(int rounds, const uint4 *in, uint4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 v = in[i];
    unsigned e = v.x ^ v.y, f = v.y ^ v.z, g = v.z ^ v.w;
    for (int k = 0; k < rounds; k++) {
        unsigned s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25), choice = (e & f) ^ (~e & g);
        unsigned t1 = v.w + s1 + choice + k * 0x428a2f98u;
        unsigned s0 = rotate(v.x, 2) ^ rotate(v.x, 13) ^ rotate(v.x, 22), major = (v.x & v.y) ^ (v.x & v.z) ^ (v.y & v.z);
        g = f;
        f = e;
        e = v.w + t1;
        v.w = v.z;
        v.z = v.y;
        v.y = v.x;
        v.x = t1 + s0 + major;
    }
    out[i] = make_uint4(v.x + e, v.y + f, v.z + g, v.w);
}

__global__ void crc(int length, const unsigned *entries, const unsigned char *text, unsigned *out)
{
    __shared__ unsigned table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        table[i] = entries[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = ~0u;
    for (int k = 0; k < length; k++)
        sum = table[(sum ^ text[i * length + k]) & 255] ^ sum >> 8;
    out[i] = ~sum;
}

__global__ void search_text(int n, int length, const char *text, const char *pattern, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - length)
        return;
    int k = 0;
    while (k < length && text[i + k] == pattern[k])
        k++;
    if (k == length)
        atomicAdd(count, 1);
}

__global__ void hamming(int n, const uint4 *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 me = in[i];
    unsigned least = ~0u;
    for (int k = 0; k < n; k++) {
        uint4 v = in[k];
        unsigned d = __popc(me.x ^ v.x) + __popc(me.y ^ v.y) + __popc(me.z ^ v.z) + __popc(me.w ^ v.w);
        if (k != i)
            least = min(least, d);
    }
    out[i] = least;
}

// 32 x 32 bits a warp, turned by ballots.
__global__ void turn_bits(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned word = in[i], mine = 0;
    for (int k = 0; k < 32; k++) {
        unsigned column = __ballot_sync(~0u, word >> k & 1);
        if (lane == k)
            mine = column;
    }
    out[i] = mine;
}

__global__ void collatz(int from, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    for (unsigned long long x = from + i; x != 1; steps++)
        x = x & 1 ? 3 * x + 1 : x / 2;
    out[i] = steps;
}

__global__ void base64(int n, const unsigned char *in, char *out)
{
    const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned word = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    for (int k = 0; k < 4; k++)
        out[4 * i + k] = digits[word >> (18 - 6 * k) & 63];
}

__global__ void branches(int n, const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];
    for (int k = 0; k < n; k++)
        switch (x & 7) {
        case 0: x = x / 8 + 12345; break;
        case 1: x = x * 5 + 1; break;
        case 2: x = rotate(x, 7); break;
        case 3: x ^= x << 3; break;
        case 4: x = __brev(x); break;
        case 5: x = x * x + k; break;
        case 6: x = ~x; break;
        default: x = x % 1000003 + 7;
        }
    out[i] = x;
}

int main()
{
    const int n = 1 << 20;
    unsigned *in = words(n, ~0u, 1), *out = zeros<unsigned>(n);
    unsigned char *text = filled<unsigned char>(1 << 21, [](unsigned i) { return 'a' + hash(i) % 4; });
    sha_like<<<n / 4 / 256, 256>>>(48, (uint4 *)in, (uint4 *)out);
    show("sha_like 256", out, n);
    sha_like<<<132, 64>>>(200, (uint4 *)in, (uint4 *)out);
    show("sha_like 64", out, 132 * 256);
    crc<<<256, 128>>>(64, in, text, out);
    show("crc", out, 32768);
    int *count = zeros<int>(1);
    search_text<<<(1 << 21) / 256, 256>>>(1 << 21, 6, (char *)text, (char *)text + 1000, count);
    show("search_text", count, 1);
    hamming<<<64, 128>>>(2048, (uint4 *)in, out);
    show("hamming", out, 8192);
    turn_bits<<<n / 256, 256>>>(in, out);
    show("turn_bits", out, n);
    collatz<<<512, 128>>>(1000, out);
    show("collatz", out, 65536);
    base64<<<(400000 + 255) / 256, 256>>>(400000, text, (char *)out);
    show("base64", out, 400000);
    branches<<<512, 128>>>(20, in, out);
    show("branches", out, 65536);
    return 0;
}
