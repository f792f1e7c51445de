// SPDX-License-Identifier: Apache-2.0
// How one lane's atomic changes the word in memory (PTX ISA 9.0, "atom" and "red").
#include "sim/lane/half.h"
#include "sim/lane/lanes.h"

static uint32_t flushed(uint32_t bits)
{
    return (bits & F32_INFINITY) == 0 ? bits & 0x80000000u : bits;
}

static bool is_shared(PtxSpace space)
{
    return space == PTX_SPACE_SHARED || space == PTX_SPACE_CLUSTER;
}

// Global memory flushes subnormals; shared memory, where it is a loop of compare and swap, does
// not.
static uint32_t add_f32(PtxSpace space, uint32_t old, uint32_t b)
{
    if (is_shared(space)) {
        return bits_of_f32(quiet_f32(f32_of_bits(old) + f32_of_bits(b)));
    }
    float sum = f32_of_bits(flushed(old)) + f32_of_bits(flushed(b));
    return flushed(bits_of_f32(quiet_f32(sum)));
}

// As with f32, except for NaNs: in shared memory the old one wins; in global memory the new one
// does, unchanged.
static uint64_t add_f64(PtxSpace space, uint64_t old, uint64_t b)
{
    double p = f64_of_bits(old), q = f64_of_bits(b);
    if (is_shared(space)) {
        return bits_of_f64(quiet2_f64(p + q, q, p));
    }
    return q != q ? b : p != p ? old : bits_of_f64(quiet2_f64(p + q, p, q));
}

static uint64_t atomic_add(PtxType type, PtxSpace space, uint64_t old, uint64_t b)
{
    uint32_t x = (uint32_t)old, y = (uint32_t)b;
    switch ((int)type) {
    case PTX_TYPE_F32: return add_f32(space, x, y);
    case PTX_TYPE_F64: return add_f64(space, old, b);
    case PTX_TYPE_F16: return add_f16(low_f16(x), low_f16(y));
    case PTX_TYPE_BF16: return add_bf16(low_bf16(x), low_bf16(y));
    case PTX_TYPE_F16X2: return PAIR2_F16(add_f16, x, y);
    case PTX_TYPE_BF16X2: return PAIR2_BF16(add_bf16, x, y);
    default: return old + b;
    }
}

static uint64_t atomic_minimum(PtxType type, uint64_t old, uint64_t b)
{
    uint32_t x = (uint32_t)old, y = (uint32_t)b;
    switch ((int)type) {
    case PTX_TYPE_S32: return (int32_t)x < (int32_t)y ? x : y;
    case PTX_TYPE_S64: return (int64_t)old < (int64_t)b ? old : b;
    case PTX_TYPE_F16: return min_f16(low_f16(x), low_f16(y));
    case PTX_TYPE_BF16: return min_bf16(low_bf16(x), low_bf16(y));
    case PTX_TYPE_F16X2: return PAIR2_F16(min_f16, x, y);
    case PTX_TYPE_BF16X2: return PAIR2_BF16(min_bf16, x, y);
    default: return old < b ? old : b;
    }
}

static uint64_t atomic_maximum(PtxType type, uint64_t old, uint64_t b)
{
    uint32_t x = (uint32_t)old, y = (uint32_t)b;
    switch ((int)type) {
    case PTX_TYPE_S32: return (int32_t)x > (int32_t)y ? x : y;
    case PTX_TYPE_S64: return (int64_t)old > (int64_t)b ? old : b;
    case PTX_TYPE_F16: return max_f16(low_f16(x), low_f16(y));
    case PTX_TYPE_BF16: return max_bf16(low_bf16(x), low_bf16(y));
    case PTX_TYPE_F16X2: return PAIR2_F16(max_f16, x, y);
    case PTX_TYPE_BF16X2: return PAIR2_BF16(max_bf16, x, y);
    default: return old > b ? old : b;
    }
}

// The low bits that a value of this type has.
static uint64_t kept(PtxType type, uint64_t bits)
{
    unsigned width = ptx_type_bits(type);
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

uint64_t lane_atomic(PtxSuffix operation, PtxType type, PtxSpace space, uint64_t old, uint64_t b,
                     uint64_t c)
{
    old = kept(type, old);
    b = kept(type, b);
    switch ((int)operation) {
    case PTX_DOT_ADD: return kept(type, atomic_add(type, space, old, b));
    case PTX_DOT_MIN: return atomic_minimum(type, old, b);
    case PTX_DOT_MAX: return atomic_maximum(type, old, b);
    case PTX_DOT_INC: return old >= b ? 0 : old + 1;
    case PTX_DOT_DEC: return old == 0 || old > b ? b : old - 1;
    case PTX_DOT_AND: return old & b;
    case PTX_DOT_OR: return old | b;
    case PTX_DOT_XOR: return old ^ b;
    case PTX_DOT_EXCH: return b;
    case PTX_DOT_CAS: return old == b ? kept(type, c) : old;
    default: return old;
    }
}
