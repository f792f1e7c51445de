// SPDX-License-Identifier: Apache-2.0
// Instructions that the module's target is too old for: refused in the kernel that has them.
#include "parse.h"

// What the kernel's only refusal says of one atomic for this target; "" without one. Caller frees.
static Text refusal_of_atomic(const char *instruction, uint32_t target)
{
    Text text = {0}, found = {0};
    text_printf(&text,
                ".version 6.0\n.target sm_%u\n.entry k() { .reg .b32 %%r<3>; .reg .b64 %%d<2>;\n"
                "%s\n}\n",
                target, instruction);
    Parsed parsed = parse_bytes(text.at, text.size_bytes);
    if (EXPECT(parsed.module != NULL)) {
        const PtxFunction *kernel = parsed.module->functions[0];
        if (kernel->refusal_count > 0) {
            EXPECT_EQ(kernel->refusals[0].line, 4);
            text_put(&found, kernel->refusals[0].message);
        }
    }
    forget(&parsed);
    text_destroy(&text);
    return found;
}

static void expect_refusal(const char *instruction, uint32_t target, const char *message)
{
    Text found = refusal_of_atomic(instruction, target);
    EXPECT_TEXT(text_string(&found), message);
    text_destroy(&found);
}

// PTX ISA, "atom" and "red", Target ISA Notes: ".scope qualifier requires sm_60 or higher", ".sem
// qualifier requires sm_70 or higher".
TEST(atomics_with_an_order_or_a_scope_are_refused_for_older_targets)
{
    expect_refusal(
        "atom.relaxed.gpu.add.u32 %r1, [%d1], %r2;", 61,
        "'atom.relaxed.gpu.add.u32' requires compute capability 7.0, but the target is 6.1");
    expect_refusal(
        "atom.acq_rel.global.cas.b32 %r1, [%d1], %r2, %r1;", 60,
        "'atom.acq_rel.global.cas.b32' requires compute capability 7.0, but the target is 6.0");
    expect_refusal("red.cta.add.u32 [%d1], %r2;", 52,
                   "'red.cta.add.u32' requires compute capability 6.0, but the target is 5.2");
    expect_refusal("atom.cta.add.u32 %r1, [%d1], %r2;", 60, "");
    expect_refusal("atom.relaxed.gpu.add.u32 %r1, [%d1], %r2;", 70, "");
    expect_refusal("atom.add.u32 %r1, [%d1], %r2;", 20, "");
    expect_refusal("membar.cta;", 20, "");
}

// The same notes: "atom.global requires sm_11 or higher. atom.shared requires sm_12 or higher."
TEST(shared_atomics_ask_for_more_than_global_ones)
{
    expect_refusal("atom.global.add.u32 %r1, [%d1], %r2;", 10,
                   "'atom.global.add.u32' requires compute capability 1.1, but the target is 1.0");
    expect_refusal("atom.shared.add.u32 %r1, [%d1], %r2;", 10,
                   "'atom.shared.add.u32' requires compute capability 1.2, but the target is 1.0");
    expect_refusal("red.shared.add.u32 [%d1], %r2;", 11,
                   "'red.shared.add.u32' requires compute capability 1.2, but the target is 1.1");
    expect_refusal("atom.shared.add.u32 %r1, [%d1], %r2;", 12, "");
}
