// SPDX-License-Identifier: Apache-2.0
// needs: -lcuda
// The driver API with PTX that is part of the program's text: contexts, modules with options for the compiler,
// globals, launches by arguments and by a packed buffer, events, 2-D copies, memsets of all widths, and errors.
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static void check(CUresult r, const char *call, int line)
{
    if (r != CUDA_SUCCESS) {
        const char *name = "?", *text = "?";
        cuGetErrorName(r, &name);
        cuGetErrorString(r, &text);
        printf("line %d: %s: %s (%s)\n", line, call, name, text);
        exit(1);
    }
}
#define CU(call) check(call, #call, __LINE__)

static const char ptx[] = R"(
.version 7.0
.target sm_70
.address_size 64

.const .align 4 .u32 multiplier = 3;
.global .align 8 .u64 counter = 40;

.visible .entry axpy(.param .u64 out, .param .u64 in, .param .u32 n, .param .f32 a)
{
    .reg .pred %p;
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<6>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r5, [n];
    setp.ge.u32 %p, %r4, %r5;
    @%p bra done;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    mul.wide.u32 %rd3, %r4, 4;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd2, %rd2, %rd3;
    ld.global.f32 %f1, [%rd1];
    ld.global.f32 %f2, [%rd2];
    ld.param.f32 %f3, [a];
    fma.rn.f32 %f2, %f3, %f1, %f2;
    st.global.f32 [%rd2], %f2;
done:
    ret;
}

.visible .entry count(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<6>;
    .shared .align 4 .b32 sum;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
    st.shared.u32 [sum], %r2;
    bar.sync 0;
    ld.const.u32 %r2, [multiplier];
    mul.lo.u32 %r2, %r2, %r1;
    atom.shared.add.u32 %r3, [sum], %r2;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra end;
    ld.shared.u32 %r3, [sum];
    cvt.u64.u32 %rd1, %r3;
    atom.global.add.u64 %rd2, [counter], %rd1;
    add.u64 %rd2, %rd2, %rd1;
    ld.param.u64 %rd3, [out];
    st.global.u64 [%rd3], %rd2;
end:
    ret;
}
)";

static std::string with_predicate()
{
    std::string text = ptx;
    const char *where = ".shared .align 4 .b32 sum;";
    return text.insert(text.find(where), ".reg .pred %p<2>;\n    ");
}

