// SPDX-License-Identifier: Apache-2.0
// Registers a thread on each generation: what a thread may take while the SM is still full decides
// how far loads are started ahead. Threads and registers of an SM are the CUDA C Programming
// Guide's ("Technical Specifications per Compute Capability").
#include "isa/machine/pass.h"
#include "tests/unit/isa_machine/lowering.h"

#define LOADS 16

// Sums LOADS words of a row, as an unrolled loop does.
static uint32_t registers_of_sum(const char *space, uint32_t compute_capability)
{
    Text body = {0};
    text_printf(&body,
                "ld.param.u64 %%rd1, [p]; mov.u32 %%r20, 0; mov.u64 %%rd2, 0;\n"
                "mov.u32 %%r19, %%tid.x; mad.wide.u32 %%rd3, %%r19, 4, %%rd%s;\n",
                strcmp(space, "global") == 0 ? "1" : "2");
    for (int i = 0; i < LOADS; i++) {
        text_printf(&body, "ld.%s.u32 %%r%d, [%%rd3+%d];\n", space, i, 64 * i);
    }
    for (int i = 0; i < LOADS; i++) {
        text_printf(&body, "add.u32 %%r20, %%r20, %%r%d;\n", i);
    }
    text_printf(&body, "st.global.u32 [%%rd1], %%r20;");
    Lowered t = lower_body(text_string(&body), compute_capability);
    uint32_t registers = t.program == NULL ? 0 : t.program->registers_per_thread;
    lowered_free(&t);
    text_destroy(&body);
    return registers;
}

TEST(loads_are_started_ahead_as_far_as_a_full_sm_allows)
{
    uint32_t most[][2] = {
        {10, 8192 / 768}, {13, 16384 / 1024}, {20, 32768 / 1536}, {30, 65536 / 2048}};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        uint32_t registers = registers_of_sum("global", most[i][0]);
        EXPECT(registers > 3 && registers <= most[i][1]);
    }
    EXPECT(registers_of_sum("global", 10) < registers_of_sum("global", 13));
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) { // pieces of 2 on cc 2.x, of 8 later
        uint32_t piece = most[i][0] < 20 ? 1 : most[i][0] < 30 ? 2 : 8;
        EXPECT_EQ(registers_without_cost(most[i][0]), most[i][1] / piece * piece);
    }
    EXPECT(registers_of_sum("global", 90) > LOADS);
}

// Loads `count` vectors and adds up `read` components of each.
static uint32_t registers_of_vectors(uint32_t count, uint32_t read)
{
    Text body = {0};
    text_printf(&body, "ld.param.u64 %%rd1, [p]; mov.u32 %%r39, %%tid.x;\n"
                       "mad.wide.u32 %%rd3, %%r39, 4, %%rd1;\n");
    for (uint32_t i = 0; i < 4 * count; i += 4) {
        text_printf(&body, "ld.global.v4.u32 {%%r%u, %%r%u, %%r%u, %%r%u}, [%%rd3+%u];\n", i, i + 1,
                    i + 2, i + 3, 64 * i);
    }
    for (uint32_t component = 0; component < read; component++) {
        for (uint32_t i = 0; i < 4 * count; i += 4) {
            text_printf(&body, "xor.b32 %%r39, %%r39, %%r%u;\n", i + component);
        }
    }
    text_printf(&body, "st.global.u32 [%%rd3], %%r39;");
    Lowered t = lower_body(text_string(&body), 90);
    uint32_t registers = t.program == NULL ? 0 : t.program->registers_per_thread;
    lowered_free(&t);
    text_destroy(&body);
    return registers;
}

TEST(a_wide_load_takes_registers_for_what_nobody_reads)
{
    EXPECT(registers_of_vectors(4, 4) > 16);
    EXPECT(registers_of_vectors(4, 3) >= registers_of_vectors(4, 4));
    EXPECT(registers_of_vectors(4, 2) < registers_of_vectors(4, 4)); // a load of 64 bits
}

TEST(the_oldest_machine_reads_an_operand_from_shared_memory_itself)
{
    EXPECT(registers_of_sum("shared", 10) <= 5);
    EXPECT(registers_of_sum("shared", 20) > 5);
}

