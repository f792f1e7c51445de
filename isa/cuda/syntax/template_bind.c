// SPDX-License-Identifier: Apache-2.0
// Template arguments: compared, and bound to parameters in a scope of their own.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/scope.h"

static bool is_same_argument(const TemplateArgument *a, const TemplateArgument *b)
{
    if (a->is_pack != b->is_pack || a->type != b->type || a->integer != b->integer) {
        return false;
    }
    bool is_same_symbol = a->symbol == b->symbol ||
                          (a->symbol != NULL && b->symbol != NULL && a->symbol->template_ != NULL &&
                           a->symbol->template_ == b->symbol->template_) ||
                          (a->symbol != NULL && b->symbol != NULL && a->symbol->function != NULL &&
                           a->symbol->function == b->symbol->function);
    return is_same_symbol &&
           (!a->is_pack || template_same_arguments(a->pack, a->pack_count, b->pack, b->pack_count));
}

bool template_same_arguments(const TemplateArgument *a, uint32_t a_count, const TemplateArgument *b,
                             uint32_t b_count)
{
    if (a_count != b_count) {
        return false;
    }
    for (uint32_t i = 0; i < a_count; i++) {
        if (!is_same_argument(&a[i], &b[i])) {
            return false;
        }
    }
    return true;
}

static bool type_has_dependent(const Type *type)
{
    return type != NULL && type->has_dependent;
}

bool template_has_dependent(const TemplateArgument *arguments, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (type_has_dependent(arguments[i].type) ||
            (arguments[i].symbol != NULL && arguments[i].symbol->is_dependent) ||
            template_has_dependent(arguments[i].pack, arguments[i].pack_count)) {
            return true;
        }
    }
    return false;
}

static bool is_empty(const TemplateArgument *argument)
{
    return argument->type == NULL && argument->value_type == NULL && argument->symbol == NULL &&
           !argument->is_pack;
}

static void bind_one(Front *front, Symbol *symbol, const TemplateArgument *argument,
                     SourceLocation location)
{
    if (argument->symbol != NULL) {
        scope_copy_symbol(symbol, argument->symbol);
        symbol->declared_at = 0; // seen in the whole template, wherever its home is
        symbol->next_overload =
            argument->symbol->kind == SYMBOL_FUNCTION ? argument->symbol->next_overload : NULL;
    } else if (argument->type != NULL) {
        symbol->kind = SYMBOL_TYPE;
        symbol->type = argument->type;
    } else {
        symbol->kind = SYMBOL_CONSTANT;
        symbol->type = argument->value_type;
        symbol->value = express_new(front, EXPRESSION_INTEGER, argument->value_type, location);
        symbol->value->integer = argument->integer;
    }
}

static void bind_argument(Front *front, Scope *scope, const TemplateParameter *parameter,
                          const TemplateArgument *argument, SourceLocation location)
{
    if (parameter->name == NULL) {
        return;
    }
    Symbol *symbol = scope_add(front, scope, SYMBOL_TYPE, parameter->name, location);
    if (!argument->is_pack) {
        bind_one(front, symbol, argument, location);
        return;
    }
    const TemplateArgument *only = argument->pack_count == 1 ? &argument->pack[0] : NULL;
    const Dependent *pack = only != NULL && only->type != NULL && only->type->kind == TYPE_DEPENDENT
                                ? only->type->dependent
                                : NULL;
    if (argument->symbol != NULL && argument->symbol->is_dependent) { // "I..." of a signature
        bind_one(front, symbol, argument, location);
        return;
    }
    if (pack != NULL && pack->kind == DEPENDENT_PACK) { // "Ts..." of a signature
        symbol->type = pack->pattern;
        return;
    }
    symbol->kind = SYMBOL_PACK;
    symbol->is_type_pack = parameter->is_type;
    symbol->element_count = argument->pack_count;
    symbol->elements = arena_alloc(front->arena, (argument->pack_count + 1u) * sizeof(Symbol *));
    for (uint32_t i = 0; i < argument->pack_count; i++) {
        symbol->elements[i] = arena_alloc(front->arena, sizeof(Symbol));
        symbol->elements[i]->name = parameter->name;
        bind_one(front, symbol->elements[i], &argument->pack[i], location);
    }
}

static uint64_t truncated(uint64_t value, const Type *type)
{
    if (type->kind == TYPE_BOOL) {
        return value != 0;
    }
    uint64_t bits = type_size(type) * 8u;
    if (bits == 0 || bits >= 64u) {
        return value;
    }
    value &= (UINT64_C(1) << bits) - 1u;
    bool is_negative = type_is_signed(type) && (value >> (bits - 1u)) != 0;
    return is_negative ? value | ~((UINT64_C(1) << bits) - 1u) : value;
}

