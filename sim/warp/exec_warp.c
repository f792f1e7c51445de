// SPDX-License-Identifier: Apache-2.0
// Instructions between the lanes of a warp: shuffle, vote, match, reduction, election (PTX ISA 9.0,
// "Parallel Synchronization and Communication Instructions"). Lanes of one .sync instruction may
// name different member masks; each mask is a group of its own.
#include "sim/warp/executor.h"
#include "sim/warp/split.h"

#include <string.h>

Outcome exec_members(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (!block->is_independent || on == warp->live || micro->e == ROW_NONE) {
        return OUTCOME_NEXT;
    }
    const uint32_t *mask = warp_row(warp, micro->e);
    uint32_t members = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        members |= mask[lane_lowest(rest)];
    }
    if ((members & warp->live & ~warp->active) == 0) {
        return OUTCOME_NEXT;
    }
    split_wait_members(warp, members, micro->kind == MICRO_WARP_BARRIER);
    return OUTCOME_WAITS;
}

// The lane that this lane reads (shfl's pseudo code), and whether it is in range.
static uint32_t source_lane(PtxSuffix mode, uint32_t lane, uint32_t b, uint32_t c,
                            bool *is_in_range)
{
    uint32_t segment = c >> 8 & 31, clamp = c & 31;
    uint32_t low = lane & segment, limit = low | (clamp & ~segment);
    int32_t source;
    switch (mode) {
    case PTX_DOT_UP:
        source = (int32_t)(lane - (b & 31));
        *is_in_range = source >= (int32_t)limit;
        break;
    case PTX_DOT_DOWN:
        source = (int32_t)(lane + (b & 31));
        *is_in_range = source <= (int32_t)limit;
        break;
    case PTX_DOT_BFLY:
        source = (int32_t)(lane ^ (b & 31));
        *is_in_range = source <= (int32_t)limit;
        break;
    default:
        source = (int32_t)(low | (b & 31 & ~segment));
        *is_in_range = source <= (int32_t)limit;
        break;
    }
    return *is_in_range ? (uint32_t)source : lane;
}

static void write_predicate(const Warp *warp, Row predicate, uint32_t value, uint32_t mask)
{
    if (predicate != ROW_NONE) {
        uint32_t *at = warp_predicate(warp, predicate);
        *at = (*at & ~mask) | (value & mask);
    }
}

// What a lane gets from one that is not there, the ISA leaves open; an H200 gives 0
// (traces/h200/random-programs.csv, whose last warps are partial).
Outcome exec_shuffle(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = exec_members(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT) {
        return outcome;
    }
    uint32_t value[LANE_COUNT], in_range = 0;
    memcpy(value, warp_row(warp, micro->a), sizeof value);
    const uint32_t *b = warp_row(warp, micro->b), *c = warp_row(warp, micro->c);
    uint32_t *d = warp_row(warp, micro->d);
    uint32_t result[LANE_COUNT];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_in_range;
        uint32_t source = source_lane(micro->function, lane, b[lane], c[lane], &is_in_range);
        // Reading a lane that does not take part gives 0 on an H200; the PTX ISA leaves it open.
        result[lane] = (on >> source & 1u) != 0 ? value[source] : 0;
        in_range |= (uint32_t)is_in_range << lane;
    }
    if (on == FULL_MASK) {
        memcpy(d, result, sizeof result);
    } else {
        for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
            d[lane_lowest(rest)] = result[lane_lowest(rest)];
        }
    }
    write_predicate(warp, micro->d2, in_range, on);
    return OUTCOME_NEXT;
}

// Lanes of `on` that name the same member mask as the lowest lane of `rest`, and are members.
static uint32_t next_group(const Warp *warp, const Micro *micro, uint32_t on, uint32_t *rest)
{
    if (micro->e == ROW_NONE) {
        *rest = 0;
        return on;
    }
    const uint32_t *mask = warp_row(warp, micro->e);
    uint32_t members = mask[lane_lowest(*rest)], same = 0;
    for (uint32_t left = *rest; left != 0; left &= left - 1) {
        uint32_t lane = lane_lowest(left);
        same |= (uint32_t)(mask[lane] == members) << lane;
    }
    *rest &= ~same;
    return same;
}

static void write_row(const Warp *warp, Row row, uint32_t value, uint32_t lanes)
{
    uint32_t *d = warp_row(warp, row);
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        d[lane_lowest(rest)] = value;
    }
}

