// SPDX-License-Identifier: Apache-2.0
// All pairs of operations with the constants that rules look for: after simplification each
// computes the same for inputs at the edges. What is left costs what it did when a person last
// looked: more means that a rule is lost, less that one is new (then change the number here).
#include "isa/cuda/optimize/optimize.h"
#include "tests/test.h"
#include "tests/unit/isa_cuda_optimize/interpret.h"

static Function function_of_test = {.name = "pair", .mangled = "pair"};
static const SourceLocation nowhere = {0, 1, 1};

static const IrOp binaries[] = {IR_ADD,
                                IR_SUBTRACT,
                                IR_MULTIPLY,
                                IR_MULTIPLY_HIGH_S,
                                IR_MULTIPLY_HIGH_U,
                                IR_DIVIDE_S,
                                IR_DIVIDE_U,
                                IR_REMAINDER_S,
                                IR_REMAINDER_U,
                                IR_AND,
                                IR_OR,
                                IR_XOR,
                                IR_SHL,
                                IR_SHR_S,
                                IR_SHR_U,
                                IR_MIN_S,
                                IR_MAX_S,
                                IR_MIN_U,
                                IR_MAX_U};
static const IrOp unaries[] = {IR_NOT,       IR_NEGATE,     IR_ABS,       IR_EXTEND_S8,
                               IR_EXTEND_U8, IR_EXTEND_S16, IR_EXTEND_U16};
static const uint64_t constants[] = {0,    1,     2,    3,          8,          10,
                                     0xff, 31,    32,   0xffff,     0x7fffffff, 0x80000000,
                                     63,   65536, 0x7f, UINT64_MAX, 0 - 8ull,   0 - 7ull};
static const uint64_t inputs[] = {
    0,          1,          7,          0x7f,       0x80,
    0xffff,     0x7fffffff, 0x80000000, 0xfffffff9, UINT32_MAX,
    0x12345678, 31,         UINT64_MAX, 1ull << 63, 0x123456789abcdefull};

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct Pair {
    Arena arena;
    IrModule module;
    IrFunction *function;
    IrBlock *block;
    IrType type;
    IrInstruction *x, *y, *out; // out: where values are stored
    uint32_t values;
} Pair;

static uint64_t cost_total;

static void begin(Pair *pair, IrType type)
{
    memset(pair, 0, sizeof *pair);
    pair->module.arena = &pair->arena;
    pair->type = type;
    pair->function = ir_function(&pair->module, &function_of_test);
    pair->block = ir_block(pair->function);
    IrInstruction **arguments[] = {&pair->x, &pair->y, &pair->out};
    for (uint64_t i = 0; i < 3; i++) {
        IrInstruction *argument =
            ir_create(pair->function, IR_ARGUMENT, i < 2 ? type : IR_POINTER, nowhere);
        argument->integer = i;
        argument->space = i < 2 ? argument->space : IR_SPACE_GLOBAL;
        ir_append(pair->block, argument);
        *arguments[i] = argument;
    }
}

static void keep(Pair *pair, IrInstruction *value)
{
    IrInstruction *index = ir_integer(pair->function, IR_I64, pair->values++);
    IrInstruction *to = ir_binary(pair->block, IR_INDEX, IR_POINTER, pair->out, index, nowhere);
    to->space = IR_SPACE_GLOBAL;
    to->scale = 8;
    IrInstruction *store = ir_unary(pair->block, IR_STORE, IR_VOID, to, nowhere);
    store->memory = value->type == IR_I64 ? IR_MEMORY_B64 : IR_MEMORY_B32;
    store->align_bytes = 8;
    ir_add_operand(store, value);
}

static bool is_shift(IrOp op)
{
    return op == IR_SHL || op == IR_SHR_S || op == IR_SHR_U;
}

static bool is_division(IrOp op)
{
    return op >= IR_DIVIDE_S && op <= IR_REMAINDER_U;
}

static IrInstruction *constant_of(Pair *pair, IrType type, uint64_t value)
{
    return ir_integer(pair->function, type, cut(type, value));
}

// NULL: a division by zero.
static IrInstruction *with(Pair *pair, IrOp op, IrInstruction *a, uint64_t b)
{
    if (is_division(op) && cut(pair->type, b) == 0) {
        return NULL;
    }
    IrType type = is_shift(op) ? IR_I32 : pair->type;
    return ir_binary(pair->block, op, pair->type, a, constant_of(pair, type, b), nowhere);
}

