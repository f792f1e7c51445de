// SPDX-License-Identifier: Apache-2.0
// Functions that need more registers than a thread may have keep values in their frame. Bytes
// beside what ptxas 13.0 says for sm_90 ("bytes spill stores, bytes spill loads") of the same PTX.
#include "tests/unit/isa_machine/lowering.h"

typedef struct Traffic {
    uint32_t stores, loads, bytes_stored; // accesses of the frame
} Traffic;

static Traffic traffic_of(const MachineProgram *program, uint32_t first, uint32_t end)
{
    Traffic traffic = {0};
    for (uint32_t pc = first; program != NULL && pc < end && pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        bool is_local = micro->space == PTX_SPACE_LOCAL && micro->a == ROW_NONE;
        bool is_store = is_local && micro->kind == MICRO_STORE;
        traffic.stores += is_store;
        traffic.loads += is_local && micro->kind == MICRO_LOAD;
        traffic.bytes_stored += is_store ? micro->width_bytes : 0u;
    }
    return traffic;
}

static Traffic traffic_of_all(const Lowered *t)
{
    return traffic_of(t->program, 0, UINT32_MAX);
}

static Lowered lower_text(const Text *body, const char *bounds, MachineTarget target)
{
    Text text = {0};
    text_printf(&text,
                ".version 9.0\n.target sm_90\n.address_size 64\n"
                ".visible .entry k(.param .u64 p, .param .u32 n)\n%s\n{\n"
                ".reg .pred %%p<4>; .reg .b32 %%r<200>; .reg .b64 %%rd<200>; .reg .f64 %%d<100>;\n"
                "ld.param.u64 %%rd0, [p];\nmov.u32 %%r199, %%tid.x;\n"
                "mul.wide.u32 %%rd1, %%r199, 4;\nadd.u64 %%rd0, %%rd0, %%rd1;\n%s\nret;\n}\n",
                bounds, text_string(body));
    Lowered lowered = lower_module(text_string(&text), target);
    text_destroy(&text);
    return lowered;
}

// Loads `count` values, xors them, then multiplies them by the xor and adds up the products.
static void add_values(Text *text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        text_printf(text, "ld.global.u32 %%r%u, [%%rd0+%u];\n", i, 4096 * i);
    }
    text_printf(text, "mov.u32 %%r150, %%r0;\n");
    for (uint32_t i = 1; i < count; i++) {
        text_printf(text, "xor.b32 %%r150, %%r150, %%r%u;\n", i);
    }
    text_printf(text, "mov.u32 %%r151, 0;\n");
    for (uint32_t i = 0; i < count; i++) {
        text_printf(text, "mad.lo.s32 %%r151, %%r%u, %%r150, %%r151;\n", i);
    }
    text_printf(text, "st.global.u32 [%%rd0], %%r151;\n");
}

static Lowered lower_values(uint32_t count, const char *bounds, uint32_t max_registers)
{
    Text body = {0};
    add_values(&body, count);
    Lowered lowered = lower_text(
        &body, bounds, (MachineTarget){.compute_capability = 90, .max_registers = max_registers});
    text_destroy(&body);
    return lowered;
}

TEST(values_beyond_the_limit_go_to_the_frame)
{
    Lowered t = lower_values(60, "", 32);
    if (EXPECT(t.program != NULL)) {
        Traffic traffic = traffic_of_all(&t);
        // 60 values beside sum, product and address in 29 registers
        EXPECT(traffic.stores >= 60 - 29 && traffic.stores <= 60);
        EXPECT(traffic.loads >= traffic.stores && traffic.loads <= 2 * 60);
        EXPECT_EQ(t.program->registers_per_thread, 32);
        EXPECT(t.program->functions[0].frame_bytes >= traffic.bytes_stored);
        EXPECT_EQ(t.program->functions[0].frame_bytes % 16, 0);
    }
    lowered_free(&t);
}

TEST(code_that_fits_is_the_same_under_a_limit)
{
    Lowered t = lower_values(60, "", 0), same = lower_values(60, "", 128);
    if (EXPECT(t.program != NULL && same.program != NULL)) {
        EXPECT_TEXT(text_string(&t.listing), text_string(&same.listing));
        EXPECT_EQ(traffic_of_all(&t).stores, 0);
        EXPECT_EQ(t.program->functions[0].frame_bytes, 0);
    }
    lowered_free(&t);
    lowered_free(&same);
}

TEST(more_registers_mean_fewer_accesses)
{
    uint32_t before = UINT32_MAX;
    for (uint32_t registers = 24; registers <= 64; registers += 8) {
        Lowered t = lower_values(80, "", registers);
        if (EXPECT(t.program != NULL)) {
            Traffic traffic = traffic_of_all(&t);
            EXPECT(traffic.stores + traffic.loads < before);
            before = traffic.stores + traffic.loads;
        }
        lowered_free(&t);
    }
}

