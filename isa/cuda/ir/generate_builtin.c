// SPDX-License-Identifier: Apache-2.0
// The functions of builtin.def: each is one operation.
#include "isa/cuda/ir/generate.h"

// Rows whose arguments are the operands and whose result has the operation's type.
static const uint8_t plain_ops[BUILTIN_COUNT] = {
    [BUILTIN_fmaf] = IR_FMA,
    [BUILTIN_fma] = IR_FMA,
    [BUILTIN_fabsf] = IR_FABS,
    [BUILTIN_fabs] = IR_FABS,
    [BUILTIN_fminf] = IR_FMIN,
    [BUILTIN_fmaxf] = IR_FMAX,
    [BUILTIN_fmin] = IR_FMIN,
    [BUILTIN_fmax] = IR_FMAX,
    [BUILTIN_sqrtf] = IR_FSQRT,
    [BUILTIN_sqrt] = IR_FSQRT,
    [BUILTIN_floorf] = IR_FFLOOR,
    [BUILTIN_ceilf] = IR_FCEIL,
    [BUILTIN_truncf] = IR_FTRUNC,
    [BUILTIN_rintf] = IR_FRINT,
    [BUILTIN_floor] = IR_FFLOOR,
    [BUILTIN_ceil] = IR_FCEIL,
    [BUILTIN_trunc] = IR_FTRUNC,
    [BUILTIN_rint] = IR_FRINT,
    [BUILTIN_copysignf] = IR_FCOPYSIGN,
    [BUILTIN_copysign] = IR_FCOPYSIGN,
    [BUILTIN_min_s32] = IR_MIN_S,
    [BUILTIN_max_s32] = IR_MAX_S,
    [BUILTIN_min_u32] = IR_MIN_U,
    [BUILTIN_max_u32] = IR_MAX_U,
    [BUILTIN_min_s64] = IR_MIN_S,
    [BUILTIN_max_s64] = IR_MAX_S,
    [BUILTIN_min_u64] = IR_MIN_U,
    [BUILTIN_max_u64] = IR_MAX_U,
    [BUILTIN_abs_s32] = IR_ABS,
    [BUILTIN_abs_s64] = IR_ABS,
    [BUILTIN_mulhi_s32] = IR_MULTIPLY_HIGH_S,
    [BUILTIN_mulhi_u32] = IR_MULTIPLY_HIGH_U,
    [BUILTIN_mulhi_s64] = IR_MULTIPLY_HIGH_S,
    [BUILTIN_mulhi_u64] = IR_MULTIPLY_HIGH_U,
    [BUILTIN_popc32] = IR_POPC,
    [BUILTIN_popc64] = IR_POPC,
    [BUILTIN_clz32] = IR_CLZ,
    [BUILTIN_clz64] = IR_CLZ,
    [BUILTIN_brev32] = IR_BREV,
    [BUILTIN_brev64] = IR_BREV,
    [BUILTIN_float_as_int] = IR_BITS,
    [BUILTIN_int_as_float] = IR_BITS,
    [BUILTIN_double_as_longlong] = IR_BITS,
    [BUILTIN_longlong_as_double] = IR_BITS,
};

static IrInstruction *argument(Generator *g, const Expression *e, uint32_t index)
{
    return generate_value(g, e->list[index]);
}

// The operands are created first, so that they precede the operation.
static IrInstruction *operation(Generator *g, const Expression *e, IrOp op, IrType type)
{
    IrInstruction *values[4];
    uint32_t count = e->list_count < 4 ? e->list_count : 4;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = argument(g, e, i);
    }
    g->at = e->location;
    IrInstruction *made = make_op(g, op, type);
    for (uint32_t i = 0; i < count; i++) {
        ir_add_operand(made, values[i]);
    }
    return made;
}

static IrInstruction *load_readonly(Generator *g, const Expression *e)
{
    IrInstruction *pointer = generate_pointer(g, e->list[0]);
    Place from = {.pointer = pointer, .type = e->type, .align_bytes = type_align(e->type)};
    if (pointer->space == IR_SPACE_GENERIC) {
        from.pointer = make_in_space(g, pointer, IR_SPACE_GLOBAL);
    }
    from.is_readonly = from.pointer->space == IR_SPACE_GLOBAL;
    return generate_load(g, from);
}

#define ATOMIC_OPERATIONS 10u // add to cas, in the order of builtin.def, once for each scope

static IrInstruction *atomic(Generator *g, const Expression *e)
{
    uint32_t row = (uint32_t)(e->builtin - BUILTIN_atomic_add);
    const Type *type = type_beneath(e->type);
    IrInstruction *pointer = generate_pointer(g, e->list[0]);
    if (pointer->space != IR_SPACE_GLOBAL && pointer->space != IR_SPACE_SHARED) {
        pointer = make_generic(g, pointer);
    }
    IrInstruction *values[2] = {NULL, NULL};
    for (uint32_t i = 1; i < e->list_count && i < 3; i++) {
        values[i - 1] = generate_convert(g, argument(g, e, i), e->list[i]->type, type);
        if (values[i - 1]->type == IR_POINTER) {
            values[i - 1] = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, values[i - 1]);
        }
    }
    g->at = e->location;
    bool is_pointer = ir_type_of(type) == IR_POINTER;
    IrInstruction *made = make_op(g, IR_ATOMIC, is_pointer ? IR_I64 : ir_type_of(type));
    ir_add_operand(made, pointer);
    for (uint32_t i = 0; i < 2 && values[i] != NULL; i++) {
        ir_add_operand(made, values[i]);
    }
    made->memory = is_pointer ? IR_MEMORY_B64 : ir_memory_of(type);
    made->is_signed = type_is_signed(type);
    made->builtin = (uint8_t)(BUILTIN_atomic_add + row % ATOMIC_OPERATIONS);
    made->scope = (uint8_t)(row / ATOMIC_OPERATIONS); // gpu, block, system
    return is_pointer ? make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, made) : made;
}

