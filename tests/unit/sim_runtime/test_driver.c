// SPDX-License-Identifier: Apache-2.0
// The driver API: what the programs in tests/program do not show.
#include "sim/runtime/runtime.h"

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "tests/test.h"

#include <stdio.h>
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

TEST(a_context_stays_while_somebody_is_attached)
{
    CUcontext made, same = NULL;
    start();
    EXPECT_EQ(cuCtxCreate(&made, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxAttach(&same, 0), CUDA_SUCCESS);
    EXPECT(same == made);
    EXPECT_EQ(cuCtxAttach(&same, 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCtxDetach(made), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxPushCurrent(made), CUDA_SUCCESS); // it is still there
    EXPECT_EQ(cuCtxPopCurrent(NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxDetach(made), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxPushCurrent(made), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuCtxDetach(context), CUDA_ERROR_INVALID_CONTEXT); // a primary one
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

#define HEAD "\n.version 8.0\n.target sm_70\n.address_size 64\n"

TEST(a_link_says_what_is_wrong)
{
    static const char caller[] = HEAD ".extern .func nowhere();\n"
                                      ".visible .entry k()\n{\ncall nowhere, ();\nret;\n}\n";
    char log[400] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log}, *image = NULL;
    CUlinkState state;
    start();
    EXPECT_EQ(cuLinkCreate(2, options, values, &state), CUDA_SUCCESS);
    EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t) "nonsense", 9, "one", 0,
                            NULL, NULL),
              CUDA_ERROR_INVALID_PTX);
    EXPECT(strstr(log, "one:1:1: error") != NULL);
    EXPECT_EQ(cuLinkComplete(state, &image, NULL), CUDA_ERROR_INVALID_VALUE); // nothing to link
    values[1] = (void *)(uintptr_t)sizeof log;
    EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)caller, sizeof caller,
                            "two", 0, NULL, NULL),
              CUDA_SUCCESS);
    EXPECT_EQ(cuLinkComplete(state, &image, NULL), CUDA_ERROR_NO_BINARY_FOR_GPU);
    EXPECT(strstr(log, "nowhere") != NULL);
    EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
    EXPECT_EQ(cuLinkDestroy(state), CUDA_ERROR_INVALID_HANDLE);
    runtime_stop();
}

TEST(logs_are_empty_if_nothing_is_wrong)
{
    char log[8] = "garbage", notes[8] = "garbage";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)8, notes, (void *)(uintptr_t)8};
    CUmodule module;
    start();
    EXPECT_EQ(cuModuleLoadDataEx(&module, ptx, 4, options, values), CUDA_SUCCESS);
    EXPECT(log[0] == '\0' && notes[0] == '\0');
    runtime_stop();
}

