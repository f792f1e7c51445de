// SPDX-License-Identifier: Apache-2.0
// Streams, events, graphs and modeled time.
#include "sim/runtime/runtime.h"

#include "sim/runtime/include/cuda_runtime_api.h"
#include "tests/test.h"

#include <stdlib.h>

static const char ptx[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry add(.param .u64 p, .param .u32 v)\n{\n"
    ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [v];\n"
    "ld.global.u32 %r2, [%rd1];\nmad.lo.s32 %r3, %r2, 10, %r1;\nst.global.u32 [%rd1], %r3;\n"
    "ret;\n}\n";

static char add_stub;
static uint32_t *device;

static void start_on(const char *gpu)
{
    RuntimeOptions options = {.device = {.gpu = gpu, .threads = 1}};
    uint32_t zero = 0;
    EXPECT_EQ(runtime_start(&options), LOCKSTEP_OK);
    runtime_name_function(&add_stub, "add");
    runtime_add_unit("main.cu", ptx, sizeof(ptx) - 1);
    cudaMalloc((void **)&device, 4);
    cudaMemcpy(device, &zero, 4, cudaMemcpyHostToDevice);
}

static void start(void)
{
    start_on("h200");
}

// *device = 10 * *device + digit: the number tells the order of the launches.
static cudaError_t add(uint32_t digit, cudaStream_t stream)
{
    void *arguments[] = {&device, &digit};
    dim3 one = {1, 1, 1};
    return cudaLaunchKernel(&add_stub, one, one, arguments, 0, stream);
}

static uint32_t result(void)
{
    uint32_t found = 0;
    EXPECT_EQ(cudaMemcpy(&found, device, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    return found;
}

static float between(cudaEvent_t first, cudaEvent_t last)
{
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, last), cudaSuccess);
    return milliseconds;
}

TEST(work_runs_in_the_order_of_its_issue)
{
    cudaStream_t a, b;
    start();
    EXPECT_EQ(cudaStreamCreate(&a), cudaSuccess);
    EXPECT_EQ(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking), cudaSuccess);
    add(1, a);
    add(2, b);
    add(3, NULL);
    EXPECT_EQ(cudaStreamQuery(a), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
    EXPECT_EQ(result(), 123);
    EXPECT_EQ(cudaStreamDestroy(a), cudaSuccess);
    EXPECT_EQ(add(4, a), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamDestroy(a), cudaErrorInvalidResourceHandle);
    runtime_stop();
}

TEST(an_event_tells_modeled_time)
{
    cudaEvent_t first, last, never;
    char *big = NULL;
    float milliseconds = 0;
    start();
    cudaEventCreate(&first);
    cudaEventCreate(&last);
    cudaEventCreate(&never);
    cudaMalloc((void **)&big, 1 << 20);
    static char host[1 << 20];
    cudaEventRecord(first, NULL);
    cudaMemcpyAsync(big, host, sizeof(host), cudaMemcpyHostToDevice, NULL);
    cudaEventRecord(last, NULL);
    EXPECT_EQ(cudaEventSynchronize(last), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(last), cudaSuccess);
    // 1 MiB at the 18.5 GB/s of pageable memory, after 7 us.
    float wanted = 1e3f * (7e-6f + (float)sizeof(host) / 18.5e9f);
    EXPECT(between(first, last) > 0.95f * wanted && between(first, last) < 1.05f * wanted);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, never), cudaErrorInvalidResourceHandle);
    runtime_stop();
}

