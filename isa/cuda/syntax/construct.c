// SPDX-License-Identifier: Apache-2.0
// Objects of class type: constructors chosen and called, copies, value- and default-initialization,
// destruction; C++17 [dcl.init], [class.ctor], [class.copy.elision].
#include "isa/cuda/syntax/construct.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/statement.h"
#include "isa/cuda/syntax/temporary.h"

#define ELEMENTS_ONE_BY_ONE 4u // longer arrays are constructed by a loop

static bool is_same_or_derived(const Expression *from, const Type *to)
{
    return from->type->kind == TYPE_CLASS &&
           (from->type->class_ == to->class_ || class_is_derived(from->type->class_, to->class_));
}

// A call that constructs the temporary constructs the object instead; NULL: it is not one call.
static Expression *redirected(Front *front, Expression *object, const Expression *temporary)
{
    Expression *made = temporary->a;
    bool is_called = made != NULL && made->kind == EXPRESSION_CALL && made->list_count > 0 &&
                     made->list[0]->kind == EXPRESSION_ADDRESS &&
                     made->list[0]->a->kind == EXPRESSION_VARIABLE &&
                     made->list[0]->a->variable == temporary->variable;
    if (is_called) {
        made->list[0] = express_address(front, object, made->location);
        return made;
    }
    bool is_assigned = made != NULL && made->kind == EXPRESSION_ASSIGN &&
                       made->a->kind == EXPRESSION_VARIABLE &&
                       made->a->variable == temporary->variable;
    return is_assigned && made->b->kind != EXPRESSION_ZERO
               ? express_birth(front, object, made->b, made->location)
               : NULL;
}

// What an expression makes is made in place, [class.copy.elision].
static Expression *elide(Front *front, Expression *object, Expression *from,
                         SourceLocation location)
{
    Expression *made = from->kind == EXPRESSION_TEMPORARY ? redirected(front, object, from) : NULL;
    temporaries_adopt(front, from);
    return made != NULL ? made : express_birth(front, object, from, location);
}

static bool is_made_here(const Expression *object, const Expression *from)
{
    return express_category(from) == CATEGORY_PRVALUE &&
           from->type->unqualified == object->type->unqualified;
}

Expression *construct_copy(Front *front, Expression *object, Expression *from,
                           SourceLocation location)
{
    if (is_made_here(object, from)) {
        return elide(front, object, from, location);
    }
    if (from->type->class_ != object->type->class_) { // slicing
        from = express_to_base(front, from, object->type->class_, location);
    }
    if (class_is_copied_as_bytes(front, object->type)) {
        return express_assignment(front, object, from, location);
    }
    return construct_at(front, object, &from, 1, location);
}

static Expression *no_constructor(Front *front, const CandidateSet *set, const Type *type,
                                  bool is_ambiguous, SourceLocation location)
{
    Text types = {0};
    for (uint32_t i = 0; i < set->argument_count; i++) {
        const Expression *argument = set->arguments[i];
        bool is_typed = argument->type->kind != TYPE_OVERLOAD_SET;
        text_printf(&types, "%s%s", i == 0 ? "" : ", ",
                    is_typed ? express_type_text(front, argument->type) : "{...}");
    }
    front_error(front, location,
                is_ambiguous ? "call to constructor '%s(%s)' is ambiguous"
                             : "no matching constructor for '%s(%s)'",
                express_type_text(front, type), text_string(&types));
    text_destroy(&types);
    overload_note_candidates(front, set);
    return express_error(front, location);
}

static Expression *call_constructor(Front *front, FunctionInfo *info, Expression *object,
                                    Expression **arguments, uint32_t count, SourceLocation location)
{
    const Scope *scope = class_scope(object->type);
    bool is_generated = (info->is_implicit || info->is_defaulted) && info->inherited == NULL;
    if (is_generated && !info->is_deleted && count == 1 && scope->is_copy_trivial) {
        return express_assignment(front, object, arguments[0], location);
    }
    if (is_generated && !info->is_deleted && count == 0 && scope->is_default_trivial) {
        return NULL;
    }
    return call_function(front, info, object, arguments, count, location);
}

Expression *construct_at(Front *front, Expression *object, Expression **arguments,
                         uint32_t argument_count, SourceLocation location)
{
    const Type *type = object->type->unqualified;
    const Scope *scope = class_scope(type);
    if (scope == NULL || !class_complete(front, type, location)) {
        front_error(front, location, "'%s' is an incomplete type", express_type_text(front, type));
        return express_error(front, location);
    }
    for (uint32_t i = 0; i < argument_count; i++) {
        if (express_is_error(arguments[i])) {
            return arguments[i];
        }
    }
    Expression *only = argument_count == 1 ? arguments[0] : NULL;
    bool is_copy = only != NULL && is_same_or_derived(only, type);
    if (is_copy && is_made_here(object, only)) {
        return elide(front, object, only, location);
    }
    if (is_copy && class_is_copied_as_bytes(front, type) && only->type->class_ == type->class_) {
        return express_assignment(front, object, only, location);
    }
    CandidateSet set = {.arguments = arguments, .argument_count = argument_count};
    overload_add(front, &set, class_member(front, type, NAME_OF_CONSTRUCTOR), NULL, location);
    bool is_ambiguous = false;
    Candidate *best = overload_best(front, &set, &is_ambiguous);
    if (best != NULL) {
        return call_constructor(front, best->function, object, arguments, argument_count, location);
    }
    if (argument_count == 0 && !scope->has_constructor && scope->is_default_trivial) {
        return NULL;
    }
    if (is_copy && !is_ambiguous && !scope->has_constructor) {
        return construct_copy(front, object, only, location);
    }
    // An explicit conversion function makes what the copy constructor takes, [over.match.copy]/1.
    Expression *made =
        only == NULL || is_ambiguous ? NULL : convert_explicitly(front, only, type, location);
    return made == NULL             ? no_constructor(front, &set, type, is_ambiguous, location)
           : express_is_error(made) ? made
                                    : construct_copy(front, object, made, location);
}