// As ptxas 13.0: sm_75 and sm_86 do not hold 2048 threads, and it ignores .minnctapersm then.
TEST(bounds_that_no_sm_meets_are_ignored)
{
    static const struct {
        uint32_t capability;
        bool spills;
    } cases[] = {{13, false}, {75, false}, {80, true}, {86, false}, {90, true}, {120, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        add_values(&body, 60);
        Lowered t = lower_text(&body, ".maxntid 128, 1, 1\n.minnctapersm 16",
                               (MachineTarget){.compute_capability = cases[i].capability});
        EXPECT(t.program != NULL);
        EXPECT_EQ(traffic_of_all(&t).stores != 0, cases[i].spills);
        lowered_free(&t);
        text_destroy(&body);
    }
}

// As ptxas: -maxrregcount does not touch a kernel that says how large its blocks are.
TEST(bounds_of_the_kernel_come_first)
{
    static const struct {
        const char *bounds;
        uint32_t max_registers, registers; // 0: as many as it takes
    } cases[] = {{".maxntid 128, 1, 1\n.minnctapersm 16", 0, 32},
                 {".maxntid 128, 1, 1\n.minnctapersm 16", 40, 32},
                 {".maxntid 512, 1, 1", 32, 0},
                 {".maxnreg 40", 0, 40},
                 {".maxnreg 40", 24, 40},
                 {"", 48, 48},
                 {"", 8, 24}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lowered t = lower_values(60, cases[i].bounds, cases[i].max_registers);
        if (EXPECT(t.program != NULL)) {
            bool is_free = cases[i].registers == 0;
            EXPECT_EQ(traffic_of_all(&t).stores == 0, is_free);
            EXPECT_EQ(t.program->registers_per_thread,
                      is_free ? t.program->registers_per_thread : cases[i].registers);
        }
        lowered_free(&t);
    }
}

TEST(doubles_take_eight_bytes_each)
{
    Text body = {0};
    for (int i = 0; i < 24; i++) {
        text_printf(&body, "ld.global.f64 %%d%d, [%%rd0+%d];\n", i, 8192 * i);
    }
    for (int i = 0; i < 24; i++) {
        text_printf(&body, "fma.rn.f64 %%d50, %%d%d, %%d%d, %%d%d;\n", i, 23 - i, (i + 7) % 24);
        text_printf(&body, "st.global.f64 [%%rd0+%d], %%d50;\n", 8192 * i);
    }
    Lowered t = lower_text(&body, ".maxnreg 32", (MachineTarget){.compute_capability = 90});
    Traffic traffic = traffic_of_all(&t);
    EXPECT(traffic.stores > 0);
    EXPECT_EQ(traffic.bytes_stored, 8 * traffic.stores);
    lowered_free(&t);
    text_destroy(&body);
}

// What the loop does not touch is stored before it and loaded behind it.
TEST(loops_keep_their_registers)
{
    Text body = {0};
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "ld.global.u32 %%r%d, [%%rd0+%d];\n", i, 4096 * i);
    }
    text_printf(&body, "ld.param.u32 %%r100, [n];\nmov.u32 %%r101, 1;\nLOOP:\n"
                       "ld.global.u32 %%r102, [%%rd0+4];\nmad.lo.u32 %%r101, %%r101, %%r102, 3;\n"
                       "sub.u32 %%r100, %%r100, 1;\nsetp.ne.u32 %%p1, %%r100, 0;\n"
                       "@%%p1 bra LOOP;\n");
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "mad.lo.u32 %%r101, %%r101, %%r101, %%r%d;\n", i);
    }
    text_printf(&body, "st.global.u32 [%%rd0], %%r101;\n");
    Lowered t = lower_text(&body, ".maxnreg 24", (MachineTarget){.compute_capability = 90});
    const Micro *branch = t.program == NULL ? NULL : find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        uint32_t back = (uint32_t)(branch - t.program->code);
        Traffic before = traffic_of(t.program, 0, branch->target);
        Traffic inside = traffic_of(t.program, branch->target, back);
        Traffic behind = traffic_of(t.program, back, UINT32_MAX);
        EXPECT(before.stores > 15);
        EXPECT_EQ(before.loads, 0);
        EXPECT_EQ(inside.stores + inside.loads, 0);
        EXPECT_EQ(behind.stores, 0);
        EXPECT_EQ(behind.loads, before.stores);
    }
    lowered_free(&t);
    text_destroy(&body);
}

