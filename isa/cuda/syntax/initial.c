// SPDX-License-Identifier: Apache-2.0
// Initialization, C++17 [dcl.init]: `= value`, `(values)`, `{list}` and none, of scalars, arrays,
// strings, aggregates with brace elision and designators, classes. An aggregate that a list does
// not fill is zeroed first; then its parts are assigned.
#include "isa/cuda/syntax/initial.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/scope.h"

typedef struct Fill {
    const ListInitializer *list;
    uint32_t at;
    Expression **steps; // as many as the object has parts
    uint32_t step_count, step_room;
    bool is_partial; // something is left that must be zero
    bool is_failed;
} Fill;

static void fill_add(Front *front, Fill *fill, Expression *step)
{
    if (step != NULL && express_is_error(step)) {
        fill->is_failed = true;
    } else if (step != NULL) {
        fill->steps = arena_room(front->arena, (void *)fill->steps, fill->step_count,
                                 &fill->step_room, sizeof *fill->steps);
        fill->steps[fill->step_count++] = step;
    }
}

// One after another, as a tree whose depth is the logarithm of its size.
static Expression *sequence(Front *front, Expression *const *steps, uint32_t count)
{
    return count == 0   ? NULL
           : count == 1 ? steps[0]
                        : express_comma(front, sequence(front, steps, count / 2),
                                        sequence(front, steps + count / 2, count - count / 2));
}

Expression *initial_zero(Front *front, Expression *object, SourceLocation location)
{
    const Type *type = object->type->unqualified;
    if (type_is_scalar(type)) {
        Expression *zero = express_integer(front, TYPE_INT, 0, location);
        return express_assignment(front, object, express_converted(front, zero, type, location),
                                  location);
    }
    Expression *zero = express_new(front, EXPRESSION_ZERO, type, location);
    return express_assignment(front, object, zero, location);
}

static bool is_character(const Type *type)
{
    return type->kind == TYPE_CHAR || type->kind == TYPE_SIGNED_CHAR ||
           type->kind == TYPE_UNSIGNED_CHAR;
}

static bool is_string_for(const Expression *value, const Type *type)
{
    return value->kind == EXPRESSION_STRING && type->kind == TYPE_ARRAY && is_character(type->base);
}

static Expression *initial_string(Front *front, Expression *array, const Expression *string,
                                  SourceLocation location)
{
    if (string->string_size > array->type->count) {
        front_error(front, location, "initializer string of %llu characters is too long for '%s'",
                    (unsigned long long)string->string_size, express_type_text(front, array->type));
        return express_error(front, location);
    }
    if (array->type->count > CONSTANT_BYTES_LIMIT) {
        front_error(front, location, "'%s' is too large for an initial value: at most %u MiB",
                    express_type_text(front, array->type), CONSTANT_BYTES_LIMIT >> 20);
        return express_error(front, location);
    }
    Expression *padded = express_new(front, EXPRESSION_STRING, array->type->unqualified, location);
    char *bytes = arena_alloc(front->arena, array->type->count + 1);
    for (uint64_t i = 0; i < string->string_size; i++) {
        bytes[i] = string->string[i];
    }
    padded->string = bytes;
    padded->string_size = array->type->count;
    padded->is_lvalue = true;
    return express_assignment(front, array, padded, location);
}

static Symbol *symbol_of_field(const Type *type, const Field *field)
{
    const Scope *scope = class_scope(type);
    Symbol *symbol =
        scope == NULL || field->name == NULL ? NULL : scope_find_here(scope, field->name);
    return symbol != NULL && symbol->kind == SYMBOL_FIELD ? symbol : NULL;
}

// Parses the member's default initializer in the scope of its class.
static Expression *initial_default_member(Front *front, Expression *object, Symbol *symbol,
                                          SourceLocation location)
{
    bool has_default = symbol != NULL && symbol->initializer.first != symbol->initializer.end;
    if (!has_default || symbol->field == NULL) { // no field: its class has errors
        return NULL;
    }
    FrontPlace place = front_place(front);
    front->at = symbol->initializer.first;
    front->half_of_token = 0;
    front->scope = symbol->home;
    front_read_again(front);
    express_set_this(front, object);
    front->is_angle = false;
    Expression *member = express_path(front, object, symbol->field, location);
    Expression *made = express_is_error(member) ? member : parse_object_initializer(front, member);
    front_return(front, place);
    return made;
}

static void fill_class(Front *front, Fill *fill, Expression *object);
static void fill_array(Front *front, Fill *fill, Expression *array);