static IrInstruction *compared(Pair *pair, IrCompare compare, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *made = ir_binary(pair->block, IR_COMPARE, IR_I1, a, b, nowhere);
    made->compare = compare;
    return made;
}

static IrInstruction *as_integer(Pair *pair, IrInstruction *truth)
{
    return ir_unary(pair->block, IR_ZERO_EXTEND, IR_I32, truth, nowhere);
}

static uint64_t cost_of(const IrFunction *function)
{
    uint64_t cost = 0;
    for (const IrInstruction *at = function->entry->first; at != NULL; at = at->next) {
        cost += is_division(at->op)                                  ? 20
                : at->op >= IR_MULTIPLY && at->op <= IR_MULTIPLY_ADD ? 4
                                                                     : 1;
    }
    return cost;
}

static void run(const Pair *pair, size_t input, Machine *machine)
{
    uint64_t arguments[] = {cut(pair->type, inputs[input]),
                            cut(pair->type, inputs[(input * 7 + 3) % COUNT(inputs)]), 0};
    memset(machine, 0, sizeof *machine);
    interpret(machine, pair->function, arguments);
    EXPECT(!machine->is_bad);
}

// All values are the same after simplification.
static void end(Pair *pair)
{
    static Machine before[COUNT(inputs)], after;
    IrInstruction *last = ir_create(pair->function, IR_RETURN, IR_VOID, nowhere);
    Text text = {0};
    ir_append(pair->block, last);
    ir_print(pair->function, &text);
    for (size_t i = 0; i < COUNT(inputs); i++) {
        run(pair, i, &before[i]);
    }
    simplify_values(pair->function);
    remove_dead(pair->function);
    for (size_t i = 0; i < COUNT(inputs); i++) {
        run(pair, i, &after);
        if (memcmp(before[i].memory, after.memory, LOCALS_AT) != 0) {
            test_report(false, __FILE__, __LINE__, text_string(&text));
        }
    }
    cost_total += cost_of(pair->function);
    text_destroy(&text);
    arena_clear(&pair->arena);
}

static const IrType types[] = {IR_I32, IR_I64};

// Calls make for each type, pair of operations and pair of constants; what is left of all costs.
static uint64_t every(size_t outers, size_t inners,
                      IrInstruction *(*make)(Pair *, size_t, size_t, uint64_t, uint64_t))
{
    cost_total = 0;
    for (size_t type = 0; type < COUNT(types); type++) {
        for (size_t i = 0; i < outers * inners; i++) {
            Pair pair;
            begin(&pair, types[type]);
            for (size_t c = 0; c < COUNT(constants) * COUNT(constants); c++) {
                IrInstruction *value =
                    make(&pair, i / inners, i % inners, constants[c / COUNT(constants)],
                         constants[c % COUNT(constants)]);
                if (value != NULL) {
                    keep(&pair, value);
                }
            }
            end(&pair);
        }
    }
    return cost_total;
}

// op2(op1(x, b), c)
static IrInstruction *chain(Pair *pair, size_t outer, size_t inner, uint64_t b, uint64_t c)
{
    IrInstruction *made = with(pair, binaries[inner], pair->x, b);
    return made == NULL ? NULL : with(pair, binaries[outer], made, c);
}

TEST(every_pair_of_operations_with_constants)
{
    EXPECT_EQ(every(COUNT(binaries), COUNT(binaries), chain), 1461692);
}

// op(x, b) compared with c
static IrInstruction *comparison(Pair *pair, size_t compare, size_t inner, uint64_t b, uint64_t c)
{
    IrInstruction *made = with(pair, binaries[inner], pair->x, b);
    return made == NULL ? NULL
                        : as_integer(pair, compared(pair, (IrCompare)compare, made,
                                                    constant_of(pair, pair->type, c)));
}

TEST(every_comparison_of_an_operation)
{
    EXPECT_EQ(every(IR_HS + 1, COUNT(binaries), comparison), 703092);
}

// Two comparisons of one value, joined.
static IrInstruction *joined(Pair *pair, size_t join, size_t compares, uint64_t b, uint64_t c)
{
    static const IrOp joins[] = {IR_AND, IR_OR, IR_XOR};
    IrInstruction *one = compared(pair, (IrCompare)(compares / (IR_HS + 1)), pair->x,
                                  constant_of(pair, pair->type, b));
    IrInstruction *two = compared(pair, (IrCompare)(compares % (IR_HS + 1)), pair->x,
                                  constant_of(pair, pair->type, c));
    return as_integer(pair, ir_binary(pair->block, joins[join], IR_I1, one, two, nowhere));
}

