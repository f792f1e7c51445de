// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/tree/tree.h"
#include "tests/test.h"

static Arena arena;
static Types types;

static const Type *basic(TypeKind kind)
{
    if (types.arena == NULL) {
        types_init(&types, &arena);
    }
    return type_basic(&types, kind);
}

static void expect_print(const Type *type, const char *wanted, int line)
{
    Text text = {0};
    type_print(type, &text);
    test_equal_text(text_string(&text), wanted, __FILE__, line, "the printed type");
    text_destroy(&text);
}

TEST(equal_types_are_the_same_pointer)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *parameters[] = {f, type_pointer(&types, f)};
    EXPECT(type_pointer(&types, f) == type_pointer(&types, f));
    EXPECT(type_array(&types, f, 4) != type_array(&types, f, 5));
    EXPECT(type_function(&types, f, parameters, 2, false, 0) ==
           type_function(&types, f, parameters, 2, false, 0));
    EXPECT(type_function(&types, f, parameters, 2, false, 0) !=
           type_function(&types, f, parameters, 2, true, 0));
    const Type *at = f; // more than the table begins with
    for (int i = 0; i < 1000; i++) {
        at = type_pointer(&types, at);
    }
    const Type *again = f;
    for (int i = 0; i < 1000; i++) {
        again = type_pointer(&types, again);
    }
    EXPECT(at == again);
}

TEST(qualifiers_of_an_array_are_its_elements)
{
    const Type *array = type_array(&types, basic(TYPE_INT), 3);
    const Type *constant = type_qualified(&types, array, QUALIFIER_CONST);
    EXPECT_EQ(constant->qualifiers, QUALIFIER_CONST);
    EXPECT_EQ(constant->base->qualifiers, QUALIFIER_CONST);
    EXPECT(constant->unqualified == array);
}

TEST(references_and_functions_take_no_qualifiers)
{
    const Type *reference = type_reference(&types, basic(TYPE_INT), false);
    const Type *function = type_function(&types, basic(TYPE_VOID), NULL, 0, false, 0);
    EXPECT(type_qualified(&types, reference, QUALIFIER_CONST) == reference);
    EXPECT(type_qualified(&types, function, QUALIFIER_CONST) == function);
}

TEST(references_collapse)
{
    const Type *i = basic(TYPE_INT);
    const Type *lvalue = type_reference(&types, i, false);
    const Type *rvalue = type_reference(&types, i, true);
    EXPECT(type_reference(&types, lvalue, true) == lvalue);
    EXPECT(type_reference(&types, rvalue, false) == lvalue);
    EXPECT(type_reference(&types, rvalue, true) == rvalue);
}

TEST(parameters_decay_and_lose_their_qualifiers)
{
    const Type *i = basic(TYPE_INT);
    const Type *array = type_array(&types, i, 4);
    const Type *constant = type_qualified(&types, i, QUALIFIER_CONST);
    const Type *given[] = {array, constant};
    const Type *function = type_function(&types, i, given, 2, false, 0);
    EXPECT(function->parameters[0] == type_pointer(&types, i));
    EXPECT(function->parameters[1] == i);
}

TEST(sizes_follow_classes_that_are_completed_later)
{
    Class late = {.name = "Late"};
    const Type *array = type_array(&types, type_class(&types, &late), 3);
    basic(TYPE_INT);
    EXPECT(!type_is_complete(array));
    EXPECT_EQ(type_size(array), 0);
    late.is_complete = true;
    late.size_bytes = 12;
    late.align_bytes = 4;
    EXPECT(type_is_complete(array));
    EXPECT_EQ(type_size(array), 36);
    EXPECT_EQ(type_align(array), 4);
    EXPECT_EQ(type_size(type_array(&types, basic(TYPE_DOUBLE), UINT64_MAX / 4)), 0);
}

TEST(integers_are_promoted_and_meet_as_in_c)
{
    basic(TYPE_INT);
    struct {
        TypeKind a, b, common;
    } rows[] = {
        {TYPE_CHAR, TYPE_UNSIGNED_SHORT, TYPE_INT},
        {TYPE_INT, TYPE_UNSIGNED_INT, TYPE_UNSIGNED_INT},
        {TYPE_LONG, TYPE_UNSIGNED_INT, TYPE_LONG},
        {TYPE_LONG, TYPE_LONG_LONG, TYPE_LONG_LONG},
        {TYPE_UNSIGNED_LONG, TYPE_LONG_LONG, TYPE_UNSIGNED_LONG_LONG},
        {TYPE_LONG_LONG, TYPE_UNSIGNED_INT, TYPE_LONG_LONG},
        {TYPE_UNSIGNED_LONG_LONG, TYPE_FLOAT, TYPE_FLOAT},
        {TYPE_FLOAT, TYPE_DOUBLE, TYPE_DOUBLE},
        {TYPE_BOOL, TYPE_BOOL, TYPE_INT},
        {TYPE_CHAR32, TYPE_INT, TYPE_UNSIGNED_INT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        EXPECT_EQ(type_common(&types, basic(rows[i].a), basic(rows[i].b))->kind, rows[i].common);
        EXPECT_EQ(type_common(&types, basic(rows[i].b), basic(rows[i].a))->kind, rows[i].common);
    }
}

TEST(only_unscoped_enumerations_are_promoted)
{
    Enumeration plain = {.name = "Plain", .underlying = basic(TYPE_UNSIGNED_INT)};
    Enumeration scoped = {.name = "Scoped", .underlying = basic(TYPE_INT), .is_scoped = true};
    const Type *enumeration = type_enumeration(&types, &plain);
    EXPECT(type_promoted(&types, enumeration) == basic(TYPE_UNSIGNED_INT));
    const Type *scoped_type = type_enumeration(&types, &scoped);
    EXPECT(type_promoted(&types, scoped_type) == scoped_type);
    EXPECT_EQ(type_size(enumeration), 4);
    EXPECT(!type_is_signed(enumeration));
}

TEST(types_print_as_declarators)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *constant = type_qualified(&types, f, QUALIFIER_CONST);
    const Type *array = type_array(&types, f, 16);
    const Type *parameters[] = {basic(TYPE_INT), type_pointer(&types, constant)};
    const Type *function = type_function(&types, basic(TYPE_VOID), parameters, 2, false, 0);
    const Type *restricted =
        type_qualified(&types, type_pointer(&types, constant), QUALIFIER_RESTRICT);
    expect_print(type_pointer(&types, constant), "const float *", __LINE__);
    expect_print(restricted, "const float *__restrict__", __LINE__);
    expect_print(type_pointer(&types, restricted), "const float *__restrict__ *", __LINE__);
    expect_print(type_pointer(&types, type_pointer(&types, f)), "float **", __LINE__);
    expect_print(array, "float[16]", __LINE__);
    expect_print(type_array(&types, array, 2), "float[2][16]", __LINE__);
    expect_print(type_pointer(&types, array), "float (*)[16]", __LINE__);
    expect_print(type_reference(&types, array, false), "float (&)[16]", __LINE__);
    expect_print(type_pointer(&types, function), "void (*)(int, const float *)", __LINE__);
    expect_print(type_array(&types, type_pointer(&types, function), 3),
                 "void (*[3])(int, const float *)", __LINE__);
    Class pair = {.name = "Pair<int, 4>"};
    expect_print(type_member_pointer(&types, type_class(&types, &pair), f), "float Pair<int, 4>::*",
                 __LINE__);
}
