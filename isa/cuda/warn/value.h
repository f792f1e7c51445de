// SPDX-License-Identifier: Apache-2.0
// What a kernel computes with, as one thread sees it: integers and pointers as expressions over
// threadIdx, blockDim, the kernel's parameters and the rounds of loops. Equal values have one
// number. A value can be evaluated for a thread of an assumed block at an assumed round of every
// loop. Leaves out: floating point, and what comes from memory (DATA: an unknown value).
#ifndef LOCKSTEP_CUDA_WARN_VALUE_H
#define LOCKSTEP_CUDA_WARN_VALUE_H

#include "isa/cuda/tree/tree.h"

typedef uint32_t ValueId; // 0: nothing is known

typedef enum ValueKind {
    VALUE_UNKNOWN,
    VALUE_CONSTANT,  // constant
    VALUE_SPECIAL,   // constant: BUILTIN_tid_x ... BUILTIN_warpsize
    VALUE_PARAMETER, // variable: an integer parameter of the kernel
    VALUE_DATA,      // constant: a number of its own
    VALUE_LOOP,      // constant: slot; what the slot's variable holds when a round begins
    VALUE_EXIT,      // constant: slot; what it holds after the loop
    VALUE_POINTER,   // into variable, a bytes from its begin
    VALUE_OPERATION, // operation (an ExpressionKind) of a and b
    VALUE_SELECT,    // a ? b : c
    VALUE_GUARD      // a (a guard) and b (a condition); 0: always
} ValueKind;

typedef struct Value {
    ValueKind kind;
    ExpressionKind operation;
    uint8_t bytes; // of the integer type that it wraps to; 0: 8
    bool is_signed;
    bool has_thread, has_data; // somewhere in it; not of what loops do later
    uint16_t depth;
    ValueId a, b, c;
    int64_t constant;
    const Variable *variable;
} Value;

// A variable that a loop changes: what it has before the first round and after one round.
typedef struct LoopSlot {
    uint32_t loop;
    ValueId first, next;
} LoopSlot;

typedef struct Loop {
    ValueId condition; // at the head, for another round; 0: not known
    bool is_exit_known;
} Loop;

typedef struct Values {
    Arena *arena;
    Value *list;
    uint32_t count, capacity;
    uint32_t *buckets, bucket_count;
    LoopSlot *slots;
    uint32_t slot_count, slot_capacity;
    Loop *loops;
    uint32_t loop_count, loop_capacity;
    uint32_t data_count;
} Values;

void values_init(Values *values, Arena *arena);
const Value *value_of(const Values *values, ValueId id);
ValueId value_constant(Values *values, int64_t constant);
ValueId value_special(Values *values, BuiltinId builtin);
ValueId value_parameter(Values *values, const Variable *variable);
ValueId value_data(Values *values); // a new one each time
ValueId value_pointer(Values *values, const Variable *variable, ValueId offset);
ValueId value_advance(Values *values, ValueId pointer, ValueId bytes);
// b: 0 for operations of one operand. type: the operation's; wraps to it.
ValueId value_operation(Values *values, ExpressionKind operation, ValueId a, ValueId b,
                        const Type *type);
ValueId value_cast(Values *values, ValueId a, const Type *type);
ValueId value_select(Values *values, ValueId condition, ValueId a, ValueId b);
ValueId value_guard(Values *values, ValueId guard, ValueId condition, bool is_true);
bool value_get_constant(const Values *values, ValueId id, int64_t *constant);
// Every condition of `part` is one of `whole`'s.
bool value_guard_implies(const Values *values, ValueId whole, ValueId part);

uint32_t value_loop_begin(Values *values);
ValueId value_loop(Values *values, uint32_t loop, ValueId first, uint32_t *slot);
ValueId value_exit(Values *values, uint32_t slot, ValueId like);

// The assumptions: the block's shape, how often loops have run, and which thread is evaluated.
typedef struct Sample {
    const Values *values;
    uint32_t block[3];
    uint32_t thread[3];
    int64_t parameter; // of every integer parameter
    uint8_t *rounds;   // of each loop
    bool saw_thread, saw_data;
    uint32_t depth, steps; // of this evaluation
    uint64_t steps_left;   // of all
} Sample;

// False: not known. Adds to saw_thread and saw_data.
bool value_evaluate(Sample *sample, ValueId id, int64_t *result);
// Sets every loop whose rounds do not depend on the thread to its last round less `back`.
void value_last_rounds(Sample *sample, uint32_t back);
// False only if certain; conditions on data may be true.
bool value_guard_holds(Sample *sample, ValueId guard);

#endif
