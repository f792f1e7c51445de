// SPDX-License-Identifier: Apache-2.0
// Which calls a capture forbids, under each mode, and what is left of it: the answers of an H200
// (driver 580).
#include <cstdio>
__global__ void add(int *p, int v) { *p += v; }
static cudaStream_t s, t;
static int *d;
static const char *short_name(cudaError_t error)
{
    const char *name = cudaGetErrorName(error);
    return error == cudaSuccess ? "ok" : name + sizeof "cudaError" - 1;
}
static void end(const char *what, cudaError_t error)
{
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(s, &status);
    cudaGraph_t graph = nullptr;
    cudaError_t ended = cudaStreamEndCapture(s, &graph);
    printf("  %s: %s, status %d, end: %s, graph %d\n", what, short_name(error), status, short_name(ended), graph != nullptr);
    if (graph != nullptr)
        cudaGraphDestroy(graph);
    cudaGetLastError();
}
template <class Call> static void inside(cudaStreamCaptureMode mode, const char *what, Call call)
{
    cudaStreamBeginCapture(s, mode);
    add<<<1, 1, 0, s>>>(d, 1);
    end(what, call());
}
int main()
{
    cudaMalloc(&d, 64);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEvent_t e, f;
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    int host = 0;
    void *q = nullptr;
    const cudaStreamCaptureMode modes[] = {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed};
    for (cudaStreamCaptureMode mode : modes) {
        printf("mode %d\n", mode);
        inside(mode, "synchronize it", [] { return cudaStreamSynchronize(s); });
        inside(mode, "query it", [] { return cudaStreamQuery(s); });
        inside(mode, "synchronize the device", [] { return cudaDeviceSynchronize(); });
        inside(mode, "synchronize another", [] { return cudaStreamSynchronize(t); });
        inside(mode, "query another", [] { return cudaStreamQuery(t); });
        inside(mode, "query an event", [&] { return cudaEventQuery(e); });
        inside(mode, "cudaMalloc", [&] { return cudaMalloc(&q, 64); });
        inside(mode, "cudaFree", [&] { return cudaFree(q); });
        inside(mode, "cudaMallocHost", [&] { return cudaMallocHost(&q, 64); });
        inside(mode, "cudaMallocManaged", [&] { return cudaMallocManaged(&q, 64); });
        inside(mode, "cudaMemcpy", [&] { return cudaMemcpy(d, &host, 4, cudaMemcpyHostToDevice); });
        inside(mode, "begin again", [&] { return cudaStreamBeginCapture(s, mode); });
        inside(mode, "a block too large", [] { return add<<<1, 5000, 0, s>>>(d, 1), cudaPeekAtLastError(); });
    }
    printf("events\n");
    const cudaStreamCaptureMode global = cudaStreamCaptureModeGlobal;
    inside(global, "query a captured one", [&] { return cudaEventRecord(e, s), cudaEventQuery(e); });
    inside(global, "fork and leave", [&] { return cudaEventRecord(e, s), cudaStreamWaitEvent(t, e, 0); });
    inside(global, "end elsewhere", [&] {
        cudaEventRecord(e, s);
        cudaStreamWaitEvent(t, e, 0);
        cudaGraph_t graph;
        return cudaStreamEndCapture(t, &graph);
    });
    inside(global, "work left in another", [&] {
        cudaEventRecord(e, s);
        cudaStreamWaitEvent(t, e, 0);
        add<<<1, 1, 0, t>>>(d, 1);
        return cudaGetLastError();
    });
    printf("  its event afterwards: wait %s", short_name(cudaStreamWaitEvent(t, e, 0)));
    printf(", query %s", short_name(cudaEventQuery(e)));
    printf(", recorded again %s\n", short_name(cudaEventRecord(e, t)));
    inside(global, "wait for one outside", [&] { return cudaStreamWaitEvent(s, e, 0); });
    inside(global, "wait for it as a node", [&] { return cudaStreamWaitEvent(s, e, cudaEventWaitExternal); });
    inside(global, "another capture", [&] {
        cudaStreamBeginCapture(t, global);
        cudaEventRecord(f, s);
        cudaError_t error = cudaStreamWaitEvent(t, f, 0);
        cudaGraph_t graph;
        printf("  its end: %s\n", short_name(cudaStreamEndCapture(t, &graph)));
        return error;
    });
    inside(global, "destroy the graph", [] {
        cudaStreamCaptureStatus status;
        cudaGraph_t graph;
        cudaStreamGetCaptureInfo(s, &status, nullptr, &graph);
        return cudaGraphDestroy(graph);
    });
    printf("flags: record %s", short_name(cudaEventRecordWithFlags(e, t, 9)));
    printf(", record as a node outside %s", short_name(cudaEventRecordWithFlags(e, t, cudaEventRecordExternal)));
    printf(", wait %s\n", short_name(cudaStreamWaitEvent(t, e, 9)));
    printf("the legacy stream\n");
    cudaStreamDestroy(s);
    cudaStreamCreate(&s); // one that waits for it
    inside(cudaStreamCaptureModeRelaxed, "a kernel", [] { return add<<<1, 1>>>(d, 1), cudaGetLastError(); });
    inside(global, "a copy", [&] { return cudaMemcpyAsync(d, &host, 4, cudaMemcpyHostToDevice, 0); });
    inside(global, "its status", [] {
        cudaStreamCaptureStatus status;
        return cudaStreamIsCapturing(0, &status);
    });
    printf("%s\n", short_name(cudaDeviceSynchronize()));
    cudaEventDestroy(e);
    cudaEventDestroy(f);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(d);
}
