// SPDX-License-Identifier: Apache-2.0
// The tables of opcodes, types and special registers, and what is made from them.
#include "isa/ptx/ptx.h"
#include "isa/ptx/verify.h"
#include "tests/test.h"

TEST(each_opcode_has_forms_or_is_refused)
{
    Arena arena = {0};
    NameTable names;
    ptx_names_init(&names);
    FormTable *table = form_table_create(&arena, &names);
    for (int i = 0; i < PTX_OPCODE_COUNT; i++) {
        bool has_forms = form_list(table, (PtxOpcode)i)->count > 0;
        if (!EXPECT(has_forms != (ptx_opcode_refusal((PtxOpcode)i) != NULL))) {
            fprintf(stderr, "    %s\n", ptx_opcode_name((PtxOpcode)i));
        }
    }
    ptx_names_destroy(&names);
    arena_clear(&arena);
}

TEST(each_refused_opcode_is_refused_by_name)
{
    for (int i = 0; i < PTX_OPCODE_COUNT; i++) {
        const char *reason = ptx_opcode_refusal((PtxOpcode)i);
        if (reason == NULL) {
            continue;
        }
        Text text = {0}, wanted = {0};
        text_printf(&text, ".version 9.0\n.target sm_90\n.entry k() { %s.x.y a; }\n",
                    ptx_opcode_name((PtxOpcode)i));
        text_printf(&wanted, "not supported: '%s.x.y' (%s)", ptx_opcode_name((PtxOpcode)i), reason);
        Diagnostics diagnostics = {0};
        PtxModule *module = ptx_parse(text.at, text.size_bytes, "t", &diagnostics);
        if (EXPECT(module != NULL) && EXPECT_EQ(module->functions[0]->refusal_count, 1)) {
            EXPECT_TEXT(module->functions[0]->refusals[0].message, text_string(&wanted));
            EXPECT_EQ(module->functions[0]->refusals[0].line, 3);
        }
        EXPECT_EQ(diagnostics.count, 0);
        ptx_destroy(module);
        diagnostics_clear(&diagnostics);
        text_destroy(&text);
        text_destroy(&wanted);
    }
}

TEST(each_special_register_can_be_read)
{
    Text text = {0};
    text_put(&text, ".version 9.0\n.target sm_90a\n.address_size 64\n.entry k() {\n"
                    ".reg .b32 r; .reg .b64 d; .reg .pred p;\n");
    for (int i = 0; i < PTX_SPECIAL_COUNT; i++) {
        PtxType type = ptx_special_type((PtxSpecial)i);
        text_printf(&text, "mov%s %s, %s;\n", ptx_suffix_name(type),
                    type == PTX_TYPE_PRED       ? "p"
                    : ptx_type_bits(type) == 64 ? "d"
                                                : "r",
                    ptx_special_name((PtxSpecial)i));
    }
    text_put(&text, "ret; }\n");
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(text.at, text.size_bytes, "t", &diagnostics);
    if (EXPECT(module != NULL)) {
        for (int i = 0; i < PTX_SPECIAL_COUNT; i++) {
            EXPECT_EQ(module->functions[0]->instructions[i].operands[1].special, i);
        }
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    text_destroy(&text);
}

TEST(types_have_the_widths_and_kinds_of_the_manual)
{
    EXPECT_EQ(ptx_type_bits(PTX_TYPE_S16), 16);
    EXPECT_EQ(ptx_type_bits(PTX_TYPE_F64), 64);
    EXPECT_EQ(ptx_type_bits(PTX_TYPE_BF16X2), 32);
    EXPECT_EQ(ptx_type_bits(PTX_TYPE_PRED), 1);
    EXPECT_EQ(ptx_type_bits(PTX_TYPE_NONE), 0);
    EXPECT_EQ(ptx_type_kind(PTX_TYPE_S16), PTX_KIND_SIGNED);
    EXPECT_EQ(ptx_type_kind(PTX_TYPE_B64), PTX_KIND_BITS);
    EXPECT_EQ(ptx_type_kind(PTX_TYPE_F16X2), PTX_KIND_PACKED);
    EXPECT_EQ(ptx_type_kind(PTX_TYPE_TEXREF), PTX_KIND_OPAQUE);
}

TEST(names_are_those_of_the_text)
{
    EXPECT_TEXT(ptx_opcode_name(PTX_MAD24), "mad24");
    EXPECT_TEXT(ptx_suffix_name(PTX_TYPE_U32), ".u32");
    EXPECT_TEXT(ptx_suffix_name(PTX_DOT_SHARED__CLUSTER), ".shared::cluster");
    EXPECT_TEXT(ptx_suffix_name(PTX_DOT_2D), ".2d");
    EXPECT_TEXT(ptx_suffix_name(PTX_DOT_NAN_RESULT), ".NaN");
    EXPECT_TEXT(ptx_suffix_name(PTX_DOT_NAN), ".nan");
    EXPECT_TEXT(ptx_special_name(PTX_SPECIAL_NCTAID_Z), "%nctaid.z");
}

TEST(which_register_fits_which_type)
{
    EXPECT(verify_type_fits(PTX_TYPE_B32, PTX_TYPE_F32, false));
    EXPECT(verify_type_fits(PTX_TYPE_U32, PTX_TYPE_S32, false));
    EXPECT(verify_type_fits(PTX_TYPE_F32, PTX_TYPE_B32, false));
    EXPECT(verify_type_fits(PTX_TYPE_B32, PTX_TYPE_F16X2, false));
    EXPECT(verify_type_fits(PTX_TYPE_U64, PTX_TYPE_U8, true));
    EXPECT(!verify_type_fits(PTX_TYPE_U64, PTX_TYPE_U32, false));
    EXPECT(!verify_type_fits(PTX_TYPE_U16, PTX_TYPE_U32, true));
    EXPECT(!verify_type_fits(PTX_TYPE_U32, PTX_TYPE_F32, false));
    EXPECT(!verify_type_fits(PTX_TYPE_F64, PTX_TYPE_F32, true));
    EXPECT(!verify_type_fits(PTX_TYPE_U32, PTX_TYPE_F16X2, false));
    EXPECT(!verify_type_fits(PTX_TYPE_PRED, PTX_TYPE_B32, true));
}
