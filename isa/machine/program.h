// SPDX-License-Identifier: Apache-2.0
// The lowered program: flat micro-ops of one GPU generation, ready to be executed 32 lanes at a time.
// Made by lower.c from a PtxModule; read by sim/sm. A micro-op keeps the meaning of PTX instructions
// (one, or several fused as ptxas fuses them) and carries what they cost on that machine: how many
// warp instructions, on which pipes. Leaves out: cycles, addresses in memory, anything of a launch.
#ifndef LOCKSTEP_MACHINE_PROGRAM_H
#define LOCKSTEP_MACHINE_PROGRAM_H

#include "isa/ptx/ptx.h"

#define LANE_COUNT 32

// What the code is lowered for.
typedef struct MachineTarget {
    uint32_t compute_capability;  // 10 for 1.0, 90 for 9.0
    uint32_t max_registers;       // a thread may use before it spills; 0: the generation's limit
    bool is_contraction_off;      // keep unmarked mul and add apart (ptxas -fmad=false)
} MachineTarget;

// A row is 32 lanes of 32 bits. 64-bit values take two adjacent rows, the first one even, holding 32
// lanes of 64 bits. Register rows are relative to the frame of the running function; constant rows hold
// one value in all lanes and are shared by all warps of a launch.
typedef uint16_t Row;
#define ROW_CONSTANT 0x8000u  // set: the other bits index the constant rows
#define ROW_NONE     0xffffu

// Predicates are one 32-bit lane mask each, numbered in the frame of the running function.
typedef int16_t Predicate;
#define PREDICATE_NONE (-1)

// Functions over lanes: LANE_ADD_32, LANE_FMA_F32, ... (rows of lane.def, whose expressions sim/sm
// compiles). Lane functions read rows (or masks) and write one row (or mask).
typedef enum LaneOp {
#define LANE(name, ...) LANE_##name,
#include "isa/machine/lane.def"
#undef LANE
    LANE_OP_COUNT
} LaneOp;

// How lane.def's columns describe an operand.
typedef enum LaneType {
    LANE_TYPE_NONE,
    LANE_TYPE_U32, LANE_TYPE_S32, LANE_TYPE_F32,  // 32-bit rows
    LANE_TYPE_U64, LANE_TYPE_S64, LANE_TYPE_F64,  // 64-bit rows
    LANE_TYPE_P                                   // predicate mask
} LaneType;

typedef struct LaneInfo {
    const char *name;   // "ADD_32"
    const char *keys;   // PTX spellings it implements, blank-separated: "add.u32 add.s32"
    LaneType d, a, b, c;
} LaneInfo;

extern const LaneInfo lane_info[LANE_OP_COUNT];

// Finds the lane function of a PTX spelling ("mul.wide.s32"; rounding, .ftz, .sat, .approx left out as
// lane.def says), or LANE_OP_COUNT.
LaneOp lane_find(const char *key);

