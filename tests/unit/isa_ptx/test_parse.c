// SPDX-License-Identifier: Apache-2.0
// Modules, functions, instructions and operands as they come out of the parser.
#include "parse.h"

static const PtxInstruction *instruction(const Parsed *parsed, uint32_t index)
{
    const PtxFunction *k = ptx_find_function(parsed->module, "k");
    return &k->instructions[index];
}

TEST(the_header_gives_version_target_and_address_size)
{
    Parsed p = parse_bytes(".version 7.8 .target sm_90a, debug .address_size 64 ", 52);
    EXPECT_EQ(p.module->version_major, 7);
    EXPECT_EQ(p.module->version_minor, 8);
    EXPECT_EQ(p.module->target, 90);
    EXPECT_EQ(p.module->target_feature, 'a');
    EXPECT(p.module->is_debug);
    EXPECT_EQ(p.module->address_bits, 64);
    forget(&p);
}

TEST(without_an_address_size_addresses_have_32_bits)
{
    const char text[] = ".version 1.4\n.target sm_13, map_f64_to_f32\n";
    Parsed p = parse_bytes(text, sizeof text - 1);
    EXPECT_EQ(p.module->address_bits, 32);
    EXPECT(p.module->is_map_f64_to_f32);
    forget(&p);
}

TEST(parameters_are_laid_out_by_their_alignment)
{
    Parsed p = parse(
        ".entry k(.param .u8 a, .param .u64 b, .param .align 16 .b8 c[20], .param .f32 d) {}");
    const PtxFunction *k = p.module->functions[0];
    EXPECT_EQ(k->parameter_count, 4);
    EXPECT_EQ(k->parameter_offset[1], 8);
    EXPECT_EQ(k->parameter_offset[2], 16);
    EXPECT_EQ(k->parameter_offset[3], 36);
    EXPECT_EQ(k->parameter_bytes, 40);
    EXPECT_EQ(k->parameters[2]->dimension[0], 20);
    forget(&p);
}

TEST(performance_directives_reach_the_function)
{
    Parsed p = parse(".visible .entry k() .maxntid 128, 2 .minnctapersm 3 .maxnreg 40 { ret; }\n"
                     ".entry c() .reqntid 64 .reqnctapercluster 2, 1, 1 .explicitcluster { ret; }");
    const PtxFunction *k = ptx_find_function(p.module, "k"), *c = ptx_find_function(p.module, "c");
    EXPECT_EQ(k->max_threads[0], 128);
    EXPECT_EQ(k->max_threads[1], 2);
    EXPECT_EQ(k->max_threads[2], 1);
    EXPECT_EQ(k->min_blocks_per_sm, 3);
    EXPECT_EQ(k->max_registers, 40);
    EXPECT(k->is_visible && k->is_entry);
    EXPECT_EQ(c->required_threads[0], 64);
    EXPECT_EQ(c->cluster[0], 2);
    EXPECT(c->is_explicit_cluster);
    forget(&p);
}

TEST(types_space_and_vector_are_read_off_the_suffixes)
{
    Parsed p = ptx_parse_body("ld.volatile.shared::cta.v2.u16 {%h1, %h2}, [%r1+-4];\n"
                              "cvt.rn.f32.s64 %f1, %d1;\nmembar.gl;");
    const PtxInstruction *ld = instruction(&p, 0), *cvt = instruction(&p, 1);
    EXPECT_EQ(ld->opcode, PTX_LD);
    EXPECT_EQ(ld->type, PTX_TYPE_U16);
    EXPECT_EQ(ld->source_type, PTX_TYPE_U16);
    EXPECT_EQ(ld->space, PTX_SPACE_SHARED);
    EXPECT_EQ(ld->vector, 2);
    EXPECT(ptx_has(ld, PTX_DOT_VOLATILE) && !ptx_has(ld, PTX_DOT_RN));
    EXPECT_EQ(ld->operands[0].kind, PTX_OPERAND_VECTOR);
    EXPECT_EQ(ld->operands[0].element_count, 2);
    EXPECT_EQ(ld->operands[1].kind, PTX_OPERAND_ADDRESS);
    EXPECT_EQ(ld->operands[1].integer, (uint64_t)-4);
    EXPECT_EQ(cvt->type, PTX_TYPE_F32);
    EXPECT_EQ(cvt->source_type, PTX_TYPE_S64);
    EXPECT_EQ(instruction(&p, 2)->type, PTX_TYPE_NONE);
    EXPECT_EQ(ld->line, 5);
    EXPECT_EQ(cvt->line, 6);
    EXPECT_EQ(cvt->column, 1);
    forget(&p);
}

