// SPDX-License-Identifier: Apache-2.0
// needs: -rdc=true
// What kernels ask of kernels and of the device: attributes, occupancy, configurations; copies and fills of planes and
// volumes, whose fills have the value 0, since an H200 with CUDA 13.0 fills with 0 whatever the value is.
#include <cstdio>

__constant__ int table[16];
__global__ void plain(int *p) { __shared__ int s[100]; s[threadIdx.x % 100] = table[3]; __syncthreads(); *p = s[5]; }
__global__ void __launch_bounds__(192) bounded(float *p) { extern __shared__ float t[]; t[threadIdx.x] = *p; __syncthreads(); *p = t[1]; }
__global__ void __cluster_dims__(2, 1, 1) clustered() {}

__device__ void show(const char *name, cudaError_t error, const cudaFuncAttributes &a)
{
    printf("%s: %d, shared %d, const %d, local %d, threads %d, ptx %d, binary %d, dynamic %d, carveout %d, cluster %d %d %d %d, "
           "policy %d, nonportable %d, ca %d, regs>0 %d\n", name, error, (int)a.sharedSizeBytes, (int)a.constSizeBytes, (int)a.localSizeBytes,
           a.maxThreadsPerBlock, a.ptxVersion, a.binaryVersion, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout, a.clusterDimMustBeSet,
           a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth, a.clusterSchedulingPolicyPreference,
           a.nonPortableClusterSizeAllowed, a.cacheModeCA, a.numRegs > 0);
}

__global__ void attributes()
{
    cudaFuncAttributes a;
    memset(&a, 0x55, sizeof a);
    cudaError_t e = cudaFuncGetAttributes(&a, plain);
    show("plain", e, a);
    memset(&a, 0x55, sizeof a);
    e = cudaFuncGetAttributes(&a, bounded);
    show("bounded", e, a);
    memset(&a, 0x55, sizeof a);
    e = cudaFuncGetAttributes(&a, clustered);
    show("clustered", e, a);
    memset(&a, 0x55, sizeof a);
    e = cudaFuncGetAttributes(&a, attributes);
    printf("itself: %d\n", e);
    printf("null attr: %d, null func %d\n", cudaFuncGetAttributes((cudaFuncAttributes *)0, (const void *)plain), cudaFuncGetAttributes(&a, (const void *)0));
    printf("last %d, size %d\n", cudaGetLastError(), (int)sizeof a);
}

__global__ void occupancy()
{
    int n = -7, sizes[] = {1, 32, 100, 192, 256, 1024, 1025, 0, -1};
    for (int i = 0; i < 9; i++) {
        n = -7;
        cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, sizes[i], 0);
        printf("plain %d: %d, %d\n", sizes[i], e, n);
        n = -7;
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, bounded, sizes[i], 20000, cudaOccupancyDisableCachingOverride);
        printf("bounded %d: %d, %d\n", sizes[i], e, n);
    }
    n = -7;
    printf("48 KiB: %d", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bounded, 128, 49152));
    printf(" %d\n", n);
    n = -7;
    printf("more: %d", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bounded, 128, 49153));
    printf(" %d\n", n);
    n = -7;
    printf("flags 2: %d", cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, bounded, 128, 0, 2));
    printf(" %d\n", n);
    printf("last %d\n", cudaGetLastError());
}

