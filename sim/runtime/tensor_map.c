// SPDX-License-Identifier: Apache-2.0
// Tensor maps for copies by cp.async.bulk.tensor, and where programs find the function that makes
// them. Which arguments are refused was asked of an H200's driver (traces/h200/hopper). Leaves out
// im2col and interleaved layouts.
#include "sim/memory/tensor_map.h"

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"

#include <string.h>

#define BOX_MAX    256u
#define STEP_MAX   8u
#define STRIDE_END (UINT64_C(1) << 40)
#define TILE_MAX   (228u << 10) // shared memory of an SM

static bool is_enumerated(uint32_t type, uint32_t interleave, uint32_t swizzle, uint32_t promotion,
                          uint32_t fill)
{
    return type < TENSOR_TYPE_COUNT && interleave <= CU_TENSOR_MAP_INTERLEAVE_32B &&
           swizzle <= CU_TENSOR_MAP_SWIZZLE_128B &&
           promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
           fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
}

static bool read_dimension(TensorMap *map, uint32_t i, uint64_t size, uint32_t box, uint32_t step)
{
    if (size == 0 || size > UINT64_C(1) << 32 || box == 0 || box > BOX_MAX || step == 0 ||
        step > STEP_MAX) {
        return false;
    }
    map->last[i] = (uint32_t)(size - 1);
    map->box[i] = (uint16_t)box;
    map->step[i] = i == 0 ? 1 : (uint8_t)step; // that of the first dimension is ignored
    return true;
}

// The rules for a row of the tile and for the whole tile.
static bool is_tile(const TensorMap *map)
{
    uint32_t row = map->box[0] * tensor_element_bytes((TensorType)map->type);
    bool fits = map->span_bytes == 16 || row <= map->span_bytes;
    return row % 16 == 0 && fits && tensor_tile_bytes(map) <= TILE_MAX;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    static const uint8_t spans[] = {16, 32, 64, 128};
    if (tensorMap == NULL || globalDim == NULL || globalStrides == NULL || boxDim == NULL ||
        elementStrides == NULL || tensorRank == 0 || tensorRank > TENSOR_RANK_MAX ||
        (uintptr_t)globalAddress % 16 != 0 ||
        !is_enumerated(tensorDataType, interleave, swizzle, l2Promotion, oobFill)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    bool is_float = tensorDataType >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    TensorMap map = {.address = (uintptr_t)globalAddress,
                     .type = (uint8_t)tensorDataType,
                     .rank = (uint8_t)tensorRank,
                     .span_bytes = spans[swizzle],
                     .is_nan = oobFill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    map.stride[0] = tensor_element_bytes((TensorType)tensorDataType);
    for (uint32_t i = 0; i < tensorRank; i++) {
        if (!read_dimension(&map, i, globalDim[i], boxDim[i], elementStrides[i])) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (i > 0 && (globalStrides[i - 1] % 16 != 0 || globalStrides[i - 1] >= STRIDE_END)) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        map.stride[i] = i > 0 ? globalStrides[i - 1] : map.stride[0];
    }
    bool is_interleaved = interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
    if (!is_tile(&map) || (map.is_nan && !is_float) || (is_interleaved && tensorRank < 3)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (is_interleaved) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    tensor_map_write(&map, (uint8_t *)tensorMap);
    return CUDA_SUCCESS;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
{
    CUresult (*const encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                             const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                             const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                             CUtensorMapL2promotion, CUtensorMapFloatOOBfill) =
        cuTensorMapEncodeTiled;
    (void)cudaVersion, (void)flags;
    if (symbol == NULL || funcPtr == NULL) {
        return cudaErrorInvalidValue;
    }
    bool is_known = strcmp(symbol, "cuTensorMapEncodeTiled") == 0;
    *funcPtr = NULL;
    if (is_known) {
        memcpy(funcPtr, &encode, sizeof encode);
    }
    if (driverStatus != NULL) {
        *driverStatus = is_known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    }
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus)
{
    return cudaGetDriverEntryPointByVersion(symbol, funcPtr, CUDA_VERSION, flags, driverStatus);
}
