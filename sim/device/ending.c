// SPDX-License-Identifier: Apache-2.0
#include "sim/device/ending.h"

#include "isa/base/bits.h"
#include "sim/warp/loop_watch.h"

#include <stdio.h>

// How often all warps must have read the same values before that counts as a livelock although the
// watch over loops (ending_search_loops) has not found one. Very generous: a loop may count its
// tries and give up.
#define STUCK_REPEATS (1u << 24)

// Looks before loops are watched for the first time. A watch takes one WATCH_PART of the looks so
// far, so that it slows a long launch down little.
#define FIRST_WATCH 64u
#define WATCH_PART  16u

void ending_find_fault(Sm *const *sms, uint32_t sm_count, Fault *fault)
{
    Cycle first = 0;
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        Cycle at;
        const Block *block = sm_faulted(sms[sm], &at);
        if (block != NULL && (fault->kind == FAULT_NONE || at < first)) {
            *fault = *block_fault(block);
            first = at;
        }
    }
}

// The lowest block that is running.
static Block *lowest_block(Sm *const *sms, uint32_t sm_count, uint64_t *index)
{
    Block *lowest = NULL;
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        for (uint32_t place = 0; place < sm_resident_blocks(sms[sm]); place++) {
            uint64_t number;
            Block *block = sm_block(sms[sm], place, &number);
            if (block != NULL && (lowest == NULL || number < *index)) {
                lowest = block;
                *index = number;
            }
        }
    }
    return lowest;
}

void ending_check_interrupt(const Launch *launch, Sm *const *sms, uint32_t sm_count, Fault *fault)
{
    uint64_t index = 0;
    if (launch->is_interrupted != NULL && launch->is_interrupted() &&
        lowest_block(sms, sm_count, &index) != NULL) {
        Block *block = lowest_block(sms, sm_count, &index);
        block_stop(block, FAULT_INTERRUPT, "the run was ended here");
        *fault = *block_fault(block);
    }
}

void ending_beat(Sm *const *sms, uint32_t sm_count)
{
    uint64_t index;
    Block *block = lowest_block(sms, sm_count, &index);
    if (block != NULL) {
        block_beat(block);
    }
}

void ending_check_limit(Sm *const *sms, uint32_t sm_count, uint64_t limit, Fault *fault)
{
    uint64_t instructions = 0, index = 0;
    for (uint32_t sm = 0; sm < sm_count && limit > 0; sm++) {
        instructions += sm_instructions(sms[sm]);
    }
    if (limit == 0 || instructions <= limit || lowest_block(sms, sm_count, &index) == NULL) {
        return;
    }
    char detail[96];
    snprintf(detail, sizeof detail,
             "the limit of %llu warp instructions was passed while this block ran",
             (unsigned long long)limit);
    Block *block = lowest_block(sms, sm_count, &index);
    block_stop(block, FAULT_LIMIT, detail);
    *fault = *block_fault(block);
}

void ending_check_endless(Sm *const *sms, uint32_t sm_count, Cycle cycles, uint64_t limit,
                          Fault *fault)
{
    uint64_t index;
    Block *block = limit == 0 || cycles <= limit ? NULL : lowest_block(sms, sm_count, &index);
    if (block != NULL) {
        char amount[64];
        snprintf(amount, sizeof amount, "no block has ended for %llu cycles",
                 (unsigned long long)cycles);
        loop_watch_take_for_endless(block, amount);
        *fault = *block_fault(block);
    }
}

void ending_check_stuck(Sm *const *sms, uint32_t sm_count, Fault *fault)
{
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        if (!sm_is_stuck(sms[sm], STUCK_REPEATS)) {
            return;
        }
    }
    uint64_t index;
    Block *block = lowest_block(sms, sm_count, &index);
    if (block != NULL) {
        block_give_up(block);
        *fault = *block_fault(block);
    }
}

// --- loops without an end

static void begin_watch(LoopSearch *search, Sm *const *sms, uint32_t sm_count,
                        uint64_t blocks_ended)
{
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        sm_watch_loops(sms[sm]);
    }
    search->until = search->looks + search->looks / WATCH_PART;
    search->blocks_ended = blocks_ended;
}

// SM_GOES_ON: nobody has changed anything, and not all loops are known.
static SmLoops loops_of(Sm *const *sms, uint32_t sm_count)
{
    SmLoops loops = SM_LOOPS;
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        SmLoops here = sm_loops(sms[sm]);
        loops = here < loops ? here : loops;
    }
    return loops;
}

static void give_up(Sm *const *sms, uint32_t sm_count, Fault *fault)
{
    uint64_t index;
    Block *block = lowest_block(sms, sm_count, &index);
    if (block != NULL) {
        loop_watch_give_up(block);
        *fault = *block_fault(block);
    }
}

// The first of two watches tells which registers matter in the second one.
void ending_search_loops(LoopSearch *search, Sm *const *sms, uint32_t sm_count,
                         uint64_t blocks_ended, Fault *fault)
{
    search->looks++;
    if (search->until == 0) {
        if (search->looks >= FIRST_WATCH && bits_is_power_of_two(search->looks)) {
            search->watches_left = 1;
            begin_watch(search, sms, sm_count, blocks_ended);
        }
        return;
    }
    SmLoops loops = loops_of(sms, sm_count);
    bool is_over = loops != SM_GOES_ON || blocks_ended != search->blocks_ended;
    if (loops == SM_LOOPS && blocks_ended == search->blocks_ended) {
        give_up(sms, sm_count, fault);
    }
    if (!is_over && search->looks < search->until) {
        return;
    }
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        sm_end_watch(sms[sm]);
    }
    search->until = 0;
    if (!is_over && search->watches_left > 0) {
        search->watches_left--;
        begin_watch(search, sms, sm_count, blocks_ended);
    }
}
