// SPDX-License-Identifier: Apache-2.0
// What a program queries and sets for its kernels; occupancy.
#include "sim/device/kernel_facts.h"
#include "sim/runtime/state.h"

#include <string.h>

// A kernel with its program for this GPU.
typedef struct Known {
    Runtime *runtime;
    RuntimeFunction *function;
    const MachineProgram *program;
} Known;

cudaError_t function_lack(Runtime *runtime, const void *pointer, cudaError_t error)
{
    bool is_handle = pointer != NULL && error == cudaErrorInvalidDeviceFunction &&
                     function_around(runtime, (const char *)pointer + 1) == NULL;
    return is_handle ? cudaErrorInvalidResourceHandle : error;
}

// Enters the runtime for a kernel; false, and the error to return, when that fails.
static bool enter(const void *pointer, Known *known, cudaError_t *error)
{
    known->runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (known->runtime == NULL) {
        *error = runtime_refusal();
        return false;
    }
    known->function = function_find(known->runtime, pointer, error);
    if (known->function == NULL) {
        *error = function_lack(known->runtime, pointer, *error);
        runtime_leave(known->runtime, *error);
        return false;
    }
    known->program =
        device_program(known->runtime->device, known->function->module, known->function->kernel);
    if (known->program == NULL) {
        runtime_show_messages(known->runtime);
        *error = runtime_leave(known->runtime, cudaErrorNoKernelImageForDevice);
        return false;
    }
    return true;
}

static KernelHere here(const Known *known)
{
    return (KernelHere){known->runtime->gpu, device_module_ptx(known->function->module),
                        known->function->kernel, known->program};
}

static Occupancy occupancy_of(const Known *known, uint32_t threads, size_t dynamic_bytes)
{
    KernelHere kernel = here(known);
    return kernel_occupancy(&kernel, threads, dynamic_bytes);
}

static int dynamic_limit(const Known *known)
{
    KernelHere kernel = here(known);
    uint32_t set = known->function->dynamic_shared_limit;
    return (int)(set > 0 ? set : kernel_dynamic_room(&kernel));
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    KernelHere place = here(&known);
    KernelAttributes found = kernel_attributes(&place);
    const PtxFunction *kernel = known.function->kernel;
    bool has_cluster = kernel->cluster[0] > 0;
    *attr = (struct cudaFuncAttributes){
        .sharedSizeBytes = found.shared_bytes,
        .constSizeBytes = found.constant_bytes,
        .localSizeBytes = found.local_bytes,
        .maxThreadsPerBlock = found.threads,
        .numRegs = found.registers,
        .ptxVersion = found.ptx_version,
        .binaryVersion = found.binary_version,
        .maxDynamicSharedSizeBytes = dynamic_limit(&known),
        .preferredShmemCarveout = known.function->carveout,
        .clusterDimMustBeSet = kernel->is_explicit_cluster,
        .requiredClusterWidth = (int)kernel->cluster[0],
        .requiredClusterHeight =
            has_cluster ? (int)(kernel->cluster[1] > 0 ? kernel->cluster[1] : 1) : 0,
        .requiredClusterDepth =
            has_cluster ? (int)(kernel->cluster[2] > 0 ? kernel->cluster[2] : 1) : 0,
        .nonPortableClusterSizeAllowed = known.function->is_cluster_nonportable};
    return runtime_leave(known.runtime, cudaSuccess);
}

static cudaError_t set(const Known *known, enum cudaFuncAttribute attribute, int value)
{
    uint32_t optin = known->runtime->gpu->shared_bytes_per_block_optin;
    uint32_t fixed = known->program->shared_bytes;
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || fixed > optin || (uint32_t)value > optin - fixed) {
            return cudaErrorInvalidValue;
        }
        known->function->dynamic_shared_limit = (uint32_t)value;
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) {
            return cudaErrorInvalidValue;
        }
        known->function->carveout = value;
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        known->function->is_cluster_nonportable = value != 0;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference: return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
    Known known;
    cudaError_t error;
    return enter(func, &known, &error) ? runtime_leave(known.runtime, set(&known, attr, value))
                                       : error;
}

