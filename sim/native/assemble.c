// SPDX-License-Identifier: Apache-2.0
#include "sim/native/assemble.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

void code_clear(Code *code)
{
    free(code->bytes);
    *code = (Code){0};
}

static void put(Code *code, uint32_t byte)
{
    if (code->size_bytes == code->room_bytes) {
        code->room_bytes = code->room_bytes == 0 ? 4096 : code->room_bytes * 2;
        code->bytes = heap_resize(code->bytes, code->room_bytes, 1);
    }
    code->bytes[code->size_bytes++] = (uint8_t)byte;
}

static void put_word(Code *code, uint32_t word)
{
    for (int i = 0; i < 4; i++) {
        put(code, word >> 8 * i & 0xff);
    }
}

// --- operands

static void put_modrm(Code *code, uint32_t mod, uint32_t reg, uint32_t rm)
{
    put(code, mod << 6 | (reg & 7) << 3 | (rm & 7));
}

// ModRM, SIB and displacement; a short displacement counts in units of `unit` bytes.
static void put_place(Code *code, uint32_t reg, const Place *place, int32_t unit)
{
    bool has_index = place->index != NO_REGISTER, is_short = place->offset % unit == 0;
    int32_t scaled = place->offset / unit;
    is_short = is_short && scaled >= -128 && scaled <= 127;
    bool needs_sib = has_index || (place->base & 7) == RSP;
    put_modrm(code, is_short ? 1 : 2, reg, needs_sib ? RSP : place->base);
    if (needs_sib) {
        uint32_t index = has_index ? place->index : RSP;
        put(code, place->scale << 6 | (index & 7) << 3 | (place->base & 7));
    }
    if (is_short) {
        put(code, (uint32_t)scaled & 0xff);
    } else {
        put_word(code, (uint32_t)place->offset);
    }
}

// --- general registers

static void put_rex(Code *code, bool wide, uint32_t reg, uint32_t index, uint32_t base)
{
    uint32_t rex =
        0x40u | (uint32_t)wide << 3 | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (base >> 3 & 1);
    if (rex != 0x40) {
        put(code, rex);
    }
}

static uint32_t index_of(const Place *place)
{
    return place->index == NO_REGISTER ? 0 : place->index;
}

static void put_registers(Code *code, bool wide, uint32_t opcode, uint32_t reg, uint32_t rm)
{
    put_rex(code, wide, reg, 0, rm);
    put(code, opcode);
    put_modrm(code, 3, reg, rm);
}

static void put_memory(Code *code, bool wide, uint32_t opcode, uint32_t reg, Place place)
{
    put_rex(code, wide, reg, index_of(&place), place.base);
    put(code, opcode);
    put_place(code, reg, &place, 1);
}

void code_move(Code *code, bool wide, Register to, Register from)
{
    put_registers(code, wide, 0x8b, to, from);
}

void code_load(Code *code, bool wide, Register to, Place from)
{
    put_memory(code, wide, 0x8b, to, from);
}

void code_store(Code *code, bool wide, Place to, Register from)
{
    put_memory(code, wide, 0x89, from, to);
}

void code_load_part(Code *code, Register to, Place from, uint32_t bytes, bool is_signed)
{
    put_rex(code, false, to, index_of(&from), from.base);
    put(code, 0x0f);
    put(code, (is_signed ? 0xbeu : 0xb6u) + (bytes == 2 ? 1u : 0u));
    put_place(code, to, &from, 1);
}

void code_load_signed(Code *code, Register to, Place from)
{
    put_memory(code, true, 0x63, to, from);
}

void code_store_constant(Code *code, Place to, uint32_t value)
{
    put_memory(code, false, 0xc7, 0, to);
    put_word(code, value);
}

void code_store_byte(Code *code, Place to, uint8_t value)
{
    put_memory(code, false, 0xc6, 0, to);
    put(code, value);
}

void code_constant(Code *code, Register to, uint64_t value)
{
    bool wide = value > UINT32_MAX;
    put_rex(code, wide, 0, 0, to);
    put(code, 0xb8u | (to & 7));
    put_word(code, (uint32_t)value);
    if (wide) {
        put_word(code, (uint32_t)(value >> 32));
    }
}

void code_address(Code *code, Register to, Place of)
{
    put_memory(code, true, 0x8d, to, of);
}

void code_arithmetic(Code *code, Arithmetic op, bool wide, Register to, Register from)
{
    put_registers(code, wide, (uint32_t)op << 3 | 3, to, from);
}

void code_arithmetic_load(Code *code, Arithmetic op, bool wide, Register to, Place from)
{
    put_memory(code, wide, (uint32_t)op << 3 | 3, to, from);
}

