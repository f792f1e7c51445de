// SPDX-License-Identifier: Apache-2.0
// The PTX module as parsed: what the text says, with every name resolved and nothing interpreted.
// Built by parse.c, checked by verify.c, written back by print.c, read by isa/machine. Leaves out
// what the text leaves out (no control-flow graph, no registers of a machine, no time). Source of
// all rules: PTX ISA 9.0; section names are cited in the .def tables.
#ifndef LOCKSTEP_PTX_PTX_H
#define LOCKSTEP_PTX_PTX_H

#include "isa/base/arena.h"
#include "isa/base/diagnostics.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

// One number for each opcode: PTX_ADD, PTX_LD, PTX_SETP, ... (rows of opcode.def).
typedef enum PtxOpcode {
#define OPCODE(name, ...) PTX_##name,
#include "isa/ptx/opcode.def"
#undef OPCODE
    PTX_OPCODE_COUNT
} PtxOpcode;

// One number for each dotted suffix. Types come first so that a PtxType is a PtxSuffix; then the
// modifiers (.rn, .ftz, .sync, .global, .lt, ...). Names: PTX_TYPE_U32 from type.def, PTX_DOT_RN
// from modifier.def.
typedef enum PtxSuffix {
    PTX_TYPE_NONE,
#define TYPE(name, text, bits, kind) PTX_TYPE_##name,
#include "isa/ptx/type.def"
#undef TYPE
    PTX_TYPE_COUNT,
    PTX_DOT_FIRST = PTX_TYPE_COUNT - 1,
#define MODIFIER(name, text) PTX_DOT_##name,
#include "isa/ptx/modifier.def"
#undef MODIFIER
    PTX_SUFFIX_COUNT
} PtxSuffix;

typedef PtxSuffix PtxType; // by convention a value below PTX_TYPE_COUNT

typedef enum PtxTypeKind {
    PTX_KIND_NONE,
    PTX_KIND_UNSIGNED,
    PTX_KIND_SIGNED,
    PTX_KIND_BITS,
    PTX_KIND_FLOAT,
    PTX_KIND_PACKED, // two or more narrow values in one register: f16x2, bf16x2, u16x2, ...
    PTX_KIND_PREDICATE,
    PTX_KIND_OPAQUE // texref, surfref, samplerref
} PtxTypeKind;

// Special registers: PTX_SPECIAL_TID_X, ... (rows of special.def; vectors are spelled per
// component).
typedef enum PtxSpecial {
#define SPECIAL(name, text, type) PTX_SPECIAL_##name,
#include "isa/ptx/special.def"
#undef SPECIAL
    PTX_SPECIAL_COUNT
} PtxSpecial;

typedef enum PtxSpace {
    PTX_SPACE_GENERIC,
    PTX_SPACE_GLOBAL,
    PTX_SPACE_SHARED,  // .shared and .shared::cta
    PTX_SPACE_CLUSTER, // .shared::cluster
    PTX_SPACE_LOCAL,
    PTX_SPACE_CONST,
    PTX_SPACE_PARAM, // kernel parameters, and the parameters of functions and calls
    PTX_SPACE_REG,
    PTX_SPACE_TEX
} PtxSpace;

typedef struct PtxFunction PtxFunction;
typedef struct PtxVariable PtxVariable;

typedef struct PtxRegister {
    const char
        *name; // unique in its function: a name of a nested scope that hides another is renamed
    PtxType type;
    uint32_t index; // dense from 0 in its function
    uint8_t
        vector; // 1, or 2/4 for `.reg .v4 .f32 v`, whose components are selected with .x .y .z .w
} PtxRegister;

// A module- or function-scope variable, or a parameter.
struct PtxVariable {
    const char *name;
    PtxSpace space;
    PtxType type;   // element type
    uint8_t vector; // 1, 2 or 4
    uint32_t alignment_bytes;
    uint64_t size_bytes; // 0 for `.extern .shared .b8 x[]`
    uint32_t dimension_count;
    uint64_t dimension[4]; // 0 for an open dimension
    bool is_extern;
    bool is_visible;
    bool is_weak;
    bool is_common;
    bool is_managed;
    const char *unified;    // .attribute(.unified(...)): the two numbers as written; or NULL
    bool is_pointer;        // parameter attribute .ptr
    PtxSpace pointed_space; // of .ptr .global
    uint32_t pointed_alignment;
    uint8_t *initial; // size_bytes long, or NULL: zeros
    struct PtxRelocation {
        uint64_t offset;             // into initial; 8 bytes (or mask_bytes) wide
        const PtxVariable *variable; // one of the two
        const PtxFunction *function;
        int64_t addend;
        bool is_generic; // generic(symbol): a generic address, else one in its space
        uint8_t size_bytes;
        uint8_t shift_bits; // of 0xFF00(symbol): the address is shifted right by 8 first
    } * relocations;
    uint32_t relocation_count;
    const PtxRegister *reg;      // of a function parameter in space REG: the register it names
    const char *sampler_state;   // of .texref, .samplerref, .surfref: "filter_mode = linear, ..."
    const PtxFunction *function; // the one whose scope holds it; NULL at module scope
    uint32_t index;              // dense from 0: in its function, or in the module
    SourcePosition position;
};

