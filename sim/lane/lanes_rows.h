// SPDX-License-Identifier: Apache-2.0
// How a LANE row becomes a function over 32 lanes: one loop for the full mask, one that keeps the
// other lanes; both in a form that compilers turn into vector code. Used by lanes_level.inc and
// lanes_once.c.
#ifndef LOCKSTEP_LANE_LANES_ROWS_H
#define LOCKSTEP_LANE_LANES_ROWS_H

#include "sim/lane/bitfield.h"
#include "sim/lane/eight.h"
#include "sim/lane/half.h"
#include "sim/lane/integer.h"
#include "sim/lane/lanes.h"
#include "sim/lane/real.h"
#include "sim/lane/stochastic.h"
#include "sim/lane/video.h"

#define ALL_LANES UINT32_MAX

#define BITS8(n)                                                                                   \
    1u << (n), 2u << (n), 4u << (n), 8u << (n), 16u << (n), 32u << (n), 64u << (n), 128u << (n)
static const uint32_t lane_bit[LANE_COUNT] = {BITS8(0), BITS8(8), BITS8(16), BITS8(24)};
#undef BITS8

// Rows do not overlap except where they are the same (lanes.h), so no lane waits for another.
#if defined(__clang__)
#define EACH_LANE                                                                                  \
    _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < LANE_COUNT; i++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (int i = 0; i < LANE_COUNT; i++)
#endif

// Before the loop: the row of a source, or its mask.
#define ROW32(x)         const uint32_t *x##_row = __builtin_assume_aligned(x##_pointer, 64)
#define ROW64(x)         const uint64_t *x##_row = __builtin_assume_aligned(x##_pointer, 64)
#define SOURCE_NONE(x)   (void)x##_pointer
#define SOURCE_U32(x)    ROW32(x)
#define SOURCE_S32(x)    ROW32(x)
#define SOURCE_F32(x)    ROW32(x)
#define SOURCE_U64(x)    ROW64(x)
#define SOURCE_S64(x)    ROW64(x)
#define SOURCE_F64(x)    ROW64(x)
#define SOURCE_U8(x)     ROW32(x)
#define SOURCE_S8(x)     ROW32(x)
#define SOURCE_U16(x)    ROW32(x)
#define SOURCE_S16(x)    ROW32(x)
#define SOURCE_F16(x)    ROW32(x)
#define SOURCE_BF16(x)   ROW32(x)
#define SOURCE_F16X2(x)  ROW32(x)
#define SOURCE_BF16X2(x) ROW32(x)
#define SOURCE_P(x)      const uint32_t x##_mask = *(const uint32_t *)x##_pointer

// In the loop: the operand's value.
#define VALUE_NONE(x)
#define VALUE_U32(x)    const uint32_t x = x##_row[i]
#define VALUE_S32(x)    const int32_t x = (int32_t)x##_row[i]
#define VALUE_F32(x)    const float x = f32_of_bits(x##_row[i])
#define VALUE_U64(x)    const uint64_t x = x##_row[i]
#define VALUE_S64(x)    const int64_t x = (int64_t)x##_row[i]
#define VALUE_F64(x)    const double x = f64_of_bits(x##_row[i])
#define VALUE_U8(x)     const uint32_t x = x##_row[i] & 0xffu
#define VALUE_S8(x)     const int32_t x = (int32_t)(x##_row[i] << 24) >> 24
#define VALUE_U16(x)    const uint32_t x = x##_row[i] & 0xffffu
#define VALUE_S16(x)    const int32_t x = (int32_t)(x##_row[i] << 16) >> 16
#define VALUE_F16(x)    const float x = f32_of_f16(x##_row[i] & 0xffffu)
#define VALUE_BF16(x)   const float x = f32_of_bf16(x##_row[i])
#define VALUE_F16X2(x)  const uint32_t x = x##_row[i]
#define VALUE_BF16X2(x) const uint32_t x = x##_row[i]
#define VALUE_P(x)      const bool x = (x##_mask & lane_bit[i]) != 0

