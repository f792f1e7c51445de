// SPDX-License-Identifier: Apache-2.0
// A launch record made by hand: a small transpose whose shared load has 32-way conflicts, on a GPU
// whose numbers are round. What a device would have recorded, without a device.
#ifndef LOCKSTEP_TESTS_SIM_REPORT_SAMPLE_H
#define LOCKSTEP_TESTS_SIM_REPORT_SAMPLE_H

#include "sim/report/report.h"

#include <string.h>

enum { SAMPLE_CODE = 6, SAMPLE_EXECUTED = 1000 };

typedef struct Sample {
    Gpu gpu;
    PtxFile file;
    PtxLocation locations[4];
    PtxModule module;
    PtxFunction entry;
    MachineFunction function;
    Micro code[SAMPLE_CODE];
    MachineProgram program;
    ExecutionCount executed[SAMPLE_CODE];
    AccessCount accesses[SAMPLE_CODE];
    LaunchRecord record;
    const LaunchRecord *records[1];
    LockstepReport report;
} Sample;

// Global load (line 10), shared store (11), shared load (14) twice as if unrolled, branch (16),
// exit.
static inline void sample_code(Sample *sample)
{
    static const struct {
        MicroKind kind;
        PtxSpace space;
        uint32_t location;
    } rows[SAMPLE_CODE] = {
        {MICRO_LOAD, PTX_SPACE_GLOBAL, 1},    {MICRO_STORE, PTX_SPACE_SHARED, 1},
        {MICRO_LOAD, PTX_SPACE_SHARED, 2},    {MICRO_LOAD, PTX_SPACE_SHARED, 2},
        {MICRO_BRANCH, PTX_SPACE_GENERIC, 3}, {MICRO_EXIT, PTX_SPACE_GENERIC, 0}};
    for (uint32_t pc = 0; pc < SAMPLE_CODE; pc++) {
        sample->code[pc] = (Micro){.kind = (uint8_t)rows[pc].kind,
                                   .space = (uint8_t)rows[pc].space,
                                   .location = rows[pc].location,
                                   .ptx_line = 50 + pc,
                                   .issues = 1,
                                   .width_bytes = 4,
                                   .d = (Row)(rows[pc].kind == MICRO_LOAD ? 0 : ROW_NONE)};
        sample->executed[pc] =
            (ExecutionCount){SAMPLE_EXECUTED, 32 * SAMPLE_EXECUTED, 32 * SAMPLE_EXECUTED};
    }
}

static inline void sample_counts(Sample *sample)
{
    uint64_t n = SAMPLE_EXECUTED;
    sample->accesses[0] = (AccessCount){.global_requests = n,
                                        .global_instructions = n,
                                        .global_sectors = 4 * n,
                                        .global_ideal_sectors = 4 * n,
                                        .global_lines = n,
                                        .global_bytes = 128 * n};
    sample->accesses[1] = (AccessCount){
        .shared_requests = n, .shared_wavefronts = n, .shared_ideal = n, .shared_bytes = 128 * n};
    for (uint32_t pc = 2; pc < 4; pc++) {
        sample->accesses[pc] = (AccessCount){.shared_requests = n,
                                             .shared_wavefronts = 32 * n,
                                             .shared_ideal = n,
                                             .shared_bytes = 128 * n};
    }
    sample->accesses[4] = (AccessCount){.branch_taken = n, .branch_diverged = n / 4};
}

static inline void sample_init(Sample *sample)
{
    memset(sample, 0, sizeof *sample);
    strcpy(sample->gpu.name, "round");
    strcpy(sample->gpu.title, "Round GPU");
    sample->gpu.compute_capability = 90;
    sample->gpu.coalesce_rule = COALESCE_SECTORS;
    sample->gpu.sm_count = 10;
    sample->gpu.warps_per_sm = 64;
    sample->file = (PtxFile){1, "transpose.cu"};
    sample->locations[1] = (PtxLocation){.file = 1, .line = 10, .column = 5};
    sample->locations[2] = (PtxLocation){.file = 1, .line = 14, .column = 9};
    sample->locations[3] = (PtxLocation){.file = 1, .line = 16, .column = 1};
    sample->module = (PtxModule){.file = "transpose.ptx",
                                 .source = "",
                                 .locations = sample->locations,
                                 .location_count = 4,
                                 .files = &sample->file,
                                 .file_count = 1};
    sample->entry = (PtxFunction){.name = "_Z9transposePfPKfi", .is_entry = true};
    sample->function = (MachineFunction){.ptx = &sample->entry, .end_pc = SAMPLE_CODE};
    sample->program = (MachineProgram){.module = &sample->module,
                                       .entry = &sample->entry,
                                       .code = sample->code,
                                       .code_count = SAMPLE_CODE,
                                       .functions = &sample->function,
                                       .function_count = 1,
                                       .registers_per_thread = 20};
    sample_code(sample);
    sample_counts(sample);
    sample->record = (LaunchRecord){.gpu = &sample->gpu,
                                    .program = &sample->program,
                                    .kernel = sample->entry.name,
                                    .grid = {25, 5, 1},
                                    .block = {32, 8, 1},
                                    .cluster = {1, 1, 1},
                                    .static_shared_bytes = 4096,
                                    .occupancy = {.blocks_per_sm = 8,
                                                  .warps_per_sm = 64,
                                                  .fraction = 1,
                                                  .limit_warps = 8,
                                                  .limit_blocks = 32,
                                                  .limit_shared = 40,
                                                  .limit_registers = 12,
                                                  .limited_by = OCCUPANCY_WARPS,
                                                  .shared_per_block = 5120},
                                    .executed = sample->executed,
                                    .accesses = sample->accesses,
                                    .blocks_done = 125};
    sample->records[0] = &sample->record;
    sample->report = (LockstepReport){.records = sample->records, .count = 1};
}

#endif
