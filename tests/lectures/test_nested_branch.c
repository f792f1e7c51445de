// SPDX-License-Identifier: Apache-2.0
// UT's nested branch, instruction by instruction: if (TID % 2 == 0) { f2; if (TID % 4 == 0) f4 else
// f2' } else { f1; if (TID % 3 == 0) f3 else f1' }. The lecture fills in a table of the lanes that
// run each leaf, draws the reconvergence stack as it grows and shrinks, and then writes the same
// code with predicates p1 to p6. Steps one warp of kernels/divergence.cu and of
// kernels/predication.cu.
#include "tests/lectures/walk.h"

#define ALL   UINT32_MAX
#define LEAFS 6

// The table's rows in the lecture's order.
typedef enum Leaf { F2, F4, F2_ELSE, F1, F3, F1_ELSE } Leaf;

static uint32_t lanes_where(bool condition(uint32_t thread))
{
    uint32_t mask = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        mask |= condition(lane) ? 1u << lane : 0;
    }
    return mask;
}

static bool is_second(uint32_t thread)
{
    return thread % 2 == 0;
}

static bool is_fourth(uint32_t thread)
{
    return thread % 4 == 0;
}

static bool is_third(uint32_t thread)
{
    return thread % 3 == 0;
}

// The mask table, from the conditions alone.
static uint32_t leaf_mask(Leaf leaf)
{
    uint32_t even = lanes_where(is_second), fourth = lanes_where(is_fourth);
    uint32_t third = lanes_where(is_third);
    switch (leaf) {
    case F2: return even;
    case F4: return even & fourth;
    case F2_ELSE: return even & ~fourth;
    case F1: return ~even;
    case F3: return ~even & third;
    default: return ~even & ~third;
    }
}

// What was seen when a leaf was called: its function, its lanes, and the lanes of each entry of the
// stack from the bottom up, the running one left out.
typedef struct Call {
    char function[16];
    uint32_t mask;
    uint32_t waiting[4];
    uint32_t waiting_count;
} Call;

// The order is the one in which nvcc lays out the code: within a condition the lanes that fall
// through go first. An entry that has nothing left to do but to wait at its reconvergence pc is
// gone: so (all) is followed at once by the lanes of the other path.
#define OF(leaf) leaf_mask(leaf)

static void expect_calls(const Call *calls, uint32_t count)
{
    const Call table[LEAFS] = {
        {"_Z6work_aj", OF(F2), {ALL, OF(F1)}, 2},
        {"_Z6work_dj", OF(F2_ELSE), {ALL, OF(F1), OF(F4)}, 3},
        {"_Z6work_cj", OF(F4), {ALL, OF(F1)}, 2},
        {"_Z6work_bj", OF(F1), {ALL}, 1},
        {"_Z6work_cj", OF(F1_ELSE), {ALL, OF(F3)}, 2},
        {"_Z6work_dj", OF(F3), {ALL}, 1},
    };
    EXPECT_EQ(count, LEAFS);
    for (uint32_t i = 0; i < count && i < LEAFS; i++) {
        EXPECT_TEXT(calls[i].function, table[i].function);
        EXPECT_EQ(calls[i].mask, table[i].mask);
        EXPECT_EQ(calls[i].waiting_count, table[i].waiting_count);
        for (uint32_t w = 0; w < table[i].waiting_count; w++) {
            EXPECT_EQ(calls[i].waiting[w], table[i].waiting[w]);
        }
    }
}

static const SimtStack *stack_of(const Walk *walk)
{
    const Warp *warp = block_warp(walk->block, 0);
    return &warp->splits[warp->current].stack;
}

static void note_call(const Walk *walk, const SimtEntry *caller, Call *call)
{
    const MachineProgram *program = walk->launch.program;
    const MachineFunction *function =
        &program->functions[program->calls[walk->step.micro->target].function];
    snprintf(call->function, sizeof(call->function), "%s", function->ptx->name);
    call->mask = walk->step.active;
    call->waiting_count = 0;
    for (const SimtEntry *e = stack_of(walk)->entries; e < caller && call->waiting_count < 4; e++) {
        call->waiting[call->waiting_count++] = e->mask;
    }
}

