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

uint64_t flop_count(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision)
{
    FlopInfo info = info_of(micro);
    uint64_t results = info.precision == precision ? executed->threads_on * info.width : 0;
    return results * (info.operation == FLOP_FUSED ? 2 : 1);
}
