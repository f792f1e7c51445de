// SPDX-License-Identifier: Apache-2.0
// Folding: copies vanish, integer operations and approximate functions of literals are computed
// now, literal addends move into addresses, negated guards lose their `not`. Repeats until nothing
// changes.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#include <math.h>
#include <string.h>

// An immediate offset of a load or store: 24 signed bits on every generation.
#define OFFSET_LIMIT (INT64_C(1) << 23)
#define ROUNDS_MAX   8

typedef struct Fold {
    Unit *unit;
    Definitions definitions;
    bool is_changed;
} Fold;

static void fold_copies(Fold *fold, uint32_t at)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(&fold->unit->ops[at], sources);
    for (uint32_t i = 0; i < count; i++) {
        const Op *definition = definition_of(&fold->definitions, *sources[i], at);
        if (definition != NULL && op_is_copy(definition) && definition->a != VALUE_NONE &&
            value_reaches(&fold->definitions, definition->a, definition, at)) {
            *sources[i] = definition->a;
            fold->is_changed = true;
        }
    }
}

static int64_t sign_extend(uint64_t bits, bool is_64)
{
    return is_64 ? (int64_t)bits : (int32_t)(uint32_t)bits;
}

static bool has_address(const Op *op)
{
    return op_has_trait(op, TRAIT_OFFSET) && op->a != VALUE_NONE;
}

// Spaces whose addresses start at zero, so that a literal address needs no register. In functions
// an address without a register is relative to the frame, so local addresses stay as they are.
static bool is_direct_space(const Unit *unit, const Op *op)
{
    switch (op->space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER: return true;
    case PTX_SPACE_LOCAL:
    case PTX_SPACE_REG:
    case PTX_SPACE_PARAM: return unit->function->is_entry;
    default: return false;
    }
}

static bool fits_offset(int64_t offset)
{
    return offset >= -OFFSET_LIMIT && offset < OFFSET_LIMIT;
}

static void fold_address(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    const Lowering *lowering = fold->unit->lowering;
    uint64_t literal;
    Value x;
    if (!has_address(op)) {
        return;
    }
    bool is_64 = (op->flags & MICRO_WIDE_ADDRESS) != 0;
    if (value_literal(lowering, op->a, &literal) && is_direct_space(fold->unit, op)) {
        op->offset = sign_extend((uint64_t)op->offset + literal, is_64);
        op->a = VALUE_NONE;
        op->flags &= (uint16_t)~MICRO_WIDE_ADDRESS;
        fold->is_changed = true;
        return;
    }
    const Op *definition = definition_of(&fold->definitions, op->a, at);
    if (definition == NULL || !op_is_add_literal(lowering, definition, &x, &literal) ||
        !value_reaches(&fold->definitions, x, definition, at)) {
        return;
    }
    int64_t offset = op->offset + sign_extend(literal, is_64);
    if (fits_offset(offset)) {
        op->offset = offset;
        op->a = x;
        fold->is_changed = true;
    }
}

// x + l1 + l2 is x + (l1 + l2).
static void fold_sum(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    Lowering *lowering = fold->unit->lowering;
    uint64_t outer, inner;
    Value x, y;
    if (!op_is_add_literal(lowering, op, &x, &outer)) {
        return;
    }
    const Op *definition = definition_of(&fold->definitions, x, at);
    if (definition == NULL || definition->function != op->function ||
        !op_is_add_literal(lowering, definition, &y, &inner) ||
        !value_reaches(&fold->definitions, y, definition, at)) {
        return;
    }
    op->a = y;
    op->b = op->function == LANE_ADD_64 ? literal_64(lowering, outer + inner)
                                        : literal_32(lowering, (uint32_t)(outer + inner));
    fold->is_changed = true;
}

