// SPDX-License-Identifier: Apache-2.0
// The stepper on real launches: every screen on the way back is that of the way forward, values
// are those that the kernel computes, and no line of input does harm.
#include "sim/step/step.h"

#include "tests/machine.h"

#include <ctype.h>

typedef struct Session {
    Machine machine;
    Report *report;
    Stepper *stepper;
} Session;

static bool record_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)context;
    (void)launch;
    *watch = (LockstepWatch){.block_count = 1,
                             .sm = LOCKSTEP_ALL,
                             .warp = LOCKSTEP_ALL,
                             .max_steps = 4096,
                             .wants_values = true};
    return true;
}

static Session start(const char *text, uint32_t threads, LockstepMode mode)
{
    Session session = {0};
    LockstepOptions options = {.gpu = "h200", .threads = 1, .mode = mode, .record = record_all};
    if (machine_open_with(&session.machine, &options, text, strlen(text), "test.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&session.machine, "out", NULL, 4096));
        LockstepStatus status = machine_launch(&session.machine, "k", 1, threads, &arguments);
        machine_expect(&session.machine, status, "k");
        session.report = report_create(lockstep_report(session.machine.device));
        session.stepper = stepper_create(&session.report->launches[0], NULL, 0);
    }
    return session;
}

static void end(Session *session)
{
    stepper_destroy(session->stepper);
    report_destroy(session->report);
    machine_close(&session->machine);
}

// Lanes add up in shared memory: word t gets t + (t + 1), those of even threads three times that.
static const char sums[] = ".version 8.0\n.target sm_50\n.address_size 64\n"
                           ".visible .entry k(.param .u64 out)\n"
                           "{\n"
                           ".reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<2>;\n"
                           ".shared .align 4 .b8 words[512];\n"
                           "mov.u32 %r1, %tid.x;\n"
                           "shl.b32 %r2, %r1, 2;\n"
                           "mov.u32 %r3, words;\n"
                           "add.s32 %r4, %r3, %r2;\n"
                           "st.shared.u32 [%r4], %r1;\n"
                           "bar.sync 0;\n"
                           "and.b32 %r5, %r1, 1;\n"
                           "setp.eq.u32 %p1, %r5, 0;\n"
                           "ld.shared.u32 %r6, [%r4];\n"
                           "ld.shared.u32 %r7, [%r4+4];\n"
                           "add.s32 %r8, %r6, %r7;\n"
                           "@!%p1 bra DONE;\n"
                           "bar.warp.sync 0x55555555;\n"
                           "mul.lo.s32 %r8, %r8, 3;\n"
                           "DONE:\n"
                           "ld.param.u64 %rd1, [out];\n"
                           "mul.wide.u32 %rd2, %r1, 4;\n"
                           "add.s64 %rd3, %rd1, %rd2;\n"
                           "st.global.u32 [%rd3], %r8;\n"
                           "ret;\n"
                           "}\n";

static char *screen_of(Stepper *stepper, const StepperLook *look)
{
    Text text = {0};
    stepper_screen(stepper, look, &text);
    return text.at;
}

static StepperResult tell(Stepper *stepper, const char *line, Text *answer)
{
    answer->size_bytes = 0;
    text_put(answer, "");
    return stepper_command(stepper, line, answer);
}

static void expect_contains(const Text *answer, const char *part)
{
    if (!EXPECT(strstr(text_string(answer), part) != NULL)) {
        fprintf(stderr, "no '%s' in: %s\n", part, text_string(answer));
    }
}

TEST(the_way_back_shows_what_the_way_forward_did)
{
    enum { MOST = 200 };
    static char *screens[MOST], *registers[MOST];
    StepperLook look = {.columns = 80, .rows = 23};
    for (int warp = 0; warp < 2; warp++) {
        Session session = start(sums, 64, warp == 0 ? LOCKSTEP_COUNTS : LOCKSTEP_CYCLES);
        Text answer = {0};
        uint32_t count = 0, same = 0;
        tell(session.stepper, warp == 0 ? "warp 0" : "warp 1", &answer);
        tell(session.stepper, "first", &answer);
        do {
            Text values = {0};
            tell(session.stepper, "registers", &values);
            registers[count] = values.at;
            screens[count++] = screen_of(session.stepper, &look);
        } while (count < MOST && tell(session.stepper, "step", &answer) == STEPPER_MOVED);
        EXPECT(count > 18 && count < MOST);
        expect_contains(&answer, "has ended");
        for (uint32_t i = count; i-- > 0;) {
            Text values = {0};
            char *screen = screen_of(session.stepper, &look);
            tell(session.stepper, "registers", &values);
            EXPECT_TEXT(screen, screens[i]);
            EXPECT_TEXT(text_string(&values), registers[i]);
            same += i > 0 && strcmp(screens[i], screens[i - 1]) == 0;
            EXPECT_EQ(tell(session.stepper, "back", &answer),
                      i > 0 ? STEPPER_MOVED : STEPPER_WRONG);
            free(screen);
            free(screens[i]);
            free(registers[i]);
            text_destroy(&values);
        }
        EXPECT_EQ(same, 0);
        text_destroy(&answer);
        end(&session);
    }
}

TEST(values_are_those_that_the_kernel_computes)
{
    Session session = start(sums, 64, LOCKSTEP_COUNTS);
    Text answer = {0};
    EXPECT_EQ(tell(session.stepper, "barrier", &answer), STEPPER_MOVED);
    expect_contains(&answer, "bar.sync 0;");
    EXPECT_EQ(tell(session.stepper, "print %r8", &answer), STEPPER_WRONG);
    EXPECT_EQ(tell(session.stepper, "shared words 4", &answer), STEPPER_ANSWERED);
    EXPECT_TEXT(text_string(&answer), "  words[0]: 0 1 2 3\n");
    EXPECT_EQ(tell(session.stepper, "divergence", &answer), STEPPER_MOVED);
    expect_contains(&answer, "-#-#-#-#-#-#-#-#-#-#-#-#-#-#-#-#  aaaaaaaa");
    EXPECT_EQ(tell(session.stepper, "lanes 1,30", &answer), STEPPER_ANSWERED);
    EXPECT_EQ(tell(session.stepper, "print/d %r8", &answer), STEPPER_ANSWERED);
    EXPECT_TEXT(text_string(&answer), "  %r8          1: 3            30: 61\n");
    EXPECT_EQ(tell(session.stepper, "print %p1", &answer), STEPPER_ANSWERED);
    EXPECT_TEXT(text_string(&answer), "  %p1          55555555\n");
    EXPECT_EQ(tell(session.stepper, "step", &answer), STEPPER_MOVED);
    EXPECT_EQ(tell(session.stepper, "stack", &answer), STEPPER_ANSWERED);
    expect_contains(&answer, "top 55555555 16 at PTX 20");
    EXPECT_EQ(tell(session.stepper, "line test.ptx:25", &answer), STEPPER_MOVED);
    EXPECT_EQ(tell(session.stepper, "print r8", &answer), STEPPER_ANSWERED);
    EXPECT_TEXT(text_string(&answer), "  r8           1: 3            30: 183\n");
    EXPECT_EQ(tell(session.stepper, "barrier back", &answer), STEPPER_MOVED);
    EXPECT_EQ(tell(session.stepper, "barrier back", &answer), STEPPER_WRONG);
    EXPECT_EQ(tell(session.stepper, "quit", &answer), STEPPER_LEFT);
    text_destroy(&answer);
    end(&session);
}

TEST(warps_are_looked_at_without_losing_the_place)
{
    Session session = start(sums, 64, LOCKSTEP_COUNTS);
    Text answer = {0};
    StepperLook look = {.columns = 80, .rows = 23};
    tell(session.stepper, "divergence", &answer);
    char *before = screen_of(session.stepper, &look);
    EXPECT_EQ(tell(session.stepper, "warp 1", &answer), STEPPER_MOVED);
    expect_contains(&answer, "warp 1");
    EXPECT_EQ(tell(session.stepper, "warp 2", &answer), STEPPER_WRONG);
    EXPECT_EQ(tell(session.stepper, "warp 0,0", &answer), STEPPER_MOVED);
    char *after = screen_of(session.stepper, &look);
    EXPECT_TEXT(after, before);
    free(before);
    free(after);
    text_destroy(&answer);
    end(&session);
}

static uint32_t longest_line(const char *text, uint32_t *lines)
{
    uint32_t longest = 0, size = 0;
    *lines = 0;
    for (; *text != '\0'; text++) {
        bool is_end = *text == '\n';
        *lines += is_end;
        size = is_end ? 0 : size + (((unsigned char)*text & 0xc0) != 0x80);
        longest = size > longest ? size : longest;
    }
    return longest;
}

TEST(a_screen_keeps_to_its_size)
{
    Session session = start(sums, 64, LOCKSTEP_COUNTS);
    Text answer = {0};
    for (uint32_t rows = 1; rows <= 40; rows += 3) {
        for (uint32_t columns = 1; columns <= 100; columns += 11) {
            StepperLook look = {.is_unicode = rows % 2 == 0, .columns = columns, .rows = rows};
            uint32_t lines;
            char *screen = screen_of(session.stepper, &look);
            EXPECT(longest_line(screen, &lines) <= (columns < 80 ? columns : 80));
            EXPECT(lines <= (rows < 2 ? 23 : rows < 23 ? rows : 23));
            free(screen);
        }
        tell(session.stepper, "step", &answer);
    }
    text_destroy(&answer);
    end(&session);
}

// Words of commands and noise, from a fixed sequence of numbers.
TEST(no_line_does_harm)
{
    static const char *const words[] = {
        "step", "back",    "line", "warp", "lanes",   "print",       "shared",
        "/x",   "words[",  "]",    ",",    "-",       "99999999999", "%r1",
        "0",    "\x1b[2J", "back", "\xff", "explain", "d",           "test.ptx:"};
    Session session = start(sums, 64, LOCKSTEP_COUNTS);
    uint32_t state = 1, moved = 0, wrong = 0;
    for (int i = 0; i < 3000; i++) {
        Text line = {0}, answer = {0};
        state = state * 1664525u + 1013904223u;
        for (uint32_t n = 0; n <= state >> 30; n++) {
            state = state * 1664525u + 1013904223u;
            text_put(&line, words[(state >> 16) % (sizeof words / sizeof *words)]);
            text_put(&line, (state >> 13 & 3) != 0 ? " " : "");
        }
        StepperResult result = stepper_command(session.stepper, text_string(&line), &answer);
        moved += result == STEPPER_MOVED;
        wrong += result == STEPPER_WRONG;
        EXPECT(result == STEPPER_LEFT || answer.size_bytes > 0);
        text_destroy(&line);
        text_destroy(&answer);
    }
    EXPECT(moved > 0 && wrong > 0);
    end(&session);
}

TEST(with_a_clock_the_cycle_is_told)
{
    Session session = start(sums, 32, LOCKSTEP_CYCLES);
    Text answer = {0};
    tell(session.stepper, "where", &answer);
    expect_contains(&answer, ", cycle ");
    tell(session.stepper, "line test.ptx:26", &answer);
    tell(session.stepper, "screen", &answer);
    expect_contains(&answer, "global store: 4 sectors, 4 are enough");
    text_destroy(&answer);
    end(&session);
}