// A block's coordinates stand in shared memory there, a thread's share a register.
TEST(coordinates_take_one_register_on_the_oldest_machine)
{
    const char *body = "mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ctaid.x;\n"
                       "mov.u32 %r4, %ctaid.y; mad.lo.u32 %r5, %r1, %r2, %r3;\n"
                       "mad.lo.u32 %r6, %r5, %r4, %r1; mad.lo.u32 %r6, %r6, %r3, %r2;\n"
                       "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r6;";
    Lowered old = lower_body(body, 10), newer = lower_body(body, 30);
    EXPECT(old.program != NULL && newer.program != NULL &&
           old.program->registers_per_thread + 3 <= newer.program->registers_per_thread);
    lowered_free(&old);
    lowered_free(&newer);
}

// A loop whose sums are read and written once in each round: their registers are free in between.
TEST(a_sum_that_a_loop_carries_takes_one_register)
{
    Text body = {0};
    text_put(&body, "ld.param.u64 %rd1, [p]; mov.u32 %r39, 0;\n"
                    "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd1];\n"
                    "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1+16];\n"
                    "ld.global.v4.u32 {%r8, %r9, %r10, %r11}, [%rd1+32];\n"
                    "ld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd1+48];\nAGAIN:\n");
    for (int i = 0; i < 16; i++) { // into another register ...
        text_printf(&body, "mad.lo.u32 %%r%d, %%r%d, %%r%d, %%r39;\n", 16 + i, i, i);
    }
    for (int i = 0; i < 16; i++) { // ... and back
        text_printf(&body, "mad.lo.u32 %%r%d, %%r%d, %%r%d, %%r39;\n", i, 16 + i, 16 + i);
    }
    text_put(&body, "bar.sync 0; add.u32 %r39, %r39, 1; ld.global.u32 %r38, [%rd1+64];"
                    "setp.lt.u32 %p1, %r39, %r38; @%p1 bra AGAIN;\n");
    for (int i = 0; i < 16; i += 4) {
        text_printf(&body, "st.global.v4.u32 [%%rd1+%d], {%%r%d, %%r%d, %%r%d, %%r%d};\n", 4 * i, i,
                    i + 1, i + 2, i + 3);
    }
    Lowered t = lower_body(text_string(&body), 90);
    EXPECT(t.program != NULL && t.program->registers_per_thread < 32);
    lowered_free(&t);
    text_destroy(&body);
}

static uint32_t registers_with_setmaxnreg(const char *bounds)
{
    Text text = {0};
    text_printf(&text,
                "%s.visible .entry k(.param .u64 p) %s {\n.reg .b64 %%rd<2>; .reg .b32 %%r<90>;\n"
                "ld.param.u64 %%rd1, [p]; setmaxnreg.dec.sync.aligned.u32 40;\n",
                KERNEL_HEAD, bounds);
    for (int i = 0; i < 84; i++) {
        text_printf(&text, "ld.global.u32 %%r%d, [%%rd1+%d];\n", i, 4 * i);
    }
    text_put(&text, "bar.sync 0;\n");
    for (int i = 0; i < 84; i++) {
        text_printf(&text, "st.global.u32 [%%rd1+%d], %%r%d;\n", 4 * i + 400, i);
    }
    text_put(&text, "ret; }\n");
    Lowered t = lower_module(text_string(&text), (MachineTarget){.compute_capability = 90});
    uint32_t registers = t.program == NULL ? 0 : t.program->registers_per_thread;
    lowered_free(&t);
    text_destroy(&text);
    return registers;
}

// ptxas 13.0: a kernel of 320 threads that needs 85 to 96 registers does not say how many it starts
// with.
TEST(a_kernel_with_setmaxnreg_starts_with_what_its_bounds_allow)
{
    uint32_t without = registers_with_setmaxnreg("");
    EXPECT(without > 84 && without <= 96);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 384, 1, 1"), 168);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 336, 1, 1"), 168);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 512, 1, 1"), 128);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 320, 1, 1"), without);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 384, 1, 1 .minnctapersm 1"), 168);
    EXPECT_EQ(registers_with_setmaxnreg(".maxntid 128, 1, 1 .minnctapersm 4"), 128);
}