TEST(guards_may_be_negated)
{
    Parsed p = ptx_parse_body("@%p1 mov.u32 %r1, 1; @!%p2 mov.u32 %r1, 2; mov.u32 %r1, 3;");
    EXPECT_TEXT(instruction(&p, 0)->guard->name, "%p1");
    EXPECT(!instruction(&p, 0)->is_guard_negated);
    EXPECT_TEXT(instruction(&p, 1)->guard->name, "%p2");
    EXPECT(instruction(&p, 1)->is_guard_negated);
    EXPECT(instruction(&p, 2)->guard == NULL);
    forget(&p);
}

TEST(each_kind_of_operand)
{
    Parsed p = parse(
        ".global .u32 g; .func f() { ret; }\n"
        ".entry k() { .reg .b32 r; .reg .b64 d; .reg .pred p, q; .reg .v4 .f32 v; .reg .f32 x;\n"
        "mov.u32 r, %ctaid.y; mov.u64 d, g+8; mov.u64 d, f; mov.f32 x, v.z;\n"
        "setp.eq.and.s32 p|q, r, -5, !p; ld.global.u32 r, [g+4]; mov.b32 r, WARP_SZ;\n"
        "mov.f32 x, 0fBF800000; mov.f32 x, 2.5; atom.global.add.u32 _, [d], r; }");
    const PtxOperand *a = instruction(&p, 0)->operands;
    EXPECT_EQ(a[1].kind, PTX_OPERAND_SPECIAL);
    EXPECT_EQ(a[1].special, PTX_SPECIAL_CTAID_Y);
    a = instruction(&p, 1)->operands;
    EXPECT_EQ(a[1].kind, PTX_OPERAND_VARIABLE);
    EXPECT_TEXT(a[1].variable->name, "g");
    EXPECT_EQ(a[1].integer, 8);
    EXPECT_EQ(instruction(&p, 2)->operands[1].kind, PTX_OPERAND_FUNCTION);
    EXPECT_EQ(instruction(&p, 3)->operands[1].component, 3);
    a = instruction(&p, 4)->operands;
    EXPECT_EQ(a[0].kind, PTX_OPERAND_PAIR);
    EXPECT_TEXT(a[0].elements[1].reg->name, "q");
    EXPECT_EQ(a[2].integer, (uint64_t)-5);
    EXPECT(a[3].is_negated);
    EXPECT_TEXT(instruction(&p, 5)->operands[1].variable->name, "g");
    EXPECT_EQ(instruction(&p, 6)->operands[1].integer, 32);
    EXPECT_EQ(instruction(&p, 7)->operands[1].bits, 0xBF800000u);
    EXPECT(!instruction(&p, 7)->operands[1].is_double);
    EXPECT_EQ(instruction(&p, 8)->operands[1].bits, 0x4004000000000000u);
    EXPECT(instruction(&p, 8)->operands[1].is_double);
    EXPECT_EQ(instruction(&p, 9)->operands[0].kind, PTX_OPERAND_SINK);
    forget(&p);
}

TEST(labels_are_found_before_and_after_their_use)
{
    Parsed p = ptx_parse_body("top: bra bottom; bra top; bottom: ret; end:");
    const PtxFunction *k = p.module->functions[0];
    EXPECT_EQ(k->label_count, 3);
    EXPECT_TEXT(k->labels[instruction(&p, 0)->operands[0].label].name, "bottom");
    EXPECT_EQ(k->labels[instruction(&p, 0)->operands[0].label].instruction, 2);
    EXPECT_EQ(k->labels[instruction(&p, 1)->operands[0].label].instruction, 0);
    EXPECT_EQ(k->labels[2].instruction, k->instruction_count);
    forget(&p);
}

