// SPDX-License-Identifier: Apache-2.0
// What a run is to do, read from the command line and checked against the PTX before any GPU is
// made: buffers, and launches with their arguments packed into parameter blocks.
#ifndef LOCKSTEP_CLI_PLAN_H
#define LOCKSTEP_CLI_PLAN_H

#include "isa/ptx/ptx.h"
#include "sim/cli/buffer.h"
#include "sim/cli/options.h"

// A pointer in a parameter block, filled in when the buffer has an address.
typedef struct Pointer {
    uint32_t offset_bytes, size_bytes; // in the parameter block
    uint32_t buffer;                   // index
    uint64_t addend_bytes;
} Pointer;

typedef struct PlannedLaunch {
    const PtxFunction *kernel;
    uint32_t grid[3], block[3], cluster[3];
    uint32_t shared_bytes;
    uint8_t *parameters; // kernel->parameter_bytes
    Pointer *pointers;
    uint32_t pointer_count;
} PlannedLaunch;

// Instances of kernel templates as the user wrote them, "reduce<256>", and what PTX calls them.
typedef struct InstanceNames {
    const char *const *wanted, *const *ptx_names;
    uint32_t count;
} InstanceNames;

typedef struct Plan {
    Arena arena;
    const Style *style;
    const PtxModule *module;
    InstanceNames instances; // that our compiler made for -k and --launch; set before plan_read
    Buffer *buffers;
    uint32_t buffer_count;
    PlannedLaunch *launches;
    uint32_t launch_count;
} Plan;

// Fills in the plan from the options. False, with messages, when something is wrong.
bool plan_read(const Options *options, const PtxModule *module, Plan *plan);
void plan_clear(Plan *plan);

// Index of the buffer; UINT32_MAX when there is none of this name.
uint32_t plan_find_buffer(const Plan *plan, const char *name, size_t size_bytes);

// The kernel with this name: as in the PTX, or as people write it ("reduce<256>", "transpose",
// "ns::add" or "add", "scale(int *)"). NULL, with a message that lists the kernels, when there is
// none or more than one. name NULL: the only one there is.
const PtxFunction *kernel_find(const Plan *plan, const char *name);

// Reads one argument into the launch's parameter `index`: a buffer's name (+ elements), a number,
// or values with their types for a structure, as in f32(1, 2, 3) or f32(1.5) s32(2, 3). False, with
// a message, when it does not fit.
bool argument_read(const Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text);

// Appends "f(u64, u64, u32)".
void kernel_describe(const PtxFunction *kernel, Text *out);

#endif
