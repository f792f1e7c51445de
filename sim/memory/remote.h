// SPDX-License-Identifier: Apache-2.0
// What one warp access to the shared memory of other SMs of a cluster sends over the network
// between them. Pure functions of addresses and mask; no time. What its SMs share of that
// network is the clock's matter (sim/device/clusters.c).
#ifndef LOCKSTEP_MEMORY_REMOTE_H
#define LOCKSTEP_MEMORY_REMOTE_H

#include "sim/memory/shared.h"

// Flits of the access: each takes an SM's port to the network for Gpu.remote_flit_cycles.
//   loads    one for each line of 128 bytes, and one for each sector of 32 bytes that comes back
//   stores   one for each 16 bytes that are touched; two for 64 bytes that are written in full
//   atomics  for each line one, and two for each of its sectors; two in all where a line has one
//            lane. Lanes on the same word travel one after another
// address[lane]: where bit `lane` of lanes is set; in windows of the cluster's blocks, so that no
// two of them share a line. width_bytes: 1, 2, 4, 8 or 16 a lane, all addresses aligned to it.
// Source: rows cluster_throughput of the microbenchmark on an H200, 4 bytes a lane
// (tests/unit/sim_memory/test_remote.c); that the rule is the same for other widths is assumed.
uint32_t remote_flits(SharedAccess access, const uint64_t address[32], uint32_t lanes,
                      uint32_t width_bytes);

#endif
