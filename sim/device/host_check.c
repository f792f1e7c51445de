// SPDX-License-Identifier: Apache-2.0
// Checks of what the host does with device memory between launches.
#include "sim/device/query.h"
#include "sim/device/state.h"
#include "sim/memory/written.h"

#include <stdio.h>
#include <string.h>

bool device_checks(const LockstepDevice *device, Checker checker)
{
    return (device->options.checkers >> checker & 1u) != 0;
}

void device_find(LockstepDevice *device, CheckKind kind, const char *place, const char *detail)
{
    device_find_often(device, kind, place, detail, 1);
}

void device_find_often(LockstepDevice *device, CheckKind kind, const char *place,
                       const char *detail, uint64_t count)
{
    if (!device_checks(device, check_info[kind].checker)) {
        return;
    }
    CheckFinding finding = {.kind = kind, .count = count};
    snprintf(finding.what, sizeof finding.what, "%s", place == NULL ? "" : place);
    snprintf(finding.detail, sizeof finding.detail, "%s", detail);
    findings_add(&device->findings, &finding);
}

uint64_t device_heap_used(const LockstepDevice *device)
{
    return device_memory_heap_used(device->memory);
}

bool device_is_checked(const LockstepDevice *device)
{
    return device->options.checkers != 0;
}

bool device_may_go_beyond(const LockstepDevice *device, const Fault *fault)
{
    if (device->options.goes_beyond || fault->kind != FAULT_OUT_OF_BOUNDS ||
        fault->space != PTX_SPACE_GLOBAL || fault->is_stray) {
        return false;
    }
    const MemoryRegion *near = device_memory_nearest(device->memory, fault->address);
    return near != NULL && near->owner == MEMORY_OF_USER && !near->is_mapped &&
           fault->address - near->base >= near->size_bytes &&
           device_memory_freed(device->memory, fault->address) == NULL;
}

// Copies of one line that take uninitialized memory, as the rows of a 2-D one, are one finding.
static void join_copies(CheckFindings *findings)
{
    CheckFinding *last = &findings->items[findings->count - 1], *before = last - 1;
    if (findings->count > 1 && last->kind == CHECK_UNINIT_COPY && before->kind == last->kind &&
        last->what[0] != '\0' && strcmp(before->what, last->what) == 0) {
        before->count += last->count;
        findings->count--;
    }
}

void device_place(LockstepDevice *device, const char *place)
{
    for (uint32_t i = device->findings.count; i > 0; i--) {
        CheckFinding *finding = &device->findings.items[i - 1];
        if (finding->program != NULL || finding->what[0] != '\0') {
            break;
        }
        snprintf(finding->what, sizeof finding->what, "%s", place);
    }
    if (device->findings.count > 0) {
        join_copies(&device->findings);
    }
}

bool device_has_found(const LockstepDevice *device)
{
    const LaunchRecord *last =
        device->record_count == 0 ? NULL : device->records[device->record_count - 1];
    return device->findings_placed < device->findings.count ||
           (last != NULL && last->fault.kind != FAULT_NONE && last->called == NULL);
}

void device_place_call(LockstepDevice *device, const char *place)
{
    for (uint32_t i = device->findings_placed; i < device->findings.count; i++) {
        CheckFinding *finding = &device->findings.items[i];
        snprintf(finding->called, sizeof finding->called, "%s", place);
    }
    if (device->record_count > 0) {
        device->records[device->record_count - 1]->called =
            arena_text(&device->arena, place, strlen(place));
    }
}

void device_place_allocations(LockstepDevice *device, AllocationPlace place, void *context)
{
    for (; device->findings_placed < device->findings.count; device->findings_placed++) {
        CheckFinding *finding = &device->findings.items[device->findings_placed];
        if (check_info[finding->kind].checker == CHECKER_INIT && finding->address != 0 &&
            finding->space == PTX_SPACE_GLOBAL) {
            place(context, finding->address, finding->allocated, sizeof finding->allocated);
        }
    }
}

// The region that tracks which of its bytes are initialized, or NULL.
static const MemoryRegion *tracked(const LockstepDevice *device, uint64_t address)
{
    const MemoryRegion *region = device_memory_find(device->memory, address);
    return region != NULL && region->valid != NULL ? region : NULL;
}

static void settle(const MemoryRegion *region, uint64_t address, uint64_t size_bytes)
{
    if (region != NULL && region->is_watched) {
        written_settle(region, address - region->base, size_bytes);
    }
}

static bool is_set(const MemoryRegion *region, uint64_t offset)
{
    return ((uint32_t)region->valid[offset / 4] >> (offset & 3u) & 1u) != 0;
}

// Up to three bytes before a word's end are padding of a structure, not data.
static bool is_padding(uint64_t first, uint64_t end)
{
    return end - first < 4 && first % 4 != 0 && end % 4 == 0;
}

