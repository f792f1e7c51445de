// SPDX-License-Identifier: Apache-2.0
// The registers that a thread needs in the order in which schedule.c visits the ops: the most
// 32-bit registers live at one point, and those that the machine needs in addition.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"
#include "isa/machine/schedule.h"

// The stack pointer, and two more that ptxas 13.0 reports from sm_70 on beyond the highest it uses.
#define REGISTERS_RESERVED 3
// Earlier generations reserve only the stack pointer, and before cc 2.0, which has no stack,
// nothing.
#define FIRST_WITH_STACK    20
#define FIRST_WITH_RESERVED 70
#define FIRST_WITH_UNIFORM  75
// ptxas leaves so many free where it gives a thread all that its number of warps allows.
#define REGISTERS_SPARE 2
// The compilers for cc 1.x gave a register that a loop carries to nothing else in between: UT's
// latency kernels take 10.
#define FIRST_WITH_LIVES 20
// Cycles in which a memory op reads its operands. Chosen for the smallest error in what ptxas 13.0
// reports for sm_90 on kernels/ and others.
#define OPERAND_READ 10

// Registers that a value takes. Values that all lanes share are in uniform registers if the GPU has
// them.
uint32_t pressure_weight(const Pressure *pressure, Value value)
{
    const Unit *unit = pressure->unit;
    uint32_t capability = unit->lowering->target.compute_capability;
    if (pressure->is_in_memory[value] || unit->registers[value].is_fragment) {
        return 0;
    }
    bool is_uniform = !pressure->is_divergent[value] && !unit->registers[value].is_special;
    if (capability >= FIRST_WITH_UNIFORM && is_uniform) {
        return 0;
    }
    switch (unit->registers[value].value_class) {
    case VALUE_P: return 0;
    case VALUE_64: return capability < 20 ? 1 : 2 + pressure->unread[value];
    default: return 1 + pressure->unread[value];
    }
}

// Registers that a long sequence needs besides operands and result, as seen in ptxas output.
uint32_t pressure_scratch(const Op *op)
{
    if (op->kind != MICRO_LANE) {
        return 0;
    }
    switch (op->function) {
    case LANE_DIV_F64:
    case LANE_RCP_F64:
    case LANE_SQRT_F64:
    case LANE_RSQRT_F64: return 10;
    case LANE_DIV_U64:
    case LANE_DIV_S64:
    case LANE_REM_U64:
    case LANE_REM_S64: return 12;
    case LANE_DIV_U32:
    case LANE_DIV_S32:
    case LANE_REM_U32:
    case LANE_REM_S32:
    case LANE_DIV_F32: return 4;
    default: return 0;
    }
}

// A value stored to global memory is in an odd register next to its address pair, and the even one
// stays empty as long as others are free: 86 of the 90 stores in traces/h200/sass, but none of the
// 64 sums in register_blocked<64, 8, 4> of tests/hardware/suite.
static uint32_t empty_weight(const Pressure *pressure, Value value, uint32_t weight)
{
    uint32_t capability = pressure->unit->lowering->target.compute_capability;
    return capability >= FIRST_WITH_UNIFORM && pressure->is_stored[value] && weight == 1;
}

void pressure_set_live(Pressure *pressure, Value value, bool is_live)
{
    if (pressure->is_live[value] != is_live) {
        uint32_t weight = pressure_weight(pressure, value);
        pressure->is_live[value] = is_live;
        pressure->live_weight += is_live ? weight : 0u - weight;
        uint32_t empty = empty_weight(pressure, value, weight);
        pressure->live_empty += is_live ? empty : 0u - empty;
    }
}

// A memory op reads its operands some time after its issue. Registers that it reads last are not
// reused before, as long as others are free.
static void hold(Pressure *pressure, const Op *op, Value value, uint32_t now)
{
    bool is_memory = op->kind == MICRO_LOAD || op->kind == MICRO_STORE || op->kind == MICRO_ATOM ||
                     op->kind == MICRO_TEXTURE;
    if (!is_memory) {
        return;
    }
    if (pressure->held_until[value] == 0) {
        pressure->held[pressure->held_count++] = value;
    }
    pressure->held_until[value] = now + OPERAND_READ;
}

static uint32_t held_weight(Pressure *pressure, uint32_t now)
{
    uint32_t weight = 0, kept = 0;
    for (uint32_t i = 0; i < pressure->held_count; i++) {
        Value value = pressure->held[i];
        if (pressure->held_until[value] > now) {
            pressure->held[kept++] = value;
            weight += pressure->is_live[value] ? 0 : pressure_weight(pressure, value);
        } else {
            pressure->held_until[value] = 0;
        }
    }
    pressure->held_count = kept;
    return weight;
}

