// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/host_access.h"

#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/follow.h"
#include "sim/runtime/leak.h"

#include <stdatomic.h>
#include <stdio.h>

// From the first to the last byte of all mapped memory: most accesses of a program lie elsewhere.
static _Atomic uint64_t watched_base, watched_bytes;

#define TOLD_MAX 256u

static bool is_mapped(const Allocation *allocation)
{
    return allocation->kind == ALLOCATION_MANAGED || allocation->kind == ALLOCATION_PINNED ||
           allocation->kind == ALLOCATION_REGISTERED;
}

// Managed and pinned memory ends with a page that nothing else uses.
static uint64_t watched_end(const Allocation *allocation)
{
    uint64_t bytes = allocation->size_bytes;
    return allocation->address +
           (allocation->mapped_bytes > bytes ? allocation->mapped_bytes : bytes);
}

void host_access_watch(const Runtime *runtime)
{
    uint64_t base = UINT64_MAX, end = 0;
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        const Allocation *at = &runtime->allocations[i];
        if (is_mapped(at)) {
            base = at->address < base ? at->address : base;
            end = watched_end(at) > end ? watched_end(at) : end;
        }
    }
    bool is_checked = end > 0 && device_is_checked(runtime->device);
    atomic_store(&watched_bytes, is_checked ? end - base : 0);
    atomic_store(&watched_base, base);
}

static const Allocation *watched_allocation(const Runtime *runtime, uint64_t address)
{
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        const Allocation *at = &runtime->allocations[i];
        if (is_mapped(at) && address - at->address < watched_end(at) - at->address) {
            return at;
        }
    }
    return NULL;
}

// One finding for each place in the program.
static bool is_told(Runtime *runtime, const void *caller)
{
    for (uint32_t i = 0; i < runtime->told_count; i++) {
        if (runtime->told_accesses[i] == caller) {
            return true;
        }
    }
    return false;
}

static void tell_once(Runtime *runtime, const void *caller)
{
    if (runtime->told_accesses == NULL) {
        runtime->told_accesses = heap_allocate(TOLD_MAX, sizeof *runtime->told_accesses);
    }
    if (runtime->told_count < TOLD_MAX) {
        runtime->told_accesses[runtime->told_count++] = caller;
    }
}

static void check_bounds(Runtime *runtime, const Allocation *allocation, HostAccess access,
                         const void *caller)
{
    char place[256], detail[160];
    uint64_t offset = access.address - allocation->address;
    if (offset + access.size_bytes <= allocation->size_bytes) {
        return;
    }
    leak_place(caller, place, sizeof place);
    snprintf(detail, sizeof detail, "bytes %llu to %llu of an allocation of %llu bytes",
             (unsigned long long)offset, (unsigned long long)(offset + access.size_bytes - 1),
             (unsigned long long)allocation->size_bytes);
    device_find(runtime->device, CHECK_HOST_ACCESS, place, detail);
    tell_once(runtime, caller);
}

// What the host reads of a flag orders it after what the kernel did before (`seen`).
static void check_race(Runtime *runtime, HostAccess access, const void *caller)
{
    char place[256];
    uint64_t seen = 0;
    if (device_host_races(runtime->device, access, &seen)) {
        leak_place(caller, place, sizeof place);
        device_find_host_race(runtime->device, access, place);
        tell_once(runtime, caller);
    }
    follow_host(runtime, seen);
}

static void check_written(Runtime *runtime, HostAccess access, const void *caller)
{
    char place[256];
    if (device_host_is_unwritten(runtime->device, access)) {
        leak_place(caller, place, sizeof place);
        device_find_unwritten(runtime->device, access, place);
        tell_once(runtime, caller);
    }
}

static void note_access(uint64_t address, uint64_t size_bytes, bool is_write, const void *caller)
{
    if (address - atomic_load_explicit(&watched_base, memory_order_relaxed) >=
        atomic_load_explicit(&watched_bytes, memory_order_relaxed)) {
        return;
    }
    Runtime *runtime = runtime_thread()->is_in_stream ? NULL : runtime_try();
    if (runtime == NULL) {
        return;
    }
    const Allocation *allocation = watched_allocation(runtime, address);
    if (allocation != NULL && !is_told(runtime, caller)) {
        HostAccess access = {address, size_bytes, is_write};
        check_bounds(runtime, allocation, access, caller);
        check_race(runtime, access, caller);
        check_written(runtime, access, caller);
    }
    runtime_pause();
}

// --- what the compiler calls

// The linker gives the functions of the compiler's own runtime these names (--wrap).
#define ACCESS(name, bytes, is_write) void __wrap___asan_##name(uintptr_t address);
#define SPAN(name, is_write)          void __wrap___asan_##name(uintptr_t address, size_t size);
#define NOTHING(name)                 void __wrap___asan_##name(void);
#include "sim/runtime/host_access.def"
#undef ACCESS
#undef SPAN
#undef NOTHING

#define CALLER __builtin_return_address(0)

#define ACCESS(name, bytes, is_write)                                                              \
    void __wrap___asan_##name(uintptr_t address)                                                   \
    {                                                                                              \
        note_access(address, bytes, is_write, CALLER);                                             \
    }
#define SPAN(name, is_write)                                                                       \
    void __wrap___asan_##name(uintptr_t address, size_t size)                                      \
    {                                                                                              \
        note_access(address, size, is_write, CALLER);                                              \
    }
#define NOTHING(name)                                                                              \
    void __wrap___asan_##name(void)                                                                \
    {                                                                                              \
    }
#include "sim/runtime/host_access.def"
