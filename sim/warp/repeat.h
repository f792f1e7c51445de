// SPDX-License-Identifier: Apache-2.0
// Detects that a block makes no progress: its whole state (registers, predicates, shared and
// per-thread memory, the places of its threads) is the same as before, nothing was written in
// between, and no clock was read. It then does the same for ever, unless another block changes what
// it reads. States are compared by hashes of 64 bits, now and then: a block that ends soon pays
// nothing. Registers that
// do not decide what the block does next are no part of its state (relevance.h). Leaves out: blocks
// whose changes to global memory return to the same values.
#ifndef LOCKSTEP_WARP_REPEAT_H
#define LOCKSTEP_WARP_REPEAT_H

#include "isa/machine/row_live.h"
#include "sim/warp/checker.h"
#include "sim/warp/relevance.h"
#include "sim/warp/step.h"

typedef struct Repeat {
    // the state that later ones are compared with
    uint64_t hash;
    bool is_marked;
    uint64_t looks, span; // since it was marked (or met again); after how many another is marked
    uint64_t period;      // looks from meeting it to meeting it again; 0: not known
    bool has_run;         // something other than spinning happened since
    bool has_run_here;    // likewise in this visit
    bool reads_clock;     // a clock was read since
    // when to look
    uint64_t rounds, next_look, stride; // of rounds in which something ran
    uint64_t instructions;              // of the block when it was looked at last
    uint64_t idle_rounds;               // without anything but spinning, from visit to visit
    // which micro-ops were executed since
    ExecutionCount *base; // [code_count] the worker's counts when the block's run began
    uint8_t *ran;         // [code_count] bits of Ran
    Relevance relevance;  // of what ran before it was marked
    RowLive live;         // of the program, found when a state is marked first
    // whether stores change anything
    bool verifies, has_changed;
    BlockChecker verifier;
    const BlockChecker *checker; // the block's own
} Repeat;

typedef enum RepeatVerdict {
    REPEAT_UNKNOWN,
    REPEAT_CLOSED, // the block repeats itself, and nothing outside can change that
    REPEAT_OPEN    // it repeats itself unless another block changes what it reads
} RepeatVerdict;

// Whether the micro-op reads a clock, so that what follows may depend on time.
bool repeat_is_clock(const Micro *micro);

void repeat_start(Block *block); // with the block
void repeat_destroy(Block *block);
// Around each visit of a worker to the block.
void repeat_enter(Block *block);
void repeat_leave(Block *block);

// After a round in which something ran: whether it is time to look. After other rounds the caller
// knows.
bool repeat_is_due(Block *block);
RepeatVerdict repeat_look(Block *block);
// The block is in the middle of what it has repeated so far.
bool repeat_is_amid(const Repeat *repeat);

// [code_count]: nonzero: executed since a state was marked; NULL: none was.
const uint8_t *repeat_ran(Block *block);
// Of a loop of the micro-ops of ran [code_count]: the branch whose other side leads out of it, or
// `pc`.
uint32_t repeat_exit(const MachineProgram *program, const uint8_t *ran, uint32_t pc);

#endif
