// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/emit/emit.h"
#include "tests/test.h"

static const SourceLocation nowhere = {0};

typedef struct Case {
    Arena arena;
    Tree tree;
    IrModule module;
    Function function;
    IrFunction *f;
    Text ptx;
} Case;

static void start(Case *c)
{
    *c = (Case){0};
    c->function = (Function){.name = "k", .mangled = "k", .is_kernel = true};
    c->module = (IrModule){.arena = &c->arena, .tree = &c->tree};
    c->f = ir_function(&c->module, &c->function);
}

// The body's text from the first instruction on.
static const char *body(Case *c)
{
    EmitOptions options = {.compute_capability = 90, .target = "sm_90"};
    IrFault fault = {.what = ""};
    EXPECT(ir_verify(c->f, &c->arena, &fault));
    EXPECT_TEXT(fault.what, "");
    emit_module(&c->module, &options, &c->ptx);
    const char *start_of = strstr(text_string(&c->ptx), "\n\n\t");
    return start_of == NULL ? "" : strstr(start_of + 1, "\n\t") + 1;
}

static void finish(Case *c)
{
    text_destroy(&c->ptx);
    arena_clear(&c->arena);
}

static uint32_t count(const char *text, const char *word)
{
    uint32_t found = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        found++;
    }
    return found;
}

static IrInstruction *thread(IrBlock *block)
{
    IrInstruction *made = ir_create(block->function, IR_BUILTIN, IR_I32, nowhere);
    made->builtin = BUILTIN_tid_x;
    ir_append(block, made);
    return made;
}

// Something that keeps a value: a store to an absolute address of global memory.
static void keep(IrBlock *block, IrInstruction *value)
{
    IrFunction *f = block->function;
    IrInstruction *pointer =
        ir_unary(block, IR_INTEGER_TO_POINTER, IR_POINTER, ir_integer(f, IR_I64, 64), nowhere);
    pointer->space = IR_SPACE_GLOBAL;
    IrInstruction *store = ir_binary(block, IR_STORE, IR_VOID, pointer, value, nowhere);
    store->memory = IR_MEMORY_B32;
    store->align_bytes = 4;
}

static void end(IrBlock *block)
{
    ir_append(block, ir_create(block->function, IR_RETURN, IR_VOID, nowhere));
}

typedef struct Loop {
    IrBlock *entry, *head, *after;
    IrInstruction *start, *counter, *next;
} Loop;

// do { next = counter + 1 } while (next < 10): the caller adds to head before close().
static Loop open_loop(Case *c)
{
    Loop loop = {.entry = ir_block(c->f)};
    loop.head = ir_block(c->f);
    loop.after = ir_block(c->f);
    loop.start = thread(loop.entry);
    loop.counter = ir_phi(loop.head, IR_I32, nowhere);
    loop.next =
        ir_binary(loop.head, IR_ADD, IR_I32, loop.counter, ir_integer(c->f, IR_I32, 1), nowhere);
    return loop;
}

static void close_loop(Case *c, Loop *loop)
{
    IrInstruction *is_more =
        ir_binary(loop->head, IR_COMPARE, IR_I1, loop->next, ir_integer(c->f, IR_I32, 10), nowhere);
    is_more->compare = IR_LT;
    ir_jump(loop->entry, loop->head, nowhere);
    ir_branch(loop->head, is_more, loop->head, loop->after, nowhere);
    ir_add_phi_operand(loop->counter, loop->start, loop->entry);
    ir_add_phi_operand(loop->counter, loop->next, loop->head);
    end(loop->after);
}

TEST(a_loop_counter_lives_in_one_register_without_moves)
{
    Case c;
    start(&c);
    Loop loop = open_loop(&c);
    keep(loop.after, loop.next);
    close_loop(&c, &loop);
    const char *text = body(&c);
    EXPECT_EQ(count(text, "mov.u32"), 1); // of %tid.x
    EXPECT(strstr(text, "add.s32 \t%r1, %r1, 1;") != NULL);
    EXPECT(strstr(text, "setp.lt.s32 \t%p1, %r1, 10;\n\t@%p1 bra \t$L__BB0_1;") != NULL);
    finish(&c);
}

