// SPDX-License-Identifier: Apache-2.0
// Members that are found in several base classes, C++17 [class.member.lookup]. There are no virtual
// bases, so two ways to a base class always lead to two objects.
#include "isa/cuda/syntax/scope.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_text.h"

#define BASE_DEPTH_LIMIT 64u

static bool needs_object(const Symbol *symbol)
{
    for (; symbol != NULL; symbol = symbol->next_overload) {
        if (symbol->kind == SYMBOL_FIELD ||
            (symbol->kind == SYMBOL_FUNCTION && !symbol->is_static_member)) {
            return true;
        }
    }
    return false;
}

// A class's own name is in it too, and may be that of a template: which one, its arguments tell.
static bool is_injected(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_TYPE && class_scope(symbol->type) == symbol->home;
}

static bool can_stand_for(const Symbol *a, const Symbol *b)
{
    if (a == b) {
        return !needs_object(a);
    }
    return a->kind == SYMBOL_TYPE && b->kind == SYMBOL_TYPE &&
           (a->type == b->type || is_injected(a) || is_injected(b));
}

// What the name means in the class; *second is what it means as well, where that is ambiguous.
static const Symbol *find(const Scope *class_, const char *name, const Symbol **second,
                          uint32_t depth)
{
    const Symbol *first = scope_find_own(class_, name);
    for (uint32_t i = 0; first == NULL && i < class_->base_count && depth < BASE_DEPTH_LIMIT; i++) {
        first = find(class_->base_scopes[i], name, second, depth + 1);
        for (uint32_t k = i + 1; first != NULL && *second == NULL && k < class_->base_count; k++) {
            const Symbol *other = find(class_->base_scopes[k], name, second, depth + 1);
            *second =
                other == NULL || *second != NULL || can_stand_for(first, other) ? *second : other;
        }
    }
    return first;
}

void scope_check_ambiguous(Front *front, const Scope *class_, const char *name,
                           SourceLocation location)
{
    const Symbol *second = NULL;
    const Symbol *first = find(class_, name, &second, 0);
    if (first == NULL || second == NULL) {
        return;
    }
    front_error(front, location, "member '%s' of '%s' is ambiguous", name,
                express_type_text(front, class_->type));
    front_note(front, first->location, "it can be '%s::%s'",
               express_type_text(front, first->home->type), name);
    front_note(front, second->location, "or '%s::%s'%s",
               express_type_text(front, second->home->type), name,
               first == second ? " of another base" : "");
}
