// SPDX-License-Identifier: Apache-2.0
// The compiled-in presets, oldest generation first; embed/embed.c makes the table from
// presets/*.gpu. Used by this room alone.
#ifndef LOCKSTEP_GPU_PRESET_TABLE_H
#define LOCKSTEP_GPU_PRESET_TABLE_H

#include "sim/gpu/gpu.h"

const Gpu *preset_table(uint32_t *count);

#endif