TEST(a_counter_read_after_its_step_keeps_its_old_value)
{
    Case c;
    start(&c);
    Loop loop = open_loop(&c);
    keep(loop.after, loop.counter);
    close_loop(&c, &loop);
    const char *text = body(&c);
    // next and counter are both alive: one move on the way back, not on the way out
    EXPECT_EQ(count(text, "mov.u32"), 2);
    EXPECT(strstr(text, "add.s32 \t%r2, %r1, 1;") != NULL);
    EXPECT(strstr(text, "mov.u32 \t%r1, %r2;") != NULL);
    EXPECT(strstr(text, "st.global.u32 \t[%rd1], %r1;") != NULL);
    finish(&c);
}

TEST(values_that_swap_in_a_loop_go_through_one_more_register)
{
    Case c;
    start(&c);
    Loop loop = open_loop(&c);
    IrInstruction *other = thread(loop.entry);
    IrInstruction *a = ir_phi(loop.head, IR_I32, nowhere), *b = ir_phi(loop.head, IR_I32, nowhere);
    keep(loop.after, a);
    keep(loop.after, b);
    close_loop(&c, &loop);
    ir_add_phi_operand(a, other, loop.entry);
    ir_add_phi_operand(a, b, loop.head);
    ir_add_phi_operand(b, ir_integer(c.f, IR_I32, 5), loop.entry);
    ir_add_phi_operand(b, a, loop.head);
    const char *text = body(&c);
    const char *back = strstr(text, "setp.lt");
    EXPECT(back != NULL);
    EXPECT_EQ(back == NULL ? 0 : count(back, "mov.u32"), 3);
    finish(&c);
}

TEST(displacements_and_symbols_stand_in_the_brackets)
{
    Case c;
    start(&c);
    Variable shared = {.name = "s", .mangled = "s", .space = SPACE_SHARED};
    Type word = {.kind = TYPE_INT, .size_bytes = 64, .align_bytes = 4};
    word.unqualified = &word;
    shared.type = &word;
    Variable *variables[] = {&shared};
    c.tree.variables = variables;
    c.tree.variable_count = 1;
    IrBlock *block = ir_block(c.f);
    IrInstruction *symbol = ir_create(c.f, IR_SYMBOL, IR_POINTER, nowhere);
    symbol->variable = &shared;
    symbol->space = IR_SPACE_SHARED;
    ir_append(block, symbol);
    IrInstruction *behind = ir_unary(block, IR_INDEX, IR_POINTER, symbol, nowhere);
    behind->space = IR_SPACE_SHARED;
    behind->displacement = 12;
    IrInstruction *load = ir_unary(block, IR_LOAD, IR_I32, behind, nowhere);
    load->memory = IR_MEMORY_B32;
    IrInstruction *at = ir_binary(block, IR_INDEX, IR_POINTER, symbol, load, nowhere);
    at->space = IR_SPACE_SHARED;
    at->scale = 4;
    IrInstruction *store = ir_binary(block, IR_STORE, IR_VOID, at, load, nowhere);
    store->memory = IR_MEMORY_B32;
    end(block);
    const char *text = body(&c);
    EXPECT(strstr(text, "ld.shared.u32 \t%r1, [s+12];") != NULL ||
           strstr(text, ", [s+12];") != NULL);
    EXPECT(strstr(text, "shl.b32") != NULL);
    EXPECT(strstr(text_string(&c.ptx), ".shared .align 4 .b8 s[64];") != NULL);
    finish(&c);
}

TEST(a_switch_compares_the_middle_first_when_it_has_many_cases)
{
    Case c;
    start(&c);
    IrBlock *entry = ir_block(c.f), *targets[9];
    int64_t values[8];
    for (int i = 0; i < 9; i++) {
        targets[i] = ir_block(c.f);
        keep(targets[i], ir_integer(c.f, IR_I32, (uint64_t)i));
        end(targets[i]);
    }
    for (int i = 0; i < 8; i++) {
        values[i] = 70 - i * 10;
    }
    ir_switch(entry, thread(entry), targets, values, 8, nowhere);
    const char *text = body(&c);
    EXPECT(strstr(text, "setp.gt.s32 \t%p1, %r1, 30;") != NULL);
    EXPECT_EQ(count(text, "setp.eq.s32"), 8);
    EXPECT_EQ(count(text, "ret;"), 9);
    finish(&c);
}

TEST(what_nobody_needs_is_not_written)
{
    Case c;
    start(&c);
    IrBlock *block = ir_block(c.f);
    IrInstruction *t = thread(block);
    ir_binary(block, IR_ADD, IR_I32, t, t, nowhere);
    end(block);
    const char *text = body(&c);
    EXPECT_EQ(count(text, "mov"), 0);
    EXPECT_EQ(count(text, "add"), 0);
    finish(&c);
}
