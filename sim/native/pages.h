// SPDX-License-Identifier: Apache-2.0
// Memory that the host executes. It is written first and then made executable, and never both at
// once.
#ifndef LOCKSTEP_NATIVE_PAGES_H
#define LOCKSTEP_NATIVE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pages {
    const uint8_t *bytes; // NULL: none
    size_t size_bytes;
} Pages;

// A copy of the code. False, and nothing: the host has no room, or does not let the process do so.
bool pages_write(Pages *pages, const void *code, size_t size_bytes);
void pages_release(Pages *pages);

#endif
