// SPDX-License-Identifier: Apache-2.0
#include "sim/device/ending.h"

#include <stdio.h>

// How often all warps must have read the same values before that counts as a livelock. Generous: a
// loop may count its tries and give up.
#define STUCK_REPEATS 65536u

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

static Fault fault_in(const Launch *launch, FaultKind kind, uint64_t index)
{
    const uint32_t *size = launch->grid;
    return (Fault){.kind = kind,
                   .block = {(uint32_t)(index % size[0]), (uint32_t)(index / size[0] % size[1]),
                             (uint32_t)(index / size[0] / size[1])}};
}

void ending_check_interrupt(const Launch *launch, Sm *const *sms, uint32_t sm_count, Fault *fault)
{
    uint64_t index = 0;
    if (launch->is_interrupted != NULL && launch->is_interrupted() &&
        lowest_block(sms, sm_count, &index) != NULL) {
        *fault = fault_in(launch, FAULT_INTERRUPT, index);
        snprintf(fault->detail, sizeof fault->detail, "the run was ended while this block ran");
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

void ending_check_limit(const Launch *launch, Sm *const *sms, uint32_t sm_count, uint64_t limit,
                        Fault *fault)
{
    uint64_t instructions = 0, index = 0;
    for (uint32_t sm = 0; sm < sm_count && limit > 0; sm++) {
        instructions += sm_instructions(sms[sm]);
    }
    if (limit == 0 || instructions <= limit || lowest_block(sms, sm_count, &index) == NULL) {
        return;
    }
    *fault = fault_in(launch, FAULT_LIMIT, index);
    snprintf(fault->detail, sizeof fault->detail,
             "the limit of %llu warp instructions was passed while this block ran",
             (unsigned long long)limit);
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
