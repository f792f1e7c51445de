// SPDX-License-Identifier: Apache-2.0
// Initializers of declarations: where they begin, `auto`, bounds of arrays, references, static
// storage; C++17 [dcl.init], [dcl.spec.auto].
#include "isa/cuda/syntax/initial.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/syntax_check.h"
#include "isa/cuda/syntax/template.h"
#include "isa/cuda/syntax/temporary.h"

#define CONSTANT_STEPS 50000000u // of one static initializer: tables are computed by loops

bool initial_has_auto(const Type *type)
{
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type_is_reference(type)) {
        type = type->base;
    }
    return type->kind == TYPE_AUTO;
}

// `auto` in the pattern becomes the corresponding part of `type`; NULL if the shapes differ.
static const Type *match_auto(Front *front, const Type *pattern, const Type *type)
{
    if (pattern->kind == TYPE_AUTO) {
        const Type *found = type;
        if ((type->qualifiers & ~pattern->qualifiers) == type->qualifiers) {
            found = type_qualified(&front->types, type, pattern->qualifiers);
        }
        return type_qualified(&front->types, found, pattern->qualifiers);
    }
    if (pattern->kind == TYPE_POINTER && type->kind == TYPE_POINTER) {
        const Type *base = match_auto(front, pattern->base, type->base);
        return base == NULL ? NULL
                            : type_qualified(&front->types, type_pointer(&front->types, base),
                                             pattern->qualifiers);
    }
    return pattern->unqualified == type->unqualified ? pattern : NULL;
}

static const Type *deduce_reference(Front *front, const Type *type, const Expression *from)
{
    bool is_rvalue = type->kind == TYPE_RVALUE_REFERENCE;
    bool is_forwarding = is_rvalue && type->base->kind == TYPE_AUTO && type->base->qualifiers == 0;
    if (is_forwarding && express_category(from) == CATEGORY_LVALUE) {
        return type_reference(&front->types, from->type, false);
    }
    const Type *base = match_auto(front, type->base, from->type);
    return base == NULL ? NULL : type_reference(&front->types, base, is_rvalue);
}

// The declared type with `auto` replaced by the type deduced from the initializer.
const Type *initial_deduce_auto(Front *front, const Type *type, Expression *from, bool is_enclosed,
                                SourceLocation location)
{
    const Type *found = NULL;
    if (express_is_error(from)) {
        return type_basic(&front->types, TYPE_INT);
    }
    if (!express_is_list(from)) {
        bool is_name =
            !is_enclosed && (from->kind == EXPRESSION_VARIABLE || from->kind == EXPRESSION_MEMBER);
        if (type == type_decltype_auto(&front->types) && !express_is_overloads(from) && !is_name &&
            express_category(from) == CATEGORY_LVALUE) {
            found = type_reference(&front->types, from->type, false);
        } else if (type_is_reference(type) && !express_is_overloads(from)) {
            found = deduce_reference(front, type, from);
        } else {
            Expression *value = express_value(front, from);
            found = match_auto(front, type, value->type->unqualified);
        }
    }
    if (found == NULL || found->kind == TYPE_VOID) {
        front_error(front, location, "cannot deduce '%s' from '%s'", express_type_text(front, type),
                    express_is_list(from) ? "a brace list" : express_type_text(front, from->type));
        return type_basic(&front->types, TYPE_INT);
    }
    return found;
}

typedef enum InitializerForm { FORM_NONE, FORM_VALUE, FORM_LIST, FORM_ARGUMENTS } InitializerForm;

typedef struct Initializer {
    InitializerForm form;
    Expression *value; // VALUE, LIST
    ExpressionList arguments;
    Template *class_template; // that the object's class is an instance of, to be deduced; or NULL
    bool is_failed;
    bool is_enclosed; // "= (value)"
    SourceLocation location;
} Initializer;

