// SPDX-License-Identifier: Apache-2.0
// Inside of sim/native: the state of a translation. Translated code keeps rows of registers in the
// host's vector registers within a part, and in the warp's memory between parts. It exists twice:
// for warps with all lanes active, and for others, whose inactive lanes must keep their values in
// memory.
#ifndef LOCKSTEP_NATIVE_TRANSLATE_H
#define LOCKSTEP_NATIVE_TRANSLATE_H

#include "isa/machine/row_live.h"
#include "sim/native/assemble.h"
#include "sim/warp/native.h"

// General registers that keep their meaning; others are free between micro-ops.
#define ROWS_REGISTER      RBX
#define STATE_REGISTER     RBP
#define ACTIVE_REGISTER    R12
#define PREDICATE_REGISTER R13
#define CONSTANT_REGISTER  R14
#define LEFT_REGISTER      R15

// Masks that keep their meaning while not all lanes are active: lanes from 0 and from 16 on.
#define ACTIVE_LOW_MASK  7u
#define ACTIVE_HIGH_MASK 6u

#define CHUNK_BYTES     64u // of a row: what a vector register holds
#define CHUNK_NONE      UINT32_MAX
#define CHUNK_CONSTANTS 0x40000000u // and above: of constant rows

#define SLOT_COUNT 32u
#define SLOT_FIRST 4u // those below are free for the use of a micro-op
#define SLOT_NONE  UINT32_MAX

// What a vector register holds.
typedef struct Slot {
    uint32_t chunk;  // which bytes of the rows; CHUNK_NONE: nothing
    bool is_dirty;   // memory does not have it yet
    bool is_wide;    // if so: its elements have 64 bits, not 32
    uint8_t part;    // and it is this one of its row's chunks
    bool may_be_nan; // a NaN may have other bits than the machine's, see settle_nan
    uint64_t used;   // when it was used last
} Slot;

#define DETOUR_JUMPS 16u

typedef enum DetourKind {
    DETOUR_PERFORM, // performs the micro-op by calling native_perform
    DETOUR_LANE,    // by calling its lane function
    DETOUR_LEAVE    // leaves the code before the part
} DetourKind;

// A way that is rarely taken: its code is put behind all others.
typedef struct Detour {
    DetourKind kind;
    uint32_t pc, end;
    size_t jumps[DETOUR_JUMPS]; // that lead to it
    uint32_t jump_count;
    size_t back;                                // where it leads to
    Slot before[SLOT_COUNT], after[SLOT_COUNT]; // what registers hold at the jumps, and there
} Detour;

// A jump to a part whose code may not exist yet.
typedef struct Go {
    size_t jump;
    uint32_t part;
} Go;

typedef struct Translation {
    const Launch *launch;
    const MachineProgram *program;
    const Operation *operations;
    const RowLive *live;
    Code code;
    bool is_full; // for warps with all lanes active
    NativePart *parts;
    uint32_t part_count, part_room;
    uint32_t *part_of; // [code_count]: the part that begins there, or UINT32_MAX
    size_t *entry;     // [part_count]: offset of its code, of the version in the making
    size_t leave;      // offset of the code that returns to the caller
    size_t gather;     // and of emit_gather
    // the part in the making
    uint32_t pc, end;
    uint64_t *needed_at_end; // rows that are read after the part
    Slot slots[SLOT_COUNT];
    uint32_t pinned; // bit: a slot that the running micro-op uses
    uint64_t time;
    uint32_t guard_mask; // mask of the lanes from 0 on in which the micro-op runs; ALL_ELEMENTS:
                         // all that are active
    Detour *detours;
    uint32_t detour_count, detour_room;
    Go *goes;
    uint32_t go_count, go_room;
} Translation;

// What a translation gives: position-independent code, and where its parts begin in it.
typedef struct Machine {
    Code code; // NativeCode.enter is its first byte; empty: there is no translation
    NativePart *parts;
    uint32_t part_count;
    size_t *full, *partial; // [code_count]: offset plus 1; 0: none
} Machine;

