// SPDX-License-Identifier: Apache-2.0
// What an instruction does besides giving its value.
#include "isa/cuda/ir/ir.h"

#include <string.h>

enum {
    PURE = 1,
    COMMUTES = 2,
    EFFECT = 4,
    TERMINATOR = 8,
    CONVERGENT = 16,
    READS = 32,
    WRITES = 64
};

static const uint8_t op_flags[IR_OP_COUNT] = {
#define IR_OP(name, types, flags) [IR_##name] = (flags),
#include "isa/cuda/ir/op.def"
#undef IR_OP
};

// Assembly that the lanes of a warp or block execute together.
static bool is_convergent_assembly(const char *text)
{
    static const char *const words[] = {".sync",      ".aligned", "bar.", "barrier",
                                        "activemask", "vote",     "shfl"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(text, words[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool asm_has_output(const AsmStatement *assembly)
{
    return assembly->operand_count > 0 && assembly->operands[0].is_output;
}

bool ir_writes_to(const IrInstruction *instruction, uint32_t operand)
{
    IrOp op = instruction->op;
    return operand == 0 && (op == IR_STORE || op == IR_ATOMIC || op == IR_COPY || op == IR_FILL);
}

bool ir_is_read_only(IrSpace space)
{
    return space == IR_SPACE_CONSTANT || space == IR_SPACE_PARAMETER;
}

bool ir_has_effect(const IrInstruction *instruction)
{
    switch (instruction->op) {
    case IR_LOCAL:
    case IR_ALLOCA: return false;
    case IR_LOAD: return instruction->is_volatile;
    case IR_ASM:
        return instruction->assembly->is_volatile || instruction->assembly->is_clobbering_memory ||
               !asm_has_output(instruction->assembly);
    default: return (op_flags[instruction->op] & EFFECT) != 0;
    }
}

bool ir_is_pure(const IrInstruction *instruction)
{
    return (op_flags[instruction->op] & PURE) != 0;
}

bool ir_commutes(const IrInstruction *instruction)
{
    return (op_flags[instruction->op] & COMMUTES) != 0;
}

bool ir_is_convergent(const IrInstruction *instruction)
{
    if (instruction->op == IR_ASM) {
        return is_convergent_assembly(instruction->assembly->text);
    }
    return instruction->op == IR_CALL || (op_flags[instruction->op] & CONVERGENT) != 0;
}

bool ir_may_read(const IrInstruction *instruction)
{
    if (instruction->op == IR_ASM) {
        return instruction->assembly->is_clobbering_memory;
    }
    return (op_flags[instruction->op] & READS) != 0;
}

bool ir_may_write(const IrInstruction *instruction)
{
    if (instruction->op == IR_ASM) {
        return instruction->assembly->is_clobbering_memory;
    }
    return (op_flags[instruction->op] & WRITES) != 0;
}

bool ir_is_terminator(const IrInstruction *instruction)
{
    return (op_flags[instruction->op] & TERMINATOR) != 0;
}

bool ir_is_constant(const IrInstruction *instruction)
{
    return instruction->op == IR_CONSTANT;
}

IrType ir_memory_type(IrMemory memory)
{
    static const uint8_t types[] = {
        [IR_MEMORY_BOOL] = IR_I1, [IR_MEMORY_U8] = IR_I32,         [IR_MEMORY_S8] = IR_I32,
        [IR_MEMORY_U16] = IR_I32, [IR_MEMORY_S16] = IR_I32,        [IR_MEMORY_B16] = IR_I16,
        [IR_MEMORY_B32] = IR_I32, [IR_MEMORY_B64] = IR_I64,        [IR_MEMORY_F32] = IR_F32,
        [IR_MEMORY_F64] = IR_F64, [IR_MEMORY_POINTER] = IR_POINTER};
    return (IrType)types[memory];
}

uint32_t ir_memory_bytes(IrMemory memory)
{
    static const uint8_t bytes[] = {
        [IR_MEMORY_BOOL] = 1, [IR_MEMORY_U8] = 1,  [IR_MEMORY_S8] = 1,     [IR_MEMORY_U16] = 2,
        [IR_MEMORY_S16] = 2,  [IR_MEMORY_B16] = 2, [IR_MEMORY_B32] = 4,    [IR_MEMORY_B64] = 8,
        [IR_MEMORY_F32] = 4,  [IR_MEMORY_F64] = 8, [IR_MEMORY_POINTER] = 8};
    return bytes[memory];
}
