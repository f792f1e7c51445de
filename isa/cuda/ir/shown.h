// SPDX-License-Identifier: Apache-2.0
// What variables of the source hold, for people who step through a program. Passes turn variables
// into values and move, copy and remove these; two kinds of rows follow them beside the code. A
// value's names say which variables hold it from where it is computed. A note says what variables
// hold from before an instruction on: what another one held, a constant, or nothing that is kept.
// Rows are no uses: no pass decides by them, so the code is the same without them.
#ifndef LOCKSTEP_CUDA_SHOWN_H
#define LOCKSTEP_CUDA_SHOWN_H

#include "isa/cuda/tree/tree.h"

typedef struct IrInstruction IrInstruction;
typedef struct IrBlock IrBlock;
typedef struct IrModule IrModule;

// Ids count from 1; 0: none.
typedef struct IrShown {
    const Variable *variable; // NULL: only keeps a value until variables get it
    const Function *function; // that declares it
    uint32_t whole;           // the id of the variable that this is a scalar of; or itself
    uint64_t offset_bytes;    // in that
    uint32_t next_part;
} IrShown;

// Lists are shared by copies of instructions and never change.
typedef struct IrNames {
    uint32_t shown;
    const struct IrNames *next;
} IrNames;

typedef enum IrNoteKind { IR_NOTE_LOST, IR_NOTE_CONSTANT, IR_NOTE_VARIABLE } IrNoteKind;

typedef struct IrNote {
    const struct IrNote *before, *after; // both: the notes of two lists; else a note
    IrNoteKind kind;
    uint32_t shown, from; // from: of VARIABLE
    uint64_t bits;        // of CONSTANT
} IrNote;

// A variable of the user's own files; 0 for others.
uint32_t shown_variable(IrModule *module, const Variable *variable, const Function *function);
uint32_t shown_part(IrModule *module, uint32_t whole, uint64_t offset_bytes);

// The variable holds the value, a PHI, from its place on.
void shown_name(IrInstruction *value, uint32_t shown);
// The variable holds the value from before `where` on.
void shown_assign(IrInstruction *where, uint32_t shown, IrInstruction *value);

// `block` is being filled with a copy of code in which `value` stands for `old`, a PHI or ARGUMENT:
// the variables that held that hold the value from the block's present end on.
void shown_enter(IrBlock *block, const IrInstruction *old, IrInstruction *value);

// The value is computed for lanes that would not have done so: its variables are lost there.
void shown_forget(IrInstruction *value);
// What the notes tell of is lost before `where`.
void shown_lose(IrInstruction *where, const IrNote *notes);

// For isa/cuda/ir and passes that copy code.
void shown_replace(IrInstruction *old, IrInstruction *by); // `by` stands for `old`
void shown_remove(IrInstruction *at);                      // it leaves its place
void shown_move(IrInstruction *at);                        // to another place
// It is about to move behind its block, before `where`: variables hold it from there on, but for
// those that have something else by then.
void shown_sink(IrInstruction *at, const IrInstruction *where);
void shown_insert(IrInstruction *at);                           // before another
void shown_place(IrInstruction *at);                            // it is the last of its block now
void shown_clone(const IrInstruction *at, IrInstruction *made); // made does there what `at` does
void shown_prepend(IrInstruction *at, const IrNote *notes);
// A block that only jumps is about to be passed by: its notes move to blocks around it.
void shown_skip(IrBlock *block);

// Calls `see` for each note of a list in order.
typedef void ShownSee(void *context, const IrNote *note);
void shown_each(const IrNote *notes, ShownSee *see, void *context);

#endif
