// SPDX-License-Identifier: Apache-2.0
// Canonical text.
#include "parse.h"

static void expect_print(const char *body, const char *wanted)
{
    Parsed p = ptx_parse_body(body);
    Text out = {0};
    if (EXPECT(p.module != NULL)) {
        const PtxFunction *k = p.module->functions[0];
        ptx_print_instruction(p.module, k, &k->instructions[0], &out);
        EXPECT_TEXT(text_string(&out), wanted);
    }
    text_destroy(&out);
    forget(&p);
}

TEST(instructions_are_written_in_one_form)
{
    expect_print("@ ! %p1  add.s32\t%r1 , %r2,0x10 ;", "@!%p1 add.s32 %r1, %r2, 16;");
    expect_print("ld.global.v2.u32 {%r1,_}, [%d1 + 0];", "ld.global.v2.u32 {%r1, _}, [%d1];");
    expect_print("ld.global.u32 %r1, [%d1 - 4];", "ld.global.u32 %r1, [%d1+-4];");
    expect_print("mov.f32 %f1, 1.5;", "mov.f32 %f1, 0d3FF8000000000000;");
    expect_print("mov.b32 %r1, 0f3f800000;", "mov.b32 %r1, 0f3F800000;");
    expect_print("setp.lt.or.s32 %p1|%p2, %r1, -1, !%p3;",
                 "setp.lt.or.s32 %p1|%p2, %r1, -1, !%p3;");
    expect_print("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%d1, {%f5,%f6}];",
                 "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6}];");
    expect_print("shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, 0xffffffff;",
                 "shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, 4294967295;");
}

TEST(a_module_is_written_in_the_order_of_its_text)
{
    static const char text[] =
        HEADER ".global .u32 a;\n"
               ".file 1 \"x.cu\"\n"
               "\n.visible .entry k(\n    .param .u64 p\n)\n.maxntid 64, 1, 1\n{\n"
               "    .reg .b32 %r<3>;\n    .loc 1 2 3\n    {\n"
               "        mov.u32 %r1, a;\n    }\nL:\n    bra.uni L;\n}\n"
               ".global .u32 b = 7;\n";
    Parsed p = parse_bytes(text, sizeof text - 1);
    Text out = {0};
    if (EXPECT(p.module != NULL)) {
        ptx_print(p.module, &out);
        EXPECT_TEXT(text_string(&out), text);
    }
    text_destroy(&out);
    forget(&p);
}
