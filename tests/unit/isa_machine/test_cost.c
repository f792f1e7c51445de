// SPDX-License-Identifier: Apache-2.0
// What instructions cost: every lane function has one row of cost.def, and small kernels cost what
// ptxas 13.0 makes of them for sm_90 (static instructions, counted from its output).
#include "isa/machine/op.h"
#include "isa/machine/pass.h"
#include "isa/machine/sequence.h"
#include "tests/unit/isa_machine/lowering.h"

// cost.def as it stands: rows, and what they are of. subject: LaneOps, then Lane4Ops; RULES: a
// rule.
enum { RULES = LANE_OP_COUNT + LANE4_OP_COUNT, NO_SUBJECT };

typedef struct Entry {
    const char *name; // NULL: of the row before
    uint32_t subject;
    bool is_ftz, has_paths;
    uint8_t issues[6];
} Entry;

static const Entry entries[] = {
#define ROW(name, pipe, ...)        {#name, NO_SUBJECT, false, false, {__VA_ARGS__}},
#define COST(name, pipe, ...)       {#name, LANE_##name, false, false, {__VA_ARGS__}},
#define COST_FTZ(name, pipe, ...)   {#name, LANE_##name, true, false, {__VA_ARGS__}},
#define COST_PATHS(name, pipe, ...) {#name, LANE_##name, false, true, {__VA_ARGS__}},
#define RULE(name, pipe, ...)       {#name, RULES, false, false, {__VA_ARGS__}},
#define OF(name)                    {.subject = LANE_##name},
#define OF4(name)                   {.subject = LANE_OP_COUNT + LANE4_##name},
#include "isa/machine/cost.def"
#undef ROW
#undef COST
#undef COST_FTZ
#undef COST_PATHS
#undef RULE
#undef OF
#undef OF4
};
#define ENTRY_COUNT (sizeof entries / sizeof *entries)

static const char *subject_name(uint32_t subject)
{
    return subject < LANE_OP_COUNT ? lane_info[subject].name
           : subject < RULES       ? lane4_info[subject - LANE_OP_COUNT].name
                                   : "";
}

// Prints what each row is of, too.
TEST(every_row_has_its_lane_functions_and_every_lane_function_one_row)
{
    static uint8_t rows_of[2][RULES];
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        const Entry *entry = &entries[i];
        printf(entry->name != NULL ? "\n%s%s: %s" : "%s%s %s",
               entry->name != NULL ? entry->name : "", entry->is_ftz ? ".ftz" : "",
               subject_name(entry->subject));
        if (entry->subject < RULES) {
            rows_of[entry->is_ftz][entry->subject]++;
        }
        bool is_last = i + 1 == ENTRY_COUNT || entries[i + 1].name != NULL;
        EXPECT(entry->subject != NO_SUBJECT || !is_last); // a row of nothing
    }
    printf("\n");
    for (uint32_t subject = 0; subject < RULES; subject++) {
        if (!EXPECT(rows_of[0][subject] == 1 && rows_of[1][subject] <= 1)) {
            fprintf(stderr, "    %s\n", subject_name(subject));
        }
    }
}

// What one op costs that reads one register and writes another.
static Op cost_alone(uint32_t subject, bool is_ftz, uint32_t compute_capability)
{
    Lowering lowering = {.target = {.compute_capability = compute_capability}};
    Unit unit = {.lowering = &lowering};
    Op *op = unit_add(&unit, subject < LANE_OP_COUNT ? MICRO_LANE : MICRO_LANE4);
    op->function = (uint16_t)(subject < LANE_OP_COUNT ? subject : subject - LANE_OP_COUNT);
    op->flags = is_ftz ? MICRO_FTZ : 0;
    op->a = op->b = op->c = unit_register(&unit, VALUE_32);
    op->d = unit_register(&unit, VALUE_32);
    unit_cost(&unit);
    Op found = unit.ops[0];
    arena_clear(&lowering.scratch);
    return found;
}

