// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/branch.h"

#include "isa/base/bits.h"

#include <stdlib.h>
#include <string.h>

// The maximum number of micro-ops between a branch and the meeting point of its sides that are
// searched for guards.
#define REGION_MAX 4096u

static void add_side(BranchFacts *facts, uint32_t pc, uint32_t lanes)
{
    if (lanes != 0 && facts->side_count < BRANCH_SIDES_MAX) {
        facts->sides[facts->side_count++] = (BranchSide){.pc = pc, .lanes = lanes};
    }
}

static const RecordedStep *next_of_warp(const Recording *recording, uint32_t *step)
{
    uint32_t warp = recording->steps[*step].warp;
    for (uint32_t i = *step + 1; i < recording->step_count; i++) {
        if (recording->steps[i].warp == warp) {
            *step = i;
            return &recording->steps[i];
        }
    }
    return NULL;
}

// An indexed branch leaves its paths on the stack of the warp's next step: the entries above those
// that were there, and the one that runs. Paths that lead straight to the meeting point have none.
static void add_indexed_sides(const MachineProgram *program, const Recording *recording,
                              uint32_t step, BranchFacts *facts)
{
    const RecordedStep *next = next_of_warp(recording, &step);
    uint32_t left = facts->active;
    if (next == NULL) {
        return;
    }
    for (uint32_t i = next->stack_count; i > 0; i--) {
        const SimtEntry *entry = &recording->entries[next->stack + i - 1];
        bool is_of_branch = (entry->mask & left) == entry->mask && entry->mask != 0 &&
                            (entry->reconverge == facts->reconverge || i == next->stack_count);
        if (!is_of_branch || entry->pc >= program->code_count) {
            break;
        }
        add_side(facts, entry->pc, entry->mask);
        left &= ~entry->mask;
    }
    add_side(facts, facts->reconverge, left);
}

static bool have_met(const BranchFacts *facts, const RecordedStep *step)
{
    uint32_t alive = facts->active & step->live;
    return step->pc == facts->reconverge && (step->active & alive) == alive;
}

// Sums what ran until the lanes met.
static void walk(const MachineProgram *program, const Recording *recording, uint32_t step,
                 BranchFacts *facts)
{
    const RecordedStep *at;
    while ((at = next_of_warp(recording, &step)) != NULL) {
        if (have_met(facts, at)) {
            facts->met_step = step;
            return;
        }
        uint32_t issues = program->code[at->pc].issues;
        for (uint32_t i = 0; i < facts->side_count; i++) {
            BranchSide *side = &facts->sides[i];
            if ((at->active & side->lanes) != 0) {
                side->steps++;
                side->issued += issues;
                side->lane_issues += (uint64_t)issues * bits_count(at->active);
                break;
            }
        }
        if (at->state == STEP_ENDED) {
            return;
        }
    }
    facts->is_cut_off = facts->reconverge != PC_EXIT || recording->steps_left_out > 0;
}

static BranchObstacle obstacle_of(const Micro *micro)
{
    if (micro_is_branch((MicroKind)micro->kind)) {
        return micro->kind == MICRO_BRANCH ? BRANCH_GUARDABLE : BRANCH_OPEN;
    }
    return micro_has_trait(micro, TRAIT_JUMP)   ? BRANCH_CALLS
           : micro_has_trait(micro, TRAIT_WAIT) ? BRANCH_BARRIERS
                                                : BRANCH_GUARDABLE;
}

// All code between the branch and the meeting point, each micro-op once. A path back inside it is a
// loop: code lies in the order of its blocks, so only loops lead to lower pcs.
static void sum_region(const MachineProgram *program, uint32_t branch, BranchFacts *facts)
{
    uint32_t *waiting = malloc(2 * REGION_MAX * sizeof *waiting);
    uint8_t *is_seen = calloc(program->code_count, 1);
    uint32_t count = 0, seen = 0;
    if (waiting == NULL || is_seen == NULL) {
        abort();
    }
    waiting[count++] = branch + 1;
    waiting[count++] = program->code[branch].target;
    while (count > 0 && facts->obstacle == BRANCH_GUARDABLE) {
        uint32_t pc = waiting[--count];
        if (pc == facts->reconverge) {
            continue;
        }
        if (pc >= program->code_count || seen + 1 >= REGION_MAX) {
            facts->obstacle = BRANCH_OPEN;
        } else if (pc <= branch) {
            facts->obstacle = BRANCH_LOOPS;
        } else if (!is_seen[pc]) {
            const Micro *micro = &program->code[pc];
            is_seen[pc] = 1;
            seen++;
            facts->obstacle = obstacle_of(micro);
            if (micro->kind != MICRO_BRANCH) {
                facts->guarded_issues += micro->issues;
                waiting[count++] = pc + 1;
                continue;
            }
            facts->obstacle = micro->target <= pc ? BRANCH_LOOPS : facts->obstacle;
            waiting[count++] = micro->target;
            if (micro->guard != PREDICATE_NONE) {
                waiting[count++] = pc + 1;
            }
        }
    }
    free(waiting);
    free(is_seen);
}

void branch_facts(const MachineProgram *program, const Recording *recording, uint32_t step,
                  BranchFacts *facts)
{
    const RecordedStep *at = &recording->steps[step];
    const Micro *micro = &program->code[at->pc];
    memset(facts, 0, sizeof *facts);
    facts->active = at->active;
    facts->issued = micro->issues;
    facts->reconverge = micro->reconverge;
    facts->met_step = RECORDED_NONE;
    if (micro->kind == MICRO_BRANCH_INDEX) {
        add_indexed_sides(program, recording, step, facts);
        facts->obstacle = BRANCH_OPEN;
    } else {
        add_side(facts, at->pc + 1, at->active & ~at->on);
        add_side(facts, micro->target, at->on);
        facts->is_backward = micro->target <= at->pc;
        if (facts->reconverge == PC_EXIT) {
            facts->obstacle = BRANCH_OPEN;
        } else {
            sum_region(program, at->pc, facts);
        }
    }
    walk(program, recording, step, facts);
}
