// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime API against a modeled GPU: memory, copies, launches, errors, output, variables.
#include "sim/runtime/runtime.h"

#include "isa/base/text.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "tests/test.h"

#include <stdlib.h>

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .const .align 4 .b8 table[16];\n"
    ".visible .global .align 4 .u32 counter = 7;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 shared_value;\n"
    ".visible .entry fill(.param .u64 p, .param .u32 n, .param .u32 value)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nld.param.u32 %r2, [value];\n"
    "mov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmov.u32 %r5, %tid.x;\n"
    "mad.lo.s32 %r6, %r3, %r4, %r5;\nsetp.ge.u32 %p1, %r6, %r1;\n@%p1 ret;\n"
    "mul.wide.u32 %rd2, %r6, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r2;\nret;\n}\n"
    ".visible .entry add_table(.param .u64 p)\n{\n"
    ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
    "ld.const.u32 %r1, [table+4];\nld.global.u32 %r2, [counter];\nadd.s32 %r3, %r1, %r2;\n"
    "st.global.u32 [%rd1], %r3;\nst.global.u32 [shared_value], %r3;\nret;\n}\n"
    ".visible .entry misaligned(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nst.global.u32 [%rd1+2], 1;\nret;\n}\n"
    ".visible .entry stop()\n{\ntrap;\nret;\n}\n"
    ".visible .entry doubled()\n{\nret;\n}\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
    ".global .align 1 .b8 text[4] = {104, 105, 10, 0};\n"
    ".visible .entry say()\n{\n.reg .b64 %rd<3>;\n.reg .b32 %r<2>;\n"
    "mov.u64 %rd1, text;\ncvta.global.u64 %rd2, %rd1;\n{\n.param .b64 f;\nst.param.b64 [f], %rd2;\n"
    ".param .b64 a;\nst.param.b64 [a], 0;\n.param .b32 r;\n"
    "call.uni (r), vprintf, (f, a);\nld.param.b32 %r1, [r];\n}\nret;\n}\n";

static const char user_ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".extern .global .align 4 .u32 counter;\n"
    ".visible .entry raise()\n{\n.reg .b32 %r<3>;\nld.global.u32 %r1, [counter];\n"
    "add.s32 %r2, %r1, 1;\nst.global.u32 [counter], %r2;\nret;\n}\n";

// What stands for kernels and device variables on the host.
static char fill_stub, add_table_stub, misaligned_stub, stop_stub, say_stub, raise_stub, no_stub;
static uint32_t host_table[4], host_counter, host_shared_value;
static Text output, messages;

static void keep(void *context, bool is_message, const char *text, size_t size_bytes)
{
    (void)context;
    text_add(is_message ? &messages : &output, text, size_bytes);
}

static void start(const char *gpu)
{
    RuntimeOptions options = {.device = {.gpu = gpu, .threads = 1}, .print = keep};
    text_destroy(&output);
    text_destroy(&messages);
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    runtime_name_function(&fill_stub, "fill");
    runtime_name_function(&add_table_stub, "add_table");
    runtime_name_function(&misaligned_stub, "misaligned");
    runtime_name_function(&stop_stub, "stop");
    runtime_name_function(&say_stub, "say");
    runtime_name_function(&raise_stub, "raise");
    runtime_name_function(host_table, "table");
    runtime_name_function(&host_counter, "counter");
    runtime_name_function(&host_shared_value, "shared_value");
    runtime_add_unit("user.cu", user_ptx, sizeof(user_ptx) - 1);
    runtime_add_unit("main.cu", ptx, sizeof(ptx) - 1);
}

static dim3 size(unsigned x)
{
    return (dim3){x, 1, 1};
}

static cudaError_t fill(void *pointer, uint32_t count, uint32_t value, unsigned threads)
{
    void *arguments[] = {&pointer, &count, &value};
    return cudaLaunchKernel(&fill_stub, size((count + 31) / 32), size(threads), arguments, 0, NULL);
}

