// SPDX-License-Identifier: Apache-2.0
// Copies and fills of a constant number of bytes: unrolled when short, else a loop.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>

#define UNROLLED_UNITS 64u // more loads and stores than this become a loop

static uint32_t unit_of(const IrInstruction *at)
{
    uint32_t align = at->align_bytes == 0 ? 1 : at->align_bytes;
    return align >= 8 ? 8 : align >= 4 ? 4 : align >= 2 ? 2 : 1;
}

static const char *unit_suffix(uint32_t unit)
{
    return unit == 8 ? "u64" : unit == 4 ? "u32" : unit == 2 ? "u16" : "u8";
}

static RegisterKind unit_kind(uint32_t unit)
{
    return unit == 8 ? REGISTER_RD : REGISTER_R;
}

typedef struct Bytes {
    Writer *w;
    IrSpace to_space, from_space;
    Word to, from, value; // value: what a fill stores, by unit; "" for copies
} Bytes;

static void move_unit(Bytes *b, uint32_t unit, uint64_t offset)
{
    Word value = b->value;
    const char *suffix = unit_suffix(unit);
    if (value.text[0] == 0) {
        value = register_fresh(b->w, unit_kind(unit));
        write_line(b->w, "ld%s.%s \t%s, [%s+%" PRIu64 "];", space_suffix(b->from_space), suffix,
                   value.text, b->from.text, offset);
    }
    write_line(b->w, "st%s.%s \t[%s+%" PRIu64 "], %s;", space_suffix(b->to_space), suffix,
               b->to.text, offset, value.text);
}

static Word advanced(Writer *w, Word base, bool is_narrow, Word offset)
{
    Word to = register_fresh(w, is_narrow ? REGISTER_R : REGISTER_RD);
    if (is_narrow) {
        Word low = register_fresh(w, REGISTER_R);
        write_line(w, "cvt.u32.u64 \t%s, %s;", low.text, offset.text);
        offset = low;
    }
    write_line(w, "add.s%d \t%s, %s, %s;", is_narrow ? 32 : 64, to.text, base.text, offset.text);
    return to;
}

static void move_in_loop(Bytes *b, uint32_t unit, uint64_t bytes)
{
    Writer *w = b->w;
    Word offset = register_fresh(w, REGISTER_RD), more = register_fresh(w, REGISTER_P);
    uint32_t label = w->label_count++;
    uint32_t function = w->emitter->function_number;
    write_line(w, "mov.u64 \t%s, 0;", offset.text);
    text_printf(&w->body, "\n$L__BYTES%" PRIu32 "_%" PRIu32 ":\n", function, label);
    Bytes inner = *b;
    inner.to = advanced(w, b->to, b->to_space == IR_SPACE_SHARED, offset);
    if (b->value.text[0] == 0) {
        inner.from = advanced(w, b->from, b->from_space == IR_SPACE_SHARED, offset);
    }
    move_unit(&inner, unit, 0);
    write_line(w, "add.s64 \t%s, %s, %" PRIu32 ";", offset.text, offset.text, unit);
    write_line(w, "setp.lt.u64 \t%s, %s, %" PRIu64 ";", more.text, offset.text, bytes);
    write_line(w, "@%s bra \t$L__BYTES%" PRIu32 "_%" PRIu32 ";\n", more.text, function, label);
}

static void move_all(Bytes *b, uint32_t unit, uint64_t bytes, bool has_smaller_units)
{
    uint64_t done = 0;
    if (bytes / unit > UNROLLED_UNITS) {
        done = bytes / unit * unit;
        move_in_loop(b, unit, done);
    }
    while (done < bytes) {
        while (done + unit > bytes) {
            unit = has_smaller_units ? unit / 2 : 1;
        }
        move_unit(b, unit, done);
        done += unit;
    }
}

void write_copy(Writer *w, IrInstruction *at)
{
    Bytes b = {.w = w, .value = {""}};
    b.to = operand_register(w, ir_operand(at, 0));
    b.from = operand_register(w, ir_operand(at, 1));
    b.to_space = ir_operand(at, 0)->space;
    b.from_space = ir_operand(at, 1)->space;
    move_all(&b, unit_of(at), at->size_bytes, true);
}

// The byte in every byte of a unit.
static Word repeated(Writer *w, IrInstruction *value, uint32_t unit)
{
    Word byte = operand_register(w, value), low = register_fresh(w, REGISTER_R);
    Word whole = register_fresh(w, REGISTER_R);
    write_line(w, "and.b32 \t%s, %s, 255;", low.text, byte.text);
    write_line(w, "mul.lo.s32 \t%s, %s, 16843009;", whole.text, low.text);
    if (unit < 8) {
        return whole;
    }
    Word wide = register_fresh(w, REGISTER_RD);
    write_line(w, "mov.b64 \t%s, {%s, %s};", wide.text, whole.text, whole.text);
    return wide;
}

void write_fill(Writer *w, IrInstruction *at)
{
    Bytes b = {.w = w, .to_space = ir_operand(at, 0)->space};
    uint32_t unit = unit_of(at);
    uint64_t rest = at->size_bytes % unit;
    b.to = operand_register(w, ir_operand(at, 0));
    b.value = repeated(w, ir_operand(at, 1), unit);
    move_all(&b, unit, at->size_bytes - rest, false);
    if (rest != 0) { // smaller units at the end: byte by byte
        b.value = repeated(w, ir_operand(at, 1), 1);
        for (uint64_t i = at->size_bytes - rest; i < at->size_bytes; i++) {
            move_unit(&b, 1, i);
        }
    }
}
