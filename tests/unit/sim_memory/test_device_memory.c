// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/device_memory.h"
#include "tests/test.h"

#include <string.h>

TEST(allocation_is_aligned_filled_and_found)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t in = device_memory_allocate(memory, 1000, MEMORY_OF_USER, "in");
    EXPECT(in >= DEVICE_MEMORY_BASE);
    EXPECT_EQ(in % 256, 0);
    const MemoryRegion *region = device_memory_find(memory, in + 999);
    EXPECT(region != NULL && region->base == in && region->size_bytes == 1000);
    EXPECT_TEXT(region->name, "in");
    EXPECT_EQ(region->owner, MEMORY_OF_USER);
    uint8_t byte = 1;
    EXPECT(device_memory_read(memory, in + 999, &byte, 1));
    EXPECT_EQ(byte, FILL_BYTE);
    device_memory_fill(memory, 7);
    uint64_t filled = device_memory_allocate(memory, 10, MEMORY_OF_USER, "filled");
    EXPECT(device_memory_read(memory, filled, &byte, 1));
    EXPECT_EQ(byte, 7);
    device_memory_destroy(memory);
}

TEST(bytes_around_an_allocation_belong_to_nobody)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t first = device_memory_allocate(memory, 256, MEMORY_OF_USER, "first");
    uint64_t second = device_memory_allocate(memory, 256, MEMORY_OF_USER, "second");
    EXPECT(second >= first + 256 + 256);
    EXPECT(device_memory_find(memory, first - 1) == NULL);
    EXPECT(device_memory_find(memory, first + 256) == NULL);
    EXPECT(device_memory_find(memory, second + 256) == NULL);
    EXPECT(device_memory_find(memory, 0) == NULL);
    EXPECT(device_memory_find(memory, UINT64_MAX) == NULL);
    device_memory_destroy(memory);
}

TEST(nearest_names_the_buffer_that_was_missed)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t first = device_memory_allocate(memory, 256, MEMORY_OF_USER, "first");
    uint64_t second = device_memory_allocate(memory, 256, MEMORY_OF_USER, "second");
    EXPECT_TEXT(device_memory_nearest(memory, first + 256)->name, "first");
    EXPECT_TEXT(device_memory_nearest(memory, second - 4)->name, "second");
    EXPECT_TEXT(device_memory_nearest(memory, second + 10)->name, "second");
    EXPECT_TEXT(device_memory_nearest(memory, UINT64_MAX)->name, "second");
    device_memory_destroy(memory);
}

TEST(nearest_leaves_out_what_compilers_named)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t mine = device_memory_allocate(memory, 256, MEMORY_OF_USER, "mine");
    uint64_t text = device_memory_allocate(memory, 256, MEMORY_OF_MODULE, "$str$3");
    EXPECT(text > mine);
    EXPECT_TEXT(device_memory_nearest(memory, text + 300)->name, "mine");
    device_memory_destroy(memory);
    memory = device_memory_create(1 << 20);
    text = device_memory_allocate(memory, 256, MEMORY_OF_MODULE, "$str");
    EXPECT(device_memory_nearest(memory, text + 300) == NULL);
    device_memory_destroy(memory);
}

TEST(copies_stay_inside_one_allocation)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t at = device_memory_allocate(memory, 8, MEMORY_OF_USER, NULL);
    uint64_t value = 0x0123456789abcdef, back = 0;
    EXPECT(device_memory_write(memory, at, &value, 8));
    EXPECT(device_memory_read(memory, at, &back, 8));
    EXPECT_EQ(back, value);
    EXPECT(!device_memory_write(memory, at + 1, &value, 8));
    EXPECT(!device_memory_read(memory, at, &back, 9));
    EXPECT(!device_memory_read(memory, at - 1, &back, 1));
    EXPECT(device_memory_write(memory, at + 8, &value, 0));
    device_memory_destroy(memory);
}

