// SPDX-License-Identifier: Apache-2.0
// Implicit conversions, C++17 [conv] and [dcl.init.ref]: ranked first, then expressed by explicit
// nodes. overload.c chooses the constructor or conversion function of a class.
#include "isa/cuda/syntax/convert.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/template.h"

static Conversion no_conversion(void)
{
    return (Conversion){.rank = CONVERSION_NONE, .second = CONVERSION_NONE};
}

// The function of the set that has exactly the wanted function type, [over.over]; any single
// non-template one where `to` is NULL.
Expression *convert_overloads(Front *front, Expression *from, const Type *to)
{
    const NameReference *name = express_overloads_name(from);
    const Type *wanted = to == NULL ? NULL : type_without_reference(to);
    if (wanted != NULL && wanted->kind == TYPE_POINTER) {
        wanted = wanted->base;
    }
    FunctionInfo *found = NULL;
    uint32_t count = 0;
    for (const Symbol *at = name->symbol; at != NULL; at = at->next_overload) {
        FunctionInfo *info = at->kind == SYMBOL_FUNCTION ? at->function : NULL;
        if (at->kind == SYMBOL_TEMPLATE && at->template_ != NULL) {
            info = overload_instance(front, at->template_, name, wanted);
        }
        if (info != NULL && (wanted == NULL || info->type == wanted)) {
            found = info;
            count++;
        }
    }
    if (found == NULL || (wanted == NULL && count > 1)) {
        return NULL;
    }
    call_check_space(front, found, from->location);
    Function *function = declare_want_function(front, found);
    Expression *node = express_new(front, EXPRESSION_FUNCTION, found->type, from->location);
    node->function = function;
    return express_address(front, node, from->location);
}

static Conversion find_list(Front *front, Expression *from, const Type *to)
{
    const ListInitializer *list = express_list(from);
    const Type *type = type_without_reference(to);
    if (to->kind == TYPE_REFERENCE && (type->qualifiers & QUALIFIER_CONST) == 0) {
        return no_conversion();
    }
    if (type->kind == TYPE_CLASS) {
        Expression *made = construct_from_list(front, type->unqualified, from, true);
        return made == NULL ? no_conversion() : (Conversion){.rank = CONVERSION_USER};
    }
    if (type->kind == TYPE_ARRAY) {
        bool fits = list->count <= type->count;
        return fits ? (Conversion){.rank = CONVERSION_EXACT} : no_conversion();
    }
    if (!type_is_scalar(type) || list->count > 1) {
        return no_conversion();
    }
    return list->count == 0 ? (Conversion){.rank = CONVERSION_EXACT}
                            : convert_find(front, list->elements[0].value, type, true);
}

static Conversion find_constructor(Front *front, Expression *from, const Type *to)
{
    CandidateSet set = {
        .arguments = &from, .argument_count = 1, .is_implicit = true, .is_without_user = true};
    Symbol *constructors = class_member(front, to, NAME_OF_CONSTRUCTOR);
    if (constructors == NULL) {
        return no_conversion();
    }
    overload_add(front, &set, constructors, NULL, from->location);
    bool is_ambiguous = false;
    Candidate *best = overload_best(front, &set, &is_ambiguous);
    if (best == NULL) {
        return is_ambiguous ? (Conversion){.rank = CONVERSION_USER, .is_ambiguous = true}
                            : no_conversion();
    }
    return (Conversion){
        .rank = CONVERSION_USER, .function = best->function, .second = best->conversions[0].rank};
}

