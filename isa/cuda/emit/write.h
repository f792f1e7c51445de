// SPDX-License-Identifier: Apache-2.0
// Inside of emission. A function is written in this order: edges are split and blocks ordered
// (order.c), what needs a register is found (want.c), values that meet in PHIs share registers
// (live.c, coalesce.c), instructions are printed (the others). Only emit's files include this.
#ifndef LOCKSTEP_CUDA_WRITE_H
#define LOCKSTEP_CUDA_WRITE_H

#include "isa/cuda/emit/emit.h"

typedef enum RegisterKind {
    REGISTER_P,  // predicates
    REGISTER_RS, // 16 bits
    REGISTER_R,  // 32 bits
    REGISTER_RD, // 64 bits
    REGISTER_F,
    REGISTER_FD,
    REGISTER_KINDS
} RegisterKind;

// A register or an immediate as PTX spells it.
typedef struct Word {
    char text[40];
} Word;

typedef struct Pair { // a value's last use in a block
    uint32_t value, position;
} Pair;

typedef struct EdgeUse { // a value of a block that a PHI reads on an edge from there
    uint32_t value;
    struct EdgeUse *next;
} EdgeUse;

// One block's liveness: sets of values by their set_bits.
typedef struct BlockLive {
    uint64_t *in, *out;
    Pair *last_uses; // sorted by value
    uint32_t last_use_count;
    uint32_t first_value, end_value; // the ids of what it defines
    EdgeUse *edge_uses;
} BlockLive;

typedef struct StringRow {
    const char *bytes;
    uint64_t size_bytes;
} StringRow;

// Which functions use a variable with static storage.
typedef struct Usage {
    const Variable *variable;
    const IrFunction *function; // the last one that uses it; NULL: none
    bool is_used, is_shared_by_several;
} Usage;

typedef struct Emitter {
    Arena *arena;
    IrModule *module;
    const EmitOptions *options;
    Text *ptx; // the whole
    StringRow *strings;
    uint32_t string_count, string_room;
    Usage *usages;          // of the tree's variables, by address
    uint32_t *file_numbers; // of Source.files; 0: not used yet
    uint32_t *files_used;
    uint32_t file_count;
    uint32_t function_number, call_number, assembly_number;
    bool uses_vprintf;
    Text names; // in the source, of what was written (source_name.h)
} Emitter;

// One function on its way to text.
typedef struct Writer {
    Emitter *emitter;
    Arena arena; // gone after the function
    IrFunction *function;
    Text body;
    // by IrInstruction.number
    bool *is_wanted;          // has to be in a register
    uint32_t *value_ids;      // dense, from 1; 0: no register
    uint32_t *representative; // by value id: union-find of what shares a register
    uint32_t *next_member;    // by value id: ring of the class
    uint32_t *next_crossing;  // by value id: ring of those of the class that have a set bit
    uint32_t *first_crossing; // by value id of a class's representative; 0: none
    uint32_t *class_sizes;    // by value id of a class's representative
    uint32_t *positions;      // by value id: where it is defined in its block
    IrInstruction **values;   // by value id
    IrBlock **value_blocks;
    uint32_t value_count;
    uint32_t *register_numbers; // by value id of a class's representative; 0: none yet
    uint32_t register_counts[REGISTER_KINDS];
    BlockLive *live;    // by IrBlock.number
    uint32_t *set_bits; // by value id: its bit in sets of what is alive; 0: only its block reads it
    uint32_t *set_values; // the value id of a bit
    uint32_t set_bit_count, set_words;
    IrBlock **order; // the layout
    uint32_t order_count;
    uint32_t *phi_places; // by IrBlock.number: where the first PHI of its only target has it
    bool *is_early;       // by IrBlock.number: its PHI copies stand before the branch to it
    bool *has_label;      // by IrBlock.number
    uint32_t *label_numbers;
    uint32_t label_count;
    uint64_t *local_offsets; // of LOCAL, by number
    uint64_t local_bytes, print_offset;
    uint32_t local_align;
    bool uses_sp, uses_spl;
    SourceLocation last_location;
    struct ShownPlace *shown; // in the order of the body
    uint32_t shown_count, shown_room;
    size_t block_start; // in the body: of the block that is being written
    uint64_t parameter_count;
    uint64_t *parameter_offsets; // of a kernel's
    // constants already in registers in this block
    struct {
        const IrInstruction *constant;
        Word word;
    } constants[8];
    uint32_t constant_count;
} Writer;

typedef struct ShownPlace ShownPlace;

// An address: a register or symbol, and a displacement.
typedef struct Address {
    IrInstruction *base; // SYMBOL, STRING, PARAMETER, LOCAL, or a value in a register
    int64_t displacement;
} Address;

// Older generations that need other instructions (PTX ISA, the Target ISA Notes).
static inline bool is_before(const Writer *w, uint32_t compute_capability)
{
    return w->emitter->options->compute_capability < compute_capability;
}

