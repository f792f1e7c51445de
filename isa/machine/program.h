// SPDX-License-Identifier: Apache-2.0
// The lowered program: flat micro-ops of one GPU generation, ready to be executed 32 lanes at a
// time. Made by lower.c from a PtxModule; read by sim/warp. A micro-op keeps the meaning of PTX
// instructions (one, or several fused as ptxas fuses them) and carries their cost on that machine:
// how many warp instructions, on which pipes. Leaves out: cycles, addresses in memory, anything
// that belongs to a launch.
#ifndef LOCKSTEP_MACHINE_PROGRAM_H
#define LOCKSTEP_MACHINE_PROGRAM_H

#include "isa/machine/tile.h"

#define LANE_COUNT 32

// The target of the lowering.
typedef struct MachineTarget {
    uint32_t compute_capability; // 10 for 1.0, 90 for 9.0
    uint32_t max_registers;      // a thread may use before it spills, in kernels without bounds of
                                 // their own (as nvcc's -maxrregcount); 0: the generation's limit
    bool is_contraction_off;     // keep unmarked mul and add apart (ptxas -fmad=false)
    bool is_l1_passed;           // loads without a cache operator are .cg (ptxas -dlcm=cg)
} MachineTarget;

// A row is 32 lanes of 32 bits. 64-bit values take two adjacent rows, the first one even, holding
// 32 lanes of 64 bits. Register rows are relative to the frame of the running function; constant
// rows hold one value in all lanes and are shared by all warps of a launch.
typedef uint16_t Row;
#define ROW_CONSTANT 0x8000u // set: the other bits index the constant rows
#define ROW_NONE     0xffffu
#define ROW_MAX      0x7fffu

// Predicates are one 32-bit lane mask each, numbered in the frame of the running function. If a Row
// field holds a predicate ("P" below, and operands that lane.def types P), it holds that number. A
// source P with ROW_CONSTANT set is a constant row of 32 equal words, 0 or ~0; its first word is
// the mask.
typedef int16_t Predicate;
#define PREDICATE_NONE (-1)

// Registers narrower than 32 bits are in the low bits of a 32-bit row. The upper bits are
// undefined, and readers of a narrow type ignore them.

// Functions over lanes: LANE_ADD_32, LANE_FMA_F32, ... (rows of lane.def, whose expressions
// sim/warp compiles). Lane functions read rows (or masks) and write one row (or mask).
typedef enum LaneOp {
#define LANE(name, ...) LANE_##name,
#include "isa/machine/lane.def"
#undef LANE
    LANE_OP_COUNT
} LaneOp;

// How lane.def's columns describe an operand.
typedef enum LaneType {
    LANE_TYPE_NONE,
    LANE_TYPE_U32,
    LANE_TYPE_S32,
    LANE_TYPE_F32, // 32-bit rows
    LANE_TYPE_U64,
    LANE_TYPE_S64,
    LANE_TYPE_F64, // 64-bit rows
    LANE_TYPE_P,   // predicate mask
    LANE_TYPE_U8,
    LANE_TYPE_S8,
    LANE_TYPE_U16,
    LANE_TYPE_S16,
    LANE_TYPE_F16,
    LANE_TYPE_BF16, // the low bits of 32-bit rows
    LANE_TYPE_F16X2,
    LANE_TYPE_BF16X2 // 32-bit rows
} LaneType;

// Lane functions of four sources: LANE4_LOP3, LANE4_BFI_32, ... (rows of lane4.def).
typedef enum Lane4Op {
#define LANE4(name, ...) LANE4_##name,
#include "isa/machine/lane4.def"
#undef LANE4
    LANE4_OP_COUNT
} Lane4Op;

typedef struct LaneInfo {
    const char *name; // "ADD_32"
    const char *keys; // PTX spellings it implements, blank-separated: "add.u32 add.s32"
    LaneType d, a, b, c;
    LaneType e; // lane4_info only; else NONE
} LaneInfo;

extern const LaneInfo lane_info[LANE_OP_COUNT];
extern const LaneInfo lane4_info[LANE4_OP_COUNT];

// Finds the lane function of a PTX spelling ("mul.wide.s32"; rounding, .ftz, .sat, .approx left out
// as lane.def says), or LANE_OP_COUNT.
LaneOp lane_find(const char *key);
Lane4Op lane4_find(const char *key); // or LANE4_OP_COUNT

