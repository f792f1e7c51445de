// SPDX-License-Identifier: Apache-2.0
// What lowering changes as ptxas does: fusing, contraction of floats, if-conversion, dead code.
#include "tests/unit/isa_machine/lowering.h"

#define FLOATS "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1]; "
#define BEGIN  "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;"

TEST(product_and_sum_are_one_address_instruction)
{
    Lowered t = lower_body(BEGIN "mul.wide.s32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;"
                                 "ld.global.u32 %r2, [%rd3+8]; st.global.u32 [%rd3], %r2;",
                           90);
    const Micro *mad = find_lane(t.program, LANE_MAD_WIDE_S32);
    EXPECT(find_lane(t.program, LANE_ADD_64) == NULL);
    EXPECT(find_lane(t.program, LANE_MUL_WIDE_S32) == NULL);
    EXPECT(mad != NULL && mad->issues == 1);
    lowered_free(&t);
}

TEST(an_extended_and_shifted_index_is_added_word_by_word)
{
    Lowered t =
        lower_body(BEGIN "cvt.u64.u32 %rd2, %r1; shl.b64 %rd3, %rd2, 3; add.s64 %rd4, %rd1, %rd3;"
                         "st.global.u32 [%rd4], %r1;",
                   90);
    const Micro *sum = find_lane(t.program, LANE_MAD_LO_64);
    const Micro *extension = find_lane(t.program, LANE_CVT_U64_U32);
    EXPECT(sum != NULL && is_literal(t.program, sum->b, 8) && sum->issues == 2);
    EXPECT(extension != NULL && extension->issues == 0);
    EXPECT(find_lane(t.program, LANE_SHL_64) == NULL);
    lowered_free(&t);
}

TEST(a_shifted_index_that_two_sums_share_is_shifted_once)
{
    Lowered t =
        lower_body(BEGIN "cvt.u64.u32 %rd2, %r1; shl.b64 %rd3, %rd2, 3; add.s64 %rd4, %rd1, %rd3;"
                         "add.s64 %rd5, %rd3, %rd3; st.global.u64 [%rd4], %rd5;",
                   90);
    EXPECT(find_lane(t.program, LANE_SHL_64) != NULL);
    EXPECT(find_lane(t.program, LANE_MAD_LO_64) == NULL);
    lowered_free(&t);
}

TEST(a_factor_without_an_upper_word_leaves_out_a_product)
{
    Lowered t = lower_body(BEGIN "cvt.u64.u32 %rd2, %r1; ld.global.u64 %rd3, [%rd1];"
                                 "mul.lo.s64 %rd4, %rd2, %rd3; st.global.u64 [%rd1], %rd4;",
                           90);
    const Micro *product = find_lane(t.program, LANE_MUL_LO_64);
    EXPECT(product != NULL && product->issues == 3);
    lowered_free(&t);
}

TEST(an_extension_stands_where_it_is_read_but_not_in_a_loop)
{
    Lowered t = lower_body(BEGIN "cvt.s64.s32 %rd2, %r1; setp.lt.s32 %p1, %r1, 9; @%p1 bra L1;"
                                 "shl.b64 %rd3, %rd2, 2; add.s64 %rd4, %rd1, %rd3;"
                                 "st.global.u32 [%rd4], %r1; L1: ret;",
                           90);
    const Micro *extension = find_lane(t.program, LANE_CVT_U64_S32);
    const Micro *exit = find_kind(t.program, MICRO_EXIT);
    EXPECT(extension != NULL && exit != NULL && extension > exit);
    lowered_free(&t);
    t = lower_body(BEGIN "cvt.s64.s32 %rd2, %r1; L1: ld.global.u32 %r2, [%rd1];"
                         "xor.b64 %rd1, %rd1, %rd2; setp.lt.s32 %p1, %r2, 9; @%p1 bra L1;",
                   90);
    extension = find_lane(t.program, LANE_CVT_U64_S32);
    EXPECT(extension != NULL && extension < find_kind(t.program, MICRO_LOAD));
    lowered_free(&t);
    // The last round that takes the branch decides, not the last round.
    t = lower_body(BEGIN "L1: ld.global.u32 %r2, [%rd1]; setp.lt.s32 %p1, %r2, 9; @%p1 bra L2;"
                         "cvt.s64.s32 %rd2, %r2; bar.sync 0; L2: add.s64 %rd1, %rd1, 4;"
                         "setp.lt.s32 %p2, %r2, 99; @%p2 bra L1; st.global.u64 [%rd1], %rd2;",
                   90);
    extension = find_lane(t.program, LANE_CVT_U64_S32);
    EXPECT(extension != NULL && extension < find_lane(t.program, LANE_ADD_64));
    lowered_free(&t);
}

