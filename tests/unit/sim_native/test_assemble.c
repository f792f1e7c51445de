// SPDX-License-Identifier: Apache-2.0
// The bytes of instructions, as GNU as writes them.
#include "sim/native/assemble.h"
#include "tests/test.h"

// The last instruction as hexadecimal digits; it is removed.
static const char *taken(Code *code)
{
    static char text[64];
    text[0] = '\0';
    for (size_t i = 0; i < code->size_bytes; i++) {
        snprintf(text + 2 * i, sizeof text - 2 * i, "%02x", code->bytes[i]);
    }
    code->size_bytes = 0;
    return text;
}

TEST(vector_instructions_reach_all_registers)
{
    Code code = {0};
    vector_op(&code, VECTOR_ADD_32, 5, 6, vector_in(7), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62f14d48feef"); // vpaddd zmm5, zmm6, zmm7
    vector_op(&code, VECTOR_ADD_32, 29, 22, vector_in(17), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62214d40fee9"); // vpaddd zmm29, zmm22, zmm17
    vector_op_with(&code, VECTOR_SHIFT_BY_64, 2, 1, vector_in(18), ALL_ELEMENTS, 32);
    EXPECT_TEXT(taken(&code), "62b1f54873d220"); // vpsrlq zmm1, zmm18, 32
    vector_op(&code, VECTOR_SPREAD_REGISTER, 16, 0, vector_in(RSI), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62e27d487cc6"); // vpbroadcastd zmm16, esi
    vector_to_register(&code, true, RCX, 19);
    EXPECT_TEXT(taken(&code), "62e1fd087ed9"); // vmovq rcx, xmm19
    code_clear(&code);
}

TEST(vector_instructions_reach_memory)
{
    Code code = {0};
    vector_op(&code, VECTOR_ADD_64, 3, 4, vector_at(place_at(RBX, 0x1fc0)), 1);
    EXPECT_TEXT(taken(&code), "62f1dd49d45b7f"); // vpaddq zmm3{k1}, zmm4, [rbx+0x1fc0]
    vector_op(&code, VECTOR_MUL_F32, 9, 10, vector_at(place_at(R14, 0x2000)), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62512c48598e00200000"); // vmulps zmm9, zmm10, [r14+0x2000]
    VectorOperand word = vector_at(place_at(RBP, 0x44));
    word.is_spread = true;
    vector_op(&code, VECTOR_AND_32, 1, 2, word, ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62f16d58db4d11"); // vpandd zmm1, zmm2, [rbp+0x44]{1to16}
    vector_op(&code, VECTOR_STORE_32, 31, 0, vector_at(place_at(R12, 0x40)), 7);
    EXPECT_TEXT(taken(&code), "62417e4f7f7c2401"); // vmovdqu32 [r12+0x40]{k7}, zmm31
    vector_op(&code, VECTOR_LOAD_32, 31, 0, vector_at(place_at(R13, 0)), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62417e486f7d00"); // vmovdqu32 zmm31, [r13]
    vector_op_with(&code, VECTOR_COMPARE_U32, 2, 8, vector_at(place_at(R8, 0x80)), 6, 4);
    EXPECT_TEXT(taken(&code), "62d33d4e1e500204"); // vpcmpnequd k2{k6}, zmm8, [r8+0x80]
    vector_op(&code, VECTOR_WIDEN_S32, 2, 0, vector_at(place_at(R8, 0x20)), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62d27d48255001"); // vpmovsxdq zmm2, [r8+0x20]
    vector_op(&code, VECTOR_NARROW_64, 20, 0, vector_in(1), ALL_ELEMENTS);
    EXPECT_TEXT(taken(&code), "62e27e4835e1"); // vpmovqd ymm1, zmm20
    Place place = {.base = RDX, .index = 0};
    vector_op(&code, VECTOR_SCATTER_32, 21, 0, vector_at(place), 2);
    EXPECT_TEXT(taken(&code), "62e27d4aa06c0200"); // vpscatterdd [rdx+zmm0]{k2}, zmm21
    code_clear(&code);
}

TEST(masks_are_moved_and_joined)
{
    Code code = {0};
    mask_load(&code, 3, place_at(R13, 0x10));
    EXPECT_TEXT(taken(&code), "c4c1f9905d10"); // kmovd k3, [r13+0x10]
    mask_store(&code, place_at(RBX, 0x200), 5);
    EXPECT_TEXT(taken(&code), "c4e1f991ab00020000"); // kmovd [rbx+0x200], k5
    mask_shift_right(&code, 2, 1, 16);
    EXPECT_TEXT(taken(&code), "c4e37931d110"); // kshiftrd k2, k1, 16
    mask_not(&code, 1, 2);
    EXPECT_TEXT(taken(&code), "c4e1f944ca"); // knotd k1, k2
    mask_from(&code, 1, RAX);
    EXPECT_TEXT(taken(&code), "c4e17b92c8"); // kmovd k1, eax, with the long prefix
    mask_join(&code, 2, 3, 2, 16);
    EXPECT_TEXT(taken(&code), "c4e1644bd2"); // kunpckwd k2, k3, k2, likewise
    mask_test(&code, 2, 3);
    EXPECT_TEXT(taken(&code), "c4e17898d3"); // kortestw k2, k3, likewise
    code_clear(&code);
}

TEST(general_registers_are_loaded_stored_and_computed_with)
{
    Code code = {0};
    code_load(&code, true, RDX, place_at(R12, 0x18));
    EXPECT_TEXT(taken(&code), "498b542418"); // mov rdx, [r12+0x18]
    code_store(&code, true, place_at(RSI, 0x300), R9);
    EXPECT_TEXT(taken(&code), "4c898e00030000"); // mov [rsi+0x300], r9
    code_store_constant(&code, place_at(RBP, 0x30), 0x12345678);
    EXPECT_TEXT(taken(&code), "c7453078563412"); // mov dword [rbp+0x30], 0x12345678
    Place place = {.base = R8, .index = RDI, .offset = 0x90};
    code_increment(&code, place);
    EXPECT_TEXT(taken(&code), "49ff843890000000"); // inc qword [r8+rdi+0x90]
    place = (Place){.base = RDX, .index = RSI, .scale = 2, .offset = 0x40};
    code_prefetch(&code, place);
    EXPECT_TEXT(taken(&code), "0f184cb240"); // prefetcht0 [rdx+rsi*4+0x40]
    code_load_signed(&code, RSI, place_at(R8, 0x100));
    EXPECT_TEXT(taken(&code), "4963b000010000"); // movsxd rsi, [r8+0x100]
    code_count_bits(&code, RCX, R10);
    EXPECT_TEXT(taken(&code), "f3410fb8ca"); // popcnt ecx, r10d
    code_constant(&code, RAX, UINT64_C(0x123456789abcdef0));
    EXPECT_TEXT(taken(&code), "48b8f0debc9a78563412"); // mov rax, 0x123456789abcdef0
    code_shift_right(&code, false, R10, 5);
    EXPECT_TEXT(taken(&code), "41c1ea05"); // shr r10d, 5
    code_call(&code, RAX);
    EXPECT_TEXT(taken(&code), "ffd0"); // call rax
    code_clear(&code);
}

TEST(jumps_land_where_they_are_told)
{
    Code code = {0};
    size_t forward = code_jump(&code, CONDITION_EQUAL);
    size_t back = code_jump(&code, CONDITION_ALWAYS);
    code_land(&code, back, 0);
    code_land(&code, forward, code.size_bytes);
    EXPECT_TEXT(taken(&code), "0f8405000000e9f5ffffff"); // je +5; jmp -11
    code_clear(&code);
}