// [ = initializer-clause | ( arguments ) | braced-init-list ]
static Initializer read_initializer(Front *front)
{
    Initializer initializer = {.location = front_here(front)};
    if (front_accept(front, PUNCTUATOR_assign)) {
        uint32_t first = front->at;
        initializer.form = FORM_VALUE;
        initializer.value = front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front)
                                                                   : parse_assignment(front);
        initializer.is_enclosed = front_is_enclosed(front, first, front->at);
        initializer.location = initializer.value->location;
    } else if (front_is(front, PUNCTUATOR_brace_open)) {
        initializer.form = FORM_LIST;
        initializer.value = parse_braced_list(front);
    } else if (front_accept(front, PUNCTUATOR_paren_open)) {
        initializer.form = FORM_ARGUMENTS;
        initializer.is_failed =
            !parse_arguments(front, &initializer.arguments, PUNCTUATOR_paren_close);
        if (initializer.arguments.count == 1) {
            initializer.value = initializer.arguments.items[0];
        }
    }
    if (initializer.value != NULL && express_is_error(initializer.value)) {
        initializer.is_failed = true;
    }
    return initializer;
}

static Expression *apply_arguments(Front *front, Expression *object, Initializer *initializer)
{
    const ExpressionList *arguments = &initializer->arguments;
    if (object->type->kind == TYPE_CLASS) {
        if (arguments->count == 0 && !class_has_constructor(front, object->type)) {
            Expression *zero = initial_zero(front, object, initializer->location);
            return express_comma(front, zero,
                                 construct_at(front, object, NULL, 0, initializer->location));
        }
        return construct_at(front, object, arguments->items, arguments->count,
                            initializer->location);
    }
    if (arguments->count == 0) {
        return initial_zero(front, object, initializer->location);
    }
    if (arguments->count > 1) {
        front_error(front, initializer->location, "'%s' expects one initializer, got %u",
                    express_type_text(front, object->type), arguments->count);
        return express_error(front, initializer->location);
    }
    return initial_value(front, object, arguments->items[0], initializer->location);
}

static Expression *apply_initializer(Front *front, Expression *object, Initializer *initializer)
{
    if (initializer->is_failed) {
        return express_error(front, initializer->location);
    }
    switch (initializer->form) {
    case FORM_VALUE:
    case FORM_LIST: return initial_value(front, object, initializer->value, initializer->location);
    case FORM_ARGUMENTS: return apply_arguments(front, object, initializer);
    default: return construct_default(front, object, initializer->location);
    }
}

Expression *parse_object_initializer(Front *front, Expression *object)
{
    Initializer initializer = read_initializer(front);
    return apply_initializer(front, object, &initializer);
}

static uint64_t bound_of_list(const ListInitializer *list, const Type *element)
{
    uint64_t next = 0, most = 0, parts = 1;
    bool has_list = false;
    for (uint32_t i = 0; i < list->count; i++) {
        next = list->elements[i].has_index ? list->elements[i].index : next;
        next++;
        most = next > most ? next : most;
        has_list = has_list || express_is_list(list->elements[i].value);
    }
    while (!has_list && element->kind == TYPE_ARRAY) { // int a[][2] = {1, 2, 3, 4}
        parts *= element->count;
        element = element->base;
    }
    bool is_flat = !has_list && element->kind == TYPE_CLASS && list->count > 0 &&
                   list->elements[0].value->type->kind != TYPE_CLASS &&
                   element->class_->field_count > 0;
    parts *= is_flat ? element->class_->field_count : 1;
    return parts == 0 ? most : (most + parts - 1) / parts;
}

static const Type *deduce_bound(Front *front, const Type *type, const Initializer *initializer)
{
    if (type->kind != TYPE_ARRAY || type->count != ARRAY_OF_UNKNOWN_BOUND ||
        initializer->value == NULL || initializer->is_failed) {
        return type;
    }
    const Expression *value = initializer->value;
    if (express_is_list(value)) {
        const ListInitializer *list = express_list(value);
        bool is_string = list->count == 1 && list->elements[0].value->kind == EXPRESSION_STRING &&
                         type_size(type->base) == 1;
        uint64_t count =
            is_string ? list->elements[0].value->string_size : bound_of_list(list, type->base);
        return type_array(&front->types, type->base, count);
    }
    return value->kind == EXPRESSION_STRING
               ? type_array(&front->types, type->base, value->string_size)
               : type;
}

