// SPDX-License-Identifier: Apache-2.0
// 64-bit values of which the machine keeps 32 bits: addresses of local and constant memory, which
// PTX computes at full width, and what is cut to 32 bits later (addresses of shared memory, fields
// of matrix descriptors). ptxas drops the upper words (deviations_indexed in traces/h200/sass;
// traces/h200/probes/descriptors.sass), and a load of constants adds the place of its variable,
// which ptxas knows: LDC R5, c[0x3][R5] (read_indexed in traces/h200/sass/constant.sass).
#include "isa/base/bits.h"
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"

// Ops whose lower result word depends only on lower words.
static bool keeps_words_apart(const Op *op)
{
    return op->kind == MICRO_LANE && (op->function == LANE_MOV_64 || op->function == LANE_ADD_64 ||
                                      op->function == LANE_SUB_64 || op->function == LANE_AND_64 ||
                                      op->function == LANE_SHL_64);
}

// x & m, where m has no upper word.
static bool cuts_to_word(const Lowering *lowering, const Op *op)
{
    uint64_t mask;
    return op->kind == MICRO_LANE && op->function == LANE_AND_64 &&
           value_literal(lowering, op->b, &mask) && mask <= UINT32_MAX;
}

static bool multiplies_wide(const Op *op)
{
    return op->kind == MICRO_LANE &&
           (op->function == LANE_MAD_WIDE_U32 || op->function == LANE_MAD_WIDE_S32);
}

static bool reads_lower_word(const Lowering *lowering, const Op *op, const Value *source,
                             const bool *is_narrow)
{
    bool is_cut = op->kind == MICRO_LANE && op->function == LANE_CVT_U32_U64;
    if (is_cut || (cuts_to_word(lowering, op) && source == &op->a)) {
        return true;
    }
    bool is_memory = op->kind == MICRO_LOAD || op->kind == MICRO_STORE;
    if (is_memory && (op->space == PTX_SPACE_LOCAL || op->space == PTX_SPACE_CONST)) {
        return source == &op->a;
    }
    return (keeps_words_apart(op) || multiplies_wide(op)) && is_narrow[op->d];
}

static bool extends_word(const Op *op)
{
    return op->kind == MICRO_LANE &&
           (op->function == LANE_CVT_U64_U32 || op->function == LANE_CVT_U64_S32);
}

// A variable's place plus something that needs no instruction of its own.
static bool only_adds_place(const Unit *unit, const Op *op)
{
    const Lowering *lowering = unit->lowering;
    uint64_t factor;
    if (multiplies_wide(op)) {
        return value_is_constant_place(lowering, op->c) &&
               value_literal(lowering, op->b, &factor) && factor == 1;
    }
    return op->kind == MICRO_LANE && op->function == LANE_ADD_64 &&
           (value_is_constant_place(lowering, op->a) || value_is_constant_place(lowering, op->b));
}

// The registers that only loads of constants read, as addresses.
static bool *find_constant_addresses(Unit *unit)
{
    bool *is_address = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->register_count; i++) {
        is_address[i] = true;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool is_load = op->kind == MICRO_LOAD && op->space == PTX_SPACE_CONST;
        uint32_t count = op_sources(op, sources);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*sources[j]) && !(is_load && sources[j] == &op->a)) {
                is_address[*sources[j]] = false;
            }
        }
    }
    return is_address;
}

// x + l or x - l, where l has no lower word.
static bool changes_upper_word(const Lowering *lowering, const Op *op)
{
    uint64_t literal;
    return op->kind == MICRO_LANE && (op->function == LANE_ADD_64 || op->function == LANE_SUB_64) &&
           value_literal(lowering, op->b, &literal) && (uint32_t)literal == 0;
}

static void drop_upper_words(Unit *unit, const bool *is_narrow)
{
    const bool *is_address = find_constant_addresses(unit);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool has_halves = keeps_words_apart(op) || multiplies_wide(op);
        if (has_halves && is_narrow[op->d] && op->issues > 1) {
            op->issues = 1;
        }
        if (((extends_word(op) || changes_upper_word(unit->lowering, op)) && is_narrow[op->d]) ||
            (only_adds_place(unit, op) && is_address[op->d])) {
            op->issues = 0;
        }
    }
}

static bool has_no_upper_word(const Lowering *lowering, const Op *op, const bool *is_word)
{
    if (op->kind != MICRO_LANE) {
        return false;
    }
    return cuts_to_word(lowering, op) || op->function == LANE_CVT_U64_U32 ||
           (op->function == LANE_SHR_U64 && value_is_register(op->a) && is_word[op->a]);
}

