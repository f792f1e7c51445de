// SPDX-License-Identifier: Apache-2.0
// What single rules make of small functions, as printed.
#include "isa/cuda/optimize/optimize.h"
#include "tests/test.h"

#include <math.h>

static Function function_of_test = {.name = "f", .mangled = "f"};
static const SourceLocation nowhere = {0, 1, 1};

typedef struct Bench {
    Arena arena;
    IrModule module;
    IrFunction *function;
    IrBlock *block;
    IrInstruction *x, *p; // an int, a pointer to global memory
    Text text;
} Bench;

static void begin(Bench *bench)
{
    memset(bench, 0, sizeof *bench);
    bench->module.arena = &bench->arena;
    bench->function = ir_function(&bench->module, &function_of_test);
    bench->block = ir_block(bench->function);
    bench->x = ir_create(bench->function, IR_ARGUMENT, IR_I32, nowhere);
    bench->p = ir_create(bench->function, IR_ARGUMENT, IR_POINTER, nowhere);
    bench->p->space = IR_SPACE_GLOBAL;
    bench->p->integer = 1;
    ir_append(bench->block, bench->x);
    ir_append(bench->block, bench->p);
}

static IrInstruction *binary(Bench *bench, IrOp op, IrInstruction *a, uint64_t b)
{
    return ir_binary(bench->block, op, IR_I32, a, ir_integer(bench->function, IR_I32, b), nowhere);
}

// Returns `value`, simplifies, removes what is dead, and prints what is left.
static const char *simplified(Bench *bench, IrInstruction *value)
{
    IrInstruction *last = ir_create(bench->function, IR_RETURN, IR_VOID, nowhere);
    ir_add_operand(last, value);
    ir_append(bench->block, last);
    simplify_values(bench->function);
    remove_dead(bench->function);
    ir_print(bench->function, &bench->text);
    return text_string(&bench->text);
}

static void end(Bench *bench)
{
    text_destroy(&bench->text);
    arena_clear(&bench->arena);
}

TEST(constants_of_sums_are_added)
{
    Bench bench;
    begin(&bench);
    IrInstruction *sum = binary(&bench, IR_ADD, binary(&bench, IR_ADD, bench.x, 3), 4);
    const char *text = simplified(&bench, sum);
    EXPECT(strstr(text, "ADD i32 %0, 7\n") != NULL);
    EXPECT(strstr(text, ", 3") == NULL);
    end(&bench);
}

// x ? y op z : y, and x ? y : y op z; as printed.
static const char *chosen(Bench *bench, IrOp op, uint64_t literal, bool is_inverse)
{
    IrInstruction *condition = ir_create(bench->function, IR_ARGUMENT, IR_I1, nowhere);
    IrInstruction *z = ir_create(bench->function, IR_ARGUMENT, IR_I32, nowhere);
    ir_append(bench->block, condition);
    ir_append(bench->block, z);
    IrInstruction *made = literal != 0 ? binary(bench, op, bench->x, literal)
                                       : ir_binary(bench->block, op, IR_I32, bench->x, z, nowhere);
    IrInstruction *select = ir_create(bench->function, IR_SELECT, IR_I32, nowhere);
    ir_add_operand(select, condition);
    ir_add_operand(select, is_inverse ? bench->x : made);
    ir_add_operand(select, is_inverse ? made : bench->x);
    ir_append(bench->block, select);
    return simplified(bench, select);
}