TEST(every_lane_function_costs_what_its_row_says_on_every_generation)
{
    static const uint32_t capabilities[6] = {13, 21, 35, 61, 80, 90};
    static const Entry *rows[2][RULES];
    const Entry *row = entries;
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        row = entries[i].name != NULL ? &entries[i] : row;
        if (entries[i].subject < RULES) {
            rows[entries[i].is_ftz][entries[i].subject] = row;
        }
    }
    for (uint32_t subject = 0; subject < RULES; subject++) {
        for (int g = 0; g < 12; g++) {
            const Entry *plain = rows[0][subject], *ftz = rows[1][subject];
            const Entry *wanted = g >= 6 && ftz != NULL ? ftz : plain;
            Op found = cost_alone(subject, g >= 6, capabilities[g % 6]);
            if (!EXPECT_EQ(found.issues, wanted->issues[g % 6]) ||
                !EXPECT_EQ(found.has_paths, wanted->has_paths)) {
                fprintf(stderr, "    %s, %u\n", subject_name(subject), capabilities[g % 6]);
            }
        }
    }
}

// The machine instructions of a row of cost.def for Hopper; 0: there is no such row.
static uint32_t hopper_issues(const char *name, bool is_ftz)
{
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        const Entry *entry = &entries[i];
        if (entry->name != NULL && strcmp(entry->name, name) == 0 && entry->is_ftz == is_ftz) {
            return entry->issues[5];
        }
    }
    return 0;
}

TEST(every_sequence_is_a_row_of_the_table_and_no_longer)
{
    static const struct {
        const char *name;
        bool is_ftz;
        uint32_t beside;
    } sequences[] = {
#define SEQUENCE(name, is_ftz, alu, fma, xu, cbu, adu, uniform)                                    \
    {#name, is_ftz, alu + fma + xu + cbu + adu + uniform},
#include "isa/machine/sequence.def"
#undef SEQUENCE
    };
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        const char *name = sequences[i].name;
        bool is_one = strcmp(name, "SPECIAL") == 0 || strcmp(name, "ARGUMENT") == 0;
        uint32_t issues = is_one ? 1
                          : strcmp(name, "COPY_TENSOR") == 0
                              ? 9
                              : hopper_issues(name, sequences[i].is_ftz);
        if (!EXPECT(sequences[i].beside > 0 && sequences[i].beside <= issues)) {
            fprintf(stderr, "    %s\n", name);
        }
    }
}

static uint32_t words_of(const char *text)
{
    uint32_t count = *text != '\0';
    for (; *text != '\0'; text++) {
        count += *text == ' ';
    }
    return count;
}

TEST(every_listed_sequence_is_as_long_as_its_cost)
{
    static const struct {
        LaneOp function;
        const char *name, *turing, *hopper;
    } codes[] = {
#define SEQUENCE_CODE(function, turing, hopper) {LANE_##function, #function, turing, hopper},
#include "isa/machine/sequence_code.def"
#undef SEQUENCE_CODE
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        uint32_t turing = words_of(codes[i].turing), hopper = words_of(codes[i].hopper);
        bool is_equal = (turing == 0 || turing == machine_issues(codes[i].function, 75)) &&
                        (hopper == 0 || hopper == machine_issues(codes[i].function, 90));
        if (!EXPECT(is_equal && turing + hopper > 0)) {
            fprintf(stderr, "    %s\n", codes[i].name);
        }
    }
}

TEST(a_remainder_has_its_code_and_an_addition_none)
{
    static const char *const body = "ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; "
                                    "rem.u32 %r3, %r2, %r1; add.u32 %r3, %r3, %r2; "
                                    "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r3;";
    Lowered hopper = lower_body(body, 90), pascal = lower_body(body, 61);
    const Micro *remainder = find_lane(hopper.program, LANE_REM_U32);
    const char *code = remainder == NULL ? NULL : sequence_code(remainder, 90);
    EXPECT(code != NULL && strncmp(code, "I2F.U32.RP ", 11) == 0);
    EXPECT(sequence_code(find_lane(hopper.program, LANE_ADD_32), 90) == NULL);
    EXPECT(sequence_code(find_lane(pascal.program, LANE_REM_U32), 61) == NULL);
    EXPECT(remainder == NULL || sequence_code(remainder, 100) == NULL); // not recorded
    lowered_free(&hopper);
    lowered_free(&pascal);
}

