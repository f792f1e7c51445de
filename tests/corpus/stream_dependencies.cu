// SPDX-License-Identifier: Apache-2.0
// A pipeline over streams with events, host functions, mapped and pinned memory, and stream-ordered allocation.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#define OK(x)                                                                                                          \
    if (cudaError_t err = (x); err != cudaSuccess) {                                                                   \
        printf("line %d: %s (%s)\n", __LINE__, cudaGetErrorName(err), cudaGetErrorString(err));                        \
        return 1;                                                                                                      \
    }

__global__ void produce(int *out, int n, int seed)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (i * 31 + seed) % 1009;
}
__global__ void combine(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] * 3 - b[n - 1 - i];
}
__global__ void into_mapped(const int *in, volatile int *mapped, int n)
{
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    int own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        own += in[i];
    atomicAdd(&total, own);
    __syncthreads();
    if (threadIdx.x == 0) {
        mapped[1] = total;
        __threadfence_system();
        mapped[0] = 1;
    }
}

struct Log {
    std::vector<int> *order;
    int id;
};
static void CUDART_CB note(void *data)
{
    Log *log = static_cast<Log *>(data);
    log->order->push_back(log->id);
}
static void CUDART_CB done(cudaStream_t, cudaError_t status, void *data)
{
    *static_cast<int *>(data) = status == cudaSuccess ? 77 : -1;
}

int main()
{
    const int n = 4096;
    int least, greatest;
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t s[3];
    OK(cudaStreamCreate(&s[0]));
    OK(cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking));
    OK(cudaStreamCreateWithPriority(&s[2], cudaStreamNonBlocking, greatest));
    cudaEvent_t a_ready, b_ready, begin, end;
    OK(cudaEventCreateWithFlags(&a_ready, cudaEventDisableTiming));
    OK(cudaEventCreateWithFlags(&b_ready, cudaEventDisableTiming));
    OK(cudaEventCreate(&begin));
    OK(cudaEventCreate(&end));
    int *a, *b, *c, *pinned, *mapped, *device_view, callback = 0;
    OK(cudaMalloc(&a, n * sizeof(int)));
    OK(cudaMallocAsync(&b, n * sizeof(int), s[1]));
    OK(cudaMallocAsync((void **)&c, n * sizeof(int), s[2]));
    OK(cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocDefault));
    OK(cudaHostAlloc(&mapped, 64, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer(&device_view, mapped, 0));
    mapped[0] = mapped[1] = 0;
    std::vector<int> order;
    Log logs[3] = {{&order, 0}, {&order, 1}, {&order, 2}};

    OK(cudaEventRecord(begin, s[0]));
    for (int round = 0; round < 3; round++) {
        produce<<<4, 128, 0, s[0]>>>(a, n, round);
        OK(cudaEventRecord(a_ready, s[0]));
        produce<<<4, 128, 0, s[1]>>>(b, n, 500 + round);
        OK(cudaEventRecord(b_ready, s[1]));
        OK(cudaStreamWaitEvent(s[2], a_ready, 0));
        OK(cudaStreamWaitEvent(s[2], b_ready));
        combine<<<n / 128, 128, 0, s[2]>>>(a, b, c, n);
        OK(cudaMemcpyAsync(pinned, c, n * sizeof(int), cudaMemcpyDeviceToHost, s[2]));
        into_mapped<<<1, 256, 0, s[2]>>>(c, device_view, n);
        OK(cudaLaunchHostFunc(s[2], note, &logs[round]));
        OK(cudaEventRecord(a_ready, s[2])); // the next round overwrites a and b only after this
        OK(cudaStreamWaitEvent(s[0], a_ready, 0));
        OK(cudaStreamWaitEvent(s[1], a_ready, 0));
        OK(cudaStreamSynchronize(s[2]));
        long sum = std::accumulate(pinned, pinned + n, 0L);
        printf("round %d: sum %ld mapped %d %d, first %d last %d\n", round, sum, mapped[0], mapped[1], pinned[0], pinned[n - 1]);
    }
    OK(cudaEventRecord(end, s[0]));
    OK(cudaStreamAddCallback(s[0], done, &callback, 0));
    OK(cudaEventSynchronize(end));
    OK(cudaStreamSynchronize(s[0]));
    float ms = -1;
    OK(cudaEventElapsedTime(&ms, begin, end));
    printf("callback %d, time counted: %s, idle: %s\n", callback, ms >= 0 ? "yes" : "no", cudaStreamQuery(s[0]) == cudaSuccess ? "yes" : "no");
    for (int id : order)
        printf("%d ", id);
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, pinned));
    printf("host memory: %d", attributes.type == cudaMemoryTypeHost);
    OK(cudaPointerGetAttributes(&attributes, a));
    printf(" device memory: %d\n", attributes.type == cudaMemoryTypeDevice);
    // A pageable buffer registered for a while.
    std::vector<int> buffer(n);
    OK(cudaHostRegister(buffer.data(), n * sizeof(int), cudaHostRegisterDefault));
    OK(cudaMemcpyAsync(buffer.data(), b, n * sizeof(int), cudaMemcpyDefault, s[1]));
    OK(cudaStreamSynchronize(s[1]));
    OK(cudaHostUnregister(buffer.data()));
    printf("registered %d %d\n", buffer[1], *std::max_element(buffer.begin(), buffer.end()));
    OK(cudaFreeAsync(b, s[1]));
    OK(cudaFreeAsync(c, s[2]));
    OK(cudaFree(a));
    OK(cudaFreeHost(pinned));
    OK(cudaFreeHost(mapped));
    for (cudaStream_t stream : s)
        OK(cudaStreamDestroy(stream));
    for (cudaEvent_t e : {a_ready, b_ready, begin, end})
        OK(cudaEventDestroy(e));
    OK(cudaDeviceReset());
    return 0;
}
