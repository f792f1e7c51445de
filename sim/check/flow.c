// SPDX-License-Identifier: Apache-2.0
// How uninitialized bits pass through operations: moves carry them, a known zero or one of a
// logical operation hides them; any other operation makes its whole result uninitialized.
#include "sim/check/registers.h"

#include "sim/warp/collective.h"

// How the uninitialized bits of the operands become those of the result: flow.def.
typedef enum Flow {
    FLOW_ALL, // any uninitialized bit makes the result so
    FLOW_MOVE,
    FLOW_MOVES,
    FLOW_SHIFT,
    FLOW_AND,
    FLOW_OR,
    FLOW_SELECT,
    FLOW_HALVES
} Flow;

static const uint8_t flow_of[LANE_OP_COUNT] = {
#define FLOW(name, flow) [LANE_##name] = FLOW_##flow,
#include "sim/check/flow.def"
#undef FLOW
};

// a and b are initialized where it matters: a known zero (AND) or one (OR) decides.
static void combine_bits(const WarpCheck *check, const Warp *warp, const Micro *micro,
                         const LaneInfo *info, bool is_and, uint32_t on)
{
    if (info->d == LANE_TYPE_P) {
        uint32_t ua = *registers_predicate(check, warp, micro->a),
                 ub = *registers_predicate(check, warp, micro->b);
        uint32_t a = *warp_predicate(warp, micro->a), b = *warp_predicate(warp, micro->b);
        uint32_t flip = is_and ? 0 : UINT32_MAX;
        uint32_t unset = (ua | ub) & ((a ^ flip) | ua) & ((b ^ flip) | ub);
        uint32_t *d = registers_predicate(check, warp, micro->d);
        *d = (*d & ~on) | (unset & on);
        return;
    }
    uint32_t words = registers_is_wide(info->d) ? 2 : 1;
    uint32_t *d = registers_row(check, warp, micro->d);
    const uint32_t *ua = registers_row(check, warp, micro->a),
                   *ub = registers_row(check, warp, micro->b);
    const uint32_t *a = warp_row(warp, micro->a), *b = warp_row(warp, micro->b);
    uint32_t flip = is_and ? 0 : UINT32_MAX;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        for (uint32_t i = lane * words; i < (lane + 1) * words; i++) {
            d[i] = (ua[i] | ub[i]) & ((a[i] ^ flip) | ua[i]) & ((b[i] ^ flip) | ub[i]);
        }
    }
}

static void select_bits(const WarpCheck *check, const Warp *warp, const Micro *micro,
                        const LaneInfo *info, uint32_t on)
{
    uint32_t words = registers_is_wide(info->d) ? 2 : 1;
    uint32_t *d = registers_row(check, warp, micro->d);
    const uint32_t *ua = registers_row(check, warp, micro->a),
                   *ub = registers_row(check, warp, micro->b);
    uint32_t chosen = *warp_predicate(warp, micro->c),
             uc = *registers_predicate(check, warp, micro->c);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        for (uint32_t i = lane * words; i < (lane + 1) * words; i++) {
            d[i] = (uc >> lane & 1u) != 0 ? UINT32_MAX : (chosen >> lane & 1u) != 0 ? ua[i] : ub[i];
        }
    }
}

static bool is_pair(LaneType type)
{
    return type == LANE_TYPE_F16X2 || type == LANE_TYPE_BF16X2;
}

static Flow flow_of_lane(const Micro *micro, const LaneInfo *info)
{
    if (is_pair(info->d) && is_pair(info->a)) {
        return FLOW_HALVES;
    }
    return micro->kind == MICRO_LANE4 ? FLOW_ALL : (Flow)flow_of[micro->function];
}

static void use_halves(const WarpCheck *check, const Warp *warp, const Micro *micro,
                       const LaneInfo *info, uint32_t on)
{
    const uint32_t *a = registers_row(check, warp, micro->a);
    const uint32_t *b = registers_row(check, warp, info->b == LANE_TYPE_NONE ? ROW_NONE : micro->b);
    const uint32_t *c = registers_row(check, warp, info->c == LANE_TYPE_NONE ? ROW_NONE : micro->c);
    uint32_t *d = registers_row(check, warp, micro->d);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), bits = a[lane] | b[lane] | c[lane];
        d[lane] = ((bits & 0xffffu) != 0 ? 0xffffu : 0) | (bits >> 16 != 0 ? 0xffff0000u : 0);
    }
}

