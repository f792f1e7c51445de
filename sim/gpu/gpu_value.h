// SPDX-License-Identifier: Apache-2.0
// The parameters of gpu.def as a table: each key with its type and its place in the struct, and
// functions that read and write one value as text. Used only in this room.
#ifndef LOCKSTEP_GPU_GPU_VALUE_H
#define LOCKSTEP_GPU_GPU_VALUE_H

#include "sim/gpu/gpu.h"

typedef enum GpuKind {
    GPU_KIND_uint32_t,
    GPU_KIND_uint64_t,
    GPU_KIND_double,
    GPU_KIND_GpuSizes,
    GPU_KIND_CoalesceRule, // and from here on: names of rule.def
    GPU_KIND_SharedRule,
    GPU_KIND_RegisterRule
} GpuKind;

typedef struct GpuValue {
    const char *key;
    GpuKind kind;
    const char *unit;
    double low, high;
    const char *doc;
    const char *default_text, *reason; // of a file that says none; NULL: it must
    size_t offset;                     // in Gpu
} GpuValue;

enum {
    GPU_VALUE_COUNT = 0
#define GPU_VALUE(key, type, ...) +1
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
};

extern const GpuValue gpu_values[GPU_VALUE_COUNT]; // in the order of gpu.def

// NULL: no such key.
const GpuValue *gpu_value_find(const char *key);
// The key most like this one, or NULL when none is near.
const char *gpu_value_nearest(const char *key);

// Reads "48 KB", "1.98 GHz", "maxwell", "16 KB, 48 KB". False: `message` says what is wrong.
bool gpu_value_read(const GpuValue *value, const char *text, Gpu *gpu, Text *message);

// Writes what gpu_value_read() reads back.
void gpu_value_write(const GpuValue *value, const Gpu *gpu, Text *out);

// "1 to 1024", "16 KB to 1 MB", "half_warp, fermi, ...".
void gpu_value_write_range(const GpuValue *value, Text *out);

const GpuSizes *gpu_value_sizes(const GpuValue *value, const Gpu *gpu); // of a list

// The value as a number, for comparing values with each other; 0 for lists.
double gpu_value_number(const GpuValue *value, const Gpu *gpu);

#endif
