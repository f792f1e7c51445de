// SPDX-License-Identifier: Apache-2.0
// Tables of virtual functions, Itanium C++ ABI 2.5: for each vptr of a class the offset to the
// object's start, an empty place for type information, and the functions. A function of a class
// whose part of the object starts earlier is called by a thunk. Leaves out: virtual bases.
#include "isa/cuda/syntax/virtual.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/mangle.h"
#include "isa/cuda/syntax/statement.h"
#include "isa/cuda/syntax/syntax_check.h"

#include <string.h>

#define PATH_LIMIT   64u
#define HEADER_COUNT 2u // the offset to the object's start, and type information
#define ENTRY_BYTES  8u

// From the class whose table is made down to a base in it.
typedef struct Path {
    const Scope *scopes[PATH_LIMIT];
    uint64_t offsets[PATH_LIMIT];
    uint32_t length;
} Path;

static FunctionInfo *thunk(Front *front, FunctionInfo *target, uint64_t bytes)
{
    FunctionInfo *info = arena_alloc(front->arena, sizeof *info);
    Symbol *symbol = arena_alloc(front->arena, sizeof *symbol);
    *info = *target;
    *symbol = *target->symbol;
    symbol->function = info;
    info->symbol = symbol;
    info->function = NULL;
    info->body = info->initializers = (TokenRange){0};
    info->is_body_parsed = info->is_body_wanted = info->is_body_in_progress = false;
    info->is_defaulted = true;
    info->thunk_of = target;
    info->thunk_bytes = bytes;
    Text name = {0};
    text_printf(&name, "_ZThn%llu_%s", (unsigned long long)bytes,
                declare_create_function(front, target)->mangled + strlen("_Z"));
    Function *function = declare_create_function(front, info);
    function->mangled = arena_text(front->arena, text_string(&name), name.size_bytes);
    text_destroy(&name);
    return info;
}

static void add_entry(Front *front, VirtualTable *table, FunctionInfo *function,
                      const FunctionInfo *declared, int64_t value)
{
    uint32_t count = table->entry_count;
    table->functions =
        arena_grow(front->arena, table->functions, count, count + 1u, sizeof *table->functions);
    table->values =
        arena_grow(front->arena, table->values, count, count + 1u, sizeof *table->values);
    table->declared =
        arena_grow(front->arena, table->declared, count, count + 1u, sizeof *table->declared);
    table->declared[count] = declared;
    table->functions[count] = function;
    table->values[count] = value;
    table->entry_count++;
}

// The function of the class furthest down the path from the base.
static void add_overrider(Front *front, VirtualTable *table, const Path *path,
                          const FunctionInfo *declared)
{
    FunctionInfo *found = NULL;
    uint32_t at = 0;
    while (at < path->length && (found = virtual_own(path->scopes[at], declared)) == NULL) {
        at++;
    }
    bool is_absent = found == NULL || found->is_deleted ||
                     !(found->is_device || found->is_constexpr || found->is_defaulted);
    if (found != NULL && found->is_pure) {
        table->pure = found;
        is_absent = true;
    }
    uint64_t offset = path->offsets[path->length - 1u];
    if (!is_absent && path->offsets[at] != offset) {
        found = thunk(front, found, offset - path->offsets[at]);
    }
    add_entry(front, table, is_absent ? NULL : found, declared, 0);
}

static void add_pointer(Front *front, VirtualTable *table, const Path *path)
{
    uint32_t top = path->length - 1u; // of the classes that share this vptr
    while (top > 0 && path->scopes[top - 1u]->primary_base == path->scopes[top]) {
        top--;
    }
    uint64_t offset = path->offsets[path->length - 1u];
    table->pointers = arena_grow(front->arena, table->pointers, table->pointer_count,
                                 table->pointer_count + 1u, sizeof *table->pointers);
    table->pointers[table->pointer_count++] =
        (VirtualPointer){offset, table->entry_count + HEADER_COUNT};
    add_entry(front, table, NULL, NULL, -(int64_t)offset);
    add_entry(front, table, NULL, NULL, 0);
    for (uint32_t i = 0; i < path->scopes[top]->slot_count; i++) {
        add_overrider(front, table, path, path->scopes[top]->slots[i].declared);
    }
}

