// SPDX-License-Identifier: Apache-2.0
// What goes wrong and how it is told: bad configurations, bad arguments, errors that go when read, names and
// texts, and at the end an illegal address after which nothing works.
#include "corpus.h"

static void show(const char *what, cudaError_t error)
{
    printf("%s: %d %s, %s\n", what, (int)error, cudaGetErrorName(error), cudaGetErrorString(error));
}

__global__ void fill(int *data, int value) { data[threadIdx.x] = value; }

__global__ void needs_shared(int *data)
{
    extern __shared__ int memory[];
    memory[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    data[threadIdx.x] = memory[blockDim.x - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(64) bounded(int *data) { data[threadIdx.x] = 5; }

__global__ void write_at(int *address) { *address = 1; }

int main()
{
    int *data = on_device<int>(1024);
    show("at first", cudaGetLastError());

    fill<<<1, 2048>>>(data, 1);
    show("peek", cudaPeekAtLastError());
    show("peek again", cudaPeekAtLastError());
    show("too many threads", cudaGetLastError());
    show("cleared", cudaGetLastError());
    fill<<<1, 0>>>(data, 1);
    show("no threads", cudaGetLastError());
    fill<<<0, 32>>>(data, 1);
    show("no blocks", cudaGetLastError());
    fill<<<dim3(1, 70000), 32>>>(data, 1);
    show("grid too high", cudaGetLastError());
    fill<<<1, dim3(4, 4, 128)>>>(data, 1);
    show("block too deep", cudaGetLastError());
    needs_shared<<<1, 32, 300000>>>(data);
    show("too much shared memory", cudaGetLastError());
    bounded<<<1, 128>>>(data);
    show("beyond the launch bounds", cudaGetLastError());
    show("nothing ran", cudaDeviceSynchronize());
    print_hash("untouched", data, 1024);

    void *pointer = nullptr;
    show("too much memory", cudaMalloc(&pointer, (size_t)1 << 46));
    show("it stays the last error", cudaGetLastError());
    show("no pointer", cudaMalloc((void **)nullptr, 16));
    show("direction", cudaMemcpy(data, data, 4, (cudaMemcpyKind)9));
    cudaGetLastError();
    show("device", cudaSetDevice(1000));
    show("attribute", cudaFuncSetAttribute(needs_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    cudaGetLastError();
    show("free of null", cudaFree(nullptr));
    show("zero bytes", cudaMalloc(&pointer, 0));
    show("last", cudaGetLastError());
    const cudaError_t some[] = {cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidConfiguration,
                                cudaErrorInvalidDevice, cudaErrorInvalidSymbol, cudaErrorLaunchFailure,
                                cudaErrorLaunchTimeout, cudaErrorLaunchOutOfResources, cudaErrorNotReady,
                                cudaErrorIllegalAddress, cudaErrorMisalignedAddress, cudaErrorAssert,
                                cudaErrorCooperativeLaunchTooLarge, cudaErrorNotSupported, cudaErrorUnknown};
    for (cudaError_t error : some)
        show("-", error);
    show("no such error", (cudaError_t)54321);

    // Good launches still work.
    fill<<<1, 1024>>>(data, 7);
    show("good", cudaDeviceSynchronize());
    print_hash("sevens", data, 1024);

    write_at<<<1, 1>>>(nullptr);
    show("launched", cudaGetLastError());
    show("synchronised", cudaDeviceSynchronize());
    show("malloc", cudaMalloc(&pointer, 16));
    show("last", cudaGetLastError());
    fill<<<1, 32>>>(data, 1);
    show("launch", cudaGetLastError());
    show("copy", cudaMemcpy(&pointer, data, 8, cudaMemcpyDeviceToHost));
    show("still", cudaPeekAtLastError());
    return (int)cudaGetLastError() % 256;
}
