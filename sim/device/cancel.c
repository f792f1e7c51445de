// SPDX-License-Identifier: Apache-2.0
#include "sim/device/cancel.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

bool cancel_is_asked(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if (program->code[pc].kind == MICRO_TRY_CANCEL) {
            return true;
        }
    }
    return false;
}

// The next unit of those that are dealt to a head. Heads have no units in common, so that host
// threads do not meet here.
static bool take(void *context, const uint32_t block[3], uint32_t first[3])
{
    CancelWaves *waves = context;
    uint32_t head = waves->head_of[unit_of_block(waves->launch, block) - waves->first];
    for (;;) {
        uint64_t unit = waves->end + waves->asked[head] * waves->heads + head;
        if (unit >= waves->count) {
            return false;
        }
        waves->asked[head]++;
        if (waves->is_canceled[unit] == 0) {
            waves->is_canceled[unit] = 1;
            unit_place(waves->launch, unit, first);
            return true;
        }
    }
}

void cancel_init(CancelWaves *waves, const Launch *launch, uint32_t resident)
{
    *waves = (CancelWaves){
        .launch = launch, .count = unit_count(launch), .resident = resident > 0 ? resident : 1};
    waves->source = (CancelSource){.take = take, .context = waves};
    waves->is_canceled = heap_allocate(waves->count, 1);
    waves->asked = heap_allocate(waves->resident, sizeof *waves->asked);
}

void cancel_destroy(CancelWaves *waves)
{
    free(waves->is_canceled);
    free(waves->head_of);
    free(waves->asked);
}

static void add_unit(CancelWaves *waves, uint64_t unit)
{
    waves->head_of = heap_room(waves->head_of, (uint32_t)(unit - waves->first), &waves->head_room,
                               sizeof *waves->head_of);
    waves->head_of[unit - waves->first] = waves->heads;
    waves->heads += waves->is_canceled[unit] == 0;
    waves->canceled += waves->is_canceled[unit];
}

bool cancel_next_wave(CancelWaves *waves)
{
    waves->first = waves->end;
    waves->heads = 0;
    while (waves->end < waves->count && waves->heads < waves->resident) {
        add_unit(waves, waves->end++);
    }
    memset(waves->asked, 0, waves->resident * sizeof *waves->asked);
    return waves->first < waves->count;
}

bool cancel_has(const CancelWaves *waves, uint64_t unit)
{
    return waves->is_canceled[unit] != 0;
}