// The conversion function of from's class whose result converts best, and of two equal ones that
// which is no template; explicit ones only if is_explicit (conditions and casts).
static Conversion find_function(Front *front, const Expression *from, const Type *to,
                                bool is_explicit)
{
    Conversion best = no_conversion();
    bool is_best_template = false;
    for (const Symbol *at = class_member(front, from->type, NAME_OF_CONVERSION); at != NULL;
         at = at->next_overload) {
        bool is_template = at->kind == SYMBOL_TEMPLATE;
        FunctionInfo *info =
            is_template ? template_deduce_conversion(front, at->template_, to, from->location)
                        : at->function;
        bool is_constant = (from->type->qualifiers & QUALIFIER_CONST) != 0;
        if (info == NULL || (info->is_explicit && !is_explicit) ||
            (is_constant && !info->is_const_method)) {
            continue;
        }
        const Type *result = info->type->base;
        ConversionRank rank = convert_rank(result, result->kind == TYPE_REFERENCE, false, to);
        bool is_equal = rank == best.second && best.function != NULL;
        if (rank < CONVERSION_USER &&
            (rank < best.second || (is_equal && is_best_template && !is_template))) {
            best = (Conversion){.rank = CONVERSION_USER, .function = info, .second = rank};
            is_best_template = is_template;
        } else if (is_equal && is_template == is_best_template &&
                   best.function->is_const_method == info->is_const_method) {
            best.is_ambiguous = true;
        }
    }
    return best;
}

// The call operator of a closure without captures whose address has the pointer type.
static FunctionInfo *closure_function(Front *front, const Type *closure, const Type *to)
{
    const Scope *scope = class_scope(closure);
    if (scope == NULL || !scope->is_closure || to->kind != TYPE_POINTER) {
        return NULL;
    }
    const char *name = front_operator_name(front, PUNCTUATOR_paren_open);
    const Symbol *call = scope_find_here(scope, name);
    if (call == NULL || call->kind != SYMBOL_FUNCTION || !call->function->is_static) {
        return NULL;
    }
    declare_want_function(front, call->function); // its result may come from its body
    return call->function->type == to->base ? call->function : NULL;
}

static Conversion find_user(Front *front, Expression *from, const Type *to, bool is_explicit)
{
    const Type *target = type_without_reference(to);
    Conversion found = no_conversion();
    if (from->type->kind == TYPE_CLASS) {
        found = find_function(front, from, to, is_explicit);
        FunctionInfo *call = closure_function(front, from->type, target);
        if (call != NULL) {
            found =
                (Conversion){.rank = CONVERSION_USER, .function = call, .second = CONVERSION_EXACT};
        }
    }
    bool binds_temporary =
        to->kind != TYPE_REFERENCE || (target->qualifiers & QUALIFIER_CONST) != 0;
    if (found.rank == CONVERSION_NONE && target->kind == TYPE_CLASS && binds_temporary) {
        found = find_constructor(front, from, target->unqualified);
    }
    return found;
}

// A pointer to a class converts to one to its base, which an instance of a template has when made.
static void instantiate_pointee(Front *front, const Expression *from, const Type *to)
{
    to = type_without_reference(to);
    if (from->type->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
        from->type->base->kind == TYPE_CLASS && to->base->kind == TYPE_CLASS &&
        from->type->base->class_ != to->base->class_) {
        class_instantiate(front, from->type->base, from->location);
    }
}

Conversion convert_find(Front *front, Expression *from, const Type *to, bool with_user)
{
    if (express_is_error(from)) {
        return (Conversion){.rank = CONVERSION_EXACT};
    }
    if (express_is_list(from)) {
        return find_list(front, from, to);
    }
    if (express_is_overloads(from)) {
        QuietPlace quiet = front_quiet_begin(front);
        bool fits = convert_overloads(front, from, to) != NULL;
        front_quiet_end(front, quiet, NULL);
        return fits ? (Conversion){.rank = CONVERSION_EXACT} : no_conversion();
    }
    if (from->type->kind == TYPE_CLASS) {
        class_complete(front, from->type, from->location);
    }
    instantiate_pointee(front, from, to);
    bool is_lvalue = express_category(from) == CATEGORY_LVALUE;
    ConversionRank rank = convert_rank(from->type, is_lvalue, express_is_null_constant(from), to);
    if (rank != CONVERSION_USER) {
        return (Conversion){.rank = rank, .second = CONVERSION_NONE};
    }
    return with_user ? find_user(front, from, to, false) : no_conversion();
}