void pressure_run(Pressure *pressure, uint32_t at, uint32_t now)
{
    Op *op = &pressure->unit->ops[at];
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if ((pressure->last_reads[at] >> i & 1) != 0) {
            pressure_set_live(pressure, *values[i], false);
            hold(pressure, op, *values[i], now);
        }
    }
    count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        pressure_set_live(pressure, *values[i], true);
    }
    uint32_t needed = pressure->live_weight + pressure_scratch(op),
             held = held_weight(pressure, now) + pressure->live_empty;
    if (needed < pressure->limit) {
        needed = needed + held < pressure->limit ? needed + held : pressure->limit;
    }
    pressure->peak = needed > pressure->peak ? needed : pressure->peak;
    for (uint32_t i = 0; i < count; i++) {
        if ((pressure->unread_results[at] >> i & 1) != 0) {
            pressure_set_live(pressure, *values[i], false);
        }
    }
}

// Whether the op steps a value by a literal, or is a copy.
static bool is_step(const Unit *unit, const Op *op)
{
    uint64_t literal;
    switch (op->kind == MICRO_LANE && op->guard == VALUE_NONE ? op->function : LANE_OP_COUNT) {
    case LANE_MOV_32:
    case LANE_MOV_64: return true;
    case LANE_ADD_32:
    case LANE_ADD_64: return op->a == op->d && value_literal(unit->lowering, op->b, &literal);
    default: return false;
    }
}

// The values that are in registers of each lane. ptxas keeps what all lanes share in uniform ones,
// also if a loop steps it by a literal, but not what a loop steps otherwise, nor the counter that
// it compares (traces/h200/probes/products.sass: k and the address of `a` are in UR4 and UR8, k * n
// and the rounds that are left are not).
static bool *find_divergent(Unit *unit)
{
    bool *is_divergent = unit_find_divergent(unit, false);
    const bool *is_doubtful = unit_find_divergent(unit, true);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        Value *values[OP_VALUES_MAX];
        uint32_t count = op->kind == MICRO_SETP ? op_sources(op, values)
                         : !is_step(unit, op)   ? op_results(op, values)
                                                : 0;
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*values[j])) {
                is_divergent[*values[j]] |= is_doubtful[*values[j]];
            }
        }
    }
    return is_divergent;
}

static bool *find_stored(Unit *unit)
{
    bool *is_stored = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        bool is_data = op->kind == MICRO_STORE && op->space == PTX_SPACE_GLOBAL && op->vector == 1;
        if (is_data && value_is_register(op->data[0])) {
            is_stored[op->data[0]] = true;
        }
    }
    return is_stored;
}

// A wide load writes a register for each component, read or not. Those that nothing reads are free
// again when the load has arrived: they count with the component that is done with first.
static uint8_t *find_unread(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    uint8_t *unread = arena_alloc(arena, unit->register_count + 1);
    uint32_t *last_read = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_sources(&unit->ops[i], values);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*values[j])) {
                last_read[*values[j]] = i + 1;
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_results(&unit->ops[i], values), missing = 0;
        Value first = VALUE_NONE;
        if (unit->ops[i].kind != MICRO_LOAD) {
            continue;
        }
        for (uint32_t j = 0; j < count; j++) {
            uint32_t read = last_read[*values[j]];
            bool is_wide = unit->registers[*values[j]].value_class == VALUE_64;
            missing += read > 0 ? 0 : is_wide ? 2 : 1;
            first =
                read > 0 && (first == VALUE_NONE || read < last_read[first]) ? *values[j] : first;
        }
        if (first != VALUE_NONE) {
            unread[first] = (uint8_t)missing;
        }
    }
    return unread;
}

uint32_t registers_reserved(uint32_t compute_capability)
{
    return compute_capability < FIRST_WITH_STACK      ? 0
           : compute_capability < FIRST_WITH_RESERVED ? 1
                                                      : REGISTERS_RESERVED;
}

Pressure pressure_begin(Unit *unit, const Live *live)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t room = unit->register_count + 1;
    uint32_t capability = unit->lowering->target.compute_capability;
    // ptxas fills this many registers before it considers pressure. For sm_90, ptxas 13.0 reports
    // 32, with which an SM holds its 64 warps. An older compiler, with 10 on cc 1.0, cannot start
    // all loads of an unrolled loop early.
    uint32_t without_cost = registers_without_cost(capability);
    return (Pressure){.unit = unit,
                      .live = live,
                      .last_reads = arena_alloc(arena, (unit->op_count + 1) * sizeof(uint16_t)),
                      .unread_results = arena_alloc(arena, (unit->op_count + 1) * sizeof(uint16_t)),
                      .is_wanted = arena_alloc(arena, room),
                      .has_lives = capability >= FIRST_WITH_LIVES,
                      .is_live = arena_alloc(arena, room),
                      .is_divergent = find_divergent(unit),
                      .is_stored = find_stored(unit),
                      .unread = find_unread(unit),
                      .held_until = arena_alloc(arena, room * sizeof(uint32_t)),
                      .held = arena_alloc(arena, room * sizeof(Value)),
                      .is_in_memory = unit_find_in_memory(unit),
                      .limit = without_cost - registers_reserved(capability)};
}

