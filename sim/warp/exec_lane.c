// SPDX-License-Identifier: Apache-2.0
// Operations on registers that are more than one call of a lane function: rounding and saturation,
// four sources, comparisons combined with a predicate, carries, special registers, addresses of
// frames.
#include "sim/warp/executor.h"

static void *typed_operand(const Warp *warp, LaneType type, Row row)
{
    return type == LANE_TYPE_P ? warp_operand(warp, decode_predicate(row))
                               : warp_operand(warp, decode_row(row));
}

Outcome exec_lane_modified(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const LaneInfo *info = &lane_info[micro->function];
    lane_execute_modified(block->launch->lanes, micro, typed_operand(warp, info->d, micro->d),
                          typed_operand(warp, info->a, micro->a),
                          typed_operand(warp, info->b, micro->b),
                          typed_operand(warp, info->c, micro->c), on);
    return OUTCOME_NEXT;
}

void exec_count_more(Block *block, uint32_t pc, const SlowCost *cost)
{
    AccessCount *count = &block->worker->accesses[pc];
    count->slow_issues += (uint64_t)(int64_t)cost->issues;
    count->slow_threads += (uint64_t)(int64_t)cost->threads;
    count->slow_alu += (uint64_t)(int64_t)cost->alu;
    count->slow_fma += (uint64_t)(int64_t)cost->fma;
    count->slow_fp16 += (uint64_t)(int64_t)cost->fp16;
    count->slow_fp64 += (uint64_t)(int64_t)cost->fp64;
    count->slow_xu += (uint64_t)(int64_t)cost->xu;
    count->slow_branches += (uint64_t)(int64_t)cost->branches;
    count->slow_calls += (uint64_t)(int64_t)cost->calls;
    count->slow_joins += (uint64_t)(int64_t)cost->joins;
    count->slow_bssy += (uint64_t)(int64_t)cost->bssy;
    count->slow_diverged += cost->diverged;
    if (block->step != NULL) {
        block->step->slow = *cost;
    }
}

void exec_slow_path(Block *block, const Warp *warp, const Operation *operation, uint32_t pc,
                    uint32_t on, uint32_t suspects)
{
    SlowCost cost = slow_path_cost((SlowOp)operation->slow, operation->is_alone,
                                   warp_operand(warp, operation->a),
                                   warp_operand(warp, operation->b), on, suspects);
    if (cost.lanes == 0) {
        return;
    }
    AccessCount *count = &block->worker->accesses[pc];
    count->slow_executions++;
    count->slow_lanes += lanes_in(cost.lanes);
    exec_count_more(block, pc, &cost);
}

Outcome exec_lane4(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const LaneInfo *info = &lane4_info[micro->function];
    block->launch->lanes->function4[micro->function](
        typed_operand(warp, info->d, micro->d), typed_operand(warp, info->a, micro->a),
        typed_operand(warp, info->b, micro->b), typed_operand(warp, info->c, micro->c),
        typed_operand(warp, info->e, micro->e), on);
    return OUTCOME_NEXT;
}

static uint32_t combine(PtxSuffix operation, uint32_t p, uint32_t q)
{
    switch (operation) {
    case PTX_DOT_AND: return p & q;
    case PTX_DOT_OR: return p | q;
    case PTX_DOT_XOR: return p ^ q;
    default: return p;
    }
}

static void write_predicate(const Warp *warp, Row predicate, uint32_t value, uint32_t mask)
{
    if (predicate != ROW_NONE) {
        uint32_t *at = warp_predicate(warp, predicate);
        *at = (*at & ~mask) | (value & mask);
    }
}

Outcome exec_setp(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const LaneInfo *info = &lane_info[micro->function];
    const LaneTable *table = block->launch->lanes;
    const void *a = typed_operand(warp, info->a, micro->a);
    const void *b = typed_operand(warp, info->b, micro->b);
    uint32_t p = 0, q = 0;
    if ((micro->flags & MICRO_FTZ) != 0) {
        lane_execute_modified(table, micro, &p, a, b, NULL, on);
    } else {
        table->function[micro->function](&p, a, b, NULL, on);
    }
    if (micro->combine != 0) {
        q = *warp_predicate(warp, micro->c);
        if ((micro->flags & MICRO_PREDICATE_NEGATED) != 0) {
            q = ~q;
        }
    }
    write_predicate(warp, micro->d, combine(micro->combine, p, q), on);
    write_predicate(warp, micro->d2, combine(micro->combine, ~p, q), on);
    return OUTCOME_NEXT;
}

