// SPDX-License-Identifier: Apache-2.0
// What runs on several streams, and what the host does meanwhile.
// nvcc: -rdc=true
#include "check.h"

#define WRITER(name)                                                                               \
    __global__ void name(int *p)                                                                   \
    {                                                                                              \
        p[threadIdx.x] = threadIdx.x;                                                              \
    }
#define CHANGER(name)                                                                              \
    __global__ void name(int *p)                                                                   \
    {                                                                                              \
        p[threadIdx.x] += 1;                                                                       \
    }

// expect race-stream
CHANGER(two_streams_wrong)
CHANGER(two_streams_right)
// expect race-stream
CHANGER(no_event_wrong)
CHANGER(no_event_right)
// expect race-stream
CHANGER(early_event_wrong)
CHANGER(early_event_right)
// expect race-stream
WRITER(copy_back_wrong)
WRITER(copy_back_right)
// expect race-stream
CHANGER(copy_there_wrong)
CHANGER(copy_there_right)
// expect race-stream
CHANGER(memset_wrong)
CHANGER(memset_right)
// expect race-stream
CHANGER(default_stream_wrong)
CHANGER(default_stream_right)
// expect race-stream
CHANGER(other_wait_wrong)
CHANGER(other_wait_right)
// expect race-stream
CHANGER(fork_wrong)
CHANGER(fork_right)
// expect race-host
WRITER(managed_wrong)
WRITER(managed_right)
// expect race-host
CHANGER(pinned_wrong)
CHANGER(pinned_right)
// expect race-host
WRITER(flagged_wrong)
__global__ void flagged_right(int *p) // the host waits for the flag
{
    p[threadIdx.x] = threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
        *(volatile int *)(p + 64) = 1;
    }
}

// A kernel and one that it launches.
// expect race-child
__global__ void child_wrong(int *p)
{
    p[threadIdx.x] += 1;
}
__global__ void child_right(int *p)
{
    p[threadIdx.x] += 1;
}
__global__ void parent_wrong(int *p)
{
    p[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        child_wrong<<<1, 64>>>(p);
    }
    __syncthreads();
    p[threadIdx.x + 64] = p[threadIdx.x]; // the child may have changed it
}
__global__ void parent_right(int *p)
{
    p[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        child_right<<<1, 64>>>(p);
        child_right<<<1, 64, 0, cudaStreamTailLaunch>>>(p + 64); // after the parent
    }
    __syncthreads();
    p[threadIdx.x + 64] = 1;
}
__global__ void other_block_wrong(int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        child_wrong<<<1, 64>>>(p); // what block 1 writes, it may see or not
    }
}
__global__ void other_block_right(int *p)
{
    __shared__ bool is_last;
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(p + 100, 1) == gridDim.x - 1;
        if (is_last) {
            __threadfence();
            child_right<<<1, 64>>>(p);
        }
    }
}

// Two kernels that one kernel launches.
// expect race-sibling
__global__ void sibling_wrong(int *p, int value)
{
    p[threadIdx.x] = value + p[threadIdx.x + 64];
}
__global__ void sibling_right(int *p, int value)
{
    p[threadIdx.x] = value + p[threadIdx.x + 64];
}
__global__ void parent_of_siblings_wrong(int *p)
{
    sibling_wrong<<<1, 64>>>(p, blockIdx.x); // each block has a default stream of its own
}
__global__ void parent_of_siblings_right(int *p)
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    sibling_right<<<1, 64, 0, stream>>>(p, 1);
    sibling_right<<<1, 64, 0, stream>>>(p, 2);  // after the first
    sibling_right<<<1, 64>>>(p + 128, 3);       // elsewhere
    sibling_right<<<1, 64, 0, cudaStreamTailLaunch>>>(p, 4); // after all
    cudaStreamDestroy(stream);
}
__global__ void parent_with_event_right(int *p)
{
    cudaStream_t stream, other;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    sibling_right<<<1, 64, 0, stream>>>(p, 1);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    sibling_right<<<1, 64, 0, other>>>(p, 2);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaEventDestroy(event);
}

