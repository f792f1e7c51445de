// SPDX-License-Identifier: Apache-2.0
// Bytes of call frames: parameters and results of calls, in per-thread memory.
#ifndef LOCKSTEP_WARP_FRAME_H
#define LOCKSTEP_WARP_FRAME_H

#include "sim/warp/warp.h"

// Copies each argument from one frame to another, in the lanes of mask.
void frame_copy(Warp *warp, const MachineArgument *arguments, uint32_t count, uint32_t from_base,
                uint32_t to_base, uint32_t mask);

// Bytes of one lane, at any address; the caller has checked that they exist.
void frame_read(const Warp *warp, uint64_t address, uint32_t lane, void *bytes,
                uint32_t size_bytes);
void frame_write(Warp *warp, uint64_t address, uint32_t lane, const void *bytes,
                 uint32_t size_bytes);

#endif