static Expression *cannot_convert(Front *front, const Expression *from, const Type *to,
                                  SourceLocation location, const char *context)
{
    bool has_context = context != NULL && context[0] != '\0';
    front_error(front, location, "cannot convert '%s' to '%s'%s%s",
                express_is_list(from)        ? "a brace list"
                : express_is_overloads(from) ? express_overloads_name(from)->name
                                             : express_type_text(front, from->type),
                express_type_text(front, to), has_context ? " in " : "",
                has_context ? context : "");
    return express_error(front, location);
}

// A pointer to a class becomes one to its base: the address of the base's part, null stays null.
static Expression *pointer_to_base(Front *front, Expression *pointer, const Type *to,
                                   SourceLocation location)
{
    Expression *object = express_dereference(front, pointer, location);
    Expression *base = express_to_base(front, object, to->base->class_, location);
    uint64_t offset_bytes = 0;
    for (const Expression *at = base; at != NULL && at != object; at = at->a) {
        offset_bytes += at->field->offset_bytes;
    }
    if (base == NULL || offset_bytes == 0) {
        return express_converted(front, pointer, to, location);
    }
    if (pointer->kind == EXPRESSION_ADDRESS) {
        return express_converted(front, express_address(front, base, location), to, location);
    }
    Expression *kept = express_temporary(front, pointer);
    Expression *again = express_variable(front, kept->variable, location);
    base = express_to_base(front, express_dereference(front, again, location), to->base->class_,
                           location);
    Expression *null = express_constant(front, to, 0, location);
    return express_conditional(
        front, kept, express_converted(front, express_address(front, base, location), to, location),
        null, location);
}

static Expression *convert_pointer(Front *front, Expression *from, const Type *to,
                                   SourceLocation location)
{
    bool is_between_classes = from->type->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
                              from->type->base->kind == TYPE_CLASS &&
                              to->base->kind == TYPE_CLASS &&
                              from->type->base->class_ != to->base->class_;
    return is_between_classes ? pointer_to_base(front, from, to, location)
                              : express_converted(front, from, to, location);
}

static Expression *ambiguous(Front *front, const Expression *from, const Type *to,
                             SourceLocation location)
{
    front_error(front, location, "conversion from '%s' to '%s' is ambiguous",
                express_type_text(front, from->type), express_type_text(front, to));
    return express_error(front, location);
}

// By constructor or conversion function; the result still has to become a `to`.
static Expression *apply_user(Front *front, const Conversion *conversion, Expression *from,
                              const Type *to, SourceLocation location)
{
    if (conversion->is_ambiguous) {
        return ambiguous(front, from, to, location);
    }
    if (!conversion->function->is_constructor && !conversion->function->is_conversion) {
        Expression *node =
            express_new(front, EXPRESSION_FUNCTION, conversion->function->type, location);
        node->function = declare_want_function(front, conversion->function);
        return express_address(front, node, location);
    }
    if (conversion->function->is_constructor) {
        return construct_temporary(front, type_without_reference(to)->unqualified, &from, 1,
                                   location);
    }
    return call_method(front, conversion->function, express_materialized(front, from), NULL, 0,
                       location);
}

static Expression *convert_class(Front *front, Expression *from, const Type *to,
                                 SourceLocation location)
{
    if (from->type->class_ != to->class_) { // slicing
        from = express_to_base(front, from, to->class_, location);
    }
    if (express_category(from) == CATEGORY_PRVALUE || class_is_copied_as_bytes(front, to)) {
        return from;
    }
    return construct_temporary(front, to->unqualified, &from, 1, location);
}

