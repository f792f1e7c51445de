// SPDX-License-Identifier: Apache-2.0
// The order of micro-ops within a block: loads are started ahead of the uses of others, and what
// must stay in order does. Accesses are told apart by their offsets.
#include "tests/unit/isa_machine/lowering.h"

#define NOWHERE UINT32_MAX

// pc of the only memory micro-op of a kind with this offset.
static uint32_t place(const Lowered *t, MicroKind kind, int64_t offset)
{
    for (uint32_t pc = 0; t->program != NULL && pc < t->program->code_count; pc++) {
        if (t->program->code[pc].kind == kind && t->program->code[pc].offset == offset) {
            return pc;
        }
    }
    return NOWHERE;
}

static uint32_t place_of_kind(const Lowered *t, MicroKind kind)
{
    const Micro *micro = find_kind(t->program, kind);
    return micro == NULL ? NOWHERE : (uint32_t)(micro - t->program->code);
}

static uint32_t place_of_lane(const Lowered *t, LaneOp function)
{
    const Micro *micro = find_lane(t->program, function);
    return micro == NULL ? NOWHERE : (uint32_t)(micro - t->program->code);
}

// Two places that exist, in this order.
static bool is_order(uint32_t first, uint32_t second)
{
    return first != NOWHERE && second != NOWHERE && first < second;
}

// A sum over `count` words, each added as soon as it is loaded.
static Lowered lower_sum(uint32_t count, uint32_t compute_capability)
{
    Text body = {0};
    text_printf(&body, "ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x; mov.u32 %%r20, 0;\n"
                       "mad.wide.u32 %%rd2, %%r1, 4, %%rd1;\n");
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&body, "ld.global.u32 %%r2, [%%rd2+%u];\nxor.b32 %%r20, %%r20, %%r2;\n",
                    64 * i);
    }
    text_printf(&body, "st.global.u32 [%%rd2], %%r20;");
    Lowered t = lower_body(text_string(&body), compute_capability);
    text_destroy(&body);
    return t;
}

static uint32_t loads_before(const Lowered *t, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; t->program != NULL && pc < end && pc < t->program->code_count; pc++) {
        count += t->program->code[pc].kind == MICRO_LOAD;
    }
    return count;
}

TEST(loads_come_before_the_uses_of_earlier_ones)
{
    const char *body = "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd2, %r1, 4, "
                       "%rd1; ld.global.u32 %r2, [%rd2+64]; xor.b32 %r3, %r2, %r1;"
                       "ld.global.u32 %r4, [%rd2+128]; xor.b32 %r5, %r4, %r3;"
                       "ld.global.u32 %r6, [%rd2+192]; xor.b32 %r7, %r6, %r5;"
                       "st.global.u32 [%rd2], %r7;";
    for (uint32_t capability = 20; capability <= 90; capability += 70) {
        Lowered t = lower_body(body, capability);
        EXPECT_EQ(loads_before(&t, place_of_lane(&t, LANE_XOR_32)), 3);
        EXPECT(is_order(place(&t, MICRO_LOAD, 64), place(&t, MICRO_LOAD, 128)));
        EXPECT(is_order(place(&t, MICRO_LOAD, 128), place(&t, MICRO_LOAD, 192)));
        lowered_free(&t);
    }
}

// A value that is needed after 40 multiplications: from shared memory it is loaded between them,
// from global memory before.
TEST(loads_come_no_sooner_than_their_latency_asks_for)
{
    static const char *const spaces[] = {"shared.u32 %r4, [%r1+64]", "global.u32 %r4, [%rd1+64]"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        Text body = {0};
        text_printf(&body,
                    "ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x; ld.shared.u32 %%r2, [%%r1];"
                    "ld.%s; xor.b32 %%r3, %%r2, %%r1;",
                    spaces[i]);
        for (int round = 0; round < 40; round++) {
            text_printf(&body, "mul.hi.u32 %%r3, %%r3, %%r1;");
        }
        text_printf(&body, "and.b32 %%r5, %%r3, %%r4; st.global.u32 [%%rd1], %%r5;");
        Lowered t = lower_body(text_string(&body), 90);
        uint32_t load = place(&t, MICRO_LOAD, 64), first = place_of_lane(&t, LANE_MUL_HI_U32);
        EXPECT(i == 0 ? is_order(first, load) : is_order(load, first));
        EXPECT(is_order(load, place_of_lane(&t, LANE_AND_32) - 4));
        lowered_free(&t);
        text_destroy(&body);
    }
}

