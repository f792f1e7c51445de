// SPDX-License-Identifier: Apache-2.0
// Texts kept once and named by number, in the order in which they were first seen: what repeats in
// a recording (masks, stacks, patterns of addresses) is written to the page once.
#ifndef LOCKSTEP_VIEW_INTERN_H
#define LOCKSTEP_VIEW_INTERN_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Intern {
    const char **texts; // [count]
    uint32_t *sizes;    // bytes of each
    uint32_t count, room;
    uint32_t *slots; // index + 1; 0: free
    uint32_t slot_count;
} Intern;

// The number of these bytes, a new one if they were not seen before. Copies are in the arena.
uint32_t intern_add(Intern *set, const char *bytes, size_t size_bytes, Arena *arena);

// Whether these bytes have a number.
bool intern_has(const Intern *set, const char *bytes, size_t size_bytes);

// Appends "[text,text,...]": what was kept must be JSON.
void intern_print(const Intern *set, Text *out);

#endif
