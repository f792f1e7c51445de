// SPDX-License-Identifier: Apache-2.0
// Facts about a program as a whole: registers per thread, barriers, recursion, and whether blocks
// can observe each other's order of accesses.
#include "isa/machine/pass.h"

// Registers are allocated to warps in units; a GPU reports at least this many (measured on an
// H200).
#define REGISTERS_LEAST 16
// ptxas 13.0: "adjusting per thread register count of 16 to lower bound of 24"
#define ASKED_LEAST 24

static uint32_t register_limit(uint32_t compute_capability)
{
    return compute_capability < 20 ? 124 : compute_capability < 35 ? 63 : 255;
}

// 32-bit registers of an SM (CUDA C Programming Guide, "Technical Specifications per Compute
// Capability"), and the granularity per thread.
static uint32_t register_file(uint32_t compute_capability)
{
    return compute_capability < 12   ? 8192
           : compute_capability < 20 ? 16384
           : compute_capability < 30 ? 32768
                                     : 65536;
}

static uint32_t register_step(uint32_t compute_capability)
{
    return compute_capability < 20 ? 1 : compute_capability < 30 ? 2 : 8;
}

// The most threads that an SM holds (the same table). From cc 3.0 on always 2048, because a
// compiler does not know on which GPU of its generation the code runs.
static uint32_t most_threads(uint32_t compute_capability)
{
    return compute_capability < 12   ? 768
           : compute_capability < 20 ? 1024
           : compute_capability < 30 ? 1536
                                     : 2048;
}

// The most threads that an SM of exactly this capability holds.
static uint32_t threads_of_sm(uint32_t compute_capability)
{
    switch (compute_capability) {
    case 75: return 1024;
    case 86:
    case 87:
    case 89:
    case 120:
    case 121: return 1536;
    default: return most_threads(compute_capability);
    }
}

uint32_t registers_without_cost(uint32_t compute_capability)
{
    uint32_t most = register_file(compute_capability) / most_threads(compute_capability);
    return most - most % register_step(compute_capability);
}

static uint32_t least(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

// A scheduler has a quarter of the register file since Maxwell, and gives a warp registers in
// steps.
uint32_t registers_at_cost_of(const Lowering *lowering, uint32_t registers)
{
    uint32_t capability = lowering->target.compute_capability;
    if (capability < 50) {
        return registers;
    }
    uint32_t file = register_file(capability) / 4 / 32, step = register_step(capability);
    uint32_t warps = file / ((registers + step - 1) / step * step);
    uint32_t most = warps == 0 ? registers : file / warps / step * step;
    return least(most, registers_most(lowering));
}

uint32_t registers_for_one_more_warp(const Lowering *lowering, uint32_t registers)
{
    uint32_t capability = lowering->target.compute_capability;
    if (capability < 50 || registers == 0) {
        return 0;
    }
    uint32_t file = register_file(capability) / 4 / 32, step = register_step(capability);
    return file / (file / ((registers + step - 1) / step * step) + 1) / step * step;
}

// A compiler with registers to spare does not reuse one at once. For sm_90, ptxas 13.0 reports
// about a sixth more than the values live at once, until the registers that cost no occupancy are
// used.
static uint32_t spread(uint32_t live, uint32_t compute_capability)
{
    uint32_t without_cost = registers_without_cost(compute_capability);
    return live >= without_cost ? live : least(live * 115 / 100 + 1, without_cost);
}

// The most threads of a block; 0: the kernel does not say.
static uint64_t threads_of_block(const PtxFunction *entry)
{
    uint64_t threads = 1;
    for (int axis = 0; axis < 3; axis++) {
        threads *= axis > 0 && entry->max_threads[axis] == 0 ? 1 : entry->max_threads[axis];
    }
    return threads;
}

// The registers that .minnctapersm leaves a thread of a block of .maxntid threads. ptxas stays
// within them (PTX ISA, "Performance-Tuning Directives"). At least one block has to fit, even if
// .minnctapersm asks for more threads than an SM holds: ptxas 13.0 then ignores it ("Value of
// threads per SM is out of range"). UINT32_MAX if there is no bound.
static uint32_t launch_bound(const PtxFunction *entry, uint32_t compute_capability)
{
    uint64_t threads = threads_of_block(entry), most_of_block = threads_of_sm(compute_capability);
    if (threads == 0 || threads > most_of_block) {
        return UINT32_MAX;
    }
    if (entry->min_blocks_per_sm > 1 && threads * entry->min_blocks_per_sm <= most_of_block) {
        threads *= entry->min_blocks_per_sm;
    }
    uint32_t most = register_file(compute_capability) / (uint32_t)threads;
    return most - most % register_step(compute_capability);
}

uint32_t registers_most(const Lowering *lowering)
{
    const PtxFunction *entry = lowering->program->entry;
    uint32_t capability = lowering->target.compute_capability;
    uint32_t most = least(register_limit(capability), launch_bound(entry, capability));
    if (entry->max_registers != 0) {
        return least(most, entry->max_registers);
    }
    // ptxas 13.0 ignores -maxrregcount if the kernel gives the size of its blocks.
    uint32_t asked = lowering->target.max_registers;
    if (entry->max_threads[0] != 0 || asked == 0) {
        return most;
    }
    return least(most, capability >= 70 && asked < ASKED_LEAST ? ASKED_LEAST : asked);
}

// Warps that change their number of registers start with all that the kernel's bounds allow, if
// these say how many: ptxas 13.0 ignores setmaxnreg ("unable to determine register count at entry")
// unless there is .maxnreg, .minnctapersm, or a size of the block of which an SM holds no second
// one with the registers `needed`. There, warps count by four, one of each scheduler: 168 registers
// for 336 to 384 threads that need 90, and with 320 setmaxnreg is ignored. 0: ignored.
static uint32_t registers_at_start(const Lowering *lowering, uint32_t needed)
{
    const PtxFunction *entry = lowering->program->entry;
    uint32_t capability = lowering->target.compute_capability, step = register_step(capability);
    uint64_t threads = threads_of_block(entry), file = register_file(capability);
    if (!lowering->sets_registers || (threads == 0 && entry->max_registers == 0)) {
        return 0;
    }
    if (entry->max_registers != 0 || entry->min_blocks_per_sm != 0) {
        return registers_most(lowering);
    }
    threads = (threads + 31) / 32 * 32;
    bool is_alone = 2 * threads * ((needed + step - 1) / step * step) > file;
    threads = (threads + 127) / 128 * 128;
    return is_alone ? least((uint32_t)(file / threads) / step * step, registers_most(lowering)) : 0;
}

static uint32_t registers_per_thread(const Lowering *lowering)
{
    const MachineProgram *program = lowering->program;
    uint32_t capability = program->target.compute_capability, most = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        uint32_t needed = spread(program->functions[i].registers, capability);
        most = needed > most ? needed : most;
    }
    if (capability >= 70 && most < REGISTERS_LEAST) {
        most = REGISTERS_LEAST;
    }
    most = least(most, registers_most(lowering));
    uint32_t at_start = registers_at_start(lowering, most);
    return at_start != 0 ? at_start : most;
}

