// SPDX-License-Identifier: Apache-2.0
// What host code and kernels find out about a kernel: its attributes and its occupancy.
#ifndef LOCKSTEP_DEVICE_KERNEL_FACTS_H
#define LOCKSTEP_DEVICE_KERNEL_FACTS_H

#include "isa/machine/program.h"
#include "sim/gpu/occupancy.h"
#include "sim/warp/child.h"

// A kernel, and its program for this GPU.
typedef struct KernelHere {
    const Gpu *gpu;
    const PtxModule *ptx;
    const PtxFunction *kernel;
    const MachineProgram *program;
} KernelHere;

KernelAttributes kernel_attributes(const KernelHere *here);

// Of blocks with this many threads and bytes of dynamic shared memory.
Occupancy kernel_occupancy(const KernelHere *here, uint32_t threads, uint64_t dynamic_bytes);

// Bytes of dynamic shared memory that a block may have if nothing was set.
uint32_t kernel_dynamic_room(const KernelHere *here);

#endif
