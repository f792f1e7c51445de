// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/paths.h"

// The way of an entry that the last step's branch has made.
static BranchPath way_of(const Micro *branch, uint32_t branch_pc, uint32_t pc)
{
    return branch->kind != MICRO_BRANCH ? PATH_NONE
           : pc == branch->target       ? PATH_JUMPED
           : pc == branch_pc + 1        ? PATH_FELL_THROUGH
                                        : PATH_NONE;
}

// Whether the branch of the last step has made the entry: it stands above what was there, or in
// place of the running one when both meet at the same place.
static bool is_new_entry(const Recording *recording, const RecordedStep *last, uint32_t index,
                         const SimtEntry *entry)
{
    if (index + 1 < last->stack_count) {
        return false;
    }
    const SimtEntry *top = &recording->entries[last->stack + last->stack_count - 1];
    return index >= last->stack_count || entry->mask != top->mask;
}

static void find_step(const Recording *recording, const MachineProgram *program, uint32_t before,
                      const RecordedStep *step, uint8_t *paths)
{
    if (before == RECORDED_NONE) {
        return;
    }
    const RecordedStep *last = &recording->steps[before];
    const Micro *micro = &program->code[last->pc];
    for (uint32_t i = 0; i < step->stack_count; i++) {
        const SimtEntry *entry = &recording->entries[step->stack + i];
        BranchPath path = PATH_NONE;
        if (micro->kind == MICRO_BRANCH && is_new_entry(recording, last, i, entry)) {
            path = way_of(micro, last->pc, entry->pc);
        } else if (i < last->stack_count) {
            path = (BranchPath)paths[last->stack + i];
        }
        paths[step->stack + i] = (uint8_t)path;
    }
}

void paths_find(const Recording *recording, const MachineProgram *program, uint8_t *paths,
                Arena *arena)
{
    uint32_t *before = arena_alloc(arena, (recording->warp_count + 1) * sizeof *before);
    for (uint32_t i = 0; i < recording->warp_count; i++) {
        before[i] = RECORDED_NONE;
    }
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        find_step(recording, program, before[step->warp], step, paths);
        before[step->warp] = i;
    }
}
