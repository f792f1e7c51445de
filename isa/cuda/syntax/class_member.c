// SPDX-License-Identifier: Apache-2.0
// Members of classes, C++17 [class.mem]. A member without a device marker that cannot be parsed
// belongs to the host. If it is a data member, so does the whole class, because its layout is then
// unknown.
#include "isa/cuda/syntax/class.h"

#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

static void check_bit_field(Front *front, FieldDraft *draft, uint64_t width,
                            SourceLocation location)
{
    const Type *type = draft->field.type;
    uint64_t bits = type_size(type) * 8u;
    if (!type_is_integral_or_enum(type)) {
        front_error(front, location, "bit-field must have an integer type");
    } else if (width > bits) {
        front_error(front, location,
                    "bit-field width (%llu bits) exceeds the width of its type (%llu bits)",
                    (unsigned long long)width, (unsigned long long)bits);
    }
    draft->field.bit_width = (uint8_t)(width > bits ? bits : width);
    draft->is_bit_field = true;
}

static void declare_field(Front *front, Class *class_, const Specifiers *specifiers,
                          const Declarator *declarator, const char *name)
{
    const Type *type = declarator->type;
    SourceLocation location = declarator->location;
    if (type->kind == TYPE_AUTO) {
        front_error(front, location, "non-static data member declared 'auto'");
        return;
    }
    const Type *element = type;
    while (element->kind == TYPE_ARRAY) {
        element = element->base;
    }
    if (class_scope(element) != NULL && class_scope(element)->is_being_completed) {
        front_error_always(front, location, "member '%s' has incomplete type '%s'",
                           name == NULL ? "" : name, express_type_text(front, type));
        return;
    }
    if (!type_is_reference(type) && !class_complete(front, type, location)) {
        return;
    }
    FieldDraft draft = {.field = {.name = name,
                                  .type = declare_stored_type(front, type),
                                  .is_mutable = specifiers->is_mutable,
                                  .location = location},
                        .align_bytes = declarator->align_bytes};
    if (specifiers->align_bytes > draft.align_bytes) {
        draft.align_bytes = specifiers->align_bytes;
    }
    if (front_accept(front, PUNCTUATOR_colon)) {
        const Type *width_type = NULL;
        uint64_t width = 0;
        if (!parse_integer_constant(front, &width_type, &width)) {
            return;
        }
        check_bit_field(front, &draft, width, location);
    }
    TokenRange initializer = {0};
    if (front_is(front, PUNCTUATOR_assign) || front_is(front, PUNCTUATOR_brace_open)) {
        initializer = declare_skip_initializer(front);
    }
    if (name != NULL) {
        Symbol *before = scope_find_here(front->scope, name);
        if (before != NULL && before->home == front->scope && before->kind == SYMBOL_FIELD) {
            front_error(front, location, "redeclaration of member '%s'", name);
            front_note(front, before->location, "previous declaration is here");
        }
        draft.symbol = scope_add(front, front->scope, SYMBOL_FIELD, name, location);
        draft.symbol->type = type;
        draft.symbol->initializer = initializer;
    }
    class_add_field(front, class_, draft);
}

static void declare_type_name(Front *front, const Declarator *declarator)
{
    scope_add(front, front->scope, SYMBOL_TYPE, declarator->name, declarator->location)->type =
        declarator->type;
}

// Returns true if it was a function: nothing follows it.
static bool parse_member_declarator(Front *front, Class *class_, const Specifiers *specifiers)
{
    Declarator declarator = {0};
    if (front_is(front, PUNCTUATOR_colon)) { // an unnamed bit-field
        declarator.type = specifiers->type;
        declarator.location = front_here(front);
        declare_field(front, class_, specifiers, &declarator, NULL);
        return false;
    }
    if (!parse_declarator(front, specifiers->type, DECLARATOR_NAMED, &declarator)) {
        return true;
    }
    Specifiers trailing = {0};
    parse_attributes(front, &trailing);
    if (trailing.align_bytes > declarator.align_bytes) {
        declarator.align_bytes = trailing.align_bytes;
    }
    if (declare_is_foiled(front, specifiers, &declarator)) {
        return true;
    }
    if (specifiers->is_typedef) {
        declare_type_name(front, &declarator);
        return false;
    }
    if (!declare_take_function_type(front, &declarator)) {
        return false;
    }
    if (declarator.type->kind == TYPE_FUNCTION) {
        FunctionInfo *info = declare_function(front, specifiers, &declarator, PLACE_CLASS);
        Scope *scope = class_->scope;
        scope->has_constructor |= declarator.is_constructor;
        if (info != NULL) {
            info->symbol->is_private = scope->access == 2;
            info->symbol->is_protected = scope->access == 1;
        }
        return true;
    }
    if (specifiers->is_static) {
        declare_variable(front, specifiers, &declarator, PLACE_CLASS);
        return false;
    }
    declare_field(front, class_, specifiers, &declarator, declarator.name);
    return false;
}

