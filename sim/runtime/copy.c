// SPDX-License-Identifier: Apache-2.0
// Copies and fills of rows in slices, between any two kinds of memory; every copy of the API is one
// of these.
#include "sim/runtime/operation.h"

#include "sim/runtime/allocate.h"
#include "sim/runtime/leak.h"
#include "sim/runtime/stream.h"

#include <stdint.h>
#include <string.h>

// Where one end of a copy lies.
typedef struct Reached {
    uint8_t *bytes;
    bool is_device, is_host;
    bool is_read_only; // mapped so (cuMemSetAccess)
    uint32_t home;     // the device whose memory it is, if it is no host memory
} Reached;

static bool is_empty(uint64_t width_bytes, uint64_t height, uint64_t depth)
{
    return width_bytes == 0 || height == 0 || depth == 0;
}

// All rows of one end, from its first byte to its last. False when they leave their allocation.
static bool reach(Runtime *runtime, const CopyEnd *end, uint64_t width_bytes, uint64_t height,
                  uint64_t depth, Reached *reached)
{
    uint64_t rows, slices, extent;
    if (__builtin_mul_overflow(height - 1, end->pitch_bytes, &rows) ||
        __builtin_mul_overflow(depth - 1, end->slice_bytes, &slices) ||
        __builtin_add_overflow(rows, slices, &extent) ||
        __builtin_add_overflow(extent, width_bytes, &extent) || end->address == 0) {
        return false;
    }
    const MemoryRegion *region = device_region(runtime->device, end->address);
    reached->home = region == NULL ? MEMORY_HOMES : region->home;
    reached->is_read_only = region != NULL && region->is_alias && region->owner == MEMORY_CONSTANT;
    return memory_reach(runtime, end->address, extent, &reached->bytes, &reached->is_device,
                        &reached->is_host);
}

// The driver looks up where an address lies, whatever the direction says. Only pageable memory
// where the direction names a device is an error (traces/h200/runtime.txt, "copy").
static cudaError_t check_direction(const CopyBox *box, const Reached *to, const Reached *from)
{
    bool is_to_device =
        box->kind == cudaMemcpyHostToDevice || box->kind == cudaMemcpyDeviceToDevice;
    bool is_from_device =
        box->kind == cudaMemcpyDeviceToHost || box->kind == cudaMemcpyDeviceToDevice;
    bool is_wrong = (is_to_device && !to->is_device) || (is_from_device && !from->is_device);
    return is_wrong ? cudaErrorInvalidValue : cudaSuccess;
}

static cudaError_t reach_both(Runtime *runtime, const CopyBox *box, Reached *to, Reached *from)
{
    if (box->width_bytes > box->to.pitch_bytes || box->width_bytes > box->from.pitch_bytes) {
        bool has_rows = box->height > 1 || box->depth > 1;
        return has_rows ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue; // as an H200's
    }
    bool has_target = reach(runtime, &box->to, box->width_bytes, box->height, box->depth, to);
    bool is_inside =
        has_target && reach(runtime, &box->from, box->width_bytes, box->height, box->depth, from);
    if (!is_inside) {
        leak_find_call(runtime, CHECK_HOST_BOUNDS,
                       has_target ? box->from.address : box->to.address);
    }
    return is_inside && !to->is_read_only ? check_direction(box, to, from) : cudaErrorInvalidValue;
}

cudaError_t copy_check(Runtime *runtime, const CopyBox *box)
{
    Reached to, from;
    if ((unsigned)box->kind > cudaMemcpyDefault) {
        return cudaErrorInvalidMemcpyDirection;
    }
    return is_empty(box->width_bytes, box->height, box->depth)
               ? cudaSuccess
               : reach_both(runtime, box, &to, &from);
}

static CopyRoute route_between(const Reached *to, const Reached *from, enum cudaMemcpyKind kind)
{
    if (from->is_device && to->is_device) { // one of them may be the host's own memory
        bool is_told_to_device = kind == cudaMemcpyHostToDevice && from->is_host;
        bool is_told_to_host = kind == cudaMemcpyDeviceToHost && to->is_host;
        bool is_free = kind == cudaMemcpyDefault || kind == cudaMemcpyHostToHost;
        bool is_across = from->is_host != to->is_host;
        return (CopyRoute){.is_between = !from->is_host && !to->is_host && from->home != to->home,
                           .is_to_device =
                               is_told_to_device || (is_free && is_across && from->is_host),
                           .is_to_host = is_told_to_host || (is_free && is_across && to->is_host)};
    }
    // From host to host: the copy still goes through the driver.
    return (CopyRoute){
        .is_to_device = !from->is_device, .is_to_host = from->is_device, .is_pageable = true};
}

void copy_run(Runtime *runtime, const CopyBox *box, CopyRoute *route)
{
    Reached to = {0}, from = {0};
    *route = (CopyRoute){0};
    if (is_empty(box->width_bytes, box->height, box->depth) ||
        reach_both(runtime, box, &to, &from) != cudaSuccess) {
        return;
    }
    *route = route_between(&to, &from, box->kind);
    for (uint64_t z = 0; z < box->depth; z++) {
        for (uint64_t y = 0; y < box->height; y++) {
            uint64_t to_offset = z * box->to.slice_bytes + y * box->to.pitch_bytes;
            uint64_t from_offset = z * box->from.slice_bytes + y * box->from.pitch_bytes;
            memmove(to.bytes + to_offset, from.bytes + from_offset, (size_t)box->width_bytes);
            leak_note_copy(runtime, box->to.address + to_offset, box->from.address + from_offset,
                           box->width_bytes);
        }
    }
}

