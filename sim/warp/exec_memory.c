// SPDX-License-Identifier: Apache-2.0
// Loads and stores: picks the state space.
#include "sim/warp/memory_access.h"

Outcome exec_memory(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    Outcome outcome;
    switch (micro->space) {
    case PTX_SPACE_GLOBAL: outcome = access_global(block, warp, micro, on); break;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER: outcome = access_shared(block, warp, micro, on); break;
    case PTX_SPACE_LOCAL:
    case PTX_SPACE_REG: outcome = access_local(block, warp, micro, on); break;
    case PTX_SPACE_CONST:
    case PTX_SPACE_PARAM: outcome = access_constant(block, warp, micro, on); break;
    default: outcome = access_generic(block, warp, micro, on); break;
    }
    if (outcome == OUTCOME_NEXT && spin_is_on(warp) && micro->kind == MICRO_LOAD &&
        (micro->flags & MICRO_VOLATILE) != 0) {
        return OUTCOME_SPIN;
    }
    return outcome;
}
