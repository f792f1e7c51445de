// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/library/library.h"

#include <string.h>

typedef struct LibraryHeader {
    const char *name;
    const char *text;
    size_t size_bytes;
    bool is_shared, is_parallel;
} LibraryHeader;

// Sorted by name; ends with a row of zeros. Made by library_table.cmake.
#include "isa/cuda/library/library_table.inc"

enum { HEADER_COUNT = sizeof headers / sizeof *headers - 1 };

const char *library_find(const char *name, size_t *size_bytes)
{
    size_t low = 0, high = HEADER_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(name, headers[middle].name);
        if (order == 0) {
            if (size_bytes != NULL) {
                *size_bytes = headers[middle].size_bytes;
            }
            return headers[middle].text;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

bool library_is_shared(uint32_t index)
{
    return index < HEADER_COUNT && headers[index].is_shared;
}

bool library_is_parallel(uint32_t index)
{
    return index < HEADER_COUNT && headers[index].is_parallel;
}

const char *library_name(uint32_t index)
{
    return index < HEADER_COUNT ? headers[index].name : NULL;
}
