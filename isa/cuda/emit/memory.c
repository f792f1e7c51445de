// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics.
#include "isa/cuda/emit/write.h"

static const char *memory_suffix(IrMemory memory)
{
    static const char *const suffixes[] = {
        [IR_MEMORY_BOOL] = "u8", [IR_MEMORY_U8] = "u8",      [IR_MEMORY_S8] = "s8",
        [IR_MEMORY_U16] = "u16", [IR_MEMORY_S16] = "s16",    [IR_MEMORY_B16] = "u16",
        [IR_MEMORY_B32] = "u32", [IR_MEMORY_B64] = "u64",    [IR_MEMORY_F32] = "f32",
        [IR_MEMORY_F64] = "f64", [IR_MEMORY_POINTER] = "u64"};
    return suffixes[memory];
}

static const char *store_suffix(IrMemory memory)
{
    return memory == IR_MEMORY_S8 ? "u8" : memory == IR_MEMORY_S16 ? "u16" : memory_suffix(memory);
}

static IrSpace pointer_space(const IrInstruction *at)
{
    return ir_operand(at, 0)->space;
}

static RegisterKind memory_kind(IrMemory memory)
{
    switch (memory) {
    case IR_MEMORY_B16: return REGISTER_RS;
    case IR_MEMORY_B64:
    case IR_MEMORY_POINTER: return REGISTER_RD;
    case IR_MEMORY_F32: return REGISTER_F;
    case IR_MEMORY_F64: return REGISTER_FD;
    default: return REGISTER_R; // also what a bool is before it is compared
    }
}

// The elements of a vector load: its RESULTs, or registers that are never read.
static Word element_register(Writer *w, const IrInstruction *load, uint32_t index)
{
    for (const IrUse *use = load->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_RESULT && use->user->integer == index &&
            w->is_wanted[use->user->number]) {
            return register_of(w, use->user);
        }
    }
    return register_fresh(w, memory_kind(load->memory));
}

// .volatile is left out where no other thread can see the memory (ptxas refuses it).
static bool has_volatile(const IrInstruction *at)
{
    IrSpace space = pointer_space(at);
    return at->is_volatile &&
           (space == IR_SPACE_GENERIC || space == IR_SPACE_GLOBAL || space == IR_SPACE_SHARED);
}

// Before cc 2.0 there are no generic addresses. A pointer of unknown space is taken to point to
// global memory, as nvcc did (with a warning); pointers to other spaces are refused where they lose
// their space.
static const char *access_suffix(const Writer *w, const IrInstruction *at)
{
    IrSpace space = pointer_space(at);
    return space_suffix(space == IR_SPACE_GENERIC && is_before(w, 20) ? IR_SPACE_GLOBAL : space);
}

static void load_opcode(const Writer *w, const IrInstruction *at, Text *out)
{
    bool is_readonly = at->is_readonly && pointer_space(at) == IR_SPACE_GLOBAL && !is_before(w, 35);
    text_put(out, has_volatile(at) ? "ld.volatile" : "ld");
    text_put(out, access_suffix(w, at));
    text_put(out, is_readonly && !at->is_volatile ? ".nc" : "");
    if (at->vector > 1) {
        text_printf(out, ".v%u", (unsigned)at->vector);
    }
    text_printf(out, ".%s", memory_suffix(at->memory));
}

void write_load(Writer *w, IrInstruction *at)
{
    Text line = {0}, address = {0};
    write_address(w, ir_operand(at, 0), 0, &address);
    load_opcode(w, at, &line);
    text_put(&line, " \t");
    Word to = {""};
    bool is_bool = at->memory == IR_MEMORY_BOOL;
    if (at->vector > 1) {
        for (uint32_t i = 0; i < at->vector; i++) {
            text_printf(&line, "%s%s", i == 0 ? "{" : ", ", element_register(w, at, i).text);
        }
        text_put(&line, "}");
    } else {
        to = is_bool ? register_fresh(w, REGISTER_R) : register_of(w, at);
        text_put(&line, to.text);
    }
    write_line(w, "%s, %s;", text_string(&line), text_string(&address));
    if (is_bool && at->vector <= 1) {
        write_line(w, "setp.ne.s32 \t%s, %s, 0;", register_of(w, at).text, to.text);
    }
    text_destroy(&line);
    text_destroy(&address);
}