// The element of the list that initializes the flexible array member of a class, its last one;
// NULL: there is no such member, or no element for it.
static const Expression *flexible_value(const Class *class_, const ListInitializer *list)
{
    const Field *last = class_->field_count > 0 ? &class_->fields[class_->field_count - 1] : NULL;
    bool is_flexible = last != NULL && last->type->kind == TYPE_ARRAY &&
                       last->type->count == ARRAY_OF_UNKNOWN_BOUND;
    const ListElement *element = list->count > 0 ? &list->elements[list->count - 1] : NULL;
    bool is_given = is_flexible && element != NULL &&
                    (element->field != NULL ? element->field == last->name
                                            : list->count == class_->field_count);
    return is_given ? element->value : NULL;
}

// The type of a variable whose flexible array member is initialized, as GNU C++ allows it: the
// class with an array of known length. It is not the class for the program, which has one of its
// own name.
static const Type *deduce_flexible(Front *front, const Type *type, const Initializer *initializer)
{
    const Expression *value = initializer->value;
    if (type->kind != TYPE_CLASS || value == NULL || !express_is_list(value) ||
        !class_complete(front, type, initializer->location)) {
        return type;
    }
    const Expression *array = flexible_value(type->class_, express_list(value));
    if (array == NULL || (!express_is_list(array) && array->kind != EXPRESSION_STRING)) {
        return type;
    }
    Class *longer = arena_alloc(front->arena, sizeof *longer);
    *longer = *type->class_;
    longer->fields = arena_grow(front->arena, longer->fields, longer->field_count,
                                longer->field_count, sizeof *longer->fields);
    Field *last = &longer->fields[longer->field_count - 1];
    uint64_t count = express_is_list(array) ? bound_of_list(express_list(array), last->type->base)
                                            : array->string_size;
    last->type = type_array(&front->types, last->type->base, count);
    uint64_t end = last->offset_bytes + type_size(last->type), align = longer->align_bytes;
    longer->size_bytes =
        end > longer->size_bytes ? (end + align - 1) / align * align : longer->size_bytes;
    return type_qualified(&front->types, type_class(&front->types, longer), type->qualifiers);
}

static const Type *deduce_class(Front *front, const Type *type, const Initializer *initializer)
{
    ExpressionList values = initializer->arguments;
    if (initializer->value != NULL && express_is_list(initializer->value)) {
        const ListInitializer *list = express_list(initializer->value);
        for (uint32_t i = 0; i < list->count; i++) {
            express_list_add(front, &values, list->elements[i].value);
        }
    } else if (initializer->form == FORM_VALUE) {
        express_list_add(front, &values, initializer->value);
    }
    if (type->unqualified->kind != TYPE_AUTO) {
        front_error(front, initializer->location,
                    "template arguments are not deduced for a pointer, a reference or an array: "
                    "write them explicitly");
        return type_basic(&front->types, TYPE_INT);
    }
    const Type *found = initializer->is_failed
                            ? NULL
                            : template_deduce_class(front, initializer->class_template, &values,
                                                    initializer->location);
    return found == NULL ? type_basic(&front->types, TYPE_INT)
                         : type_qualified(&front->types, found, type->qualifiers);
}

static const Type *deduce_declared(Front *front, const Type *type, const Initializer *initializer)
{
    if (initializer->class_template != NULL) {
        return deduce_class(front, type, initializer);
    }
    if (!initial_has_auto(type)) {
        return deduce_bound(front, type, initializer);
    }
    Expression *value = initializer->value;
    if (value == NULL) {
        front_error(front, initializer->location,
                    "declaration with 'auto' requires an initializer");
        return type_basic(&front->types, TYPE_INT);
    }
    if (initializer->form == FORM_LIST && express_is_list(value) &&
        express_list(value)->count == 1) { // auto x{1}
        value = express_list(value)->elements[0].value;
    }
    return initial_deduce_auto(front, type, value, initializer->is_enclosed, initializer->location);
}

