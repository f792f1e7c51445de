// SPDX-License-Identifier: Apache-2.0
#include "isa/base/arena.h"
#include "tests/test.h"

TEST(memory_comes_zeroed_and_aligned)
{
    Arena arena = {0};
    for (size_t size = 1; size < 5000; size += 61) {
        unsigned char *bytes = arena_alloc(&arena, size);
        EXPECT_EQ((uintptr_t)bytes % (size >= 64 ? 64 : 16), 0);
        unsigned sum = 0;
        for (size_t i = 0; i < size; i++) {
            sum += bytes[i];
            bytes[i] = 0xff;
        }
        EXPECT_EQ(sum, 0);
    }
    arena_clear(&arena);
}

TEST(requests_larger_than_a_chunk_are_served)
{
    Arena arena = {0};
    unsigned char *large = arena_alloc(&arena, (size_t)3 << 20);
    large[((size_t)3 << 20) - 1] = 1;
    unsigned char *small = arena_alloc(&arena, 16);
    EXPECT_EQ(small[0], 0);
    EXPECT_EQ(arena.allocated_bytes, ((size_t)3 << 20) + 16);
    arena_clear(&arena);
    EXPECT_EQ(arena.allocated_bytes, 0);
}

TEST(growing_an_array_keeps_its_elements_and_zeroes_the_rest)
{
    Arena arena = {0};
    uint32_t *numbers = arena_alloc(&arena, 2 * sizeof(uint32_t));
    numbers[0] = 7;
    numbers[1] = 9;
    numbers = arena_grow(&arena, numbers, 2, 4, sizeof(uint32_t));
    EXPECT_EQ(numbers[0], 7);
    EXPECT_EQ(numbers[1], 9);
    EXPECT_EQ(numbers[2] + numbers[3], 0);
    arena_clear(&arena);
}

TEST(text_is_copied_and_terminated)
{
    Arena arena = {0};
    char *copy = arena_text(&arena, "warp and weft", 4);
    EXPECT_TEXT(copy, "warp");
    arena_clear(&arena);
}

TEST(printing_makes_as_much_room_as_it_needs)
{
    Arena arena = {0};
    const char *text = arena_printf(&arena, "%s%0200d", "warp ", 7);
    EXPECT_EQ(strlen(text), 205);
    EXPECT(strncmp(text, "warp 000", 8) == 0);
    EXPECT_EQ(text[204], '7');
    arena_clear(&arena);
}
