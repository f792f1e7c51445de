// SPDX-License-Identifier: Apache-2.0
// The intermediate representation: functions in static single assignment form over the value types
// that PTX registers have. generate.c makes it from the checked tree, isa/cuda/optimize rewrites
// it, isa/cuda/emit prints it as PTX. A value is the instruction that makes it; constants are
// instructions outside any block. Every operand is a link of its value's list of uses.
// Leaves out: aggregates as values (they live in memory until promotion splits them), exceptions.
#ifndef LOCKSTEP_CUDA_IR_H
#define LOCKSTEP_CUDA_IR_H

#include "isa/cuda/ir/shown.h"

typedef enum IrType {
    IR_VOID,
    IR_I1,  // a predicate; C++ bool
    IR_I16, // only what asm with 'h' takes and gives, and conversions from and to I32
    IR_I32, // all integers up to 32 bits: char and short values are kept sign- or zero-extended
    IR_I64,
    IR_F32,
    IR_F64,
    IR_POINTER // has a space; 32 bits wide in PTX for shared memory, 64 elsewhere
} IrType;

// Where a pointer points. Loads and stores take the space of their pointer.
typedef enum IrSpace {
    IR_SPACE_GENERIC,
    IR_SPACE_GLOBAL,
    IR_SPACE_SHARED,
    IR_SPACE_CONSTANT,
    IR_SPACE_LOCAL,
    IR_SPACE_PARAMETER // a kernel's parameters; read only
} IrSpace;

// The form of a value in memory. Loads of less than 32 bits extend, stores cut off.
typedef enum IrMemory {
    IR_MEMORY_BOOL, // one byte; the value is I1
    IR_MEMORY_U8,
    IR_MEMORY_S8,
    IR_MEMORY_U16,
    IR_MEMORY_S16,
    IR_MEMORY_B16, // the value is I16
    IR_MEMORY_B32,
    IR_MEMORY_B64,
    IR_MEMORY_F32,
    IR_MEMORY_F64,
    IR_MEMORY_POINTER // 8 bytes, a generic pointer
} IrMemory;

typedef enum IrOp {
#define IR_OP(name, types, flags) IR_##name,
#include "isa/cuda/ir/op.def"
#undef IR_OP
    IR_OP_COUNT
} IrOp;

typedef enum IrCompare {
    IR_EQ,
    IR_NE,
    IR_LT, // signed for integers; ordered for floats
    IR_LE,
    IR_GT,
    IR_GE,
    IR_LO, // unsigned integers
    IR_LS,
    IR_HI,
    IR_HS,
    IR_EQU, // floats: true when unordered
    IR_NEU,
    IR_LTU,
    IR_LEU,
    IR_GTU,
    IR_GEU,
    IR_NUM, // both are numbers
    IR_NAN  // one is not
} IrCompare;

typedef struct IrFunction IrFunction;

typedef struct IrUse {
    IrInstruction *value;
    IrInstruction *user;
    struct IrUse *next, *previous; // in the value's list
} IrUse;

