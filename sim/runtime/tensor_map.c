// SPDX-License-Identifier: Apache-2.0
// Tensor maps for copies by cp.async.bulk.tensor, and where programs find the function that makes
// them. Which arguments of maps are refused was asked of an H200's driver (traces/h200/hopper);
// what it does not say is as the CUDA Driver API describes it. That other swizzles than
// SWIZZLE_32B are refused with INTERLEAVE_32B, as the API says, is not so on an H200.
#include "sim/memory/tensor_map.h"

#include "sim/memory/swizzle.h"
#include "sim/runtime/include/cuda.h"
#include "sim/runtime/include/cuda_runtime_api.h"
#include "sim/runtime/state.h"

#include <string.h>

#define BOX_MAX       256u
#define PIXELS_MAX    1024u
#define STEP_MAX      8u
#define STRIDE_END    (UINT64_C(1) << 40)
#define TILE_MAX      (228u << 10) // shared memory of an SM
#define PADDED_VALUES 128u         // of a row of types that are padded in shared memory

// Whether the GPU has types of 4 and 6 bits and atoms of the swizzle (PTX ISA 9.0,
// tensormap.replace; an H200's driver refuses them).
static bool has_atoms(void)
{
    enum { FIRST_CAPABILITY = 100 };
    Runtime *runtime = runtime_enter(CALL_QUERY);
    bool has = runtime != NULL && runtime->gpu->compute_capability >= FIRST_CAPABILITY;
    if (runtime != NULL) {
        runtime_leave(runtime, cudaSuccess);
    }
    return has;
}

static bool is_enumerated(uint32_t type, uint32_t interleave, uint32_t swizzle, uint32_t promotion,
                          uint32_t fill)
{
    bool is_newer =
        type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ || swizzle > CU_TENSOR_MAP_SWIZZLE_128B;
    return type < TENSOR_TYPE_COUNT && interleave <= CU_TENSOR_MAP_INTERLEAVE_32B &&
           swizzle <= CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B && (!is_newer || has_atoms()) &&
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

static bool is_padded(const Request *request)
{
    return request->type == CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B ||
           request->type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
}

// Of the address and of strides.
static uint32_t alignment_of(const Request *request)
{
    bool is_wide = request->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(request);
    return is_wide ? 32 : 16;
}

static bool read_dimension(TensorMap *map, const Request *request, uint32_t i)
{
    uint64_t size = request->size[i], stride = i > 0 ? request->stride[i - 1] : 0;
    uint32_t step = request->step[i];
    if (size == 0 || size > UINT64_C(1) << 32 || step == 0 || step > STEP_MAX ||
        stride % alignment_of(request) != 0 || stride >= STRIDE_END) {
        return false;
    }
    map->last[i] = (uint32_t)(size - 1);
    map->step[i] = (uint8_t)step;
    map->stride[i] = i > 0 ? stride : tensor_element_bytes((TensorType)map->type);
    return true;
}

// What sizes and swizzles types of 4 and 6 bits have.
static bool fits_values(const Request *request)
{
    if (!is_padded(request)) {
        return request->type != CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B || request->size[0] % 2 == 0;
    }
    bool is_six = request->type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
    bool is_swizzle = request->swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ||
                      request->swizzle == CU_TENSOR_MAP_SWIZZLE_128B ||
                      request->swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B ||
                      (is_six && request->swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B);
    return request->size[0] % PADDED_VALUES == 0 && is_swizzle &&
           (!is_six || request->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE);
}

// The map without its tiles.
static bool read_tensor(TensorMap *map, const Request *request)
{
    static const uint8_t spans[] = {16, 32, 64, 128, 128, 128, 128};
    static const uint8_t atoms[] = {
        0, 0, 0, 0, SWIZZLE_ATOM_32, SWIZZLE_ATOM_32_FLIP_8, SWIZZLE_ATOM_64};
    static const uint8_t slices[] = {0, 16, 32};
    bool is_float = request->type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 &&
                    request->type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    if (request->to == NULL || request->size == NULL || request->stride == NULL ||
        request->step == NULL || request->rank == 0 || request->rank > TENSOR_RANK_MAX ||
        (uintptr_t)request->address % alignment_of(request) != 0 ||
        !is_enumerated(request->type, request->interleave, request->swizzle, request->promotion,
                       request->fill)) {
        return false;
    }
    *map = (TensorMap){.address = (uintptr_t)request->address,
                       .type = (uint8_t)request->type,
                       .rank = (uint8_t)request->rank,
                       .span_bytes = spans[request->swizzle],
                       .atom = atoms[request->swizzle],
                       .slice_bytes = slices[request->interleave],
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
    return (!map->is_nan || is_float) && (!is_interleaved || request->rank >= 3) &&
           fits_values(request);
}

// Bytes of a tile as the driver limits them: those of an interleaved one count elements, too.
static uint64_t box_bytes(const TensorMap *map)
{
    uint64_t bytes = map->box[0] / tensor_element_values((TensorType)map->type) *
                     tensor_element_bytes((TensorType)map->type);
    for (uint32_t i = 1; map->slice_bytes != 0 && !map->is_im2col && i < map->rank; i++) {
        bytes *= (map->box[i] + map->step[i] - 1u) / map->step[i];
    }
    return map->slice_bytes != 0 ? bytes : tensor_tile_bytes(map);
}

// The rules for a row of the tile and for the whole tile, and the map written.
static CUresult write(const TensorMap *map, const Request *request)
{
    TensorType type = (TensorType)map->type;
    uint32_t elements = map->box[0] / tensor_element_values(type);
    uint32_t row = elements * tensor_element_bytes(type);
    bool is_whole = map->box[0] % tensor_element_values(type) == 0 && row % 16 == 0;
    bool fits = map->span_bytes == 16 || row <= map->span_bytes || map->slice_bytes != 0;
    if (!is_whole || !fits || (is_padded(request) && map->box[0] != PADDED_VALUES) ||
        box_bytes(map) > TILE_MAX) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (is_padded(request) && map->slice_bytes != 0) {
        return CUDA_ERROR_NOT_SUPPORTED; // no document says how such slices lie in shared memory
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
            (int64_t)map->last[tensor_first_pixel(map) + i] + upper[i] < lower[i]) {
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
        swizzle < CU_TENSOR_MAP_SWIZZLE_64B || swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B ||
        interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || channelsPerPixel == 0 ||
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
        !tensor_map_read((const uint8_t *)tensorMap, &map) ||
        (map.slice_bytes == 32 && (uintptr_t)globalAddress % 32 != 0)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    map.address = (uintptr_t)globalAddress;
    tensor_map_write(&map, (uint8_t *)tensorMap);
    return CUDA_SUCCESS;
}
