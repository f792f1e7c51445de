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

// Which rule a generation applies to a warp's global accesses (sim/memory/coalesce.h).
typedef enum CoalesceRule {
    COALESCE_STRICT,   // cc 1.0, 1.1: half-warps, in order and aligned, or one transaction a lane
    COALESCE_SEGMENTS, // cc 1.2, 1.3: half-warps, 32/64/128-byte segments
    COALESCE_LINES,    // cc 2.x: 128-byte lines through L1, or 32-byte segments when L1 is off
    COALESCE_UNCACHED, // cc 3.x: 32-byte segments
    COALESCE_SECTORS   // cc 5.0 on: 32-byte sectors of the whole warp
} CoalesceRule;

// Which rule shared memory follows (sim/memory/shared.h).
typedef enum SharedRule {
    SHARED_HALF_WARP, // cc 1.x: 16 banks, half-warps, one broadcast word
    SHARED_FERMI,     // cc 2.x: 32 banks, 64-bit by half-warps
    SHARED_KEPLER_32, // cc 3.x, 32-bit mode
    SHARED_KEPLER_64, // cc 3.x, 64-bit mode
    SHARED_MAXWELL    // cc 5.0 on: 32 banks, phases for 64 and 128 bits, pair rule
} SharedRule;

// How registers are allocated to a block (sim/gpu/occupancy.h).
typedef enum RegisterRule { REGISTERS_PER_BLOCK, REGISTERS_PER_WARP } RegisterRule;

#define GPU_SIZES_MAX 16

// A list of sizes, smallest first.
typedef struct GpuSizes {
    uint32_t count;
    uint32_t bytes[GPU_SIZES_MAX];
} GpuSizes;

typedef struct Gpu {
    char name[GPU_NAME_MAX];  // "h200": the preset's key
    char title[GPU_NAME_MAX]; // "NVIDIA H200"
#define GPU_VALUE(key, type, ...) type key;
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
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

// Writes all parameters with unit, range and meaning (`lockstep gpus NAME`).
void gpu_print(const Gpu *gpu, Text *out);

#endif
