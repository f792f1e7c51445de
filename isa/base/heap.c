// SPDX-License-Identifier: Apache-2.0
#include "isa/base/heap.h"

#include <stdlib.h>

void *heap_allocate(size_t count, size_t element_bytes)
{
    void *memory = calloc(count > 0 ? count : 1, element_bytes);
    if (memory == NULL) {
        abort();
    }
    return memory;
}
