// SPDX-License-Identifier: Apache-2.0
// The modeled GPU as programs query it: properties and attributes from its preset. The
// program sees one device of it, or several (--devices).
#include "sim/runtime/property.h"
#include "sim/runtime/state.h"
#include "sim/runtime/time.h"

#include <stdio.h>
#include <string.h>

#define PCI_BUS_FORMAT                                                                             \
    "0000:%02X:00.0" // domain, bus, device, function; device 1 has bus 2, and so on
#define PCI_BUS_BYTES 13
#define PITCH_MAX     2147483647 // bytes between rows that cudaMemcpy2D takes, on all GPUs
#define LAYERS_MAX    2048       // of layered textures, on all GPUs

// In texels; alignment in bytes.
typedef struct TextureLimits {
    uint32_t below; // compute capability × 10 of the first generation that has others
    int line, linear, plane[2], volume, layered;
    int surface_line, surface_plane[2];
    size_t alignment;
} TextureLimits;

// Values that the presets lack and all GPUs of a generation share (CUDA C++ Programming Guide,
// "Features and Technical Specifications").
static const TextureLimits texture_limits[] = {
    {20, 8192, 1 << 27, {65536, 32768}, 2048, 16384, 65536, {65536, 32768}, 256},
    {30, 65536, 1 << 27, {65536, 65535}, 2048, 16384, 65536, {65536, 32768}, 512},
    {60, 65536, 1 << 27, {65536, 65535}, 4096, 16384, 16384, {65536, 32768}, 512},
    {70, 131072, 1 << 27, {131072, 65536}, 16384, 32768, 32768, {131072, 65536}, 512},
    {UINT32_MAX, 131072, 1 << 28, {131072, 65536}, 16384, 32768, 32768, {131072, 65536}, 512},
};

// Since compute capability 6.0, as an H200 has them; the guide gives one value from there on.
static void set_further_limits(struct cudaDeviceProp *p)
{
    enum { CUBE_LAYERS = 2046 };
    p->maxTexture2DLinear[0] = 131072;
    p->maxTexture2DLinear[1] = 65000;
    p->maxTexture2DLinear[2] = 2097120; // bytes between rows
    p->maxTexture1DMipmap = p->maxTexture2DMipmap[0] = p->maxTexture2DMipmap[1] = 32768;
    p->maxTexture2DGather[0] = p->maxTexture2DGather[1] = 32768;
    p->maxTexture3DAlt[0] = p->maxTexture3DAlt[1] = 8192;
    p->maxTexture3DAlt[2] = 32768;
    p->maxTextureCubemapLayered[0] = p->maxSurfaceCubemapLayered[0] = p->maxTextureCubemap;
    p->maxTextureCubemapLayered[1] = p->maxSurfaceCubemapLayered[1] = CUBE_LAYERS;
    p->maxSurfaceCubemap = p->maxTextureCubemap;
    memcpy(p->maxSurface1DLayered, p->maxTexture1DLayered, sizeof p->maxSurface1DLayered);
    memcpy(p->maxSurface2DLayered, p->maxTexture2DLayered, sizeof p->maxSurface2DLayered);
}

static void set_texture_limits(const Gpu *gpu, struct cudaDeviceProp *p)
{
    const TextureLimits *limits = texture_limits;
    while (gpu->compute_capability >= limits->below) {
        limits++;
    }
    p->maxTexture1D = limits->line;
    p->maxTexture1DLinear = limits->linear;
    memcpy(p->maxTexture2D, limits->plane, sizeof(limits->plane));
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = limits->volume;
    p->maxTexture1DLayered[0] = limits->layered;
    p->maxTexture1DLayered[1] = LAYERS_MAX;
    p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = limits->layered;
    p->maxTexture2DLayered[2] = LAYERS_MAX;
    p->maxTextureCubemap = limits->layered;
    p->maxSurface1D = limits->surface_line;
    memcpy(p->maxSurface2D, limits->surface_plane, sizeof(limits->surface_plane));
    p->maxSurface3D[0] = p->maxSurface3D[1] = p->maxSurface3D[2] = limits->volume;
    p->textureAlignment = limits->alignment;
    p->texturePitchAlignment = 32;
    p->surfaceAlignment = 512;
    if (gpu->compute_capability >= 60) {
        set_further_limits(p);
    }
}