struct IrInstruction {
    IrOp op;
    IrType type;
    IrSpace space;     // of the pointer that this instruction gives, when type is POINTER
    IrCompare compare; // of COMPARE
    IrMemory memory;   // of LOAD, STORE, ATOMIC
    uint8_t
        vector; // LOAD, STORE: elements, 1 (or 0), 2 or 4; a vector LOAD is VOID, read by RESULT
    uint8_t element; // LOAD, STORE: see ir_element; 0: none
    bool is_copied;  // LOAD, STORE: part of a copy of the whole object
    bool is_volatile;
    bool is_readonly; // LOAD: nothing writes there while the kernel runs: ld.global.nc
    bool is_signed;   // INDEX: the 32-bit index is sign-extended; DIVIDE and others are own ops
    bool is_exact_fp; // float ADD, SUBTRACT, MULTIPLY: not to be contracted (from __fadd_rn)
    bool is_no_wrap; // integer ADD, SUBTRACT, MULTIPLY, SHL of signed C ints: overflow is undefined
    uint8_t scope;   // ATOMIC: 0 gpu, 1 cta, 2 system
    uint8_t builtin; // ATOMIC: which operation: a BuiltinId from atomic_add to atomic_cas; BUILTIN:
                     // which
    uint32_t align_bytes; // LOAD, STORE, COPY, FILL, LOCAL: known alignment of the pointer
    uint64_t size_bytes;  // LOCAL; COPY, FILL
    uint64_t integer;     // CONSTANT of I1 to I64 (zero-extended), RESULT: which; PARAMETER: offset
    double real;          // CONSTANT of F32, F64
    int64_t scale,
        displacement;   // INDEX: a + b * scale + displacement (b may be absent: one operand)
    Variable *variable; // SYMBOL, LOCAL (may be NULL)
    IrFunction *callee; // CALL, FUNCTION_ADDRESS; NULL: an indirect CALL through operand 0
    const AsmStatement *assembly; // ASM: its text; see AsmOperand list in `asm_*`
    const char *string;           // STRING
    IrUse *operands;
    uint32_t operand_count, operand_room;
    IrBlock **targets; // of a terminator; PHI: the predecessor of each operand
    int64_t *cases;    // SWITCH: value of targets[1..]; targets[0] is the default
    uint32_t target_count;
    IrUse *uses; // who uses this value
    uint32_t use_count;
    IrFunction *function;
    IrBlock *block; // NULL: a constant, not yet placed, or removed
    IrInstruction *previous, *next;
    SourceLocation location;
    const IrNames *names; // variables that hold this value (shown.h)
    const IrNote *notes;  // what variables hold from before this instruction on
    uint32_t shown;       // LOCAL: the variable, or a scalar of it; 0: none
    uint32_t number;      // for printing and for passes' tables
    uint32_t mark;        // scratch of one pass
    void *scratch;
};

struct IrBlock {
    IrFunction *function;
    IrInstruction *first, *last; // PHIs first, one terminator last
    IrBlock *
        *predecessors; // one entry an edge: a block whose branch comes here twice is twice in it
    uint32_t predecessor_count, predecessor_room;
    IrBlock *previous, *next; // in layout order; the entry is first
    uint32_t number;
    UnrollRequest unroll; // when it is the head of a loop
    uint32_t unroll_count;
    bool is_long;       // the head of a loop that was found too long for unrolling at run time
    bool had_call;      // a call stood here that was inlined
    IrBlock *dominator; // by ir_dominators
    // Preorder of the dominator tree, from 1: the block's number, and the one after its subtree.
    uint32_t dominance, dominance_end;
    const IrNote *notes; // of instructions that were removed from its end
    uint32_t order;      // reverse postorder
    uint32_t mark;
    void *scratch;
};

#define IR_CONSTANT_BUCKETS 256u // at first

struct IrFunction {
    IrModule *module;
    Function *function; // names, attributes, parameters
    IrBlock *entry, *exit_block;
    IrBlock *last_block;
    uint32_t block_count, instruction_count; // numbers given so far
    uint32_t loop_mark;                      // IrBlock.mark of the loop that a pass looks at
    IrInstruction *constants;                // each CONSTANT and UNDEFINED once, linked by next
    IrInstruction **constant_buckets;
    uint32_t constant_bucket_count, constant_count;
    IrType result; // scalars only; classes come back through a pointer, the first argument
    IrInstruction **arguments; // ARGUMENT instructions of a device function
    uint32_t argument_count;
    bool is_emitted;           // false once every call is inlined
    bool is_address_stored;    // in a variable's initial value: emitted whoever calls it
    bool is_visible;           // to other files: emitted whoever calls it
    bool is_of_other_file;     // declared here, with a name of the program's
    bool is_broken;            // by a mistake of ours: left out (fault.h)
    size_t ptx_start, ptx_end; // its bytes in the emitted text; equal: not emitted
    void *scratch;
};

