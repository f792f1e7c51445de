// SPDX-License-Identifier: Apache-2.0
// Calls and inline assembly. A class argument is a pointer to a copy that the caller made; a class
// result is stored through a pointer, which is the first argument.
#include "isa/cuda/ir/generate.h"

static Function *called_function(const Expression *e)
{
    const Expression *target = e->a;
    while (target->kind == EXPRESSION_ADDRESS || target->kind == EXPRESSION_CAST ||
           (target->kind == EXPRESSION_DEREFERENCE && target->type->kind == TYPE_FUNCTION)) {
        if (target->kind == EXPRESSION_CAST &&
            target->type->unqualified != target->a->type->unqualified) {
            return NULL;
        }
        target = target->a;
    }
    return target->kind == EXPRESSION_FUNCTION ? target->function : NULL;
}

static IrInstruction *class_argument(Generator *g, const Expression *argument)
{
    Place copy = {.pointer = generate_local(g, argument->type, NULL),
                  .type = argument->type,
                  .align_bytes = type_align(argument->type)};
    generate_into(g, argument, copy);
    return make_generic(g, copy.pointer);
}

IrInstruction *generate_call(Generator *g, const Expression *e, const Place *to)
{
    Function *function = called_function(e);
    IrInstruction *values[64];
    uint32_t count = 0;
    Place result = {0};
    IrInstruction *target = function == NULL ? generate_value(g, e->a) : NULL;
    if (e->list_count > 60) {
        generate_error(g, e->location, "a call with more than 60 arguments is not supported");
        return NULL;
    }
    if (function != NULL && function->is_variadic) {
        generate_error(g, e->location, "calling the variadic function '%s' is not supported",
                       function->name);
        return NULL;
    }
    bool is_class = type_is_aggregate(e->type);
    bool is_in_place = is_class && to != NULL && to->pointer != NULL && !type_is_bytes(e->type);
    if (is_in_place) {
        result = *to;
    } else if (is_class) { // a place of its own: the arguments may still refer to *to
        result = (Place){.pointer = generate_local(g, e->type, NULL),
                         .type = e->type,
                         .align_bytes = type_align(e->type)};
    }
    if (is_class) {
        values[count++] = make_generic(g, result.pointer);
    }
    for (uint32_t i = 0; i < e->list_count; i++) {
        const Expression *argument = e->list[i];
        values[count++] = type_is_aggregate(argument->type)
                              ? class_argument(g, argument)
                              : make_generic(g, generate_value(g, argument));
    }
    g->at = e->location;
    IrInstruction *call = make_op(g, IR_CALL, is_class ? IR_VOID : ir_type_of(e->type));
    if (function != NULL) {
        call->callee = generate_callee(g, function);
    } else {
        ir_add_operand(call, target);
    }
    for (uint32_t i = 0; i < count; i++) {
        ir_add_operand(call, values[i]);
    }
    if (function != NULL && function->is_noreturn) {
        make_op(g, IR_UNREACHABLE, IR_VOID);
        g->block = ir_block(g->function);
    }
    if (is_class && to != NULL && !is_in_place) {
        generate_copy(g, *to, result);
    }
    return call->type == IR_VOID ? NULL : call;
}

// ---- Assembly

static IrType operand_type(char constraint)
{
    switch (constraint) {
    case 'h': return IR_I16;
    case 'r': return IR_I32;
    case 'l': return IR_I64;
    case 'f': return IR_F32;
    case 'd': return IR_F64;
    default: return IR_VOID;
    }
}

