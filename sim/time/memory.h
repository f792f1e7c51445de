// SPDX-License-Identifier: Apache-2.0
// The memory system beyond the SMs: interconnect, L2 slices, memory partitions. Each is a server; a
// request passes through them and returns with the cycle of its reply. Requests must be given in
// the order of their cycles (of all SMs together), which makes the result independent of threads.
// Beside its bandwidth, device memory has these properties: every other partition is far from an
// SM; a bank that is being refreshed answers late; writes are gathered and moved together, and
// reads wait for them; rows of it are opened one after another. Leaves out data; of GPUs with L2,
// what a bank takes to change its row, and any reordering of waiting requests by a memory
// controller (uncached.h has those of GPUs without).
#ifndef LOCKSTEP_TIME_MEMORY_H
#define LOCKSTEP_TIME_MEMORY_H

#include "isa/base/divide.h"
#include "sim/memory/cache.h"
#include "sim/memory/device_memory.h"
#include "sim/observe/counts.h"
#include "sim/time/traffic.h"
#include "sim/time/uncached.h"

#include <stdalign.h>

// A read from a group of SMs (a GPC). Others of the same sectors that come within l2_merge_cycles
// of it get the same reply, l2_merge_reads in all, and L2 sees one (traces/h200/probes/merges.csv).
// A group keeps the latest read of each line, by the line's number modulo SHARED_READS.
enum { SHARED_READS = 8192 };

typedef struct SharedRead {
    uint64_t line;
    uint32_t sectors, reads;
    double sent, done;
} SharedRead;

// Between an SM and the interconnect.
typedef struct SmPort {
    Server writes;
    double *window; // [window_sectors]: when the replies to the latest reads arrive, in their order
    uint32_t window_next;
    SharedRead *reads; // [SHARED_READS], of its group; NULL: reads are not merged
} SmPort;

typedef struct Partition {
    Server bus;
    Server rows;        // opens a row after the other
    uint32_t gathered;  // sectors that wait to be written
    uint32_t opened;    // rows that they need
    uint64_t *open_row; // [memory_banks]: number + 1
} Partition;

enum { PARTIAL_WAYS = 4 };

// Sectors in L2 with words that they have neither got from device memory nor from a write. A line
// of the host's.
typedef struct PartialSet {
    alignas(64) uint64_t sector[PARTIAL_WAYS]; // address / SECTOR_BYTES
    uint64_t state[PARTIAL_WAYS];              // age << 8 | holes (words), lower is older; 0: none
} PartialSet;

// The latest floating-point atomics of a slice on a word, which the next one on it waits for: on an
// H200 a word takes one every 3.5 cycles (atomic_throughput of the microbenchmark, red.add.f32
// one_word), while those on other words follow as integers do (sector_each_lane, scattered), also
// if each has 32 lanes (traces/h200/probes/atomics.csv: add_f32, a word a warp). A slice keeps
// those of the latest words, by their number modulo FLOAT_CHAINS.
enum { FLOAT_CHAINS = 32 }; // as many as a line has words of 4 bytes

typedef struct FloatChain {
    uint64_t word;
    double free_at;
} FloatChain;

// Lines of host memory that kernels access where it is.
typedef struct RemoteLines {
    uint64_t first, last;
} RemoteLines;

// Lines of managed memory, and which of its blocks the GPU has (MemoryRegion.is_here).
typedef struct ManagedLines {
    uint64_t first, last;
    uint8_t *is_here;
} ManagedLines;

