// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/flops.h"

typedef struct FlopInfo {
    uint8_t precision, operation; // FlopPrecision, FlopOperation
    uint8_t width;                // results of a lane
} FlopInfo;

// clang-format off
#define FAMILY(suffix, precision, width)                                                           \
    [LANE_ADD_##suffix] = {precision, FLOP_ADD, width},                                            \
    [LANE_SUB_##suffix] = {precision, FLOP_ADD, width},                                            \
    [LANE_MUL_##suffix] = {precision, FLOP_MULTIPLY, width},                                       \
    [LANE_FMA_##suffix] = {precision, FLOP_FUSED, width},                                          \
    [LANE_FMS_##suffix] = {precision, FLOP_FUSED, width},                                          \
    [LANE_FNMA_##suffix] = {precision, FLOP_FUSED, width}

static const FlopInfo flops[LANE_OP_COUNT] = {
    FAMILY(F64, FLOP_DOUBLE, 1),
    FAMILY(F32, FLOP_SINGLE, 1),
    FAMILY(F16, FLOP_HALF, 1),
    FAMILY(F16X2, FLOP_HALF, 2),
    FAMILY(BF16, FLOP_HALF, 1),
    FAMILY(BF16X2, FLOP_HALF, 2),
    [LANE_FNMS_F64] = {FLOP_DOUBLE, FLOP_FUSED, 1},
    [LANE_FNMS_F32] = {FLOP_SINGLE, FLOP_FUSED, 1},
    [LANE_MAD_1X_F32] = {FLOP_SINGLE, FLOP_FUSED, 1},
    [LANE_MSUB_1X_F32] = {FLOP_SINGLE, FLOP_FUSED, 1},
    [LANE_MNSUB_1X_F32] = {FLOP_SINGLE, FLOP_FUSED, 1},
    [LANE_FMA_RELU_F16] = {FLOP_HALF, FLOP_FUSED, 1},
    [LANE_FMA_RELU_F16X2] = {FLOP_HALF, FLOP_FUSED, 2},
    [LANE_FMA_RELU_BF16] = {FLOP_HALF, FLOP_FUSED, 1},
    [LANE_FMA_RELU_BF16X2] = {FLOP_HALF, FLOP_FUSED, 2},
};
// clang-format on

static FlopInfo info_of(const Micro *micro)
{
    return micro->kind == MICRO_LANE ? flops[micro->function] : (FlopInfo){.precision = FLOP_NONE};
}

uint64_t flop_lanes(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision,
                    FlopOperation operation)
{
    FlopInfo info = info_of(micro);
    return info.precision == precision && info.operation == operation ? executed->threads_on : 0;
}

static TensorType tensor_type(const Micro *micro)
{
    switch (micro->target >> PRODUCT_TYPE_SHIFT & PRODUCT_TYPE) {
    case PTX_TYPE_F64: return TENSOR_fp64;
    case PTX_TYPE_TF32: return TENSOR_tf32;
    case PTX_TYPE_BF16: return TENSOR_bf16;
    case PTX_TYPE_F16: return TENSOR_fp16;
    case PTX_TYPE_E2M1: return TENSOR_fp4;
    case PTX_TYPE_U8:
    case PTX_TYPE_S8: return TENSOR_int8;
    case PTX_TYPE_U4:
    case PTX_TYPE_S4: return TENSOR_int4;
    case PTX_TYPE_B1: return TENSOR_int1;
    default: return TENSOR_fp8;
    }
}

// tcgen05.mma. Its instruction descriptor tells fp16 from bf16, which are as fast: fp16.
static TensorType tensor_type_of_kind(uint16_t kind)
{
    switch (kind) {
    case PTX_DOT_KIND__F16: return TENSOR_fp16;
    case PTX_DOT_KIND__TF32: return TENSOR_tf32;
    case PTX_DOT_KIND__I8: return TENSOR_int8;
    case PTX_DOT_KIND__MXF4:
    case PTX_DOT_KIND__MXF4NVF4: return TENSOR_fp4;
    default: return TENSOR_fp8;
    }
}

static bool is_product(const Micro *micro)
{
    return micro->kind == MICRO_MATRIX_MULTIPLY || micro->kind == MICRO_SPARSE_MULTIPLY ||
           micro->kind == MICRO_SCALED_MULTIPLY;
}

uint64_t tensor_operations(const Micro *micro, const ExecutionCount *executed,
                           const AccessCount *accesses, TensorType type)
{
    if (is_product(micro)) {
        uint64_t products = executed->threads_on / LANE_COUNT;
        return tensor_type(micro) == type ? products * (micro->target & PRODUCT_OPERATIONS) : 0;
    }
    bool is_it =
        micro->kind == MICRO_TENSOR_MULTIPLY && tensor_type_of_kind(micro->function) == type;
    return is_it ? accesses->tensor_operations : 0;
}

uint64_t tensor_skipped(const Micro *micro, const ExecutionCount *executed,
                        const AccessCount *accesses)
{
    if (micro->kind == MICRO_TENSOR_MULTIPLY) {
        return (micro->target & TENSOR_SPARSE) != 0 ? accesses->tensor_operations / 2 : 0;
    }
    bool is_sparse = is_product(micro) && micro->target >> PRODUCT_SPARSE_SHIFT != 0;
    uint64_t operations = micro->target & PRODUCT_OPERATIONS;
    return is_sparse ? executed->threads_on / LANE_COUNT * operations / 2 : 0;
}

uint64_t flop_count(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision)
{
    FlopInfo info = info_of(micro);
    uint64_t results = info.precision == precision ? executed->threads_on * info.width : 0;
    return results * (info.operation == FLOP_FUSED ? 2 : 1);
}
