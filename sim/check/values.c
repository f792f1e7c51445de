// SPDX-License-Identifier: Apache-2.0
// Which values are initialized: of memory, bytes; of registers, bits. Loads and moves carry what is
// not from place to place, arithmetic makes its whole result uninitialized; a branch, an address,
// an atomic function or the store of such a result is an error. A warp whose registers are all
// initialized pays for its accesses to memory only.
#include "sim/check/registers.h"

#include "isa/base/heap.h"
#include "sim/warp/frame.h"
#include "sim/warp/step.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void values_start(BlockContext *context)
{
    for (uint32_t i = 0; i < context->unit->block_warps; i++) {
        const Warp *warp = block_warp(context->block, i);
        WarpCheck *check = &context->warps[i];
        check->local_words = warp->local_words;
        check->local = heap_allocate((size_t)warp->local_words * LANE_COUNT + 1, 1);
        if (checks(context->unit, CHECKER_INIT)) {
            registers_start(context, warp, &context->unit->launch->program->functions[0]);
        }
    }
}

// --- errors

static void report_use(BlockContext *context, CheckKind kind, const Warp *warp, uint32_t pc,
                       uint32_t lanes, uint16_t origin)
{
    UnitCheck *unit = context->unit;
    CheckFinding finding = {.kind = kind,
                            .program = unit->launch->program,
                            .here = side_of(context, warp, pc, lane_lowest(lanes)),
                            .count = 1};
    if (origin == ORIGIN_VARIABLE) {
        snprintf(finding.detail, sizeof finding.detail, "a variable that was never written");
    } else if (origin == ORIGIN_LANE) {
        finding.is_of_nobody = true;
        snprintf(finding.detail, sizeof finding.detail, "a lane that takes no part in the shuffle");
    } else if (origin > 0) {
        const Origin *from = &unit->origins[origin - 1];
        finding.has_other = true;
        finding.other = from->reader;
        finding.space = from->space;
        finding.address = from->address;
    }
    findings_add(&unit->findings, &finding);
}

void values_guard(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t active)
{
    WarpCheck *check = registers_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect) {
        return;
    }
    registers_reserve(check, warp);
    if (micro->guard != PREDICATE_NONE) {
        uint32_t *unset = registers_predicate(check, warp, (Row)micro->guard);
        if ((*unset & active) != 0) {
            report_use(context, CHECK_UNINIT_BRANCH, warp, pc, *unset & active,
                       check->predicate_origin);
            *unset &= ~active; // once is enough
        }
    }
    if (micro->kind == MICRO_BRANCH_INDEX) {
        uint32_t lanes = registers_unset(check, warp, LANE_TYPE_U32, micro->a) & active;
        if (lanes != 0) {
            report_use(context, CHECK_UNINIT_BRANCH, warp, pc, lanes,
                       registers_origin(check, warp, LANE_TYPE_U32, micro->a));
        }
    }
}

void values_address_in(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on,
                       LaneType type, Row row)
{
    WarpCheck *check = registers_of(context, warp);
    if (!check->is_suspect || on == 0 || !registers_has(row)) {
        return;
    }
    registers_reserve(check, warp);
    uint32_t lanes = registers_unset(check, warp, type, row) & on;
    if (lanes != 0) {
        report_use(context, CHECK_UNINIT_ADDRESS, warp, pc, lanes,
                   registers_origin(check, warp, type, row));
        registers_set(check, warp, type, row, lanes, 0);
    }
}

void values_address(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    LaneType type = (micro->flags & MICRO_WIDE_ADDRESS) != 0 ? LANE_TYPE_U64 : LANE_TYPE_U32;
    values_address_in(context, warp, pc, on, type, micro->a);
}

// --- memory

uint16_t values_origin(const LaneAccess *access, uint32_t lane)
{
    UnitCheck *unit = access->context->unit;
    for (uint32_t i = 0; i < unit->origin_count; i++) {
        if (unit->origins[i].pc == access->pc) {
            return (uint16_t)(i + 1);
        }
    }
    if (unit->origin_count == ORIGIN_MAX) {
        return ORIGIN_MAX;
    }
    if (unit->origins == NULL) {
        unit->origins = heap_allocate(ORIGIN_MAX, sizeof(Origin));
    }
    unit->origins[unit->origin_count] =
        (Origin){access->pc, side_of(access->context, access->warp, access->pc, lane),
                 access->space, access->address[lane]};
    return (uint16_t)++unit->origin_count;
}

