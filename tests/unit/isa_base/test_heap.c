// SPDX-License-Identifier: Apache-2.0
// Arrays that grow, on the heap and in an arena: what was there stays.
#include "isa/base/arena.h"
#include "isa/base/heap.h"
#include "tests/test.h"

#include <stdlib.h>

enum { COUNT = 1000 };

TEST(a_heap_array_keeps_its_elements_while_it_grows)
{
    uint32_t *array = NULL, room = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        array = heap_room(array, i, &room, sizeof *array);
        EXPECT(room > i);
        array[i] = i * i;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        EXPECT_EQ(array[i], i * i);
    }
    EXPECT(room < 2 * COUNT + 32);
    free(array);
}

TEST(an_arena_array_keeps_its_elements_while_it_grows)
{
    Arena arena = {0};
    uint32_t *array = NULL, room = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t *before = array, room_before = room;
        array = arena_room(&arena, array, i, &room, sizeof *array);
        EXPECT(room > i);
        EXPECT((array == before) == (room == room_before && before != NULL));
        array[i] = i * i;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        EXPECT_EQ(array[i], i * i);
    }
    arena_clear(&arena);
}

TEST(an_arena_array_may_be_asked_for_a_free_place_at_its_end)
{
    Arena arena = {0};
    uint32_t *array = NULL, room = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        array = arena_room(&arena, array, i + 1, &room, sizeof *array);
        array[i] = i;
        EXPECT(room > i + 1);
        EXPECT_EQ(array[i + 1], 0);
    }
    arena_clear(&arena);
}