// Of a launch whose operations are decoded.
void translate(const Launch *launch, Machine *machine);

// --- slots.c: rows in vector registers

// The micro-op at pc begins: what nobody reads from here on is dropped.
void slots_next(Translation *translation);
void slots_forget(Translation *translation);
// The register with chunk `part` of an operand.
uint32_t slot_of(Translation *translation, Operand operand, uint32_t part);
// The same, or the operand's place in memory.
VectorOperand slot_source(Translation *translation, Operand operand, uint32_t part);
// For floats whose consumer makes NaNs of its own: they need not have the machine's bits.
// Makes room for the results of the micro-op in progress, so that none is made later.
void slots_reserve(Translation *translation, uint32_t count);
VectorOperand slot_float(Translation *translation, Operand operand, uint32_t part);
uint32_t slot_float_of(Translation *translation, Operand operand, uint32_t part);
// The register for a result that replaces chunk `part`. With a guard it holds the old value.
uint32_t slot_result(Translation *translation, Operand operand, uint32_t part, bool is_wide);
void slot_mark_nan(Translation *translation, Operand operand, uint32_t part);
// Stores what is in the set of rows; or all.
void slots_store(Translation *translation, const uint64_t *set);
void slots_store_all(Translation *translation);
void slots_load_all(Translation *translation);
// The mask of the guard for chunk `part`. May use mask `room`.
uint32_t lanes_mask(Translation *translation, bool is_wide, uint32_t part, uint32_t room);

static inline Place state_place(size_t offset)
{
    return place_at(STATE_REGISTER, (int64_t)offset);
}
#define STATE(field) state_place(offsetof(NativeState, field))

Place operand_place(Operand operand, uint32_t part);
// A field of micro-op pc's NativeSite.
Place site_place(uint32_t pc, size_t offset);

// --- detour.c: the ways that are rarely taken, and calls

// Begins the other way to perform the micro-op in progress. From here to its last jump, slots must
// not change; detour_end is where both ways meet.
void detour_begin(Translation *translation, DetourKind kind);
void detour_jump(Translation *translation, Condition condition);
void detour_end(Translation *translation);
void detours_emit(Translation *translation);

// Leaves the code: the warp goes on at pc.
void emit_leave(Translation *translation, uint32_t pc, uint32_t uncount_from, uint32_t uncount_to);
// Performs the micro-op in progress by calling native_perform, or its lane function.
void emit_perform(Translation *translation);
void emit_lane_call(Translation *translation);
// The code that is entered, and that which returns to the caller.
void emit_frame(Translation *translation);
// A function that loads scattered words (move.c).
void emit_gather(Translation *translation);

// --- lane.c, wide.c, choose.c: lane functions. access.c: loads and stores. collective.c:
// exchange between lanes. False: there is no code for the micro-op in progress, and nothing was
// emitted.

bool emit_lane(Translation *translation);
bool emit_setp(Translation *translation);
bool emit_access(Translation *translation);
bool emit_shuffle(Translation *translation);
bool emit_vote(Translation *translation);

// to = lanes in which the micro-op in progress runs.
void emit_on(Translation *translation, Register to);
// If it has a guard, counts the other lanes, and sets eax and guard_mask.
void emit_guard(Translation *translation);

static inline const Operation *operation_now(const Translation *translation)
{
    return &translation->operations[translation->pc];
}

static inline const Micro *micro_now(const Translation *translation)
{
    return &translation->program->code[translation->pc];
}

// Rows that are read from micro-op pc on.
static inline const uint64_t *set_before(const Translation *translation, uint32_t pc)
{
    return translation->live->in + (size_t)pc * translation->live->words;
}

// The value of a constant row that is a literal. False: it is none.
bool literal_of(const Translation *translation, Row row, uint64_t *value);

#endif
