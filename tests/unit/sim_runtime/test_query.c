// SPDX-License-Identifier: Apache-2.0
// What a program asks of the device, of kernels and of arrays; symbols of an object.
#include "sim/gpu/gpu.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "sim/runtime/runtime.h"
#include "sim/runtime/symbols.h"
#include "tests/test.h"

#include <stdlib.h>

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry bounded(.param .u64 p, .param .u8 c, .param .u32 v)\n.maxntid 96, 1, 1\n{\n"
    ".shared .align 4 .b8 tile[1024];\nret;\n}\n"
    ".visible .entry fetch(.param .u64 t, .param .u64 out)\n{\n"
    ".reg .b64 %rd<4>;\n.reg .f32 %f<6>;\n"
    "ld.param.u64 %rd1, [t];\nld.param.u64 %rd2, [out];\nmov.f32 %f5, 0f3FC00000;\n"
    "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5, %f5}];\nst.global.f32 [%rd2], "
    "%f1;\nret;\n}\n";

static char bounded_stub, fetch_stub;

static void start(const char *gpu)
{
    RuntimeOptions options = {.device = {.gpu = gpu, .threads = 1}};
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    runtime_name_function(&bounded_stub, "bounded");
    runtime_name_function(&fetch_stub, "fetch");
    runtime_add_unit("main.cu", ptx, sizeof(ptx) - 1);
}

TEST(properties_are_the_presets)
{
    struct cudaDeviceProp p;
    int value = 0, count = 0;
    start("h200");
    const Gpu *gpu = gpu_preset("h200");
    EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT_TEXT(p.name, "NVIDIA H200");
    EXPECT_EQ(p.major * 10 + p.minor, 90);
    EXPECT_EQ(p.multiProcessorCount, 132);
    EXPECT_EQ(p.totalGlobalMem, gpu->memory_bytes);
    EXPECT_EQ(p.clockRate, 1980000);
    EXPECT_EQ(p.warpSize, 32);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
              cudaSuccess);
    EXPECT_EQ(value, 227 * 1024);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    runtime_stop();
}

static int attribute_of(const char *gpu, enum cudaDeviceAttr attribute)
{
    int value = -1;
    start(gpu);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, attribute, 0), cudaSuccess);
    runtime_stop();
    return value;
}

// CUDA C Programming Guide: copies beside kernels since cc 1.1, both ways since 2.x, managed memory
// since 3.0.
TEST(the_first_gpus_have_fewer_copy_engines_and_no_managed_memory)
{
    EXPECT_EQ(attribute_of("8800gtx", cudaDevAttrAsyncEngineCount), 0);
    EXPECT_EQ(attribute_of("8800gtx", cudaDevAttrGpuOverlap), 0);
    EXPECT_EQ(attribute_of("gtx280", cudaDevAttrAsyncEngineCount), 1);
    EXPECT_EQ(attribute_of("gtx480", cudaDevAttrManagedMemory), 0);
    EXPECT_EQ(attribute_of("gtx680", cudaDevAttrManagedMemory), 1);
    EXPECT_EQ(attribute_of("rtx4090", cudaDevAttrAsyncEngineCount), 2);
}

// traces/h200/runtime.txt; ECC is on, as an H200 says.
TEST(an_h200_has_three_copy_engines_and_ecc)
{
    EXPECT_EQ(attribute_of("h200", cudaDevAttrAsyncEngineCount), 3);
    EXPECT_EQ(attribute_of("h200", cudaDevAttrEccEnabled), 1);
}

TEST(kernels_tell_what_they_take)
{
    struct cudaFuncAttributes a;
    int blocks = 0;
    size_t offset = 0, size = 0;
    const char *name = NULL;
    start("h200");
    EXPECT_EQ(cudaFuncGetAttributes(&a, &bounded_stub), cudaSuccess);
    EXPECT_EQ(a.maxThreadsPerBlock, 96);
    EXPECT_EQ(a.maxDynamicSharedSizeBytes + (int)a.sharedSizeBytes, 48 * 1024);
    EXPECT_EQ(cudaFuncGetName(&name, &bounded_stub), cudaSuccess);
    EXPECT_TEXT(name, "bounded");
    EXPECT_EQ(cudaFuncGetParamInfo(&bounded_stub, 2, &offset, &size), cudaSuccess);
    EXPECT_EQ(offset, 12);
    EXPECT_EQ(size, 4);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &fetch_stub, 1024, 0),
              cudaSuccess);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &fetch_stub, 32, 100 * 1024),
              cudaSuccess);
    EXPECT_EQ(blocks, 0); // more than it may have without asking: as on an H200
    EXPECT_EQ(
        cudaFuncSetAttribute(&fetch_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024),
        cudaSuccess);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &fetch_stub, 32, 100 * 1024),
              cudaSuccess);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(cudaFuncGetAttributes(&a, &blocks), cudaErrorInvalidResourceHandle);
    runtime_stop();
}

