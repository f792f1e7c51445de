// SPDX-License-Identifier: Apache-2.0
// The host side of the suite's programs. Inputs come from a hash of the index, so that they are the
// same on every machine; each launch prints a checksum of what it wrote, so that a model and a GPU
// can be compared.
#ifndef SUITE_H
#define SUITE_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA(call)                                                                                 \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                          \
                    cudaGetErrorString(error_));                                                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

inline unsigned hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// `count` elements made by `make(index)`, in device memory.
template <typename T, typename F> T *filled(size_t count, F make)
{
    std::vector<T> host(count);
    for (size_t i = 0; i < count; i++)
        host[i] = make(unsigned(i));
    T *device;
    CUDA(cudaMalloc(&device, count * sizeof(T)));
    CUDA(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Floats in [-1, 1) with 10 bits after the point: sums of a few thousand are the same in any order.
inline float *floats(size_t count, unsigned seed = 0)
{
    return filled<float>(count, [=](unsigned i) {
        return (int(hash(i + seed * 0x9e3779b9u) & 2047) - 1024) / 1024.0f;
    });
}

inline unsigned *words(size_t count, unsigned below, unsigned seed = 0)
{
    return filled<unsigned>(count,
                            [=](unsigned i) { return hash(i + seed * 0x9e3779b9u) % below; });
}

template <typename T> T *zeros(size_t count)
{
    T *device;
    CUDA(cudaMalloc(&device, count * sizeof(T)));
    CUDA(cudaMemset(device, 0, count * sizeof(T)));
    return device;
}

template <typename T> std::vector<T> fetch(const T *device, size_t count)
{
    std::vector<T> host(count);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

// Prints a checksum of an array: of its bytes for integers.
template <typename T> void show(const char *launch, const T *device, size_t count)
{
    std::vector<T> host = fetch(device, count);
    unsigned long long sum = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned long long word = 0;
        memcpy(&word, &host[i], sizeof(T) < 8 ? sizeof(T) : 8);
        sum = sum * 31 + word;
    }
    printf("%-32s %016llx\n", launch, sum);
}

// Of floating-point numbers: their sum in six digits, which another order of additions leaves
// alone.
inline void show(const char *launch, const float *device, size_t count)
{
    double sum = 0, sizes = 0;
    for (float x : fetch(device, count)) {
        sum += x;
        sizes += x < 0 ? -x : x;
    }
    printf("%-32s %.4g of %.4g\n", launch, sum + 0.0, sizes);
}

inline void show(const char *launch, const double *device, size_t count)
{
    double sum = 0, sizes = 0;
    for (double x : fetch(device, count)) {
        sum += x;
        sizes += x < 0 ? -x : x;
    }
    printf("%-32s %.4g of %.4g\n", launch, sum, sizes);
}

#endif
