// SPDX-License-Identifier: Apache-2.0
// The driver API: what the programs in tests/program do not show.
#include "sim/runtime/runtime.h"

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "tests/test.h"

#include <string.h>

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry put(.param .u64 p, .param .u32 v)\n{\n"
    ".reg .b32 %r<6>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [v];\n"
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
    "mad.lo.s32 %r5, %r2, %r3, %r4;\nmul.wide.u32 %rd2, %r5, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "st.global.u32 [%rd3], %r1;\nret;\n}\n";

static char told[4096];

static void keep(void *context, bool is_message, const char *text, size_t size_bytes)
{
    (void)context;
    size_t used = strlen(told);
    if (is_message && used + size_bytes < sizeof told) {
        memcpy(told + used, text, size_bytes);
        told[used + size_bytes] = '\0';
    }
}

static CUcontext context;
static CUdeviceptr memory;

static void start(void)
{
    RuntimeOptions options = {
        .device = {.gpu = "h200", .threads = 1}, .device_count = 2, .print = keep};
    told[0] = '\0';
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&memory, 64), CUDA_SUCCESS);
    EXPECT_EQ(cuMemsetD32(memory, 0, 16), CUDA_SUCCESS);
}

static uint32_t word(uint32_t index)
{
    uint32_t found = 99;
    EXPECT_EQ(cuMemcpyDtoH(&found, memory + 4 * index, 4), CUDA_SUCCESS);
    return found;
}

