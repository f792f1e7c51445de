// SPDX-License-Identifier: Apache-2.0
// Whether SMs that read constants at the same time wait for each other: dependent indexed loads
// (chase), indexed loads of each warp at its own place (walk), and straight-line code whose
// operands are constants (direct), on 1 to 132 SMs. Prints a line of
// traces/h200/probes/constants_together.csv for each case: cycles per access in the fastest block,
// in the mean and in the slowest.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#define WORDS 16384
__constant__ int table[WORDS];

static int *out;
static long long *cycles;

__global__ void chase(int rounds, int step, int *out, long long *cycles)
{
    int x = threadIdx.x / 32 * step;
    for (int i = 0; i < rounds; i++) {
        x = table[x];
    }
    __syncthreads();
    long long begin = clock64();
    for (int i = 0; i < rounds; i++) {
        x = table[x];
    }
    __syncthreads();
    cycles[blockIdx.x] = clock64() - begin;
    out[threadIdx.x] = x;
}

__global__ void walk(int step, int stride, int mask, int rounds, int *out, long long *cycles)
{
    int sum = 0;
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        long long begin = clock64();
        int at = threadIdx.x / 32 * step;
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            sum += table[at];
            at = (at + stride) & mask;
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

static void show(const char *what, int a, int b, int accesses, int warps, int blocks)
{
    std::vector<long long> found(blocks);
    cudaMemcpy(found.data(), cycles, blocks * sizeof(long long), cudaMemcpyDeviceToHost);
    auto range = std::minmax_element(found.begin(), found.end());
    double mean = std::accumulate(found.begin(), found.end(), 0.0) / blocks;
    printf("%s,%d,%d,%d,%d,%d,%.2f,%.2f,%.2f\n", what, a, b, accesses, warps, blocks,
           double(*range.first) / accesses, mean / accesses, double(*range.second) / accesses);
}

template <int BYTES, int STRIDE> static void read_directly()
{
    for (int warps : {1, 2, 4, 8}) {
        for (int blocks : {1, 8, 16, 33, 66, 132}) {
            direct<BYTES, STRIDE><<<blocks, warps * 32>>>(out, cycles);
            show("direct", STRIDE, BYTES, BYTES / STRIDE, warps, blocks);
        }
    }
}

static void chase_lines(int lines)
{
    std::vector<int> words(WORDS);
    for (int i = 0; i < lines; i++) {
        words[i * 16] = (i + 1) % lines * 16;
    }
    cudaMemcpyToSymbol(table, words.data(), WORDS * sizeof(int));
    for (int warps : {1, 4, 8, 16}) {
        for (int step : {0, 16 * 7}) {
            for (int blocks : {1, 16, 66, 132}) {
                chase<<<blocks, warps * 32>>>(lines * 4, step, out, cycles);
                show("chase", lines, step, lines * 4, warps, blocks);
            }
        }
    }
}

int main()
{
    cudaMalloc(&out, 4096 * sizeof *out);
    cudaMalloc(&cycles, 4096 * sizeof *cycles);
    puts("what,lines_step_or_stride,step_stride_or_bytes,accesses,warps,blocks,least,mean,most");
    for (int lines : {48, 128, 1024}) {
        chase_lines(lines);
    }
    for (int warps : {1, 2, 4, 8, 16}) {
        for (int step : {0, 16, 256, 272}) {
            for (int stride : {1, 4, 16}) {
                for (int blocks : {1, 16, 66, 132}) {
                    walk<<<blocks, warps * 32>>>(step, stride, 4095, 512, out, cycles);
                    show("walk", step, stride, 512, warps, blocks);
                }
            }
        }
    }
    read_directly<4096, 64>(), read_directly<8192, 64>(), read_directly<8192, 16>();
    read_directly<16384, 64>(), read_directly<65536, 64>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