static bool evaluate(uint32_t function, uint64_t a, uint64_t b, uint64_t *result)
{
    switch (function) {
    case LANE_ADD_32:
    case LANE_ADD_64: *result = a + b; return true;
    case LANE_SUB_32:
    case LANE_SUB_64: *result = a - b; return true;
    case LANE_MUL_LO_32:
    case LANE_MUL_LO_64: *result = a * b; return true;
    case LANE_MUL_WIDE_U16:
    case LANE_MUL_WIDE_U32: *result = a * b; return true;
    case LANE_MUL_WIDE_S32: *result = (uint64_t)((int64_t)(int32_t)a * (int32_t)b); return true;
    case LANE_PACK_32_16: *result = b << 16 | (a & 0xffff); return true;
    case LANE_AND_32:
    case LANE_AND_64: *result = a & b; return true;
    case LANE_OR_32:
    case LANE_OR_64: *result = a | b; return true;
    case LANE_SHL_32: *result = b < 32 ? a << b : 0; return true;
    case LANE_SHL_64: *result = b < 64 ? a << b : 0; return true;
    case LANE_SHR_U32: *result = b < 32 ? a >> b : 0; return true;
    case LANE_SHR_U64: *result = b < 64 ? a >> b : 0; return true;
    case LANE_CVT_U64_U32:
    case LANE_CVT_U32_U64: *result = a; return true;
    case LANE_CVT_U64_S32: *result = (uint64_t)(int64_t)(int32_t)a; return true;
    default: return false;
    }
}

static double exact_result(uint32_t function, double x)
{
    switch (function) {
    case LANE_RCP_APPROX_F32: return 1 / x;
    case LANE_RSQRT_APPROX: return 1 / sqrt(x);
    case LANE_SQRT_APPROX_F32: return sqrt(x);
    case LANE_EX2_APPROX_F32:
    case LANE_EX2_FTZ_F32: return exp2(x);
    case LANE_LG2_APPROX_F32: return log2(x);
    case LANE_SIN_APPROX_F32: return sin(x);
    case LANE_COS_APPROX_F32: return cos(x);
    default: return NAN;
    }
}

// An approximate function of a literal is its exact value, rounded once: ptxas 13.0 computes it so,
// where the GPU would approximate (60 random operands of each function on sm_75, 80, 90 and 100;
// not tanh). Leaves out operands and results that are not normal.
static bool approximate(const Unit *unit, const Op *op, uint64_t bits, uint64_t *result)
{
    uint32_t word = (uint32_t)bits;
    float x;
    memcpy(&x, &word, sizeof x);
    float y = (float)exact_result(op->function, (double)x);
    memcpy(&word, &y, sizeof word);
    *result = word;
    return unit->lowering->target.compute_capability >= 70 && op->b == VALUE_NONE &&
           (op->flags & MICRO_SAT) == 0 && isnormal(x) && isnormal(y);
}

// The bits of a half that is exactly x; false if there is none.
static bool exact_half(double x, uint64_t *bits)
{
    int exponent;
    if (!isfinite(x)) {
        return false;
    }
    double mantissa = frexp(fabs(x), &exponent); // 0.5 <= mantissa < 1, or 0
    double units = ldexp(mantissa, 11);          // of the last place of a normal half
    bool is_exact = x == 0 || (exponent >= -13 && exponent <= 16 && units == floor(units));
    uint32_t magnitude = x == 0 ? 0 : (uint32_t)((exponent + 13) * 1024 + (int32_t)units);
    *bits = (signbit(x) ? 0x8000 : 0) | magnitude;
    return is_exact;
}

// A conversion of a literal that is exact, so that no rounding matters: ptxas 13.0 computes
// __float2half(0.0) before it runs.
static bool convert(const Op *op, uint64_t bits, uint64_t *result)
{
    double x;
    if ((op->flags & MICRO_SAT) != 0) {
        return false;
    }
    if (op->function == LANE_CVT_F16_F64) {
        memcpy(&x, &bits, sizeof x);
        return exact_half(x, result);
    }
    if (op->function == LANE_CVT_F16_F32) {
        uint32_t word = (uint32_t)bits;
        float single;
        memcpy(&single, &word, sizeof single);
        return (isnormal(single) || single == 0) && exact_half((double)single, result);
    }
    return false;
}