// The bits of a result.
#define RESULT_U32(value)    (uint32_t)(value)
#define RESULT_S32(value)    (uint32_t)(value)
#define RESULT_F32(value)    bits_of_f32(value)
#define RESULT_U64(value)    (uint64_t)(value)
#define RESULT_S64(value)    (uint64_t)(value)
#define RESULT_F64(value)    bits_of_f64(value)
#define RESULT_U8(value)     (uint32_t)((value)&0xffu)
#define RESULT_U16(value)    (uint32_t)((value)&0xffffu)
#define RESULT_S16(value)    ((uint32_t)(value)&0xffffu)
#define RESULT_F16(value)    (uint32_t)(value)
#define RESULT_BF16(value)   (uint32_t)(value)
#define RESULT_F16X2(value)  (uint32_t)(value)
#define RESULT_BF16X2(value) (uint32_t)(value)

// The loops, by the destination's kind. VALUES names the operands, RESULT computes.
#define WRITE_ROW(element, VALUES, RESULT)                                                         \
    element *d_row = __builtin_assume_aligned(d_pointer, 64);                                      \
    if (mask == ALL_LANES) {                                                                       \
        EACH_LANE                                                                                  \
        {                                                                                          \
            VALUES;                                                                                \
            d_row[i] = RESULT;                                                                     \
        }                                                                                          \
        return;                                                                                    \
    }                                                                                              \
    EACH_LANE                                                                                      \
    {                                                                                              \
        VALUES;                                                                                    \
        const element result = RESULT;                                                             \
        d_row[i] = (mask & lane_bit[i]) != 0 ? result : d_row[i];                                  \
    }

#define WRITE_MASK(VALUES, claim)                                                                  \
    uint32_t *d_mask = d_pointer;                                                                  \
    uint32_t holds = 0;                                                                            \
    EACH_LANE                                                                                      \
    {                                                                                              \
        VALUES;                                                                                    \
        holds |= (claim) ? lane_bit[i] : 0;                                                        \
    }                                                                                              \
    *d_mask = (*d_mask & ~mask) | (holds & mask);

#define WRITE_U32(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_U32(value))
#define WRITE_S32(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_S32(value))
#define WRITE_F32(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_F32(value))
#define WRITE_U64(VALUES, value)    WRITE_ROW(uint64_t, VALUES, RESULT_U64(value))
#define WRITE_S64(VALUES, value)    WRITE_ROW(uint64_t, VALUES, RESULT_S64(value))
#define WRITE_F64(VALUES, value)    WRITE_ROW(uint64_t, VALUES, RESULT_F64(value))
#define WRITE_U8(VALUES, value)     WRITE_ROW(uint32_t, VALUES, RESULT_U8(value))
#define WRITE_U16(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_U16(value))
#define WRITE_S16(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_S16(value))
#define WRITE_F16(VALUES, value)    WRITE_ROW(uint32_t, VALUES, RESULT_F16(value))
#define WRITE_BF16(VALUES, value)   WRITE_ROW(uint32_t, VALUES, RESULT_BF16(value))
#define WRITE_F16X2(VALUES, value)  WRITE_ROW(uint32_t, VALUES, RESULT_F16X2(value))
#define WRITE_BF16X2(VALUES, value) WRITE_ROW(uint32_t, VALUES, RESULT_BF16X2(value))
#define WRITE_P(VALUES, value)      WRITE_MASK(VALUES, value)

#define LANE_FUNCTION(name, d, ta, tb, tc, expression)                                             \
    void name(void *d_pointer, const void *a_pointer, const void *b_pointer,                       \
              const void *c_pointer, uint32_t mask)                                                \
    {                                                                                              \
        SOURCE_##ta(a);                                                                            \
        SOURCE_##tb(b);                                                                            \
        SOURCE_##tc(c);                                                                            \
        WRITE_##d(VALUE_##ta(a); VALUE_##tb(b); VALUE_##tc(c), expression)                         \
    }

#define LANE4_FUNCTION(name, d, ta, tb, tc, te, expression)                                        \
    void name(void *d_pointer, const void *a_pointer, const void *b_pointer,                       \
              const void *c_pointer, const void *e_pointer, uint32_t mask)                         \
    {                                                                                              \
        SOURCE_##ta(a);                                                                            \
        SOURCE_##tb(b);                                                                            \
        SOURCE_##tc(c);                                                                            \
        SOURCE_##te(e);                                                                            \
        WRITE_##d(VALUE_##ta(a); VALUE_##tb(b); VALUE_##tc(c); VALUE_##te(e), expression)          \
    }

#endif
