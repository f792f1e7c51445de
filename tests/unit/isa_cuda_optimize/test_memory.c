// SPDX-License-Identifier: Apache-2.0
// What the passes on memory may and may not do, on small functions made by hand.
#include "isa/cuda/optimize/optimize.h"
#include "tests/test.h"

#include <string.h>

static const SourceLocation nowhere = {0, 1, 1};

typedef struct Hand {
    Arena arena;
    IrModule module;
    Function kernel;
    Type element, plain, restricted;
    Variable parameters[2];
    Variable *list[2];
    IrFunction *function;
    IrBlock *block;
    IrInstruction *pointers[2]; // the parameters, in global space
} Hand;

static IrInstruction *parameter_load(Hand *hand, uint32_t index)
{
    IrInstruction *parameter = ir_create(hand->function, IR_PARAMETER, IR_POINTER, nowhere);
    parameter->space = IR_SPACE_PARAMETER;
    parameter->integer = 8 * index;
    parameter->variable = &hand->parameters[index];
    ir_append(hand->block, parameter);
    IrInstruction *load = ir_unary(hand->block, IR_LOAD, IR_POINTER, parameter, nowhere);
    load->memory = IR_MEMORY_POINTER;
    load->align_bytes = 8;
    IrInstruction *global = ir_unary(hand->block, IR_TO_SPACE, IR_POINTER, load, nowhere);
    global->space = IR_SPACE_GLOBAL;
    return global;
}

// A kernel of two float pointers.
static void start(Hand *hand, bool is_restrict)
{
    memset(hand, 0, sizeof *hand);
    hand->module.arena = &hand->arena;
    hand->element = (Type){.kind = TYPE_FLOAT, .size_bytes = 4, .align_bytes = 4};
    hand->plain = (Type){.kind = TYPE_POINTER, .size_bytes = 8, .align_bytes = 8};
    hand->plain.base = &hand->element;
    for (uint32_t i = 0; i < 2; i++) {
        hand->parameters[i] = (Variable){
            .name = i == 0 ? "a" : "b", .type = &hand->plain, .is_restrict = is_restrict};
        hand->list[i] = &hand->parameters[i];
    }
    hand->kernel = (Function){.name = "kernel", .mangled = "kernel", .is_kernel = true};
    hand->kernel.parameters = hand->list;
    hand->kernel.parameter_count = 2;
    hand->function = ir_function(&hand->module, &hand->kernel);
    hand->block = ir_block(hand->function);
    hand->pointers[0] = parameter_load(hand, 0);
    hand->pointers[1] = parameter_load(hand, 1);
}

static void finish(Hand *hand)
{
    IrFault fault = {.what = ""};
    EXPECT(ir_verify(hand->function, &hand->arena, &fault));
    EXPECT_TEXT(fault.what, "");
    arena_clear(&hand->arena);
}

static IrInstruction *at(Hand *hand, IrInstruction *base, int64_t displacement)
{
    IrInstruction *made = ir_unary(hand->block, IR_INDEX, IR_POINTER, base, nowhere);
    made->space = base->space;
    made->scale = 1;
    made->displacement = displacement;
    return made;
}

static IrInstruction *load(Hand *hand, IrInstruction *base, int64_t displacement, uint32_t align)
{
    IrInstruction *made =
        ir_unary(hand->block, IR_LOAD, IR_F32, at(hand, base, displacement), nowhere);
    made->memory = IR_MEMORY_F32;
    made->align_bytes = align;
    return made;
}

static IrInstruction *store(Hand *hand, IrInstruction *base, int64_t displacement, uint32_t align,
                            IrInstruction *value)
{
    IrInstruction *made =
        ir_binary(hand->block, IR_STORE, IR_VOID, at(hand, base, displacement), value, nowhere);
    made->memory = IR_MEMORY_F32;
    made->align_bytes = align;
    return made;
}

static void end(Hand *hand)
{
    ir_append(hand->block, ir_create(hand->function, IR_RETURN, IR_VOID, nowhere));
}

static uint32_t count(const Hand *hand, IrOp op, uint32_t vector)
{
    uint32_t found = 0;
    for (const IrBlock *block = hand->function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *i = block->first; i != NULL; i = i->next) {
            found += i->op == op && i->vector == vector && i->memory == IR_MEMORY_F32;
        }
    }
    return found;
}

static void barrier(Hand *hand)
{
    ir_append(hand->block, ir_create(hand->function, IR_BARRIER, IR_VOID, nowhere));
}

// store a[0]; (barrier); store b[0] = load a[0]
static uint32_t loads_after_a_store(bool has_barrier)
{
    Hand hand;
    start(&hand, false);
    store(&hand, hand.pointers[0], 0, 4, ir_real(hand.function, IR_F32, 1.5));
    if (has_barrier) {
        barrier(&hand);
    }
    store(&hand, hand.pointers[1], 0, 4, load(&hand, hand.pointers[0], 0, 4));
    end(&hand);
    forward_memory(&hand.function[0]);
    uint32_t loads = count(&hand, IR_LOAD, 0);
    finish(&hand);
    return loads;
}

TEST(a_load_takes_what_was_stored_unless_a_barrier_lies_between)
{
    EXPECT_EQ(loads_after_a_store(false), 0);
    EXPECT_EQ(loads_after_a_store(true), 1);
}