// Turns the op into a copy of `value`.
static void become_copy(Fold *fold, Op *op, Value value)
{
    op_become_copy(fold->unit, op, value);
    fold->is_changed = true;
}

static void fold_literals(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    Lowering *lowering = fold->unit->lowering;
    uint64_t a = 0, b = 0, result;
    if (op->kind != MICRO_LANE || op_is_copy(op) || !value_literal(lowering, op->a, &a) ||
        (op->b != VALUE_NONE && !value_literal(lowering, op->b, &b)) ||
        (!evaluate(op->function, a, b, &result) && !approximate(fold->unit, op, a, &result) &&
         !convert(op, a, &result))) {
        return;
    }
    bool is_64 = value_class(fold->unit, op->d) == VALUE_64;
    become_copy(fold, op,
                is_64 ? literal_64(lowering, result) : literal_32(lowering, (uint32_t)result));
}

// The choice between two literals that alone defines `value` and has no other reader; NULL: none.
static const Op *literal_choice(const Fold *fold, Value value, uint32_t at, uint64_t chosen[2])
{
    const Lowering *lowering = fold->unit->lowering;
    const Op *op = definition_of(&fold->definitions, value, at);
    bool is_choice = op != NULL && op->kind == MICRO_LANE &&
                     (op->function == LANE_SELP_16 || op->function == LANE_SELP_32);
    return is_choice && value_literal(lowering, op->a, &chosen[0]) &&
                   value_literal(lowering, op->b, &chosen[1]) &&
                   value_reaches(&fold->definitions, op->c, op, at)
               ? op
               : NULL;
}

static bool compare(uint32_t function, uint32_t a, uint32_t b, bool *result)
{
    switch (function) {
    case LANE_SETP_EQ_32: *result = a == b; return true;
    case LANE_SETP_NE_32: *result = a != b; return true;
    case LANE_SETP_LT_U32: *result = a < b; return true;
    case LANE_SETP_LE_U32: *result = a <= b; return true;
    case LANE_SETP_GT_U32: *result = a > b; return true;
    case LANE_SETP_GE_U32: *result = a >= b; return true;
    case LANE_SETP_LT_S32: *result = (int32_t)a < (int32_t)b; return true;
    case LANE_SETP_LE_S32: *result = (int32_t)a <= (int32_t)b; return true;
    case LANE_SETP_GT_S32: *result = (int32_t)a > (int32_t)b; return true;
    case LANE_SETP_GE_S32: *result = (int32_t)a >= (int32_t)b; return true;
    default: return false;
    }
}

// A comparison of literals, and a choice by what is known then (the scale-d of wgmma, say).
static void fold_known(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    Lowering *lowering = fold->unit->lowering;
    uint64_t a, b, known;
    bool result;
    if (op->kind == MICRO_SETP && op->combine == 0 && op->d2 == VALUE_NONE &&
        value_literal(lowering, op->a, &a) && value_literal(lowering, op->b, &b) &&
        compare(op->function, (uint32_t)a, (uint32_t)b, &result)) {
        op->kind = MICRO_LANE;
        op->function = LANE_MOV_PRED;
        op->a = literal_32(lowering, result ? UINT32_MAX : 0);
        op->b = VALUE_NONE;
        fold->is_changed = true;
    } else if (op->kind == MICRO_LANE && op->function == LANE_SELP_32 &&
               value_literal(lowering, op->c, &known)) {
        become_copy(fold, op, known != 0 ? op->a : op->b);
    }
}