static void use_lane(BlockContext *context, const Warp *warp, const Micro *micro,
                     const LaneInfo *info, uint32_t on)
{
    WarpCheck *check = registers_of(context, warp);
    const LaneTable *lanes = context->unit->launch->lanes;
    uint32_t ua = registers_unset(check, warp, info->a, micro->a);
    uint32_t ub = registers_unset(check, warp, info->b, micro->b);
    uint32_t uc = registers_unset(check, warp, info->c, micro->c);
    uint32_t ue = registers_unset(check, warp, info->e, micro->e), any = (ua | ub | uc | ue) & on;
    if (any == 0) {
        registers_set(check, warp, info->d, micro->d, on, 0);
        return;
    }
    Flow flow = flow_of_lane(micro, info);
    bool is_copy =
        flow == FLOW_MOVE || flow == FLOW_MOVES || (flow == FLOW_SELECT && (uc & on) == 0);
    uint16_t origin = registers_origin(check, warp, info->a, ua != 0 ? micro->a : ROW_NONE);
    origin = origin == 0 && ub != 0 ? registers_origin(check, warp, info->b, micro->b) : origin;
    origin = origin == 0 && uc != 0 ? registers_origin(check, warp, info->c, micro->c) : origin;
    bool was_computed = info->a != LANE_TYPE_P && registers_has(micro->a) && ua != 0 &&
                        check->is_computed[registers_index(warp, micro->a)];
    if (flow == FLOW_AND || flow == FLOW_OR) {
        combine_bits(check, warp, micro, info, flow == FLOW_AND, on);
    } else if (flow == FLOW_SELECT) {
        select_bits(check, warp, micro, info, on);
    } else if (flow == FLOW_HALVES) {
        use_halves(check, warp, micro, info, on);
    } else if ((is_copy || flow == FLOW_SHIFT) && info->d != LANE_TYPE_P &&
               info->a != LANE_TYPE_P && ((ub | uc) == 0 || flow == FLOW_MOVES) && uc == 0) {
        const void *b = flow == FLOW_MOVES ? registers_row(check, warp, micro->b)
                                           : (const void *)warp_row(warp, micro->b);
        lanes->function[micro->function](registers_row(check, warp, micro->d),
                                         registers_row(check, warp, micro->a), b,
                                         warp_row(warp, micro->c), on);
    } else {
        registers_set(check, warp, info->d, micro->d, on, any);
    }
    registers_set_origin(check, warp, info->d, micro->d, origin, was_computed || !is_copy);
}

static uint32_t compare(const BlockContext *context, const Warp *warp, const Micro *micro,
                        uint32_t on)
{
    const LaneTable *lanes = context->unit->launch->lanes;
    const void *a = warp_row(warp, micro->a), *b = warp_row(warp, micro->b);
    uint32_t p = 0;
    if ((micro->flags & MICRO_FTZ) != 0) {
        lane_execute_modified(lanes, micro, &p, a, b, NULL, on);
    } else {
        lanes->function[micro->function](&p, a, b, NULL, on);
    }
    return p;
}

// The lanes without a value of "p combined with q": a side that has a value may decide alone.
static uint32_t combined_unset(uint32_t combine, uint32_t p, uint32_t unset_p, uint32_t q,
                               uint32_t unset_q)
{
    uint32_t flip = combine == PTX_DOT_OR ? UINT32_MAX : 0;
    uint32_t decided = combine == PTX_DOT_AND || combine == PTX_DOT_OR
                           ? (~(p ^ flip) & ~unset_p) | (~(q ^ flip) & ~unset_q)
                           : 0;
    return (unset_p | unset_q) & ~decided;
}

static void use_setp(const BlockContext *context, WarpCheck *check, const Warp *warp,
                     const Micro *micro, uint32_t on)
{
    const LaneInfo *info = &lane_info[micro->function];
    uint32_t ua = registers_unset(check, warp, info->a, micro->a);
    uint32_t ub = registers_unset(check, warp, info->b, micro->b);
    uint32_t unset = ua | ub, unset_not = unset;
    uint16_t origin = registers_origin(check, warp, info->a, ua != 0 ? micro->a : ROW_NONE);
    origin = origin == 0 && ub != 0 ? registers_origin(check, warp, info->b, micro->b) : origin;
    if (micro->combine != 0) {
        uint32_t uq = *registers_predicate(check, warp, micro->c),
                 q = *warp_predicate(warp, micro->c), p = compare(context, warp, micro, on);
        q = (micro->flags & MICRO_PREDICATE_NEGATED) != 0 ? ~q : q;
        unset_not = combined_unset(micro->combine, ~p, ua | ub, q, uq);
        unset = combined_unset(micro->combine, p, ua | ub, q, uq);
    }
    registers_set(check, warp, LANE_TYPE_P, micro->d, on, unset);
    registers_set(check, warp, LANE_TYPE_P, micro->d2, on, unset_not);
    bool is_any = ((unset | unset_not) & on) != 0;
    check->predicate_origin = is_any && origin != 0 ? origin : check->predicate_origin;
}