// The kind of a micro-op: MICRO_LANE, MICRO_LOAD, ... (rows of micro.def, which say what the fields
// of each kind hold).
typedef enum MicroKind {
#define MICRO(kind, ...) MICRO_##kind,
#include "isa/machine/micro.def"
#undef MICRO
    MICRO_KIND_COUNT
} MicroKind;

// Functions that the driver provides: SYSTEM_VPRINTF, ... (rows of system.def).
typedef enum MachineSystemCall {
#define SYSTEM(id, ...) SYSTEM_##id,
#define OTHER_NAME(id, name)
#include "isa/machine/system.def"
#undef OTHER_NAME
#undef SYSTEM
    SYSTEM_CALL_COUNT
} MachineSystemCall;

typedef struct SystemInfo {
    const char *name;
    uint32_t compute_capability; // lowest that has it
    uint32_t written_bytes;      // at the pointer that is its first argument
} SystemInfo;

extern const SystemInfo system_info[SYSTEM_CALL_COUNT];

// Finds the function of this name in PTX; SYSTEM_CALL_COUNT if the driver has none.
MachineSystemCall system_find(const char *name);

// Whether a function needs no definition in linked modules: the driver's functions; those of the
// device runtime, which are refused by name when called; and what stands in tables for pure virtual
// functions.
bool system_provides(const char *name);

typedef enum MachineSurface {
    SURFACE_LOAD,
    SURFACE_STORE,
    SURFACE_QUERY,
    SURFACE_REDUCE
} MachineSurface;

// Micro.target of SURFACE: a MachineSurface, whether x counts texels and data have the surface's
// format (sust.p, sured.p), and the PtxSuffix of a reduction's operation.
enum { SURFACE_KIND_MASK = 3, SURFACE_TEXELS = 1 << 2, SURFACE_OPERATION_SHIFT = 16 };

static inline MachineSurface surface_kind(uint32_t target)
{
    return (MachineSurface)(target & SURFACE_KIND_MASK);
}

static inline bool surface_writes(uint32_t target)
{
    return surface_kind(target) == SURFACE_STORE || surface_kind(target) == SURFACE_REDUCE;
}

// Micro.target of TEXTURE.
enum {
    TEXTURE_DEPTH = 1 // compares depths
};

// Flags of a micro-op.
enum {
    MICRO_GUARD_NEGATED = 1 << 0, // runs where the guard predicate is false
    MICRO_FTZ = 1 << 1,           // subnormal float inputs and results become signed zeros
    MICRO_SAT = 1 << 2,           // result clamped to [0, 1]; NaN becomes 0
    MICRO_WIDE_ADDRESS = 1 << 3,  // `a` is a 64-bit row
    MICRO_UNIFORM = 1 << 4,       // .uni: the program promises that all lanes agree
    MICRO_VOLATILE = 1 << 5,      // .volatile .relaxed .acquire .release: ordered between blocks
    MICRO_PREDICATE_NEGATED = 1 << 6, // the source predicate of SETP, BARRIER or VOTE is inverted
    MICRO_READ_ONLY = 1 << 7,         // ld.global.nc
    MICRO_CACHE_GLOBAL = 1 << 8,      // .cg, .cv, L1::no_allocate: not kept in L1
    MICRO_SIGNED = 1 << 9,            // loads sign-extend; comparisons and reductions are signed
    MICRO_IF_CONVERTED = 1 << 10,     // its guard came from a branch that lowering removed
    MICRO_SYNC = 1 << 11,             // has a member mask operand (.sync forms)
    MICRO_SETS_CARRY = 1 << 12,
    MICRO_BLOCK_SCOPE = 1 << 12, // of loads, stores and atomics: ordered within the block (.cta)
    MICRO_USES_CARRY = 1 << 13,
    MICRO_BLOCK_PAIR = 1 << 13, // of copies: the mbarriers are those of one block of each pair
    MICRO_RETURNS = 1 << 14,    // the machine's atomic returns the old value, read or not
    MICRO_INCREMENT = 1 << 15   // shared add of one: the machine counts the lanes on each word
};

typedef enum MicroRound { MICRO_RN, MICRO_RZ, MICRO_RM, MICRO_RP } MicroRound;