TEST(a_loop_entered_in_the_middle_is_unrolled)
{
    Lowered t = lower_body(BEGIN "mov.u32 %r2, 0; bra.uni L1; L2: ld.global.u32 %r3, [%rd1+4];"
                                 "add.s32 %r2, %r2, 2; add.s64 %rd1, %rd1, 8;"
                                 "L1: ld.global.u32 %r4, [%rd1]; st.global.u32 [%rd1+64], %r4;"
                                 "setp.eq.s32 %p1, %r2, 8; @%p1 bra L3; bra.uni L2; L3:"
                                 "st.global.u32 [%rd1], %r3;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 9);
    lowered_free(&t);
    // The first test may not hold.
    t = lower_body(BEGIN "mov.u32 %r2, %r1; bra.uni L1; L2: ld.global.u32 %r3, [%rd1+4];"
                         "add.s32 %r2, %r2, 2; add.s64 %rd1, %rd1, 8;"
                         "L1: ld.global.u32 %r4, [%rd1]; st.global.u32 [%rd1+64], %r4;"
                         "setp.eq.s32 %p1, %r2, 8; @%p1 bra L3; bra.uni L2; L3:"
                         "st.global.u32 [%rd1], %r3;",
                   90);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 2);
    lowered_free(&t);
}

TEST(limits_take_a_sum_and_zero_from_cc_9_on)
{
    static const char body[] =
        BEGIN "ld.global.u32 %r2, [%rd1]; add.s32 %r3, %r1, %r2; min.s32 %r4, %r3, %r2;"
              "max.s32 %r5, %r4, 0; st.global.u32 [%rd1], %r5;";
    for (uint32_t capability = 80; capability <= 90; capability += 10) {
        Lowered t = lower_body(body, capability);
        uint32_t issues = 0;
        issues += find_lane(t.program, LANE_ADD_32)->issues;
        issues += find_lane(t.program, LANE_MIN_S32)->issues;
        issues += find_lane(t.program, LANE_MAX_S32)->issues;
        EXPECT_EQ(issues, capability < 90 ? 3 : 1);
        lowered_free(&t);
    }
}

TEST(unmarked_multiply_and_add_contract)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                                        "st.global.f32 [%rd1], %f6;",
                           90);
    EXPECT(find_lane(t.program, LANE_FMA_F32) != NULL);
    EXPECT(find_lane(t.program, LANE_MUL_F32) == NULL);
    lowered_free(&t);
}

TEST(differences_contract_with_the_sign_where_it_belongs)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f5, %f3;"
                                        "mul.f32 %f7, %f1, %f3; sub.f32 %f8, %f4, %f7;"
                                        "st.global.v2.f32 [%rd1], {%f6, %f8};",
                           90);
    const Micro *fms = find_lane(t.program, LANE_FMS_F32);
    const Micro *fnma = find_lane(t.program, LANE_FNMA_F32);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    if (EXPECT(fms != NULL && fnma != NULL && load != NULL)) {
        EXPECT_EQ(fms->c, load->data[2]);
        EXPECT_EQ(fnma->c, load->data[3]);
    }
    lowered_free(&t);
}

TEST(a_rounding_modifier_on_either_prevents_contraction)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.rn.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                                        "mul.f32 %f7, %f1, %f3; add.rn.f32 %f8, %f4, %f7;"
                                        "st.global.v2.f32 [%rd1], {%f6, %f8};",
                           90);
    EXPECT(t.program != NULL && find_lane(t.program, LANE_FMA_F32) == NULL);
    lowered_free(&t);
}

