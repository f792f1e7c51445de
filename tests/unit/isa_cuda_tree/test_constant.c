// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/tree/constant.h"
#include "tests/test.h"

#include <math.h>

static Arena arena;
static Types types;

static const Type *basic(TypeKind kind)
{
    if (types.arena == NULL) {
        types_init(&types, &arena);
    }
    return type_basic(&types, kind);
}

static Expression *new_expression(ExpressionKind kind, const Type *type)
{
    Expression *expression = arena_alloc(&arena, sizeof *expression);
    expression->kind = kind;
    expression->type = type;
    return expression;
}

static Expression *integer_of(TypeKind kind, int64_t value)
{
    Expression *expression = new_expression(EXPRESSION_INTEGER, basic(kind));
    expression->integer = (uint64_t)value;
    return expression;
}

static Expression *integer(int64_t value)
{
    return integer_of(TYPE_INT, value);
}

static Expression *real_of(TypeKind kind, double value)
{
    Expression *expression = new_expression(EXPRESSION_FLOATING, basic(kind));
    expression->real = value;
    return expression;
}

static Expression *binary(ExpressionKind kind, const Type *type, Expression *a, Expression *b)
{
    Expression *expression = new_expression(kind, type);
    expression->a = a;
    expression->b = b;
    return expression;
}

static Expression *lvalue(ExpressionKind kind, const Type *type, Expression *a)
{
    Expression *expression = binary(kind, type, a, NULL);
    expression->is_lvalue = true;
    return expression;
}

static Expression *fold_binary(ExpressionKind kind, Expression *a, Expression *b)
{
    return constant_fold(&arena, binary(kind, a->type, a, b));
}

static Expression *fold_cast(Expression *from, TypeKind to)
{
    return constant_fold(&arena, binary(EXPRESSION_CAST, basic(to), from, NULL));
}

static Expression *fold_builtin(BuiltinId builtin, TypeKind type, Expression *a, Expression *b)
{
    Expression *expression = new_expression(EXPRESSION_BUILTIN, basic(type));
    expression->builtin = builtin;
    expression->list = arena_alloc(&arena, 2 * sizeof *expression->list);
    expression->list[0] = a;
    expression->list[1] = b;
    expression->list_count = b == NULL ? 1 : 2;
    return constant_fold(&arena, expression);
}

TEST(integers_wrap_around)
{
    EXPECT_EQ(fold_binary(EXPRESSION_ADD, integer(INT32_MAX), integer(1))->integer,
              (uint64_t)INT32_MIN);
    EXPECT_EQ(fold_binary(EXPRESSION_MULTIPLY, integer_of(TYPE_UNSIGNED_INT, 0xFFFFFFFF),
                          integer_of(TYPE_UNSIGNED_INT, 0xFFFFFFFF))
                  ->integer,
              1);
    EXPECT_EQ(fold_binary(EXPRESSION_SUBTRACT, integer_of(TYPE_UNSIGNED_INT, 0),
                          integer_of(TYPE_UNSIGNED_INT, 1))
                  ->integer,
              UINT32_MAX);
    EXPECT_EQ(fold_cast(integer(300), TYPE_UNSIGNED_CHAR)->integer, 44);
    EXPECT_EQ(fold_cast(integer(200), TYPE_CHAR)->integer, (uint64_t)-56);
    EXPECT_EQ(fold_cast(integer(256), TYPE_BOOL)->integer, 1);
}

TEST(division_truncates_and_undefined_ones_stay)
{
    EXPECT_EQ(fold_binary(EXPRESSION_DIVIDE, integer(-7), integer(2))->integer, (uint64_t)-3);
    EXPECT_EQ(fold_binary(EXPRESSION_REMAINDER, integer(-7), integer(2))->integer, (uint64_t)-1);
    EXPECT_EQ(fold_binary(EXPRESSION_DIVIDE, integer(1), integer(0))->kind, EXPRESSION_DIVIDE);
    EXPECT_EQ(fold_binary(EXPRESSION_DIVIDE, integer(INT32_MIN), integer(-1))->kind,
              EXPRESSION_DIVIDE);
    EXPECT_EQ(
        fold_binary(EXPRESSION_DIVIDE, integer_of(TYPE_LONG, INT64_MIN), integer_of(TYPE_LONG, -1))
            ->kind,
        EXPRESSION_DIVIDE);
    EXPECT_EQ(fold_binary(EXPRESSION_DIVIDE, integer_of(TYPE_UNSIGNED_INT, UINT32_MAX),
                          integer_of(TYPE_UNSIGNED_INT, 2))
                  ->integer,
              0x7FFFFFFF);
}

