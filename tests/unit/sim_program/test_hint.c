// SPDX-License-Identifier: Apache-2.0
#include "sim/program/hint.h"

#include "tests/test.h"

static void expect_hint(const char *entry, const char *wanted)
{
    Arena arena = {0};
    Text out = {0};
    hint_add(entry, &arena, &out);
    EXPECT_TEXT(text_string(&out), wanted);
    text_destroy(&out);
    arena_clear(&arena);
}

TEST(pointers_to_numbers_are_buffers)
{
    expect_hint("_Z5scalePKfPji(\n .param .u64 a,\n .param .u64 b,\n .param .u32 c\n)\n{",
                "-k scale --grid 32 --block 256 --arg 'f32[8192]' --arg 'u32[8192]' --arg ...");
}

TEST(names_that_a_shell_would_read_are_quoted)
{
    expect_hint("_Z4fillILi4EEvPd(\n .param .u64 a\n)\n{",
                "-k 'fill<4>' --grid 32 --block 256 --arg 'f64[8192]'");
}

TEST(names_without_a_signature_leave_the_arguments_open)
{
    expect_hint("plain(\n .param .u64 a,\n .param .u64 b\n)\n{",
                "-k plain --grid 32 --block 256 --arg ... --arg ...");
}

TEST(no_parameters_no_arguments)
{
    expect_hint("_Z4nonev(\n)\n{ .param .b32 later; }", "-k none --grid 32 --block 256");
    expect_hint("cut", "-k cut --grid 32 --block 256");
}