TEST(a_product_with_another_reader_does_not_contract)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                                        "st.global.v2.f32 [%rd1], {%f5, %f6};",
                           90);
    EXPECT(t.program != NULL && find_lane(t.program, LANE_FMA_F32) == NULL);
    lowered_free(&t);
}

TEST(a_product_read_by_sums_only_contracts_into_each)
{
    Lowered t =
        lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                                "sub.f32 %f7, %f5, %f4; st.global.v2.f32 [%rd1], {%f6, %f7};",
                   90);
    EXPECT(find_lane(t.program, LANE_FMA_F32) != NULL &&
           find_lane(t.program, LANE_FMS_F32) != NULL);
    EXPECT(find_lane(t.program, LANE_MUL_F32) == NULL);
    lowered_free(&t);
}

TEST(of_two_products_the_first_operand_is_fused)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; mul.f32 %f6, %f3, %f4;"
                                        "add.f32 %f7, %f5, %f6; st.global.f32 [%rd1], %f7;",
                           90);
    const Micro *fma = find_lane(t.program, LANE_FMA_F32);
    const Micro *mul = find_lane(t.program, LANE_MUL_F32);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    if (EXPECT(fma != NULL && mul != NULL && load != NULL)) {
        EXPECT_EQ(fma->a, load->data[0]);
        EXPECT_EQ(mul->a, load->data[2]);
    }
    lowered_free(&t);
}

// ptxas 13.0: traces/h200/random_sums.txt (124 of its seeds, and others)
TEST(products_with_one_reader_are_fused_before_shared_ones)
{
    Lowered t = lower_body(BEGIN FLOATS
                           "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; mul.f32 %f7, %f6, %f4;"
                           "sub.f32 %f8, %f5, %f7; st.global.v2.f32 [%rd1], {%f6, %f8};",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_MUL_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_FNMA_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_FMA_F32), 0);
    lowered_free(&t);
}

TEST(twice_a_product_is_no_reader_that_fuses_it)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f5;"
                                        "sub.f32 %f7, %f5, %f3; add.f32 %f8, %f6, %f7;"
                                        "st.global.f32 [%rd1], %f8;",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_MUL_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_FMS_F32), 0);
    lowered_free(&t);
}

TEST(a_division_parts_products_from_sums)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; div.rn.f32 %f6, %f3, %f4;"
                                        "add.f32 %f7, %f5, %f6; st.global.f32 [%rd1], %f7;",
                           90);
    EXPECT_EQ(count_lane(t.program, LANE_MUL_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_FMA_F32), 0);
    lowered_free(&t);
}

TEST(signs_of_product_and_sum_become_those_of_the_fused_operation)
{
    const char *body = BEGIN FLOATS "mul.f32 %f5, %f1, %f2; neg.f32 %f6, %f5;"
                                    "sub.f32 %f7, %f6, %f3; st.global.f32 [%rd1], %f7;";
    Lowered t = lower_body(body, 90);
    EXPECT_EQ(count_lane(t.program, LANE_FNMS_F32), 1);
    EXPECT_EQ(count_lane(t.program, LANE_MUL_F32) + count_lane(t.program, LANE_NEG_F32), 0);
    lowered_free(&t);
}

TEST(contraction_needs_the_same_block_and_the_same_flushing)
{
    Lowered t = lower_body(BEGIN FLOATS "mul.ftz.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3;"
                                        "st.global.f32 [%rd1], %f6;",
                           90);
    EXPECT(t.program != NULL && find_lane(t.program, LANE_FMA_F32) == NULL);
    lowered_free(&t);
    t = lower_body(BEGIN FLOATS "mul.f32 %f5, %f1, %f2; bar.sync 0; setp.lt.f32 %p1, %f1, %f2;"
                                "@%p1 bra L1; ld.global.f32 %f4, [%rd1+64]; add.f32 %f3, %f5, %f4;"
                                "L1: st.global.f32 [%rd1], %f3;",
                   90);
    EXPECT(t.program != NULL && find_lane(t.program, LANE_FMA_F32) == NULL);
    lowered_free(&t);
}