static void set_execution(const Gpu *gpu, struct cudaDeviceProp *p)
{
    p->major = (int)gpu->compute_capability / 10;
    p->minor = (int)gpu->compute_capability % 10;
    p->warpSize = LANE_COUNT;
    p->maxThreadsPerBlock = (int)gpu->threads_per_block;
    p->maxThreadsDim[0] = (int)gpu->block_x_max;
    p->maxThreadsDim[1] = (int)gpu->block_y_max;
    p->maxThreadsDim[2] = (int)gpu->block_z_max;
    p->maxGridSize[0] = (int)gpu->grid_x_max;
    p->maxGridSize[1] = (int)gpu->grid_y_max;
    p->maxGridSize[2] = (int)gpu->grid_z_max;
    p->multiProcessorCount = (int)gpu->sm_count;
    p->maxThreadsPerMultiProcessor = (int)gpu->threads_per_sm;
    p->maxBlocksPerMultiProcessor = (int)gpu->blocks_per_sm;
    p->regsPerBlock = (int)gpu->registers_per_block;
    p->regsPerMultiprocessor = (int)gpu->registers_per_sm;
    p->sharedMemPerBlock = gpu->shared_bytes_per_block;
    p->sharedMemPerBlockOptin = gpu->shared_bytes_per_block_optin;
    p->sharedMemPerMultiprocessor = gpu->shared_bytes_per_sm;
    p->reservedSharedMemPerBlock = gpu->shared_reserved_bytes;
    p->clockRate = (int)(gpu->sm_clock_mhz * 1e3);
    p->concurrentKernels = gpu->compute_capability >= 20;
    p->cooperativeLaunch = gpu->compute_capability >= 60;
    p->computePreemptionSupported = gpu->compute_capability >= 60;
    p->clusterLaunch = gpu->cluster_max > 0;
    p->streamPrioritiesSupported = gpu->compute_capability >= 35;
    double doubles = gpu->rate_fp64 > 0 ? gpu->rate_fp32 / gpu->rate_fp64 : 0;
    p->singleToDoublePrecisionPerfRatio = (int)(doubles + 0.5);
    p->unifiedFunctionPointers = 0;
}

// Transfers of a pin per second are twice the clock (double data rate), in kHz.
static void set_memory(const Gpu *gpu, struct cudaDeviceProp *p)
{
    p->totalGlobalMem = (size_t)gpu->memory_bytes;
    p->totalConstMem = gpu->const_bytes;
    p->memPitch = PITCH_MAX;
    p->memoryBusWidth = (int)gpu->memory_bus_bits;
    p->memoryClockRate = (int)(gpu->memory_rate_mts * 1e3 / 2);
    p->l2CacheSize = (int)gpu->l2_bytes;
    // An H200's (traces/h200/runtime.txt); those of other generations are not known.
    p->persistingL2CacheMaxSize = gpu->compute_capability == 90 ? (int)(gpu->l2_bytes / 8 * 5) : 0;
    p->globalL1CacheSupported = gpu->is_global_l1_cached != 0;
    p->localL1CacheSupported = gpu->l1_bytes > 0;
    p->canMapHostMemory = gpu->compute_capability >= 11; // not G80 (from memory)
    p->unifiedAddressing = 1;
    p->managedMemory = gpu->compute_capability >= 30; // CUDA C Programming Guide 6.0, J.1.4
    p->concurrentManagedAccess = gpu->compute_capability >= 60;
    p->canUseHostPointerForRegisteredMem = 1;
    p->hostRegisterSupported = 1;
    p->memoryPoolsSupported = 1;
    // An H200 names a third engine, though copies to and from the host take one each.
    p->asyncEngineCount = gpu->compute_capability == 90 ? 3 : (int)time_copy_engines(gpu);
    p->deviceOverlap = p->asyncEngineCount > 0;
    p->ipcEventSupported = 1;
    p->deviceNumaId = -1;
    p->hostNumaId = -1;
    p->ECCEnabled = gpu->compute_capability == 90; // an H200's; those of others are not known
    p->pciBusID = 1;
}