// Modeled milliseconds of a copy of COPY_BYTES to the device, and back.
#define COPY_BYTES ((size_t)16 << 20)
static void time_both_ways(void *host, float *to_device, float *to_host)
{
    cudaEvent_t events[3];
    void *there = NULL;
    EXPECT_EQ(cudaMalloc(&there, COPY_BYTES), cudaSuccess);
    for (int i = 0; i < 3; i++) {
        cudaEventCreate(&events[i]);
    }
    cudaEventRecord(events[0], NULL);
    EXPECT_EQ(cudaMemcpy(there, host, COPY_BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    cudaEventRecord(events[1], NULL);
    EXPECT_EQ(cudaMemcpy(host, there, COPY_BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
    cudaEventRecord(events[2], NULL);
    *to_device = between(events[0], events[1]);
    *to_host = between(events[1], events[2]);
    cudaFree(there);
}

static void expect_about(float found, float wanted)
{
    if (!EXPECT(found > 0.97f * wanted && found < 1.03f * wanted)) {
        fprintf(stderr, "    %f, not about %f\n", (double)found, (double)wanted);
    }
}

static void expect_copies(void *host, float to_device, float to_host)
{
    float there = 0, back = 0;
    time_both_ways(host, &there, &back);
    expect_about(there, to_device);
    expect_about(back, to_host);
}

// All kinds of host memory, with the milliseconds of COPY_BYTES.
static void expect_times(const char *gpu, float pageable, float locked)
{
    void *host = malloc(COPY_BYTES), *allocated = NULL, *mapped = NULL, *managed = NULL;
    EXPECT(host != NULL);
    start_on(gpu);
    expect_copies(host, pageable, pageable);
    EXPECT_EQ(cudaHostRegister(host, COPY_BYTES, cudaHostRegisterDefault), cudaSuccess);
    expect_copies(host, locked, locked);
    EXPECT_EQ(cudaHostUnregister(host), cudaSuccess);
    expect_copies(host, pageable, pageable);
    EXPECT_EQ(cudaMallocHost(&allocated, COPY_BYTES), cudaSuccess);
    expect_copies(allocated, locked, locked);
    EXPECT_EQ(cudaHostAlloc(&mapped, COPY_BYTES, cudaHostAllocMapped), cudaSuccess);
    expect_copies(mapped, locked, locked);
    EXPECT_EQ(cudaMallocManaged(&managed, COPY_BYTES, cudaMemAttachGlobal), cudaSuccess);
    expect_copies(managed, locked, locked);
    runtime_stop();
    free(host);
}

// traces/h200/microbench.csv, copy_time of 16777216 bytes: 309.694 us to the device and 309.671 us
// from it, page-locked; 909.088 us and 898.885 us, pageable.
TEST(copies_take_as_long_as_on_an_h200)
{
    expect_times("h200", 0.904f, 0.3097f);
}

// UT's lecture: 1.5 GB/s between host and 9800 GTX, 3 GB/s from page-locked memory.
TEST(copies_take_as_long_as_the_lecture_says_on_a_9800_gtx)
{
    expect_times("9800gtx", (float)COPY_BYTES / 1.5e6f, (float)COPY_BYTES / 3e6f);
}

// CUDA C++ Programming Guide, "Overlap of Data Transfer and Kernel Execution".
TEST(copies_of_pageable_memory_do_not_run_beside_kernels)
{
    static char host[1 << 20];
    cudaStream_t streams[2];
    cudaEvent_t first, copied, added;
    char *big = NULL;
    start();
    cudaMalloc((void **)&big, sizeof(host));
    cudaEventCreate(&first);
    cudaEventCreate(&copied);
    cudaEventCreate(&added);
    cudaStreamCreate(&streams[0]);
    cudaStreamCreate(&streams[1]);
    cudaEventRecord(first, NULL);
    cudaMemcpyAsync(big, host, sizeof(host), cudaMemcpyHostToDevice, streams[0]);
    cudaEventRecord(copied, streams[0]);
    add(1, streams[1]);
    cudaEventRecord(added, streams[1]);
    EXPECT(between(first, copied) > 0);
    EXPECT(between(copied, added) > 0);
    runtime_stop();
}

TEST(copies_of_two_streams_run_beside_kernels_but_not_beside_each_other)
{
    const size_t size_bytes = 1 << 20;
    cudaStream_t streams[2];
    cudaEvent_t first, last[2];
    char *big = NULL, *host = NULL;
    start();
    cudaMalloc((void **)&big, size_bytes);
    cudaMallocHost((void **)&host, size_bytes);
    cudaEventCreate(&first);
    cudaEventRecord(first, NULL);
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreate(&last[i]);
        cudaMemcpyAsync(big, host, size_bytes, cudaMemcpyHostToDevice, streams[i]);
        cudaEventRecord(last[i], streams[i]);
    }
    float one = between(first, last[0]);
    EXPECT(one > 0);
    EXPECT(between(first, last[1]) > 1.9f * one);
    cudaEvent_t kernel;
    cudaStream_t third;
    cudaStreamCreate(&third);
    cudaEventCreate(&kernel);
    add(1, third);
    cudaEventRecord(kernel, third);
    EXPECT(between(first, kernel) < one);
    EXPECT_EQ(cudaStreamWaitEvent(third, last[1], 0), cudaSuccess);
    add(2, third);
    cudaEventRecord(kernel, third);
    EXPECT(between(last[1], kernel) > 0);
    runtime_stop();
}

// A copy to the device and one from it, in two streams: when the second ends, in times of the
// first.
static float beside_a_copy(const char *gpu)
{
    const size_t size_bytes = 1 << 20;
    cudaStream_t streams[2];
    cudaEvent_t first, ends[2];
    char *there = NULL, *host = NULL;
    start_on(gpu);
    cudaMalloc((void **)&there, 2 * size_bytes);
    cudaMallocHost((void **)&host, 2 * size_bytes);
    cudaEventCreate(&first);
    cudaEventRecord(first, NULL);
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreate(&ends[i]);
    }
    cudaMemcpyAsync(there, host, size_bytes, cudaMemcpyHostToDevice, streams[0]);
    cudaMemcpyAsync(host + size_bytes, there + size_bytes, size_bytes, cudaMemcpyDeviceToHost,
                    streams[1]);
    for (int i = 0; i < 2; i++) {
        cudaEventRecord(ends[i], streams[i]);
    }
    float times = between(first, ends[1]) / between(first, ends[0]);
    runtime_stop();
    return times;
}

// CUDA C Programming Guide 5.5, 3.2.5.2 and 3.2.5.4.
TEST(one_copy_engine_serves_both_ways)
{
    EXPECT(beside_a_copy("gtx480") < 1.1f);
    EXPECT(beside_a_copy("gtx280") > 1.9f);
}

static void note_value(void *context)
{
    *(uint32_t *)context = result();
}

TEST(the_hosts_functions_are_called_in_order)
{
    uint32_t seen = 0;
    start();
    add(7, NULL);
    EXPECT_EQ(cudaLaunchHostFunc(NULL, note_value, &seen), cudaSuccess);
    add(8, NULL);
    EXPECT_EQ(seen, 7);
    EXPECT_EQ(result(), 78);
    runtime_stop();
}

TEST(a_captured_stream_is_replayed)
{
    cudaStream_t stream, other;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    size_t count = 0;
    start();
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    add(1, stream);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    add(2, other);
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(stream, join, 0);
    add(3, stream);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphGetNodes(graph, NULL, &count), cudaSuccess);
    EXPECT_EQ(count, 3);
    EXPECT_EQ(result(), 0);
    EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(result(), 123123);
    EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
    runtime_stop();
}

TEST(work_that_is_not_joined_ends_a_capture_in_an_error)
{
    cudaStream_t stream, other;
    cudaEvent_t fork;
    cudaGraph_t graph;
    start();
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaEventCreate(&fork);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add(1, stream);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    add(2, other);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
    EXPECT_EQ(add(3, stream), cudaSuccess);
    EXPECT_EQ(result(), 3);
    runtime_stop();
}

TEST(a_graph_is_built_node_by_node)
{
    cudaGraph_t graph;
    cudaGraphNode_t set, first, second;
    cudaGraphExec_t executable;
    uint32_t digit = 5;
    start();
    void *arguments[] = {&device, &digit};
    struct cudaKernelNodeParams kernel = {
        .func = &add_stub, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}, .kernelParams = arguments};
    struct cudaMemsetParams fill = {
        .dst = device, .elementSize = 4, .value = 2, .width = 1, .height = 1};
    cudaGraphCreate(&graph, 0);
    EXPECT_EQ(cudaGraphAddKernelNode(&second, graph, NULL, 0, &kernel), cudaSuccess);
    digit = 6;
    EXPECT_EQ(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill), cudaSuccess);
    EXPECT_EQ(cudaGraphAddKernelNode(&first, graph, &set, 1, &kernel), cudaSuccess);
    EXPECT_EQ(cudaGraphAddDependencies(graph, &first, &second, 1), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, NULL), cudaSuccess);
    EXPECT_EQ(result(), 265);
    digit = 7;
    EXPECT_EQ(cudaGraphExecKernelNodeSetParams(executable, second, &kernel), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, NULL), cudaSuccess);
    EXPECT_EQ(result(), 267);
    EXPECT_EQ(cudaGraphAddDependencies(graph, &second, &set, 1), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaErrorInvalidValue);
    runtime_stop();
}