void code_arithmetic_store(Code *code, Arithmetic op, bool wide, Place to, Register from)
{
    put_memory(code, wide, (uint32_t)op << 3 | 1, from, to);
}

static bool is_byte(int32_t value)
{
    return value >= -128 && value <= 127;
}

void code_arithmetic_constant(Code *code, Arithmetic op, bool wide, Register to, int32_t value)
{
    put_registers(code, wide, is_byte(value) ? 0x83 : 0x81, op, to);
    if (is_byte(value)) {
        put(code, (uint32_t)value & 0xff);
    } else {
        put_word(code, (uint32_t)value);
    }
}

void code_compare_constant(Code *code, Place place, int32_t value)
{
    put_memory(code, false, 0x81, ARITHMETIC_CMP, place);
    put_word(code, (uint32_t)value);
}

void code_compare_byte(Code *code, Place place, uint8_t value)
{
    put_memory(code, false, 0x80, ARITHMETIC_CMP, place);
    put(code, value);
}

void code_test(Code *code, bool wide, Register a, Register b)
{
    put_registers(code, wide, 0x85, b, a);
}

void code_test_constant(Code *code, Register a, uint32_t bits)
{
    put_registers(code, false, 0xf7, 0, a);
    put_word(code, bits);
}

void code_test_place(Code *code, Place place, uint32_t bits)
{
    put_memory(code, false, 0xf7, 0, place);
    put_word(code, bits);
}

void code_increment(Code *code, Place place)
{
    put_memory(code, true, 0xff, 0, place);
}

void code_prefetch(Code *code, Place place)
{
    put_rex(code, false, 0, index_of(&place), place.base);
    put(code, 0x0f);
    put(code, 0x18);
    put_place(code, 1, &place, 1);
}

void code_shift_right(Code *code, bool wide, Register to, uint8_t by)
{
    put_registers(code, wide, 0xc1, 5, to);
    put(code, by);
}

void code_multiply(Code *code, Register to, Register from, int32_t by)
{
    put_registers(code, true, 0x69, to, from);
    put_word(code, (uint32_t)by);
}

void code_not(Code *code, Register to)
{
    put_registers(code, false, 0xf7, 2, to);
}

void code_count_bits(Code *code, Register to, Register from)
{
    put(code, 0xf3);
    put_rex(code, false, to, 0, from);
    put(code, 0x0f);
    put(code, 0xb8);
    put_modrm(code, 3, to, from);
}

void code_push(Code *code, Register from)
{
    put_rex(code, false, 0, 0, from);
    put(code, 0x50u | (from & 7));
}

void code_pop(Code *code, Register to)
{
    put_rex(code, false, 0, 0, to);
    put(code, 0x58u | (to & 7));
}

void code_call(Code *code, Register to)
{
    put_registers(code, false, 0xff, 2, to);
}

void code_call_to(Code *code, size_t offset)
{
    put(code, 0xe8);
    put_word(code, 0);
    code_land(code, code->size_bytes, offset);
}

void code_jump_to(Code *code, Register to)
{
    put_registers(code, false, 0xff, 4, to);
}

void code_return(Code *code)
{
    put(code, 0xc3);
}

size_t code_jump(Code *code, Condition condition)
{
    if (condition == CONDITION_ALWAYS) {
        put(code, 0xe9);
    } else {
        put(code, 0x0f);
        put(code, 0x80u | (uint32_t)condition);
    }
    put_word(code, 0);
    return code->size_bytes;
}

void code_land(Code *code, size_t jump, size_t target)
{
    uint32_t distance = (uint32_t)(target - jump);
    memcpy(code->bytes + jump - sizeof distance, &distance, sizeof distance);
}

// --- masks: VEX forms

typedef enum VexPrefix { VEX_NONE, VEX_66, VEX_F3, VEX_F2 } VexPrefix;

// The prefix of three bytes and the opcode. `wide`: VEX.W; `length`: VEX.L; a: the operand in vvvv.
static void put_vex(Code *code, uint32_t map, VexPrefix prefix, bool wide, bool length,
                    uint32_t reg, uint32_t a, uint32_t rm, uint32_t opcode)
{
    put(code, 0xc4);
    put(code, (~reg >> 3 & 1) << 7 | 1u << 6 | (~rm >> 3 & 1) << 5 | map);
    put(code, (uint32_t)wide << 7 | (~a & 15) << 3 | (uint32_t)length << 2 | prefix);
    put(code, opcode);
}

void mask_load(Code *code, uint32_t to, Place from)
{
    put_vex(code, 1, VEX_66, true, false, to, 0, from.base, 0x90);
    put_place(code, to, &from, 1);
}

void mask_store(Code *code, Place to, uint32_t from)
{
    put_vex(code, 1, VEX_66, true, false, from, 0, to.base, 0x91);
    put_place(code, from, &to, 1);
}

