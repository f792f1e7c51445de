// SPDX-License-Identifier: Apache-2.0
// Where a launch is that does not come to an end, as somebody sees it who looks on.
#include "sim/device/pulse.h"

#include "tests/machine.h"

static const char endless[] = ".version 7.8\n"
                              ".target sm_90\n"
                              ".address_size 64\n"
                              ".visible .entry endless()\n"
                              "{\n"
                              "    .reg .b32 %r<4>;\n"
                              "    .reg .pred %p<2>; .shared .b32 count;\n"
                              "    mov.u32 %r1, %ctaid.x;\n"
                              "    setp.ne.u32 %p1, %r1, 1;\n"
                              "    @%p1 ret;\n"
                              "again:\n"
                              "    add.u32 %r1, %r1, 2; st.shared.u32 [count], %r1;\n"
                              "    bra again;\n"
                              "}\n";

static LockstepDevice *watched;
static PulseLook seen;
static int looks;

// Called by the launch itself, now and then.
static bool look(void)
{
    looks++;
    return looks > 200 && pulse_look(watched, &seen);
}

static void expect_place(LockstepMode mode)
{
    LockstepOptions options = {.gpu = "h200", .threads = 1, .mode = mode, .is_interrupted = look};
    Machine machine = {0};
    looks = 0;
    seen = (PulseLook){0};
    EXPECT(machine_open_with(&machine, &options, endless, sizeof endless - 1, "e.ptx"));
    watched = machine.device;
    EXPECT(!pulse_look(machine.device, &seen));
    LockstepLaunch launch = {.kernel = "endless", .grid = {3, 1, 1}, .block = {32, 1, 1}};
    EXPECT_EQ(lockstep_launch(machine.device, machine.module, &launch), LOCKSTEP_ERROR_LIMIT);
    EXPECT_TEXT(seen.kernel, "endless");
    EXPECT_EQ(seen.block[0], 1);
    EXPECT(seen.blocks_ended >= 1);
    EXPECT_TEXT(seen.file, "e.ptx");
    EXPECT(seen.line >= 12 && seen.line <= 13);
    EXPECT(!pulse_look(machine.device, &seen));
    machine_close(&machine);
}

TEST(the_endless_block_and_its_line_are_seen)
{
    expect_place(LOCKSTEP_COUNTS);
}

TEST(and_with_a_clock)
{
    expect_place(LOCKSTEP_CYCLES);
}
