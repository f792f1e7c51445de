// SPDX-License-Identifier: Apache-2.0
// What a run is to do, in the launch language (`out=f32[1024]:iota`, `k<<<4, 256>>>(out, 1)`),
// checked against the PTX before any GPU is made: buffers, and launches with their arguments packed
// into parameter blocks.
#ifndef LOCKSTEP_PLAN_PLAN_H
#define LOCKSTEP_PLAN_PLAN_H

#include "isa/ptx/ptx.h"
#include "sim/plan/buffer.h"

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
    const PtxModule *module;
    InstanceNames instances; // that our compiler made for -k and --launch; set before plan_read
    Buffer *buffers;
    uint32_t buffer_count;
    PlannedLaunch *launches;
    uint32_t launch_count;
    Text messages; // what is wrong, a line each
} Plan;

typedef struct PlanTexts {
    const char *const *at;
    uint32_t count;
} PlanTexts;

// The request: launches as texts, or one launch in parts.
typedef struct PlanRequest {
    PlanTexts buffers;   // "NAME=SPEC"
    PlanTexts launches;  // "kernel<<<grid, block>>>(arguments)"; none: the rest says the only one
    PlanTexts arguments; // "[NAME=]SPEC"
    const char *kernel;  // NULL: the only one
    uint32_t grid[3], block[3];
    uint32_t cluster[3]; // of each launch; 0: none
    uint32_t shared_bytes;
} PlanRequest;

// Fills in the plan. False, with plan->messages, when something is wrong. The request's texts must
// outlive the plan.
bool plan_read(const PlanRequest *request, const PtxModule *module, Plan *plan);
void plan_clear(Plan *plan);

// Adds a line to the plan's messages.
void plan_error(Plan *plan, const char *format, ...) TEXT_PRINTF(2, 3);

// Index of the buffer; UINT32_MAX when there is none of this name.
uint32_t plan_find_buffer(const Plan *plan, const char *name, size_t size_bytes);

// The kernel with this name: as in the PTX, or as people write it ("reduce<256>", "transpose",
// "ns::add" or "add", "scale(int *)"). NULL, with a message that lists the kernels, when there is
// none or more than one. name NULL: the only one there is.
const PtxFunction *kernel_find(Plan *plan, const char *name);

// Reads one argument into the launch's parameter `index`: a buffer's name (+ elements), a number,
// or values with their types for a structure, as in f32(1, 2, 3) or f32(1.5) s32(2, 3). False, with
// a message, when it does not fit.
bool argument_read(Plan *plan, PlannedLaunch *launch, uint32_t index, const char *text);

// Appends "f(u64, u64, u32)".
void kernel_describe(const PtxFunction *kernel, Text *out);

#endif