typedef enum PtxOperandKind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REGISTER, // %r1, !%p1 or -%r1 (is_negated), v.x (component), %r1.h0 (selector)
    PTX_OPERAND_INTEGER,  // 42, -1, 0x10; also constant expressions, folded
    PTX_OPERAND_FLOAT,    // 0f3F800000, 0d..., 1.5: `real` as a double, `bits` as written
    PTX_OPERAND_SPECIAL,  // %tid.x
    PTX_OPERAND_VARIABLE, // name or name+offset, as a value: its address
    PTX_OPERAND_FUNCTION, // name of a function, as a value or as a call's target
    PTX_OPERAND_ADDRESS,  // [register+offset], [variable+offset], [integer]
    PTX_OPERAND_VECTOR,   // {a, b, c, d}
    PTX_OPERAND_PAIR,     // p|q
    PTX_OPERAND_LABEL,    // branch target, or a .branchtargets / .calltargets / .callprototype name
    PTX_OPERAND_ARGUMENTS, // the parenthesized lists of a call
    PTX_OPERAND_TEXTURE,   // [texture, sampler, {x, y}]: elements are the parts
    PTX_OPERAND_SINK       // _
} PtxOperandKind;

typedef struct PtxOperand PtxOperand;
struct PtxOperand {
    PtxOperandKind kind;
    bool is_negated;             // !p; for ADDRESS: unused
    uint8_t component;           // of a vector register: 0 none, else 1 + index of .x .y .z .w
    const char *selector;        // of video instructions: ".b0", ".h10" behind a register; or NULL
    bool is_double;              // FLOAT: 0d form or plain decimal
    uint8_t element_count;       // VECTOR, PAIR, ARGUMENTS, TEXTURE
    const PtxRegister *reg;      // REGISTER; ADDRESS with a register base
    const PtxVariable *variable; // VARIABLE; ADDRESS with a variable base
    const PtxFunction *function; // FUNCTION
    PtxSpecial special;          // SPECIAL
    int64_t integer;             // INTEGER; offset of ADDRESS and VARIABLE
    uint64_t bits;               // FLOAT: IEEE bits, 32 (0f) or 64 wide
    uint32_t label;              // LABEL: index into function->labels
    PtxOperand *elements;        // VECTOR, PAIR, ARGUMENTS, TEXTURE
    uint32_t column;             // where it starts in its line, from 1
};

#define PTX_SUFFIX_MAX  16
#define PTX_OPERAND_MAX 10

// One instruction. Operands are in source order, destination first. `call` has: [return
// ARGUMENTS] target [argument ARGUMENTS] [prototype LABEL].
typedef struct PtxInstruction {
    PtxOpcode opcode;
    uint8_t suffix_count;
    uint8_t operand_count;
    uint8_t vector;                  // of .v2/.v4/.v8; else 1
    uint16_t suffix[PTX_SUFFIX_MAX]; // in source order, PtxSuffix
    PtxType type;             // first type suffix: the destination's where two are given; or NONE
    PtxType source_type;      // second type suffix, or = type
    PtxSpace space;           // first state-space suffix, or GENERIC
    const PtxRegister *guard; // @p, or NULL
    bool is_guard_negated;    // @!p
    PtxOperand *operands;
    uint32_t form;         // row of form.def that accepted it (set by ptx_verify)
    uint32_t location;     // index into module->locations of the .loc in force; 0: none
    uint32_t line, column; // in the PTX text, from 1
} PtxInstruction;

// A label: a position in the body, or the name of a list.
typedef struct PtxLabel {
    const char *name;
    enum {
        PTX_LABEL_CODE,
        PTX_LABEL_BRANCH_TARGETS,
        PTX_LABEL_CALL_TARGETS,
        PTX_LABEL_PROTOTYPE
    } kind;
    uint32_t instruction; // CODE: index of the next instruction; may equal instruction_count
    uint32_t *targets;    // BRANCH_TARGETS: label indices
    const PtxFunction **functions; // CALL_TARGETS
    uint32_t target_count;
    const PtxFunction *prototype; // PROTOTYPE: a function with parameters only
    bool is_defined;
    uint32_t line, column;
} PtxLabel;

// Something in a function that PTX has and the simulator has not. The rest of the module is as good
// as ever; what runs the function must refuse it with these messages.
typedef struct PtxRefusal {
    uint32_t line, column;
    uint32_t location;   // as PtxInstruction.location
    const char *message; // "not supported: 'mma.sync.aligned...' (tensor cores)"
} PtxRefusal;

