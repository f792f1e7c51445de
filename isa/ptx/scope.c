// SPDX-License-Identifier: Apache-2.0
// Scopes: what a name means here. PTX lets a nested { } hide names; in the module each name of a
// function is unique, so the second one is renamed (p, p$1, p$2, ...). Registers of a range are
// made when first used, so that `.reg .b32 %r<100000>;` costs what the text uses.
#include "isa/ptx/parser.h"

#include <string.h>

void ptx_scope_open(Parser *parser)
{
    Scope *scope =
        arena_alloc(parser->function == NULL ? &parser->scratch : &parser->body, sizeof(Scope));
    scope->outer = parser->scope;
    scope->depth = parser->scope == NULL ? 0 : parser->scope->depth + 1;
    parser->scope = scope;
}

void ptx_scope_close(Parser *parser)
{
    for (Binding *at = parser->scope->bindings; at != NULL; at = at->sibling) {
        if (at->kind == BINDING_RANGE) {
            at->name->ranges = at->outer;
        } else {
            at->name->binding = at->outer;
        }
    }
    parser->scope = parser->scope->outer;
}

// A split of a name into stem and number: %r12 is %r and 12, and also %r1 and 2.
typedef struct NumberSplit {
    uint32_t stem_length;
    uint32_t number;
} NumberSplit;

// Finds the next split, from the longest number on; false at the end. Numbers have no leading zero.
static bool next_split(const Name *name, NumberSplit *split)
{
    for (uint32_t at = split->stem_length + 1; at < name->length; at++) {
        const char *digits = name->text + at;
        uint32_t count = name->length - at;
        if (count > 9 || strspn(digits, "0123456789") != count || (digits[0] == '0' && count > 1)) {
            continue;
        }
        split->stem_length = at;
        split->number = 0;
        for (uint32_t i = 0; i < count; i++) {
            split->number = split->number * 10 + (uint32_t)(digits[i] - '0');
        }
        return true;
    }
    return false;
}

static bool ends_in_digit(const Name *name)
{
    char last = name->text[name->length - 1];
    return last >= '0' && last <= '9';
}

// Where `depth` belongs among the bindings of a name, which go from the innermost outwards.
static void insert_binding(Binding *binding, Scope *scope)
{
    Binding **at =
        binding->kind == BINDING_RANGE ? &binding->name->ranges : &binding->name->binding;
    while (*at != NULL && (*at)->depth > scope->depth) {
        at = &(*at)->outer;
    }
    binding->outer = *at;
    *at = binding;
    binding->depth = scope->depth;
    binding->sibling = scope->bindings;
    scope->bindings = binding;
}

// The innermost range that has the register called `name`, and its number there.
static Binding *find_range(Parser *parser, const Name *name, uint32_t *number)
{
    Binding *found = NULL;
    NumberSplit split = {0};
    while (next_split(name, &split)) {
        const Name *stem = ptx_names_find(&parser->names, name->text, split.stem_length);
        for (Binding *at = stem == NULL ? NULL : stem->ranges; at != NULL; at = at->outer) {
            if (split.number < at->range->count && (found == NULL || at->depth > found->depth)) {
                found = at;
                *number = split.number;
            }
        }
    }
    return found;
}

static PtxRegister *make_register(Parser *parser, const char *text, PtxType type, uint8_t vector)
{
    PtxFunction *function = parser->function;
    PtxRegister *reg = arena_alloc(parser->arena, sizeof *reg);
    *reg = (PtxRegister){text, type, function->register_count, vector};
    function->registers = parser_room(&parser->body, function->registers, function->register_count,
                                      sizeof(PtxRegister *));
    function->registers[function->register_count++] = reg;
    return reg;
}

static Scope *scope_at(Parser *parser, uint32_t depth)
{
    Scope *scope = parser->scope;
    while (scope->depth > depth) {
        scope = scope->outer;
    }
    return scope;
}

static const Binding *bind_from_range(Parser *parser, Name *name, const Binding *range,
                                      uint32_t number)
{
    Text text = {0};
    text_printf(&text, "%s%u", range->range->base, number);
    Binding *binding = arena_alloc(&parser->body, sizeof *binding);
    binding->kind = BINDING_REGISTER;
    binding->name = name;
    binding->reg = make_register(parser, arena_text(parser->arena, text.at, text.size_bytes),
                                 range->range->type, range->range->vector);
    insert_binding(binding, scope_at(parser, range->depth));
    text_destroy(&text);
    return binding;
}

const Binding *ptx_scope_find(Parser *parser, Name *name)
{
    const Binding *binding = name->binding;
    if (parser->function == NULL || !ends_in_digit(name)) {
        return binding;
    }
    if (binding != NULL && binding->depth >= SCOPE_BODY && !parser->has_nested_ranges) {
        return binding;
    }
    uint32_t number = 0;
    const Binding *range = find_range(parser, name, &number);
    if (range == NULL || (binding != NULL && binding->depth >= range->depth)) {
        return binding;
    }
    return bind_from_range(parser, name, range, number);
}

static bool is_declared_here(Parser *parser, const Name *name, BindingKind kind)
{
    const Binding *at = kind == BINDING_RANGE ? name->ranges : name->binding;
    uint32_t number = 0;
    const Binding *range =
        kind == BINDING_RANGE || !ends_in_digit(name) ? NULL : find_range(parser, name, &number);
    return (at != NULL && at->depth == parser->scope->depth) ||
           (range != NULL && range->depth == parser->scope->depth);
}

