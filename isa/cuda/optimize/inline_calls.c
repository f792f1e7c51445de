// SPDX-License-Identifier: Apache-2.0
// Calls of device functions become their bodies, callees first, as nvcc does: all but noinline and
// recursive ones. A function that nobody calls or names any more is not emitted. What came from one
// of the compiler's own headers gets the place of the call, so that reports speak of user's lines.
#include "isa/cuda/optimize/flow.h"

#define CALLER_LIMIT 200000u // instructions; beyond that calls stay calls

typedef struct Inlining {
    Arena arena;
    IrModule *module;
    IrFunction *caller;
    IrFunction *callee;
    IrInstruction *call;
    IrBlock *after;         // what follows the call
    IrInstruction *result;  // PHI of what is returned, or NULL
    IrBlock **blocks;       // of the callee's numbers
    IrInstruction **values; // of the callee's numbers
} Inlining;

static bool calls_itself(const IrFunction *function)
{
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->op == IR_CALL && at->callee == function) {
                return true;
            }
        }
    }
    return false;
}

// Before cc 2.0 noinline was a hint that nvcc did not follow: there was no stack to call with.
static bool keeps_calls(const IrModule *module, const Function *function)
{
    bool has_calls = module->compute_capability == 0 || module->compute_capability >= 20;
    return function->is_noinline && has_calls;
}

static bool is_inlinable(const IrFunction *caller, const IrInstruction *call)
{
    const IrFunction *callee = call->callee;
    if (call->op != IR_CALL || callee == NULL || callee == caller || callee->entry == NULL ||
        callee->function == NULL) {
        return false;
    }
    const Function *function = callee->function;
    return !keeps_calls(caller->module, function) && !function->is_recursive &&
           !function->is_kernel && !function->is_variadic &&
           callee->argument_count == call->operand_count &&
           caller->instruction_count < CALLER_LIMIT && !calls_itself(callee);
}

static bool is_library(const Inlining *inlining, SourceLocation location)
{
    const Tree *tree = inlining->module->tree;
    const Source *source = tree == NULL ? NULL : tree->source;
    return location.line == 0 || (source != NULL && location.file < source->file_count &&
                                  source->files[location.file].is_library);
}

static IrInstruction *copied_value(Inlining *inlining, IrInstruction *value)
{
    if (value->op == IR_CONSTANT) {
        return rewrite_is_float_type(value->type)
                   ? ir_real(inlining->caller, value->type, value->real)
                   : ir_integer(inlining->caller, value->type, value->integer);
    }
    return value->op == IR_UNDEFINED ? ir_undefined(inlining->caller, value->type)
                                     : inlining->values[value->number];
}

// The call's block ends after the call; what follows moves to a block of its own.
static void split_after_call(IrFunction *caller, IrInstruction *call)
{
    IrBlock *before = call->block, *after = ir_block_after(caller, before);
    IrInstruction *end = ir_create(caller, IR_UNREACHABLE, IR_VOID, call->location);
    ir_append(after, end);
    while (call->next != before->last) {
        ir_carry_before(end, call->next);
    }
    ir_remove(end);
    flow_move_terminator(before, after);
    ir_jump(before, after, call->location);
}

// Last call first, so that each instruction moves once. The number of calls that now end a block.
static uint32_t split_calls(IrFunction *caller, IrBlock *block)
{
    uint32_t count = 0;
    for (IrInstruction *at = block->last, *before; at != NULL; at = before) {
        before = at->previous;
        if (is_inlinable(caller, at)) {
            split_after_call(caller, at);
            count++;
        }
    }
    return count;
}

// What follows the call is reached from the callee's returns alone.
static void cut_after_call(Inlining *inlining)
{
    IrInstruction *call = inlining->call, *jump = call->block->last;
    inlining->after = jump->targets[0];
    ir_remove_predecessor(inlining->after, call->block);
    jump->target_count = 0;
    ir_remove(jump);
    if (call->type != IR_VOID) {
        inlining->result = ir_phi(inlining->after, call->type, call->location);
        inlining->result->space = call->space;
    }
}

