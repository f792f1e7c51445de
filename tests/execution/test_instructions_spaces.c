// SPDX-License-Identifier: Apache-2.0
// State spaces and generic addresses: cvta both ways, isspacep, constant memory, parameters, the
// stack; and the special registers that say where a thread is.
#include "tests/execution/instructions.h"

#define THREADS 45u

typedef struct Space {
    const char *name, *address; // of something in it, in its own space
} Space;

static const Space spaces[] = {
    {"global", "g"},          {"shared", "s"}, {"shared::cta", "s"},
    {"shared::cluster", "s"}, {"local", "l"},
};
#define SPACE_COUNT (sizeof spaces / sizeof spaces[0])

static const char *const variables =
    ".global .align 8 .b32 g[64];\n.shared .align 8 .b32 s[64];\n"
    ".const .align 8 .b32 c[4] = {11, 22, 33, 44};\n.const .b32 none;\n";

// A generic address reaches the same bytes, and cvta.to gives back the address in the space.
TEST(cvta_and_generic_access)
{
    static Out out;
    for (size_t i = 0; i < SPACE_COUNT; i++) {
        const Program program = {
            .head = variables,
            .threads = THREADS,
            .body = ".local .align 8 .b32 l[64];\nmov.u64 %rd5, <1>;\nmul.wide.u32 "
                    "%rd6, %r1, 4;\n"
                    "add.s64 %rd5, %rd5, %rd6;\ncvta.<0>.u64 %rd7, %rd5;\n"
                    "st.<0>.u32 [%rd5], %r10;\nbar.sync 0;\nld.u32 %r12, [%rd7];\n" KEEP(
                        0, "%r12") "st.u32 [%rd7], %r11;\nld.<0>.u32 %r13, "
                                   "[%rd5];\n" KEEP(4, "%r13") "cvta.to.<0>.u64 %rd8, "
                                                               "%rd7;\nsetp.eq.u64 %p1, "
                                                               "%rd8, "
                                                               "%rd5;\n" KEEP_PREDICATE(8, "%p"
                                                                                           "1"),
            .parts = PARTS(spaces[i].name, spaces[i].address)};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < THREADS; t++) {
                EXPECT_WORD(out, t, 0, sample(t));
                EXPECT_WORD(out, t, 1, sample(t + 2048));
                EXPECT_WORD(out, t, 2, 1);
            }
        }
    }
}

TEST(cvta_of_constants_and_symbols)
{
    static Out out;
    const Program program = {
        .head = variables,
        .body = "cvta.const.u64 %rd5, c;\nand.b32 %r12, %r1, 3;\nmul.wide.u32 %rd6, %r12, 4;\n"
                "add.s64 %rd7, %rd5, %rd6;\nld.u32 %r13, [%rd7];\n" KEEP(
                    0, "%r13") "cvta.to.const.u64 %rd8, %rd7;\nld.const.u32 %r14, "
                               "[%rd8];\n" KEEP(4, "%r14") "cvta.global.u64 %rd9, g+8;\nst.u32 "
                                                           "[%rd9], 5;\nld.global.u32 %r15, "
                                                           "[g+8];\n" KEEP(8, "%r15")};
    const Program plain = {.head = variables,
                           .body = "ld.const.v2.u32 {%r12, %r13}, [c+8];\n" KEEP(0, "%r12")
                               KEEP(4, "%r13") "ld.const.u32 %r14, [none];\n" KEEP(8, "%r14")};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            EXPECT_WORD(out, t, 0, 11 * (t % 4 + 1));
            EXPECT_WORD(out, t, 1, 11 * (t % 4 + 1));
            EXPECT_WORD(out, t, 2, 5);
        }
    }
    if (program_run(&plain, out)) {
        EXPECT_WORD(out, 3, 0, 33);
        EXPECT_WORD(out, 3, 1, 44);
        EXPECT_WORD(out, 3, 2, 0);
    }
}

