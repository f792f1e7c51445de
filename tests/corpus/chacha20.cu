// SPDX-License-Identifier: Apache-2.0
// ChaCha20: a block of 64 bytes a thread with funnel-shift rotations, and the quarter rounds across four lanes.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

template <int N> __device__ __forceinline__ uint32_t rotl(uint32_t v) { return __funnelshift_l(v, v, N); }

__device__ void quarter_round(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d)
{
    a += b, d = rotl<16>(d ^ a);
    c += d, b = rotl<12>(b ^ c);
    a += b, d = rotl<8>(d ^ a);
    c += d, b = rotl<7>(b ^ c);
}

struct Key {
    uint32_t words[8];
    uint32_t nonce[3];
};

__global__ void chacha_thread(Key key, uint32_t counter, const uint4 *in, uint4 *out, int blocks)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= blocks)
        return;
    uint32_t initial[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        initial[4 + i] = key.words[i];
    initial[12] = counter + id;
    for (int i = 0; i < 3; i++)
        initial[13 + i] = key.nonce[i];
    uint32_t x[16];
    memcpy(x, initial, sizeof x);
#pragma unroll 2
    for (int round = 0; round < 10; round++) {
        quarter_round(x[0], x[4], x[8], x[12]);
        quarter_round(x[1], x[5], x[9], x[13]);
        quarter_round(x[2], x[6], x[10], x[14]);
        quarter_round(x[3], x[7], x[11], x[15]);
        quarter_round(x[0], x[5], x[10], x[15]);
        quarter_round(x[1], x[6], x[11], x[12]);
        quarter_round(x[2], x[7], x[8], x[13]);
        quarter_round(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 4; i++) {
        uint4 v = in[id * 4 + i];
        v.x ^= x[4 * i] + initial[4 * i], v.y ^= x[4 * i + 1] + initial[4 * i + 1];
        v.z ^= x[4 * i + 2] + initial[4 * i + 2], v.w ^= x[4 * i + 3] + initial[4 * i + 3];
        out[id * 4 + i] = v;
    }
}

__global__ void chacha_quads(const Key *key, uint32_t counter, uint32_t *data, int blocks)
{
    int id = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x & 3;
    if (id >= blocks)
        return;
    const unsigned mask = __activemask();
    const uint32_t sigma[] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u};
    uint32_t a0 = sigma[lane], b0 = key->words[lane], c0 = key->words[4 + lane], d0 = lane ? key->nonce[lane - 1] : counter + id;
    uint32_t a = a0, b = b0, c = c0, d = d0;
    for (int round = 0; round < 20; round++) {
        quarter_round(a, b, c, d);
        int turn = round & 1 ? -1 : 1;
        b = __shfl_sync(mask, b, (lane + turn) & 3, 4);
        c = __shfl_sync(mask, c, (lane + 2) & 3, 4);
        d = __shfl_sync(mask, d, (lane - turn) & 3, 4);
    }
    data[id * 16 + lane] ^= a + a0;
    data[id * 16 + 4 + lane] ^= b + b0;
    data[id * 16 + 8 + lane] ^= c + c0;
    data[id * 16 + 12 + lane] ^= d + d0;
}

int main()
{
    Key key;
    for (uint32_t i = 0; i < 8; i++)
        key.words[i] = 0x03020100u + 0x04040404u * i;
    std::array<uint32_t, 3> nonce = {0, 0x4a000000u, 0};
    std::copy(nonce.begin(), nonce.end(), key.nonce);
    std::string text = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
    const int blocks = 100;
    text.resize(blocks * 64, '.');
    uint4 *in, *out;
    Key *d_key;
    cudaMalloc(&in, text.size());
    cudaMalloc(&out, text.size());
    cudaMalloc(&d_key, sizeof(Key));
    cudaMemcpy(in, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_key, &key, sizeof key, cudaMemcpyHostToDevice);
    chacha_thread<<<2, 64>>>(key, 1, in, out, blocks);
    std::vector<unsigned char> cipher(text.size());
    cudaMemcpy(cipher.data(), out, cipher.size(), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        printf("%02x%s", cipher[i], i % 16 == 15 ? "\n" : " ");
    uint32_t hash = 0;
    for (unsigned char c : cipher)
        hash = hash * 131 + c;
    chacha_quads<<<(blocks * 4 + 95) / 96, 96>>>(d_key, 1, reinterpret_cast<uint32_t *>(out), blocks);
    std::string back(text.size(), 0);
    cudaMemcpy(back.data(), out, back.size(), cudaMemcpyDeviceToHost);
    printf("hash %08x, back: %.38s, %s\n", hash, back.c_str(), back == text ? "same" : "DIFFERENT");
    cudaFree(in), cudaFree(out), cudaFree(d_key);
    return back != text;
}
