// SPDX-License-Identifier: Apache-2.0
// Scopes: names to symbols, one hash table each. Lookup goes outward; a class's scope also sees its
// base classes, a namespace what it uses. Bodies are parsed when they are needed, by then
// everything is declared: so a symbol of a namespace knows the token that declared it, and what
// stands before that token does not see it, C++17 [basic.scope.namespace], [temp.nondep].
#include "isa/cuda/syntax/scope.h"

#include "isa/cuda/syntax/class.h"

#define USING_DEPTH_LIMIT 64u

// How a name is looked up.
typedef struct Search {
    const char *name;
    uint32_t at; // symbols of namespaces that were declared after this token are not seen
    bool is_without_dependent_bases; // of the class that the search starts in
    bool is_without_classes;
    Arena *arena; // for functions of several namespaces; NULL: the first one's are enough
} Search;

#define USED_LIMIT 32u

// A namespace that a using-directive names, and the one whose members its members seem to be.
typedef struct UsedNamespace {
    const Scope *scope, *seen_in;
} UsedNamespace;

typedef struct UsedNamespaces {
    UsedNamespace list[USED_LIMIT];
    uint32_t count;
} UsedNamespaces;

static uint32_t bucket_of(const char *name, uint32_t bucket_count)
{
    uint64_t bits = (uint64_t)(uintptr_t)name; // interned: the address is the identity
    return (uint32_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (bucket_count - 1u);
}

Scope *scope_push(Front *front, ScopeKind kind, const char *name)
{
    Scope *scope = arena_alloc(front->arena, sizeof *scope);
    scope->kind = kind;
    scope->name = name;
    scope->parent = front->scope;
    front->scope = scope;
    return scope;
}

void scope_pop(Front *front)
{
    front->scope = front->scope->parent;
}

static void grow(Front *front, Scope *scope)
{
    uint32_t count = scope->bucket_count == 0 ? 8u : scope->bucket_count * 2u;
    Symbol **buckets = arena_alloc(front->arena, count * sizeof *buckets);
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        uint32_t to = bucket_of(symbol->name, count);
        symbol->next_in_bucket = buckets[to];
        buckets[to] = symbol;
    }
    scope->buckets = buckets;
    scope->bucket_count = count;
}

Symbol *scope_find_own(const Scope *scope, const char *name)
{
    if (scope->bucket_count == 0) {
        return NULL;
    }
    Symbol *symbol = scope->buckets[bucket_of(name, scope->bucket_count)];
    while (symbol != NULL && symbol->name != name) {
        symbol = symbol->next_in_bucket;
    }
    return symbol;
}

static bool is_overloadable(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_FUNCTION ||
           (symbol->kind == SYMBOL_TEMPLATE &&
            (symbol->template_ == NULL || symbol->template_->kind == TEMPLATE_FUNCTION));
}

Symbol *scope_add(Front *front, Scope *scope, SymbolKind kind, const char *name,
                  SourceLocation location)
{
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    symbol->kind = kind;
    symbol->name = name;
    symbol->home = scope;
    symbol->location = location;
    symbol->declared_at = front->at;
    if (name == NULL) {
        return symbol;
    }
    Symbol *before = scope_find_own(scope, name);
    if (before != NULL && is_overloadable(before) && is_overloadable(symbol)) {
        while (before->next_overload != NULL) {
            before = before->next_overload;
        }
        before->next_overload = symbol;
        return symbol;
    }
    if (scope->symbol_count >= scope->bucket_count) {
        grow(front, scope);
    }
    uint32_t bucket = bucket_of(name, scope->bucket_count);
    symbol->next_in_bucket = scope->buckets[bucket];
    scope->buckets[bucket] = symbol;
    if (scope->symbol_count++ == 0) {
        scope->first_symbol = symbol;
    } else {
        scope->last_symbol->next_in_scope = symbol;
    }
    scope->last_symbol = symbol;
    return symbol;
}

void scope_copy_symbol(Symbol *to, const Symbol *from)
{
    Symbol before = *to;
    *to = *from;
    to->name = before.name;
    to->declared_at = before.declared_at;
    to->next_overload = before.next_overload;
    to->next_in_scope = before.next_in_scope;
    to->next_in_bucket = before.next_in_bucket;
}

static bool is_seen(const Symbol *symbol, uint32_t at)
{
    bool is_of_namespace = symbol->home != NULL && symbol->home->kind == SCOPE_NAMESPACE;
    return !is_of_namespace || symbol->declared_at <= at;
}

static bool is_any_seen(const Symbol *symbol, uint32_t at)
{
    while (symbol != NULL && !is_seen(symbol, at)) {
        symbol = symbol->next_overload;
    }
    return symbol != NULL;
}

static Symbol *find_own_seen(const Scope *scope, const Search *search)
{
    Symbol *symbol = scope_find_own(scope, search->name);
    while (symbol != NULL && (symbol->name != search->name || !is_any_seen(symbol, search->at))) {
        symbol = symbol->next_in_bucket;
    }
    return symbol;
}

static Symbol *append_copies(Arena *arena, Symbol *last, const Symbol *symbol)
{
    for (; symbol != NULL; symbol = symbol->next_overload) {
        Symbol *copy = arena_alloc(arena, sizeof *copy);
        *copy = *symbol;
        copy->next_overload = NULL;
        last->next_overload = copy;
        last = copy;
    }
    return last;
}