// A parameter of the kernel, and what is not one.
TEST(isspacep_knows_parameters)
{
    static Out out;
    if (program_run(
            &(Program){
                .body =
                    "mov.b64 %rd5, in;\ncvta.param.u64 %rd6, %rd5;\n"
                    "isspacep.param::entry %p1, %rd6;\nisspacep.param %p2, %rd1;\n" KEEP_PREDICATE(
                        0, "%p1") KEEP_PREDICATE(4, "%p2")},
            out)) {
        EXPECT_WORD(out, 5, 0, 1);
        EXPECT_WORD(out, 5, 1, 0);
    }
}

TEST(isspacep_knows_constants)
{
    static Out out;
    const Program program = {
        .head = ".const .b32 first;\n.const .b32 table[4] = {1, 2, 3, 4};\n.global .b32 g;\n",
        .body =
            "mov.u64 %rd5, table;\ncvta.const.u64 %rd5, %rd5;\nadd.u64 %rd6, %rd5, 15;\n"
            "isspacep.const %p1, %rd6;\nadd.u64 %rd6, %rd5, 16;\nisspacep.const %p2, %rd6;\n"
            "mov.u64 %rd7, g;\ncvta.global.u64 %rd7, %rd7;\nisspacep.const %p3, "
            "%rd7;\n" KEEP_PREDICATE(0, "%p1") KEEP_PREDICATE(4, "%p2") KEEP_PREDICATE(8, "%p3")};
    if (program_run(&program, out)) {
        EXPECT_WORD(out, 3, 0, 1);
        EXPECT_WORD(out, 3, 1, 0);
        EXPECT_WORD(out, 3, 2, 0);
    }
}

// All but constants, which lie among the global variables.
TEST(isspacep_knows_every_space)
{
    static Out out;
    for (size_t i = 0; i < SPACE_COUNT * SPACE_COUNT; i++) {
        const Space *of = &spaces[i / SPACE_COUNT], *asked = &spaces[i % SPACE_COUNT];
        const Program program = {
            .head = variables,
            .body = ".local .align 8 .b32 l[64];\nmov.u64 %rd5, <1>;\ncvta.<0>.u64 %rd7, %rd5;\n"
                    "isspacep.<2> %p1, %rd7;\n" KEEP_PREDICATE(0, "%p1"),
            .parts = PARTS(of->name, of->address, asked->name)};
        if (program_run(&program, out)) {
            bool is_shared = strncmp(of->name, "shared", 6) == 0;
            bool is_same = strcmp(of->name, asked->name) == 0 ||
                           (is_shared && strncmp(asked->name, "shared", 6) == 0);
            for (uint32_t t = 0; t < 32; t++) {
                EXPECT_WORD(out, t, 0, is_same);
            }
        }
    }
}

// -- parameters

