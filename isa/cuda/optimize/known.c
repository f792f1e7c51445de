// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/known.h"

#define DEPTH_MAX 6u

static Known bits_of(const IrInstruction *value, uint32_t depth);

static Known nothing(void)
{
    return (Known){0, 0};
}

// All bits above the highest bit of `maximum` are zero.
static Known at_most(IrType type, uint64_t maximum)
{
    uint64_t mask = rewrite_mask(type), covered = maximum;
    for (uint32_t shift = 1; shift < 64; shift *= 2) {
        covered |= covered >> shift;
    }
    return (Known){mask & ~covered, 0};
}

static uint64_t maximum_of(IrType type, Known known)
{
    return rewrite_mask(type) & ~known.zeros;
}

#define LONG_GRIDS_SINCE 20u // %ctaid has 16 bits before: PTX ISA, "Special Registers", version 1

static Known builtin_bits(const IrInstruction *value)
{
    const Function *function = value->function->function;
    uint64_t threads = function != NULL && function->is_kernel && function->max_threads != 0
                           ? function->max_threads
                           : 1024;
    const IrModule *module = value->function->module;
    bool has_short_grids = module != NULL && module->compute_capability < LONG_GRIDS_SINCE;
    switch (value->builtin) {
    case BUILTIN_tid_x:
    case BUILTIN_tid_y: return at_most(IR_I32, threads - 1);
    case BUILTIN_tid_z: return at_most(IR_I32, 63);
    case BUILTIN_ntid_x:
    case BUILTIN_ntid_y: return at_most(IR_I32, threads);
    case BUILTIN_ntid_z: return at_most(IR_I32, 64);
    case BUILTIN_ctaid_x:
    case BUILTIN_nctaid_x: return at_most(IR_I32, has_short_grids ? 65535 : INT32_MAX);
    case BUILTIN_ctaid_y:
    case BUILTIN_ctaid_z:
    case BUILTIN_nctaid_y:
    case BUILTIN_nctaid_z: return at_most(IR_I32, 65535);
    case BUILTIN_laneid: return at_most(IR_I32, 31);
    default: return nothing();
    }
}

// a + b + carry (0 or 1, as far as known), as in LLVM's KnownBits::computeForAddCarry.
static Known add_bits(IrType type, Known a, Known b, bool carry)
{
    uint64_t mask = rewrite_mask(type);
    uint64_t most = (~a.zeros & mask) + (~b.zeros & mask) + carry;
    uint64_t least = a.ones + b.ones + carry;
    uint64_t carry_zero = ~(most ^ a.zeros ^ b.zeros);
    uint64_t carry_one = least ^ a.ones ^ b.ones;
    uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & mask;
    return (Known){~most & known, least & known};
}

static uint32_t low_zeros(Known known, uint32_t bits)
{
    uint32_t count = 0;
    while (count < bits && (known.zeros >> count & 1) != 0) {
        count++;
    }
    return count;
}

static Known multiply_bits(IrType type, Known a, Known b)
{
    uint64_t mask = rewrite_mask(type), high = maximum_of(type, a), other = maximum_of(type, b);
    uint32_t bits = rewrite_bits(type);
    Known known = nothing();
    if (high == 0 || other <= mask / high) {
        known = at_most(type, high * other);
    }
    uint32_t zeros = low_zeros(a, bits) + low_zeros(b, bits);
    known.zeros |= zeros >= bits ? mask : (UINT64_C(1) << zeros) - 1;
    return known;
}

static Known shift_bits(const IrInstruction *value, Known a)
{
    uint64_t amount, mask = rewrite_mask(value->type);
    uint32_t bits = rewrite_bits(value->type);
    if (!rewrite_integer(ir_operand(value, 1), &amount)) {
        return value->op == IR_SHR_U ? at_most(value->type, maximum_of(value->type, a)) : nothing();
    }
    if (amount >= bits) {
        return value->op == IR_SHR_S ? nothing() : (Known){mask, 0};
    }
    if (amount == 0) {
        return a;
    }
    uint64_t top = mask & ~(mask >> amount);
    switch (value->op) {
    case IR_SHL:
        return (Known){((a.zeros << amount) | ((UINT64_C(1) << amount) - 1)) & mask,
                       (a.ones << amount) & mask};
    case IR_SHR_U: return (Known){a.zeros >> amount | top, a.ones >> amount};
    default: {
        uint64_t sign = UINT64_C(1) << (bits - 1);
        return (Known){a.zeros >> amount | ((a.zeros & sign) != 0 ? top : 0),
                       a.ones >> amount | ((a.ones & sign) != 0 ? top : 0)};
    }
    }
}