struct IrModule {
    Arena *arena;
    Tree *tree;
    Diagnostics *diagnostics;
    uint32_t compute_capability;
    bool checks_indices;    // CudaOptions.checks_indices
    bool shows_unset;       // variables without a value become UNSET
    IrFunction **functions; // those with a body
    uint32_t function_count;
    IrFunction **externals; // those that are only declared (vprintf, malloc): no blocks
    uint32_t external_count;
    IrShown *shown; // by id
    uint32_t shown_count, shown_room;
    uint32_t fault_count;   // internal errors reported (fault.h)
    bool is_refused_by_all; // reported: inline assembly that is no PTX, or an undefined function
    bool is_relocatable;    // CudaOptions.is_relocatable
};

// ---- generate*.c
IrModule *ir_generate(Arena *arena, Tree *tree, uint32_t compute_capability, bool is_relocatable,
                      bool checks_indices, Diagnostics *diagnostics);

// ---- build.c, flow.c
// A function without blocks, in the module's list. `function` may be NULL in tests.
IrFunction *ir_function(IrModule *module, Function *function);
IrBlock *ir_block(IrFunction *function); // appended to the layout
IrBlock *ir_block_after(IrFunction *function, IrBlock *where);
IrInstruction *ir_integer(IrFunction *function, IrType type, uint64_t value);
IrInstruction *ir_real(IrFunction *function, IrType type, double value);
IrInstruction *ir_undefined(IrFunction *function, IrType type);
// A new instruction, not in any block; operands by ir_add_operand.
IrInstruction *ir_create(IrFunction *function, IrOp op, IrType type, SourceLocation location);
void ir_append(IrBlock *block, IrInstruction *instruction);
void ir_insert_before(IrInstruction *where, IrInstruction *instruction);
void ir_insert_after(IrInstruction *where, IrInstruction *instruction);
void ir_move_before(IrInstruction *where, IrInstruction *instruction);
// With its notes, which are about its new place too.
void ir_carry_before(IrInstruction *where, IrInstruction *instruction);
// All of a block but its terminator, with their notes, before the terminator of another.
void ir_move_all_before(IrInstruction *last, IrBlock *from);
// Out of its block; gives up its operands; must be unused. A terminator's edges go with it, but not
// the operands that PHIs have for them: ir_remove_predecessor takes both.
void ir_remove(IrInstruction *instruction);
void ir_add_operand(IrInstruction *instruction, IrInstruction *value);
void ir_set_operand(IrInstruction *instruction, uint32_t index, IrInstruction *value);
void ir_remove_operand(IrInstruction *instruction, uint32_t index); // of a PHI: its target as well
// A PHI's operand for the edge from `predecessor`; ir_phi puts a new PHI after the block's others.
IrInstruction *ir_phi(IrBlock *block, IrType type, SourceLocation at);
void ir_add_phi_operand(IrInstruction *phi, IrInstruction *value, IrBlock *predecessor);
void ir_replace(IrInstruction *old, IrInstruction *by); // all uses
static inline IrInstruction *ir_operand(const IrInstruction *instruction, uint32_t index)
{
    return instruction->operands[index].value;
}
// One- and two-operand instructions at the end of a block.
IrInstruction *ir_unary(IrBlock *block, IrOp op, IrType type, IrInstruction *a, SourceLocation at);
IrInstruction *ir_binary(IrBlock *block, IrOp op, IrType type, IrInstruction *a, IrInstruction *b,
                         SourceLocation at);
void ir_jump(IrBlock *block, IrBlock *to, SourceLocation at); // keeps predecessors in step
void ir_branch(IrBlock *block, IrInstruction *condition, IrBlock *then, IrBlock *otherwise,
               SourceLocation at);