TEST(every_two_comparisons)
{
    EXPECT_EQ(every(3, (IR_HS + 1) * (IR_HS + 1), joined), 1149364);
}

// op2(op1(b, c), x) and op2(x, op1(b, c)), in turn: constants alone, and on the left.
static IrInstruction *folded(Pair *pair, size_t outer, size_t inner, uint64_t b, uint64_t c)
{
    IrInstruction *made = with(pair, binaries[inner], constant_of(pair, pair->type, b), c);
    if (made == NULL || is_shift(binaries[outer]) || is_division(binaries[outer])) {
        return made;
    }
    return ir_binary(pair->block, binaries[outer], pair->type, made, pair->x, nowhere);
}

TEST(every_operation_on_constants)
{
    EXPECT_EQ(every(COUNT(binaries), COUNT(binaries), folded), 679742);
}

// A choice between constants, or the value and a constant, by a comparison.
static IrInstruction *chosen(Pair *pair, size_t compare, size_t form, uint64_t b, uint64_t c)
{
    IrInstruction *made = ir_create(pair->function, IR_SELECT, pair->type, nowhere);
    IrInstruction *one = constant_of(pair, pair->type, b), *two = constant_of(pair, pair->type, c);
    ir_add_operand(made, compared(pair, (IrCompare)compare, pair->x, one));
    ir_add_operand(made, form == 0 ? pair->x : form == 1 ? one : pair->y);
    ir_add_operand(made, form == 2 ? pair->x : two);
    ir_append(pair->block, made);
    return made;
}

TEST(every_choice)
{
    EXPECT_EQ(every(IR_HS + 1, 3, chosen), 76190);
}

// op2(op1(x, y), y) and the like: what cancels.
static IrInstruction *again(Pair *pair, size_t outer, size_t inner, uint64_t b, uint64_t c)
{
    IrOp op = binaries[inner], last = binaries[outer];
    if (b > 3 || c != 0 || is_shift(op) || is_shift(last) || is_division(op) || is_division(last)) {
        return NULL;
    }
    IrInstruction *made = ir_binary(pair->block, op, pair->type, pair->x, pair->y, nowhere);
    IrInstruction *other = b % 2 == 0 ? pair->x : pair->y;
    return b < 2 ? ir_binary(pair->block, last, pair->type, made, other, nowhere)
                 : ir_binary(pair->block, last, pair->type, other, made, nowhere);
}

TEST(every_pair_of_operations_on_the_same_values)
{
    EXPECT_EQ(every(COUNT(binaries), COUNT(binaries), again), 7610);
}

// A word of two parts, as a whole and a part of it: x & b | x & c, and op(x & b | part of y, c).
static IrInstruction *parted(Pair *pair, size_t outer, size_t form, uint64_t b, uint64_t c)
{
    static const IrOp outers[] = {IR_AND, IR_SHL, IR_SHR_S, IR_SHR_U};
    IrInstruction *low = with(pair, IR_AND, pair->x, b);
    IrInstruction *high = form == 0   ? with(pair, IR_AND, pair->x, c)
                          : form == 1 ? with(pair, IR_AND, pair->y, ~b)
                                      : with(pair, IR_SHL, pair->y, 16);
    IrInstruction *word = ir_binary(pair->block, IR_OR, pair->type, low, high, nowhere);
    return form == 0 ? word : with(pair, outers[outer], word, c);
}

TEST(every_word_of_two_parts)
{
    EXPECT_EQ(every(4, 3, parted), 28679);
}

// unary(op(x, b)) and op(unary(x), b), of 32 bits where only those are.
static IrInstruction *around(Pair *pair, size_t unary, size_t inner, uint64_t b, uint64_t c)
{
    IrOp op = unaries[unary];
    if (c > 1 || (op >= IR_EXTEND_S8 && pair->type != IR_I32)) {
        return NULL;
    }
    IrInstruction *x = pair->x;
    if (c == 1) {
        x = ir_unary(pair->block, op, pair->type, x, nowhere);
    }
    IrInstruction *made = with(pair, binaries[inner], x, b);
    return made == NULL || c == 1 ? made : ir_unary(pair->block, op, pair->type, made, nowhere);
}

TEST(every_unary_operation_around_another)
{
    EXPECT_EQ(every(COUNT(unaries), COUNT(binaries), around), 36129);
}
