// SPDX-License-Identifier: Apache-2.0
// A GPU: every parameter of one modeled chip, as plain values. Presets are text files
// (presets/*.gpu) compiled into the library; a user's own file has the same form. Const once read,
// holds no pointers.
#ifndef LOCKSTEP_GPU_GPU_H
#define LOCKSTEP_GPU_GPU_H

#include "isa/base/diagnostics.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

#define GPU_NAME_MAX 64

// How a generation serves a warp's global accesses (sim/memory/coalesce.h).
typedef enum CoalesceRule {
#define COALESCE_RULE(value, name, doc) value,
#include "sim/gpu/rule.def"
} CoalesceRule;

// How it serves shared accesses (sim/memory/shared.h).
typedef enum SharedRule {
#define SHARED_RULE(value, name, doc) value,
#include "sim/gpu/rule.def"
} SharedRule;

// How it allocates registers to a block (sim/gpu/occupancy.h).
typedef enum RegisterRule {
#define REGISTER_RULE(value, name, doc) value,
#include "sim/gpu/rule.def"
} RegisterRule;

enum {
    COALESCE_RULE_COUNT = 0
#define COALESCE_RULE(value, name, doc) +1
#include "sim/gpu/rule.def"
    ,
    SHARED_RULE_COUNT = 0
#define SHARED_RULE(value, name, doc) +1
#include "sim/gpu/rule.def"
};

#define GPU_SIZES_MAX 16

// Managed memory moves to the GPU that touches it in blocks of so many bytes: launches that touch
// each 4 KB of 64 KB take no longer than those that touch all of it
// (traces/h200/probes/managed.txt).
#define MIGRATION_BYTES 65536u

// A list of sizes, smallest first.
typedef struct GpuSizes {
    uint32_t count;
    uint32_t bytes[GPU_SIZES_MAX];
} GpuSizes;

typedef struct Gpu {
    char name[GPU_NAME_MAX];        // "h200": the preset's key
    char title[GPU_NAME_MAX];       // "NVIDIA H200 SXM 141 GB"
    char device_name[GPU_NAME_MAX]; // "NVIDIA H200": cudaDeviceProp.name; the title if no file says
                                    // it
#define GPU_VALUE(key, type, ...) type key;
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
    uint32_t max_blocks_per_sm; // that gpu_limit_blocks() was given; 0: it was not called
} Gpu;

// Finds a compiled-in preset by name ("h200", "8800gtx"; also by alias such as "g80"). NULL: none.
const Gpu *gpu_preset(const char *name);
uint32_t gpu_preset_count(void);
const Gpu *gpu_preset_at(uint32_t index); // from the oldest generation to the newest

// Reads a GPU from the text of a .gpu file: `key = value` lines, `base = h200` first to start from
// a preset (else from the defaults of gpu.def), # comments. Returns false when something is wrong;
// every mistake is in `diagnostics` with its line: unknown key, value out of range, wrong unit,
// missing key without a base.
bool gpu_parse(const char *text, size_t size_bytes, const char *file_name, Gpu *gpu,
               Diagnostics *diagnostics);

// Lets at most so many blocks be resident on an SM. The title says so, so that nobody takes the
// time for that of the GPU itself.
void gpu_limit_blocks(Gpu *gpu, uint32_t blocks);

// Writes all parameters with unit, range and meaning (`lockstep gpus NAME`).
void gpu_print(const Gpu *gpu, Text *out);

#endif