int main()
{
    CUdevice device;
    CUcontext context;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxPushCurrent(context));

    char info[1024] = "", errors[1024] = "";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {info, (void *)(size_t)sizeof info, errors, (void *)(size_t)sizeof errors};
    CUmodule module;
    CUresult r = cuModuleLoadDataEx(&module, ptx, 4, options, values);
    const char *name;
    CU(cuGetErrorName(r, &name));
    printf("without its predicate: %s, the log has text: %d\n", name, strlen(errors) > 0);
    values[1] = (void *)(size_t)sizeof info, values[3] = (void *)(size_t)sizeof errors;
    CU(cuModuleLoadDataEx(&module, with_predicate().c_str(), 4, options, values));

    CUfunction axpy, count, none;
    CU(cuModuleGetFunction(&axpy, module, "axpy"));
    CU(cuModuleGetFunction(&count, module, "count"));
    CU(cuGetErrorName(cuModuleGetFunction(&none, module, "nothing"), &name));
    printf("nothing: %s\n", name);
    int threads = 0, shared = -1;
    CU(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, axpy));
    CU(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, count));
    printf("axpy: up to %d threads; count: %d bytes shared\n", threads, shared);

    const unsigned n = 1000;
    std::vector<float> host(n);
    CUdeviceptr in, out;
    CU(cuMemAlloc(&in, n * sizeof(float)));
    CU(cuMemAlloc(&out, n * sizeof(float)));
    for (unsigned i = 0; i < n; i++)
        host[i] = i * 0.5f;
    CU(cuMemcpyHtoD(in, host.data(), n * sizeof(float)));
    CU(cuMemsetD32(out, 0x3f800000, n));
    CU(cuCtxSynchronize()); // the stream below does not wait for the copy and the memset
    CUstream stream;
    CUevent begin, end;
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CU(cuEventRecord(begin, stream));
    float a = 4.0f;
    unsigned count_of = n;
    void *arguments[] = {&out, &in, &count_of, &a};
    CU(cuLaunchKernel(axpy, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr));
    struct __attribute__((packed)) {
        CUdeviceptr out, in;
        unsigned n;
        float a;
    } packed = {out, in, n / 2, -1.0f};
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CU(cuLaunchKernel(axpy, 4, 1, 1, 128, 1, 1, 0, stream, nullptr, extra));
    CU(cuEventRecord(end, stream));
    CU(cuEventSynchronize(end));
    float milliseconds = -1;
    CU(cuEventElapsedTime(&milliseconds, begin, end));
    CU(cuMemcpyDtoH(host.data(), out, n * sizeof(float)));
    printf("axpy: %g %g %g %g, time passed: %d\n", host[0], host[499], host[500], host[999], milliseconds > 0);

    CUdeviceptr counter, multiplier, result;
    size_t bytes;
    CU(cuModuleGetGlobal(&counter, &bytes, module, "counter"));
    printf("counter has %zu bytes,", bytes);
    CU(cuModuleGetGlobal(&multiplier, &bytes, module, "multiplier"));
    printf(" multiplier %zu\n", bytes);
    CU(cuMemAlloc(&result, 8));
    void *count_arguments[] = {&result};
    unsigned long long total;
    for (unsigned m : {3u, 10u}) {
        CU(cuMemcpyHtoD(multiplier, &m, sizeof m));
        CU(cuLaunchKernel(count, 1, 1, 1, 64, 1, 1, 0, nullptr, count_arguments, nullptr));
        CU(cuMemcpyDtoH(&total, result, sizeof total));
        printf("count with %u: %llu\n", m, total);
    }

    CUdeviceptr pitched;
    size_t pitch;
    CU(cuMemAllocPitch(&pitched, &pitch, 37, 5, 4));
    CU(cuMemsetD2D8(pitched, pitch, 0x11, 37, 5));
    CU(cuMemsetD2D16(pitched + pitch, pitch, 0x2233, 4, 2));
    unsigned char rows[5][40];
    memset(rows, 0, sizeof rows);
    CUDA_MEMCPY2D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = pitched;
    copy.srcPitch = pitch;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = rows;
    copy.dstPitch = sizeof rows[0];
    copy.dstXInBytes = 2;
    copy.WidthInBytes = 37;
    copy.Height = 5;
    CU(cuMemcpy2D(&copy));
    for (auto &row : rows)
        printf("%02x %02x %02x .. %02x %02x\n", row[1], row[2], row[3], row[11], row[38]);

    CU(cuGetErrorName(cuLaunchKernel(axpy, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr), &name));
    printf("2048 threads: %s\n", name);
    CU(cuGetErrorName(cuLaunchKernel(axpy, 0, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr), &name));
    printf("no blocks: %s\n", name);
    CU(cuGetErrorName(cuMemFree(in + 4), &name));
    printf("a pointer inside: %s\n", name);
    CUdevice bad;
    CU(cuGetErrorName(cuDeviceGet(&bad, 1000), &name));
    printf("device 1000: %s\n", name);
    CUdeviceptr base;
    CU(cuMemGetAddressRange(&base, &bytes, in + 100));
    printf("range: %d %zu\n", base == in, bytes);

    for (CUdeviceptr p : {in, out, result, pitched})
        CU(cuMemFree(p));
    CU(cuEventDestroy(begin));
    CU(cuEventDestroy(end));
    CU(cuStreamDestroy(stream));
    CU(cuModuleUnload(module));
    CU(cuCtxPopCurrent(nullptr));
    CU(cuDevicePrimaryCtxRelease(device));
    return 0;
}