// The bits of the word that holds the address; NULL: everything there is initialized.
static uint8_t *valid_word(const LaneAccess *access, uint64_t address, uint32_t lane)
{
    BlockContext *context = access->context;
    if (access->space == PTX_SPACE_SHARED) {
        uint64_t slot = address / SHARED_WINDOW_BYTES;
        BlockContext *owner = slot == 0 ? context : &context->unit->blocks[slot - 1];
        return &owner->shared_valid[address % SHARED_WINDOW_BYTES / 4];
    }
    if (access->space == PTX_SPACE_LOCAL) {
        WarpCheck *check = registers_of(context, access->warp);
        return address / 4 < check->local_words ? &check->local[address / 4 * LANE_COUNT + lane]
                                                : NULL;
    }
    const MemoryRegion *region = device_memory_find(context->unit->launch->memory, address);
    return region == NULL || region->valid == NULL ? NULL
                                                   : &region->valid[(address - region->base) / 4];
}

uint32_t values_unset(const LaneAccess *access, uint32_t lane)
{
    uint64_t address = access->address[lane];
    uint32_t unset = 0, width = access->width_bytes;
    for (uint32_t i = 0; i < width; i += 4) {
        const uint8_t *valid = valid_word(access, address + i, lane);
        uint32_t bits = valid == NULL ? 15u : *valid;
        unset |= (~bits & 15u) >> ((address + i) & 3u) << i;
        if (access->space == PTX_SPACE_LOCAL && valid == NULL) {
            break;
        }
    }
    return unset & (width >= 32 ? UINT32_MAX : (1u << width) - 1);
}

// Beside the four bits of a word's bytes: what is not initialized was computed, not copied.
#define WORD_COMPUTED 0x10u

static void mark_bytes(const LaneAccess *access, uint32_t lane, uint32_t unset, bool is_computed)
{
    uint64_t address = access->address[lane];
    uint32_t width = access->width_bytes;
    for (uint32_t i = 0; i < width; i += 4) {
        uint8_t *valid = valid_word(access, address + i, lane);
        if (valid != NULL && width >= 4) {
            uint32_t flag = unset != 0 && is_computed ? WORD_COMPUTED : 0;
            *valid = (uint8_t)((*valid & MEMORY_ALLOCATED) | (~(unset >> i) & 15u) | flag);
        } else if (valid != NULL) {
            uint32_t shift = (uint32_t)(address & 3u), bits = ((1u << width) - 1) << shift;
            __atomic_fetch_and(valid, (uint8_t) ~(bits & unset << shift), __ATOMIC_RELAXED);
            __atomic_fetch_or(valid, (uint8_t)(bits & ~(unset << shift)), __ATOMIC_RELAXED);
        }
    }
}

static uint32_t element_count(const Micro *micro)
{
    uint32_t count = micro->vector == 0 ? 1 : micro->vector;
    return count > 4 ? 4 : count;
}

static uint64_t spread(uint32_t bytes)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 8; i++) {
        bits |= (bytes >> i & 1u) != 0 ? UINT64_C(0xff) << (8 * i) : 0;
    }
    return bits;
}

// The registers of a lane take over what is known of the bytes that it loads.
static void load_lane(const LaneAccess *access, WarpCheck *check, uint32_t lane, uint32_t unset)
{
    const Micro *micro = access->micro;
    uint32_t count = element_count(micro), width = access->width_bytes / count;
    for (uint32_t i = 0; i < count; i++) {
        if (!registers_has(micro->data[i])) {
            continue;
        }
        uint64_t bits = spread(unset >> (i * width) & ((1u << width) - 1));
        bool is_sign = (micro->flags & MICRO_SIGNED) != 0 && width < 4 &&
                       (unset >> (i * width + width - 1) & 1u) != 0;
        if (width == 8) {
            ((uint64_t *)registers_row(check, access->warp, micro->data[i]))[lane] = bits;
        } else {
            ((uint32_t *)registers_row(check, access->warp, micro->data[i]))[lane] =
                is_sign ? UINT32_MAX : (uint32_t)bits;
        }
        if (bits != 0) {
            const uint8_t *valid = valid_word(access, access->address[lane], lane);
            registers_set_origin(check, access->warp, LANE_TYPE_U32, micro->data[i],
                                 values_origin(access, lane),
                                 valid != NULL && (*valid & WORD_COMPUTED) != 0);
        }
    }
}

static void load(const LaneAccess *access)
{
    WarpCheck *check = registers_of(access->context, access->warp);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), unset = values_unset(access, lane);
        if (unset != 0 && !check->is_suspect) {
            registers_reserve(check, access->warp);
            registers_suspect(access->context, access->warp, true);
        }
        if (check->is_suspect) {
            registers_reserve(check, access->warp);
            load_lane(access, check, lane, unset);
        }
    }
}

