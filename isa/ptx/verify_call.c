// SPDX-License-Identifier: Apache-2.0
// Calls: what is passed and returned, against the function or the prototype (PTX ISA 9.0, "call").
#include "isa/ptx/verify.h"

static bool check_list(const PtxOperand *list, PtxVariable *const *wanted, uint32_t count,
                       const char *what, OperandProblem *problem)
{
    uint32_t given = list == NULL ? 0 : list->element_count;
    if (given != count) {
        return verify_fail(problem, list, "got %u %s, expected %u", given, what, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const PtxOperand *item = &list->elements[i];
        uint64_t size = wanted[i]->size_bytes;
        bool is_constant = item->kind == PTX_OPERAND_INTEGER || item->kind == PTX_OPERAND_FLOAT;
        bool is_register = item->kind == PTX_OPERAND_REGISTER && !item->is_negated &&
                           ptx_type_bytes(item->reg->type) >= size;
        bool is_parameter = item->kind == PTX_OPERAND_VARIABLE && item->integer == 0 &&
                            item->variable->space == PTX_SPACE_PARAM &&
                            (item->variable->size_bytes == size || size == 0);
        if (!is_constant && !is_register && !is_parameter && item->kind != PTX_OPERAND_SINK) {
            return verify_fail(problem, item, "item %u of the %s must be a value of %llu bytes",
                               i + 1, what, (unsigned long long)size);
        }
    }
    return true;
}

// The signature an indirect call follows, from its last operand, or NULL.
static const PtxFunction *listed_signature(const PtxFunction *function, const PtxOperand *operand)
{
    if (operand == NULL || operand->kind != PTX_OPERAND_LABEL ||
        operand->label >= function->label_count) {
        return NULL;
    }
    const PtxLabel *label = &function->labels[operand->label];
    if (label->kind == PTX_LABEL_CALL_TARGETS) {
        return label->functions[0];
    }
    return label->kind == PTX_LABEL_PROTOTYPE ? label->prototype : NULL;
}

static bool is_pointer(const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_REGISTER &&
           (verify_type_fits(operand->reg->type, PTX_TYPE_U64, false) ||
            verify_type_fits(operand->reg->type, PTX_TYPE_U32, false));
}

bool verify_call(const PtxFunction *function, const PtxInstruction *instruction,
                 OperandProblem *problem)
{
    const PtxOperand *at = instruction->operands, *end = at + instruction->operand_count;
    const PtxOperand *results = at < end && at->kind == PTX_OPERAND_ARGUMENTS ? at++ : NULL;
    const PtxOperand *target = at < end ? at++ : NULL;
    const PtxOperand *arguments = at < end && at->kind == PTX_OPERAND_ARGUMENTS ? at++ : NULL;
    const PtxOperand *list = at < end ? at++ : NULL;
    if (problem != NULL) {
        problem->is_whole = true;
    }
    if (target == NULL || at < end) {
        return verify_fail(problem, NULL, "expected call (results), function, (arguments), list");
    }
    const PtxFunction *signature = target->function;
    if (target->kind == PTX_OPERAND_FUNCTION && target->function->is_entry) {
        return verify_fail(problem, target, "a kernel cannot be called");
    }
    if (target->kind != PTX_OPERAND_FUNCTION) {
        signature = listed_signature(function, list);
        if (!is_pointer(target)) {
            return verify_fail(problem, target, "expected a function or a register that holds one");
        }
        if (signature == NULL) {
            return verify_fail(
                problem, target,
                "a call through a register requires a .callprototype or .calltargets");
        }
    }
    return check_list(results, signature->results, signature->result_count, "results", problem) &&
           check_list(arguments, signature->parameters, signature->parameter_count, "arguments",
                      problem);
}
