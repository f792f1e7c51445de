// SPDX-License-Identifier: Apache-2.0
// AES-128 in electronic codebook, a block of 16 bytes a thread: the S-box is a two-dimensional constant
// array, as is the round keys' table; the standard's example is among the blocks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"

#define Nb 4
#define Nr 10
#define Nk 4
#define xtime(x) ((x << 1) ^ (((x >> 7) & 1) * 0x1b))

typedef unsigned char state_t[4][4]; // a column a row: state[c][r]

static const unsigned char host_sbox[16][16] = {
    {0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76},
    {0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0},
    {0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15},
    {0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75},
    {0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84},
    {0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf},
    {0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8},
    {0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2},
    {0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73},
    {0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb},
    {0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79},
    {0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08},
    {0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a},
    {0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e},
    {0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf},
    {0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16}};

__constant__ unsigned char sbox[16][16];
__constant__ unsigned char round_keys[Nr + 1][4][4];

__device__ static unsigned char substitute(unsigned char x)
{
    return sbox[x >> 4][x & 0x0f];
}

__device__ static void SubBytes(state_t *state)
{
    for (unsigned char i = 0; i < 4; ++i)
        for (unsigned char j = 0; j < 4; ++j)
            (*state)[j][i] = substitute((*state)[j][i]);
}

__device__ static void AddRoundKey(unsigned char round, state_t *state)
{
    for (int c = 0; c < Nb; ++c)
        for (int r = 0; r < 4; ++r)
            (*state)[c][r] ^= round_keys[round][c][r];
}

__device__ static void ShiftRows(state_t *state)
{
    unsigned char temp;

    // Rotate first row 1 columns to left
    temp = (*state)[0][1];
    (*state)[0][1] = (*state)[1][1];
    (*state)[1][1] = (*state)[2][1];
    (*state)[2][1] = (*state)[3][1];
    (*state)[3][1] = temp;

    // Rotate second row 2 columns to left
    temp = (*state)[0][2];
    (*state)[0][2] = (*state)[2][2];
    (*state)[2][2] = temp;
    temp = (*state)[1][2];
    (*state)[1][2] = (*state)[3][2];
    (*state)[3][2] = temp;

    // Rotate third row 3 columns to left
    temp = (*state)[0][3];
    (*state)[0][3] = (*state)[3][3];
    (*state)[3][3] = (*state)[2][3];
    (*state)[2][3] = (*state)[1][3];
    (*state)[1][3] = temp;
}

__device__ static void MixColumns(state_t *state)
{
    unsigned char i, Tmp, Tm, t;
    for (i = 0; i < 4; ++i) {
        t = (*state)[i][0];
        Tmp = (*state)[i][0] ^ (*state)[i][1] ^ (*state)[i][2] ^ (*state)[i][3];
        Tm = (*state)[i][0] ^ (*state)[i][1];
        Tm = xtime(Tm);
        (*state)[i][0] ^= Tm ^ Tmp;
        Tm = (*state)[i][1] ^ (*state)[i][2];
        Tm = xtime(Tm);
        (*state)[i][1] ^= Tm ^ Tmp;
        Tm = (*state)[i][2] ^ (*state)[i][3];
        Tm = xtime(Tm);
        (*state)[i][2] ^= Tm ^ Tmp;
        Tm = (*state)[i][3] ^ t;
        Tm = xtime(Tm);
        (*state)[i][3] ^= Tm ^ Tmp;
    }
}

__global__ void sub_bytes(unsigned char *bytes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bytes[i] = substitute(bytes[i]);
}

__global__ void encrypt(const unsigned char *in, unsigned char *out, int blocks)
{
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block >= blocks)
        return;
    state_t state;
    memcpy(state, in + 16 * block, 16);
    AddRoundKey(0, &state);
    for (unsigned char round = 1;; ++round) {
        SubBytes(&state);
        ShiftRows(&state);
        if (round == Nr)
            break;
        MixColumns(&state);
        AddRoundKey(round, &state);
    }
    AddRoundKey(Nr, &state);
    memcpy(out + 16 * block, state, 16);
}

static void expand_key(const unsigned char key[16], unsigned char expanded[Nr + 1][4][4])
{
    unsigned char(*words)[4] = expanded[0], rcon = 1;
    memcpy(words, key, 16);
    for (int i = Nk; i < Nb * (Nr + 1); i++) {
        unsigned char t[4];
        memcpy(t, words[i - 1], 4);
        if (i % Nk == 0) {
            const unsigned char first = t[0];
            for (int k = 0; k < 4; k++) {
                const unsigned char x = k < 3 ? t[k + 1] : first;
                t[k] = host_sbox[x / 16][x % 16];
            }
            t[0] ^= rcon;
            rcon = (unsigned char)xtime(rcon);
        }
        for (int k = 0; k < 4; k++)
            words[i][k] = words[i - Nk][k] ^ t[k];
    }
}

int main()
{
    // FIPS 197, appendix C.1
    unsigned char key[16], expanded[Nr + 1][4][4];
    const int blocks = 1000;
    std::vector<unsigned char> text(16 * blocks);
    Random random(197);
    for (int i = 0; i < 16 * blocks; i++)
        text[i] = i < 16 ? (unsigned char)(i * 0x11) : (unsigned char)random.next();
    for (int i = 0; i < 16; i++)
        key[i] = (unsigned char)i;
    expand_key(key, expanded);
    CHECK(cudaMemcpyToSymbol(sbox, host_sbox, sizeof host_sbox));
    CHECK(cudaMemcpyToSymbol(round_keys, expanded, sizeof expanded));

    unsigned char *d_text = to_device(text), *d_secret = on_device<unsigned char>(16 * blocks);
    encrypt<<<(blocks + 63) / 64, 64>>>(d_text, d_secret, blocks);
    std::vector<unsigned char> secret = to_host(d_secret, 16 * blocks);
    for (int i = 0; i < 16; i++)
        printf("%02x", secret[i]);
    printf("\n");
    print_hash("secret", secret);
    sub_bytes<<<(16 * blocks + 255) / 256, 256>>>(d_text, 16 * blocks);
    print_hash("substituted", d_text, 16 * blocks);
    CHECK(cudaFree(d_text));
    CHECK(cudaFree(d_secret));
    return 0;
}