// Finds the bytes that a lane stores without having them, and the row they come from: one that was
// computed, if there is one.
static uint32_t stored_unset(const LaneAccess *access, const WarpCheck *check, uint32_t lane,
                             Row *row)
{
    const Micro *micro = access->micro;
    uint32_t count = element_count(micro), width = access->width_bytes / count, unset = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!registers_has(micro->data[i])) {
            continue;
        }
        const void *shadow = registers_row(check, access->warp, micro->data[i]);
        uint64_t bits =
            width == 8 ? ((const uint64_t *)shadow)[lane] : ((const uint32_t *)shadow)[lane];
        for (uint32_t byte = 0; byte < width; byte++) {
            unset |= (uint32_t)((bits >> (8 * byte) & 0xff) != 0) << (i * width + byte);
        }
        bool is_first =
            *row == ROW_NONE || !check->is_computed[registers_index(access->warp, *row)];
        *row = bits != 0 && is_first ? micro->data[i] : *row;
    }
    return unset;
}

static void store(const LaneAccess *access)
{
    WarpCheck *check = registers_of(access->context, access->warp);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), unset = 0;
        Row row = ROW_NONE;
        if (check->is_suspect && stores_registers(access->micro)) {
            registers_reserve(check, access->warp);
            unset = stored_unset(access, check, lane, &row);
        }
        if (unset != 0 && access->space == PTX_SPACE_GLOBAL &&
            check->is_computed[registers_index(access->warp, row)]) {
            report_use(access->context, CHECK_UNINIT_RESULT, access->warp, access->pc, 1u << lane,
                       check->origin[registers_index(access->warp, row)]);
            unset = 0; // said once, it is not said again by whoever copies it
        }
        mark_bytes(access, lane, unset,
                   unset != 0 && check->is_computed[registers_index(access->warp, row)]);
    }
}

// What an atomic function combines with memory is stored, computed.
static void use_operands(const LaneAccess *access, WarpCheck *check)
{
    const Micro *micro = access->micro;
    const Row rows[] = {micro->b, micro->c, micro->e, micro->data[0]};
    LaneType type = access->width_bytes >= 8   ? LANE_TYPE_U64
                    : access->width_bytes == 2 ? LANE_TYPE_U16
                                               : LANE_TYPE_U32;
    if (!check->is_suspect || micro->kind != MICRO_ATOM || micro->function == PTX_DOT_EXCH) {
        return;
    }
    registers_reserve(check, access->warp);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t lanes = registers_unset(check, access->warp, type, rows[i]) & access->lanes;
        if (lanes != 0) {
            report_use(access->context, CHECK_UNINIT_RESULT, access->warp, access->pc, lanes,
                       registers_origin(check, access->warp, type, rows[i]));
        }
    }
}

// An atomic function reads what it changes, except for an exchange.
static void change(const LaneAccess *access)
{
    BlockContext *context = access->context;
    WarpCheck *check = registers_of(context, access->warp);
    const Micro *micro = access->micro;
    use_operands(access, check);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (micro->function != PTX_DOT_EXCH && values_unset(access, lane) != 0) {
            UnitCheck *unit = context->unit;
            CheckFinding finding = {.kind = CHECK_UNINIT_ATOMIC,
                                    .program = unit->launch->program,
                                    .here = side_of(context, access->warp, access->pc, lane),
                                    .space = access->space,
                                    .address = access->address[lane],
                                    .width_bytes = access->width_bytes,
                                    .count = 1};
            findings_add(&unit->findings, &finding);
        }
        mark_bytes(access, lane, 0, false);
    }
    if (check->is_suspect && micro->kind == MICRO_ATOM) {
        registers_reserve(check, access->warp);
        LaneType type = access->width_bytes >= 8 ? LANE_TYPE_U64 : LANE_TYPE_U32;
        registers_set(check, access->warp, type, micro->d, access->lanes, 0);
        registers_set(check, access->warp, type, micro->d2, access->lanes, 0);
    }
}

static void reserve_local(WarpCheck *check, uint32_t words)
{
    if (check->local_words < words) {
        size_t old = (size_t)check->local_words * LANE_COUNT, size = (size_t)words * LANE_COUNT;
        check->local = heap_resize(check->local, size + 1, 1);
        memset(check->local + old, 0, size + 1 - old);
        check->local_words = words;
    }
}

void values_access(const LaneAccess *access)
{
    WarpCheck *check = registers_of(access->context, access->warp);
    if (access->space == PTX_SPACE_LOCAL) {
        reserve_local(check, access->warp->local_words);
    }
    if (!check->is_suspect && values_are_common(access)) {
        return;
    }
    if (access->reads && access->writes) {
        change(access);
    } else if (access->writes) {
        store(access);
    } else {
        load(access);
    }
}