static Known extend_bits(const IrInstruction *value, Known a, uint32_t bits, bool is_signed)
{
    uint64_t low = (UINT64_C(1) << bits) - 1, top = rewrite_mask(value->type) & ~low;
    uint64_t sign = UINT64_C(1) << (bits - 1);
    Known known = {a.zeros & low, a.ones & low};
    if (!is_signed || (known.zeros & sign) != 0) {
        known.zeros |= top;
    } else if ((known.ones & sign) != 0) {
        known.ones |= top;
    }
    return known;
}

static Known either(Known a, Known b)
{
    return (Known){a.zeros & b.zeros, a.ones & b.ones};
}

static Known phi_bits(const IrInstruction *phi, uint32_t depth)
{
    Known known = {rewrite_mask(phi->type), rewrite_mask(phi->type)};
    if (phi->operand_count == 0 || phi->operand_count > 4) {
        return nothing();
    }
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        const IrInstruction *from = ir_operand(phi, i);
        if (from != phi) {
            uint32_t deep = depth + 2 > DEPTH_MAX ? DEPTH_MAX : depth + 2;
            known = either(known, bits_of(from, deep));
        }
    }
    return (known.zeros & known.ones) != 0 ? nothing() : known;
}

static Known load_bits(const IrInstruction *load)
{
    return load->memory == IR_MEMORY_U8    ? at_most(load->type, UINT8_MAX)
           : load->memory == IR_MEMORY_U16 ? at_most(load->type, UINT16_MAX)
                                           : nothing();
}

// The sign of a sum, difference or product that does not wrap.
static Known signed_result(const IrInstruction *value, Known a, Known b, Known known)
{
    uint64_t sign = rewrite_mask(value->type) ^ rewrite_mask(value->type) >> 1;
    if (!value->is_no_wrap || (a.zeros & sign) == 0) {
        return known;
    }
    bool is_positive = value->op == IR_SUBTRACT ? (b.ones & sign) != 0
                       : value->op == IR_SHL    ? true
                                                : (b.zeros & sign) != 0;
    if (is_positive && (known.ones & sign) == 0) {
        known.zeros |= sign;
    }
    return known;
}

static Known divide_bits(const IrInstruction *value, Known a)
{
    uint64_t divisor;
    if (!rewrite_integer(ir_operand(value, 1), &divisor) || divisor == 0) {
        return nothing();
    }
    return at_most(value->type,
                   value->op == IR_DIVIDE_U ? maximum_of(value->type, a) / divisor : divisor - 1);
}

static Known binary_bits(const IrInstruction *value, Known a, Known b)
{
    switch (value->op) {
    case IR_AND: return (Known){a.zeros | b.zeros, a.ones & b.ones};
    case IR_OR: return (Known){a.zeros & b.zeros, a.ones | b.ones};
    case IR_XOR:
        return (Known){(a.zeros & b.zeros) | (a.ones & b.ones),
                       (a.zeros & b.ones) | (a.ones & b.zeros)};
    case IR_ADD: return signed_result(value, a, b, add_bits(value->type, a, b, false));
    case IR_SUBTRACT:
        return signed_result(value, a, b, add_bits(value->type, a, (Known){b.ones, b.zeros}, true));
    case IR_MULTIPLY: return signed_result(value, a, b, multiply_bits(value->type, a, b));
    case IR_SHL: return signed_result(value, a, b, shift_bits(value, a));
    case IR_SHR_U:
    case IR_SHR_S: return shift_bits(value, a);
    case IR_DIVIDE_U:
    case IR_REMAINDER_U: return divide_bits(value, a);
    case IR_MIN_U: {
        uint64_t x = maximum_of(value->type, a), y = maximum_of(value->type, b);
        return at_most(value->type, x < y ? x : y);
    }
    case IR_MIN_S:
    case IR_MAX_S: return either(a, b);
    case IR_MULTIPLY_WIDE_U: {
        Known wide_a = {a.zeros | ~(uint64_t)UINT32_MAX, a.ones};
        Known wide_b = {b.zeros | ~(uint64_t)UINT32_MAX, b.ones};
        return multiply_bits(IR_I64, wide_a, wide_b);
    }
    default: return nothing();
    }
}

