// SPDX-License-Identifier: Apache-2.0
// Operations on values: one row for each operation that is a single PTX instruction.
#include "isa/cuda/emit/write.h"

#include <stdio.h>

// name: before the type; letter: of the type: s, u, b (floats ignore s and u).
typedef struct Row {
    const char *name;
    char letter;
} Row;

static const Row rows[IR_OP_COUNT] = {
    [IR_ADD] = {"add", 's'},
    [IR_SUBTRACT] = {"sub", 's'},
    [IR_MULTIPLY] = {"mul.lo", 's'},
    [IR_MULTIPLY_HIGH_S] = {"mul.hi", 's'},
    [IR_MULTIPLY_HIGH_U] = {"mul.hi", 'u'},
    [IR_MULTIPLY_ADD] = {"mad.lo", 's'},
    [IR_MULTIPLY24_S] = {"mul24.lo", 's'},
    [IR_MULTIPLY24_U] = {"mul24.lo", 'u'},
    [IR_MULTIPLY_ADD24_S] = {"mad24.lo", 's'},
    [IR_MULTIPLY_ADD24_U] = {"mad24.lo", 'u'},
    [IR_DIVIDE_S] = {"div", 's'},
    [IR_DIVIDE_U] = {"div", 'u'},
    [IR_REMAINDER_S] = {"rem", 's'},
    [IR_REMAINDER_U] = {"rem", 'u'},
    [IR_AND] = {"and", 'b'},
    [IR_OR] = {"or", 'b'},
    [IR_XOR] = {"xor", 'b'},
    [IR_NOT] = {"not", 'b'},
    [IR_NEGATE] = {"neg", 's'},
    [IR_SHL] = {"shl", 'b'},
    [IR_SHR_S] = {"shr", 's'},
    [IR_SHR_U] = {"shr", 'u'},
    [IR_MIN_S] = {"min", 's'},
    [IR_MAX_S] = {"max", 's'},
    [IR_MIN_U] = {"min", 'u'},
    [IR_MAX_U] = {"max", 'u'},
    [IR_ABS] = {"abs", 's'},
    [IR_BREV] = {"brev", 'b'},
    [IR_FADD] = {"add", 's'},
    [IR_FSUBTRACT] = {"sub", 's'},
    [IR_FMULTIPLY] = {"mul", 's'},
    [IR_FDIVIDE] = {"div.rn", 's'},
    [IR_FMA] = {"fma.rn", 's'},
    [IR_FNEGATE] = {"neg", 's'},
    [IR_FABS] = {"abs", 's'},
    [IR_FMIN] = {"min", 's'},
    [IR_FMAX] = {"max", 's'},
    [IR_FSQRT] = {"sqrt.rn", 's'},
};

// Float operations of cc 1.x, as nvcc compiled them then: multiply-add truncates its product, and
// only sums and products round to nearest (CUDA C Programming Guide 5.5, "Standard Functions":
// divisions and square roots of cc 1.x err by 2 and 3 units).
static const Row old_rows[IR_OP_COUNT] = {
    [IR_FDIVIDE] = {"div.full", 's'},
    [IR_FMA] = {"mad", 's'},
    [IR_FSQRT] = {"sqrt.approx", 's'},
};

static Row row_of(const Writer *w, const IrInstruction *at)
{
    const EmitOptions *options = w->emitter->options;
    Row row = rows[at->op];
    if (at->type == IR_F32 && is_before(w, 20)) {
        return old_rows[at->op].name != NULL ? old_rows[at->op] : row;
    }
    if (at->type == IR_F32 && at->op == IR_FDIVIDE && options->divide != NULL) {
        row.name = options->divide;
    }
    if (at->type == IR_F32 && at->op == IR_FSQRT && options->root != NULL) {
        row.name = options->root;
    }
    return row;
}

// ".ftz" where floats take part and denormals are zeros; cc 1.x always has them so.
static const char *flush(const Writer *w, IrType a, IrType b)
{
    bool has_float = a == IR_F32 || b == IR_F32;
    return has_float && w->emitter->options->is_flushed && !is_before(w, 20) ? ".ftz" : "";
}

static void write_row(Writer *w, IrInstruction *at)
{
    Row row = row_of(w, at);
    bool may_contract = at->op == IR_FADD || at->op == IR_FSUBTRACT || at->op == IR_FMULTIPLY;
    bool is_exact = may_contract && (at->is_exact_fp || w->emitter->options->is_contraction_off);
    Word words[3];
    for (uint32_t i = 0; i < at->operand_count; i++) {
        bool is_last_of_many = at->operand_count > 1 && i > 0;
        words[i] = is_last_of_many ? operand_word(w, ir_operand(at, i))
                                   : operand_register(w, ir_operand(at, i));
    }
    Text line = {0};
    text_printf(&line, "%s%s%s.%s \t%s", row.name, is_exact ? ".rn" : "",
                flush(w, at->type, at->type), type_suffix(at->type, at->space, row.letter),
                register_of(w, at).text);
    for (uint32_t i = 0; i < at->operand_count; i++) {
        text_printf(&line, ", %s", words[i].text);
    }
    write_line(w, "%s;", text_string(&line));
    text_destroy(&line);
}

