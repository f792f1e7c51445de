// SPDX-License-Identifier: Apache-2.0
// Which launches, blocks and warps are recorded, as the options say: shared by every command that
// shows a recording. -k, -s and -c choose launches; without -s and -c the first launch of each
// kernel is, of RECORDED_KERNELS kernels, and further ones where a command wants variants. --block
// chooses the block (with --grid it is its shape, and --warp BLOCK,WARP chooses), --warp the warp,
// --max-events how many steps are kept in all.
#ifndef LOCKSTEP_CLI_RECORD_CHOICE_H
#define LOCKSTEP_CLI_RECORD_CHOICE_H

#include "sim/cli/name_filter.h"
#include "sim/cli/options.h"
#include "sim/lockstep.h"
#include "sim/report/report.h"

// Steps kept unless --max-events says: of a trace fewer, because each becomes several lines of
// JSON.
enum {
    RECORDED_KERNELS = 16,
    RECORDED_VARIANTS = 16,
    RECORDED_EVENTS = 200000,
    TRACED_EVENTS = 40000
};

// What is recorded where the options do not say.
typedef enum RecordDefault {
    RECORD_FIRST_BLOCK, // all warps of block 0
    RECORD_FIRST_SM     // all blocks that run on SM 0
} RecordDefault;

typedef enum BlockChoice { BLOCK_DEFAULT, BLOCK_INDEX, BLOCK_POSITION, BLOCK_ALL } BlockChoice;

typedef struct RecordChoice {
    const Options *options;
    RecordDefault what;
    bool wants_values;
    BlockChoice block_choice;
    uint64_t block[3]; // INDEX: [0]
    uint32_t warp;     // or LOCKSTEP_ALL
    int64_t skip, limit;
    bool is_counted; // -s or -c are given: every launch that they leave counts
    uint64_t max_events;
    NameFilter filter;
    // Whether code is of interest at all; NULL: all is. Set after reading the options.
    bool (*has_interest)(const void *context, const struct MachineProgram *program);
    const void *interest;
    // Launches of one kernel that are recorded without -s and -c, RECORDED_VARIANTS beyond the
    // first ones in all; 0: the first. Set after reading the options.
    uint32_t variants;
    bool is_spread; // --block all: whole warps of blocks all over the grid. Set after reading the
                    // options
    Arena *arena;
    const char *kernels[RECORDED_KERNELS]; // names of those recorded
    uint32_t taken[RECORDED_KERNELS];      // launches recorded of each
    uint32_t kernel_count, variant_count;
    bool is_variant;   // the launch being chosen is of a kernel recorded before
    uint32_t launches; // so far, of kernels that -k has
} RecordChoice;

// Reads the options. False, with a message, when one is wrong. The choice and the arena, where it
// keeps names, must stay where they are: a program's launches are chosen while it runs.
bool record_choice_read(const Options *options, RecordDefault what, bool wants_values,
                        RecordChoice *choice, Arena *arena);

// Makes a device ask the choice; NULL: nothing is recorded.
void record_choice_apply(RecordChoice *choice, LockstepOptions *device);

// Says on stderr what the recordings of a report leave out, and returns how many launches have one.
// None: an error says why.
uint32_t record_choice_tell(const RecordChoice *choice, const Report *report);

// Frees what reading allocated outside the arena: a compiled expression of -k.
void record_choice_clear(RecordChoice *choice);

#endif
