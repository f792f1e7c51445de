// SPDX-License-Identifier: Apache-2.0
// Which operations are links of a chain, and which may join it.
#include "isa/cuda/optimize/sink_chain.h"

Group chain_group(const Chain *chain, Tuple tuple)
{
    return (Group){.members = tuple.members,
                   .from = chain->ways->from,
                   .count = chain->ways->count,
                   .depth = chain->ways->depth};
}

Tuple chain_operands(Chain *chain, Tuple link, uint32_t operand)
{
    uint32_t count = chain->ways->count;
    Tuple tuple = {arena_alloc(&chain->arena, count * sizeof(IrInstruction *))};
    for (uint32_t i = 0; i < count; i++) {
        tuple.members[i] = ir_operand(link.members[i], operand);
    }
    return tuple;
}

bool chain_are_same(const Chain *chain, Tuple a, Tuple b)
{
    for (uint32_t i = 0; i < chain->ways->count; i++) {
        if (!rewrite_same(a.members[i], b.members[i])) {
            return false;
        }
    }
    return true;
}

uint32_t chain_find_link(const Chain *chain, Tuple tuple)
{
    uint32_t at = 0;
    while (at < chain->link_count && !chain_are_same(chain, chain->links[at], tuple)) {
        at++;
    }
    return at;
}

bool chain_has(const Chain *chain, const IrInstruction *at, uint32_t way)
{
    for (uint32_t i = 0; i < chain->link_count; i++) {
        if (chain->links[i].members[way] == at) {
            return true;
        }
    }
    return false;
}

// ---- which operations join

bool chain_is_one_value(const Chain *chain, Tuple tuple)
{
    for (uint32_t i = 1; i < chain->ways->count; i++) {
        if (!rewrite_same(tuple.members[0], tuple.members[i])) {
            return false;
        }
    }
    return true;
}

bool chain_is_on_its_way(const Chain *chain, Tuple tuple)
{
    for (uint32_t i = 0; i < chain->ways->count; i++) {
        if (tuple.members[i]->block != chain->ways->from[i]) {
            return false;
        }
    }
    return true;
}

static bool has_common_member(const Chain *chain, Tuple a, Tuple b)
{
    for (uint32_t way = 0; way < chain->ways->count; way++) {
        if (a.members[way] == b.members[way]) {
            return true;
        }
    }
    return false;
}

// Each use is the same operand of the same link on all ways.
static bool is_used_by_links_alone(Chain *chain, Tuple tuple)
{
    uint32_t uses = 0;
    for (uint32_t i = 0; i < chain->link_count; i++) {
        for (uint32_t k = 0; k < chain->links[i].members[0]->operand_count; k++) {
            Tuple operand = chain_operands(chain, chain->links[i], k);
            if (chain_are_same(chain, operand, tuple)) {
                uses++;
            } else if (has_common_member(chain, operand, tuple)) {
                return false;
            }
        }
    }
    for (uint32_t way = 0; way < chain->ways->count; way++) {
        if (tuple.members[way]->use_count != uses) {
            return false;
        }
    }
    return true;
}

// Nothing but the chain comes after the loads.
static bool are_last(const Chain *chain, Tuple tuple)
{
    for (uint32_t way = 0; way < chain->ways->count; way++) {
        const IrInstruction *last = chain->ways->from[way]->last;
        for (const IrInstruction *at = tuple.members[way]->next; at != last; at = at->next) {
            bool is_unused = at->use_count == 0 && !ir_has_effect(at);
            if (!is_unused && !chain_has(chain, at, way)) {
                return false;
            }
        }
    }
    return true;
}

static bool have_one_base(const Chain *chain, Tuple addresses)
{
    const IrInstruction *first = addresses.members[0];
    for (uint32_t i = 0; i < chain->ways->count; i++) {
        const IrInstruction *address = addresses.members[i];
        if (address->op != IR_INDEX || address->operand_count != 2 ||
            !rewrite_same_value(ir_operand(first, 0), ir_operand(address, 0), 2)) {
            return false;
        }
    }
    return true;
}

bool chain_are_loads(Chain *chain, Tuple tuple)
{
    Tuple addresses = chain_operands(chain, tuple, 0);
    bool is_one = chain_is_one_value(chain, addresses);
    for (uint32_t i = 0; i < chain->ways->count; i++) {
        const IrInstruction *at = tuple.members[i], *address = addresses.members[i];
        if (at->op != IR_LOAD || at->vector > 1 || at->element != 0 ||
            address->space == IR_SPACE_LOCAL || address->space == IR_SPACE_PARAMETER ||
            (address->op == IR_SYMBOL && !is_one)) {
            return false;
        }
    }
    return are_last(chain, tuple) && (is_one || !chain->is_new || have_one_base(chain, addresses));
}