static cudaError_t run(const void *kernel, void *pointer)
{
    void *arguments[] = {&pointer};
    return cudaLaunchKernel(kernel, size(1), size(1), arguments, 0, NULL);
}

TEST(a_kernel_writes_what_the_host_copies_back)
{
    uint32_t found[100] = {0}, *device = NULL;
    start("h200");
    EXPECT_EQ(cudaMalloc((void **)&device, sizeof(found)), cudaSuccess);
    EXPECT_EQ(fill(device, 100, 42, 32), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(found, device, sizeof(found), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(found[0], 42);
    EXPECT_EQ(found[99], 42);
    EXPECT_EQ(cudaMemset(device, 1, 8), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(found, device, 12, cudaMemcpyDefault), cudaSuccess);
    EXPECT_EQ(found[1], 0x01010101);
    EXPECT_EQ(found[2], 42);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    runtime_stop();
}

// As on an H200: traces/h200/runtime.txt.
TEST(only_pageable_memory_contradicts_a_direction)
{
    uint32_t host[4] = {1, 2, 3, 4}, back[4] = {0};
    void *a = NULL, *b = NULL;
    start("h200");
    cudaMalloc(&a, 16);
    cudaMalloc(&b, 16);
    EXPECT_EQ(cudaMemcpy(a, host, 16, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(b, a, 16, cudaMemcpyDeviceToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(back, b, 16, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back[3], 4);
    EXPECT_EQ(cudaMemcpy(back, host, 16, cudaMemcpyHostToHost), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(host, back, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host, back, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(b, 1, 16), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(a, b, 16, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(back, a, 16, cudaMemcpyHostToHost), cudaSuccess);
    EXPECT_EQ(back[0], 0x01010101);
    EXPECT_EQ(cudaMemcpy(a, host, 17, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(a, host, 16, (enum cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaMemset(host, 0, 16), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    runtime_stop();
}

TEST(rows_are_copied_with_their_pitch)
{
    uint8_t host[3][5], back[3][5];
    uint8_t *device = NULL;
    size_t pitch = 0;
    start("h200");
    for (int i = 0; i < 15; i++) {
        host[i / 5][i % 5] = (uint8_t)i;
    }
    memset(back, 0, sizeof(back));
    EXPECT_EQ(cudaMallocPitch((void **)&device, &pitch, 5, 3), cudaSuccess);
    EXPECT_EQ(pitch, 512);
    EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 5, 5, 3, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2D(back, 5, device, pitch, 4, 3, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back[2][3], 13);
    EXPECT_EQ(back[2][4], 0);
    EXPECT_EQ(cudaMemcpy2D(back, 5, device, 3, 4, 3, cudaMemcpyDeviceToHost),
              cudaErrorInvalidPitchValue);
    runtime_stop();
}

TEST(memory_has_an_end)
{
    void *pointer = NULL;
    size_t free_before = 0, free_after = 0, total = 0;
    start("8800gtx");
    EXPECT_EQ(cudaMalloc(&pointer, (size_t)1 << 40), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    cudaMemGetInfo(&free_before, &total);
    EXPECT_EQ(cudaMalloc(&pointer, 1000), cudaSuccess);
    cudaMemGetInfo(&free_after, &total);
    EXPECT_EQ(free_before - free_after, 1000);
    EXPECT_EQ(cudaFree((char *)pointer + 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(&total), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(NULL), cudaSuccess);
    EXPECT_EQ(cudaFree(pointer), cudaSuccess);
    EXPECT_EQ(cudaFree(pointer), cudaErrorInvalidValue);
    runtime_stop();
}

TEST(memory_that_is_not_written_is_not_taken_from_the_host)
{
    char *pointer = NULL, found = 1;
    size_t size_bytes = (size_t)100 << 30;
    start("h200");
    EXPECT_EQ(cudaMalloc((void **)&pointer, size_bytes), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&found, pointer + size_bytes - 1, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ((unsigned char)found, 0xcd);
    EXPECT_EQ(cudaFree(pointer), cudaSuccess);
    runtime_stop();
}

TEST(managed_and_pinned_memory_is_the_same_bytes_for_both)
{
    uint32_t *managed = NULL, *pinned = NULL, plain[32] = {0};
    struct cudaPointerAttributes attributes;
    start("h200");
    EXPECT_EQ(cudaMallocManaged((void **)&managed, 128, cudaMemAttachGlobal), cudaSuccess);
    EXPECT_EQ(cudaMallocHost((void **)&pinned, 128), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(plain, sizeof(plain), cudaHostRegisterDefault), cudaSuccess);
    EXPECT_EQ(fill(managed, 32, 5, 32), cudaSuccess);
    EXPECT_EQ(fill(pinned, 32, 6, 32), cudaSuccess);
    EXPECT_EQ(fill(plain, 32, 7, 32), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(managed[31], 5);
    EXPECT_EQ(pinned[31], 6);
    EXPECT_EQ(plain[31], 7);
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, managed + 1), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
    EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    EXPECT_EQ(cudaFree(managed), cudaSuccess);
    EXPECT_EQ(cudaHostUnregister(plain), cudaSuccess);
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, plain), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
    runtime_stop();
}

TEST(variables_are_found_by_their_host_variables)
{
    uint32_t values[4] = {10, 20, 30, 40}, found = 0, *device = NULL;
    start("h200");
    host_shared_value = 3;
    EXPECT_EQ(cudaMemcpyToSymbol(host_table, values, 16, 0, cudaMemcpyHostToDevice), cudaSuccess);
    cudaMalloc((void **)&device, 4);
    EXPECT_EQ(run(&add_table_stub, device), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&found, device, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(found, 27);
    EXPECT_EQ(host_shared_value, 27);
    found = 9;
    EXPECT_EQ(cudaMemcpyToSymbol(&host_counter, &found, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaLaunchKernel(&raise_stub, size(1), size(1), NULL, 0, NULL), cudaSuccess);
    EXPECT_EQ(cudaMemcpyFromSymbol(&found, &host_counter, 4, 0, cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(found, 10); // `raise` of one unit sees the counter of the other
    EXPECT_EQ(cudaMemcpyToSymbol(host_table, values, 16, 4, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyToSymbol(&found, values, 4, 0, cudaMemcpyHostToDevice),
              cudaErrorInvalidSymbol);
    EXPECT_TEXT(text_string(&messages), "");
    runtime_stop();
}

TEST(a_wrong_launch_is_the_last_error_and_no_more)
{
    uint32_t *device = NULL;
    start("h200");
    cudaMalloc((void **)&device, 4);
    EXPECT_EQ(fill(device, 1, 1, 2048), cudaErrorInvalidValue);
    EXPECT(strstr(text_string(&messages), "threads") != NULL ||
           strstr(text_string(&messages), "block dimension") != NULL);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(fill(device, 1, 1, 0), cudaErrorInvalidValue);
    EXPECT_EQ(run(&no_stub, device), cudaErrorInvalidResourceHandle);
    void *arguments[] = {&device, &device, &device};
    EXPECT_EQ(cudaLaunchKernel(&fill_stub, size(1), size(1), arguments, 100000, NULL),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaFuncSetAttribute(&fill_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000),
              cudaSuccess);
    uint32_t none = 0;
    arguments[1] = &none;
    EXPECT_EQ(cudaLaunchKernel(&fill_stub, size(1), size(1), arguments, 100000, NULL), cudaSuccess);
    EXPECT_EQ(
        cudaFuncSetAttribute(&fill_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
        cudaErrorInvalidValue);
    runtime_stop();
}

// Launches what faults, and expects the fault from all that follows; after a reset, no device.
static void expect_fault(const void *kernel, void *pointer, cudaError_t wanted)
{
    void *other = NULL;
    start("h200");
    EXPECT_EQ(run(kernel, pointer), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT(messages.size_bytes > 0);
    size_t told = messages.size_bytes;
    EXPECT_EQ(cudaDeviceSynchronize(), wanted);
    EXPECT_EQ(cudaMalloc(&other, 4), wanted);
    EXPECT_EQ(cudaGetLastError(), wanted);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&other, 4), wanted);
    EXPECT_EQ(cudaPeekAtLastError(), wanted);
    EXPECT_EQ(messages.size_bytes, told);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&other, 4), cudaErrorDevicesUnavailable);
    EXPECT_EQ(cudaSetDevice(0), cudaErrorDevicesUnavailable);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorDevicesUnavailable);
    runtime_stop();
}

TEST(a_fault_poisons_the_process)
{
    static uint32_t host[4];
    expect_fault(&add_table_stub, host, cudaErrorIllegalAddress);
    expect_fault(&add_table_stub, NULL, cudaErrorIllegalAddress);
    expect_fault(&misaligned_stub, host, cudaErrorMisalignedAddress);
    expect_fault(&stop_stub, NULL, cudaErrorLaunchFailure);
}

TEST(output_appears_when_the_program_waits)
{
    start("h200");
    EXPECT_EQ(cudaLaunchKernel(&say_stub, size(1), size(2), NULL, 0, NULL), cudaSuccess);
    EXPECT_TEXT(text_string(&output), "");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_TEXT(text_string(&output), "hi\nhi\n");
    EXPECT_EQ(cudaLaunchKernel(&say_stub, size(1), size(1), NULL, 0, NULL), cudaSuccess);
    runtime_stop();
    EXPECT_TEXT(text_string(&output), "hi\nhi\n");
    EXPECT(strstr(text_string(&messages), "3 bytes that they printed are not shown") != NULL);
}

TEST(a_wrong_unit_has_no_image)
{
    start("h200");
    runtime_add_unit("wrong.cu", "nonsense", 8);
    runtime_name_function(&no_stub, "nowhere");
    EXPECT_EQ(run(&no_stub, NULL), cudaErrorNoKernelImageForDevice);
    EXPECT(strstr(text_string(&messages), "wrong.cu") != NULL);
    void *device = NULL;
    cudaMalloc(&device, 4);
    EXPECT_EQ(fill(device, 1, 1, 32), cudaSuccess);
    runtime_stop();
}

TEST(without_a_runtime_there_is_no_device)
{
    int count = -1;
    EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorNoDevice);
    RuntimeOptions options = {.device = {.gpu = "nothing"}};
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_ERROR_NOT_FOUND);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorNoDevice);
    runtime_stop();
}

TEST(errors_have_cudas_names_and_texts)
{
    EXPECT_TEXT(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration");
    EXPECT_TEXT(cudaGetErrorString(cudaErrorInvalidConfiguration),
                "invalid configuration argument");
    EXPECT_TEXT(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
#define LOCKSTEP_CUDA_ERROR(code, name, text)                                                      \
    EXPECT_TEXT(cudaGetErrorName(name), #name);                                                    \
    EXPECT_TEXT(cudaGetErrorString(name), text);
#include "sim/runtime/include/driver_errors.def"
#undef LOCKSTEP_CUDA_ERROR
}

TEST(refused_calls_are_told_once_each)
{
    start("h200");
    EXPECT_EQ(cudaGraphicsUnregisterResource(NULL), cudaErrorNotSupported);
    EXPECT_EQ(cudaGraphicsUnregisterResource(NULL), cudaErrorNotSupported);
    EXPECT_TEXT(text_string(&messages), "lockstep: note: cudaGraphicsUnregisterResource is not "
                                        "supported: it returns cudaErrorNotSupported\n");
    EXPECT_EQ(cudaGraphicsMapResources(0, NULL, NULL), cudaErrorNotSupported);
    EXPECT(strstr(text_string(&messages), "note: cudaGraphicsMapResources") != NULL);
    runtime_stop();
}
