// SPDX-License-Identifier: Apache-2.0
// Caesar's and Vigenere's ciphers on unsigned chars, four letters a thread by uchar4, and the shift
// guessed back from the letters' counts.
#include <iostream>
#include <string>

#include "corpus.h"

typedef unsigned char byte;

__device__ __host__ inline byte rotate(byte c, int shift)
{
    byte base = (c >= 'a' && c <= 'z') ? 'a' : (c >= 'A' && c <= 'Z') ? 'A' : 0;
    return base ? (byte)((c - base + shift + 26) % 26 + base) : c;
}

__global__ void encrypt(byte *text, int length, int shift = 3)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < length)
        text[i] = rotate(text[i], shift);
}

__global__ void encrypt4(uchar4 *text, int words, int shift)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < words) {
        uchar4 c = text[i];
        c.x = rotate(c.x, shift);
        c.y = rotate(c.y, shift);
        c.z = rotate(c.z, shift);
        c.w = rotate(c.w, shift);
        text[i] = c;
    }
}

__global__ void vigenere(const byte *in, byte *out, int length, const char *key, int key_length,
                         bool decrypt)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= length)
        return;
    signed char shift = (signed char)(key[i % key_length] - 'a');
    out[i] = rotate(in[i], decrypt ? -shift : +shift);
}

__global__ void letters(const byte *text, int length, unsigned *counts)
{
    __shared__ unsigned mine[26];
    if (threadIdx.x < 26)
        mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < length; i += blockDim.x * gridDim.x) {
        byte letter = (text[i] | 0x20) - 'a';
        letter < 26 ? (void)atomicAdd(&mine[letter], 1u) : (void)0;
    }
    __syncthreads();
    if (threadIdx.x < 26 && mine[threadIdx.x])
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

// Thread s scores shift s; the best and its score are found by shuffles.
__global__ void guess(const unsigned *counts, int *shift)
{
    const char *frequent = "etaoinsrhl";
    int score = 0, best = threadIdx.x;
    if (threadIdx.x < 26)
        for (int k = 0; frequent[k] != '\0'; ++k)
            score += (10 - k) * (int)counts[(frequent[k] - 'a' + threadIdx.x) % 26];
    for (int offset = 16; offset > 0; offset /= 2) {
        int other_score = __shfl_xor_sync(0xffffffff, score, offset);
        int other = __shfl_xor_sync(0xffffffff, best, offset);
        bool take = other_score > score || (other_score == score && other < best);
        score = take ? other_score : score;
        best = take ? other : best;
    }
    if (threadIdx.x == 0)
        *shift = best;
}

int main()
{
    using std::cout;
    using std::string;
    string message;
    for (int i = 0; i < 60; i++)
        message += "Veni, vidi, vici: so he wrote to the senate in Rome, after the battle near "
                   "Zela. (47 BC)\n";
    const int length = (int)message.size();
    std::vector<byte> bytes(message.begin(), message.end());
    byte *text = to_device(bytes), *other = on_device<byte>(length);

    encrypt<<<(length + 127) / 128, 128>>>(text, length, 3);
    std::vector<byte> secret = to_host(text, length);
    cout << string(secret.begin(), secret.begin() + 46) << '\n' << std::flush;
    print_hash("by three", secret);

    unsigned *counts = on_device<unsigned>(26);
    int *shift = on_device<int>(1);
    letters<<<4, 64>>>(text, length, counts);
    print_hash("letters", counts, 26);
    guess<<<1, 32>>>(counts, shift);
    int guessed = to_host(shift, 1)[0];
    cout << "guessed: " << guessed << std::endl;
    encrypt4<<<(length / 4 + 63) / 64, 64>>>(reinterpret_cast<uchar4 *>(text), length / 4, -guessed);
    encrypt<<<1, 32>>>(text + length / 4 * 4, length % 4, -guessed);
    cout << (to_host(text, length) == bytes ? "back again" : "WRONG") << std::endl;

    const string key = "rubicon";
    std::vector<char> letters_of_key(key.begin(), key.end());
    char *d_key = to_device(letters_of_key);
    vigenere<<<(length + 127) / 128, 128>>>(text, other, length, d_key, (int)key.size(), false);
    print_hash("vigenere", other, length);
    vigenere<<<(length + 127) / 128, 128>>>(other, text, length, d_key, (int)key.size(), true);
    cout << (to_host(text, length) == bytes ? "back again" : "WRONG") << std::endl;
    for (void *pointer : {(void *)text, (void *)other, (void *)counts, (void *)shift, (void *)d_key})
        cudaFree(pointer);
    return 0;
}
