// SPDX-License-Identifier: Apache-2.0
// The intermediate representation as text, for tests and debugging.
#include "isa/cuda/ir/ir.h"

static const char *const op_names[IR_OP_COUNT] = {
#define IR_OP(name, types, flags) [IR_##name] = #name,
#include "isa/cuda/ir/op.def"
#undef IR_OP
};

static const char *const type_names[] = {"void", "i1",  "i16", "i32",
                                         "i64",  "f32", "f64", "pointer"};
static const char *const space_names[] = {"generic",  "global", "shared",
                                          "constant", "local",  "parameter"};
static const char *const memory_names[] = {"bool", "u8",  "s8",  "u16", "s16",    "b16",
                                           "b32",  "b64", "f32", "f64", "pointer"};
static const char *const compare_names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                            "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                            "ltu", "leu", "gtu", "geu", "num", "nan"};
static const char *const builtin_names[] = {
    "none",
#define BUILTIN(name, result, arguments, flags) #name,
#include "isa/cuda/tree/builtin.def"
#undef BUILTIN
};

static void print_operand(const IrInstruction *value, Text *out)
{
    if (value->op == IR_UNDEFINED) {
        text_printf(out, "undefined");
    } else if (value->op != IR_CONSTANT) {
        text_printf(out, "%%%u", value->number);
    } else if (value->type == IR_F32 || value->type == IR_F64) {
        text_printf(out, "%.9g", value->real);
    } else if (value->type == IR_I32) {
        text_printf(out, "%d", (int)(uint32_t)value->integer);
    } else {
        text_printf(out, "%lld", (long long)value->integer);
    }
}

static void print_memory(const IrInstruction *at, Text *out)
{
    text_printf(out, " %s", memory_names[at->memory]);
    if (at->vector > 1) {
        text_printf(out, " x%u", (unsigned)at->vector);
    }
    if (at->align_bytes != 0) {
        text_printf(out, " align %u", at->align_bytes);
    }
    text_put(out, at->is_volatile ? " volatile" : "");
    text_put(out, at->is_readonly ? " readonly" : "");
}

static void print_details(const IrInstruction *at, Text *out)
{
    switch (at->op) {
    case IR_COMPARE: text_printf(out, " %s", compare_names[at->compare]); break;
    case IR_LOAD:
    case IR_STORE: print_memory(at, out); break;
    case IR_ATOMIC:
        print_memory(at, out);
        text_printf(out, " %s", builtin_names[at->builtin]);
        break;
    case IR_BUILTIN:
    case IR_WARP: text_printf(out, " %s", builtin_names[at->builtin]); break;
    case IR_PARAMETER:
    case IR_RESULT:
    case IR_ARGUMENT: text_printf(out, " %llu", (unsigned long long)at->integer); break;
    case IR_LOCAL:
    case IR_COPY:
    case IR_FILL:
        text_printf(out, " %llu align %u", (unsigned long long)at->size_bytes, at->align_bytes);
        break;
    case IR_STRING: text_printf(out, " (%llu bytes)", (unsigned long long)at->size_bytes); break;
    case IR_ASM: text_printf(out, " \"%s\"", at->assembly->text); break;
    case IR_CALL:
    case IR_FUNCTION_ADDRESS:
        text_printf(out, " %s", at->callee == NULL ? "*" : at->callee->function->name);
        break;
    default: break;
    }
    if (at->variable != NULL) {
        text_printf(out, " '%s'", at->variable->name == NULL ? "" : at->variable->name);
    }
}

static void print_index(const IrInstruction *at, Text *out)
{
    if (at->op != IR_INDEX) {
        return;
    }
    if (at->operand_count > 1) {
        text_printf(out, " * %lld", (long long)at->scale);
        text_put(out, ir_operand(at, 1)->type == IR_I64 ? "" : at->is_signed ? " s32" : " u32");
    }
    if (at->displacement != 0) {
        text_printf(out, " + %lld", (long long)at->displacement);
    }
}

static void print_targets(const IrInstruction *at, Text *out)
{
    for (uint32_t i = 0; at->op != IR_PHI && i < at->target_count; i++) {
        text_put(out, i == 0 ? " ->" : ",");
        if (at->op == IR_SWITCH && i > 0) {
            text_printf(out, " %lld:", (long long)at->cases[i - 1]);
        }
        text_printf(out, " block%u", at->targets[i]->number);
    }
}

void ir_print_instruction(const IrInstruction *at, Text *out)
{
    if (at->type != IR_VOID) {
        text_printf(out, "%%%u = ", at->number);
    }
    text_put(out, op_names[at->op]);
    if (at->type != IR_VOID) {
        text_printf(out, " %s", type_names[at->type]);
    } else if (at->vector > 1 || at->op == IR_ASM) {
        text_printf(out, " (%%%u)", at->number);
    }
    if (at->type == IR_POINTER) {
        text_printf(out, " %s", space_names[at->space]);
    }
    print_details(at, out);
    for (uint32_t i = 0; i < at->operand_count; i++) {
        text_put(out, i == 0 ? " " : ", ");
        print_operand(ir_operand(at, i), out);
        if (at->op == IR_PHI) {
            text_printf(out, " from block%u", at->targets[i]->number);
        }
    }
    print_index(at, out);
    print_targets(at, out);
}

void ir_print(const IrFunction *function, Text *out)
{
    text_printf(out, "function %s\n", function->function == NULL ? "?" : function->function->name);
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        text_printf(out, "block%u:\n", block->number);
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            text_put(out, "    ");
            ir_print_instruction(at, out);
            text_put(out, "\n");
        }
    }
}