static bool is_reciprocal(const Writer *w, const IrInstruction *at)
{
    const IrInstruction *one = ir_operand(at, 0);
    return !is_before(w, 20) && ir_is_constant(one) && one->real == 1;
}

// 1 / x as nvcc writes it: the same result as that of a division, for less.
static void write_reciprocal(Writer *w, IrInstruction *at)
{
    bool is_fast = at->type == IR_F32 && w->emitter->options->divide != NULL;
    Word from = operand_register(w, ir_operand(at, 1));
    write_line(w, "rcp%s%s.%s \t%s, %s;", is_fast ? ".approx" : ".rn", flush(w, at->type, at->type),
               type_suffix(at->type, at->space, 's'), register_of(w, at).text, from.text);
}

static void write_divide(Writer *w, IrInstruction *at)
{
    if (is_reciprocal(w, at)) {
        write_reciprocal(w, at);
    } else {
        write_row(w, at);
    }
}

static void write_compare(Writer *w, IrInstruction *at)
{
    static const char *const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                        "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                        "ltu", "leu", "gtu", "geu", "num", "nan"};
    static const char *const unsigned_names[] = {"lt", "le", "gt", "ge"};
    IrInstruction *a = ir_operand(at, 0);
    Word left = operand_register(w, a), right = operand_word(w, ir_operand(at, 1));
    Word to = register_of(w, at);
    if (a->type == IR_I1) { // equal: neither differs
        write_line(w, "xor.pred \t%s, %s, %s;", to.text, left.text, right.text);
        if (at->compare == IR_EQ) {
            write_line(w, "not.pred \t%s, %s;", to.text, to.text);
        }
        return;
    }
    bool is_unsigned = at->compare >= IR_LO && at->compare <= IR_HS;
    const char *name = is_unsigned ? unsigned_names[at->compare - IR_LO] : names[at->compare];
    write_line(w, "setp.%s%s.%s \t%s, %s, %s;", name, flush(w, a->type, a->type),
               type_suffix(a->type, a->space, is_unsigned ? 'u' : 's'), to.text, left.text,
               right.text);
}

static void write_select(Writer *w, IrInstruction *at)
{
    Word condition = operand_register(w, ir_operand(at, 0));
    Word a = operand_word(w, ir_operand(at, 1)), b = operand_word(w, ir_operand(at, 2));
    Word to = register_of(w, at);
    if (at->type != IR_I1) {
        write_line(w, "selp.%s \t%s, %s, %s, %s;", type_suffix(at->type, at->space, 'b'), to.text,
                   a.text, b.text, condition.text);
        return;
    }
    Word first = register_fresh(w, REGISTER_P), second = register_fresh(w, REGISTER_P);
    Word other = register_fresh(w, REGISTER_P);
    write_line(w, "and.pred \t%s, %s, %s;", first.text, condition.text, a.text);
    write_line(w, "not.pred \t%s, %s;", other.text, condition.text);
    write_line(w, "and.pred \t%s, %s, %s;", second.text, other.text, b.text);
    write_line(w, "or.pred \t%s, %s, %s;", to.text, first.text, second.text);
}

static void write_unary(Writer *w, IrInstruction *at, const char *opcode)
{
    Word from = operand_register(w, ir_operand(at, 0));
    write_line(w, "%s \t%s, %s;", opcode, register_of(w, at).text, from.text);
}

static void write_conversion(Writer *w, IrInstruction *at, const char *rounding, char to, char from)
{
    const IrInstruction *a = ir_operand(at, 0);
    char opcode[64];
    bool is_from_integer = from != 'f';
    snprintf(opcode, sizeof opcode, "cvt%s%s.%s.%s", rounding,
             is_from_integer ? "" : flush(w, at->type, a->type),
             type_suffix(at->type, at->space, to), type_suffix(a->type, a->space, from));
    write_unary(w, at, opcode);
}

static void write_extension(Writer *w, IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    char letter = at->op == IR_SIGN_EXTEND ? 's' : 'u';
    if (a->type == IR_I1) {
        write_line(w, "selp.%s \t%s, 1, 0, %s;", type_suffix(at->type, at->space, 'u'),
                   register_of(w, at).text, operand_register(w, a).text);
    } else {
        write_conversion(w, at, "", letter, letter);
    }
}

static void write_masked(Writer *w, IrInstruction *at, const char *mask)
{
    Word from = operand_register(w, ir_operand(at, 0));
    write_line(w, "and.b32 \t%s, %s, %s;", register_of(w, at).text, from.text, mask);
}