// True when it was found.
static bool check_host_read(LockstepDevice *device, const MemoryRegion *region, uint64_t from,
                            uint64_t size_bytes)
{
    uint64_t offset = from - region->base, end = offset + size_bytes, unset = 0, at = 0;
    for (uint64_t i = offset; i < end;) {
        if ((i & 3u) == 0 && end - i >= 4 && region->valid[i / 4] == 15) {
            i += 4;
            continue;
        }
        uint64_t first = i;
        while (i < end && !is_set(region, i)) {
            i++;
        }
        if (i > first && !is_padding(first, i)) {
            at = unset == 0 ? first : at;
            unset += i - first;
        }
        i += i == first;
    }
    if (unset == 0) {
        return false;
    }
    CheckFinding finding = {.kind = CHECK_UNINIT_COPY,
                            .space = PTX_SPACE_GLOBAL,
                            .address = region->base + at,
                            .count = 1};
    snprintf(finding.detail, sizeof finding.detail,
             "%llu of %llu bytes, the first at byte %llu of the allocation of %llu bytes at 0x%llx",
             (unsigned long long)unset, (unsigned long long)size_bytes, (unsigned long long)at,
             (unsigned long long)region->size_bytes, (unsigned long long)region->base);
    findings_add(&device->findings, &finding);
    return true;
}

static bool note_initialized(LockstepDevice *device, uint64_t to, uint64_t from,
                             uint64_t size_bytes)
{
    if (!device_checks(device, CHECKER_INIT) || size_bytes == 0) {
        return false;
    }
    const MemoryRegion *target = tracked(device, to), *source = tracked(device, from);
    settle(source, from, size_bytes);
    if (source == NULL) {
        device_memory_mark(device->memory, to, size_bytes, true);
        return false;
    }
    if (target == NULL) {
        device_memory_mark(device->memory, to, size_bytes, true);
        return check_host_read(device, source, from, size_bytes);
    }
    for (uint64_t i = 0; i < size_bytes; i++) {
        uint64_t offset = to - target->base + i, bit = UINT64_C(1) << (offset & 3u);
        bool is_known = is_set(source, from - source->base + i);
        target->valid[offset / 4] = (uint8_t)(is_known ? target->valid[offset / 4] | bit
                                                       : target->valid[offset / 4] & ~bit);
    }
    return false;
}

bool device_note_copy(LockstepDevice *device, uint64_t to, uint64_t from, uint64_t size_bytes)
{
    bool is_race = tasks_range(&device->tasks, from, size_bytes, false, &device->findings);
    is_race |= tasks_range(&device->tasks, to, size_bytes, true, &device->findings);
    return note_initialized(device, to, from, size_bytes) || is_race;
}

bool device_note_fill(LockstepDevice *device, uint64_t to, uint64_t size_bytes)
{
    device_memory_mark(device->memory, to, size_bytes, true);
    return tasks_range(&device->tasks, to, size_bytes, true, &device->findings);
}

void device_task_begin(LockstepDevice *device, uint32_t slot, uint64_t known, const char *name)
{
    tasks_begin(&device->tasks, slot, known, name);
}

void device_task_end(LockstepDevice *device)
{
    tasks_end(&device->tasks);
}

void device_task_forget(LockstepDevice *device, uint64_t slots)
{
    tasks_forget(&device->tasks, slots);
}

static bool host_access(LockstepDevice *device, HostAccess access, const char *place,
                        uint64_t *seen)
{
    TaskRange range = {access.address, access.address + access.size_bytes, access.is_write};
    return tasks_host(&device->tasks, &range, place, seen, &device->findings);
}

bool device_host_races(LockstepDevice *device, HostAccess access, uint64_t *seen)
{
    return host_access(device, access, NULL, seen);
}

void device_find_host_race(LockstepDevice *device, HostAccess access, const char *place)
{
    uint64_t seen = 0;
    host_access(device, access, place, &seen);
}

// --- host code and memory that it shares with kernels

void device_watch(LockstepDevice *device, uint64_t address)
{
    if (device_checks(device, CHECKER_INIT)) {
        device_memory_watch(device->memory, address);
    }
}

bool device_host_is_unwritten(LockstepDevice *device, HostAccess access)
{
    const MemoryRegion *region = tracked(device, access.address);
    if (region == NULL || !region->is_watched) {
        return false;
    }
    uint64_t offset = access.address - region->base, left = region->size_bytes - offset;
    uint64_t size_bytes = access.size_bytes < left ? access.size_bytes : left;
    if (access.is_write) {
        device_memory_mark(device->memory, access.address, size_bytes, true);
        return false;
    }
    return written_is_none(region, offset, size_bytes);
}

void device_find_unwritten(LockstepDevice *device, HostAccess access, const char *place)
{
    const MemoryRegion *region = tracked(device, access.address);
    CheckFinding finding = {.kind = CHECK_UNINIT_HOST,
                            .space = PTX_SPACE_GLOBAL,
                            .address = access.address,
                            .count = 1};
    snprintf(finding.what, sizeof finding.what, "%s", place);
    snprintf(finding.detail, sizeof finding.detail, "byte %llu of an allocation of %llu bytes",
             (unsigned long long)(access.address - region->base),
             (unsigned long long)region->size_bytes);
    findings_add(&device->findings, &finding);
}
