// SPDX-License-Identifier: Apache-2.0
// Asks the CUDA runtime what no document says: which copies a direction allows, what fetches return for channels that a
// texture lacks, how levels of a mipmap are chosen and blended, when addresses are used again, and the device's
// properties. One line an answer; traces/h200/runtime.txt is an H200's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

template <class T> static T *managed(int count)
{
    T *memory;
    cudaMallocManaged(&memory, count * sizeof(T));
    return memory;
}

static void properties()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("name %s bytes %zu engines %d bus %d L2 %d persisting %d SMs %d shared %zu %zu %zu registers %d %d\n", p.name,
           p.totalGlobalMem, p.asyncEngineCount, p.memoryBusWidth, p.l2CacheSize, p.persistingL2CacheMaxSize,
           p.multiProcessorCount, p.sharedMemPerBlock, p.sharedMemPerMultiprocessor, p.sharedMemPerBlockOptin,
           p.regsPerBlock, p.regsPerMultiprocessor);
    printf("textures %d %d %d,%d %d,%d %d,%d %d,%d,%d %d,%d %d,%d,%d %d,%d,%d %d,%d,%d %d %d,%d\n", p.maxTexture1D,
           p.maxTexture1DMipmap, p.maxTexture1DLayered[0], p.maxTexture1DLayered[1], p.maxTexture2D[0], p.maxTexture2D[1],
           p.maxTexture2DMipmap[0], p.maxTexture2DMipmap[1], p.maxTexture2DLinear[0], p.maxTexture2DLinear[1],
           p.maxTexture2DLinear[2], p.maxTexture2DGather[0], p.maxTexture2DGather[1], p.maxTexture2DLayered[0],
           p.maxTexture2DLayered[1], p.maxTexture2DLayered[2], p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2],
           p.maxTexture3DAlt[0], p.maxTexture3DAlt[1], p.maxTexture3DAlt[2], p.maxTextureCubemap,
           p.maxTextureCubemapLayered[0], p.maxTextureCubemapLayered[1]);
}

// --- copies between all kinds of memory, in all directions

enum { PAGEABLE, PINNED, DEVICE, MANAGED, KINDS, BYTES = 64 };

static void *memory_of(int kind)
{
    void *memory = nullptr;
    switch (kind) {
    case PAGEABLE: return malloc(BYTES);
    case PINNED: cudaMallocHost(&memory, BYTES); return memory;
    case DEVICE: cudaMalloc(&memory, BYTES); return memory;
    default: cudaMallocManaged(&memory, BYTES); return memory;
    }
}

static void fill(void *memory, int kind, int value)
{
    if (kind == DEVICE) {
        cudaMemset(memory, value, BYTES);
    } else {
        memset(memory, value, BYTES);
    }
    cudaDeviceSynchronize();
}

static void copies()
{
    static const char *const names[] = {"pageable", "pinned", "device", "managed"};
    for (int is_async = 0; is_async < 2; is_async++) {
        for (int direction = cudaMemcpyHostToHost; direction <= cudaMemcpyDefault; direction++) {
            for (int pair = 0; pair < KINDS * KINDS; pair++) {
                int from = pair / KINDS, to = pair % KINDS;
                void *source = memory_of(from), *target = memory_of(to);
                fill(source, from, 7);
                fill(target, to, 9);
                cudaError_t error = is_async ? cudaMemcpyAsync(target, source, BYTES, (cudaMemcpyKind)direction, 0)
                                             : cudaMemcpy(target, source, BYTES, (cudaMemcpyKind)direction);
                cudaError_t later = cudaDeviceSynchronize();
                unsigned char got = 0;
                cudaMemcpy(&got, target, 1, cudaMemcpyDefault);
                printf("copy %d direction %d %s to %s: %d %d, then %d\n", is_async, direction, names[from], names[to],
                       error, later, got);
                cudaGetLastError();
            }
        }
    }
}

// --- addresses that are used again

