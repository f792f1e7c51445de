// SPDX-License-Identifier: Apache-2.0
// Where the variables of a module lie in device memory: .global (managed ones as well) and .const,
// each an allocation of its own, so that running past one is an error and not a neighbor's value.
// Texture, sampler and surface references get an address as their identity and no bytes to read.
// Leaves out: shared, local and parameter space, which have no address before a block runs.
#ifndef LOCKSTEP_DEVICE_PLACE_H
#define LOCKSTEP_DEVICE_PLACE_H

#include "isa/ptx/ptx.h"
#include "sim/gpu/gpu.h"
#include "sim/memory/device_memory.h"

typedef struct PlacedVariable {
    const PtxVariable *variable;
    uint64_t address;
} PlacedVariable;

typedef struct Placement {
    PlacedVariable *variables; // sorted by pointer
    uint32_t count, room;
} Placement;

// What a module gets from outside; a member may be NULL.
typedef struct PlaceLink {
    uint64_t (*external)(void *context, const char *name); // address of an extern variable, or 0
    void *external_context;
    // Host memory for a managed variable (at least size_bytes, at whose own address kernels find
    // it) with its first value in it, or NULL: it gets memory of the device like any other.
    void *(*managed)(void *context, const char *name, uint64_t size_bytes);
    void *managed_context;
} PlaceLink;

typedef enum PlaceStatus { PLACE_OK, PLACE_WRONG, PLACE_NO_MEMORY } PlaceStatus;

// Allocates and initializes all variables. Refused, with a diagnostic each: an extern variable that
// nothing defines, more constant memory than the GPU has, alignment past 256 bytes, an initializer
// that needs an address which is not known or does not fit. On failure nothing stays allocated.
// link may be NULL.
PlaceStatus place_variables(Placement *placement, const PtxModule *module, const Gpu *gpu,
                            DeviceMemory *memory, const PlaceLink *link, Diagnostics *diagnostics);

// Device address of a variable; 0 when it has none.
uint64_t place_address(const Placement *placement, const PtxVariable *variable);

// Releases the variables' memory.
void place_release(Placement *placement, DeviceMemory *memory);

#endif
