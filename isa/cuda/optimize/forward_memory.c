// SPDX-License-Identifier: Apache-2.0
// Tracks what memory is known to hold. A load takes the value that was stored or loaded before on
// every path to it; a store that is overwritten before it can be read is removed. Blocks are
// visited in reverse postorder. Where paths meet, only facts common to all of them survive; at the
// head of a loop, only facts about memory that nothing in the loop may write. Barriers, fences,
// atomics and calls forget everything but locals whose address does not escape. On cc 1.x every
// store to shared memory is made, and later loads of others' words see it: warp-synchronous code of
// that time has no volatile (Harris, "Optimizing Parallel Reduction in CUDA", 2007, measured on
// G80; the CUDA SDK declares it since Fermi).
#include "isa/cuda/optimize/alias.h"
#include "isa/cuda/optimize/loop.h"

#include <string.h>

#define KNOWN_MAX             64u // facts at one point; the oldest are forgotten
#define SCAN_MAX              64u // instructions looked at behind a store
#define VOLATILE_NEEDED_SINCE 20u

typedef struct Fact {
    Access access;
    IrMemory memory;
    IrInstruction *value; // as a load of this form gives it
} Fact;

typedef struct Facts {
    uint32_t count;
    Fact list[]; // at most KNOWN_MAX
} Facts;

typedef struct Forward {
    Arena arena;
    IrFunction *function;
    IrLoops *loops;
    const Facts **at_end; // by block number; NULL: not gone through yet
    Facts *facts;         // at the place reached, with room for KNOWN_MAX
    bool is_changed;
} Forward;

static size_t size_of_facts(uint32_t count)
{
    return sizeof(Facts) + count * sizeof(Fact);
}

static void forget_at(Facts *facts, uint32_t i)
{
    for (facts->count--; i < facts->count; i++) {
        facts->list[i] = facts->list[i + 1];
    }
}

static void learn(Facts *facts, const Access *access, IrMemory memory, IrInstruction *value)
{
    if (facts->count == KNOWN_MAX) {
        forget_at(facts, 0);
    }
    facts->list[facts->count++] = (Fact){*access, memory, value};
}

static void forget_written(Facts *facts, IrInstruction *at)
{
    for (uint32_t i = 0; i < facts->count;) {
        if (alias_may_write(at, &facts->list[i].access)) {
            forget_at(facts, i);
        } else {
            i++;
        }
    }
}

static const Fact *find(const Facts *facts, const Access *access, IrMemory memory)
{
    for (uint32_t i = facts->count; i-- > 0;) {
        const Fact *fact = &facts->list[i];
        if (fact->memory == memory && fact->access.space == access->space &&
            alias_is_same(&fact->access, access)) {
            return fact;
        }
    }
    return NULL;
}

// The value that a load of this form gives after a store: truncated and extended again.
static IrInstruction *stored_value(IrInstruction *store)
{
    IrInstruction *value = ir_operand(store, 1);
    static const uint8_t extensions[] = {[IR_MEMORY_U8] = IR_EXTEND_U8,
                                         [IR_MEMORY_S8] = IR_EXTEND_S8,
                                         [IR_MEMORY_U16] = IR_EXTEND_U16,
                                         [IR_MEMORY_S16] = IR_EXTEND_S16,
                                         [IR_MEMORY_POINTER] = 0};
    IrOp op = store->memory <= IR_MEMORY_S16 ? (IrOp)extensions[store->memory] : IR_CONSTANT;
    return store->memory == IR_MEMORY_BOOL || op == IR_CONSTANT
               ? value
               : rewrite_unary(store->next, op, IR_I32, value);
}

static bool is_plain(const IrInstruction *at)
{
    return !at->is_volatile && at->vector <= 1;
}

static bool is_for_other_lanes(const IrInstruction *at, const Access *access)
{
    const IrModule *module = at->function->module;
    return access->space == IR_SPACE_SHARED && module != NULL && module->compute_capability != 0 &&
           module->compute_capability < VOLATILE_NEEDED_SINCE;
}

static void forget_shared(Facts *facts)
{
    for (uint32_t i = 0; i < facts->count;) {
        if (facts->list[i].access.space == IR_SPACE_SHARED) {
            forget_at(facts, i);
        } else {
            i++;
        }
    }
}

static void forward_load(Forward *forward, Facts *facts, IrInstruction *at)
{
    Access access = alias_access(at);
    const Fact *fact = find(facts, &access, at->memory);
    if (fact != NULL && fact->value->type == at->type && fact->value->space == at->space) {
        ir_replace(at, fact->value);
        ir_remove(at);
        forward->is_changed = true;
        return;
    }
    learn(facts, &access, at->memory, at);
}

static void forward_store(Forward *forward, Facts *facts, IrInstruction *at)
{
    Access access = alias_access(at);
    const Fact *fact = find(facts, &access, at->memory);
    bool is_of_whole = at->is_copied && at->element != 0 &&
                       access.space != IR_SPACE_LOCAL;                      // nvcc stores all of it
    if (fact != NULL && fact->value == ir_operand(at, 1) && !is_of_whole) { // it is there already
        ir_remove(at);
        forward->is_changed = true;
        return;
    }
    forget_written(facts, at);
    if (is_for_other_lanes(at, &access)) {
        forget_shared(facts);
    }
    bool is_narrow = at->memory != IR_MEMORY_BOOL && at->memory <= IR_MEMORY_S16;
    if (!is_narrow || alias_is_private(access.object == NULL ? access.base : access.object)) {
        learn(facts, &access, at->memory, stored_value(at));
    }
}