typedef struct MemoryTime {
    const Gpu *gpu;
    SmPort *ports;         // [sm_count]
    Server *slices;        // of L2: what is read, and atomics
    Server *inputs;        // [slices]: what is written, and what comes from device memory
    FloatChain *chains;    // [slices]
    Partition *partitions; // of device memory
    uint32_t slice_count, partition_count;
    Divisor by_slice, by_partition; // the same
    Divisor by_slice_chunk;         // lines that follow each other in a slice
    Divisor by_row, by_bank;        // lines of a row in all partitions; banks
    Divisor by_refresh;             // cycles from one refresh to the next
    uint32_t window_sectors;        // of reads that an SM has under way; 0: any number
    uint32_t granule_sectors; // that device memory moves together; 0, 1: sectors by themselves
    uint32_t batch_sectors;   // that a partition writes at one go
    double slice_cycles, partition_cycles, port_cycles; // a sector takes
    double refresh_cycles, refresh_interval;            // of a bank; 0: none is seen
    double write_cycles; // that the writing of a line takes of a slice at least
    double read_cycles;  // that the reading of a line takes of a slice at least
    double write_factor; // as much more a write takes of a slice than a read
    // Notes of lines: when the last sectors that the line lacked arrive in L2. Marks: sectors that
    // may be among the partial ones.
    Cache l2;
    bool has_marks;       // the marks are kept
    PartialSet *partials; // [partial_sets]
    uint32_t partial_sets, partial_count;
    Divisor by_partial_set;
    uint64_t partial_clock;
    double row_cycles; // from the opening of one row of a partition to that of the next
    bool has_l2;
    Uncached uncached; // if not
    RemoteLines *remotes;
    uint32_t remote_count;
    ManagedLines *managed;
    uint32_t managed_count;
    Server links[2];    // from the host, to it
    double link_cycles; // a sector takes on one of them
    Cycle print_free;   // the lock of printf's buffer
    MemoryCount counts;
} MemoryTime;

void memory_time_init(MemoryTime *memory, const Gpu *gpu, Arena *arena);
// Learns which lines are host memory; they are reached over the link and not kept in L2, "because
// the data is not cached on the GPU" (CUDA C Best Practices Guide, Zero Copy).
void memory_time_map(MemoryTime *memory, const DeviceMemory *regions, Arena *arena);

// Sets request->done: when the last byte is in the SM (reads, atomics), or the write has arrived.
void memory_time_serve(MemoryTime *memory, uint32_t sm, MemoryRequest *request);

// Takes a request. Either serves it like memory_time_serve(), or sets request->is_under_way: then
// memory_time_answer() returns it when it is done.
void memory_time_send(MemoryTime *memory, uint32_t sm, MemoryRequest *request);
// For how long a launch waits for managed memory that moves to the GPU.
double memory_time_migration_us(const MemoryCount *counts);
// Goes on until all is served that nothing sent at `until` or later can hold up.
void memory_time_advance(MemoryTime *memory, double until);
// The next request under way for this SM that is done; false: none. Other SMs may be asked at the
// same time.
bool memory_time_answer(MemoryTime *memory, uint32_t sm, MemoryRequest *request);

// Whether a line's home, where its device memory is and atomics on it are made, is in the half of
// the chip that is far from the SM. On an H200 stretches of 4 KB change sides with the parity of
// some bits of their address (12, 13, 15, 17, ...; here of all), and half of the TPCs are on each
// side (rows home_atomic of the microbenchmark).
bool memory_time_is_far(uint32_t sm, uint64_t line);
// Cycles of an atomic, there and back, without contention.
double memory_time_home_trip(const Gpu *gpu, bool is_far);

// When a warp's call of printf ends that began at `begin` and takes `cycles` by itself. At its end
// it holds the lock of the buffer, which all SMs share (print_cost.h).
Cycle memory_time_print(MemoryTime *memory, Cycle begin, Cycle cycles, uint32_t lanes);

// Which slice of L2 a line lies in, and from when on something that is sent to it would not wait.
uint32_t memory_time_slice(const MemoryTime *memory, uint64_t line);
double memory_time_slice_open(const MemoryTime *memory, uint32_t slice);
// Hints that a request will be served soon, which change nothing: the first comes a little earlier
// and fetches what the second reads. They note where the line is in L2 if they find out, for
// memory_time_expect(), which comes right before the request is served. has_holes: of a write.
void memory_time_prefetch(const MemoryTime *memory, uint32_t sm, uint64_t line, RequestKind kind,
                          CachePlace *place);
void memory_time_prefetch_line(const MemoryTime *memory, uint64_t line, RequestKind kind,
                               uint32_t sectors, bool has_holes, CachePlace *place);
void memory_time_expect(MemoryTime *memory, uint64_t line, const CachePlace *place);

#endif