// What holds for the kernel's entries at any time: all but the lowest end where the two sides of
// the outer branch meet, and there the lowest waits with all lanes.
static void expect_entries(const SimtStack *stack, uint32_t meeting)
{
    EXPECT_EQ(stack->entries[0].reconverge, SIMT_NO_RECONVERGENCE);
    EXPECT_EQ(stack->entries[0].mask, ALL);
    for (uint32_t i = 0; i < stack->count; i++) {
        const SimtEntry *entry = &stack->entries[i];
        bool is_waiting_below = i == 0 && stack->count > 1 && stack->entries[1].frame == 0;
        if (is_waiting_below) {
            EXPECT_EQ(entry->pc, meeting);
        } else if (i > 0 && entry->frame == 0) {
            EXPECT_EQ(entry->reconverge, meeting);
        }
    }
}

// An entry's pc is where its lanes go on: noted when a branch has stacked it, looked up when it
// runs.
typedef struct Pending {
    uint32_t pc[8], mask[8], count;
} Pending;

static void note_pending(Pending *pending, const SimtStack *stack)
{
    bool is_in_leaf = simt_stack_top(stack)->frame > 0; // then the one below is its caller
    for (uint32_t i = 1; !is_in_leaf && i + 1 < stack->count && pending->count < 8; i++) {
        bool is_known = false;
        for (uint32_t p = 0; p < pending->count; p++) {
            is_known |= pending->mask[p] == stack->entries[i].mask;
        }
        if (!is_known) {
            pending->pc[pending->count] = stack->entries[i].pc;
            pending->mask[pending->count++] = stack->entries[i].mask;
        }
    }
}

static uint32_t expect_resumed(const Pending *pending, const Step *step, uint32_t last_mask)
{
    uint32_t found = 0;
    for (uint32_t p = 0; p < pending->count; p++) {
        if (step->active == pending->mask[p] && step->active != last_mask) {
            EXPECT_EQ(step->pc, pending->pc[p]);
            found++;
        }
    }
    return found;
}

static void walk_branches(const char *gpu)
{
    Walk walk;
    Call calls[LEAFS + 1] = {0};
    Pending pending = {0};
    uint32_t call_count = 0, meeting = 0, last_mask = ALL, resumed = 0, deepest = 0;
    bool is_started =
        walk_start(&walk, &(WalkLaunch){gpu, "divergence.ptx", "_Z13branch_nestedPj", 32, 1, 1, 0});
    while (is_started && walk_step(&walk, 0)) {
        const Micro *micro = walk.step.micro;
        const SimtStack *stack = stack_of(&walk);
        if (micro->kind == MICRO_BRANCH && meeting == 0 && walk.step.on != walk.step.active) {
            meeting = micro->reconverge; // of the outer branch
        }
        if (meeting != 0 && stack->count > 0) {
            expect_entries(stack, meeting);
            note_pending(&pending, stack);
            resumed += expect_resumed(&pending, &walk.step, last_mask);
        }
        if (micro->kind == MICRO_CALL && call_count <= LEAFS) {
            note_call(&walk, simt_stack_top(stack) - 1, &calls[call_count++]);
        }
        deepest = stack->count > deepest ? stack->count : deepest;
        last_mask = walk.step.active;
    }
    EXPECT(walk.step.state == STEP_ENDED && walk.step.active == ALL);
    EXPECT_EQ(pending.count, 3); // the other side of the outer branch, and of each inner one
    EXPECT_EQ(resumed, 3);
    EXPECT_EQ(deepest, 5); // all, odd, fourth, the other evens; and the leaf they call
    expect_calls(calls, call_count);
    walk_end(&walk);
}

TEST(ut_mask_table_and_reconvergence_stack_on_gtx480)
{
    walk_branches("gtx480");
}

TEST(ut_mask_table_and_reconvergence_stack_on_h200)
{
    walk_branches("h200");
}

// The lanes for which each leaf took effect, in the order of execution; and what the kernel wrote.
typedef struct Schedule {
    uint32_t masks[LEAFS + 1], count;
    uint32_t out[32];
    uint32_t deepest;
} Schedule;

// A predicated leaf: the multiply-add runs under a guard; or in all lanes, and then each takes its
// result or keeps x, where the machine has both. computed[row]: number of the multiply-add whose
// result the row holds, or 0; the leaf's is the later one of the two.
static void note_select(const Walk *walk, const uint32_t *computed, Schedule *schedule)
{
    const Micro *micro = walk->step.micro;
    uint32_t chosen = *warp_predicate(block_warp(walk->block, 0), micro->c);
    if (schedule->count <= LEAFS) {
        schedule->masks[schedule->count++] =
            computed[micro->a] > computed[micro->b] ? chosen : ~chosen;
    }
}