struct PtxFunction {
    const char *name;
    bool is_entry;
    bool is_extern, is_visible, is_weak;
    bool is_noreturn;
    bool has_body;
    PtxRefusal *refusals;   // each message once, at its first place; the first few of many
    uint32_t refusal_count; // not 0: the instructions are not all there; cannot be run
    PtxVariable **results;  // .func return parameters (space PARAM or REG)
    uint32_t result_count;
    PtxVariable **parameters;   // in order; for .entry `offset` below gives each one's place
    uint32_t *parameter_offset; // bytes from the start of the parameter block
    uint32_t parameter_count;
    uint32_t parameter_bytes;
    PtxRegister **registers;
    uint32_t register_count;
    PtxVariable **variables; // declared in the body: .shared .local .param .global
    uint32_t variable_count;
    PtxLabel *labels;
    uint32_t label_count;
    PtxInstruction *instructions;
    uint32_t instruction_count;
    uint32_t max_threads[3], required_threads[3]; // .maxntid .reqntid; 0: not given
    uint32_t min_blocks_per_sm, max_registers;    // .minnctapersm .maxnreg
    uint32_t cluster[3];                          // .reqnctapercluster; 0: not given
    bool is_explicit_cluster;                     // .explicitcluster
    bool has_clusters_as_blocks;                  // .blocksareclusters
    const char *unified;       // .attribute(.unified(...)): the two numbers as written; or NULL
    uint32_t max_cluster_rank; // .maxclusterrank
    const char **pragmas;      // .pragma strings of the function, in order
    uint32_t pragma_count;
    const struct PtxStatement *statements; // the body as written, for the printer (print.c)
    uint32_t statement_count;
    uint32_t index; // in module->functions
    SourcePosition position;
};

// A source location of the CUDA program, from .loc; inlined_at chains to the call site.
typedef struct PtxLocation {
    uint32_t file; // number of a .file directive
    uint32_t line, column;
    uint32_t inlined_at;          // index of another location; 0: not inlined
    const char *inlined_function; // its name, "" if unknown; NULL if not inlined
} PtxLocation;

typedef struct PtxFile {
    uint32_t number;
    const char *name;
} PtxFile;

typedef struct PtxModule {
    Arena arena;        // owns everything below
    const char *file;   // name of the PTX text, for messages
    const char *source; // a copy of the text, for carets
    uint32_t version_major, version_minor;
    uint32_t target;     // 90 for sm_90
    char target_feature; // 'a' or 'f' of sm_90a; else 0
    bool is_texmode_independent;
    bool is_map_f64_to_f32; // .target sm_10, map_f64_to_f32: doubles are computed as floats
    bool is_debug;
    uint32_t address_bits;   // 32 or 64
    PtxVariable **variables; // module scope
    uint32_t variable_count;
    PtxFunction **functions; // definitions and declarations, each name once
    uint32_t function_count;
    PtxLocation *locations; // [0] is unused
    uint32_t location_count;
    PtxFile *files;
    uint32_t file_count;
    const struct PtxStatement *statements; // module level, as written, for the printer
    uint32_t statement_count;
} PtxModule;

// Parses PTX text of size_bytes bytes (need not be zero-terminated). Returns NULL when it has
// errors, all of which are in `diagnostics` then; warnings may be added on success too. What is
// known and not supported is no error: it is noted in its function's refusals. Verified as well:
// what comes back obeys form.def and the type rules. Never crashes, whatever the bytes.
PtxModule *ptx_parse(const char *text, size_t size_bytes, const char *file_name,
                     Diagnostics *diagnostics);
void ptx_destroy(PtxModule *module);

// Writes the module as PTX text. ptx_parse of the result gives an equal module, and printing that
// one gives the same bytes. Only DWARF sections are left out, and so is_debug is lost.
void ptx_print(const PtxModule *module, Text *out);
void ptx_print_instruction(const PtxModule *module, const PtxFunction *function,
                           const PtxInstruction *instruction, Text *out);

const char *ptx_opcode_name(PtxOpcode opcode);    // "add"
const char *ptx_suffix_name(PtxSuffix suffix);    // ".f32", ".rn"
const char *ptx_special_name(PtxSpecial special); // "%tid.x"
unsigned ptx_type_bits(PtxType type);             // 32; predicates 1; NONE 0
PtxTypeKind ptx_type_kind(PtxType type);

// Columns and depth of a warpgroup's product (.m64n256k16: 256, 16); false: no such suffix.
bool ptx_group_shape(const PtxInstruction *instruction, uint32_t *n, uint32_t *k);
// Registers of a thread that a tcgen05.ld or .st moves.
uint32_t ptx_tensor_registers(const PtxInstruction *instruction);
// Dimensions of a copy by tensor map: 1 for .1d up to 5 for .5d; 0: no such suffix.
uint32_t ptx_tensor_rank(const PtxInstruction *instruction);
// The number of coordinates of its tile: the rank, or a column and the rows of .tile::gather4.
uint32_t ptx_tensor_coordinates(const PtxInstruction *instruction);
// Whether the instruction carries a suffix, in any position.
bool ptx_has(const PtxInstruction *instruction, PtxSuffix suffix);

const PtxFunction *ptx_find_function(const PtxModule *module, const char *name);
const PtxVariable *ptx_find_variable(const PtxModule *module, const char *name);

// The CUDA source file with this .file number, or NULL.
const char *ptx_file_name(const PtxModule *module, uint32_t number);

#endif
