// SPDX-License-Identifier: Apache-2.0
// Rows: values that live at the same time have rows of their own, in every lane. Checked by running
// small programs twice: as written by the test, and as lowered, by an interpreter of one lane.
#include "tests/unit/isa_machine/lowering.h"

// A machine of one lane that knows the few operations these tests use.
typedef struct Lane {
    uint32_t rows[256];
    uint32_t predicates[64];
    uint32_t memory[64];
    uint32_t thread;
} Lane;

static uint32_t read_row(const Lowered *t, const Lane *lane, Row row)
{
    const MachineConstant *constant = constant_at(t->program, row);
    if (row == ROW_NONE) {
        return 0;
    }
    return constant != NULL ? (uint32_t)constant->bits : lane->rows[row];
}

static bool guard_holds(const Lane *lane, const Micro *micro)
{
    bool is_negated = (micro->flags & MICRO_GUARD_NEGATED) != 0;
    return micro->guard == PREDICATE_NONE || (lane->predicates[micro->guard] != 0) != is_negated;
}

static bool run_lane(const Lowered *t, Lane *lane, const Micro *micro)
{
    uint32_t a = read_row(t, lane, micro->a), b = read_row(t, lane, micro->b);
    uint32_t c = read_row(t, lane, micro->c);
    uint32_t *d = &lane->rows[micro->d];
    switch (micro->function) {
    case LANE_ADD_32: *d = a + b; return true;
    case LANE_SUB_32: *d = a - b; return true;
    case LANE_XOR_32: *d = a ^ b; return true;
    case LANE_MUL_LO_32: *d = a * b; return true;
    case LANE_MAD_LO_32: *d = a * b + c; return true;
    case LANE_MOV_32: *d = a; return true;
    case LANE_SHL_32: *d = a << b; return true;
    default: return false;
    }
}

static bool run_setp(const Lowered *t, Lane *lane, const Micro *micro)
{
    uint32_t a = read_row(t, lane, micro->a), b = read_row(t, lane, micro->b);
    bool holds = false;
    switch (micro->function) {
    case LANE_SETP_LT_U32: holds = a < b; break;
    case LANE_SETP_GT_U32: holds = a > b; break;
    case LANE_SETP_GE_U32: holds = a >= b; break;
    case LANE_SETP_EQ_32: holds = a == b; break;
    case LANE_SETP_NE_32: holds = a != b; break;
    case LANE_SETP_GT_S32: holds = (int32_t)a > (int32_t)b; break;
    case LANE_SETP_LT_S32: holds = (int32_t)a < (int32_t)b; break;
    case LANE_SETP_GE_S32: holds = (int32_t)a >= (int32_t)b; break;
    default: return false;
    }
    if (micro->combine != 0 && micro->combine != PTX_DOT_AND) {
        return false;
    }
    lane->predicates[micro->d] = holds && (micro->combine == 0 || lane->predicates[micro->c] != 0);
    return true;
}

// False when it meets something it does not know, or does not end.
static bool run_program(const Lowered *t, Lane *lane)
{
    const MachineFunction *entry = &t->program->functions[0];
    for (uint32_t i = 0; i < entry->special_count; i++) {
        lane->rows[entry->specials[i].row] = lane->thread;
    }
    uint32_t pc = entry->entry_pc;
    for (int step = 0; step < 10000; step++) {
        const Micro *micro = &t->program->code[pc++];
        if (!guard_holds(lane, micro)) {
            continue;
        }
        bool is_known = true;
        switch (micro->kind) {
        case MICRO_NOP: break;
        case MICRO_LANE: is_known = run_lane(t, lane, micro); break;
        case MICRO_SETP: is_known = run_setp(t, lane, micro); break;
        case MICRO_STORE:
            lane->memory[micro->offset / 4] = read_row(t, lane, micro->data[0]);
            break;
        case MICRO_BRANCH: pc = micro->target; break;
        case MICRO_EXIT: return true;
        default: is_known = false; break;
        }
        if (!is_known) {
            return false;
        }
    }
    return false;
}

static uint32_t result_of(const char *body, uint32_t thread)
{
    Lowered t = lower_body(body, 90);
    Lane lane = {.thread = thread};
    bool is_run = t.program != NULL && run_program(&t, &lane);
    if (!EXPECT(is_run)) {
        fprintf(stderr, "%s%s\n", text_string(&t.messages), text_string(&t.listing));
    }
    lowered_free(&t);
    return lane.memory[0];
}

