// SPDX-License-Identifier: Apache-2.0
// Arguments that the runtime and the driver refuse: the answers of an H200 (driver 580).
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
__global__ void plain(int *p) { *p = 1; }
__global__ void fixed(int *p)
{
    __shared__ int s[8192];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    *p = s[threadIdx.x ^ 1];
}
__global__ void __cluster_dims__(2, 1, 1) clustered(int *p) { *p = 2; }
__global__ void fault() { *(volatile int *)16 = 1; }
static const char *told(cudaError_t error)
{
    const char *name = cudaGetErrorName(error);
    cudaGetLastError();
    return error == cudaSuccess ? "ok" : name + sizeof "cudaError" - 1;
}
static const char *told(CUresult result)
{
    const char *name = "?";
    cuGetErrorName(result, &name);
    return result == CUDA_SUCCESS ? "ok" : name + sizeof "CUDA_ERROR_" - 1;
}
static void runtime(int *d)
{
    int host[64] = {}, count;
    size_t bytes;
    static char page[8192];
    printf("a function that is none: launched %s", told(cudaLaunchKernel((void *)host, dim3(1), dim3(1), nullptr, 0, 0)));
    printf(", its cache %s\n", told(cudaFuncSetCacheConfig(plain, (cudaFuncCache)7)));
    cudaHostRegister(page, 4096, cudaHostRegisterDefault);
    printf("registered: inside %s", told(cudaHostUnregister(page + 8)));
    printf(", from the start %s\n", told(cudaHostUnregister(page)));
    int *managed;
    printf("managed: of no bytes %s", told(cudaMallocManaged(&managed, 0)));
    cudaMallocManaged(&managed, 1 << 20);
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    printf(", unknown advice %s", told(cudaMemAdvise(managed, 1 << 20, (cudaMemoryAdvise)77, device)));
    printf(", prefetched with a flag %s", told(cudaMemPrefetchAsync(managed, 1 << 20, device, 1)));
    printf(", attached in part %s", told(cudaStreamAttachMemAsync(0, managed, 2)));
    printf(", to what %s\n", told(cudaStreamAttachMemAsync(0, managed, 0, 9)));
    cudaStream_t s, t;
    cudaStreamCreateWithPriority(&s, cudaStreamDefault, -2);
    cudaStreamCreate(&t);
    cudaStreamCopyAttributes(t, s);
    cudaStreamGetPriority(t, &count);
    printf("streams: a copied priority %d", count);
    printf(", a callback's flag %s\n", told(cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 1)));
    cudaMemcpy3DParms box = {};
    box.srcPtr = make_cudaPitchedPtr(page, 30, 25, 8);
    box.srcPos = make_cudaPos(2, 1, 1);
    box.dstPtr = make_cudaPitchedPtr(d, 64, 64, 8);
    box.extent = make_cudaExtent(40, 3, 3);
    box.kind = cudaMemcpyHostToDevice;
    printf("boxes: wider than a row %s", told(cudaMemcpy3D(&box)));
    box.extent = make_cudaExtent(10, 10, 3);
    printf(", higher than a slice %s\n", told(cudaMemcpy3D(&box)));
    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 2, 256);
    printf("shared memory that may be asked for: %zu", bytes);
    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, fixed, 3, 256);
    printf(", beside 32 KB %zu\n", bytes);
    clustered<<<3, 32>>>(d);
    printf("launches: half a cluster %s", told(cudaGetLastError()));
    cudaLaunchAttribute attribute = {};
    attribute.id = (cudaLaunchAttributeID)55;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = launch.blockDim = 1;
    launch.attrs = &attribute;
    launch.numAttrs = 1;
    printf(", an unknown attribute %s\n", told(cudaLaunchKernelEx(&launch, plain, d)));
    cudaKernel_t kernel;
    cudaGetKernel(&kernel, (const void *)plain);
    printf("a kernel's attribute: %s", told(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000, 0)));
    printf(", on no device %s\n", told(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000, 30)));
    printf("limits: unknown %s", told(cudaDeviceGetLimit(&bytes, (cudaLimit)50)));
    printf(", of L2 %s\n", told(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129)));
}
static void driver(CUdeviceptr d)
{
    CUcontext context;
    CUdeviceptr p;
    size_t pitch;
    printf("contexts: two ways of waiting %s", told(cuCtxCreate(&context, nullptr, 3, 0)));
    printf(", an unknown flag %s", told(cuCtxCreate(&context, nullptr, 0x4000, 0)));
    printf(", none pushed %s\n", told(cuCtxPushCurrent(nullptr)));
    printf("memory: rows for elements of 3 bytes %s", told(cuMemAllocPitch(&p, &pitch, 40, 10, 3)));
    printf(", of no width %s", told(cuMemAllocPitch(&p, &pitch, 0, 10, 4)));
    printf(", managed of no bytes %s", told(cuMemAllocManaged(&p, 0, CU_MEM_ATTACH_GLOBAL)));
    printf(", from a pool %s", told(cuMemAllocAsync(&p, 0, nullptr)));
    printf(", none freed %s\n", told(cuMemFree(0)));
    printf("rows of words: a pitch of 18 %s", told(cuMemsetD2D32(d, 18, 1, 4, 3)));
    printf(", of halfwords, 17 %s\n", told(cuMemsetD2D16(d, 17, 1, 4, 3)));
    static char host[4096];
    CUDA_MEMCPY2D rows = {};
    rows.srcMemoryType = CU_MEMORYTYPE_HOST;
    rows.srcHost = host;
    rows.srcPitch = 64;
    rows.srcXInBytes = 5;
    rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    rows.dstDevice = d;
    rows.WidthInBytes = 60;
    rows.Height = 3;
    printf("copies: past a row's end %s", told(cuMemcpy2D(&rows)));
    rows.srcXInBytes = 4;
    printf(", to it %s", told(cuMemcpy2D(&rows)));
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_HOST;
    box.srcHost = host;
    box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.dstDevice = d;
    box.dstPitch = 32;
    box.dstHeight = 6;
    box.dstY = 2;
    box.WidthInBytes = 16;
    box.Height = 5;
    box.Depth = 4;
    printf(", past a slice's end %s\n", told(cuMemcpy3D(&box)));
    printf("a word written with a flag %s\n", told(cuStreamWriteValue32(nullptr, d, 7, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)));
}
int main()
{
    int *d;
    cudaMalloc(&d, 8192);
    runtime(d);
    driver((CUdeviceptr)d);
    fault<<<1, 1>>>();
    printf("after a fault: %s", told(cudaDeviceSynchronize()));
    printf(", memory %s", told(cudaMalloc(&d, 4)));
    printf(", the device chosen %s\n", told(cudaSetDevice(0)));
}
