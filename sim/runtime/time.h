// SPDX-License-Identifier: Apache-2.0
// Modelled time of what a program issues: from the counters of a launch and the GPU's rates, not
// from a clock. An estimate from below: a kernel takes at least as long as its busiest resource.
// Leaves out latencies that nothing hides, and caches but for one rule (see time_kernel).
#ifndef LOCKSTEP_RUNTIME_TIME_H
#define LOCKSTEP_RUNTIME_TIME_H

#include "sim/device/record.h"

typedef struct KernelTime {
    double seconds;      // from its start to its end, launch overhead included
    double busy_seconds; // of the whole GPU's busiest resource: other kernels can not have it
} KernelTime;

// used_bytes: of device memory. Traffic of global memory beyond what is allocated comes out of L2
// when all that is allocated fits there.
KernelTime time_kernel(const LaunchRecord *record, uint64_t used_bytes);

// A copy between host and device over PCIe (gpu->pcie_gbs, one direction), or inside the device,
// which reads and writes each byte.
double time_copy(const Gpu *gpu, uint64_t size_bytes, bool is_to_host_or_from);

// Filling device memory.
double time_fill(const Gpu *gpu, uint64_t size_bytes);

#endif
