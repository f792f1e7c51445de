// SPDX-License-Identifier: Apache-2.0
// The sieve of Eratosthenes in bytes: the host sends out the primes, the threads strike multiples; then
// segments in shared memory with a bit a number, trial division, and the gaps between primes.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus.h"

#define LIMIT 50000
#define SEGMENT_WORDS 64
#define SEGMENT (SEGMENT_WORDS * 32)

__global__ void strike(unsigned char *composite, int prime, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int multiple = prime * prime + i * prime;
    while (multiple < limit) {
        composite[multiple] = 1;
        multiple += prime * blockDim.x * gridDim.x;
    }
}

__global__ void segments(unsigned *bits, const unsigned short *primes, int count, int limit)
{
    __shared__ unsigned segment[SEGMENT_WORDS];
    const int low = blockIdx.x * SEGMENT;
    int k = threadIdx.x;
    while (k < SEGMENT_WORDS) {
        segment[k] = 0xffffffffu;
        k += blockDim.x;
    }
    __syncthreads();
    for (k = threadIdx.x; k < count; k += blockDim.x) {
        const int prime = primes[k];
        int multiple = (low + prime - 1) / prime * prime;
        if (multiple < prime * prime)
            multiple = prime * prime;
        while ((multiple -= low) < SEGMENT) {
            atomicAnd(&segment[multiple / 32], ~(1u << multiple % 32));
            multiple += low + prime;
        }
    }
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        segment[0] &= ~3u;
    __syncthreads();
    for (k = threadIdx.x; k < SEGMENT_WORDS; k += blockDim.x) {
        const int first = low + 32 * k;
        unsigned word = segment[k];
        if (first >= limit)
            word = 0;
        else if (first + 32 > limit)
            word &= (1u << (limit - first)) - 1;
        bits[blockIdx.x * SEGMENT_WORDS + k] = word;
    }
}

__device__ bool is_prime(unsigned n)
{
    if (n < 4)
        return n > 1;
    if (n % 2 == 0 || n % 3 == 0)
        return false;
    unsigned d = 5;
    while (d * d <= n) {
        if (n % d == 0 || n % (d + 2) == 0)
            return false;
        d += 6;
    }
    return true;
}

__global__ void trial_division(const unsigned char *composite, int n, unsigned *wrong,
                               unsigned *primes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bool prime = i < n && is_prime(i);
    bool differs = i < n && prime == (composite[i] != 0);
    unsigned ballot = __ballot_sync(0xffffffff, prime);
    if (__any_sync(0xffffffff, differs) && threadIdx.x % 32 == 0)
        atomicAdd(wrong, 1);
    if (threadIdx.x % 32 == 0)
        atomicAdd(primes, __popc(ballot));
}

__global__ void largest_gap(const unsigned *bits, int words, unsigned *gap)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words)
        return;
    unsigned word = bits[w];
    while (word) {
        int bit = __ffs(word) - 1;
        word &= word - 1;
        /* how far the next prime is, in this word or in a later one */
        int next = w, from = 32 * w + bit;
        unsigned rest = word;
        while (rest == 0 && ++next < words)
            rest = bits[next];
        if (rest) {
            unsigned distance = 32 * next + (31 - __clz(rest & -rest)) - from;
            atomicMax(gap, distance);
        }
    }
}

int main(void)
{
    unsigned char *composite = (unsigned char *)calloc(LIMIT, 1), *d_composite;
    unsigned short *primes = (unsigned short *)malloc(256 * sizeof(unsigned short));
    int count = 0, n = 0, root = (int)sqrt((double)LIMIT) + 1;

    CHECK(cudaMalloc((void **)&d_composite, LIMIT));
    CHECK(cudaMemset(d_composite, 0, LIMIT));
    CHECK(cudaMemset(d_composite, 1, 2));
    for (n = 2; n <= root; n++) {
        if (composite[n])
            continue;
        primes[count++] = (unsigned short)n;
        for (int m = n * n; m <= root; m += n)
            composite[m] = 1;
        strike<<<4, 128>>>(d_composite, n, LIMIT);
    }
    CHECK(cudaMemcpy(composite, d_composite, LIMIT, cudaMemcpyDeviceToHost));
    int total = 0, last = 0;
    for (n = 0; n < LIMIT; n++)
        if (!composite[n])
            total++, last = n;
    printf("%d primes below %d, the last is %d\n", total, LIMIT, last);
    print_hash("bytes", d_composite, LIMIT);

    const int blocks = (LIMIT + SEGMENT - 1) / SEGMENT, words = blocks * SEGMENT_WORDS;
    std::vector<unsigned short> base(primes, primes + count);
    unsigned short *d_primes = to_device(base);
    unsigned *d_bits = on_device<unsigned>(words);
    segments<<<blocks, 64>>>(d_bits, d_primes, count, LIMIT);
    std::vector<unsigned> bits = to_host(d_bits, words);
    int different = 0;
    for (n = 0; n < LIMIT; n++)
        different += (bits[n / 32] >> n % 32 & 1) == composite[n];
    printf("bits: %d different\n", different);
    print_hash("bits", bits);

    unsigned *d_counts = on_device<unsigned>(3);
    const int tried = 8000;
    trial_division<<<(tried + 127) / 128, 128>>>(d_composite, tried, d_counts, d_counts + 1);
    largest_gap<<<(words + 63) / 64, 64>>>(d_bits, words, d_counts + 2);
    std::vector<unsigned> counts = to_host(d_counts, 3);
    printf("trial division: %u warps differ, %u primes below %d\nlargest gap: %u\n", counts[0],
           counts[1], tried, counts[2]);
    cudaFree(d_composite);
    cudaFree(d_primes);
    cudaFree(d_bits);
    cudaFree(d_counts);
    free(composite);
    free(primes);
    return different || counts[0];
}