// I2F, MUFU and F2I on XU, six IMAD, and the rest on ALU (reduce_modulo in
// traces/h200/sass/reduction.sass).
TEST(a_remainder_runs_on_three_pipes_since_volta)
{
    static const char *const body = "ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; "
                                    "rem.u32 %r3, %r2, %r1; ld.param.u64 %rd1, [p]; "
                                    "st.global.u32 [%rd1], %r3;";
    Lowered hopper = lower_body(body, 90), pascal = lower_body(body, 61);
    const Micro *young = find_lane(hopper.program, LANE_REM_U32);
    const Micro *old = find_lane(pascal.program, LANE_REM_U32);
    EXPECT_EQ(micro_issues_on(young, PIPE_XU), 3);
    EXPECT_EQ(micro_issues_on(young, PIPE_FMA), 6);
    EXPECT_EQ(micro_issues_on(young, PIPE_ALU), 8);
    EXPECT_EQ(micro_issues_on(old, PIPE_ALU), old->issues);
    EXPECT_EQ(micro_issues_on(old, PIPE_XU), 0);
    lowered_free(&hopper);
    lowered_free(&pascal);
}

static uint32_t issues_of(const Lowered *t)
{
    uint32_t sum = 0;
    for (uint32_t pc = 0; t->program != NULL && pc < t->program->code_count; pc++) {
        sum += t->program->code[pc].issues;
    }
    return sum;
}

#define INDEX                                                                                      \
    "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; ld.param.u32 %r1, [n]; mov.u32 %r2, "         \
    "%ctaid.x;"                                                                                    \
    "mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;"                    \
    "setp.ge.s32 %p1, %r5, %r1; @%p1 bra LEND; mul.wide.s32 %rd3, %r5, 4;"                         \
    "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;"

TEST(a_copy_kernel_costs_sixteen_instructions_on_hopper)
{
    Lowered t = lower_body(INDEX "ld.global.f32 %f1, [%rd4]; st.global.f32 [%rd5], %f1; LEND:", 90);
    EXPECT_EQ(issues_of(&t), 16);
    lowered_free(&t);
}

TEST(old_pointers_have_32_bits)
{
    Lowered old = lower_body("ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [%rd1];"
                             "add.s64 %rd3, %rd2, %rd1; st.global.u64 [%rd1], %rd3;",
                             13);
    const Micro *add = find_lane(old.program, LANE_ADD_64);
    EXPECT(add != NULL && add->issues == 1);
    lowered_free(&old);
    Lowered young = lower_body("ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [%rd1];"
                               "add.s64 %rd3, %rd2, %rd1; st.global.u64 [%rd1], %rd3;",
                               90);
    add = find_lane(young.program, LANE_ADD_64);
    EXPECT(add != NULL && add->issues == 2);
    lowered_free(&young);
}