// What is live behind op `at` is wanted; finds what is live before it.
static void want(Pressure *pressure, uint32_t at)
{
    Op *op = &pressure->unit->ops[at];
    Value *values[OP_VALUES_MAX];
    bool *is_wanted = pressure->is_wanted;
    uint32_t count = op_results(op, values), unread = 0, last = 0;
    for (uint32_t i = 0; i < count; i++) {
        unread |= is_wanted[*values[i]] ? 0 : 1u << i;
    }
    for (uint32_t i = 0; i < count && pressure->has_lives; i++) {
        is_wanted[*values[i]] &= !pressure->live->is_end[at];
    }
    count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (value_is_register(*values[i])) {
            last |= is_wanted[*values[i]] ? 0 : 1u << i;
            is_wanted[*values[i]] = true;
        }
    }
    pressure->unread_results[at] = (uint16_t)unread;
    pressure->last_reads[at] = (uint16_t)last;
}

// A register that is written again has several lives in a block: sums that a loop carries, say.
static void find_lives(Pressure *pressure, const FlowBlock *block, uint32_t index,
                       const uint32_t *order)
{
    const Live *live = pressure->live;
    Value *values[OP_VALUES_MAX];
    for (uint32_t n = 0; n < live->count; n++) {
        pressure->is_wanted[live->register_of[n]] = live_is_out(live, index, live->register_of[n]);
    }
    for (uint32_t step = block->end - block->first; step-- > 0;) {
        want(pressure, block->first + (order == NULL ? step : order[step]));
    }
    for (uint32_t i = block->first; i < block->end; i++) {
        uint32_t count = op_sources(&pressure->unit->ops[i], values);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*values[j])) {
                pressure->is_wanted[*values[j]] = false;
            }
        }
    }
}

void pressure_enter_block(Pressure *pressure, const FlowBlock *block, uint32_t index,
                          const uint32_t *order)
{
    const Live *live = pressure->live;
    held_weight(pressure, UINT32_MAX); // nothing is held from block to block
    find_lives(pressure, block, index, order);
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        if (live_is_in(live, index, value)) {
            pressure_set_live(pressure, value, true);
        }
    }
    pressure->peak =
        pressure->live_weight > pressure->peak ? pressure->live_weight : pressure->peak;
}

void pressure_leave_block(Pressure *pressure)
{
    const Live *live = pressure->live;
    for (uint32_t n = 0; n < live->count; n++) {
        pressure->is_live[live->register_of[n]] = false;
    }
    pressure->live_weight = pressure->live_empty = 0;
}

uint32_t pressure_registers(const Pressure *pressure, uint32_t least)
{
    uint32_t capability = pressure->unit->lowering->target.compute_capability;
    uint32_t without_cost = registers_without_cost(capability);
    uint32_t reserved = registers_reserved(capability);
    uint32_t found = pressure->peak + reserved;
    uint32_t cheap = least + reserved > without_cost ? least + reserved : without_cost;
    return found < cheap ? found : cheap;
}

uint32_t pressure_limited(const Pressure *pressure, uint32_t least)
{
    uint32_t most = pressure->peak < pressure->limit ? pressure->peak : pressure->limit;
    most += registers_reserved(pressure->unit->lowering->target.compute_capability);
    return most > least ? most : least;
}

bool pressure_raise_limit(Pressure *pressure, uint32_t registers)
{
    const Lowering *lowering = pressure->unit->lowering;
    uint32_t capability = lowering->target.compute_capability;
    uint32_t reserved = registers_reserved(capability);
    // Kernels that ptxas gives more than 32 registers have all that their number of warps allows:
    // 48 in register_blocked<32, 16, 2> of tests/hardware/suite, which needs 43; 56 in
    // attention<16>, 47; 96 in attention<32>, 79; 64 in register_blocked<64, 8, 4>, 58.
    bool is_many = registers > registers_without_cost(capability);
    uint32_t raised =
        is_many ? registers_at_cost_of(lowering, registers + REGISTERS_SPARE) : registers;
    raised = (raised > registers ? raised : registers) - reserved;
    bool is_more = raised > pressure->limit;
    pressure->limit = is_more ? raised : pressure->limit;
    return is_more;
}