// One executable operation. Every kind uses the fields it needs; unused rows are ROW_NONE.
typedef struct Micro {
    uint8_t kind;      // MicroKind
    uint8_t type;      // PtxType of the data: memory element, atomic, comparison, shuffle
    uint8_t space;     // PtxSpace of a memory operation
    uint8_t vector;    // elements of a load or store: 1, 2, 4, 8
    uint16_t function; // LaneOp; for other kinds what micro.def says
    uint16_t flags;
    uint8_t round;       // MicroRound
    uint8_t issues;      // warp instructions of the machine that this stands for
    uint8_t pipe;        // MachinePipe of the one that carries the work
    uint8_t width_bytes; // memory: bytes a lane moves in total (element times vector)
    Predicate guard;     // PREDICATE_NONE: always
    Row d, d2;           // destination row or predicate; second destination (predicate)
    Row a, b, c;
    Row e;               // fourth source (member mask, ...)
    Row data[4];         // elements of vector loads, stores and textures
    uint16_t combine;    // PtxSuffix of a second choice, as micro.def says; 0: none
    bool has_paths;      // the `issues` include a branch around a slow path and its reconvergence
    uint8_t sequence;    // which pipes the `issues` run on (micro_issues_on); 0: all on `pipe`
    uint32_t target;     // BRANCH: pc; CALL: index into program->calls; others as micro.def says
    uint32_t reconverge; // BRANCH: pc of the immediate post-dominator; PC_EXIT: the function's end
    uint32_t location;   // index into module->locations; 0: none
    uint32_t ptx_line;   // line of the PTX text
    union {
        int64_t offset; // added to the address; other immediates
        Row addend[4];  // of kinds that micro.def gives them
    };
} Micro;

#define PC_EXIT UINT32_MAX

// Micro.target of GROUP_FETCH.
enum {
    FETCH_TRANSPOSED = 1 << 0, // lines lie across, not along k
    FETCH_NEGATED = 1 << 1     // the elements change their sign
};

// Micro.target of MATRIX_MULTIPLY, SPARSE_MULTIPLY and SCALED_MULTIPLY: what the machine
// instruction that begins here multiplies. Operations: 2 m n k, also where half of a is zero (as
// NVIDIA counts them: traces/h200/tensor/operations.csv); 0: another part has them. The PtxType of
// the elements of a; padded ones count as E4M3.
enum {
    PRODUCT_OPERATIONS = (1 << 24) - 1,
    PRODUCT_TYPE_SHIFT = 24,
    PRODUCT_TYPE = 0x7f,
    PRODUCT_SPARSE_SHIFT = 31 // half of a is zero and is not multiplied
};

// Shapes of a fragment of tensor memory.
typedef enum TensorShape {
    TENSOR_32X32B,
    TENSOR_16X128B,
    TENSOR_16X256B,
    TENSOR_16X32BX2,
    TENSOR_16X64B,
    TENSOR_SHAPE_COUNT
} TensorShape;

// Micro.target of the TENSOR_ kinds. Of TENSOR_LOAD and TENSOR_STORE: the first of its registers in
// the fragment, the shape, and whether two elements of 16 bits are in a register. Of
// TENSOR_MULTIPLY: whether A is in tensor memory, is sparse, or is read one row farther down;
// whether it is weight stationary; and by which power of two D is divided. Of all others and
// TENSOR_MULTIPLY: whether both blocks of a pair take part (.cta_group::2).
enum {
    TENSOR_FIRST_MASK = 0x7f,
    TENSOR_SHAPE_SHIFT = 8,
    TENSOR_PACKED = 1 << 16,
    TENSOR_A_IN_MEMORY = 1 << 17,
    TENSOR_SPARSE = 1 << 18,
    TENSOR_SHIFTED = 1 << 19,
    TENSOR_SCALE_SHIFT = 20,
    TENSOR_SCALE_MASK = 0xf,
    TENSOR_STATIONARY = 1 << 24,
    TENSOR_PAIR = 1 << 25
};

typedef enum MachinePipe {
#define PIPE(name, ...) PIPE_##name,
#include "isa/machine/pipe.def"
#undef PIPE
    PIPE_COUNT
} MachinePipe;