// Arguments and results move as bytes.
static void copy_bytes(WarpCheck *check, const MachineArgument *arguments, uint32_t count,
                       uint32_t from_base, uint32_t to_base, uint32_t on)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = (from_base + arguments[i].from_offset) / 4;
        uint32_t to = (to_base + arguments[i].to_offset) / 4;
        uint32_t words = (arguments[i].size_bytes + 3) / 4;
        for (uint32_t word = 0; word < words; word++) {
            if (from + word >= check->local_words || to + word >= check->local_words) {
                return;
            }
            for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
                uint32_t lane = lane_lowest(rest);
                check->local[(to + word) * LANE_COUNT + lane] |=
                    check->local[(from + word) * LANE_COUNT + lane];
            }
        }
    }
}

void values_return(BlockContext *context, const Warp *warp, uint32_t on)
{
    const Frame *frame = warp_frame(warp);
    const Split *split = warp_split(warp);
    if (frame == split->frames || on == 0) {
        return;
    }
    const MachineCall *call = &context->unit->launch->program->calls[frame->call];
    copy_bytes(registers_of(context, warp), call->results, call->result_count, frame->local_base,
               frame[-1].local_base, on);
}

void values_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const MachineCall *call = &program->calls[micro->target];
    WarpCheck *check = registers_of(context, warp);
    const Frame *caller = warp_frame(warp);
    if (on == 0) {
        return;
    }
    // The callee's frame held another call's values; nothing is known of its registers.
    uint32_t base = (caller->local_top + 15u) & ~15u, frame_bytes = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        uint32_t bytes = program->functions[i].frame_bytes;
        frame_bytes = bytes > frame_bytes ? bytes : frame_bytes;
    }
    reserve_local(check, (base + frame_bytes) / 4 + 1);
    for (uint32_t word = base / 4; word < check->local_words; word++) {
        for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
            check->local[word * LANE_COUNT + lane_lowest(rest)] = 0;
        }
    }
    copy_bytes(check, call->arguments, call->argument_count, caller->local_base, base, on);
}

// The result that a function of the device runtime writes behind its first argument.
static void system_written(BlockContext *context, const Warp *warp, const MachineCall *call,
                           uint32_t size_bytes, uint32_t lane)
{
    WarpCheck *check = registers_of(context, warp);
    uint64_t address = 0;
    uint64_t frame = warp_frame(warp)->local_base + call->arguments[0].from_offset;
    frame_read(warp, frame, lane, &address, sizeof address);
    const MemoryRegion *region = device_memory_find(context->unit->launch->memory, address);
    for (uint32_t byte = 0; byte < size_bytes; byte += 4) {
        uint64_t local = (address - LOCAL_WINDOW_BASE + byte) / 4;
        uint64_t shared = address - SHARED_WINDOW_BASE + byte;
        if (local < check->local_words) {
            check->local[local * LANE_COUNT + lane] = 15;
        } else if (shared < context->unit->launch->shared_bytes && context->shared_valid != NULL) {
            context->shared_valid[shared / 4] = 15;
        } else if (region != NULL && region->valid != NULL) {
            region->valid[(address - region->base + byte) / 4] |= 15;
        }
    }
}

void values_system_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineCall *call = &context->unit->launch->program->calls[micro->target];
    WarpCheck *check = registers_of(context, warp);
    for (uint32_t i = 0; i < call->result_count; i++) {
        uint32_t at = warp_frame(warp)->local_base + call->results[i].to_offset;
        for (uint32_t byte = 0; byte < call->results[i].size_bytes; byte += 4) {
            uint32_t word = (at + byte) / 4;
            for (uint32_t rest = on; rest != 0 && word < check->local_words; rest &= rest - 1) {
                check->local[word * LANE_COUNT + lane_lowest(rest)] = 15;
            }
        }
    }
    uint32_t written_bytes = system_info[micro->function].written_bytes;
    for (uint32_t rest = on; written_bytes > 0 && rest != 0; rest &= rest - 1) {
        system_written(context, warp, call, written_bytes, lane_lowest(rest));
    }
}

static bool has_bits(const uint32_t *words, size_t count)
{
    uint32_t all = 0;
    for (size_t i = 0; i < count; i++) {
        all |= words[i];
    }
    return all != 0;
}

void values_settle(BlockContext *context, const Warp *warp)
{
    WarpCheck *check = registers_of(context, warp);
    if (check->is_suspect && !has_bits(check->rows, (size_t)check->row_room * LANE_COUNT) &&
        !has_bits(check->predicates, check->predicate_room)) {
        registers_suspect(context, warp, false);
    }
}
