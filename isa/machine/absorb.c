// SPDX-License-Identifier: Apache-2.0
// Ops that cost nothing because another machine instruction does their work: a third addend, a
// shift or rotation before a sum, what three operands of logic determine, a negated or absolute
// float operand, a zero test of a logic result, a sum before a limit. The ops stay as they are;
// only their cost is removed. Before cc 5.x additions and logic have two operands.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

typedef struct Absorb {
    Unit *unit;
    Definitions definitions;
    bool *has_absorbed; // [op]: it does another op's work
} Absorb;

static bool is_lane(const Op *op)
{
    return op->kind == MICRO_LANE || op->kind == MICRO_LANE4;
}

// The op that alone computes `value` for the reader at `at`, in the same block and under the same
// guard or none.
static Op *only_source(const Absorb *absorb, Value value, uint32_t at)
{
    const Definitions *definitions = &absorb->definitions;
    const Op *reader = &absorb->unit->ops[at];
    if (value == VALUE_NONE || value_is_constant(value) || definitions->writes[value] != 1 ||
        definitions->reads[value] != 1) {
        return NULL;
    }
    uint32_t place = definitions->op_of[value];
    Op *op = &absorb->unit->ops[place];
    bool is_same_guard =
        op->guard == VALUE_NONE ||
        (op->guard == reader->guard && ((op->flags ^ reader->flags) & MICRO_GUARD_NEGATED) == 0);
    return place < at && is_same_guard && is_lane(op) && op->issues > 0 &&
                   definitions->flow->block_of_op[place] == definitions->flow->block_of_op[at]
               ? op
               : NULL;
}

static uint32_t literal_count(const Op *op)
{
    return (uint32_t)value_is_constant(op->a) + (uint32_t)value_is_constant(op->b) +
           (uint32_t)value_is_constant(op->c);
}

static bool is_sum(uint32_t function, bool is_64)
{
    return is_64 ? function == LANE_ADD_64 || function == LANE_SUB_64
                 : function == LANE_ADD_32 || function == LANE_SUB_32;
}

// Any function of three operands is one LOP3 (majority in traces/h200/probes/selections.sass).
#define LOGIC_OPERANDS 3
// Ops of one tree that are looked at; larger trees are left in parts.
#define LOGIC_OPS 10

static bool is_logic(const Op *op, bool is_64)
{
    if (op->kind == MICRO_LANE4) {
        return !is_64 && op->function == LANE4_LOP3;
    }
    switch (op->kind == MICRO_LANE ? op->function : LANE_OP_COUNT) {
    case LANE_AND_32:
    case LANE_OR_32:
    case LANE_XOR_32:
    case LANE_NOT_32: return !is_64;
    case LANE_AND_64:
    case LANE_OR_64:
    case LANE_XOR_64:
    case LANE_NOT_64: return is_64;
    default: return false;
    }
}

// A tree of logic ops: those behind the first one compute an operand of an earlier one, and nothing
// else reads it.
typedef struct LogicTree {
    Op *ops[LOGIC_OPS];
    uint32_t parent[LOGIC_OPS];
    uint32_t count;
} LogicTree;

static uint32_t logic_operands(const Op *op, Value operands[LOGIC_OPERANDS])
{
    uint32_t count = 0;
    operands[count++] = op->a;
    if (op->b != VALUE_NONE) {
        operands[count++] = op->b;
    }
    if (op->kind == MICRO_LANE4) {
        operands[count++] = op->c;
    }
    return count;
}

static LogicTree logic_tree(const Absorb *absorb, uint32_t at, bool is_64)
{
    LogicTree tree = {.ops = {&absorb->unit->ops[at]}, .count = 1};
    Value operands[LOGIC_OPERANDS];
    for (uint32_t i = 0; i < tree.count; i++) {
        uint32_t count = logic_operands(tree.ops[i], operands);
        for (uint32_t j = 0; j < count && tree.count < LOGIC_OPS; j++) {
            Op *inner = only_source(absorb, operands[j], at);
            if (inner != NULL && is_logic(inner, is_64)) {
                tree.parent[tree.count] = i;
                tree.ops[tree.count++] = inner;
            }
        }
    }
    return tree;
}

