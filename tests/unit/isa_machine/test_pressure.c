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
