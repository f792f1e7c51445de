// SPDX-License-Identifier: Apache-2.0
// Modeled time of what a program issues: from the counters of a launch and the GPU's rates, not
// from a clock unless the launch ran with one. An estimate from below: a kernel takes at least as
// long as its busiest resource.
// Leaves out latencies that nothing hides, and caches but for one rule (see time_kernel).
#ifndef LOCKSTEP_RUNTIME_TIME_H
#define LOCKSTEP_RUNTIME_TIME_H

#include "sim/device/record.h"

typedef struct KernelTime {
    double seconds;      // from its start to its end, launch overhead included
    double busy_seconds; // of the whole GPU's busiest resource: other kernels cannot have it
} KernelTime;

// used_bytes: of device memory. Traffic of global memory beyond what is allocated comes out of L2
// when all that is allocated fits there.
KernelTime time_kernel(const LaunchRecord *record, uint64_t used_bytes);

// The direction of a copy. The device itself reads and writes page-locked memory of the host; the
// driver copies pageable memory by way of a page-locked buffer (CUDA C++ Best Practices Guide,
// "Pinned Memory").
typedef enum CopyWay {
    COPY_INSIDE,  // the device: it reads and writes each byte
    COPY_PINNED,  // over the link, from or to page-locked or managed memory of the host
    COPY_PAGEABLE // over the link, from or to other memory of the host
} CopyWay;

// A fixed time (gpu->copy_us; inside the device that of a launch) and the bytes at the rate of a
// long copy.
double time_copy(const Gpu *gpu, uint64_t size_bytes, CopyWay way);

// Copies that run beside kernels and beside each other: two from cc 2.0 on, one since cc 1.1 (CUDA
// C Programming Guide 5.5, 3.2.5.2 and 3.2.5.4: "some devices"), none before.
uint32_t time_copy_engines(const Gpu *gpu);

// Filling device memory.
double time_fill(const Gpu *gpu, uint64_t size_bytes);

#endif