typedef struct CallWalk {
    const MachineProgram *program;
    uint8_t *state; // [function]: 0 not seen, 1 on the path, 2 done
    bool is_recursive;
} CallWalk;

static void walk_calls(CallWalk *walk, uint32_t index)
{
    const MachineFunction *function = &walk->program->functions[index];
    walk->state[index] = 1;
    for (uint32_t pc = function->entry_pc; pc < function->end_pc; pc++) {
        const Micro *micro = &walk->program->code[pc];
        if (micro->kind != MICRO_CALL) {
            continue;
        }
        uint32_t callee = walk->program->calls[micro->target].function;
        if (callee == UINT32_MAX || walk->state[callee] == 1) {
            walk->is_recursive = true; // a function pointer may lead anywhere
        } else if (walk->state[callee] == 0) {
            walk_calls(walk, callee);
        }
    }
    walk->state[index] = 2;
}

static bool is_ordered_global(const Micro *micro)
{
    bool is_global = micro->space == PTX_SPACE_GLOBAL || micro->space == PTX_SPACE_GENERIC;
    bool is_access = micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE;
    return micro_is_bulk_reduction(micro) ||
           (is_global &&
            (micro->kind == MICRO_ATOM || (is_access && (micro->flags & MICRO_VOLATILE) != 0)));
}

void lowering_summarize(Lowering *lowering)
{
    MachineProgram *program = lowering->program;
    CallWalk walk = {.program = program,
                     .state = arena_alloc(&lowering->scratch, program->function_count)};
    walk_calls(&walk, 0);
    program->is_recursive = walk.is_recursive;
    program->registers_per_thread = registers_per_thread(lowering);
    for (uint32_t i = 0; i < program->code_count; i++) {
        const Micro *micro = &program->code[i];
        program->uses_global_order |= is_ordered_global(micro);
        if (micro->kind == MICRO_BARRIER && micro->a == ROW_NONE &&
            micro->combine != PTX_DOT_WAIT_GROUP && micro->offset >= program->barrier_count) {
            program->barrier_count = (uint32_t)micro->offset + 1;
        }
    }
}