typedef enum MicroKind {
    MICRO_NOP,             // machine instructions without effect on values (prologue, convergence)
    MICRO_LANE,            // d = op(a, b, c)
    MICRO_SETP,            // p d (and d2) from a comparison, with an optional boolean operation
    MICRO_CARRY,           // add.cc addc sub.cc subc mad.cc madc: reads/writes the carry mask
    MICRO_SPECIAL,         // d = special register read at run time (clock, globaltimer, smid, ...)
    MICRO_FRAME_ADDRESS,   // d = address of a .local variable (or call parameter) in this frame
    MICRO_BRANCH,          // to target, guarded or not
    MICRO_BRANCH_INDEX,    // brx.idx: targets[offset .. offset+vector) by a
    MICRO_CALL,            // call: calls[offset]
    MICRO_RETURN,
    MICRO_EXIT,
    MICRO_TRAP,            // trap; brkpt
    MICRO_LOAD,            // data[0..vector) = [a + offset]
    MICRO_STORE,           // [a + offset] = data[0..vector)
    MICRO_ATOM,            // d (or ROW_NONE) = atomic function on [a + offset] with b, c
    MICRO_PREFETCH,        // prefetch, discard, applypriority: touches nothing
    MICRO_COPY_ASYNC,      // cp.async: shared [a] = global [b], `vector` bytes, c: source size or none
    MICRO_COPY_GROUP,      // cp.async.commit_group, wait_group, wait_all
    MICRO_COPY_BULK,       // cp.async.bulk, not tensor forms
    MICRO_MATRIX_LOAD,     // ldmatrix
    MICRO_MATRIX_STORE,    // stmatrix
    MICRO_BARRIER,         // bar, barrier, and their .arrive and .red forms
    MICRO_WARP_BARRIER,    // bar.warp.sync
    MICRO_CLUSTER_BARRIER, // barrier.cluster.arrive, .wait
    MICRO_FENCE,           // membar, fence
    MICRO_MBARRIER,        // mbarrier.*
    MICRO_SHUFFLE,         // d, predicate d2 = shfl of a by b, c
    MICRO_VOTE,
    MICRO_MATCH,
    MICRO_REDUX,
    MICRO_ACTIVEMASK,
    MICRO_ELECT,
    MICRO_TEXTURE,         // tex, tld4, txq
    MICRO_SURFACE,         // suld, sust, sured, suq
    MICRO_MAP_CLUSTER,     // mapa, getctarank
    MICRO_SYSTEM_CALL,     // vprintf, __assertfail, malloc, free
    MICRO_STACK,           // alloca, stacksave, stackrestore
    MICRO_SLEEP,           // nanosleep
    MICRO_KIND_COUNT
} MicroKind;

// Flags of a micro-op.
enum {
    MICRO_GUARD_NEGATED = 1 << 0,  // runs where the guard predicate is false
    MICRO_FTZ = 1 << 1,            // subnormal float inputs and results become signed zeros
    MICRO_SAT = 1 << 2,            // result clamped to [0, 1]; NaN becomes 0
    MICRO_WIDE_ADDRESS = 1 << 3,   // `a` is a 64-bit row
    MICRO_UNIFORM = 1 << 4,        // .uni: the program promises that all lanes agree
    MICRO_VOLATILE = 1 << 5,       // .volatile .relaxed .acquire .release: ordered between blocks
    MICRO_B_NEGATED = 1 << 6,      // a source predicate is negated (per kind: see lower.c)
    MICRO_READ_ONLY = 1 << 7,      // ld.global.nc
    MICRO_CACHE_GLOBAL = 1 << 8,   // .cg, .cv, L1::no_allocate: not kept in L1
    MICRO_SIGNED = 1 << 9,         // loads sign-extend; comparisons and reductions are signed
    MICRO_IF_CONVERTED = 1 << 10,  // its guard came from a branch that lowering removed
    MICRO_SYNC = 1 << 11,          // has a member mask operand (.sync forms)
    MICRO_SETS_CARRY = 1 << 12,
    MICRO_USES_CARRY = 1 << 13,
    MICRO_C_NEGATED = 1 << 14
};

typedef enum MicroRound { MICRO_RN, MICRO_RZ, MICRO_RM, MICRO_RP } MicroRound;

// One executable operation. Every kind uses the fields it needs; unused rows are ROW_NONE.
typedef struct Micro {
    uint8_t kind;         // MicroKind
    uint8_t type;         // PtxType of the data: memory element, atomic, comparison, shuffle
    uint8_t space;        // PtxSpace of a memory operation
    uint8_t vector;       // elements of a load or store: 1, 2, 4, 8
    uint16_t function;    // LaneOp; for other kinds the PtxSuffix that selects the operation
    uint16_t flags;
    uint8_t round;        // MicroRound
    uint8_t issues;       // warp instructions of the machine this stands for
    uint8_t pipe;         // MachinePipe of the one that carries the work
    uint8_t width_bytes;  // memory: bytes a lane moves in all (element times vector)
    Predicate guard;      // PREDICATE_NONE: always
    Row d, d2;            // destination row or predicate; second destination (predicate)
    Row a, b, c;
    Row e;                // fourth source (member mask, ...)
    Row data[4];          // elements of vector loads, stores and textures
    uint32_t target;      // BRANCH: pc; CALL: index into program->calls
    uint32_t reconverge;  // BRANCH: pc of the immediate post-dominator; PC_EXIT: at the function's end
    uint32_t location;    // index into module->locations; 0: none
    uint32_t ptx_line;    // line of the PTX text
    int64_t offset;       // added to the address; other immediates
} Micro;