static Word stored_register(Writer *w, IrInstruction *at, uint32_t index)
{
    Word word = operand_register(w, ir_operand(at, index));
    if (at->memory != IR_MEMORY_BOOL) {
        return word;
    }
    Word number = register_fresh(w, REGISTER_R);
    write_line(w, "selp.u32 \t%s, 1, 0, %s;", number.text, word.text);
    return number;
}

void write_store(Writer *w, IrInstruction *at)
{
    Text line = {0}, values = {0}, address = {0};
    uint32_t count = at->vector > 1 ? at->vector : 1;
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&values, "%s%s", i == 0 ? "" : ", ", stored_register(w, at, i + 1).text);
    }
    write_address(w, ir_operand(at, 0), 0, &address);
    text_put(&line, has_volatile(at) ? "st.volatile" : "st");
    text_put(&line, access_suffix(w, at));
    if (count > 1) {
        text_printf(&line, ".v%u", (unsigned)count);
    }
    write_line(w, count > 1 ? "%s.%s \t%s, {%s};" : "%s.%s \t%s, %s;", text_string(&line),
               store_suffix(at->memory), text_string(&address), text_string(&values));
    text_destroy(&line);
    text_destroy(&values);
    text_destroy(&address);
}

static const char *atomic_operation(uint8_t builtin)
{
    static const char *const names[] = {"add", "min", "max", "inc",  "dec",
                                        "and", "or",  "xor", "exch", "cas"};
    return names[builtin - BUILTIN_atomic_add];
}

static const char *atomic_type(const IrInstruction *at)
{
    bool is_wide = ir_memory_bytes(at->memory) == 8;
    switch (at->builtin) {
    case BUILTIN_atomic_min:
    case BUILTIN_atomic_max:
        return at->is_signed ? (is_wide ? "s64" : "s32") : (is_wide ? "u64" : "u32");
    case BUILTIN_atomic_and:
    case BUILTIN_atomic_or:
    case BUILTIN_atomic_xor:
    case BUILTIN_atomic_exch:
    case BUILTIN_atomic_cas:
        return is_wide ? "b64" : ir_memory_bytes(at->memory) == 2 ? "b16" : "b32";
    default: return memory_suffix(at->memory);
    }
}

static Word atomic_operand(Writer *w, IrInstruction *at, uint32_t index)
{
    Word word = operand_register(w, ir_operand(at, index));
    if (ir_memory_bytes(at->memory) != 2 || at->type != IR_I32) {
        return word;
    }
    Word half = register_fresh(w, REGISTER_RS);
    write_line(w, "cvt.u16.u32 \t%s, %s;", half.text, word.text);
    return half;
}

void write_atomic(Writer *w, IrInstruction *at)
{
    static const char *const scopes[] = {"", ".cta", ".sys"};
    Text values = {0}, address = {0};
    bool is_half = ir_memory_bytes(at->memory) == 2 && at->type == IR_I32;
    for (uint32_t i = 1; i < at->operand_count; i++) {
        text_printf(&values, ", %s", atomic_operand(w, at, i).text);
    }
    write_address(w, ir_operand(at, 0), 0, &address);
    Word to = is_half ? register_fresh(w, REGISTER_RS) : register_of(w, at);
    write_line(w, "atom%s%s.%s.%s \t%s, %s%s;", scopes[at->scope], access_suffix(w, at),
               atomic_operation(at->builtin), atomic_type(at), to.text, text_string(&address),
               text_string(&values));
    if (is_half) {
        write_line(w, "cvt.%s \t%s, %s;", at->is_signed ? "s32.s16" : "u32.u16",
                   register_of(w, at).text, to.text);
    }
    text_destroy(&values);
    text_destroy(&address);
}