TEST(contraction_can_be_turned_off)
{
    Lowered t =
        lower_module(KERNEL_HEAD KERNEL_ENTRY "mul.f32 %f5, 0f40400000, %f2; add.f32 %f6, %f5, %f3;"
                                              "st.global.f32 [counter], %f6; ret; }",
                     (MachineTarget){.compute_capability = 90, .is_contraction_off = true});
    EXPECT(find_lane(t.program, LANE_MUL_F32) != NULL &&
           find_lane(t.program, LANE_ADD_F32) != NULL);
    lowered_free(&t);
}

// The register is written once, but behind the sum, which reads what the last round left.
TEST(a_value_of_the_last_round_is_read_before_the_next)
{
    static const char *const sums[] = {"add.u32 %r3, %r2, %r2; mov.u32 %r6, %r3;",
                                       "mul.lo.u32 %r3, %r2, %r2; add.u32 %r6, %r3, 1;"};
    static const LaneOp first[] = {LANE_ADD_32, LANE_MUL_LO_32};
    for (int i = 0; i < 2; i++) {
        Text body = {0};
        const char *sum = strchr(sums[i], ';') + 1;
        text_printf(&body,
                    "ld.param.u64 %%rd1, [p]; mov.u32 %%r7, 0; mov.u32 %%r1, 0;\n"
                    "L: setp.ne.u32 %%p1, %%r1, 0; ld.global.u32 %%r5, [%%rd1+64]; %.*s\n"
                    "ld.global.u32 %%r2, [%%rd1]; %s selp.u32 %%r4, %%r6, %%r5, %%p1;\n"
                    "xor.b32 %%r7, %%r7, %%r4; add.u64 %%rd1, %%rd1, 4; mov.u32 %%r1, %%r2;\n"
                    "setp.lt.u32 %%p2, %%r2, 4; @%%p2 bra L; st.global.u32 [%%rd1], %%r7;",
                    (int)(sum - sums[i]), sums[i], sum);
        Lowered t = lower_body(text_string(&body), 90);
        const Micro *made = find_lane(t.program, first[i]);
        const Micro *load = NULL;
        for (const Micro *micro = find_kind(t.program, MICRO_LOAD); micro != NULL;
             micro = find_from(t.program, MICRO_LOAD, (uint32_t)(micro - t.program->code) + 1)) {
            load = micro->offset == 0 ? micro : load;
        }
        EXPECT(made != NULL && load != NULL && made < load);
        lowered_free(&t);
        text_destroy(&body);
    }
}

TEST(a_short_body_is_guarded)
{
    Lowered t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; ld.shared.u32 %r2, [tile];"
                                 "ld.shared.u32 %r3, [tile+4]; add.s32 %r4, %r2, %r3;"
                                 "st.shared.u32 [tile], %r4; L1: bar.sync 0;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    const Micro *compare = find_kind(t.program, MICRO_SETP);
    if (EXPECT(store != NULL && compare != NULL)) {
        EXPECT_EQ(store->guard, (Predicate)compare->d);
        EXPECT(store->flags & MICRO_GUARD_NEGATED);
        EXPECT(store->flags & MICRO_IF_CONVERTED);
    }
    lowered_free(&t);
}

// rank_by_counting of tests/hardware/suite/sorts.cu: ptxas 13.0 makes 16 loads of its loop of four.
TEST(a_loop_with_a_short_branch_is_unrolled)
{
    Lowered lowered = lower_body("ld.param.u64 %rd1, [p];\n"
                                 "ld.param.u32 %r1, [n];\n"
                                 "mov.u32 %r2, 0;\n"
                                 "LOOP: ld.global.u32 %r3, [%rd1];\n"
                                 "setp.lt.u32 %p1, %r3, 7;\n"
                                 "@%p1 bra SKIP;\n"
                                 "add.s32 %r2, %r2, %r3;\n"
                                 "SKIP: add.s64 %rd1, %rd1, 4;\n"
                                 "add.s32 %r1, %r1, -1;\n"
                                 "setp.ne.s32 %p2, %r1, 0;\n"
                                 "@%p2 bra LOOP;\n"
                                 "st.global.u32 [%rd1], %r2;",
                                 90);
    EXPECT_EQ(count_kind(lowered.program, MICRO_LOAD), 4 + 2 + 1);
    lowered_free(&lowered);
}

