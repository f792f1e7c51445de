// SPDX-License-Identifier: Apache-2.0
// The tables that this host can run, and the modifiers that stand around a lane function: rounding
// direction, .ftz, .sat.
#include "sim/lane/lanes.h"

#include "sim/lane/half.h"
#include "sim/lane/lanes_levels.h"

#include <fenv.h>

const LaneTable *lane_table_at(uint32_t level)
{
    const LaneTable *tables[3] = {&lane_table_baseline};
    uint32_t count = 1;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2")) {
        tables[count++] = &lane_table_avx2;
    }
    if (count == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        tables[count++] = &lane_table_avx512;
    }
#endif
    return level < count ? tables[level] : NULL;
}

const LaneTable *lane_table_host(void)
{
    const LaneTable *best = NULL;
    for (uint32_t level = 0; lane_table_at(level) != NULL; level++) {
        best = lane_table_at(level);
    }
    return best;
}

// -- .ftz

static uint32_t flushed_f32(uint32_t bits)
{
    return (bits & F32_INFINITY) == 0 ? bits & 0x80000000u : bits;
}

static uint32_t flushed_f16x2(uint32_t bits)
{
    uint32_t keep = 0x80008000u;
    keep |= (bits & 0x7c00u) != 0 ? 0xffffu : 0;
    keep |= (bits & 0x7c000000u) != 0 ? 0xffff0000u : 0;
    return bits & keep;
}

static bool is_half(LaneType type)
{
    return type == LANE_TYPE_F16 || type == LANE_TYPE_F16X2;
}

// Rows of this type hold floats that .ftz flushes: f32 and f16, but not in cvt between the two.
static bool is_flushed(const LaneInfo *info, LaneType type)
{
    if (type == LANE_TYPE_F32) {
        return !is_half(info->d) && !is_half(info->a);
    }
    return is_half(type) && info->d != LANE_TYPE_F32 && info->a != LANE_TYPE_F32;
}

static void flush(LaneType type, uint32_t *to, const uint32_t *from)
{
    if (type == LANE_TYPE_F32) {
        for (int i = 0; i < LANE_COUNT; i++) {
            to[i] = flushed_f32(from[i]);
        }
        return;
    }
    for (int i = 0; i < LANE_COUNT; i++) {
        to[i] = flushed_f16x2(from[i]);
    }
}

// The source, or its flushed copy in `room`.
static const void *flushed_source(const LaneInfo *info, LaneType type, const void *source,
                                  uint32_t *room)
{
    if (!is_flushed(info, type)) {
        return source;
    }
    flush(type, room, source);
    return room;
}

// With .ftz the machine skips the code that reaches subnormals, and computes where it would
// otherwise only move.
static LaneOp with_ftz(LaneOp function)
{
    switch ((int)function) {
    case LANE_EX2_APPROX_F32: return LANE_EX2_FTZ_F32;
    case LANE_CVT_F32_F32: return LANE_CVT_FTZ_F32_F32;
    case LANE_CVT_F64_F32: return LANE_CVT_FTZ_F64_F32;
    default: return function;
    }
}

// The result of a function for one lane, in f64; 1 if its result cannot be a rounded subnormal.
static double unrounded(LaneOp function, const void *a, const void *b, const void *c, uint32_t lane)
{
    const float *x = a, *y = b, *z = c;
    switch ((int)function) {
    case LANE_MUL_F32: return (double)x[lane] * (double)y[lane];
    case LANE_FMA_F32: return fma((double)x[lane], (double)y[lane], (double)z[lane]);
    case LANE_FMS_F32: return fma((double)x[lane], (double)y[lane], (double)-z[lane]);
    case LANE_FNMA_F32: return fma((double)-x[lane], (double)y[lane], (double)z[lane]);
    case LANE_FNMS_F32: return fma((double)-x[lane], (double)y[lane], (double)-z[lane]);
    case LANE_DIV_F32: return (double)x[lane] / (double)y[lane];
    case LANE_RCP_F32: return 1.0 / (double)x[lane];
    case LANE_CVT_F32_F64: return ((const double *)a)[lane];
    default: return 1.0;
    }
}

// A result is flushed when 24 digits of any exponent would hold less than the smallest normal
// number, though its rounding to a subnormal gave that number. Seen on cvt and rcp.
static bool is_below_normal(double value, uint8_t round)
{
    bool is_away = round == (value > 0 ? MICRO_RP : MICRO_RM);
    double magnitude = fabs(value);
    return round == MICRO_RN ? magnitude < 0x1p-126 * (1 - 0x1p-25)
           : is_away         ? magnitude <= 0x1p-126 * (1 - 0x1p-24)
                             : magnitude < 0x1p-126;
}

