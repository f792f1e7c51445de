// SPDX-License-Identifier: Apache-2.0
// Inside of sim/native: what the emitters of lane functions share.
#ifndef LOCKSTEP_NATIVE_LANE_H
#define LOCKSTEP_NATIVE_LANE_H

#include "sim/native/translate.h"

// A row of lane.def.
typedef struct LaneForm LaneForm;
typedef void (*LaneEmitter)(Translation *translation, const Operation *operation,
                            const LaneForm *form);
struct LaneForm {
    LaneEmitter emit; // NULL: the function is called
    uint8_t op;       // VectorOp
    uint8_t argument;
};

#define NATIVE(name, emitter, ...)                                                                 \
    void emit_##emitter(Translation *translation, const Operation *operation, const LaneForm *form);
#include "sim/native/lane.def"
#undef NATIVE

// Predicates of vector comparisons of floats.
enum { COMPARE_EQUAL = 0x00, COMPARE_NAN = 0x03, COMPARE_GREATER_EQUAL = 0x0d };
// Of integers.
enum { COMPARE_DIFFERS = 4 };

// Chunks of a row.
static inline uint32_t parts_of(bool is_wide)
{
    return is_wide ? 4 : 2;
}

// Before any result of a micro-op with a slow path: leaves it to the run loop's function if a lane
// may take that. True: detour_end must follow its results.
bool emit_slow_begin(Translation *translation);
// The result of the micro-op in progress, in the lanes in which it runs.
void emit_result(Translation *translation, Operand d, uint32_t part, bool is_wide, uint32_t from);
// A predicate from ecx, or from mask 2 if is_mask. Uses edx and esi.
void emit_predicate_result(Translation *translation, Operand d, bool is_mask);
// Mask 2 = the comparison of a and b.
void emit_comparison(Translation *translation, const LaneForm *form, bool is_wide, Operand a,
                     Operand b);

static inline VectorOperand constant_at(size_t offset, bool is_spread)
{
    VectorOperand operand = vector_at(state_place(offsetof(NativeState, values) + offset));
    operand.is_spread = is_spread;
    return operand;
}
// A constant for all elements; as the operand of an instruction that spreads it; a vector of them.
#define CONSTANT(field)        constant_at(offsetof(NativeConstants, field), true)
#define CONSTANT_WORD(field)   constant_at(offsetof(NativeConstants, field), false)
#define CONSTANT_VECTOR(field) constant_at(offsetof(NativeConstants, field), false)

#endif