// Whether a loop of `count` times `body` and a counter is unrolled.
static bool is_unrolled(const char *body, uint32_t count, const char *once)
{
    Text text = {0};
    text_printf(&text,
                "ld.param.u64 %%rd1, [p]; ld.param.u32 %%r1, [n]; ld.param.f32 %%f1, [x];"
                "mov.u32 %%r2, 0; mov.f32 %%f2, %%f1; LOOP: %s",
                once);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&text, "%s", body);
    }
    text_printf(&text, "add.s32 %%r2, %%r2, 1; setp.lt.s32 %%p1, %%r2, %%r1; @%%p1 bra LOOP;"
                       "st.global.f32 [%%rd1], %%f2;");
    Lowered lowered = lower_body(text_string(&text), 90);
    bool is_unrolled = count_kind(lowered.program, MICRO_BRANCH) > 1;
    lowered_free(&lowered);
    text_destroy(&text);
    return is_unrolled;
}

// The longest bodies that ptxas 13.0 unrolls, found by the length of its code.
TEST(what_a_loop_waits_for_decides_how_long_it_may_be)
{
    static const struct {
        const char *once;
        uint32_t most; // FFMAs
    } loops[] = {
        {"", 18},
        {"ex2.approx.ftz.f32 %f2, %f2;", 17},
        {"st.shared.f32 [%r1], %f1;", 17},
        {"ld.shared.f32 %f3, [%r1]; add.f32 %f2, %f2, %f3;", 21},
        {"ld.global.f32 %f3, [%rd1]; add.s64 %rd1, %rd1, 4; add.f32 %f2, %f2, %f3;", 43},
        {"ld.global.f32 %f3, [%rd1+4]; add.s64 %rd1, %rd1, 4; add.f32 %f2, %f2, %f3;", 42},
        {"ld.global.f32 %f3, [%rd1]; add.s64 %rd1, %rd1, 4; div.full.f32 %f2, %f2, %f3;", 32},
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        EXPECT(is_unrolled("fma.rn.f32 %f2, %f2, %f1, %f1;", loops[i].most, loops[i].once));
        EXPECT(!is_unrolled("fma.rn.f32 %f2, %f2, %f1, %f1;", loops[i].most + 1, loops[i].once));
    }
    EXPECT(!is_unrolled("div.rn.f32 %f2, %f2, %f1;", 1, "ld.global.f32 %f1, [%rd1];"));
}

typedef struct Unrolled {
    uint32_t products, branches;
} Unrolled;

// A loop of one FFMA and `more`, whose counter starts at %r2 and stays below `bound`.
static Unrolled unrolled(const char *before, const char *more, const char *bound)
{
    Text text = {0};
    text_printf(&text, "%s", BEGIN);
    text_printf(&text,
                "ld.param.u32 %%r3, [n]; ld.param.f32 %%f1, [x]; mov.f32 %%f2, %%f1;"
                "mov.u32 %%r2, 0; %s LOOP: fma.rn.f32 %%f2, %%f2, %%f1, %%f1; %s"
                "add.s32 %%r2, %%r2, 1; setp.lt.s32 %%p1, %%r2, %s; @%%p1 bra LOOP;"
                "st.global.f32 [%%rd1], %%f2;",
                before, more, bound);
    Lowered t = lower_body(text_string(&text), 90);
    Unrolled found = {count_lane(t.program, LANE_FMA_F32), count_kind(t.program, MICRO_BRANCH)};
    lowered_free(&t);
    text_destroy(&text);
    return found;
}

// ptxas 13.0 writes out loops of up to 3591 rounds of one FFMA and 596 of two loads and a sum; here
// as many as have 1024 instructions.
TEST(known_rounds_are_written_out)
{
    Unrolled all = unrolled("", "", "500"), some = unrolled("", "", "4000");
    EXPECT_EQ(all.products, 500);
    EXPECT_EQ(all.branches, 0);
    EXPECT_EQ(some.products, 320 + 4000 % 320);
    EXPECT_EQ(some.branches, 1);
    EXPECT_EQ(unrolled("", "bar.sync 0;", "9").products, 9);
    EXPECT_EQ(unrolled("", "membar.gl;", "9").products, 1);
}

