// SPDX-License-Identifier: Apache-2.0
// Runs a function of the intermediate representation, slowly and plainly, to compare what it
// computes before and after a pass. One thread; pointers are offsets into one array of bytes.
// Leaves out: what lanes do together, atomics, calls, assembly.
#ifndef LOCKSTEP_TESTS_INTERPRET_H
#define LOCKSTEP_TESTS_INTERPRET_H

#include "isa/cuda/ir/ir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES 8192u
#define LOCALS_AT    4096u // below: memory that the caller sees
#define STEPS_MAX    200000u

typedef struct Machine {
    uint64_t *values;
    uint8_t memory[MEMORY_BYTES];
    uint64_t locals_end;
    const uint64_t *arguments;
    bool is_bad; // out of memory, out of steps, or an operation it does not know
} Machine;

static uint64_t from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float to_float(uint64_t bits)
{
    float value;
    uint32_t low = (uint32_t)bits;
    memcpy(&value, &low, sizeof value);
    return value;
}

static uint64_t value_of(const Machine *machine, const IrInstruction *value)
{
    if (value->op == IR_CONSTANT) {
        return value->type == IR_F32 ? from_float((float)value->real) : value->integer;
    }
    return value->op == IR_UNDEFINED ? 0 : machine->values[value->number];
}

static uint64_t cut(IrType type, uint64_t value)
{
    switch (type) {
    case IR_I1: return value & 1;
    case IR_I16: return value & UINT16_MAX;
    case IR_I32:
    case IR_F32: return value & UINT32_MAX;
    default: return value;
    }
}

static int64_t sign(IrType type, uint64_t value)
{
    return type == IR_I32  ? (int64_t)(int32_t)value
           : type == IR_I1 ? -(int64_t)(value & 1)
                           : (int64_t)value;
}

static bool holds(IrCompare compare, uint64_t a, uint64_t b, IrType type)
{
    int64_t x = sign(type, a), y = sign(type, b);
    switch (compare) {
    case IR_EQ: return a == b;
    case IR_NE: return a != b;
    case IR_LT: return x < y;
    case IR_LE: return x <= y;
    case IR_GT: return x > y;
    case IR_GE: return x >= y;
    case IR_LO: return a < b;
    case IR_LS: return a <= b;
    case IR_HI: return a > b;
    default: return a >= b;
    }
}

static bool holds_float(IrCompare compare, float a, float b)
{
    bool is_unordered = isnan(a) || isnan(b);
    switch (compare) {
    case IR_EQ: return a == b;
    case IR_NE: return !is_unordered && a != b;
    case IR_LT: return a < b;
    case IR_LE: return a <= b;
    case IR_GT: return a > b;
    case IR_GE: return a >= b;
    case IR_EQU: return is_unordered || a == b;
    case IR_NEU: return is_unordered || a != b;
    case IR_LTU: return is_unordered || a < b;
    case IR_LEU: return is_unordered || a <= b;
    case IR_GTU: return is_unordered || a > b;
    default: return is_unordered || a >= b;
    }
}

static uint64_t shift(IrOp op, IrType type, uint64_t a, uint64_t amount)
{
    uint64_t bits = type == IR_I64 ? 64 : 32;
    bool is_out = amount >= bits;
    switch (op) {
    case IR_SHL: return is_out ? 0 : a << amount;
    case IR_SHR_U: return is_out ? 0 : a >> amount;
    default: return (uint64_t)(sign(type, a) >> (is_out ? bits - 1 : amount));
    }
}

static uint64_t divide(IrOp op, IrType type, uint64_t a, uint64_t b)
{
    int64_t x = sign(type, a), y = sign(type, b);
    if (b == 0) {
        return 0;
    }
    switch (op) {
    case IR_DIVIDE_U: return a / b;
    case IR_REMAINDER_U: return a % b;
    case IR_DIVIDE_S: return y == -1 ? 0 - a : (uint64_t)(x / y);
    default: return y == -1 ? 0 : (uint64_t)(x % y);
    }
}

static uint64_t high_half(bool is_signed, IrType type, uint64_t a, uint64_t b)
{
    if (type == IR_I32) {
        return is_signed ? (uint64_t)(sign(type, a) * sign(type, b)) >> 32 : a * b >> 32;
    }
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t carry = ((a0 * b0 >> 32) + (uint32_t)(a0 * b1) + (uint32_t)(a1 * b0)) >> 32;
    uint64_t high = a1 * b1 + (a0 * b1 >> 32) + (a1 * b0 >> 32) + carry;
    if (is_signed) {
        high -= ((int64_t)a < 0 ? b : 0) + ((int64_t)b < 0 ? a : 0);
    }
    return high;
}

// The low 24 bits as a signed number.
static int64_t sign_24(uint64_t value)
{
    return (int64_t)((value & 0xffffff) ^ 0x800000) - 0x800000;
}