static bool is_aggregate(Front *front, const Type *type, SourceLocation location)
{
    if (type->kind == TYPE_ARRAY) {
        return true;
    }
    if (type->kind != TYPE_CLASS || !class_complete(front, type, location)) {
        return false;
    }
    const Scope *scope = class_scope(type);
    return scope == NULL || scope->is_aggregate;
}

// One subobject from the next element, or from as many as it needs if braces are omitted.
static void fill_part(Front *front, Fill *fill, Expression *part)
{
    const ListElement *element = &fill->list->elements[fill->at];
    Expression *value = element->value;
    const Type *type = part->type;
    if (type->kind == TYPE_ARRAY && type->count == ARRAY_OF_UNKNOWN_BOUND) {
        front_error(front, element->location,
                    "flexible array member ('%s') cannot be initialized; give it a size",
                    express_type_text(front, type));
        fill->is_failed = true;
        return;
    }
    if (express_is_list(value)) {
        fill->at++;
        fill->is_partial = true; // the inner list may leave something out
        fill_add(front, fill, initial_list(front, part, value, true, element->location));
        return;
    }
    bool is_whole = is_string_for(value, type) || !is_aggregate(front, type, element->location) ||
                    (type->kind == TYPE_CLASS &&
                     convert_find(front, value, type, true).rank < CONVERSION_ELLIPSIS);
    if (is_whole) {
        fill->at++;
        fill_add(front, fill, initial_value(front, part, value, element->location));
    } else if (type->kind == TYPE_ARRAY) {
        fill_array(front, fill, part);
    } else {
        fill_class(front, fill, part);
    }
}

static void fill_array(Front *front, Fill *fill, Expression *array)
{
    Expression *first = express_value(front, array);
    uint64_t index = 0, filled = 0;
    bool is_designated = false;
    while (fill->at < fill->list->count && !fill->is_failed) {
        const ListElement *element = &fill->list->elements[fill->at];
        if (element->has_index) {
            index = element->index;
            is_designated = true;
        } else if (index >= array->type->count) {
            break;
        }
        if (index >= array->type->count || element->field != NULL) {
            front_error(front, element->location, "designator does not name an element of '%s'",
                        express_type_text(front, array->type));
            fill->is_failed = true;
            return;
        }
        Expression *at = express_integer(front, TYPE_LONG, index++, element->location);
        fill_part(front, fill, express_subscript(front, first, at, element->location));
        filled++;
    }
    if (is_designated || filled < array->type->count) {
        fill->is_partial = true;
    }
    if (!fill->is_failed && !is_designated) {
        fill_add(front, fill, construct_default_rest(front, array, index, array->location));
    }
}

static void fill_field(Front *front, Fill *fill, Expression *object, const Field *field)
{
    const Symbol *symbol = symbol_of_field(object->type, field);
    SourceLocation location = fill->list->elements[fill->at].location;
    Expression *member = express_field(front, object, field, location);
    if (symbol == NULL || !type_is_reference(symbol->type)) {
        fill_part(front, fill, member);
        return;
    }
    Expression *value = fill->list->elements[fill->at++].value;
    Expression *pointer = convert_to(front, value, symbol->type, location, "initialization");
    fill_add(front, fill,
             express_is_error(pointer) ? pointer
                                       : express_assignment(front, member, pointer, location));
}

static void fill_absent(Front *front, Fill *fill, Expression *object, const Field *field)
{
    Symbol *symbol = symbol_of_field(object->type, field);
    Expression *made = initial_default_member(front, object, symbol, object->location);
    if (made == NULL) {
        fill->is_partial = true;
        Expression *member = express_field(front, object, field, object->location);
        made = construct_default(front, member, object->location);
    }
    fill_add(front, fill, made);
}

static uint32_t designated_field(Front *front, Fill *fill, const Class *class_)
{
    const ListElement *element = &fill->list->elements[fill->at];
    for (uint32_t i = 0; i < class_->field_count; i++) {
        if (class_->fields[i].name == element->field) {
            return i;
        }
    }
    front_error(front, element->location, "'%s' has no member '%s'", class_->name, element->field);
    fill->is_failed = true;
    return class_->field_count;
}

static void fill_class(Front *front, Fill *fill, Expression *object)
{
    const Class *class_ = object->type->class_;
    uint32_t filled = 0;
    for (uint32_t i = 0; i < class_->field_count && !fill->is_failed; i++) {
        const Field *field = &class_->fields[i];
        bool is_padding = field->name == NULL && field->type->kind != TYPE_CLASS;
        if (is_padding || (class_->is_union && filled > 0)) {
            continue;
        }
        bool has_element = fill->at < fill->list->count;
        if (has_element && fill->list->elements[fill->at].field != NULL) {
            uint32_t wanted = designated_field(front, fill, class_);
            for (; i < wanted && !class_->is_union && wanted < class_->field_count; i++) {
                fill_absent(front, fill, object, &class_->fields[i]);
            }
            if (wanted < i) {
                front_error(front, fill->list->elements[fill->at].location,
                            "designators must be in the order of the members");
                fill->is_failed = true;
            }
            i = wanted;
            if (i >= class_->field_count || fill->is_failed) {
                return;
            }
            field = &class_->fields[i];
        }
        if (has_element) {
            fill_field(front, fill, object, field);
        } else {
            fill_absent(front, fill, object, field);
        }
        filled++;
    }
    fill->is_partial = fill->is_partial || class_->is_union;
}

