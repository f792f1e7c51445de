// SPDX-License-Identifier: Apache-2.0
// Bodies of functions: parameters in scope, local variables, results and `return`, and the implicit
// parts of constructors and destructors before and after the body.
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"
#include "isa/cuda/syntax/virtual.h"

Symbol *statement_declare(Front *front, const char *name, const Type *type, SourceLocation location)
{
    const Type *own = type_is_reference(type) ? type_pointer(&front->types, type->base) : type;
    Symbol *symbol = scope_add(front, front->scope, SYMBOL_VARIABLE, name, location);
    symbol->variable = express_local(front, own, name, location);
    statement_set_type(symbol, type);
    return symbol;
}

void statement_set_type(Symbol *symbol, const Type *type)
{
    symbol->type = type;
    symbol->kind = type_is_reference(type) ? SYMBOL_REFERENCE : SYMBOL_VARIABLE;
}

static Symbol *parameter_symbol(Front *front, Variable *variable, const Type *declared,
                                const char *name, SourceLocation location)
{
    bool is_reference = type_is_reference(declared);
    Symbol *symbol = scope_add(front, front->scope,
                               is_reference ? SYMBOL_REFERENCE : SYMBOL_VARIABLE, name, location);
    symbol->variable = variable;
    symbol->type = is_reference ? declared : variable->type;
    return symbol;
}

static void declare_pack(Front *front, const FunctionInfo *info, Variable **variables)
{
    if (info->pack_name == NULL) {
        return;
    }
    Symbol *pack = scope_add(front, front->scope, SYMBOL_PACK, info->pack_name, info->location);
    pack->elements = arena_alloc(front->arena, (info->pack_count + 1u) * sizeof *pack->elements);
    for (uint32_t i = 0; i < info->pack_count; i++) {
        Variable *variable = variables[info->pack_first + i];
        pack->elements[i] =
            parameter_symbol(front, variable, info->type->parameters[info->pack_first + i], NULL,
                             variable->location);
        pack->elements[i]->name = info->pack_name;
    }
    pack->element_count = info->pack_count;
}

static void add_parameters(Front *front, FunctionInfo *info)
{
    Function *function = info->function;
    uint32_t count = info->type->parameter_count;
    uint32_t skip = function->parameter_count > count ? function->parameter_count - count : 0;
    if (skip > 0) {
        const char *name = front_intern(front, "this");
        front->this_symbol = scope_add(front, front->scope, SYMBOL_VARIABLE, NULL, info->location);
        front->this_symbol->name = name;
        front->this_symbol->variable = function->parameters[0];
        front->this_symbol->type = function->parameters[0]->type;
    }
    Variable **variables = function->parameters + skip;
    for (uint32_t i = 0; i < count; i++) {
        bool is_in_pack = info->pack_name != NULL && i >= info->pack_first &&
                          i < info->pack_first + info->pack_count;
        const char *name = info->parameter_names == NULL ? NULL : info->parameter_names[i];
        if (!is_in_pack && name != NULL) {
            Symbol *symbol = parameter_symbol(front, variables[i], info->type->parameters[i], name,
                                              variables[i]->location);
            const Type *written =
                info->written_parameters == NULL ? NULL : info->written_parameters[i];
            if (written != NULL && symbol->kind == SYMBOL_VARIABLE && written->kind != TYPE_CLASS &&
                (written->qualifiers & QUALIFIER_CONST) != 0) {
                symbol->type = written;
            }
        }
    }
    declare_pack(front, info, variables);
}

// ---- return

static void deduce_result(Front *front, FunctionInfo *info, const Type *result)
{
    Types *types = &front->types;
    front->body->result = result;
    info->type = type_function(types, result, info->type->parameters, info->type->parameter_count,
                               info->type->is_variadic, info->type->method_qualifiers);
    Function *function = info->function;
    function->result = type_is_reference(result) ? type_pointer(types, result->base) : result;
    function->type = type_function(types, function->result, function->type->parameters,
                                   function->type->parameter_count, function->type->is_variadic,
                                   function->type->method_qualifiers);
}

// Whether the expression is a local variable or a parameter of the result's class.
static bool is_local_object(const Expression *value, const Type *result)
{
    return value->kind == EXPRESSION_VARIABLE && value->variable->space == SPACE_AUTOMATIC &&
           result->kind == TYPE_CLASS && value->type->unqualified == result->unqualified &&
           (value->type->qualifiers & QUALIFIER_VOLATILE) == 0 && !result->class_->is_trivial;
}

