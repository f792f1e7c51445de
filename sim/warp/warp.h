// SPDX-License-Identifier: Apache-2.0
// A warp's state: registers as rows of 32 lanes, predicates as masks, call frames, per-thread
// memory, and one reconvergence stack for each split. Lanes of different splits never share a lane,
// so all splits use the same rows and masks: every write is masked. Leaves out: what instructions
// do.
#ifndef LOCKSTEP_WARP_WARP_H
#define LOCKSTEP_WARP_WARP_H

#include "sim/lane/mask.h"
#include "sim/warp/decode.h"
#include "sim/warp/simt_stack.h"

// What a call depth owns: where its rows, predicates and per-thread bytes start.
typedef struct Frame {
    uint32_t function; // index into program->functions
    uint32_t call;     // index into program->calls that entered it
    uint32_t row_base, predicate_base;
    uint32_t local_base; // bytes of per-thread memory below it
    uint32_t local_top;  // end of its own bytes, alloca included
    uint32_t stack_top;  // what calls up to this one take of the stack on a GPU, alloca included
} Frame;

typedef enum SplitState {
    SPLIT_READY,
    SPLIT_AT_BARRIER, // a block barrier: `barrier`
    SPLIT_AT_MEMBERS, // a .sync instruction whose lanes have not all come: `members`
    SPLIT_GATHERED,   // all of them have: it runs this instruction with others (split_gather)
    SPLIT_AT_CLUSTER, // barrier.cluster.wait
    SPLIT_DONE
} SplitState;

// Lanes of a warp that run on their own. A warp has one split unless it must have more (see
// split.h).
typedef struct Split {
    SimtStack stack;
    Frame *frames; // [simt top's frame] is the running one
    uint32_t frame_room;
    SplitState state;
    bool is_spinning;
    bool is_suspended;        // by a try_wait that found its phase incomplete,
    uint64_t suspended_since; // from this cycle on, with a clock
    uint32_t barrier;         // number of the barrier waited at
    uint32_t members;         // member mask waited for; at a block barrier: lanes that wait
    uint32_t qualifiers;      // of the .sync instruction waited at: those with the same meet
    uint32_t wait_pc;         // instruction waited at
    uint32_t wait_frame;      // call depth of the lanes that wait at a block barrier
} Split;

#define SPIN_SLOTS 8

// Detects a warp that reads the same values over and over: the last ordered reads by pc.
typedef struct SpinWatch {
    struct {
        uint32_t pc;
        uint64_t hash;
    } seen[SPIN_SLOTS];
    uint32_t repeats;  // ordered reads since anything new was seen or written
    bool reads_global; // one of them can be changed by another block
    bool has_written;  // memory was written since the warp was last asked
    uint32_t mbarrier; // address, plus 1, of the one whose phase was last found incomplete; else 0
} SpinWatch;

typedef struct Warp {
    // what every step touches
    uint8_t *base[BASE_COUNT]; // of operands, see decode.h
    uint32_t pc;               // of the running entry
    uint32_t active;           // its lanes
    uint32_t active_count;
    uint32_t active_wide; // all 32 when no live lane is inactive, else `active`: lanes that
                          // have ended may be computed along, nobody reads them
    uint32_t reconverge;  // pc at which the running entry ends
    uint32_t live;        // lanes that have not ended
    bool has_splits;
    bool has_to_choose; // splits have been released together: the one that is behind goes first
    uint16_t ahead;     // micro-ops from pc on whose results are there already (step.c)
    // the rest
    uint32_t index; // in its block
    Split *splits;
    uint32_t split_count, split_room, current;
    uint8_t *fixed; // what BASE_FIXED points to
    uint32_t *rows; // register rows of all frames
    uint32_t row_room;
    uint32_t *predicates;
    uint32_t predicate_room;
    uint32_t *local;           // per-thread memory: word w of lane l is local[w * 32 + l]
    uint32_t local_words;      // allocated, per lane
    uint32_t local_used_words; // to be cleared at the next start
    uint32_t entered;          // lanes the warp started with
    uint32_t thread[3][32];    // index of each lane's thread in the block, x y z
    SpinWatch spin;
} Warp;

static inline void *warp_operand(const Warp *warp, Operand operand)
{
    return warp->base[operand >> OPERAND_BASE_SHIFT] + (operand & OPERAND_OFFSET_MASK);
}

static inline uint32_t *warp_row(const Warp *warp, Row row)
{
    return warp_operand(warp, decode_row(row));
}

static inline uint64_t *warp_row64(const Warp *warp, Row row)
{
    return warp_operand(warp, decode_row(row));
}

static inline uint32_t *warp_predicate(const Warp *warp, Row predicate)
{
    return warp_operand(warp, decode_predicate(predicate));
}

static inline Split *warp_split(const Warp *warp)
{
    return &warp->splits[warp->current];
}

static inline Frame *warp_frame(const Warp *warp)
{
    const Split *split = warp_split(warp);
    return &split->frames[simt_stack_top(&split->stack)->frame];
}

void warp_create(Warp *warp, const Launch *launch, uint32_t index);
void warp_destroy(Warp *warp);

// Thread indices, block index and the like, as special registers show them.
typedef struct WarpPlace {
    const Launch *launch;
    uint32_t block[3]; // index of the block in the grid
    uint32_t cluster_rank;
    uint32_t sm;    // %smid
    uint64_t clock; // %clock, %globaltimer
} WarpPlace;

// Starts the kernel in all threads of the warp; registers and per-thread memory are zero.
void warp_start(Warp *warp, const WarpPlace *place);

// Writes a special register to a row, in the lanes of mask; 64 bits wide if is_wide.
void warp_special(const Warp *warp, const WarpPlace *place, PtxSpecial special, bool is_wide,
                  void *row, uint32_t mask);

// Copies the running entry's state to the fields every step touches, after its stack has changed.
void warp_reload(Warp *warp);
// The running entry goes on at pc; true when that ended entries.
bool warp_jump(Warp *warp, uint32_t pc);

// The frames of calls start at multiples of it in per-thread memory.
#define FRAME_UNIT 16u

// Makes room for a frame of this function above the running one and fills its special registers in
// the lanes of mask. Returns false when the stack or per-thread memory does not suffice.
bool warp_push_frame(Warp *warp, const WarpPlace *place, uint32_t function, uint32_t call,
                     uint32_t mask);
// Makes per-thread memory up to `bytes` exist. Returns false beyond what the GPU has.
bool warp_reserve_local(Warp *warp, const Launch *launch, uint64_t bytes);

#endif