#define PC_EXIT UINT32_MAX

typedef enum MachinePipe {
#define PIPE(name, ...) PIPE_##name,
#include "isa/machine/pipe.def"
#undef PIPE
    PIPE_COUNT
} MachinePipe;

typedef enum ConstantKind {
    CONSTANT_LITERAL,    // bits
    CONSTANT_PARAMETER,  // bits_wide/8 bytes at parameter byte `bits`; sign-extended if is_signed
    CONSTANT_VARIABLE,   // address of variable + bits (is_generic: generic, else in its space)
    CONSTANT_FUNCTION,   // index of the function, as an address for indirect calls
    CONSTANT_SPECIAL     // special register that is equal in the whole launch (%ntid.x, %nctaid.y)
} ConstantKind;

// The value of a constant row, known at the latest when a launch starts.
typedef struct MachineConstant {
    uint8_t kind;         // ConstantKind
    bool is_64;           // takes two rows
    bool is_signed;
    bool is_generic;
    uint8_t width_bytes;  // PARAMETER: 1, 2, 4 or 8
    Row row;
    uint64_t bits;
    const PtxVariable *variable;
    PtxSpecial special;
} MachineConstant;

// A register row that the executor fills with a special register when a warp starts.
typedef struct MachineSpecialRow {
    PtxSpecial special;
    Row row;
} MachineSpecialRow;

// Bytes that move between the frames of caller and callee.
typedef struct MachineArgument {
    uint32_t from_offset, to_offset, size_bytes;
} MachineArgument;

typedef struct MachineCall {
    uint32_t function;            // index into program->functions; UINT32_MAX: by row a of the micro-op
    MachineArgument *arguments;   // caller's frame → callee's frame
    MachineArgument *results;     // callee's frame → caller's frame
    uint32_t argument_count, result_count;
} MachineCall;

typedef struct MachineFunction {
    const PtxFunction *ptx;
    uint32_t entry_pc;
    uint32_t end_pc;            // one past its last micro-op
    uint32_t row_count;         // rows of its frame
    uint32_t predicate_count;
    uint32_t frame_bytes;       // per-thread memory: .local variables and call parameters
    uint32_t registers;         // live 32-bit registers per thread at the most, as allocated
} MachineFunction;

typedef struct MachineProgram {
    Arena arena;
    const PtxModule *module;
    const PtxFunction *entry;
    MachineTarget target;
    Micro *code;
    uint32_t code_count;
    MachineFunction *functions;  // [0] is the entry; then every function it can reach
    uint32_t function_count;
    MachineConstant *constants;
    uint32_t constant_count;
    uint32_t constant_rows;
    MachineSpecialRow *specials; // in the entry's frame; functions copy them at calls
    uint32_t special_count;
    MachineCall *calls;
    uint32_t call_count;
    uint32_t *targets;           // pcs for BRANCH_INDEX
    uint32_t target_count;
    const PtxVariable **shared;  // static shared variables in address order
    uint32_t *shared_offset;     // bytes from the start of shared memory
    uint32_t shared_count;
    uint32_t shared_bytes;       // static shared memory of the entry and what it reaches
    uint32_t registers_per_thread;  // as ptxas would report them for this target
    uint32_t barrier_count;
    bool is_recursive;
    bool uses_global_order;      // has atomics or ordered accesses in global memory
} MachineProgram;

// Lowers one kernel and everything it calls. NULL on errors (what this generation or this simulator
// lacks), which are in `diagnostics` with the PTX line. The module must outlive the program.
MachineProgram *machine_lower(const PtxModule *module, const PtxFunction *entry,
                              MachineTarget target, Diagnostics *diagnostics);
void machine_destroy(MachineProgram *program);

// Writes the micro-ops as a listing, one a line, for people and golden tests.
void machine_print(const MachineProgram *program, Text *out);

#endif
