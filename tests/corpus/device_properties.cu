// SPDX-License-Identifier: Apache-2.0
/* What a program asks of the device: properties, attributes, limits, what a kernel takes and how many of its
   blocks fit. Only facts that hold for every H200 are printed. */
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256) kernel(int *out)
{
    __shared__ int tile[1024];
    tile[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[255 - threadIdx.x] + warpSize;
}

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess)
        printf("attribute %d is not known\n", (int)which);
    return value;
}

int main(void)
{
    int count = 0, device = -1;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1) {
        printf("no device\n");
        return 1;
    }
    cudaSetDevice(0);
    cudaGetDevice(&device);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    printf("device %d, compute capability %d.%d\n", device, p.major, p.minor);
    printf("multiprocessors %d, warp %d\n", p.multiProcessorCount, p.warpSize);
    printf("threads: a block %d, a multiprocessor %d\n", p.maxThreadsPerBlock, p.maxThreadsPerMultiProcessor);
    printf("block %d x %d x %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
    printf("grid %d x %d x %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
    printf("registers: a block %d, a multiprocessor %d\n", p.regsPerBlock, p.regsPerMultiprocessor);
    printf("shared memory: a block %zu, a multiprocessor %zu, at request %zu, reserved %zu\n", p.sharedMemPerBlock,
           p.sharedMemPerMultiprocessor, p.sharedMemPerBlockOptin, p.reservedSharedMemPerBlock);
    printf("constant memory %zu, blocks a multiprocessor %d\n", p.totalConstMem, p.maxBlocksPerMultiProcessor);
    printf("unified addresses %d, managed memory %d, concurrent kernels %d, cooperative launch %d\n",
           p.unifiedAddressing, p.managedMemory, p.concurrentKernels, p.cooperativeLaunch);
    printf("more than 100 GiB: %d, a name: %d\n", p.totalGlobalMem > (100ull << 30), p.name[0] != 0);

    printf("attributes %d %d %d %d %d %d\n", attribute(cudaDevAttrMaxThreadsPerBlock), attribute(cudaDevAttrWarpSize),
           attribute(cudaDevAttrMultiProcessorCount), attribute(cudaDevAttrComputeCapabilityMajor),
           attribute(cudaDevAttrComputeCapabilityMinor), attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    printf("%d %d %d\n", attribute(cudaDevAttrMaxRegistersPerBlock), attribute(cudaDevAttrMaxGridDimX),
           attribute(cudaDevAttrCooperativeLaunch));

    cudaFuncAttributes f;
    cudaFuncGetAttributes(&f, kernel);
    printf("kernel: static shared %zu, threads at most %d, registers some %d\n", f.sharedSizeBytes,
           f.maxThreadsPerBlock, f.numRegs > 0 && f.numRegs <= 255);
    int blocks = 0, grid = 0, best = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &best, kernel, 0, 0);
    printf("blocks of 256 on a multiprocessor: %d; best block %d, grid %d\n", blocks, best, grid);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 100 * 1024 - 4096 - 1024);
    printf("with 100 KiB each: %d\n", blocks);

    size_t available = 0, total = 0, heap = 0;
    cudaMemGetInfo(&available, &total);
    printf("memory: some is free %d, not more than all %d\n", available > 0, available <= total);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    printf("heap %zu\n", heap);
    int runtime = 0, driver = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    printf("a runtime: %d, driver not older: %d\n", runtime >= 12000, driver / 1000 >= runtime / 1000);

    int *out, host[256];
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[255]);
    cudaPointerAttributes where;
    cudaPointerGetAttributes(&where, out);
    printf("pointer: kind %d, device %d, same %d\n", (int)where.type, where.device, where.devicePointer == out);
    cudaFree(out);
    return 0;
}
