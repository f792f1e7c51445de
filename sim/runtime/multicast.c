// SPDX-License-Identifier: Apache-2.0
// Multicast objects of the driver API. Leaves out: handles for other processes.
#include "sim/device/query.h"
#include "sim/runtime/virtual.h"

#define MULTICAST_CAPABILITY 90u

CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop,
                                   CUmulticastGranularity_flags option)
{
    (void)option; // both are the same
    if (granularity == NULL || prop == NULL) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *granularity = VIRTUAL_UNIT;
    return CUDA_SUCCESS;
}

static cudaError_t create(CUmemGenericAllocationHandle *handle, const CUmulticastObjectProp *prop)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    if (runtime->gpu->compute_capability < MULTICAST_CAPABILITY) {
        return runtime_leave(runtime, cudaErrorNotSupported);
    }
    if (handle == NULL || prop == NULL || prop->numDevices == 0 ||
        prop->numDevices > runtime->device_count || prop->size == 0 ||
        !virtual_is_unit(prop->size) || prop->flags != 0) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    VirtualObject *object = virtual_add(runtime, true, handle);
    object->size_bytes = prop->size;
    object->multicast =
        (MulticastObject){.size_bytes = prop->size, .device_count = prop->numDevices};
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *mcHandle,
                           const CUmulticastObjectProp *prop)
{
    return DRIVER_CALL(true, create(mcHandle, prop));
}

static uint32_t count_devices(uint32_t devices)
{
    uint32_t count = 0;
    for (; devices != 0; devices &= devices - 1) {
        count++;
    }
    return count;
}

static cudaError_t add_device(CUmemGenericAllocationHandle handle, CUdevice device)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualObject *object = virtual_object(runtime, handle, true);
    if (object == NULL || !runtime_has_device(device)) {
        return runtime_leave(runtime,
                             object == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    MulticastObject *multicast = &object->multicast;
    uint32_t bit = 1u << device;
    bool is_good = (multicast->devices & bit) == 0 &&
                   count_devices(multicast->devices) < multicast->device_count;
    multicast->devices |= is_good ? bit : 0;
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev)
{
    return DRIVER_CALL(true, add_device(mcHandle, dev));
}

// Memory of one device to a part of the object. All devices must take part before.
static bool bind(Runtime *runtime, VirtualObject *object, uint64_t offset, VirtualObject *memory,
                 uint64_t from, uint64_t size)
{
    MulticastObject *multicast = &object->multicast;
    if (size == 0 || !virtual_is_unit(offset) || !virtual_is_unit(from) || !virtual_is_unit(size) ||
        offset > object->size_bytes || size > object->size_bytes - offset ||
        from > memory->size_bytes || size > memory->size_bytes - from ||
        count_devices(multicast->devices) != multicast->device_count ||
        (multicast->devices >> memory->device & 1) == 0) {
        return false;
    }
    const MemoryRegion *region = device_region(runtime->device, memory->address);
    const MulticastMember member = {.offset = offset,
                                    .size_bytes = size,
                                    .address = memory->address + from,
                                    .bytes = region->bytes + from,
                                    .device = memory->device};
    if (!multicast_bind(multicast, &member)) {
        return false;
    }
    memory->uses++;
    return true;
}

static cudaError_t bind_memory(CUmemGenericAllocationHandle handle, size_t offset,
                               CUmemGenericAllocationHandle memory, size_t from, size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualObject *object = virtual_object(runtime, handle, true);
    VirtualObject *bound = virtual_object(runtime, memory, false);
    bool is_good =
        object != NULL && bound != NULL && bind(runtime, object, offset, bound, from, size);
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                            CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size,
                            unsigned long long flags)
{
    return DRIVER_CALL(true, flags != 0
                                 ? cudaErrorInvalidValue
                                 : bind_memory(mcHandle, mcOffset, memHandle, memOffset, size));
}

// Memory of cuMemCreate that is mapped there.
static cudaError_t bind_address(CUmemGenericAllocationHandle handle, size_t offset,
                                CUdeviceptr address, size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualObject *object = virtual_object(runtime, handle, true);
    const VirtualMapping *mapping = virtual_find(runtime, address, size);
    bool is_good = object != NULL && mapping != NULL &&
                   bind(runtime, object, offset, mapping->object,
                        mapping->offset + (address - mapping->base), size);
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                             CUdeviceptr memptr, size_t size, unsigned long long flags)
{
    return DRIVER_CALL(true, flags != 0 ? cudaErrorInvalidValue
                                        : bind_address(mcHandle, mcOffset, memptr, size));
}

static cudaError_t unbind(CUmemGenericAllocationHandle handle, CUdevice device, size_t offset,
                          size_t size)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    VirtualObject *object = virtual_object(runtime, handle, true);
    const MulticastMember *member =
        object == NULL ? NULL
                       : multicast_member(&object->multicast, (uint32_t)device, offset, size);
    if (member == NULL || member->offset != offset || member->size_bytes != size) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    VirtualObject *owner = virtual_owner(runtime, member->address);
    multicast_unbind(&object->multicast, (uint32_t)device, offset, size);
    virtual_drop(runtime, owner);
    return runtime_leave(runtime, cudaSuccess);
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset,
                           size_t size)
{
    return DRIVER_CALL(true, unbind(mcHandle, dev, mcOffset, size));
}