// Whether one instruction computes the tree's ops in `chosen`, a mask: it has room for what they
// read of others, of which one may be a literal. Ops stand behind those that read them.
static bool is_one_instruction(const LogicTree *tree, uint32_t chosen)
{
    Value read[LOGIC_OPERANDS], operands[LOGIC_OPERANDS];
    uint32_t count = 0, literals = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t operand_count =
            (chosen >> i & 1) != 0 ? logic_operands(tree->ops[i], operands) : 0;
        if (operand_count > 0 && i > 0 && (chosen >> tree->parent[i] & 1) == 0) {
            return false;
        }
        for (uint32_t j = 0; j < operand_count; j++) {
            bool is_known = false;
            for (uint32_t k = 0; k < tree->count; k++) {
                is_known |= (chosen >> k & 1) != 0 && tree->ops[k]->d == operands[j] && k > i;
            }
            for (uint32_t k = 0; k < count; k++) {
                is_known |= read[k] == operands[j];
            }
            if (!is_known && count == LOGIC_OPERANDS) {
                return false;
            }
            if (!is_known) {
                literals += value_is_constant(operands[j]);
                read[count++] = operands[j];
            }
        }
    }
    return literals <= 1;
}

// The most ops of the tree above `at` that one instruction computes.
static void absorb_logic(Absorb *absorb, uint32_t at, bool is_64)
{
    const Op *outer = &absorb->unit->ops[at];
    if (outer->issues == 0 || !is_logic(outer, is_64)) {
        return;
    }
    LogicTree tree = logic_tree(absorb, at, is_64);
    uint32_t best = 1;
    for (uint32_t chosen = 1; chosen < 1u << tree.count; chosen += 2) {
        if (__builtin_popcount(chosen) > __builtin_popcount(best) &&
            is_one_instruction(&tree, chosen)) {
            best = chosen;
        }
    }
    for (uint32_t i = 1; i < tree.count; i++) {
        tree.ops[i]->issues = (best >> i & 1) != 0 ? 0 : tree.ops[i]->issues;
    }
}

// A third addend, if there is room for the operands of both sums.
static void absorb_sum(Absorb *absorb, uint32_t at, bool is_64)
{
    Op *outer = &absorb->unit->ops[at];
    Value operands[2] = {outer->a, outer->b};
    if (outer->kind != MICRO_LANE || !is_sum(outer->function, is_64)) {
        return;
    }
    for (int i = 0; i < 2 && !absorb->has_absorbed[at]; i++) {
        Op *inner = only_source(absorb, operands[i], at);
        if (inner == NULL || inner->kind != MICRO_LANE || !is_sum(inner->function, is_64) ||
            absorb->has_absorbed[inner - absorb->unit->ops] ||
            literal_count(outer) + literal_count(inner) > 1) {
            continue;
        }
        inner->issues = 0;
        absorb->has_absorbed[at] = true;
    }
}

// Whether the op is y >> k or a funnel shift by a literal: LEA.HI makes both on the way to a sum
// (x + rotate(y, k): rotated_sum in traces/h200/probes/selections.sass).
static bool is_upper_shift(const Op *op)
{
    switch (op->kind == MICRO_LANE ? op->function : LANE_OP_COUNT) {
    case LANE_SHR_U32:
    case LANE_SHR_S32: return value_is_constant(op->b);
    case LANE_SHF_L_WRAP:
    case LANE_SHF_R_WRAP: return value_is_constant(op->c);
    default: return false;
    }
}

// x + (y >> k): LEA.HI.
static void absorb_shift(Absorb *absorb, uint32_t at)
{
    Op *outer = &absorb->unit->ops[at];
    Value operands[2] = {outer->a, outer->b};
    if (outer->kind != MICRO_LANE || outer->function != LANE_ADD_32) {
        return;
    }
    for (int i = 0; i < 2 && !absorb->has_absorbed[at]; i++) {
        Op *inner = only_source(absorb, operands[i], at);
        if (inner != NULL && is_upper_shift(inner)) {
            inner->issues = 0;
            absorb->has_absorbed[at] = true;
        }
    }
}