// (p ? 1 : 0) != 0 is p. Compilers pass truth values from one instruction to another in this way.
static void fold_truth(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    uint64_t literal, chosen[2];
    if (op->kind != MICRO_SETP || op->combine != 0 || op->d2 != VALUE_NONE ||
        (op->function != LANE_SETP_NE_32 && op->function != LANE_SETP_EQ_32) ||
        !value_literal(fold->unit->lowering, op->b, &literal)) {
        return;
    }
    const Op *choice = literal_choice(fold, op->a, at, chosen);
    bool is_equal_wanted = op->function == LANE_SETP_EQ_32;
    if (choice == NULL || (chosen[0] == literal) == (chosen[1] == literal)) {
        return;
    }
    bool is_same = (chosen[0] == literal) == is_equal_wanted;
    op->kind = MICRO_LANE;
    op->function = is_same ? LANE_MOV_PRED : LANE_NOT_PRED;
    op->a = choice->c;
    op->b = VALUE_NONE;
    fold->is_changed = true;
}

// (p ? 1 : 0) * 2 is p ? 2 : 0.
static void fold_choice(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    Lowering *lowering = fold->unit->lowering;
    uint64_t literal, chosen[2], results[2];
    if (op->kind != MICRO_LANE || op->b == VALUE_NONE || op->c != VALUE_NONE ||
        value_class(fold->unit, op->d) != VALUE_32 || !value_literal(lowering, op->b, &literal) ||
        value_is_constant(op->a) || fold->definitions.reads[op->a] != 1) {
        return;
    }
    const Op *choice = literal_choice(fold, op->a, at, chosen);
    if (choice == NULL || !evaluate(op->function, chosen[0], literal, &results[0]) ||
        !evaluate(op->function, chosen[1], literal, &results[1])) {
        return;
    }
    op->function = LANE_SELP_32;
    op->a = literal_32(lowering, (uint32_t)results[0]);
    op->b = literal_32(lowering, (uint32_t)results[1]);
    op->c = choice->c;
    op->flags &= MICRO_GUARD_NEGATED;
    fold->is_changed = true;
}

