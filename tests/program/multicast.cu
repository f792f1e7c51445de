// SPDX-License-Identifier: Apache-2.0
// Memory of several devices at one address: multimem loads, stores and reductions (run with --devices 3).
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr int DEVICES = 3, COUNT = 1024;

#define MUST(call)                                                                     \
    do {                                                                               \
        CUresult result = (call);                                                      \
        if (result != CUDA_SUCCESS) printf("line %d: %d\n", __LINE__, (int)result);    \
    } while (0)

__global__ void fill(float *own, int device)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    own[i] = (float)(i * (device + 1));
}

// own[i] becomes the sum over the devices, by a load; then all devices' second halves get what is stored and added.
__global__ void combine(float *together, float *own, float *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum, four[4];
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];" : "=f"(sum) : "l"(together + i) : "memory");
    asm volatile("multimem.ld_reduce.weak.global.add.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(four[0]), "=f"(four[1]), "=f"(four[2]), "=f"(four[3])
                 : "l"(together + i / 4 * 4)
                 : "memory");
    sums[i] = four[i % 4] == sum ? sum : -1.0f;
    asm volatile("multimem.st.global.f32 [%0], %1;" ::"l"(together + COUNT + i), "f"((float)i) : "memory");
    asm volatile("multimem.red.release.sys.global.add.f32 [%0], %1;" ::"l"(together + COUNT + i), "f"(0.5f) : "memory");
}

int main()
{
    CUdevice device[DEVICES];
    CUcontext context;
    MUST(cuInit(0));
    int count = 0;
    MUST(cuDeviceGetCount(&count));
    CUmulticastObjectProp property = {};
    property.numDevices = DEVICES;
    size_t unit = 0, size = 0;
    MUST(cuMulticastGetGranularity(&unit, &property, CU_MULTICAST_GRANULARITY_RECOMMENDED));
    property.size = size = unit;
    CUmemGenericAllocationHandle object, memory[DEVICES];
    for (int d = 0; d < DEVICES; d++) {
        cuDeviceGet(&device[d], d);
    }
    MUST(cuDevicePrimaryCtxRetain(&context, device[0]));
    MUST(cuCtxSetCurrent(context));
    MUST(cuMulticastCreate(&object, &property));
    CUdeviceptr own[DEVICES], together;
    CUmemAccessDesc access[DEVICES] = {};
    for (int d = 0; d < DEVICES; d++) {
        access[d].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        access[d].location.id = d;
        access[d].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        MUST(cuMulticastAddDevice(object, device[d]));
    }
    for (int d = 0; d < DEVICES; d++) {
        CUmemAllocationProp where = {};
        where.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        where.location = access[d].location;
        MUST(cuMemCreate(&memory[d], size, &where, 0));
        MUST(cuMemAddressReserve(&own[d], size, 0, 0, 0));
        MUST(cuMemMap(own[d], size, 0, memory[d], 0));
        MUST(cuMemSetAccess(own[d], size, &access[d], 1));
        if (d == 1) {
            MUST(cuMulticastBindAddr(object, 0, own[d], size, 0));
        } else {
            MUST(cuMulticastBindMem(object, 0, memory[d], 0, size, 0));
        }
    }
    MUST(cuMemAddressReserve(&together, size, 0, 0, 0));
    MUST(cuMemMap(together, size, 0, object, 0));
    MUST(cuMemSetAccess(together, size, access, DEVICES));
    for (int d = 0; d < DEVICES; d++) {
        cudaSetDevice(d);
        fill<<<COUNT / 256, 256>>>((float *)own[d], d);
        cudaDeviceSynchronize();
    }
    cudaSetDevice(1);
    float *sums;
    cudaMalloc(&sums, COUNT * sizeof(float));
    combine<<<COUNT / 256, 256>>>((float *)together, (float *)own[1], sums);
    std::vector<float> found(COUNT), half(COUNT);
    cudaMemcpy(found.data(), sums, COUNT * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += found[i] != (float)(i * 6);
    }
    for (int d = 0; d < DEVICES; d++) {
        cudaSetDevice(d);
        cudaMemcpy(half.data(), (float *)own[d] + COUNT, COUNT * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < COUNT; i++) {
            wrong += half[i] != (float)i + 0.5f;
        }
    }
    cudaFree(sums);
    printf("%d devices, %d wrong, %s\n", count, wrong, cudaGetErrorName(cudaGetLastError()));
    MUST(cuMulticastUnbind(object, device[2], 0, size));
    MUST(cuMemUnmap(together, size));
    MUST(cuMemRelease(object));
    for (int d = 0; d < DEVICES; d++) {
        MUST(cuMemUnmap(own[d], size));
        MUST(cuMemRelease(memory[d]));
        MUST(cuMemAddressFree(own[d], size));
    }
    return 0;
}
