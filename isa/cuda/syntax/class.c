// SPDX-License-Identifier: Apache-2.0
// Classes: their heads, base classes and bodies. Members are read by class_member.c, offsets given
// by class_layout.c.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

#include <string.h>

Scope *class_scope(const Type *type)
{
    return type != NULL && type->kind == TYPE_CLASS ? type->class_->scope : NULL;
}

Class *class_create(Front *front, const char *name, Scope *home, SourceLocation location)
{
    Class *class_ = arena_alloc(front->arena, sizeof *class_);
    Scope *outer = front->scope;
    front->scope = home;
    Scope *scope = scope_push(front, SCOPE_CLASS, name);
    front->scope = outer;
    class_->name = name;
    class_->location = location;
    class_->scope = scope;
    scope->class_ = class_;
    scope->type = type_class(&front->types, class_);
    if (name != NULL) {
        scope_add(front, scope, SYMBOL_TYPE, name, location)->type = scope->type;
    }
    return class_;
}

// nvcc takes the sizes of classes from the host, but the places of their members from doubles.
static void check_field(Front *front, const Field *field)
{
    const Type *type = field->type;
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    if (type->kind == TYPE_LONG_DOUBLE) {
        front_error(front, field->location,
                    "member '%s' is a 'long double', which is laid out differently in device code "
                    "and on the host; use 'double'",
                    field->name == NULL ? "" : field->name);
    }
}

void class_add_field(Front *front, Class *class_, FieldDraft draft)
{
    Scope *scope = class_->scope;
    check_field(front, &draft.field);
    scope->drafts = arena_room(front->arena, scope->drafts, scope->draft_count, &scope->draft_room,
                               sizeof *scope->drafts);
    if (draft.symbol != NULL) {
        draft.symbol->is_private = scope->access == 2;
        draft.symbol->is_protected = scope->access == 1;
    }
    scope->has_private_field |= scope->access != 0;
    scope->drafts[scope->draft_count++] = draft;
}

static void add_base(Front *front, Class *class_, const Type *type, bool is_dependent,
                     SourceLocation location)
{
    Scope *scope = class_->scope;
    Scope *base = class_scope(type);
    if (base == NULL) {
        front_error(front, location, "base class must be a class");
        return;
    }
    if (base->is_being_completed) {
        front_error_always(front, location, "base class '%s' has incomplete type",
                           type->class_->name);
        return;
    }
    bool is_complete = class_complete(front, type, location);
    if (base->host_reason != NULL) {
        scope->host_reason = base->host_reason;
    }
    if (!is_complete) {
        return;
    }
    uint32_t count = scope->base_count;
    scope->base_scopes =
        arena_grow(front->arena, scope->base_scopes, count, count + 1u, sizeof(Scope *));
    scope->base_offsets =
        arena_grow(front->arena, scope->base_offsets, count, count + 1u, sizeof(uint64_t));
    scope->are_bases_dependent =
        arena_grow(front->arena, scope->are_bases_dependent, count, count + 1u, sizeof(bool));
    scope->are_bases_dependent[count] = is_dependent;
    scope->base_scopes[scope->base_count++] = base;
    FieldDraft draft = {
        .field = {.type = type->unqualified, .is_base = true, .location = location}};
    class_add_field(front, class_, draft);
}

static bool accept_access(Front *front, uint8_t *access)
{
    if (front_accept(front, KEYWORD_public)) {
        *access = 0;
    } else if (front_accept(front, KEYWORD_protected)) {
        *access = 1;
    } else if (front_accept(front, KEYWORD_private)) {
        *access = 2;
    } else {
        return false;
    }
    return true;
}

// Whether these tokens name a template parameter.
static bool names_parameter(Front *front, uint32_t first, uint32_t end)
{
    bool is_found = false;
    for (uint32_t i = first; i < end && !is_found; i++) {
        const Token *token = &front->source->tokens[i];
        const Symbol *symbol = token->kind == TOKEN_NAME ? scope_lookup(front, token->text) : NULL;
        is_found = symbol != NULL && symbol->home != NULL && symbol->home->kind == SCOPE_TEMPLATE;
    }
    return is_found;
}

// One base-specifier: "public virtual ns::Base<T>".
static bool parse_base(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    uint8_t ignored = 0;
    for (;;) {
        if (front_accept(front, KEYWORD_virtual)) {
            front_error(front, front_here(front), "virtual base classes are not supported");
            scope->host_reason = "virtual base classes are not supported in device code";
        } else if (!accept_access(front, &ignored)) {
            break;
        }
    }
    SourceLocation location = front_here(front);
    scope->access = ignored;
    front_accept(front, KEYWORD_typename);
    uint32_t first = front->at;
    NameReference name;
    if (!parse_name(front, &name)) {
        return false;
    }
    if (name.symbol->kind == SYMBOL_HOST) {
        front_error(front, location, "base class '%s' is host code: %s", name.name,
                    name.symbol->reason);
        return false;
    }
    if (name.symbol->kind != SYMBOL_TYPE) {
        front_error(front, location, "'%s' is not a class", name.name);
        return false;
    }
    add_base(front, class_, name.symbol->type, names_parameter(front, first, front->at), location);
    return true;
}

