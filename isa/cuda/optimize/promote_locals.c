// SPDX-License-Identifier: Apache-2.0
// Local memory to registers: locals that are only loaded and stored as a whole become values, with
// PHIs where they are live and definitions meet (pruned static single assignment by dominance
// frontiers). split_locals.c makes such locals out of aggregates.
#include "isa/cuda/optimize/promote.h"

#define BATCH 64u // locals promoted together: bounds the tables of values by block

typedef struct Candidate {
    IrInstruction *local;
    IrMemory memory; // the form all its values are kept in
    IrType type;
    IrSpace space; // of a pointer
} Candidate;

typedef struct Promotion {
    Arena arena;
    IrFunction *function;
    IrBlock **blocks; // by order
    uint32_t block_count;
    IrBlock ***frontiers; // by order: blocks where its dominance ends
    uint32_t *frontier_counts;
    Candidate candidates[BATCH];
    uint32_t candidate_count;
    uint64_t *defined, *exposed, *live; // by order: bit = candidate; exposed: read before written
    uint64_t *has_phi;
    IrInstruction **values; // [order * BATCH + candidate]: at the end of the block
} Promotion;

static IrMemory common_form(IrMemory memory)
{
    switch (ir_memory_bytes(memory)) {
    case 1: return IR_MEMORY_U8;
    case 2: return IR_MEMORY_U16;
    case 4: return IR_MEMORY_B32;
    default: return IR_MEMORY_B64;
    }
}

bool promote_candidate(const IrInstruction *local, IrMemory *memory)
{
    bool is_first = true;
    for (const IrUse *use = local->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        if ((user->op != IR_LOAD && user->op != IR_STORE) || rewrite_operand_index(use) != 0 ||
            user->is_volatile || user->vector > 1) {
            return false;
        }
        if (is_first) {
            *memory = user->memory;
            is_first = false;
        } else if (*memory != user->memory) {
            if (ir_memory_bytes(*memory) != ir_memory_bytes(user->memory)) {
                return false;
            }
            *memory = common_form(*memory);
        }
    }
    return !is_first;
}

static void find_frontiers(Promotion *promotion)
{
    uint32_t count = promotion->block_count;
    promotion->frontiers = arena_alloc(&promotion->arena, count * sizeof(IrBlock **));
    promotion->frontier_counts = arena_alloc(&promotion->arena, count * sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        IrBlock *block = promotion->blocks[i];
        for (uint32_t p = 0; block->predecessor_count > 1 && p < block->predecessor_count; p++) {
            for (IrBlock *at = block->predecessors[p]; at != NULL && at != block->dominator;
                 at = at->dominator) {
                uint32_t *found = &promotion->frontier_counts[at->order];
                if (*found > 0 && promotion->frontiers[at->order][*found - 1] == block) {
                    continue;
                }
                promotion->frontiers[at->order] =
                    arena_grow(&promotion->arena, (void *)promotion->frontiers[at->order], *found,
                               *found + 1, sizeof(IrBlock *));
                promotion->frontiers[at->order][(*found)++] = block;
            }
        }
    }
}

// Which candidate an access belongs to, or BATCH.
static uint32_t candidate_of(const Promotion *promotion, const IrInstruction *at)
{
    if ((at->op == IR_LOAD || at->op == IR_STORE) && ir_operand(at, 0)->op == IR_LOCAL) {
        uint32_t mark = ir_operand(at, 0)->mark;
        if (mark > 0 && mark <= promotion->candidate_count) {
            return mark - 1;
        }
    }
    return BATCH;
}

static void find_definitions(Promotion *promotion)
{
    for (uint32_t i = 0; i < promotion->block_count; i++) {
        promotion->defined[i] = promotion->exposed[i] = promotion->has_phi[i] = 0;
        for (IrInstruction *at = promotion->blocks[i]->first; at != NULL; at = at->next) {
            uint32_t candidate = candidate_of(promotion, at);
            if (candidate == BATCH) {
                continue;
            }
            uint64_t bit = UINT64_C(1) << candidate;
            if (at->op == IR_STORE) {
                promotion->defined[i] |= bit;
            } else if ((promotion->defined[i] & bit) == 0) {
                promotion->exposed[i] |= bit;
            }
        }
        promotion->live[i] = promotion->exposed[i];
    }
}

