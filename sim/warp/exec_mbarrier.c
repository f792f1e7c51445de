// SPDX-License-Identifier: Apache-2.0
// mbarrier instructions, lane after lane.
#include "sim/warp/mbarrier.h"

#include "isa/machine/window.h"

#include "sim/warp/memory_access.h"

#include <string.h>

#define MBARRIER_BYTES 8u

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

Outcome exec_mbarrier(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0 || micro->function == PTX_DOT_PENDING_COUNT) {
        return pending_count(warp, micro, on);
    }
    AddressRow row = address_row(warp, micro);
    uint32_t address[32];
    if (micro->space == PTX_SPACE_GENERIC) {
        row.offset -= SHARED_WINDOW_BASE;
    }
    address_sum_shared(&row, address);
    if (shared_check(block, warp, micro, address, on, MBARRIER_BYTES, true) == OUTCOME_FAULT ||
        check_count(block, warp, micro, on) == OUTCOME_FAULT) {
        return OUTCOME_FAULT;
    }
    bool is_test = micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT;
    uint32_t complete = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint8_t *bytes = shared_bytes(block, address[lane]);
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        if (is_test) {
            complete |= (uint32_t)is_complete(warp, micro, word, lane) << lane;
            continue;
        }
        write_token(warp, micro, word, lane);
        word = changed(warp, micro, word, lane);
        memcpy(bytes, &word, sizeof word);
    }
    uint32_t noted = is_test ? complete : micro->function == PTX_DOT_ASYNC ? on : 0;
    for (uint32_t rest = noted; rest != 0; rest &= rest - 1) {
        record_mbarrier(block, address[lane_lowest(rest)]);
    }
    if (!is_test) {
        spin_written(warp);
        return OUTCOME_NEXT;
    }
    uint32_t *d = warp_predicate(warp, micro->d);
    *d = (*d & ~on) | complete;
    warp->spin.mbarrier = complete == on ? 0 : address[lane_lowest(on & ~complete)] + 1;
    // A wait that fails is tried again until an arrival completes the phase.
    spin_note(warp, complete, complete == on, false);
    if (complete != on && micro->function == PTX_DOT_TRY_WAIT && !spin_is_on(warp)) {
        warp->spin.repeats = SPIN_REPEATS; // may suspend the thread: others have their turn at once
    }
    return spin_is_on(warp) ? OUTCOME_SPIN : OUTCOME_NEXT;
}