TEST(shifts_stop_at_the_width)
{
    EXPECT_EQ(fold_binary(EXPRESSION_SHIFT_LEFT, integer(1), integer(31))->integer,
              (uint64_t)INT32_MIN);
    EXPECT_EQ(fold_binary(EXPRESSION_SHIFT_LEFT, integer(1), integer(32))->kind,
              EXPRESSION_SHIFT_LEFT);
    EXPECT_EQ(fold_binary(EXPRESSION_SHIFT_LEFT, integer(1), integer(-1))->kind,
              EXPRESSION_SHIFT_LEFT);
    EXPECT_EQ(fold_binary(EXPRESSION_SHIFT_RIGHT, integer(-8), integer(1))->integer, (uint64_t)-4);
    EXPECT_EQ(
        fold_binary(EXPRESSION_SHIFT_RIGHT, integer_of(TYPE_UNSIGNED_INT, 0x80000000), integer(31))
            ->integer,
        1);
}

TEST(floats_are_rounded_at_each_step)
{
    Expression *a = real_of(TYPE_FLOAT, 16777216.0);
    EXPECT(fold_binary(EXPRESSION_ADD, a, real_of(TYPE_FLOAT, 1.0))->real == 16777216.0);
    EXPECT(fold_binary(EXPRESSION_DIVIDE, real_of(TYPE_FLOAT, 1), real_of(TYPE_FLOAT, 3))->real ==
           (double)(1.0f / 3.0f));
    EXPECT(isinf(
        fold_binary(EXPRESSION_DIVIDE, real_of(TYPE_FLOAT, 1), real_of(TYPE_FLOAT, 0))->real));
    EXPECT(fold_cast(integer(16777217), TYPE_FLOAT)->real == 16777216.0);
    EXPECT(fold_cast(real_of(TYPE_DOUBLE, 0.1), TYPE_FLOAT)->real == (double)0.1f);
    // Rounded once: through a double it would be 2^62.
    Expression *tie = integer_of(TYPE_LONG, (INT64_C(1) << 62) + (INT64_C(1) << 38) + 1);
    EXPECT(fold_cast(tie, TYPE_FLOAT)->real == ldexp(1.0, 62) + ldexp(1.0, 39));
}

TEST(conversions_to_integers_saturate)
{
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, 1e20), TYPE_INT)->integer, INT32_MAX);
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, -1e20), TYPE_INT)->integer, (uint64_t)INT32_MIN);
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, -3.7), TYPE_INT)->integer, (uint64_t)-3);
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, -3.7), TYPE_UNSIGNED_INT)->integer, 0);
    EXPECT_EQ(fold_cast(real_of(TYPE_DOUBLE, 1e30), TYPE_UNSIGNED_LONG)->integer, UINT64_MAX);
    EXPECT_EQ(fold_cast(real_of(TYPE_DOUBLE, 1e30), TYPE_LONG)->integer, INT64_MAX);
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, (double)NAN), TYPE_INT)->integer, 0);
    EXPECT_EQ(fold_cast(real_of(TYPE_FLOAT, (double)NAN), TYPE_LONG)->integer,
              (uint64_t)INT64_MIN); // PTX ISA, cvt
}