static Expression *convert_list(Front *front, Expression *list, const Type *to,
                                SourceLocation location, const char *context)
{
    const ListInitializer *values = express_list(list);
    if (to->kind == TYPE_CLASS) {
        return construct_from_list(front, to->unqualified, list, false);
    }
    if (!type_is_scalar(to) || values->count > 1) {
        return cannot_convert(front, list, to, location, context);
    }
    return values->count == 0
               ? convert_implicit(front, express_integer(front, TYPE_INT, 0, location), to,
                                  location, context)
               : convert_implicit(front, values->elements[0].value, to, location, context);
}

Expression *convert_implicit(Front *front, Expression *from, const Type *to,
                             SourceLocation location, const char *context)
{
    if (type_is_reference(to)) {
        return convert_to(front, from, to, location, context);
    }
    to = to->unqualified;
    if (express_is_error(from)) {
        return from;
    }
    if (express_is_list(from)) {
        return convert_list(front, from, to, location, context);
    }
    if (express_is_overloads(from)) {
        Expression *function = convert_overloads(front, from, to);
        return function == NULL ? cannot_convert(front, from, to, location, context) : function;
    }
    if (to->kind == TYPE_VOID && from->type->kind == TYPE_VOID) {
        return from;
    }
    Conversion conversion = convert_find(front, from, to, true);
    if (conversion.rank >= CONVERSION_ELLIPSIS) {
        return cannot_convert(front, from, to, location, context);
    }
    if (conversion.rank == CONVERSION_USER) {
        Expression *made = apply_user(front, &conversion, from, to, location);
        bool is_done = express_is_error(made) || conversion.function->is_constructor;
        return is_done ? made : convert_implicit(front, made, to, location, context);
    }
    if (to->kind == TYPE_CLASS) {
        return convert_class(front, from, to, location);
    }
    return convert_pointer(front, express_value(front, from), to, location);
}

static Expression *bind_error(Front *front, const Expression *from, const Type *to,
                              SourceLocation location, const char *context)
{
    const Type *referee = to->base;
    bool is_lvalue = express_category(from) == CATEGORY_LVALUE;
    bool is_similar = from->type->unqualified == referee->unqualified;
    bool has_context = context != NULL && context[0] != '\0';
    const char *in = has_context ? " in " : "";
    context = has_context ? context : "";
    if (is_similar && (from->type->qualifiers & ~referee->qualifiers & QUALIFIER_CONST) != 0) {
        front_error(front, location, "binding '%s' to a value of type '%s' discards 'const'%s%s",
                    express_type_text(front, to), express_type_text(front, from->type), in,
                    context);
    } else if (to->kind == TYPE_REFERENCE && !is_lvalue) {
        front_error(front, location, "cannot bind '%s' to an rvalue of type '%s'%s%s",
                    express_type_text(front, to), express_type_text(front, from->type), in,
                    context);
    } else if (to->kind == TYPE_RVALUE_REFERENCE && is_lvalue && is_similar) {
        front_error(front, location, "cannot bind '%s' to an lvalue of type '%s'%s%s",
                    express_type_text(front, to), express_type_text(front, from->type), in,
                    context);
    } else {
        return cannot_convert(front, from, to, location, context);
    }
    return express_error(front, location);
}

// The address of what the reference refers to, with the type of a pointer to the referee.
static Expression *bound_address(Front *front, Expression *object, const Type *referee,
                                 SourceLocation location)
{
    const Type *pointer = type_pointer(&front->types, referee);
    if (object->type->kind == TYPE_CLASS && referee->kind == TYPE_CLASS) {
        object = express_to_base(front, object, referee->class_, location);
    }
    if (object->kind == EXPRESSION_MEMBER && object->field->bit_width > 0) {
        front_error(front, location, "cannot bind a reference to a bit-field");
        return express_error(front, location);
    }
    Expression *address = express_address(front, object, location);
    return express_converted(front, express_accessed(address), pointer, location);
}

