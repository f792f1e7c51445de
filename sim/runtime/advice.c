// SPDX-License-Identifier: Apache-2.0
// Advice on managed memory, and prefetching. The memory is in one place, so neither changes what a
// program computes or how long it takes; what was said can be asked for.
#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/stream.h"

enum { PAGE_BYTES = 65536, HOST_BIT = 31 };

typedef struct ManagedRange {
    Allocation *allocation;
    uint64_t first, end; // pages
} ManagedRange;

// False: not all of it is managed memory.
static bool find_range(Runtime *runtime, const void *pointer, size_t count, ManagedRange *range)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    Allocation *found = allocation_find(runtime, address);
    bool is_inside = found != NULL && found->kind == ALLOCATION_MANAGED && count > 0 &&
                     count <= found->address + found->size_bytes - address;
    if (is_inside) {
        uint64_t start = address - found->address;
        *range = (ManagedRange){found, start / PAGE_BYTES, (start + count - 1) / PAGE_BYTES + 1};
    }
    return is_inside;
}

static PageAdvice *advice_of(Allocation *allocation)
{
    if (allocation->advice == NULL) {
        uint64_t pages = (allocation->size_bytes + PAGE_BYTES - 1) / PAGE_BYTES;
        allocation->advice = heap_resize(NULL, pages, sizeof(PageAdvice));
        for (uint64_t i = 0; i < pages; i++) {
            allocation->advice[i] =
                (PageAdvice){.preferred = cudaInvalidDeviceId, .prefetched = cudaInvalidDeviceId};
        }
    }
    return allocation->advice;
}

static void advise(PageAdvice *page, enum cudaMemoryAdvise advice, int device)
{
    uint32_t bit = 1u << (device == cudaCpuDeviceId ? HOST_BIT : device);
    switch (advice) {
    case cudaMemAdviseSetReadMostly: page->is_read_mostly = true; break;
    case cudaMemAdviseUnsetReadMostly: page->is_read_mostly = false; break;
    case cudaMemAdviseSetPreferredLocation: page->preferred = (int8_t)device; break;
    case cudaMemAdviseUnsetPreferredLocation: page->preferred = cudaInvalidDeviceId; break;
    case cudaMemAdviseSetAccessedBy: page->accessed_by |= bit; break;
    case cudaMemAdviseUnsetAccessedBy: page->accessed_by &= ~bit; break;
    }
}

// Enters the runtime; NULL, and the error to return, unless the range is managed.
static Runtime *enter(const void *pointer, size_t count, int device, ManagedRange *range,
                      cudaError_t *error)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        *error = runtime_refusal();
        return NULL;
    }
    if (!runtime_has_device(device) && device != cudaCpuDeviceId) {
        *error = runtime_leave(runtime, cudaErrorInvalidDevice);
        return NULL;
    }
    if (!find_range(runtime, pointer, count, range)) {
        *error = runtime_leave(runtime, cudaErrorInvalidValue);
        return NULL;
    }
    return runtime;
}

cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                          int device)
{
    bool has_location = advice != cudaMemAdviseSetReadMostly &&
                        advice != cudaMemAdviseUnsetReadMostly &&
                        advice != cudaMemAdviseUnsetPreferredLocation;
    cudaError_t error;
    ManagedRange range;
    Runtime *runtime = enter(devPtr, count, has_location ? device : 0, &range, &error);
    if (runtime == NULL) {
        return error;
    }
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    PageAdvice *pages = advice_of(range.allocation);
    for (uint64_t i = range.first; i < range.end; i++) {
        advise(&pages[i], advice, has_location ? device : 0);
    }
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                 cudaStream_t stream)
{
    (void)stream;
    cudaError_t error;
    ManagedRange range;
    Runtime *runtime = enter(devPtr, count, dstDevice, &range, &error);
    if (runtime == NULL) {
        return error;
    }
    PageAdvice *pages = advice_of(range.allocation);
    for (uint64_t i = range.first; i < range.end; i++) {
        pages[i].prefetched = (int8_t)dstDevice;
    }
    lockstep_migrate(runtime->device, (void *)(uintptr_t)devPtr, count, dstDevice >= 0);
    return runtime_leave(runtime, cudaSuccess);
}

