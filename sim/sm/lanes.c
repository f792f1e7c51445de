// SPDX-License-Identifier: Apache-2.0
// The tables that this host can run, and the modifiers that stand around a lane function: rounding
// direction, .ftz, .sat.
#include "sim/sm/lanes.h"

#include "sim/sm/half.h"
#include "sim/sm/lanes_levels.h"

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

// Rows of this type hold floats that .ftz flushes: f32, and f16 except in cvt.
static bool is_flushed(const LaneInfo *info, LaneType type)
{
    bool is_half = type == LANE_TYPE_F16 || type == LANE_TYPE_F16X2;
    return type == LANE_TYPE_F32 || (is_half && strncmp(info->keys, "cvt.", 4) != 0);
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

// -- .sat

static float saturated_f32(float x)
{
    return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f;
}

static uint32_t saturated_word(LaneType type, uint32_t bits)
{
    switch ((int)type) {
    case LANE_TYPE_F32: return bits_of_f32(saturated_f32(f32_of_bits(bits)));
    case LANE_TYPE_F16: return f16_of_f32(saturated_f32(low_f16(bits)));
    case LANE_TYPE_BF16: return bf16_of_f32(saturated_f32(low_bf16(bits)));
    case LANE_TYPE_F16X2:
        return saturated_word(LANE_TYPE_F16, bits & 0xffffu) |
               saturated_word(LANE_TYPE_F16, bits >> 16) << 16;
    case LANE_TYPE_BF16X2:
        return saturated_word(LANE_TYPE_BF16, bits & 0xffffu) |
               saturated_word(LANE_TYPE_BF16, bits >> 16) << 16;
    default: return bits;
    }
}

static void saturate(LaneType type, void *d, uint32_t mask)
{
    if (type == LANE_TYPE_F64) {
        uint64_t *row = d;
        for (int i = 0; i < LANE_COUNT; i++) {
            double x = f64_of_bits(row[i]);
            x = x >= 1.0 ? 1.0 : x > 0.0 ? x : 0.0;
            row[i] = mask >> i & 1 ? bits_of_f64(x) : row[i];
        }
    } else if (type != LANE_TYPE_P && type != LANE_TYPE_U64 && type != LANE_TYPE_S64) {
        uint32_t *row = d;
        for (int i = 0; i < LANE_COUNT; i++) {
            row[i] = mask >> i & 1 ? saturated_word(type, row[i]) : row[i];
        }
    }
}

static void flush_result(LaneType type, uint32_t *row, uint32_t mask)
{
    uint32_t flushed[LANE_COUNT];
    flush(type, flushed, row);
    for (int i = 0; i < LANE_COUNT; i++) {
        row[i] = mask >> i & 1 ? flushed[i] : row[i];
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
    const LaneInfo *info = &lane_info[micro->function];
    _Alignas(64) uint32_t room[3][LANE_COUNT];
    if (micro->flags & MICRO_FTZ) {
        a = flushed_source(info, info->a, a, room[0]);
        b = flushed_source(info, info->b, b, room[1]);
        c = flushed_source(info, info->c, c, room[2]);
    }
    if (micro->round != MICRO_RN) {
        fesetround(directions[micro->round]);
    }
    table->function[micro->function](d, a, b, c, mask);
    if (micro->round != MICRO_RN) {
        fesetround(FE_TONEAREST);
    }
    if ((micro->flags & MICRO_FTZ) && is_flushed(info, info->d)) {
        flush_result(info->d, d, mask);
    }
    if (micro->flags & MICRO_SAT) {
        saturate(info->d, d, mask);
    }
}
