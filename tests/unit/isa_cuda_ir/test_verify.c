// SPDX-License-Identifier: Apache-2.0
// Functions that a pass could have made badly, each with one fault.
#include "isa/cuda/ir/ir.h"
#include "tests/test.h"

static const SourceLocation nowhere = {0};

typedef struct Case {
    Arena arena;
    IrModule module;
    IrFunction *function;
    IrBlock *entry, *then, *otherwise, *end;
    IrInstruction *narrow, *wide, *truth, *real;
} Case;

static IrInstruction *argument(Case *c, IrType type)
{
    IrInstruction *made = ir_create(c->function, IR_ARGUMENT, type, nowhere);
    ir_append(c->entry, made);
    return made;
}

// entry -> then | otherwise -> end
static void start(Case *c)
{
    *c = (Case){.arena = {0}};
    c->module = (IrModule){.arena = &c->arena};
    c->function = ir_function(&c->module, NULL);
    c->entry = ir_block(c->function), c->then = ir_block(c->function);
    c->otherwise = ir_block(c->function), c->end = ir_block(c->function);
    c->narrow = argument(c, IR_I32), c->wide = argument(c, IR_I64);
    c->truth = argument(c, IR_I1), c->real = argument(c, IR_F32);
    ir_branch(c->entry, c->truth, c->then, c->otherwise, nowhere);
    ir_jump(c->then, c->end, nowhere);
    ir_jump(c->otherwise, c->end, nowhere);
    ir_append(c->end, ir_create(c->function, IR_RETURN, IR_VOID, nowhere));
}

// What verification says, from the colon on: "" when nothing is wrong.
static void expect_fault(Case *c, const char *wanted)
{
    IrFault fault = {.what = ""};
    ir_verify(c->function, &c->arena, &fault);
    const char *colon = strstr(fault.what, ": ");
    EXPECT_TEXT(colon == NULL ? fault.what : colon + 2, wanted);
    arena_clear(&c->arena);
}

static const char types[] = "the types or the number of its operands are wrong";

static IrInstruction *join(Case *c, IrType type, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *phi = ir_phi(c->end, type, nowhere);
    ir_add_phi_operand(phi, a, c->then);
    ir_add_phi_operand(phi, b, c->otherwise);
    return phi;
}

TEST(a_phi_takes_one_type_and_one_space)
{
    Case c;
    start(&c);
    join(&c, IR_I32, c.narrow, ir_undefined(c.function, IR_I32));
    expect_fault(&c, "");
    start(&c);
    join(&c, IR_I32, c.narrow, c.wide);
    expect_fault(&c, types);
    start(&c);
    IrInstruction *generic = argument(&c, IR_POINTER), *shared = argument(&c, IR_POINTER);
    ir_move_before(c.entry->first, generic);
    ir_move_before(c.entry->first, shared);
    shared->space = IR_SPACE_SHARED;
    join(&c, IR_POINTER, generic, shared);
    expect_fault(&c, types);
}

TEST(a_phi_has_one_operand_for_each_edge)
{
    Case c;
    start(&c);
    ir_add_phi_operand(ir_phi(c.end, IR_I32, nowhere), c.narrow, c.then);
    expect_fault(&c, "a PHI does not match its block's predecessors");
    start(&c);
    join(&c, IR_I32, c.narrow, c.narrow)->targets[1] = c.then;
    expect_fault(&c, "a PHI does not match its block's predecessors");
}

TEST(conversions_have_the_types_they_convert)
{
    static const struct {
        IrOp op;
        IrType type, from;
        bool is_good;
    } rows[] = {
        {IR_S_TO_FLOAT, IR_F32, IR_I64, true},
        {IR_S_TO_FLOAT, IR_F32, IR_I1, false},
        {IR_S_TO_FLOAT, IR_I32, IR_I32, false},
        {IR_ZERO_EXTEND, IR_I64, IR_I1, true},
        {IR_ZERO_EXTEND, IR_I32, IR_I64, false},
        {IR_SIGN_EXTEND, IR_I64, IR_I1, false},
        {IR_TRUNCATE, IR_I32, IR_I64, true},
        {IR_TRUNCATE, IR_I32, IR_I32, false},
        {IR_BITS, IR_I32, IR_F32, true},
        {IR_BITS, IR_I64, IR_F32, false},
        {IR_POPC, IR_I32, IR_I64, true},
        {IR_POPC, IR_I64, IR_I64, false},
        {IR_FLOAT_TO_S, IR_I64, IR_F32, true},
        {IR_FLOAT_TO_S, IR_I1, IR_F32, false},
        {IR_INTEGER_TO_POINTER, IR_POINTER, IR_I32, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Case c;
        start(&c);
        IrInstruction *from = rows[i].from == IR_I32   ? c.narrow
                              : rows[i].from == IR_I64 ? c.wide
                              : rows[i].from == IR_I1  ? c.truth
                                                       : c.real;
        IrInstruction *made = ir_create(c.function, rows[i].op, rows[i].type, nowhere);
        ir_add_operand(made, from);
        ir_insert_before(c.entry->last, made);
        expect_fault(&c, rows[i].is_good ? "" : types);
    }
}

TEST(memory_holds_values_of_its_type)
{
    Case c;
    start(&c);
    IrInstruction *pointer = argument(&c, IR_POINTER);
    ir_move_before(c.entry->first, pointer);
    IrInstruction *load = ir_unary(c.then, IR_LOAD, IR_I64, pointer, nowhere);
    ir_move_before(c.then->first, load);
    load->memory = IR_MEMORY_U8;
    expect_fault(&c, "a load's type is not that of its memory");
}

TEST(every_edge_is_known_at_both_ends)
{
    Case c;
    start(&c);
    c.end->predecessors[0] = c.otherwise;
    expect_fault(&c, "block3 does not list the blocks that jump to it");
    start(&c);
    c.end->predecessor_count = 1;
    expect_fault(&c, "block3 does not list the blocks that jump to it");
    start(&c);
    c.then->last->targets[0] = c.otherwise;
    expect_fault(&c, "block2 does not list the blocks that jump to it");
}

TEST(what_is_returned_is_the_functions_result)
{
    Case c;
    start(&c);
    c.function->result = IR_I32;
    expect_fault(&c, "the returned value is not the function's result");
    start(&c);
    c.function->result = IR_I32;
    ir_add_operand(c.end->last, c.narrow);
    expect_fault(&c, "");
}

TEST(a_definition_on_one_side_does_not_reach_the_other)
{
    Case c;
    start(&c);
    IrInstruction *here = ir_unary(c.then, IR_NOT, IR_I32, c.narrow, nowhere);
    ir_move_before(c.then->first, here);
    IrInstruction *there = ir_unary(c.otherwise, IR_NOT, IR_I32, here, nowhere);
    ir_move_before(c.otherwise->first, there);
    expect_fault(&c, "an operand's definition does not reach it");
}
