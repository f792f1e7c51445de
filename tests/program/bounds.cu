// SPDX-License-Identifier: Apache-2.0
// Managed, pinned and registered memory end where they were asked to end, and when they are freed.
#include <cstdio>
#include <cstdlib>

#define SHOW(call) printf("%-63s %s\n", #call, cudaGetErrorName(call))

static const size_t big = 1 << 22;

__global__ void add(int *counter)
{
    atomicAdd(counter, 1);
}

static void try_all(const char *name, char *memory, char *device)
{
    printf("%s\n", name);
    SHOW(cudaMemset(memory, 1, 4096));
    SHOW(cudaMemset(memory, 1, 4100));
    SHOW(cudaMemset(memory + 4000, 1, 97));
    SHOW(cudaMemset(memory, 1, big));
    SHOW(cudaMemcpy(device, memory, 4096, cudaMemcpyDefault));
    SHOW(cudaMemcpy(device, memory, 5000, cudaMemcpyDefault));
    SHOW(cudaMemcpy(memory + 96, device, 4001, cudaMemcpyDefault));
    SHOW(cudaMemcpy2D(memory, 64, device, 64, 64, 65, cudaMemcpyDefault));
}

int main(int count, char **)
{
    char *device, *managed, *pinned, *own = (char *)malloc(8192);
    cudaMalloc(&device, big);
    cudaMallocManaged(&managed, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaHostRegister(own, 4096, cudaHostRegisterDefault);
    try_all("managed", managed, device);
    try_all("pinned", pinned, device);
    try_all("registered", own, device);
    printf("on the stack\n");
    char far[1 << 20];
    SHOW(cudaMemcpy(far, device, sizeof far, cudaMemcpyDeviceToHost));
    cudaHostUnregister(own);
    SHOW(cudaMemcpy(device, own, 8192, cudaMemcpyHostToDevice));
    add<<<1, 1>>>((int *)managed + 1023);
    SHOW(cudaDeviceSynchronize());
    cudaFree(managed);
    cudaFreeHost(pinned);
    printf("freed\n");
    SHOW(cudaMemset(managed, 1, 4096));
    SHOW(cudaMemcpy(device, managed, 4096, cudaMemcpyDefault));
    SHOW(cudaMemcpy(pinned, device, 4096, cudaMemcpyDefault));
    free(own);
    cudaMallocManaged(&pinned, 4096);
    add<<<1, 1>>>((int *)(count > 1 ? managed + 4 : pinned + 4096));
    SHOW(cudaDeviceSynchronize());
    return 0;
}
