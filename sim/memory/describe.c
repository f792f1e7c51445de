// SPDX-License-Identifier: Apache-2.0
// Where an address lies, in words.
#include "sim/memory/device_memory.h"

#include <stdio.h>

// Farther away than this many times its own size, and than this many bytes, a region says nothing
// about the origin of an address.
enum { NEAR_SIZES = 16, NEAR_BYTES = 1 << 20 };

static bool is_far(const MemoryRegion *region, uint64_t address)
{
    uint64_t end = region->base + region->size_bytes;
    uint64_t away = address < region->base ? region->base - address
                    : address >= end       ? address - end
                                           : 0;
    return away > NEAR_BYTES && away / NEAR_SIZES > region->size_bytes;
}

// `place` is what comes before the region's name.
static void describe(const MemoryRegion *region, const char *place, char *out, size_t room)
{
    const char *name = region->name[0] == '\0' ? "an allocation" : region->name;
    const char *quote = region->name[0] == '\0' ? "" : "'";
    snprintf(out, room, "%s %s%.64s%s (%llu bytes at 0x%llx)", place, quote, name, quote,
             (unsigned long long)region->size_bytes, (unsigned long long)region->base);
}

static void describe_near(const MemoryRegion *region, uint64_t address, char *out, size_t room)
{
    unsigned long long size = region->size_bytes, base = region->base;
    char place[48] = "reaches past the end of";
    if (address < base) {
        snprintf(place, sizeof place, "%llu bytes before the start of", base - address);
    } else if (address == base + size) {
        snprintf(place, sizeof place, "just past the end of");
    } else if (address - base > size) {
        snprintf(place, sizeof place, "%llu bytes past the end of", address - base - size);
    }
    describe(region, place, out, room);
}

static void describe_freed(const MemoryRegion *region, uint64_t address, char *out, size_t room)
{
    char place[48];
    snprintf(place, sizeof place, "use after free: %llu bytes into",
             (unsigned long long)(address - region->base));
    describe(region, place, out, room);
}

// Memory of another GPU, which only an access of its own or peer access reaches.
static bool describe_peer(const DeviceMemory *memory, const MemoryRegion *region, uint64_t address,
                          char *out, size_t room)
{
    bool is_inside = region != NULL && address - region->base < region->size_bytes;
    if (!is_inside || device_memory_find(memory, address) != NULL) {
        return false;
    }
    char place[96];
    snprintf(place, sizeof place,
             "in memory of device %u without cudaDeviceEnablePeerAccess: %llu bytes into",
             region->home, (unsigned long long)(address - region->base));
    describe(region, place, out, room);
    return true;
}

bool device_memory_describe(const DeviceMemory *memory, uint64_t address, char *out, size_t room)
{
    const MemoryRegion *freed = device_memory_freed(memory, address);
    if (freed != NULL && device_memory_find(memory, address) == NULL) {
        describe_freed(freed, address, out, room);
        return true;
    }
    const MemoryRegion *region = device_memory_nearest(memory, address);
    if (describe_peer(memory, region, address, out, room)) {
        return true;
    }
    bool is_near = region != NULL && !is_far(region, address);
    if (is_near) {
        describe_near(region, address, out, room);
    } else {
        snprintf(out, room, "no allocation is near");
    }
    return is_near;
}