TEST(a_register_that_is_used_again_keeps_its_readers_before_the_new_value)
{
    Lowered t = lower_sum(4, 90); // all loads go to the same register
    EXPECT_EQ(loads_before(&t, place_of_lane(&t, LANE_XOR_32)), 1);
    lowered_free(&t);
    const char *body = "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, 3;"
                       "and.b32 %r3, %r2, %r1; or.b32 %r4, %r2, %r3; ld.global.u32 %r2, [%rd1+64];"
                       "xor.b32 %r5, %r2, %r4; st.global.u32 [%rd1], %r5;";
    t = lower_body(body, 90);
    uint32_t load = place(&t, MICRO_LOAD, 64);
    EXPECT(is_order(place_of_lane(&t, LANE_AND_32), load));
    EXPECT(is_order(place_of_lane(&t, LANE_OR_32), load));
    lowered_free(&t);
}

// 64 values into registers of their own, all needed at the end.
static Lowered lower_many(uint32_t count, bool is_needed_twice)
{
    Text text = {0};
    text_printf(&text,
                "%s.visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<400>; .reg .b64 "
                "%%rd<4>;\nld.param.u64 %%rd1, [p]; mov.u32 %%r0, %%tid.x; mov.u32 "
                "%%r399, 0; mad.wide.u32 %%rd2, %%r0, 4, %%rd1;\n",
                KERNEL_HEAD);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&text, "ld.global.u32 %%r%u, [%%rd2+%u]; xor.b32 %%r399, %%r399, %%r%u;\n",
                    i + 1, 64 * i, i + 1);
    }
    for (uint32_t i = 0; i < count && is_needed_twice; i++) {
        text_printf(&text, "mad.lo.u32 %%r399, %%r399, %%r399, %%r%u;\n", i + 1);
    }
    text_printf(&text, "st.global.u32 [%%rd2], %%r399; ret;\n}\n");
    Lowered t = lower_module(text_string(&text), (MachineTarget){.compute_capability = 90});
    text_destroy(&text);
    return t;
}

// sum_unrolled<64> and deviations<128, 1> in traces/h200/sass start 22 and 64 loads.
TEST(loads_are_started_ahead_as_far_as_there_are_registers)
{
    Lowered t = lower_many(64, false);
    uint32_t ahead = loads_before(&t, place_of_lane(&t, LANE_XOR_32));
    EXPECT(ahead >= 20 && ahead <= 28);
    EXPECT(t.program != NULL && t.program->registers_per_thread <= 32);
    lowered_free(&t);
    t = lower_many(64, true); // which keeps 64 values at any rate
    EXPECT(loads_before(&t, place_of_lane(&t, LANE_XOR_32)) >= 56);
    EXPECT(t.program != NULL && t.program->registers_per_thread > 64);
    lowered_free(&t);
}

