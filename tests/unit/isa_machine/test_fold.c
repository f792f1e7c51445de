// SPDX-License-Identifier: Apache-2.0
// What lowering knows before the kernel runs: operations on literals, negated operands, conditions
// after each other.
#include "tests/unit/isa_machine/lowering.h"

#define BEGIN "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;"

// Lowers, and frees, a body that starts with BEGIN.
static Lowered lower_text(Text *body)
{
    Text text = {0};
    text_put(&text, BEGIN);
    text_put(&text, text_string(body));
    Lowered lowered = lower_body(text_string(&text), 90);
    text_destroy(&text);
    text_destroy(body);
    return lowered;
}

TEST(operations_on_literals_are_done_beforehand)
{
    static const struct {
        const char *operation;
        uint64_t a, b, result;
    } cases[] = {
        {"add.s64", 0xfffffff0, 0x20, 0x100000010},
        {"sub.s64", 0x10, 0x20, 0xfffffffffffffff0},
        {"mul.lo.s64", 0x80000001, 6, 0x300000006},
        {"and.b64", 0xff00ff00ff00, 0x0ff00ff00ff0, 0xf000f000f00},
        {"or.b64", 0xff0000000000, 0x0ff00ff00ff0, 0xfff00ff00ff0},
        {"shl.b64", 0x80000001, 4, 0x800000010},
        {"shl.b64", 5, 64, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Text text = {0};
        bool is_shift = strncmp(cases[i].operation, "shl", 3) == 0;
        text_printf(&text,
                    "mov.u64 %%rd2, %llu; mov.u64 %%rd3, %llu; mov.u32 %%r3, %llu;"
                    "%s %%rd4, %%rd2, %s; st.global.u64 [%%rd1], %%rd4;",
                    (unsigned long long)cases[i].a, (unsigned long long)cases[i].b,
                    (unsigned long long)cases[i].b, cases[i].operation, is_shift ? "%r3" : "%rd3");
        Lowered t = lower_text(&text);
        const Micro *store = find_kind(t.program, MICRO_STORE);
        EXPECT(store != NULL && is_literal(t.program, store->data[0], cases[i].result));
        lowered_free(&t);
    }
}

TEST(a_sum_with_a_negated_addend_is_a_difference_on_either_side)
{
    static const char *const sums[] = {"add.f32 %f5, %f4, %f3;", "add.f32 %f5, %f3, %f4;"};
    for (int i = 0; i < 2; i++) {
        Text text = {0};
        text_printf(&text,
                    "ld.global.v2.f32 {%%f2, %%f3}, [%%rd1]; neg.f32 %%f4, %%f2; %s"
                    "st.global.f32 [%%rd1], %%f5;",
                    sums[i]);
        Lowered t = lower_text(&text);
        const Micro *load = find_kind(t.program, MICRO_LOAD);
        const Micro *difference = find_lane(t.program, LANE_SUB_F32);
        EXPECT(find_lane(t.program, LANE_NEG_F32) == NULL);
        if (EXPECT(load != NULL && difference != NULL)) {
            EXPECT_EQ(difference->a, load->data[1]);
            EXPECT_EQ(difference->b, load->data[0]);
        }
        lowered_free(&t);
    }
}

// Two branches to one place: the second is taken if either condition, negated or not, holds.
TEST(conditions_after_each_other_keep_their_signs)
{
    static const struct {
        const char *first, *second;
        uint16_t combine;
        bool is_negated; // the first condition
    } cases[] = {{"", "", PTX_DOT_OR, false},
                 {"!", "", PTX_DOT_OR, true},
                 {"", "!", PTX_DOT_AND, true},
                 {"!", "!", PTX_DOT_AND, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Text text = {0};
        text_printf(&text,
                    "ld.global.u32 %%r2, [%%rd1]; setp.lt.s32 %%p1, %%r1, 9; @%s%%p1 bra L1;"
                    "setp.gt.s32 %%p2, %%r2, 77; @%s%%p2 bra L1;"
                    "st.shared.u32 [tile], %%r1; L1: bar.sync 0;",
                    cases[i].first, cases[i].second);
        Lowered t = lower_text(&text);
        const Micro *first = find_kind(t.program, MICRO_SETP);
        const Micro *second = first == NULL ? NULL
                                            : find_from(t.program, MICRO_SETP,
                                                        (uint32_t)(first - t.program->code) + 1);
        EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
        if (EXPECT(second != NULL)) {
            EXPECT_EQ(second->combine, cases[i].combine);
            EXPECT_EQ(second->c, first->d);
            EXPECT_EQ((second->flags & MICRO_PREDICATE_NEGATED) != 0, cases[i].is_negated);
        }
        lowered_free(&t);
    }
}

// The branches that are left around a load of %r2, if this stands behind it.
static uint32_t branches_before(const char *behind)
{
    Text text = {0};
    text_printf(&text,
                "mov.u32 %%r9, %%tid.x; mov.u32 %%r8, %%tid.y; mov.u32 %%r2, 0;"
                "setp.eq.s32 %%p1, %%r9, 3; @%%p1 bra L1; ld.global.u32 %%r2, [%%rd1]; L1:"
                "%s st.global.u32 [%%rd1+4], %%r2; st.global.u32 [%%rd1+8], %%r8;",
                behind);
    Lowered t = lower_text(&text);
    uint32_t count = count_kind(t.program, MICRO_BRANCH);
    lowered_free(&t);
    return count;
}

// As ptxas 13.0 has it: the load overlaps with what does not wait for it.
TEST(a_load_is_guarded_beside_two_instructions_or_another_load)
{
#define WORK   "mad.lo.s32 %r8, %r8, %r8, %r9;"
#define WAITS  "mad.lo.s32 %r2, %r2, %r2, %r9;"
#define STORED "st.shared.u32 [tile], %r2;"
    EXPECT_EQ(branches_before(""), 1);
    EXPECT_EQ(branches_before(WORK), 1);
    EXPECT_EQ(branches_before(WORK WORK), 0);
    EXPECT_EQ(branches_before(WAITS WAITS WAITS), 1);
    EXPECT_EQ(branches_before(WAITS WORK WAITS WORK), 0);
    EXPECT_EQ(branches_before(STORED "bar.sync 0;" WORK), 1);
    EXPECT_EQ(branches_before(STORED "bar.sync 0;" WORK WORK), 0);
    EXPECT_EQ(branches_before("mov.u32 %r8, %r9; setp.eq.s32 %p2, %r9, 4;"), 1);
    EXPECT_EQ(branches_before("mov.u32 %r7, %ctaid.x; mul.lo.s32 %r7, %r7, %r7;"
                              "mad.lo.s32 %r7, %r7, %r7, %r7; st.global.u32 [%rd1+12], %r7;"),
              1); // the same in all lanes
    EXPECT_EQ(branches_before("ld.global.u32 %r8, [%rd1+64];"), 0);
    EXPECT_EQ(branches_before(STORED "bar.sync 0; ld.global.u32 %r8, [%rd1+64];"), 0);
#undef WORK
#undef WAITS
#undef STORED
}

TEST(the_first_multiply_add_of_a_kernel_is_truncated_on_cc_1)
{
    Lowered t = lower_module(".version 1.4\n.target sm_10\n"
                             ".entry k(.param .u32 p, .param .f32 x)\n{\n"
                             ".reg .u32 %r1; .reg .f32 %f1, %f2;\n"
                             "ld.param.f32 %f1, [x];\nmad.f32 %f2, %f1, %f1, %f1;\n"
                             "ld.param.u32 %r1, [p];\nst.global.f32 [%r1], %f2;\nexit;\n}\n",
                             (MachineTarget){.compute_capability = 10});
    EXPECT(find_lane(t.program, LANE_FMA_F32) == NULL);
    EXPECT(find_lane(t.program, LANE_MAD_1X_F32) != NULL);
    lowered_free(&t);
}

static uint32_t issues_with(const char *operation)
{
    Text text = {0};
    text_printf(&text, "ld.global.f64 %%d1, [%%rd1]; %s st.global.f64 [%%rd1], %%d2;", operation);
    Lowered t = lower_text(&text);
    uint32_t issues = 0;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        issues += t.program->code[pc].issues;
    }
    lowered_free(&t);
    return issues;
}

// An immediate field holds the upper word of a double; 0.1 needs two moves into registers.
TEST(a_double_whose_lower_word_is_not_zero_takes_two_moves)
{
    uint32_t without = issues_with("add.f64 %d2, %d1, %d1;");
    EXPECT_EQ(issues_with("add.f64 %d2, %d1, 0d3FF0000000000000;"), without);
    EXPECT_EQ(issues_with("add.f64 %d2, %d1, 0d3FB999999999999A;"), without + 2);
}

TEST(a_comparison_of_two_halves_is_one_instruction)
{
    Lowered t =
        lower_body(BEGIN "ld.global.v2.u32 {%r2, %r3}, [%rd1];"
                         "setp.lt.f16x2 %p1|%p2, %r2, %r3;"
                         "@%p1 st.global.u32 [%rd1], %r2; @%p2 st.global.u32 [%rd1+4], %r2;",
                   90);
    const Micro *low = find_kind(t.program, MICRO_SETP);
    const Micro *high =
        low == NULL ? NULL
                    : find_from(t.program, MICRO_SETP, (uint32_t)(low - t.program->code) + 1);
    EXPECT_EQ(count_kind(t.program, MICRO_SETP), 2);
    EXPECT(high != NULL && low->issues == 1 && high->issues == 0);
    lowered_free(&t);
}

// The results are those in ptxas 13.0's code for sm_90.
TEST(an_approximate_function_of_a_literal_is_its_exact_value)
{
    static const struct {
        const char *operation;
        uint32_t operand, result;
    } cases[] = {
        {"rsqrt.approx.f32", 0x42000000, 0x3e3504f3}, {"rcp.approx.f32", 0x3f333333, 0x3fb6db6e},
        {"sqrt.approx.f32", 0x3f333333, 0x3f562f5a},  {"ex2.approx.f32", 0x3f333333, 0x3fcfefc6},
        {"lg2.approx.f32", 0x3f333333, 0xbf03bb12},   {"sin.approx.f32", 0x3f333333, 0x3f24eb73},
        {"cos.approx.f32", 0x3f333333, 0x3f43ccb3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_printf(&body, "mov.f32 %%f1, 0f%08X; %s %%f2, %%f1; st.global.f32 [%%rd1], %%f2;",
                    cases[i].operand, cases[i].operation);
        Lowered t = lower_text(&body);
        const Micro *store = find_kind(t.program, MICRO_STORE);
        EXPECT(store != NULL && is_literal(t.program, store->data[0], cases[i].result));
        lowered_free(&t);
    }
    Text body = {0};
    text_put(&body,
             "mov.f32 %f1, 0f3F333333; tanh.approx.f32 %f2, %f1; st.global.f32 [%rd1], %f2;");
    Lowered t = lower_text(&body);
    EXPECT(find_lane(t.program, LANE_TANH_APPROX_F32) != NULL); // ptxas leaves it to the GPU
    lowered_free(&t);
}

TEST(a_half_of_a_literal_is_known_if_it_is_exact)
{
    static const struct {
        const char *conversion;
        uint32_t half; // as ptxas 13.0 computes it for sm_90
    } cases[] = {
        {"mov.f64 %d1, 0d0000000000000000; cvt.rn.f16.f64 %h1, %d1;", 0x0000},
        {"mov.f64 %d1, 0d8000000000000000; cvt.rn.f16.f64 %h1, %d1;", 0x8000},
        {"mov.f64 %d1, 0d3FF8000000000000; cvt.rn.f16.f64 %h1, %d1;", 0x3e00},
        {"mov.f32 %f1, 0fC77FE000; cvt.rz.f16.f32 %h1, %f1;", 0xfbff},
        {"mov.f32 %f1, 0f38800000; cvt.rn.f16.f32 %h1, %f1;", 0x0400},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_printf(&body, "%s mov.b32 %%r2, {%%h1, %%h1}; st.global.u32 [%%rd1], %%r2;",
                    cases[i].conversion);
        Lowered t = lower_text(&body);
        const Micro *store = find_kind(t.program, MICRO_STORE);
        EXPECT(store != NULL &&
               is_literal(t.program, store->data[0], cases[i].half << 16 | cases[i].half));
        lowered_free(&t);
    }
    // Infinity of a double is left to the conversion.
    Text infinite = {0};
    text_put(&infinite, "mov.f64 %d1, 0d7FF0000000000000; cvt.rn.f16.f64 %h1, %d1;"
                        "st.global.u16 [%rd1], %h1;");
    Lowered left = lower_text(&infinite);
    EXPECT(find_lane(left.program, LANE_CVT_F16_F64) != NULL);
    lowered_free(&left);
    // 65520 rounds to infinity, 2^-15 is subnormal, and a third is not exact.
    static const char *others[] = {"0f477FF000", "0f38000000", "0f3EAAAAAB"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Text body = {0};
        text_printf(&body,
                    "mov.f32 %%f1, %s; cvt.rn.f16.f32 %%h1, %%f1; st.global.u16 [%%rd1], %%h1;",
                    others[i]);
        Lowered t = lower_text(&body);
        EXPECT(find_lane(t.program, LANE_CVT_F16_F32) != NULL);
        lowered_free(&t);
    }
}

// %r2 is written twice, so that it has no one value, but both copies are of zero.
TEST(copies_of_a_literal_within_a_block_are_literals)
{
    Text body = {0};
    text_put(&body, "mov.u32 %r2, 0; mov.u32 %r3, %r2; mov.u32 %r2, %tid.x; mov.u32 %r4, %r2;"
                    "st.global.v2.u32 [%rd1], {%r3, %r4};");
    Lowered t = lower_text(&body);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    EXPECT(store != NULL && is_literal(t.program, store->data[0], 0));
    EXPECT(store != NULL && !is_literal(t.program, store->data[1], 0));
    lowered_free(&t);
}
