// SPDX-License-Identifier: Apache-2.0
// What the driver API tells about a pointer. Leaves out tokens for other devices' drivers.
#include "sim/runtime/allocate.h"
#include "sim/runtime/driver.h"

#include <string.h>

// A pointer into memory that kernels reach.
typedef struct Pointer {
    Runtime *runtime;
    const struct cudaPointerAttributes *about;
    const MemoryRegion *region;
    const Allocation *allocation; // NULL: a variable of a module
} Pointer;

static void put(void *data, const void *value, size_t size_bytes)
{
    memcpy(data, value, size_bytes);
}

static void put_pointer(void *data, const void *pointer)
{
    put(data, &pointer, sizeof pointer);
}

static void put_uint(void *data, unsigned value)
{
    put(data, &value, sizeof value);
}

static void put_bool(void *data, bool value)
{
    put(data, &value, sizeof value);
}

// A number for each allocation; no other one has its address while it is there.
static void put_id(void *data, uint64_t id)
{
    put(data, &id, sizeof id);
}

static unsigned memory_type(const Pointer *pointer)
{
    return pointer->about->type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

static cudaError_t tell(const Pointer *pointer, CUpointer_attribute attribute, void *data)
{
    const struct cudaPointerAttributes *about = pointer->about;
    uint64_t base = pointer->region->base;
    size_t size_bytes = (size_t)pointer->region->size_bytes;
    const struct CUmemPoolHandle_st *pool =
        pointer->allocation == NULL ? NULL : pointer->allocation->pool;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        put_pointer(data, driver_context_of(pointer->runtime, (uint32_t)about->device));
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: put_uint(data, memory_type(pointer)); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        put_pointer(data, about->devicePointer);
        return about->devicePointer == NULL ? cudaErrorInvalidValue : cudaSuccess;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        put_pointer(data, about->hostPointer);
        return about->hostPointer == NULL ? cudaErrorInvalidValue : cudaSuccess;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: put_id(data, base); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        put_uint(data, about->type == cudaMemoryTypeManaged);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        put_uint(data, (unsigned)about->device);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        put_pointer(data, driver_pointer(base));
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        put(data, &size_bytes, sizeof size_bytes);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_MAPPED: put_bool(data, true); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: put_bool(data, false); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: put_id(data, 0); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        put_uint(data, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: put_pointer(data, pool); return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return cudaErrorNotSupported;
    }
    return cudaErrorInvalidValue;
}

// What an attribute is of a pointer that CUDA does not know: nothing.
static void tell_nothing(CUpointer_attribute attribute, void *data)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: put_uint(data, 0); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: put_uint(data, (unsigned)-2); break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: put_bool(data, false); break;
    default: put_id(data, 0); break;
    }
}

// Each attribute of the pointer. is_strict: an attribute that it does not have is an error.
static cudaError_t tell_all(unsigned count, const CUpointer_attribute *attributes, void **data,
                            CUdeviceptr address, bool is_strict)
{
    struct cudaPointerAttributes about;
    cudaError_t error = data == NULL || attributes == NULL
                            ? cudaErrorInvalidValue
                            : cudaPointerGetAttributes(&about, driver_pointer(address));
    Runtime *runtime = error == cudaSuccess ? runtime_enter(CALL_ASYNCHRONOUS) : NULL;
    if (runtime == NULL) {
        return error == cudaSuccess ? runtime_refusal() : error;
    }
    Pointer pointer = {runtime, &about, device_region(runtime->device, address),
                       allocation_find(runtime, address)};
    for (unsigned i = 0; i < count && error == cudaSuccess; i++) {
        cudaError_t own = data[i] == NULL          ? cudaErrorInvalidValue
                          : pointer.region == NULL ? cudaErrorInvalidValue
                                                   : tell(&pointer, attributes[i], data[i]);
        if (own != cudaSuccess && data[i] != NULL && !is_strict) {
            tell_nothing(attributes[i], data[i]);
        }
        error = is_strict ? own : cudaSuccess;
    }
    return runtime_leave(runtime, error);
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    return DRIVER_CALL(true, tell_all(1, &attribute, &data, ptr, true));
}

CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes,
                                void **data, CUdeviceptr ptr)
{
    return DRIVER_CALL(true, tell_all(numAttributes, attributes, data, ptr, false));
}

// Copies and memsets are as synchronous as they are.
static cudaError_t set(const void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    struct cudaPointerAttributes about;
    bool is_good = value != NULL && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
    cudaError_t error = cudaPointerGetAttributes(&about, driver_pointer(address));
    return error != cudaSuccess                                  ? error
           : is_good && about.type != cudaMemoryTypeUnregistered ? cudaSuccess
                                                                 : cudaErrorInvalidValue;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    return DRIVER_CALL(true, set(value, attribute, ptr));
}
