// SPDX-License-Identifier: Apache-2.0
// What a program leaves behind: memory, streams and events that it never released. The place in the
// program is that of the call, which addr2line (part of the binutils that every C++ compiler needs)
// finds by its return address.
#define _GNU_SOURCE // dladdr

#include "sim/runtime/leak.h"

#include "isa/base/heap.h"
#include "sim/runtime/api_error.h"
#include "sim/runtime/stream.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// musl has no execinfo.h: a leak is reported there without its line.
#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#else
static int backtrace(void **frames, int count)
{
    (void)frames;
    (void)count;
    return 0;
}
#endif

#define FRAMES_MAX 24

// The call stack up to main(), and the first call in it of the program's own code; *count if there
// is none, or if the program is not checked.
static int find_caller(const Runtime *runtime, void **frames, int *count)
{
    Dl_info own, info;
    *count = 0;
    if (!device_is_checked(runtime->device) || dladdr((void *)(uintptr_t)&leak_caller, &own) == 0) {
        return 0;
    }
    int first = 0;
    bool is_in_runtime = false; // before it may stand a sanitizer's own backtrace()
    *count = backtrace(frames, FRAMES_MAX);
    for (; first < *count; first++) {
        bool is_known = dladdr(frames[first], &info) != 0;
        if (is_known && is_in_runtime && info.dli_fbase != own.dli_fbase) {
            break;
        }
        is_in_runtime = is_in_runtime || (is_known && info.dli_fbase == own.dli_fbase);
    }
    return first;
}

const void *leak_caller(const Runtime *runtime)
{
    void *frames[FRAMES_MAX];
    int count, first = find_caller(runtime, frames, &count);
    return first < count ? frames[first] : NULL;
}

// After a launch by <<<>>> come the kernel's stub and the line that has it.
static int skip_stub(Runtime *runtime, void **frames, int first, int count)
{
    for (int i = first; i < count && i < first + 3; i++) {
        if (function_around(runtime, frames[i]) != NULL) {
            return i + 1;
        }
    }
    return first;
}

ApiCall api_call(Runtime *runtime)
{
    void *frames[FRAMES_MAX];
    Dl_info info;
    int count, first = find_caller(runtime, frames, &count);
    ApiCall call = {0};
    if (first > 0 && first < count && dladdr(frames[first - 1], &info) != 0 &&
        info.dli_sname != NULL) {
        call.is_launch = strncmp(info.dli_sname, "__lockstepLaunch", 16) == 0;
        call.function = strncmp(info.dli_sname, "cuda", 4) == 0 ? info.dli_sname : NULL;
    }
    first = call.is_launch ? skip_stub(runtime, frames, first, count) : first;
    call.caller = first < count ? frames[first] : NULL;
    return call;
}

// A path below the working folder as the user would write it.
static const char *short_path(const char *path)
{
    char folder[1024];
    size_t size = getcwd(folder, sizeof folder) == NULL ? 0 : strlen(folder);
    bool is_below = size > 1 && strncmp(path, folder, size) == 0 && path[size] == '/';
    return is_below ? path + size + 1 : path;
}

// A line of addr2line, "/folder/file.cu:12 (discriminator 3)", is a place in the program unless it
// lies in the runtime's own headers.
static bool take_place(char *line, char *out, size_t room)
{
    line[strcspn(line, " \n")] = '\0';
    const char *slash = strrchr(line, '/'), *file = slash == NULL ? line : slash + 1;
    if (line[0] == '?' || strncmp(file, "cuda_runtime", 12) == 0) {
        return false;
    }
    snprintf(out, room, "%s", short_path(line));
    return true;
}

void leak_place(const void *caller, char *out, size_t room)
{
    Dl_info info;
    char command[4200], line[1024];
    out[0] = '\0';
    if (caller == NULL || dladdr((void *)(uintptr_t)caller, &info) == 0 ||
        strpbrk(info.dli_fname, "'\\") != NULL) {
        return;
    }
    size_t offset = (size_t)((const char *)caller - (const char *)info.dli_fbase) - 1;
    snprintf(command, sizeof command, "addr2line -i -e '%s' 0x%zx 2>/dev/null", info.dli_fname,
             offset);
    FILE *lines = popen(command, "r");
    while (lines != NULL && fgets(line, sizeof line, lines) != NULL) {
        if (take_place(line, out, room)) {
            break;
        }
    }
    if (lines != NULL) {
        pclose(lines);
    }
}