// store s[0]; load s[1]; store s[0]; load s[1]: what is left, stores * 16 + loads
static uint32_t warp_synchronous(uint32_t compute_capability)
{
    Hand hand;
    start(&hand, false);
    hand.module.compute_capability = compute_capability;
    IrInstruction *shared = hand.pointers[0];
    shared->space = IR_SPACE_SHARED;
    store(&hand, shared, 0, 4, ir_real(hand.function, IR_F32, 1.5));
    store(&hand, hand.pointers[1], 0, 4, load(&hand, shared, 4, 4));
    store(&hand, shared, 0, 4, ir_real(hand.function, IR_F32, 2.5));
    store(&hand, hand.pointers[1], 4, 4, load(&hand, shared, 4, 4));
    end(&hand);
    forward_memory(hand.function);
    uint32_t left = count(&hand, IR_STORE, 0) * 16 + count(&hand, IR_LOAD, 0);
    finish(&hand);
    return left;
}

// Other lanes of the warp may write s[1] and read s[0] (see forward_memory.c).
TEST(stores_to_shared_memory_are_made_on_cc_1x)
{
    EXPECT_EQ(warp_synchronous(13), 4 * 16 + 2);
    EXPECT_EQ(warp_synchronous(20), 3 * 16 + 1);
}

// x = a[0]; b[0] = x; y = a[0]; b[1] = y
static uint32_t loads_across_another_pointer(bool is_restrict)
{
    Hand hand;
    start(&hand, is_restrict);
    store(&hand, hand.pointers[1], 0, 4, load(&hand, hand.pointers[0], 0, 4));
    store(&hand, hand.pointers[1], 4, 4, load(&hand, hand.pointers[0], 0, 4));
    end(&hand);
    forward_memory(hand.function);
    uint32_t loads = count(&hand, IR_LOAD, 0);
    finish(&hand);
    return loads;
}

TEST(a_store_through_another_pointer_makes_a_load_again_unless_restrict_forbids_it)
{
    EXPECT_EQ(loads_across_another_pointer(false), 2);
    EXPECT_EQ(loads_across_another_pointer(true), 1);
}

TEST(a_volatile_store_stays_before_another_one)
{
    Hand hand;
    start(&hand, false);
    IrInstruction *one = ir_real(hand.function, IR_F32, 1);
    store(&hand, hand.pointers[0], 0, 4, one)->is_volatile = true;
    store(&hand, hand.pointers[0], 0, 4, one);
    store(&hand, hand.pointers[0], 4, 4, one);
    store(&hand, hand.pointers[0], 4, 4, ir_real(hand.function, IR_F32, 2));
    end(&hand);
    forward_memory(hand.function);
    EXPECT_EQ(count(&hand, IR_STORE, 0), 3); // only the first plain one to +4 goes
    finish(&hand);
}

// Loads of neighbors, then their sum stored: how many loads of `vector` elements there are then.
static uint32_t vectorized(uint32_t align, uint32_t loads, bool has_store_between, uint8_t vector)
{
    Hand hand;
    start(&hand, false);
    IrInstruction *sum = ir_real(hand.function, IR_F32, 0);
    for (uint32_t i = 0; i < loads; i++) {
        IrInstruction *one = load(&hand, hand.pointers[0], 32 + 4 * (int64_t)i, i == 0 ? align : 4);
        sum = ir_binary(hand.block, IR_FADD, IR_F32, sum, one, nowhere);
        if (i == 0 && has_store_between) {
            store(&hand, hand.pointers[1], 0, 4, sum);
        }
    }
    store(&hand, hand.pointers[1], 0, 4, sum);
    end(&hand);
    vectorize_memory(hand.function);
    uint32_t found = count(&hand, IR_LOAD, vector);
    finish(&hand);
    return found;
}

TEST(aligned_neighbors_are_loaded_at_once)
{
    EXPECT_EQ(vectorized(16, 4, false, 4), 1);
    EXPECT_EQ(vectorized(16, 4, false, 0), 0);
    EXPECT_EQ(vectorized(8, 2, false, 2), 1);
    EXPECT_EQ(vectorized(16, 3, false, 4), 1); // of a float4: the fourth comes along
}

TEST(neighbors_stay_apart_without_alignment_or_across_a_store)
{
    EXPECT_EQ(vectorized(4, 4, false, 0), 4);
    EXPECT_EQ(vectorized(16, 4, true, 0), 4);
}

TEST(stores_of_neighbors_become_one_at_the_last_of_them)
{
    Hand hand;
    start(&hand, true);
    for (uint32_t i = 4; i-- > 0;) {
        store(&hand, hand.pointers[0], 4 * (int64_t)i, i == 0 ? 16 : 4,
              load(&hand, hand.pointers[1], 8 * (int64_t)i, 4));
    }
    end(&hand);
    vectorize_memory(hand.function);
    EXPECT_EQ(count(&hand, IR_STORE, 4), 1);
    EXPECT_EQ(count(&hand, IR_STORE, 0), 0);
    EXPECT_EQ(count(&hand, IR_LOAD, 0), 4);
    finish(&hand);
}

static uint32_t readonly_loads(bool is_restrict, bool is_written)
{
    Hand hand;
    uint32_t found = 0;
    start(&hand, is_restrict);
    IrInstruction *one = load(&hand, hand.pointers[0], 0, 4);
    store(&hand, hand.pointers[is_written ? 0 : 1], 4, 4, one);
    end(&hand);
    mark_readonly(hand.function);
    for (const IrInstruction *i = hand.block->first; i != NULL; i = i->next) {
        found += i->op == IR_LOAD && i->is_readonly;
    }
    finish(&hand);
    return found;
}

TEST(only_restrict_pointers_that_nobody_writes_through_are_read_only)
{
    EXPECT_EQ(readonly_loads(true, false), 1);
    EXPECT_EQ(readonly_loads(false, false), 0);
    EXPECT_EQ(readonly_loads(true, true), 0);
}
