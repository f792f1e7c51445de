// SPDX-License-Identifier: Apache-2.0
// Words: rotations, and 64 bits as a pair of registers.
#include "isa/cuda/emit/write.h"

static void write_funnel(Writer *w, IrInstruction *at)
{
    Word high = operand_register(w, ir_operand(at, 0)),
         low = operand_register(w, ir_operand(at, 1));
    Word amount = operand_word(w, ir_operand(at, 2));
    write_line(w, "shf.l.wrap.b32 \t%s, %s, %s, %s;", register_of(w, at).text, low.text, high.text,
               amount.text);
}

static void write_join(Writer *w, IrInstruction *at)
{
    Word low = operand_register(w, ir_operand(at, 0)),
         high = operand_register(w, ir_operand(at, 1));
    write_line(w, "mov.b64 \t%s, {%s, %s};", register_of(w, at).text, low.text, high.text);
}

static void write_half(Writer *w, IrInstruction *at)
{
    Word whole = operand_register(w, ir_operand(at, 0)), other = register_fresh(w, REGISTER_R);
    Word wanted = register_of(w, at);
    bool is_low = at->op == IR_LOW_WORD;
    write_line(w, "mov.b64 \t{%s, %s}, %s;", is_low ? wanted.text : other.text,
               is_low ? other.text : wanted.text, whole.text);
}

void write_words(Writer *w, IrInstruction *at)
{
    switch (at->op) {
    case IR_FUNNEL_LEFT: write_funnel(w, at); break;
    case IR_JOIN_WORDS: write_join(w, at); break;
    default: write_half(w, at); break;
    }
}