static Expression *too_many(Front *front, const Fill *fill, const Type *type)
{
    front_error(front, fill->list->elements[fill->at].location, "too many initializers for '%s'",
                express_type_text(front, type));
    return express_error(front, fill->list->elements[fill->at].location);
}

static Expression *initial_aggregate(Front *front, Expression *object, const ListInitializer *list,
                                     bool is_zeroed, SourceLocation location)
{
    Fill fill = {.list = list};
    if (object->type->kind == TYPE_ARRAY) {
        fill_array(front, &fill, object);
    } else {
        fill_class(front, &fill, object);
    }
    if (fill.is_failed) {
        return express_error(front, location);
    }
    if (fill.at < list->count) {
        return too_many(front, &fill, object->type);
    }
    bool is_zero_needed = !is_zeroed && (fill.is_partial || fill.step_count == 0);
    Expression *zero = is_zero_needed ? initial_zero(front, object, location) : NULL;
    return express_comma(front, zero, sequence(front, fill.steps, fill.step_count));
}

static Expression *initial_constructed(Front *front, Expression *object,
                                       const ListInitializer *list, SourceLocation location)
{
    Expression **values = arena_alloc(front->arena, (list->count + 1u) * sizeof *values);
    for (uint32_t i = 0; i < list->count; i++) {
        values[i] = list->elements[i].value;
    }
    const Scope *scope = class_scope(object->type);
    Expression *zero =
        list->count == 0 && !scope->has_constructor ? initial_zero(front, object, location) : NULL;
    Expression *made = construct_at(front, object, values, list->count, location);
    return made != NULL && express_is_error(made) ? made : express_comma(front, zero, made);
}

// {list}; is_zeroed: the object's bytes are zero already.
Expression *initial_list(Front *front, Expression *object, Expression *list, bool is_zeroed,
                         SourceLocation location)
{
    const ListInitializer *values = express_list(list);
    const Type *type = object->type;
    Expression *only = values->count == 1 ? values->elements[0].value : NULL;
    if (type_is_scalar(type)) {
        if (values->count == 0) {
            return is_zeroed ? NULL : initial_zero(front, object, location);
        }
        if (values->count == 1) {
            return initial_value(front, object, only, location);
        }
        Fill fill = {.list = values, .at = 1};
        return too_many(front, &fill, type);
    }
    if (only != NULL && is_string_for(only, type)) {
        return initial_value(front, object, only, location);
    }
    if (type->kind == TYPE_CLASS && class_complete(front, type, location)) {
        bool is_copy = only != NULL && only->type->kind == TYPE_CLASS &&
                       (only->type->class_ == type->class_ ||
                        class_is_derived(only->type->class_, type->class_));
        if (is_copy) {
            return initial_value(front, object, only, location);
        }
        if (!is_aggregate(front, type, location)) {
            return initial_constructed(front, object, values, location);
        }
    }
    return initial_aggregate(front, object, values, is_zeroed, location);
}

// = value, which may be a list.
Expression *initial_value(Front *front, Expression *object, Expression *value,
                          SourceLocation location)
{
    if (express_is_error(value)) {
        return value;
    }
    const Type *type = object->type;
    if (express_is_list(value)) {
        return initial_list(front, object, value, false, location);
    }
    if (is_string_for(value, type)) {
        return initial_string(front, object, value, location);
    }
    if (type->kind == TYPE_ARRAY) {
        bool is_made_here = value->type->unqualified == type->unqualified &&
                            express_category(value) == CATEGORY_PRVALUE;
        if (is_made_here) {
            return express_assignment(front, object, value, location);
        }
        front_error(front, location, "array must be initialized with a braced list%s",
                    is_character(type->base) ? " or a string" : "");
        return express_error(front, location);
    }
    Expression *converted =
        convert_implicit(front, value, type->unqualified, location, "initialization");
    if (express_is_error(converted)) {
        return converted;
    }
    return type->kind == TYPE_CLASS ? construct_copy(front, object, converted, location)
                                    : express_assignment(front, object, converted, location);
}