TEST(comparisons_follow_the_type)
{
    const Type *b = basic(TYPE_BOOL);
    Expression *u = integer_of(TYPE_UNSIGNED_INT, 0xFFFFFFFF);
    Expression *one = integer_of(TYPE_UNSIGNED_INT, 1);
    Expression *nan_value = real_of(TYPE_FLOAT, (double)NAN);
    EXPECT_EQ(constant_fold(&arena, binary(EXPRESSION_LESS, b, u, one))->integer, 0);
    EXPECT_EQ(constant_fold(&arena, binary(EXPRESSION_LESS, b, integer(-1), integer(1)))->integer,
              1);
    EXPECT_EQ(constant_fold(&arena, binary(EXPRESSION_EQUAL, b, nan_value, nan_value))->integer, 0);
    EXPECT_EQ(constant_fold(&arena, binary(EXPRESSION_NOT_EQUAL, b, nan_value, nan_value))->integer,
              1);
}

TEST(builtins_fold_as_instructions)
{
    EXPECT_EQ(fold_builtin(BUILTIN_mulhi_s32, TYPE_INT, integer(INT32_MIN), integer(2))->integer,
              (uint64_t)-1);
    EXPECT_EQ(fold_builtin(BUILTIN_mulhi_u64, TYPE_UNSIGNED_LONG_LONG,
                           integer_of(TYPE_UNSIGNED_LONG_LONG, -1),
                           integer_of(TYPE_UNSIGNED_LONG_LONG, -1))
                  ->integer,
              UINT64_MAX - 1);
    EXPECT_EQ(fold_builtin(BUILTIN_mulhi_s64, TYPE_LONG_LONG, integer_of(TYPE_LONG_LONG, -1),
                           integer_of(TYPE_LONG_LONG, 1))
                  ->integer,
              UINT64_MAX);
    EXPECT_EQ(
        fold_builtin(BUILTIN_clz32, TYPE_INT, integer_of(TYPE_UNSIGNED_INT, 0), NULL)->integer, 32);
    EXPECT_EQ(fold_builtin(BUILTIN_popc64, TYPE_INT, integer_of(TYPE_UNSIGNED_LONG_LONG, -1), NULL)
                  ->integer,
              64);
    EXPECT_EQ(
        fold_builtin(BUILTIN_brev32, TYPE_UNSIGNED_INT, integer_of(TYPE_UNSIGNED_INT, 1), NULL)
            ->integer,
        0x80000000);
    EXPECT_EQ(
        fold_builtin(BUILTIN_float_as_int, TYPE_INT, real_of(TYPE_FLOAT, -0.0), NULL)->integer,
        (uint64_t)INT32_MIN);
    EXPECT(isinf(fold_builtin(BUILTIN_int_as_float, TYPE_FLOAT, integer(0x7F800000), NULL)->real));
    EXPECT(fold_builtin(BUILTIN_fminf, TYPE_FLOAT, real_of(TYPE_FLOAT, (double)NAN),
                        real_of(TYPE_FLOAT, 2))
               ->real == 2.0);
    EXPECT(signbit(
        fold_builtin(BUILTIN_fminf, TYPE_FLOAT, real_of(TYPE_FLOAT, 0.0), real_of(TYPE_FLOAT, -0.0))
            ->real));
    EXPECT(fold_builtin(BUILTIN_sqrtf, TYPE_FLOAT, real_of(TYPE_FLOAT, 2), NULL)->real ==
           (double)sqrtf(2.0f));
    EXPECT_EQ(fold_builtin(BUILTIN_laneid, TYPE_UNSIGNED_INT, integer(0), NULL)->kind,
              EXPRESSION_BUILTIN);
}

TEST(what_is_not_taken_need_not_be_constant)
{
    Expression *unknown = new_expression(EXPRESSION_CALL, basic(TYPE_BOOL));
    Expression *no = integer_of(TYPE_BOOL, 0);
    EXPECT_EQ(
        constant_fold(&arena, binary(EXPRESSION_LOGICAL_AND, basic(TYPE_BOOL), no, unknown))->kind,
        EXPRESSION_INTEGER);
    EXPECT_EQ(
        constant_fold(&arena, binary(EXPRESSION_LOGICAL_AND, basic(TYPE_BOOL), unknown, no))->kind,
        EXPRESSION_LOGICAL_AND);
    Expression *choice = binary(EXPRESSION_CONDITIONAL, basic(TYPE_INT), no, unknown);
    choice->c = integer(7);
    EXPECT(constant_fold(&arena, choice) == choice->c);
}