void leak_find_call(Runtime *runtime, CheckKind kind, uint64_t address)
{
    char place[512], detail[160];
    if (!device_checks(runtime->device, CHECKER_MEMORY)) {
        return;
    }
    runtime->is_call_found = true;
    leak_place(leak_caller(runtime), place, sizeof place);
    const MemoryRegion *region = device_region(runtime->device, address);
    if (region == NULL) {
        snprintf(detail, sizeof detail, "the address is in no allocation");
    } else {
        snprintf(detail, sizeof detail, "byte %llu of an allocation of %llu bytes",
                 (unsigned long long)(address - region->base),
                 (unsigned long long)region->size_bytes);
    }
    device_find(runtime->device, kind, place, detail);
}

static void place_allocation(void *context, uint64_t address, char *out, size_t room)
{
    const Runtime *runtime = context;
    for (uint32_t i = 0; i < runtime->allocation_count; i++) {
        const Allocation *allocation = &runtime->allocations[i];
        if (address - allocation->address < allocation->size_bytes) {
            leak_place(allocation->caller, out, room);
            return;
        }
    }
}

static void place_allocations(Runtime *runtime)
{
    device_place_allocations(runtime->device, place_allocation, runtime);
}

// Where the program called the library that the runtime was called by; "" if it was the program.
static void library_place(const Runtime *runtime, char *out, size_t room)
{
    void *frames[FRAMES_MAX];
    Dl_info own, library, info;
    int count, at = find_caller(runtime, frames, &count);
    out[0] = '\0';
    if (at >= count || dladdr(frames[at], &library) == 0 ||
        dladdr((void *)(uintptr_t)&leak_caller, &own) == 0) {
        return;
    }
    while (at < count && dladdr(frames[at], &info) != 0 && info.dli_fbase == library.dli_fbase) {
        at++;
    }
    if (at < count && info.dli_fbase != own.dli_fbase) {
        leak_place(frames[at], out, room);
    }
}

void leak_place_launch(Runtime *runtime)
{
    char place[256];
    if (device_is_checked(runtime->device) && device_has_found(runtime->device)) {
        library_place(runtime, place, sizeof place);
        if (place[0] != '\0') {
            device_place_call(runtime->device, place);
        }
    }
    place_allocations(runtime);
}

static void place_findings(Runtime *runtime)
{
    char place[512];
    leak_place(leak_caller(runtime), place, sizeof place);
    device_place(runtime->device, place);
    place_allocations(runtime);
}

void leak_note_copy(Runtime *runtime, uint64_t to, uint64_t from, uint64_t size_bytes)
{
    if (device_note_copy(runtime->device, to, from, size_bytes)) {
        place_findings(runtime);
    }
}

void leak_note_fill(Runtime *runtime, uint64_t to, uint64_t size_bytes)
{
    if (device_note_fill(runtime->device, to, size_bytes)) {
        place_findings(runtime);
    }
}

static const char *const allocation_names[] = {[ALLOCATION_DEVICE] = "cudaMalloc",
                                               [ALLOCATION_MANAGED] = "cudaMallocManaged",
                                               [ALLOCATION_PINNED] = "cudaMallocHost",
                                               [ALLOCATION_REGISTERED] = "cudaHostRegister",
                                               [ALLOCATION_ARRAY] = "cudaMallocArray"};

// An allocation that is left, and what the one place in the program left in all.
typedef struct Left {
    const Allocation *allocation;
    char place[512];
    uint64_t count, bytes;
} Left;

static void place_left(Left *left, const Left *others, uint32_t other_count)
{
    for (uint32_t i = 0; i < other_count; i++) { // asking is slow
        if (others[i].allocation->caller == left->allocation->caller) {
            memcpy(left->place, others[i].place, sizeof left->place);
            return;
        }
    }
    leak_place(left->allocation->caller, left->place, sizeof left->place);
}