static bool is_reference_related(const Expression *from, const Type *referee)
{
    const Type *a = from->type->unqualified, *b = referee->unqualified;
    return a == b || (a->kind == TYPE_CLASS && b->kind == TYPE_CLASS &&
                      (a->class_ == b->class_ || class_is_derived(a->class_, b->class_)));
}

static Expression *bind_temporary(Front *front, Expression *from, const Type *to,
                                  SourceLocation location, const char *context)
{
    if (to->base->kind == TYPE_ARRAY && express_is_list(from)) {
        Variable *variable = express_local(front, to->base->unqualified, NULL, location);
        Expression *made = express_new(front, EXPRESSION_TEMPORARY, variable->type, location);
        made->variable = variable;
        made->is_lvalue = true;
        made->a = initial_value(front, express_variable(front, variable, location), from, location);
        return bound_address(front, made, to->base, location);
    }
    Expression *value = convert_implicit(front, from, to->base->unqualified, location, context);
    if (express_is_error(value)) {
        return value;
    }
    bool is_object = value->kind == EXPRESSION_TEMPORARY;
    return bound_address(front, is_object ? value : express_temporary(front, value), to->base,
                         location);
}

Expression *convert_to(Front *front, Expression *from, const Type *to, SourceLocation location,
                       const char *context)
{
    if (!type_is_reference(to)) {
        return convert_implicit(front, from, to, location, context);
    }
    if (express_is_error(from)) {
        return from;
    }
    const Type *referee = to->base;
    Conversion conversion = convert_find(front, from, to, true);
    if (conversion.rank >= CONVERSION_ELLIPSIS) {
        return express_is_overloads(from) || express_is_list(from)
                   ? cannot_convert(front, from, to, location, context)
                   : bind_error(front, from, to, location, context);
    }
    if (express_is_list(from)) {
        return bind_temporary(front, from, to, location, context);
    }
    if (express_is_overloads(from)) {
        return convert_overloads(front, from, to);
    }
    if (referee->kind == TYPE_FUNCTION) {
        return express_value(front, from);
    }
    if (conversion.rank == CONVERSION_USER) {
        from = apply_user(front, &conversion, from, to, location);
        return express_is_error(from) ? from : convert_to(front, from, to, location, context);
    }
    if (is_reference_related(from, referee)) {
        Expression *object = express_materialized(front, from);
        return bound_address(front, object, referee, location);
    }
    return bind_temporary(front, from, to, location, context);
}

// A class's value as a scalar, for an operator that needs one: by its only suitable conversion
// function, or to bool if there are several.
Expression *convert_to_scalar(Front *front, Expression *from)
{
    if (express_is_error(from) || from->type->kind != TYPE_CLASS) {
        return from;
    }
    FunctionInfo *found = NULL;
    uint32_t count = 0;
    for (const Symbol *at = class_member(front, from->type, NAME_OF_CONVERSION); at != NULL;
         at = at->next_overload) {
        FunctionInfo *info = at->function;
        bool is_constant = (from->type->qualifiers & QUALIFIER_CONST) != 0;
        if (at->kind == SYMBOL_FUNCTION && info != NULL && !info->is_explicit &&
            type_is_scalar(type_without_reference(info->type->base)) &&
            (!is_constant || info->is_const_method)) {
            found = info;
            count++;
        }
    }
    return count == 1 ? call_method(front, found, express_materialized(front, from), NULL, 0,
                                    from->location)
                      : from;
}

// Converts to bool as in a condition or by a cast: explicit conversion functions count too.
Expression *convert_explicitly(Front *front, Expression *from, const Type *to,
                               SourceLocation location)
{
    if (from->type->kind != TYPE_CLASS) {
        return NULL;
    }
    Conversion conversion = find_user(front, from, to, true);
    if (conversion.rank != CONVERSION_USER || conversion.function == NULL ||
        conversion.function->is_constructor) {
        return NULL;
    }
    Expression *made = apply_user(front, &conversion, from, to, location);
    return express_is_error(made) ? made : convert_implicit(front, made, to, location, NULL);
}