// The values of micro.def's columns.
enum {
    TRAIT_PURE = 1 << 0,
    TRAIT_ACCESS = 1 << 1,
    TRAIT_JUMP = 1 << 2,
    TRAIT_PLACE = 1 << 3,
    TRAIT_MEET = 1 << 4,
    TRAIT_GUARD = 1 << 5,
    TRAIT_STOP = 1 << 6,
    TRAIT_END = 1 << 7,
    TRAIT_WAIT = 1 << 8,
    TRAIT_OFFSET = 1 << 9,
    TRAIT_FOLLOW = 1 << 10,
    TRAIT_COMMON = 1 << 11
};

// The type of an operand, and whether it is read or written. Types beyond LaneType's depend on
// other fields.
typedef enum OperandType {
    OPERAND_U32,
    OPERAND_S32,
    OPERAND_U64,
    OPERAND_P,
    OPERAND_LANE,
    OPERAND_DATA,
    OPERAND_ADDRESS,
    OPERAND_VERDICT,
    OPERAND_STATE,
    OPERAND_MAPPED,
    OPERAND_POINTER,
    OPERAND_COORDINATE
} OperandType;

enum {
    OPERAND_READ = 1 << 6,
    OPERAND_WRITTEN = 1 << 7, // both: read by what writes a surface, else written
    OPERAND_TYPE_MASK = OPERAND_READ - 1
};

typedef struct MicroInfo {
    const char *name;           // "load"
    uint8_t issues;             // machine instructions, unless cost.c says more
    uint8_t pipe;               // MachinePipe
    uint16_t traits;            // TRAIT_...
    uint8_t d, d2, data;        // OperandType with OPERAND_READ or WRITTEN; 0: unused
    uint8_t a, b, c, e, addend; // never written
} MicroInfo;

extern const MicroInfo micro_info[MICRO_KIND_COUNT];

// Whether a micro-op of the kind writes d or d2, and whether it writes data (`target`:
// Micro.target).
static inline bool micro_writes_d(MicroKind kind)
{
    return ((micro_info[kind].d | micro_info[kind].d2) & OPERAND_WRITTEN) != 0;
}

static inline bool micro_writes_data(MicroKind kind, uint32_t target)
{
    bool is_read = (micro_info[kind].data & OPERAND_READ) != 0;
    return (micro_info[kind].data & OPERAND_WRITTEN) != 0 && !(is_read && surface_writes(target));
}

// A row or predicate that a micro-op reads or writes.
typedef struct MicroOperand {
    Row row; // in the frame, constant, or a predicate
    LaneType type;
    bool is_result;
} MicroOperand;
#define MICRO_OPERANDS_MAX 15

// The operands of a micro-op: the guard first, then sources before results. Returns how many.
uint32_t micro_operands(const Micro *micro, MicroOperand operands[MICRO_OPERANDS_MAX]);

LaneType lane_type_of(PtxType type);
bool lane_type_is_wide(LaneType type);

static inline bool micro_has_trait(const Micro *micro, uint16_t trait)
{
    return (micro_info[micro->kind].traits & trait) != 0;
}

// The type of the values that an ATOM changes in memory.
static inline PtxType micro_atomic_type(const Micro *micro)
{
    return (PtxType)(micro->combine != 0 ? micro->combine : micro->type);
}

// Whether a bulk copy combines what it brings with what is there.
static inline bool micro_is_bulk_reduction(const Micro *micro)
{
    return micro->kind == MICRO_COPY_TENSOR
               ? micro->function != PTX_DOT_LOAD && micro->function != PTX_DOT_STORE
               : micro->kind == MICRO_COPY_BULK && micro->function != 0;
}

// Whether it has an address: loads, stores, atomics, copies, matrices, textures.
bool micro_is_access(MicroKind kind);
bool micro_is_branch(MicroKind kind);
// Machine instructions of a lane function on a generation, without .ftz and literals.
uint32_t machine_issues(LaneOp op, uint32_t compute_capability);
// Of a product of 64 bits one factor of which has no upper word.
uint32_t machine_word_product_issues(uint32_t compute_capability);
// The number of machine instructions of the micro-op that run on a pipe.
uint32_t micro_issues_on(const Micro *micro, MachinePipe pipe);

