// SPDX-License-Identifier: Apache-2.0
// The requests of an SM to the memory system, and how a warp access becomes such requests. One
// request is about sectors of one 128-byte line: all segments and sectors of every generation fit
// into one.
#ifndef LOCKSTEP_TIME_TRAFFIC_H
#define LOCKSTEP_TIME_TRAFFIC_H

#include "sim/memory/line.h"
#include "sim/time/cycle.h"
#include "sim/warp/step.h"

enum { LINES_MAX = 128 };

typedef enum RequestKind { REQUEST_READ, REQUEST_WRITE, REQUEST_ATOMIC } RequestKind;

typedef struct MemoryRequest {
    Cycle sent;
    uint64_t line;
    uint64_t load;         // of the SM that waits for it, + 1; 0: none does
    Cycle done;            // filled in by memory_time
    uint32_t first_waiter; // another one; 0: there is none
    uint32_t holes;        // of writes: words that they do not fill
    uint16_t operations;   // atomics: lanes one after another on the fullest word
    uint8_t sectors;
    uint8_t kind;      // RequestKind
    bool is_float;     // of atomics
    bool is_bulk;      // of the copy engine, which waits for no replies to loads
    bool is_under_way; // done later (memory_time_send)
} MemoryRequest;

// The lines a global access touches, each once, in the order of the lowest lane that does, as this
// GPU's coalescing rule moves them. Returns how many.
uint32_t traffic_global(const Gpu *gpu, const Step *step, LineAccess lines[LINES_MAX]);

// How often the 32 banks of 4 bytes, which L1 shares with shared memory, must be read for a load:
// lanes that fill a line go together, different words of one bank after each other.
uint32_t traffic_bank_passes(const StepAccess *access);

// How often the tags of L1 must be looked up for these lines: TAG_BANKS lines at a time, each in a
// bank of its own. On an H200, the bank of a line is two parities of its number
// (traces/h200/loads.csv; of the bits above the 25th nothing is known, they count as zero).
enum { TAG_BANKS = 4 };
uint32_t traffic_tag_passes(const LineAccess *lines, uint32_t count);

// The lines of a texture fetch, whose sectors have these addresses. Returns how many.
uint32_t traffic_texture(const StepAccess *access, LineAccess lines[LINES_MAX]);

#endif
