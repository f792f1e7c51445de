// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/virtual.h"

#include "isa/base/heap.h"
#include "sim/device/query.h"
#include "sim/runtime/error.h"

#include <stdlib.h>

VirtualMemory *virtual_memory(Runtime *runtime)
{
    if (runtime->virtual == NULL) {
        runtime->virtual = heap_allocate(1, sizeof *runtime->virtual);
    }
    return runtime->virtual;
}

VirtualObject *virtual_object(Runtime *runtime, CUmemGenericAllocationHandle handle,
                              bool is_multicast)
{
    VirtualMemory *memory = virtual_memory(runtime);
    VirtualObject *object =
        handle == 0 || handle > memory->object_count ? NULL : memory->objects[handle - 1];
    bool is_good = object != NULL && object->handles > 0 && object->is_multicast == is_multicast;
    return is_good ? object : NULL;
}

VirtualObject *virtual_add(Runtime *runtime, bool is_multicast,
                           CUmemGenericAllocationHandle *handle)
{
    VirtualMemory *memory = virtual_memory(runtime);
    memory->objects = heap_room(memory->objects, memory->object_count, &memory->object_room,
                                sizeof(VirtualObject *));
    VirtualObject *object = heap_allocate(1, sizeof *object);
    object->is_multicast = is_multicast;
    object->handles = 1;
    memory->objects[memory->object_count++] = object;
    *handle = memory->object_count;
    return object;
}

VirtualObject *virtual_owner(Runtime *runtime, uint64_t address)
{
    VirtualMemory *memory = runtime->virtual;
    uint32_t i = 0;
    while (address - memory->objects[i]->address >= memory->objects[i]->size_bytes) {
        i++;
    }
    return memory->objects[i];
}

static void free_object(Runtime *runtime, VirtualObject *object)
{
    for (uint32_t i = 0; i < object->multicast.member_count; i++) {
        virtual_drop(runtime, virtual_owner(runtime, object->multicast.members[i].address));
    }
    if (object->address != 0) {
        lockstep_free(runtime->device, object->address);
        object->address = 0;
    }
    multicast_clear(&object->multicast);
}

void virtual_drop(Runtime *runtime, VirtualObject *object)
{
    object->uses--;
    if (object->handles == 0 && object->uses == 0) {
        free_object(runtime, object);
    }
}

void virtual_stop(Runtime *runtime)
{
    VirtualMemory *memory = runtime->virtual;
    if (memory == NULL) {
        return;
    }
    for (uint32_t i = 0; i < memory->object_count; i++) {
        multicast_clear(&memory->objects[i]->multicast);
        free(memory->objects[i]);
    }
    free(memory->objects);
    free(memory->mappings);
    free(memory->ranges);
    free(memory);
    runtime->virtual = NULL;
}

// --- memory

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option; // both are the same
    if (granularity == NULL || prop == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *granularity = VIRTUAL_UNIT;
    return CUDA_SUCCESS;
}

static cudaError_t create(CUmemGenericAllocationHandle *handle, size_t size,
                          const CUmemAllocationProp *prop)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (handle == NULL || prop == NULL || size == 0 || !virtual_is_unit(size) ||
        prop->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
        prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    if (!runtime_has_device(prop->location.id)) {
        return runtime_leave(runtime, cudaErrorInvalidDevice);
    }
    uint32_t current = runtime->current->number;
    uint64_t address = 0;
    runtime_turn(runtime, (uint32_t)prop->location.id);
    LockstepStatus status = lockstep_malloc(runtime->device, size, NULL, &address);
    runtime_turn(runtime, current);
    if (status == LOCKSTEP_OK) {
        VirtualObject *object = virtual_add(runtime, false, handle);
        object->size_bytes = size;
        object->device = (uint32_t)prop->location.id;
        object->address = address;
        object->made = *prop;
    }
    return runtime_leave(runtime, error_of_status(status));
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags)
{
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue : create(handle, size, prop));
}

static cudaError_t release(CUmemGenericAllocationHandle handle)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualObject *object = virtual_object(runtime, handle, false);
    object = object == NULL ? virtual_object(runtime, handle, true) : object;
    if (object == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    object->handles--;
    object->uses++;
    virtual_drop(runtime, object);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    return DRIVER_CALL(true, release(handle));
}

// --- addresses

static cudaError_t reserve(CUdeviceptr *ptr, size_t size, size_t alignment)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (ptr == NULL || size == 0 || !virtual_is_unit(size) || (alignment & (alignment - 1)) != 0) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    VirtualMemory *memory = virtual_memory(runtime);
    size_t unit = alignment > VIRTUAL_UNIT ? alignment : VIRTUAL_UNIT;
    memory->ranges =
        heap_room(memory->ranges, memory->range_count, &memory->range_room, sizeof(VirtualRange));
    VirtualRange range = {device_memory_reserve(device_addresses(runtime->device), size, unit),
                          size};
    memory->ranges[memory->range_count++] = range;
    *ptr = range.base;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags)
{
    (void)addr; // a wish, which need not be met
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue : reserve(ptr, size, alignment));
}

