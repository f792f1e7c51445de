// SPDX-License-Identifier: Apache-2.0
// Functions that the compiler itself knows: rows of builtin.def, called as __builtin_NAME by its
// own headers, and printf.
#include "isa/cuda/syntax/builtin.h"

#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/parse_expression.h"

#include <string.h>

typedef struct BuiltinRow {
    const char *name, *arguments;
    const char *result;
} BuiltinRow;

static const BuiltinRow rows[BUILTIN_COUNT] = {
#define BUILTIN(name, result, arguments, flags) [BUILTIN_##name] = {#name, arguments, #result},
#include "isa/cuda/tree/builtin.def"
#undef BUILTIN
};

static const Type *type_of_letter(Front *front, char letter)
{
    Types *types = &front->types;
    switch (letter) {
    case 'b': return type_basic(types, TYPE_BOOL);
    case 'i': return type_basic(types, TYPE_INT);
    case 'u': return type_basic(types, TYPE_UNSIGNED_INT);
    case 'l': return type_basic(types, TYPE_LONG_LONG);
    case 'w': return type_basic(types, TYPE_UNSIGNED_LONG_LONG);
    case 'f': return type_basic(types, TYPE_FLOAT);
    case 'd': return type_basic(types, TYPE_DOUBLE);
    case 'p': return type_pointer(types, type_basic(types, TYPE_VOID));
    case 's':
        return type_pointer(types,
                            type_qualified(types, type_basic(types, TYPE_CHAR), QUALIFIER_CONST));
    default: return type_basic(types, TYPE_VOID);
    }
}

// '.': any value, converted to the pointee's type if the builtin works on what its first argument
// points to.
static Expression *convert_any(Front *front, const Expression *call, Expression *argument)
{
    const Expression *first = call->list_count > 0 ? call->list[0] : NULL;
    Expression *value = express_value(front, argument);
    if (first == NULL || first->type->kind != TYPE_POINTER || express_is_error(value)) {
        return value;
    }
    return convert_implicit(front, argument, first->type->base->unqualified, argument->location,
                            "argument of an atomic operation");
}

static Expression *convert_argument(Front *front, const Expression *call, char letter,
                                    Expression *argument)
{
    if (letter == '.') {
        return convert_any(front, call, argument);
    }
    if (letter == 'p') { // any pointer, regardless of its qualifiers
        Expression *value = express_value(front, argument);
        return value->type->kind == TYPE_POINTER
                   ? value
                   : convert_implicit(front, value, type_of_letter(front, 'p'), value->location,
                                      "argument");
    }
    return convert_implicit(front, argument, type_of_letter(front, letter), argument->location,
                            "argument");
}

static const Type *result_type(Front *front, const BuiltinRow *row, const Expression *call)
{
    if (row->result[0] != 'T' && row->result[0] != '.') {
        return type_of_letter(front, row->result[0]);
    }
    const Type *first =
        call->list_count > 0 ? call->list[0]->type : type_basic(&front->types, TYPE_INT);
    return first->kind == TYPE_POINTER ? first->base->unqualified : first->unqualified;
}

static BuiltinId find_builtin(const char *name)
{
    static const char prefix[] = "__builtin_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return BUILTIN_NONE;
    }
    for (BuiltinId id = BUILTIN_NONE + 1; id < BUILTIN_COUNT; id++) {
        if (strcmp(rows[id].name, name + sizeof prefix - 1) == 0) {
            return id;
        }
    }
    return BUILTIN_NONE;
}

static Expression *call_builtin(Front *front, BuiltinId id, const ExpressionList *arguments,
                                SourceLocation location)
{
    const BuiltinRow *row = &rows[id];
    if (arguments->count != strlen(row->arguments)) {
        front_error(front, location, "'__builtin_%s' expects %u arguments, got %u", row->name,
                    (unsigned)strlen(row->arguments), arguments->count);
        return express_error(front, location);
    }
    Expression *call = express_new(front, EXPRESSION_BUILTIN, NULL, location);
    call->builtin = id;
    call->list = arena_alloc(front->arena, (arguments->count + 1u) * sizeof *call->list);
    for (uint32_t i = 0; i < arguments->count; i++) {
        Expression *value = convert_argument(front, call, row->arguments[i], arguments->items[i]);
        if (express_is_error(value)) {
            return value;
        }
        call->list[call->list_count++] = value;
    }
    call->type = result_type(front, row, call);
    return express_fold(front, call);
}

// __builtin_constant_p(x): whether the compiler sees a constant.
static Expression *constant_p(Front *front, const ExpressionList *arguments,
                              SourceLocation location)
{
    bool is_constant = arguments->count == 1;
    if (is_constant) {
        ExpressionKind kind = express_value(front, arguments->items[0])->kind;
        is_constant = kind == EXPRESSION_INTEGER || kind == EXPRESSION_FLOATING;
    }
    return express_integer(front, TYPE_INT, is_constant, location);
}

// The cursor is after the name. Returns NULL, and consumes nothing, if the name is not a builtin's.
Expression *parse_builtin(Front *front, const Token *name)
{
    BuiltinId id = find_builtin(name->text);
    bool is_constant_p = strcmp(name->text, "__builtin_constant_p") == 0;
    if ((id == BUILTIN_NONE && !is_constant_p) || !front_is(front, PUNCTUATOR_paren_open)) {
        return NULL;
    }
    front->at++;
    ExpressionList arguments = {0};
    if (!parse_arguments(front, &arguments, PUNCTUATOR_paren_close)) {
        return express_error(front, name->location);
    }
    if (is_constant_p) {
        return constant_p(front, &arguments, name->location);
    }
    if (id == BUILTIN_printf) {
        return builtin_printf(front, arguments.items, arguments.count, name->location);
    }
    return call_builtin(front, id, &arguments, name->location);
}
