// SPDX-License-Identifier: Apache-2.0
// How the types of C lie in values and memory, and the conversions of scalars.
#include "isa/cuda/ir/generate.h"

const Type *type_beneath(const Type *type)
{
    type = type->unqualified;
    if (type->kind == TYPE_ENUM) {
        const Type *under = type->enumeration->underlying;
        return under->unqualified;
    }
    return type;
}

bool type_is_bytes(const Type *type)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    return type->kind != TYPE_CLASS || (type->class_->is_trivial && !type->class_->is_immovable);
}

bool type_is_aggregate(const Type *type)
{
    return type->kind == TYPE_CLASS || type->kind == TYPE_ARRAY;
}

static bool type_is_function_pointer(const Type *type)
{
    return type->kind == TYPE_POINTER && type->base->kind == TYPE_FUNCTION;
}

IrType ir_type_of(const Type *type)
{
    type = type_beneath(type);
    switch (type->kind) {
    case TYPE_VOID:
    case TYPE_CLASS:
    case TYPE_ARRAY:
    case TYPE_FUNCTION: return IR_VOID;
    case TYPE_BOOL: return IR_I1;
    case TYPE_FLOAT: return IR_F32;
    case TYPE_DOUBLE:
    case TYPE_LONG_DOUBLE: return IR_F64;
    case TYPE_MEMBER_POINTER: return IR_I64;
    case TYPE_NULLPTR:
    case TYPE_REFERENCE:
    case TYPE_RVALUE_REFERENCE: return IR_POINTER;
    case TYPE_POINTER: return type_is_function_pointer(type) ? IR_I64 : IR_POINTER;
    default: return type_size(type) == 8 ? IR_I64 : IR_I32;
    }
}

IrMemory ir_memory_of(const Type *type)
{
    type = type_beneath(type);
    switch (ir_type_of(type)) {
    case IR_I1: return IR_MEMORY_BOOL;
    case IR_F32: return IR_MEMORY_F32;
    case IR_F64: return IR_MEMORY_F64;
    case IR_POINTER: return IR_MEMORY_POINTER;
    case IR_I64: return IR_MEMORY_B64;
    default: break;
    }
    bool is_signed = type_is_signed(type);
    switch (type_size(type)) {
    case 1: return is_signed ? IR_MEMORY_S8 : IR_MEMORY_U8;
    case 2: return is_signed ? IR_MEMORY_S16 : IR_MEMORY_U16;
    default: return IR_MEMORY_B32;
    }
}

IrInstruction *generate_truth(Generator *g, IrInstruction *value)
{
    switch (value->type) {
    case IR_I1: return value;
    case IR_F32:
    case IR_F64: return make_compare(g, IR_NEU, value, ir_real(g->function, value->type, 0));
    case IR_POINTER: {
        IrInstruction *bits = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, make_generic(g, value));
        return make_compare(g, IR_NE, bits, make_integer(g, IR_I64, 0));
    }
    default: return make_compare(g, IR_NE, value, make_integer(g, value->type, 0));
    }
}

// Wraps an I32 that holds any integer to the range of a type of one or two bytes.
static IrInstruction *narrow(Generator *g, IrInstruction *value, const Type *to)
{
    bool is_signed = type_is_signed(to), is_byte = type_size(to) == 1;
    if (value->op == IR_CONSTANT) {
        uint32_t bits = (uint32_t)value->integer;
        uint32_t kept = is_byte ? (is_signed ? (uint32_t)(int32_t)(int8_t)bits : (uint8_t)bits)
                                : (is_signed ? (uint32_t)(int32_t)(int16_t)bits : (uint16_t)bits);
        return make_integer(g, IR_I32, kept);
    }
    IrOp op = is_byte ? (is_signed ? IR_EXTEND_S8 : IR_EXTEND_U8)
                      : (is_signed ? IR_EXTEND_S16 : IR_EXTEND_U16);
    return make_unary(g, op, IR_I32, value);
}