TEST(values_used_late_survive_what_is_computed_between)
{
    const char *body = "mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 1; add.s32 %r3, %r1, 2;"
                       "mul.lo.s32 %r4, %r2, %r3; xor.b32 %r5, %r4, %r2; sub.s32 %r6, %r5, %r3;"
                       "mad.lo.s32 %r7, %r6, %r4, %r2; st.shared.u32 [tile], %r7;";
    for (uint32_t x = 0; x < 40; x += 13) {
        uint32_t b = x + 1, c = x + 2, d = b * c;
        EXPECT_EQ(result_of(body, x), ((d ^ b) - c) * d + b);
    }
}

TEST(loop_variables_swap_correctly)
{
    // Fibonacci by simultaneous assignment: the copies must not overwrite each other's sources
    const char *body = "mov.u32 %r1, %tid.x; mov.u32 %r2, 0; mov.u32 %r3, 1; mov.u32 %r4, 0;"
                       "L1: add.s32 %r5, %r2, %r3; mov.u32 %r2, %r3; mov.u32 %r3, %r5;"
                       "add.s32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, %r1; @%p1 bra L1;"
                       "st.shared.u32 [tile], %r2;";
    EXPECT_EQ(result_of(body, 1), 1);
    EXPECT_EQ(result_of(body, 10), 55);
    EXPECT_EQ(result_of(body, 20), 6765);
}

TEST(a_guarded_write_keeps_the_old_value_elsewhere)
{
    const char *body = "mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 5; setp.lt.u32 %p1, %r1, 4;"
                       "@%p1 bra L1; mul.lo.s32 %r2, %r1, 3; add.s32 %r3, %r2, 7;"
                       "xor.b32 %r2, %r3, %r2; L1: st.shared.u32 [tile], %r2;";
    EXPECT_EQ(result_of(body, 2), 7);
    EXPECT_EQ(result_of(body, 9), (27 + 7) ^ 27);
}

TEST(complementary_guards_join)
{
    const char *body = "mov.u32 %r1, %tid.x; xor.b32 %r9, %r1, 85; setp.lt.u32 %p1, %r1, 4;"
                       "@%p1 bra L1; add.s32 %r2, %r1, 100; bra L2; L1: mul.lo.s32 %r2, %r1, %r1;"
                       "L2: add.s32 %r3, %r2, %r9; st.shared.u32 [tile], %r3;";
    EXPECT_EQ(result_of(body, 3), 9 + (3 ^ 85));
    EXPECT_EQ(result_of(body, 8), 108 + (8 ^ 85));
}

TEST(a_value_from_before_a_loop_lives_through_it)
{
    const char *body = "mov.u32 %r1, %tid.x; mad.lo.s32 %r7, %r1, %r1, 3; mov.u32 %r2, 0;"
                       "L1: shl.b32 %r3, %r2, 1; xor.b32 %r4, %r3, 9; add.s32 %r2, %r2, 1;"
                       "setp.ne.s32 %p1, %r2, 6; @%p1 bra L1;"
                       "add.s32 %r5, %r4, %r7; st.shared.u32 [tile], %r5;";
    EXPECT_EQ(result_of(body, 4), (10 ^ 9) + 19);
}