TEST(an_array_is_fetched_through_a_texture_object)
{
    struct cudaChannelFormatDesc channel =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t array;
    float texels[2][3] = {{1, 2, 3}, {4, 5, 6}}, found = 0, *out = NULL;
    start("h200");
    EXPECT_EQ(cudaMallocArray(&array, &channel, 3, 2, 0), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, texels, 12, 12, 2, cudaMemcpyHostToDevice),
              cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DToArray(array, 4, 0, texels, 12, 12, 2, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray, .res.array.array = array};
    struct cudaTextureDesc sampling = {
        .addressMode = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}};
    cudaTextureObject_t texture = 0;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &sampling, NULL), cudaSuccess);
    cudaMalloc((void **)&out, 4);
    void *arguments[] = {&texture, &out};
    dim3 one = {1, 1, 1};
    EXPECT_EQ(cudaLaunchKernel(&fetch_stub, one, one, arguments, 0, NULL), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&found, out, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(found == 5.0f);
    float back[6] = {0};
    EXPECT_EQ(cudaMemcpyFromArray(back, array, 4, 0, 16, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(back[0] == 2.0f && back[3] == 5.0f && back[4] == 0.0f);
    EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidValue);
    runtime_stop();
}

TEST(boxes_are_copied_between_pitched_memory_and_the_host)
{
    uint8_t host[2][3][4], back[2][3][4];
    struct cudaPitchedPtr device;
    struct cudaExtent extent = {4, 3, 2};
    start("h200");
    for (int i = 0; i < 24; i++) {
        host[i / 12][i / 4 % 3][i % 4] = (uint8_t)i;
    }
    memset(back, 0, sizeof(back));
    EXPECT_EQ(cudaMalloc3D(&device, extent), cudaSuccess);
    struct cudaMemcpy3DParms to = {.srcPtr = {host, 4, 4, 3},
                                   .dstPtr = device,
                                   .extent = extent,
                                   .kind = cudaMemcpyHostToDevice};
    EXPECT_EQ(cudaMemcpy3D(&to), cudaSuccess);
    struct cudaMemcpy3DParms from = {.srcPtr = device,
                                     .srcPos = {1, 1, 1},
                                     .dstPtr = {back, 4, 4, 3},
                                     .extent = {3, 2, 1},
                                     .kind = cudaMemcpyDeviceToHost};
    EXPECT_EQ(cudaMemcpy3D(&from), cudaSuccess);
    EXPECT_EQ(back[0][0][0], 17);
    EXPECT_EQ(back[0][1][2], 23);
    from.srcArray = (cudaArray_t)(void *)&from;
    EXPECT_EQ(cudaMemcpy3D(&from), cudaErrorInvalidValue);
    runtime_stop();
}

TEST(what_is_not_supported_says_so)
{
    start("h200");
    EXPECT_EQ(cudaGraphicsUnregisterResource(NULL), cudaErrorNotSupported);
    EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
    runtime_stop();
}

TEST(handles_for_other_processes_open_in_this_one)
{
    cudaIpcMemHandle_t memory_handle;
    cudaIpcEventHandle_t event_handle;
    void *memory = NULL, *opened = NULL;
    cudaEvent_t event = NULL, plain = NULL, same = NULL;
    start("h200");
    EXPECT_EQ(cudaMalloc(&memory, 100), cudaSuccess);
    EXPECT_EQ(cudaIpcGetMemHandle(&memory_handle, memory), cudaSuccess);
    EXPECT_EQ(cudaIpcOpenMemHandle(&opened, memory_handle, cudaIpcMemLazyEnablePeerAccess),
              cudaSuccess);
    EXPECT(opened == memory);
    EXPECT_EQ(cudaIpcCloseMemHandle(opened), cudaSuccess);
    EXPECT_EQ(cudaMemset(memory, 0, 100), cudaSuccess); // still there
    EXPECT_EQ(cudaIpcGetMemHandle(&memory_handle, &event), cudaErrorInvalidValue);
    EXPECT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming),
              cudaSuccess);
    EXPECT_EQ(cudaEventCreate(&plain), cudaSuccess);
    EXPECT_EQ(cudaIpcGetEventHandle(&event_handle, plain), cudaErrorInvalidValue);
    EXPECT_EQ(cudaIpcGetEventHandle(&event_handle, event), cudaSuccess);
    EXPECT_EQ(cudaIpcOpenEventHandle(&same, event_handle), cudaSuccess);
    EXPECT(same == event);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    EXPECT_EQ(cudaIpcOpenMemHandle(&opened, memory_handle, cudaIpcMemLazyEnablePeerAccess),
              cudaErrorInvalidResourceHandle);
    runtime_stop();
}

__attribute__((noinline)) static int find_me(void)
{
    static volatile int calls;
    return ++calls;
}

TEST(symbols_of_this_program_are_found)
{
    SymbolFile *file = symbols_open("/proc/self/exe");
    EXPECT(file != NULL);
    Symbol found, around;
    EXPECT(find_me() > 0);
    EXPECT(symbols_find(file, "find_me", NULL, &found));
    EXPECT(found.is_function && found.is_local);
    EXPECT_TEXT(found.file, "test_query.c");
    EXPECT(symbols_at(file, found.address + found.size_bytes - 1, &around));
    EXPECT_TEXT(around.name, "find_me");
    EXPECT(symbols_find(file, "bounded_stub", NULL, &found) && !found.is_function);
    EXPECT(!symbols_find(file, "no_such_symbol", NULL, &found));
    uint32_t index = 0, functions = 0;
    while (symbols_next(file, &index, &found)) {
        functions += found.is_function;
    }
    EXPECT(functions > 100);
    symbols_close(file);
    EXPECT(symbols_open("/dev/null") == NULL);
    EXPECT(symbols_open(LOCKSTEP_SOURCE_DIR "/README.md") == NULL);
}