// ---- names.c
void name_variable(Emitter *e, const Variable *variable);
void name_parameters(Emitter *e, const Function *function); // of a kernel
void name_locals(const Writer *w); // variables in the function's local memory

// ---- order.c
void order_split_edges(IrFunction *function);
void order_blocks(Writer *w);
IrBlock *order_resolve(const Writer *w, IrBlock *block); // past blocks that only jump on

// ---- want.c
Address want_address(IrInstruction *pointer);
IrInstruction *want_resolve(IrInstruction *value); // past operations that change no bits
IrInstruction *want_condition(IrInstruction *condition, bool *is_inverted); // past NOT
bool want_is_symbolic(const IrInstruction *base);
// Calls `use` for each value that `user` reads from a register. Not for PHIs.
typedef void WantUse(void *context, IrInstruction *value);
void want_uses(IrInstruction *user, WantUse *use, void *context);
void want_find(Writer *w); // fills is_wanted

// ---- live.c, coalesce.c
void live_find(Writer *w);
bool live_enters(const Writer *w, uint32_t value, const IrBlock *block); // when it begins
bool live_interferes(const Writer *w, uint32_t a, uint32_t b);
void coalesce_phis(Writer *w);
uint32_t coalesce_class(const Writer *w, uint32_t value);

// ---- early.c
void early_find(Writer *w); // fills is_early; after coalesce_phis

// ---- register.c
RegisterKind register_kind_of(const IrInstruction *value);
Word register_of(Writer *w, const IrInstruction *value); // of its class
Word register_fresh(Writer *w, RegisterKind kind);
Word word_of_constant(const IrInstruction *constant);
Word operand_word(Writer *w, IrInstruction *value);               // a register or an immediate
Word operand_register(Writer *w, IrInstruction *value);           // always a register
const char *type_suffix(IrType type, IrSpace space, char letter); // "s32", "b64", "f32"
const char *move_suffix(RegisterKind kind);                       // of mov: "u32", "pred"
void write_line(Writer *w, const char *format, ...) TEXT_PRINTF(2, 3);

// ---- address.c
void write_address(Writer *w, IrInstruction *pointer, int64_t more, Text *out);
void write_symbolic(Writer *w, const IrInstruction *value); // SYMBOL, LOCAL, ... in a register
void write_index(Writer *w, IrInstruction *at);
void write_pointer_cast(Writer *w, IrInstruction *at);
const char *space_suffix(IrSpace space); // ".global", "" for generic

// ---- memory.c
void write_load(Writer *w, IrInstruction *at);
void write_store(Writer *w, IrInstruction *at);
void write_atomic(Writer *w, IrInstruction *at);

// ---- bytes.c
void write_copy(Writer *w, IrInstruction *at);
void write_fill(Writer *w, IrInstruction *at);

// ---- arithmetic.c
void write_arithmetic(Writer *w, IrInstruction *at);

// ---- instruction.c
void write_instruction(Writer *w, IrInstruction *at);

// ---- control.c
void control_labels(Writer *w);
void control_label(Writer *w, const IrBlock *block, Text *out); // its name
void control_terminator(Writer *w, IrBlock *block, const IrBlock *next);
void control_copies_before(Writer *w, IrBlock *block); // of PHIs, at its end
void control_copies_after(Writer *w, IrBlock *block);  // of its own PHIs, at its start
bool control_has_copies(const Writer *w, IrBlock *block);

// ---- call.c
void write_check_index(Writer *w, IrInstruction *at);
void write_call(Writer *w, IrInstruction *at);
void write_printf(Writer *w, IrInstruction *at);
uint64_t printf_bytes(const IrInstruction *at);
const char *parameter_suffix(IrType type); // "b32", "b64"
// An argument and the ones behind it that are passed as one structure.
typedef struct PackedArguments {
    const char *function;
    uint32_t first, count; // arguments
    uint32_t member_bytes; // of each
} PackedArguments;
// Those that begin with this argument, or NULL.
const PackedArguments *call_packs(const Function *function, uint32_t index);

// ---- assembly.c
void write_assembly(Writer *w, IrInstruction *at);

// ---- function.c
void write_function(Emitter *e, IrFunction *function);
void write_declaration(Emitter *e, const IrFunction *function);
void write_kernel_declaration(Emitter *e, const Function *kernel);

// ---- shown.c
void shown_skip_blocks(Writer *w);                         // before the body is written
void shown_value_here(Writer *w, IrInstruction *value);    // it was just computed
void shown_notes_here(Writer *w, const IrInstruction *at); // it is about to be written
void shown_write(Writer *w, const char *function);         // function: its text

// ---- variable.c
void write_variables(Emitter *e);
void write_shared_of(Emitter *e, const IrFunction *function, Text *out); // demoted ones
void write_strings(Emitter *e);
uint32_t string_number(Emitter *e, const char *bytes, uint64_t size_bytes);
void string_name(uint32_t number, Text *out);

#endif