TEST(lists_of_targets_and_prototypes)
{
    Parsed p = parse(
        ".func (.param .b32 r) f(.param .b64 a) { ret; }\n.entry k() { .reg .b32 r; .reg .b64 d;\n"
        "ts: .branchtargets L1, L2, L1;\n cs: .calltargets f;\n"
        "ps: .callprototype (.param .b32 _) _ (.param .b64 _);\n"
        ".param .b32 o; .param .b64 i; brx.idx r, ts; L1: call (o), d, (i), cs;\n"
        "L2: call (o), d, (i), ps; ret; }");
    const PtxFunction *k = ptx_find_function(p.module, "k");
    EXPECT_EQ(k->labels[0].kind, PTX_LABEL_BRANCH_TARGETS);
    EXPECT_EQ(k->labels[0].target_count, 3);
    EXPECT_TEXT(k->labels[k->labels[0].targets[1]].name, "L2");
    EXPECT_TEXT(k->labels[1].functions[0]->name, "f");
    EXPECT_EQ(k->labels[2].prototype->parameters[0]->size_bytes, 8);
    const PtxInstruction *call = instruction(&p, 2);
    EXPECT_EQ(call->operand_count, 4);
    EXPECT_EQ(call->operands[0].kind, PTX_OPERAND_ARGUMENTS);
    EXPECT_EQ(call->operands[1].kind, PTX_OPERAND_REGISTER);
    EXPECT_EQ(call->operands[2].elements[0].variable->size_bytes, 8);
    EXPECT_EQ(call->operands[3].label, 2);
    forget(&p);
}

TEST(a_name_that_hides_another_is_renamed_and_both_stay_apart)
{
    Parsed p = ptx_parse_body(
        "{ .reg .b32 %r1, t; mov.b32 t, %r1; mov.b32 t, %r2; } { .reg .b32 t; mov.b32 t, %r1; }");
    EXPECT_TEXT(instruction(&p, 0)->operands[1].reg->name, "%r1$1");
    EXPECT_TEXT(instruction(&p, 1)->operands[1].reg->name, "%r2");
    EXPECT_TEXT(instruction(&p, 0)->operands[0].reg->name, "t");
    EXPECT_TEXT(instruction(&p, 2)->operands[0].reg->name, "t$1");
    EXPECT_TEXT(instruction(&p, 2)->operands[1].reg->name, "%r1");
    EXPECT(instruction(&p, 0)->operands[1].reg != instruction(&p, 2)->operands[1].reg);
    forget(&p);
}

TEST(registers_of_a_range_are_numbered_as_they_are_used)
{
    Parsed p =
        parse(".entry k() { .reg .b32 %r<1000000>; mov.b32 %r999999, %r7; mov.b32 %r7, 1; }");
    const PtxFunction *k = p.module->functions[0];
    EXPECT_EQ(k->register_count, 2);
    EXPECT_TEXT(k->registers[0]->name, "%r999999");
    EXPECT_EQ(k->registers[1]->index, 1);
    forget(&p);
}

TEST(a_register_past_its_range_is_not_declared)
{
    Parsed p = ptx_parse_body("mov.b32 %r8, 1;\nmov.b32 %r9, 1;");
    expect_error(&p, 6, 9, "'%r9' is not declared");
}

TEST(functions_declared_and_defined_are_one)
{
    Parsed p = parse(
        ".func (.param .b32 r) f(.param .b32 a);\n.entry k() { .param .b32 x; call (x), f, (x); }\n"
        ".visible .func (.param .b32 q) f(.param .b32 b) { ret; }");
    EXPECT_EQ(p.module->function_count, 2);
    const PtxFunction *f = ptx_find_function(p.module, "f");
    EXPECT(f->has_body && f->is_visible);
    EXPECT(instruction(&p, 0)->operands[1].function == f);
    EXPECT_TEXT(f->parameters[0]->name, "b");
    forget(&p);
}

TEST(a_definition_must_match_its_declaration)
{
    Parsed p = parse(".func f(.param .b32 a);\n.func f(.param .b64 a) { ret; }");
    expect_error(&p, 5, 7, "'f' differs from its earlier declaration (line 4)");
}

TEST(parameters_in_registers_are_registers_of_the_body)
{
    Parsed p =
        parse(".func (.reg .b32 r) f(.reg .b32 a) { add.s32 r, a, 1; ret; }\n.entry k() { ret; }");
    const PtxFunction *f = ptx_find_function(p.module, "f");
    EXPECT_EQ(f->results[0]->space, PTX_SPACE_REG);
    EXPECT(f->results[0]->reg == f->instructions[0].operands[0].reg);
    EXPECT(f->parameters[0]->reg == f->instructions[0].operands[1].reg);
    forget(&p);
}

TEST(several_errors_are_reported_in_one_run)
{
    Parsed p = ptx_parse_body(
        "mov.u32 %r1 %r2;\nadd.u32 %r1, %r2, %r3;\nfoo;\nld.v2.u32 {%r1 %r2}, [%d1];\nret;");
    EXPECT(p.module == NULL);
    EXPECT_EQ(p.diagnostics.count, 3);
    EXPECT_EQ(p.diagnostics.items[1].position.line, 7);
    EXPECT_EQ(p.diagnostics.items[2].position.line, 8);
    forget(&p);
}
