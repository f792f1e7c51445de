// SPDX-License-Identifier: Apache-2.0
// Contraction: multiply and add become one fma, rounded once, if the PTX leaves rounding open (no
// modifier on either). The rules are those of ptxas 13.0 on sm_90, found by experiment and held by
// tests/cuda/random_sums.py. Sums are taken in their order. A sum takes the product that is its
// first operand, else the one that is its second, if every read of that product is by a sum that is
// in the same segment and has the same .ftz, and takes this product too or none yet. Products with
// one read go first. A segment is a basic block, or the part of one before or after a division or
// root with a slow path: ptxas has expanded these into blocks by then. Negations are signs of
// operands.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#define NONE UINT32_MAX

typedef struct Family {
    uint16_t mul, add, sub, neg;
    uint16_t fused[2][2]; // [product is negated][other operand is negated]; 0: there is none
} Family;

#define FAMILY(type, fnms)                                                                         \
    {                                                                                              \
        LANE_MUL_##type, LANE_ADD_##type, LANE_SUB_##type, LANE_NEG_##type,                        \
        {                                                                                          \
            {LANE_FMA_##type, LANE_FMS_##type},                                                    \
            {                                                                                      \
                LANE_FNMA_##type, fnms                                                             \
            }                                                                                      \
        }                                                                                          \
    }

static const Family families[] = {
    FAMILY(F32, LANE_FNMS_F32), FAMILY(F64, LANE_FNMS_F64), FAMILY(F16, 0), FAMILY(BF16, 0),
    FAMILY(F16X2, 0),           FAMILY(BF16X2, 0),
};

typedef struct Read {
    uint32_t reader, next; // an op, and the next entry of the register's list; NONE
} Read;

typedef struct Contract {
    Unit *unit;
    Definitions definitions;
    bool is_sharing;    // products with several reads are taken now
    uint32_t *segment;  // [op]
    uint32_t *taken;    // [op]: the product that this sum takes
    uint32_t *reads_of; // [register]: its first entry in `reads`
    Read *reads;
} Contract;

// An operand of a sum without its negations.
typedef struct Term {
    Value value;
    bool is_negated;
} Term;

static bool is_lane(const Op *op, uint16_t function)
{
    return op->kind == MICRO_LANE && op->function == function;
}

static const Family *family_of_sum(const Op *op)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        const Family *family = &families[i];
        if (op->may_contract && (is_lane(op, family->add) || is_lane(op, family->sub))) {
            return family;
        }
    }
    return NULL;
}

static bool is_product(const Op *op, const Family *family)
{
    return is_lane(op, family->mul) && op->may_contract && (op->flags & MICRO_SAT) == 0;
}

static bool is_negation(const Op *op, const Family *family)
{
    return is_lane(op, family->neg) && op->flags == 0 && op->guard == VALUE_NONE;
}

static Term term_of(const Contract *contract, const Family *family, uint32_t at, uint32_t operand)
{
    const Op *op = &contract->unit->ops[at];
    Term term = {operand == 0 ? op->a : op->b, operand == 1 && op->function == family->sub};
    for (;;) {
        const Op *negation = definition_of(&contract->definitions, term.value, at);
        if (negation == NULL || !is_negation(negation, family) ||
            !value_reaches(&contract->definitions, negation->a, negation, at)) {
            return term;
        }
        term = (Term){negation->a, !term.is_negated};
    }
}

// Whether the sum could take the product: same segment, same .ftz, same factors.
static bool may_take(const Contract *contract, uint32_t sum, uint32_t product)
{
    const Op *ops = contract->unit->ops, *from = &ops[product];
    return contract->segment[sum] == contract->segment[product] &&
           ((from->flags ^ ops[sum].flags) & MICRO_FTZ) == 0 &&
           value_reaches(&contract->definitions, from->a, from, sum) &&
           value_reaches(&contract->definitions, from->b, from, sum);
}

// Whether every read of the value, which is the product or its negation, is by a sum that takes the
// product or may yet take it.
static bool is_only_summed(const Contract *contract, const Family *family, Value value,
                           uint32_t product)
{
    for (uint32_t i = contract->reads_of[value]; i != NONE; i = contract->reads[i].next) {
        uint32_t reader = contract->reads[i].reader;
        const Op *op = &contract->unit->ops[reader];
        if (contract->taken[reader] == product) {
            continue;
        }
        bool is_summed = is_negation(op, family)
                             ? is_only_summed(contract, family, op->d, product)
                             : contract->taken[reader] == NONE && op->a != op->b &&
                                   family_of_sum(op) == family &&
                                   may_take(contract, reader, product);
        if (!is_summed) {
            return false;
        }
    }
    return true;
}

