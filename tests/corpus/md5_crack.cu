// SPDX-License-Identifier: Apache-2.0
// A password of four letters searched by its MD5 digest: every thread makes its candidates from its
// number; who finds it prints it from the device and stores it.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "corpus.h"

#define F(x, y, z) ((x & y) | ((~x) & z))
#define G(x, y, z) ((x & z) | (y & (~z)))
#define H(x, y, z) (x ^ y ^ z)
#define I(x, y, z) (y ^ (x | (~z)))
#define ROTATE_LEFT(x, n) ((x << n) | (x >> (32 - n)))

#define STEP(f, a, b, c, d, x, s, ac)                                                              \
    {                                                                                              \
        (a) += f((b), (c), (d)) + (x) + (uint32_t)(ac);                                            \
        (a) = ROTATE_LEFT((a), (s));                                                               \
        (a) += (b);                                                                                \
    }

#define FOUR(f, s1, s2, s3, s4, i1, i2, i3, i4, c1, c2, c3, c4)                                    \
    STEP(f, a, b, c, d, in[i1], s1, c1)                                                            \
    STEP(f, d, a, b, c, in[i2], s2, c2)                                                            \
    STEP(f, c, d, a, b, in[i3], s3, c3)                                                            \
    STEP(f, b, c, d, a, in[i4], s4, c4)

#define FF(...) FOUR(F, 7, 12, 17, 22, __VA_ARGS__)
#define GG(...) FOUR(G, 5, 9, 14, 20, __VA_ARGS__)
#define HH(...) FOUR(H, 4, 11, 16, 23, __VA_ARGS__)
#define II(...) FOUR(I, 6, 10, 15, 21, __VA_ARGS__)

typedef union {
    uint32_t words[16];
    unsigned char bytes[64];
} Message;

__host__ __device__ inline void md5(const Message *message, uint32_t digest[4])
{
    const uint32_t *in = message->words;
    uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    FF(0, 1, 2, 3, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee)
    FF(4, 5, 6, 7, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501)
    FF(8, 9, 10, 11, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be)
    FF(12, 13, 14, 15, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821)
    GG(1, 6, 11, 0, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa)
    GG(5, 10, 15, 4, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8)
    GG(9, 14, 3, 8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed)
    GG(13, 2, 7, 12, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a)
    HH(5, 8, 11, 14, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c)
    HH(1, 4, 7, 10, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70)
    HH(13, 0, 3, 6, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05)
    HH(9, 12, 15, 2, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665)
    II(0, 7, 14, 5, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039)
    II(12, 3, 10, 1, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1)
    II(8, 15, 6, 13, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1)
    II(4, 11, 2, 9, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391)
    digest[0] = a + 0x67452301;
    digest[1] = b + 0xefcdab89;
    digest[2] = c + 0x98badcfe;
    digest[3] = d + 0x10325476;
}

#define LETTERS 13
#define LENGTH 4

__constant__ uint32_t wanted[4];
__constant__ char alphabet[LETTERS + 1] = "acdehiknoprst";
__device__ char answer[LENGTH + 1];

__host__ __device__ inline void fill(Message *message, const char *letters, unsigned number)
{
    for (int i = 0; i < 16; i++)
        message->words[i] = 0;
    for (int i = 0; i < LENGTH; i++) {
        message->bytes[i] = (unsigned char)letters[number % LETTERS];
        number /= LETTERS;
    }
    message->bytes[LENGTH] = 0x80;
    message->words[14] = LENGTH * 8;
}

__global__ void crack(unsigned candidates)
{
    for (unsigned n = blockIdx.x * blockDim.x + threadIdx.x; n < candidates;
         n += gridDim.x * blockDim.x) {
        Message message;
        uint32_t digest[4];
        fill(&message, alphabet, n);
        md5(&message, digest);
        if (digest[0] == wanted[0] && digest[1] == wanted[1] && digest[2] == wanted[2] &&
            digest[3] == wanted[3]) {
            for (int i = 0; i < LENGTH; i++)
                answer[i] = (char)message.bytes[i];
            printf("found %c%c%c%c, candidate %u of %u\n", message.bytes[0], message.bytes[1],
                   message.bytes[2], message.bytes[3], n, candidates);
        }
    }
}

__global__ void digests(uint4 *out, unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Message message;
    uint32_t d[4];
    fill(&message, "0123456789abc", first + i);
    md5(&message, d);
    out[i] = make_uint4(d[0], d[1], d[2], d[3]);
}

int main()
{
    Message message;
    uint32_t digest[4];
    memset(&message, 0, sizeof message);
    memcpy(message.bytes, "rain", 4);
    message.bytes[4] = 0x80;
    message.words[14] = 32;
    md5(&message, digest);
    for (int i = 0; i < 16; i++)
        printf("%02x", ((unsigned char *)digest)[i]);
    printf("\n");
    CHECK(cudaMemcpyToSymbol(wanted, digest, sizeof digest));

    unsigned candidates = LETTERS * LETTERS * LETTERS * LETTERS;
    fflush(stdout);
    crack<<<16, 128>>>(candidates);
    CHECK(cudaDeviceSynchronize());
    char found[LENGTH + 1] = "";
    CHECK(cudaMemcpyFromSymbol(found, answer, sizeof found));
    printf("answer: %s\n", found);

    uint4 *out;
    CHECK(cudaMalloc(&out, 1024 * sizeof(uint4)));
    digests<<<8, 128>>>(out, 5000);
    print_hash("digests", out, 1024);
    CHECK(cudaFree(out));
    return strcmp(found, "rain") != 0;
}