static IrInstruction *printf_value(Generator *g, const Expression *argument_of)
{
    if (type_is_aggregate(argument_of->type)) {
        generate_error(g, argument_of->location, "printf cannot print an object of class type");
        return make_integer(g, IR_I32, 0);
    }
    IrInstruction *value = generate_value(g, argument_of);
    if (value->type == IR_I1) {
        return make_unary(g, IR_ZERO_EXTEND, IR_I32, value);
    }
    return value->type == IR_F32 ? make_unary(g, IR_FLOAT_EXTEND, IR_F64, value)
                                 : make_generic(g, value);
}

static IrInstruction *print(Generator *g, const Expression *e)
{
    IrInstruction **values = arena_alloc(g->arena, (e->list_count + 1) * sizeof(IrInstruction *));
    for (uint32_t i = 0; i < e->list_count; i++) {
        values[i] = printf_value(g, e->list[i]);
    }
    g->at = e->location;
    IrInstruction *made = make_op(g, IR_PRINTF, IR_I32);
    for (uint32_t i = 0; i < e->list_count; i++) {
        ir_add_operand(made, values[i]);
    }
    return made;
}

static IrInstruction *in_space(Generator *g, const Expression *e, IrSpace space)
{
    IrInstruction *pointer = generate_pointer(g, e->list[0]);
    if (pointer->space != IR_SPACE_GENERIC) {
        return make_integer(g, IR_I1, pointer->space == space);
    }
    IrInstruction *made = make_unary(g, IR_IN_SPACE, IR_I1, pointer);
    made->scope = (uint8_t)space;
    return made;
}

static IrInstruction *offset_in_space(Generator *g, const Expression *e, IrSpace space)
{
    IrInstruction *pointer = make_in_space(g, generate_pointer(g, e->list[0]), space);
    return make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, pointer);
}

static IrInstruction *from_offset(Generator *g, const Expression *e, IrSpace space)
{
    IrInstruction *made = make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, argument(g, e, 0));
    made->space = space;
    return make_generic(g, made);
}

static IrInstruction *stop(Generator *g, IrOp op)
{
    make_op(g, op, IR_VOID);
    g->block = ir_block(g->function); // nothing reaches it
    return NULL;
}

static IrInstruction *fence(Generator *g, uint8_t scope)
{
    make_op(g, IR_FENCE, IR_VOID)->scope = scope;
    return NULL;
}

static IrInstruction *special(Generator *g, const Expression *e)
{
    switch (e->builtin) {
    case BUILTIN_ldg: return load_readonly(g, e);
    case BUILTIN_printf: return print(g, e);
    case BUILTIN_barrier: make_op(g, IR_BARRIER, IR_VOID); return NULL;
    case BUILTIN_syncwarp: operation(g, e, IR_SYNCWARP, IR_VOID); return NULL;
    case BUILTIN_fence_gl: return fence(g, 0);
    case BUILTIN_fence_cta: return fence(g, 1);
    case BUILTIN_fence_sys: return fence(g, 2);
    case BUILTIN_trap: return stop(g, IR_TRAP);
    case BUILTIN_unreachable: return stop(g, IR_UNREACHABLE);
    case BUILTIN_expect: return argument(g, e, 0);
    case BUILTIN_assume: operation(g, e, IR_ASSUME, IR_VOID); return NULL;
    case BUILTIN_is_global: return in_space(g, e, IR_SPACE_GLOBAL);
    case BUILTIN_is_shared: return in_space(g, e, IR_SPACE_SHARED);
    case BUILTIN_is_constant: return in_space(g, e, IR_SPACE_CONSTANT);
    case BUILTIN_is_local: return in_space(g, e, IR_SPACE_LOCAL);
    case BUILTIN_cvta_global: return offset_in_space(g, e, IR_SPACE_GLOBAL);
    case BUILTIN_cvta_shared: return offset_in_space(g, e, IR_SPACE_SHARED);
    case BUILTIN_cvta_constant: return offset_in_space(g, e, IR_SPACE_CONSTANT);
    case BUILTIN_cvta_local: return offset_in_space(g, e, IR_SPACE_LOCAL);
    case BUILTIN_from_global: return from_offset(g, e, IR_SPACE_GLOBAL);
    case BUILTIN_from_shared: return from_offset(g, e, IR_SPACE_SHARED);
    case BUILTIN_from_constant: return from_offset(g, e, IR_SPACE_CONSTANT);
    case BUILTIN_from_local: return from_offset(g, e, IR_SPACE_LOCAL);
    default: return generate_memory_builtin(g, e);
    }
}

IrInstruction *generate_builtin(Generator *g, const Expression *e)
{
    IrType type = ir_type_of(e->type);
    if (plain_ops[e->builtin] != 0) {
        return operation(g, e, (IrOp)plain_ops[e->builtin], type);
    }
    if (e->builtin >= BUILTIN_atomic_add && e->builtin <= BUILTIN_atomic_cas_system) {
        return atomic(g, e);
    }
    if (e->builtin >= BUILTIN_vote_all && e->builtin <= BUILTIN_vote_ballot) {
        IrInstruction *made = operation(g, e, IR_WARP, type);
        made->builtin = (uint8_t)e->builtin;
        return made;
    }
    if (e->builtin >= BUILTIN_tid_x && e->builtin <= BUILTIN_warpsize) {
        IrInstruction *made = make_op(g, IR_BUILTIN, IR_I32);
        made->builtin = (uint8_t)e->builtin;
        return made;
    }
    return special(g, e);
}