static void visit(Front *front, VirtualTable *table, Path *path)
{
    const Scope *scope = path->scopes[path->length - 1u];
    uint64_t offset = path->offsets[path->length - 1u];
    if (scope->has_own_vptr) {
        add_pointer(front, table, path);
    }
    for (uint32_t i = 0; i < scope->base_count && path->length < PATH_LIMIT; i++) {
        if (scope->base_scopes[i]->is_dynamic) {
            path->scopes[path->length] = scope->base_scopes[i];
            path->offsets[path->length++] = offset + scope->base_offsets[i];
            visit(front, table, path);
            path->length--;
        }
    }
}

static Variable *make_variable(Front *front, const Scope *scope, const VirtualTable *table)
{
    Variable *variable = arena_alloc(front->arena, sizeof *variable);
    const Type *entry = type_qualified(&front->types, type_basic(&front->types, TYPE_UNSIGNED_LONG),
                                       QUALIFIER_CONST);
    variable->type = type_array(&front->types, entry, table->entry_count);
    variable->mangled = mangle_virtual_table(front->arena, scope->type);
    variable->name = variable->mangled;
    variable->space = SPACE_GLOBAL;
    variable->is_internal = true;
    variable->align_bytes = ENTRY_BYTES;
    variable->location = scope->class_->location;
    return variable;
}

static void fill_variable(Front *front, const VirtualTable *table)
{
    Variable *variable = table->variable;
    InitialValue *initial = arena_alloc(front->arena, sizeof *initial);
    initial->bytes = arena_alloc(front->arena, (size_t)table->entry_count * ENTRY_BYTES);
    initial->addresses =
        arena_alloc(front->arena, (table->entry_count + 1u) * sizeof *initial->addresses);
    for (uint32_t i = 0; i < table->entry_count; i++) {
        if (table->functions[i] != NULL) {
            virtual_check_result(front, table->functions[i], table->declared[i]);
            initial->addresses[initial->address_count++] =
                (InitialAddress){.offset_bytes = (uint64_t)i * ENTRY_BYTES,
                                 .function = declare_want_function(front, table->functions[i])};
            continue;
        }
        for (uint32_t byte = 0; byte < ENTRY_BYTES; byte++) {
            initial->bytes[i * ENTRY_BYTES + byte] =
                (uint8_t)((uint64_t)table->values[i] >> (8u * byte));
        }
    }
    variable->initial = express_new(front, EXPRESSION_INITIAL, variable->type, variable->location);
    variable->initial->initial = initial;
}

static VirtualTable *make_table(Front *front, const Type *type)
{
    Scope *scope = class_scope(type);
    if (scope->virtual_table == NULL) {
        Path path = {.scopes = {scope}, .length = 1};
        scope->virtual_table = arena_alloc(front->arena, sizeof *scope->virtual_table);
        visit(front, scope->virtual_table, &path);
        scope->virtual_table->variable = make_variable(front, scope, scope->virtual_table);
    }
    return scope->virtual_table;
}

static void want_table(Front *front, VirtualTable *table)
{
    if (!table->is_wanted && front->quiet == 0) {
        table->is_wanted = true;
        fill_variable(front, table);
        declare_add_variable(front, table->variable);
    }
}

static Expression *cast_to(Front *front, Expression *value, const Type *type)
{
    Expression *cast = express_new(front, EXPRESSION_CAST, type, value->location);
    cast->a = value;
    return cast;
}

// The same address plus or minus an offset in bytes, as a pointer to `type`.
static Expression *moved(Front *front, Expression *pointer, ExpressionKind way, uint64_t bytes,
                         const Type *type)
{
    SourceLocation location = pointer->location;
    const Type *to_bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_CHAR));
    Expression *at = cast_to(front, pointer, to_bytes);
    at = express_binary(front, way, at, express_integer(front, TYPE_UNSIGNED_LONG, bytes, location),
                        location);
    return cast_to(front, at, type_pointer(&front->types, type));
}

static const Type *table_pointer(Front *front)
{
    return type_pointer(&front->types,
                        type_qualified(&front->types, type_basic(&front->types, TYPE_UNSIGNED_LONG),
                                       QUALIFIER_CONST));
}

