// SPDX-License-Identifier: Apache-2.0
// Common subexpressions: a pure instruction is replaced by an equal one that dominates it. Loads
// are compared inside a block, as long as nothing may write between them; loads of memory that is
// read-only for the whole kernel (constants, parameters), like any value. Flags of the remaining
// instruction are weakened to what holds for both.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#include <string.h>

typedef struct Entry {
    IrInstruction *instruction;
    uint64_t hash;
    uint32_t epoch; // of a load: how many writes came before it
    struct Entry *next;
} Entry;

typedef struct Numbering {
    Arena arena;
    Entry **buckets;
    uint32_t bucket_count; // a power of two
    uint32_t epoch;
} Numbering;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

// Operands of commutative operations count in either order.
static uint64_t hash_of(const IrInstruction *at)
{
    uint64_t hash = mix((uint64_t)at->op, (uint64_t)at->type << 8 | (uint64_t)at->space);
    hash = mix(hash, at->integer ^ (uint64_t)at->scale ^ (uint64_t)at->displacement * 31);
    hash =
        mix(hash, (uint64_t)at->compare << 16 | (uint64_t)at->builtin << 8 | (uint64_t)at->memory);
    hash = mix(hash, (uint64_t)(uintptr_t)at->variable ^ (uint64_t)(uintptr_t)at->callee);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < at->operand_count; i++) {
        uint64_t one = mix(7, (uint64_t)(uintptr_t)ir_operand(at, i));
        if (ir_commutes(at)) {
            sum += one;
        } else {
            sum = mix(sum, one);
        }
    }
    return mix(hash, sum);
}

static bool have_equal_operands(const IrInstruction *a, const IrInstruction *b)
{
    bool is_straight = true;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        is_straight = is_straight && rewrite_same(ir_operand(a, i), ir_operand(b, i));
    }
    return is_straight || (ir_commutes(a) && a->operand_count == 2 &&
                           rewrite_same(ir_operand(a, 0), ir_operand(b, 1)) &&
                           rewrite_same(ir_operand(a, 1), ir_operand(b, 0)));
}

static bool are_equal(const IrInstruction *a, const IrInstruction *b)
{
    return rewrite_same_operation(a, b) && have_equal_operands(a, b);
}

static bool is_fixed_space(const IrInstruction *load)
{
    IrSpace space = ir_operand(load, 0)->space;
    return space == IR_SPACE_CONSTANT || space == IR_SPACE_PARAMETER;
}

static bool is_candidate(const IrInstruction *at)
{
    if (at->type == IR_VOID || at->op == IR_PHI || at->op == IR_STRING) {
        return false;
    }
    if (at->op == IR_LOAD) {
        return !at->is_volatile && at->vector <= 1;
    }
    // RESULT belongs to one instruction and depends on its execution.
    return at->block != NULL && ir_is_pure(at) && at->op != IR_UNDEFINED && at->op != IR_CONSTANT;
}

static bool may_stand_for(const Entry *entry, const IrInstruction *at, uint32_t epoch)
{
    const IrInstruction *leader = entry->instruction;
    if (at->op == IR_LOAD && !is_fixed_space(at)) {
        return leader->block == at->block && entry->epoch == epoch;
    }
    return leader->block == at->block || ir_dominates(leader->block, at->block);
}

static void weaken(IrInstruction *leader, const IrInstruction *other)
{
    leader->is_no_wrap = leader->is_no_wrap && other->is_no_wrap;
    leader->is_readonly = leader->is_readonly && other->is_readonly;
    if (leader->block != other->block) {
        return; // what the other promises of the address may hold only where it is reached
    }
    leader->element = leader->element != 0 ? leader->element : other->element;
    leader->is_copied = leader->is_copied || other->is_copied;
    if (leader->align_bytes < other->align_bytes) {
        leader->align_bytes = other->align_bytes;
    }
}

static bool number_one(Numbering *numbering, IrInstruction *at)
{
    uint64_t hash = hash_of(at);
    Entry **bucket = &numbering->buckets[hash & (numbering->bucket_count - 1)];
    for (Entry *entry = *bucket; entry != NULL; entry = entry->next) {
        if (entry->hash != hash || !are_equal(entry->instruction, at)) {
            continue;
        }
        if (!may_stand_for(entry, at, numbering->epoch)) {
            entry->instruction = at; // what the old one dominates is done
            entry->epoch = numbering->epoch;
            return false;
        }
        weaken(entry->instruction, at);
        ir_replace(at, entry->instruction);
        ir_remove(at);
        return true;
    }
    Entry *made = arena_alloc(&numbering->arena, sizeof *made);
    *made = (Entry){at, hash, numbering->epoch, *bucket};
    *bucket = made;
    return false;
}

// In preorder of the dominator tree, everything that a block dominates comes right after it.
static IrBlock **by_dominance(Arena *arena, IrFunction *function, uint32_t *count)
{
    *count = function->entry->dominance_end - 1;
    IrBlock **blocks = arena_alloc(arena, *count * sizeof *blocks);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        blocks[block->dominance - 1] = block;
    }
    return blocks;
}

bool number_values(IrFunction *function)
{
    Numbering numbering = {0};
    uint32_t block_count;
    bool is_changed = false;
    ir_dominators(function);
    IrBlock **blocks = by_dominance(&numbering.arena, function, &block_count);
    numbering.bucket_count = 1024;
    while (numbering.bucket_count < function->instruction_count) {
        numbering.bucket_count *= 2;
    }
    numbering.buckets = arena_alloc(&numbering.arena, numbering.bucket_count * sizeof(Entry *));
    for (uint32_t i = 0; i < block_count; i++) {
        numbering.epoch++;
        for (IrInstruction *at = blocks[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            if (ir_may_write(at) || at->op == IR_ASM || at->is_volatile) {
                numbering.epoch++;
            }
            if (is_candidate(at)) {
                is_changed = number_one(&numbering, at) || is_changed;
            }
        }
    }
    arena_clear(&numbering.arena);
    return is_changed;
}