// A counter may be compared as whatever its bits are.
TEST(only_integers_are_counted_ahead)
{
    const char *form = "%s; mov.f32 %%f2, 0f00000000; LOOP: fma.rn.f32 %%f2, %%f2, %%f2, %%f2;"
                       "add.s32 %%r2, %%r2, 1; %s; @%%p1 bra LOOP; st.shared.f32 [tile], %%f2;";
    static const struct {
        const char *start, *test;
        uint32_t products, branches;
    } loops[] = {
        {"mov.u32 %r2, 4", "setp.eq.s32 %p1, %r2, 5", 2, 0},
        {"mov.u32 %r2, 4", "setp.ge.u32 %p1, %r2, 5", 0, 1}, // until it wraps
        {"mov.u32 %r2, 0", "mov.b32 %f1, %r2; setp.lt.f32 %p1, %f1, 0f00000064", 1, 1},
        {"mov.u32 %r2, 0", "setp.lt.f32 %p1, %r2, 0f00000064", 1, 1},
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        Text body = {0};
        text_printf(&body, form, loops[i].start, loops[i].test);
        Lowered t = lower_body(text_string(&body), 90);
        EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), loops[i].branches);
        if (loops[i].products > 0) {
            EXPECT_EQ(count_lane(t.program, LANE_FMA_F32), loops[i].products);
        }
        lowered_free(&t);
        text_destroy(&body);
    }
}

TEST(rounds_that_lanes_run_together_are_unrolled_up_to_a_parameter)
{
    const char *quarter = "shr.s32 %r5, %r3, 2;", *lane = "mov.u32 %r2, %r1;";
    static const char *const together[] = {
        "bar.sync 0;",
        "shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1; st.shared.u32 [tile], %r4;",
        "red.global.add.u32 [%rd1], %r1;",
        "cp.async.commit_group;",
    };
    EXPECT_EQ(unrolled(quarter, "", "%r5").products, 4 + 2 + 1);
    EXPECT_EQ(unrolled(lane, "", "%r3").products, 4 + 2 + 1);
    for (size_t i = 0; i < sizeof together / sizeof together[0]; i++) {
        EXPECT_EQ(unrolled("", together[i], "%r3").products, 4 + 2 + 1);
        EXPECT_EQ(unrolled(quarter, together[i], "%r5").products, 1);
        EXPECT_EQ(unrolled(lane, together[i], "%r3").products, 1);
    }
}

TEST(loads_of_constants_are_guarded)
{
    Lowered t = lower_body(BEGIN "ld.global.f32 %f2, [%rd1]; setp.lt.s32 %p1, %r1, 9; @%p1 bra L1;"
                                 "ld.const.f32 %f1, [table]; add.f32 %f2, %f2, %f1;"
                                 "L1: st.global.f32 [%rd1], %f2;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    lowered_free(&t);
}

TEST(loads_of_global_memory_and_atomics_stay_under_their_branch)
{
    Lowered t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; ld.global.u32 %r2, [%rd1];"
                                 "st.global.u32 [%rd1+8], %r2; L1: bar.sync 0;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 1);
    lowered_free(&t);
    t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; red.global.add.u32 [%rd1], 1;"
                         "L1: bar.sync 0;",
                   90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 1);
    lowered_free(&t);
}

TEST(a_load_that_is_stored_to_shared_memory_is_guarded)
{
    Lowered t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; ld.global.u32 %r2, [%rd1];"
                                 "st.shared.u32 [tile], %r2; L1: bar.sync 0;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    lowered_free(&t);
    t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; ld.global.u32 %r2, [%rd1];"
                         "st.shared.u32 [tile], %r2; bra L2; L1: st.shared.u32 [tile], 0;"
                         "L2: bar.sync 0;",
                   90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    lowered_free(&t);
}

