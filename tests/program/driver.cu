// SPDX-License-Identifier: Apache-2.0
// The driver API: contexts, PTX modules, their kernels and variables, beside the runtime API.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

static const char module_text[] = R"(
.version 7.0
.target sm_30
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 out, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p, %r5, %r1;
    @%p ret;
    ld.global.u32 %r6, [factor];
    mul.lo.u32 %r7, %r5, %r6;
    cvta.to.global.u64 %d1, %d1;
    mul.wide.u32 %d2, %r5, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r7;
    ret;
}
)";

__global__ void add_one(unsigned *out)
{
    out[threadIdx.x]++;
}

static const char *name(CUresult result)
{
    const char *text = "?";
    cuGetErrorName(result, &text);
    return text;
}

int main()
{
    int count = -1, value = 0, major = 0;
    char title[64];
    CUdevice device = -1, of_context = -1;
    CUcontext context, other;
    CUmodule module;
    CUfunction function;
    CUdeviceptr out, factor;
    size_t size = 0;
    printf("%s\n", name(cuDeviceGetCount(&count)));
    printf("%s\n", name(cuInit(0)));
    printf("%s\n", name(cuDeviceGetCount(&count)));
    printf("%s\n", name(cuDeviceGet(&of_context, 99)));
    printf("%s\n", name(cuDeviceGet(&device, 0)));
    cuDeviceGetName(title, sizeof title, device);
    cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    printf("devices %d, a name %d, warp %d, major %d\n", count > 0, title[0] != 0, value, major > 0);

    printf("%s\n", name(cuMemAlloc(&out, 400)));
    cuCtxGetCurrent(&other);
    printf("no context %d\n", other == NULL);
    printf("%s", name(cuCtxCreate(&context, NULL, 0, device)));
    cuCtxGetCurrent(&other);
    cuCtxGetDevice(&of_context);
    printf(" current %d of device %d\n", other == context, of_context);

    printf("%s\n", name(cuModuleLoad(&module, "/no/such/file.ptx")));
    printf("%s\n", name(cuModuleLoadData(&module, module_text)));
    printf("%s", name(cuModuleGetFunction(&function, module, "no_such_kernel")));
    printf(" %s\n", name(cuModuleGetFunction(&function, module, "scale")));
    printf("%s", name(cuModuleGetGlobal(&factor, &size, module, "nothing")));
    printf(" %s", name(cuModuleGetGlobal(&factor, &size, module, "factor")));
    printf(" %zu bytes\n", size);

    unsigned n = 100, host[100], seven = 7;
    printf("%s", name(cuMemAlloc(&out, 0)));
    printf(" %s\n", name(cuMemAlloc(&out, sizeof host)));
    cuMemsetD32(out, 0xffffffff, n);
    void *arguments[] = {&out, &n};
    printf("%s", name(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL)));
    printf(" %s\n", name(cuCtxSynchronize()));
    cuMemcpyDtoH(host, out, sizeof host);
    printf("%u %u\n", host[1], host[99]);

    CUstream stream;
    CUevent start, stop;
    float milliseconds = -1;
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&start, CU_EVENT_DEFAULT);
    cuEventCreate(&stop, CU_EVENT_DEFAULT);
    cuMemcpyHtoD(factor, &seven, sizeof seven);
    struct {
        CUdeviceptr out;
        unsigned n;
    } buffer = {out, 10};
    size = sizeof buffer; // with padding behind n
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    printf("%s ", name(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra)));
    size = 12;
    cuEventRecord(start, stream);
    printf("%s", name(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra)));
    cuEventRecord(stop, stream);
    cuStreamSynchronize(stream);
    cuEventElapsedTime(&milliseconds, start, stop);
    cuMemcpyDtoH(host, out, sizeof host);
    printf(" %u %u, time %d\n", host[9], host[10], milliseconds > 0);
    printf("too large: %s\n", name(cuLaunchKernel(function, 1, 1, 1, 4096, 1, 1, 0, NULL, arguments, NULL)));
    printf("wrong PTX: %s\n", name(cuModuleLoadData(&module, ".version 7.0\n.target sm_30\nnonsense\n")));

    add_one<<<1, 100>>>((unsigned *)out); // memory of the driver API in the runtime API
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(host, (void *)out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%u %u\n", host[0], host[9]);

    cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    printf("at most %d threads\n", value);
    int grid = 0, block = 0;
    printf("%s", name(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 256)));
    printf(" block %d, grid %d\n", block, grid > 0);
    CUcontext primary;
    printf("%s", name(cuDevicePrimaryCtxRetain(&primary, device)));
    cuCtxPushCurrent(primary);
    cuCtxPopCurrent(&other);
    printf(" %d", other == primary);
    cuCtxGetCurrent(&other);
    printf(" %d %s", other == context, name(cuDevicePrimaryCtxRelease(device)));
    printf(" %s\n", name(cuDevicePrimaryCtxRelease(device)));
    char log[40] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER};
    void *values[] = {(void *)sizeof log, log};
    CUmodule wrong;
    printf("%s", name(cuModuleLoadDataEx(&wrong, ".version 7.0\nnonsense", 2, options, values)));
    printf(" %d %d\n", strlen(log) > 0, (size_t)values[0] == strlen(log) + 1);
    unsigned short rows[3][4] = {};
    cuMemsetD2D16(out, 12, 0x1234, 3, 4);
    cuMemsetD2D8(out + 12, 12, 7, 2, 1);
    cuMemsetD2D32(out + 24, 12, 0x50006, 1, 2);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = out, copy.srcPitch = 12, copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = rows, copy.dstPitch = 8, copy.dstXInBytes = 2;
    copy.WidthInBytes = 6, copy.Height = 3;
    printf("%s", name(cuMemcpy2D(&copy)));
    for (auto &row : rows)
        printf(" %x %x %x", row[0], row[1], row[3]);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    printf(" %s\n", name(cuMemcpy2DAsync(&copy, 0)));
    CUdeviceptr base = 0;
    size_t extent = 0;
    printf("%s", name(cuMemGetAddressRange(&base, &extent, out + 4)));
    printf(" %d %d", base == out, (int)(extent / sizeof host[0]));
    printf(" %s\n", name(cuMemGetAddressRange(NULL, NULL, 4096)));
    printf("%s", name(cuMemFree(out)));
    printf(" %s\n", name(cuMemFree(out)));
    const char *text = NULL;
    cuGetErrorString(CUDA_ERROR_INVALID_CONTEXT, &text);
    printf("%s", text);
    printf("; %s\n", name(cuGetErrorName((CUresult)12345, &text)));
    printf("%s\n", name(cuCtxDestroy(context)));
}