static void forward_block(Forward *forward, Facts *facts, IrBlock *block)
{
    for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
        next = at->next;
        if (at->op == IR_LOAD && is_plain(at)) {
            forward_load(forward, facts, at);
        } else if (at->op == IR_STORE && is_plain(at)) {
            forward_store(forward, facts, at);
        } else if (ir_may_write(at) || at->is_volatile || at->op == IR_ASM || at->op == IR_WARP) {
            forget_written(facts, at);
        }
    }
}

// Keeps the facts that `other` has too.
static void intersect(Facts *facts, const Facts *other)
{
    for (uint32_t i = 0; i < facts->count;) {
        const Fact *fact = &facts->list[i];
        const Fact *found = find(other, &fact->access, fact->memory);
        if (found == NULL || found->value != fact->value) {
            forget_at(facts, i);
        } else {
            i++;
        }
    }
}

static void forget_written_in_loop(Facts *facts, const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count && facts->count > 0; i++) {
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            if (ir_may_write(at)) {
                forget_written(facts, at);
            }
        }
    }
}

static const IrLoop *loop_of_head(const Forward *forward, const IrBlock *block)
{
    for (uint32_t i = 0; i < forward->loops->count; i++) {
        if (forward->loops->loops[i]->head == block) {
            return forward->loops->loops[i];
        }
    }
    return NULL;
}

static void find_facts_at_start(Forward *forward, const IrBlock *block)
{
    Facts *facts = forward->facts;
    bool is_first = true;
    const IrLoop *loop = loop_of_head(forward, block);
    facts->count = 0;
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const IrBlock *from = block->predecessors[i];
        const Facts *known = forward->at_end[from->number];
        if (loop != NULL && ir_dominates(block, from)) {
            continue; // a back edge: the loop's writes are taken out below
        }
        if (known == NULL) {
            facts->count = 0;
            return;
        }
        if (is_first) {
            memcpy(facts, known, size_of_facts(known->count));
        } else {
            intersect(facts, known);
        }
        is_first = false;
    }
    if (loop != NULL) {
        forget_written_in_loop(facts, loop);
    }
}

static const Facts *copy_facts(Forward *forward)
{
    size_t size_bytes = size_of_facts(forward->facts->count);
    return memcpy(arena_alloc(&forward->arena, size_bytes), forward->facts, size_bytes);
}

// ---- Stores that are never read

static bool is_covered(const Access *access, const IrInstruction *store)
{
    Access later = alias_access((IrInstruction *)(uintptr_t)store);
    return alias_is_same(access, &later);
}

static bool is_overwritten(IrInstruction *store)
{
    Access access = alias_access(store);
    uint32_t steps = 0;
    if (is_for_other_lanes(store, &access)) {
        return false;
    }
    for (IrInstruction *at = store->next; at != NULL && steps < SCAN_MAX; at = at->next, steps++) {
        if (at->op == IR_STORE && is_plain(at) && is_covered(&access, at)) {
            return true;
        }
        if (alias_may_read(at, &access) || ir_is_convergent(at) || at->op == IR_ASM) {
            return false;
        }
    }
    return false;
}

static bool remove_overwritten(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_STORE && is_plain(at) && is_overwritten(at)) {
                ir_remove(at);
                is_changed = true;
            }
        }
    }
    return is_changed;
}

// A volatile store at a computed index counts as well: it may be beyond the local's end.
static bool is_read(const IrInstruction *pointer)
{
    bool is_computed = pointer->op == IR_INDEX && pointer->operand_count > 1;
    for (const IrUse *use = pointer->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        bool is_derived = user->op == IR_INDEX || user->op == IR_TO_GENERIC;
        bool is_store =
            (user->op == IR_STORE && !(user->is_volatile && is_computed)) || user->op == IR_FILL;
        if (is_derived ? is_read(user) : !(is_store && rewrite_operand_index(use) == 0)) {
            return true;
        }
    }
    return false;
}

static void remove_stores(IrInstruction *pointer)
{
    while (pointer->uses != NULL) {
        IrInstruction *user = pointer->uses->user;
        if (user->op == IR_INDEX || user->op == IR_TO_GENERIC) {
            remove_stores(user);
        }
        ir_remove(user);
    }
}

// Locals that are written but never read.
static bool remove_write_only(IrFunction *function)
{
    bool is_changed = false;
    for (IrInstruction *at = function->entry->first, *next; at != NULL; at = next) {
        next = at->next;
        if (at->op == IR_LOCAL && at->uses != NULL && alias_is_private(at) && !is_read(at)) {
            remove_stores(at);
            is_changed = true;
            next = function->entry->first; // what came next may be gone
        }
    }
    return is_changed;
}

bool forward_memory(IrFunction *function)
{
    Forward forward = {.function = function};
    uint32_t count;
    ir_dominators(function);
    forward.loops = ir_loops(&forward.arena, function);
    IrBlock **order = rewrite_blocks(&forward.arena, function, &count);
    forward.at_end = arena_alloc(&forward.arena, function->block_count * sizeof(Facts *));
    forward.facts = arena_alloc(&forward.arena, size_of_facts(KNOWN_MAX));
    for (uint32_t i = 0; i < count; i++) {
        find_facts_at_start(&forward, order[i]);
        forward_block(&forward, forward.facts, order[i]);
        forward.at_end[order[i]->number] = copy_facts(&forward);
    }
    arena_clear(&forward.arena);
    bool is_changed = remove_overwritten(function);
    is_changed = remove_write_only(function) || is_changed;
    return is_changed || forward.is_changed;
}