// x * y - z and (x << k) - z: IMAD can negate its addend.
static void absorb_product(Absorb *absorb, uint32_t at)
{
    Op *outer = &absorb->unit->ops[at];
    if (outer->kind != MICRO_LANE || outer->function != LANE_SUB_32 ||
        value_is_constant(outer->b)) {
        return;
    }
    Op *inner = only_source(absorb, outer->a, at);
    if (inner != NULL && inner->kind == MICRO_LANE &&
        (inner->function == LANE_MUL_LO_32 || inner->function == LANE_SHL_32) &&
        inner->issues == 1 && value_is_constant(inner->b)) {
        inner->issues = 0;
        absorb->has_absorbed[at] = true;
    }
}

// The upper word of a shifted 64-bit value: one 32-bit shift, or no instruction.
static void absorb_upper_word(Absorb *absorb, uint32_t at)
{
    const Op *outer = &absorb->unit->ops[at];
    uint64_t shift;
    if (outer->kind != MICRO_LANE || outer->function != LANE_CVT_U32_U64) {
        return;
    }
    Op *inner = only_source(absorb, outer->a, at);
    if (inner != NULL && inner->kind == MICRO_LANE && inner->function == LANE_SHR_U64 &&
        value_literal(absorb->unit->lowering, inner->b, &shift) && shift >= 32) {
        inner->issues = shift == 32 ? 0 : 1;
    }
}

static bool is_float_sign(const Op *op)
{
    switch (op->function) {
    case LANE_NEG_F32:
    case LANE_ABS_F32:
    case LANE_NEG_F64:
    case LANE_ABS_F64:
    case LANE_NEG_F16:
    case LANE_NEG_F16X2:
    case LANE_ABS_F16:
    case LANE_ABS_F16X2: return true;
    default: return false;
    }
}

static bool takes_float(const Op *op)
{
    if (op->kind != MICRO_LANE && op->kind != MICRO_SETP) {
        return false;
    }
    switch (lane_info[op->function].a) {
    case LANE_TYPE_F32:
    case LANE_TYPE_F64:
    case LANE_TYPE_F16:
    case LANE_TYPE_F16X2: return true;
    default: return false;
    }
}

// Signs of operands, and integer negation before an addition.
static void absorb_signs(Absorb *absorb, uint32_t at)
{
    Op *outer = &absorb->unit->ops[at];
    Value operands[3] = {outer->a, outer->b, outer->c};
    bool is_sum_32 = outer->kind == MICRO_LANE && is_sum(outer->function, false);
    for (int i = 0; i < 3; i++) {
        Op *inner = only_source(absorb, operands[i], at);
        if (inner == NULL || inner->kind != MICRO_LANE) {
            continue;
        }
        if ((takes_float(outer) && is_float_sign(inner)) ||
            (is_sum_32 && inner->function == LANE_NEG_S32)) {
            inner->issues = 0;
        }
    }
}

// (x and y) == 0 is tested by the logic instruction itself.
static void absorb_zero_test(Absorb *absorb, uint32_t at)
{
    Op *test = &absorb->unit->ops[at];
    uint64_t literal;
    if (test->kind != MICRO_SETP ||
        (test->function != LANE_SETP_EQ_32 && test->function != LANE_SETP_NE_32) ||
        !value_literal(absorb->unit->lowering, test->b, &literal) || literal != 0) {
        return;
    }
    Op *logic = only_source(absorb, test->a, at);
    if (logic != NULL && is_logic(logic, false)) {
        logic->issues = 0;
    }
}

static bool is_limit(const Op *op)
{
    return op->kind == MICRO_LANE &&
           (op->function == LANE_MIN_S32 || op->function == LANE_MAX_S32 ||
            op->function == LANE_MIN_U32 || op->function == LANE_MAX_U32);
}