static bool is_one_place(const Left *a, const Left *b)
{
    return a == b || (a->place[0] != '\0' && strcmp(a->place, b->place) == 0 &&
                      a->allocation->kind == b->allocation->kind);
}

static void find_left(Runtime *runtime, const Left *left)
{
    char detail[160];
    int size = snprintf(detail, sizeof detail, "%llu bytes of %s", (unsigned long long)left->bytes,
                        allocation_names[left->allocation->kind]);
    if (left->count == 1) {
        snprintf(detail + size, sizeof detail - (size_t)size, " at 0x%llx",
                 (unsigned long long)left->allocation->address);
    }
    device_find_often(runtime->device, CHECK_LEAK_DEVICE, left->place, detail, left->count);
}

static void find_allocations(Runtime *runtime)
{
    uint32_t count = 0;
    Left *left = heap_allocate(runtime->allocation_count, sizeof *left);
    for (uint32_t at = 0; at < runtime->allocation_count; at++) {
        if (runtime->allocations[at].is_of_graph) {
            continue;
        }
        uint32_t i = count++;
        left[i].allocation = &runtime->allocations[at];
        place_left(&left[i], left, i);
        uint32_t first = 0;
        while (!is_one_place(&left[first], &left[i])) {
            first++;
        }
        left[first].count++;
        left[first].bytes += left[i].allocation->size_bytes;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (left[i].count > 0) {
            find_left(runtime, &left[i]);
        }
    }
    free(left);
}

// Objects of one kind, by the call that created them: the number of those of the caller at `first`
// is told when that is the first one of it.
static void find_created(Runtime *runtime, const char *name, const void *const *callers,
                         uint32_t count)
{
    for (uint32_t first = 0; first < count; first++) {
        char place[512], detail[160];
        uint32_t before = 0, alike = 0;
        for (uint32_t i = 0; i < count; i++) {
            alike += callers[i] == callers[first];
            before += i < first && callers[i] == callers[first];
        }
        if (before == 0) {
            leak_place(callers[first], place, sizeof place);
            snprintf(detail, sizeof detail, "%u of %s", alike, name);
            device_find(runtime->device, CHECK_LEAK_OTHER, place, detail);
        }
    }
}

static void find_objects(Runtime *runtime)
{
    uint32_t streams = 0, events = 0;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        streams++;
    }
    for (const struct CUevent_st *at = runtime->events; at != NULL; at = at->next) {
        events++;
    }
    // The lists begin with the youngest.
    const void **callers = heap_allocate(streams + events + 1, sizeof *callers);
    uint32_t at_stream = streams, at_event = streams + events;
    for (const struct CUstream_st *at = runtime->streams; at != NULL; at = at->next) {
        callers[--at_stream] = at->caller;
    }
    for (const struct CUevent_st *at = runtime->events; at != NULL; at = at->next) {
        callers[--at_event] = at->caller;
    }
    find_created(runtime, "cudaStreamCreate", callers, streams);
    find_created(runtime, "cudaEventCreate", callers + streams, events);
    free(callers);
}

void leaks_find(Runtime *runtime, bool is_end)
{
    if (runtime->device == NULL || runtime->fault != cudaSuccess ||
        !device_checks(runtime->device, CHECKER_LEAK)) { // a fault lets nobody free anything
        return;
    }
    find_allocations(runtime);
    find_objects(runtime);
    uint64_t bytes = is_end ? device_heap_used(runtime->device) : 0;
    if (bytes > 0) {
        char detail[160];
        snprintf(detail, sizeof detail, "%llu bytes", (unsigned long long)bytes);
        device_find(runtime->device, CHECK_LEAK_HEAP, NULL, detail);
    }
}

void runtime_find_leaks(void)
{
    Runtime *runtime = runtime_enter(CALL_QUERY);
    if (runtime != NULL) {
        leaks_find(runtime, true);
        api_errors_find(runtime);
        runtime_leave(runtime, cudaSuccess);
    }
}