typedef enum ConstantKind {
    CONSTANT_LITERAL,   // bits
    CONSTANT_PARAMETER, // width_bytes at byte `bits` of the parameters; sign-extended if is_signed
    CONSTANT_VARIABLE,  // device address of a .global, .const, texture or surface variable, plus
                        // bits
    CONSTANT_FUNCTION,  // address of a function: its index in module->functions, plus 1
    CONSTANT_SPECIAL    // special register that is equal in the whole launch (%ntid.x, %nctaid.y)
} ConstantKind;

// The value of a constant row, known at the latest when a launch starts.
typedef struct MachineConstant {
    uint8_t kind; // ConstantKind
    bool is_64;   // takes two rows
    bool is_signed;
    uint8_t width_bytes; // PARAMETER: 1, 2, 4 or 8, extended to the row's width
    Row row;             // without ROW_CONSTANT; even when is_64
    uint64_t bits;
    const PtxVariable *variable;
    PtxSpecial special;
} MachineConstant;

// A register row that the executor fills with a special register whenever the function's frame is
// entered (when a warp starts, when it is called); no micro-op writes it.
typedef struct MachineSpecialRow {
    PtxSpecial special;
    Row row;
} MachineSpecialRow;

// A register that a thread may read before it has written it.
typedef struct MachineUnsetRow {
    Row row;
    LaneType type; // U32, U64 or P
} MachineUnsetRow;

// Bytes that are copied between the frames of caller and callee.
typedef struct MachineArgument {
    uint32_t from_offset, to_offset, size_bytes;
} MachineArgument;

typedef struct MachineCall {
    uint32_t function; // index into program->functions; UINT32_MAX: by row a of the micro-op,
                       // or a system call
    MachineArgument *arguments; // caller's frame → callee's frame
    MachineArgument *results;   // callee's frame → caller's frame
    uint32_t argument_count, result_count;
} MachineCall;

typedef struct MachineFunction {
    const PtxFunction *ptx;
    uint32_t entry_pc;
    uint32_t end_pc;    // one past its last micro-op
    uint32_t row_count; // rows of its frame
    uint32_t predicate_count;
    uint32_t frame_bytes;  // per-thread memory: .local variables and call parameters; a multiple
                           // of 16. The frame of a callee starts where its caller's ends.
    uint32_t stack_bytes;  // that a call takes on a GPU, where parameters are in registers
    uint32_t local_offset; // in the frame: of the first .local variable
    MachineSpecialRow *specials;
    uint32_t special_count;
    MachineUnsetRow *unset; // of the entry only: the arguments of other functions are not known
    uint32_t unset_count;
    uint32_t registers; // most live 32-bit registers per thread, as allocated
} MachineFunction;

typedef struct MachineProgram {
    Arena arena;
    const PtxModule *module;
    const PtxFunction *entry;
    MachineTarget target;
    Micro *code;
    uint32_t code_count;
    MachineFunction *functions; // [0] is the entry; then every function it can reach
    uint32_t function_count;
    MachineConstant *constants;
    uint32_t constant_count;
    uint32_t constant_rows;
    uint32_t *function_of; // [module->function_count]: index into functions, or UINT32_MAX
    MachineCall *calls;
    uint32_t call_count;
    TilePart *tiles; // that MATRIX_MULTIPLY computes
    uint32_t tile_count;
    uint32_t *targets; // pcs for BRANCH_INDEX
    uint32_t target_count;
    const PtxVariable **shared; // static shared variables in address order
    uint32_t *shared_offset;    // bytes from the start of shared memory
    uint32_t shared_count;
    uint32_t shared_bytes;         // static shared memory of the entry and what it reaches
    uint32_t registers_per_thread; // as ptxas would report them for this target
    uint32_t barrier_count;
    bool is_recursive;
    bool uses_global_order; // has atomics or ordered accesses in global memory
} MachineProgram;

// Lowers one kernel and everything it calls. Returns NULL on errors (features that this generation
// or this simulator lacks), which are in `diagnostics` with the PTX line. The module must outlive
// the program.
MachineProgram *machine_lower(const PtxModule *module, const PtxFunction *entry,
                              MachineTarget target, Diagnostics *diagnostics);
void machine_destroy(MachineProgram *program);

// Writes the micro-ops as a listing, one a line, for people and golden tests.
void machine_print(const MachineProgram *program, Text *out);

#endif