TEST(a_choice_whether_to_add_is_a_choice_of_the_addend)
{
    static const struct {
        IrOp op;
        uint64_t literal; // 0: a variable
        bool is_inverse;
        const char *expected;
    } cases[] = {{IR_ADD, 0, false, "SELECT i32 %2, %3, 0\n"},
                 {IR_ADD, 0, true, "SELECT i32 %2, 0, %3\n"},
                 {IR_SUBTRACT, 0, false, "SELECT i32 %2, %3, 0\n"},
                 {IR_XOR, 0, false, "SELECT i32 %2, %3, 0\n"},
                 {IR_MULTIPLY, 0, false, "SELECT i32 %2, %3, 1\n"},
                 {IR_AND, 0, false, "SELECT i32 %2, %3, -1\n"},
                 {IR_ADD, 1, false, "ZERO_EXTEND i32 %2\n"},
                 {IR_ADD, 5, false, "SELECT i32 %2, %5, %0\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bench bench;
        begin(&bench);
        const char *text = chosen(&bench, cases[i].op, cases[i].literal, cases[i].is_inverse);
        if (!EXPECT(strstr(text, cases[i].expected) != NULL)) {
            fprintf(stderr, "%zu:\n%s", i, text);
        }
        end(&bench);
    }
}

TEST(unsigned_division_by_ten_is_a_product)
{
    Bench bench;
    begin(&bench);
    const char *text = simplified(&bench, binary(&bench, IR_DIVIDE_U, bench.x, 10));
    EXPECT(strstr(text, "MULTIPLY_HIGH_U i32 %0, -858993459\n") != NULL); // 0xcccccccd
    EXPECT(strstr(text, "SHR_U") != NULL);
    EXPECT(strstr(text, "DIVIDE") == NULL);
    end(&bench);
}

TEST(constants_leave_an_index_that_does_not_wrap)
{
    Bench bench;
    begin(&bench);
    IrInstruction *sum = binary(&bench, IR_ADD, bench.x, 3);
    sum->is_no_wrap = true;
    IrInstruction *index = ir_binary(bench.block, IR_INDEX, IR_POINTER, bench.p, sum, nowhere);
    index->space = IR_SPACE_GLOBAL;
    index->is_signed = true;
    index->scale = 4;
    EXPECT(strstr(simplified(&bench, index), "%1, %0 * 4 s32 + 12\n") != NULL);
    end(&bench);
}

TEST(constants_stay_in_an_index_that_may_wrap)
{
    Bench bench;
    begin(&bench);
    IrInstruction *sum = binary(&bench, IR_ADD, bench.x, 3);
    IrInstruction *index = ir_binary(bench.block, IR_INDEX, IR_POINTER, bench.p, sum, nowhere);
    index->space = IR_SPACE_GLOBAL;
    index->scale = 4;
    EXPECT(strstr(simplified(&bench, index), " + 12") == NULL);
    end(&bench);
}

TEST(a_sum_of_constants_that_overflows_may_wrap)
{
    static const uint64_t constants[][2] = {{3, 4}, {0x7fffffff, 5}, {0x80000000, 0xfffffff0}};
    for (int i = 0; i < 3; i++) {
        Bench bench;
        begin(&bench);
        IrInstruction *inner = binary(&bench, IR_ADD, bench.x, constants[i][0]);
        IrInstruction *sum = binary(&bench, IR_ADD, inner, constants[i][1]);
        inner->is_no_wrap = sum->is_no_wrap = true;
        IrInstruction *index = ir_binary(bench.block, IR_INDEX, IR_POINTER, bench.p, sum, nowhere);
        index->space = IR_SPACE_GLOBAL;
        index->is_signed = true;
        index->scale = 4;
        EXPECT_EQ(strstr(simplified(&bench, index), " * 4 s32 + ") != NULL, i == 0);
        end(&bench);
    }
}

static bool holds(IrCompare compare, double a, double b)
{
    bool is_unordered = isnan(a) || isnan(b);
    switch (compare) {
    case IR_EQ: return a == b;
    case IR_NE: return !is_unordered && a != b;
    case IR_LT: return a < b;
    case IR_LE: return a <= b;
    case IR_GT: return a > b;
    case IR_GE: return a >= b;
    case IR_EQU: return is_unordered || a == b;
    case IR_NEU: return a != b;
    case IR_LTU: return !(a >= b);
    case IR_LEU: return !(a > b);
    case IR_GTU: return !(a <= b);
    case IR_GEU: return !(a < b);
    case IR_NUM: return !is_unordered;
    default: return is_unordered;
    }
}

// A NaN on the left is left to the machine.
TEST(known_floats_are_compared_as_ieee_754_says)
{
    static const double values[] = {1, 2, NAN};
    for (int n = 0; n < 6 * (IR_NAN + 1); n++) {
        IrCompare compare = (IrCompare)(n / 6);
        double a = values[n / 3 % 2], b = values[n % 3];
        if (compare >= IR_LO && compare <= IR_HS) {
            continue; // of integers
        }
        Bench bench;
        begin(&bench);
        IrInstruction *made =
            ir_binary(bench.block, IR_COMPARE, IR_I1, ir_real(bench.function, IR_F64, a),
                      ir_real(bench.function, IR_F64, b), nowhere);
        made->compare = compare;
        made = ir_unary(bench.block, IR_ZERO_EXTEND, IR_I32, made, nowhere);
        const char *wanted = holds(compare, a, b) ? "RETURN 1\n" : "RETURN 0\n";
        EXPECT(strstr(simplified(&bench, made), wanted) != NULL);
        end(&bench);
    }
}

TEST(a_product_and_a_sum_are_fused_unless_they_are_exact)
{
    for (int is_exact = 0; is_exact < 2; is_exact++) {
        Bench bench;
        begin(&bench);
        IrInstruction *f = ir_unary(bench.block, IR_S_TO_FLOAT, IR_F32, bench.x, nowhere);
        IrInstruction *product = ir_binary(bench.block, IR_FMULTIPLY, IR_F32, f, f, nowhere);
        IrInstruction *sum = ir_binary(bench.block, IR_FADD, IR_F32, product, f, nowhere);
        product->is_exact_fp = is_exact != 0;
        IrInstruction *last = ir_unary(bench.block, IR_RETURN, IR_VOID, sum, nowhere);
        EXPECT(last != NULL);
        EXPECT_EQ(contract_floats(bench.function), is_exact == 0);
        ir_print(bench.function, &bench.text);
        EXPECT_EQ(strstr(text_string(&bench.text), "FMA f32") != NULL, is_exact == 0);
        end(&bench);
    }
}

// What stands between the two uses the quotient where it is.
TEST(a_remainder_takes_the_quotient_before_it)
{
    Bench bench;
    begin(&bench);
    IrInstruction *quotient = binary(&bench, IR_DIVIDE_S, bench.x, 7);
    IrInstruction *negated = ir_unary(bench.block, IR_NEGATE, IR_I32, quotient, nowhere);
    IrInstruction *rest = binary(&bench, IR_REMAINDER_S, bench.x, 7);
    IrInstruction *sum = ir_binary(bench.block, IR_ADD, IR_I32, negated, rest, nowhere);
    ir_set_operand(rest, 1, ir_operand(quotient, 1));
    EXPECT(ir_unary(bench.block, IR_RETURN, IR_VOID, sum, nowhere) != NULL);
    EXPECT(lower_addresses(bench.function));
    EXPECT(quotient->next == negated);
    EXPECT_EQ(ir_operand(sum, 1)->op, IR_SUBTRACT);
    EXPECT_EQ(ir_operand(ir_operand(sum, 1), 1)->op, IR_MULTIPLY);
    end(&bench);
}

static const char *selected(Bench *bench, IrInstruction *value, uint32_t compute_capability)
{
    bench->module.compute_capability = compute_capability;
    simplified(bench, value);
    select_instructions(bench->function);
    text_destroy(&bench->text);
    bench->text = (Text){0};
    ir_print(bench->function, &bench->text);
    return text_string(&bench->text);
}

static IrInstruction *block_times_width(Bench *bench)
{
    static const uint8_t builtins[] = {BUILTIN_ctaid_x, BUILTIN_ntid_x};
    IrInstruction *read[2];
    for (int i = 0; i < 2; i++) {
        read[i] = ir_create(bench->function, IR_BUILTIN, IR_I32, nowhere);
        read[i]->builtin = builtins[i];
        ir_append(bench->block, read[i]);
    }
    return ir_binary(bench->block, IR_MULTIPLY, IR_I32, read[0], read[1], nowhere);
}

// On cc 1.x a product of 32 bits is a sequence (CUDA C Programming Guide 5.5, 5.4.1). What needs
// 24 bits at most, or is a multiple of two powers, must not become one.
TEST(products_of_cc_1x_avoid_32_bits)
{
    Bench bench;
    begin(&bench);
    EXPECT(strstr(selected(&bench, block_times_width(&bench), 13), "MULTIPLY24_U") != NULL);
    end(&bench);
    begin(&bench);
    IrInstruction *low = binary(&bench, IR_AND, bench.x, 0xffffff); // __umul24
    const char *text = selected(&bench, binary(&bench, IR_MULTIPLY, low, 100), 13);
    EXPECT(strstr(text, "MULTIPLY24_U i32 %0, 100\n") != NULL);
    end(&bench);
    begin(&bench);
    IrInstruction *top = binary(&bench, IR_SHL, bench.x, 8); // __mul24
    top = binary(&bench, IR_SHR_S, top, 8);
    text = selected(&bench, ir_binary(bench.block, IR_MULTIPLY, IR_I32, top, top, nowhere), 13);
    EXPECT(strstr(text, "MULTIPLY24_S i32 %0, %0\n") != NULL);
    end(&bench);
    begin(&bench);
    text = selected(&bench, binary(&bench, IR_MULTIPLY, bench.x, 68), 13); // 64 + 4
    EXPECT(strstr(text, "MULTIPLY") == NULL && strstr(text, "SHL i32 %0, 6\n") != NULL);
    end(&bench);
}

// Without knowledge of the factors, and since Fermi, it stays a product of 32 bits.
TEST(other_products_keep_32_bits)
{
    Bench bench;
    begin(&bench);
    EXPECT(strstr(selected(&bench, binary(&bench, IR_MULTIPLY, bench.x, 100), 13),
                  "MULTIPLY i32 %0, 100\n") != NULL);
    end(&bench);
    begin(&bench);
    EXPECT(strstr(selected(&bench, block_times_width(&bench), 20), "MULTIPLY i32") != NULL);
    end(&bench);
}