static bool parse_bases(Front *front, Class *class_)
{
    Scope *outer = front->scope;
    front->scope = ((Scope *)class_->scope)->parent;
    bool is_good = true;
    do {
        PackExpansion expansion;
        for (pack_begin(front, &expansion); is_good && pack_next(front, &expansion);) {
            is_good = parse_base(front, class_);
        }
    } while (is_good && front_accept(front, PUNCTUATOR_comma));
    front->scope = outer;
    return is_good;
}

static void parse_class_body(Front *front, Class *class_)
{
    Scope *outer = front->scope;
    Scope *scope = class_->scope;
    FrontPlace before = front_place(front);
    front->scope = scope;
    front->is_angle = false;
    while (!front_is(front, PUNCTUATOR_brace_close) && front_peek(front, 0)->kind != TOKEN_END) {
        bool is_access =
            front_peek(front, 1)->id == PUNCTUATOR_colon && accept_access(front, &scope->access);
        if (is_access) {
            front->at++;
        } else {
            parse_member(front, class_);
        }
    }
    front->is_angle = before.is_angle;
    front->scope = outer;
    front_expect(front, PUNCTUATOR_brace_close, "the class");
}

bool parse_class_rest(Front *front, Class *class_, const Specifiers *specifiers)
{
    Scope *scope = class_->scope;
    FunctionInfo *function = front->function;
    scope->is_being_completed = true;
    bool is_good = !front_accept(front, PUNCTUATOR_colon) || parse_bases(front, class_);
    if (is_good && front_expect(front, PUNCTUATOR_brace_open, "the class's name")) {
        parse_class_body(front, class_);
    } else {
        is_good = false;
    }
    class_layout(front, class_, specifiers);
    class_->is_complete = true;
    scope->is_being_completed = false;
    class_add_special_members(front, class_);
    front->function = function;
    return is_good;
}

// The class that a head names, created if necessary; NULL after reporting.
static Class *find_or_create(Front *front, bool is_definition, bool is_union)
{
    const Token *token = front_peek(front, 0);
    const char *name = NULL;
    Scope *home = front->scope;
    Symbol *known = NULL;
    while (token->kind == TOKEN_NAME && front_peek(front, 1)->id == PUNCTUATOR_scope) {
        Symbol *outer = scope_find_here(home, token->text);
        outer = outer != NULL ? outer : scope_lookup(front, token->text);
        home = outer == NULL                      ? home
               : outer->kind == SYMBOL_NAMESPACE  ? outer->scope
               : class_scope(outer->type) != NULL ? class_scope(outer->type)
                                                  : home;
        front->at += 2;
        token = front_peek(front, 0);
    }
    if (token->kind == TOKEN_NAME) {
        name = token->text;
        front->at++;
        known = is_definition ? scope_find_here(home, name) : scope_lookup(front, name);
        bool is_injected = known != NULL && class_scope(known->type) == known->home;
        bool is_elsewhere = is_definition && known != NULL && known->home != home;
        if (known != NULL && (known->kind != SYMBOL_TYPE || is_elsewhere ||
                              (is_injected && is_definition) || class_scope(known->type) == NULL)) {
            known = NULL;
        }
    }
    if (known != NULL) {
        return known->type->class_;
    }
    while (home->kind == SCOPE_TEMPLATE ||
           (!is_definition && home->kind == SCOPE_CLASS && name != NULL)) {
        home = home->parent;
    }
    Class *class_ = class_create(front, name, home, token->location);
    class_->is_union = is_union;
    if (name != NULL) {
        scope_add(front, home, SYMBOL_TYPE, name, token->location)->type =
            ((Scope *)class_->scope)->type;
    }
    return class_;
}

// Whether the head at the cursor is followed by a body.
static bool has_body(Front *front)
{
    uint32_t i = 0;
    while (front_peek(front, i)->kind == TOKEN_NAME ||
           front_peek(front, i)->id == PUNCTUATOR_scope) {
        i++;
    }
    return front_peek(front, i)->id == PUNCTUATOR_brace_open ||
           front_peek(front, i)->id == PUNCTUATOR_colon;
}

static bool is_final_here(Front *front)
{
    const Token *token = front_peek(front, 0);
    const Token *next = front_peek(front, 1);
    return token->kind == TOKEN_NAME && token->length == 5 &&
           memcmp(token->text, "final", 5) == 0 &&
           (next->id == PUNCTUATOR_brace_open || next->id == PUNCTUATOR_colon);
}

// Outside of functions also while reading quietly: it is no host declaration.
static void report_redefinition(Front *front, const Class *class_, SourceLocation location)
{
    const Scope *home = ((const Scope *)class_->scope)->parent;
    uint32_t quiet = front->quiet;
    if (home->kind == SCOPE_NAMESPACE || home->kind == SCOPE_CLASS) {
        front->quiet = 0;
    }
    front_error(front, location, "redefinition of '%s'", class_->name);
    front_note(front, class_->location, "previous definition is here");
    front->quiet = quiet;
}

