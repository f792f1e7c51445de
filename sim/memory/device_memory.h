// SPDX-License-Identifier: Apache-2.0
// Device memory: allocations in one 64-bit address space, each with its own host memory. Finds the
// allocation that holds an address, so that an access outside every allocation is an error and not
// a crash. Leaves out: caches and time. Allocation and release are not thread-safe; finding is.
#ifndef LOCKSTEP_MEMORY_DEVICE_MEMORY_H
#define LOCKSTEP_MEMORY_DEVICE_MEMORY_H

#include "isa/machine/window.h" // generic windows: lowering needs them too

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICE_MEMORY_BASE        UINT64_C(0x00007f4000000000) // first allocation
#define DEVICE_MEMORY_NARROW_BASE UINT64_C(0x0000000001000000) // where addresses have 32 bits
#define DEVICE_MEMORY_NARROW_END  UINT64_C(0x0000000100000000)

typedef enum MemoryOwner {
    MEMORY_OF_USER,   // cudaMalloc and the buffers of --arg
    MEMORY_OF_MODULE, // .global variables
    MEMORY_CONSTANT,  // .const variables, written by the host only; an alias: by nobody
    MEMORY_OF_KERNEL  // device-side malloc
} MemoryOwner;

#define MEMORY_HOMES     16u // several GPUs of one kind share the address space
#define MEMORY_HOME_BITS ((1u << MEMORY_HOMES) - 1)
#define MEMORY_ALLOCATED 0x20u // in MemoryRegion.valid

typedef struct MemoryRegion {
    uint64_t base; // device address, a multiple of 256 unless is_mapped
    uint64_t size_bytes;
    uint8_t *bytes; // host memory of size_bytes
    uint8_t *valid; // of each word of 4 bytes: bit i: byte i was written; NULL: all were. In the
                    // kernels' heap MEMORY_ALLOCATED: the word is part of a piece in use
    MemoryOwner owner;
    uint8_t home;    // the GPU whose memory it is; MEMORY_HOMES: all GPUs reach it
    uint32_t guests; // bit: GPU that reaches it even if its memory is hidden
    bool is_mapped;  // the host's own memory, at its own address
    bool is_remote;  // and stays with the host: kernels reach it over the link
    bool is_foreign; // and the program may free it without a word: it has only been registered
    bool is_watched; // it has `valid`, and not every store to it is seen (written.h)
    bool is_paged;   // its bytes are a page's (page.h)
    bool is_alias;   // another region's bytes at a further address, for the GPUs in `guests`
    bool is_blank;   // a constant variable without an initial value, which nobody has written
    uint8_t
        *is_here;  // of managed memory, [block of MIGRATION_BYTES]: a GPU has it; NULL: not managed
    char name[64]; // of the buffer or variable, for messages; may be empty
} MemoryRegion;

typedef struct DeviceMemory DeviceMemory;

// limit_bytes: the modeled GPU's memory; allocations beyond it fail.
DeviceMemory *device_memory_create(uint64_t limit_bytes);
void device_memory_destroy(DeviceMemory *memory);

struct MulticastView;

// Addresses of size_bytes that nothing else gets, a multiple of `alignment` (a power of two).
uint64_t device_memory_reserve(DeviceMemory *memory, uint64_t size_bytes, uint64_t alignment);
// Part of an allocation at a reserved address, too, where no GPU reaches it until
// device_memory_share lets it. False: one region does not hold it all.
bool device_memory_alias(DeviceMemory *memory, uint64_t address, uint64_t of, uint64_t size_bytes);
// A multicast object at a reserved address, and away from there (false: there was none).
void device_memory_add_multicast(DeviceMemory *memory, const struct MulticastView *view);
bool device_memory_remove_multicast(DeviceMemory *memory, uint64_t base);
// What is mapped at this address, or NULL.
struct MulticastView *device_memory_multicast(const DeviceMemory *memory, uint64_t address);

// From now on allocations lie in the memory of this GPU (0 at the start), below MEMORY_HOMES, and
// device_memory_find does not find what lies in that of the GPUs in `hidden` (bit: GPU).
void device_memory_turn(DeviceMemory *memory, uint32_t home, uint32_t hidden);
// The GPUs in `guests` reach the region at this address in any case.
void device_memory_share(DeviceMemory *memory, uint64_t address, uint32_t guests);
// Whether kernels only read the alias at this address; also the program's copies and fills then do.
void device_memory_protect(DeviceMemory *memory, uint64_t address, bool is_read_only);
uint32_t device_memory_guests(const DeviceMemory *memory, uint64_t address);
uint32_t device_memory_home(const DeviceMemory *memory);

// Moves the memory to 32-bit addresses, for modules that have no others; allocations that do not
// fit below 4 GB are then refused. Returns false, and changes nothing, if addresses were given out
// before.
bool device_memory_narrow(DeviceMemory *memory);

// Moves the memory to another base, a multiple of 256, where the host has no memory of its own.
// Returns false, and changes nothing, if addresses were given out before.
bool device_memory_rebase(DeviceMemory *memory, uint64_t base);

// From now on every byte of a new allocation holds this value; before: FILL_BYTE. This includes
// allocations that kernels make.
#define FILL_BYTE 0xcdu
void device_memory_fill(DeviceMemory *memory, uint8_t byte);

// The page that holds this byte as a region, or NULL: there is none, as with addresses of 32 bits,
// or the byte is of an allocation that was freed. For addresses that device_memory_find does not
// find.
const MemoryRegion *device_memory_page(const DeviceMemory *memory, uint64_t address);