// live: at the head of a block.
static void find_live(Promotion *promotion)
{
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = promotion->block_count; i-- > 0;) {
            uint64_t out = 0;
            const IrInstruction *last = promotion->blocks[i]->last;
            for (uint32_t t = 0; t < last->target_count; t++) {
                out |= promotion->live[last->targets[t]->order];
            }
            uint64_t live = promotion->exposed[i] | (out & ~promotion->defined[i]);
            is_changed = is_changed || live != promotion->live[i];
            promotion->live[i] = live;
        }
    }
}

static void place_phis(Promotion *promotion)
{
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < promotion->block_count; i++) {
            uint64_t given = promotion->defined[i] | promotion->has_phi[i];
            for (uint32_t f = 0; f < promotion->frontier_counts[i]; f++) {
                uint32_t to = promotion->frontiers[i][f]->order;
                uint64_t wanted = given & promotion->live[to] & ~promotion->has_phi[to];
                if (wanted != 0) {
                    promotion->has_phi[to] |= wanted;
                    is_changed = true;
                }
            }
        }
    }
}

// What a store of `value` leaves in the common form.
static IrInstruction *to_form(const Candidate *candidate, IrInstruction *store)
{
    IrInstruction *value = ir_operand(store, 1);
    switch (store->memory) {
    case IR_MEMORY_BOOL:
        return candidate->memory == IR_MEMORY_BOOL
                   ? value
                   : rewrite_unary(store, IR_ZERO_EXTEND, IR_I32, value);
    case IR_MEMORY_S8:
        return rewrite_unary(store, candidate->memory == IR_MEMORY_S8 ? IR_EXTEND_S8 : IR_EXTEND_U8,
                             IR_I32, value);
    case IR_MEMORY_S16:
        return rewrite_unary(store,
                             candidate->memory == IR_MEMORY_S16 ? IR_EXTEND_S16 : IR_EXTEND_U16,
                             IR_I32, value);
    case IR_MEMORY_U8: return rewrite_unary(store, IR_EXTEND_U8, IR_I32, value);
    case IR_MEMORY_U16: return rewrite_unary(store, IR_EXTEND_U16, IR_I32, value);
    default: break;
    }
    if (candidate->memory == store->memory) {
        return value;
    }
    switch (store->memory) {
    case IR_MEMORY_B16: return rewrite_unary(store, IR_ZERO_EXTEND, IR_I32, value);
    case IR_MEMORY_F32: return rewrite_unary(store, IR_BITS, IR_I32, value);
    case IR_MEMORY_F64: return rewrite_unary(store, IR_BITS, IR_I64, value);
    case IR_MEMORY_POINTER: return rewrite_unary(store, IR_POINTER_TO_INTEGER, IR_I64, value);
    default: return value;
    }
}

static IrInstruction *from_form(const Candidate *candidate, IrInstruction *load,
                                IrInstruction *value)
{
    if (candidate->memory == load->memory) {
        return value;
    }
    IrInstruction *made;
    switch (load->memory) {
    case IR_MEMORY_BOOL:
        return rewrite_compare(load, IR_NE, value, rewrite_constant(load, IR_I32, 0));
    case IR_MEMORY_S8: return rewrite_unary(load, IR_EXTEND_S8, IR_I32, value);
    case IR_MEMORY_S16: return rewrite_unary(load, IR_EXTEND_S16, IR_I32, value);
    case IR_MEMORY_B16: return rewrite_unary(load, IR_TRUNCATE, IR_I16, value);
    case IR_MEMORY_F32: return rewrite_unary(load, IR_BITS, IR_F32, value);
    case IR_MEMORY_F64: return rewrite_unary(load, IR_BITS, IR_F64, value);
    case IR_MEMORY_POINTER:
        made = rewrite_unary(load, IR_INTEGER_TO_POINTER, IR_POINTER, value);
        made->space = IR_SPACE_GENERIC;
        return made;
    default: return value;
    }
}

// What a variable holds before it has a value. (Pointers need a space, which nothing tells.)
static IrInstruction *without_value(const Promotion *promotion, const Candidate *candidate)
{
    IrFunction *function = promotion->function;
    if (!function->module->shows_unset || candidate->type == IR_POINTER) {
        return ir_undefined(function, candidate->type);
    }
    IrInstruction *unset =
        ir_create(function, IR_UNSET, candidate->type, candidate->local->location);
    ir_insert_before(function->entry->first, unset);
    return unset;
}