static void copy_blocks(Inlining *inlining)
{
    IrBlock *place = inlining->call->block;
    for (IrBlock *block = inlining->callee->entry; block != NULL; block = block->next) {
        place = ir_block_after(inlining->caller, place);
        place->unroll = block->unroll;
        place->unroll_count = block->unroll_count;
        place->had_call = block->had_call;
        inlining->blocks[block->number] = place;
    }
}

static void copy_terminator(Inlining *inlining, const IrInstruction *from, IrBlock *to)
{
    IrFunction *caller = inlining->caller;
    if (from->op == IR_RETURN) {
        ir_jump(to, inlining->after, from->location);
        shown_prepend(to->last, from->notes);
        if (inlining->result != NULL) {
            IrInstruction *value = from->operand_count > 0
                                       ? ir_operand(from, 0)
                                       : ir_undefined(inlining->callee, inlining->result->type);
            ir_add_phi_operand(inlining->result, value, to); // mapped by map_operands
        }
        return;
    }
    IrInstruction *made = ir_create(caller, from->op, IR_VOID, from->location);
    made->cases = from->cases;
    for (uint32_t i = 0; i < from->operand_count; i++) {
        ir_add_operand(made, ir_operand(from, i));
    }
    made->targets =
        arena_alloc(caller->module->arena, (from->target_count + 1) * sizeof(IrBlock *));
    shown_clone(from, made);
    ir_append(to, made);
    for (uint32_t i = 0; i < from->target_count; i++) {
        made->targets[made->target_count++] = inlining->blocks[from->targets[i]->number];
        ir_add_predecessor(made->targets[i], to);
    }
}

static void copy_instructions(Inlining *inlining)
{
    for (IrBlock *block = inlining->callee->entry; block != NULL; block = block->next) {
        IrBlock *to = inlining->blocks[block->number];
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (ir_is_terminator(at)) {
                copy_terminator(inlining, at, to);
            } else if (at->op == IR_ARGUMENT) {
                IrInstruction *value = ir_operand(inlining->call, (uint32_t)at->integer);
                inlining->values[at->number] = value;
                shown_enter(to, at, value);
            } else {
                IrInstruction *made = ir_clone(inlining->caller, at);
                inlining->values[at->number] = made;
                shown_clone(at, made);
                if (at->op == IR_LOCAL) {
                    ir_insert_before(inlining->caller->entry->first, made);
                } else {
                    ir_append(to, made);
                }
            }
        }
    }
}

static void map_instruction(Inlining *inlining, IrInstruction *made)
{
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i, copied_value(inlining, ir_operand(made, i)));
        if (made->op == IR_PHI && made != inlining->result) {
            made->targets[i] = inlining->blocks[made->targets[i]->number];
        }
    }
    if (is_library(inlining, made->location)) {
        made->location = inlining->call->location;
    }
}

static void map_operands(Inlining *inlining)
{
    for (IrBlock *block = inlining->callee->entry; block != NULL; block = block->next) {
        IrBlock *to = inlining->blocks[block->number];
        for (IrInstruction *made = to->first; made != NULL; made = made->next) {
            map_instruction(inlining, made);
        }
    }
    if (inlining->result != NULL) {
        map_instruction(inlining, inlining->result);
    }
}

static void finish_call(Inlining *inlining)
{
    IrInstruction *call = inlining->call;
    IrBlock *before = call->block;
    if (inlining->result != NULL) {
        IrInstruction *by = inlining->result->operand_count > 0
                                ? inlining->result
                                : ir_undefined(inlining->caller, call->type);
        if (by == inlining->result) { // what gets the result gets it after the callee's body
            by->names = call->names;
            call->names = NULL;
        }
        ir_replace(call, by);
        if (by != inlining->result) {
            ir_remove(inlining->result);
        }
    }
    ir_remove(call);
    before->had_call = true;
    ir_jump(before, inlining->blocks[inlining->callee->entry->number], call->location);
}

// ARGUMENTs are found by their place.
static void number_arguments(const IrFunction *callee)
{
    for (uint32_t i = 0; i < callee->argument_count; i++) {
        if (callee->arguments[i] != NULL) {
            callee->arguments[i]->integer = i;
        }
    }
}

