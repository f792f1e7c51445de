// SPDX-License-Identifier: Apache-2.0
// What the driver API tells about a function and sets for it; occupancy.
#include "sim/runtime/driver.h"

#include <stdlib.h>

cudaError_t driver_function_attribute(int *value, CUfunction_attribute attribute,
                                      CUfunction function)
{
    if (value == NULL) {
        return cudaErrorInvalidValue;
    }
    struct cudaFuncAttributes all = {0};
    cudaError_t error = cudaFuncGetAttributes(&all, function);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)all.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)all.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = all.preferredShmemCarveout;
        break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = all.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = all.clusterDimMustBeSet; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = all.requiredClusterWidth; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = all.requiredClusterHeight; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = all.requiredClusterDepth; break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = all.nonPortableClusterSizeAllowed;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        *value = all.clusterSchedulingPolicyPreference;
        break;
    default: return cudaErrorInvalidValue;
    }
    return error;
}

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
{
    return DRIVER_CALL(true, driver_function_attribute(pi, attrib, hfunc));
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
    return DRIVER_CALL(true, cudaFuncSetAttribute(hfunc, (enum cudaFuncAttribute)attrib, value));
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
{
    return DRIVER_CALL(true, cudaFuncSetCacheConfig(hfunc, (enum cudaFuncCache)config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config)
{
    return DRIVER_CALL(true, cudaFuncSetSharedMemConfig(hfunc, (enum cudaSharedMemConfig)config));
}

CUresult cuFuncGetName(const char **name, CUfunction hfunc)
{
    return DRIVER_CALL(true, cudaFuncGetName(name, hfunc));
}

CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset,
                            size_t *paramSize)
{
    return DRIVER_CALL(true, cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize));
}

// Functions are loaded with their modules.
static cudaError_t loading_state(CUfunctionLoadingState *state, CUfunction function)
{
    const char *name;
    if (state == NULL) {
        return cudaErrorInvalidValue;
    }
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return cudaFuncGetName(&name, function);
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
    return DRIVER_CALL(true, loading_state(state, function));
}

CUresult cuFuncLoad(CUfunction function)
{
    CUfunctionLoadingState state;
    return DRIVER_CALL(true, loading_state(&state, function));
}

// Occupancy

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize)
{
    return DRIVER_CALL(true, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                 numBlocks, func, blockSize, dynamicSMemSize));
}

// The largest block of those with the most threads on an SM.
static cudaError_t best_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared,
                              size_t plain_shared, int limit)
{
    struct cudaFuncAttributes attributes;
    struct cudaDeviceProp properties;
    cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    error = error == cudaSuccess
                ? cudaGetDeviceProperties(&properties, (int)runtime_thread()->device)
                : error;
    if (error != cudaSuccess) {
        return error;
    }
    int most = attributes.maxThreadsPerBlock, best = 0;
    most = limit > 0 && limit < most ? limit : most;
    for (int size = (most + 31) / 32 * 32; size > 0 && error == cudaSuccess; size -= 32) {
        int threads = size < most ? size : most, blocks = 0;
        size_t bytes = shared == NULL ? plain_shared : shared(threads);
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes);
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * properties.multiProcessorCount;
        }
    }
    return error;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit)
{
    return DRIVER_CALL(true, best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                        dynamicSMemSize, blockSizeLimit));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
                                                   CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags)
{
    return DRIVER_CALL(true,
                       flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE
                           ? cudaErrorInvalidValue
                           : best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                        dynamicSMemSize, blockSizeLimit));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned int flags)
{
    return DRIVER_CALL(true, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                 numBlocks, func, blockSize, dynamicSMemSize, flags));
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func,
                                                 int numBlocks, int blockSize)
{
    return DRIVER_CALL(true, cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func,
                                                                       numBlocks, blockSize));
}

static cudaError_t count_clusters(int *count, CUfunction function, const CUlaunchConfig *from,
                                  bool is_size)
{
    cudaLaunchConfig_t configuration = {0};
    cudaError_t error = driver_configuration(from, &configuration);
    if (error == cudaSuccess) {
        error = is_size ? cudaOccupancyMaxPotentialClusterSize(count, function, &configuration)
                        : cudaOccupancyMaxActiveClusters(count, function, &configuration);
    }
    free(configuration.attrs);
    return error;
}

CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func,
                                            const CUlaunchConfig *config)
{
    return DRIVER_CALL(true, count_clusters(clusterSize, func, config, true));
}

CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func,
                                      const CUlaunchConfig *config)
{
    return DRIVER_CALL(true, count_clusters(numClusters, func, config, false));
}