Outcome exec_vote(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = exec_members(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT) {
        return outcome;
    }
    uint32_t truth = *warp_predicate(warp, micro->a);
    truth = (micro->flags & MICRO_PREDICATE_NEGATED) != 0 ? ~truth : truth;
    for (uint32_t rest = on; rest != 0;) {
        uint32_t group = next_group(warp, micro, on, &rest), yes = truth & group;
        switch (micro->function) {
        case PTX_DOT_ALL: write_predicate(warp, micro->d, yes == group ? group : 0, group); break;
        case PTX_DOT_ANY: write_predicate(warp, micro->d, yes != 0 ? group : 0, group); break;
        case PTX_DOT_UNI:
            write_predicate(warp, micro->d, yes == group || yes == 0 ? group : 0, group);
            break;
        default: write_row(warp, micro->d, yes, group); break;
        }
    }
    return OUTCOME_NEXT;
}

static void match_group(const Warp *warp, const Micro *micro, const uint64_t value[32],
                        uint32_t group)
{
    uint32_t same_as_all = 0;
    for (uint32_t rest = group; rest != 0;) {
        uint32_t first = lane_lowest(rest), same = 0;
        for (uint32_t left = group; left != 0; left &= left - 1) {
            uint32_t lane = lane_lowest(left);
            same |= (uint32_t)(value[lane] == value[first]) << lane;
        }
        if (micro->function == PTX_DOT_ANY) {
            write_row(warp, micro->d, same, same);
        }
        same_as_all = same;
        rest &= ~same;
    }
    if (micro->function == PTX_DOT_ALL) {
        bool is_all = same_as_all == group;
        write_row(warp, micro->d, is_all ? group : 0, group);
        write_predicate(warp, micro->d2, is_all ? group : 0, group);
    }
}

Outcome exec_match(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = exec_members(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT) {
        return outcome;
    }
    uint64_t value[LANE_COUNT];
    const uint32_t *narrow = warp_row(warp, micro->a);
    const uint64_t *wide = warp_row64(warp, micro->a);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        value[lane] = micro->type == PTX_TYPE_B64 ? wide[lane] : narrow[lane];
    }
    for (uint32_t rest = on; rest != 0;) {
        match_group(warp, micro, value, next_group(warp, micro, on, &rest));
    }
    return OUTCOME_NEXT;
}

static uint32_t reduce(const Micro *micro, uint32_t left, uint32_t right)
{
    bool is_signed = micro->type == PTX_TYPE_S32;
    bool is_less = is_signed ? (int32_t)left < (int32_t)right : left < right;
    switch (micro->function) {
    case PTX_DOT_MIN: return is_less ? left : right;
    case PTX_DOT_MAX: return is_less ? right : left;
    case PTX_DOT_AND: return left & right;
    case PTX_DOT_OR: return left | right;
    case PTX_DOT_XOR: return left ^ right;
    default: return left + right;
    }
}

Outcome exec_redux(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = exec_members(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT) {
        return outcome;
    }
    if (micro->type == PTX_TYPE_F32) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, on, "redux.sync on .f32");
    }
    const uint32_t *a = warp_row(warp, micro->a);
    uint32_t value[LANE_COUNT];
    memcpy(value, a, sizeof value);
    for (uint32_t rest = on; rest != 0;) {
        uint32_t group = next_group(warp, micro, on, &rest);
        uint32_t sum = value[lane_lowest(group)];
        for (uint32_t left = group & (group - 1); left != 0; left &= left - 1) {
            sum = reduce(micro, sum, value[lane_lowest(left)]);
        }
        write_row(warp, micro->d, sum, group);
    }
    return OUTCOME_NEXT;
}

Outcome exec_activemask(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)block;
    write_row(warp, micro->d, on, on);
    return OUTCOME_NEXT;
}

// The ISA leaves open which member is elected; the lowest one is.
Outcome exec_elect(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = exec_members(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT) {
        return outcome;
    }
    for (uint32_t rest = on; rest != 0;) {
        uint32_t group = next_group(warp, micro, on, &rest), leader = lane_lowest(group);
        if (micro->d != ROW_NONE) {
            write_row(warp, micro->d, leader, group);
        }
        write_predicate(warp, micro->d2, 1u << leader, group);
    }
    return OUTCOME_NEXT;
}