TEST(a_load_stays_behind_a_store_to_what_may_be_the_same_memory)
{
    static const struct {
        const char *store, *load;
        bool may_pass;
    } pairs[] = {
        {"st.global.u32 [%rd2+16], %r9;", "ld.global.u32 %r2, [%rd3+64];", false},
        {"st.global.u32 [%rd2+16], %r9;", "ld.global.u32 %r2, [%rd2+64];", false},
        {"st.global.u32 [%rd2+16], %r9;", "ld.global.nc.u32 %r2, [%rd3+64];", true},
        {"st.global.u32 [%rd2+16], %r9;", "ld.shared.u32 %r2, [%r1+64];", true},
        {"st.shared.u32 [%r1+16], %r9;", "ld.global.u32 %r2, [%rd3+64];", true},
        {"st.shared.u32 [%r1+16], %r9;", "ld.u32 %r2, [%rd3+64];", false},
        {"st.u32 [%rd2+16], %r9;", "ld.shared.u32 %r2, [%r1+64];", false},
        {"st.shared.u32 [%r1+16], %r9;", "ld.shared.u32 %r2, [%r1+64];", false},
        {"st.local.u32 [%rd5+16], %r9;", "ld.local.u32 %r2, [%rd5+64];", true},
        {"st.local.u32 [%rd5+64], %r9;", "ld.local.u16 %r2, [%rd5+66];", false},
        {"st.local.u32 [%rd5+16], %r9;", "ld.local.u32 %r2, [%rd6+64];", false},
        {"st.volatile.shared.u32 [%r1+16], %r9;", "ld.volatile.global.u32 %r2, [%rd3+64];", false},
        {"red.global.add.u32 [%rd2+16], %r9;", "ld.global.u32 %r2, [%rd3+64];", false},
        {"fence.acq_rel.gpu;", "ld.global.u32 %r2, [%rd3+64];", false},
        {"bar.sync 0;", "ld.shared.u32 %r2, [%r1+64];", false},
        {"st.shared.u32 [%r1+16], %r9; bar.sync 0;", "ld.const.u32 %r2, [%rd3+64];", true},
        {"bar.warp.sync -1;", "ld.shared.u32 %r2, [%r1+64];", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        Text body = {0};
        // what is stored comes late, what is loaded is needed for long
        text_printf(&body,
                    "mov.u32 %%r1, %%tid.x; ld.param.u64 %%rd2, [p]; cvt.u64.u32 %%rd4, %%r1;\n"
                    "add.u64 %%rd3, %%rd2, %%rd4; and.b64 %%rd5, %%rd4, 64;\n"
                    "and.b64 %%rd6, %%rd4, 32;\n"
                    "rem.u32 %%r7, %%r1, 77; rem.u32 %%r8, %%r7, 31; rem.u32 %%r9, %%r8, 7;\n"
                    "%s %s rem.u32 %%r3, %%r2, 5; rem.u32 %%r4, %%r3, 3;\n"
                    "st.shared.u32 [%%r1+4], %%r4;",
                    pairs[i].store, pairs[i].load);
        Lowered t = lower_body(text_string(&body), 90);
        uint32_t load = place(&t, MICRO_LOAD, 64), store = NOWHERE;
        load = load == NOWHERE ? place(&t, MICRO_LOAD, 66) : load;
        for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
            const Micro *micro = &t.program->code[pc];
            bool is_last = micro->kind == MICRO_STORE && micro->offset == 4;
            bool is_store = micro->kind == MICRO_STORE || micro->kind == MICRO_ATOM ||
                            micro->kind == MICRO_FENCE || micro->kind == MICRO_BARRIER ||
                            micro->kind == MICRO_WARP_BARRIER;
            store = is_store && !is_last ? pc : store;
        }
        bool is_right = pairs[i].may_pass ? is_order(load, store) : is_order(store, load);
        if (!EXPECT(is_right)) {
            fprintf(stderr, "%s %s\n%s%s\n", pairs[i].store, pairs[i].load,
                    text_string(&t.messages), text_string(&t.listing));
        }
        lowered_free(&t);
        text_destroy(&body);
    }
}

TEST(a_base_that_moves_is_not_the_same_base)
{
    const char *body = "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd4, %r1; and.b64 %rd5, %rd4, 64;"
                       "rem.u32 %r9, %r1, 7; st.local.u32 [%rd5+16], %r9; add.u64 %rd5, %rd5, 12;"
                       "ld.local.u32 %r3, [%rd5+4]; rem.u32 %r4, %r3, 5;"
                       "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r4;";
    Lowered t = lower_body(body, 90);
    EXPECT(is_order(place(&t, MICRO_STORE, 16), place(&t, MICRO_LOAD, 4)));
    lowered_free(&t);
}

TEST(a_predicate_is_read_before_it_is_made_anew)
{
    const char *body = "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [p];"
                       "setp.gt.u32 %p1, %r1, 5; mov.u32 %r2, 0; mov.u32 %r3, 0;"
                       "@%p1 ld.global.u32 %r2, [%rd1+64]; rem.u32 %r5, %r1, 7;"
                       "setp.lt.u32 %p1, %r1, 9; @%p1 ld.global.u32 %r3, [%rd1+128];"
                       "xor.b32 %r4, %r2, %r3; st.global.u32 [%rd1], %r4;";
    Lowered t = lower_body(body, 90);
    uint32_t first = NOWHERE, second = NOWHERE;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        if (t.program->code[pc].kind == MICRO_SETP) {
            first = first == NOWHERE ? pc : first;
            second = pc;
        }
    }
    EXPECT(is_order(first, place(&t, MICRO_LOAD, 64)));
    EXPECT(is_order(place(&t, MICRO_LOAD, 64), second));
    EXPECT(is_order(second, place(&t, MICRO_LOAD, 128)));
    lowered_free(&t);
}

