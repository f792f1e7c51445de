// SPDX-License-Identifier: Apache-2.0
// clusterlaunchcontrol.try_cancel. The answer is there when the instruction is done.
#include "sim/warp/cancel.h"
#include "sim/warp/tile_copy.h"

#include <string.h>

#define ANSWER_BYTES 16u

// The answer at a shared address, and its bytes to the mbarrier.
static bool give_answer(Block *block, Warp *warp, const Micro *micro, const uint32_t answer[4],
                        uint32_t to, uint32_t barrier, uint32_t lane)
{
    uint32_t address[LANE_COUNT];
    address[lane] = to;
    Micro view = *micro;
    view.space = PTX_SPACE_CLUSTER;
    if (shared_check(block, warp, &view, address, 1u << lane, ANSWER_BYTES, true) ==
        OUTCOME_FAULT) {
        return false;
    }
    memcpy(shared_bytes(block, to), answer, ANSWER_BYTES);
    return bulk_complete(block, warp, micro, barrier, ANSWER_BYTES, lane);
}

static Outcome answer_lane(Block *block, Warp *warp, const Micro *micro, uint32_t lane)
{
    const CancelSource *source = block->launch->cancel;
    uint32_t to = warp_row(warp, micro->a)[lane], barrier = warp_row(warp, micro->e)[lane];
    uint32_t answer[4] = {0};
    answer[3] = source != NULL && source->take(source->context, block->place.block, answer);
    if (micro->combine == 0) {
        return give_answer(block, warp, micro, answer, to, barrier, lane) ? OUTCOME_NEXT
                                                                          : OUTCOME_FAULT;
    }
    for (uint32_t rank = 0; rank < block->cluster_count; rank++) {
        uint32_t slot = (1 + rank) * (uint32_t)SHARED_WINDOW_BYTES;
        if (!give_answer(block, warp, micro, answer, slot + to % (uint32_t)SHARED_WINDOW_BYTES,
                         slot + barrier % (uint32_t)SHARED_WINDOW_BYTES, lane)) {
            return OUTCOME_FAULT;
        }
    }
    return OUTCOME_NEXT;
}

Outcome exec_try_cancel(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const CancelSource *source = block->launch->cancel;
    if (on != 0 && source != NULL && source->is_ordered && !block->is_oldest) {
        return OUTCOME_ORDER;
    }
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        if (answer_lane(block, warp, micro, lane_lowest(rest)) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
    }
    spin_written(warp);
    return OUTCOME_NEXT;
}