static cudaStream_t a, b;
static cudaEvent_t event;
static int *pinned;

static void run_early_event_wrong()
{
    cudaEventRecord(event, a);
    early_event_wrong<<<1, 64, 0, a>>>(out);
    cudaStreamWaitEvent(b, event, 0);
    early_event_wrong<<<1, 64, 0, b>>>(out);
}

static void run_early_event_right()
{
    early_event_right<<<1, 64, 0, a>>>(out);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    early_event_right<<<1, 64, 0, b>>>(out);
}

static void fork(bool joins)
{
    fork_right<<<1, 64, 0, a>>>(out);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    if (joins) {
        fork_right<<<1, 64, 0, b>>>(out + 64);
        cudaEventRecord(event, b);
        cudaStreamWaitEvent(a, event, 0);
        fork_right<<<1, 64, 0, a>>>(out + 64);
    } else {
        fork_wrong<<<1, 64, 0, b>>>(out + 64);
        fork_wrong<<<1, 64, 0, a>>>(out + 64);
    }
}

static void run_fork_wrong()
{
    fork(false);
}

static void run_fork_right()
{
    fork(true);
}

// Nodes of a graph, which their dependencies alone order.
// expect race-stream
WRITER(branches_wrong)
WRITER(branches_right)
static void run_branches(void (*kernel)(int *), bool is_ordered)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t first, second, third;
    void *arguments[] = {&out};
    cudaKernelNodeParams node = {};
    node.func = (void *)kernel;
    node.gridDim = dim3(1);
    node.blockDim = dim3(64);
    node.kernelParams = arguments;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node);
    cudaGraphAddKernelNode(&second, graph, &first, 1, &node);
    cudaGraphAddKernelNode(&third, graph, is_ordered ? &second : &first, 1, &node);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
}

