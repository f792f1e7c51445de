// SPDX-License-Identifier: Apache-2.0
// Machine code of x86-64 as bytes in a growing buffer: one function a form of instruction. Knows
// the encodings and nothing of what is translated; runs on any host. Source: Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 2.
#ifndef LOCKSTEP_NATIVE_ASSEMBLE_H
#define LOCKSTEP_NATIVE_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Code {
    uint8_t *bytes;
    size_t size_bytes, room_bytes;
} Code;

void code_clear(Code *code);

// General registers by their numbers.
typedef enum Register {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    NO_REGISTER
} Register;

// A place in memory: base + index * 2^scale + offset. In a gather the index is a vector register.
typedef struct Place {
    Register base;
    uint32_t index; // a Register, or the number of a vector register
    uint32_t scale;
    int32_t offset;
} Place;

static inline Place place_at(Register base, int64_t offset)
{
    return (Place){.base = base, .index = NO_REGISTER, .offset = (int32_t)offset};
}

// --- general registers; `wide`: 64 bits

typedef enum Arithmetic {
    ARITHMETIC_ADD = 0,
    ARITHMETIC_OR = 1,
    ARITHMETIC_AND = 4,
    ARITHMETIC_SUB = 5,
    ARITHMETIC_XOR = 6,
    ARITHMETIC_CMP = 7
} Arithmetic;

typedef enum Condition {
    CONDITION_BELOW = 2,
    CONDITION_NOT_BELOW = 3,
    CONDITION_EQUAL = 4,
    CONDITION_NOT_EQUAL = 5,
    CONDITION_ABOVE = 7,
    CONDITION_SIGN = 8,
    CONDITION_GREATER = 15,
    CONDITION_ALWAYS = 16
} Condition;

void code_move(Code *code, bool wide, Register to, Register from);
void code_load(Code *code, bool wide, Register to, Place from);
void code_store(Code *code, bool wide, Place to, Register from);
// 1 or 2 bytes, extended to 32 bits.
void code_load_part(Code *code, Register to, Place from, uint32_t bytes, bool is_signed);
void code_load_signed(Code *code, Register to, Place from);     // 32 bits to 64
void code_store_constant(Code *code, Place to, uint32_t value); // 32 bits
void code_store_byte(Code *code, Place to, uint8_t value);
void code_constant(Code *code, Register to, uint64_t value);
void code_address(Code *code, Register to, Place of); // lea
void code_arithmetic(Code *code, Arithmetic op, bool wide, Register to, Register from);
void code_arithmetic_load(Code *code, Arithmetic op, bool wide, Register to, Place from);
void code_arithmetic_store(Code *code, Arithmetic op, bool wide, Place to, Register from);
void code_arithmetic_constant(Code *code, Arithmetic op, bool wide, Register to, int32_t value);
void code_compare_constant(Code *code, Place place, int32_t value); // 32 bits in memory
void code_compare_byte(Code *code, Place place, uint8_t value);
void code_test(Code *code, bool wide, Register a, Register b);
void code_test_constant(Code *code, Register a, uint32_t bits);
void code_test_place(Code *code, Place place, uint32_t bits); // 32 bits in memory
void code_increment(Code *code, Place place);                 // 64 bits in memory
void code_prefetch(Code *code, Place place);                  // into all caches
void code_shift_right(Code *code, bool wide, Register to, uint8_t by);
void code_multiply(Code *code, Register to, Register from, int32_t by); // 64 bits
void code_not(Code *code, Register to);                                 // 32 bits
void code_count_bits(Code *code, Register to, Register from);           // 32 bits
void code_push(Code *code, Register from);
void code_pop(Code *code, Register to);
void code_call(Code *code, Register to);
void code_call_to(Code *code, size_t offset); // of this code
void code_jump_to(Code *code, Register to);
void code_return(Code *code);

// A jump whose target is set later; returns where.
size_t code_jump(Code *code, Condition condition);
void code_land(Code *code, size_t jump, size_t target);

// --- masks k0 to k7; k0 as the mask of a vector instruction means all elements

#define ALL_ELEMENTS 0u

void mask_load(Code *code, uint32_t to, Place from); // 32 bits
void mask_store(Code *code, Place to, uint32_t from);
void mask_from(Code *code, uint32_t to, Register from); // 32 bits
void mask_to(Code *code, Register to, uint32_t from);
void mask_shift_right(Code *code, uint32_t to, uint32_t from, uint8_t by);           // 32 bits
void mask_not(Code *code, uint32_t to, uint32_t from);                               // 32 bits
void mask_or(Code *code, uint32_t to, uint32_t a, uint32_t b);                       // 16 bits
void mask_join(Code *code, uint32_t to, uint32_t high, uint32_t low, uint32_t bits); // 8 or 16 each
void mask_test(Code *code, uint32_t a, uint32_t b); // zero flag: a | b is 0, 16 bits

// --- vectors of 64 bytes, zmm0 to zmm31

typedef enum VectorOp {
#define VECTOR(name, ...) VECTOR_##name,
#include "sim/native/vector.def"
#undef VECTOR
    VECTOR_OP_COUNT
} VectorOp;

// The last operand of a vector instruction: a register, or memory.
typedef struct VectorOperand {
    bool is_place, is_spread; // one element of memory for all
    uint32_t number;
    Place place;
} VectorOperand;

static inline VectorOperand vector_in(uint32_t number)
{
    return (VectorOperand){.number = number};
}

static inline VectorOperand vector_at(Place place)
{
    return (VectorOperand){.is_place = true, .place = place};
}

// to = op(a, b) in the elements of `mask`; others keep their value. Instructions with two operands
// have no a: it is 0. Of stores, `to` is the source.
void vector_op(Code *code, VectorOp op, uint32_t to, uint32_t a, VectorOperand b, uint32_t mask);
// The same with an immediate; comparisons write a mask register.
void vector_op_with(Code *code, VectorOp op, uint32_t to, uint32_t a, VectorOperand b,
                    uint32_t mask, uint8_t immediate);
void vector_to_register(Code *code, bool wide, Register to, uint32_t from); // the lowest element
void vector_end(Code *code);                                                // vzeroupper

#endif