TEST(released_addresses_are_not_given_out_again)
{
    DeviceMemory *memory = device_memory_create(1024);
    uint64_t first = device_memory_allocate(memory, 1024, MEMORY_OF_USER, "first");
    EXPECT_EQ(device_memory_used(memory), 1024);
    EXPECT_EQ(device_memory_allocate(memory, 1, MEMORY_OF_USER, "too much"), 0);
    EXPECT(!device_memory_release(memory, first + 4));
    EXPECT(device_memory_release(memory, first));
    EXPECT(!device_memory_release(memory, first));
    EXPECT(device_memory_find(memory, first) == NULL);
    uint64_t second = device_memory_allocate(memory, 1024, MEMORY_OF_USER, "second");
    EXPECT(second != 0 && second != first);
    device_memory_destroy(memory);
}

TEST(empty_allocation_has_an_address_and_holds_nothing)
{
    DeviceMemory *memory = device_memory_create(1024);
    uint64_t at = device_memory_allocate(memory, 0, MEMORY_OF_USER, "empty");
    EXPECT(at != 0);
    EXPECT(device_memory_find(memory, at) == NULL);
    EXPECT(device_memory_release(memory, at));
    device_memory_destroy(memory);
}

TEST(unmeetable_sizes_fail)
{
    DeviceMemory *memory = device_memory_create(UINT64_MAX);
    EXPECT_EQ(device_memory_allocate(memory, UINT64_MAX, MEMORY_OF_USER, "all"), 0);
    EXPECT_EQ(device_memory_allocate(memory, UINT64_MAX / 2, MEMORY_OF_USER, "half"), 0);
    device_memory_destroy(memory);
}

TEST(heap_pieces_are_reused_and_joined)
{
    DeviceMemory *memory = device_memory_create(1024);
    uint64_t first = device_memory_heap_allocate(memory, 100);
    uint64_t second = device_memory_heap_allocate(memory, 100);
    EXPECT(first != 0 && second >= first + 100);
    EXPECT_EQ(second % 16, 0);
    EXPECT(device_memory_find(memory, first) != NULL);
    EXPECT_EQ(device_memory_heap_allocate(memory, DEVICE_HEAP_BYTES), 0);
    EXPECT(!device_memory_heap_release(memory, first + 16));
    EXPECT(device_memory_heap_release(memory, first));
    EXPECT(!device_memory_heap_release(memory, first));
    EXPECT(device_memory_heap_release(memory, second));
    EXPECT_EQ(device_memory_heap_allocate(memory, DEVICE_HEAP_BYTES - 16), first);
    EXPECT_EQ(device_memory_used(memory), 0);
    device_memory_heap_reset(memory);
    EXPECT_EQ(device_memory_heap_allocate(memory, 100), first);
    device_memory_heap_reset(memory); // the free rest behind this piece is gone, too
    EXPECT_EQ(device_memory_heap_allocate(memory, DEVICE_HEAP_BYTES - 16), first);
    EXPECT_EQ(device_memory_heap_allocate(memory, 16), 0);
    device_memory_destroy(memory);
}

TEST(only_bytes_that_were_written_are_valid)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    device_memory_track(memory);
    uint64_t base = device_memory_allocate(memory, 16, MEMORY_OF_USER, "tracked");
    const MemoryRegion *region = device_memory_find(memory, base);
    device_memory_mark(memory, base + 3, 6, true); // the last byte of word 0 to the first of word 2
    EXPECT_EQ(region->valid[0], 0x8);
    EXPECT_EQ(region->valid[1], 0xf);
    EXPECT_EQ(region->valid[2], 0x1);
    EXPECT_EQ(region->valid[3], 0);
    device_memory_mark(memory, base + 12, 100, true); // stops at the end of the allocation
    device_memory_mark(memory, base + 4, 2, false);
    EXPECT_EQ(region->valid[1], 0xc);
    EXPECT_EQ(region->valid[3], 0xf);
    EXPECT_EQ(region->valid[4], 0);
    device_memory_destroy(memory);
}

