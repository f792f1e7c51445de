// SPDX-License-Identifier: Apache-2.0
// Comparisons of two objects that the class leaves to the compiler, [class.compare.default]:
// `bool operator==(const T &) const = default;`, also as a friend, and `operator!=`.
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"

// A comparison is written out element by element.
enum { MAX_ELEMENTS_COMPARED = 256 };

static bool is_named(Front *front, const FunctionInfo *info, TokenId operator_)
{
    return info->name == front_operator_name(front, operator_);
}

static const Type *object_type(const Type *type)
{
    return type_without_reference(type)->unqualified;
}

// The class whose objects are compared; NULL: they are not two of one class.
static const Type *compared_class(const FunctionInfo *info)
{
    const Type *type = info->type;
    if (type->parameter_count != (info->is_method ? 1 : 2)) {
        return NULL;
    }
    const Type *left =
        info->is_method ? info->home->type->unqualified : object_type(type->parameters[0]);
    const Type *right = object_type(type->parameters[type->parameter_count - 1u]);
    return left == right && left->kind == TYPE_CLASS ? left : NULL;
}

bool class_is_comparison(Front *front, const FunctionInfo *info)
{
    return (is_named(front, info, PUNCTUATOR_equal) ||
            is_named(front, info, PUNCTUATOR_not_equal)) &&
           compared_class(info) != NULL;
}

// A parameter's object: what `this` points to, what a reference refers to, or the parameter.
static Expression *operand(Front *front, const FunctionInfo *info, uint32_t index)
{
    Expression *variable =
        express_variable(front, info->function->parameters[index], info->location);
    return variable->type->kind == TYPE_CLASS
               ? variable
               : express_dereference(front, variable, info->location);
}

static Expression *both(Front *front, Expression *a, Expression *b, SourceLocation location)
{
    return a == NULL ? b : express_binary(front, EXPRESSION_LOGICAL_AND, a, b, location);
}

// left == right, of arrays element by element.
static Expression *equal(Front *front, Expression *left, Expression *right, SourceLocation location)
{
    if (left->type->kind != TYPE_ARRAY) {
        return express_binary(front, EXPRESSION_EQUAL, left, right, location);
    }
    if (left->type->count > MAX_ELEMENTS_COMPARED) {
        front_error(front, location,
                    "a defaulted comparison of an array of more than %d elements is not supported; "
                    "write it out",
                    MAX_ELEMENTS_COMPARED);
        return express_error(front, location);
    }
    Expression *result = NULL;
    for (uint64_t i = 0; i < left->type->count; i++) {
        Expression *index = express_integer(front, TYPE_INT, i, location);
        result = both(front, result,
                      equal(front, express_subscript(front, left, index, location),
                            express_subscript(front, right, index, location), location),
                      location);
    }
    return result;
}

// Whether a field has a value: not so padding and empty bases.
static bool is_compared(const Field *field)
{
    const Scope *inner = class_scope(field->type);
    return inner != NULL ? !inner->is_empty : field->name != NULL;
}

Expression *class_compare(Front *front, const FunctionInfo *info)
{
    const Class *class_ = compared_class(info)->class_;
    const Scope *scope = class_->scope;
    Expression *result = NULL;
    for (uint32_t i = scope->has_own_vptr; i < class_->field_count; i++) {
        const Field *field = &class_->fields[i];
        if (type_is_reference(field->type)) {
            front_error(front, info->location,
                        "a class with a reference has no defaulted comparison");
            return express_error(front, info->location);
        }
        if (is_compared(field)) {
            Expression *left = class_member_object(front, operand(front, info, 0), field);
            Expression *right = class_member_object(front, operand(front, info, 1), field);
            result = both(front, result, equal(front, left, right, info->location), info->location);
        }
    }
    if (result == NULL) {
        result = express_integer(front, TYPE_BOOL, 1, info->location);
    }
    return is_named(front, info, PUNCTUATOR_not_equal)
               ? express_unary(front, PUNCTUATOR_exclamation, result, info->location)
               : result;
}