static Expression *temporary_of(Front *front, const Type *type, SourceLocation location)
{
    Variable *variable = express_local(front, type->unqualified, NULL, location);
    Expression *temporary = express_new(front, EXPRESSION_TEMPORARY, variable->type, location);
    temporary->variable = variable;
    temporary->is_lvalue = true;
    return temporary;
}

Expression *construct_temporary(Front *front, const Type *type, Expression **arguments,
                                uint32_t argument_count, SourceLocation location)
{
    if (!class_complete(front, type, location)) {
        return express_error(front, location);
    }
    Expression *temporary = temporary_of(front, type, location);
    Expression *object = express_variable(front, temporary->variable, location);
    const Scope *scope = class_scope(type);
    if (argument_count == 0 && (scope == NULL || !scope->has_constructor)) { // [dcl.init]/8
        temporary->a = initial_zero(front, object, location);
    }
    Expression *made = construct_at(front, object, arguments, argument_count, location);
    if (made != NULL && express_is_error(made)) {
        return made;
    }
    temporary->a = express_comma(front, temporary->a, made);
    temporary_watch(front, temporary);
    return temporary;
}

static Expression **elements_of(Front *front, const ListInitializer *list)
{
    Expression **elements = arena_alloc(front->arena, (list->count + 1u) * sizeof *elements);
    for (uint32_t i = 0; i < list->count; i++) {
        elements[i] = list->elements[i].value;
    }
    return elements;
}

static Expression *probe_list(Front *front, const Type *type, Expression *list, bool is_aggregate)
{
    const ListInitializer *values = express_list(list);
    if (values->count == 1 &&
        convert_find(front, values->elements[0].value, type, false).rank < CONVERSION_USER) {
        return list;
    }
    if (is_aggregate) {
        return values->count <= type->class_->field_count || values->elements[0].field != NULL
                   ? list
                   : NULL;
    }
    CandidateSet set = {.arguments = elements_of(front, values), .argument_count = values->count};
    overload_add(front, &set, class_member(front, type, NAME_OF_CONSTRUCTOR), NULL, list->location);
    bool is_ambiguous = false;
    return overload_best(front, &set, &is_ambiguous) != NULL || is_ambiguous ? list : NULL;
}

Expression *construct_from_list(Front *front, const Type *type, Expression *list, bool is_probe)
{
    if (!class_complete(front, type, list->location)) {
        return is_probe ? NULL : express_error(front, list->location);
    }
    const Scope *scope = class_scope(type);
    bool is_aggregate = scope == NULL || scope->is_aggregate;
    if (is_probe) {
        return probe_list(front, type, list, is_aggregate);
    }
    Expression *temporary = temporary_of(front, type, list->location);
    Expression *object = express_variable(front, temporary->variable, list->location);
    temporary->a = initial_list(front, object, list, false, list->location);
    if (temporary->a != NULL && express_is_error(temporary->a)) {
        return temporary->a;
    }
    temporary_watch(front, temporary);
    return temporary;
}

static Statement *counted_loop(Front *front, Variable *index, uint64_t first, Expression *count,
                               Expression *body, SourceLocation location)
{
    Expression *use = express_variable(front, index, location);
    const Type *boolean = type_basic(&front->types, TYPE_BOOL);
    Statement *loop = statement_new(front, STATEMENT_FOR, location);
    loop->initial = statement_new(front, STATEMENT_DECLARE, location);
    loop->initial->variable = index;
    loop->initial->a = express_assignment(
        front, use, express_constant(front, index->type, first, location), location);
    loop->a = express_new(front, EXPRESSION_LESS, boolean, location);
    loop->a->a = use;
    loop->a->b = count;
    loop->b = express_new(front, EXPRESSION_PRE_INCREMENT, index->type, location);
    loop->b->a = use;
    loop->body = statement_new(front, STATEMENT_EXPRESSION, location);
    loop->body->a = body;
    return loop;
}