static bool is_smallest_normal(uint32_t bits)
{
    return (bits & ~SIGN_F32) == 0x00800000u;
}

static void flush_results(const Micro *micro, LaneOp function, uint32_t *d, const void *a,
                          const void *b, const void *c, uint32_t mask)
{
    uint32_t flushed[LANE_COUNT], doubtful = 0;
    bool is_f32 = lane_info[function].d == LANE_TYPE_F32;
    flush(lane_info[function].d, flushed, d);
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        d[i] = (mask & 1u << i) != 0 ? flushed[i] : d[i];
        doubtful |= is_f32 && is_smallest_normal(d[i]) ? mask & 1u << i : 0;
    }
    for (uint32_t i = 0; i < LANE_COUNT && doubtful >> i != 0; i++) {
        bool is_doubtful = (doubtful >> i & 1) != 0;
        if (is_doubtful && is_below_normal(unrounded(function, a, b, c, i), micro->round)) {
            d[i] &= SIGN_F32;
        }
    }
}

// -- .sat

static float saturated_f32(float x)
{
    return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f;
}

static uint32_t saturated_half(LaneType type, uint32_t bits)
{
    switch ((int)type) {
    case LANE_TYPE_F16: return f16_of_f32(saturated_f32(low_f16(bits)));
    case LANE_TYPE_BF16: return bf16_of_f32(saturated_f32(low_bf16(bits)));
    case LANE_TYPE_F16X2:
        return saturated_half(LANE_TYPE_F16, bits & 0xffffu) |
               saturated_half(LANE_TYPE_F16, bits >> 16) << 16;
    case LANE_TYPE_BF16X2:
        return saturated_half(LANE_TYPE_BF16, bits & 0xffffu) |
               saturated_half(LANE_TYPE_BF16, bits >> 16) << 16;
    default: return bits;
    }
}

static void saturate_f32(uint32_t *row, uint32_t mask)
{
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        uint32_t bits = bits_of_f32(saturated_f32(f32_of_bits(row[i])));
        row[i] = (mask & 1u << i) != 0 ? bits : row[i];
    }
}

static void saturate_f64(uint64_t *row, uint32_t mask)
{
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        double x = f64_of_bits(row[i]);
        x = x >= 1.0 ? 1.0 : x > 0.0 ? x : 0.0;
        row[i] = (mask & 1u << i) != 0 ? bits_of_f64(x) : row[i];
    }
}

static void saturate(LaneType type, void *d, uint32_t mask)
{
    uint32_t *row = d;
    switch ((int)type) {
    case LANE_TYPE_F32: saturate_f32(d, mask); return;
    case LANE_TYPE_F64: saturate_f64(d, mask); return;
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16:
    case LANE_TYPE_F16X2:
    case LANE_TYPE_BF16X2:
        for (uint32_t i = 0; i < LANE_COUNT; i++) {
            row[i] = mask >> i & 1 ? saturated_half(type, row[i]) : row[i];
        }
        return;
    default: return; // of integers .sat is part of the key
    }
}

void lane_execute_modified(const LaneTable *table, const Micro *micro, void *d, const void *a,
                           const void *b, const void *c, uint32_t mask)
{
    static const int directions[] = {
        [MICRO_RN] = FE_TONEAREST,
        [MICRO_RZ] = FE_TOWARDZERO,
        [MICRO_RM] = FE_DOWNWARD,
        [MICRO_RP] = FE_UPWARD,
    };
    LaneOp function = (LaneOp)micro->function;
    const LaneInfo *info = &lane_info[function];
    _Alignas(64) uint32_t room[3][LANE_COUNT];
    if (micro->flags & MICRO_FTZ) {
        function = with_ftz(function);
        a = flushed_source(info, info->a, a, room[0]);
        b = flushed_source(info, info->b, b, room[1]);
        c = flushed_source(info, info->c, c, room[2]);
    }
    if (micro->round != MICRO_RN) {
        fesetround(directions[micro->round]);
    }
    table->function[function](d, a, b, c, mask);
    if (micro->round != MICRO_RN) {
        fesetround(FE_TONEAREST);
    }
    if ((micro->flags & MICRO_FTZ) && is_flushed(info, info->d)) {
        flush_results(micro, function, d, a, b, c, mask);
    }
    if (micro->flags & MICRO_SAT) {
        saturate(info->d, d, mask);
    }
}
