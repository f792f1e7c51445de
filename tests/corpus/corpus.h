// SPDX-License-Identifier: Apache-2.0
// What the programs of the corpus share: errors end the program, and results become text that is
// the same wherever the program runs right: a hash of the bytes where CUDA promises every bit,
// rounded values where it documents an error bound.
#ifndef CORPUS_H
#define CORPUS_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// The same numbers everywhere.
struct Random {
    unsigned state;
    explicit Random(unsigned seed) : state(seed)
    {
    }
    unsigned next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> 8;
    }
    float uniform()
    {
        return (float)next() / 16777216.0f;
    } // [0, 1)
};

template <typename T> T *to_device(const std::vector<T> &host)
{
    T *device = nullptr;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <typename T> T *on_device(size_t count)
{
    T *device = nullptr;
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    CHECK(cudaMemset(device, 0, count * sizeof(T)));
    return device;
}

template <typename T> std::vector<T> to_host(const T *device, size_t count)
{
    std::vector<T> host(count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

// One line: FNV-1a over the bytes.
template <typename T> void print_hash(const char *name, const std::vector<T> &values)
{
    const unsigned char *bytes = (const unsigned char *)values.data();
    unsigned long long hash = 14695981039346656037ull;
    for (size_t i = 0; i < values.size() * sizeof(T); i++)
        hash = (hash ^ bytes[i]) * 1099511628211ull;
    printf("%s: %zu values, hash %016llx\n", name, values.size(), hash);
}

template <typename T> void print_hash(const char *name, const T *device, size_t count)
{
    print_hash(name, to_host(device, count));
}

// A few values and the sum, to `digits` significant digits: for results with a documented error.
template <typename T>
void print_rounded(const char *name, const T *device, size_t count, int digits)
{
    std::vector<T> values = to_host(device, count);
    double sum = 0;
    for (const T &value : values)
        sum += (double)value;
    printf("%s: sum %.*g", name, digits, sum);
    for (size_t i = 0; i < count; i += count / 4 + 1)
        printf(" [%zu] %.*g", i, digits, (double)values[i]);
    printf("\n");
}

#endif