TEST(multiplication_costs_what_the_generation_has)
{
    static const struct {
        uint32_t compute_capability, issues;
    } cases[] = {{10, 4}, {20, 1}, {35, 1}, {52, 3}, {70, 1}, {90, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Lowered t = lower_body("mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, %r1;"
                               "st.global.u32 [counter], %r2;",
                               cases[i].compute_capability);
        const Micro *mul = find_lane(t.program, LANE_MUL_LO_32);
        EXPECT(mul != NULL && mul->issues == cases[i].issues);
        lowered_free(&t);
    }
}

TEST(a_third_addend_and_a_third_operand_of_logic_are_free)
{
    Lowered t =
        lower_body("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [counter]; add.s32 %r5, %r1, %r2;"
                   "add.s32 %r6, %r5, %r3; and.b32 %r7, %r6, %r4; xor.b32 %r8, %r7, %r1;"
                   "st.global.u32 [counter], %r8;",
                   90);
    const Micro *add = find_lane(t.program, LANE_ADD_32);
    const Micro *and_ = find_lane(t.program, LANE_AND_32);
    const Micro *xor_ = find_lane(t.program, LANE_XOR_32);
    if (EXPECT(add != NULL && and_ != NULL && xor_ != NULL)) {
        EXPECT_EQ(add->issues, 0);
        EXPECT_EQ(add[1].issues, 1);
        EXPECT_EQ(and_->issues + xor_->issues, 1);
    }
    lowered_free(&t);
}

// Machine instructions of all micro-ops that compute on one pipe.
static uint32_t lane_issues(const Lowered *t)
{
    uint32_t sum = 0;
    for (uint32_t pc = 0; t->program != NULL && pc < t->program->code_count; pc++) {
        const Micro *micro = &t->program->code[pc];
        sum += micro->kind == MICRO_LANE || micro->kind == MICRO_LANE4 ? micro->issues : 0;
    }
    return sum;
}

// One LOP3 has three operands, one of them a literal (majority in
// traces/h200/probes/selections.sass).
TEST(what_three_operands_determine_is_one_instruction)
{
    static const struct {
        const char *logic;
        uint32_t issues;
    } cases[] = {
        {"and.b32 %r5, %r1, %r2; and.b32 %r6, %r1, %r3; xor.b32 %r7, %r5, %r6;"
         "and.b32 %r9, %r2, %r3; xor.b32 %r8, %r7, %r9;",
         1},
        {"and.b32 %r5, %r1, %r2; not.b32 %r6, %r1; and.b32 %r7, %r6, %r3; or.b32 %r8, %r5, %r7;",
         1},
        {"xor.b32 %r5, %r1, %r2; xor.b32 %r6, %r3, %r4; xor.b32 %r8, %r5, %r6;", 2},
        {"and.b32 %r5, %r1, 15; xor.b32 %r6, %r5, %r2; or.b32 %r8, %r6, 32;", 2},
        {"and.b32 %r5, %r1, %r2; xor.b32 %r6, %r5, %r3; or.b32 %r8, %r5, %r6;", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_printf(&body,
                    "ld.global.v4.u32 {%%r1, %%r2, %%r3, %%r4}, [counter]; %s"
                    "st.global.u32 [counter], %%r8;",
                    cases[i].logic);
        Lowered t = lower_body(text_string(&body), 90);
        EXPECT_EQ(lane_issues(&t), cases[i].issues);
        lowered_free(&t);
        text_destroy(&body);
    }
}

TEST(a_rotation_is_added_in_one_instruction)
{
    Lowered t =
        lower_body("ld.global.v2.u32 {%r1, %r2}, [counter]; shf.l.wrap.b32 %r3, %r2, %r2, 5;"
                   "add.s32 %r4, %r3, %r1; st.global.u32 [counter], %r4;",
                   90);
    EXPECT_EQ(lane_issues(&t), 1);
    lowered_free(&t);
}

TEST(remainder_by_a_variable_is_its_whole_sequence)
{
    Lowered t = lower_body("ld.global.v2.u32 {%r1, %r2}, [counter]; rem.u32 %r3, %r1, %r2;"
                           "st.global.u32 [counter], %r3;",
                           90);
    const Micro *rem = find_lane(t.program, LANE_REM_U32);
    EXPECT(rem != NULL && rem->issues == 17);
    lowered_free(&t);
}

TEST(divergent_branches_announce_themselves_and_uniform_ones_do_not)
{
#define LONG                                                                                       \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"          \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"          \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"
    Lowered t =
        lower_body("mov.u32 %r1, %tid.x; mov.u32 %r9, 1; setp.lt.s32 %p1, %r1, 5; @%p1 bra L1;" LONG
                   "L1: st.global.u32 [counter], %r9;",
                   90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    EXPECT(branch != NULL && branch->issues == 2);
    lowered_free(&t);
    t = lower_body(
        "mov.u32 %r1, %ctaid.x; mov.u32 %r9, 1; setp.lt.s32 %p1, %r1, 5; @%p1 bra L1;" LONG
        "L1: st.global.u32 [counter], %r9;",
        90);
    branch = find_kind(t.program, MICRO_BRANCH);
    EXPECT(branch != NULL && branch->issues == 1);
    lowered_free(&t);
}

TEST(registers_stay_within_the_generation_and_what_the_kernel_allows)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; st.global.u32 [counter], %r1;", 90);
    EXPECT(t.program != NULL && t.program->registers_per_thread == 16);
    lowered_free(&t);
    t = lower_body("mov.u32 %r1, %tid.x; st.global.u32 [counter], %r1;", 10);
    EXPECT(t.program != NULL && t.program->registers_per_thread < 16);
    lowered_free(&t);
}

// Twenty values go around a loop, in blocks of 256 threads of which `blocks` shall fit.
static uint32_t registers_of_bound(uint32_t blocks, uint32_t compute_capability)
{
    Text text = {0};
    text_printf(&text,
                "%s.visible .entry k()\n.maxntid 256\n.minnctapersm %u\n"
                "{ .reg .b32 %%r<22>; .reg .pred %%p<2>; mov.u32 %%r20, 0;\n",
                KERNEL_HEAD, (unsigned)blocks);
    for (unsigned i = 0; i < 20; i++) {
        text_printf(&text, "ld.volatile.global.u32 %%r%u, [counter];\n", i);
    }
    text_printf(&text, "L: ");
    for (unsigned i = 0; i < 20; i++) {
        text_printf(&text, "add.u32 %%r%u, %%r%u, %%r%u;\n", i, i, (i + 1) % 20);
    }
    text_printf(&text, "add.u32 %%r20, %%r20, 1; setp.lt.u32 %%p1, %%r20, 9; @%%p1 bra L;\n");
    for (unsigned i = 0; i < 20; i++) {
        text_printf(&text, "st.volatile.global.u32 [counter], %%r%u;\n", i);
    }
    text_printf(&text, "ret;\n}\n");
    Lowered t =
        lower_module(text_string(&text), (MachineTarget){.compute_capability = compute_capability});
    uint32_t registers = t.program != NULL ? t.program->registers_per_thread : 0;
    lowered_free(&t);
    text_destroy(&text);
    return registers;
}

// ECE 498AL / EE382V: of 8192 registers, three blocks of 256 threads may have 10 each.
TEST(a_launch_bound_leaves_so_many_registers_to_a_thread)
{
    EXPECT_EQ(registers_of_bound(3, 10), 10);
    EXPECT_EQ(registers_of_bound(2, 10), 16);
    EXPECT(registers_of_bound(1, 10) > 16);
    EXPECT_EQ(registers_of_bound(2, 20), registers_of_bound(1, 20));
    EXPECT(registers_of_bound(8, 90) <= 32);
    EXPECT_EQ(registers_of_bound(9, 90), registers_of_bound(1, 90)); // 2304 threads: ignored
    EXPECT_EQ(registers_of_bound(0, 10), registers_of_bound(1, 10)); // one block fits in any case
    EXPECT_EQ(registers_of_bound(3, 90), registers_of_bound(1, 90));
    EXPECT_EQ(registers_of_bound(100, 90), registers_of_bound(1, 90)); // no SM holds so many
}

// Four fetches around (f1, f2): the first places both, the next two copy one coordinate each, the
// last repeats a whole vector.
TEST(a_coordinate_of_a_second_vector_is_copied)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];"
                           "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];"
                           "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2}];"
                           "tex.2d.v4.f32.f32 {%f9, %f10, %f11, %f12}, [%rd1, {%f1, %f3}];"
                           "tex.2d.v4.f32.f32 {%f13, %f14, %f15, %f16}, [%rd1, {%f4, %f2}];"
                           "tex.2d.v4.f32.f32 {%f17, %f18, %f19, %f20}, [%rd1, {%f1, %f2}];"
                           "st.global.v4.f32 [%rd2], {%f5, %f9, %f13, %f17};",
                           90);
    static const uint32_t expected[] = {1, 2, 2, 1};
    uint32_t found = 0;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        if (t.program->code[pc].kind == MICRO_TEXTURE && found < 4) {
            EXPECT_EQ(t.program->code[pc].issues, expected[found++]);
        }
    }
    EXPECT_EQ(found, 4);
    lowered_free(&t);
}

