// SPDX-License-Identifier: Apache-2.0
// needs: -lnvrtc -lcuda
// A program that compiles its user's formulas while it runs: sources put together as text, named headers, options,
// templates instantiated by name expressions, constants by lowered names, and the log of what does not compile.
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                                                         \
    do {                                                                                           \
        nvrtcResult result = x;                                                                    \
        if (result != NVRTC_SUCCESS) {                                                             \
            printf("error: %s failed with error %s\n", #x, nvrtcGetErrorString(result));           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define CUDA_SAFE_CALL(x)                                                                          \
    do {                                                                                           \
        CUresult result = x;                                                                       \
        if (result != CUDA_SUCCESS) {                                                              \
            const char *msg;                                                                       \
            cuGetErrorName(result, &msg);                                                          \
            printf("error: %s failed with error %s\n", #x, msg);                                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static const char *header = "#pragma once\n"
                            "template <typename T> __device__ T square(T x) { return x * x; }\n"
                            "struct Range { int first, step; __device__ int at(int i) const { return first + i * step; } };\n";

class Compiled
{
    CUmodule module_ = nullptr;
    std::map<std::string, std::string> names_;

  public:
    bool is_good = false;
    std::string log;

    Compiled(const std::string &source, std::vector<std::string> expressions, std::vector<const char *> options)
    {
        nvrtcProgram program;
        const char *headers[] = {header}, *header_names[] = {"tools.h"};
        NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, source.c_str(), "formula.cu", 1, headers, header_names));
        for (const std::string &e : expressions)
            NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, e.c_str()));
        nvrtcResult status = nvrtcCompileProgram(program, (int)options.size(), options.data());
        size_t size;
        NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(program, &size));
        log.resize(size);
        NVRTC_SAFE_CALL(nvrtcGetProgramLog(program, &log[0]));
        is_good = status == NVRTC_SUCCESS;
        if (is_good) {
            for (const std::string &e : expressions) {
                const char *lowered;
                NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, e.c_str(), &lowered));
                names_[e] = lowered;
            }
            NVRTC_SAFE_CALL(nvrtcGetPTXSize(program, &size));
            std::string ptx(size, ' ');
            NVRTC_SAFE_CALL(nvrtcGetPTX(program, &ptx[0]));
            CUDA_SAFE_CALL(cuModuleLoadData(&module_, ptx.c_str()));
        } else {
            printf("status: %s\n", nvrtcGetErrorString(status));
        }
        NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));
    }
    ~Compiled()
    {
        if (module_)
            cuModuleUnload(module_);
    }
    CUfunction kernel(const std::string &expression) const
    {
        CUfunction f;
        CUDA_SAFE_CALL(cuModuleGetFunction(&f, module_, names_.at(expression).c_str()));
        return f;
    }
    CUdeviceptr variable(const std::string &expression, size_t *size) const
    {
        CUdeviceptr p;
        CUDA_SAFE_CALL(cuModuleGetGlobal(&p, size, module_, names_.at(expression).c_str()));
        return p;
    }
};

static std::string kernel_for(const char *formula)
{
    std::ostringstream text;
    text << "#include \"tools.h\"\n"
         << "namespace user {\n"
         << "__constant__ int offsets[4];\n"
         << "template <typename T, int UNROLL> __global__ void evaluate(T *out, Range range, int n)\n"
         << "{\n"
         << "#pragma unroll\n"
         << "    for (int u = 0; u < UNROLL; u++) {\n"
         << "        int i = (blockIdx.x * UNROLL + u) * blockDim.x + threadIdx.x;\n"
         << "        if (i < n) {\n"
         << "            T x = (T)range.at(i) + offsets[i & 3];\n"
         << "            out[i] = " << formula << ";\n"
         << "        }\n"
         << "    }\n"
         << "}\n"
         << "}\n";
    return text.str();
}

struct Range {
    int first, step;
};

template <typename T> static void run(const Compiled &program, const char *expression, int unroll, const char *format)
{
    const int n = 200;
    int offsets[4] = {0, 1, -1, 10};
    size_t size;
    CUdeviceptr constant = program.variable("&user::offsets", &size), out;
    printf("%zu bytes of offsets;", size);
    CUDA_SAFE_CALL(cuMemcpyHtoD(constant, offsets, sizeof offsets));
    CUDA_SAFE_CALL(cuMemAlloc(&out, n * sizeof(T)));
    Range range{-20, 3};
    int count = n;
    void *arguments[] = {&out, &range, &count};
    CUDA_SAFE_CALL(cuLaunchKernel(program.kernel(expression), (n + 32 * unroll - 1) / (32 * unroll), 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    CUDA_SAFE_CALL(cuCtxSynchronize());
    std::vector<T> host(n);
    CUDA_SAFE_CALL(cuMemcpyDtoH(host.data(), out, n * sizeof(T)));
    for (int i : {0, 1, 2, 3, 50, 199})
        printf(format, host[i]);
    printf("\n");
    CUDA_SAFE_CALL(cuMemFree(out));
}

int main()
{
    CUdevice device;
    CUcontext context;
    CUDA_SAFE_CALL(cuInit(0));
    CUDA_SAFE_CALL(cuDeviceGet(&device, 0));
    CUDA_SAFE_CALL(cuDevicePrimaryCtxRetain(&context, device));
    CUDA_SAFE_CALL(cuCtxSetCurrent(context));
    int major, minor;
    CUDA_SAFE_CALL(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CUDA_SAFE_CALL(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    std::string arch = "--gpu-architecture=compute_" + std::to_string(major * 10 + minor);

    {
        Compiled program(kernel_for("square(x) - T(2) * x + T(SHIFT)"),
                         {"user::evaluate<int, 1>", "user::evaluate<double, 4>", "(user::evaluate<long long, 2>)", "&user::offsets"},
                         {arch.c_str(), "--std=c++17", "-DSHIFT=7", "--fmad=false"});
        printf("compiled: %d, log is empty: %d\n", program.is_good, program.log.size() <= 1);
        run<int>(program, "user::evaluate<int, 1>", 1, " %d");
        run<double>(program, "user::evaluate<double, 4>", 4, " %.3f");
        run<long long>(program, "(user::evaluate<long long, 2>)", 2, " %lld");
    }
    {
        Compiled program(kernel_for("__popc((unsigned)(int)x) % 2 ? T(sizeof(T)) : -x"), {"user::evaluate<float, 2>", "&user::offsets"}, {arch.c_str()});
        run<float>(program, "user::evaluate<float, 2>", 2, " %g");
    }
    {
        Compiled program(kernel_for("square(x, x) + nothing"), {"user::evaluate<int, 1>"}, {arch.c_str()});
        printf("compiled: %d, the log names the line: %d, and 'nothing': %d\n", program.is_good, program.log.find("formula.cu") != std::string::npos,
               program.log.find("nothing") != std::string::npos);
    }
    {
        Compiled program("__global__ void k(int *p) { *p = 1; }\n", {}, {"--no-such-option"});
        printf("compiled: %d\n", program.is_good);
    }
    int nvrtc_major, nvrtc_minor;
    NVRTC_SAFE_CALL(nvrtcVersion(&nvrtc_major, &nvrtc_minor));
    printf("NVRTC %d or later: %d\n", 11, nvrtc_major >= 11);
    CUDA_SAFE_CALL(cuDevicePrimaryCtxRelease(device));
    return 0;
}