// Preferences for the split of L1 and shared memory, and for Kepler's bank width, have an effect on
// GPUs before Maxwell (sim/device/tune.h).
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    if ((unsigned)cacheConfig > cudaFuncCachePreferEqual) {
        return runtime_leave(known.runtime, cudaErrorInvalidValue);
    }
    known.function->cache_config = cacheConfig;
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    known.function->shared_config = config;
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaFuncGetName(const char **name, const void *func)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    *name = known.function->name;
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
                                 size_t *paramSize)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    const PtxFunction *kernel = known.function->kernel;
    if (paramIndex >= kernel->parameter_count) {
        return runtime_leave(known.runtime, cudaErrorInvalidValue);
    }
    *paramOffset = kernel->parameter_offset[paramIndex];
    if (paramSize != NULL) {
        *paramSize = (size_t)kernel->parameters[paramIndex]->size_bytes;
    }
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int flags)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    if (numBlocks == NULL || blockSize <= 0 || flags > cudaOccupancyDisableCachingOverride) {
        return runtime_leave(known.runtime, cudaErrorInvalidValue);
    }
    // Launch bounds do not count: on an H200, a kernel for at most 256 threads has room for 512.
    bool fits = (uint32_t)blockSize <= known.runtime->gpu->threads_per_block &&
                dynamicSMemSize <= (size_t)dynamic_limit(&known);
    *numBlocks =
        fits ? (int)occupancy_of(&known, (uint32_t)blockSize, dynamicSMemSize).blocks_per_sm : 0;
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
                                                          int blockSize, size_t dynamicSMemSize)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

// The largest amount with which so many blocks still fit, found by halving.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                      int numBlocks, int blockSize)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    bool is_possible =
        numBlocks > 0 && blockSize > 0 &&
        occupancy_of(&known, (uint32_t)blockSize, 0).blocks_per_sm >= (uint32_t)numBlocks;
    if (dynamicSmemSize == NULL || !is_possible) {
        return runtime_leave(known.runtime, cudaErrorInvalidValue);
    }
    size_t low = 0, high = (size_t)dynamic_limit(&known); // as on an H200
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        bool fits =
            occupancy_of(&known, (uint32_t)blockSize, middle).blocks_per_sm >= (uint32_t)numBlocks;
        low = fits ? middle : low;
        high = fits ? high : middle - 1;
    }
    *dynamicSmemSize = low;
    return runtime_leave(known.runtime, cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    uint32_t most = known.runtime->gpu->cluster_max;
    if (clusterSize == NULL || launchConfig == NULL || most == 0) {
        return runtime_leave(known.runtime,
                             most == 0 ? cudaErrorNotSupported : cudaErrorInvalidValue);
    }
    *clusterSize =
        (int)(known.function->is_cluster_nonportable || most < CLUSTER_PORTABLE ? most
                                                                                : CLUSTER_PORTABLE);
    return runtime_leave(known.runtime, cudaSuccess);
}

// Blocks of clusters that cudaOccupancyMaxActiveClusters counts on an SM at most, as an H200 does.
#define CLUSTER_BLOCKS_PER_SM 8u

// The size that the attributes or the kernel give; all 0: neither does.
static dim3 cluster_of(const Known *known, const cudaLaunchConfig_t *config)
{
    const uint32_t *own = known->function->kernel->cluster;
    dim3 size = {own[0], own[0] > 0 && own[1] == 0 ? 1 : own[1],
                 own[0] > 0 && own[2] == 0 ? 1 : own[2]};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeClusterDimension) {
            size = (dim3){attribute->val.clusterDim.x, attribute->val.clusterDim.y,
                          attribute->val.clusterDim.z};
        }
    }
    return size;
}

static bool is_cluster(const Known *known, dim3 size, dim3 grid)
{
    uint32_t most = known->runtime->gpu->cluster_max, blocks = size.x * size.y * size.z;
    bool is_small = blocks <= CLUSTER_PORTABLE || known->function->is_cluster_nonportable;
    return is_small && blocks <= most && grid.x % size.x == 0 && grid.y % size.y == 0 &&
           grid.z % size.z == 0;
}

// Clusters lie within one of the GPU's groups of SMs (GPCs), which differ from chip to chip and are
// no parameter here, so clusters of more than two blocks may be fewer: an H200 has 248 instead of
// 264 clusters of four blocks.
cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig)
{
    Known known;
    cudaError_t error;
    if (!enter(func, &known, &error)) {
        return error;
    }
    if (numClusters == NULL || launchConfig == NULL || known.runtime->gpu->cluster_max == 0) {
        return runtime_leave(known.runtime, cudaErrorInvalidValue);
    }
    dim3 size = launchConfig->blockDim, cluster = cluster_of(&known, launchConfig);
    uint32_t blocks = cluster.x * cluster.y * cluster.z;
    if (blocks > 0 && !is_cluster(&known, cluster, launchConfig->gridDim)) {
        return runtime_leave(known.runtime, cudaErrorInvalidClusterSize);
    }
    uint32_t fits = occupancy_of(&known, size.x * size.y * size.z, launchConfig->dynamicSmemBytes)
                        .blocks_per_sm;
    fits = fits < CLUSTER_BLOCKS_PER_SM ? fits : CLUSTER_BLOCKS_PER_SM;
    *numClusters = blocks == 0 ? 0 : (int)(fits * known.runtime->gpu->sm_count / blocks);
    return runtime_leave(known.runtime, cudaSuccess);
}