TEST(a_library_is_on_all_devices)
{
    CUlibrary library;
    CUkernel put;
    CUcontext second;
    CUdeviceptr there;
    uint32_t seven = 7, found = 0;
    start();
    EXPECT_EQ(cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuLibraryGetKernel(&put, library, "put"), CUDA_SUCCESS);
    void *arguments[] = {&memory, &seven};
    EXPECT_EQ(cuLaunchKernel((CUfunction)put, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL),
              CUDA_SUCCESS);
    EXPECT_EQ(word(0), 7);
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&second, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxPushCurrent(second), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&there, 4), CUDA_SUCCESS);
    struct {
        CUdeviceptr at;
        uint32_t value;
    } buffer = {there, 8};
    size_t size = 12;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    EXPECT_EQ(cuLaunchKernel((CUfunction)put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
              CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyDtoH(&found, there, 4), CUDA_SUCCESS);
    EXPECT_EQ(found, 8);
    CUmodule module;
    EXPECT_EQ(cuLibraryGetModule(&module, library), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE); // the library's
    EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
    EXPECT_EQ(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
    EXPECT_EQ(cuLaunchKernel((CUfunction)put, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
              CUDA_ERROR_INVALID_HANDLE);
    runtime_stop();
}

// A fatbin of parts with a header of 64 bytes each; of a compressed part only the flag.
typedef struct Fatbin {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t size_bytes;
    struct Part {
        uint16_t kind, version;
        uint32_t header_bytes;
        uint64_t size_bytes;
        uint32_t unknown[3], architecture, more[2];
        uint64_t flags, rest[2];
        char text[512];
    } parts[2];
} Fatbin;

TEST(a_fatbin_gives_the_latest_ptx_that_the_gpu_executes)
{
    CUmodule module;
    CUfunction put;
    Fatbin fatbin = {
        .magic = 0xba55ed50, .version = 1, .header_bytes = 16, .size_bytes = sizeof fatbin.parts};
    for (int i = 0; i < 2; i++) {
        fatbin.parts[i] = (struct Part){1, 0x101, 64, 512, {0}, i == 0 ? 70 : 120, {0}, 0, {0}, ""};
    }
    snprintf(fatbin.parts[0].text, 512, "%s", ptx);
    snprintf(fatbin.parts[1].text, 512, "nonsense");
    start();
    EXPECT_EQ(cuModuleLoadFatBinary(&module, &fatbin), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetFunction(&put, module, "put"), CUDA_SUCCESS);
    fatbin.parts[0].flags = 0x8000;
    EXPECT_EQ(cuModuleLoadFatBinary(&module, &fatbin), CUDA_ERROR_NO_BINARY_FOR_GPU);
    EXPECT(strstr(told, "--compress-mode=none") != NULL);
    fatbin.parts[0].kind = 2;
    EXPECT_EQ(cuModuleLoadData(&module, &fatbin), CUDA_ERROR_NO_BINARY_FOR_GPU);
    EXPECT(strstr(told, "is machine code") != NULL);
    fatbin.parts[0].size_bytes = UINT64_MAX;
    EXPECT_EQ(cuModuleLoadData(&module, &fatbin), CUDA_ERROR_NO_BINARY_FOR_GPU);
    runtime_stop();
}

TEST(what_is_not_modeled_is_refused_with_a_note)
{
    CUexternalMemory external;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC from = {.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD};
    RuntimeOptions options = {.device = {.gpu = "h200", .threads = 1}};
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    EXPECT_EQ(cuImportExternalMemory(&external, &from), CUDA_ERROR_NOT_INITIALIZED);
    runtime_stop();
    start();
    EXPECT_EQ(cuImportExternalMemory(&external, &from), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT(strcmp(told, "lockstep: note: cuImportExternalMemory is not supported: it returns "
                        "CUDA_ERROR_NOT_SUPPORTED\n") == 0);
    EXPECT_EQ(cuImportExternalMemory(&external, &from), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT(strstr(strchr(told, '\n'), "lockstep") == NULL); // said once
    runtime_stop();
}

TEST(handles_for_other_processes_are_of_this_one)
{
    CUipcMemHandle handle;
    CUdeviceptr same = 0;
    start();
    EXPECT_EQ(cuIpcGetMemHandle(&handle, memory), CUDA_SUCCESS);
    EXPECT_EQ(cuIpcOpenMemHandle(&same, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUDA_SUCCESS);
    EXPECT_EQ(same, memory);
    EXPECT_EQ(cuIpcCloseMemHandle(same), CUDA_SUCCESS);
    runtime_stop();
}

TEST(many_copies_are_given_at_once)
{
    uint32_t values[2] = {11, 22};
    CUdeviceptr to[] = {memory, memory}, from[] = {(uintptr_t)&values[0], (uintptr_t)&values[1]};
    size_t sizes[] = {4, 4}, first = 0;
    CUmemcpyAttributes how = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    CUstream stream;
    start();
    to[0] = memory, to[1] = memory + 8;
    EXPECT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, stream), CUDA_SUCCESS);
    EXPECT_EQ(word(0), 11);
    EXPECT_EQ(word(1), 0);
    EXPECT_EQ(word(2), 22);
    runtime_stop();
}

TEST(edges_have_no_ports)
{
    CUgraph graph;
    CUgraphNode one, two;
    CUgraphEdgeData edge = {.from_port = 1};
    start();
    EXPECT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphAddEmptyNode(&one, graph, NULL, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphAddEmptyNode(&two, graph, NULL, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphAddDependencies(graph, &one, &two, &edge, 1), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuGraphAddDependencies(graph, &one, &two, NULL, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphAddMemcpyNode(&one, graph, NULL, 0, NULL, context), CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams memory_op = {.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP};
    EXPECT_EQ(cuGraphAddNode(&one, graph, NULL, NULL, 0, &memory_op), CUDA_ERROR_NOT_SUPPORTED);
    runtime_stop();
}

// A program gets the form of a function of the version of CUDA that it was written for.
TEST(a_function_is_found_by_its_version)
{
    CUresult (*older)(CUdeviceptr, size_t, CUmem_advise, CUdevice) = NULL;
    CUresult (*edges)(CUgraph, CUgraphNode *, CUgraphNode *, size_t *) = NULL;
    CUresult (*create)(CUcontext *, CUctxCreateParams *, unsigned, CUdevice) = NULL;
    void *found[4] = {NULL};
    CUdeviceptr managed;
    CUgraph graph;
    CUcontext made;
    size_t count = 9;
    start();
    EXPECT_EQ(cuGetProcAddress("cuMemAdvise", &found[0], 12000, 0, NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuGetProcAddress("cuMemAdvise", &found[1], 12020, 0, NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuGetProcAddress("cuGraphGetEdges", &found[2], 12020, 0, NULL), CUDA_SUCCESS);
    EXPECT_EQ(cuGetProcAddress("cuCtxCreate", &found[3], 13000, 0, NULL), CUDA_SUCCESS);
    EXPECT(found[0] != found[1]);
    memcpy(&older, &found[0], sizeof older);
    memcpy(&edges, &found[2], sizeof edges);
    memcpy(&create, &found[3], sizeof create);
    EXPECT_EQ(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL), CUDA_SUCCESS);
    EXPECT_EQ(older(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 1), CUDA_SUCCESS);
    EXPECT_EQ(older(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 7),
              CUDA_ERROR_INVALID_DEVICE);
    EXPECT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
    EXPECT_EQ(edges(graph, NULL, NULL, &count), CUDA_SUCCESS);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(create(&made, NULL, 0, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxDestroy(made), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxCreate(&made, NULL, 0, 1), CUDA_SUCCESS); // CUDA 13's form in C
    CUdevice device = -1;
    EXPECT_EQ(cuCtxGetDevice_v2(&device, context), CUDA_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(cuCtxSynchronize_v2(made), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree_v2(managed), CUDA_SUCCESS);
    runtime_stop();
}
