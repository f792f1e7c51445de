// SPDX-License-Identifier: Apache-2.0
// A program for any number of devices, as the samples have it: each gets a share with its own stream and pinned
// buffers, partial sums come together on the host; and what one asks of devices that may not be there.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void __checkCudaErrors(cudaError err, const char *file, const int line)
{
    if (cudaSuccess != err) {
        printf("checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", err, cudaGetErrorString(err), file, line);
        exit(-1);
    }
}
#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)

typedef struct {
    int dataN;
    int *h_Data;
    int *h_Sum;
    int *d_Data, *d_Sum;
    long long h_Sum_from_device;
    cudaStream_t stream;
} TGPUplan;

static const int MAX_GPU_COUNT = 8;
static const int BLOCK_N = 32;
static const int THREAD_N = 256;
static const int ACCUM_N = BLOCK_N * THREAD_N;

__global__ static void reduceKernel(int *d_Result, const int *d_Input, int N)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int threadN = gridDim.x * blockDim.x;
    int sum = 0;
    for (int pos = tid; pos < N; pos += threadN)
        sum += d_Input[pos];
    d_Result[tid] = sum;
}

static __device__ int which;
static __global__ void stamp(int device) { which = device * 100 + 7; }

int main(int argc, char **argv)
{
    TGPUplan plan[MAX_GPU_COUNT];
    int GPU_N, gpuBase = 0;
    const int DATA_N = 1048576 / 8 + 5;

    checkCudaErrors(cudaGetDeviceCount(&GPU_N));
    GPU_N = std::min(GPU_N, MAX_GPU_COUNT);
    printf("at least one device: %s\n", GPU_N >= 1 ? "yes" : "no");

    for (int i = 0; i < GPU_N; i++)
        plan[i].dataN = DATA_N / GPU_N + (i < DATA_N % GPU_N);
    for (int i = 0; i < GPU_N; i++) {
        checkCudaErrors(cudaSetDevice(i));
        checkCudaErrors(cudaStreamCreate(&plan[i].stream));
        checkCudaErrors(cudaMalloc((void **)&plan[i].d_Data, plan[i].dataN * sizeof(int)));
        checkCudaErrors(cudaMalloc((void **)&plan[i].d_Sum, ACCUM_N * sizeof(int)));
        checkCudaErrors(cudaMallocHost((void **)&plan[i].h_Sum, ACCUM_N * sizeof(int)));
        checkCudaErrors(cudaMallocHost((void **)&plan[i].h_Data, plan[i].dataN * sizeof(int)));
        for (int j = 0; j < plan[i].dataN; j++)
            plan[i].h_Data[j] = (gpuBase + j) * 37 % 1001 - 500;
        gpuBase += plan[i].dataN;
    }
    for (int i = 0; i < GPU_N; i++) {
        checkCudaErrors(cudaSetDevice(i));
        checkCudaErrors(cudaMemcpyAsync(plan[i].d_Data, plan[i].h_Data, plan[i].dataN * sizeof(int), cudaMemcpyHostToDevice, plan[i].stream));
        reduceKernel<<<BLOCK_N, THREAD_N, 0, plan[i].stream>>>(plan[i].d_Sum, plan[i].d_Data, plan[i].dataN);
        checkCudaErrors(cudaPeekAtLastError());
        checkCudaErrors(cudaMemcpyAsync(plan[i].h_Sum, plan[i].d_Sum, ACCUM_N * sizeof(int), cudaMemcpyDeviceToHost, plan[i].stream));
        stamp<<<1, 1, 0, plan[i].stream>>>(i);
    }
    long long sumGPU = 0, sumCPU = 0;
    bool stamped = true;
    for (int i = 0; i < GPU_N; i++) {
        checkCudaErrors(cudaSetDevice(i));
        checkCudaErrors(cudaStreamSynchronize(plan[i].stream));
        for (int j = 0; j < ACCUM_N; j++)
            sumGPU += plan[i].h_Sum[j];
        int value = -1;
        checkCudaErrors(cudaMemcpyFromSymbol(&value, which, sizeof value));
        stamped &= value == i * 100 + 7;
        for (int j = 0; j < plan[i].dataN; j++)
            sumCPU += plan[i].h_Data[j];
    }
    printf("GPU sum %lld, CPU sum %lld, stamped %d\n", sumGPU, sumCPU, stamped);

    // The best device, by SMs and capability.
    int best = -1, best_sms = 0;
    for (int i = 0; i < GPU_N; i++) {
        cudaDeviceProp prop;
        checkCudaErrors(cudaGetDeviceProperties(&prop, i));
        if (prop.multiProcessorCount > best_sms)
            best = i, best_sms = prop.multiProcessorCount;
        if (i == 0)
            printf("compute capability %d.%d, warps of %d, at most %d threads a block, %zu KiB shared a block, unified %d, "
                   "grid %d x %d x %d, %d registers a block, texture rows %d, ECC or not %d, integrated %d\n",
                   prop.major, prop.minor, prop.warpSize, prop.maxThreadsPerBlock, prop.sharedMemPerBlock / 1024,
                   prop.unifiedAddressing, prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2], prop.regsPerBlock,
                   prop.maxTexture1D, prop.ECCEnabled == 0 || prop.ECCEnabled == 1, prop.integrated);
    }
    printf("best device found: %d\n", best >= 0);
    cudaDeviceProp wish = {};
    wish.major = 7;
    int chosen = -1;
    checkCudaErrors(cudaChooseDevice(&chosen, &wish));
    printf("chosen is one of them: %d\n", chosen >= 0 && chosen < GPU_N);

    // What is not there.
    int can = -1, value = 0;
    cudaError_t e = cudaSetDevice(99);
    printf("cudaSetDevice(99): %s\n", cudaGetErrorName(e));
    e = cudaDeviceCanAccessPeer(&can, 0, 99);
    printf("cudaDeviceCanAccessPeer(0, 99): %s\n", cudaGetErrorName(e));
    e = cudaDeviceCanAccessPeer(&can, 0, 0);
    printf("itself: %s %d\n", cudaGetErrorName(e), can);
    e = cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 0);
    printf("attribute 0: %s\n", cudaGetErrorName(e));
    e = cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimX, 99);
    printf("of device 99: %s\n", cudaGetErrorName(e));
    checkCudaErrors(cudaSetDevice(0));
    e = cudaDeviceEnablePeerAccess(0, 0);
    printf("peer of itself: %s\n", cudaGetErrorName(e));
    cudaGetLastError();
    cudaDeviceProp gone;
    e = cudaGetDeviceProperties(&gone, -1);
    printf("properties of -1: %s, last error %s\n", cudaGetErrorName(e), cudaGetErrorName(cudaGetLastError()));
    char bus[32];
    int back = -1;
    checkCudaErrors(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    checkCudaErrors(cudaDeviceGetByPCIBusId(&back, bus));
    printf("by its bus address: %d\n", back);
    for (int i = 0; i < GPU_N; i++) {
        checkCudaErrors(cudaSetDevice(i));
        checkCudaErrors(cudaFreeHost(plan[i].h_Sum));
        checkCudaErrors(cudaFreeHost(plan[i].h_Data));
        checkCudaErrors(cudaFree(plan[i].d_Sum));
        checkCudaErrors(cudaFree(plan[i].d_Data));
        checkCudaErrors(cudaStreamDestroy(plan[i].stream));
    }
    return sumGPU == sumCPU ? EXIT_SUCCESS : EXIT_FAILURE;
}
