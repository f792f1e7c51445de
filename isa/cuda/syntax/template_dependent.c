// SPDX-License-Identifier: Apache-2.0
// Types of signatures for deduction: template parameters as TYPE_DEPENDENT, and types composed of
// them.
#include "isa/cuda/syntax/template.h"

#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/scope.h"

const Type *dependent_other(Front *front)
{
    Dependent *other = arena_alloc(front->arena, sizeof *other);
    other->kind = DEPENDENT_OTHER;
    return type_dependent(&front->types, other);
}

const Type *dependent_parameter(Front *front, uint32_t index)
{
    Dependent *parameter = arena_alloc(front->arena, sizeof *parameter);
    parameter->kind = DEPENDENT_PARAMETER;
    parameter->index = index;
    return type_dependent(&front->types, parameter);
}

Scope *dependent_scope(Front *front, const TemplateParameter *parameters, uint32_t count,
                       Scope *home)
{
    Scope *outer = front->scope;
    front->scope = home;
    Scope *scope = scope_push(front, SCOPE_TEMPLATE, NULL);
    front->scope = outer;
    const Type *int_type = type_basic(&front->types, TYPE_INT);
    for (uint32_t i = 0; i < count; i++) {
        if (parameters[i].name == NULL) {
            continue;
        }
        Symbol *symbol =
            scope_add(front, scope, SYMBOL_TYPE, parameters[i].name, (SourceLocation){0});
        symbol->parameter_index = i;
        if (parameters[i].is_type) {
            symbol->type = dependent_parameter(front, i);
        } else if (parameters[i].is_template) {
            symbol->kind = SYMBOL_TEMPLATE;
            symbol->is_dependent = true;
        } else {
            symbol->kind = SYMBOL_CONSTANT;
            symbol->is_dependent = true;
            symbol->type = int_type;
            symbol->value = express_new(front, EXPRESSION_INTEGER, int_type, (SourceLocation){0});
            symbol->value->integer = 1;
        }
    }
    return scope;
}

static DependentArgument dependent_argument(Front *front, const TemplateArgument *argument)
{
    DependentArgument result = {.type = argument->type, .integer = argument->integer};
    if (argument->symbol != NULL && argument->symbol->is_dependent) {
        if (argument->symbol->parameter_index == UINT32_MAX) {
            result.type = dependent_other(front);
        } else {
            result.is_value_parameter = true;
            result.index = argument->symbol->parameter_index;
            result.is_pack = argument->is_pack;
        }
    }
    return result;
}

Symbol *dependent_template_id(Front *front, Template *template_, uint32_t parameter_index,
                              const TemplateArgument *arguments, uint32_t count,
                              SourceLocation location)
{
    Dependent *dependent = arena_alloc(front->arena, sizeof *dependent);
    dependent->kind = template_ != NULL ? DEPENDENT_CLASS : DEPENDENT_TEMPLATE;
    dependent->template_ = template_;
    dependent->name = template_ != NULL ? template_->name : NULL;
    dependent->index = parameter_index;
    dependent->argument_count = count;
    dependent->arguments = arena_alloc(front->arena, (count + 1u) * sizeof(DependentArgument));
    for (uint32_t i = 0; i < count; i++) {
        dependent->arguments[i] = dependent_argument(front, &arguments[i]);
    }
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    *symbol = (Symbol){.kind = SYMBOL_TYPE,
                       .type = type_dependent(&front->types, dependent),
                       .name = dependent->name,
                       .location = location};
    return symbol;
}