static void parse_member_declaration(Front *front, Class *class_)
{
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_CLASS);
    if (specifiers.is_friend && front_is(front, PUNCTUATOR_semicolon)) {
        front->at++;
        return;
    }
    if (front_accept(front, PUNCTUATOR_semicolon)) {
        Scope *inner = class_scope(specifiers.type);
        if (specifiers.defines_type && inner != NULL && inner->name == NULL) {
            FieldDraft anonymous = {
                .field = {.type = specifiers.type, .location = specifiers.location}};
            class_add_field(front, class_, anonymous);
        }
        return;
    }
    if (specifiers.type == NULL && front_peek(front, 0)->kind != TOKEN_NAME &&
        !front_is(front, PUNCTUATOR_tilde) && !front_is(front, KEYWORD_operator)) {
        const Token *token = front_peek(front, 0);
        front_error(front, token->location, "expected a member, found '%.*s'", (int)token->length,
                    token->text);
        return;
    }
    do {
        if (parse_member_declarator(front, class_, &specifiers)) {
            return;
        }
    } while (front_accept(front, PUNCTUATOR_comma));
    front_expect(front, PUNCTUATOR_semicolon, "the member");
}

// Whether the tokens look like a data member: no parameters before the end, not static, no type.
static bool looks_like_field(Front *front)
{
    for (uint32_t i = 0;; i++) {
        switch (front_peek(front, i)->id) {
        case KEYWORD_static:
        case KEYWORD_typedef:
        case KEYWORD_friend:
        case KEYWORD_using:
        case KEYWORD_template:
        case PUNCTUATOR_paren_open: return false;
        case PUNCTUATOR_semicolon:
        case PUNCTUATOR_assign:
        case PUNCTUATOR_brace_open:
        case PUNCTUATOR_brace_close: return true;
        default:
            if (front_peek(front, i)->kind == TOKEN_END) {
                return true;
            }
        }
    }
}

static void parse_tolerantly(Front *front, Class *class_)
{
    Scope *scope = class_->scope;
    uint32_t first = front->at;
    uint32_t drafts = scope->draft_count;
    FrontPlace before = front_place(front);
    const char *reason = NULL;
    QuietPlace quiet = front_quiet_begin(front);
    parse_member_declaration(front, class_);
    if (front_quiet_end(front, quiet, &reason)) {
        return;
    }
    front_return(front, before);
    scope->draft_count = drafts;
    scope->has_unread_virtual |= front_is(front, KEYWORD_virtual);
    if (looks_like_field(front) && scope->host_reason == NULL) {
        scope->host_reason = reason;
    }
    declare_host(front, reason, first);
}

void parse_member(Front *front, Class *class_)
{
    uint32_t first = front->at;
    Scope *scope = front->scope;
    switch (front_peek(front, 0)->id) {
    case PUNCTUATOR_semicolon: front->at++; return;
    case KEYWORD_using: parse_using(front, PLACE_CLASS); break;
    case KEYWORD_static_assert:
    case KEYWORD__Static_assert: parse_static_assert(front); break;
    case KEYWORD_template: parse_template(front, PLACE_CLASS); break;
    default:
        if (front_peek(front, 0)->kind == TOKEN_PRAGMA) {
            front->at++;
        } else if (declare_has_device_marker(front)) {
            uint32_t errors = front->diagnostics->error_count + front->quiet_errors;
            parse_member_declaration(front, class_);
            bool is_at_end = front->at > first &&
                             (front->source->tokens[front->at - 1].id == PUNCTUATOR_semicolon ||
                              front->source->tokens[front->at - 1].id == PUNCTUATOR_brace_close);
            if (front->diagnostics->error_count + front->quiet_errors != errors && !is_at_end) {
                front->at = first;
                declare_skip(front);
            }
        } else {
            parse_tolerantly(front, class_);
        }
    }
    front->scope = scope;
    if (front->at == first) {
        front->at++;
    }
}
