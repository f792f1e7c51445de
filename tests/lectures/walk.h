// SPDX-License-Identifier: Apache-2.0
// For tests that follow a kernel instruction by instruction: one block of a kernel of kernels/ptx
// on a modeled GPU, stepped as the caller likes, with what each step did and each warp's state in
// between. Leaves out the other blocks of the grid.
#ifndef LOCKSTEP_TESTS_WALK_H
#define LOCKSTEP_TESTS_WALK_H

#include "sim/device/constants.h"
#include "sim/device/state.h"
#include "sim/warp/step.h"
#include "tests/machine.h"

typedef struct Walk {
    Machine machine;
    Arena arena;
    Launch launch;
    Worker worker;
    Block *block; // NULL: it could not be made, and an expectation has failed
    Step step;    // the last one
    uint64_t out; // address of the kernel's output
} Walk;

#define WALK_BUFFER_BYTES (1u << 22)

// The kernel's constants and room for its counts: what a launch makes before its first block.
static inline bool walk_prepare(Walk *walk, const PtxFunction *kernel)
{
    LockstepDevice *device = walk->machine.device;
    Diagnostics diagnostics = {0};
    const MachineProgram *program =
        module_program(device, walk->machine.module, kernel, &diagnostics);
    if (program == NULL) {
        Text why = {0};
        diagnostics_print(&diagnostics, false, &why);
        fprintf(stderr, "%s", text_string(&why));
        text_destroy(&why);
    }
    diagnostics_clear(&diagnostics);
    if (program == NULL) {
        return false;
    }
    walk->launch.program = program;
    walk->launch.shared_bytes = program->shared_bytes;
    size_t row_bytes = LANE_COUNT * sizeof(uint32_t);
    uint32_t *rows = arena_alloc(&walk->arena, (program->constant_rows + 1) * row_bytes);
    walk->launch.constants = rows;
    walk->worker.executed = arena_alloc(&walk->arena, program->code_count * sizeof(ExecutionCount));
    walk->worker.accesses = arena_alloc(&walk->arena, program->code_count * sizeof(AccessCount));
    uint32_t threads = walk->launch.block[0] * walk->launch.block[1];
    Occupancy fitting =
        occupancy(&device->gpu, threads, program->registers_per_thread, program->shared_bytes);
    ConstantSources sources = {.launch = &walk->launch,
                               .placement = &walk->machine.module->placement,
                               .occupancy = &fitting};
    Text refusal = {0};
    bool is_good = constants_fill(&sources, rows, &refusal);
    text_destroy(&refusal);
    return is_good;
}

// Which block: number 0 of a grid of one.
typedef struct WalkLaunch {
    const char *gpu;
    const char *file;   // in kernels/ptx
    const char *kernel; // its name in the PTX
    uint32_t x, y;      // threads
    int buffers;        // the kernel's first parameters: zeroed buffers, the last one walk->out
    int32_t number;     // the parameter after these, if it has one
} WalkLaunch;

static inline bool walk_start(Walk *walk, const WalkLaunch *wanted)
{
    *walk = (Walk){0};
    if (!machine_open_file(&walk->machine, wanted->gpu, wanted->file)) {
        return false;
    }
    Arguments *arguments = arena_alloc(&walk->arena, sizeof(*arguments));
    for (int i = 0; i < wanted->buffers; i++) {
        walk->out = machine_buffer(&walk->machine, "buffer", NULL, WALK_BUFFER_BYTES);
        argument_u64(arguments, walk->out);
    }
    argument_u32(arguments, (uint32_t)wanted->number);
    LockstepDevice *device = walk->machine.device;
    walk->launch = (Launch){.gpu = &device->gpu,
                            .lanes = lane_table_host(),
                            .parameters = arguments->bytes,
                            .parameter_bytes = (uint32_t)arguments->size_bytes,
                            .memory = device->memory,
                            .grid = {1, 1, 1},
                            .block = {wanted->x, wanted->y, 1},
                            .cluster = {1, 1, 1},
                            .stack_limit_bytes = device->gpu.local_bytes_per_thread};
    const PtxFunction *function = ptx_find_function(walk->machine.module->ptx, wanted->kernel);
    if (test_report(function != NULL && walk_prepare(walk, function), __FILE__, __LINE__,
                    wanted->kernel)) {
        walk->block = block_create(&walk->launch);
        block_start(walk->block, 0);
    }
    return walk->block != NULL;
}

static inline void walk_end(Walk *walk)
{
    if (walk->block != NULL) {
        block_destroy(walk->block);
    }
    arena_clear(&walk->arena);
    machine_close(&walk->machine);
}

// One micro-op of this warp. False when there was none: the warp waits or has ended.
static inline bool walk_step(Walk *walk, uint32_t warp)
{
    if (!block_warp_is_ready(walk->block, warp)) {
        return false;
    }
    block_step(walk->block, &walk->worker, warp, true, &walk->step);
    EXPECT(walk->step.state != STEP_FAULT);
    return walk->step.state != STEP_FAULT;
}

#endif