// ---- the interpreter

static Variable *new_variable(const char *name, const Type *type)
{
    Variable *variable = arena_alloc(&arena, sizeof *variable);
    variable->name = name;
    variable->type = type;
    return variable;
}

static Expression *use(Variable *variable)
{
    Expression *expression = lvalue(EXPRESSION_VARIABLE, variable->type, NULL);
    expression->variable = variable;
    return expression;
}

static Expression *assign(Expression *to, Expression *from)
{
    Expression *expression = lvalue(EXPRESSION_ASSIGN, to->type, to);
    expression->b = from;
    return expression;
}

static Statement *new_statement(StatementKind kind, Expression *a)
{
    Statement *statement = arena_alloc(&arena, sizeof *statement);
    statement->kind = kind;
    statement->a = a;
    return statement;
}

static Statement *declare(Variable *variable, Expression *initialization)
{
    Statement *statement = new_statement(STATEMENT_DECLARE, initialization);
    statement->variable = variable;
    return statement;
}

static Statement *block(Statement *const *statements, uint32_t count)
{
    Statement *compound = new_statement(STATEMENT_COMPOUND, NULL);
    for (uint32_t i = count; i-- > 0;) {
        statements[i]->next = compound->first;
        compound->first = statements[i];
    }
    return compound;
}

static Function *function_with(Variable *parameter, const Type *result, Statement *body)
{
    Function *function = arena_alloc(&arena, sizeof *function);
    function->name = "f";
    function->parameters = arena_alloc(&arena, sizeof *function->parameters);
    function->parameters[0] = parameter;
    function->parameter_count = 1;
    function->result = result;
    function->body = body;
    return function;
}

static Expression *call(Function *function, Expression *argument)
{
    Expression *expression = new_expression(EXPRESSION_CALL, function->result);
    expression->a = new_expression(EXPRESSION_FUNCTION,
                                   type_function(&types, function->result, NULL, 0, false, 0));
    expression->a->function = function;
    expression->list = arena_alloc(&arena, sizeof *expression->list);
    expression->list[0] = argument;
    expression->list_count = 1;
    return expression;
}

static bool evaluate(Expression *expression, Expression *result, const char **reason)
{
    ConstantContext context = {.steps_left = 100000, .arena = &arena};
    bool is_known = constant_evaluate(&context, expression, result);
    *reason = context.reason;
    return is_known;
}

// int f(int n) { int a[8]; for (int i = 0; i < 8; ++i) a[i] = i * n; return a[5] + a[7]; }
TEST(loops_and_arrays_are_run)
{
    const Type *i_type = basic(TYPE_INT);
    const Type *array = type_array(&types, i_type, 8);
    const Type *pointer = type_pointer(&types, i_type);
    Variable *n = new_variable("n", i_type);
    Variable *i = new_variable("i", i_type);
    Variable *a = new_variable("a", array);
    Expression *decayed = binary(EXPRESSION_ADDRESS, pointer, use(a), NULL);
    Expression *at_i = lvalue(EXPRESSION_DEREFERENCE, i_type,
                              binary(EXPRESSION_POINTER_ADD, pointer, decayed, use(i)));
    Expression *at_5 = lvalue(EXPRESSION_DEREFERENCE, i_type,
                              binary(EXPRESSION_POINTER_ADD, pointer, decayed, integer(5)));
    Expression *at_7 = lvalue(EXPRESSION_DEREFERENCE, i_type,
                              binary(EXPRESSION_POINTER_ADD, pointer, decayed, integer(7)));
    Statement *loop =
        new_statement(STATEMENT_FOR, binary(EXPRESSION_LESS, basic(TYPE_BOOL), use(i), integer(8)));
    loop->initial = declare(i, assign(use(i), integer(0)));
    loop->b = lvalue(EXPRESSION_PRE_INCREMENT, i_type, use(i));
    loop->body = new_statement(STATEMENT_EXPRESSION,
                               assign(at_i, binary(EXPRESSION_MULTIPLY, i_type, use(i), use(n))));
    Statement *list[] = {
        declare(a, NULL), loop,
        new_statement(STATEMENT_RETURN, binary(EXPRESSION_ADD, i_type, at_5, at_7))};
    Function *f = function_with(n, i_type, block(list, 3));
    Expression result;
    const char *reason;
    EXPECT(evaluate(call(f, integer(10)), &result, &reason));
    EXPECT_EQ(result.kind, EXPRESSION_INTEGER);
    EXPECT_EQ(result.integer, 120);
    loop->a->b = integer(9); // a[8] is outside
    EXPECT(!evaluate(call(f, integer(10)), &result, &reason));
    EXPECT_TEXT(reason, "it accesses memory outside of an object");
    loop->a = integer_of(TYPE_BOOL, 1);
    loop->body = NULL;
    EXPECT(!evaluate(call(f, integer(10)), &result, &reason));
    EXPECT_TEXT(reason, "it takes too many steps");
}