// Before compute capability 2.0 the multiply-add has a sign for one operand only (legacy.c).
static bool can_fuse(const Contract *contract, const Family *family, bool is_product_negated,
                     bool is_other_negated)
{
    return family->fused[is_product_negated][is_other_negated] != 0 &&
           (!is_product_negated || !is_other_negated ||
            contract->unit->lowering->target.compute_capability >= 20);
}

// The product that the sum takes of this operand, or NONE.
static uint32_t product_behind(const Contract *contract, const Family *family, uint32_t at,
                               Term term, Term other)
{
    const Op *product = definition_of(&contract->definitions, term.value, at);
    if (product == NULL || !is_product(product, family) ||
        !can_fuse(contract, family, term.is_negated, other.is_negated)) {
        return NONE;
    }
    if (!contract->is_sharing && contract->definitions.reads[product->d] > 1) {
        return NONE;
    }
    uint32_t place = (uint32_t)(product - contract->unit->ops);
    return may_take(contract, at, place) && is_only_summed(contract, family, product->d, place)
               ? place
               : NONE;
}

static void fuse(Contract *contract, const Family *family, uint32_t at, const Term terms[2],
                 uint32_t operand)
{
    Op *op = &contract->unit->ops[at];
    const Op *product = &contract->unit->ops[contract->taken[at]];
    op->function = family->fused[terms[operand].is_negated][terms[1 - operand].is_negated];
    op->a = product->a;
    op->b = product->b;
    op->c = terms[1 - operand].value;
}

static void contract_sum(Contract *contract, const Family *family, uint32_t at)
{
    const Term terms[2] = {term_of(contract, family, at, 0), term_of(contract, family, at, 1)};
    if (terms[0].value == terms[1].value) {
        return; // twice a product is no fma
    }
    for (uint32_t operand = 0; operand < 2; operand++) {
        uint32_t product = product_behind(contract, family, at, terms[operand], terms[1 - operand]);
        if (product != NONE) {
            contract->taken[at] = product;
            fuse(contract, family, at, terms, operand);
            return;
        }
    }
}

static void contract_sums(Contract *contract)
{
    const Unit *unit = contract->unit;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Family *family = family_of_sum(&unit->ops[i]);
        if (family != NULL) {
            contract_sum(contract, family, i);
        }
    }
}

// Addition of -x is subtraction of x.
static void normalize(Contract *contract, const Family *family, uint32_t at)
{
    Op *op = &contract->unit->ops[at];
    Term a = term_of(contract, family, at, 0), b = term_of(contract, family, at, 1);
    if (a.is_negated && b.is_negated) {
        return;
    }
    op->function = a.is_negated || b.is_negated ? family->sub : family->add;
    op->a = a.is_negated ? b.value : a.value;
    op->b = a.is_negated ? a.value : b.value;
}

static void find_segments(Contract *contract)
{
    const Unit *unit = contract->unit;
    const Flow *flow = contract->definitions.flow;
    uint32_t segment = 0;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        segment += i > 0 && (flow->block_of_op[i] != flow->block_of_op[i - 1] ||
                             (unit->ops[i - 1].kind == MICRO_LANE && unit->ops[i - 1].has_paths));
        contract->segment[i] = segment;
    }
}

static void find_reads(Contract *contract)
{
    Unit *unit = contract->unit;
    Value *sources[OP_VALUES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i <= unit->register_count; i++) {
        contract->reads_of[i] = NONE;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t source_count = op_sources(&unit->ops[i], sources);
        for (uint32_t j = 0; j < source_count; j++) {
            if (value_is_register(*sources[j])) {
                contract->reads[count] = (Read){i, contract->reads_of[*sources[j]]};
                contract->reads_of[*sources[j]] = count++;
            }
        }
    }
}

void unit_contract(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    if (unit->lowering->target.is_contraction_off) {
        return;
    }
    size_t ops = unit->op_count + 1, registers = unit->register_count + 1;
    Contract contract = {.unit = unit,
                         .definitions = definitions_build(unit),
                         .segment = arena_alloc(arena, ops * sizeof(uint32_t)),
                         .taken = arena_alloc(arena, ops * sizeof(uint32_t)),
                         .reads_of = arena_alloc(arena, registers * sizeof(uint32_t)),
                         .reads = arena_alloc(arena, ops * OP_VALUES_MAX * sizeof(Read))};
    definitions_remove_dead(&contract.definitions);
    contract.definitions = definitions_build(unit);
    find_segments(&contract);
    find_reads(&contract);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        contract.taken[i] = NONE;
    }
    contract_sums(&contract);
    contract.is_sharing = true;
    contract_sums(&contract);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Family *family = family_of_sum(&unit->ops[i]);
        if (family != NULL) {
            normalize(&contract, family, i);
        }
    }
    contract.definitions = definitions_build(unit);
    definitions_remove_dead(&contract.definitions);
}