// traces/h200/sass/constant.sass, read_uniform: sixteen loads in flight and 8 registers in all.
TEST(what_all_lanes_share_takes_no_registers)
{
    static const char sum[] = "ld.global.v2.f32 {%f1, %f2}, [%rd3];"
                              "ld.global.v2.f32 {%f3, %f4}, [%rd3+8];"
                              "add.f32 %f5, %f1, %f2; add.f32 %f6, %f3, %f4;"
                              "add.f32 %f7, %f5, %f6; st.global.f32 [%rd3], %f7;";
    char lanes[512], warp[512];
    snprintf(lanes, sizeof lanes,
             "ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4;"
             "add.s64 %%rd3, %%rd1, %%rd2; %s",
             sum);
    snprintf(warp, sizeof warp,
             "ld.param.u64 %%rd1, [p]; ld.param.u32 %%r1, [n]; mul.wide.u32 %%rd2, %%r1, 4;"
             "add.s64 %%rd3, %%rd1, %%rd2; %s",
             sum);
    Lowered apart = lower_body(lanes, 90), together = lower_body(warp, 90);
    if (EXPECT(apart.program != NULL && together.program != NULL)) {
        EXPECT(together.program->functions[0].registers < apart.program->functions[0].registers);
    }
    lowered_free(&apart);
    lowered_free(&together);
}