// int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
TEST(recursion_has_frames_and_a_limit)
{
    const Type *i_type = basic(TYPE_INT);
    Variable *n = new_variable("n", i_type);
    Function *f = function_with(n, i_type, NULL);
    Expression *choice =
        binary(EXPRESSION_CONDITIONAL, i_type,
               binary(EXPRESSION_LESS, basic(TYPE_BOOL), use(n), integer(2)), use(n));
    choice->c = binary(EXPRESSION_ADD, i_type,
                       call(f, binary(EXPRESSION_SUBTRACT, i_type, use(n), integer(1))),
                       call(f, binary(EXPRESSION_SUBTRACT, i_type, use(n), integer(2))));
    f->body = new_statement(STATEMENT_RETURN, choice);
    Expression result;
    const char *reason;
    EXPECT(evaluate(call(f, integer(12)), &result, &reason));
    EXPECT_EQ(result.integer, 144);
    choice->a = integer_of(TYPE_BOOL, 0);
    EXPECT(!evaluate(call(f, integer(12)), &result, &reason));
    EXPECT_TEXT(reason, "its calls are nested too deeply");
}

// int f(int n) { switch (n) { case 1: case 2: n += 10; case 3: n += 100; break; default: n = -1; }
// return n; }
TEST(switches_fall_through)
{
    const Type *i_type = basic(TYPE_INT);
    Variable *n = new_variable("n", i_type);
    Statement *labels[4];
    const int64_t add[] = {0, 10, 100, 0};
    for (int k = 0; k < 4; k++) {
        Expression *more = lvalue(EXPRESSION_COMPOUND, i_type, use(n));
        more->operation = EXPRESSION_ADD;
        more->operation_type = i_type;
        more->b = integer(add[k]);
        labels[k] = new_statement(k == 3 ? STATEMENT_DEFAULT : STATEMENT_CASE, NULL);
        labels[k]->first_value = labels[k]->last_value = k + 1;
        labels[k]->body =
            new_statement(STATEMENT_EXPRESSION, k == 3 ? assign(use(n), integer(-1)) : more);
    }
    Statement *inner[] = {labels[0], labels[1], labels[2], new_statement(STATEMENT_BREAK, NULL),
                          labels[3]};
    Statement *choice = new_statement(STATEMENT_SWITCH, use(n));
    choice->body = block(inner, 5);
    Statement *list[] = {choice, new_statement(STATEMENT_RETURN, use(n))};
    Function *f = function_with(n, i_type, block(list, 2));
    const int64_t wanted[] = {111, 112, 103, -1};
    for (int k = 0; k < 4; k++) {
        Expression result;
        const char *reason;
        EXPECT(evaluate(call(f, integer(k + 1)), &result, &reason));
        EXPECT_EQ(result.integer, (uint64_t)wanted[k]);
    }
}

TEST(what_is_not_known_is_named)
{
    Variable *unknown = new_variable("n", basic(TYPE_INT));
    Expression result;
    const char *reason;
    EXPECT(!evaluate(use(unknown), &result, &reason));
    EXPECT_TEXT(reason, "it reads a variable whose value is unknown at compile time");
    unknown->space = SPACE_GLOBAL;
    EXPECT(!evaluate(use(unknown), &result, &reason));
    EXPECT_TEXT(reason, "it reads a value that is unknown at compile time");
    EXPECT(!evaluate(binary(EXPRESSION_DIVIDE, basic(TYPE_INT), integer(1), integer(0)), &result,
                     &reason));
    EXPECT_TEXT(reason, "it has an operation whose result is undefined");
}

