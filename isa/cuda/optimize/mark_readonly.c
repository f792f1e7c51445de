// SPDX-License-Identifier: Apache-2.0
// Loads through a kernel's __restrict__ pointers that the kernel never writes through take the
// read-only path (ld.global.nc), as nvcc's do: nothing else may write what they point to.
#include "isa/cuda/optimize/alias.h"
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define POINTERS_MAX 4096u // followed from one parameter
#define PAGE_BYTES   4096u // larger alignments are not tested for

typedef struct Follow {
    Arena arena;
    IrInstruction **pointers; // based on the parameter
    uint32_t count;
    bool is_written; // or goes where it cannot be followed
} Follow;

static void follow(Follow *follow_, IrInstruction *pointer)
{
    for (uint32_t i = 0; i < follow_->count; i++) {
        if (follow_->pointers[i] == pointer) {
            return;
        }
    }
    if (follow_->count == POINTERS_MAX) {
        follow_->is_written = true;
        return;
    }
    follow_->pointers[follow_->count++] = pointer;
}

// `(uintptr_t)p % 16`: an integer of which only some low bits are looked at gives no pointer.
static bool is_alignment_test(const IrInstruction *integer)
{
    uint64_t c;
    for (const IrUse *use = integer->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        if ((user->op != IR_AND && user->op != IR_REMAINDER_U) ||
            !rewrite_integer(ir_operand(user, 1), &c) || c > PAGE_BYTES) {
            return false;
        }
    }
    return true;
}

static void look_at_use(Follow *follow_, const IrUse *use)
{
    switch (use->user->op) {
    case IR_LOAD:
    case IR_COMPARE: break;
    case IR_INDEX:
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_PHI:
    case IR_SELECT: follow(follow_, use->user); break;
    case IR_COPY:
        follow_->is_written = follow_->is_written || rewrite_operand_index(use) == 0;
        break;
    case IR_POINTER_TO_INTEGER:
        follow_->is_written = follow_->is_written || !is_alignment_test(use->user);
        break;
    default: follow_->is_written = true; break;
    }
}

// Loads whose pointer can only be derived from this parameter.
static bool mark_loads(const Follow *follow_, const IrInstruction *parameter)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < follow_->count; i++) {
        for (IrUse *use = follow_->pointers[i]->uses; use != NULL; use = use->next) {
            IrInstruction *at = use->user;
            if (at->op != IR_LOAD || at->is_readonly || at->is_volatile ||
                ir_operand(at, 0)->space != IR_SPACE_GLOBAL) {
                continue;
            }
            Access access = alias_access(at);
            if (access.object != NULL && rewrite_same(access.object, parameter)) {
                at->is_readonly = is_changed = true;
            }
        }
    }
    return is_changed;
}

static bool mark_parameter(IrInstruction *parameter)
{
    Follow follow_ = {.count = 0};
    bool is_changed = false;
    follow_.pointers = arena_alloc(&follow_.arena, POINTERS_MAX * sizeof(IrInstruction *));
    follow(&follow_, parameter);
    for (uint32_t i = 0; i < follow_.count && !follow_.is_written; i++) {
        for (IrUse *use = follow_.pointers[i]->uses; use != NULL; use = use->next) {
            look_at_use(&follow_, use);
        }
    }
    if (!follow_.is_written) {
        is_changed = mark_loads(&follow_, parameter);
    }
    arena_clear(&follow_.arena);
    return is_changed;
}

// The parameter may be loaded in several places: all but one must not be there.
static bool is_only_load(const IrFunction *function, const IrInstruction *load)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at != load && at->op == IR_LOAD && at->type == IR_POINTER &&
                ir_operand(at, 0)->op == IR_PARAMETER &&
                ir_operand(at, 0)->integer == ir_operand(load, 0)->integer) {
                return false;
            }
        }
    }
    return true;
}

bool mark_readonly(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->op == IR_LOAD && alias_is_restrict(at) && is_only_load(function, at)) {
                is_changed = mark_parameter(at) || is_changed;
            }
        }
    }
    return is_changed;
}
