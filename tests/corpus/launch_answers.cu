// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// What the device runtime answers: errors of launches, streams and events, who sees a last error, the order of streams,
// and how many tail launches may wait.
#include <cstdio>

__device__ int runs, at, order[16];

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void shared_user() { extern __shared__ int s[]; s[threadIdx.x] = 1; }
__global__ void count_one() { atomicAdd(&runs, 1); }
__global__ void mark(int value) { order[atomicAdd(&at, 1)] = value; }

__global__ void errors(int *a)
{
    int i = 0;
    nothing<<<1, 2048>>>();             a[i++] = cudaPeekAtLastError(); a[i++] = cudaGetLastError(); a[i++] = cudaGetLastError();
    nothing<<<0, 32>>>();               a[i++] = cudaGetLastError();
    nothing<<<dim3(1, 70000, 1), 1>>>(); a[i++] = cudaGetLastError();
    bounded<<<1, 128>>>();              a[i++] = cudaGetLastError();
    shared_user<<<1, 32, 100000>>>();   a[i++] = cudaGetLastError();
    cudaStream_t stream = 0;
    cudaEvent_t event = 0;
    a[i++] = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
    a[i++] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    a[i++] = cudaEventCreateWithFlags(&event, cudaEventDefault);
    a[i++] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    a[i++] = cudaEventRecord(event, stream);
    a[i++] = cudaStreamWaitEvent(0, event, 0);
    a[i++] = cudaEventDestroy(event);
    a[i++] = cudaStreamDestroy(stream);
    a[i++] = cudaStreamDestroy(0);
    a[i++] = cudaGetLastError();
    int device = -1, devices = -1;
    size_t limit = 0;
    a[i++] = cudaGetDevice(&device); a[i++] = device;
    a[i++] = cudaGetDeviceCount(&devices); a[i++] = devices > 0;
    a[i++] = cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount); a[i++] = (int)limit;
    a[i++] = cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth);
    cudaGetLastError();
    int *memory = 0;
    a[i++] = cudaMalloc((void **)&memory, 64); a[i++] = memory != 0;
    a[i++] = cudaMemcpyAsync(memory, memory + 4, 8, cudaMemcpyHostToDevice, 0);
    a[i++] = cudaMemsetAsync(0, 1, 16, 0);
    a[i++] = cudaFree(memory);
    a[i++] = -1;
    printf("%s | %s\n", cudaGetErrorString(cudaErrorInvalidConfiguration), cudaGetErrorName(cudaErrorLaunchPendingCountExceeded));
}

__global__ void each_thread(int *a)
{
    if (threadIdx.x == 1) nothing<<<1, 2048>>>();
    __syncthreads();
    a[threadIdx.x] = cudaGetLastError();
}

__global__ void streams()
{
    mark<<<1, 1, 0, cudaStreamTailLaunch>>>(100);
    mark<<<1, 1>>>(1);
    mark<<<1, 1>>>(2);
    mark<<<1, 1, 0, cudaStreamTailLaunch>>>(101);
}

__global__ void tails(int count, int *first, int *code)
{
    for (int i = 0; i < count; i++) {
        count_one<<<1, 1, 0, cudaStreamTailLaunch>>>();
        int error = cudaGetLastError();
        if (error != 0 && *code == 0) *first = i, *code = error;
    }
}

__global__ void descend(int depth, int *reached)
{
    *reached = depth;
    if (depth < 40) descend<<<1, 1>>>(depth + 1, reached);
}

__global__ void copier(int *to, const int *from)
{
    cudaMemcpyAsync(to, from, 4 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(to + 1, 0, sizeof(int), 0);
}

int main()
{
    int *a;
    cudaMallocManaged(&a, 4096);
    errors<<<1, 1>>>(a);
    printf("errors: %d\n", (int)cudaDeviceSynchronize());
    for (int i = 0; a[i] != -1; i++) printf("%d ", a[i]);
    each_thread<<<1, 64>>>(a);
    cudaDeviceSynchronize();
    printf("\nthreads: %d %d %d %d\n", a[0], a[1], a[2], a[32]);
    streams<<<1, 1>>>();
    cudaDeviceSynchronize();
    int seen[16];
    cudaMemcpyFromSymbol(seen, order, sizeof seen);
    printf("order: %d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
    a[0] = a[1] = a[2] = 0;
    printf("limit: %d\n", (int)cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64));
    tails<<<1, 1>>>(100, a, a + 1);
    descend<<<1, 1>>>(0, a + 2);
    cudaDeviceSynchronize();
    int ran;
    cudaMemcpyFromSymbol(&ran, runs, sizeof ran);
    printf("tails: first failure at %d with %d, %d ran; depth %d\n", a[0], a[1], ran, a[2]);
    for (int i = 0; i < 8; i++) a[i] = i + 1;
    copier<<<1, 1>>>(a, a + 4);
    cudaDeviceSynchronize();
    printf("copied: %d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