static void enter_block(Promotion *promotion, IrBlock *block, IrInstruction **values)
{
    for (uint32_t c = 0; c < promotion->candidate_count; c++) {
        const Candidate *candidate = &promotion->candidates[c];
        if ((promotion->has_phi[block->order] >> c & 1) != 0) {
            values[c] = ir_phi(block, candidate->type, candidate->local->location);
            values[c]->space = candidate->space;
            values[c]->mark = c + 1;
            shown_name(values[c], candidate->local->shown);
            values[c]->scratch = promotion;
        } else if (block->dominator != NULL && block->dominator != block) {
            values[c] = promotion->values[block->dominator->order * BATCH + c];
        } else {
            values[c] = without_value(promotion, candidate);
        }
    }
}

static void rename_block(Promotion *promotion, IrBlock *block)
{
    IrInstruction **values = &promotion->values[block->order * BATCH];
    enter_block(promotion, block, values);
    for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
        next = at->next;
        uint32_t c = candidate_of(promotion, at);
        if (c == BATCH) {
            continue;
        }
        const Candidate *candidate = &promotion->candidates[c];
        if (at->op == IR_STORE) {
            values[c] = to_form(candidate, at);
            shown_assign(at, candidate->local->shown, values[c]);
        } else {
            ir_replace(at, from_form(candidate, at, values[c]));
        }
        ir_remove(at);
    }
}

static void fill_phis(Promotion *promotion, IrBlock *block)
{
    for (IrInstruction *phi = block->first; phi->op == IR_PHI; phi = phi->next) {
        if (phi->scratch != promotion) {
            continue;
        }
        for (uint32_t p = 0; p < block->predecessor_count; p++) {
            IrBlock *from = block->predecessors[p];
            ir_add_phi_operand(phi, promotion->values[from->order * BATCH + phi->mark - 1], from);
        }
        phi->scratch = NULL;
    }
}

static void promote_batch(Promotion *promotion)
{
    find_definitions(promotion);
    find_live(promotion);
    place_phis(promotion);
    for (uint32_t i = 0; i < promotion->block_count; i++) {
        rename_block(promotion, promotion->blocks[i]);
    }
    for (uint32_t i = 0; i < promotion->block_count; i++) {
        fill_phis(promotion, promotion->blocks[i]);
    }
    for (uint32_t c = 0; c < promotion->candidate_count; c++) {
        ir_remove(promotion->candidates[c].local);
    }
}

// Pointers in memory are generic; passes keep others for a while in locals of their own.
static IrSpace space_of_values(const IrInstruction *local)
{
    for (const IrUse *use = local->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        const IrInstruction *value = user->op == IR_LOAD ? user : ir_operand(user, 1);
        if (value->type == IR_POINTER && value->op != IR_UNDEFINED) {
            return value->space;
        }
    }
    return IR_SPACE_GENERIC;
}

static bool find_candidates(Promotion *promotion)
{
    promotion->candidate_count = 0;
    for (IrInstruction *at = promotion->function->entry->first; at != NULL; at = at->next) {
        Candidate *candidate = &promotion->candidates[promotion->candidate_count];
        at->mark = 0;
        if (at->op == IR_LOCAL && promotion->candidate_count < BATCH &&
            promote_candidate(at, &candidate->memory)) {
            candidate->local = at;
            candidate->type = ir_memory_type(candidate->memory);
            candidate->space = space_of_values(at);
            at->mark = ++promotion->candidate_count;
        }
    }
    return promotion->candidate_count > 0;
}

static bool promote_whole(IrFunction *function)
{
    Promotion promotion = {0};
    promotion.function = function;
    if (!find_candidates(&promotion)) {
        return false;
    }
    ir_dominators(function);
    promotion.blocks = rewrite_blocks(&promotion.arena, function, &promotion.block_count);
    uint32_t count = promotion.block_count;
    find_frontiers(&promotion);
    promotion.defined = arena_alloc(&promotion.arena, count * sizeof(uint64_t));
    promotion.exposed = arena_alloc(&promotion.arena, count * sizeof(uint64_t));
    promotion.live = arena_alloc(&promotion.arena, count * sizeof(uint64_t));
    promotion.has_phi = arena_alloc(&promotion.arena, count * sizeof(uint64_t));
    promotion.values = arena_alloc(&promotion.arena, (size_t)count * BATCH * sizeof(void *));
    do {
        promote_batch(&promotion);
    } while (find_candidates(&promotion));
    arena_clear(&promotion.arena);
    return true;
}

bool promote_locals(IrFunction *function)
{
    ir_order(function); // what cannot be reached may hold accesses
    bool is_changed = choose_locals(function);
    is_changed = split_locals(function) || is_changed;
    return promote_whole(function) || is_changed;
}
