// SPDX-License-Identifier: Apache-2.0
// Tensor maps for copies by cp.async.bulk.tensor, and where programs find the function that makes
// them. Which arguments of tiled maps are refused was asked of an H200's driver
// (traces/h200/hopper); those of maps in im2col mode are as the CUDA Driver API describes them.
// Leaves out interleaved layouts.
#include "sim/memory/tensor_map.h"

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"

#include <string.h>

#define BOX_MAX    256u
#define PIXELS_MAX 1024u
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

// What maps of all modes have: a tensor and how its elements are read.
typedef struct Request {
    CUtensorMap *to;
    CUtensorMapDataType type;
    cuuint32_t rank;
    const void *address;
    const cuuint64_t *size, *stride;
    const cuuint32_t *step;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
} Request;

static bool read_dimension(TensorMap *map, const Request *request, uint32_t i)
{
    uint64_t size = request->size[i], stride = i > 0 ? request->stride[i - 1] : 0;
    uint32_t step = request->step[i];
    if (size == 0 || size > UINT64_C(1) << 32 || step == 0 || step > STEP_MAX || stride % 16 != 0 ||
        stride >= STRIDE_END) {
        return false;
    }
    map->last[i] = (uint32_t)(size - 1);
    map->step[i] = i == 0 ? 1 : (uint8_t)step; // that of the first dimension is ignored
    map->stride[i] = i > 0 ? stride : tensor_element_bytes((TensorType)map->type);
    return true;
}

// The map without its tiles.
static bool read_tensor(TensorMap *map, const Request *request)
{
    static const uint8_t spans[] = {16, 32, 64, 128};
    bool is_float = request->type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    if (request->to == NULL || request->size == NULL || request->stride == NULL ||
        request->step == NULL || request->rank == 0 || request->rank > TENSOR_RANK_MAX ||
        (uintptr_t)request->address % 16 != 0 ||
        !is_enumerated(request->type, request->interleave, request->swizzle, request->promotion,
                       request->fill)) {
        return false;
    }
    *map = (TensorMap){.address = (uintptr_t)request->address,
                       .type = (uint8_t)request->type,
                       .rank = (uint8_t)request->rank,
                       .span_bytes = spans[request->swizzle],
                       .is_nan = request->fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (uint32_t i = request->rank; i < TENSOR_RANK_MAX; i++) { // until a kernel replaces the rank
        map->box[i] = 1;
        map->step[i] = 1;
    }
    for (uint32_t i = 0; i < request->rank; i++) {
        if (!read_dimension(map, request, i)) {
            return false;
        }
    }
    bool is_interleaved = request->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
    return (!map->is_nan || is_float) && (!is_interleaved || request->rank >= 3);
}

// The rules for a row of the tile and for the whole tile, and the map written.
static CUresult write(const TensorMap *map, const Request *request)
{
    uint32_t row = map->box[0] * tensor_element_bytes((TensorType)map->type);
    bool fits = map->span_bytes == 16 || row <= map->span_bytes;
    if (row % 16 != 0 || !fits || tensor_tile_bytes(map) > TILE_MAX) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (request->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    tensor_map_write(map, (uint8_t *)request->to);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    const Request request = {tensorMap, tensorDataType, tensorRank,     globalAddress,
                             globalDim, globalStrides,  elementStrides, interleave,
                             swizzle,   l2Promotion,    oobFill};
    TensorMap map;
    if (boxDim == NULL || !read_tensor(&map, &request)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (uint32_t i = 0; i < tensorRank; i++) {
        if (boxDim[i] == 0 || boxDim[i] > BOX_MAX) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        map.box[i] = (uint16_t)boxDim[i];
    }
    return write(&map, &request);
}

// The box of the images; the arrays have its dimensions from W on. False: beyond what a map can
// hold, or empty (CUDA Driver API, cuTensorMapEncodeIm2col).
static bool read_box(TensorMap *map, const int *lower, const int *upper)
{
    uint32_t dimensions = map->rank - 2u;
    int end = dimensions == 1 ? 1 << 15 : dimensions == 2 ? 1 << 7 : 1 << 4;
    for (uint32_t i = 0; i < dimensions; i++) {
        if (lower[i] < -end || lower[i] >= end || upper[i] < -end || upper[i] >= end ||
            (int64_t)map->last[i + 1] + upper[i] < lower[i]) {
            return false;
        }
        map->lower[i] = (int16_t)lower[i];
        map->upper[i] = (int16_t)upper[i];
    }
    return true;
}

// The box along W of maps that are read along it only.
static bool read_width(TensorMap *map, int lower, int upper)
{
    const int end = 1 << 15;
    if (lower < -end || lower >= end || upper < -end || upper >= end ||
        (int64_t)map->last[1] + upper < lower) {
        return false;
    }
    map->lower[0] = (int16_t)lower;
    map->upper[0] = (int16_t)upper;
    return true;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                 cuuint32_t tensorRank, void *globalAddress,
                                 const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill)
{
    const Request request = {tensorMap, tensorDataType, tensorRank,     globalAddress,
                             globalDim, globalStrides,  elementStrides, interleave,
                             swizzle,   l2Promotion,    oobFill};
    TensorMap map;
    if (tensorRank < 3 || pixelBoxLowerCorner == NULL || pixelBoxUpperCorner == NULL ||
        channelsPerPixel == 0 || channelsPerPixel > BOX_MAX || pixelsPerColumn == 0 ||
        pixelsPerColumn > PIXELS_MAX || !read_tensor(&map, &request) ||
        !read_box(&map, pixelBoxLowerCorner, pixelBoxUpperCorner)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    map.is_im2col = true;
    map.box[0] = (uint16_t)channelsPerPixel;
    map.box[1] = (uint16_t)pixelsPerColumn;
    return write(&map, &request);
}

CUresult cuTensorMapEncodeIm2colWide(
    CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill)
{
    const Request request = {tensorMap, tensorDataType, tensorRank,     globalAddress,
                             globalDim, globalStrides,  elementStrides, interleave,
                             swizzle,   l2Promotion,    oobFill};
    TensorMap map;
    bool is_fixed = mode == CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128;
    if (tensorRank < 3 || (mode != CU_TENSOR_MAP_IM2COL_WIDE_MODE_W && !is_fixed) ||
        swizzle < CU_TENSOR_MAP_SWIZZLE_64B || channelsPerPixel == 0 ||
        channelsPerPixel > BOX_MAX ||
        (!is_fixed && (pixelsPerColumn == 0 || pixelsPerColumn > PIXELS_MAX)) ||
        !read_tensor(&map, &request) ||
        !read_width(&map, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    map.is_im2col = true;
    map.wide = is_fixed ? TENSOR_WIDE_128 : TENSOR_WIDE;
    map.box[0] = (uint16_t)channelsPerPixel;
    map.box[1] = (uint16_t)(is_fixed ? TENSOR_WIDE_PIXELS : pixelsPerColumn);
    return write(&map, &request);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress)
{
    TensorMap map;
    if (tensorMap == NULL || (uintptr_t)globalAddress % 16 != 0 ||
        !tensor_map_read((const uint8_t *)tensorMap, &map)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    map.address = (uintptr_t)globalAddress;
    tensor_map_write(&map, (uint8_t *)tensorMap);
    return CUDA_SUCCESS;
}