// The bits that a load of unsigned bytes or half-words can set, even if it is read as a 16-bit
// register.
static uint32_t loaded_bits(const Fold *fold, Value value, uint32_t at)
{
    const Op *op = definition_of(&fold->definitions, value, at);
    if (op != NULL && op->kind == MICRO_LANE && op->function == LANE_CVT_U32_U16) {
        op = definition_of(&fold->definitions, op->a, at);
    }
    bool is_unsigned_load =
        op != NULL && op->kind == MICRO_LOAD && op->vector == 1 && (op->flags & MICRO_SIGNED) == 0;
    uint32_t bits = is_unsigned_load ? ptx_type_bits((PtxType)op->type) : 32;
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

// x + 0, x * 1, and x & m where m covers all bits that x can have.
static void fold_neutral(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    uint64_t literal;
    Value x;
    if (op_is_add_literal(fold->unit->lowering, op, &x, &literal) && literal == 0) {
        become_copy(fold, op, x);
    } else if (op->kind == MICRO_LANE &&
               (op->function == LANE_MUL_LO_32 || op->function == LANE_MUL_LO_64) &&
               value_literal(fold->unit->lowering, op->b, &literal) && literal == 1) {
        become_copy(fold, op, op->a);
    } else if (op->kind == MICRO_LANE && op->function == LANE_AND_32 &&
               value_literal(fold->unit->lowering, op->b, &literal) &&
               (loaded_bits(fold, op->a, at) & ~(uint32_t)literal) == 0) {
        become_copy(fold, op, op->a);
    }
}

// p op true, p op false
static void fold_predicates(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    uint64_t literal;
    if (op->kind != MICRO_LANE || (op->function != LANE_XOR_PRED && op->function != LANE_AND_PRED &&
                                   op->function != LANE_OR_PRED)) {
        return;
    }
    if (value_literal(fold->unit->lowering, op->a, &literal)) {
        Value other = op->b;
        op->b = op->a;
        op->a = other;
    }
    if (!value_literal(fold->unit->lowering, op->b, &literal)) {
        return;
    }
    if (op->function == LANE_XOR_PRED) {
        op->function = literal != 0 ? LANE_NOT_PRED : LANE_MOV_PRED;
    } else {
        bool is_other = (op->function == LANE_AND_PRED) == (literal != 0);
        op->function = LANE_MOV_PRED;
        op->a = is_other ? op->a : op->b;
    }
    op->b = VALUE_NONE;
    fold->is_changed = true;
}

// A guard that is !p, or already known.
static void fold_guard(Fold *fold, uint32_t at)
{
    Op *op = &fold->unit->ops[at];
    uint64_t literal;
    if (op->guard == VALUE_NONE) {
        return;
    }
    if (value_literal(fold->unit->lowering, op->guard, &literal)) {
        bool runs = (literal != 0) != ((op->flags & MICRO_GUARD_NEGATED) != 0);
        op->guard = VALUE_NONE;
        op->flags &= (uint16_t)~MICRO_GUARD_NEGATED;
        op->kind = runs ? op->kind : OP_DEAD;
        fold->is_changed = true;
        return;
    }
    const Op *definition = definition_of(&fold->definitions, op->guard, at);
    if (definition != NULL && definition->kind == MICRO_LANE &&
        definition->function == LANE_NOT_PRED &&
        value_reaches(&fold->definitions, definition->a, definition, at)) {
        op->guard = definition->a;
        op->flags ^= MICRO_GUARD_NEGATED;
        fold->is_changed = true;
    }
}

// The literal that a register holds from here to the end of the block: one that other blocks write,
// too, has no single definition.
typedef struct Known {
    Value literal;
    uint32_t block; // + 1; else there is none
} Known;

static void note_results(const Unit *unit, Op *op, Known *known, uint32_t block)
{
    Value *values[OP_VALUES_MAX];
    uint64_t literal;
    uint32_t count = op_results(op, values);
    bool is_known = count == 1 && op_is_copy(op) && op->guard == VALUE_NONE &&
                    value_literal(unit->lowering, op->a, &literal);
    for (uint32_t i = 0; i < count; i++) {
        known[*values[i]] = (Known){op->a, is_known ? block + 1 : 0};
    }
}

static void fold_known_in_blocks(Fold *fold)
{
    Unit *unit = fold->unit;
    Known *known =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof *known);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t block = fold->definitions.flow->block_of_op[i];
        if (op->kind >= MICRO_KIND_COUNT) {
            continue;
        }
        if (op_is_copy(op) && value_is_register(op->a) && known[op->a].block == block + 1) {
            op->a = known[op->a].literal;
            fold->is_changed = true;
        }
        note_results(unit, op, known, block);
    }
}

static void fold_op(Fold *fold, uint32_t at)
{
    fold_copies(fold, at);
    fold_guard(fold, at);
    if (fold->unit->ops[at].kind < MICRO_KIND_COUNT) {
        fold_literals(fold, at);
        fold_known(fold, at);
        fold_truth(fold, at);
        fold_choice(fold, at);
        fold_predicates(fold, at);
        fold_sum(fold, at);
        fold_neutral(fold, at);
        fold_address(fold, at);
    }
}

void unit_fold(Unit *unit)
{
    Fold fold = {.unit = unit, .is_changed = true};
    for (int round = 0; round < ROUNDS_MAX && fold.is_changed; round++) {
        fold.is_changed = false;
        fold.definitions = definitions_build(unit);
        fold_known_in_blocks(&fold);
        for (uint32_t i = 0; i < unit->op_count; i++) {
            fold_op(&fold, i);
        }
        fold.definitions = definitions_build(unit);
        definitions_remove_dead(&fold.definitions);
    }
}
