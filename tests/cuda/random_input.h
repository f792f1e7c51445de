// SPDX-License-Identifier: Apache-2.0
// How the kernels of random_cuda.c are launched, on the simulator (compare_ptx.c) and on a GPU
// (gpu_hash.c) alike.
#ifndef RANDOM_INPUT_H
#define RANDOM_INPUT_H

#include <stddef.h>
#include <stdint.h>

enum { BLOCKS = 3, THREADS = 64, WORDS = 16, INPUTS = 256, OUTPUTS = BLOCKS * THREADS * WORDS };

static inline void random_input(int32_t in[INPUTS], float fin[INPUTS])
{
    uint32_t state = 12345;
    for (int i = 0; i < INPUTS; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = i % 5 == 0 ? (int32_t)(state >> 28) - 8 : (int32_t)state;
        fin[i] = (float)((int32_t)(state >> 8) % 100000) / 64.0f;
    }
}

// FNV-1a over the words a kernel wrote.
static inline uint64_t random_hash(const uint32_t words[OUTPUTS])
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < OUTPUTS; i++) {
        hash = (hash ^ words[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

#endif