static bool overlaps(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

static bool is_mapped(const VirtualMemory *memory, uint64_t base, uint64_t size_bytes)
{
    for (uint32_t i = 0; i < memory->mapping_count; i++) {
        const VirtualMapping *at = &memory->mappings[i];
        if (overlaps(at->base, at->size_bytes, base, size_bytes)) {
            return true;
        }
    }
    return false;
}

static cudaError_t free_range(CUdeviceptr ptr, size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualMemory *memory = virtual_memory(runtime);
    for (uint32_t i = 0; i < memory->range_count; i++) {
        if (memory->ranges[i].base == ptr && memory->ranges[i].size_bytes == size &&
            !is_mapped(memory, ptr, size)) {
            memory->ranges[i] = memory->ranges[--memory->range_count];
            return runtime_leave(runtime, cudaSuccess);
        }
    }
    return runtime_leave(runtime, cudaErrorInvalidValue);
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
    return DRIVER_CALL(true, free_range(ptr, size));
}

// --- mappings

const VirtualMapping *virtual_find(Runtime *runtime, uint64_t address, uint64_t size_bytes)
{
    VirtualMemory *memory = virtual_memory(runtime);
    for (uint32_t i = 0; i < memory->mapping_count; i++) {
        const VirtualMapping *at = &memory->mappings[i];
        if (!at->object->is_multicast && address - at->base < at->size_bytes &&
            size_bytes <= at->size_bytes - (address - at->base)) {
            return at;
        }
    }
    return NULL;
}

static bool is_reserved(const VirtualMemory *memory, uint64_t base, uint64_t size_bytes)
{
    for (uint32_t i = 0; i < memory->range_count; i++) {
        const VirtualRange *range = &memory->ranges[i];
        if (base - range->base < range->size_bytes &&
            size_bytes <= range->size_bytes - (base - range->base)) {
            return true;
        }
    }
    return false;
}

static void map_object(Runtime *runtime, const VirtualMapping *mapping)
{
    DeviceMemory *addresses = device_addresses(runtime->device);
    VirtualObject *object = mapping->object;
    if (object->is_multicast) {
        const MulticastView view = {.base = mapping->base,
                                    .size_bytes = mapping->size_bytes,
                                    .offset = mapping->offset,
                                    .object = &object->multicast};
        device_memory_add_multicast(addresses, &view);
    } else {
        device_memory_alias(addresses, mapping->base, object->address + mapping->offset,
                            mapping->size_bytes);
    }
}

static cudaError_t map(CUdeviceptr ptr, size_t size, size_t offset,
                       CUmemGenericAllocationHandle handle)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualMemory *memory = virtual_memory(runtime);
    VirtualObject *object = virtual_object(runtime, handle, false);
    object = object == NULL ? virtual_object(runtime, handle, true) : object;
    if (object == NULL || size == 0) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    // As an H200 answers (driver 580). Multicast objects may be mapped in parts.
    bool is_whole = object->is_multicast
                        ? virtual_is_unit(size) && virtual_is_unit(offset) &&
                              offset <= object->size_bytes && size <= object->size_bytes - offset
                        : offset == 0 && size == object->size_bytes;
    if (!is_whole) {
        return runtime_leave(runtime,
                             object->is_multicast ? cudaErrorInvalidValue : cudaErrorNotSupported);
    }
    if (!virtual_is_unit(ptr) || !is_reserved(memory, ptr, size) || is_mapped(memory, ptr, size)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    memory->mappings = heap_room(memory->mappings, memory->mapping_count, &memory->mapping_room,
                                 sizeof(VirtualMapping));
    VirtualMapping mapping = {.base = ptr, .size_bytes = size, .offset = offset, .object = object};
    memory->mappings[memory->mapping_count++] = mapping;
    object->uses++;
    map_object(runtime, &mapping);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue : map(ptr, size, offset, handle));
}

static void end_mapping(Runtime *runtime, VirtualMapping *mapping)
{
    VirtualMemory *memory = runtime->virtual;
    VirtualObject *object = mapping->object;
    if (object->is_multicast) {
        device_memory_remove_multicast(device_addresses(runtime->device), mapping->base);
    } else {
        device_memory_release(device_addresses(runtime->device), mapping->base);
    }
    *mapping = memory->mappings[--memory->mapping_count];
    virtual_drop(runtime, object);
}

