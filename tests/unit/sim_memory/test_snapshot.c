// SPDX-License-Identifier: Apache-2.0
// Hashes of pages tell contents apart; a change made again brings memory to where it was.
#include "sim/memory/snapshot.h"

#include "tests/test.h"

#define BYTES (3u * SNAPSHOT_PAGE_BYTES + 100u)

static bool is_equal(ContentHash a, ContentHash b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

TEST(each_bit_and_the_size_matter)
{
    static uint8_t bytes[203];
    for (uint32_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 37);
    }
    ContentHash whole = content_hash(bytes, sizeof bytes);
    for (uint32_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        ContentHash other = content_hash(bytes, sizeof bytes);
        EXPECT(other.half[0] != whole.half[0] && other.half[1] != whole.half[1]);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    EXPECT(is_equal(content_hash(bytes, sizeof bytes), whole));
    static const uint8_t zeros[203];
    for (uint32_t size = 1; size < sizeof zeros; size++) {
        EXPECT(!is_equal(content_hash(zeros, size), content_hash(zeros, size - 1)));
    }
}

// Changes that cancel in sums, in products, or in the signs of doubles.
TEST(pairs_of_changes_matter)
{
    static uint64_t words[64];
    ContentHash zeros = content_hash(words, sizeof words);
    for (uint32_t a = 0; a < 64; a++) {
        for (uint32_t b = a + 1; b < 64; b++) {
            words[a] = words[b] = UINT64_C(1) << 63;
            EXPECT(!is_equal(content_hash(words, sizeof words), zeros));
            words[a] = 1;
            words[b] = ~UINT64_C(0);
            ContentHash one = content_hash(words, sizeof words);
            words[a] = ~UINT64_C(0);
            words[b] = 1;
            EXPECT(!is_equal(content_hash(words, sizeof words), one));
            words[a] = words[b] = 0;
        }
    }
}

TEST(a_change_is_made_again)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    static uint8_t host[SNAPSHOT_PAGE_BYTES], now[BYTES];
    uint64_t first = device_memory_allocate(memory, BYTES, MEMORY_OF_USER, "first");
    uint64_t second = device_memory_allocate(memory, 10, MEMORY_OF_USER, "second");
    EXPECT(device_memory_map(memory, host, sizeof host, MEMORY_OF_USER, "host") != 0);
    EXPECT_EQ(snapshot_bytes(memory), BYTES + 10 + sizeof host); // and no heap
    MemorySnapshot before, after, again;
    MemoryChange change;
    EXPECT(snapshot_take(memory, &before));
    static const uint8_t ones[200] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT(device_memory_write(memory, first + BYTES - 20, ones, 20));
    EXPECT(device_memory_write(memory, second, ones, 10));
    host[5] = 7;
    EXPECT(snapshot_take(memory, &after));
    EXPECT(!snapshot_equal(&before, &after));
    EXPECT(!change_take(memory, &before, &after, 2 * SNAPSHOT_PAGE_BYTES, &change));
    EXPECT(change_take(memory, &before, &after, 3 * SNAPSHOT_PAGE_BYTES, &change));
    EXPECT_EQ(change.page_count, 3);

    static const uint8_t fills[20] = {FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE,
                                      FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE,
                                      FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE,
                                      FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE, FILL_BYTE};
    EXPECT(device_memory_write(memory, first + BYTES - 20, fills, 20));
    EXPECT(device_memory_write(memory, second, fills, 10));
    host[5] = 0;
    EXPECT(snapshot_take(memory, &again));
    EXPECT(snapshot_equal(&before, &again));
    change_apply(memory, &change, &again);
    EXPECT(snapshot_equal(&after, &again));
    host[6] = 8;
    EXPECT(snapshot_renew(memory, &again));
    EXPECT(!snapshot_equal(&after, &again));
    host[6] = 0;
    EXPECT(snapshot_renew(memory, &again));
    EXPECT(snapshot_equal(&after, &again));
    uint64_t third = device_memory_allocate(memory, 1, MEMORY_OF_USER, "third");
    EXPECT(!snapshot_renew(memory, &again));
    EXPECT(device_memory_release(memory, third));
    EXPECT(snapshot_renew(memory, &again));
    EXPECT(device_memory_read(memory, first, now, BYTES));
    EXPECT(memcmp(now + BYTES - 20, ones, 20) == 0 && now[BYTES - 21] == FILL_BYTE);
    EXPECT_EQ(host[5], 7);
    snapshot_destroy(&again);
    EXPECT(snapshot_take(memory, &again));
    EXPECT(snapshot_equal(&after, &again));

    snapshot_destroy(&before);
    snapshot_destroy(&after);
    snapshot_destroy(&again);
    change_destroy(&change);
    device_memory_destroy(memory);
}

TEST(other_regions_are_another_state)
{
    DeviceMemory *memory = device_memory_create(1 << 20);
    static uint8_t host[64];
    uint64_t first = device_memory_allocate(memory, 100, MEMORY_OF_USER, "first");
    MemorySnapshot before, after;
    EXPECT(snapshot_take(memory, &before));
    EXPECT(device_memory_release(memory, first));
    EXPECT(device_memory_allocate(memory, 100, MEMORY_OF_USER, "first") != 0);
    EXPECT(snapshot_take(memory, &after));
    EXPECT(!snapshot_equal(&before, &after)); // the same bytes, but at another address
    snapshot_destroy(&before);
    snapshot_destroy(&after);

    uint64_t address = device_memory_map(memory, host, sizeof host, MEMORY_OF_USER, "host");
    device_memory_set_foreign(memory, address);
    EXPECT(!snapshot_take(memory, &after));
    device_memory_destroy(memory);
}