// Managed memory that is read before anyone has written it.
// expect uninit-atomic
__global__ void fresh_managed_wrong(int *p)
{
    atomicAdd(p, 1);
}
__global__ void fresh_managed_right(int *p)
{
    atomicAdd(p, 1);
}
// expect uninit-host
static int host_read_wrong(const int *p)
{
    return p[7];
}
static int host_read_right(const int *p)
{
    return p[7];
}
__global__ void fill_right(int *p)
{
    p[threadIdx.x] = 1;
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
#define STREAMS(number, ...)                                                                       \
    RUN(number, cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);                              \
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking); cudaEventCreate(&event);             \
        cudaMallocHost(&pinned, 512); memset(pinned, 0, 512); cudaDeviceSynchronize();             \
        __VA_ARGS__; cudaDeviceSynchronize(); cudaEventDestroy(event); cudaStreamDestroy(a);       \
        cudaStreamDestroy(b); cudaFreeHost(pinned))
    STREAMS(0, (two_streams_wrong<<<1, 64, 0, a>>>(out)); (two_streams_wrong<<<1, 64, 0, b>>>(out)));
    STREAMS(1, (two_streams_right<<<1, 64, 0, a>>>(out)); (two_streams_right<<<1, 64, 0, a>>>(out)));
    STREAMS(2, (no_event_wrong<<<1, 64, 0, a>>>(out)); cudaEventRecord(event, a); (no_event_wrong<<<1, 64, 0, b>>>(out)));
    STREAMS(3, (no_event_right<<<1, 64, 0, a>>>(out)); cudaEventRecord(event, a); cudaEventSynchronize(event);
            (no_event_right<<<1, 64, 0, b>>>(out)));
    STREAMS(4, run_early_event_wrong());
    STREAMS(5, run_early_event_right());
    STREAMS(6, (copy_back_wrong<<<1, 64, 0, a>>>(out)); cudaMemcpyAsync(pinned, out, 256, cudaMemcpyDeviceToHost, b));
    STREAMS(7, (copy_back_right<<<1, 64, 0, a>>>(out)); cudaMemcpyAsync(pinned, out, 256, cudaMemcpyDeviceToHost, a));
    STREAMS(8, cudaMemcpyAsync(out, pinned, 256, cudaMemcpyHostToDevice, a); (copy_there_wrong<<<1, 64, 0, b>>>(out)));
    STREAMS(9, cudaMemcpyAsync(out, pinned, 256, cudaMemcpyHostToDevice, a); cudaStreamSynchronize(a);
            (copy_there_right<<<1, 64, 0, b>>>(out)));
    STREAMS(10, cudaMemsetAsync(out, 0, 256, a); (memset_wrong<<<1, 64, 0, b>>>(out)));
    STREAMS(11, cudaMemsetAsync(out, 0, 256, a); (memset_right<<<1, 64, 0, a>>>(out)));
    STREAMS(12, (default_stream_wrong<<<1, 64>>>(out)); (default_stream_wrong<<<1, 64, 0, a>>>(out)));
    STREAMS(13, (default_stream_right<<<1, 64>>>(out)); cudaDeviceSynchronize(); (default_stream_right<<<1, 64, 0, a>>>(out)));
    STREAMS(14, (other_wait_wrong<<<1, 64, 0, a>>>(out)); cudaStreamSynchronize(b); (other_wait_wrong<<<1, 64, 0, b>>>(out)));
    STREAMS(15, (other_wait_right<<<1, 64, 0, a>>>(out)); cudaStreamSynchronize(a); (other_wait_right<<<1, 64, 0, b>>>(out)));
    STREAMS(16, run_fork_wrong());
    STREAMS(17, run_fork_right());
    int *managed = nullptr, sum = 0;
    STREAMS(18, cudaMallocManaged(&managed, 256); (managed_wrong<<<1, 64, 0, a>>>(managed)); sum += managed[5];
            cudaDeviceSynchronize(); cudaFree(managed));
    STREAMS(19, cudaMallocManaged(&managed, 256); (managed_right<<<1, 64, 0, a>>>(managed)); cudaDeviceSynchronize();
            sum += managed[5]; cudaFree(managed));
    STREAMS(20, (pinned_wrong<<<1, 64, 0, a>>>(pinned)); pinned[7] = 1);
    STREAMS(21, (pinned_right<<<1, 64, 0, a>>>(pinned)); pinned[70] = 1; cudaStreamSynchronize(a); pinned[7] = 1);
    RUN(24, (parent_wrong<<<1, 64>>>(out)));
    RUN(25, (parent_right<<<1, 64>>>(out)));
    RUN(26, (other_block_wrong<<<2, 32>>>(out)));
    RUN(27, (other_block_right<<<2, 32>>>(out)));
    RUN(28, (parent_of_siblings_wrong<<<2, 1>>>(out)));
    RUN(29, (parent_of_siblings_right<<<1, 1>>>(out)));
    RUN(30, (parent_with_event_right<<<1, 1>>>(out)));
    RUN(31, cudaMallocManaged(&managed, 256); (fresh_managed_wrong<<<1, 64>>>(managed)); cudaDeviceSynchronize(); cudaFree(managed));
    RUN(32, cudaMallocManaged(&managed, 256); memset(managed, 0, 4); (fresh_managed_right<<<1, 64>>>(managed));
        cudaDeviceSynchronize(); cudaFree(managed));
    RUN(33, cudaMallocManaged(&managed, 256); sum += host_read_wrong(managed); cudaFree(managed));
    RUN(34, cudaMallocManaged(&managed, 256); (fill_right<<<1, 64>>>(managed)); cudaDeviceSynchronize();
        sum += host_read_right(managed); cudaFree(managed));
    RUN(35, run_branches(branches_wrong, false));
    RUN(36, run_branches(branches_right, true));
    volatile int *flag;
    STREAMS(22, flag = pinned + 64; *flag = 1; (flagged_wrong<<<1, 64, 0, a>>>(pinned)); while (*flag == 0) {} sum += pinned[1]);
    STREAMS(23, flag = pinned + 64; *flag = 0; (flagged_right<<<1, 64, 0, a>>>(pinned)); while (*flag == 0) {} sum += pinned[1]);
    return sum == 12345;
}