// 12 values that the second block of a loop reads, 12 that are read twice after it.
TEST(values_of_every_block_of_a_loop_keep_their_registers)
{
    Text body = {0};
    for (int i = 0; i < 24; i++) {
        text_printf(&body, "ld.global.u32 %%r%d, [%%rd0+%d];\n", i, 4096 * i);
    }
    text_printf(&body, "ld.param.u32 %%r100, [n];\nmov.u32 %%r101, 1;\nLOOP:\n"
                       "ld.global.u32 %%r102, [%%rd0+4];\nsetp.eq.u32 %%p2, %%r102, 7;\n"
                       "@%%p2 bra NEXT;\nbar.sync 0;\n");
    for (int i = 0; i < 12; i++) {
        text_printf(&body, "mad.lo.u32 %%r101, %%r101, %%r101, %%r%d;\n", i);
    }
    text_printf(&body, "NEXT:\nsub.u32 %%r100, %%r100, 1;\nsetp.ne.u32 %%p1, %%r100, 0;\n"
                       "@%%p1 bra LOOP;\nbar.sync 0;\n");
    for (int i = 0; i < 24; i++) {
        text_printf(&body, "mad.lo.u32 %%r101, %%r101, %%r101, %%r%d;\n", 12 + i % 12);
    }
    text_printf(&body, "st.global.u32 [%%rd0], %%r101;\n");
    Lowered t = lower_text(&body, ".maxnreg 24", (MachineTarget){.compute_capability = 90});
    const Micro *skip = t.program == NULL ? NULL : find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(skip != NULL)) {
        uint32_t first = (uint32_t)(skip - t.program->code);
        Traffic inside = traffic_of(t.program, first, skip->target + 3);
        EXPECT(traffic_of_all(&t).stores > 0);
        EXPECT_EQ(inside.stores + inside.loads, 0);
    }
    lowered_free(&t);
    text_destroy(&body);
}

// Moving an op to its reader shortens a life; a clock would show another time.
TEST(clocks_are_not_moved_to_their_reader)
{
    Text body = {0};
    text_printf(&body, "mov.u32 %%r160, %%clock;\n");
    add_values(&body, 60);
    text_printf(&body, "mov.u32 %%r161, %%clock;\nsub.u32 %%r162, %%r161, %%r160;\n"
                       "st.global.u32 [%%rd0+4], %%r162;\n");
    Lowered t = lower_text(&body, ".maxnreg 32", (MachineTarget){.compute_capability = 90});
    const Micro *clock = t.program == NULL ? NULL : find_kind(t.program, MICRO_SPECIAL);
    const Micro *load = t.program == NULL ? NULL : find_kind(t.program, MICRO_LOAD);
    EXPECT(traffic_of_all(&t).stores > 0);
    EXPECT(clock != NULL && load != NULL && clock < load);
    lowered_free(&t);
    text_destroy(&body);
}

// Loop-carried values have several definitions: each is stored where it is made.
TEST(values_written_in_a_loop_are_stored_there)
{
    Text body = {0};
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "mov.u32 %%r%d, %%r199;\n", i);
    }
    text_printf(&body, "ld.param.u32 %%r100, [n];\nLOOP:\nld.global.u32 %%r102, [%%rd0+4];\n");
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "mad.lo.u32 %%r%d, %%r%d, %%r102, %d;\n", i, i, i + 5);
    }
    text_printf(&body, "sub.u32 %%r100, %%r100, 1;\nsetp.ne.u32 %%p1, %%r100, 0;\n"
                       "@%%p1 bra LOOP;\n");
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "st.global.u32 [%%rd0+%d], %%r%d;\n", 4096 * i, i);
    }
    Lowered t = lower_text(&body, ".maxnreg 32", (MachineTarget){.compute_capability = 90});
    const Micro *branch = t.program == NULL ? NULL : find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        uint32_t back = (uint32_t)(branch - t.program->code);
        Traffic inside = traffic_of(t.program, branch->target, back);
        EXPECT(inside.loads >= 40 - 29 && inside.loads <= 30);
        EXPECT_EQ(inside.stores, inside.loads);
    }
    lowered_free(&t);
    text_destroy(&body);
}

// A multiple of the thread's index has to be stored; what constants make is made again.
TEST(constants_are_made_again)
{
    Text body = {0};
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "{ .local .align 4 .b8 room%d[16];\nmov.u32 %%r%d, room%d; }\n", i, i,
                    i);
    }
    text_printf(&body, "bar.sync 0;\n");
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "st.global.u32 [%%rd0+%d], %%r%d;\n", 4096 * i, i);
    }
    text_printf(&body, "bar.sync 0;\n");
    for (int i = 0; i < 40; i++) {
        text_printf(&body, "st.global.u32 [%%rd0+%d], %%r%d;\n", 4096 * i + 8, i);
    }
    Lowered t = lower_text(&body, ".maxnreg 24", (MachineTarget){.compute_capability = 90});
    EXPECT(t.program != NULL);
    EXPECT_EQ(traffic_of_all(&t).stores + traffic_of_all(&t).loads, 0);
    lowered_free(&t);
    text_destroy(&body);
}

// The most that fits in no way: every value that an op reads and writes is there all the same.
TEST(a_limit_below_what_an_op_needs_is_survived)
{
    Lowered t = lower_values(60, ".maxnreg 1", 0);
    EXPECT(t.program != NULL);
    EXPECT(traffic_of_all(&t).loads > 60);
    lowered_free(&t);
}
