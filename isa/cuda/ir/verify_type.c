// SPDX-License-Identifier: Apache-2.0
// Checks the types of one instruction's operands and result: by the form that op.def gives its
// operation, and by what its other fields say (memory, space, vector, callee).
#include "isa/cuda/ir/verify.h"

#include <string.h>

static const char *const forms[IR_OP_COUNT] = {
#define IR_OP(name, types, flags) [IR_##name] = (types),
#include "isa/cuda/ir/op.def"
#undef IR_OP
};

// The first value that a letter stood for, from 'A' on.
typedef struct Like {
    const IrInstruction *values['Z' - 'A' + 1];
} Like;

static bool fits(char letter, const IrInstruction *value, Like *like)
{
    static const char exact[] = {
        [IR_VOID] = '-', [IR_I1] = 'p',  [IR_I16] = 'h', [IR_I32] = 'i',
        [IR_I64] = 'l',  [IR_F32] = 'f', [IR_F64] = 'd', [IR_POINTER] = 'a'};
    static const char *const members[] = {
        ['N'] = "il", ['L'] = "pil", ['F'] = "fd", ['X'] = "philfda"};
    char type = exact[value->type];
    if (letter == '?' || letter == type) {
        return true;
    }
    if (letter < 'A' || letter > 'Z' || strchr(members[(unsigned char)letter], type) == NULL) {
        return false;
    }
    const IrInstruction **first = &like->values[letter - 'A'];
    *first = *first == NULL || (*first)->op == IR_UNDEFINED ? value : *first;
    bool has_space = value->type == IR_POINTER && value->op != IR_UNDEFINED;
    return (*first)->type == value->type && (!has_space || (*first)->space == value->space);
}

// One alternative: "X:pXX", "-:aX+", up to '|' or the end.
static bool has_form(const IrInstruction *at, const char *form)
{
    Like like = {{NULL}};
    const char *letter = form + 2;
    uint32_t i = 0;
    if (!fits(form[0], at, &like)) {
        return false;
    }
    for (; *letter != 0 && *letter != '|'; letter++) {
        bool is_repeated = letter[1] == '+';
        for (bool is_again = true; is_again && (i < at->operand_count || !is_repeated);) {
            if (i >= at->operand_count || !fits(*letter, ir_operand(at, i), &like)) {
                return false;
            }
            i++;
            is_again = is_repeated;
        }
        letter += is_repeated;
    }
    return i == at->operand_count;
}

static bool has_some_form(const IrInstruction *at)
{
    for (const char *form = forms[at->op]; form != NULL; form = strchr(form, '|')) {
        form += *form == '|';
        if (has_form(at, form)) {
            return true;
        }
    }
    return false;
}

// Whether memory of this form holds the value; pointers in memory are generic.
static bool holds(IrMemory memory, const IrInstruction *value)
{
    return value->type == ir_memory_type(memory) &&
           (value->type != IR_POINTER || value->space == IR_SPACE_GENERIC);
}

static const char *check_load(const IrInstruction *at)
{
    if (at->vector > 1) {
        return at->type == IR_VOID ? NULL : "a vector load has a type of its own";
    }
    return holds(at->memory, at) ? NULL : "a load's type is not that of its memory";
}

static const char *check_store(const IrInstruction *at)
{
    if (at->operand_count != (at->vector > 1 ? at->vector + 1u : 2u)) {
        return "a store has the wrong number of values";
    }
    return holds(at->memory, ir_operand(at, 1)) ? NULL : "a store's type is not that of its memory";
}

static const char *check_result(const IrInstruction *at)
{
    const IrInstruction *of = ir_operand(at, 0);
    if (of->op == IR_LOAD) {
        return at->integer < of->vector && holds(of->memory, at)
                   ? NULL
                   : "a vector load has no such element";
    }
    return of->op == IR_ASM ? NULL : "a result of an operation that has none";
}

static const char *check_call(const IrInstruction *at)
{
    const IrFunction *callee = at->callee;
    if (callee == NULL) {
        return at->operand_count > 0 && ir_operand(at, 0)->type == IR_I64
                   ? NULL
                   : "a call through a value that is not an address";
    }
    return at->type == callee->result ? NULL : "a call's type is not its callee's";
}

static const char *check_return(const IrInstruction *at)
{
    IrType wanted = at->function->result;
    bool is_good = at->operand_count == (wanted == IR_VOID ? 0u : 1u) &&
                   (wanted == IR_VOID || ir_operand(at, 0)->type == wanted);
    return is_good ? NULL : "the returned value is not the function's result";
}

static bool is_space(const IrInstruction *at, IrSpace space)
{
    return at->space == space;
}

const char *verify_types(const IrInstruction *at)
{
    if (!has_some_form(at)) {
        return "the types or the number of its operands are wrong";
    }
    switch (at->op) {
    case IR_LOAD: return check_load(at);
    case IR_STORE: return check_store(at);
    case IR_RESULT: return check_result(at);
    case IR_CALL: return check_call(at);
    case IR_RETURN: return check_return(at);
    case IR_INDEX:
        return is_space(at, ir_operand(at, 0)->space) ? NULL : "an index changes the space";
    case IR_TO_GENERIC:
        return is_space(at, IR_SPACE_GENERIC) ? NULL : "the result is not a generic pointer";
    case IR_TO_SPACE:
        return is_space(ir_operand(at, 0), IR_SPACE_GENERIC) ? NULL : "no generic pointer is cast";
    case IR_LOCAL:
    case IR_ALLOCA: return is_space(at, IR_SPACE_LOCAL) ? NULL : "local memory in another space";
    case IR_PARAMETER:
        return is_space(at, IR_SPACE_PARAMETER) ? NULL : "a parameter in another space";
    default: return NULL;
    }
}