static Expression *returned_value(Front *front, Expression *value, bool is_enclosed,
                                  SourceLocation location)
{
    const Type *result = front->body->result;
    if (initial_has_auto(result)) {
        bool is_void = !express_is_list(value) && value->type->kind == TYPE_VOID;
        deduce_result(front, front->function,
                      is_void ? value->type
                              : initial_deduce_auto(front, result, value, is_enclosed, location));
        result = front->body->result;
    }
    if (result->kind == TYPE_VOID) {
        if (express_is_list(value) || value->type->kind != TYPE_VOID) {
            if (!express_is_error(value)) {
                front_error(front, location, "return with a value in '%s', which returns void",
                            front->function->name);
            }
            return express_error(front, location);
        }
        return value;
    }
    if (type_is_reference(result)) {
        return convert_to(front, value, result, location, "return");
    }
    if (is_local_object(value, result)) {
        value = express_as_xvalue(front, value);
    }
    Expression *converted = convert_implicit(front, value, result->unqualified, location, "return");
    temporaries_adopt(front, converted);
    return converted;
}

// Computes the value of a return before destructors run, an object where the caller wants it.
static Statement *keep_result(Front *front, Statement *statement)
{
    Expression *value = statement->a;
    bool is_void = value->type->kind == TYPE_VOID;
    StatementKind kind = is_void ? STATEMENT_EXPRESSION : STATEMENT_DECLARE;
    Statement *keep = statement_new(front, kind, statement->location);
    keep->a = value;
    statement->a = NULL;
    if (!is_void) {
        const Type *type = value->type->unqualified;
        keep->variable = express_local(front, type, NULL, statement->location);
        keep->variable->is_result = type->kind == TYPE_CLASS && !type->class_->is_trivial;
        statement->a = express_variable(front, keep->variable, statement->location);
        keep->a = express_birth(front, statement->a, value, statement->location);
    }
    return keep;
}

static Statement *return_unwound(Front *front, Statement *statement, uint32_t since)
{
    if (!block_is_watching(front->body->block, NULL) && temporaries_begin(front) <= since) {
        return statement;
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, statement->location);
    Statement **tail = &block->first;
    temporaries_open(front, since, &tail);
    if (statement->a != NULL && front->body->returned == NULL) {
        statement_append(&tail, keep_result(front, statement));
    }
    temporaries_close(front, since, &tail);
    block_unwind(front, NULL, &tail, statement->location);
    statement_append(&tail, statement);
    block->end = statement->location;
    return block;
}

// C++17 [class.copy.elision]: if all returns of a function name one local variable, it is the
// result and not destroyed. Until that is known, a return has two forms: this one, and one that
// moves.
static Statement *return_in_place(Front *front, Expression *local, SourceLocation location)
{
    Statement *statement = statement_new(front, STATEMENT_RETURN, location);
    statement->a = local;
    front->body->returned = local->variable;
    statement = return_unwound(front, statement, temporaries_begin(front));
    front->body->returned = NULL;
    return statement;
}

static void note_return(Front *front, Statement *statement, Expression *value)
{
    Body *body = front->body;
    bool is_local = value != NULL && is_local_object(value, body->result) &&
                    !value->variable->is_parameter &&
                    value->variable->align_bytes <= type_align(value->variable->type);
    LocalReturn *made = arena_alloc(front->arena, sizeof *made);
    *made = (LocalReturn){.statement = statement, .next = body->returns};
    if (is_local) {
        made->variable = value->variable;
        made->in_place = return_in_place(front, value, statement->location);
    }
    body->returns = made;
}

static void choose_returns(const Body *body)
{
    Variable *variable = body->returns == NULL ? NULL : body->returns->variable;
    for (const LocalReturn *at = body->returns; at != NULL; at = at->next) {
        variable = at->variable == variable ? variable : NULL;
    }
    if (variable == NULL) {
        return;
    }
    variable->is_result = true;
    for (const LocalReturn *at = body->returns; at != NULL; at = at->next) {
        Statement *next = at->statement->next;
        *at->statement = *at->in_place;
        at->statement->next = next;
    }
}

// return [expression | list] ;
Statement *parse_return(Front *front)
{
    SourceLocation location = front_here(front);
    Statement *statement = statement_new(front, STATEMENT_RETURN, location);
    Expression *value = NULL;
    uint32_t since = temporaries_begin(front);
    front->at++;
    if (!front_is(front, PUNCTUATOR_semicolon)) {
        uint32_t first = front->at;
        value = front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front)
                                                       : parse_expression(front);
        bool is_enclosed = front_is_enclosed(front, first, front->at);
        if (express_is_error(value)) {
            express_recover(front, PUNCTUATOR_semicolon);
            front_accept(front, PUNCTUATOR_semicolon);
            return statement_new(front, STATEMENT_EMPTY, location);
        }
        statement->a = returned_value(front, value, is_enclosed, location);
        if (express_is_error(statement->a)) {
            statement->a = NULL;
        }
    } else if (initial_has_auto(front->body->result)) {
        deduce_result(front, front->function, type_basic(&front->types, TYPE_VOID));
    } else if (front->body->result->kind != TYPE_VOID) {
        front_error(front, location, "return without a value in '%s', which returns '%s'",
                    front->function->name, express_type_text(front, front->body->result));
    }
    front_expect(front, PUNCTUATOR_semicolon, "'return'");
    statement = return_unwound(front, statement, since);
    note_return(front, statement, value);
    return statement;
}

