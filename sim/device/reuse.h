// SPDX-License-Identifier: Apache-2.0
// Results of a launch that is made again. What a kernel does follows from its code, its
// parameters and what memory holds; so a launch that finds all of them as an equal launch found
// them leaves what that one left, and counts what it counted. Programs that measure time launch the
// same kernel many times. Leaves out launches whose results follow from more, or go elsewhere: that
// print, allocate, launch kernels or synchronize the grid, are checked or recorded.
#ifndef LOCKSTEP_DEVICE_REUSE_H
#define LOCKSTEP_DEVICE_REUSE_H

#include "sim/device/record.h"
#include "sim/memory/snapshot.h"

typedef struct ReuseEntry {
    ContentHash key;       // of the request
    uint64_t instructions; // warp instructions of such launches since memory was last not as before
    uint32_t misses;       // times that memory was not as it was before
    uint32_t pause;        // launches until it is looked at again
    bool is_known;         // the members below are set
    MemorySnapshot before;
    MemoryChange change;
    LaunchRecord record;
} ReuseEntry;

typedef struct ReuseTable {
    ReuseEntry *entries;
    uint32_t count, room;
    uint64_t kept_bytes; // of all entries' hashes and changes
    bool is_now_known;
    uint64_t now_changes; // device_memory_changes of `now`
    MemorySnapshot now;   // what memory holds, apart from changes since, and mapped memory
    Arena arena;          // of the records
} ReuseTable;

// One launch, from before it runs until after.
typedef struct ReuseAttempt {
    uint32_t entry; // index; UINT32_MAX: it is not looked at
    bool has_before;
    MemorySnapshot before;
} ReuseAttempt;

// What the results depend on, beside memory and the launch itself.
typedef struct ReuseSetting {
    uint32_t home, peers; // which GPU, and whose memory it reaches
    bool is_timed;
} ReuseSetting;

// Before a launch runs. True: it need not run; memory and the record are as after it.
bool reuse_begin(ReuseTable *table, const Launch *launch, const ReuseSetting *setting,
                 LaunchRecord *record, ReuseAttempt *attempt);
// After it has run.
void reuse_end(ReuseTable *table, const Launch *launch, const LaunchRecord *record,
               ReuseAttempt *attempt);
void reuse_destroy(ReuseTable *table);

#endif
