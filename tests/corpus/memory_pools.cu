// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: the default pool and pools of one's own, thresholds and statistics, reuse across
// streams, allocation nodes of a captured graph, and what is refused.
#include <cstdint>
#include <cstdio>
#include "corpus.h"

__global__ void iota(int *p, int n, int start)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = start + i;
}

__global__ void dot(const int *a, const int *b, int n, unsigned long long *sum)
{
    unsigned long long s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += (unsigned long long)a[i] * b[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, s);
}

static uint64_t attribute(cudaMemPool_t pool, cudaMemPoolAttr which)
{
    uint64_t value = ~0ull;
    CHECK(cudaMemPoolGetAttribute(pool, which, &value));
    return value;
}

static unsigned long long pipeline(cudaStream_t stream, int n)
{
    int *a, *b;
    unsigned long long *sum, host;
    CHECK(cudaMallocAsync((void **)&a, n * sizeof(int), stream));
    CHECK(cudaMallocAsync((void **)&sum, sizeof *sum, stream));
    iota<<<8, 128, 0, stream>>>(a, n, 1);
    CHECK(cudaMallocAsync((void **)&b, n * sizeof(int), stream));
    iota<<<8, 128, 0, stream>>>(b, n, -3);
    CHECK(cudaMemsetAsync(sum, 0, sizeof *sum, stream));
    dot<<<4, 64, 0, stream>>>(a, b, n, sum);
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaFreeAsync(b, stream));
    CHECK(cudaMemcpyAsync(&host, sum, sizeof host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(sum, stream));
    CHECK(cudaStreamSynchronize(stream));
    return host;
}

int main()
{
    int supported = 0;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    printf("pools supported: %d\n", supported);
    cudaMemPool_t standard, current;
    CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    printf("the default is current: %d, threshold %llu\n", standard == current,
           (unsigned long long)attribute(standard, cudaMemPoolAttrReleaseThreshold));

    cudaStream_t one, two;
    CHECK(cudaStreamCreate(&one));
    CHECK(cudaStreamCreate(&two));
    printf("sum %llu %llu\n", pipeline(one, 1000), pipeline(two, 777));
    printf("used now %llu\n", (unsigned long long)attribute(standard, cudaMemPoolAttrUsedMemCurrent));

    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t pool;
    CHECK(cudaMemPoolCreate(&pool, &props));
    uint64_t threshold = UINT64_MAX;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    int reuse = 0;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &reuse));
    printf("follows events: %d, threshold is set: %d\n", reuse, attribute(pool, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);

    // What one stream frees, another gets after an event.
    char *first, *second;
    cudaEvent_t freed;
    CHECK(cudaEventCreateWithFlags(&freed, cudaEventDisableTiming));
    CHECK(cudaMallocFromPoolAsync((void **)&first, 4 << 20, pool, one));
    CHECK(cudaMemsetAsync(first, 1, 4 << 20, one));
    printf("used %llu\n", (unsigned long long)attribute(pool, cudaMemPoolAttrUsedMemCurrent));
    CHECK(cudaFreeAsync(first, one));
    CHECK(cudaEventRecord(freed, one));
    CHECK(cudaStreamWaitEvent(two, freed, 0));
    CHECK(cudaMallocFromPoolAsync((void **)&second, 4 << 20, pool, two));
    CHECK(cudaStreamSynchronize(two));
    printf("reused: %d, high water %llu MiB\n", first == second, (unsigned long long)attribute(pool, cudaMemPoolAttrUsedMemHigh) >> 20);
    CHECK(cudaFreeAsync(second, two));
    CHECK(cudaStreamSynchronize(two));
    printf("reserved before trim: %d", attribute(pool, cudaMemPoolAttrReservedMemCurrent) >= 4 << 20);
    CHECK(cudaMemPoolTrimTo(pool, 0));
    printf(", after: %llu\n", (unsigned long long)attribute(pool, cudaMemPoolAttrReservedMemCurrent));

    CHECK(cudaDeviceSetMemPool(0, pool));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    printf("own pool is current: %d, sum %llu\n", current == pool, pipeline(one, 12));
    CHECK(cudaDeviceSetMemPool(0, standard));

    // Allocations that belong to a graph.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    unsigned long long *sum = on_device<unsigned long long>(1);
    CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeThreadLocal));
    int *a;
    CHECK(cudaMallocAsync((void **)&a, 500 * sizeof(int), one));
    iota<<<2, 64, 0, one>>>(a, 500, 0);
    dot<<<2, 64, 0, one>>>(a, a, 500, sum);
    CHECK(cudaFreeAsync(a, one));
    CHECK(cudaStreamEndCapture(one, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, one));
    CHECK(cudaStreamSynchronize(one));
    printf("graph: %llu\n", to_host(sum, 1)[0]);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));

    void *nothing;
    printf("%s\n", cudaGetErrorName(cudaMallocAsync(&nothing, (size_t)1 << 50, one)));
    printf("%s\n", cudaGetErrorName(cudaMemPoolDestroy(standard)));
    (void)cudaGetLastError();
    CHECK(cudaMemPoolDestroy(pool));
    CHECK(cudaStreamDestroy(one));
    CHECK(cudaStreamDestroy(two));
    return 0;
}
