// SPDX-License-Identifier: Apache-2.0
// Host memory mapped into device memory, and device memory moved to another base.
#include "sim/memory/device_memory.h"

#include "tests/test.h"

#include <stdlib.h>

TEST(mapped_memory_is_the_hosts_at_its_own_address)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint32_t host[16] = {0}, value = 5;
    uint64_t address = (uint64_t)(uintptr_t)host;
    EXPECT_EQ(device_memory_map(memory, host, sizeof(host), MEMORY_OF_USER, "host"), address);
    EXPECT_EQ(device_memory_used(memory), 0);
    EXPECT(device_memory_write(memory, address + 8, &value, 4));
    EXPECT_EQ(host[2], 5);
    EXPECT_TEXT(device_memory_find(memory, address + 63)->name, "host");
    EXPECT(device_memory_find(memory, address + 64) == NULL);
    EXPECT(device_memory_release(memory, address));
    EXPECT(device_memory_find(memory, address) == NULL);
    EXPECT_EQ(host[2], 5);
    device_memory_destroy(memory);
}

TEST(regions_stay_sorted_whatever_their_addresses)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    static uint8_t host[256];
    uint64_t first = device_memory_allocate(memory, 100, MEMORY_OF_USER, "first");
    EXPECT(device_memory_map(memory, host, 100, MEMORY_OF_USER, "host") != 0);
    uint64_t second = device_memory_allocate(memory, 100, MEMORY_OF_USER, "second");
    EXPECT_TEXT(device_memory_find(memory, first + 99)->name, "first");
    EXPECT_TEXT(device_memory_find(memory, second)->name, "second");
    EXPECT_TEXT(device_memory_find(memory, (uint64_t)(uintptr_t)host + 99)->name, "host");
    device_memory_destroy(memory);
}

TEST(what_overlaps_is_not_mapped)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    static uint8_t host[256];
    EXPECT(device_memory_map(memory, host + 64, 64, MEMORY_OF_USER, "") != 0);
    EXPECT_EQ(device_memory_map(memory, host + 64, 64, MEMORY_OF_USER, ""), 0);
    EXPECT_EQ(device_memory_map(memory, host, 65, MEMORY_OF_USER, ""), 0);
    EXPECT_EQ(device_memory_map(memory, host + 127, 10, MEMORY_OF_USER, ""), 0);
    EXPECT(device_memory_map(memory, host, 64, MEMORY_OF_USER, "") != 0);
    EXPECT(device_memory_map(memory, host + 128, 10, MEMORY_OF_USER, "") != 0);
    EXPECT_EQ(device_memory_map(memory, NULL, 10, MEMORY_OF_USER, ""), 0);
    EXPECT_EQ(device_memory_map(memory, (void *)(uintptr_t)(LOCAL_WINDOW_BASE - 8), 16,
                                MEMORY_OF_USER, ""),
              0);
    EXPECT_EQ(device_memory_map(memory, (void *)(uintptr_t)(SHARED_WINDOW_BASE + 64), 16,
                                MEMORY_OF_USER, ""),
              0);
    device_memory_destroy(memory);
}

TEST(memory_moves_only_before_its_first_use)
{
    uint64_t base = UINT64_C(0x0000300000000000);
    DeviceMemory *memory = device_memory_create(1 << 20);
    EXPECT(device_memory_rebase(memory, base));
    uint64_t address = device_memory_allocate(memory, 16, MEMORY_OF_USER, "");
    EXPECT(address > base && address - base < (UINT64_C(1) << 30));
    EXPECT(!device_memory_rebase(memory, DEVICE_MEMORY_BASE));
    device_memory_destroy(memory);
    memory = device_memory_create(1 << 20);
    EXPECT(device_memory_narrow(memory));
    EXPECT(!device_memory_rebase(memory, base));
    uint8_t host[16];
    EXPECT_EQ(device_memory_map(memory, host, 16, MEMORY_OF_USER, ""), 0);
    device_memory_destroy(memory);
}