static void set_all(const Gpu *gpu, struct cudaDeviceProp *p)
{
    memset(p, 0, sizeof(*p));
    snprintf(p->name, sizeof(p->name), "%s", gpu->device_name);
    snprintf(p->uuid.bytes, sizeof(p->uuid.bytes), "ls-%.12s", gpu->name);
    set_execution(gpu, p);
    set_memory(gpu, p);
    set_texture_limits(gpu, p);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (count == NULL || runtime == NULL) {
        return runtime == NULL ? runtime_refusal() : runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *count = (int)runtime->device_count;
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (prop == NULL || !runtime_has_device(device)) {
        return runtime_leave(runtime,
                             prop == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    set_all(runtime->gpu, prop);
    prop->pciBusID += device;
    prop->uuid.bytes[sizeof(prop->uuid.bytes) - 1] = (char)device;
    prop->isMultiGpuBoard = 0;
    return runtime_leave(runtime, cudaSuccess);
}

static bool attribute_of(const struct cudaDeviceProp *p, enum cudaDeviceAttr attribute, int *value)
{
    switch ((int)attribute) {
#define ATTRIBUTE(name, expression)                                                                \
    case cudaDevAttr##name:                                                                        \
        *value = (int)(expression);                                                                \
        return true;
#include "sim/runtime/attribute.def"
#undef ATTRIBUTE
    case 102:
        *value = 1;
        return true; // virtual memory, which only the driver API names
    // Features that Lockstep lacks: external memory, GPUDirect, handles, ...
    default: *value = 0; return (int)attribute > 0 && attribute < cudaDevAttrMax;
    }
}

bool property_attribute(const Gpu *gpu, enum cudaDeviceAttr attribute, int *value)
{
    struct cudaDeviceProp properties;
    set_all(gpu, &properties);
    return attribute_of(&properties, attribute, value);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && (value == NULL || !attribute_of(&properties, attr, value))) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    return error;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (device == NULL || prop == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    *device = 0;
    return cudaSuccess;
}

static cudaError_t check_device(RuntimeCall call, int device)
{
    Runtime *runtime = runtime_enter(call);
    return runtime == NULL
               ? runtime_refusal()
               : runtime_leave(runtime,
                               runtime_has_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

// Whether cudaDeviceReset came after a fault: no device gets a context.
static bool is_without_context(void)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    bool is_without = runtime != NULL && runtime->fault == cudaErrorDevicesUnavailable;
    if (runtime != NULL) {
        runtime_leave(runtime, cudaSuccess);
    }
    return is_without;
}

cudaError_t cudaSetDevice(int device)
{
    RuntimeThread *thread = runtime_thread();
    cudaError_t error = check_device(CALL_QUERY, device); // works after a fault, too
    if (error == cudaSuccess && is_without_context()) {
        return runtime_refusal();
    }
    if (error == cudaSuccess) {
        thread->device = (uint32_t)device;
        thread->has_primary |= !thread->is_in_driver;
    }
    return error;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
{
    (void)deviceFlags;
    (void)flags;
    return check_device(CALL_QUERY, device);
}

cudaError_t cudaGetDevice(int *device)
{
    if (device == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    *device = (int)runtime_thread()->device;
    return check_device(CALL_QUERY, 0);
}

cudaError_t cudaSetValidDevices(int *device_arr, int len)
{
    if (device_arr == NULL && len > 0) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    for (int i = 0; i < len; i++) {
        if (!runtime_has_device(device_arr[i])) {
            return runtime_fail(cudaErrorInvalidDevice);
        }
    }
    return check_device(CALL_QUERY, 0);
}

cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
{
    cudaError_t error = check_device(CALL_QUERY, device);
    if (error != cudaSuccess || pciBusId == NULL || len < (int)PCI_BUS_BYTES) {
        return error != cudaSuccess ? error : runtime_fail(cudaErrorInvalidValue);
    }
    snprintf(pciBusId, (size_t)len, PCI_BUS_FORMAT, (unsigned)device + 1);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)
{
    unsigned domain = 0, bus = 0;
    bool is_read = device != NULL && pciBusId != NULL &&
                   (sscanf(pciBusId, "%x:%x:%*x", &domain, &bus) == 2) && domain == 0;
    if (!is_read || bus == 0 || !runtime_has_device((int)bus - 1)) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    *device = (int)bus - 1;
    return check_device(CALL_QUERY, *device);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const struct cudaChannelFormatDesc *fmtDesc,
                                                 int device)
{
    if (maxWidthInElements == NULL) {
        return runtime_fail(cudaErrorInvalidValue);
    }
    struct cudaDeviceProp properties;
    (void)fmtDesc;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    *maxWidthInElements = error == cudaSuccess ? (size_t)properties.maxTexture1DLinear : 0;
    return error;
}
