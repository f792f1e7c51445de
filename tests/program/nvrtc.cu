// SPDX-License-Identifier: Apache-2.0
// NVRTC: kernels compiled while the program runs, launched through the driver API.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>

static const char source[] = R"(
#include "offset.h"
namespace tools {
namespace inner {
__constant__ int shift = 0;
}
template<class T, int N> __global__ void fill(T *out, T value)
{
    out[threadIdx.x] = value * N + OFFSET;
}
__global__ void twice(int *out)
{
    out[threadIdx.x] = out[threadIdx.x] * 2 + inner::shift;
}
}
__constant__ int bias = 5;
extern "C" __global__ void add_bias(int *out)
{
    out[threadIdx.x] += bias;
}
#ifndef __CUDACC_RTC__
#error "not NVRTC"
#endif
)";

static const char *text(nvrtcResult result)
{
    return nvrtcGetErrorString(result);
}

static void launch(CUmodule module, const char *name, CUdeviceptr out, int value)
{
    CUfunction function;
    void *arguments[] = {&out, &value};
    bool is_there = cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS;
    bool is_launched = is_there && cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS;
    int host[32];
    cuMemcpyDtoH(host, out, sizeof host);
    printf("%d %d: %d\n", is_there, is_launched, host[31]);
}

static void wrong()
{
    nvrtcProgram program;
    size_t size = 0;
    const char *option = "--no-such-option";
    nvrtcCreateProgram(&program, "__global__ void k(int *p) { *p = missing; }\n", "wrong.cu", 0, NULL, NULL);
    printf("%s", text(nvrtcCompileProgram(program, 1, &option)));
    printf(" %s", text(nvrtcCompileProgram(program, 0, NULL)));
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtcGetProgramLog(program, &log[0]);
    printf(" %d", log.find("wrong.cu") != std::string::npos && log.find("missing") != std::string::npos);
    printf(" %s", text(nvrtcGetPTXSize(program, &size)));
    printf(" %zu", size);
    printf(" %s", text(nvrtcDestroyProgram(&program)));
    printf(" %d\n", program == NULL);
}

int main()
{
    nvrtcProgram program;
    const char *headers[] = {"#define OFFSET 100\n"}, *names[] = {"offset.h"};
    const char *options[] = {"--gpu-architecture=compute_75", "-std=c++17", "-DUNUSED=1"};
    const char *fill = "tools::fill<int, 3>", *lowered[3] = {NULL, NULL, NULL}, *other = fill;
    int major = 0, minor = 0;
    printf("%s", text(nvrtcVersion(&major, &minor)));
    printf(" %d\n", major >= 12);
    printf("%s", text(nvrtcCreateProgram(&program, source, "source.cu", 1, headers, names)));
    printf(" %s", text(nvrtcAddNameExpression(program, fill)));
    nvrtcAddNameExpression(program, "tools::twice");
    nvrtcAddNameExpression(program, "&bias");
    const char *grouped = "( tools::fill<long long, 2> ) ", *inner = NULL, *group = NULL;
    nvrtcAddNameExpression(program, grouped);
    nvrtcAddNameExpression(program, "&tools::inner::shift");
    printf(" %s", text(nvrtcGetLoweredName(program, fill, &lowered[0])));
    printf(" %s\n", text(nvrtcCompileProgram(program, 3, options)));
    printf("%s", text(nvrtcGetLoweredName(program, fill, &lowered[0])));
    printf(" %s", text(nvrtcGetLoweredName(program, "tools::twice", &lowered[1])));
    printf(" %s", text(nvrtcGetLoweredName(program, "&bias", &lowered[2])));
    printf(" %s", text(nvrtcGetLoweredName(program, "other", &other)));
    printf(" %s\n", text(nvrtcAddNameExpression(program, fill)));
    nvrtcGetLoweredName(program, grouped, &group);
    nvrtcGetLoweredName(program, "&tools::inner::shift", &inner);
    printf("%s %s\n", group, inner);
    printf("%s %s %s %d\n", lowered[0], lowered[1], lowered[2], other == NULL);

    size_t size = 0;
    nvrtcGetPTXSize(program, &size);
    std::string ptx(size, '\0');
    printf("%s", text(nvrtcGetPTX(program, &ptx[0])));
    printf(" %d\n", strlen(ptx.c_str()) + 1 == size);

    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr out, bias;
    int seven = 7;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, NULL, 0, device);
    printf("%d\n", cuModuleLoadDataEx(&module, ptx.c_str(), 0, NULL, NULL));
    cuMemAlloc(&out, 32 * sizeof(int));
    launch(module, lowered[0], out, 2);
    launch(module, lowered[1], out, 0);
    cuModuleGetGlobal(&bias, &size, module, lowered[2]);
    cuMemcpyHtoD(bias, &seven, sizeof seven);
    launch(module, "add_bias", out, 0);
    nvrtcDestroyProgram(&program);
    cuModuleUnload(module);
    wrong();
}
