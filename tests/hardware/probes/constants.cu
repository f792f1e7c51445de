// SPDX-License-Identifier: Apache-2.0
// What an SM holds of constant memory, and what a load takes that misses it: a warp that chases
// pointers (indexed loads, LDC), warps that walk words a distance apart, and straight-line code whose
// operands are at constant addresses (ULDC). traces/h200/probes/constants.csv has what an H200
// printed.
#include <cstdio>

#define WORDS 16384
__constant__ int table[WORDS];

__global__ void chase(int rounds, int *out, long long *cycles)
{
    int x = 0;
    for (int i = 0; i < rounds; i++) {
        x = table[x];
    }
    __syncthreads();
    long long begin = clock64();
    for (int i = 0; i < rounds; i++) {
        x = table[x];
    }
    *cycles = clock64() - begin;
    out[threadIdx.x] = x;
}

__global__ void walk(int step, int mask, int rounds, int *out, long long *cycles)
{
    int sum = 0, first = threadIdx.x / 32 * step;
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        long long begin = clock64();
        int at = first;
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            sum += table[at];
            at = (at + 1) & mask;
        }
        __syncthreads();
        cycles[blockIdx.x] = clock64() - begin;
    }
    out[threadIdx.x] = sum;
}

template <int BYTES, int STRIDE> __global__ void direct(int *out, long long *cycles)
{
    int sum = threadIdx.x;
#pragma unroll 1
    for (int turn = 0; turn < 3; turn++) {
        __syncthreads();
        long long begin = clock64();
#pragma unroll
        for (int i = 0; i < BYTES / STRIDE; i++) {
            sum = (sum ^ table[i * STRIDE / 4]) * 3;
        }
        cycles[blockIdx.x] = clock64() - begin;
    }
    out[threadIdx.x] = sum;
}

static int *out, words[WORDS];
static long long *cycles;

static double measured(int accesses)
{
    long long found = 0;
    cudaMemcpy(&found, cycles, sizeof found, cudaMemcpyDeviceToHost);
    return (double)found / accesses;
}

static void chase_lines(int stride, int lines)
{
    for (int i = 0; i < lines; i++) {
        words[i * stride / 4] = (i + 1) % lines * stride / 4;
    }
    cudaMemcpyToSymbol(table, words, sizeof words);
    chase<<<1, 32>>>(lines * 16, out, cycles);
    printf("chase,%d,%d,1,1,%.2f\n", stride, lines, measured(lines * 16));
}

template <int BYTES, int STRIDE> static void read_directly()
{
    for (int warps : {1, 4, 8, 16}) {
        for (int blocks : {1, 132}) {
            direct<BYTES, STRIDE><<<blocks, warps * 32>>>(out, cycles);
            printf("direct,%d,%d,%d,%d,%.2f\n", STRIDE, BYTES / STRIDE, warps, blocks, measured(BYTES / STRIDE));
        }
    }
}

int main()
{
    cudaMalloc(&out, 4096 * sizeof *out);
    cudaMalloc(&cycles, 4096 * sizeof *cycles);
    puts("what,stride_bytes,accesses,warps,blocks,cycles");
    for (int stride = 64; stride <= 4096; stride *= 2) {
        for (int lines = 1; lines <= 64 && lines * stride <= WORDS * 4; lines++) {
            chase_lines(stride, lines);
        }
    }
    for (int lines : {96, 128, 192, 256, 384, 512, 768, 1024}) {
        chase_lines(64, lines);
    }
    for (int warps = 1; warps <= 16; warps *= 2) {
        for (int step : {1, 16, 64, 128, 256, 272, 512, 1024}) {
            walk<<<1, warps * 32>>>(step, 4095, 512, out, cycles);
            printf("walk,%d,512,%d,1,%.2f\n", step * 4, warps, measured(512));
        }
    }
    read_directly<512, 16>(), read_directly<512, 64>(), read_directly<1024, 16>(), read_directly<1024, 64>();
    read_directly<2048, 16>(), read_directly<2048, 64>(), read_directly<3072, 64>(), read_directly<4096, 64>();
    read_directly<8192, 64>(), read_directly<16384, 64>(), read_directly<32768, 64>(), read_directly<65536, 64>();
}
