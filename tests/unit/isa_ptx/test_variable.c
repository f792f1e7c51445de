// SPDX-License-Identifier: Apache-2.0
// Variables: sizes, alignments, initial values and the addresses in them.
#include "parse.h"

static uint64_t word_at(const PtxVariable *variable, uint64_t offset, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = size; i > 0; i--) {
        value = value << 8 | variable->initial[offset + i - 1];
    }
    return value;
}

TEST(sizes_and_alignments)
{
    Parsed p =
        parse(".global .u16 a; .shared .align 32 .v4 .f32 b[3][5]; .extern .shared .b8 c[];");
    const PtxVariable *a = ptx_find_variable(p.module, "a"), *b = ptx_find_variable(p.module, "b");
    const PtxVariable *c = ptx_find_variable(p.module, "c");
    EXPECT_EQ(a->size_bytes, 2);
    EXPECT_EQ(a->alignment_bytes, 2);
    EXPECT(a->initial == NULL);
    EXPECT_EQ(b->size_bytes, 240);
    EXPECT_EQ(b->alignment_bytes, 32);
    EXPECT_EQ(b->vector, 4);
    EXPECT_EQ(b->dimension_count, 2);
    EXPECT_EQ(c->size_bytes, 0);
    EXPECT(c->is_extern);
    forget(&p);
}

TEST(an_open_dimension_is_as_long_as_its_initial_value)
{
    Parsed p = parse(".global .u32 a[] = {1, 2, 3}; .global .u16 b[][2] = {{1}, {2, 3}};");
    const PtxVariable *a = ptx_find_variable(p.module, "a"), *b = ptx_find_variable(p.module, "b");
    EXPECT_EQ(a->dimension[0], 3);
    EXPECT_EQ(a->size_bytes, 12);
    EXPECT_EQ(word_at(a, 8, 4), 3);
    EXPECT_EQ(b->dimension[0], 2);
    EXPECT_EQ(word_at(b, 0, 8), 0x0003000200000001);
    forget(&p);
}

TEST(what_is_not_given_is_zero)
{
    Parsed p = parse(".const .s32 m[2][3] = {{1}, {-4, 5}}; .global .f32 f[3] = {1.0};");
    const PtxVariable *m = ptx_find_variable(p.module, "m");
    EXPECT_EQ(word_at(m, 0, 4), 1);
    EXPECT_EQ(word_at(m, 4, 8), 0);
    EXPECT_EQ(word_at(m, 12, 4), 0xFFFFFFFC);
    EXPECT_EQ(word_at(m, 16, 4), 5);
    EXPECT_EQ(word_at(ptx_find_variable(p.module, "f"), 0, 8), 0x3F800000);
    forget(&p);
}

TEST(addresses_become_relocations)
{
    Parsed p =
        parse(".global .u32 g; .func f() { ret; } .global .u64 a[3] = {g+4, f, generic(g)};");
    const PtxVariable *a = ptx_find_variable(p.module, "a");
    EXPECT_EQ(a->relocation_count, 3);
    EXPECT_EQ(a->relocations[0].addend, 4);
    EXPECT_TEXT(a->relocations[0].variable->name, "g");
    EXPECT(!a->relocations[0].is_generic);
    EXPECT_TEXT(a->relocations[1].function->name, "f");
    EXPECT_EQ(a->relocations[1].offset, 8);
    EXPECT(a->relocations[2].is_generic);
    EXPECT_EQ(a->relocations[2].size_bytes, 8);
    forget(&p);
}

TEST(the_bytes_of_an_address_are_put_together)
{
    Parsed p = parse(
        ".global .u32 g; .global .u8 a[11] = {7, 0xFF(g), 0xFF00(g), 0xFF0000(g), 0xFF000000(g),\n"
        "0xFF00000000(g), 0xFF0000000000(g), 0xFF000000000000(g), 0xFF00000000000000(g), "
        "0xFF00(g), 9};");
    const PtxVariable *a = ptx_find_variable(p.module, "a");
    EXPECT_EQ(a->relocation_count, 2);
    EXPECT_EQ(a->relocations[0].offset, 1);
    EXPECT_EQ(a->relocations[0].size_bytes, 8);
    EXPECT_EQ(a->relocations[0].shift_bits, 0);
    EXPECT_EQ(a->relocations[1].offset, 9);
    EXPECT_EQ(a->relocations[1].size_bytes, 1);
    EXPECT_EQ(a->relocations[1].shift_bits, 8);
    EXPECT_EQ(word_at(a, 10, 1), 9);
    forget(&p);
}

TEST(an_extern_declaration_is_completed_by_its_definition)
{
    Parsed p = parse(".extern .global .u32 e; .entry k() { .reg .b32 r; ld.global.u32 r, [e]; }\n"
                     ".visible .global .u32 e = 5;");
    EXPECT_EQ(p.module->variable_count, 1);
    EXPECT(!p.module->variables[0]->is_extern);
    EXPECT_EQ(word_at(p.module->variables[0], 0, 4), 5);
    EXPECT(p.module->functions[0]->instructions[0].operands[1].variable == p.module->variables[0]);
    forget(&p);
}

TEST(wrong_declarations)
{
    Parsed p = parse(".global .u32 a[2] = {1, 2, 3};");
    expect_error(&p, 4, 28, "too many initial values for 'a'");
    p = parse(".shared .u32 a = 1;");
    expect_error(&p, 4, 18, "only .global and .const variables can have initial values");
    p = parse(".global .u32 a = b;");
    expect_error(&p, 4, 18, "'b' is not declared");
    p = parse(".global .u32 a[];");
    expect_error(&p, 4, 14, "'a' requires a size or an initial value");
    p = parse(".global .pred a;");
    expect_error(&p, 4, 15, "a variable cannot have type .pred");
    p = parse(".global .b8 a[99999999999999];");
    expect_error(&p, 4, 15, "the size of an array must be an integer from 0 to 1099511627776");
    p = parse(".global .b8 a[1000000000] = {1};");
    expect_error(&p, 4, 29, "the initial values of the module are too large");
}
