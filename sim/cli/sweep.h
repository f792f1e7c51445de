// SPDX-License-Identifier: Apache-2.0
// A sweep's folder, in which its points are run one by one, by this process or by others:
//   sweep.spec         the .sweep file it was begun with
//   directory          the folder that the command lines work in
//   pending            numbers of the points to run, one a line
//   points/N.csv       the counters of a point that has run; N.out and N.err: what it printed
//   points/N.failed    why a point has none
//   table.csv, table.jsonl
#ifndef LOCKSTEP_CLI_SWEEP_H
#define LOCKSTEP_CLI_SWEEP_H

#include "sim/cli/options.h"
#include "sim/sweep/spec.h"

typedef struct Sweep {
    const Options *options;
    SweepSpec spec;
    const char *folder;    // absolute
    const char *directory; // absolute
    const char *self;      // this program
    uint32_t *pending;
    uint32_t pending_count;
    uint32_t jobs;
    Arena *arena;
} Sweep;

// A file of the sweep's folder, of a point with its ending.
const char *sweep_path(const Sweep *sweep, const char *name);
const char *sweep_point_path(const Sweep *sweep, uint32_t point, const char *ending);
bool sweep_is_done(const Sweep *sweep, uint32_t point);

// Runs one point and keeps what came of it. Its exit code; CLI_INTERRUPT: nothing is kept.
int sweep_run_point(const Sweep *sweep, uint32_t point);

// Run all pending points: on this machine's cores, by GNU parallel, as an array of jobs of Slurm.
// False, with a message, when they could not be started.
bool sweep_run_local(Sweep *sweep);
bool sweep_run_parallel(Sweep *sweep);
bool sweep_run_slurm(Sweep *sweep);

#endif
