// SPDX-License-Identifier: Apache-2.0
// Everything behind the SMs: interconnect, L2 slices, memory partitions. Each is a server; a
// request goes through them and comes back with the cycle of its reply. Requests must be given in
// the order of their cycles (of all SMs together), which makes the result independent of threads.
// Leaves out data, and the order in which a memory controller might serve what waits for it.
#ifndef LOCKSTEP_TIME_MEMORY_H
#define LOCKSTEP_TIME_MEMORY_H

#include "sim/memory/cache.h"
#include "sim/time/traffic.h"

typedef struct MemoryCounts {
    uint64_t l2_reads, l2_read_hits, l2_writes, l2_write_hits; // sectors
    uint64_t dram_reads, dram_writes;                          // sectors
} MemoryCounts;

// Between an SM and the interconnect.
typedef struct SmPort {
    Server writes;
    double *window; // [window_sectors]: when the replies to the latest reads arrive, in their order
    uint32_t window_next;
} SmPort;

typedef struct MemoryTime {
    const Gpu *gpu;
    SmPort *ports;      // [sm_count]
    Server *slices;     // of L2; none on cc 1.x
    Server *partitions; // of device memory
    uint32_t slice_count, partition_count;
    uint32_t window_sectors;
    double slice_cycles, partition_cycles; // a sector takes
    Cache l2;
    bool has_l2;
    MemoryCounts counts;
} MemoryTime;

void memory_time_init(MemoryTime *memory, const Gpu *gpu, Arena *arena);

// Sets request->done: when the last byte is in the SM (reads, atomics), or the write has arrived.
void memory_time_serve(MemoryTime *memory, uint32_t sm, MemoryRequest *request);

#endif