TEST(narrow_memory_lies_below_4_gigabytes)
{
    DeviceMemory *memory = device_memory_create(UINT64_C(8) << 30);
    EXPECT(device_memory_narrow(memory));
    uint64_t heap = device_memory_heap_allocate(memory, 16);
    uint64_t first = device_memory_allocate(memory, 256, MEMORY_OF_USER, "first");
    EXPECT(heap >= DEVICE_MEMORY_NARROW_BASE && heap < first && first < DEVICE_MEMORY_NARROW_END);
    EXPECT(device_memory_narrow(memory)); // a second module
    EXPECT_EQ(device_memory_allocate(memory, DEVICE_MEMORY_NARROW_END - first, MEMORY_OF_USER, "x"),
              0);
    EXPECT(device_memory_heap_release(memory, heap));
    device_memory_destroy(memory);
}

TEST(memory_that_was_given_out_stays_where_it_is)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    EXPECT(device_memory_allocate(memory, 1, MEMORY_OF_USER, "first") >= DEVICE_MEMORY_BASE);
    EXPECT(!device_memory_narrow(memory));
    EXPECT(device_memory_allocate(memory, 1, MEMORY_OF_USER, "second") >= DEVICE_MEMORY_BASE);
    device_memory_destroy(memory);
}

// Measured on an H200: page.h.
TEST(pages_hold_small_allocations_and_what_is_around_large_ones)
{
    DeviceMemory *memory = device_memory_create(UINT64_C(1) << 30);
    uint64_t first = device_memory_allocate(memory, 4, MEMORY_OF_USER, "first");
    uint64_t second = device_memory_allocate(memory, 513, MEMORY_OF_USER, "second");
    uint64_t large = device_memory_allocate(memory, 3 << 20, MEMORY_OF_USER, "large");
    uint64_t third = device_memory_allocate(memory, 4, MEMORY_OF_USER, "third");
    EXPECT_EQ(second - first, 512);
    EXPECT_EQ(third - second, 1024);
    EXPECT_EQ(large % (2 << 20), 0);
    EXPECT(device_memory_find(memory, first + 4) == NULL);
    const MemoryRegion *page = device_memory_page(memory, first + 4);
    EXPECT(page != NULL && page == device_memory_page(memory, second + 600));
    EXPECT_EQ(page->size_bytes, 2 << 20);
    EXPECT(page->bytes + (third - page->base) == device_memory_find(memory, third)->bytes);
    EXPECT_EQ(device_memory_page(memory, large)->size_bytes, 4 << 20);
    EXPECT(device_memory_page(memory, large + (4 << 20)) == NULL);
    EXPECT(device_memory_page(memory, large - 1) == NULL);
    EXPECT(device_memory_release(memory, second));
    EXPECT(device_memory_page(memory, second) == NULL); // stale pointers are still found
    EXPECT(device_memory_release(memory, large));
    EXPECT(device_memory_page(memory, large) == NULL);
    device_memory_destroy(memory);
}

TEST(pages_without_allocations_go)
{
    DeviceMemory *memory = device_memory_create(UINT64_C(1) << 30);
    uint64_t first = device_memory_allocate(memory, 900 << 10, MEMORY_OF_USER, "first");
    EXPECT(device_memory_release(memory, first));
    EXPECT(device_memory_page(memory, first + (1 << 20)) != NULL); // it has room
    uint64_t second = device_memory_allocate(memory, 900 << 10, MEMORY_OF_USER, "second");
    EXPECT_EQ(second - first, (900 << 10) + 512);
    EXPECT(device_memory_release(memory, second));
    EXPECT(device_memory_allocate(memory, 900 << 10, MEMORY_OF_USER, "third") > second + (1 << 20));
    EXPECT(device_memory_page(memory, first + (1 << 20)) == NULL);
    device_memory_destroy(memory);
}

