// SPDX-License-Identifier: Apache-2.0
// Pointers: operands in brackets, addresses in registers, conversions between spaces.
#include "isa/cuda/emit/write.h"

#include "isa/base/bits.h"

#include <inttypes.h>

const char *space_suffix(IrSpace space)
{
    static const char *const suffixes[] = {"", ".global", ".shared", ".const", ".local", ".param"};
    return suffixes[space];
}

// Which of the kernel's parameters holds this offset.
static uint32_t parameter_at(const Writer *w, uint64_t offset)
{
    uint32_t index = 0;
    while (index + 1 < w->parameter_count && w->parameter_offsets[index + 1] <= offset) {
        index++;
    }
    return index;
}

// The symbol that a symbolic base names; the rest of its offset goes into *displacement.
static void put_symbol(Writer *w, const IrInstruction *base, int64_t *displacement, Text *out)
{
    if (base->op == IR_STRING) {
        string_name(string_number(w->emitter, base->string, base->size_bytes), out);
    } else if (base->op == IR_PARAMETER) {
        uint32_t index = parameter_at(w, base->integer);
        text_printf(out, "%s_param_%" PRIu32, w->function->function->mangled, index);
        if (w->parameter_count > 0) {
            *displacement += (int64_t)(base->integer - w->parameter_offsets[index]);
        }
    } else {
        text_put(out,
                 base->variable->mangled == NULL ? base->variable->name : base->variable->mangled);
    }
}

static void put_base(Writer *w, Address *address, Text *out)
{
    if (address->base->op == IR_LOCAL) {
        w->uses_spl = true;
        text_put(out, "%SPL");
        address->displacement += (int64_t)w->local_offsets[address->base->number];
    } else if (want_is_symbolic(address->base)) {
        put_symbol(w, address->base, &address->displacement, out);
    } else {
        text_put(out, operand_register(w, address->base).text);
    }
}

// "[%rd1+4]"; constants are moved to a register first, so `out` is not the body.
void write_address(Writer *w, IrInstruction *pointer, int64_t more, Text *out)
{
    Address address = want_address(pointer);
    address.displacement += more;
    text_put(out, "[");
    put_base(w, &address, out);
    if (address.displacement != 0) {
        text_printf(out, "+%" PRId64, address.displacement);
    }
    text_put(out, "]");
}

// The address base + displacement of a symbolic base in a register, in its own space.
static void put_symbolic(Writer *w, Word to, RegisterKind kind, Address address)
{
    Text symbol = {0};
    put_base(w, &address, &symbol);
    if (address.base->op == IR_LOCAL) {
        write_line(w, "add.u64 \t%s, %%SPL, %" PRId64 ";", to.text, address.displacement);
    } else {
        const char *suffix = kind == REGISTER_R                 ? "u32"
                             : address.base->op == IR_PARAMETER ? "b64"
                                                                : "u64";
        write_line(w, "mov.%s \t%s, %s;", suffix, to.text, text_string(&symbol));
        if (address.displacement != 0) {
            write_line(w, "add.s%s \t%s, %s, %" PRId64 ";", suffix + 1, to.text, to.text,
                       address.displacement);
        }
    }
    text_destroy(&symbol);
}

void write_symbolic(Writer *w, const IrInstruction *value)
{
    Address address = {(IrInstruction *)(uintptr_t)value, 0};
    put_symbolic(w, register_of(w, value), register_kind_of(value), address);
}

static bool is_power_of_two(int64_t scale, uint32_t *shift)
{
    bool is_one = scale > 0 && bits_is_power_of_two((uint64_t)scale);
    *shift = is_one ? bits_lowest_64((uint64_t)scale) : 0;
    return is_one;
}

// index * scale in 64 bits.
static Word scaled_wide(Writer *w, IrInstruction *at, int64_t scale)
{
    IrInstruction *index = ir_operand(at, 1);
    Word from = operand_register(w, index), to = register_fresh(w, REGISTER_RD);
    uint32_t shift;
    const char *sign = at->is_signed ? "s" : "u";
    bool is_narrow = index->type == IR_I32;
    if (is_narrow && scale != 1 && scale <= INT32_MAX &&
        (scale > 0 || (at->is_signed && scale >= INT32_MIN))) {
        write_line(w, "mul.wide.%s32 \t%s, %s, %" PRId64 ";", sign, to.text, from.text, scale);
        return to;
    }
    if (is_narrow) {
        write_line(w, "cvt.%s64.%s32 \t%s, %s;", sign, sign, to.text, from.text);
        from = to;
    }
    if (scale == 1) {
        return from;
    }
    if (is_power_of_two(scale, &shift)) {
        write_line(w, "shl.b64 \t%s, %s, %" PRIu32 ";", to.text, from.text, shift);
    } else {
        write_line(w, "mul.lo.s64 \t%s, %s, %" PRId64 ";", to.text, from.text, scale);
    }
    return to;
}

static void index_wide(Writer *w, IrInstruction *at, Word base, Word to)
{
    Word amount = scaled_wide(w, at, at->scale);
    write_line(w, "add.s64 \t%s, %s, %s;", to.text, base.text, amount.text);
}

