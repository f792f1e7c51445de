// SPDX-License-Identifier: Apache-2.0
// Contraction: multiply and add become one fma, rounded once, if the PTX leaves rounding open (no
// modifier on either). The rules are those of ptxas 13.0 on sm_90, found by experiment. Every read
// of the product must be such an add or sub, in the same basic block and with the same .ftz; then
// every one becomes an fma, even if there are several. If two products meet in one add, the first
// operand's product is fused.
#include "isa/machine/definitions.h"
#include "isa/machine/pass.h"

typedef struct Family {
    uint16_t mul, add, sub, neg, fma;
    uint16_t fms, fnma; // a b - c, c - a b
} Family;

#define FAMILY(type)                                                                               \
    {                                                                                              \
        LANE_MUL_##type, LANE_ADD_##type, LANE_SUB_##type, LANE_NEG_##type, LANE_FMA_##type,       \
            LANE_FMS_##type, LANE_FNMA_##type                                                      \
    }

static const Family families[] = {FAMILY(F32),  FAMILY(F64),   FAMILY(F16),
                                  FAMILY(BF16), FAMILY(F16X2), FAMILY(BF16X2)};

typedef struct Contract {
    Unit *unit;
    Definitions definitions;
    uint8_t *is_candidate; // [op]: a multiplication that may still be fused into every reader
    uint32_t *fused_reads; // [register]: adds that chose to fuse this product
} Contract;

static const Family *family_of_sum(const Op *op)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (op->kind == MICRO_LANE && op->may_contract &&
            (op->function == families[i].add || op->function == families[i].sub)) {
            return &families[i];
        }
    }
    return NULL;
}

static bool is_product(const Op *op, const Family *family)
{
    return op != NULL && op->kind == MICRO_LANE && op->may_contract &&
           op->function == family->mul && (op->flags & MICRO_SAT) == 0;
}

// The multiplication that makes an operand of the sum at `at`, if the two may be fused; else NULL.
static Op *product_behind(const Contract *contract, const Family *family, Value value, uint32_t at)
{
    const Unit *unit = contract->unit;
    const Flow *flow = contract->definitions.flow;
    Op *product = definition_of(&contract->definitions, value, at);
    if (!is_product(product, family)) {
        return NULL;
    }
    uint32_t place = (uint32_t)(product - unit->ops);
    bool is_same_ftz = ((product->flags ^ unit->ops[at].flags) & MICRO_FTZ) == 0;
    return contract->is_candidate[place] && is_same_ftz &&
                   flow->block_of_op[place] == flow->block_of_op[at] &&
                   value_reaches(&contract->definitions, product->a, product, at) &&
                   value_reaches(&contract->definitions, product->b, product, at)
               ? product
               : NULL;
}

// The operand whose product the sum fuses: 0 or 1; 2: none. Twice the same product is no fma.
static int chosen_operand(const Contract *contract, const Family *family, uint32_t at)
{
    const Op *op = &contract->unit->ops[at];
    if (op->a == op->b) {
        return 2;
    }
    if (product_behind(contract, family, op->a, at) != NULL) {
        return 0;
    }
    return product_behind(contract, family, op->b, at) != NULL ? 1 : 2;
}

static void count_fused_reads(Contract *contract)
{
    Unit *unit = contract->unit;
    for (uint32_t i = 0; i < unit->register_count; i++) {
        contract->fused_reads[i] = 0;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        const Family *family = family_of_sum(op);
        int chosen = family == NULL ? 2 : chosen_operand(contract, family, i);
        if (chosen < 2) {
            contract->fused_reads[chosen == 0 ? op->a : op->b]++;
        }
    }
}

// Drops products with a read that fuses nothing. Other products may be fused instead.
static void settle_candidates(Contract *contract)
{
    Unit *unit = contract->unit;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        contract->is_candidate[i] = unit->ops[i].kind == MICRO_LANE && unit->ops[i].may_contract;
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        count_fused_reads(contract);
        for (uint32_t i = 0; i < unit->op_count; i++) {
            const Op *op = &unit->ops[i];
            if (contract->is_candidate[i] && op->d != VALUE_NONE &&
                contract->fused_reads[op->d] != contract->definitions.reads[op->d]) {
                contract->is_candidate[i] = 0;
                is_changed = true;
            }
        }
    }
}

static void fuse(Contract *contract, const Family *family, uint32_t at, int chosen)
{
    Op *op = &contract->unit->ops[at];
    const Op *product = product_behind(contract, family, chosen == 0 ? op->a : op->b, at);
    Value other = chosen == 0 ? op->b : op->a;
    bool is_sub = op->function == family->sub;
    op->function = !is_sub ? family->fma : chosen == 0 ? family->fms : family->fnma;
    op->a = product->a;
    op->b = product->b;
    op->c = other;
}

// Addition of -x is subtraction of x.
static void normalize(Contract *contract, uint32_t at)
{
    Op *op = &contract->unit->ops[at];
    const Family *family = family_of_sum(op);
    if (family == NULL || op->function != family->add) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        const Op *negation = definition_of(&contract->definitions, i == 0 ? op->b : op->a, at);
        if (negation != NULL && negation->kind == MICRO_LANE && negation->function == family->neg &&
            negation->flags == 0 &&
            value_reaches(&contract->definitions, negation->a, negation, at)) {
            op->a = i == 0 ? op->a : op->b;
            op->b = negation->a;
            op->function = family->sub;
            return;
        }
    }
}

void unit_contract(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    if (unit->lowering->target.is_contraction_off) {
        return;
    }
    Contract contract = {.unit = unit,
                         .definitions = definitions_build(unit),
                         .is_candidate = arena_alloc(arena, unit->op_count + 1),
                         .fused_reads =
                             arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t))};
    for (uint32_t i = 0; i < unit->op_count; i++) {
        normalize(&contract, i);
    }
    contract.definitions = definitions_build(unit);
    definitions_remove_dead(&contract.definitions);
    contract.definitions = definitions_build(unit);
    settle_candidates(&contract);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Family *family = family_of_sum(&unit->ops[i]);
        int chosen = family == NULL ? 2 : chosen_operand(&contract, family, i);
        if (chosen < 2) {
            fuse(&contract, family, i, chosen);
        }
    }
    contract.definitions = definitions_build(unit);
    definitions_remove_dead(&contract.definitions);
}