// Whether every value of `from` is one of `to`; both at most 32 bits wide.
static bool fits(const Type *from, const Type *to)
{
    uint64_t from_size = type_size(from), to_size = type_size(to);
    if (to_size == 4) {
        return true; // the same 32 bits
    }
    if (type_is_signed(from)) {
        return type_is_signed(to) && from_size <= to_size;
    }
    return from_size < to_size || (from_size == to_size && !type_is_signed(to));
}

// Any integer in 64 bits.
static IrInstruction *widen(Generator *g, IrInstruction *value, const Type *from)
{
    if (value->type == IR_I64) {
        return value;
    }
    bool is_signed = value->type != IR_I1 && type_is_signed(from);
    if (value->op == IR_CONSTANT) {
        uint64_t extended = (uint64_t)(int64_t)(int32_t)(uint32_t)value->integer;
        return make_integer(g, IR_I64, is_signed ? extended : value->integer);
    }
    return make_unary(g, is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I64, value);
}

static IrInstruction *integer_to_integer(Generator *g, IrInstruction *value, const Type *from,
                                         const Type *to)
{
    if (ir_type_of(to) == IR_I64) {
        return widen(g, value, from);
    }
    if (value->type == IR_I1) {
        return value->op == IR_CONSTANT ? make_integer(g, IR_I32, value->integer)
                                        : make_unary(g, IR_ZERO_EXTEND, IR_I32, value);
    }
    if (value->type == IR_I64) {
        value = value->op == IR_CONSTANT ? make_integer(g, IR_I32, value->integer)
                                         : make_unary(g, IR_TRUNCATE, IR_I32, value);
        return type_size(to) < 4 ? narrow(g, value, to) : value;
    }
    return fits(from, to) ? value : narrow(g, value, to);
}

static IrInstruction *to_float(Generator *g, IrInstruction *value, const Type *from, IrType wanted)
{
    switch (value->type) {
    case IR_F32: return wanted == IR_F32 ? value : make_unary(g, IR_FLOAT_EXTEND, IR_F64, value);
    case IR_F64: return wanted == IR_F64 ? value : make_unary(g, IR_FLOAT_TRUNCATE, IR_F32, value);
    case IR_I1:
        return make_select(g, value, ir_real(g->function, wanted, 1),
                           ir_real(g->function, wanted, 0));
    default:
        return make_unary(g, type_is_signed(from) ? IR_S_TO_FLOAT : IR_U_TO_FLOAT, wanted, value);
    }
}

static IrInstruction *float_to_integer(Generator *g, IrInstruction *value, const Type *to)
{
    IrType wanted = ir_type_of(to);
    IrOp op = type_is_signed(to) ? IR_FLOAT_TO_S : IR_FLOAT_TO_U;
    IrInstruction *made = make_unary(g, op, wanted, value);
    return type_size(to) < 4 ? narrow(g, made, to) : made;
}

static IrInstruction *to_pointer(Generator *g, IrInstruction *value, const Type *from)
{
    if (value->type == IR_POINTER) {
        return value;
    }
    return make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, widen(g, value, from));
}

IrInstruction *generate_convert(Generator *g, IrInstruction *value, const Type *from,
                                const Type *to)
{
    from = type_beneath(from);
    to = type_beneath(to);
    IrType wanted = ir_type_of(to);
    if (wanted == IR_VOID || value == NULL) {
        return NULL;
    }
    if (wanted == IR_I1) {
        return generate_truth(g, value);
    }
    if (wanted == IR_POINTER) {
        return to_pointer(g, value, from);
    }
    if (wanted == IR_F32 || wanted == IR_F64) {
        return to_float(g, value, from, wanted);
    }
    if (value->type == IR_F32 || value->type == IR_F64) {
        return float_to_integer(g, value, to);
    }
    if (value->type == IR_POINTER) {
        value = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, make_generic(g, value));
    }
    return integer_to_integer(g, value, from, to);
}