TEST(heap_has_another_size_until_it_is_used)
{
    DeviceMemory *memory = device_memory_create(UINT64_C(1) << 30);
    uint64_t first = device_memory_allocate(memory, 64, MEMORY_OF_USER, "first");
    EXPECT(device_memory_heap_resize(memory, 4 * DEVICE_HEAP_BYTES));
    EXPECT(!device_memory_heap_resize(memory, UINT64_C(2) << 30)); // more than the GPU has
    EXPECT_EQ(device_memory_used(memory), 64);
    uint64_t piece = device_memory_heap_allocate(memory, 3 * DEVICE_HEAP_BYTES);
    EXPECT(piece > first);
    EXPECT(device_memory_find(memory, piece + 3 * DEVICE_HEAP_BYTES - 1) != NULL);
    EXPECT(!device_memory_heap_resize(memory, DEVICE_HEAP_BYTES));
    device_memory_heap_reset(memory);
    EXPECT(device_memory_heap_allocate(memory, 4 * DEVICE_HEAP_BYTES - 16) != 0);
    EXPECT_EQ(device_memory_heap_allocate(memory, 16), 0); // nothing is left of the pieces before
    device_memory_heap_reset(memory);
    EXPECT(device_memory_heap_resize(memory, DEVICE_HEAP_BYTES));
    device_memory_destroy(memory);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

TEST(address_is_described_by_what_is_or_was_there)
{
    char text[200];
    DeviceMemory *memory = device_memory_create(UINT64_C(1) << 40);
    uint64_t first = device_memory_allocate(memory, 100, MEMORY_OF_USER, "first");
    uint64_t second = device_memory_allocate(memory, 64, MEMORY_OF_USER, "");
    EXPECT(device_memory_describe(memory, first - 8, text, sizeof text));
    EXPECT(starts_with(text, "8 bytes before the start of 'first' (100 bytes at 0x"));
    EXPECT(device_memory_describe(memory, first + 100, text, sizeof text));
    EXPECT(starts_with(text, "just past the end of 'first'"));
    EXPECT(device_memory_describe(memory, second + 65, text, sizeof text));
    EXPECT(starts_with(text, "1 bytes past the end of an allocation (64 bytes at 0x"));
    uint64_t mib = UINT64_C(1) << 20; // near: 1 MiB, or 16 times the size
    EXPECT(device_memory_describe(memory, second + 64 + mib, text, sizeof text));
    EXPECT(!device_memory_describe(memory, second + 64 + mib + 1, text, sizeof text));
    uint64_t third = device_memory_allocate(memory, mib, MEMORY_OF_USER, "third");
    EXPECT(device_memory_describe(memory, third + 17 * mib + 15, text, sizeof text));
    EXPECT(!device_memory_describe(memory, third + 17 * mib + 16, text, sizeof text));
    EXPECT(device_memory_release(memory, first));
    EXPECT(device_memory_describe(memory, first + 99, text, sizeof text));
    EXPECT(starts_with(text, "use after free: 99 bytes into 'first' (100 bytes at 0x"));
    EXPECT(device_memory_freed(memory, first + 100) == NULL);
    EXPECT(!device_memory_describe(memory, second + (UINT64_C(1) << 30), text, sizeof text));
    EXPECT_TEXT(text, "no allocation is near");
    for (uint32_t i = 0; i < MEMORY_FREED_KEPT; i++) { // only so many are kept
        EXPECT(
            device_memory_release(memory, device_memory_allocate(memory, 1, MEMORY_OF_USER, "")));
    }
    EXPECT(device_memory_freed(memory, first) == NULL);
    device_memory_destroy(memory);
}

static uint32_t unwritten_words(const MemoryRegion *region)
{
    uint32_t count = 0;
    for (uint64_t word = 0; word * 4 < region->size_bytes; word++) {
        count += region->valid[word] == 0;
    }
    return count;
}

TEST(watched_memory_shows_what_was_written_unseen)
{
    static uint32_t bytes[64];
    DeviceMemory *memory = device_memory_create(1 << 20);
    uint64_t base = device_memory_map(memory, bytes, sizeof bytes, MEMORY_OF_USER, "");
    device_memory_watch(memory, base);
    const MemoryRegion *region = device_memory_find(memory, base);
    device_memory_settle(memory);
    EXPECT_EQ(unwritten_words(region), 64);
    memset(bytes, 0, 40);
    bytes[20] = bytes[21]; // a value that is fresh elsewhere
    device_memory_settle(memory);
    EXPECT_EQ(unwritten_words(region), 53);
    device_memory_mark(memory, base + 255, 1, true);
    device_memory_settle(memory);
    EXPECT_EQ(region->valid[63], 8); // what is seen is known to the byte
    device_memory_destroy(memory);
}
