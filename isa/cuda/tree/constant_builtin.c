// SPDX-License-Identifier: Apache-2.0
// The compiler's own functions on constants, as the instructions they become (PTX ISA,
// chapter 9.7).
#include "isa/base/bits.h"
#include "isa/cuda/tree/constant_scalar.h"

#include <math.h>
#include <string.h>

static uint64_t high_unsigned(uint64_t a, uint64_t b)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

static uint64_t high_signed(uint64_t a, uint64_t b)
{
    uint64_t high = high_unsigned(a, b);
    high -= (int64_t)a < 0 ? b : 0;
    return high - ((int64_t)b < 0 ? a : 0);
}

static uint64_t reversed(uint64_t value, uint32_t width)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < width; i++) {
        result |= (value >> i & 1) << (width - 1 - i);
    }
    return result;
}

static bool integer_builtin(BuiltinId builtin, uint64_t a, uint64_t b, uint64_t *result)
{
    int64_t x = (int64_t)a;
    int64_t y = (int64_t)b;
    switch (builtin) {
    case BUILTIN_min_s32:
    case BUILTIN_min_s64: *result = x < y ? a : b; return true;
    case BUILTIN_max_s32:
    case BUILTIN_max_s64: *result = x > y ? a : b; return true;
    case BUILTIN_min_u32:
    case BUILTIN_min_u64: *result = a < b ? a : b; return true;
    case BUILTIN_max_u32:
    case BUILTIN_max_u64: *result = a > b ? a : b; return true;
    case BUILTIN_abs_s32:
    case BUILTIN_abs_s64: *result = x < 0 ? 0 - a : a; return true;
    case BUILTIN_mulhi_s32: *result = (uint64_t)((x * y) >> 32); return true;
    case BUILTIN_mulhi_u32: *result = (a * b) >> 32; return true;
    case BUILTIN_mulhi_s64: *result = high_signed(a, b); return true;
    case BUILTIN_mulhi_u64: *result = high_unsigned(a, b); return true;
    case BUILTIN_popc32:
    case BUILTIN_popc64: *result = bits_count_64(a); return true;
    case BUILTIN_clz32: *result = bits_leading_zeros(a, 32); return true;
    case BUILTIN_clz64: *result = bits_leading_zeros(a, 64); return true;
    case BUILTIN_brev32: *result = reversed(a, 32); return true;
    case BUILTIN_brev64: *result = reversed(a, 64); return true;
    case BUILTIN_expect: *result = a; return true;
    default: return false;
    }
}

// min and max order -0 before +0, and return the number if one operand is NaN.
static double real_least(double a, double b)
{
    if (isnan(a) || isnan(b)) {
        return isnan(a) ? b : a;
    }
    return a < b || (a == b && signbit(a)) ? a : b;
}

static double real_greatest(double a, double b)
{
    if (isnan(a) || isnan(b)) {
        return isnan(a) ? b : a;
    }
    return a > b || (a == b && !signbit(a)) ? a : b;
}

static bool real_builtin(BuiltinId builtin, double a, double b, double c, double *result)
{
    switch (builtin) {
    case BUILTIN_fmaf: *result = (double)fmaf((float)a, (float)b, (float)c); return true;
    case BUILTIN_fma: *result = fma(a, b, c); return true;
    case BUILTIN_fabsf:
    case BUILTIN_fabs: *result = fabs(a); return true;
    case BUILTIN_fminf:
    case BUILTIN_fmin: *result = real_least(a, b); return true;
    case BUILTIN_fmaxf:
    case BUILTIN_fmax: *result = real_greatest(a, b); return true;
    case BUILTIN_sqrtf: *result = (double)sqrtf((float)a); return true;
    case BUILTIN_sqrt: *result = sqrt(a); return true;
    case BUILTIN_floorf:
    case BUILTIN_floor: *result = floor(a); return true;
    case BUILTIN_ceilf:
    case BUILTIN_ceil: *result = ceil(a); return true;
    case BUILTIN_truncf:
    case BUILTIN_trunc: *result = trunc(a); return true;
    case BUILTIN_rintf:
    case BUILTIN_rint: *result = nearbyint(a); return true;
    case BUILTIN_copysignf:
    case BUILTIN_copysign: *result = copysign(a, b); return true;
    default: return false;
    }
}

// A signaling NaN cannot be written as a constant, so the operation stays.
static bool float_of_bits(uint64_t bits, double *result)
{
    uint32_t word = (uint32_t)bits;
    bool is_nan = (word & 0x7F800000u) == 0x7F800000u && (word & 0x007FFFFFu) != 0;
    float value;
    memcpy(&value, &word, sizeof value);
    *result = (double)value;
    return !is_nan || (word & 0x00400000u) != 0;
}

static bool bits_builtin(BuiltinId builtin, const Value *a, Value *result)
{
    float single = (float)a->real;
    uint32_t word;
    switch (builtin) {
    case BUILTIN_float_as_int:
        memcpy(&word, &single, sizeof word);
        result->integer = scalar_wrap(result->type, word);
        return true;
    case BUILTIN_double_as_longlong:
        memcpy(&result->integer, &a->real, sizeof a->real);
        return true;
    case BUILTIN_int_as_float: return float_of_bits(a->integer, &result->real);
    case BUILTIN_longlong_as_double:
        memcpy(&result->real, &a->integer, sizeof result->real);
        return true;
    default: return false;
    }
}

bool scalar_builtin(BuiltinId builtin, const Type *type, const Value *arguments, uint32_t count,
                    Value *result)
{
    *result = (Value){.type = type->unqualified};
    if (count == 0 || count > 3) {
        return false;
    }
    Value a[3] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        a[i] = arguments[i];
        if (a[i].object != NULL || !type_is_arithmetic(a[i].type)) {
            return false;
        }
    }
    if (bits_builtin(builtin, &a[0], result)) {
        return true;
    }
    if (type_is_floating(type)) {
        bool is_known = real_builtin(builtin, a[0].real, a[1].real, a[2].real, &result->real);
        if (is_known && isnan(result->real)) {
            result->real = (double)NAN;
        }
        return is_known && type_is_floating(a[0].type);
    }
    bool is_known = integer_builtin(builtin, a[0].integer, a[1].integer, &result->integer);
    result->integer = scalar_wrap(type, result->integer);
    return is_known;
}
