// SPDX-License-Identifier: Apache-2.0
// Which functions of a class are virtual, C++17 [class.virtual], and their places in its table,
// Itanium C++ ABI 2.5.2: those of the primary base first, then the new ones in order. A destructor
// has one place: the start of the object to free is found by the offset before the table's
// functions.
#include "isa/cuda/syntax/virtual.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/scope.h"

#include <string.h>

static bool is_overridden_by(const FunctionInfo *base, const FunctionInfo *own)
{
    return own->is_method && !own->is_static && own->template_ == NULL &&
           own->type->parameter_count == base->type->parameter_count &&
           own->type->is_variadic == base->type->is_variadic &&
           own->type->method_qualifiers == base->type->method_qualifiers &&
           own->is_const_method == base->is_const_method &&
           memcmp(own->type->parameters, base->type->parameters,
                  own->type->parameter_count * sizeof *own->type->parameters) == 0 &&
           (!own->is_conversion || own->type->base == base->type->base);
}

FunctionInfo *virtual_own(const Scope *scope, const FunctionInfo *declared)
{
    for (Symbol *at = scope_find_here(scope, declared->name); at != NULL; at = at->next_overload) {
        if (at->kind == SYMBOL_FUNCTION && at->home == scope &&
            is_overridden_by(declared, at->function)) {
            return at->function;
        }
    }
    return NULL;
}

static bool overrides_any(const Scope *scope, const FunctionInfo *own)
{
    for (uint32_t i = 0; i < scope->base_count; i++) {
        const Scope *base = scope->base_scopes[i];
        for (uint32_t k = 0; k < base->slot_count; k++) {
            if (base->slots[k].declared->name == own->name &&
                is_overridden_by(base->slots[k].declared, own)) {
                return true;
            }
        }
        if (overrides_any(base, own)) {
            return true;
        }
    }
    return false;
}

static bool has_slot(const Scope *scope, const FunctionInfo *own)
{
    for (uint32_t i = 0; i < scope->slot_count; i++) {
        if (scope->slots[i].declared->name == own->name &&
            is_overridden_by(scope->slots[i].declared, own)) {
            return true;
        }
    }
    return false;
}

static void add_slot(Front *front, Scope *scope, FunctionInfo *declared)
{
    scope->slots = arena_grow(front->arena, scope->slots, scope->slot_count, scope->slot_count + 1u,
                              sizeof *scope->slots);
    scope->slots[scope->slot_count++].declared = declared;
}

static void add_own_slots(Front *front, Scope *scope)
{
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        for (Symbol *at = symbol; at != NULL; at = at->next_overload) {
            FunctionInfo *own = at->kind == SYMBOL_FUNCTION ? at->function : NULL;
            if (own == NULL || at->home != scope || own->is_constructor) {
                continue;
            }
            own->is_virtual |= overrides_any(scope, own);
            if (own->is_virtual && !has_slot(scope, own)) {
                add_slot(front, scope, own);
            }
            scope->has_virtual_destructor |= own->is_virtual && own->is_destructor;
        }
    }
}

static void add_vptr(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    const Type *entry = type_basic(&front->types, TYPE_UNSIGNED_LONG);
    FieldDraft vptr = {
        .field = {.type = type_pointer(&front->types, entry), .location = class_->location}};
    class_add_field(front, class_, vptr);
    memmove(&scope->drafts[1], &scope->drafts[0], (scope->draft_count - 1u) * sizeof vptr);
    scope->drafts[0] = vptr;
    scope->has_own_vptr = true;
}

void virtual_begin(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    for (uint32_t i = 0; i < scope->base_count; i++) {
        const Scope *base = scope->base_scopes[i];
        scope->is_dynamic |= base->is_dynamic;
        scope->has_virtual_destructor |= base->has_virtual_destructor;
        if (scope->primary_base == NULL && base->is_dynamic) {
            scope->primary_base = base;
        }
    }
    for (uint32_t i = 0; scope->primary_base != NULL && i < scope->primary_base->slot_count; i++) {
        add_slot(front, scope, scope->primary_base->slots[i].declared);
    }
    add_own_slots(front, scope);
    scope->is_dynamic |= scope->slot_count > 0 || scope->has_unread_virtual;
    if (scope->is_dynamic && scope->primary_base == NULL) {
        add_vptr(front, class_);
    }
}