// Whether the expression itself reads the value of `variable`.
static bool reads(const Expression *expression, const Variable *variable)
{
    if (expression == NULL || expression->kind == EXPRESSION_ADDRESS) {
        return false;
    }
    if (expression->kind == EXPRESSION_VARIABLE) {
        return expression->variable == variable;
    }
    bool is_found = reads(expression->a, variable) || reads(expression->b, variable) ||
                    reads(expression->c, variable);
    for (uint32_t i = 0; i < expression->list_count && !is_found; i++) {
        is_found = reads(expression->list[i], variable);
    }
    return is_found;
}

static Expression *initialize_reference(Front *front, Variable *variable, const Type *type,
                                        Initializer *initializer)
{
    SourceLocation location = initializer->location;
    variable->type = type_pointer(&front->types, type->base);
    Expression *value = initializer->value;
    if (initializer->is_failed) {
        return express_error(front, location);
    }
    if (value != NULL && express_is_list(value) && express_list(value)->count == 1 &&
        initializer->form == FORM_LIST) {
        value = express_list(value)->elements[0].value;
    }
    if (value == NULL) {
        front_error(front, location, "reference must be initialized");
        return express_error(front, location);
    }
    Expression *pointer = convert_to(front, value, type, location, "initialization");
    if (express_is_error(pointer)) {
        return pointer;
    }
    temporary_extend(front, pointer);
    return express_assignment(front, express_variable(front, variable, location), pointer,
                              location);
}

Expression *parse_initializer(Front *front, Variable *variable, const Type **type)
{
    Template *class_template = front->deduced_class;
    uint32_t since = temporaries_begin(front);
    front->deduced_class = NULL; // must not apply to declarations inside
    Initializer initializer = read_initializer(front);
    initializer.class_template = class_template;
    *type = deduce_declared(front, *type, &initializer);
    if (variable->space != SPACE_AUTOMATIC) {
        *type = deduce_flexible(front, *type, &initializer);
    }
    Expression *made;
    if (type_is_reference(*type)) {
        made = initialize_reference(front, variable, *type, &initializer);
    } else {
        variable->type = *type;
        if (initializer.value != NULL && !express_is_list(initializer.value) &&
            type_is_scalar(*type) && reads(initializer.value, variable)) {
            express_warning(front, initializer.location,
                            "'%s' is used uninitialized in its own initialization",
                            variable->name == NULL ? "" : variable->name);
        }
        Expression *object = express_variable(front, variable, initializer.location);
        made = apply_initializer(front, object, &initializer);
    }
    uint32_t align_bytes = type_align(variable->type);
    variable->align_bytes =
        variable->align_bytes > align_bytes ? variable->align_bytes : align_bytes;
    return made != NULL && express_is_error(made) ? NULL : temporaries_end(front, made, since);
}

static void want_body(void *context, Function *function)
{
    Front *front = context;
    if (function->front != NULL) {
        syntax_parse_body(front, function->front);
    }
}

void parse_static_initializer(Front *front, Variable *variable, const Type **type)
{
    SourceLocation location = front_here(front);
    uint32_t errors = front->diagnostics->error_count + front->quiet_errors;
    Expression *made = parse_initializer(front, variable, type);
    if (made == NULL || front->diagnostics->error_count + front->quiet_errors != errors) {
        return;
    }
    if (variable->space == SPACE_SHARED) {
        front_error(front, location, "a __shared__ variable cannot have an initializer");
        return;
    }
    ConstantContext context = {.want_body = want_body,
                               .context = front,
                               .steps_left = CONSTANT_STEPS,
                               .arena = front->arena};
    InitialValue *value = arena_alloc(front->arena, sizeof *value);
    if (!constant_initial(&context, variable, made, value)) {
        front_error(front, location, "initializer of '%s' is not constant%s%s",
                    variable->name == NULL ? "" : variable->name,
                    context.reason == NULL ? "" : ": ",
                    context.reason == NULL ? "" : context.reason);
        return;
    }
    variable->initial = express_new(front, EXPRESSION_INITIAL, variable->type, location);
    variable->initial->initial = value;
}