static void addresses()
{
    void *a, *b, *c;
    cudaMalloc(&a, 1000);
    cudaFree(a);
    cudaMalloc(&b, 1000);
    cudaMalloc(&c, 1000);
    printf("cudaMalloc: the same address after cudaFree %d, distance %ld\n", a == b, (long)((char *)c - (char *)b));
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMallocAsync(&a, 1000, first);
    cudaFreeAsync(a, first);
    cudaMallocAsync(&b, 1000, first);
    cudaFreeAsync(b, first);
    cudaMallocAsync(&c, 100, first);
    printf("pool: the same address again %d, for less %d\n", a == b, a == c);
    cudaMallocAsync(&b, 100, first);
    printf("pool: distance %ld\n", (long)((char *)b - (char *)c));
    cudaFreeAsync(b, first);
    cudaFreeAsync(c, first);
    cudaMallocAsync(&b, 5000, first);
    printf("pool: the same address for more %d\n", a == b);
    cudaFreeAsync(b, first);
    cudaMallocAsync(&c, 1000, second);
    printf("pool: the same address in another stream %d\n", a == c);
    cudaMallocAsync(&b, 1000, second);
    cudaFreeAsync(c, second);
    cudaFreeAsync(b, second);
    void *next;
    cudaMallocAsync(&next, 1000, second);
    printf("pool: of two freed the first %d, the second %d\n", next == c, next == b);
}

// --- channels

__global__ void fetch_float(cudaTextureObject_t texture, float4 *to)
{
    *to = tex2D<float4>(texture, 0.5f, 0.5f);
}

__global__ void fetch_int(cudaTextureObject_t texture, int4 *to)
{
    *to = tex2D<int4>(texture, 0.5f, 0.5f);
}

static void fetch(const char *name, cudaChannelFormatDesc format, int texel_bytes)
{
    cudaArray_t array;
    unsigned char bytes[256];
    for (int i = 0; i < 256; i++) {
        bytes[i] = (unsigned char)(0x85 + i * 7);
    }
    cudaError_t made = cudaMallocArray(&array, &format, 4, 4);
    if (made == cudaSuccess) {
        made = cudaMemcpy2DToArray(array, 0, 0, bytes, 4 * texel_bytes, 4 * texel_bytes, 4, cudaMemcpyHostToDevice);
    }
    for (int is_normalized = 0; is_normalized < 2; is_normalized++) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc how = {};
        how.readMode = is_normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        cudaTextureObject_t texture = 0;
        cudaError_t error = made != cudaSuccess ? made : cudaCreateTextureObject(&texture, &resource, &how, nullptr);
        unsigned *to = managed<unsigned>(4);
        memset(to, 0xee, 16);
        if (error == cudaSuccess && (is_normalized || format.f == cudaChannelFormatKindFloat)) {
            fetch_float<<<1, 1>>>(texture, (float4 *)to);
        } else if (error == cudaSuccess) {
            fetch_int<<<1, 1>>>(texture, (int4 *)to);
        }
        cudaError_t ran = cudaDeviceSynchronize();
        printf("%s normalized %d: %d %d: %08x %08x %08x %08x\n", name, is_normalized, error, ran, to[0], to[1], to[2],
               to[3]);
        cudaGetLastError();
    }
}

static void channels()
{
    char name[80];
    for (int count = 1; count <= 4; count *= 2) {
        for (int kind = cudaChannelFormatKindSigned; kind <= cudaChannelFormatKindFloat; kind++) {
            for (int bits = kind == cudaChannelFormatKindFloat ? 16 : 8; bits <= 32; bits *= 2) {
                snprintf(name, sizeof name, "channels %d of %d bits, kind %d", count, bits, kind);
                fetch(name,
                      cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
                                            (cudaChannelFormatKind)kind),
                      count * bits / 8);
            }
        }
    }
    for (int kind = cudaChannelFormatKindUnsignedNormalized8X1; kind <= cudaChannelFormatKindSignedNormalized16X4; kind++) {
        int at = kind - cudaChannelFormatKindUnsignedNormalized8X1, count = 1 << at % 3, bits = at % 6 < 3 ? 8 : 16;
        snprintf(name, sizeof name, "channels %d of %d bits, kind %d", count, bits, kind);
        fetch(name,
              cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
                                    (cudaChannelFormatKind)kind),
              count * bits / 8);
    }
}

// --- mipmaps