static uint64_t compute(const Machine *machine, const IrInstruction *at, bool *is_known)
{
    uint64_t a = at->operand_count > 0 ? value_of(machine, ir_operand(at, 0)) : 0;
    uint64_t b = at->operand_count > 1 ? value_of(machine, ir_operand(at, 1)) : 0;
    uint64_t c = at->operand_count > 2 ? value_of(machine, ir_operand(at, 2)) : 0;
    IrType from = at->operand_count > 0 ? ir_operand(at, 0)->type : IR_VOID;
    int64_t x = sign(from, a), y = sign(from, b);
    switch (at->op) {
    case IR_ARGUMENT: return machine->arguments[at->integer];
    case IR_ADD: return a + b;
    case IR_SUBTRACT: return a - b;
    case IR_MULTIPLY: return a * b;
    case IR_MULTIPLY_ADD: return a * b + c;
    case IR_MULTIPLY24_S: return (uint64_t)(sign_24(a) * sign_24(b));
    case IR_MULTIPLY24_U: return (a & 0xffffff) * (b & 0xffffff);
    case IR_MULTIPLY_ADD24_S: return (uint64_t)(sign_24(a) * sign_24(b)) + c;
    case IR_MULTIPLY_ADD24_U: return (a & 0xffffff) * (b & 0xffffff) + c;
    case IR_MULTIPLY_HIGH_S: return high_half(true, from, a, b);
    case IR_MULTIPLY_HIGH_U: return high_half(false, from, a, b);
    case IR_MULTIPLY_WIDE_S: return (uint64_t)(x * y);
    case IR_MULTIPLY_WIDE_U: return a * b;
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U: return divide(at->op, from, a, b);
    case IR_AND: return a & b;
    case IR_OR: return a | b;
    case IR_XOR: return a ^ b;
    case IR_NOT: return ~a;
    case IR_NEGATE: return 0 - a;
    case IR_SHL:
    case IR_SHR_S:
    case IR_SHR_U: return shift(at->op, from, a, b);
    case IR_MIN_S: return x < y ? a : b;
    case IR_MAX_S: return x > y ? a : b;
    case IR_MIN_U: return a < b ? a : b;
    case IR_MAX_U: return a > b ? a : b;
    case IR_ABS: return x < 0 ? 0 - a : a;
    case IR_COMPARE:
        return from == IR_F32 ? holds_float(at->compare, to_float(a), to_float(b))
                              : holds(at->compare, a, b, from);
    case IR_SELECT: return a != 0 ? b : c;
    case IR_EXTEND_S8: return (uint64_t)(int64_t)(int8_t)a;
    case IR_EXTEND_U8: return (uint8_t)a;
    case IR_EXTEND_S16: return (uint64_t)(int64_t)(int16_t)a;
    case IR_EXTEND_U16: return (uint16_t)a;
    case IR_SIGN_EXTEND: return (uint64_t)x;
    case IR_ZERO_EXTEND:
    case IR_TRUNCATE:
    case IR_BITS:
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_POINTER_TO_INTEGER:
    case IR_INTEGER_TO_POINTER: return a;
    case IR_FUNNEL_LEFT: return (a << 32 | b) << (c & 31) >> 32;
    case IR_FADD: return from_float(to_float(a) + to_float(b));
    case IR_FSUBTRACT: return from_float(to_float(a) - to_float(b));
    case IR_FMULTIPLY: return from_float(to_float(a) * to_float(b));
    case IR_FDIVIDE: return from_float(to_float(a) / to_float(b));
    case IR_FNEGATE: return a ^ 0x80000000u;
    case IR_FABS: return a & 0x7fffffffu;
    case IR_S_TO_FLOAT: return from_float((float)x);
    case IR_U_TO_FLOAT: return from_float((float)a);
    case IR_INDEX: {
        uint64_t address = a + (uint64_t)at->displacement;
        if (at->operand_count > 1) {
            bool is_narrow = ir_operand(at, 1)->type == IR_I32;
            uint64_t index = is_narrow && at->is_signed ? (uint64_t)sign(IR_I32, b) : b;
            address += index * (uint64_t)at->scale;
        }
        return address;
    }
    default: *is_known = false; return 0;
    }
}

static uint64_t load_lane(Machine *machine, const IrInstruction *at, uint32_t lane, IrType type)
{
    uint32_t bytes = ir_memory_bytes(at->memory);
    uint64_t address = value_of(machine, ir_operand(at, 0)) + lane * (uint64_t)bytes, value = 0;
    if (address > MEMORY_BYTES - bytes) {
        machine->is_bad = true;
        return 0;
    }
    memcpy(&value, &machine->memory[address], bytes);
    if (at->memory == IR_MEMORY_S8) {
        value = (uint64_t)(int64_t)(int8_t)value;
    } else if (at->memory == IR_MEMORY_S16) {
        value = (uint64_t)(int64_t)(int16_t)value;
    } else if (at->memory == IR_MEMORY_BOOL) {
        value = value != 0;
    }
    return cut(type, value);
}

static uint64_t access_bytes(const IrInstruction *at)
{
    return ir_memory_bytes(at->memory) * (uint64_t)at->vector;
}

