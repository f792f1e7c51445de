// SPDX-License-Identifier: Apache-2.0
// Names as messages show them: with namespaces, classes and template arguments.
#include "isa/cuda/syntax/name.h"

static void add_scope_name(const Scope *scope, Text *out)
{
    if (scope == NULL) {
        return;
    }
    add_scope_name(scope->parent, out);
    if (scope->kind == SCOPE_CLASS && scope->type != NULL) {
        out->size_bytes = 0; // a class's own name may hold template arguments; it is printed whole
        Text name = {0};
        for (const Scope *at = scope->parent; at != NULL; at = at->parent) {
            if (at->kind == SCOPE_NAMESPACE && at->name != NULL) {
                Text longer = {0};
                text_printf(&longer, "%s::%s", at->name, text_string(&name));
                text_destroy(&name);
                name = longer;
            }
        }
        text_printf(out, "%s%s::", text_string(&name), scope->type->class_->name);
        text_destroy(&name);
    } else if (scope->kind == SCOPE_NAMESPACE && scope->name != NULL) {
        text_printf(out, "%s::", scope->name);
    }
}

static void add_argument(const TemplateArgument *argument, Text *out)
{
    if (argument->is_pack) {
        for (uint32_t i = 0; i < argument->pack_count; i++) {
            text_put(out, i > 0 ? ", " : "");
            add_argument(&argument->pack[i], out);
        }
    } else if (argument->type != NULL) {
        type_print(argument->type, out);
    } else if (argument->symbol != NULL) {
        text_put(out, argument->symbol->name != NULL ? argument->symbol->name : "?");
    } else if (argument->value_type != NULL && argument->value_type->kind == TYPE_BOOL) {
        text_put(out, argument->integer != 0 ? "true" : "false");
    } else if (argument->value_type != NULL && type_is_signed(argument->value_type)) {
        text_printf(out, "%lld", (long long)argument->integer);
    } else {
        text_printf(out, "%llu", (unsigned long long)argument->integer);
    }
}

const char *name_qualified(Front *front, const Scope *home, const char *name,
                           const TemplateArgument *arguments, uint32_t argument_count,
                           bool has_arguments)
{
    Text text = {0};
    add_scope_name(home, &text);
    text_put(&text, name != NULL ? name : "");
    if (has_arguments) {
        text_put(&text, "<");
        for (uint32_t i = 0; i < argument_count; i++) {
            text_put(&text, i > 0 ? ", " : "");
            add_argument(&arguments[i], &text);
        }
        text_put(&text, ">");
    }
    const char *kept = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return kept;
}
