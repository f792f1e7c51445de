// SPDX-License-Identifier: Apache-2.0
// Branches, calls, returns, the end of threads, traps.
#include "sim/warp/executor.h"

#include "sim/warp/frame.h"
#include "sim/warp/split.h"
#include "sim/warp/tensor_memory.h"

// Continues at pc. Where lanes meet, splits that came earlier may join.
static Outcome jump(Warp *warp, uint32_t pc)
{
    return warp_jump(warp, pc) && warp->has_splits ? OUTCOME_SWITCH : OUTCOME_JUMPED;
}

// The stack has changed: is anything of the running split left?
static Outcome settled(Warp *warp)
{
    warp_reload(warp);
    return warp->active == 0 || warp->has_splits ? OUTCOME_SWITCH : OUTCOME_JUMPED;
}

Outcome exec_nothing(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)block, (void)warp, (void)micro, (void)on;
    return OUTCOME_NEXT;
}

Outcome exec_branch(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    AccessCount *count = &block->worker->accesses[warp->pc];
    count->branch_taken += on != 0;
    if (on == 0 || on == warp->active) {
        return jump(warp, on == 0 ? warp->pc + 1 : micro->target);
    }
    count->branch_diverged++;
    SimtPath paths[2] = {{warp->pc + 1, warp->active & ~on}, {micro->target, on}};
    simt_stack_diverge(&warp_split(warp)->stack, micro->reconverge, paths, 2);
    warp_reload(warp);
    return OUTCOME_JUMPED;
}

Outcome exec_branch_index(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = block->launch->program;
    const uint32_t *index = warp_row(warp, micro->a);
    SimtPath paths[LANE_COUNT + 1];
    uint32_t count = 0, off = warp->active & ~on;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (index[lane] >= micro->target) {
            return fault_raise(block, warp, FAULT_BAD_CALL, 1u << lane,
                               "branch index %u, but the list has %u targets", index[lane],
                               micro->target);
        }
        uint32_t pc = program->targets[(uint64_t)micro->offset + index[lane]];
        uint32_t path = 0;
        while (path < count && paths[path].pc != pc) {
            path++;
        }
        if (path == count) {
            paths[count++] = (SimtPath){pc, 0};
        }
        paths[path].mask |= 1u << lane;
    }
    if (off != 0) {
        paths[count++] = (SimtPath){warp->pc + 1, off};
    }
    AccessCount *counts = &block->worker->accesses[warp->pc];
    counts->branch_taken += on != 0;
    if (count == 1) {
        return jump(warp, paths[0].pc);
    }
    counts->branch_diverged++;
    simt_stack_diverge(&warp_split(warp)->stack, micro->reconverge, paths, count);
    warp_reload(warp);
    return OUTCOME_JUMPED;
}

// The function that the lowest lane calls, and the lanes that call the same; UINT32_MAX: none.
static uint32_t indirect_target(const Block *block, const Warp *warp, const Micro *micro,
                                uint32_t *lanes)
{
    const MachineProgram *program = block->launch->program;
    bool is_wide = (micro->flags & MICRO_WIDE_ADDRESS) != 0;
    const uint32_t *narrow = warp_row(warp, micro->a);
    const uint64_t *wide = warp_row64(warp, micro->a);
    uint32_t first = lane_lowest(*lanes), same = 0;
    uint64_t address = is_wide ? wide[first] : narrow[first];
    for (uint32_t rest = *lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        same |= (uint32_t)((is_wide ? wide[lane] : narrow[lane]) == address) << lane;
    }
    *lanes = same;
    if (program->module == NULL || address - 1 >= program->module->function_count) {
        return UINT32_MAX;
    }
    return program->function_of[address - 1];
}

Outcome exec_call(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    const MachineProgram *program = block->launch->program;
    const MachineCall *call = &program->calls[micro->target];
    uint32_t function = call->function, lanes = on, pc = warp->pc;
    if (function == UINT32_MAX) {
        function = indirect_target(block, warp, micro, &lanes);
        if (function == UINT32_MAX) {
            return fault_raise(block, warp, FAULT_BAD_CALL, lanes,
                               "call to an address that is not a function");
        }
    }
    Split *split = warp_split(warp);
    uint32_t return_pc = pc + 1;
    if (lanes != on) {
        // Lanes with another target stay at this call, in an entry that ends after it.
        SimtPath path = {pc, on};
        simt_stack_diverge(&split->stack, pc + 1, &path, 1);
        simt_stack_top(&split->stack)->mask = on & ~lanes;
        return_pc = pc;
    }
    if (!warp_push_frame(warp, &block->place, function, micro->target, lanes)) {
        return fault_raise_stack(block, warp, lanes, "calls need");
    }
    uint32_t depth = simt_stack_top(&split->stack)->frame;
    frame_copy(warp, call->arguments, call->argument_count, split->frames[depth].local_base,
               split->frames[depth + 1].local_base, lanes);
    simt_stack_call(&split->stack, program->functions[function].entry_pc, return_pc, lanes);
    warp_reload(warp);
    return OUTCOME_JUMPED;
}

Outcome exec_return(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)micro;
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    Split *split = warp_split(warp);
    SimtEntry *top = simt_stack_top(&split->stack);
    if (top->frame == 0) {
        return exec_exit(block, warp, micro, on);
    }
    const Frame *frame = &split->frames[top->frame];
    const MachineCall *call = &block->launch->program->calls[frame->call];
    frame_copy(warp, call->results, call->result_count, frame->local_base, frame[-1].local_base,
               on);
    top->pc = warp->pc + 1;
    simt_stack_return(&split->stack, on);
    return settled(warp);
}

Outcome exec_exit(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)micro;
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (block->tensor != NULL && block->live_threads == lanes_in(on) &&
        tensor_memory_free(block->tensor) < TENSOR_COLUMNS) { // PTX ISA 9.0, "tcgen05.alloc"
        return fault_raise(block, warp, FAULT_ILLEGAL, on,
                           "the block ends with %u columns of tensor memory that tcgen05.dealloc "
                           "has not freed",
                           TENSOR_COLUMNS - tensor_memory_free(block->tensor));
    }
    Split *split = warp_split(warp);
    simt_stack_top(&split->stack)->pc = warp->pc + 1;
    simt_stack_exit(&split->stack, on);
    warp->live &= ~on;
    block->live_threads -= lanes_in(on);
    block_release_barriers(block);
    return settled(warp);
}

Outcome exec_trap(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (micro->function == PTX_BRKPT) { // as on an H200 to which no debugger is attached
        return fault_raise(block, warp, FAULT_TRAP, on,
                           "the kernel executed a breakpoint, and no debugger is attached");
    }
    return fault_raise(block, warp, FAULT_TRAP, on, "the kernel executed a trap instruction");
}