static IrInstruction *asm_input(Generator *g, const AsmOperand *operand, IrInstruction *value,
                                SourceLocation at)
{
    IrType wanted = operand_type(operand->constraint);
    if (value->type == IR_POINTER) {
        value = make_unary(g, IR_POINTER_TO_INTEGER, IR_I64, make_generic(g, value));
    }
    if (value->type == IR_I1) {
        value = make_unary(g, IR_ZERO_EXTEND, IR_I32, value);
    }
    if (wanted == IR_I16 && value->type == IR_I32) {
        return make_unary(g, IR_TRUNCATE, IR_I16, value);
    }
    if (wanted == IR_I64 && value->type == IR_I32) {
        bool is_signed = type_is_signed(type_beneath(operand->value->type));
        return make_unary(g, is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I64, value);
    }
    if (wanted == IR_VOID && operand->constraint == 'n') {
        return value;
    }
    if (value->type != wanted) {
        generate_error(g, at, "asm operand does not match its constraint '%c'",
                       operand->constraint);
        return ir_undefined(g->function, wanted == IR_VOID ? IR_I32 : wanted);
    }
    return value;
}

static void asm_output(Generator *g, IrInstruction *assembly, uint32_t number, Place place,
                       char constraint)
{
    IrType type = operand_type(constraint), wanted = ir_type_of(place.type);
    IrInstruction *value = make_unary(g, IR_RESULT, type, assembly);
    value->integer = number;
    bool is_signed = type_is_signed(type_beneath(place.type));
    if (type == IR_I16) {
        value = make_unary(g, is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I32, value);
        type = IR_I32;
    }
    if (wanted == IR_I1) {
        value = generate_truth(g, value);
    } else if (wanted == IR_POINTER && type == IR_I64) {
        value = make_unary(g, IR_INTEGER_TO_POINTER, IR_POINTER, value);
    } else if (wanted == IR_I64 && type == IR_I32) {
        value = make_unary(g, is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I64, value);
    } else if (wanted == IR_I32 && type == IR_I64) {
        value = make_unary(g, IR_TRUNCATE, IR_I32, value);
    } else if (wanted != type) {
        generate_error(g, g->at, "asm output does not match its constraint '%c'", constraint);
        return;
    }
    if (wanted == IR_I32 && type_size(place.type) < 4) { // only the low bits are the result
        bool is_byte = type_size(place.type) == 1;
        IrOp op = is_byte ? (is_signed ? IR_EXTEND_S8 : IR_EXTEND_U8)
                          : (is_signed ? IR_EXTEND_S16 : IR_EXTEND_U16);
        value = make_unary(g, op, IR_I32, value);
    }
    generate_store(g, place, value);
}

static bool check_operands(Generator *g, const Statement *statement)
{
    const AsmStatement *assembly = statement->assembly;
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        char constraint = assembly->operands[i].constraint;
        bool is_immediate = constraint == 'n' || constraint == 'C';
        if ((operand_type(constraint) == IR_VOID && !is_immediate) ||
            (is_immediate && assembly->operands[i].is_output)) {
            generate_error(g, statement->location, "asm constraint '%c' is not supported",
                           constraint);
            return false;
        }
    }
    return true;
}

// Operands of ASM: one for each input and each output that is read, in the order of the text's
// numbers; none for 'C'.
void generate_asm(Generator *g, const Statement *statement)
{
    const AsmStatement *assembly = statement->assembly;
    uint32_t count = assembly->operand_count;
    if (!check_operands(g, statement)) {
        return;
    }
    Place *places = arena_alloc(g->arena, (count + 1) * sizeof *places);
    IrInstruction **inputs = arena_alloc(g->arena, (count + 1) * sizeof(IrInstruction *));
    uint32_t input_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const AsmOperand *operand = &assembly->operands[i];
        if (operand->constraint == 'C') {
            continue;
        }
        if (operand->is_output) {
            places[i] = generate_place(g, operand->value);
        }
        if (!operand->is_output || operand->is_read_write) {
            IrInstruction *value = operand->is_output ? generate_load(g, places[i])
                                                      : generate_value(g, operand->value);
            inputs[input_count++] = asm_input(g, operand, value, statement->location);
        }
    }
    IrInstruction *made = make_op(g, IR_ASM, IR_VOID);
    made->assembly = assembly;
    for (uint32_t i = 0; i < input_count; i++) {
        ir_add_operand(made, inputs[i]);
    }
    for (uint32_t i = 0; i < count && assembly->operands[i].is_output; i++) {
        asm_output(g, made, i, places[i], assembly->operands[i].constraint);
    }
}
