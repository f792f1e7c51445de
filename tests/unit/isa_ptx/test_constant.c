// SPDX-License-Identifier: Apache-2.0
// Constant expressions, folded as in C (PTX ISA, "Constant Expressions").
#include "parse.h"

// The value `text` has as a 64-bit immediate.
static int64_t value_of(const char *text)
{
    Text body = {0};
    text_printf(&body, "mov.b64 %%d1, %s;", text);
    Parsed p = ptx_parse_body(text_string(&body));
    int64_t value =
        p.module == NULL ? INT64_MIN : p.module->functions[0]->instructions[0].operands[1].integer;
    text_destroy(&body);
    forget(&p);
    return value;
}

static double real_of(const char *text)
{
    Text body = {0};
    text_printf(&body, "mov.f64 %%fd1, %s;", text);
    Parsed p = ptx_parse_body(text_string(&body));
    double value = -1;
    if (EXPECT(p.module != NULL)) {
        memcpy(&value, &p.module->functions[0]->instructions[0].operands[1].bits, sizeof value);
    }
    text_destroy(&body);
    forget(&p);
    return value;
}

TEST(literals_of_every_base)
{
    EXPECT_EQ(value_of("42"), 42);
    EXPECT_EQ(value_of("0x2A"), 42);
    EXPECT_EQ(value_of("0X2aU"), 42);
    EXPECT_EQ(value_of("052"), 42);
    EXPECT_EQ(value_of("0b101010"), 42);
    EXPECT_EQ(value_of("0"), 0);
    EXPECT_EQ(value_of("0xFFFFFFFFFFFFFFFF"), -1);
    EXPECT_EQ(value_of("-9223372036854775808"), INT64_MIN);
}

TEST(operators_bind_as_in_c)
{
    EXPECT_EQ(value_of("1 + 2 * 3"), 7);
    EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
    EXPECT_EQ(value_of("1 << 2 + 1"), 8);
    EXPECT_EQ(value_of("7 & 3 == 3"), 1);
    EXPECT_EQ(value_of("1 | 6 ^ 2 & 3"), 5);
    EXPECT_EQ(value_of("10 - 4 - 3"), 3);
    EXPECT_EQ(value_of("-7 / 2"), -3);
    EXPECT_EQ(value_of("7 % 3"), 1);
    EXPECT_EQ(value_of("!0 + !5"), 1);
    EXPECT_EQ(value_of("~0"), -1);
    EXPECT_EQ(value_of("1 > 2 ? 3 : 0 ? 4 : 5"), 5);
    EXPECT_EQ(value_of("1 && 0 || 1"), 1);
    EXPECT_EQ(value_of("WARP_SZ * 2"), 64);
}

TEST(an_unsigned_operand_makes_the_operation_unsigned)
{
    EXPECT_EQ(value_of("-1 / 2"), 0);
    EXPECT_EQ(value_of("-1 / 2U"), INT64_MAX);
    EXPECT_EQ(value_of("-1 < 1"), 1);
    EXPECT_EQ(value_of("-1 < 1U"), 0);
    EXPECT_EQ(value_of("-8 >> 1"), -4);
    EXPECT_EQ(value_of("(.u64)-8 >> 1"), 0x7FFFFFFFFFFFFFFC);
    EXPECT_EQ(value_of("(.s64)0xFFFFFFFFFFFFFFF8 >> 1"), -4);
    EXPECT_EQ(value_of("(.s64)0x8000000000000000 / -1"), INT64_MIN);
    EXPECT_EQ(value_of("1 << 64"), 0);
}

TEST(floats_are_doubles)
{
    EXPECT(real_of("1.5") == 1.5);
    EXPECT(real_of("1e3") == 1000.0);
    EXPECT(real_of("0d3FF8000000000000") == 1.5);
    EXPECT(real_of("2.5 * 2 + 1") == 6.0);
    EXPECT(real_of("-1.5") == -1.5);
    EXPECT(real_of("1.0 > 2.0 ? 3.0 : 4.0") == 4.0);
}

TEST(what_cannot_be_folded_is_an_error)
{
    Parsed p = ptx_parse_body("mov.u32 %r1, 4 % 0;");
    expect_error(&p, 5, 19, "division by zero");
    p = ptx_parse_body("mov.u32 %r1, ~1.5;");
    expect_error(&p, 5, 18, "'~' requires an integer");
    p = ptx_parse_body("mov.u32 %r1, 18446744073709551616;");
    expect_error(&p, 5, 14, "integer constant does not fit in 64 bits");
    p = ptx_parse_body("mov.u32 %r1, 12x;");
    expect_error(&p, 5, 14, "invalid number");
    p = ptx_parse_body("mov.f64 %fd1, 0d1234;");
    expect_error(&p, 5, 15, "expected 16 hexadecimal digits after '0d'");
}