static bool is_max_with_zero(const Unit *unit, const Op *op)
{
    uint64_t a = 1, b = 1;
    return op->function == LANE_MAX_S32 && ((value_literal(unit->lowering, op->a, &a) && a == 0) ||
                                            (value_literal(unit->lowering, op->b, &b) && b == 0));
}

static bool has_literal(const Unit *unit, const Op *limit)
{
    uint64_t literal;
    return (value_literal(unit->lowering, limit->a, &literal) ||
            value_literal(unit->lowering, limit->b, &literal)) &&
           !is_max_with_zero(unit, limit);
}

// A sum of two on its way to a minimum or maximum. The sum's first operand is a register, and
// before cc 10.0 there is one literal.
static void absorb_limited_sum(Absorb *absorb, const Op *limit, uint32_t at)
{
    Value operands[2] = {limit->a, limit->b};
    bool has_two_literals = absorb->unit->lowering->target.compute_capability >= 100;
    for (uint32_t i = 0; i < 2; i++) {
        Op *inner = only_source(absorb, operands[i], at);
        uint64_t literal;
        if (inner != NULL && inner->kind == MICRO_LANE && is_sum(inner->function, false) &&
            !value_is_constant(inner->a) && !absorb->has_absorbed[inner - absorb->unit->ops] &&
            (has_two_literals || !value_literal(absorb->unit->lowering, inner->b, &literal) ||
             !has_literal(absorb->unit, limit))) {
            inner->issues = 0;
            return;
        }
    }
}

// Of cc 9.0 on: max(max(x, y), z) is VIMNMX3, max(x + y, z) VIADDMNMX, and both that and min have a
// form whose result is at least 0 (ptxas 13.0 for sm_90; min(max(x, 0), y) stays two instructions).
static void absorb_limit(Absorb *absorb, uint32_t at)
{
    const Op *outer = &absorb->unit->ops[at];
    if (!is_limit(outer) || outer->issues == 0) {
        return;
    }
    Value operands[2] = {outer->a, outer->b};
    for (uint32_t i = 0; i < 2; i++) {
        Op *inner = only_source(absorb, operands[i], at);
        if (inner == NULL || !is_limit(inner)) {
            continue;
        }
        bool is_signed = inner->function == LANE_MIN_S32 || inner->function == LANE_MAX_S32;
        bool is_relu = is_signed && is_max_with_zero(absorb->unit, outer);
        if (is_relu) {
            absorb_limited_sum(absorb, inner, (uint32_t)(inner - absorb->unit->ops));
        }
        if (is_relu || inner->function == outer->function) {
            inner->issues = 0;
            return;
        }
    }
    absorb_limited_sum(absorb, outer, at);
}

void unit_absorb(Unit *unit)
{
    bool has_three_operands = unit->lowering->target.compute_capability >= 50;
    Absorb absorb = {.unit = unit,
                     .definitions = definitions_build(unit),
                     .has_absorbed = arena_alloc(&unit->lowering->scratch, unit->op_count + 1)};
    for (uint32_t i = 0; i < unit->op_count; i++) {
        absorb_signs(&absorb, i);
        absorb_upper_word(&absorb, i);
        if (unit->lowering->target.compute_capability >= 70) {
            absorb_product(&absorb, i);
        }
        if (!has_three_operands) {
            continue;
        }
        absorb_shift(&absorb, i);
        absorb_sum(&absorb, i, false);
        absorb_sum(&absorb, i, true);
    }
    bool has_limits = unit->lowering->target.compute_capability >= 90;
    for (uint32_t i = has_limits ? unit->op_count : 0; i-- > 0;) {
        absorb_limit(&absorb, i);
    }
    for (uint32_t i = has_three_operands ? unit->op_count : 0; i-- > 0;) {
        absorb_logic(&absorb, i, false);
        absorb_logic(&absorb, i, true);
    }
    for (uint32_t i = 0; i < unit->op_count && has_three_operands; i++) {
        absorb_zero_test(&absorb, i);
    }
}
