// SPDX-License-Identifier: Apache-2.0
// Calls by PTX's parameter convention, and printf as vprintf of packed arguments.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <string.h>

// Predicates and small integers are passed as 32 bits.
const char *parameter_suffix(IrType type)
{
    switch (type) {
    case IR_F32: return "f32";
    case IR_F64: return "f64";
    case IR_I64:
    case IR_POINTER: return "b64";
    default: return "b32";
    }
}

static const char *declared_suffix(IrType type)
{
    return type == IR_I64 || type == IR_F64 || type == IR_POINTER ? "b64" : "b32";
}

// Structures that functions of the device runtime take: the sizes of grid and block, each a dim3;
// a cudaPitchedPtr and a cudaExtent.
static const PackedArguments packed_arguments[] = {
    {"__cudaCDP2GetParameterBufferV2", 1, 3, 4},
    {"__cudaCDP2GetParameterBufferV2", 4, 3, 4},
    {"__cudaCDP2Memset3DAsync", 0, 4, 8},
    {"__cudaCDP2Memset3DAsync", 5, 3, 8},
};

const PackedArguments *call_packs(const Function *function, uint32_t index)
{
    for (size_t i = 0; i < sizeof packed_arguments / sizeof *packed_arguments; i++) {
        const PackedArguments *packed = &packed_arguments[i];
        if (packed->first == index && strcmp(packed->function, function->mangled) == 0) {
            return packed;
        }
    }
    return NULL;
}

static void write_packed(Writer *w, const IrInstruction *at, const PackedArguments *packed,
                         uint32_t operand, uint32_t index)
{
    uint32_t member_bytes = packed->member_bytes;
    write_line(w, ".param .align %" PRIu32 " .b8 param%" PRIu32 "[%" PRIu32 "];", member_bytes,
               index, packed->count * member_bytes);
    for (uint32_t i = 0; i < packed->count; i++) {
        Word word = operand_word(w, ir_operand(at, operand + i));
        write_line(w, "st.param.b%" PRIu32 " \t[param%" PRIu32 "+%" PRIu32 "], %s;",
                   8 * member_bytes, index, i * member_bytes, word.text);
    }
}

static void write_argument(Writer *w, IrInstruction *value, uint32_t index)
{
    Word word = operand_word(w, value);
    if (value->type == IR_I1) {
        Word number = register_fresh(w, REGISTER_R);
        write_line(w, "selp.u32 \t%s, 1, 0, %s;", number.text, word.text);
        word = number;
    }
    write_line(w, ".param .%s param%" PRIu32 ";", declared_suffix(value->type), index);
    write_line(w, "st.param.%s \t[param%" PRIu32 "+0], %s;", parameter_suffix(value->type), index,
               word.text);
}

static void write_prototype(Writer *w, const IrInstruction *at, uint32_t number)
{
    Text line = {0};
    text_printf(&line, "prototype_%" PRIu32 " : .callprototype ", number);
    if (at->type != IR_VOID) {
        text_printf(&line, "(.param .%s _) ", declared_suffix(at->type));
    } else {
        text_put(&line, "() ");
    }
    text_put(&line, "_ (");
    for (uint32_t i = 1; i < at->operand_count; i++) {
        text_printf(&line, "%s.param .%s _", i == 1 ? "" : ", ",
                    declared_suffix(ir_operand(at, i)->type));
    }
    write_line(w, "%s);", text_string(&line));
    text_destroy(&line);
}

static void write_result(Writer *w, const IrInstruction *at)
{
    if (at->type == IR_VOID) {
        return;
    }
    Word to = at->type == IR_I1 ? register_fresh(w, REGISTER_R) : register_of(w, at);
    write_line(w, "ld.param.%s \t%s, [retval0+0];", parameter_suffix(at->type), to.text);
    if (at->type == IR_I1) {
        write_line(w, "setp.ne.s32 \t%s, %s, 0;", register_of(w, at).text, to.text);
    }
}

void write_call(Writer *w, IrInstruction *at)
{
    uint32_t first = at->callee == NULL ? 1 : 0, number = w->emitter->call_number++;
    Word target = {""};
    if (at->callee == NULL) {
        target = operand_register(w, ir_operand(at, 0));
    }
    write_line(w, "{ // callseq %" PRIu32 ", 0", number);
    uint32_t count = 0;
    for (uint32_t i = first; i < at->operand_count; i++) {
        const PackedArguments *packed =
            at->callee == NULL ? NULL : call_packs(at->callee->function, i);
        if (packed != NULL) {
            write_packed(w, at, packed, i, count++);
            i += packed->count - 1;
        } else {
            write_argument(w, ir_operand(at, i), count++);
        }
    }
    if (at->type != IR_VOID) {
        write_line(w, ".param .%s retval0;", declared_suffix(at->type));
    }
    if (at->callee == NULL) {
        write_prototype(w, at, number);
    }
    Text line = {0};
    text_put(&line, at->callee == NULL ? "call " : "call.uni ");
    text_put(&line, at->type == IR_VOID ? "" : "(retval0), ");
    text_put(&line, at->callee == NULL ? target.text : at->callee->function->mangled);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&line, "%sparam%" PRIu32, i == 0 ? ", (" : ", ", i);
    }
    text_put(&line, count > 0 ? ")" : at->callee == NULL ? ", ()" : "");
    if (at->callee == NULL) {
        text_printf(&line, ", prototype_%" PRIu32, number);
    }
    write_line(w, "%s;", text_string(&line));
    write_result(w, at);
    write_line(w, "} // callseq %" PRIu32, number);
    text_destroy(&line);
}