enum { FETCHES = 48, GRADIENTS = 40, LEVELS = 6 };

__global__ void fetch_levels(cudaTextureObject_t texture, float *to, const float *x, const float *y, const float *lod)
{
    int i = threadIdx.x;
    to[i] = tex2DLod<float>(texture, x[i], y[i], lod[i]);
}

__global__ void fetch_gradients(cudaTextureObject_t texture, float *to)
{
    int i = threadIdx.x;
    float length = (i + 1) * 0.02f, part = (i % 4) / 4.0f;
    float2 along = make_float2(length, length * part), across = make_float2(length * 0.3f * (i % 3), length * 0.1f);
    to[i] = tex2DGrad<float>(texture, 0.3f, 0.4f, along, across);
}

static cudaMipmappedArray_t mipmap_of_levels()
{
    cudaMipmappedArray_t mipmap;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    printf("mipmap of 16 x 8: %d\n", cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(16, 8, 0), LEVELS));
    for (unsigned level = 0; level < LEVELS; level++) {
        cudaArray_t array;
        cudaExtent extent = {};
        unsigned flags = 0;
        cudaError_t error = cudaGetMipmappedArrayLevel(&array, mipmap, level);
        if (error == cudaSuccess) {
            cudaArrayGetInfo(&format, &extent, &flags, array);
        }
        printf("level %u: %d, %zu x %zu x %zu\n", level, error, extent.width, extent.height, extent.depth);
        if (error != cudaSuccess) {
            continue;
        }
        float texels[16 * 8];
        for (int i = 0; i < (int)(extent.width * extent.height); i++) {
            texels[i] = (float)(1000 * level + i * (i % 3 + 1));
        }
        cudaMemcpy2DToArray(array, 0, 0, texels, extent.width * 4, extent.width * 4, extent.height,
                            cudaMemcpyHostToDevice);
    }
    cudaGetLastError();
    return mipmap;
}

static void print_all(const char *name, const float *values, int count)
{
    printf("%s", name);
    for (int i = 0; i < count; i++) {
        printf(" %a", values[i]);
    }
    printf("\n");
}

static void sample(cudaMipmappedArray_t mipmap, int is_normalized, int is_linear, int is_level_linear, float bias,
                   float least)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureDesc how = {};
    how.normalizedCoords = is_normalized;
    how.filterMode = is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.mipmapFilterMode = is_level_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.mipmapLevelBias = bias;
    how.minMipmapLevelClamp = least;
    how.maxMipmapLevelClamp = LEVELS - 2;
    cudaTextureObject_t texture = 0;
    cudaError_t error = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    printf("mipmap normalized %d linear %d between levels %d bias %g from %g: %d\n", is_normalized, is_linear,
           is_level_linear, bias, least, error);
    float *x = managed<float>(FETCHES), *y = managed<float>(FETCHES), *lod = managed<float>(FETCHES),
          *to = managed<float>(FETCHES);
    for (int i = 0; i < FETCHES; i++) {
        x[i] = (float)(i * 37 % 64) / (is_normalized ? 64.0f : 4.0f);
        y[i] = (float)(i * 23 % 32) / (is_normalized ? 32.0f : 4.0f);
        lod[i] = -0.75f + (float)i * 0.123f;
    }
    fetch_levels<<<1, FETCHES>>>(texture, to, x, y, lod);
    cudaDeviceSynchronize();
    print_all("levels", to, FETCHES);
    fetch_gradients<<<1, GRADIENTS>>>(texture, to);
    cudaDeviceSynchronize();
    print_all("gradients", to, GRADIENTS);
}

static void mipmaps()
{
    cudaMipmappedArray_t mipmap = mipmap_of_levels();
    for (int i = 0; i < 32; i++) {
        sample(mipmap, i >> 2 & 1, i >> 1 & 1, i & 1, i & 8 ? 0.5f : 0, i & 16 ? 1.25f : 0);
    }
    printf("free: %d\n", cudaFreeMipmappedArray(mipmap));
}

int main()
{
    properties();
    copies();
    addresses();
    channels();
    mipmaps();
    printf("end: %s\n", cudaGetErrorString(cudaGetLastError()));
}
