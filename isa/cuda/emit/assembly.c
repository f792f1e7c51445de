// SPDX-License-Identifier: Apache-2.0
// Inline assembly: its text with registers in place of %0, %1, %[name].
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <string.h>

static RegisterKind kind_of(char constraint)
{
    switch (constraint) {
    case 'h': return REGISTER_RS;
    case 'l': return REGISTER_RD;
    case 'f': return REGISTER_F;
    case 'd': return REGISTER_FD;
    default: return REGISTER_R;
    }
}

static Word output_register(Writer *w, const IrInstruction *at, uint32_t number)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_RESULT && use->user->integer == number &&
            w->is_wanted[use->user->number]) {
            return register_of(w, use->user);
        }
    }
    return register_fresh(w, kind_of(at->assembly->operands[number].constraint));
}

static void find_words(Writer *w, IrInstruction *at, Word *words)
{
    const AsmStatement *assembly = at->assembly;
    uint32_t input = 0;
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        const AsmOperand *operand = &assembly->operands[i];
        if (operand->constraint == 'C') {
            continue;
        }
        if (!operand->is_output) {
            IrInstruction *value = ir_operand(at, input++);
            words[i] = operand->constraint == 'n' && ir_is_constant(value)
                           ? word_of_constant(value)
                           : operand_register(w, value);
            continue;
        }
        words[i] = output_register(w, at, i);
        if (operand->is_read_write) {
            Word from = operand_word(w, ir_operand(at, input++));
            if (strcmp(from.text, words[i].text) != 0) {
                write_line(w, "mov.%s \t%s, %s;", move_suffix(kind_of(operand->constraint)),
                           words[i].text, from.text);
            }
        }
    }
}

// %[name]: the operand's number, or operand_count.
static uint32_t named_operand(const AsmStatement *assembly, const char *name, size_t length)
{
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        const char *known = assembly->operands[i].name;
        if (known != NULL && strlen(known) == length && memcmp(known, name, length) == 0) {
            return i;
        }
    }
    return assembly->operand_count;
}

static void put_operand(const AsmStatement *assembly, const Word *words, uint32_t number, Text *out)
{
    if (number >= assembly->operand_count) {
        return; // the front end has refused it
    }
    const AsmOperand *operand = &assembly->operands[number];
    if (operand->constraint == 'C' && operand->value->string != NULL) {
        text_put(out, operand->value->string);
    } else {
        text_put(out, words[number].text);
    }
}

// What follows a '%'; returns where it ends.
static const char *put_escape(Writer *w, const AsmStatement *assembly, const Word *words,
                              const char *at, Text *out)
{
    if (*at >= '0' && *at <= '9') {
        uint32_t number = 0;
        while (*at >= '0' && *at <= '9' && number < 1000) {
            number = number * 10 + (uint32_t)(*at++ - '0');
        }
        put_operand(assembly, words, number, out);
        return at;
    }
    const char *close = *at == '[' ? strchr(at, ']') : NULL;
    if (close != NULL) {
        put_operand(assembly, words, named_operand(assembly, at + 1, (size_t)(close - at - 1)),
                    out);
        return close + 1;
    }
    if (*at == '=') {
        text_printf(out, "%" PRIu32, w->emitter->assembly_number);
    } else if (*at == '%' || *at == '{' || *at == '}' || *at == '|') {
        text_add(out, at, 1);
    } else {
        text_put(out, "%"); // %tid: as written
        return at;
    }
    return at + 1;
}

void write_assembly(Writer *w, IrInstruction *at)
{
    const AsmStatement *assembly = at->assembly;
    Word *words = arena_alloc(&w->arena, (assembly->operand_count + 1) * sizeof *words);
    find_words(w, at, words);
    w->emitter->assembly_number++;
    write_line(w, "// begin inline asm");
    text_put(&w->body, "\t");
    for (const char *text = assembly->text; *text != 0;) {
        if (*text == '%') {
            text = put_escape(w, assembly, words, text + 1, &w->body);
        } else {
            text_add(&w->body, text++, 1);
        }
    }
    text_put(&w->body, "\n");
    write_line(w, "// end inline asm");
}
