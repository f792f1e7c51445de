// SPDX-License-Identifier: Apache-2.0
#include "sim/time/micro_time.h"

#include <math.h>
#include <string.h>

// A row of rate.def, or one lane function more of the row before it.
typedef struct RateEntry {
    uint16_t subject;     // LaneOp, or Lane4Op, numbered after them; RATE_ROW: a row begins
    uint16_t of;          // LaneOp for which the keys hold
    size_t rate, latency; // offsets of doubles in Gpu
} RateEntry;

enum { RATE_ROW = LANE_OP_COUNT + LANE4_OP_COUNT };

static const RateEntry rate_entries[] = {
#define RATE(rate, latency, op) {RATE_ROW, LANE_##op, offsetof(Gpu, rate), offsetof(Gpu, latency)},
#define OF(name)                {.subject = LANE_##name},
#define OF4(name)               {.subject = LANE_OP_COUNT + LANE4_##name},
#include "sim/time/rate.def"
#undef RATE
#undef OF
#undef OF4
};

// What was measured of a lane function or a kind of micro-op (instruction_time.def).
typedef struct InstructionTime {
    bool is_kind, is_shared;
    uint8_t pipe;     // of a lane function
    uint16_t subject; // LaneOp or MicroKind
    double latency, span, holds;
    double blocks; // the scheduler; 0: for a cycle an instruction
} InstructionTime;