// What lanes are reduced to has a value if all of them have one.
static void use_reduction(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    bool is_any = (registers_unset(check, warp, LANE_TYPE_U32, micro->a) & on) != 0;
    registers_set(check, warp, LANE_TYPE_U32, micro->d, on, is_any ? on : 0);
    registers_set_origin(check, warp, LANE_TYPE_U32, micro->d,
                         registers_origin(check, warp, LANE_TYPE_U32, micro->a), true);
}

// The lanes that read from one that does not take part. Those that others of the mask are still to
// bring along do.
static uint32_t read_from_nobody(const Warp *warp, const Micro *micro, uint32_t on)
{
    const uint32_t *mask = micro->e == ROW_NONE ? NULL : warp_row(warp, micro->e);
    uint32_t nobody = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), from = collective_source(warp, micro, lane);
        uint32_t there = mask == NULL ? on : mask[lane] & warp->live;
        nobody |= from != lane && (there >> from & 1u) == 0 ? 1u << lane : 0;
    }
    return nobody;
}

// d has a value in the lanes that read from one whose `a` has.
static void use_shuffle(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on,
                        uint32_t nobody)
{
    uint32_t ua = registers_unset(check, warp, LANE_TYPE_U32, micro->a) & on, unset = nobody;
    uint16_t origin = registers_origin(check, warp, LANE_TYPE_U32, micro->a);
    for (uint32_t rest = ua == 0 ? 0 : on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        unset |= (ua >> collective_source(warp, micro, lane) & 1u) << lane;
    }
    registers_set(check, warp, LANE_TYPE_U32, micro->d, on, unset);
    registers_set(check, warp, LANE_TYPE_P, micro->d2, on, 0);
    registers_set_origin(check, warp, LANE_TYPE_U32, micro->d, ua == 0 ? ORIGIN_LANE : origin,
                         true);
}

static void use_carry(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    LaneType type = lane_type_of((PtxType)micro->type);
    uint32_t any = registers_unset(check, warp, type, micro->a) |
                   registers_unset(check, warp, type, micro->b) |
                   registers_unset(check, warp, type, micro->c);
    if ((micro->flags & MICRO_USES_CARRY) != 0) {
        any |= *registers_predicate(check, warp, micro->e);
    }
    registers_set(check, warp, type, micro->d, on, any);
    registers_set_origin(check, warp, type, micro->d, registers_origin(check, warp, type, micro->a),
                         true);
    if ((micro->flags & MICRO_SETS_CARRY) != 0) {
        registers_set(check, warp, LANE_TYPE_P, micro->d2, on, any);
    }
}

static void define_results(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].is_result) {
            registers_set(check, warp, operands[i].type, operands[i].row, on, 0);
        }
    }
}

void values_use(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    WarpCheck *check = registers_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t nobody = micro->kind == MICRO_SHUFFLE && checks(context->unit, CHECKER_INIT)
                          ? read_from_nobody(warp, micro, on)
                          : 0;
    if (nobody != 0) {
        registers_suspect(context, warp, true);
    }
    if (!check->is_suspect || on == 0) {
        return;
    }
    registers_reserve(check, warp);
    switch (micro->kind) {
    case MICRO_LANE: use_lane(context, warp, micro, &lane_info[micro->function], on); break;
    case MICRO_LANE4: use_lane(context, warp, micro, &lane4_info[micro->function], on); break;
    case MICRO_SETP: use_setp(context, check, warp, micro, on); break;
    case MICRO_CARRY: use_carry(check, warp, micro, on); break;
    case MICRO_REDUX: use_reduction(check, warp, micro, on); break;
    case MICRO_SHUFFLE: use_shuffle(check, warp, micro, on, nobody); break;
    case MICRO_MATRIX_TRANSPOSE: values_transpose(context, warp, micro); break;
    case MICRO_MATRIX_MULTIPLY:
    case MICRO_SPARSE_MULTIPLY:
    case MICRO_SCALED_MULTIPLY: values_multiply(context, warp, micro); break;
    default: define_results(check, warp, micro, on); break; // initialized in any case
    }
}

void values_define(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    WarpCheck *check = registers_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect) {
        return;
    }
    registers_reserve(check, warp);
    define_results(check, warp, micro, on);
}
