// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/pointer.h"

#include "sim/runtime/state.h"

#include <stdio.h>

#define NULL_BYTES 4096u // a null pointer with a small offset

static void describe_device(const MemoryRegion *region, uint64_t address, char *out, size_t room)
{
    snprintf(out, room,
             "memory of the device, %llu bytes into an allocation (%llu bytes at 0x%llx), which "
             "only kernels reach: copy it with cudaMemcpy, or allocate it with cudaMallocManaged",
             (unsigned long long)(address - region->base), (unsigned long long)region->size_bytes,
             (unsigned long long)region->base);
}

bool runtime_describe_pointer(uint64_t address, char *out, size_t room)
{
    Runtime *runtime = runtime_try();
    if (runtime == NULL) {
        return false;
    }
    const MemoryRegion *region = device_region(runtime->device, address);
    if (region != NULL && !region->is_mapped) {
        describe_device(region, address, out, room);
    } else if (address < NULL_BYTES) {
        snprintf(out, room, "a null pointer, or one that no machine has");
    } else {
        device_describe(runtime->device, address, out, room);
    }
    runtime_leave(runtime, cudaSuccess);
    return true;
}
