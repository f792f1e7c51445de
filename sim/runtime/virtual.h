// SPDX-License-Identifier: Apache-2.0
// Virtual memory of the driver API: memory without addresses, addresses without memory, and what is
// mapped where; also multicast objects, which are mapped alike. An object lives until its handle is
// released and nothing maps or binds it.
#ifndef LOCKSTEP_RUNTIME_VIRTUAL_H
#define LOCKSTEP_RUNTIME_VIRTUAL_H

#include "sim/memory/multicast.h"
#include "sim/runtime/driver.h"

#define VIRTUAL_UNIT ((size_t)2 << 20) // granularity of all sizes and offsets, as on an H100

typedef struct VirtualObject {
    bool is_multicast;
    uint32_t handles;         // that the program has still to release
    uint32_t uses;            // mappings and bindings
    CUmemAllocationProp made; // of memory: how the program asked for it
    uint64_t size_bytes;
    uint32_t device;  // whose memory it is
    uint64_t address; // of the memory, which only the simulator uses; 0: freed
    MulticastObject multicast;
} VirtualObject;

typedef struct VirtualMapping {
    uint64_t base, size_bytes, offset;
    VirtualObject *object;
    uint8_t access[RUNTIME_DEVICES_MAX]; // CUmemAccess_flags, as set
} VirtualMapping;

typedef struct VirtualRange { // reserved addresses
    uint64_t base, size_bytes;
} VirtualRange;

typedef struct VirtualMemory {
    VirtualObject **objects; // by handle - 1
    uint32_t object_count, object_room;
    VirtualMapping *mappings;
    uint32_t mapping_count, mapping_room;
    VirtualRange *ranges;
    uint32_t range_count, range_room;
} VirtualMemory;

VirtualMemory *virtual_memory(Runtime *runtime);
void virtual_stop(Runtime *runtime);
// The object of a handle that is not released, of that kind; or NULL.
VirtualObject *virtual_object(Runtime *runtime, CUmemGenericAllocationHandle handle,
                              bool is_multicast);
// A new object; its handle.
VirtualObject *virtual_add(Runtime *runtime, bool is_multicast,
                           CUmemGenericAllocationHandle *handle);
// The mapping of memory that holds these bytes, or NULL.
const VirtualMapping *virtual_find(Runtime *runtime, uint64_t address, uint64_t size_bytes);
// The memory that is part of a binding, by its address there.
VirtualObject *virtual_owner(Runtime *runtime, uint64_t address);
// One use less; a released object without uses is freed.
void virtual_drop(Runtime *runtime, VirtualObject *object);

static inline bool virtual_is_unit(uint64_t value)
{
    return value % VIRTUAL_UNIT == 0;
}

#endif