TEST(short_sides_of_an_else_take_complementary_guards)
{
    Lowered t =
        lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; add.s32 %r2, %r1, 3; bra L2;"
                         "L1: xor.b32 %r2, %r1, 5; L2: st.global.u32 [%rd1], %r2;",
                   90);
    const Micro *add = find_lane(t.program, LANE_ADD_32);
    const Micro *xor_ = find_lane(t.program, LANE_XOR_32);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    if (EXPECT(add != NULL && xor_ != NULL)) {
        EXPECT_EQ(add->guard, xor_->guard);
        EXPECT_EQ(add->d, xor_->d);
        EXPECT((add->flags ^ xor_->flags) & MICRO_GUARD_NEGATED);
    }
    lowered_free(&t);
}

TEST(nested_conditions_become_one)
{
    Lowered t = lower_body(BEGIN "setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; setp.gt.s32 %p2, %r1, 77;"
                                 "@%p2 bra L1; st.shared.u32 [tile], %r1; L1: bar.sync 0;",
                           90);
    const Micro *first = find_kind(t.program, MICRO_SETP);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    if (EXPECT(first != NULL)) {
        const Micro *second =
            find_from(t.program, MICRO_SETP, (uint32_t)(first - t.program->code) + 1);
        EXPECT(second != NULL && second->combine == PTX_DOT_OR && second->c == first->d);
    }
    lowered_free(&t);
}

TEST(a_branch_to_the_end_is_a_guarded_exit)
{
    Lowered t = lower_body(BEGIN "setp.ge.s32 %p1, %r1, 9; @%p1 bra L1; ld.global.u32 %r2, [%rd1];"
                                 "st.global.u32 [%rd1+4], %r2; L1:",
                           90);
    const Micro *exit = find_kind(t.program, MICRO_EXIT);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    EXPECT(exit != NULL && exit->guard != PREDICATE_NONE && exit->target == 0);
    lowered_free(&t);
}

TEST(nothing_is_computed_that_nothing_reads)
{
    Lowered t =
        lower_body(BEGIN "div.s32 %r2, %r1, %r1; ld.global.u32 %r3, [%rd1]; add.s32 %r4, %r2, %r3;"
                         "st.global.u32 [%rd1], %r1;",
                   90);
    EXPECT(find_lane(t.program, LANE_DIV_S32) == NULL);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 0);
    lowered_free(&t);
}

TEST(volatile_loads_are_kept)
{
    Lowered t =
        lower_body(BEGIN "ld.volatile.global.u32 %r3, [%rd1]; st.global.u32 [%rd1], %r1;", 90);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 1);
    lowered_free(&t);
}

TEST(a_negated_guard_needs_no_not)
{
    Lowered t = lower_body(
        BEGIN "setp.lt.s32 %p1, %r1, 9; not.pred %p2, %p1; @%p2 st.global.u32 [%rd1], %r1;", 90);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    EXPECT(find_lane(t.program, LANE_NOT_PRED) == NULL);
    EXPECT(store != NULL && store->guard != PREDICATE_NONE && (store->flags & MICRO_GUARD_NEGATED));
    lowered_free(&t);
}

TEST(neighboring_words_of_shared_memory_are_one_access)
{
    Lowered t = lower_body(BEGIN "shl.b32 %r2, %r1, 4; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;"
                                 "ld.shared.f32 %f1, [%r4+4]; ld.shared.f32 %f2, [%r4];"
                                 "ld.shared.f32 %f3, [%r4+12]; ld.shared.f32 %f4, [%r4+8];"
                                 "add.f32 %f5, %f1, %f2; add.f32 %f6, %f3, %f4;"
                                 "st.shared.f32 [%r4], %f5; st.shared.f32 [%r4+4], %f6;",
                           90);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 1);
    EXPECT_EQ(count_kind(t.program, MICRO_STORE), 1);
    if (EXPECT(load != NULL && store != NULL)) {
        EXPECT_EQ(load->vector, 4);
        EXPECT_EQ(load->width_bytes, 16);
        EXPECT_EQ(store->vector, 2);
    }
    lowered_free(&t);
}

