// SPDX-License-Identifier: Apache-2.0
// Instructions as text, suffixes in the order they were written in.
#include "isa/ptx/print.h"

#include <inttypes.h>

static void print_operand(const PtxFunction *function, const PtxOperand *operand, Text *out);

static void print_list(const PtxFunction *function, const PtxOperand *operand,
                       const char *separator, Text *out)
{
    for (uint32_t i = 0; i < operand->element_count; i++) {
        text_put(out, i == 0 ? "" : separator);
        print_operand(function, &operand->elements[i], out);
    }
}

static void print_register(const PtxOperand *operand, Text *out)
{
    const char *sign = operand->reg->type == PTX_TYPE_PRED ? "!" : "-";
    text_printf(out, "%s%s%s", operand->is_negated ? sign : "", operand->reg->name,
                operand->selector == NULL ? "" : operand->selector);
    if (operand->component > 0) {
        text_printf(out, ".%c", "xyzw"[operand->component - 1]);
    }
}

static void print_offset(int64_t offset, Text *out)
{
    if (offset != 0) {
        text_printf(out, "+%" PRId64, offset);
    }
}

static void print_address(const PtxOperand *operand, Text *out)
{
    text_put(out, "[");
    if (operand->reg != NULL) {
        text_put(out, operand->reg->name);
        print_offset(operand->integer, out);
    } else if (operand->variable != NULL) {
        text_put(out, operand->variable->name);
        print_offset(operand->integer, out);
    } else {
        text_printf(out, "%" PRId64, operand->integer);
    }
    text_put(out, "]");
}

static void print_enclosed(const PtxFunction *function, const PtxOperand *operand, const char *open,
                           const char *close, Text *out)
{
    text_put(out, open);
    print_list(function, operand, ", ", out);
    text_put(out, close);
}

static void print_operand(const PtxFunction *function, const PtxOperand *operand, Text *out)
{
    switch (operand->kind) {
    case PTX_OPERAND_NONE: break;
    case PTX_OPERAND_REGISTER: print_register(operand, out); break;
    case PTX_OPERAND_INTEGER: text_printf(out, "%" PRId64, operand->integer); break;
    case PTX_OPERAND_FLOAT:
        text_printf(out, operand->is_double ? "0d%016" PRIX64 : "0f%08" PRIX64, operand->bits);
        break;
    case PTX_OPERAND_SPECIAL: text_put(out, ptx_special_name(operand->special)); break;
    case PTX_OPERAND_VARIABLE:
        text_put(out, operand->variable->name);
        print_offset(operand->integer, out);
        break;
    case PTX_OPERAND_FUNCTION: text_put(out, operand->function->name); break;
    case PTX_OPERAND_ADDRESS: print_address(operand, out); break;
    case PTX_OPERAND_VECTOR: print_enclosed(function, operand, "{", "}", out); break;
    case PTX_OPERAND_PAIR: print_list(function, operand, "|", out); break;
    case PTX_OPERAND_LABEL: text_put(out, function->labels[operand->label].name); break;
    case PTX_OPERAND_ARGUMENTS: print_enclosed(function, operand, "(", ")", out); break;
    case PTX_OPERAND_TEXTURE: print_enclosed(function, operand, "[", "]", out); break;
    case PTX_OPERAND_SINK: text_put(out, "_"); break;
    }
}

void ptx_print_instruction(const PtxModule *module, const PtxFunction *function,
                           const PtxInstruction *instruction, Text *out)
{
    (void)module;
    if (instruction->guard != NULL) {
        text_printf(out, "@%s%s ", instruction->is_guard_negated ? "!" : "",
                    instruction->guard->name);
    }
    text_put(out, ptx_opcode_name(instruction->opcode));
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        text_put(out, ptx_suffix_name((PtxSuffix)instruction->suffix[i]));
    }
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        text_put(out, i == 0 ? " " : ", ");
        print_operand(function, &instruction->operands[i], out);
    }
    text_put(out, ";");
}