// The elements of a vector go to its RESULTs at once. It must be aligned as a whole.
static void load(Machine *machine, const IrInstruction *at)
{
    if (at->vector <= 1) {
        machine->values[at->number] = load_lane(machine, at, 0, at->type);
        return;
    }
    machine->is_bad = machine->is_bad || at->align_bytes < access_bytes(at) ||
                      value_of(machine, ir_operand(at, 0)) % access_bytes(at) != 0;
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        const IrInstruction *result = use->user;
        machine->values[result->number] =
            load_lane(machine, at, (uint32_t)result->integer, result->type);
    }
}

static void store(Machine *machine, const IrInstruction *at)
{
    uint64_t address = value_of(machine, ir_operand(at, 0));
    uint32_t bytes = ir_memory_bytes(at->memory);
    if (at->vector > 1) {
        machine->is_bad = machine->is_bad || at->align_bytes < access_bytes(at) ||
                          address % access_bytes(at) != 0;
    }
    for (uint32_t i = 1; i < at->operand_count; i++, address += bytes) {
        uint64_t value = value_of(machine, ir_operand(at, i));
        if (address > MEMORY_BYTES - bytes) {
            machine->is_bad = true;
            return;
        }
        memcpy(&machine->memory[address], &value, bytes);
    }
}

static void move_bytes(Machine *machine, const IrInstruction *at)
{
    uint64_t to = value_of(machine, ir_operand(at, 0)), from = value_of(machine, ir_operand(at, 1));
    bool is_copy = at->op == IR_COPY;
    if (to + at->size_bytes > MEMORY_BYTES || (is_copy && from + at->size_bytes > MEMORY_BYTES)) {
        machine->is_bad = true;
    } else if (is_copy) {
        memmove(&machine->memory[to], &machine->memory[from], at->size_bytes);
    } else {
        memset(&machine->memory[to], (int)(from & 0xff), at->size_bytes);
    }
}

static void step(Machine *machine, const IrInstruction *at)
{
    bool is_known = true;
    switch (at->op) {
    case IR_RESULT: return; // its vector has written it
    case IR_LOAD: load(machine, at); return;
    case IR_STORE: store(machine, at); return;
    case IR_COPY:
    case IR_FILL: move_bytes(machine, at); return;
    case IR_LOCAL:
        machine->values[at->number] = machine->locals_end;
        machine->locals_end += (at->size_bytes + 15) / 16 * 16;
        machine->is_bad = machine->is_bad || machine->locals_end > MEMORY_BYTES;
        return;
    default: break;
    }
    machine->values[at->number] = cut(at->type, compute(machine, at, &is_known));
    machine->is_bad = machine->is_bad || !is_known;
}

// PHIs read all their operands before one of them is written.
static const IrInstruction *enter(Machine *machine, const IrBlock *block, const IrBlock *from)
{
    uint64_t given[64];
    uint32_t count = 0;
    const IrInstruction *at = block->first;
    for (; at->op == IR_PHI && count < 64; at = at->next) {
        for (uint32_t i = 0; i < at->operand_count; i++) {
            if (at->targets[i] == from) {
                given[count] = value_of(machine, ir_operand(at, i));
            }
        }
        count++;
    }
    at = block->first;
    for (uint32_t i = 0; i < count; i++, at = at->next) {
        machine->values[at->number] = given[i];
    }
    return at;
}

static const IrBlock *way_out(const Machine *machine, const IrInstruction *last)
{
    uint64_t value = last->operand_count > 0 ? value_of(machine, ir_operand(last, 0)) : 0;
    if (last->op == IR_JUMP) {
        return last->targets[0];
    }
    if (last->op == IR_BRANCH) {
        return last->targets[value != 0 ? 0 : 1];
    }
    for (uint32_t i = 0; i + 1 < last->target_count; i++) {
        if (cut(ir_operand(last, 0)->type, (uint64_t)last->cases[i]) == value) {
            return last->targets[i + 1];
        }
    }
    return last->targets[0];
}

// Runs to RETURN; its value. machine->memory below LOCALS_AT is input and output.
__attribute__((unused)) static uint64_t interpret(Machine *machine, const IrFunction *function,
                                                  const uint64_t *arguments)
{
    uint64_t result = 0;
    machine->values = calloc(function->instruction_count + 1, sizeof *machine->values);
    machine->locals_end = LOCALS_AT;
    machine->arguments = arguments;
    const IrBlock *block = function->entry;
    const IrInstruction *at = block->first;
    for (uint32_t steps = 0; !machine->is_bad; steps++) {
        machine->is_bad = steps > STEPS_MAX;
        if (at->op == IR_RETURN) {
            result = at->operand_count > 0 ? value_of(machine, ir_operand(at, 0)) : 0;
            break;
        }
        if (ir_is_terminator(at)) {
            const IrBlock *to = way_out(machine, at);
            at = enter(machine, to, block);
            block = to;
        } else {
            step(machine, at);
            at = at->next;
        }
    }
    free(machine->values);
    return result;
}

#endif
