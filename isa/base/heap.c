// SPDX-License-Identifier: Apache-2.0
#include "isa/base/heap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void *checked(void *memory)
{
    if (memory == NULL) {
        fputs("lockstep: out of memory\n", stderr);
        abort();
    }
    return memory;
}

void *heap_allocate(size_t count, size_t element_bytes)
{
    return checked(calloc(count > 0 ? count : 1, element_bytes));
}

void *heap_resize(void *memory, size_t count, size_t element_bytes)
{
    bool is_too_large = element_bytes > 0 && count > SIZE_MAX / element_bytes;
    return checked(is_too_large ? NULL : realloc(memory, (count > 0 ? count : 1) * element_bytes));
}

void *heap_room(void *array, size_t count, uint32_t *room, size_t element_bytes)
{
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 16 : *room * 2;
    return heap_resize(array, *room, element_bytes);
}
