// SPDX-License-Identifier: Apache-2.0
// The helpers of NVIDIA's CUDA samples around the runtime: checkCudaErrors, findCudaDevice, ...
#ifndef LOCKSTEP_CUDA_HELPER_CUDA_H
#define LOCKSTEP_CUDA_HELPER_CUDA_H

#include "cuda_runtime.h"
#include "helper_string.h"

#include <cstdio>
#include <cstdlib>

static inline const char *_cudaGetErrorEnum(cudaError_t error)
{
    return cudaGetErrorName(error);
}

template <class __T>
static inline void check(__T result, char const *const function, const char *const file,
                         int const line)
{
    if (result) {
        std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                     static_cast<int>(result), cudaGetErrorName((cudaError_t)result), function);
        std::exit(EXIT_FAILURE);
    }
}

#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

static inline void __getLastCudaError(const char *message, const char *file, const int line)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
                     message, static_cast<int>(error), cudaGetErrorString(error));
        std::exit(EXIT_FAILURE);
    }
}

#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)

static inline void __printLastCudaError(const char *message, const char *file, const int line)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
                     message, static_cast<int>(error), cudaGetErrorString(error));
    }
}

#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

static inline int ftoi(float value)
{
    return (int)(value >= 0 ? value + 0.5f : value - 0.5f);
}

// fp32 units of an SM (CUDA C++ Programming Guide, "Arithmetic Instructions").
static inline int _ConvertSMVer2Cores(int major, int minor)
{
    switch (major * 10 + minor) {
    case 10:
    case 11:
    case 12:
    case 13: return 8;
    case 20: return 32;
    case 21: return 48;
    case 30:
    case 32:
    case 35:
    case 37: return 192;
    case 60:
    case 70:
    case 72:
    case 75:
    case 80: return 64;
    default: return 128;
    }
}

static inline const char *_ConvertSMVer2ArchName(int major, int)
{
    static const char *const names[] = {"",       "Tesla",   "Fermi",    "Kepler",
                                        "",       "Maxwell", "Pascal",   "Volta",
                                        "Ampere", "Hopper",  "Blackwell"};
    return major >= 0 && major <= 10 ? names[major] : "Graphics Device";
}

static inline int gpuDeviceInit(int device)
{
    checkCudaErrors(cudaSetDevice(device));
    return device;
}

static inline int gpuGetMaxGflopsDeviceId()
{
    return 0;
}

static inline int findCudaDevice(int argc, const char **argv)
{
    int device = checkCmdLineFlag(argc, argv, "device")
                     ? getCmdLineArgumentInt(argc, argv, "device")
                     : gpuGetMaxGflopsDeviceId();
    int major = 0, minor = 0;
    checkCudaErrors(cudaSetDevice(device));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
                _ConvertSMVer2ArchName(major, minor), major, minor);
    return device;
}

static inline bool checkCudaCapabilities(int major_version, int minor_version)
{
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    return major > major_version || (major == major_version && minor >= minor_version);
}

#endif
