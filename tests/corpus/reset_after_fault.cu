// SPDX-License-Identifier: Apache-2.0
// What a process can still call after a kernel's fault and cudaDeviceReset: what needs no context.
#include <cstdio>

__global__ void write_to(int *p) { *p = 1; }
__global__ void maybe_write(int *p)
{
    if (p)
        *p = 2;
}

#define R(call)                                                                                    \
    do {                                                                                           \
        int error = call;                                                                          \
        int last = cudaGetLastError();                                                             \
        printf("%-50s %d last %d\n", #call, error, last);                                          \
    } while (0)

int main()
{
    int *p, *q, *g;
    int k;
    size_t f, z;
    cudaDeviceProp pr;
    cudaStream_t s;
    cudaEvent_t ev;
    R(cudaMalloc(&p,4));
    R(cudaMallocManaged(&g,4));
    write_to<<<1, 1>>>((int *)16);
    R(cudaDeviceSynchronize());
    R(cudaMalloc(&q,4));
    R(cudaDeviceReset());
    R(cudaGetDeviceCount(&k));
    R(cudaGetDeviceProperties(&pr,0));
    R(cudaSetDevice(0));
    R(cudaMalloc(&q,4));
    R(cudaMallocManaged(&g,4));
    R(cudaMallocHost(&g,4));
    R(cudaMemGetInfo(&f,&z));
    R(cudaFree(0));
    R(cudaFree(p));
    R(cudaSetDevice(0));
    R(cudaGetDevice(&k));
    R(cudaStreamCreate(&s));
    R(cudaEventCreate(&ev));
    R(cudaMemcpy(&k,p,4,cudaMemcpyDeviceToHost));
    maybe_write<<<1, 1>>>(nullptr);
    R(cudaPeekAtLastError());
    R(cudaDeviceSynchronize());
    R(cudaDeviceReset());
    R(cudaMalloc(&q,4));
    maybe_write<<<1, 1>>>(nullptr);
    R(cudaGetLastError());
    R(cudaDeviceSynchronize());
    R(cudaDriverGetVersion(&k));
    R(cudaRuntimeGetVersion(&k));
    R(cudaDeviceGetAttribute(&k,cudaDevAttrWarpSize,0));
    R(cudaDeviceSetLimit(cudaLimitStackSize,2048));
    cudaFuncAttributes fa;
    R(cudaFuncGetAttributes(&fa,maybe_write));
    printf("%s\n", cudaGetErrorString((cudaError_t)46));
    return 0;
}