void virtual_set_pointers(Front *front, FunctionInfo *info, Statement ***tail)
{
    if (!info->home->is_dynamic) {
        return;
    }
    VirtualTable *table = make_table(front, info->home->type);
    want_table(front, table);
    for (uint32_t i = 0; i < table->pointer_count; i++) {
        const VirtualPointer *pointer = &table->pointers[i];
        Expression *self = express_address(front, class_this_object(front, info), info->location);
        Expression *vptr = express_dereference(
            front, moved(front, self, EXPRESSION_ADD, pointer->offset_bytes, table_pointer(front)),
            info->location);
        Expression *entries =
            express_value(front, express_variable(front, table->variable, info->location));
        Expression *entry = express_binary(
            front, EXPRESSION_ADD, entries,
            express_integer(front, TYPE_UNSIGNED_LONG, pointer->entry, info->location),
            info->location);
        class_append(front, tail, express_assignment(front, vptr, entry, info->location));
    }
}

void virtual_thunk_body(Front *front, FunctionInfo *info, Statement ***tail)
{
    Function *function = info->function;
    Function *target = declare_want_function(front, info->thunk_of);
    Expression *call = express_new(front, EXPRESSION_CALL, function->result, info->location);
    call->a = express_new(front, EXPRESSION_FUNCTION, target->type, info->location);
    call->a->function = call->function = target;
    call->list = arena_alloc(front->arena, (function->parameter_count + 1u) * sizeof *call->list);
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        Expression *value =
            express_value(front, express_variable(front, function->parameters[i], info->location));
        call->list[call->list_count++] =
            i > 0 ? value
                  : moved(front, value, EXPRESSION_SUBTRACT, info->thunk_bytes, value->type->base);
    }
    if (function->result->kind == TYPE_VOID) {
        class_append(front, tail, call);
        return;
    }
    Statement *result = statement_new(front, STATEMENT_RETURN, info->location);
    result->a = call;
    **tail = result;
    *tail = &result->next;
}

// ---- calls

// The class of a variable or a temporary is known.
bool virtual_is_dispatched(const FunctionInfo *info, const Expression *object)
{
    return info->is_virtual && object != NULL && object->kind != EXPRESSION_VARIABLE &&
           object->kind != EXPRESSION_TEMPORARY;
}

static Expression *table_of(Front *front, Expression *pointer, SourceLocation location)
{
    Expression *vptr = cast_to(front, pointer, type_pointer(&front->types, table_pointer(front)));
    return express_value(front, express_dereference(front, vptr, location));
}

Expression *virtual_callee(Front *front, FunctionInfo *info, Expression *pointer,
                           SourceLocation location)
{
    const Scope *home = info->home;
    uint32_t index = 0;
    while (index < home->slot_count && virtual_own(home, home->slots[index].declared) != info) {
        index++;
    }
    const Type *type = declare_create_function(front, info)->type;
    const Type *entries = type_pointer(&front->types, type_pointer(&front->types, type));
    Expression *table = cast_to(front, table_of(front, pointer, location), entries);
    return express_value(
        front, express_subscript(front, table, express_integer(front, TYPE_LONG, index, location),
                                 location));
}

Expression *virtual_whole_object(Front *front, Expression *pointer, SourceLocation location)
{
    const Type *number = type_basic(&front->types, TYPE_LONG);
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_CHAR));
    Expression *table =
        cast_to(front, table_of(front, pointer, location), type_pointer(&front->types, number));
    Expression *offset = express_value(
        front, express_subscript(
                   front, table,
                   express_integer(front, TYPE_LONG, (uint64_t)(-(int64_t)HEADER_COUNT), location),
                   location));
    Expression *start =
        express_binary(front, EXPRESSION_ADD, cast_to(front, pointer, bytes), offset, location);
    return cast_to(front, start, type_pointer(&front->types, type_basic(&front->types, TYPE_VOID)));
}

bool virtual_is_abstract(Front *front, const Type *type, SourceLocation location)
{
    const Scope *scope = class_scope(type);
    if (scope == NULL || !scope->is_dynamic || !type->class_->is_complete) {
        return false;
    }
    const FunctionInfo *pure = make_table(front, type)->pure;
    if (pure == NULL) {
        return false;
    }
    front_error(front, location, "cannot create an object of the abstract class '%s'",
                express_type_text(front, type));
    front_note(front, pure->location, "'%s' is pure virtual in '%s'", pure->name,
               express_type_text(front, scope->type));
    return true;
}