// Registers of 64 bits whose upper word is always zero.
static bool *find_words(Unit *unit)
{
    bool *is_word = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *results[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        if (op->kind == MICRO_LANE && value_is_register(op->d)) {
            is_word[op->d] = value_class(unit, op->d) == VALUE_64;
        }
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < unit->op_count; i++) {
            Op *op = &unit->ops[i];
            uint32_t count = op_results(op, results);
            bool is_one = has_no_upper_word(unit->lowering, op, is_word);
            for (uint32_t j = 0; j < count && !is_one; j++) {
                is_changed |= is_word[*results[j]];
                is_word[*results[j]] = false;
            }
        }
    }
    return is_word;
}

static bool multiplies_long(const Op *op)
{
    return op->kind == MICRO_LANE &&
           (op->function == LANE_MUL_LO_64 || op->function == LANE_MAD_LO_64);
}

// Earlier generations have no product of whole words.
#define WORD_PRODUCTS_SINCE 70u

static void multiply_words(Unit *unit, const bool *is_word)
{
    uint64_t literal;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool is_a = multiplies_long(op) && value_is_register(op->a) && is_word[op->a];
        bool is_b = multiplies_long(op) && value_is_register(op->b) && is_word[op->b];
        if (!is_a && !is_b) {
            continue;
        }
        Value other = is_a ? op->b : op->a;
        if (!value_literal(unit->lowering, other, &literal)) {
            cost_word_product(unit, op, other);
        }
    }
}

// bfi.b64 of 32 bits at bit 32: the words of a pair, for which no instruction is needed.
static bool joins_words(const Lowering *lowering, const Op *op)
{
    uint64_t place, length;
    return op->kind == MICRO_LANE4 && op->function == LANE4_BFI_64 &&
           value_literal(lowering, op->c, &place) && value_literal(lowering, op->e, &length) &&
           place == 32 && length == 32;
}

// Whether the reader takes the words of the source each for itself: RZ is then the upper one.
static bool takes_words_apart(const Lowering *lowering, const Op *op, const Value *source)
{
    uint64_t literal;
    if (op->kind != MICRO_LANE) {
        return op->kind == MICRO_SETP || joins_words(lowering, op);
    }
    switch (op->function) {
    case LANE_ADD_64:
    case LANE_SUB_64:
    case LANE_SHL_64:
    case LANE_SHR_U64:
    case LANE_AND_64:
    case LANE_OR_64:
    case LANE_XOR_64:
    case LANE_CVT_U32_U64:
    case LANE_MUL_LO_64: return true;
    case LANE_MAD_LO_64: // the addend of a product is a pair, that of a shift is not
        return source != &op->c ||
               (value_literal(lowering, op->b, &literal) && bits_is_power_of_two(literal));
    default: return false;
    }
}

// Extensions whose readers all take RZ for the upper word, and joined words.
static void drop_extensions(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    bool *is_read = arena_alloc(arena, unit->register_count + 1);
    bool *is_pair = arena_alloc(arena, unit->register_count + 1);
    const uint32_t *writes = unit_writes(unit, unit->ops, 0, unit->op_count);
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t count = op_sources(op, sources);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*sources[j])) {
                bool is_apart = takes_words_apart(unit->lowering, op, sources[j]);
                is_read[*sources[j]] = true;
                is_pair[*sources[j]] = is_pair[*sources[j]] || !is_apart;
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        bool is_extension = op->kind == MICRO_LANE && op->function == LANE_CVT_U64_U32 &&
                            op->guard == VALUE_NONE && writes[op->d] == 1;
        if (is_extension && is_read[op->d] && !is_pair[op->d]) {
            op->issues = 0;
        } else if (joins_words(unit->lowering, op)) {
            op->issues = value_is_constant(op->a) || value_is_constant(op->b);
        }
    }
}

static void shift_words(Unit *unit, const bool *is_word)
{
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint64_t places;
        if (op->kind == MICRO_LANE && op->function == LANE_SHR_U64 && value_is_register(op->a) &&
            is_word[op->a] && value_literal(unit->lowering, op->b, &places) && op->issues > 1) {
            op->issues = 1;
        }
    }
}

void unit_narrow(Unit *unit)
{
    bool *is_narrow = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->register_count; i++) {
        is_narrow[i] = unit->registers[i].value_class == VALUE_64;
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = unit->op_count; i-- > 0;) {
            Op *op = &unit->ops[i];
            uint32_t count = op_sources(op, sources);
            for (uint32_t j = 0; j < count; j++) {
                Value value = *sources[j];
                if (!value_is_constant(value) && is_narrow[value] &&
                    !reads_lower_word(unit->lowering, op, sources[j], is_narrow)) {
                    is_narrow[value] = false;
                    is_changed = true;
                }
            }
        }
    }
    drop_upper_words(unit, is_narrow);
    const bool *is_word = find_words(unit);
    shift_words(unit, is_word);
    if (unit->lowering->target.compute_capability >= WORD_PRODUCTS_SINCE) {
        multiply_words(unit, is_word);
        drop_extensions(unit);
    }
}