__global__ void device()
{
    int list[] = {1, 2, 5, 8, 10, 12, 16, 39, 75, 76, 81, 82, 97, 106, 111, 9999}, v;
    for (int i = 0; i < 16; i++) {
        v = -7;
        cudaError_t e = cudaDeviceGetAttribute(&v, (cudaDeviceAttr)list[i], 0);
        printf("attribute %d: %d, %d\n", list[i], e, v);
    }
    printf("device 99: %d\n", cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
    cudaFuncCache cache = (cudaFuncCache)77;
    cudaSharedMemConfig config = (cudaSharedMemConfig)77;
    cudaError_t a = cudaDeviceGetCacheConfig(&cache), b = cudaDeviceGetSharedMemConfig(&config);
    printf("cache %d %d, shared %d %d\n", a, cache, b, config);
    cudaEvent_t event;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
}

__device__ unsigned char from[512], to[512], filled[512], cube[512];
__global__ void copies()
{
    for (int i = 0; i < 512; i++) from[i] = i, to[i] = filled[i] = cube[i] = 0xEE;
    __threadfence();
    printf("copy %d", cudaMemcpy2DAsync(to, 32, from, 20, 7, 3, cudaMemcpyDeviceToDevice, 0));
    printf(" fill %d", cudaMemset2DAsync(filled, 16, 0, 3, 4, 0));
    cudaMemcpy3DParms p = {};
    p.srcPtr = cudaPitchedPtr{from, 10, 10, 4};
    p.dstPtr = cudaPitchedPtr{cube, 16, 16, 8};
    p.srcPos = cudaPos{1, 1, 0};
    p.dstPos = cudaPos{2, 1, 1};
    p.extent = cudaExtent{5, 2, 2};
    p.kind = cudaMemcpyDeviceToDevice;
    printf(" cube %d", cudaMemcpy3DAsync(&p, 0));
    printf(" fill %d\n", cudaMemset3DAsync(cudaPitchedPtr{filled + 256, 8, 8, 4}, 0, cudaExtent{3, 2, 2}, 0));
    printf("pitch %d %d\n", cudaMemcpy2DAsync(to, 3, from, 20, 7, 3, cudaMemcpyDeviceToDevice, 0), cudaMemset2DAsync(filled, 2, 5, 3, 4, 0));
    printf("kind %d null %d %d\n", cudaMemcpy2DAsync(to, 32, from, 20, 7, 3, cudaMemcpyHostToDevice, 0), cudaMemcpy2DAsync(0, 32, from, 20, 7, 3, cudaMemcpyDeviceToDevice, 0),
        cudaMemset2DAsync(0, 16, 5, 3, 4, 0));
    printf("empty %d %d\n", cudaMemcpy2DAsync(to, 32, from, 20, 0, 3, cudaMemcpyDeviceToDevice, 0), cudaMemset2DAsync(filled, 16, 5, 0, 4, 0));
    printf("last %d\n", cudaGetLastError());
}
__global__ void dump()
{
    unsigned char *lists[] = {to, filled, cube};
    for (int k = 0; k < 3; k++) {
        unsigned sum = 0;
        for (int i = 0; i < 512; i++) if (lists[k][i] != 0xEE) printf("%d:%d ", i, lists[k][i]), sum += i * lists[k][i];
        printf("= %u\n", sum);
    }
}

__global__ void nulls(int which)
{
    int v = 0;
    cudaError_t e = cudaSuccess;
    switch (which) {
    case 3: e = cudaDeviceGetAttribute((int *)0, cudaDevAttrWarpSize, 0); break;
    case 4: e = cudaDeviceGetCacheConfig((cudaFuncCache *)0); break;
    case 5: e = cudaDeviceGetSharedMemConfig((cudaSharedMemConfig *)0); break;
    case 6: e = cudaMemcpy3DAsync((cudaMemcpy3DParms *)0, 0); break;
    case 7: e = cudaMemset3DAsync(cudaPitchedPtr{0, 8, 8, 4}, 0, cudaExtent{3, 2, 2}, 0); break;
    case 8: e = cudaFuncGetAttributes((cudaFuncAttributes *)0, (const void *)plain); break;
    }
    printf("null %d: %d\n", which, e);
}

static void end(const char *what)
{
    printf("%s: %d\n", what, cudaDeviceSynchronize());
}

int main()
{
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, plain);
    printf("host: const %d dynamic %d threads %d carveout %d\n", (int)a.constSizeBytes, a.maxDynamicSharedSizeBytes,
           a.maxThreadsPerBlock, a.preferredShmemCarveout);
    attributes<<<1, 1>>>();
    end("attributes");
    occupancy<<<1, 1>>>();
    end("occupancy");
    device<<<1, 1>>>();
    end("device");
    copies<<<1, 1>>>();
    end("copies");
    dump<<<1, 1>>>();
    end("dump");
    for (int which = 3; which <= 8; which++)
        nulls<<<1, 1>>>(which);
    end("nulls");
    return 0;
}
