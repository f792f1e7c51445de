// SPDX-License-Identifier: Apache-2.0
// A plan carried out on one GPU.
#ifndef LOCKSTEP_CLI_JOB_H
#define LOCKSTEP_CLI_JOB_H

#include "sim/cli/gpu_choice.h"
#include "sim/cli/progress.h"
#include "sim/lockstep.h"
#include "sim/plan/plan.h"
#include "sim/report/report.h"

#include <stdio.h>

typedef struct Job {
    const Style *style;
    GpuChoice gpu;
    const char *ptx; // compiled for this GPU; NULL: that of JobOptions
    size_t ptx_bytes;
    bool is_uncompiled; // its compiler refused the program: the job is not run
    LockstepDevice *device;
    LockstepStatus status; // the first that was not LOCKSTEP_OK
    bool has_started;      // the GPU is there and holds the buffers
    Report *report;        // of what was launched; NULL unless has_started
    Diagnostics warnings;  // of the compiler
    uint64_t *addresses;   // of the plan's buffers
    uint64_t *handles;     // what kernels get for them: the address, or a texture over it
} Job;

typedef struct JobOptions {
    const char *ptx;
    size_t ptx_bytes;
    const char *ptx_name;
    LockstepOptions device; // without a GPU
    bool has_several_gpus;  // one that cannot run a launch is no error then
    bool wants_progress;
    FILE *kernel_output; // where printf in kernels goes
} JobOptions;

// Gives the job the warnings of another that runs the same code.
void job_warn(Job *job, const Diagnostics *warnings);

// Makes the GPU and its buffers, runs every launch until one stops, builds the report. Messages go
// to stderr.
void job_run(Job *job, const Plan *plan, const JobOptions *options, Arena *arena);

// Whether --dump and --print name buffers and elements that the plan has; to be asked before a long
// run. False, with messages, when not.
bool dumps_check(const Plan *plan, const Options *options);

// Writes and prints buffers as --dump and --print ask; prints go to `out`. False, with a message,
// when a name or file is wrong.
bool job_dump(const Job *job, const Plan *plan, const Options *options);
bool job_print(const Job *job, const Plan *plan, const Options *options, Text *out);

void job_end(Job *job);

#endif