// From now on it is tracked which bytes of an allocation were written (MemoryRegion.valid).
void device_memory_track(DeviceMemory *memory);
// Bytes become written or, as after an allocation, unwritten. One region must hold them all.
void device_memory_mark(DeviceMemory *memory, uint64_t address, uint64_t size_bytes,
                        bool is_written);

// From now on it is tracked which bytes of the region that begins here were written; none was.
void device_memory_watch(DeviceMemory *memory, uint64_t address);
// Marks what host code has written unseen in such regions.
void device_memory_settle(const DeviceMemory *memory);

// Returns the address of an allocation (multiple of 256, unmapped gap before and after), or 0 when
// the GPU or the host has no room. size_bytes 0 gives a valid address that holds nothing. That of a
// user holds the fill, others zeros.
uint64_t device_memory_allocate(DeviceMemory *memory, uint64_t size_bytes, MemoryOwner owner,
                                const char *name);
// Makes size_bytes of the host's memory reachable at its own address (managed and pinned memory
// under unified addressing) for all GPUs. The bytes stay the host's: they are not zeroed, not
// counted as used and not freed. Returns the address, or 0 when it is taken (another region, a
// generic window, addresses of 32 bits) or the host has no room.
uint64_t device_memory_map(DeviceMemory *memory, void *bytes, uint64_t size_bytes,
                           MemoryOwner owner, const char *name);
// The mapped memory at this address stays with the host: pinned and registered, not managed memory.
void device_memory_set_remote(DeviceMemory *memory, uint64_t address);
// The mapped memory at this address is the program's own: registered, not allocated by CUDA.
void device_memory_set_foreign(DeviceMemory *memory, uint64_t address);
// Memory that stays with the host, number i by rising address; NULL: there are no more.
const MemoryRegion *device_memory_remote(const DeviceMemory *memory, uint32_t i);
// Returns false when no allocation starts at this address.
bool device_memory_release(DeviceMemory *memory, uint64_t address);

// The region that holds this byte, or NULL.
const MemoryRegion *device_memory_find(const DeviceMemory *memory, uint64_t address);
// Region number i by rising address, without the kernels' heap while no kernel has used it; NULL:
// there are no more.
const MemoryRegion *device_memory_used_region(const DeviceMemory *memory, uint32_t i);
// The region nearest below or above the address, for messages ("16 bytes past the end of 'in'"), or
// NULL. Left out are those that no program names: "$str" and others that compilers add, the
// kernels' heap.
const MemoryRegion *device_memory_nearest(const DeviceMemory *memory, uint64_t address);

// The region that held this byte until it was released, or NULL: none of the last
// MEMORY_FREED_KEPT. Its bytes are gone.
#define MEMORY_FREED_KEPT 64u
const MemoryRegion *device_memory_freed(const DeviceMemory *memory, uint64_t address);

// Where the address lies, as the rest of a sentence: "16 bytes past the end of 'in' (64 bytes at
// 0x...)". False, and what it then says, when no region is near enough to be meant.
bool device_memory_describe(const DeviceMemory *memory, uint64_t address, char *out, size_t room);

// Copies between host and device; false (and nothing copied) unless one region holds all the bytes.
bool device_memory_write(DeviceMemory *memory, uint64_t address, const void *from,
                         uint64_t size_bytes);
bool device_memory_read(const DeviceMemory *memory, uint64_t address, void *to,
                        uint64_t size_bytes);

// Grows whenever the bytes of regions may change or regions come and go, apart from what kernels do
// and from mapped memory, which the host writes unseen.
uint64_t device_memory_changes(const DeviceMemory *memory);
// Region i of managed memory, or NULL.
const MemoryRegion *device_memory_managed(const DeviceMemory *memory, uint32_t i);
// Blocks of managed memory that are with the host.
uint64_t device_memory_away(const DeviceMemory *memory);
// Grows whenever such blocks come to be.
uint64_t device_memory_departures(const DeviceMemory *memory);
// All blocks of managed memory that the bytes touch are on a GPU from now on, or with the host.
void device_memory_migrate(DeviceMemory *memory, uint64_t address, uint64_t size_bytes,
                           bool is_here);
// All of it is on a GPU: a kernel has run of which it is not known what it touched.
void device_memory_migrate_all(DeviceMemory *memory);
// For whoever is about to write a region's bytes directly.
void device_memory_touch(DeviceMemory *memory);

// Of the GPU that allocations lie in.
uint64_t device_memory_used(const DeviceMemory *memory);

// The heap of the kernels' own malloc and free: one region of DEVICE_HEAP_BYTES that exists from
// the start, so that carving pieces out of it moves no region under a running kernel.

// Another size, before a kernel has used the heap. False, and nothing changes, when one has, or
// when there is no room.
bool device_memory_heap_resize(DeviceMemory *memory, uint64_t size_bytes);
// Frees all that kernels have allocated; the heap counts as not used.
void device_memory_heap_reset(DeviceMemory *memory);

// Returns the address of size_bytes (a multiple of 16), or 0 when the heap has no room. One thread
// at a time.
#define DEVICE_HEAP_BYTES                                                                          \
    (UINT64_C(8) << 20) // default of cudaLimitMallocHeapSize, CUDA Programming Guide
uint64_t device_memory_heap_allocate(DeviceMemory *memory, uint64_t size_bytes);
// Returns false when no piece starts at this address.
bool device_memory_heap_release(DeviceMemory *memory, uint64_t address);

// Bytes of all pieces in use.
uint64_t device_memory_heap_used(const DeviceMemory *memory);

#endif