// ---- bodies

static void check_result(Front *front, const FunctionInfo *info, const Statement *body,
                         bool is_correct)
{
    const Type *result = front->body->result;
    if (initial_has_auto(result)) {
        deduce_result(front, front->function, type_basic(&front->types, TYPE_VOID));
        return;
    }
    if (is_correct && result->kind != TYPE_VOID && !info->is_constructor && !info->is_destructor &&
        !info->is_noreturn && statement_falls_through(body->first)) {
        express_warning(front, body->end,
                        "'%s' reaches its end without returning a value of type '%s'", info->name,
                        express_type_text(front, result));
    }
}

static Statement *surround(Front *front, Statement *before, Statement *body, Statement *after)
{
    if (before == NULL && after == NULL) {
        return body;
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, body->location);
    Statement **tail = &block->first;
    statement_append(&tail, before);
    statement_append(&tail, body);
    statement_append(&tail, after);
    block->end = body->end;
    return block;
}

// Every `return` of the list becomes a jump to the label; false if there is none.
static bool return_by_jump(Front *front, Statement *list, const char *label)
{
    bool is_any = false;
    for (; list != NULL; list = list->next) {
        if (list->kind != STATEMENT_RETURN) {
            is_any |= return_by_jump(front, list->first, label);
            is_any |= return_by_jump(front, list->body, label);
            is_any |= return_by_jump(front, list->otherwise, label);
            continue;
        }
        Statement **tail = &list->first;
        if (list->a != NULL) { // return f(); of a function without a result
            Statement *value = statement_new(front, STATEMENT_EXPRESSION, list->location);
            value->a = list->a;
            statement_append(&tail, value);
        }
        Statement *jump = statement_new(front, STATEMENT_GOTO, list->location);
        jump->label = label;
        statement_append(&tail, jump);
        list->kind = STATEMENT_COMPOUND;
        list->a = NULL;
        list->end = list->location;
        is_any = true;
    }
    return is_any;
}

// What follows a destructor's body, members and bases: a `return` in the body goes there.
static Statement *after_body(Front *front, FunctionInfo *info, Statement *compound)
{
    static const char end[] = "end of destructor";
    Statement *after = info->is_destructor ? class_destruct(front, info) : NULL;
    if (after == NULL || !return_by_jump(front, compound, end)) {
        return after;
    }
    Statement *label = statement_new(front, STATEMENT_LABEL, info->location);
    label->label = end;
    label->body = statement_new(front, STATEMENT_EMPTY, info->location);
    label->next = after;
    return label;
}

// A catch-all "f(...)" of overloads is harmless: nothing can read its arguments.
static bool is_refused_variadic(Front *front, const FunctionInfo *info)
{
    bool is_refused = info->type->is_variadic && info->type->parameter_count > 0 && info->is_device;
    if (is_refused) {
        front_error(front, info->location,
                    "'%s' is variadic, which is not supported in device code; use a template with "
                    "a parameter pack",
                    info->name);
    }
    return is_refused;
}

void parse_function_body(Front *front, FunctionInfo *info)
{
    if (is_refused_variadic(front, info)) {
        return;
    }
    FrontPlace place = front_place(front);
    Body body = {.result = info->is_constructor || info->is_destructor || info->type->base == NULL
                               ? type_basic(&front->types, TYPE_VOID)
                               : info->type->base};
    uint32_t errors = front->diagnostics->error_count;
    front->at = info->body.first;
    front->half_of_token = 0;
    front->is_angle = false;
    front->function = info;
    front->this_symbol = NULL;
    front->loop = NULL;
    front->switch_ = NULL;
    front->body = &body;
    scope_push(front, SCOPE_FUNCTION, info->name);
    front->scope->function = info;
    add_parameters(front, info);
    Statement *before = info->is_constructor ? class_construct(front, info) : NULL;
    if (info->is_destructor) { // what it calls is its own class's
        Statement **tail = &before;
        virtual_set_pointers(front, info, &tail);
    }
    front->at = info->body.first;
    front->half_of_token = 0;
    Statement *compound = parse_compound(front);
    Statement *after = after_body(front, info, compound);
    statement_check_labels(front);
    temporaries_check(front);
    check_result(front, info, compound, front->diagnostics->error_count == errors);
    choose_returns(&body);
    info->function->body = surround(front, before, compound, after);
    front_return(front, place);
}