static uint32_t total_issues(const char *body, uint32_t compute_capability)
{
    Lowered t = lower_body(body, compute_capability);
    uint32_t total = 0;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        total += t.program->code[pc].issues;
    }
    lowered_free(&t);
    return total;
}

#define STORE(value) " st.volatile.global.u32 [counter], " value ";"

// ask_block in traces/h200/sass/barriers.sass: BAR.RED, B2R.RESULT, and nothing between the truth
// value and its predicate.
TEST(a_reducing_barrier_takes_two_and_truth_values_none)
{
    const char *direct = "setp.lt.s32 %p1, %r1, 5; barrier.cta.red.or.pred %p2, 0, %p1;\n"
                         "selp.u32 %r2, 1, 0, %p2;" STORE("%r2");
    const char *around = "setp.lt.s32 %p1, %r1, 5; selp.u32 %r5, 1, 0, %p1;\n"
                         "setp.ne.s32 %p3, %r5, 0; barrier.cta.red.or.pred %p2, 0, %p3;\n"
                         "selp.u32 %r2, 1, 0, %p2;" STORE("%r2");
    EXPECT(total_issues(direct, 90) > 0);
    EXPECT_EQ(total_issues(around, 90), total_issues(direct, 90));
    Lowered t = lower_body(direct, 90);
    const Micro *barrier = find_kind(t.program, MICRO_BARRIER);
    EXPECT(barrier != NULL && barrier->issues == 2);
    lowered_free(&t);
}

// nested_predicates in traces/h200/sass/predication.sass: IMAD R4, R7, -0x3, R4; deviations_indexed
// in local_memory.sass: IMAD R3, R3, 0x40, -R6.
TEST(products_are_subtracted_in_one)
{
    const char *head = "ld.volatile.global.u32 %r1, [counter]; ld.volatile.global.u32 %r2, "
                       "[counter];";
    Text sum = {0}, from = {0}, less = {0};
    text_printf(&sum, "%s mad.lo.u32 %%r3, %%r1, 3, %%r2;" STORE("%%r3"), head);
    text_printf(&from, "%s mul.lo.u32 %%r4, %%r1, 3; sub.u32 %%r3, %%r2, %%r4;" STORE("%%r3"),
                head);
    text_printf(&less, "%s shl.b32 %%r4, %%r1, 6; sub.u32 %%r3, %%r4, %%r2;" STORE("%%r3"), head);
    EXPECT(total_issues(text_string(&sum), 90) > 0);
    EXPECT_EQ(total_issues(text_string(&from), 90), total_issues(text_string(&sum), 90));
    EXPECT_EQ(total_issues(text_string(&less), 90), total_issues(text_string(&sum), 90));
    text_destroy(&sum);
    text_destroy(&from);
    text_destroy(&less);
}

// deviations_indexed in traces/h200/sass/local_memory.sass: VIADD R8, R8, 0x4.
TEST(pointers_into_local_memory_have_one_word)
{
    Lowered t = lower_body(".local .align 4 .b8 frame[256]; mov.u64 %rd1, frame; mov.u32 %r1, 0; "
                           "ld.param.u32 %r9, [n];\n"
                           "L: st.local.u32 [%rd1], %r1; add.s64 %rd1, %rd1, 4;\n"
                           "add.s32 %r1, %r1, 1; setp.ne.s32 %p1, %r1, %r9; @%p1 bra L;\n"
                           "ld.local.u32 %r2, [frame+8];" STORE("%r2"),
                           90);
    const Micro *add = find_lane(t.program, LANE_ADD_64);
    EXPECT(add != NULL && add->issues == 1);
    lowered_free(&t);
}

