// SPDX-License-Identifier: Apache-2.0
// The host side that every program here shares: CUDA() stops at the first call that fails, arrays
// travel with upload() and download(), and each variant gets one line, from report() or, where the
// GPU is too small or too old for it, from refused(). Nothing here runs on the GPU.
#ifndef LECTURE_H
#define LECTURE_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns an error code; a kernel launch leaves one for cudaGetLastError().
#define CUDA(call) cuda_must_succeed((call), #call, __FILE__, __LINE__)

inline void cuda_must_succeed(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
        exit(1);
    }
}

// A device array of `count` elements, all bytes zero. Give it back with cudaFree().
template <typename T> T *device_zeros(size_t count)
{
    T *device = nullptr;
    CUDA(cudaMalloc(&device, count * sizeof(T)));
    CUDA(cudaMemset(device, 0, count * sizeof(T)));
    return device;
}

// A copy of a host array in device memory. Give it back with cudaFree().
template <typename T> T *upload(const std::vector<T> &host)
{
    T *device = nullptr;
    CUDA(cudaMalloc(&device, host.size() * sizeof(T)));
    CUDA(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Waits for the kernels before it, reports what went wrong in them, and fetches `count` elements.
template <typename T> std::vector<T> download(const T *device, size_t count)
{
    std::vector<T> host(count);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

// One line a variant. Returns its argument, so that main() can collect the answers.
inline bool report(const char *variant, bool is_right)
{
    printf("%-44s %s\n", variant, is_right ? "ok" : "WRONG");
    return is_right;
}

// Whether the GPU could not take the launch just made: too many threads, too much shared memory, an
// instruction that it does not have. Then one line says so, and the program goes on with its next
// variant. Any other error stops the program.
inline bool refused(const char *variant)
{
    cudaError_t error = cudaGetLastError();
    switch (error) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorCooperativeLaunchTooLarge:
    case cudaErrorInvalidClusterSize:
    case cudaErrorNotSupported:
        printf("%-44s not on this GPU: %s\n", variant, cudaGetErrorString(error));
        return true;
    default: cuda_must_succeed(error, variant, __FILE__, __LINE__); return false;
    }
}

// Floating-point results of another order of operations, or of approximate instructions, differ in
// the last bits; `tolerance` is relative to the larger magnitude, or absolute below 1.
inline bool is_close(double actual, double expected, double tolerance)
{
    double magnitude = fmax(1.0, fmax(fabs(actual), fabs(expected)));
    return fabs(actual - expected) <= tolerance * magnitude;
}

template <typename T>
bool are_close(const std::vector<T> &actual, const std::vector<T> &expected, double tolerance)
{
    bool is_right = actual.size() == expected.size();
    for (size_t i = 0; is_right && i < actual.size(); i++)
        is_right = is_close((double)actual[i], (double)expected[i], tolerance);
    return is_right;
}

#endif