static uint64_t packed_bytes(IrType type)
{
    return type == IR_I64 || type == IR_F64 || type == IR_POINTER ? 8 : 4;
}

static uint64_t aligned(uint64_t offset, uint64_t align)
{
    return (offset + align - 1) / align * align;
}

uint64_t printf_bytes(const IrInstruction *at)
{
    uint64_t offset = 0;
    for (uint32_t i = 1; i < at->operand_count; i++) {
        uint64_t bytes = packed_bytes(ir_operand(at, i)->type);
        offset = aligned(offset, bytes) + bytes;
    }
    return aligned(offset, 8);
}

void write_printf(Writer *w, IrInstruction *at)
{
    uint64_t offset = 0;
    uint32_t number = w->emitter->call_number++;
    for (uint32_t i = 1; i < at->operand_count; i++) {
        IrInstruction *value = ir_operand(at, i);
        uint64_t bytes = packed_bytes(value->type);
        offset = aligned(offset, bytes);
        const char *suffix = value->type == IR_F64 ? "f64" : bytes == 8 ? "u64" : "u32";
        write_line(w, "st.local.%s \t[%%SPL+%" PRIu64 "], %s;", suffix, w->print_offset + offset,
                   operand_register(w, value).text);
        offset += bytes;
    }
    Word format = operand_register(w, ir_operand(at, 0));
    Word packed = register_fresh(w, REGISTER_RD);
    if (at->operand_count > 1) {
        w->uses_sp = w->uses_spl = true;
        write_line(w, "add.u64 \t%s, %%SP, %" PRIu64 ";", packed.text, w->print_offset);
    } else {
        write_line(w, "mov.u64 \t%s, 0;", packed.text);
    }
    write_line(w, "{ // callseq %" PRIu32 ", 0", number);
    write_line(w, ".param .b64 param0;");
    write_line(w, "st.param.b64 \t[param0+0], %s;", format.text);
    write_line(w, ".param .b64 param1;");
    write_line(w, "st.param.b64 \t[param1+0], %s;", packed.text);
    write_line(w, ".param .b32 retval0;");
    write_line(w, "call.uni (retval0), vprintf, (param0, param1);");
    write_line(w, "ld.param.b32 \t%s, [retval0+0];", register_of(w, at).text);
    write_line(w, "} // callseq %" PRIu32, number);
}

// Whether the same index of an array of this name was checked shortly before in the block.
static bool is_checked_before(const IrInstruction *at)
{
    enum { DISTANCE = 200 };
    const IrInstruction *other = at->previous;
    for (uint32_t i = 0; other != NULL && i < DISTANCE; other = other->previous, i++) {
        if (other->op == IR_CHECK_INDEX && ir_operand(other, 0) == ir_operand(at, 0) &&
            other->integer == at->integer && strcmp(other->string, at->string) == 0) {
            return true;
        }
    }
    return false;
}

// A call by the lanes whose index is outside. What optimization has made constant needs none.
void write_check_index(Writer *w, IrInstruction *at)
{
    IrInstruction *index = ir_operand(at, 0);
    if ((index->op == IR_CONSTANT && index->integer < at->integer) || is_checked_before(at)) {
        return;
    }
    bool is_wide = index->type == IR_I64;
    Word from = operand_register(w, index), is_outside = register_fresh(w, REGISTER_P);
    Word wide = is_wide ? from : register_fresh(w, REGISTER_RD);
    Word array = register_fresh(w, REGISTER_RD);
    Text name = {0};
    string_name(string_number(w->emitter, at->string, at->size_bytes), &name);
    write_line(w, "setp.ge.%s \t%s, %s, %" PRIu64 ";", is_wide ? "u64" : "u32", is_outside.text,
               from.text, at->integer);
    if (!is_wide) {
        write_line(w, "cvt.%s \t%s, %s;", at->is_signed ? "s64.s32" : "u64.u32", wide.text,
                   from.text);
    }
    write_line(w, "mov.u64 \t%s, %s;", array.text, text_string(&name));
    uint32_t number = w->emitter->call_number++;
    write_line(w, "{ // callseq %" PRIu32 ", 0", number);
    write_line(w, ".param .b64 param0;");
    write_line(w, "st.param.b64 \t[param0+0], %s;", wide.text);
    write_line(w, ".param .b64 param1;");
    write_line(w, "st.param.b64 \t[param1+0], %s;", array.text);
    write_line(w, "@%s call __lockstep_index, (param0, param1);", is_outside.text);
    write_line(w, "} // callseq %" PRIu32, number);
    text_destroy(&name);
}