static void write_bits(Writer *w, IrInstruction *at)
{
    bool is_wide = at->type == IR_I64 || at->type == IR_F64;
    write_unary(w, at, is_wide ? "mov.b64" : "mov.b32");
}

static void write_copysign(Writer *w, IrInstruction *at)
{
    Word magnitude = operand_register(w, ir_operand(at, 0));
    Word sign = operand_register(w, ir_operand(at, 1));
    if (is_before(w, 20) && at->type == IR_F32) {
        Word a = register_fresh(w, REGISTER_R), b = register_fresh(w, REGISTER_R);
        write_line(w, "mov.b32 \t%s, %s;", a.text, magnitude.text);
        write_line(w, "mov.b32 \t%s, %s;", b.text, sign.text);
        write_line(w, "and.b32 \t%s, %s, 2147483647;", a.text, a.text);
        write_line(w, "and.b32 \t%s, %s, -2147483648;", b.text, b.text);
        write_line(w, "or.b32 \t%s, %s, %s;", a.text, a.text, b.text);
        write_line(w, "mov.b32 \t%s, %s;", register_of(w, at).text, a.text);
        return;
    }
    write_line(w, "copysign.%s \t%s, %s, %s;", type_suffix(at->type, at->space, 'f'),
               register_of(w, at).text, sign.text, magnitude.text);
}

static void write_wide(Writer *w, IrInstruction *at, const char *opcode)
{
    Word a = operand_register(w, ir_operand(at, 0)), b = operand_word(w, ir_operand(at, 1));
    write_line(w, "%s \t%s, %s, %s;", opcode, register_of(w, at).text, a.text, b.text);
}

static void write_funnel(Writer *w, IrInstruction *at)
{
    Word high = operand_register(w, ir_operand(at, 0));
    Word low = operand_register(w, ir_operand(at, 1)), amount = operand_word(w, ir_operand(at, 2));
    write_line(w, "shf.l.wrap.b32 \t%s, %s, %s, %s;", register_of(w, at).text, low.text, high.text,
               amount.text);
}

static void write_count(Writer *w, IrInstruction *at, const char *name)
{
    const IrInstruction *a = ir_operand(at, 0);
    char opcode[32];
    snprintf(opcode, sizeof opcode, "%s.%s", name, type_suffix(a->type, a->space, 'b'));
    write_unary(w, at, opcode);
}

void write_arithmetic(Writer *w, IrInstruction *at)
{
    switch (at->op) {
    case IR_COMPARE: write_compare(w, at); break;
    case IR_SELECT: write_select(w, at); break;
    case IR_MULTIPLY_WIDE_S: write_wide(w, at, "mul.wide.s32"); break;
    case IR_MULTIPLY_WIDE_U: write_wide(w, at, "mul.wide.u32"); break;
    case IR_POPC: write_count(w, at, "popc"); break;
    case IR_CLZ: write_count(w, at, "clz"); break;
    case IR_FFLOOR: write_conversion(w, at, ".rmi", 'f', 'f'); break;
    case IR_FCEIL: write_conversion(w, at, ".rpi", 'f', 'f'); break;
    case IR_FTRUNC: write_conversion(w, at, ".rzi", 'f', 'f'); break;
    case IR_FRINT: write_conversion(w, at, ".rni", 'f', 'f'); break;
    case IR_FCOPYSIGN: write_copysign(w, at); break;
    case IR_EXTEND_S8: write_unary(w, at, "cvt.s32.s8"); break;
    case IR_EXTEND_S16: write_unary(w, at, "cvt.s32.s16"); break;
    case IR_EXTEND_U8: write_masked(w, at, "255"); break;
    case IR_EXTEND_U16: write_masked(w, at, "65535"); break;
    case IR_SIGN_EXTEND:
    case IR_ZERO_EXTEND: write_extension(w, at); break;
    case IR_TRUNCATE: write_conversion(w, at, "", 'u', 'u'); break;
    case IR_S_TO_FLOAT: write_conversion(w, at, ".rn", 'f', 's'); break;
    case IR_U_TO_FLOAT: write_conversion(w, at, ".rn", 'f', 'u'); break;
    case IR_FLOAT_TO_S: write_conversion(w, at, ".rzi", 's', 'f'); break;
    case IR_FLOAT_TO_U: write_conversion(w, at, ".rzi", 'u', 'f'); break;
    case IR_FLOAT_EXTEND: write_conversion(w, at, "", 'f', 'f'); break;
    case IR_FLOAT_TRUNCATE: write_conversion(w, at, ".rn", 'f', 'f'); break;
    case IR_BITS: write_bits(w, at); break;
    case IR_FUNNEL_LEFT: write_funnel(w, at); break;
    case IR_FDIVIDE: write_divide(w, at); break;
    default: write_row(w, at); break;
    }
}