Expression *construct_copied_array(Front *front, Expression *to, Expression *from,
                                   ElementCopy *copy, SourceLocation location)
{
    const Type *type = to->type;
    while (type->kind == TYPE_ARRAY) {
        type = type->base;
    }
    bool is_bytes = type->kind != TYPE_CLASS || type->class_->is_trivial;
    if (to->type->kind != TYPE_ARRAY) {
        return copy(front, to, from, location);
    }
    if (is_bytes || to->type->count == ARRAY_OF_UNKNOWN_BOUND) {
        return express_assignment(front, to, from, location);
    }
    const Type *index_type = type_basic(&front->types, TYPE_UNSIGNED_LONG);
    Variable *index = express_local(front, index_type, NULL, location);
    Expression *at = express_variable(front, index, location);
    Expression *part = express_subscript(front, express_value(front, from), at, location);
    if (express_category(from) != CATEGORY_LVALUE) {
        part = express_as_xvalue(front, part);
    }
    Expression *step = construct_copied_array(
        front, express_subscript(front, express_value(front, to), at, location), part, copy,
        location);
    if (step == NULL || express_is_error(step)) {
        return step;
    }
    Expression *count = express_constant(front, index_type, to->type->count, location);
    Expression *block =
        express_new(front, EXPRESSION_STATEMENTS, type_basic(&front->types, TYPE_VOID), location);
    block->statement = statement_new(front, STATEMENT_COMPOUND, location);
    block->statement->first = counted_loop(front, index, 0, count, step, location);
    return block;
}

// What the action does to element `at` of `count`; destructors run from the last element on.
static Expression *act_on(Front *front, Expression *first, Expression *at, Expression *count,
                          ElementAction *action, SourceLocation location)
{
    if (action == construct_destroy) {
        Expression *one = express_constant(front, at->type, 1, location);
        Expression *last = express_binary(front, EXPRESSION_SUBTRACT, count, one, location);
        at = express_binary(front, EXPRESSION_SUBTRACT, last, at, location);
    }
    uint32_t since = temporaries_begin(front);
    Expression *step = action(front, express_subscript(front, first, at, location), location);
    return temporaries_end(front, step, since);
}

Expression *construct_loop(Front *front, Expression *first_element, uint64_t from,
                           Expression *count, ElementAction *action, SourceLocation location)
{
    Variable *index =
        express_local(front, type_basic(&front->types, TYPE_UNSIGNED_LONG), NULL, location);
    Expression *at = express_variable(front, index, location);
    Expression *step = act_on(front, first_element, at, count, action, location);
    if (step == NULL || express_is_error(step)) {
        return step;
    }
    Expression *block =
        express_new(front, EXPRESSION_STATEMENTS, type_basic(&front->types, TYPE_VOID), location);
    block->statement = statement_new(front, STATEMENT_COMPOUND, location);
    block->statement->first = counted_loop(front, index, from, count, step, location);
    return block;
}

// Performs an operation on each element of an array from one on; NULL if there is nothing to do.
static Expression *for_each(Front *front, Expression *array, uint64_t from, ElementAction *action,
                            SourceLocation location)
{
    Expression *first = express_value(front, array), *all = NULL;
    const Type *index_type = type_basic(&front->types, TYPE_UNSIGNED_LONG);
    uint64_t count = array->type->count;
    if (count == ARRAY_OF_UNKNOWN_BOUND || from >= count) {
        return NULL;
    }
    Expression *end = express_constant(front, index_type, count, location);
    if (count - from > ELEMENTS_ONE_BY_ONE) {
        return construct_loop(front, first, from, end, action, location);
    }
    for (uint64_t i = from; i < count; i++) {
        Expression *at = express_constant(front, index_type, i, location);
        Expression *step = act_on(front, first, at, end, action, location);
        if (step == NULL || express_is_error(step)) {
            return step;
        }
        all = express_comma(front, all, step);
    }
    return all;
}

Expression *construct_default(Front *front, Expression *object, SourceLocation location)
{
    const Type *type = object->type;
    if (type->kind == TYPE_ARRAY && type->base->kind != TYPE_CLASS &&
        type->base->kind != TYPE_ARRAY) {
        return NULL;
    }
    if (type->kind == TYPE_ARRAY) {
        return for_each(front, object, 0, construct_default, location);
    }
    if (type->kind != TYPE_CLASS || !class_complete(front, type, location)) {
        return NULL;
    }
    const Scope *scope = class_scope(type);
    if (scope == NULL || scope->is_default_trivial) {
        return NULL;
    }
    return construct_at(front, object, NULL, 0, location);
}

Expression *construct_default_rest(Front *front, Expression *array, uint64_t from,
                                   SourceLocation location)
{
    return array->type->base->kind == TYPE_CLASS
               ? for_each(front, array, from, construct_default, location)
               : NULL;
}

Expression *construct_destroy(Front *front, Expression *object, SourceLocation location)
{
    if (object->type->kind == TYPE_ARRAY) {
        return class_destructor(front, object->type) == NULL
                   ? NULL
                   : for_each(front, object, 0, construct_destroy, location);
    }
    FunctionInfo *destructor =
        object->type->kind == TYPE_CLASS ? class_destructor(front, object->type) : NULL;
    return destructor == NULL ? NULL : call_function(front, destructor, object, NULL, 0, location);
}