TEST(unrolled_loops_count_as_written)
{
    // two ways to count, all trips from one to a few unrolled rounds; the bodies use the counter,
    // carry a value from round to round and keep one for a round only
    const char *down = "mov.u32 %r1, %tid.x; shl.b32 %r4, %r1, 1; mov.u32 %r2, 5;"
                       "L1: mad.lo.s32 %r3, %r4, 3, %r2; xor.b32 %r5, %r3, %r4;"
                       "add.s32 %r2, %r2, %r5; add.s32 %r4, %r4, -2; setp.ne.s32 %p1, %r4, 0;"
                       "@%p1 bra L1; st.shared.u32 [tile], %r2;";
    const char *up = "mov.u32 %r1, %tid.x; mov.u32 %r4, 0; mov.u32 %r2, 5;"
                     "L1: mad.lo.s32 %r3, %r4, 7, %r2; add.s32 %r4, %r4, 3; xor.b32 %r5, %r3, %r4;"
                     "add.s32 %r2, %r2, %r5; setp.lt.s32 %p1, %r4, %r1; @%p1 bra L1;"
                     "add.s32 %r6, %r2, %r4; st.shared.u32 [tile], %r6;";
    for (uint32_t trips = 1; trips < 14; trips++) {
        uint32_t sum = 5;
        for (uint32_t i = 2 * trips; i != 0; i -= 2) {
            sum += (i * 3 + sum) ^ i;
        }
        EXPECT_EQ(result_of(down, trips), sum);
    }
    for (uint32_t bound = 0; bound < 40; bound++) {
        uint32_t sum = 5, i = 0;
        do {
            uint32_t product = i * 7 + sum;
            i += 3;
            sum += product ^ i;
        } while (i < bound);
        EXPECT_EQ(result_of(up, bound), sum + i);
    }
    Lowered t = lower_body(down, 90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 7);
    lowered_free(&t);
}

// A round's value that nothing of the next round reads, but the code after the loop.
TEST(the_last_value_of_an_unrolled_loop_is_read_after_it)
{
    const char *body = "mov.u32 %r1, %tid.x; shl.b32 %r4, %r1, 1; mov.u32 %r2, 5;"
                       "L1: mad.lo.s32 %r3, %r4, 3, %r2; xor.b32 %r5, %r3, %r4;"
                       "add.s32 %r2, %r2, %r5; add.s32 %r4, %r4, -2; setp.ne.s32 %p1, %r4, 0;"
                       "@%p1 bra L1; add.s32 %r6, %r5, %r2; st.shared.u32 [tile], %r6;";
    for (uint32_t trips = 1; trips < 14; trips++) {
        uint32_t sum = 5, last = 0;
        for (uint32_t i = 2 * trips; i != 0; i -= 2) {
            last = (i * 3 + sum) ^ i;
            sum += last;
        }
        EXPECT_EQ(result_of(body, trips), last + sum);
    }
}

TEST(loops_marked_nounroll_and_loops_of_collectives_stay)
{
    static const char *const bodies[] = {
        "mov.u32 %r4, %tid.x; mov.u32 %r2, 5; L1: .pragma \"nounroll\"; mad.lo.s32 %r2, %r4, 3, "
        "%r2;"
        "add.s32 %r4, %r4, -2; setp.ne.s32 %p1, %r4, 0; @%p1 bra L1; st.shared.u32 [tile], %r2;",
        "mov.u32 %r4, %tid.x; mov.u32 %r2, 5; L1: activemask.b32 %r5; mad.lo.s32 %r2, %r4, %r5, "
        "%r2;"
        "add.s32 %r4, %r4, -2; setp.ne.s32 %p1, %r4, 0; @%p1 bra L1; st.shared.u32 [tile], %r2;",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        Lowered t = lower_body(bodies[i], 90);
        EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 1);
        lowered_free(&t);
    }
}

TEST(wide_values_start_on_even_rows_and_overlap_no_narrow_source)
{
    Lowered t =
        lower_body("ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, %r1;"
                   "ld.global.u32 %r2, [%rd1]; cvt.u64.u32 %rd3, %r2; add.s64 %rd4, %rd2, %rd3;"
                   "mov.b64 {%r3, %r4}, %rd4; add.s32 %r5, %r3, %r4;"
                   "st.global.u32 [%rd1], %r5;",
                   90);
    for (uint32_t pc = 0; t.program != NULL && pc < t.program->code_count; pc++) {
        const Micro *micro = &t.program->code[pc];
        if (micro->kind != MICRO_LANE) {
            continue;
        }
        const LaneInfo *info = &lane_info[micro->function];
        bool is_d_wide = info->d == LANE_TYPE_U64 || info->d == LANE_TYPE_S64;
        bool is_a_wide = info->a == LANE_TYPE_U64 || info->a == LANE_TYPE_S64;
        if (is_d_wide) {
            EXPECT_EQ(micro->d % 2, 0);
        }
        if (is_d_wide != is_a_wide && (micro->a & ROW_CONSTANT) == 0) {
            EXPECT((micro->d & ~1) != (micro->a & ~1));
        }
    }
    EXPECT(t.program != NULL);
    lowered_free(&t);
}
