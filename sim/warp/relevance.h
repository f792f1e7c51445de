// SPDX-License-Identifier: Apache-2.0
// Which registers decide what a loop does next: those that its branches, its addresses and what it
// writes are computed from. A register that is only counted up is none of them. A loop whose other
// registers return to earlier values therefore goes on for ever, whatever it counts.
#ifndef LOCKSTEP_WARP_RELEVANCE_H
#define LOCKSTEP_WARP_RELEVANCE_H

#include "isa/machine/program.h"

// Zero: all registers are relevant.
typedef struct Relevance {
    uint8_t *rows, *predicates;          // [row_count], [predicate_count]: 0: irrelevant
    uint32_t row_count, predicate_count; // of the kernel
    uint8_t *ran;                        // [code_count]: the micro-ops for which that holds
    bool is_partial;                     // some registers may be irrelevant
} Relevance;

// Of a loop in which these micro-ops are executed: ran [code_count], 0: not.
void relevance_find(Relevance *relevance, const MachineProgram *program, const uint8_t *ran);
// Whether it holds for a loop of these micro-ops too: it has no others.
bool relevance_covers(const Relevance *relevance, const MachineProgram *program,
                      const uint8_t *ran);
// All are relevant from now on; memory stays for the next loop.
void relevance_reset(Relevance *relevance);
void relevance_destroy(Relevance *relevance);

#endif