// struct Row { char tag; unsigned low : 3, high : 5; int *where; } row = {'a', 5, 17, &data[2]};
TEST(static_initializers_become_bytes_and_addresses)
{
    const Type *i_type = basic(TYPE_INT);
    const Type *u = basic(TYPE_UNSIGNED_INT);
    const Type *pointer = type_pointer(&types, i_type);
    Field fields[] = {
        {.name = "tag", .type = basic(TYPE_CHAR)},
        {.name = "low", .type = u, .offset_bytes = 4, .bit_width = 3},
        {.name = "high", .type = u, .offset_bytes = 4, .bit_offset = 3, .bit_width = 5},
        {.name = "where", .type = pointer, .offset_bytes = 8}};
    Class row = {.name = "Row",
                 .fields = fields,
                 .field_count = 4,
                 .size_bytes = 16,
                 .align_bytes = 8,
                 .is_complete = true};
    Variable *variable = new_variable("row", type_class(&types, &row));
    variable->space = SPACE_GLOBAL;
    Variable *data = new_variable("data", type_array(&types, i_type, 4));
    data->space = SPACE_GLOBAL;
    Expression *address = binary(EXPRESSION_POINTER_ADD, pointer,
                                 binary(EXPRESSION_ADDRESS, pointer, use(data), NULL), integer(2));
    Expression *values[] = {integer_of(TYPE_CHAR, 'a'), integer_of(TYPE_UNSIGNED_INT, 5),
                            integer_of(TYPE_UNSIGNED_INT, 17), address};
    Expression *all = NULL;
    for (int k = 0; k < 4; k++) {
        Expression *member = lvalue(EXPRESSION_MEMBER, fields[k].type, use(variable));
        member->field = &fields[k];
        Expression *set = assign(member, values[k]);
        all = all == NULL ? set : binary(EXPRESSION_COMMA, set->type, all, set);
    }
    ConstantContext context = {.steps_left = 10000, .arena = &arena};
    InitialValue value;
    EXPECT(constant_initial(&context, variable, all, &value));
    EXPECT(value.bytes != NULL);
    EXPECT_EQ(value.bytes[0], 'a');
    EXPECT_EQ(value.bytes[4], 5 | 17 << 3);
    EXPECT_EQ(value.address_count, 1);
    EXPECT(value.addresses[0].variable == data);
    EXPECT_EQ(value.addresses[0].offset_bytes, 8);
    EXPECT_EQ(value.addresses[0].addend, 8);
    EXPECT(constant_initial(&context, data, NULL, &value));
    EXPECT(value.bytes == NULL);
    EXPECT_EQ(value.address_count, 0);
}

TEST(constants_with_initializers_can_be_read)
{
    const Type *i_type = type_qualified(&types, basic(TYPE_INT), QUALIFIER_CONST);
    const Type *pointer = type_pointer(&types, i_type);
    Variable *table = new_variable("table", type_array(&types, i_type, 3));
    uint8_t bytes[12] = {1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 3};
    InitialValue initial = {.bytes = bytes};
    table->space = SPACE_GLOBAL;
    table->initial = new_expression(EXPRESSION_INITIAL, table->type);
    table->initial->initial = &initial;
    Expression *element =
        lvalue(EXPRESSION_DEREFERENCE, i_type,
               binary(EXPRESSION_POINTER_ADD, pointer,
                      binary(EXPRESSION_ADDRESS, pointer, use(table), NULL), integer(1)));
    Expression result;
    const char *reason;
    EXPECT(evaluate(element, &result, &reason));
    EXPECT_EQ(result.integer, (uint64_t)-2);
    EXPECT(!evaluate(assign(element, integer(4)), &result, &reason));
    EXPECT_TEXT(reason, "it writes to an object outside of the expression");
}
