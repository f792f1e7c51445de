// SPDX-License-Identifier: Apache-2.0
// Inside of sim/warp: accesses to each state space, by loads, stores, atomics and copies. Checks
// come before effects: an access with a bad lane changes nothing.
#ifndef LOCKSTEP_WARP_MEMORY_ACCESS_H
#define LOCKSTEP_WARP_MEMORY_ACCESS_H

#include "sim/memory/copy.h"
#include "sim/warp/executor.h"
#include "sim/warp/group.h"

static inline const Operation *operation_of(const Block *block, const Warp *warp)
{
    return &block->operations[warp->pc];
}

// An address row of a micro-op: the values before `offset` is added.
typedef struct AddressRow {
    const uint64_t *wide;   // or NULL
    const uint32_t *narrow; // or NULL
    uint64_t offset;
} AddressRow;

// What a GROUP_FETCH of the warp reads.
GroupFetch group_fetch(const MachineProgram *program, const Warp *warp, const Micro *micro);

AddressRow address_row(const Warp *warp, const Micro *micro);
// The sums of all 32 lanes. 32-bit addresses wrap around at 32 bits.
void address_sum(const AddressRow *row, uint64_t address[32]);
// The same for shared memory, whose addresses have 32 bits: "truncated if the register width
// exceeds the state space address width" (PTX ISA, ld). So a generic address of shared memory does,
// too.
void address_sum_shared(const AddressRow *row, uint32_t address[32]);
// The lanes' addresses in shared memory, also if the micro-op's are generic. Generic ones of other
// memory become OUTSIDE_SHARED, which lies in no block and is aligned.
#define OUTSIDE_SHARED (UINT32_MAX - 63)
void addresses_in_shared(const Warp *warp, const Micro *micro, uint32_t address[32]);

// The lane's address and its space: generic addresses become ones of shared or of global memory.
uint64_t lane_place(const Warp *warp, const Micro *micro, uint32_t lane, PtxSpace *space);

// One region that holds what the lanes of mask (not empty) access, aligned; or NULL.
const MemoryRegion *global_region(Block *block, const uint64_t address[32], uint32_t mask,
                                  uint32_t width_bytes, bool is_store);

// Host bytes behind [address, address + size_bytes) when one region holds them all; else NULL.
uint8_t *global_bytes(Block *block, uint64_t address, uint64_t size_bytes, bool is_store);

// The same of an access that global_check has let pass: the bytes of a page if no region holds it.
uint8_t *checked_bytes(Block *block, uint64_t address, uint64_t size_bytes, bool is_store);

// Checks what the lanes of mask (not empty) access; on a fault nothing must be performed.
Outcome global_check(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                     uint32_t mask, uint32_t width_bytes, bool is_store);
Outcome shared_check(Block *block, Warp *warp, const Micro *micro, const uint32_t address[32],
                     uint32_t mask, uint32_t width_bytes, bool is_store);
// Accesses to [0, limit_bytes) of `what` ("per-thread memory").
Outcome bounded_check(Block *block, Warp *warp, PtxSpace space, uint64_t limit_bytes,
                      const char *what, const uint64_t address[32], uint32_t mask,
                      uint32_t width_bytes, bool is_store);

// Host bytes of a checked shared address: slot in bits 24 up (window.h).
static inline uint8_t *shared_bytes(Block *block, uint32_t address)
{
    uint32_t slot = address / (uint32_t)SHARED_WINDOW_BYTES;
    const Block *owner = slot == 0 ? block : block->cluster[slot - 1];
    return owner->shared + address % SHARED_WINDOW_BYTES;
}
// Bytes of shared memory in that slot; 0 if there is no such block.
uint32_t shared_limit(const Block *block, uint32_t address);

// Which lanes' generic addresses lie in shared and in local memory; the rest is global.
void generic_windows(const uint64_t address[32], uint32_t mask, uint32_t *shared, uint32_t *local);

// Adds what `times` equal accesses cost.
void count_global_cost(AccessCount *count, const GlobalCost *cost, uint64_t times);
void count_shared_cost(AccessCount *count, const SharedCost *cost, uint64_t times);
bool goes_through_l1(const Block *block, const Micro *micro, GlobalAccess access);

// Adds one access to the counts of the running micro-op and to the step's record.
void count_global(Block *block, const Warp *warp, const Micro *micro, GlobalAccess access,
                  const uint64_t address[32], uint32_t mask, uint32_t width_bytes);
void count_global_linear(Block *block, const Warp *warp, const Micro *micro, GlobalAccess access,
                         uint64_t base, uint32_t width_bytes);
void count_shared(Block *block, const Warp *warp, SharedAccess access, const uint32_t address[32],
                  uint32_t mask, uint32_t width_bytes);
void count_shared_linear(Block *block, const Warp *warp, SharedAccess access, uint32_t base,
                         uint32_t width_bytes);
// A cp.async: both sides.
void count_copy(Block *block, const Warp *warp, const Micro *micro, const CopyAccess *copy);
// A bulk copy of so many bytes, whose lines are in block->bulk.
void count_bulk(Block *block, const Warp *warp, uint32_t size_bytes);
// For a clock: an mbarrier at this shared address was found complete, or copies arrive there.
// Those of other blocks are left out.
void record_mbarrier(Block *block, uint32_t address);
void count_local(Block *block, const Warp *warp, const uint64_t address[32], uint32_t mask,
                 uint32_t width_bytes);
void count_constant(Block *block, const Warp *warp, const uint64_t address[32], uint32_t mask,
                    uint32_t width_bytes);

Outcome access_global(Block *block, Warp *warp, const Micro *micro, uint32_t on);
Outcome access_shared(Block *block, Warp *warp, const Micro *micro, uint32_t on);
Outcome access_local(Block *block, Warp *warp, const Micro *micro, uint32_t on);
Outcome access_constant(Block *block, Warp *warp, const Micro *micro, uint32_t on);
Outcome access_generic(Block *block, Warp *warp, const Micro *micro, uint32_t on);

// The parts of a generic access, addresses already in their space and checked here.
Outcome access_shared_lanes(Block *block, Warp *warp, const Micro *micro,
                            const uint32_t address[32], uint32_t mask);
// Loads of lanes `on` from the launch's parameter block.
Outcome access_parameters(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                          uint32_t on);
Outcome access_local_lanes(Block *block, Warp *warp, const Micro *micro, const uint64_t address[32],
                           uint32_t mask);

// An ordered read (atomic, volatile, acquire) of lanes `mask` returned values with this hash;
// `is_change` says that it changed memory. See SpinWatch.
#define SPIN_REPEATS 32u
void spin_note(Warp *warp, uint64_t hash, bool is_change, bool is_global);
static inline void spin_written(Warp *warp)
{
    warp->spin.repeats = 0;
    warp->spin.has_written = true;
}
static inline bool spin_is_on(const Warp *warp)
{
    return warp->spin.repeats >= SPIN_REPEATS;
}
// Mixes the loaded elements of a micro-op.
uint64_t spin_hash(const Warp *warp, const Micro *micro, uint32_t mask);

#endif
