// SPDX-License-Identifier: Apache-2.0
// The lowered program: flat micro-ops of one GPU generation, ready to be executed 32 lanes at a
// time. Made by lower.c from a PtxModule; read by sim/warp. A micro-op keeps the meaning of PTX
// instructions (one, or several fused as ptxas fuses them) and carries what they cost on that
// machine: how many warp instructions, on which pipes. Leaves out: cycles, addresses in memory,
// anything of a launch.
#ifndef LOCKSTEP_MACHINE_PROGRAM_H
#define LOCKSTEP_MACHINE_PROGRAM_H

#include "isa/ptx/ptx.h"

#define LANE_COUNT 32

// What the code is lowered for.
typedef struct MachineTarget {
    uint32_t compute_capability; // 10 for 1.0, 90 for 9.0
    uint32_t max_registers;      // a thread may use before it spills, in kernels without bounds of
                                 // their own (as nvcc's -maxrregcount); 0: the generation's limit
    bool is_contraction_off;     // keep unmarked mul and add apart (ptxas -fmad=false)
} MachineTarget;

// A row is 32 lanes of 32 bits. 64-bit values take two adjacent rows, the first one even, holding
// 32 lanes of 64 bits. Register rows are relative to the frame of the running function; constant
// rows hold one value in all lanes and are shared by all warps of a launch.
typedef uint16_t Row;
#define ROW_CONSTANT 0x8000u // set: the other bits index the constant rows
#define ROW_NONE     0xffffu
#define ROW_MAX      0x7fffu

// Predicates are one 32-bit lane mask each, numbered in the frame of the running function. Where a
// Row field holds a predicate ("P" below, and operands that lane.def types P) it holds that number;
// a source P with ROW_CONSTANT set is a constant row of 32 equal words, 0 or ~0: its first word is
// the mask.
typedef int16_t Predicate;
#define PREDICATE_NONE (-1)

// Registers narrower than 32 bits live in the low bits of a 32-bit row. What the upper bits hold is
// not said: whatever reads a narrow type ignores them.

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