static Known unary_bits(const IrInstruction *value, Known a)
{
    switch (value->op) {
    case IR_NOT: return (Known){a.ones, a.zeros};
    case IR_EXTEND_S8: return extend_bits(value, a, 8, true);
    case IR_EXTEND_U8: return extend_bits(value, a, 8, false);
    case IR_EXTEND_S16: return extend_bits(value, a, 16, true);
    case IR_EXTEND_U16: return extend_bits(value, a, 16, false);
    case IR_SIGN_EXTEND:
        return extend_bits(value, a, rewrite_bits(ir_operand(value, 0)->type), true);
    case IR_ZERO_EXTEND:
        return extend_bits(value, a, rewrite_bits(ir_operand(value, 0)->type), false);
    case IR_TRUNCATE:
        return (Known){a.zeros & rewrite_mask(value->type), a.ones & rewrite_mask(value->type)};
    case IR_POPC:
    case IR_CLZ: return at_most(value->type, rewrite_bits(ir_operand(value, 0)->type));
    default: return nothing();
    }
}

static Known bits_of(const IrInstruction *value, uint32_t depth)
{
    uint64_t integer;
    if (!rewrite_is_integer_type(value->type)) {
        return nothing();
    }
    if (rewrite_integer(value, &integer)) {
        return (Known){rewrite_mask(value->type) & ~integer, integer};
    }
    if (depth >= DEPTH_MAX) {
        return value->op == IR_BUILTIN ? builtin_bits(value)
               : value->op == IR_LOAD  ? load_bits(value)
                                       : nothing();
    }
    switch (value->op) {
    case IR_BUILTIN: return builtin_bits(value);
    case IR_LOAD: return load_bits(value);
    case IR_PHI: return phi_bits(value, depth);
    case IR_SELECT:
        return either(bits_of(ir_operand(value, 1), depth + 1),
                      bits_of(ir_operand(value, 2), depth + 1));
    default: break;
    }
    if (value->operand_count == 1) {
        return unary_bits(value, bits_of(ir_operand(value, 0), depth + 1));
    }
    if (value->operand_count == 2 && ir_is_pure(value) && value->op != IR_COMPARE) {
        return binary_bits(value, bits_of(ir_operand(value, 0), depth + 1),
                           bits_of(ir_operand(value, 1), depth + 1));
    }
    return nothing();
}

Known known_bits(const IrInstruction *value)
{
    return bits_of(value, 0);
}

bool known_non_negative(const IrInstruction *value)
{
    uint64_t mask = rewrite_mask(value->type);
    return (known_bits(value).zeros & (mask ^ mask >> 1)) != 0;
}

uint64_t known_maximum(const IrInstruction *value)
{
    return maximum_of(value->type, known_bits(value));
}

uint32_t known_sign_bits(const IrInstruction *value)
{
    uint64_t amount, mask = rewrite_mask(value->type);
    uint32_t bits = rewrite_bits(value->type), count = 0;
    switch (value->op) {
    case IR_EXTEND_S8: return bits - 7;
    case IR_EXTEND_S16: return bits - 15;
    case IR_SIGN_EXTEND: return bits - rewrite_bits(ir_operand(value, 0)->type) + 1;
    case IR_LOAD:
        if (value->memory == IR_MEMORY_S8 || value->memory == IR_MEMORY_S16) {
            return bits - (value->memory == IR_MEMORY_S8 ? 7 : 15);
        }
        break;
    case IR_SHR_S:
        if (rewrite_integer(ir_operand(value, 1), &amount) && amount < bits) {
            return (uint32_t)amount + 1;
        }
        break;
    default: break;
    }
    Known known = known_bits(value);
    uint64_t top = mask ^ mask >> 1, same = (known.zeros & top) != 0 ? known.zeros : known.ones;
    while (count < bits && (same & top >> count) != 0) {
        count++;
    }
    return count == 0 ? 1 : count;
}
