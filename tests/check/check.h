// SPDX-License-Identifier: Apache-2.0
// Small programs that are wrong, each with a corrected twin. A file's cases run one after another
// in one process, or alone by number, so that other tools can be run on them too. A case is two
// kernels, name_wrong and name_right. The line before the first one, `// expect race-raw`, names
// what is found in it (several words: each of them); nothing may be found in the second one.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define WORDS 4096

static int *out;     // WORDS words, zero
static int *in;      // WORDS words, 0 1 2 ...
static int *fresh;   // WORDS words that nobody has written
static int *freed;   // WORDS words that were given back
static int selected; // -1: all

static void prepare()
{
    static int numbers[WORDS];
    for (int i = 0; i < WORDS; i++) {
        numbers[i] = i;
    }
    cudaMalloc(&out, sizeof numbers);
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&fresh, sizeof numbers);
    cudaMalloc(&freed, sizeof numbers);
    cudaFree(freed);
    cudaMemset(out, 0, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
}

// Runs one half of a case (one or several expressions) on fresh memory; what it did to the device
// ends with it.
#define RUN(number, ...)                                                                           \
    if (selected < 0 || selected == (number)) {                                                    \
        prepare();                                                                                 \
        __VA_ARGS__;                                                                               \
        cudaDeviceSynchronize();                                                                   \
        cudaFree(out);                                                                             \
        cudaFree(in);                                                                              \
        cudaFree(fresh);                                                                           \
        cudaGetLastError();                                                                        \
        cudaDeviceReset();                                                                         \
    }