// Shared memory: 32-bit addresses.
static void index_narrow(Writer *w, IrInstruction *at, Word base, Word to)
{
    IrInstruction *index = ir_operand(at, 1);
    Word amount = operand_register(w, index);
    uint32_t shift;
    if (index->type == IR_I64) {
        Word low = register_fresh(w, REGISTER_R);
        write_line(w, "cvt.u32.u64 \t%s, %s;", low.text, amount.text);
        amount = low;
    }
    if (at->scale == 1) {
        write_line(w, "add.s32 \t%s, %s, %s;", to.text, base.text, amount.text);
    } else if (is_power_of_two(at->scale, &shift)) {
        Word scaled = register_fresh(w, REGISTER_R);
        write_line(w, "shl.b32 \t%s, %s, %" PRIu32 ";", scaled.text, amount.text, shift);
        write_line(w, "add.s32 \t%s, %s, %s;", to.text, base.text, scaled.text);
    } else {
        write_line(w, "mad.lo.s32 \t%s, %s, %" PRId32 ", %s;", to.text, amount.text,
                   (int32_t)(uint32_t)(uint64_t)at->scale, base.text);
    }
}

void write_index(Writer *w, IrInstruction *at)
{
    bool is_narrow = at->space == IR_SPACE_SHARED;
    Word to = register_of(w, at);
    Word from = operand_register(w, ir_operand(at, 0));
    if (at->operand_count > 1) {
        Word sum = at->displacement == 0 ? to : register_fresh(w, register_kind_of(at));
        (is_narrow ? index_narrow : index_wide)(w, at, from, sum);
        from = sum;
        if (at->displacement == 0) {
            return;
        }
    }
    write_line(w, "add.s%d \t%s, %s, %" PRId64 ";", is_narrow ? 32 : 64, to.text, from.text,
               at->displacement);
}

// Before cc 2.0, an address in global memory needs no conversion.
static void write_to_generic(Writer *w, IrSpace space, Word to, Word own)
{
    if (space == IR_SPACE_GLOBAL && is_before(w, 20)) {
        write_line(w, "mov.u64 \t%s, %s;", to.text, own.text);
    } else {
        write_line(w, "cvta%s.u64 \t%s, %s;", space_suffix(space), to.text, own.text);
    }
}

static void symbolic_to_generic(Writer *w, const IrInstruction *at, Address address)
{
    Word to = register_of(w, at);
    IrSpace space = address.base->space;
    if (address.base->op == IR_LOCAL) {
        w->uses_sp = w->uses_spl = true;
        write_line(w, "add.u64 \t%s, %%SP, %" PRId64 ";", to.text,
                   address.displacement + (int64_t)w->local_offsets[address.base->number]);
        return;
    }
    if (space == IR_SPACE_SHARED) { // cvta reads 64 bits
        Word narrow = register_fresh(w, REGISTER_R), wide = register_fresh(w, REGISTER_RD);
        put_symbolic(w, narrow, REGISTER_R, address);
        write_line(w, "cvt.u64.u32 \t%s, %s;", wide.text, narrow.text);
        write_line(w, "cvta.shared.u64 \t%s, %s;", to.text, wide.text);
        return;
    }
    Word own = register_fresh(w, REGISTER_RD);
    put_symbolic(w, own, REGISTER_RD, address);
    write_to_generic(w, space, to, own);
}

static void to_generic(Writer *w, IrInstruction *at)
{
    Address address = want_address(ir_operand(at, 0));
    IrSpace space = ir_operand(at, 0)->space;
    if (want_is_symbolic(address.base)) {
        symbolic_to_generic(w, at, address);
        return;
    }
    Word from = operand_register(w, ir_operand(at, 0)), to = register_of(w, at);
    if (space == IR_SPACE_GENERIC) {
        write_line(w, "mov.u64 \t%s, %s;", to.text, from.text);
        return;
    }
    if (space == IR_SPACE_SHARED) {
        Word wide = register_fresh(w, REGISTER_RD);
        write_line(w, "cvt.u64.u32 \t%s, %s;", wide.text, from.text);
        from = wide;
    }
    write_to_generic(w, space, to, from);
}

static void to_space(Writer *w, IrInstruction *at)
{
    Word from = operand_register(w, ir_operand(at, 0)), to = register_of(w, at);
    if (at->space == IR_SPACE_SHARED) {
        Word wide = register_fresh(w, REGISTER_RD);
        write_line(w, "cvta.to.shared.u64 \t%s, %s;", wide.text, from.text);
        write_line(w, "cvt.u32.u64 \t%s, %s;", to.text, wide.text);
    } else if (at->space == IR_SPACE_GLOBAL && is_before(w, 20)) {
        write_line(w, "mov.u64 \t%s, %s;", to.text, from.text);
    } else {
        write_line(w, "cvta.to%s.u64 \t%s, %s;", space_suffix(at->space), to.text, from.text);
    }
}

void write_pointer_cast(Writer *w, IrInstruction *at)
{
    switch (at->op) {
    case IR_TO_GENERIC: to_generic(w, at); break;
    case IR_TO_SPACE: to_space(w, at); break;
    case IR_IN_SPACE: {
        Word from = operand_register(w, ir_operand(at, 0));
        write_line(w, "isspacep%s \t%s, %s;", space_suffix((IrSpace)at->scope),
                   register_of(w, at).text, from.text);
        break;
    }
    case IR_POINTER_TO_INTEGER: // of a shared pointer: others are the same register
        write_line(w, "cvt.u64.u32 \t%s, %s;", register_of(w, at).text,
                   operand_register(w, ir_operand(at, 0)).text);
        break;
    default:
        write_line(w, "cvt.u32.u64 \t%s, %s;", register_of(w, at).text,
                   operand_register(w, ir_operand(at, 0)).text);
        break;
    }
}
