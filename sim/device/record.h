// SPDX-License-Identifier: Apache-2.0
// What a device remembers of its launches: raw sums per micro-op and the facts of the launch,
// nothing derived. sim/report turns records into counters, findings and pages.
#ifndef LOCKSTEP_DEVICE_RECORD_H
#define LOCKSTEP_DEVICE_RECORD_H

#include "sim/check/finding.h"
#include "sim/device/place.h"
#include "sim/gpu/occupancy.h"
#include "sim/lockstep.h"
#include "sim/warp/block.h"

// Who launched a kernel, and in which stream.
typedef enum LaunchWay {
    LAUNCH_BY_HOST,
    LAUNCH_IN_BLOCK_STREAM, // by a kernel, in the NULL stream of its block
    LAUNCH_IN_STREAM,       // in a stream that the kernel created
    LAUNCH_FIRE_AND_FORGET,
    LAUNCH_TAIL
} LaunchWay;

typedef struct LaunchOrigin {
    LaunchWay way;
    uint32_t parent; // id of the launch whose kernel launched it; of those by the host UINT32_MAX
    uint32_t after; // id of the launch that it follows: the one before in its stream, or the parent
    uint32_t depth; // parents up to the host's launch
    uint64_t block; // of the parent that launched it, by index
    uint32_t moment; // likewise, of a checked one (sim/warp/child.h)
    uint32_t device; // of the program's devices, from 0
    bool has_waits;  // streams of its parent waited for events
} LaunchOrigin;

typedef struct LaunchRecord {
    uint32_t id; // from 0, in launch order
    LaunchOrigin origin;
    const Gpu *gpu;
    const uint8_t *parameters; // of the kernel, as its layout in the PTX says; NULL: were missing
    const MachineProgram *program; // NULL when the kernel could not be lowered for this GPU
    const char *kernel;            // name in the PTX
    uint32_t grid[3], block[3], cluster[3];
    uint32_t static_shared_bytes, dynamic_shared_bytes;
    Occupancy occupancy;
    const ExecutionCount *executed;    // [program->code_count], summed over all blocks
    const AccessCount *accesses;       // [program->code_count]
    const LaunchTime *time;            // of a run with a clock; else NULL
    const char *no_time;               // why there is none although it was asked for, or NULL
    const struct Recording *recording; // of what was chosen of it (sim/record), or NULL
    const PlacedVariable *symbols;     // with a recording: the variables of its module
    uint32_t symbol_count;
    uint64_t blocks_done;
    uint64_t blocks_canceled; // of these, never begun: taken over by clusterlaunchcontrol
    LockstepStatus status;    // LOCKSTEP_OK, or why the launch was refused or stopped
    Fault fault;              // kind FAULT_NONE unless status is FAULT or LIMIT
    Fault beyond;         // the first access outside every allocation that went on, if there is one
                          // (LockstepOptions.goes_beyond); else kind FAULT_NONE
    uint64_t lost_prints; // calls of printf that the buffer did not keep
    const char *refusal;  // for ERROR_INPUT and ERROR_LAUNCH: the reason and the limit
    double host_seconds;  // how long the simulation took
    bool is_repetition;   // it did not run: its results are those of launch `repeated` (reuse.h)
    uint32_t repeated;
    const char *called; // "file.cu:12": where the program called the library that launched; or NULL
} LaunchRecord;

struct LockstepReport {
    const LaunchRecord *const *records;
    uint32_t count;
    const CheckFindings *findings; // of all launches, and of what the host did between them
};

#endif
