// SPDX-License-Identifier: Apache-2.0
// Registers under the names that nvcc gives them, and operands as text.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const register_names[REGISTER_KINDS] = {"%p", "%rs", "%r", "%rd", "%f", "%fd"};

static RegisterKind register_kind(IrType type, IrSpace space)
{
    switch (type) {
    case IR_I1: return REGISTER_P;
    case IR_I16: return REGISTER_RS;
    case IR_I64: return REGISTER_RD;
    case IR_F32: return REGISTER_F;
    case IR_F64: return REGISTER_FD;
    case IR_POINTER: return space == IR_SPACE_SHARED ? REGISTER_R : REGISTER_RD;
    default: return REGISTER_R;
    }
}

RegisterKind register_kind_of(const IrInstruction *value)
{
    return register_kind(value->type, value->space);
}

static Word register_word(RegisterKind kind, uint32_t number)
{
    Word word;
    snprintf(word.text, sizeof word.text, "%s%" PRIu32, register_names[kind], number);
    return word;
}

Word register_fresh(Writer *w, RegisterKind kind)
{
    return register_word(kind, ++w->register_counts[kind]);
}

Word register_of(Writer *w, const IrInstruction *value)
{
    uint32_t id = w->value_ids[value->number];
    RegisterKind kind = register_kind_of(value);
    if (id == 0) { // a result that nobody reads
        return register_fresh(w, kind);
    }
    uint32_t class_ = coalesce_class(w, id);
    if (w->register_numbers[class_] == 0) {
        w->register_numbers[class_] = ++w->register_counts[kind];
    }
    return register_word(kind, w->register_numbers[class_]);
}

static Word word_of_integer(int64_t value)
{
    Word word;
    snprintf(word.text, sizeof word.text, "%" PRId64, value);
    return word;
}

static Word word_of_real(IrType type, double real)
{
    Word word;
    if (type == IR_F32) {
        float narrow = (float)real;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        snprintf(word.text, sizeof word.text, "0f%08" PRIX32, bits);
    } else {
        uint64_t bits;
        memcpy(&bits, &real, sizeof bits);
        snprintf(word.text, sizeof word.text, "0d%016" PRIX64, bits);
    }
    return word;
}

// UNDEFINED is zero.
Word word_of_constant(const IrInstruction *constant)
{
    switch (constant->type) {
    case IR_F32:
    case IR_F64: return word_of_real(constant->type, constant->real);
    case IR_I1: return word_of_integer(constant->integer == 0 ? 0 : -1);
    case IR_I16: return word_of_integer((int16_t)(uint16_t)constant->integer);
    case IR_I32: return word_of_integer((int32_t)(uint32_t)constant->integer);
    default: return word_of_integer((int64_t)constant->integer);
    }
}

static bool is_immediate(const IrInstruction *value)
{
    return value->op == IR_CONSTANT || value->op == IR_UNDEFINED;
}

// A block's constants stay in the registers they were moved to.
static Word constant_register(Writer *w, const IrInstruction *constant)
{
    uint32_t room = sizeof w->constants / sizeof w->constants[0];
    uint32_t kept = w->constant_count < room ? w->constant_count : room;
    for (uint32_t i = 0; i < kept; i++) {
        if (w->constants[i].constant == constant) {
            return w->constants[i].word;
        }
    }
    RegisterKind kind = register_kind_of(constant);
    Word word = register_fresh(w, kind);
    write_line(w, "mov.%s \t%s, %s;", move_suffix(kind), word.text,
               word_of_constant(constant).text);
    w->constants[w->constant_count % room].constant = constant;
    w->constants[w->constant_count % room].word = word;
    w->constant_count++;
    return word;
}

Word operand_register(Writer *w, IrInstruction *value)
{
    value = want_resolve(value);
    return is_immediate(value) ? constant_register(w, value) : register_of(w, value);
}

Word operand_word(Writer *w, IrInstruction *value)
{
    value = want_resolve(value);
    if (!is_immediate(value)) {
        return register_of(w, value);
    }
    return value->type == IR_I1 ? constant_register(w, value) : word_of_constant(value);
}

const char *type_suffix(IrType type, IrSpace space, char letter)
{
    static const char *const signed_[] = {"s16", "s32", "s64"};
    static const char *const unsigned_[] = {"u16", "u32", "u64"};
    static const char *const bits[] = {"b16", "b32", "b64"};
    switch (register_kind(type, space)) {
    case REGISTER_P: return "pred";
    case REGISTER_F: return letter == 'b' ? "b32" : "f32";
    case REGISTER_FD: return letter == 'b' ? "b64" : "f64";
    default: break;
    }
    size_t width = (size_t)register_kind(type, space) - REGISTER_RS;
    return (letter == 's' ? signed_ : letter == 'u' ? unsigned_ : bits)[width];
}

const char *move_suffix(RegisterKind kind)
{
    static const char *const suffixes[REGISTER_KINDS] = {"pred", "u16", "u32", "u64", "f32", "f64"};
    return suffixes[kind];
}

void write_line(Writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_put(&w->body, "\t");
    text_vprintf(&w->body, format, arguments);
    text_put(&w->body, "\n");
    va_end(arguments);
}