TEST(lanes_that_leave_take_no_part_in_what_stands_behind)
{
    const char *body = "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [p];"
                       "setp.gt.u32 %p1, %r1, 5; rem.u32 %r2, %r1, 77; rem.u32 %r3, %r2, 31;"
                       "st.shared.u32 [%r1], %r3; @%p1 exit;"
                       "ld.global.u32 %r4, [%rd1+64]; rem.u32 %r5, %r4, 5;"
                       "st.global.u32 [%rd1], %r5;";
    Lowered t = lower_body(body, 90);
    uint32_t leaving = place_of_kind(&t, MICRO_EXIT);
    EXPECT(is_order(place_of_kind(&t, MICRO_STORE), leaving));
    EXPECT(is_order(leaving, place(&t, MICRO_LOAD, 64)));
    lowered_free(&t);
}

TEST(what_is_timed_stays_between_the_clocks)
{
    const char *body = "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [p]; mov.u32 %r2, %clock;"
                       "ld.global.u32 %r3, [%rd1+64]; xor.b32 %r4, %r3, %r1; mov.u32 %r5, %clock;"
                       "ld.global.u32 %r6, [%rd1+128]; sub.u32 %r7, %r5, %r2;"
                       "add.u32 %r8, %r7, %r4; add.u32 %r8, %r8, %r6; st.global.u32 [%rd1], %r8;";
    Lowered t = lower_body(body, 90);
    uint32_t first = place_of_kind(&t, MICRO_SPECIAL);
    const Micro *next = find_from(t.program, MICRO_SPECIAL, first + 1);
    uint32_t second = next == NULL ? NOWHERE : (uint32_t)(next - t.program->code);
    EXPECT(is_order(first, place(&t, MICRO_LOAD, 64)));
    EXPECT(is_order(place_of_lane(&t, LANE_XOR_32), second));
    EXPECT(is_order(second, place(&t, MICRO_LOAD, 128)));
    lowered_free(&t);
}

// Thousands of ops in a block: all are there, each with its line, and stores in their order.
// The root branches around its slow path (roots in traces/h200/probes/selections.sass).
TEST(no_load_passes_a_root)
{
    Lowered t = lower_body("ld.param.u64 %rd2, [p]; ld.global.f32 %f1, [%rd2+64];"
                           "sqrt.rn.f32 %f1, %f1; ld.global.f32 %f2, [%rd2+128];"
                           "sqrt.approx.f32 %f2, %f2; ld.global.f32 %f3, [%rd2+192];"
                           "add.f32 %f1, %f1, %f2; add.f32 %f1, %f1, %f3;"
                           "st.global.f32 [%rd2], %f1;",
                           90);
    EXPECT(is_order(place_of_lane(&t, LANE_SQRT_F32), place(&t, MICRO_LOAD, 128)));
    EXPECT(is_order(place(&t, MICRO_LOAD, 192), place_of_lane(&t, LANE_SQRT_APPROX_F32)));
    lowered_free(&t);
}

TEST(long_blocks_are_put_in_order_too)
{
    enum { COUNT = 4000 };
    Text body = {0};
    text_printf(&body, "ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x;\n");
    for (int i = 0; i < COUNT; i++) {
        text_printf(&body, "ld.global.nc.u32 %%r2, [%%rd1+%d]; st.global.u32 [%%rd1+%d], %%r2;\n",
                    4 * i, 4 * i);
    }
    Lowered t = lower_body(text_string(&body), 90);
    EXPECT(t.program != NULL);
    uint32_t stores = 0, loads = 0, line = 0;
    bool is_in_order = true;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        const Micro *micro = &t.program->code[pc];
        line = line == 0 && micro->kind == MICRO_LOAD ? micro->ptx_line : line;
        bool is_access = micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE;
        is_in_order &= !is_access || micro->ptx_line == line + (uint32_t)micro->offset / 4;
        if (micro->kind == MICRO_STORE) {
            is_in_order &= micro->offset == 4 * (int64_t)stores++;
        }
        loads += micro->kind == MICRO_LOAD;
    }
    EXPECT(is_in_order);
    EXPECT_EQ(stores, COUNT);
    EXPECT_EQ(loads, COUNT);
    lowered_free(&t);
    text_destroy(&body);
}
