// SPDX-License-Identifier: Apache-2.0
// Calls in their places; the compiler's own functions and assembly: barriers, atomics.
#include "isa/cuda/warn/walk.h"

#include <string.h>

#define PARAMETER_LIMIT 24u // calls with more are not followed

static bool is_library(const Walk *walk, const Function *function)
{
    return walk->tree->source->files[function->location.file].is_library;
}

static bool is_shuffle(const Function *function)
{
    static const char *const names[] = {"__shfl",           "__shfl_up",      "__shfl_down",
                                        "__shfl_xor",       "__shfl_sync",    "__shfl_up_sync",
                                        "__shfl_down_sync", "__shfl_xor_sync"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(function->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Mathematics: nothing to see inside.
static bool is_plain(const Walk *walk, const Function *function)
{
    if (!is_library(walk, function) || !type_is_floating(function->result) ||
        is_shuffle(function)) {
        return false;
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (!type_is_arithmetic(function->parameters[i]->type)) {
            return false;
        }
    }
    return true;
}

// What an argument of a class type is a copy of.
static ValueId argument_value(Walk *walk, const Expression *argument)
{
    return argument->is_lvalue && !type_is_scalar(argument->type) ? walk_address(walk, argument)
                                                                  : walk_expression(walk, argument);
}

static void pass(Walk *walk, const Variable *parameter, ValueId value)
{
    const Value source = *value_of(&walk->values, value);
    int64_t offset;
    state_forget(walk->state, parameter);
    if (type_is_scalar(parameter->type)) {
        state_set(walk->state, parameter, 0, value);
    } else if (source.kind == VALUE_POINTER && source.variable->space == SPACE_AUTOMATIC &&
               value_get_constant(&walk->values, source.a, &offset)) {
        state_copy(walk->state, parameter, 0, source.variable, offset, type_size(parameter->type));
    }
}

static ValueId run_body(Walk *walk, const Function *function, SourceLocation location)
{
    Walk outer = *walk;
    bool is_in_library = is_library(walk, function);
    ValueId guard = walk->state->guard;
    walk->at_return = state_take(walk, NULL);
    walk->at_break = walk->at_continue = NULL;
    walk->returned = 0;
    if (is_in_library && !walk->is_library) {
        walk->call = location;
    }
    walk->is_library = is_in_library;
    walk_statement(walk, function->body);
    State *end = walk->at_return;
    state_merge(walk, walk->state, end, 0);
    state_give(walk, end);
    walk->state->guard = guard;
    ValueId result = walk->returned;
    walk->at_return = outer.at_return;
    walk->at_break = outer.at_break;
    walk->at_continue = outer.at_continue;
    walk->returned = outer.returned;
    walk->call = outer.call;
    walk->is_library = outer.is_library;
    return result;
}

ValueId walk_call(Walk *walk, const Expression *e)
{
    const Function *function = e->a->function;
    bool is_open = function != NULL && function->body != NULL && !function->is_recursive &&
                   function->parameter_count == e->list_count && !is_plain(walk, function) &&
                   e->list_count <= PARAMETER_LIMIT;
    ValueId arguments[PARAMETER_LIMIT];
    for (uint32_t i = 0; i < e->list_count; i++) {
        ValueId value = argument_value(walk, e->list[i]);
        if (i < PARAMETER_LIMIT) {
            arguments[i] = value;
        }
    }
    for (uint32_t i = 0; is_open && i < e->list_count; i++) {
        pass(walk, function->parameters[i], arguments[i]);
    }
    if (is_open) {
        return run_body(walk, function, e->location);
    }
    if (function == NULL || !is_plain(walk, function)) {
        state_barrier(walk); // may be one
    }
    walk->state->is_dead |= function != NULL && function->is_noreturn;
    return type_is_arithmetic(e->type) ? value_data(&walk->values) : 0;
}

static ValueId atomic(Walk *walk, const Expression *e, ValueId pointer)
{
    state_access(walk, ACCESS_ATOMIC, pointer, e->type, e->location);
    bool is_lock =
        e->builtin == BUILTIN_atomic_cas || e->builtin == BUILTIN_atomic_exch ||
        e->builtin == BUILTIN_atomic_cas_block || e->builtin == BUILTIN_atomic_exch_block ||
        e->builtin == BUILTIN_atomic_cas_system || e->builtin == BUILTIN_atomic_exch_system;
    if (is_lock) {
        state_barrier(walk); // one thread may wait for another by it
    }
    return value_data(&walk->values);
}

static ValueId lesser(Walk *walk, const Expression *e, ValueId a, ValueId b)
{
    bool is_min = e->builtin == BUILTIN_min_s32 || e->builtin == BUILTIN_min_u32 ||
                  e->builtin == BUILTIN_min_s64 || e->builtin == BUILTIN_min_u64;
    Type boolean = {.kind = TYPE_BOOL, .size_bytes = 1};
    ValueId is_less = value_operation(&walk->values, EXPRESSION_LESS, a, b, &boolean);
    return value_select(&walk->values, is_less, is_min ? a : b, is_min ? b : a);
}

ValueId walk_builtin(Walk *walk, const Expression *e)
{
    ValueId arguments[2] = {0, 0};
    for (uint32_t i = 0; i < e->list_count; i++) {
        ValueId value = walk_expression(walk, e->list[i]);
        if (i < 2) {
            arguments[i] = value;
        }
    }
    BuiltinId builtin = e->builtin;
    if (builtin >= BUILTIN_tid_x && builtin <= BUILTIN_warpsize) {
        return value_special(&walk->values, builtin);
    }
    if (builtin >= BUILTIN_min_s32 && builtin <= BUILTIN_max_u64) {
        return lesser(walk, e, arguments[0], arguments[1]);
    }
    if (builtin >= BUILTIN_atomic_add && builtin <= BUILTIN_atomic_cas_system) {
        return atomic(walk, e, arguments[0]);
    }
    switch (builtin) {
    case BUILTIN_barrier:
    case BUILTIN_fence_cta:
    case BUILTIN_fence_gl:
    case BUILTIN_fence_sys: state_barrier(walk); return 0;
    case BUILTIN_syncwarp:
    case BUILTIN_vote_all:
    case BUILTIN_vote_any:
    case BUILTIN_vote_uni:
    case BUILTIN_vote_ballot: state_warp_barrier(walk); break;
    case BUILTIN_trap:
    case BUILTIN_unreachable: walk->state->is_dead = true; return 0;
    case BUILTIN_expect: return arguments[0];
    default: break;
    }
    return type_is_arithmetic(e->type) ? value_data(&walk->values) : 0;
}

void walk_assembly(Walk *walk, const AsmStatement *assembly, SourceLocation location)
{
    static const char *const of_a_warp[] = {"shfl", "vote", "match", "redux", "bar.warp"};
    bool is_warp = false;
    for (size_t i = 0; i < sizeof of_a_warp / sizeof of_a_warp[0]; i++) {
        is_warp |= strstr(assembly->text, of_a_warp[i]) != NULL;
    }
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        const AsmOperand *operand = &assembly->operands[i];
        if (operand->is_output) {
            walk_store(walk, walk_address(walk, operand->value), operand->value->type,
                       value_data(&walk->values), location);
        } else {
            walk_expression(walk, operand->value);
        }
    }
    if (is_warp) {
        state_warp_barrier(walk);
    } else if (assembly->is_clobbering_memory || strstr(assembly->text, "bar") != NULL ||
               strstr(assembly->text, "shared") != NULL) {
        state_barrier(walk); // or what may be one
    }
}