static void inline_call(IrModule *module, IrFunction *caller, IrInstruction *call)
{
    Inlining inlining = {0};
    inlining.module = module;
    inlining.caller = caller;
    inlining.callee = call->callee;
    inlining.call = call;
    number_arguments(call->callee);
    inlining.blocks =
        arena_alloc(&inlining.arena, (call->callee->block_count + 1) * sizeof(IrBlock *));
    inlining.values = arena_alloc(&inlining.arena,
                                  (call->callee->instruction_count + 1) * sizeof(IrInstruction *));
    cut_after_call(&inlining);
    copy_blocks(&inlining);
    copy_instructions(&inlining);
    map_operands(&inlining);
    finish_call(&inlining);
    arena_clear(&inlining.arena);
}

static bool inline_into(IrModule *module, IrFunction *caller)
{
    bool is_changed = false;
    for (IrBlock *block = caller->entry; block != NULL; block = block->next) {
        IrBlock *piece = block;
        for (uint32_t left = split_calls(caller, block); left > 0; left--) {
            IrInstruction *call = piece->last->previous;
            piece = piece->last->targets[0];
            if (is_inlinable(caller, call)) { // still: the caller grows
                inline_call(module, caller, call);
                is_changed = true;
            }
        }
    }
    return is_changed;
}

// Those without a body are visited, too.
static size_t all_functions(const IrModule *module)
{
    return (size_t)module->function_count + module->external_count + 1;
}

// Callees first: depth first over the calls, without recursion in C.
static uint32_t order_callees(Arena *arena, const IrModule *module, IrFunction **order)
{
    typedef struct Visit {
        IrFunction *function;
        IrBlock *block;
        IrInstruction *at;
    } Visit;
    uint32_t count = 0, depth = 0;
    Visit *stack = arena_alloc(arena, all_functions(module) * sizeof *stack);
    for (uint32_t i = 0; i < module->function_count; i++) {
        module->functions[i]->scratch = NULL;
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *root = module->functions[i];
        if (root->scratch != NULL) {
            continue;
        }
        root->scratch = root;
        stack[depth++] = (Visit){root, root->entry, NULL};
        while (depth > 0) {
            Visit *visit = &stack[depth - 1];
            if (visit->block == NULL) {
                order[count++] = visit->function;
                depth--;
                continue;
            }
            visit->at = visit->at == NULL ? visit->block->first : visit->at->next;
            if (visit->at == NULL) {
                visit->block = visit->block->next;
                continue;
            }
            IrFunction *callee = visit->at->op == IR_CALL ? visit->at->callee : NULL;
            if (callee != NULL && callee->scratch == NULL) {
                callee->scratch = callee;
                stack[depth++] = (Visit){callee, callee->entry, NULL};
            }
        }
    }
    return count;
}

// What a kernel reaches by calls and addresses is emitted.
static void find_emitted(Arena *arena, IrModule *module)
{
    uint32_t depth = 0;
    IrFunction **stack = arena_alloc(arena, all_functions(module) * sizeof *stack);
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        bool is_root = function->function == NULL || function->function->is_kernel ||
                       function->is_address_stored ||
                       (function->is_visible &&
                        (!function->function->is_inline || function->function->is_instantiated));
        function->is_emitted = is_root;
        if (is_root) {
            stack[depth++] = function;
        }
    }
    while (depth > 0) {
        IrFunction *function = stack[--depth];
        for (IrBlock *block = function->entry; block != NULL; block = block->next) {
            for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
                bool is_reference = at->op == IR_CALL || at->op == IR_FUNCTION_ADDRESS;
                if (is_reference && at->callee != NULL && !at->callee->is_emitted) {
                    at->callee->is_emitted = true;
                    stack[depth++] = at->callee;
                }
            }
        }
    }
}

bool inline_calls(IrModule *module)
{
    Arena arena = {0};
    bool is_changed = false;
    IrFunction **order = arena_alloc(&arena, all_functions(module) * sizeof *order);
    uint32_t count = order_callees(&arena, module, order);
    for (uint32_t i = 0; i < count; i++) {
        if (order[i]->entry != NULL) {
            is_changed = inline_into(module, order[i]) || is_changed;
        }
    }
    find_emitted(&arena, module);
    arena_clear(&arena);
    return is_changed;
}
