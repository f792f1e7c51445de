// SPDX-License-Identifier: Apache-2.0
// The parts of messages about expressions: types as text, warnings, similar names.
#include "isa/cuda/syntax/express_text.h"

#include "isa/base/nearest.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_node.h"

#include <string.h>

#define NAME_LIMIT 63u // longer names get no suggestion

const char *express_type_text(Front *front, const Type *type)
{
    Text text = {0};
    type_print(type, &text);
    const char *copy = arena_text(front->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}

void express_warning(Front *front, SourceLocation location, const char *format, ...)
{
    if (front->source->files[location.file].is_library) {
        return;
    }
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    front_warning(front, location, "%s", text_string(&text));
    text_destroy(&text);
}

Expression *express_give_up(Front *front)
{
    Expression *error = express_error(front, front_here(front));
    front->at = front->source->token_count;
    return error;
}

typedef struct Search {
    const char *wanted, *best;
    uint32_t best_distance;
} Search;

static void search_scope(Search *search, const Scope *scope)
{
    for (const Symbol *at = scope->first_symbol; at != NULL; at = at->next_in_scope) {
        size_t length = at->name == NULL ? NAME_LIMIT + 1 : strlen(at->name);
        if (length > NAME_LIMIT || at->kind == SYMBOL_HOST || at->name[0] == '(' ||
            (strncmp(at->name, "__", 2) == 0 && strncmp(search->wanted, "__", 2) != 0)) {
            continue;
        }
        uint32_t distance = edit_distance(at->name, search->wanted);
        if (distance < search->best_distance && distance < length) {
            search->best_distance = distance;
            search->best = at->name;
        }
    }
}

// One wrong letter in three at most.
static bool search_start(Search *search, const char *name)
{
    size_t length = strlen(name);
    *search = (Search){.wanted = name, .best_distance = (uint32_t)length / 3 + 1};
    return length > 1 && length <= NAME_LIMIT;
}

const char *express_similar_name(Front *front, const char *name)
{
    Search search;
    if (!search_start(&search, name)) {
        return NULL;
    }
    for (const Scope *scope = front->scope; scope != NULL; scope = scope->parent) {
        search_scope(&search, scope);
        for (uint32_t i = 0; i < scope->using_count; i++) {
            search_scope(&search, scope->using_scopes[i]);
        }
    }
    return search.best;
}

const char *express_similar_of(const char *name, const char *const *names, size_t count)
{
    Search search;
    if (!search_start(&search, name)) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t distance = edit_distance(names[i], name);
        if (distance < search.best_distance) {
            search.best_distance = distance;
            search.best = names[i];
        }
    }
    return search.best;
}

static void search_class(Search *search, const Scope *scope)
{
    search_scope(search, scope);
    for (uint32_t i = 0; i < scope->base_count; i++) {
        search_class(search, scope->base_scopes[i]);
    }
}

const char *express_similar_member(Front *front, const Scope *class_scope, const char *name)
{
    (void)front;
    Search search;
    if (class_scope == NULL || !search_start(&search, name)) {
        return NULL;
    }
    search_class(&search, class_scope);
    return search.best;
}

// In namespaces the names of those that it uses count as well, inline ones among them.
const char *express_similar_in(const Scope *scope, const char *name)
{
    Search search;
    if (!search_start(&search, name)) {
        return NULL;
    }
    search_class(&search, scope);
    for (uint32_t i = 0; i < scope->using_count; i++) {
        search_scope(&search, scope->using_scopes[i]);
    }
    return search.best;
}