static bool run_schedule(const char *gpu, const char *kernel, Schedule *schedule)
{
    Walk walk;
    uint32_t computed[ROW_MAX + 1] = {0}, multiply_adds = 0;
    *schedule = (Schedule){0};
    bool is_started = walk_start(&walk, &(WalkLaunch){gpu, "predication.ptx", kernel, 32, 1, 1, 0});
    while (is_started && walk_step(&walk, 0)) {
        const Micro *micro = walk.step.micro;
        uint32_t depth = stack_of(&walk)->count;
        schedule->deepest = depth > schedule->deepest ? depth : schedule->deepest;
        if (micro->kind == MICRO_CALL && schedule->count <= LEAFS) {
            schedule->masks[schedule->count++] = walk.step.active;
        } else if (micro->kind == MICRO_LANE && micro->function == LANE_MAD_LO_32 &&
                   micro->guard != PREDICATE_NONE && schedule->count <= LEAFS) {
            schedule->masks[schedule->count++] = walk.step.on;
        } else if (micro->kind == MICRO_LANE && micro->function == LANE_MAD_LO_32) {
            computed[micro->d] = ++multiply_adds;
        } else if (micro->kind == MICRO_LANE && micro->function == LANE_SELP_32) {
            note_select(&walk, computed, schedule);
            computed[micro->d] = 0;
        }
    }
    bool is_done = is_started && walk.step.state == STEP_ENDED &&
                   machine_read(&walk.machine, walk.out, schedule->out, sizeof(schedule->out));
    walk_end(&walk);
    return is_done;
}

// The leaves that a lane runs, one digit each, in its order: the mask identifies the leaf.
static uint32_t path_of(const Schedule *schedule, uint32_t lane)
{
    uint32_t path = 0;
    for (uint32_t i = 0; i < schedule->count; i++) {
        for (uint32_t leaf = F2; leaf < LEAFS && (schedule->masks[i] >> lane & 1) != 0; leaf++) {
            path = schedule->masks[i] == leaf_mask((Leaf)leaf) ? path * 10 + leaf + 1 : path;
        }
    }
    return path;
}

static uint32_t leaf_on_host(uint32_t x, uint32_t constant)
{
    return x * 5 + constant;
}

static uint32_t nested_on_host(uint32_t t)
{
    uint32_t x = leaf_on_host(t, t % 2 == 0 ? 2 : 1);
    if (t % 2 == 0) {
        return leaf_on_host(x, t % 4 == 0 ? 4 : 22);
    }
    return leaf_on_host(x, t % 3 == 0 ? 3 : 11);
}

static void compare_schedules(const char *gpu)
{
    Schedule branches, predicates;
    if (!run_schedule(gpu, "_Z15nested_branchesPj", &branches) ||
        !run_schedule(gpu, "_Z17nested_predicatesPj", &predicates)) {
        test_report(false, __FILE__, __LINE__, gpu);
        return;
    }
    EXPECT_EQ(branches.count, LEAFS);
    EXPECT_EQ(predicates.count, LEAFS);
    for (uint32_t leaf = F2; leaf < LEAFS; leaf++) {
        EXPECT_EQ(predicates.masks[leaf],
                  leaf_mask((Leaf)leaf)); // p1 to p6, as the lecture lists them
    }
    EXPECT_EQ(predicates.deepest, 1); // no branch, so nothing is ever stacked
    EXPECT_EQ(branches.deepest, 5);
    for (uint32_t lane = 0; lane < 32; lane++) {
        EXPECT(path_of(&branches, lane) >= 12);
        EXPECT_EQ(path_of(&branches, lane), path_of(&predicates, lane));
        EXPECT_EQ(branches.out[lane], nested_on_host(lane));
        EXPECT_EQ(predicates.out[lane], nested_on_host(lane));
    }
}

TEST(ut_divergence_and_predication_are_equivalent_on_gtx480)
{
    compare_schedules("gtx480");
}

TEST(ut_divergence_and_predication_are_equivalent_on_h200)
{
    compare_schedules("h200");
}