cudaError_t advice_check(const void *pointer, size_t count)
{
    cudaError_t error;
    ManagedRange range;
    Runtime *runtime = enter(pointer, count, 0, &range, &error);
    return runtime == NULL ? error : runtime_leave(runtime, cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
                                     unsigned int flags)
{
    (void)stream;
    cudaError_t error;
    ManagedRange range;
    Runtime *runtime = enter(devPtr, length == 0 ? 1 : length, 0, &range, &error);
    if (runtime == NULL) {
        return error;
    }
    bool is_whole = length == 0 || length == range.allocation->size_bytes;
    bool is_one =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    return runtime_leave(runtime, is_whole && is_one ? cudaSuccess : cudaErrorInvalidValue);
}

// --- what was said

// What holds for all pages of a range.
static PageAdvice common(const ManagedRange *range)
{
    const PageAdvice *pages = advice_of(range->allocation);
    PageAdvice all = pages[range->first];
    for (uint64_t i = range->first + 1; i < range->end; i++) {
        const PageAdvice *page = &pages[i];
        all.is_read_mostly &= page->is_read_mostly;
        all.accessed_by &= page->accessed_by;
        all.preferred = all.preferred == page->preferred ? all.preferred : cudaInvalidDeviceId;
        all.prefetched = all.prefetched == page->prefetched ? all.prefetched : cudaInvalidDeviceId;
    }
    return all;
}

static int location_type(int device)
{
    return device == cudaInvalidDeviceId ? cudaMemLocationTypeInvalid
           : device == cudaCpuDeviceId   ? cudaMemLocationTypeHost
                                         : cudaMemLocationTypeDevice;
}

static int location_id(int device)
{
    return device < 0 ? 0 : device;
}

// The devices, then the host, then no device.
static void list_accessors(uint32_t accessed_by, int *to, size_t room)
{
    size_t count = 0;
    for (int bit = 0; bit <= HOST_BIT && count < room; bit++) {
        if ((accessed_by >> bit & 1u) != 0) {
            to[count++] = bit == HOST_BIT ? cudaCpuDeviceId : bit;
        }
    }
    while (count < room) {
        to[count++] = cudaInvalidDeviceId;
    }
}

static cudaError_t answer(const PageAdvice *all, enum cudaMemRangeAttribute attribute, int *to,
                          size_t size_bytes)
{
    bool is_list = attribute == cudaMemRangeAttributeAccessedBy;
    if (to == NULL || size_bytes == 0 || size_bytes % sizeof(int) != 0 ||
        (!is_list && size_bytes != sizeof(int))) {
        return cudaErrorInvalidValue;
    }
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *to = all->is_read_mostly; break;
    case cudaMemRangeAttributePreferredLocation: *to = all->preferred; break;
    case cudaMemRangeAttributeLastPrefetchLocation: *to = all->prefetched; break;
    case cudaMemRangeAttributePreferredLocationType: *to = location_type(all->preferred); break;
    case cudaMemRangeAttributePreferredLocationId: *to = location_id(all->preferred); break;
    case cudaMemRangeAttributeLastPrefetchLocationType: *to = location_type(all->prefetched); break;
    case cudaMemRangeAttributeLastPrefetchLocationId: *to = location_id(all->prefetched); break;
    case cudaMemRangeAttributeAccessedBy:
        list_accessors(all->accessed_by, to, size_bytes / sizeof(int));
        break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataSizes,
                                      enum cudaMemRangeAttribute *attributes, size_t numAttributes,
                                      const void *devPtr, size_t count)
{
    cudaError_t error;
    ManagedRange range;
    Runtime *runtime = enter(devPtr, count, 0, &range, &error);
    if (runtime == NULL) {
        return error;
    }
    PageAdvice all = common(&range);
    error = data == NULL || dataSizes == NULL || attributes == NULL ? cudaErrorInvalidValue
                                                                    : cudaSuccess;
    for (size_t i = 0; i < numAttributes && error == cudaSuccess; i++) {
        error = answer(&all, attributes[i], data[i], dataSizes[i]);
    }
    return runtime_leave(runtime, error);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize,
                                     enum cudaMemRangeAttribute attribute, const void *devPtr,
                                     size_t count)
{
    return cudaMemRangeGetAttributes(&data, &dataSize, &attribute, 1, devPtr, count);
}