TEST(kernel_parameters_of_every_type)
{
    static const char *const text =
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u8 a, .param .s16 b, .param .f32 c, .param .s64 d, "
        ".param .align 16 .b8 e[24], .param .u64 out)\n{\n.reg .pred %p1; .reg .b32 %r<9>; .reg "
        ".b64 %rd<9>; .reg "
        ".f32 %f<3>;\n"
        "ld.param.u64 %rd1, [out];\nld.param.u8 %r1, [a];\nst.global.u32 [%rd1], %r1;\n"
        "ld.param.s16 %r2, [b];\nst.global.u32 [%rd1+4], %r2;\nld.param::entry.f32 %f1, [c];\n"
        "st.global.f32 [%rd1+8], %f1;\nld.param.s64 %rd2, [d];\nst.global.u64 [%rd1+16], %rd2;\n"
        "mov.u64 %rd5, e;\nld.param.u32 %r6, [%rd5+4];\nst.global.u32 [%rd1+24], %r6;\n"
        "ld.param.v2.u32 {%r3, %r4}, [e+16];\nst.global.u32 [%rd1+28], %r4;\nret;\n}\n";
    Machine machine;
    uint32_t found[8] = {0};
    if (machine_open(&machine, "h200", 1, text)) {
        Arguments arguments = {0};
        const uint8_t a = 0xfe;
        const int16_t b = -300;
        const float c = 2.5f;
        const int64_t d = INT64_C(-5000000000);
        argument_add(&arguments, &a, 1);
        argument_add(&arguments, &b, 2);
        argument_add(&arguments, &c, 4);
        argument_add(&arguments, &d, 8);
        for (uint32_t i = 0; i < 6; i++) {
            argument_u32(&arguments, 1000 + i);
        }
        uint64_t out = machine_buffer(&machine, "out", NULL, sizeof found);
        argument_u64(&arguments, out);
        machine_expect(&machine, machine_launch(&machine, "k", 1, 1, &arguments), "k");
        note_last_launch(&machine);
        machine_read(&machine, out, found, sizeof found);
    }
    machine_close(&machine);
    EXPECT_EQ(found[0], 0xfe);
    EXPECT_EQ(found[1], (uint32_t)-300);
    EXPECT_EQ(found[2], 0x40200000);
    EXPECT_EQ((uint64_t)found[5] << 32 | found[4], (uint64_t)INT64_C(-5000000000));
    EXPECT_EQ(found[6], 1001);
    EXPECT_EQ(found[7], 1005);
}

// -- the stack

// Each lane takes as many bytes as its number says, and gives them back.
TEST(alloca_gives_each_lane_its_own_bytes)
{
    static Out out;
    const Program program = {
        .threads = THREADS,
        .body =
            "stacksave.u64 %rd5;\nmad.lo.u32 %r12, %r1, 8, 16;\ncvt.u64.u32 %rd6, %r12;\n"
            "alloca.u64 %rd7, %rd6, 32;\nalloca.u64 %rd8, 64;\nst.local.u32 [%rd7], %r10;\n"
            "st.local.u32 [%rd8+60], %r11;\nld.local.u32 %r13, [%rd7];\n" KEEP(
                0,
                "%r13") "ld.local.u32 %r14, [%rd8+60];\n" KEEP(4,
                                                               "%r14") "and.b64 %rd9, %rd7, 31;\n"
                                                                       "cvt.u32.u64 %r15, "
                                                                       "%rd9;\n" KEEP(
                                                                           8,
                                                                           "%r15") "stackrestore."
                                                                                   "u64 "
                                                                                   "%rd5;\nalloca."
                                                                                   "u64 %rd10, "
                                                                                   "%rd6, 32;\n"
                                                                                   "setp.eq.u64 "
                                                                                   "%p1, %rd10, "
                                                                                   "%rd7;"
                                                                                   "\n" KEEP_PREDICATE(
                                                                                       12, "%p1")};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, sample(t));
            EXPECT_WORD(out, t, 1, sample(t + 2048));
            EXPECT_WORD(out, t, 2, 0);
            EXPECT_WORD(out, t, 3, 1);
        }
    }
}

// -- special registers

