// SPDX-License-Identifier: Apache-2.0
// Nothing a text holds may crash or hang the parser: what is too deep, too long, cut off or no text
// at all gives messages.
#include "parse.h"

static void repeat(Text *text, const char *piece, int count)
{
    for (int i = 0; i < count; i++) {
        text_put(text, piece);
    }
}

static void expect_refused(Text *text)
{
    Parsed p = parse(text_string(text));
    EXPECT(p.module == NULL);
    forget(&p);
    text_destroy(text);
}

TEST(no_text)
{
    Parsed p = parse_bytes("", 0);
    expect_error(&p, 1, 1, "the file is empty");
    p = parse_bytes("// nothing", 10);
    expect_error(&p, 1, 11, "the file is empty");
}

TEST(zero_bytes)
{
    const char text[] = HEADER ".global .u32 a\0;";
    Parsed p = parse_bytes(text, sizeof text - 1);
    expect_error(&p, 4, 15, "unexpected zero byte");
}

TEST(deep_nesting)
{
    Text text = {0};
    text_put(&text, ".global .u64 a = ");
    repeat(&text, "(", 100000);
    expect_refused(&text);
    text_put(&text, ".global .u64 a = ");
    repeat(&text, "-", 100000);
    expect_refused(&text);
    text_put(&text, ".entry k() ");
    repeat(&text, "{", 100000);
    expect_refused(&text);
    text_put(&text, ".global .u64 a[2] = ");
    repeat(&text, "{", 100000);
    expect_refused(&text);
    text_put(&text, ".global .u64 a = 1");
    repeat(&text, " ? 1 : 2 ? 3", 100000);
    expect_refused(&text);
}

TEST(scopes_that_close_too_often)
{
    Text text = {0};
    text_put(&text, ".entry k() { ret; ");
    repeat(&text, "}", 1000);
    expect_refused(&text);
}

TEST(long_lists)
{
    Text text = {0};
    text_put(&text, ".entry k() { .reg .b32 r; ld.v4.u32 {r");
    repeat(&text, ", r", 1000);
    text_put(&text, "}, [r]; }");
    expect_refused(&text);
    text_put(&text, ".entry k() { .reg .b32 r; add.u32 r");
    repeat(&text, ", r", 1000);
    text_put(&text, "; }");
    expect_refused(&text);
    text_put(&text, ".entry k() { .reg .b32 r; add");
    repeat(&text, ".u32", 1000);
    text_put(&text, " r, r, r; }");
    expect_refused(&text);
}

TEST(messages_are_bounded)
{
    Text text = {0};
    repeat(&text, "add.u32 r, r, r;\n", 100000);
    Parsed p = parse(text_string(&text));
    EXPECT(p.module == NULL);
    EXPECT(p.diagnostics.count <= 20);
    EXPECT(p.diagnostics.error_count <= 1000);
    forget(&p);
    text_destroy(&text);
}

TEST(every_cut_of_a_module_is_survived)
{
    static const char whole[] = HEADER
        ".global .align 4 .u64 g[2][2] = {{1, generic(g)+4}, {0xFF, 3}}; /* c */ // d\n"
        ".file 1 \"a.cu\", 1, 2\n.func (.param .b32 r) f(.param .u64 .ptr .global a);\n"
        ".visible .entry k(.param .u64 p) .maxntid 3, 4 { .reg .v2 .f32 v<3>; .reg .pred p1;\n"
        "L: t: .branchtargets L; @!p1 bra L; mov.f32 v1.x, 0f3F800000; .loc 1 2 3, "
        "function_name $x, inlined_at 1 2 3\n{ call (r), f, (p); } .pragma \"x\"; ret; }\n"
        ".section .debug_str { $x: .b8 1, 2 }\n";
    for (size_t size = 0; size < sizeof whole; size++) {
        Parsed p = parse_bytes(whole, size);
        forget(&p);
    }
}

TEST(many_registers_are_quick)
{
    Text text = {0};
    text_put(&text, ".entry k() { .reg .b32 %r<200000>;\n");
    for (int i = 0; i + 1 < 200000; i++) {
        text_printf(&text, "add.s32 %%r%d, %%r%d, 1;\n", i + 1, i);
    }
    text_put(&text, "ret; }");
    Parsed p = parse(text_string(&text));
    if (EXPECT(p.module != NULL)) {
        EXPECT_EQ(p.module->functions[0]->register_count, 200000);
    }
    forget(&p);
    text_destroy(&text);
}
