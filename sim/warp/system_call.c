// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/system_call.h"

#include "sim/warp/frame.h"
#include "sim/warp/memory_access.h"

#include <string.h>

// The shared memory behind a generic address, or NULL.
static uint8_t *shared_at(Block *block, uint64_t address, uint32_t size_bytes)
{
    uint32_t at = (uint32_t)(address - SHARED_WINDOW_BASE), limit = shared_limit(block, at);
    uint32_t offset = at % (uint32_t)SHARED_WINDOW_BYTES;
    return offset > limit || limit - offset < size_bytes ? NULL : shared_bytes(block, at);
}

// Whether the address is local memory that the lane has.
static bool is_local(const SystemCall *call, uint64_t address, uint32_t size_bytes, bool *exists)
{
    if (address - LOCAL_WINDOW_BASE >= LOCAL_WINDOW_BYTES) {
        return false;
    }
    uint64_t at = address - LOCAL_WINDOW_BASE, limit = warp_frame(call->warp)->local_top;
    *exists = at <= limit && limit - at >= size_bytes;
    return true;
}

// The shared or global memory behind a generic address, or NULL.
static uint8_t *bytes_at(const SystemCall *call, uint64_t address, uint32_t size_bytes,
                         bool is_store)
{
    bool is_shared = address - SHARED_WINDOW_BASE < (CLUSTER_RANK_MAX + 1) * SHARED_WINDOW_BYTES;
    return is_shared ? shared_at(call->block, address, size_bytes)
                     : global_bytes(call->block, address, size_bytes, is_store);
}

bool system_read(const SystemCall *call, uint64_t address, void *bytes, uint32_t size_bytes)
{
    bool exists = false;
    if (is_local(call, address, size_bytes, &exists)) {
        if (exists) {
            frame_read(call->warp, address - LOCAL_WINDOW_BASE, call->lane, bytes, size_bytes);
        }
        return exists;
    }
    const uint8_t *from = bytes_at(call, address, size_bytes, false);
    if (from != NULL) {
        memcpy(bytes, from, size_bytes);
    }
    return from != NULL;
}

bool system_write(const SystemCall *call, uint64_t address, const void *bytes, uint32_t size_bytes)
{
    bool exists = false;
    if (is_local(call, address, size_bytes, &exists)) {
        if (exists) {
            frame_write(call->warp, address - LOCAL_WINDOW_BASE, call->lane, bytes, size_bytes);
        }
        return exists;
    }
    uint8_t *to = bytes_at(call, address, size_bytes, true);
    if (to != NULL) {
        memcpy(to, bytes, size_bytes);
    }
    return to != NULL;
}

void system_argument_bytes(const SystemCall *call, uint32_t index, void *bytes, uint32_t size_bytes)
{
    memset(bytes, 0, size_bytes);
    if (index < call->call->argument_count) {
        const MachineArgument *at = &call->call->arguments[index];
        frame_read(call->warp, warp_frame(call->warp)->local_base + at->from_offset, call->lane,
                   bytes, at->size_bytes < size_bytes ? at->size_bytes : size_bytes);
    }
}

uint64_t system_argument(const SystemCall *call, uint32_t index)
{
    uint64_t value;
    system_argument_bytes(call, index, &value, sizeof value);
    return value;
}

void system_result(const SystemCall *call, uint64_t value)
{
    if (call->call->result_count > 0) {
        const MachineArgument *at = &call->call->results[0];
        frame_write(call->warp, warp_frame(call->warp)->local_base + at->to_offset, call->lane,
                    &value, at->size_bytes < 8 ? at->size_bytes : 8);
    }
}

Outcome system_bad_pointer(const SystemCall *call, const char *what)
{
    return fault_raise(call->block, call->warp, FAULT_OUT_OF_BOUNDS, 1u << call->lane,
                       "%s cannot be read", what);
}