// What a micro-op does and which fields say how. "P" is a predicate number, "32"/"64" the width of
// the row. A field that is not named is ROW_NONE or 0. An address is the value of row `a` plus
// `offset`: modulo 2^64 when `a` is 64 (MICRO_WIDE_ADDRESS), else modulo 2^32; with a == ROW_NONE
// it is `offset` alone. A result may have the row of a source of the same width in LANE and LANE4,
// in other kinds only the predicate of another (d2 of CARRY that of e). Every kind obeys `guard`;
// lanes whose guard is off neither write nor access memory.
typedef enum MicroKind {
    // Machine instructions without effect on values. Pipe CBU: where lanes that a branch took apart
    // meet (SYNC, BSYNC), which the hardware counts among the branches.
    MICRO_NOP,
    // d = lane function `function` of (a, b, c); widths and P by lane_info. FTZ, SAT, round.
    MICRO_LANE,
    // p = comparison `function` (a LaneOp with d: P) of a, b; with FTZ. combine 0: d = p, d2 = !p;
    // else PTX_DOT_AND, OR or XOR with q = P c (inverted by PREDICATE_NEGATED): d = p op q, d2 = !p
    // op q. d or d2 may be ROW_NONE.
    MICRO_SETP,
    // Integers of `type` (U32, S32, U64, S64). function PTX_ADD: a + b; PTX_SUB: a - b; PTX_MAD: c
    // + the half `combine` (PTX_DOT_LO, PTX_DOT_HI) of a * b. With USES_CARRY P e is added
    // (PTX_SUB: subtracted). With SETS_CARRY P d2 = carry out of the (last) addition, PTX_SUB:
    // borrow. d = result.
    MICRO_CARRY,
    MICRO_SPECIAL,       // d = special register `function` (a PtxSpecial); 64 when type is U64
    MICRO_FRAME_ADDRESS, // d = local address of byte `offset` of this frame; 64 with WIDE_ADDRESS
    MICRO_BRANCH, // guarded or not, to pc `target`; diverging lanes meet again at `reconverge`
    // To pc targets[offset + x], x = 32 a; x >= `target` is a fault. May diverge many ways.
    MICRO_BRANCH_INDEX,
    // calls[target]: copy the arguments, enter the function, copy the results back when it returns.
    // Function UINT32_MAX: function_of[x - 1], x = a (a function's address; 0 and others are
    // faults).
    MICRO_CALL,
    MICRO_RETURN, // of the lanes whose guard holds
    MICRO_EXIT,   // ends the thread; `ret` of the entry too
    MICRO_TRAP,   // function PTX_TRAP or PTX_BRKPT
    // data[0..vector) = elements of `type` at the address, into rows of 32 bits (64 for 64-bit
    // types). SIGNED: narrow elements are sign-extended to 32 bits, else zero-extended. A data[i]
    // may be ROW_NONE. Spaces: GLOBAL, CONST (device address), SHARED (offset in the block's shared
    // memory), CLUSTER (see window.h), LOCAL (local address), GENERIC, PARAM (the launch's
    // parameter block), REG (memory of this frame that the machine keeps in registers: parameters
    // and results of calls; no memory traffic). With a == ROW_NONE, LOCAL and REG are relative to
    // the frame.
    MICRO_LOAD,
    MICRO_STORE, // the address = data[0..vector), as MICRO_LOAD; the low bytes of each row
    // function PTX_DOT_ADD MIN MAX INC DEC AND OR XOR EXCH CAS, on `type` at the address
    // with b (and c: CAS compares with b and stores c); width by type, 8- and 16-bit in 32. d = old
    // value or ROW_NONE (a reduction). Spaces GLOBAL, SHARED, CLUSTER, GENERIC.
    MICRO_ATOM,
    MICRO_PREFETCH, // prefetch, discard, applypriority: touches nothing
    // cp.async: `vector` bytes (4, 8, 16) to shared address a + offset from global address 64 b +
    // (int32_t) target; 32 c: bytes to read, the rest zeros (ROW_NONE: all); P e
    // (PREDICATE_NEGATED): where true all zeros.
    MICRO_COPY_ASYNC,
    // function PTX_DOT_COMMIT_GROUP, WAIT_GROUP (all but the newest `offset`), WAIT_ALL; combine
    // PTX_DOT_BULK for the groups of cp.async.bulk.
    MICRO_COPY_GROUP,
    // cp.async.bulk by each active lane: 32 c bytes to a + offset (PtxSpace `space`) from b +
    // (int32_t) target (PtxSpace `type`; b as wide as a pointer of its space: 64 for GLOBAL, else
    // 32); completes on the mbarrier at shared address 32 e, or ROW_NONE: in a bulk group.
    MICRO_COPY_BULK,
    // ldmatrix: `vector` 8x8 matrices of 16-bit elements at shared addresses; data[0..vector).
    // function PTX_DOT_TRANS or 0. MATRIX_STORE: stmatrix, likewise.
    MICRO_MATRIX_LOAD,
    MICRO_MATRIX_STORE,
    // Barrier 32 a (ROW_NONE: number `offset`) of the block for 32 b threads (ROW_NONE: all).
    // function PTX_DOT_SYNC, ARRIVE or RED; RED: combine POPC (32 d), AND or OR (P d) of P c
    // (PREDICATE_NEGATED). UNIFORM: the .aligned form, which all live lanes of a warp must execute
    // together.
    MICRO_BARRIER,
    MICRO_WARP_BARRIER,    // bar.warp.sync of member mask 32 e
    MICRO_CLUSTER_BARRIER, // function PTX_DOT_ARRIVE or WAIT; UNIFORM: .aligned
    MICRO_FENCE,           // function: scope PTX_DOT_CTA, CLUSTER, GPU, SYS (GL is GPU); RELEASE:
                           // waits only; ACQUIRE: makes L1 forget only
    // mbarrier at shared address (space SHARED or CLUSTER). function: PTX_DOT_
    //   INIT (b: count), INVAL, EXPECT_TX (b: bytes), COMPLETE_TX (b: bytes),
    //   ARRIVE, ARRIVE_DROP (b: count or ROW_NONE for 1; 64 d: state or ROW_NONE; combine
    //   EXPECT_TX: b is bytes and one arrives; NOCOMPLETE), TEST_WAIT, TRY_WAIT (P d; b: 64 state,
    //   or with combine PARITY 32 phase parity), PENDING_COUNT (32 d of 64 b; no address), ASYNC
    //   (cp.async.mbarrier.arrive: arrive when this thread's copies so far are done; combine NOINC
    //   or 0).
    MICRO_MBARRIER,
    // d = 32 a of the lane that function (PTX_DOT_UP, DOWN, BFLY, IDX), 32 b and 32 c (clamp and
    // segment mask) select; P d2 (or ROW_NONE) = that lane is in range. SYNC: member mask 32 e.
    MICRO_SHUFFLE,
    // function PTX_DOT_ALL, ANY, UNI (P d) or BALLOT (32 d) of P a (PREDICATE_NEGATED). SYNC: mask
    // 32 e.
    MICRO_VOTE,
    MICRO_MATCH, // function PTX_DOT_ANY or ALL; a of `type` B32 or B64; 32 d, P d2 (ALL); mask 32 e
    MICRO_REDUX, // 32 d = function (PTX_DOT_ADD MIN MAX AND OR XOR) of 32 a of `type`; mask 32 e
    MICRO_ACTIVEMASK, // 32 d
    MICRO_ELECT,      // 32 d (or ROW_NONE) = leader lane, P d2 = is leader; mask 32 e
    // tex: data[0..4) = texel. function: geometry PTX_DOT_1D 2D 3D A1D A2D CUBE; combine 0, or
    // LEVEL (level of detail is the last coordinate). type: of the elements. a: 64 texture
    // (reference or object), d: 64 sampler or ROW_NONE. Coordinates in order (array layer first) in
    // b, c, e, d2, 32 each; SIGNED: integers, else floats. tld4: combine PTX_DOT_R, G, B or A. txq:
    // function is the query, data[0].
    MICRO_TEXTURE,
    // function: geometry; target: a MachineSurface; combine PTX_DOT_TRAP, CLAMP or ZERO; type and
    // vector: of data[]; a: 64 surface; coordinates (x in bytes) in b, c, e. Query: function is the
    // query, data[0].
    MICRO_SURFACE,
    // function PTX_MAPA: d = address a in the block of rank 32 b; PTX_GETCTARANK: 32 d = rank of
    // address a. space GENERIC or CLUSTER; WIDE_ADDRESS: a (and d of mapa) are 64.
    MICRO_MAP_CLUSTER,
    MICRO_SYSTEM_CALL, // function: a MachineSystemCall; arguments and results as in calls[target]
    MICRO_STACK, // function PTX_ALLOCA: 64 d = local address of 64 a bytes aligned to `offset`;
                 // PTX_STACKSAVE: 64 d; PTX_STACKRESTORE: 64 a
    MICRO_SLEEP, // 32 a nanoseconds
    MICRO_LANE4, // d = lane function `function` (a Lane4Op) of (a, b, c, e); widths by lane4_info
    MICRO_KIND_COUNT
} MicroKind;