// Gives the value the type of its parameter.
static bool convert_value(Front *front, const TemplateParameter *parameter,
                          TemplateArgument *argument)
{
    front->at = parameter->value_type.first;
    front->half_of_token = 0;
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    Declarator declarator = {0};
    if (specifiers.type == NULL ||
        !parse_declarator(front, specifiers.type, DECLARATOR_EITHER, &declarator)) {
        front_error(front, front_here(front), "unknown type of a template parameter");
        return false;
    }
    const Type *type = declarator.type->unqualified;
    if (argument->symbol != NULL || type->kind == TYPE_DEPENDENT) {
        return true;
    }
    if (type->kind == TYPE_AUTO) {
        return true;
    }
    bool is_member =
        type->kind == TYPE_MEMBER_POINTER && type->parameters[0]->kind != TYPE_FUNCTION;
    if (is_member && argument->value_type != NULL && argument->value_type->kind == TYPE_NULLPTR) {
        argument->integer = UINT64_MAX; // Itanium C++ ABI 2.3
    } else if (is_member && argument->value_type != type) {
        front_error(front, front_here(front), "template argument of another type than '%s'",
                    express_type_text(front, type));
        return false;
    }
    if (!type_is_integral_or_enum(type) && type->kind != TYPE_POINTER &&
        type->kind != TYPE_NULLPTR && !is_member) {
        front_error(front, front_here(front), "template parameters of this type are not supported");
        return false;
    }
    argument->value_type = type;
    argument->integer = truncated(argument->integer, type);
    return true;
}

static bool check_argument(Front *front, const TemplateParameter *parameter,
                           TemplateArgument *argument, SourceLocation location)
{
    bool is_template = argument->symbol != NULL && argument->symbol->kind == SYMBOL_TEMPLATE;
    bool fits = parameter->is_type       ? argument->type != NULL
                : parameter->is_template ? is_template
                                         : argument->type == NULL && !is_template;
    if (!fits) {
        front_error(front, location, "template argument %u must be a %s", parameter->index + 1u,
                    parameter->is_type       ? "type"
                    : parameter->is_template ? "template"
                                             : "constant");
        return false;
    }
    return parameter->is_type || parameter->is_template ||
           convert_value(front, parameter, argument);
}

static bool parse_default_argument(Front *front, const TemplateParameter *parameter,
                                   TemplateArgument *argument, SourceLocation location)
{
    if (parameter->default_value.end == 0) {
        front_error(front, location, "template argument '%s' is missing",
                    parameter->name != NULL ? parameter->name : "(unnamed)");
        return false;
    }
    front->at = parameter->default_value.first;
    front->half_of_token = 0;
    bool was_angle = front->is_angle;
    front->is_angle = true;
    bool is_read = parse_template_argument(front, argument);
    front->is_angle = was_angle;
    return is_read;
}

static bool bind_pack(Front *front, const TemplateParameter *parameter,
                      const TemplateArgument *given, uint32_t count, TemplateArgument *result,
                      SourceLocation location)
{
    if (count == 1 && given[0].is_pack) {
        *result = given[0];
        return true;
    }
    *result = (TemplateArgument){.is_pack = true, .pack_count = count};
    result->pack = arena_alloc(front->arena, (count + 1u) * sizeof *result->pack);
    for (uint32_t i = 0; i < count; i++) {
        result->pack[i] = given[i];
        if (!check_argument(front, parameter, &result->pack[i], location)) {
            return false;
        }
    }
    return true;
}

#define BIND_LIMIT 100000u // libraries of templates bind some thousands of times

// Gives up templates whose arguments need each other without end, and the file with them.
static void count_bind(Front *front, SourceLocation location)
{
    if (++front->bind_count != BIND_LIMIT) {
        return;
    }
    uint32_t quiet = front->quiet;
    front->quiet = 0;
    front_error(front, location, "too many template instantiations (more than %u)", BIND_LIMIT);
    front->quiet = quiet;
    front->is_given_up = true;
}

Scope *template_bind(Front *front, const TemplateParameter *parameters, uint32_t parameter_count,
                     const TemplateArgument *given, uint32_t given_count, Scope *home,
                     TemplateArgument **all, SourceLocation location)
{
    FrontPlace before = front_place(front);
    count_bind(front, location);
    front->scope = home;
    Scope *scope = scope_push(front, SCOPE_TEMPLATE, NULL);
    TemplateArgument *bound = arena_alloc(front->arena, (parameter_count + 1u) * sizeof *bound);
    bool is_good = true;
    uint32_t used = 0;
    for (uint32_t i = 0; is_good && i < parameter_count; i++) {
        const TemplateParameter *parameter = &parameters[i];
        if (parameter->is_pack) {
            bool is_last = i + 1 == parameter_count;
            uint32_t count = is_last ? given_count - (used < given_count ? used : given_count)
                                     : (used < given_count && given[used].is_pack);
            const TemplateArgument *from = given == NULL ? NULL : &given[used];
            bool is_unset = count == 1 && is_empty(from);
            is_good = bind_pack(front, parameter, from, is_unset ? 0 : count, &bound[i], location);
            used += count;
        } else {
            bool is_given = used < given_count && !is_empty(&given[used]);
            if (is_given) {
                bound[i] = given[used];
            }
            used += used < given_count;
            is_good = (is_given || parse_default_argument(front, parameter, &bound[i], location)) &&
                      check_argument(front, parameter, &bound[i], location);
        }
        if (is_good) {
            bind_argument(front, scope, parameter, &bound[i], location);
        }
    }
    front_return(front, before);
    if (is_good && used < given_count) {
        front_error(front, location, "too many template arguments: got %u, expected at most %u",
                    given_count, parameter_count);
        is_good = false;
    }
    *all = bound;
    return is_good ? scope : NULL;
}