TEST(a_function_keeps_what_a_launch_of_cuda_1_needs)
{
    CUmodule module;
    CUfunction put;
    start();
    EXPECT_EQ(cuModuleLoadData(&module, ptx), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetFunction(&put, module, "put"), CUDA_SUCCESS);
    EXPECT_EQ(cuFuncSetBlockShape(put, 2, 1, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuFuncSetBlockShape(put, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuFuncSetSharedSize(put, 16), CUDA_SUCCESS);
    EXPECT_EQ(cuParamSetv(put, 0, &memory, sizeof memory), CUDA_SUCCESS);
    EXPECT_EQ(cuParamSeti(put, 8, 7), CUDA_SUCCESS);
    EXPECT_EQ(cuParamSeti(put, 4094, 7), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuParamSetSize(put, 12), CUDA_SUCCESS);
    EXPECT_EQ(cuLaunch(put), CUDA_SUCCESS);
    EXPECT_EQ(word(1), 7);
    EXPECT_EQ(word(2), 0);
    EXPECT_EQ(cuParamSetf(put, 8, 1.0f), CUDA_SUCCESS);
    EXPECT_EQ(cuLaunchGrid(put, 3, 1), CUDA_SUCCESS);
    EXPECT_EQ(word(5), 0x3f800000);
    EXPECT_EQ(word(6), 0);
    EXPECT_EQ(cuLaunchGrid(put, 0, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuFuncSetBlockShape((CUfunction)&memory, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    runtime_stop();
}

TEST(a_stream_cannot_wait_for_a_value_that_comes_later)
{
    CUstream stream;
    start();
    EXPECT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory, 1, CU_STREAM_WAIT_VALUE_GEQ),
              CUDA_ERROR_NOT_SUPPORTED);
    EXPECT(strstr(told, "waits for a value that is not there yet") != NULL);
    EXPECT_EQ(cuStreamWriteValue32(stream, memory, 3, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory, 1, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_AND),
              CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory, ~3u, CU_STREAM_WAIT_VALUE_NOR),
              CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_NOR), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamWaitValue32(stream, memory + 2, 1, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuStreamWaitValue32(stream, 64, 1, 0), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}

TEST(an_event_of_a_context_comes_after_all_of_its_work)
{
    static char host[1 << 20];
    CUdeviceptr big;
    CUstream one, two;
    CUevent begin, all, end;
    float first = 0, second = 0;
    start();
    cuMemAlloc(&big, sizeof host);
    cuStreamCreate(&one, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&two, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&begin, 0);
    cuEventCreate(&all, 0);
    cuEventCreate(&end, 0);
    EXPECT_EQ(cuEventRecord(begin, two), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyHtoDAsync(big, host, sizeof host, one), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxRecordEvent(context, all), CUDA_SUCCESS);
    EXPECT_EQ(cuEventElapsedTime(&first, begin, all), CUDA_SUCCESS);
    EXPECT(first > 0.05f); // 1 MiB of pageable memory
    EXPECT_EQ(cuCtxWaitEvent(NULL, all), CUDA_SUCCESS);
    EXPECT_EQ(cuEventRecord(end, two), CUDA_SUCCESS);
    EXPECT_EQ(cuEventElapsedTime(&second, begin, end), CUDA_SUCCESS);
    EXPECT_EQ(second, first);
    EXPECT_EQ(cuCtxRecordEvent((CUcontext)host, all), CUDA_ERROR_INVALID_CONTEXT);
    runtime_stop();
}

TEST(contexts_have_flags_ids_and_states)
{
    CUcontext other;
    CUstream stream;
    unsigned flags = 9;
    int is_active = 9, device = 9;
    unsigned long long ids[2] = {0, 0};
    start();
    EXPECT_EQ(cuDevicePrimaryCtxGetState(1, &flags, &is_active), CUDA_SUCCESS);
    EXPECT(flags == 0 && is_active == 0);
    EXPECT_EQ(cuDevicePrimaryCtxSetFlags(1, CU_CTX_SCHED_SPIN), CUDA_SUCCESS);
    EXPECT_EQ(cuDevicePrimaryCtxSetFlags(1, 0x1000), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCtxCreate(&other, CU_CTX_MAP_HOST, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_CTX_MAP_HOST);
    EXPECT_EQ(cuCtxSetFlags(CU_CTX_SCHED_YIELD), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_CTX_SCHED_YIELD);
    EXPECT_EQ(cuCtxGetId(context, &ids[0]), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxGetId(NULL, &ids[1]), CUDA_SUCCESS);
    EXPECT(ids[0] != ids[1]);
    EXPECT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamGetDevice(stream, &device), CUDA_SUCCESS);
    EXPECT_EQ(device, 1);
    CUcontext found = NULL;
    EXPECT_EQ(cuStreamGetCtx(stream, &found), CUDA_SUCCESS);
    EXPECT(found == other);
    EXPECT_EQ(cuCtxPopCurrent(NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamGetCtx(stream, &found), CUDA_SUCCESS);
    EXPECT(found != other && found != context); // the primary context of device 1
    EXPECT_EQ(cuMemcpyPeer(memory, context, memory + 32, (CUcontext)&flags, 4),
              CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuDevicePrimaryCtxReset(0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree(memory), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}

TEST(places_of_managed_memory_are_checked)
{
    CUdeviceptr managed;
    CUmemLocation nowhere = {CU_MEM_LOCATION_TYPE_INVALID, 0},
                  device = {CU_MEM_LOCATION_TYPE_DEVICE, 1},
                  none = {CU_MEM_LOCATION_TYPE_DEVICE, 5}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    start();
    EXPECT_EQ(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device),
              CUDA_SUCCESS);
    EXPECT_EQ(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, nowhere), CUDA_SUCCESS);
    EXPECT_EQ(cuMemPrefetchAsync(managed, 4096, host, 0, NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuMemPrefetchAsync(managed, 4096, none, 0, NULL), CUDA_ERROR_INVALID_DEVICE);
    EXPECT_EQ(cuMemPrefetchAsync(managed, 4096, device, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    runtime_stop();
}

// Every function has one row, so that it is declared and can be asked for.
TEST(every_function_is_found_by_its_name)
{
    static const char *const names[] = {
#define LOCKSTEP_CU_FUNCTION(name, parameters) #name,
#define LOCKSTEP_CU_REFUSED(name, parameters)  #name,
#include "sim/runtime/include/driver_functions.def"
#include "sim/runtime/include/driver_refused.def"
#undef LOCKSTEP_CU_FUNCTION
#undef LOCKSTEP_CU_REFUSED
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    for (int i = 0; i < NAMES; i++) {
        void *function = NULL;
        EXPECT_EQ(cuGetProcAddress(names[i], &function, CUDA_VERSION, 0, NULL), CUDA_SUCCESS);
        EXPECT(function != NULL);
        for (int k = 0; k < i; k++) {
            EXPECT(strcmp(names[i], names[k]) != 0);
        }
    }
}
