// SPDX-License-Identifier: Apache-2.0
// Base64 both ways: three bytes a thread with a table in constant memory, decoding with a table of shorts.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__constant__ char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__device__ int16_t inverse[256];

__global__ void make_inverse(void)
{
    int c = threadIdx.x;
    int16_t v = -1;
    for (int i = 0; i < 64; i++)
        if (alphabet[i] == c)
            v = (int16_t)i;
    inverse[c] = v;
}

__global__ void encode(const uint8_t *in, int n, char4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = 3 * i;
    if (at >= n)
        return;
    uint32_t v = in[at] << 16;
    if (at + 1 < n)
        v |= in[at + 1] << 8;
    if (at + 2 < n)
        v |= in[at + 2];
    char4 c;
    c.x = alphabet[v >> 18];
    c.y = alphabet[v >> 12 & 63];
    c.z = at + 1 < n ? alphabet[v >> 6 & 63] : '=';
    c.w = at + 2 < n ? alphabet[v & 63] : '=';
    out[i] = c;
}

__global__ void decode(const char *in, int quads, uint8_t *out, int *length, int *bad)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    const char *p = in + 4 * i;
    uint32_t v = 0;
    int bytes = 3;
    for (int k = 0; k < 4; k++) {
        int d;
        switch (p[k]) {
        case '=':
            d = 0;
            bytes--;
            break;
        default:
            d = inverse[(unsigned char)p[k]];
            if (d < 0) {
                atomicExch(bad, 4 * i + k);
                d = 0;
            }
        }
        v = v << 6 | (uint32_t)d;
    }
    for (int k = 0; k < bytes; k++)
        out[3 * i + k] = (uint8_t)(v >> (16 - 8 * k));
    atomicAdd(length, bytes);
}

int main(int argc, char **argv)
{
    const char *texts[] = {"f", "fo", "foo", "foob", "fooba", "foobar", "Many hands make light work."};
    uint8_t bytes[1000], back[1003];
    char code[1400];
    uint8_t *d_bytes, *d_back;
    char *d_code;
    int *d_info, info[2];
    cudaMalloc(&d_bytes, sizeof bytes);
    cudaMalloc(&d_back, sizeof back);
    cudaMalloc(&d_code, sizeof code);
    cudaMalloc(&d_info, sizeof info);
    make_inverse<<<1, 256>>>();
    for (int t = 0; t < 10; t++) {
        int n;
        if (t < 7) {
            n = (int)strlen(texts[t]);
            memcpy(bytes, texts[t], n);
        } else {
            n = 998 + t - 7;
            for (int i = 0; i < n; i++)
                bytes[i] = (uint8_t)(i * i * 7 + i * 13 + t);
        }
        int quads = (n + 2) / 3;
        cudaMemcpy(d_bytes, bytes, n, cudaMemcpyHostToDevice);
        info[0] = 0, info[1] = -1;
        cudaMemcpy(d_info, info, sizeof info, cudaMemcpyHostToDevice);
        encode<<<(quads + 63) / 64, 64>>>(d_bytes, n, (char4 *)d_code);
        decode<<<(quads + 63) / 64, 64>>>(d_code, quads, d_back, &d_info[0], d_info + 1);
        memset(code, 0, sizeof code);
        cudaMemcpy(code, d_code, 4 * quads, cudaMemcpyDeviceToHost);
        cudaMemcpy(back, d_back, n, cudaMemcpyDeviceToHost);
        cudaMemcpy(info, d_info, sizeof info, cudaMemcpyDeviceToHost);
        printf("%.60s%s %d %s\n", code, 4 * quads > 60 ? "..." : "", info[0], memcmp(back, bytes, n) || info[0] != n ? "WRONG" : "right");
    }
    code[5] = '*';
    cudaMemcpy(d_code, code, 8, cudaMemcpyHostToDevice);
    decode<<<1, 2>>>(d_code, 2, d_back, d_info, d_info + 1);
    cudaMemcpy(info, d_info, sizeof info, cudaMemcpyDeviceToHost);
    printf("bad letter at %d\n", info[1]);
    cudaFree(d_bytes);
    cudaFree(d_back);
    cudaFree(d_code);
    cudaFree(d_info);
    return 0;
}