// A literal with one use is made in the loop (RED in histogram_global), one with several before it
// (FFMA in load_and_compute); ATOMS.POPC.INC needs none.
TEST(a_literal_used_once_is_made_where_it_is_used)
{
    const char *form = "ld.param.u64 %%rd1, [p]; ld.param.u32 %%r9, [n]; mov.u32 %%r1, 0;\nL: %s\n"
                       "add.s32 %%r1, %%r1, 1; setp.ne.s32 %%p1, %%r1, %%r9; @%%p1 bra L;";
    static const char *const bodies[] = {"st.volatile.global.u32 [%rd1], 7;",
                                         "st.global.u32 [%rd1], 7; st.global.u32 [%rd1+4], 7;",
                                         "red.shared.add.u32 [tile], 1;"};
    static const bool is_made_inside[] = {true, false, false};
    for (int i = 0; i < 3; i++) {
        Text body = {0};
        text_printf(&body, form, bodies[i]);
        Lowered t = lower_body(text_string(&body), 90);
        const Micro *branch = find_kind(t.program, MICRO_BRANCH);
        bool is_inside = false;
        for (uint32_t pc = branch == NULL ? 0 : branch->target;
             branch != NULL && &t.program->code[pc] < branch; pc++) {
            is_inside |= t.program->code[pc].kind == MICRO_NOP;
        }
        EXPECT(branch != NULL && is_inside == is_made_inside[i]);
        lowered_free(&t);
        text_destroy(&body);
    }
}

// ptxas 13.0 for sm_90: LEA R, R, -1, 0x2 of the first, HFMA2 (the literal) and IMAD of the second.
TEST(a_shift_and_a_literal_are_one_instruction)
{
    const char *shifted = "mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, 4;"
                          "add.s32 %r3, %r2, -1;" STORE("%r3");
    const char *multiplied = "mov.u32 %r1, %tid.x; mul.lo.s32 %r2, %r1, 12;"
                             "add.s32 %r3, %r2, -1;" STORE("%r3");
    EXPECT_EQ(total_issues(shifted, 90) + 1, total_issues(multiplied, 90));
}

// `together` of tests/hardware/suite/constants.cu: ptxas makes ULDC.64, FFMA, FFMA, ULDC.64, FFMA,
// FFMA of it. The place of the variable is in the load, and the address has 32 bits.
TEST(constants_for_all_lanes_are_loaded_in_pairs_and_no_earlier_than_needed)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; ld.param.f32 %f1, [x]; mov.u32 %r1, %ctaid.x;"
                           "shl.b32 %r2, %r1, 4; cvt.u64.u32 %rd2, %r2; mov.u64 %rd3, table;"
                           "add.s64 %rd4, %rd3, %rd2;"
                           "ld.const.f32 %f2, [%rd4]; fma.rn.f32 %f1, %f1, %f1, %f2;"
                           "ld.const.f32 %f3, [%rd4+4]; fma.rn.f32 %f1, %f1, %f1, %f3;"
                           "ld.const.f32 %f4, [%rd4+8]; fma.rn.f32 %f1, %f1, %f1, %f4;"
                           "ld.const.f32 %f5, [%rd4+12]; fma.rn.f32 %f1, %f1, %f1, %f5;"
                           "st.global.f32 [%rd1], %f1;",
                           90);
    MicroKind order[6] = {MICRO_LOAD, MICRO_LANE, MICRO_LANE, MICRO_LOAD, MICRO_LANE, MICRO_LANE};
    uint32_t found = 0;
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        const Micro *micro = &t.program->code[pc];
        bool is_load = micro->kind == MICRO_LOAD && micro->space == PTX_SPACE_CONST;
        if (is_load || (micro->kind == MICRO_LANE && micro->function == LANE_FMA_F32)) {
            EXPECT(found < 6 && micro->kind == order[found]);
            found++;
        }
        if (is_load) {
            EXPECT_EQ(micro->vector, 2);
            EXPECT_EQ(micro->pipe, PIPE_NONE);
        }
        if (micro->kind == MICRO_LANE &&
            (micro->function == LANE_ADD_64 || micro->function == LANE_MAD_WIDE_U32)) {
            EXPECT_EQ(micro->issues, 0);
        }
    }
    EXPECT_EQ(found, 6);
    lowered_free(&t);
}

// `apart` of the same file: LDC R15, c[0x3][R15].
TEST(constants_of_lanes_apart_are_loaded_by_another_pipe)
{
    static const struct {
        uint32_t compute_capability, pipe;
    } cases[] = {{61, PIPE_LSU}, {70, PIPE_ADU}, {90, PIPE_ADU}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lowered t = lower_body("ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;"
                               "mul.wide.u32 %rd2, %r1, 4; mov.u64 %rd3, table;"
                               "add.s64 %rd4, %rd3, %rd2; ld.const.u32 %r2, [%rd4];"
                               "st.global.u32 [%rd1], %r2;",
                               cases[i].compute_capability);
        for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
            if (t.program->code[pc].kind == MICRO_LOAD &&
                t.program->code[pc].space == PTX_SPACE_CONST) {
                EXPECT_EQ(t.program->code[pc].pipe, cases[i].pipe);
            }
        }
        EXPECT(find_kind(t.program, MICRO_LOAD) != NULL);
        lowered_free(&t);
    }
}