// Functions that the driver provides. Their arguments lie in the caller's frame where
// calls[target]. arguments[i].from_offset says (size_bytes each, in order of declaration), the
// result goes to results[0].to_offset.
typedef enum MachineSystemCall {
    SYSTEM_VPRINTF, // (format: generic address, arguments: generic address of packed values) -> s32
    SYSTEM_ASSERTFAIL, // (message, file: generic addresses, line: u32, function: generic address,
                       // size: u64)
    SYSTEM_MALLOC,     // (bytes: u64) -> generic address or 0
    SYSTEM_FREE        // (generic address)
} MachineSystemCall;

typedef enum MachineSurface { SURFACE_LOAD, SURFACE_STORE, SURFACE_QUERY } MachineSurface;

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
    MICRO_USES_CARRY = 1 << 13,
    MICRO_RETURNS = 1 << 14,  // the machine's atomic returns the old value, read or not
    MICRO_INCREMENT = 1 << 15 // shared add of one: the machine counts the lanes on each word
};

typedef enum MicroRound { MICRO_RN, MICRO_RZ, MICRO_RM, MICRO_RP } MicroRound;

// One executable operation. Every kind uses the fields it needs; unused rows are ROW_NONE.
typedef struct Micro {
    uint8_t kind;      // MicroKind
    uint8_t type;      // PtxType of the data: memory element, atomic, comparison, shuffle
    uint8_t space;     // PtxSpace of a memory operation
    uint8_t vector;    // elements of a load or store: 1, 2, 4, 8
    uint16_t function; // LaneOp; for other kinds what MicroKind says
    uint16_t flags;
    uint8_t round;       // MicroRound
    uint8_t issues;      // warp instructions of the machine this stands for
    uint8_t pipe;        // MachinePipe of the one that carries the work
    uint8_t width_bytes; // memory: bytes a lane moves in all (element times vector)
    Predicate guard;     // PREDICATE_NONE: always
    Row d, d2;           // destination row or predicate; second destination (predicate)
    Row a, b, c;
    Row e;               // fourth source (member mask, ...)
    Row data[4];         // elements of vector loads, stores and textures
    uint16_t combine;    // PtxSuffix of a second choice, as MicroKind says; 0: none
    bool has_paths;      // among the `issues` are a branch around a slow path and its meeting
    uint8_t sequence;    // which pipes the `issues` run on (micro_issues_on); 0: all on `pipe`
    uint32_t target;     // BRANCH: pc; CALL: index into program->calls; others as MicroKind says
    uint32_t reconverge; // BRANCH: pc of the immediate post-dominator; PC_EXIT: the function's end
    uint32_t location;   // index into module->locations; 0: none
    uint32_t ptx_line;   // line of the PTX text
    int64_t offset;      // added to the address; other immediates
} Micro;

#define PC_EXIT UINT32_MAX

typedef enum MachinePipe {
#define PIPE(name, ...) PIPE_##name,
#include "isa/machine/pipe.def"
#undef PIPE
    PIPE_COUNT
} MachinePipe;

// Loads, stores, atomics, copies, matrices, textures: what has an address.
bool micro_is_access(MicroKind kind);
bool micro_is_branch(MicroKind kind);
// How many of the machine instructions that the micro-op stands for run on a pipe.
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

// Bytes that move between the frames of caller and callee.
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
    uint32_t frame_bytes; // per-thread memory: .local variables and call parameters; a multiple
                          // of 16. The frame of a callee starts where its caller's ends.
    MachineSpecialRow *specials;
    uint32_t special_count;
    uint32_t registers; // live 32-bit registers per thread at the most, as allocated
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

// Lowers one kernel and everything it calls. NULL on errors (what this generation or this simulator
// lacks), which are in `diagnostics` with the PTX line. The module must outlive the program.
MachineProgram *machine_lower(const PtxModule *module, const PtxFunction *entry,
                              MachineTarget target, Diagnostics *diagnostics);
void machine_destroy(MachineProgram *program);

// Writes the micro-ops as a listing, one a line, for people and golden tests.
void machine_print(const MachineProgram *program, Text *out);

#endif