cudaError_t fill_check(Runtime *runtime, const FillBox *box)
{
    Reached to;
    if (is_empty(box->width_bytes, box->height, box->depth)) {
        return cudaSuccess;
    }
    bool has_rows = box->height > 1 || box->depth > 1;
    bool is_inside = !(has_rows && box->width_bytes > box->to.pitch_bytes) &&
                     reach(runtime, &box->to, box->width_bytes, box->height, box->depth, &to) &&
                     to.is_device && !to.is_read_only && box->to.address % box->element_bytes == 0;
    if (!is_inside) {
        leak_find_call(runtime, CHECK_HOST_BOUNDS, box->to.address);
    }
    return is_inside ? cudaSuccess : cudaErrorInvalidValue;
}

void fill_run(Runtime *runtime, const FillBox *box)
{
    Reached to;
    if (is_empty(box->width_bytes, box->height, box->depth) ||
        !reach(runtime, &box->to, box->width_bytes, box->height, box->depth, &to)) {
        return;
    }
    for (uint64_t z = 0; z < box->depth; z++) {
        for (uint64_t y = 0; y < box->height; y++) {
            uint8_t *row = to.bytes + z * box->to.slice_bytes + y * box->to.pitch_bytes;
            leak_note_fill(runtime,
                           box->to.address + z * box->to.slice_bytes + y * box->to.pitch_bytes,
                           box->width_bytes);
            if (box->element_bytes == 1) {
                memset(row, (int)(box->value & 0xff), (size_t)box->width_bytes);
                continue;
            }
            for (uint64_t x = 0; x < box->width_bytes; x += box->element_bytes) {
                memcpy(row + x, &box->value, box->element_bytes);
            }
        }
    }
}

// The API: without a stream a call waits until the work is done.

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

cudaError_t copy_issue(Runtime *runtime, const CopyBox *box, cudaStream_t stream, bool is_waiting)
{
    Operation operation = {.kind = OPERATION_COPY, .as.copy = *box};
    cudaError_t error = operation_check(runtime, &operation);
    if (error != cudaSuccess) {
        return error;
    }
    return is_waiting ? stream_issue_and_wait(runtime, &operation)
                      : stream_issue(runtime, stream, &operation);
}

static cudaError_t issue_copy(const CopyBox *box, cudaStream_t stream, bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, copy_issue(runtime, box, stream, is_waiting));
}

static CopyBox rows(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                    size_t height, enum cudaMemcpyKind kind)
{
    return (CopyBox){.to = {address_of(dst), dpitch, 0},
                     .from = {address_of(src), spitch, 0},
                     .width_bytes = width,
                     .height = height,
                     .depth = 1,
                     .kind = kind};
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    CopyBox box = rows(dst, count, src, count, count, 1, kind);
    return issue_copy(&box, NULL, true);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    CopyBox box = rows(dst, count, src, count, count, 1, kind);
    return issue_copy(&box, stream, false);
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
{
    if (!runtime_has_device(dstDevice) || !runtime_has_device(srcDevice)) {
        return runtime_fail(cudaErrorInvalidDevice);
    }
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
                                size_t count, cudaStream_t stream)
{
    if (!runtime_has_device(dstDevice) || !runtime_has_device(srcDevice)) {
        return runtime_fail(cudaErrorInvalidDevice);
    }
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind)
{
    CopyBox box = rows(dst, dpitch, src, spitch, width, height, kind);
    return issue_copy(&box, NULL, true);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    CopyBox box = rows(dst, dpitch, src, spitch, width, height, kind);
    return issue_copy(&box, stream, false);
}

cudaError_t fill_issue(const FillBox *box, cudaStream_t stream, bool is_waiting)
{
    Runtime *runtime = runtime_enter(is_waiting ? CALL_SYNCHRONOUS : CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    Operation operation = {.kind = OPERATION_FILL, .as.fill = *box};
    cudaError_t error = operation_check(runtime, &operation);
    if (error == cudaSuccess) {
        error = is_waiting ? stream_issue_and_wait(runtime, &operation)
                           : stream_issue(runtime, stream, &operation);
    }
    return runtime_leave(runtime, error);
}

static FillBox filled(const void *pointer, size_t pitch, size_t slice, int value,
                      struct cudaExtent extent)
{
    return (FillBox){.to = {address_of(pointer), pitch, slice},
                     .width_bytes = extent.width,
                     .height = extent.height,
                     .depth = extent.depth,
                     .value = (uint32_t)value & 0xff,
                     .element_bytes = 1};
}

cudaError_t cudaMemset(void *devPtr, int value, size_t count)
{
    FillBox box = filled(devPtr, count, 0, value, (struct cudaExtent){count, 1, 1});
    return fill_issue(&box, NULL, true);
}

cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream)
{
    FillBox box = filled(devPtr, count, 0, value, (struct cudaExtent){count, 1, 1});
    return fill_issue(&box, stream, false);
}

cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height)
{
    FillBox box = filled(devPtr, pitch, 0, value, (struct cudaExtent){width, height, 1});
    return fill_issue(&box, NULL, true);
}

cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    FillBox box = filled(devPtr, pitch, 0, value, (struct cudaExtent){width, height, 1});
    return fill_issue(&box, stream, false);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr at, int value, struct cudaExtent extent)
{
    FillBox box = filled(at.ptr, at.pitch, at.pitch * at.ysize, value, extent);
    return fill_issue(&box, NULL, true);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr at, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    FillBox box = filled(at.ptr, at.pitch, at.pitch * at.ysize, value, extent);
    return fill_issue(&box, stream, false);
}