TEST(words_that_may_straddle_stay_apart)
{
    Lowered t = lower_body(BEGIN "shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;"
                                 "ld.shared.f32 %f1, [%r4]; ld.shared.f32 %f2, [%r4+4];"
                                 "add.f32 %f5, %f1, %f2; st.global.f32 [%rd1], %f5;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 2);
    lowered_free(&t);
}

TEST(no_load_moves_across_a_store_or_a_barrier)
{
    Lowered t = lower_body(BEGIN "shl.b32 %r2, %r1, 3; ld.shared.u32 %r3, [%r2];"
                                 "st.shared.u32 [tile+64], %r1; ld.shared.u32 %r4, [%r2+4];"
                                 "shl.b32 %r5, %r1, 4; ld.shared.u32 %r6, [%r5]; bar.sync 0;"
                                 "ld.shared.u32 %r7, [%r5+4]; add.s32 %r8, %r3, %r4;"
                                 "add.s32 %r9, %r6, %r7; add.s32 %r10, %r8, %r9;"
                                 "st.global.u32 [%rd1], %r10;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_LOAD), 4);
    lowered_free(&t);
}

TEST(a_loop_pointer_keeps_its_alignment)
{
    Lowered t =
        lower_body(BEGIN "mov.u32 %r2, tile; mov.u32 %r9, 0; L1: ld.shared.u32 %r3, [%r2];"
                         "ld.shared.u32 %r4, [%r2+4]; add.s32 %r5, %r3, %r4;"
                         "add.s32 %r9, %r9, %r5; add.s32 %r2, %r2, 8;"
                         "setp.lt.s32 %p1, %r2, %r1; @%p1 bra L1; st.global.u32 [%rd1], %r9;",
                   90);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    EXPECT(load != NULL && load->vector == 2);
    lowered_free(&t);
}

// The first round's address is aligned, the next ones' are not.
TEST(a_product_with_a_counter_of_a_loop_keeps_no_alignment_of_its_first_round)
{
    Lowered t = lower_body(BEGIN "mov.u32 %r2, 0; mov.u32 %r5, tile;"
                                 "L1: mad.lo.u32 %r3, %r2, %r1, %r5; ld.shared.u32 %r6, [%r3];"
                                 "ld.shared.u32 %r7, [%r3+4]; add.u32 %r8, %r6, %r7;"
                                 "st.global.u32 [%rd1], %r8; bar.sync 0; add.u32 %r2, %r2, 4;"
                                 "setp.lt.u32 %p1, %r2, %r1; @%p1 bra L1;",
                           90);
    EXPECT(count_kind(t.program, MICRO_LOAD) >= 2);
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        const Micro *micro = &t.program->code[pc];
        EXPECT(micro->kind != MICRO_LOAD || micro->width_bytes == 4);
    }
    lowered_free(&t);
}

TEST(sequential_ifs_with_loads_are_guarded_so_that_the_loads_overlap)
{
    Lowered t =
        lower_body(BEGIN "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;"
                         "setp.eq.s32 %p1, %r1, 3; @%p1 bra L1; ld.global.u32 %r2, [%rd3];"
                         "st.shared.u32 [tile], %r2; L1: setp.eq.s32 %p2, %r1, 4; @%p2 bra L2;"
                         "ld.global.u32 %r3, [%rd3+64]; st.shared.u32 [tile+64], %r3;"
                         "L2: bar.sync 0; ld.shared.u32 %r4, [tile+128];"
                         "st.global.u32 [%rd3], %r4;",
                   90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 0);
    EXPECT_EQ(count_kind(t.program, MICRO_STORE), 3);
    lowered_free(&t);
}

TEST(a_branch_over_a_jump_is_the_opposite_branch)
{
    Lowered t =
        lower_body(BEGIN "mov.u32 %r9, 1; setp.lt.s32 %p1, %r1, 9; @%p1 bra L1; bra L2;"
                         "L1: mad.lo.s32 %r9,%r1,%r1,%r9; bar.sync 0; mad.lo.s32 %r9,%r9,%r1,%r9;"
                         "L2: st.global.u32 [%rd1], %r9;",
                   90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 1);
    EXPECT(branch != NULL && (branch->flags & MICRO_GUARD_NEGATED));
    lowered_free(&t);
}