static uint32_t issues_of_all(const MachineProgram *program)
{
    uint32_t issues = 0;
    for (uint32_t i = 0; i < program->code_count; i++) {
        issues += program->code[i].issues;
    }
    return issues;
}

static uint32_t issues_of_body(const char *body, uint32_t compute_capability)
{
    Lowered lowered = lower_body(body, compute_capability);
    uint32_t issues = EXPECT(lowered.program != NULL) ? issues_of_all(lowered.program) : 0;
    lowered_free(&lowered);
    return issues;
}

#define LOAD_TWO                                                                                   \
    "ld.param.u32 %r1, [n]; ld.param.u64 %rd1, [p]; ld.global.u32 %r2, [%rd1]; "                   \
    "ld.global.u32 %r3, [%rd1+4]; "
#define STORE_TWO "xor.b32 %r6, %r4, %r5; st.global.u32 [%rd1], %r6;"

// ptxas 13.0: 51 instructions for two signed divisions by one value, 41 for unsigned ones; 14 and 9
// of them are the second's.
TEST(divisions_by_one_value_share_what_depends_on_it)
{
    static const char *const one = LOAD_TWO "div.s32 %r4, %r2, %r1; mov.u32 %r5, %r3; " STORE_TWO;
    static const char *const two =
        LOAD_TWO "div.s32 %r4, %r2, %r1; div.s32 %r5, %r3, %r1; " STORE_TWO;
    static const char *const mixed =
        LOAD_TWO "div.s32 %r4, %r2, %r1; rem.s32 %r5, %r3, %r1; " STORE_TWO;
    static const char *const signs =
        LOAD_TWO "div.s32 %r4, %r2, %r1; div.u32 %r5, %r3, %r1; " STORE_TWO;
    static const char *const others =
        LOAD_TWO "div.s32 %r4, %r2, %r1; div.s32 %r5, %r1, %r3; " STORE_TWO;
    for (uint32_t capability = 80; capability <= 90; capability += 10) {
        uint32_t first = issues_of_body(one, capability);
        EXPECT_EQ(issues_of_body(two, capability), first + 14);
        EXPECT_EQ(issues_of_body(mixed, capability), first + 12);
        EXPECT_EQ(issues_of_body(signs, capability),
                  first + machine_issues(LANE_DIV_U32, capability));
        EXPECT_EQ(issues_of_body(others, capability),
                  first + machine_issues(LANE_DIV_S32, capability));
    }
    EXPECT_EQ(issues_of_body(two, 61), issues_of_body(one, 61) + machine_issues(LANE_DIV_S32, 61));
}

#define LOOP(divisor)                                                                              \
    LOAD_TWO "mov.u32 %r7, 0;\nAGAIN: " divisor                                                    \
             "add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, %r3; @%p1 bra AGAIN;\n"                   \
             "mov.u32 %r5, 7; mov.u32 %r4, %r2; " STORE_TWO

// What depends on the divisor alone stands before the loop, if the divisor does not change in it.
TEST(a_loop_finds_its_divisor_prepared)
{
    Lowered fixed = lower_body(LOOP("rem.u32 %r2, %r2, %r1; xor.b32 %r2, %r2, %r7; "), 90);
    Lowered moving = lower_body(LOOP("add.u32 %r1, %r1, 1; rem.u32 %r2, %r2, %r1; "), 90);
    const Micro *prepared = find_lane(fixed.program, LANE_REM_U32);
    const Micro *whole = find_lane(moving.program, LANE_REM_U32);
    EXPECT_EQ(prepared->issues, 8);
    EXPECT_EQ(micro_issues_on(prepared, PIPE_XU), 0);
    EXPECT_EQ(micro_issues_on(prepared, PIPE_FMA), 3);
    EXPECT(sequence_code(prepared, 90) == NULL);
    EXPECT_EQ(whole->issues, machine_issues(LANE_REM_U32, 90));
    lowered_free(&fixed);
    lowered_free(&moving);
}