TEST(special_registers_of_place)
{
    static Out out;
    const Program program = {
        .head = ".extern .shared .b8 dynamic[];\n.shared .b8 fixed[100];",
        .blocks = 3,
        .threads = THREADS,
        .shared_bytes = 256,
        .body = "mov.u32 %r12, %ctaid.x;\n" KEEP(0, "%r12") "mov.u32 %r12, %nctaid.x;\n" KEEP(
            4,
            "%r1"
            "2") "mov.u32 %r12, %ntid.x;\n" KEEP(8,
                                                 "%r12") "mov.u32 %r12, "
                                                         "%warpid;\n" KEEP(
                                                             12,
                                                             "%r12") "mov"
                                                                     ".u3"
                                                                     "2 "
                                                                     "%r1"
                                                                     "2, "
                                                                     "%la"
                                                                     "nem"
                                                                     "ask"
                                                                     "_lt"
                                                                     ";"
                                                                     "\n" KEEP(
                                                                         16,
                                                                         "%r12") "mov.u32 %r12, "
                                                                                 "%lanemask_ge;"
                                                                                 "\n" KEEP(
                                                                                     20,
                                                                                     "%r12") "mo"
                                                                                             "v."
                                                                                             "u3"
                                                                                             "2 "
                                                                                             "%r"
                                                                                             "12"
                                                                                             ", "
                                                                                             "%n"
                                                                                             "wa"
                                                                                             "rp"
                                                                                             "id"
                                                                                             ";"
                                                                                             "\n" KEEP(24, "%r12") "mov.u32 %r12, %dynamic_smem_size;\n" KEEP(
                                                                                                 28,
                                                                                                 "%"
                                                                                                 "r"
                                                                                                 "1"
                                                                                                 "2")};
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < 3 * THREADS; i++) {
            uint32_t lane = i % THREADS % 32;
            EXPECT_WORD(out, i, 0, i / THREADS);
            EXPECT_WORD(out, i, 1, 3);
            EXPECT_WORD(out, i, 2, THREADS);
            EXPECT_WORD(out, i, 3, i % THREADS / 32);
            EXPECT_WORD(out, i, 4, (1u << lane) - 1);
            EXPECT_WORD(out, i, 5, ~((1u << lane) - 1));
            EXPECT(out[i][6] >= 2);
            EXPECT_WORD(out, i, 7, 256);
        }
    }
}

TEST(special_registers_of_masks_and_time)
{
    static Out out;
    const char *body =
        "mov.u32 %r12, %lanemask_eq;\n" KEEP(0, "%r12") "mov.u32 %r12, %lanemask_le;\n" KEEP(
            4,
            "%r"
            "1"
            "2") "mov.u32 %r12, %lanemask_gt;\n" KEEP(8,
                                                      "%r12") "mov.u64 %rd5, %clock64;\nmov.u64 "
                                                              "%rd6, %clock64;\n"
                                                              "setp.ge.u64 %p1, %rd6, "
                                                              "%rd5;\n" KEEP_PREDICATE(
                                                                  12,
                                                                  "%p1") "mov.u32 %r12, "
                                                                         "%smid;\nmov.u32 %r13, "
                                                                         "%nsmid;\n"
                                                                         "setp.lt.u32 %p2, %r12, "
                                                                         "%r13;\n" KEEP_PREDICATE(
                                                                             16,
                                                                             "%p2") "mov.u32 %r12, "
                                                                                    "%tid.y;\nmov."
                                                                                    "u32 %r13, "
                                                                                    "%tid.z;\n"
                                                                                    "or.b32 %r12, "
                                                                                    "%r12, "
                                                                                    "%r13;\n" KEEP(
                                                                                        20,
                                                                                        "%r12") "mo"
                                                                                                "v."
                                                                                                "u3"
                                                                                                "2 "
                                                                                                "%r"
                                                                                                "12"
                                                                                                ", "
                                                                                                "%t"
                                                                                                "ot"
                                                                                                "al"
                                                                                                "_s"
                                                                                                "me"
                                                                                                "m_"
                                                                                                "si"
                                                                                                "ze"
                                                                                                ";"
                                                                                                "\n" KEEP(
                                                                                                    24,
                                                                                                    "%r12");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            EXPECT_WORD(out, t, 0, 1u << t);
            EXPECT_WORD(out, t, 1, UINT32_MAX >> (31 - t));
            EXPECT_WORD(out, t, 2, t == 31 ? 0 : UINT32_MAX << (t + 1));
            EXPECT_WORD(out, t, 3, 1);
            EXPECT_WORD(out, t, 4, 1);
            EXPECT_WORD(out, t, 5, 0);
        }
    }
}

INSTRUCTIONS_MAIN()