static const InstructionTime instruction_times[] = {
#define LANE_TIME(name, pipe, latency, span, holds)                                                \
    {false, false, PIPE_##pipe, LANE_##name, latency, span, holds, 0},
#define DIVISION_TIME(name, is_shared, pipe, latency, span, holds, blocks)                         \
    {false, is_shared, PIPE_##pipe, LANE_##name, latency, span, holds, blocks},
#define KIND_TIME(name, latency, holds)                                                            \
    {true, false, PIPE_NONE, MICRO_##name, latency, 0, holds, 0},
#include "sim/time/instruction_time.def"
#undef LANE_TIME
#undef DIVISION_TIME
#undef KIND_TIME
};

static const InstructionTime *find_time(bool is_kind, bool is_shared, uint32_t subject)
{
    for (size_t i = 0; i < sizeof instruction_times / sizeof *instruction_times; i++) {
        const InstructionTime *time = &instruction_times[i];
        if (time->is_kind == is_kind && time->is_shared == is_shared && time->subject == subject) {
            return &instruction_times[i];
        }
    }
    return NULL;
}

static double gpu_double(const Gpu *gpu, size_t offset)
{
    double value;
    memcpy(&value, (const char *)gpu + offset, sizeof value);
    return value;
}

// The lane function of a micro-op as rate.def numbers them; RATE_ROW: none that it could name.
static uint32_t subject_of(const Micro *micro)
{
    bool is_lane = micro->kind == MICRO_LANE || micro->kind == MICRO_SETP;
    return micro->pipe == PIPE_FP64     ? RATE_ROW
           : is_lane                    ? micro->function
           : micro->kind == MICRO_LANE4 ? (uint32_t)LANE_OP_COUNT + micro->function
                                        : RATE_ROW;
}

static const RateEntry *find_rate(uint32_t subject)
{
    const RateEntry *row = NULL;
    for (size_t i = 0; subject != RATE_ROW && i < sizeof rate_entries / sizeof *rate_entries; i++) {
        row = rate_entries[i].subject == RATE_ROW ? &rate_entries[i] : row;
        if (rate_entries[i].subject == subject) {
            return row;
        }
    }
    return NULL;
}

// Results per cycle of one SM on a pipe, by its most frequent operation.
static double pipe_rate(const Gpu *gpu, uint8_t pipe)
{
    switch (pipe) {
    case PIPE_ALU: return gpu->rate_int_add;
    case PIPE_FMA: return gpu->rate_fp32;
    case PIPE_FP16: return gpu->rate_fp16 / 2; // a pair is one result of a lane
    case PIPE_FP64: return gpu->rate_fp64;
    case PIPE_XU: return gpu->rate_sfu;
    default: return 0;
    }
}

double pipe_interval(const Gpu *gpu, MachinePipe pipe)
{
    double rate = pipe_rate(gpu, (uint8_t)pipe);
    return rate > 0 ? LANE_COUNT * (double)gpu->warp_schedulers / rate : 1;
}

static double pipe_latency(const Gpu *gpu, uint8_t pipe)
{
    switch (pipe) {
    case PIPE_FP64: return gpu->lat_fp64 > 0 ? gpu->lat_fp64 : gpu->lat_alu;
    case PIPE_XU: return gpu->lat_sfu;
    default: return gpu->lat_alu;
    }
}

static void set_arithmetic(MicroTime *time, const Micro *micro, const Gpu *gpu)
{
    double rate = pipe_rate(gpu, micro->pipe), latency = pipe_latency(gpu, micro->pipe);
    const RateEntry *row = find_rate(subject_of(micro));
    uint32_t issues = row != NULL ? machine_issues((LaneOp)row->of, gpu->compute_capability) : 0;
    bool is_native = issues > 1 && micro->issues == 1; // where the row's is a sequence
    if (row != NULL && gpu_double(gpu, row->rate) > 0 && !is_native) {
        rate = gpu_double(gpu, row->rate) * sequence_holds(issues);
        latency = gpu_double(gpu, row->latency) - (issues - 1) * gpu->lat_alu;
    }
    double lanes = LANE_COUNT * (double)gpu->warp_schedulers;
    time->interval = (float)(rate > 0 ? lanes / rate : 1);
    bool is_on_lanes = micro->pipe == PIPE_ALU || micro->pipe == PIPE_FMA;
    if (gpu->issue_width > 1 && is_on_lanes && gpu->rate_fp32 > 0) { // else one a cycle at most
        time->lanes = (float)(lanes / gpu->rate_fp32);
    }
    time->latency = (float)latency;
    time->gap = (float)gpu->lat_alu;
    time->reason = micro->pipe == PIPE_XU ? READY_SHORT : READY_WAIT;
}

// The products of 64 bits that were measured have a factor without an upper word.
static bool is_word_product(const Micro *micro, uint32_t capability)
{
    return (micro->function == LANE_MUL_LO_64 || micro->function == LANE_MAD_LO_64) &&
           micro->issues == machine_word_product_issues(capability);
}

// Measured times stand for the whole sequence that ptxas makes from compute capability 7.0 on, not
// for the shorter ones with .ftz or a known operand.
static const InstructionTime *measured_time(const Micro *micro, const Gpu *gpu)
{
    uint32_t capability = gpu->compute_capability;
    bool is_lane = micro->kind == MICRO_LANE;
    bool is_whole = !is_lane ||
                    micro->issues == machine_issues((LaneOp)micro->function, capability) ||
                    is_word_product(micro, capability);
    const InstructionTime *time =
        find_time(!is_lane, !is_whole, is_lane ? micro->function : (uint32_t)micro->kind);
    bool is_wide = time == NULL || time->pipe != PIPE_FP64 || 2 * gpu->rate_fp64 >= gpu->rate_fp32;
    return capability >= 70 && is_wide ? time : NULL;
}

static void set_measured(MicroTime *time, const Micro *micro, const Gpu *gpu)
{
    const InstructionTime *measured = measured_time(micro, gpu);
    if (measured == NULL) {
        return;
    }
    uint32_t issues = time->issues > 0 ? time->issues : 1;
    if (!measured->is_kind && measured->pipe != time->pipe) {
        time->pipe = measured->pipe;
        time->interval = (float)pipe_interval(gpu, (MachinePipe)measured->pipe);
        time->lanes = 0;
    }
    if (measured->span > 0) {
        time->gap = (float)fmax(floor(measured->span / issues + 0.5), 1);
    }
    double more = floor(measured->blocks - issues + 0.5);
    time->slow_issues = (uint8_t)fmax(fmin(more, issues), 0);
    time->interval *= (float)(measured->holds / sequence_holds(issues));
    time->latency = (float)fmax(measured->latency - (issues - 1) * (double)time->gap, 1);
}

// ptxas spreads additions and shifts by a known number over two pipes: IADD3 and SHF, or IMAD.IADD,
// IMAD.SHL and VIADD (traces/h200/instructions.csv: setp_add, bfi, vote_ballot).
static bool can_move(const Micro *micro, const Gpu *gpu)
{
    bool is_shift = micro->function == LANE_SHL_32 && (micro->b & ROW_CONSTANT) != 0;
    return gpu->compute_capability >= 70 && micro->kind == MICRO_LANE && micro->issues == 1 &&
           micro->pipe == PIPE_ALU &&
           (micro->function == LANE_ADD_32 || micro->function == LANE_SUB_32 || is_shift);
}

// What decides whether a micro-op does anything must be known sooner than what it works on.
static void set_guard(MicroTime *time, const Micro *micro, const Gpu *gpu, uint32_t predicates)
{
    Row row =
        micro->kind == MICRO_VOTE && micro->guard == PREDICATE_NONE ? micro->a : (Row)micro->guard;
    if (row != ROW_NONE && (row & ROW_CONSTANT) == 0 && gpu->lat_guard > gpu->lat_alu) {
        time->guard = (uint16_t)(predicates + row);
        time->guard_cycles = (uint16_t)(gpu->lat_guard - gpu->lat_alu);
    }
}

static const uint8_t time_classes[MICRO_KIND_COUNT] = {
#define MICRO(kind, name, issues, pipe, time, ...) [MICRO_##kind] = TIME_##time,
#include "isa/machine/micro.def"
#undef MICRO
};

static TimeClass class_of(const Micro *micro)
{
    bool is_plain = micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE;
    bool is_in_registers = micro->space == PTX_SPACE_PARAM || micro->space == PTX_SPACE_REG;
    bool is_narrow = (micro->function == PTX_DOT_CTA && micro->combine != PTX_DOT_PROXY) ||
                     micro->function == PTX_DOT_ACQUIRE;
    if ((is_plain && is_in_registers) || (micro->kind == MICRO_FENCE && is_narrow)) {
        return TIME_FIXED;
    }
    return (TimeClass)time_classes[micro->kind];
}

// `predicates`: slot of predicate 0.
static void add_operands(MicroTime *time, const Micro *micro, uint32_t predicates)
{
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands);
    for (uint32_t i = 0; i < count; i++) {
        Row row = operands[i].row;
        uint32_t slot = operands[i].type == LANE_TYPE_P ? predicates + row : row;
        if ((row & ROW_CONSTANT) != 0) {
            continue;
        }
        if (operands[i].is_result) {
            time->results[time->result_count++] = (uint16_t)slot;
        } else {
            time->sources[time->source_count++] = (uint16_t)slot;
        }
    }
}

// A product of a warpgroup takes as long as its tensor core multiplies, or the SM reads its
// matrices from shared memory, 128 bytes a cycle. The warp goes on at once, and the next product
// follows without a gap, also one that adds to the same sums. Both were measured on an H200
// (traces/h200/hopper/rates.csv).
static void set_group(MicroTime *time, const TilePart *part, const Gpu *gpu)
{
    enum { ROWS = 64, COLUMNS = 8, SHARED_BYTES = 128 };
    const MatrixTile *tile = &part->tile;
    uint32_t columns = part->count * COLUMNS;
    double bytes_a = ROWS * tile_depth(tile) * tile_bits(tile, TILE_A) / 8.0;
    double bytes_b = columns * tile->k * tile_bits(tile, TILE_B) / 8.0;
    double reading = ((part->reads_a ? bytes_a : 0) + bytes_b) / SHARED_BYTES;
    double work = (double)ROWS * columns * tile_depth(tile) * tile_bits(tile, TILE_A) / 16;
    double multiplying = fmax(work / gpu->rate_tensor_group, gpu->tensor_group_cycles);
    time->interval = (float)fmax(reading, multiplying);
    time->latency = 0;
    time->class = part->count > 0 ? TIME_PRODUCT : TIME_FIXED; // the other parts are free
}

// A matrix multiplication, by its work: products of f16, of which wider elements take more and
// narrower ones fewer. The form was measured on an H200 (traces/h200/tensor/rates.csv: 7.0 and 4.5
// cycles of a scheduler for m16n8k16 and m16n8k8 of f16, 30.8 and 19.6 until the sum can be used).
static void set_tile(MicroTime *time, const TilePart *part, const Gpu *gpu)
{
    const MatrixTile *tile = &part->tile;
    double schedulers = gpu->warp_schedulers;
    if (tile_is_group(tile)) {
        set_group(time, part, gpu);
        return;
    }
    double products = (double)tile->m * tile->n * tile_depth(tile);
    bool is_converted = tile_is_converted(tile, gpu->compute_capability);
    double work = products * (is_converted ? 16 : tile_bits(tile, TILE_A)) / 16;
    if (tile->type[TILE_A] == PTX_TYPE_F64) {
        time->interval =
            (float)(products > 512 ? products * schedulers / gpu->rate_tensor_fp64 : 16);
        time->latency = (float)(25 + products * 0.035);
    } else {
        double more = tile->is_sparse ? gpu->tensor_sparse_cycles : 0;
        time->interval = (float)(gpu->tensor_cycles + more + work * schedulers / gpu->rate_tensor);
        time->latency = (float)(gpu->lat_tensor + work * gpu->lat_tensor_product);
    }
    time->class = TIME_FIXED;
}

// Registers of a load or store of tensor memory, one after the other: a lane of it moves a word a
// cycle. The registers of fragments of 16 lanes, and packed ones, have two words a lane.
static void set_tensor_access(MicroTime *time, const Micro *micro, const Gpu *gpu)
{
    bool is_half = (micro->target >> TENSOR_SHAPE_SHIFT & 0xff) != TENSOR_32X32B;
    bool is_packed = (micro->target & TENSOR_PACKED) != 0;
    time->interval = (float)(micro->vector << is_half << is_packed);
    time->latency = time->interval + (float)gpu->lat_tensor_memory;
    time->reason = READY_TENSOR;
}

static bool is_shared_access(const Micro *micro)
{
    bool is_access =
        micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE || micro->kind == MICRO_ATOM;
    return is_access && micro->space == PTX_SPACE_SHARED;
}

static void set_micro(MicroTime *time, const MachineProgram *program, const Micro *micro,
                      const Gpu *gpu)
{
    time->issues = micro->issues;
    time->pipe = micro->pipe;
    time->class = (uint8_t)class_of(micro);
    time->forgets_l1 = micro->kind == MICRO_FENCE && micro->function != PTX_DOT_CTA &&
                       micro->function != PTX_DOT_RELEASE;
    time->is_shared = is_shared_access(micro);
    time->is_commit = micro->kind == MICRO_PRODUCT_GROUP && micro->function == PTX_DOT_COMMIT_GROUP;
    set_arithmetic(time, micro, gpu);
    set_measured(time, micro, gpu);
    bool is_tensor = micro->kind == MICRO_TENSOR_LOAD || micro->kind == MICRO_TENSOR_STORE;
    if (is_tensor) {
        set_tensor_access(time, micro, gpu);
    }
    time->is_movable = can_move(micro, gpu);
    bool is_shared = micro->space == PTX_SPACE_SHARED || micro->space == PTX_SPACE_CLUSTER;
    time->held = is_shared || time->class == TIME_MIO ? STALL_MIO
                 : micro->pipe == PIPE_TEX            ? STALL_TEX
                                                      : STALL_LG;
    switch (time->class) {
    case TIME_MIO:
        time->interval = (float)(gpu->rate_shuffle > 0 ? LANE_COUNT / gpu->rate_shuffle : 1);
        time->latency = (float)gpu->lat_shared;
        time->reason = READY_SHORT;
        break;
    case TIME_TILE: set_tile(time, &program->tiles[micro->function], gpu); break;
    case TIME_FENCE:
        time->latency =
            (float)(micro->function == PTX_DOT_SYS && gpu->lat_fence_sys > 0 ? gpu->lat_fence_sys
                                                                             : gpu->lat_fence);
        // MEMBAR.ALL of a proxy fence: 255 to 550 cycles after loads, where an atomic takes 292 or
        // 509 and a fence 97 more (traces/h200/probes/tile_phases.txt)
        time->shorter_cycles = micro->combine == PTX_DOT_PROXY ? (float)gpu->lat_fence_flush : 0;
        break;
    case TIME_MEMORY:
        time->interval = 1;
        if (micro->kind == MICRO_MBARRIER) {
            time->latency = (float)gpu->lat_mbarrier;
            time->reason = READY_MBARRIER;
        }
        break;
    case TIME_BRANCH:
        time->interval = 1;
        time->latency = (float)(gpu->lat_branch > 0 ? gpu->lat_branch : 2 * gpu->lat_alu);
        break;
    case TIME_CLUSTER:
    case TIME_SLEEP:
    case TIME_GROUP: time->interval = 1; break;
    case TIME_TENSOR: time->interval = 0; break; // sm_use_tensor
    case TIME_BARRIER:
        time->interval = 1;
        time->reason = micro->combine == PTX_DOT_WAIT_GROUP ? READY_WARPGROUP : READY_BARRIER;
        break;
    default: break;
    }
    if (time->issues > 1) {
        float share = (float)sequence_holds(time->issues) / (float)time->issues;
        time->interval *= share;
        time->lanes *= share;
    }
    if (time->issues == 0 && time->class == TIME_FIXED && !is_tensor) {
        time->class = TIME_FREE;
    }
}

static void add_wait(MicroTime *time, uint16_t slot)
{
    for (uint32_t i = 0; i < time->wait_count; i++) {
        if (time->waits[i] == slot) {
            return;
        }
    }
    time->waits[time->wait_count++] = slot;
}

static void set_rest(MicroTime *time)
{
    for (uint32_t i = 0; i < time->source_count; i++) {
        add_wait(time, time->sources[i]);
    }
    for (uint32_t i = 0; i < time->result_count; i++) {
        add_wait(time, time->results[i]);
    }
    time->is_plain = time->class == TIME_FIXED && time->issues == 1 && time->slow_issues == 0 &&
                     !time->forgets_l1 && !time->is_commit;
    time->waits_for_more = time->forgets_l1 || time->class == TIME_FENCE ||
                           time->class == TIME_GROUP ||
                           (time->class == TIME_BARRIER && time->reason == READY_WARPGROUP);
    time->ready_after = (uint32_t)cycle_ceil(time->latency) << 4 | time->reason;
}

static bool is_copy(const Micro *micro)
{
    return micro->kind == MICRO_COPY_ASYNC || micro->kind == MICRO_COPY_BULK ||
           micro->kind == MICRO_COPY_TENSOR;
}

ProgramTime program_time(const MachineProgram *program, const Gpu *gpu, Arena *arena)
{
    uint32_t rows = 0, predicates = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const MachineFunction *function = &program->functions[i];
        rows = function->row_count > rows ? function->row_count : rows;
        predicates =
            function->predicate_count > predicates ? function->predicate_count : predicates;
    }
    ProgramTime time = {.micros = arena_alloc(arena, program->code_count * sizeof(MicroTime)),
                        .slot_count = rows + predicates,
                        .group_slot = rows + predicates};
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        bool is_first = is_copy(&program->code[pc]) && time.slot_count == time.group_slot;
        time.slot_count += is_first ? 2 * GROUP_SLOTS : 0;
        set_micro(&time.micros[pc], program, &program->code[pc], gpu);
        add_operands(&time.micros[pc], &program->code[pc], rows);
        set_guard(&time.micros[pc], &program->code[pc], gpu, rows);
        set_rest(&time.micros[pc]);
    }
    return time;
}
