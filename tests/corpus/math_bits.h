// SPDX-License-Identifier: Apache-2.0
// Every bit of the math library: for each function one line with a hash of all its results. With a
// second argument, the results also go to that file, to find which ones differ.
#ifndef CORPUS_MATH_BITS_H
#define CORPUS_MATH_BITS_H

#include "corpus.h"

// A number's bits mixed well enough that neighbors have nothing in common (splitmix64's last step).
__host__ __device__ inline unsigned long long mixed(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// Argument number i: a few special values, then by turns any bits, [-1, 1], [-128, 128], exponents
// from 2^-14 to 2^17, and small integers and halves.
__device__ inline float argument(unsigned long long i, float)
{
    const float special[16] = {
        0.0f,       -0.0f, 1.0f,     -1.0f,     1e-45f, -1e-45f, 1.1754944e-38f, -1.1754942e-38f,
        3.4028e38f, 0.5f,  INFINITY, -INFINITY, NAN,    -0.5f,   2.0f,           -3.0f};
    unsigned long long random = mixed(i);
    unsigned bits = (unsigned)random;
    unsigned kind = (unsigned)(random >> 32) % 160;
    if (kind < 2)
        return special[bits % 16];
    if (kind < 50)
        return __uint_as_float(bits);
    if (kind < 80)
        return (float)(int)bits * 0x1p-31f;
    if (kind < 120)
        return (float)(int)bits * 0x1p-24f;
    if (kind < 140)
        return __uint_as_float((bits & 0x807fffffu) | (113 + (bits >> 23 & 31)) << 23);
    return (float)((int)(bits % 401) - 200) * 0.5f;
}

__device__ inline double argument(unsigned long long i, double)
{
    const double special[16] = {
        0.0,     -0.0,     1.0, -1.0,     5e-324,    -5e-324, 2.2250738585072014e-308,
        -2e-308, 1.79e308, 0.5, INFINITY, -INFINITY, NAN,     -0.5,
        2.0,     -3.0};
    unsigned long long random = mixed(i);
    unsigned long long bits = mixed(random + 1);
    unsigned kind = (unsigned)(random >> 32) % 160;
    if (kind < 2)
        return special[bits % 16];
    if (kind < 40)
        return __longlong_as_double((long long)bits);
    if (kind < 80)
        return (double)(long long)bits * 0x1p-63;
    if (kind < 120)
        return (double)(long long)bits * 0x1p-56;
    if (kind < 140)
        return __longlong_as_double(
            (long long)((bits & 0x800fffffffffffffull) | (1009 + (bits >> 52 & 31)) << 52));
    return (double)((int)(bits % 401) - 200) * 0.5;
}

template <typename T> __global__ void arguments(T *values, int count, unsigned long long first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = argument(first + i, T());
}

// A hash that does not depend on the order of the results.
template <typename T>
__global__ void hash_results(const T *results, int count, unsigned long long *hash)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned long long bits = 0;
    memcpy(&bits, &results[i], sizeof(T));
    atomicAdd(hash, mixed(bits + mixed(i)));
}

enum { THREADS = 256, SECOND = 1 << 30 }; // arguments of the second parameter start at SECOND

template <typename T> struct Bits {
    int count;
    T *x, *y, *results;
    unsigned long long *hash;
    FILE *file;

    Bits(int argc, char **argv)
    {
        count = argc > 1 ? atoi(argv[1]) : 1 << 15;
        file = argc > 2 ? fopen(argv[2], "wb") : nullptr;
        x = on_device<T>(count);
        y = on_device<T>(count);
        results = on_device<T>(count);
        arguments<T><<<(count + THREADS - 1) / THREADS, THREADS>>>(x, count, 0);
        arguments<T><<<(count + THREADS - 1) / THREADS, THREADS>>>(y, count, SECOND);
    }

    void show(const char *name)
    {
        hash = on_device<unsigned long long>(1);
        hash_results<T><<<(count + THREADS - 1) / THREADS, THREADS>>>(results, count, hash);
        printf("%s: %016llx\n", name, to_host(hash, 1)[0]);
        CHECK(cudaFree(hash));
        if (file != nullptr) {
            std::vector<T> values = to_host(results, count);
            fwrite(values.data(), sizeof(T), count, file);
        }
    }
};

// A kernel of one expression of x, and of y too.
#define FUNCTION(name, type, expression)                                                           \
    __global__ void kernel_##name(const type *xs, const type *ys, type *results, int count)        \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i >= count)                                                                            \
            return;                                                                                \
        type x = xs[i], y = ys[i], second = 0;                                                     \
        int whole = 0;                                                                             \
        results[i] = expression;                                                                   \
        (void)y, (void)second, (void)whole;                                                        \
    }

#define SHOW(name, bits)                                                                           \
    kernel_##name<<<((bits).count + THREADS - 1) / THREADS, THREADS>>>(                            \
        (bits).x, (bits).y, (bits).results, (bits).count);                                         \
    (bits).show(#name);

#endif
