// SPDX-License-Identifier: Apache-2.0
// Checks instructions against form.def: suffixes, types, version and target, and the number, kind
// and width of operands.
#ifndef LOCKSTEP_PTX_VERIFY_H
#define LOCKSTEP_PTX_VERIFY_H

#include "isa/ptx/form.h"
#include "isa/ptx/parser.h"

// The rows of form.def, read as they are needed; valid as long as the arena and the names.
FormTable *form_table_create(Arena *arena, NameTable *names);

// Why an instruction with these suffixes is known but not supported, or NULL.
const char *verify_refusal(const Parser *parser, const PtxInstruction *instruction);

// Checks a parsed function, sets each instruction's form, and reports what is wrong.
void verify_function(Parser *parser, PtxFunction *function);

// What is wrong with an instruction's operands, for one row.
typedef struct OperandProblem {
    uint32_t operand; // from 0: the first that does not fit
    uint32_t column;
    bool is_whole; // the message is about the operands as a whole
    Text message;
} OperandProblem;

// Whether the operands fit the form. If not and `problem` is given, says why.
bool verify_operands(const PtxModule *module, const PtxFunction *function, const Form *form,
                     const PtxInstruction *instruction, OperandProblem *problem);

// Notes the first thing that is wrong, at an operand or (NULL) at the instruction; always false.
bool verify_fail(OperandProblem *problem, const PtxOperand *operand, const char *format, ...)
    TEXT_PRINTF(3, 4);

// verify_call.c: the lists of a call against the signature it names.
bool verify_call(const PtxFunction *function, const PtxInstruction *instruction,
                 OperandProblem *problem);

// verify_type.c

// The type that a rule requires in this instruction; NONE for RULE_TYPE_ADDRESS.
PtxType verify_rule_type(const OperandRule *rule, const PtxInstruction *instruction);
// Whether a register is allowed where a type is required (PTX ISA, "Operand Type Checking").
bool verify_type_fits(PtxType reg, PtxType wanted, bool may_be_wider);

#endif