Binding *ptx_scope_declare(Parser *parser, const Token *token, BindingKind kind)
{
    if (is_declared_here(parser, token->name, kind)) {
        parser_error_at(parser, token, "redeclaration of '%s'", token->name->text);
        return NULL;
    }
    Binding *binding =
        arena_alloc(parser->function == NULL ? &parser->scratch : &parser->body, sizeof *binding);
    binding->kind = kind;
    binding->name = token->name;
    insert_binding(binding, parser->scope);
    return binding;
}

static bool is_number_taken(Parser *parser, const Name *name)
{
    NumberSplit split = {0};
    while (ends_in_digit(name) && next_split(name, &split)) {
        const Name *stem = ptx_names_find(&parser->names, name->text, split.stem_length);
        if (stem != NULL && stem->range_in == parser->function_serial &&
            split.number < stem->range_count) {
            return true;
        }
    }
    return false;
}

// Whether the current function has used the name, or the module has (a renamed name must not hide
// it).
static bool is_taken(Parser *parser, const Name *name, bool is_range, bool is_renamed)
{
    uint32_t serial = parser->function_serial;
    if (is_range) {
        return name->range_in == serial || name->stem_taken_in == serial;
    }
    bool is_global = is_renamed && name->binding != NULL;
    return name->taken_in == serial || is_global || is_number_taken(parser, name);
}

static void take(Parser *parser, Name *name, bool is_range, uint32_t count)
{
    if (name->taken_in != parser->function_serial && name->range_in != parser->function_serial) {
        name->rename_count = 0;
    }
    if (is_range) {
        name->range_in = parser->function_serial;
        name->range_count = count;
        return;
    }
    name->taken_in = parser->function_serial;
    NumberSplit split = {0};
    while (ends_in_digit(name) && next_split(name, &split)) {
        ptx_names_intern(&parser->names, name->text, split.stem_length)->stem_taken_in =
            parser->function_serial;
    }
}

const char *ptx_scope_unique(Parser *parser, Name *name, bool is_range, uint32_t count)
{
    Name *unique = name;
    while (is_taken(parser, unique, is_range, unique != name)) {
        Text text = {0};
        text_printf(&text, is_range ? "%s$%u_" : "%s$%u", name->text, ++name->rename_count);
        unique = ptx_names_intern(&parser->names, text.at, (uint32_t)text.size_bytes);
        text_destroy(&text);
    }
    take(parser, unique, is_range, count);
    return arena_text(parser->arena, unique->text, unique->length);
}

PtxRegister *ptx_scope_register(Parser *parser, const Token *token, PtxType type, uint8_t vector)
{
    Binding *binding = ptx_scope_declare(parser, token, BINDING_REGISTER);
    if (binding == NULL) {
        return NULL;
    }
    const char *text = ptx_scope_unique(parser, token->name, false, 0);
    binding->reg = make_register(parser, text, type, vector);
    return binding->reg;
}

void ptx_scope_range(Parser *parser, const Token *token, PtxType type, uint8_t vector,
                     uint32_t count)
{
    Binding *binding = ptx_scope_declare(parser, token, BINDING_RANGE);
    if (binding == NULL) {
        return;
    }
    RegisterRange *range = arena_alloc(&parser->body, sizeof *range);
    *range =
        (RegisterRange){ptx_scope_unique(parser, token->name, true, count), type, vector, count};
    binding->range = range;
    parser->has_nested_ranges = parser->has_nested_ranges || parser->scope->depth > SCOPE_BODY;
}

static LabelBinding *find_label(const Parser *parser, const Name *name, const Scope *scope)
{
    LabelBinding *at = name->labels_in == parser->function_serial ? name->labels : NULL;
    while (at != NULL && at->scope != scope) {
        at = at->next;
    }
    return at;
}

uint32_t ptx_scope_label(Parser *parser, const Token *token)
{
    Name *name = token->name;
    PtxFunction *function = parser->function;
    if (find_label(parser, name, parser->scope) != NULL) {
        parser_error_at(parser, token, "redefinition of label '%s'", name->text);
    }
    LabelBinding *binding = arena_alloc(&parser->body, sizeof *binding);
    *binding = (LabelBinding){parser->scope, function->label_count,
                              name->labels_in == parser->function_serial ? name->labels : NULL};
    name->labels = binding;
    name->labels_in = parser->function_serial;
    function->labels =
        parser_room(&parser->body, function->labels, function->label_count, sizeof(PtxLabel));
    function->labels[function->label_count] =
        (PtxLabel){.name = ptx_scope_unique(parser, name, false, 0),
                   .instruction = function->instruction_count,
                   .is_defined = true,
                   .line = token->line,
                   .column = token->column};
    return function->label_count++;
}

void ptx_scope_use_label(Parser *parser, const Token *token, uint32_t *label)
{
    parser->label_uses =
        parser_room(&parser->body, parser->label_uses, parser->label_use_count, sizeof(LabelUse));
    parser->label_uses[parser->label_use_count++] =
        (LabelUse){token->name, parser->scope, label, *token};
}

void ptx_scope_resolve_labels(Parser *parser)
{
    for (uint32_t i = 0; i < parser->label_use_count; i++) {
        const LabelUse *use = &parser->label_uses[i];
        const LabelBinding *label = NULL;
        for (const Scope *at = use->scope; at != NULL && label == NULL; at = at->outer) {
            label = find_label(parser, use->name, at);
        }
        if (label == NULL) {
            parser_error_at(parser, &use->token, "label '%s' is not defined", use->name->text);
        } else {
            *use->label = label->index;
        }
    }
    parser->label_uses = NULL;
    parser->label_use_count = 0;
}
