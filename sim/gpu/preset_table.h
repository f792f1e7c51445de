// SPDX-License-Identifier: Apache-2.0
// The compiled-in presets; the table itself is made from presets/*.gpu by preset_table.cmake. Used
// by this room alone.
#ifndef LOCKSTEP_GPU_PRESET_TABLE_H
#define LOCKSTEP_GPU_PRESET_TABLE_H

#include "sim/gpu/gpu.h"

typedef struct Preset {
    Gpu gpu;
    const char *text; // the file
} Preset;

extern const uint32_t preset_table_count;
extern const Preset preset_table[];

#endif
