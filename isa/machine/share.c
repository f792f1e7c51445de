// SPDX-License-Identifier: Apache-2.0
// Sums that differ by a literal share what they have in common: after y = x + 16, the sum a * b + y
// is a * b + x, which is there already, + 16. The literal then moves into addresses (fold.c). So
// ptxas keeps one pointer for all rounds of an unrolled loop (LDG [R12], [R12+0x10], ... of mm_row
// in traces/h200/probes/products.sass). The same holds of 32-bit addresses, where a product with a
// literal can be taken apart too: (x + 16) * 80 + y is x * 80 + y, + 1280. So ptxas reads all rows
// of a tile from one register (LDSM [R87], [R87+0x500] in traces/h200/probes/tile_rows.sass).
// Within a block.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#include <string.h>

// The number of ops that are searched backwards for the other sum.
#define SHARE_WINDOW 256

// A sum as its addend `base` and its other operands, + `literal`.
typedef struct Sum {
    const Op *op;
    Value factors[2]; // of a product; [1]: VALUE_NONE for a plain addend
    Value base;
    uint64_t literal;
} Sum;

typedef struct Share {
    Definitions definitions;
    bool *is_address; // [register]: only addresses of 32 bits are computed from it
} Share;

static bool is_product_of_32(const Lowering *lowering, const Op *op, uint64_t *factor)
{
    return op->kind == MICRO_LANE && op->function == LANE_MAD_LO_32 && value_is_register(op->a) &&
           value_literal(lowering, op->b, factor);
}

// Whether it is a sum of values that are known only when it runs.
static bool is_sum(const Share *share, const Op *op)
{
    const Lowering *lowering = share->definitions.unit->lowering;
    uint64_t literal;
    Value x;
    if (op->kind != MICRO_LANE || op->guard != VALUE_NONE) {
        return false;
    }
    return op->function == LANE_MAD_WIDE_S32 || op->function == LANE_MAD_WIDE_U32 ||
           (op->function == LANE_ADD_64 && !op_is_add_literal(lowering, op, &x, &literal)) ||
           (is_product_of_32(lowering, op, &literal) && share->is_address[op->d]);
}

// Whether the source is read as an address, or for a sum of which only addresses are made.
static bool is_read_for_address(const Share *share, const Op *op, const Value *source)
{
    bool is_sum_of_32 =
        op->kind == MICRO_LANE && (op->function == LANE_MAD_LO_32 || op->function == LANE_ADD_32);
    bool has_address = op_has_trait(op, TRAIT_OFFSET) && (op->flags & MICRO_WIDE_ADDRESS) == 0;
    return is_sum_of_32 ? source != &op->guard && share->is_address[op->d]
                        : has_address && source == &op->a;
}

// Until nothing changes, since loops carry values back.
static void find_addresses(Share *share)
{
    Unit *unit = share->definitions.unit;
    Value *sources[OP_VALUES_MAX];
    bool is_changed = true;
    memset(share->is_address, true, unit->register_count + 1);
    while (is_changed) {
        is_changed = false;
        for (uint32_t i = unit->op_count; i-- > 0;) {
            uint32_t count = op_sources(&unit->ops[i], sources);
            for (uint32_t k = 0; k < count; k++) {
                if (value_is_register(*sources[k]) && share->is_address[*sources[k]] &&
                    !is_read_for_address(share, &unit->ops[i], sources[k])) {
                    share->is_address[*sources[k]] = false;
                    is_changed = true;
                }
            }
        }
    }
}

// x, if `value` is x + literal for a reader at `at`, else `value` itself.
static Value base_of(const Definitions *definitions, Value value, uint32_t at, uint64_t *literal)
{
    const Op *op = definition_of(definitions, value, at);
    Value x;
    if (op != NULL && op_is_add_literal(definitions->unit->lowering, op, &x, literal) &&
        value_reaches(definitions, x, op, at)) {
        return x;
    }
    *literal = 0;
    return value;
}

static Sum sum_at(const Definitions *definitions, uint32_t at, bool is_first_base)
{
    const Op *op = &definitions->unit->ops[at];
    bool is_product = op->function != LANE_ADD_64;
    Sum sum = {.op = op, .factors = {VALUE_NONE, VALUE_NONE}};
    Value addend = is_product ? op->c : is_first_base ? op->a : op->b;
    uint64_t factor, within;
    sum.factors[0] = is_product || !is_first_base ? op->a : op->b;
    sum.factors[1] = is_product ? op->b : VALUE_NONE;
    sum.base = base_of(definitions, addend, at, &sum.literal);
    if (is_product_of_32(definitions->unit->lowering, op, &factor)) {
        sum.factors[0] = base_of(definitions, op->a, at, &within);
        sum.literal += within * factor;
    }
    return sum;
}

// Whether the earlier sum is the later one but for the literal.
static bool is_shared(const Definitions *definitions, const Sum *earlier, const Sum *later,
                      uint32_t at)
{
    return earlier->op->function == later->op->function && earlier->base == later->base &&
           earlier->factors[0] == later->factors[0] && earlier->factors[1] == later->factors[1] &&
           value_reaches(definitions, earlier->base, earlier->op, at) &&
           value_reaches(definitions, earlier->factors[0], earlier->op, at) &&
           value_reaches(definitions, earlier->factors[1], earlier->op, at) &&
           definition_of(definitions, earlier->op->d, at) == earlier->op;
}

static void become_sum(Unit *unit, Op *op, Value base, uint64_t literal)
{
    bool is_32 = op->function == LANE_MAD_LO_32;
    op->function = is_32 ? LANE_ADD_32 : LANE_ADD_64;
    op->a = base;
    op->b =
        is_32 ? literal_32(unit->lowering, (uint32_t)literal) : literal_64(unit->lowering, literal);
    op->c = VALUE_NONE;
}

static bool share_at(const Share *share, uint32_t at, bool is_first_base)
{
    const Definitions *definitions = &share->definitions;
    Unit *unit = definitions->unit;
    Sum later = sum_at(definitions, at, is_first_base);
    uint32_t block = definitions->flow->block_of_op[at];
    for (uint32_t back = 1; back <= at && back <= SHARE_WINDOW; back++) {
        uint32_t from = at - back;
        if (definitions->flow->block_of_op[from] != block) {
            return false;
        }
        if (!is_sum(share, &unit->ops[from])) {
            continue;
        }
        Sum earlier = sum_at(definitions, from, is_first_base);
        if (is_shared(definitions, &earlier, &later, at)) {
            become_sum(unit, &unit->ops[at], earlier.op->d, later.literal - earlier.literal);
            return true;
        }
    }
    return false;
}

void unit_share(Unit *unit)
{
    Share share = {.definitions = definitions_build(unit),
                   .is_address = arena_alloc(&unit->lowering->scratch, unit->register_count + 1)};
    find_addresses(&share);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (is_sum(&share, &unit->ops[i]) && !share_at(&share, i, false) &&
            unit->ops[i].function == LANE_ADD_64) {
            share_at(&share, i, true); // the other operand as its base
        }
    }
}