// Bytes of the range that are mapped by mappings that lie in it as a whole; SIZE_MAX when it cuts
// one.
static size_t whole_bytes(const VirtualMemory *memory, uint64_t base, uint64_t size_bytes)
{
    size_t mapped = 0;
    for (uint32_t i = 0; i < memory->mapping_count; i++) {
        const VirtualMapping *at = &memory->mappings[i];
        bool is_whole = at->base >= base && at->base + at->size_bytes <= base + size_bytes;
        if (!is_whole && overlaps(at->base, at->size_bytes, base, size_bytes)) {
            return SIZE_MAX;
        }
        mapped += is_whole ? (size_t)at->size_bytes : 0;
    }
    return mapped;
}

// Mappings that lie in the range as a whole; there may be none.
static cudaError_t unmap(CUdeviceptr ptr, size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualMemory *memory = virtual_memory(runtime);
    if (!is_reserved(memory, ptr, size) || whole_bytes(memory, ptr, size) == SIZE_MAX) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    for (uint32_t i = memory->mapping_count; i-- > 0;) {
        VirtualMapping *at = &memory->mappings[i];
        if (at->base >= ptr && at->base + at->size_bytes <= ptr + size) {
            end_mapping(runtime, at);
        }
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
    return DRIVER_CALL(true, unmap(ptr, size));
}

// The devices that a mapping is open to.
static void open_mapping(Runtime *runtime, const VirtualMapping *mapping, uint32_t open,
                         uint32_t closed)
{
    DeviceMemory *addresses = device_addresses(runtime->device);
    if (mapping->object->is_multicast) {
        MulticastView *view = device_memory_multicast(addresses, mapping->base);
        view->guests = (view->guests & ~closed) | open;
        return;
    }
    device_memory_share(addresses, mapping->base,
                        (device_memory_guests(addresses, mapping->base) & ~closed) | open);
    bool is_writable = false;
    for (uint32_t i = 0; i < RUNTIME_DEVICES_MAX; i++) {
        is_writable |= mapping->access[i] == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    device_memory_protect(addresses, mapping->base, !is_writable);
}

static cudaError_t set_access(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc,
                              size_t count)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    uint32_t open = 0, closed = 0;
    for (size_t i = 0; desc != NULL && i < count; i++) {
        if (desc[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
            !runtime_has_device(desc[i].location.id)) {
            return runtime_leave(runtime, cudaErrorInvalidDevice);
        }
        uint32_t bit = 1u << desc[i].location.id;
        bool is_open = desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
        open |= is_open ? bit : 0;
        closed |= is_open ? 0 : bit;
    }
    VirtualMemory *memory = virtual_memory(runtime);
    if (desc == NULL || count == 0 || size == 0 || whole_bytes(memory, ptr, size) != size) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    for (uint32_t i = 0; i < memory->mapping_count; i++) {
        VirtualMapping *at = &memory->mappings[i];
        if (at->base >= ptr && at->base + at->size_bytes <= ptr + size) {
            for (size_t k = 0; k < count; k++) {
                at->access[desc[k].location.id] = (uint8_t)desc[k].flags;
            }
            open_mapping(runtime, at, open, closed);
        }
    }
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    return DRIVER_CALL(true, set_access(ptr, size, desc, count));
}

static const VirtualMapping *mapping_at(const VirtualMemory *memory, uint64_t address)
{
    for (uint32_t i = 0; i < memory->mapping_count; i++) {
        if (address - memory->mappings[i].base < memory->mappings[i].size_bytes) {
            return &memory->mappings[i];
        }
    }
    return NULL;
}

static cudaError_t get_access(unsigned long long *flags, const CUmemLocation *location,
                              CUdeviceptr ptr)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const VirtualMapping *mapping = mapping_at(virtual_memory(runtime), ptr);
    if (flags == NULL || location == NULL || mapping == NULL ||
        location->type != CU_MEM_LOCATION_TYPE_DEVICE || !runtime_has_device(location->id)) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *flags = mapping->access[location->id];
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
{
    return DRIVER_CALL(true, get_access(flags, location, ptr));
}

static cudaError_t get_properties(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const VirtualObject *object = virtual_object(runtime, handle, false);
    if (prop == NULL || object == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *prop = object->made;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle)
{
    return DRIVER_CALL(true, get_properties(prop, handle));
}

// One more handle to release, of the same value; also of memory whose handles are all released.
static cudaError_t retain(CUmemGenericAllocationHandle *handle, const void *address)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualMemory *memory = virtual_memory(runtime);
    const VirtualMapping *mapping = mapping_at(memory, (uint64_t)(uintptr_t)address);
    if (handle == NULL || mapping == NULL) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    uint32_t at = 0;
    while (memory->objects[at] != mapping->object) {
        at++;
    }
    memory->objects[at]->handles++;
    *handle = at + 1;
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr)
{
    return DRIVER_CALL(true, retain(handle, addr));
}
