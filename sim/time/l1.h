// SPDX-License-Identifier: Apache-2.0
// The L1 data cache of one SM in the timing model: which sectors it holds and since when. A sector
// on its way is held already, with the cycle of its arrival. Writes go through and update what is
// held (Jia et al. 2018); written local memory is held from then on (traces/h200/local_memory.csv).
// Leaves out data.
#ifndef LOCKSTEP_TIME_L1_H
#define LOCKSTEP_TIME_L1_H

#include "isa/base/arena.h"
#include "isa/base/divide.h"
#include "sim/time/cycle.h"

#include <stdbool.h>

typedef struct L1Line L1Line;

typedef struct L1Order L1Order;

typedef struct L1 {
    L1Line *lines;   // number 0 is none, then sets * ways
    int16_t *heads;  // [sets * head_words]: how lines are found, and the order of their use
    L1Order *orders; // [sets]
    uint32_t hash_words, head_words; // of a set
    uint32_t sets, ways;
    Divisor set_count;
    uint32_t age; // how often it forgot what it held
} L1;

// What a read found. Masks of sectors.
typedef struct L1Result {
    uint32_t hits;    // held
    uint32_t pending; // asked for by request `request`, whose time is not known yet
    uint32_t misses;  // now asked for by the request that the caller sends
    uint32_t request; // of `pending` (the latest, if they are of several)
    uint32_t place;   // of the line (l1_fill)
    Cycle ready;      // when the latest of `hits` is or was there
} L1Result;

// size_bytes 0: no cache, everything misses and nothing is kept.
void l1_init(L1 *l1, uint64_t size_bytes, uint32_t ways, Arena *arena);

// Hints that a line will be looked up soon, which change nothing: where it would be found, and a
// little later its entry, or that of the line whose place it would take. The last one is a hint of
// l1_fill. l1_announce_entry returns what it has found, for the next read or write of the line:
// L1_ABSENT, which must be right then, or a number, which need not.
#define L1_ABSENT  0u
#define L1_UNKNOWN UINT32_MAX
void l1_announce(const L1 *l1, uint64_t line);
uint32_t l1_announce_entry(const L1 *l1, uint64_t line);
void l1_announce_place(const L1 *l1, uint32_t place);

// Reads sectors of a line; what misses is on its way from now on under the number `request`.
L1Result l1_read(const L1 *l1, uint64_t line, uint32_t hint, uint32_t sectors, uint32_t request);

// Sectors of a line that are written and kept: they can be read from `ready` on. Those on their way
// stay so.
void l1_write(const L1 *l1, uint64_t line, uint32_t hint, uint32_t sectors, Cycle ready);

// Forgets everything that is held, except sectors on their way.
void l1_forget(L1 *l1);

// The sectors that `request` brings arrive at `ready`, if their line is still at the place where it
// was when they were asked for.
void l1_fill(const L1 *l1, uint32_t place, uint64_t line, uint32_t request, Cycle ready);

#endif