Outcome exec_carry(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)block;
    const uint32_t *in =
        (micro->flags & MICRO_USES_CARRY) != 0 ? warp_predicate(warp, micro->e) : NULL;
    uint32_t *out = (micro->flags & MICRO_SETS_CARRY) != 0 ? warp_predicate(warp, micro->d2) : NULL;
    lane_carry(micro, warp_row(warp, micro->d), warp_row(warp, micro->a), warp_row(warp, micro->b),
               warp_row(warp, micro->c), in, out, on);
    return OUTCOME_NEXT;
}

static uint64_t clock_of(const Block *block, PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
    case PTX_SPECIAL_GLOBALTIMER_HI:
        if (block->cycles != NULL) {
            return (uint64_t)((double)*block->cycles * 1000 / block->launch->gpu->sm_clock_mhz);
        }
        break;
    default: break;
    }
    return block->cycles != NULL ? *block->cycles : block->instructions + block->slept_ns;
}

Outcome exec_special(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    block->place.clock = clock_of(block, (PtxSpecial)micro->function);
    warp_special(warp, &block->place, (PtxSpecial)micro->function, micro->type == PTX_TYPE_U64,
                 warp_row(warp, micro->d), on);
    return OUTCOME_NEXT;
}

// PTX ISA 9.0, "nanosleep": "The maximum sleep duration is 1 millisecond."
#define SLEEP_NS_MAX 1000000u

Outcome exec_sleep(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const uint32_t *duration = warp_row(warp, micro->a);
    uint32_t longest = 0;
    for (uint32_t rest = on; micro->a != ROW_NONE && rest != 0; rest &= rest - 1) {
        uint32_t ns = duration[lane_lowest(rest)];
        longest = ns > longest ? ns : longest;
    }
    longest = longest < SLEEP_NS_MAX ? longest : SLEEP_NS_MAX;
    block->slept_ns += longest;
    if (block->step != NULL) {
        block->step->slept_ns = longest;
    }
    return OUTCOME_NEXT;
}

static void write_address(const Warp *warp, const Micro *micro, uint64_t value, uint32_t on)
{
    uint32_t *narrow = warp_row(warp, micro->d);
    uint64_t *wide = warp_row64(warp, micro->d);
    bool is_wide = micro->kind == MICRO_STACK || (micro->flags & MICRO_WIDE_ADDRESS) != 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        if (is_wide) {
            wide[lane_lowest(rest)] = value;
        } else {
            narrow[lane_lowest(rest)] = (uint32_t)value;
        }
    }
}

Outcome exec_frame_address(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)block;
    write_address(warp, micro, warp_frame(warp)->local_base + (uint64_t)micro->offset, on);
    return OUTCOME_NEXT;
}

// Lanes of a frame share one stack pointer: it moves by the largest request, and back when all of
// the entry's lanes restore it.
Outcome exec_stack(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Frame *frame = warp_frame(warp);
    const uint64_t *a = warp_row64(warp, micro->a);
    uint64_t largest = 0;
    for (uint32_t rest = on; micro->a != ROW_NONE && rest != 0; rest &= rest - 1) {
        uint64_t value = a[lane_lowest(rest)];
        largest = value > largest ? value : largest;
    }
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (micro->function == PTX_STACKSAVE) {
        write_address(warp, micro, frame->local_top, on);
    } else if (micro->function == PTX_STACKRESTORE) {
        if (on == warp->active && largest >= frame->local_base && largest < frame->local_top) {
            frame->stack_top -= frame->local_top - (uint32_t)largest;
            frame->local_top = (uint32_t)largest;
        }
    } else {
        uint64_t unit = micro->offset > 16 ? (uint64_t)micro->offset : 16;
        uint64_t base = (frame->local_top + unit - 1) / unit * unit;
        uint64_t stack_top = frame->stack_top + (base - frame->local_top) + largest;
        if (largest > LOCAL_WINDOW_BYTES || stack_top > block->launch->stack_limit_bytes ||
            !warp_reserve_local(warp, block->launch, base + largest)) {
            return fault_raise_stack(block, warp, on, "alloca needs");
        }
        frame->local_top = (uint32_t)(base + largest);
        frame->stack_top = (uint32_t)stack_top;
        write_address(warp, micro, base, on);
    }
    return OUTCOME_NEXT;
}