// class-specifier or elaborated-type-specifier
const Type *parse_class(Front *front, Specifiers *specifiers)
{
    TokenId keyword = (TokenId)front_peek(front, 0)->id;
    front->at++;
    parse_attributes(front, specifiers);
    bool is_definition = has_body(front);
    bool is_forward = front_peek(front, 1)->id == PUNCTUATOR_semicolon;
    const Token *token = front_peek(front, 0);
    if (token->kind != TOKEN_NAME && !is_definition && token->id != PUNCTUATOR_scope) {
        front_error(front, token->location, "expected a class name");
        return type_basic(&front->types, TYPE_INT);
    }
    bool is_template_id = !is_definition && !is_forward;
    if (is_template_id) { // struct Name<int> x, struct ns::Name *p
        Symbol *symbol = token->kind == TOKEN_NAME ? scope_lookup(front, token->text) : NULL;
        bool is_plain =
            symbol == NULL || (symbol->kind != SYMBOL_TYPE && symbol->kind != SYMBOL_TEMPLATE &&
                               symbol->kind != SYMBOL_NAMESPACE);
        NameReference name;
        if (!is_plain && parse_name(front, &name) && name.symbol->kind == SYMBOL_TYPE) {
            return name.symbol->type;
        }
    }
    Class *class_ = find_or_create(front, is_definition || is_forward, keyword == KEYWORD_union);
    Scope *scope = class_->scope;
    if (!is_definition) {
        return scope->type;
    }
    specifiers->defines_type = true;
    if (is_final_here(front)) {
        front->at++;
    }
    if (class_->is_complete) {
        report_redefinition(front, class_, token->location);
        class_ = class_create(front, class_->name, front->scope, token->location);
        scope = class_->scope;
    }
    class_->is_union = keyword == KEYWORD_union;
    class_->location = token->location;
    bool is_class = keyword == KEYWORD_class;
    uint8_t access = is_class ? 2 : 0;
    scope->access = access;
    if (!front_enter(front)) {
        front_leave(front);
        return scope->type;
    }
    parse_class_rest(front, class_, specifiers);
    front_leave(front);
    specifiers->align_bytes = 0; // it was the class's
    specifiers->is_packed = false;
    return scope->type;
}

bool class_complete(Front *front, const Type *type, SourceLocation location)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    Scope *scope = class_scope(type);
    if (scope == NULL) {
        return true;
    }
    Class *class_ = type->class_;
    class_instantiate(front, type, location);
    if (scope->host_reason != NULL) {
        front_error(front, location, "'%s' is host code: %s", class_->name, scope->host_reason);
        return false;
    }
    if (!class_->is_complete && !scope->is_being_completed) {
        front_error(front, location, "'%s' is declared but not defined",
                    class_->name != NULL ? class_->name : "the class");
        return false;
    }
    return class_->is_complete;
}

void class_instantiate(Front *front, const Type *type, SourceLocation location)
{
    const Scope *scope = class_scope(type);
    if (scope != NULL && scope->template_ != NULL && !scope->is_being_completed &&
        !type->class_->is_complete) {
        template_complete_class(front, type->class_, location);
    }
}

// The class's own special members; operators and conversion functions come from bases too.
Symbol *class_member(Front *front, const Type *type, const char *special_name)
{
    Scope *scope = class_scope(type);
    if (scope == NULL || !class_complete(front, type, front_here(front))) {
        return NULL;
    }
    const char *name = front_intern(front, special_name);
    bool is_own = name == front_intern(front, NAME_OF_CONSTRUCTOR) ||
                  name == front_intern(front, NAME_OF_DESTRUCTOR);
    Symbol *found = scope_find_member(front, scope, name, NULL);
    return found != NULL && is_own && found->home != scope ? NULL : found;
}

bool class_has_constructor(Front *front, const Type *type)
{
    const Scope *scope = class_scope(type);
    return scope != NULL && class_complete(front, type, front_here(front)) &&
           scope->has_constructor;
}

bool class_is_copied_as_bytes(Front *front, const Type *type)
{
    const Scope *scope = class_scope(type);
    class_complete(front, type, front_here(front));
    return scope == NULL ||
           (!scope->is_copy_chosen && (type->class_->is_trivial || scope->is_copy_trivial));
}

FunctionInfo *class_destructor(Front *front, const Type *type)
{
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    const Scope *scope = type->kind == TYPE_CLASS ? class_scope(type) : NULL;
    if (scope == NULL || !scope->has_destructor) {
        return NULL;
    }
    const Symbol *symbol = class_member(front, type, NAME_OF_DESTRUCTOR);
    return symbol == NULL ? NULL : symbol->function;
}

bool class_is_derived(const Class *derived, const Class *base)
{
    for (uint32_t i = 0; i < derived->field_count; i++) {
        const Field *field = &derived->fields[i];
        if (field->is_base && field->type->kind == TYPE_CLASS &&
            (field->type->class_ == base || class_is_derived(field->type->class_, base))) {
            return true;
        }
    }
    return false;
}