// To targets[i + 1] when value is values[i], else to targets[0].
void ir_switch(IrBlock *block, IrInstruction *value, IrBlock *const *targets, const int64_t *values,
               uint32_t value_count, SourceLocation at);
void ir_add_predecessor(IrBlock *block, IrBlock *predecessor);
void ir_remove_predecessor(IrBlock *block, IrBlock *predecessor); // and its PHI operands; once
// Makes the terminator of `block` go to `to` instead of `from`, with predecessors; PHIs are the
// caller's.
void ir_retarget(IrBlock *block, IrBlock *from, IrBlock *to);
// Puts a new block into the only edge between two blocks. `hint`: where in the lists of `to` the
// last one was found that was split, so that thousands are found quickly; 0 at first.
void ir_split_edge(IrBlock *from, IrBlock *to, uint32_t *hint);
void ir_remove_block(IrBlock *block); // unreachable: drops instructions and edges
IrInstruction *ir_clone(IrFunction *function,
                        const IrInstruction *instruction); // same operands, no block

// ---- analysis.c
bool ir_has_effect(const IrInstruction *instruction); // may not be removed though unused
bool ir_is_pure(const IrInstruction *instruction);    // value depends on operands alone
bool ir_commutes(const IrInstruction *instruction);   // the first two operands may be swapped
bool ir_is_convergent(const IrInstruction *instruction);
bool ir_may_read(const IrInstruction *instruction);
bool ir_may_write(const IrInstruction *instruction); // calls, asm with memory, barriers: both
bool ir_writes_to(const IrInstruction *instruction, uint32_t operand); // where it points
bool ir_is_read_only(IrSpace space);                                   // PTX has no stores to it
bool ir_is_terminator(const IrInstruction *instruction);
bool ir_is_constant(const IrInstruction *instruction); // CONSTANT
uint32_t ir_memory_bytes(IrMemory memory);

// One scalar of an object: where and in which form.
typedef struct IrLeaf {
    uint64_t offset_bytes;
    IrMemory memory;
} IrLeaf;

// Which element, from 1, leaf i is of four leaves of one size that fill an aligned word of at most
// 16 bytes; or 0. Words of less than 16 bytes are whole objects. nvcc 13 reads and writes such
// words as vectors, parts of them too (tests/cuda/vectors.py).
uint8_t ir_element(const IrLeaf *leaves, uint32_t count, uint32_t i, uint32_t align_bytes,
                   uint64_t size_bytes);
IrType ir_memory_type(IrMemory memory);   // of the value that memory of this form holds
void ir_order(IrFunction *function);      // reverse postorder numbers; removes unreachable blocks
void ir_dominators(IrFunction *function); // orders first
bool ir_dominates(const IrBlock *a, const IrBlock *b);

typedef struct IrLoop {
    IrBlock *head;
    IrBlock *latch;     // the one back edge's source, or NULL when there are several
    IrBlock *preheader; // the one predecessor outside that goes only here, or NULL
    struct IrLoop *parent;
    uint32_t depth; // 1: outermost
    IrBlock **blocks;
    uint32_t block_count;
} IrLoop;

typedef struct IrLoops {
    IrLoop **loops; // inner ones before outer ones
    uint32_t count;
    IrLoop **of_block; // by IrBlock.number; NULL outside
} IrLoops;

// Needs dominators. Lives in `arena`.
IrLoops *ir_loops(Arena *arena, IrFunction *function);

// ---- print.c, verify.c
void ir_print(const IrFunction *function, Text *out);
void ir_print_instruction(const IrInstruction *at, Text *out); // without a line's end

typedef struct IrFault {
    const char *what;  // in the arena
    SourceLocation at; // line 0: not known
} IrFault;

// Checks layout, edges, types, dominance of definitions, PHIs against predecessors, use lists.
// False with the first fault in *fault; a fault is a bug of ours.
bool ir_verify(const IrFunction *function, Arena *arena, IrFault *fault);

#endif
