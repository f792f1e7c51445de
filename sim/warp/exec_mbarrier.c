// SPDX-License-Identifier: Apache-2.0
// mbarrier instructions, lane after lane.
#include "sim/warp/mbarrier.h"

#include "isa/machine/window.h"

#include "sim/warp/memory_access.h"

#include <string.h>

#define MBARRIER_BYTES 8u

// Cycles for which an H200 suspends the warp of a try_wait at most, whatever its time limit says
// (traces/h200/probes/tries.txt: 100,000,000 cycles take 12,561 to 12,702 tries).
#define MBARRIER_TRY_CYCLES 7900u

static uint32_t operand32(const Warp *warp, Row row, uint32_t lane, uint32_t otherwise)
{
    return row == ROW_NONE ? otherwise : warp_row(warp, row)[lane];
}

static uint64_t arrive(const Warp *warp, const Micro *micro, uint64_t word, uint32_t lane)
{
    bool is_drop = micro->function == PTX_DOT_ARRIVE_DROP;
    if (micro->combine == PTX_DOT_EXPECT_TX) {
        word = mbarrier_expect(word, operand32(warp, micro->b, lane, 0));
        return mbarrier_arrive(word, 1, is_drop);
    }
    return mbarrier_arrive(word, operand32(warp, micro->b, lane, 1), is_drop);
}

static bool is_complete(const Warp *warp, const Micro *micro, uint64_t word, uint32_t lane)
{
    if (micro->combine == PTX_DOT_PARITY) {
        return mbarrier_test_parity(word, warp_row(warp, micro->b)[lane]);
    }
    return mbarrier_test(word, warp_row64(warp, micro->b)[lane]);
}

// The word after the operation, for those that change it.
static uint64_t changed(const Warp *warp, const Micro *micro, uint64_t word, uint32_t lane)
{
    switch (micro->function) {
    case PTX_DOT_INIT: return mbarrier_init(operand32(warp, micro->b, lane, 0));
    case PTX_DOT_INVAL: return 0;
    case PTX_DOT_EXPECT_TX: return mbarrier_expect(word, operand32(warp, micro->b, lane, 0));
    case PTX_DOT_COMPLETE_TX: return mbarrier_complete(word, operand32(warp, micro->b, lane, 0));
    case PTX_DOT_ARRIVE:
    case PTX_DOT_ARRIVE_DROP: return arrive(warp, micro, word, lane);
    // Copies are done when they are issued. Without .noinc the arrival was announced by an
    // increment.
    case PTX_DOT_ASYNC:
        return micro->combine == PTX_DOT_NOINC ? mbarrier_arrive(word, 1, false) : word;
    default: return word;
    }
}

static void write_token(const Warp *warp, const Micro *micro, uint64_t token, uint32_t lane)
{
    bool is_arrival = micro->function == PTX_DOT_ARRIVE || micro->function == PTX_DOT_ARRIVE_DROP;
    if (is_arrival && micro->d != ROW_NONE) {
        warp_row64(warp, micro->d)[lane] = token;
    }
}

static Outcome pending_count(const Warp *warp, const Micro *micro, uint32_t on)
{
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        warp_row(warp, micro->d)[lane] = mbarrier_pending(warp_row64(warp, micro->b)[lane]);
    }
    return OUTCOME_NEXT;
}

// PTX ISA 9.0, "mbarrier.init": the count is from 1 to 2^20 - 1.
static Outcome check_count(Block *block, const Warp *warp, const Micro *micro, uint32_t on)
{
    for (uint32_t rest = micro->function == PTX_DOT_INIT ? on : 0; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), count = operand32(warp, micro->b, lane, 0);
        if (count == 0 || count > MBARRIER_COUNT_MAX) {
            return fault_raise(block, warp, FAULT_ILLEGAL, 1u << lane,
                               "mbarrier.init with a count of %u; it must be from 1 to %u", count,
                               MBARRIER_COUNT_MAX);
        }
    }
    return OUTCOME_NEXT;
}

// The lanes of `on` that find their phase complete.
static uint32_t complete_lanes(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                               const uint32_t address[32])
{
    uint32_t complete = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t word;
        memcpy(&word, shared_bytes(block, address[lane]), sizeof word);
        complete |= (uint32_t)is_complete(warp, micro, word, lane) << lane;
    }
    return complete;
}

// Whether the running split, which a try_wait has suspended, stays so although the phase is still
// incomplete. Without a clock it does not: all others have had a turn meanwhile.
static bool stays_suspended(const Block *block, const Split *split)
{
    return block->is_timed && *block->cycles - split->suspended_since < MBARRIER_TRY_CYCLES;
}

// A try_wait has found no phase complete: whether the warp is suspended and tries again later.
static bool suspends(const Block *block, const Warp *warp)
{
    Split *split = warp_split(warp);
    if (split->is_suspended) {
        return stays_suspended(block, split);
    }
    split->suspended_since = block->is_timed ? *block->cycles : 0;
    return true;
}

bool block_try_suspends(Block *block, uint32_t index)
{
    Warp *warp = &block->warps[index];
    const Micro *micro = &block->launch->program->code[warp->pc];
    const Split *split = warp_split(warp);
    uint32_t address[32], on = lanes_on(warp, &block->operations[warp->pc]);
    if (!split->is_suspended || !stays_suspended(block, split)) {
        return false;
    }
    addresses_in_shared(warp, micro, address);
    bool is_open = complete_lanes(block, warp, micro, on, address) == 0;
    if (is_open) {
        spin_note(warp, 0, false, false);
    }
    return is_open;
}

static Outcome test(Block *block, Warp *warp, const Micro *micro, uint32_t on,
                    const uint32_t address[32])
{
    bool is_try = micro->function == PTX_DOT_TRY_WAIT;
    uint32_t complete = complete_lanes(block, warp, micro, on, address);
    for (uint32_t rest = complete; rest != 0; rest &= rest - 1) {
        record_mbarrier(block, address[lane_lowest(rest)]);
    }
    warp->spin.mbarrier = complete == on ? 0 : address[lane_lowest(on & ~complete)] + 1;
    // A wait that fails is tried again until an arrival completes the phase.
    spin_note(warp, complete, complete == on, false);
    if (complete != on && is_try && !spin_is_on(warp)) {
        warp->spin.repeats = SPIN_REPEATS; // may suspend the thread: others have their turn at once
    }
    warp_split(warp)->is_suspended = is_try && complete == 0 && suspends(block, warp);
    if (warp_split(warp)->is_suspended) {
        return OUTCOME_SUSPENDS;
    }
    uint32_t *d = warp_predicate(warp, micro->d);
    *d = (*d & ~on) | complete;
    return spin_is_on(warp) ? OUTCOME_SPIN : OUTCOME_NEXT;
}

Outcome exec_mbarrier(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0 || micro->function == PTX_DOT_PENDING_COUNT) {
        return pending_count(warp, micro, on);
    }
    uint32_t address[32];
    addresses_in_shared(warp, micro, address);
    if (shared_check(block, warp, micro, address, on, MBARRIER_BYTES, true) == OUTCOME_FAULT ||
        check_count(block, warp, micro, on) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    if (micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT) {
        return test(block, warp, micro, on, address);
    }
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t *bytes = shared_bytes(block, address[lane]);
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        write_token(warp, micro, word, lane);
        word = changed(warp, micro, word, lane);
        memcpy(bytes, &word, sizeof word);
        if (micro->function == PTX_DOT_ASYNC) {
            record_mbarrier(block, address[lane]);
        }
    }
    spin_written(warp);
    return OUTCOME_NEXT;
}
