// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/syntax/convert.h"
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

static const Type *constant(const Type *type)
{
    return type_qualified(&types, type, QUALIFIER_CONST);
}

static const Type *pointer(const Type *type)
{
    return type_pointer(&types, type);
}

static ConversionRank of_value(const Type *from, const Type *to)
{
    return convert_rank(from, false, false, to);
}

static ConversionRank of_lvalue(const Type *from, const Type *to)
{
    return convert_rank(from, true, false, to);
}

TEST(arithmetic_promotes_before_it_converts)
{
    EXPECT_EQ(of_value(basic(TYPE_INT), constant(basic(TYPE_INT))), CONVERSION_EXACT);
    EXPECT_EQ(of_value(basic(TYPE_SHORT), basic(TYPE_INT)), CONVERSION_PROMOTION);
    EXPECT_EQ(of_value(basic(TYPE_FLOAT), basic(TYPE_DOUBLE)), CONVERSION_PROMOTION);
    EXPECT_EQ(of_value(basic(TYPE_BOOL), basic(TYPE_UNSIGNED_INT)), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(basic(TYPE_INT), basic(TYPE_LONG)), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(basic(TYPE_DOUBLE), basic(TYPE_FLOAT)), CONVERSION_STANDARD);
}

TEST(scoped_enumerations_do_not_convert)
{
    Enumeration scoped = {.name = "S", .underlying = basic(TYPE_INT), .is_scoped = true};
    Enumeration plain = {.name = "P", .underlying = basic(TYPE_UNSIGNED_INT)};
    const Type *s = type_enumeration(&types, &scoped);
    const Type *p = type_enumeration(&types, &plain);
    EXPECT_EQ(of_value(s, basic(TYPE_INT)), CONVERSION_NONE);
    EXPECT_EQ(of_value(p, basic(TYPE_UNSIGNED_INT)), CONVERSION_PROMOTION);
    EXPECT_EQ(of_value(p, basic(TYPE_INT)), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(basic(TYPE_INT), p), CONVERSION_NONE);
    EXPECT_EQ(of_value(p, s), CONVERSION_NONE);
}

TEST(pointers_may_only_gain_qualifiers)
{
    const Type *f = basic(TYPE_FLOAT);
    EXPECT_EQ(of_value(pointer(f), pointer(constant(f))), CONVERSION_QUALIFICATION);
    EXPECT_EQ(of_value(pointer(constant(f)), pointer(f)), CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(pointer(f)), pointer(pointer(constant(f)))), CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(pointer(f)), pointer(constant(pointer(constant(f))))),
              CONVERSION_QUALIFICATION);
    EXPECT_EQ(of_value(pointer(constant(f)), pointer(basic(TYPE_VOID))), CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(constant(f)), pointer(constant(basic(TYPE_VOID)))),
              CONVERSION_STANDARD);
    EXPECT_EQ(of_value(pointer(basic(TYPE_VOID)), pointer(f)), CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(f), pointer(basic(TYPE_INT))), CONVERSION_NONE);
    const Type *restricted = type_qualified(&types, pointer(f), QUALIFIER_RESTRICT);
    EXPECT_EQ(of_value(pointer(f), restricted), CONVERSION_EXACT);
}

TEST(null_constants_convert_to_pointers)
{
    const Type *p = pointer(basic(TYPE_INT));
    EXPECT_EQ(convert_rank(basic(TYPE_INT), false, true, p), CONVERSION_STANDARD);
    EXPECT_EQ(convert_rank(basic(TYPE_INT), false, false, p), CONVERSION_NONE);
    EXPECT_EQ(of_value(basic(TYPE_NULLPTR), p), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(p, basic(TYPE_BOOL)), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(p, basic(TYPE_LONG)), CONVERSION_NONE);
}