bool chain_is_free(Chain *chain, Tuple link, uint32_t operand)
{
    Group group = chain_group(chain, link);
    if (chain_is_one_value(chain, chain_operands(chain, link, operand))) {
        return true;
    }
    for (uint32_t way = 0; way < chain->ways->count; way++) {
        if (!sink_is_computed_before(ir_operand(link.members[way], operand),
                                     chain->ways->from[way])) {
            return false;
        }
    }
    return sink_is_common(&group, operand);
}

bool chain_are_stores(Chain *chain, Tuple tuple)
{
    return tuple.members[0]->op == IR_STORE && tuple.members[0]->operand_count == 2 &&
           (chain_is_free(chain, tuple, 0) ||
            have_one_base(chain, chain_operands(chain, tuple, 0)));
}

static bool may_join(Chain *chain, Tuple tuple)
{
    Group group = chain_group(chain, tuple);
    const IrInstruction *first = tuple.members[0];
    if (!chain_is_on_its_way(chain, tuple) || first->operand_count == 0 || first->op == IR_PHI ||
        first->op == IR_RESULT || !(ir_is_pure(first) || first->op == IR_LOAD) ||
        !(sink_have_equal_form(&group) || sink_index_alike(&group)) ||
        !is_used_by_links_alone(chain, tuple)) {
        return false;
    }
    return first->op != IR_LOAD || chain_are_loads(chain, tuple);
}

void chain_add_link(Chain *chain, Tuple tuple)
{
    Group group = chain_group(chain, tuple);
    if (chain->link_count == LINKS_MAX) {
        chain->is_full = true;
        return;
    }
    sink_turn_operands(&group);
    chain->links[chain->link_count++] = tuple;
}

// Whether an operand of a link became a link.
static bool extend_once(Chain *chain)
{
    for (uint32_t i = 0; i < chain->link_count; i++) {
        for (uint32_t k = 0; k < chain->links[i].members[0]->operand_count; k++) {
            Tuple tuple = chain_operands(chain, chain->links[i], k);
            if (chain_find_link(chain, tuple) == chain->link_count && may_join(chain, tuple)) {
                chain_add_link(chain, tuple);
                return !chain->is_full;
            }
        }
    }
    return false;
}

void chain_extend(Chain *chain)
{
    while (extend_once(chain)) {
    }
}

// What the way ends with before the chain.
static IrInstruction *last_before(const Chain *chain, uint32_t way)
{
    IrInstruction *at = chain->ways->from[way]->last->previous;
    while (at != NULL &&
           (chain_has(chain, at, way) || (at->use_count == 0 && !ir_has_effect(at)))) {
        at = at->previous;
    }
    return at;
}

bool chain_extend_stores(Chain *chain)
{
    uint32_t count = chain->ways->count;
    Tuple tuple = {arena_alloc(&chain->arena, count * sizeof(IrInstruction *))};
    for (uint32_t way = 0; way < count; way++) {
        tuple.members[way] = last_before(chain, way);
        if (tuple.members[way] == NULL || tuple.members[way]->op != IR_STORE) {
            return false;
        }
    }
    Group group = chain_group(chain, tuple);
    if (!sink_have_equal_form(&group) || !chain_are_stores(chain, tuple)) {
        return false;
    }
    chain_add_link(chain, tuple);
    chain->store_count++;
    chain_extend(chain);
    return !chain->is_full;
}

static uint32_t next_access(const Chain *chain, uint32_t way, const IrInstruction **at)
{
    for (; *at != NULL; *at = (*at)->next) {
        for (uint32_t i = 0; i < chain->link_count; i++) {
            if (chain->links[i].members[way] == *at && !ir_is_pure(*at)) {
                *at = (*at)->next;
                return i;
            }
        }
    }
    return chain->link_count;
}

bool chain_is_in_order(const Chain *chain)
{
    for (uint32_t way = 1; chain->store_count > 1 && way < chain->ways->count; way++) {
        const IrInstruction *first = chain->ways->from[0]->first;
        const IrInstruction *at = chain->ways->from[way]->first;
        uint32_t link;
        do {
            link = next_access(chain, 0, &first);
            if (next_access(chain, way, &at) != link) {
                return false;
            }
        } while (link < chain->link_count);
    }
    return true;
}
