// SPDX-License-Identifier: Apache-2.0
// Inside of sim/native: the data of a load or store between registers and memory, in the lanes of a
// known pattern. R8 is the Pattern, RDX the host bytes of its lowest lane.
#ifndef LOCKSTEP_NATIVE_MOVE_H
#define LOCKSTEP_NATIVE_MOVE_H

#include "sim/native/lane.h"

// The lanes that run: masks of those from 0 and from 16 on.
typedef struct Lanes {
    bool are_all;
    uint32_t low, high;
} Lanes;

// Whether there is code for elements of this size and number.
bool move_is_known(const Translation *translation, const Operation *operation);
// Gets the slots ready, before the ways part.
void move_prepare(Translation *translation, const Operation *operation, bool is_store);
// Leaves patterns that move_load and move_store cannot serve to the detour.
void move_check(Translation *translation, const Operation *operation, bool is_store);
void move_load(Translation *translation, const Operation *operation, const Lanes *lanes);
void move_store(Translation *translation, const Operation *operation, const Lanes *lanes);
// The same word by word, of the lanes whose distances from RDX are at R8's Pattern.delta.
void move_load_scattered(Translation *translation, const Operation *operation, const Lanes *lanes);
void move_store_scattered(Translation *translation, const Operation *operation, const Lanes *lanes);

#endif
