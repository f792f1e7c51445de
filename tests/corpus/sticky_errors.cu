// SPDX-License-Identifier: Apache-2.0
// Errors that stay and errors that go: what each wrong call returns, what cudaGetLastError forgets, shared memory
// beyond the limit until it is asked for, and an illegal address after which everything fails.
#include <cstdio>
#include <cstring>

#define REPORT(call)                                                                               \
    do {                                                                                           \
        cudaError_t returned = call;                                                               \
        cudaError_t last = cudaGetLastError();                                                     \
        printf("%-58s %s", #call, cudaGetErrorName(returned));                                     \
        if (last != returned)                                                                      \
            printf(", last error %s", cudaGetErrorName(last));                                     \
        printf("\n");                                                                              \
    } while (0)

__constant__ float coefficients[16];
__device__ int global_value;

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded(int *p)
{
    if (p)
        p[threadIdx.x] = threadIdx.x;
}
__global__ void shared_user(int *p, int n)
{
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        *p = s[n - 1] + s[0];
}
__global__ void write_to(int *p, int value) { *p = value; }

template <typename... Args> static cudaError_t launch(void (*kernel)(Args...), dim3 grid, dim3 block, size_t shared, Args... args)
{
    kernel<<<grid, block, shared>>>(args...);
    cudaError_t peeked = cudaPeekAtLastError();
    return peeked;
}

int main()
{
    int host[4] = {1, 2, 3, 4}, *p, *q;
    REPORT(cudaMalloc(&p, 4 * sizeof(int)));
    REPORT(cudaMalloc(&q, (size_t)1 << 60));
    REPORT(cudaMalloc((void **)nullptr, 16));
    REPORT(cudaMemcpy(p, host, sizeof host, (cudaMemcpyKind)9));
    REPORT(cudaMemcpy(nullptr, host, sizeof host, cudaMemcpyHostToDevice));
    REPORT(cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice));
    REPORT(cudaMemcpy(p, host, sizeof host, cudaMemcpyDefault));
    REPORT(cudaMemset(nullptr, 0, 4));
    REPORT(cudaFree(host));
    REPORT(cudaFree(nullptr));
    REPORT(cudaFreeHost(host));
    REPORT(cudaHostRegister(nullptr, 10, cudaHostRegisterDefault));
    REPORT(cudaMemcpyToSymbol(coefficients, host, 65));
    REPORT(cudaMemcpyToSymbol(coefficients, host, 8, 60));
    REPORT(cudaMemcpyToSymbol(global_value, host, sizeof(int)));
    void *address;
    size_t size;
    REPORT(cudaGetSymbolAddress(&address, host));
    REPORT(cudaGetSymbolSize(&size, coefficients));
    printf("%zu\n", size);
    REPORT(cudaStreamSynchronize((cudaStream_t)nullptr));
    REPORT(cudaEventRecord(nullptr));
    cudaEvent_t event, other;
    REPORT(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    REPORT(cudaEventCreateWithFlags(&other, 1 << 12));
    REPORT(cudaEventCreate(&other));
    float ms;
    REPORT(cudaEventElapsedTime(&ms, event, other));
    REPORT(cudaEventElapsedTime(&ms, other, other));
    REPORT(cudaEventQuery(other));

    REPORT(launch(nothing, dim3(1), dim3(1024), 0));
    REPORT(launch(nothing, dim3(1), dim3(1025), 0));
    REPORT(launch(nothing, dim3(1), dim3(8, 8, 65), 0));
    REPORT(launch(nothing, dim3(0), dim3(32), 0));
    REPORT(launch(nothing, dim3(1, 65536), dim3(32), 0));
    REPORT(launch(nothing, dim3(1, 65535), dim3(1), 0));
    REPORT(launch(bounded, dim3(1), dim3(64), 0, (int *)nullptr));
    REPORT(launch(bounded, dim3(1), dim3(65), 0, (int *)nullptr));
    REPORT(launch(shared_user, dim3(1), dim3(32), 48 * 1024, p, 12 * 1024));
    REPORT(launch(shared_user, dim3(1), dim3(32), 48 * 1024 + 4, p, 100));
    REPORT(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
    REPORT(launch(shared_user, dim3(1), dim3(32), 64 * 1024, p, 16 * 1024));
    REPORT(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    REPORT(cudaMemcpy(host, p, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", host[0]);
    cudaFuncAttributes attributes;
    REPORT(cudaFuncGetAttributes(&attributes, bounded));
    printf("%d\n", attributes.maxThreadsPerBlock);
    REPORT(cudaFuncGetAttributes(&attributes, (const void *)host));

    // An error waits for whoever asks.
    nothing<<<1, 2000>>>();
    cudaDeviceSynchronize();
    printf("peeked %s", cudaGetErrorName(cudaPeekAtLastError()));
    printf(", peeked again %s", cudaGetErrorName(cudaPeekAtLastError()));
    printf(", got %s", cudaGetErrorName(cudaGetLastError()));
    printf(", then %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s | %s | %s\n", cudaGetErrorString(cudaErrorInvalidConfiguration), cudaGetErrorString(cudaErrorIllegalAddress), cudaGetErrorString((cudaError_t)12345));

    // A kernel that fails makes every later call fail.
    write_to<<<1, 1>>>((int *)0x10, 5);
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    REPORT(cudaDeviceSynchronize());
    REPORT(cudaMemcpy(host, p, sizeof(int), cudaMemcpyDeviceToHost));
    REPORT(cudaMalloc(&q, 16));
    REPORT(launch(write_to, dim3(1), dim3(1), 0, p, 7));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 3;
}