TEST(arrays_and_functions_decay_exactly)
{
    const Type *f = basic(TYPE_FLOAT);
    const Type *array = type_array(&types, f, 4);
    const Type *function = type_function(&types, f, &f, 1, false, 0);
    EXPECT_EQ(of_lvalue(array, pointer(f)), CONVERSION_EXACT);
    EXPECT_EQ(of_lvalue(array, pointer(constant(f))), CONVERSION_QUALIFICATION);
    EXPECT_EQ(of_lvalue(function, pointer(function)), CONVERSION_EXACT);
    EXPECT_EQ(of_lvalue(array, type_reference(&types, array, false)), CONVERSION_EXACT);
    EXPECT_EQ(of_lvalue(array, type_reference(&types, type_array(&types, f, 5), false)),
              CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(array), pointer(constant(array))), CONVERSION_QUALIFICATION);
    EXPECT_EQ(of_lvalue(function, pointer(basic(TYPE_VOID))), CONVERSION_NONE);
}

TEST(references_bind_by_value_category)
{
    const Type *i = basic(TYPE_INT);
    const Type *reference = type_reference(&types, i, false);
    const Type *to_const = type_reference(&types, constant(i), false);
    const Type *rvalue = type_reference(&types, i, true);
    EXPECT_EQ(of_lvalue(i, reference), CONVERSION_EXACT);
    EXPECT_EQ(of_value(i, reference), CONVERSION_NONE);
    EXPECT_EQ(of_lvalue(constant(i), reference), CONVERSION_NONE);
    EXPECT_EQ(of_lvalue(i, to_const), CONVERSION_QUALIFICATION);
    EXPECT_EQ(of_lvalue(constant(i), to_const), CONVERSION_EXACT);
    EXPECT_EQ(of_lvalue(i, rvalue), CONVERSION_NONE);
    EXPECT_EQ(of_value(i, rvalue), CONVERSION_EXACT);
    EXPECT_EQ(of_value(i, to_const), CONVERSION_QUALIFICATION);              // so that && is better
    EXPECT_EQ(of_lvalue(basic(TYPE_SHORT), to_const), CONVERSION_PROMOTION); // a temporary
    EXPECT_EQ(of_lvalue(basic(TYPE_FLOAT), reference), CONVERSION_NONE);
    const Type *to_volatile =
        type_reference(&types, type_qualified(&types, constant(i), QUALIFIER_VOLATILE), false);
    EXPECT_EQ(of_value(i, to_volatile), CONVERSION_NONE);
}

TEST(classes_convert_to_bases_and_the_nearest_is_best)
{
    Class top = {.name = "Top", .is_complete = true};
    const Type *top_type = (basic(TYPE_INT), type_class(&types, &top));
    Field to_top = {.type = top_type, .is_base = true};
    Class middle = {.name = "Middle", .fields = &to_top, .field_count = 1, .is_complete = true};
    Field to_middle = {.type = type_class(&types, &middle), .is_base = true};
    Class derived = {.name = "D", .fields = &to_middle, .field_count = 1, .is_complete = true};
    const Type *d = type_class(&types, &derived);
    const Type *m = to_middle.type;
    EXPECT_EQ(of_value(d, d), CONVERSION_EXACT);
    EXPECT_EQ(of_value(d, top_type), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(top_type, d), CONVERSION_USER);
    EXPECT_EQ(of_value(d, basic(TYPE_INT)), CONVERSION_USER);
    EXPECT_EQ(of_lvalue(d, type_reference(&types, top_type, false)), CONVERSION_STANDARD);
    EXPECT_EQ(of_lvalue(basic(TYPE_INT), type_reference(&types, d, false)), CONVERSION_NONE);
    EXPECT_EQ(of_value(pointer(d), pointer(top_type)), CONVERSION_STANDARD);
    EXPECT_EQ(of_value(pointer(top_type), pointer(d)), CONVERSION_NONE);
    EXPECT(convert_compare(d, m, top_type) < 0);
    EXPECT(convert_compare(pointer(d), pointer(top_type), pointer(m)) > 0);
    EXPECT(convert_compare(pointer(d), pointer(basic(TYPE_VOID)), pointer(top_type)) > 0);
    EXPECT(convert_compare(pointer(d), pointer(basic(TYPE_VOID)), basic(TYPE_BOOL)) < 0);
}
