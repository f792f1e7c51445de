// SPDX-License-Identifier: Apache-2.0
// Checks of indices: each index of an array whose size is known gets a CHECK_INDEX where memory at
// its place is read or written, a reference is bound to it, or an atomic function of the library
// works on it. An address alone (&a[4]) is never checked, because one past the end is legal. Leaves
// out: indices of pointers to elements, and the library's own code.
#include "isa/cuda/ir/generate.h"

#include <string.h>

// Of &array[index] the array, else NULL.
static const Expression *array_of_sum(const Expression *sum)
{
    bool is_element = sum->kind == EXPRESSION_POINTER_ADD && sum->a->kind == EXPRESSION_ADDRESS &&
                      sum->a->a->type->unqualified->kind == TYPE_ARRAY;
    return is_element ? sum->a->a : NULL;
}

static const Expression *indexed_array(const Expression *e)
{
    return e->kind == EXPRESSION_DEREFERENCE ? array_of_sum(e->a) : NULL;
}

// The last array of a structure may stand for a longer one if it has no or one element, and so may
// what a pointer to an array points to.
static bool is_trailing(const Expression *array)
{
    if (array->kind == EXPRESSION_DEREFERENCE) {
        return indexed_array(array) == NULL && array->type->unqualified->count <= 1;
    }
    if (array->kind != EXPRESSION_MEMBER || array->type->unqualified->count > 1) {
        return false;
    }
    const Type *type = array->a->type->unqualified;
    return type->kind != TYPE_CLASS || type->class_->is_union ||
           array->field == &type->class_->fields[type->class_->field_count - 1];
}

// A variable outside of local memory lies apart from others: the checker of memory finds what
// leaves it, and needs no help.
static bool is_apart(const Expression *array)
{
    return array->kind == EXPRESSION_VARIABLE && array->variable->space != SPACE_AUTOMATIC;
}

bool index_is_checked(const Generator *g, const Expression *sum)
{
    const Expression *array = g->module->checks_indices ? array_of_sum(sum) : NULL;
    const Source *source = g->module->tree->source;
    if (array == NULL || array->type->unqualified->count == 0 || is_trailing(array) ||
        is_apart(array)) {
        return false;
    }
    return sum->location.file < source->file_count &&
           !source->files[sum->location.file].is_library &&
           (array->kind == EXPRESSION_VARIABLE || array->kind == EXPRESSION_MEMBER ||
            array->kind == EXPRESSION_DEREFERENCE);
}

// Where a member's structure is, as the source names it.
static const char *owner_name(const Expression *member)
{
    const Expression *e = member->a;
    for (const Expression *array;
         (array = indexed_array(e)) != NULL || e->kind == EXPRESSION_MEMBER;) {
        e = array != NULL ? array : e->a;
    }
    if (e->kind == EXPRESSION_VARIABLE) {
        return e->variable->name;
    }
    return member->a->type->unqualified->kind == TYPE_CLASS
               ? member->a->type->unqualified->class_->name
               : NULL;
}

static const char *describe(Generator *g, const Expression *array, uint64_t count)
{
    Text text = {0};
    const Expression *whole = array;
    while (indexed_array(whole) != NULL) {
        whole = indexed_array(whole);
    }
    const Expression *named = whole->kind == EXPRESSION_DEREFERENCE ? whole->a : whole;
    const char *name = named->kind == EXPRESSION_VARIABLE ? named->variable->name
                       : named->kind == EXPRESSION_MEMBER ? named->field->name
                                                          : NULL;
    text_put(&text, whole != array ? "a row of " : "");
    text_printf(&text, name == NULL ? "an array" : "'%s'", name);
    text_printf(&text, " (%llu element%s)", (unsigned long long)count, count == 1 ? "" : "s");
    const char *owner = whole->kind == EXPRESSION_MEMBER ? owner_name(whole) : NULL;
    if (owner != NULL) {
        text_printf(&text, " of '%s'", owner);
    }
    const char *kept = arena_text(g->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return kept;
}

IndexCheck *index_check(Generator *g, const Expression *array, IrInstruction *index, bool is_signed,
                        IndexCheck *outer)
{
    uint64_t bound = array->type->unqualified->count;
    if ((index->op == IR_CONSTANT && index->integer < bound) || bound > INT32_MAX) {
        return outer;
    }
    IndexCheck *check = arena_alloc(g->arena, sizeof *check);
    *check = (IndexCheck){.index = index,
                          .bound = bound,
                          .is_signed = is_signed,
                          .array = describe(g, array, bound),
                          .outer = outer};
    return check;
}

void generate_checks(Generator *g, Place place)
{
    for (IndexCheck *check = place.checks; check != NULL; check = check->outer) {
        if (check->made_in == g->block) {
            continue; // a += 1 reads and writes
        }
        IrInstruction *made = make_unary(g, IR_CHECK_INDEX, IR_VOID, check->index);
        made->integer = check->bound;
        made->is_signed = check->is_signed;
        made->string = check->array;
        made->size_bytes = strlen(check->array) + 1;
        check->made_in = g->block;
    }
}