TEST(memory_in_stream_order)
{
    void *pointer = NULL;
    cudaMemPool_t pool;
    uint64_t threshold = 12345, found = 0;
    start();
    EXPECT_EQ(cudaMallocAsync(&pointer, 100, NULL), cudaSuccess);
    EXPECT_EQ(cudaMemsetAsync(pointer, 1, 100, NULL), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(pointer, NULL), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(pointer, NULL), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
              cudaSuccess);
    EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &found), cudaSuccess);
    EXPECT_EQ(found, threshold);
    EXPECT_EQ(cudaMallocAsync(&pointer, 8000, NULL), cudaSuccess);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &found);
    EXPECT_EQ(found, 8000);
    EXPECT_EQ(cudaFreeAsync(pointer, NULL), cudaSuccess);
    EXPECT_EQ(cudaMallocAsync(&pointer, 10, NULL), cudaSuccess);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &found);
    EXPECT_EQ(found, 10);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &found);
    EXPECT_EQ(found, 8000);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &found);
    EXPECT_EQ(found, 8000); // kept: below the threshold
    EXPECT_EQ(cudaMemPoolTrimTo(pool, 100), cudaSuccess);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &found);
    EXPECT_EQ(found, 100);
    runtime_stop();
}

TEST(memory_of_a_captured_graph_is_there_for_each_launch)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    void *pointer = NULL;
    start();
    EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
    EXPECT_EQ(cudaMallocAsync(&pointer, 64, stream), cudaSuccess);
    EXPECT_EQ(cudaMemsetAsync(pointer, 7, 64, stream), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(pointer, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    runtime_stop();
}