// What a name means that is found twice: functions overload each other, of all else the first.
static Symbol *merge(const Search *search, Symbol *a, Symbol *b)
{
    bool are_functions = a != NULL && b != NULL && a != b && search->arena != NULL &&
                         is_overloadable(a) && is_overloadable(b);
    if (!are_functions) {
        return a != NULL ? a : b;
    }
    Symbol head = {0};
    append_copies(search->arena, append_copies(search->arena, &head, a), b);
    return head.next_overload;
}

static Symbol *find_with_using(const Scope *scope, const Search *search, uint32_t depth)
{
    Symbol *found = find_own_seen(scope, search);
    if (found != NULL || depth > USING_DEPTH_LIMIT) {
        return found;
    }
    Search inner = *search;
    inner.is_without_dependent_bases = false;
    for (uint32_t i = 0; i < scope->base_count && found == NULL; i++) {
        bool is_left_out = search->is_without_dependent_bases && scope->are_bases_dependent[i];
        found = is_left_out ? NULL : find_with_using(scope->base_scopes[i], &inner, depth + 1);
    }
    for (uint32_t i = 0; i < scope->using_count; i++) {
        bool is_over = found != NULL && (search->arena == NULL || !is_overloadable(found));
        found = is_over ? found
                        : merge(search, found,
                                find_with_using(scope->using_scopes[i], &inner, depth + 1));
    }
    return found;
}

Symbol *scope_find_here(const Scope *scope, const char *name)
{
    Search search = {.name = name, .at = UINT32_MAX};
    return find_with_using(scope, &search, 0);
}

Symbol *scope_find_visible(const Front *front, const Scope *scope, const char *name)
{
    Search search = {.name = name, .at = front->at, .arena = front->arena};
    return find_with_using(scope, &search, 0);
}

bool scope_is_visible(const Front *front, const Symbol *symbol)
{
    return is_seen(symbol, front->at);
}

static const Scope *common_namespace(const Scope *a, const Scope *b)
{
    for (; a != NULL; a = a->parent) {
        const Scope *at = b;
        while (at != NULL && at != a) {
            at = at->parent;
        }
        if (at != NULL && a->kind == SCOPE_NAMESPACE) {
            return a;
        }
    }
    return NULL;
}

// [namespace.udir]/2: the members seem to be those of the nearest namespace around both.
static void add_used(UsedNamespaces *used, const Scope *from, const Scope *scope)
{
    for (uint32_t i = 0; i < scope->using_count && used->count < USED_LIMIT; i++) {
        const Scope *named = scope->using_scopes[i];
        bool is_known = false;
        for (uint32_t k = 0; k < used->count && !is_known; k++) {
            is_known = used->list[k].scope == named;
        }
        if (!is_known) {
            used->list[used->count++] = (UsedNamespace){named, common_namespace(from, named)};
            add_used(used, from, named);
        }
    }
}

static Symbol *find_outward(const Scope *scope, const Search *search)
{
    UsedNamespaces used;
    used.count = 0;
    Symbol *found = NULL;
    for (; scope != NULL && found == NULL; scope = scope->parent) {
        if (scope->kind == SCOPE_CLASS) {
            found = search->is_without_classes ? NULL : find_with_using(scope, search, 0);
            continue;
        }
        found = find_own_seen(scope, search);
        add_used(&used, scope, scope);
        for (uint32_t i = 0; i < used.count; i++) {
            if (used.list[i].seen_in == scope) {
                found = merge(search, found, find_own_seen(used.list[i].scope, search));
            }
        }
    }
    return found;
}

// [temp.dep]/3: a name is not looked up in the bases that depend on template parameters. A program
// in which only these have it is wrong, but means nothing else.
Symbol *scope_lookup(Front *front, const char *name)
{
    Search search = {
        .name = name, .at = front->at, .is_without_dependent_bases = true, .arena = front->arena};
    Symbol *found = find_outward(front->scope, &search);
    if (found == NULL) {
        search.is_without_dependent_bases = false;
        found = find_outward(front->scope, &search);
    }
    return found;
}

Symbol *scope_lookup_free(Front *front, const char *name)
{
    Search search = {
        .name = name, .at = front->at, .is_without_classes = true, .arena = front->arena};
    return find_outward(front->scope, &search);
}

bool scope_is_in_template(const Front *front)
{
    const Scope *scope = front->scope;
    while (scope != NULL && scope->kind != SCOPE_TEMPLATE) {
        scope = scope->parent;
    }
    return scope != NULL;
}

static Symbol *find_member(const Scope *scope, const char *name, uint64_t *offset_bytes,
                           uint32_t depth)
{
    Symbol *found = scope_find_own(scope, name);
    if (found != NULL || depth > USING_DEPTH_LIMIT) {
        return found;
    }
    for (uint32_t i = 0; i < scope->base_count; i++) {
        uint64_t inner = 0;
        found = find_member(scope->base_scopes[i], name, &inner, depth + 1);
        if (found != NULL) {
            *offset_bytes += scope->base_offsets[i] + inner;
            return found;
        }
    }
    return NULL;
}

Symbol *scope_find_member(Front *front, const Scope *class_scope, const char *name,
                          uint64_t *offset_bytes)
{
    uint64_t offset = 0;
    if (class_scope->type != NULL) {
        class_complete(front, class_scope->type, front_here(front));
    }
    Symbol *found = find_member(class_scope, name, &offset, 0);
    if (offset_bytes != NULL) {
        *offset_bytes = offset;
    }
    return found;
}

bool scope_is_unnamed(const Scope *scope)
{
    for (; scope != NULL; scope = scope->parent) {
        if (scope->kind == SCOPE_NAMESPACE && scope->parent != NULL && scope->name == NULL) {
            return true;
        }
    }
    return false;
}
