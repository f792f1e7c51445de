// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/verify.h"

FormTable *form_table_create(Arena *arena)
{
    (void)arena;
    return NULL;
}

const char *verify_refusal(const Parser *parser, const PtxInstruction *instruction)
{
    (void)parser;
    return ptx_opcode_refusal(instruction->opcode);
}

void verify_function(Parser *parser, PtxFunction *function)
{
    (void)parser;
    (void)function;
}