void mask_from(Code *code, uint32_t to, Register from)
{
    put_vex(code, 1, VEX_F2, false, false, to, 0, from, 0x92);
    put_modrm(code, 3, to, from);
}

void mask_to(Code *code, Register to, uint32_t from)
{
    put_vex(code, 1, VEX_F2, false, false, to, 0, from, 0x93);
    put_modrm(code, 3, to, from);
}

void mask_shift_right(Code *code, uint32_t to, uint32_t from, uint8_t by)
{
    put_vex(code, 3, VEX_66, false, false, to, 0, from, 0x31);
    put_modrm(code, 3, to, from);
    put(code, by);
}

void mask_not(Code *code, uint32_t to, uint32_t from)
{
    put_vex(code, 1, VEX_66, true, false, to, 0, from, 0x44);
    put_modrm(code, 3, to, from);
}

void mask_or(Code *code, uint32_t to, uint32_t a, uint32_t b)
{
    put_vex(code, 1, VEX_NONE, false, true, to, a, b, 0x45);
    put_modrm(code, 3, to, b);
}

void mask_join(Code *code, uint32_t to, uint32_t high, uint32_t low, uint32_t bits)
{
    put_vex(code, 1, bits == 8 ? VEX_66 : VEX_NONE, false, true, to, high, low, 0x4b);
    put_modrm(code, 3, to, low);
}

void mask_test(Code *code, uint32_t a, uint32_t b)
{
    put_vex(code, 1, VEX_NONE, false, false, a, 0, b, 0x98);
    put_modrm(code, 3, a, b);
}

// --- vectors: EVEX forms

typedef struct VectorForm {
    uint8_t map, prefix, wide, length, opcode, bytes;
} VectorForm;

enum { N, P66, PF3, PF2 };

static const VectorForm forms[VECTOR_OP_COUNT] = {
#define VECTOR(name, map, prefix, wide, length, opcode, bytes)                                     \
    [VECTOR_##name] = {map, prefix, wide, length, opcode, bytes},
#include "sim/native/vector.def"
#undef VECTOR
};

// The bits of register numbers that ModRM and SIB have no room for are stored inverted.
static void put_evex(Code *code, const VectorForm *form, uint32_t reg, uint32_t a,
                     const VectorOperand *b, uint32_t mask)
{
    bool has_index = b->is_place && b->place.index != NO_REGISTER;
    uint32_t base = b->is_place ? (uint32_t)b->place.base : b->number;
    uint32_t x = b->is_place ? (has_index ? b->place.index >> 3 & 1 : 0) : b->number >> 4 & 1;
    bool is_gather = form->opcode == 0xa0; // the index is a vector
    uint32_t a_high = is_gather ? b->place.index >> 4 & 1 : a >> 4 & 1;
    put(code, 0x62);
    put(code, (~reg >> 3 & 1) << 7 | (x ^ 1) << 6 | (~base >> 3 & 1) << 5 | (~reg >> 4 & 1) << 4 |
                  form->map);
    put(code, (uint32_t)form->wide << 7 | (~a & 15) << 3 | 1u << 2 | form->prefix);
    put(code, (uint32_t)form->length << 5 | (uint32_t)b->is_spread << 4 | (a_high ^ 1) << 3 | mask);
    put(code, form->opcode);
}

void vector_op(Code *code, VectorOp op, uint32_t to, uint32_t a, VectorOperand b, uint32_t mask)
{
    const VectorForm *form = &forms[op];
    put_evex(code, form, to, a, &b, mask);
    if (b.is_place) {
        int32_t unit = b.is_spread ? (form->wide != 0 ? 8 : 4) : form->bytes;
        put_place(code, to, &b.place, unit);
    } else {
        put_modrm(code, 3, to, b.number);
    }
}

void vector_op_with(Code *code, VectorOp op, uint32_t to, uint32_t a, VectorOperand b,
                    uint32_t mask, uint8_t immediate)
{
    vector_op(code, op, to, a, b, mask);
    put(code, immediate);
}

void vector_to_register(Code *code, bool wide, Register to, uint32_t from)
{
    put(code, 0x62);
    put(code, (~from >> 3 & 1) << 7 | 1u << 6 | (~(uint32_t)to >> 3 & 1) << 5 |
                  (~from >> 4 & 1) << 4 | 1u);
    put(code, (uint32_t)wide << 7 | 15u << 3 | 1u << 2 | P66);
    put(code, 1u << 3);
    put(code, 0x7e);
    put_modrm(code, 3, from, to);
}

void vector_end(Code *code)
{
    put(code, 0xc5);
    put(code, 0xf8);
    put(code, 0x77);
}
