// SPDX-License-Identifier: Apache-2.0
// Which values are initialized: of memory, bytes; of registers, bits. Loads and moves carry what is
// not from place to place, arithmetic makes its whole result uninitialized; a branch, an address,
// an atomic function or the store of such a result is an error. A warp whose registers are all
// initialized pays for its accesses to memory only.
#include "sim/check/unit.h"

#include "isa/base/heap.h"
#include "sim/warp/step.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t zero_row[2 * LANE_COUNT] __attribute__((aligned(64)));

static WarpCheck *check_of(const BlockContext *context, const Warp *warp)
{
    return &context->warps[warp->index];
}

void values_start(BlockContext *context)
{
    for (uint32_t i = 0; i < context->unit->block_warps; i++) {
        const Warp *warp = block_warp(context->block, i);
        WarpCheck *check = &context->warps[i];
        check->local_words = warp->local_words;
        check->local = heap_allocate((size_t)warp->local_words * LANE_COUNT + 1, 1);
    }
}

// --- registers of a suspect warp

static void reserve(WarpCheck *check, const Warp *warp)
{
    if (check->row_room >= warp->row_room && check->predicate_room >= warp->predicate_room) {
        return;
    }
    uint32_t *rows = aligned_alloc(64, ((size_t)warp->row_room + 2) * ROW_BYTES);
    if (rows == NULL) {
        abort();
    }
    memset(rows, 0, ((size_t)warp->row_room + 2) * ROW_BYTES);
    uint32_t *predicates = heap_allocate(warp->predicate_room + 1u, sizeof(uint32_t));
    uint16_t *origin = heap_allocate(warp->row_room + 2u, sizeof(uint16_t));
    bool *is_computed = heap_allocate(warp->row_room + 2u, sizeof(bool));
    if (check->rows != NULL) {
        memcpy(rows, check->rows, (size_t)check->row_room * ROW_BYTES);
        memcpy(predicates, check->predicates, check->predicate_room * sizeof(uint32_t));
        memcpy(origin, check->origin, check->row_room * sizeof(uint16_t));
        memcpy(is_computed, check->is_computed, check->row_room * sizeof(bool));
    }
    free(check->rows);
    free(check->predicates);
    free(check->origin);
    free(check->is_computed);
    *check = (WarpCheck){.is_suspect = check->is_suspect,
                         .rows = rows,
                         .predicates = predicates,
                         .row_room = warp->row_room,
                         .predicate_room = warp->predicate_room,
                         .origin = origin,
                         .is_computed = is_computed,
                         .predicate_origin = check->predicate_origin,
                         .local = check->local,
                         .local_words = check->local_words};
}

static bool is_register(Row row)
{
    return row != ROW_NONE && (row & ROW_CONSTANT) == 0;
}

// The shadow of a row, laid out as the row; of constants zeros.
static void *shadow_row(const WarpCheck *check, const Warp *warp, Row row)
{
    if (!is_register(row)) {
        return (void *)(uintptr_t)zero_row;
    }
    return check->rows + (warp_row(warp, row) - warp->rows);
}

static uint32_t row_index(const Warp *warp, Row row)
{
    return (uint32_t)((size_t)(warp_row(warp, row) - warp->rows) / LANE_COUNT);
}

static uint32_t *shadow_predicate(const WarpCheck *check, const Warp *warp, Row predicate)
{
    static uint32_t none;
    none = 0;
    if (!is_register(predicate)) {
        return &none;
    }
    return check->predicates + (warp_predicate(warp, predicate) - warp->predicates);
}

static bool is_wide(LaneType type)
{
    return type == LANE_TYPE_U64 || type == LANE_TYPE_S64 || type == LANE_TYPE_F64;
}

// Bits of a 32-bit row that an operand of this type reads.
static uint32_t read_bits(LaneType type)
{
    switch (type) {
    case LANE_TYPE_U8:
    case LANE_TYPE_S8: return 0xffu;
    case LANE_TYPE_U16:
    case LANE_TYPE_S16:
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16: return 0xffffu;
    default: return UINT32_MAX;
    }
}

// Lanes in which an operand is not initialized.
static uint32_t unset_lanes(const WarpCheck *check, const Warp *warp, LaneType type, Row row)
{
    if (type == LANE_TYPE_NONE || !is_register(row)) {
        return 0;
    }
    if (type == LANE_TYPE_P) {
        return *shadow_predicate(check, warp, row);
    }
    uint32_t lanes = 0, bits = read_bits(type);
    const uint32_t *narrow = shadow_row(check, warp, row);
    const uint64_t *wide = shadow_row(check, warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_unset = is_wide(type) ? wide[lane] != 0 : (narrow[lane] & bits) != 0;
        lanes |= (uint32_t)is_unset << lane;
    }
    return lanes;
}

static void set_row(WarpCheck *check, const Warp *warp, LaneType type, Row row, uint32_t on,
                    uint32_t unset)
{
    if (!is_register(row) || type == LANE_TYPE_NONE) {
        return;
    }
    if (type == LANE_TYPE_P) {
        uint32_t *predicate = shadow_predicate(check, warp, row);
        *predicate = (*predicate & ~on) | (unset & on);
        return;
    }
    uint32_t *narrow = shadow_row(check, warp, row);
    uint64_t *wide = shadow_row(check, warp, row);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bool is_unset = (unset >> lane & 1u) != 0;
        if (is_wide(type)) {
            wide[lane] = is_unset ? UINT64_MAX : 0;
        } else {
            narrow[lane] = is_unset ? UINT32_MAX : 0;
        }
    }
}

static uint16_t origin_of(const WarpCheck *check, const Warp *warp, LaneType type, Row row)
{
    if (!is_register(row) || type == LANE_TYPE_NONE) {
        return 0;
    }
    return type == LANE_TYPE_P ? check->predicate_origin : check->origin[row_index(warp, row)];
}

static void set_origin(WarpCheck *check, const Warp *warp, LaneType type, Row row, uint16_t origin,
                       bool is_computed)
{
    if (!is_register(row) || type == LANE_TYPE_NONE) {
        return;
    }
    if (type == LANE_TYPE_P) {
        check->predicate_origin = origin;
        return;
    }
    check->origin[row_index(warp, row)] = origin;
    check->is_computed[row_index(warp, row)] = is_computed;
}

// --- operations

// How the uninitialized bits of the operands become those of the result.
typedef enum Flow {
    FLOW_ALL,   // any uninitialized bit makes the result so
    FLOW_MOVE,  // the function itself, applied to the bits; b and c are values
    FLOW_MOVES, // likewise, a and b being bits
    FLOW_AND,
    FLOW_OR,
    FLOW_SELECT
} Flow;

static bool starts(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static Flow flow_of(const LaneInfo *info)
{
    static const char *const moves[] = {"MOV_",     "UNPACK_",    "SHL_",      "SHR_",
                                        "BFE_",     "NOT_",       "CVT_U64_U", "CVT_U32_U",
                                        "CVT_U16_", "CVT_U64_S32"};
    static const char *const both[] = {"PACK_", "PRMT"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (starts(info->name, moves[i]) && info->a != LANE_TYPE_F32 && info->a != LANE_TYPE_F64) {
            return starts(info->name, "NOT_") ? FLOW_ALL : FLOW_MOVE;
        }
    }
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        if (starts(info->name, both[i])) {
            return FLOW_MOVES;
        }
    }
    return starts(info->name, "AND_")    ? FLOW_AND
           : starts(info->name, "OR_")   ? FLOW_OR
           : starts(info->name, "SELP_") ? FLOW_SELECT
                                         : FLOW_ALL;
}

// a and b are initialized where it matters: a known zero (AND) or one (OR) decides.
static void combine_bits(const WarpCheck *check, const Warp *warp, const Micro *micro,
                         const LaneInfo *info, bool is_and, uint32_t on)
{
    if (info->d == LANE_TYPE_P) {
        uint32_t ua = *shadow_predicate(check, warp, micro->a),
                 ub = *shadow_predicate(check, warp, micro->b);
        uint32_t a = *warp_predicate(warp, micro->a), b = *warp_predicate(warp, micro->b);
        uint32_t flip = is_and ? 0 : UINT32_MAX;
        uint32_t unset = (ua | ub) & ((a ^ flip) | ua) & ((b ^ flip) | ub);
        uint32_t *d = shadow_predicate(check, warp, micro->d);
        *d = (*d & ~on) | (unset & on);
        return;
    }
    uint32_t words = is_wide(info->d) ? 2 : 1;
    uint32_t *d = shadow_row(check, warp, micro->d);
    const uint32_t *ua = shadow_row(check, warp, micro->a), *ub = shadow_row(check, warp, micro->b);
    const uint32_t *a = warp_row(warp, micro->a), *b = warp_row(warp, micro->b);
    uint32_t flip = is_and ? 0 : UINT32_MAX;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        for (uint32_t i = lane * words; i < (lane + 1) * words; i++) {
            d[i] = (ua[i] | ub[i]) & ((a[i] ^ flip) | ua[i]) & ((b[i] ^ flip) | ub[i]);
        }
    }
}

static void select_bits(const WarpCheck *check, const Warp *warp, const Micro *micro,
                        const LaneInfo *info, uint32_t on)
{
    uint32_t words = is_wide(info->d) ? 2 : 1;
    uint32_t *d = shadow_row(check, warp, micro->d);
    const uint32_t *ua = shadow_row(check, warp, micro->a), *ub = shadow_row(check, warp, micro->b);
    uint32_t chosen = *warp_predicate(warp, micro->c),
             uc = *shadow_predicate(check, warp, micro->c);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        for (uint32_t i = lane * words; i < (lane + 1) * words; i++) {
            d[i] = (uc >> lane & 1u) != 0 ? UINT32_MAX : (chosen >> lane & 1u) != 0 ? ua[i] : ub[i];
        }
    }
}

static void use_lane(BlockContext *context, const Warp *warp, const Micro *micro,
                     const LaneInfo *info, uint32_t on)
{
    WarpCheck *check = check_of(context, warp);
    const LaneTable *lanes = context->unit->launch->lanes;
    uint32_t ua = unset_lanes(check, warp, info->a, micro->a);
    uint32_t ub = unset_lanes(check, warp, info->b, micro->b);
    uint32_t uc = unset_lanes(check, warp, info->c, micro->c);
    uint32_t ue = unset_lanes(check, warp, info->e, micro->e), any = (ua | ub | uc | ue) & on;
    if (any == 0) {
        set_row(check, warp, info->d, micro->d, on, 0);
        return;
    }
    Flow flow = micro->kind == MICRO_LANE4 ? FLOW_ALL : flow_of(info);
    bool is_move = flow == FLOW_MOVE || flow == FLOW_MOVES || flow == FLOW_SELECT;
    bool is_copy = is_move && !starts(info->name, "SH") && !starts(info->name, "BFE");
    uint16_t origin = origin_of(check, warp, info->a, ua != 0 ? micro->a : ROW_NONE);
    origin = origin == 0 && ub != 0 ? origin_of(check, warp, info->b, micro->b) : origin;
    origin = origin == 0 && uc != 0 ? origin_of(check, warp, info->c, micro->c) : origin;
    bool was_computed = info->a != LANE_TYPE_P && is_register(micro->a) && ua != 0 &&
                        check->is_computed[row_index(warp, micro->a)];
    if (flow == FLOW_AND || flow == FLOW_OR) {
        combine_bits(check, warp, micro, info, flow == FLOW_AND, on);
    } else if (flow == FLOW_SELECT) {
        select_bits(check, warp, micro, info, on);
    } else if (is_move && info->d != LANE_TYPE_P && info->a != LANE_TYPE_P &&
               ((ub | uc) == 0 || flow == FLOW_MOVES) && uc == 0) {
        const void *b = flow == FLOW_MOVES ? shadow_row(check, warp, micro->b)
                                           : (const void *)warp_row(warp, micro->b);
        lanes->function[micro->function](shadow_row(check, warp, micro->d),
                                         shadow_row(check, warp, micro->a), b,
                                         warp_row(warp, micro->c), on);
    } else {
        set_row(check, warp, info->d, micro->d, on, any);
    }
    set_origin(check, warp, info->d, micro->d, origin, was_computed || !is_copy);
}

static void use_setp(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    const LaneInfo *info = &lane_info[micro->function];
    uint32_t ua = unset_lanes(check, warp, info->a, micro->a);
    uint32_t ub = unset_lanes(check, warp, info->b, micro->b);
    uint32_t unset = ua | ub;
    uint16_t origin = origin_of(check, warp, info->a, ua != 0 ? micro->a : ROW_NONE);
    origin = origin == 0 && ub != 0 ? origin_of(check, warp, info->b, micro->b) : origin;
    if (micro->combine != 0) {
        uint32_t uq = *shadow_predicate(check, warp, micro->c), q = *warp_predicate(warp, micro->c);
        q = (micro->flags & MICRO_PREDICATE_NEGATED) != 0 ? ~q : q;
        uint32_t decided = micro->combine == PTX_DOT_AND  ? ~q & ~uq
                           : micro->combine == PTX_DOT_OR ? q & ~uq
                                                          : 0;
        unset = (unset | uq) & ~decided;
    }
    set_row(check, warp, LANE_TYPE_P, micro->d, on, unset);
    set_row(check, warp, LANE_TYPE_P, micro->d2, on, unset);
    check->predicate_origin = (unset & on) != 0 && origin != 0 ? origin : check->predicate_origin;
}

// d of kinds that take the value from another lane: all or nothing.
static void use_shuffle(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    uint32_t ua = unset_lanes(check, warp, LANE_TYPE_U32, micro->a) & on;
    bool is_all = ua == on;
    set_row(check, warp, LANE_TYPE_U32, micro->d, on, is_all ? on : 0);
    set_row(check, warp, LANE_TYPE_P, micro->d2, on, 0);
    set_origin(check, warp, LANE_TYPE_U32, micro->d,
               origin_of(check, warp, LANE_TYPE_U32, micro->a), true);
}

static LaneType carry_type(const Micro *micro)
{
    return micro->type == PTX_TYPE_U64 || micro->type == PTX_TYPE_S64 ? LANE_TYPE_U64
                                                                      : LANE_TYPE_U32;
}

static void use_carry(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    LaneType type = carry_type(micro);
    uint32_t any = unset_lanes(check, warp, type, micro->a) |
                   unset_lanes(check, warp, type, micro->b) |
                   unset_lanes(check, warp, type, micro->c);
    if ((micro->flags & MICRO_USES_CARRY) != 0) {
        any |= *shadow_predicate(check, warp, micro->e);
    }
    set_row(check, warp, type, micro->d, on, any);
    set_origin(check, warp, type, micro->d, origin_of(check, warp, type, micro->a), true);
    if ((micro->flags & MICRO_SETS_CARRY) != 0) {
        set_row(check, warp, LANE_TYPE_P, micro->d2, on, any);
    }
}

// What other kinds write is initialized.
static void use_other(WarpCheck *check, const Warp *warp, const Micro *micro, uint32_t on)
{
    switch (micro->kind) {
    case MICRO_SPECIAL:
        set_row(check, warp, micro->type == PTX_TYPE_U64 ? LANE_TYPE_U64 : LANE_TYPE_U32, micro->d,
                on, 0);
        break;
    case MICRO_FRAME_ADDRESS:
    case MICRO_MAP_CLUSTER:
        set_row(check, warp,
                (micro->flags & MICRO_WIDE_ADDRESS) != 0 ? LANE_TYPE_U64 : LANE_TYPE_U32, micro->d,
                on, 0);
        break;
    case MICRO_STACK: set_row(check, warp, LANE_TYPE_U64, micro->d, on, 0); break;
    case MICRO_VOTE:
        set_row(check, warp, micro->function == PTX_DOT_BALLOT ? LANE_TYPE_U32 : LANE_TYPE_P,
                micro->d, on, 0);
        break;
    case MICRO_MATCH:
    case MICRO_REDUX:
    case MICRO_ACTIVEMASK:
    case MICRO_ELECT:
        set_row(check, warp, LANE_TYPE_U32, micro->d, on, 0);
        set_row(check, warp, LANE_TYPE_P, micro->d2, on, 0);
        break;
    case MICRO_TEXTURE:
    case MICRO_SURFACE:
    case MICRO_MATRIX_LOAD:
        for (uint32_t i = 0; i < 4; i++) {
            set_row(check, warp, LANE_TYPE_U32, micro->data[i], on, 0);
        }
        break;
    case MICRO_MBARRIER:
        set_row(check, warp,
                micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT
                    ? LANE_TYPE_P
                : micro->function == PTX_DOT_PENDING_COUNT ? LANE_TYPE_U32
                                                           : LANE_TYPE_U64,
                micro->d, on, 0);
        break;
    case MICRO_BARRIER:
        set_row(check, warp, micro->combine == PTX_DOT_POPC ? LANE_TYPE_U32 : LANE_TYPE_P, micro->d,
                on, 0);
        break;
    default: break;
    }
}

void values_use(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    WarpCheck *check = check_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect || on == 0) {
        return;
    }
    reserve(check, warp);
    switch (micro->kind) {
    case MICRO_LANE: use_lane(context, warp, micro, &lane_info[micro->function], on); break;
    case MICRO_LANE4: use_lane(context, warp, micro, &lane4_info[micro->function], on); break;
    case MICRO_SETP: use_setp(check, warp, micro, on); break;
    case MICRO_CARRY: use_carry(check, warp, micro, on); break;
    case MICRO_SHUFFLE: use_shuffle(check, warp, micro, on); break;
    default: use_other(check, warp, micro, on); break;
    }
}

void values_define(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    WarpCheck *check = check_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect) {
        return;
    }
    reserve(check, warp);
    uint32_t count = micro->vector == 0 ? 1 : micro->vector;
    LaneType type = micro->width_bytes / count == 8 ? LANE_TYPE_U64 : LANE_TYPE_U32;
    for (uint32_t i = 0; i < 4; i++) {
        set_row(check, warp, type, micro->data[i], on, 0);
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
    if (origin > 0) {
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
    WarpCheck *check = check_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect) {
        return;
    }
    reserve(check, warp);
    if (micro->guard != PREDICATE_NONE) {
        uint32_t *unset = shadow_predicate(check, warp, (Row)micro->guard);
        if ((*unset & active) != 0) {
            report_use(context, CHECK_UNINIT_BRANCH, warp, pc, *unset & active,
                       check->predicate_origin);
            *unset &= ~active; // once is enough
        }
    }
    if (micro->kind == MICRO_BRANCH_INDEX) {
        uint32_t lanes = unset_lanes(check, warp, LANE_TYPE_U32, micro->a) & active;
        if (lanes != 0) {
            report_use(context, CHECK_UNINIT_BRANCH, warp, pc, lanes,
                       origin_of(check, warp, LANE_TYPE_U32, micro->a));
        }
    }
}

void values_address(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    WarpCheck *check = check_of(context, warp);
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (!check->is_suspect || on == 0 || !is_register(micro->a)) {
        return;
    }
    reserve(check, warp);
    LaneType type = (micro->flags & MICRO_WIDE_ADDRESS) != 0 ? LANE_TYPE_U64 : LANE_TYPE_U32;
    uint32_t lanes = unset_lanes(check, warp, type, micro->a) & on;
    if (lanes != 0) {
        report_use(context, CHECK_UNINIT_ADDRESS, warp, pc, lanes,
                   origin_of(check, warp, type, micro->a));
        set_row(check, warp, type, micro->a, lanes, 0);
    }
}

// --- memory

static uint16_t add_origin(const LaneAccess *access, uint32_t lane)
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
        WarpCheck *check = check_of(context, access->warp);
        return address / 4 < check->local_words ? &check->local[address / 4 * LANE_COUNT + lane]
                                                : NULL;
    }
    const MemoryRegion *region = device_memory_find(context->unit->launch->memory, address);
    return region == NULL || region->valid == NULL ? NULL
                                                   : &region->valid[(address - region->base) / 4];
}

// Bit i: byte i of the access is not initialized.
static uint32_t unset_bytes(const LaneAccess *access, uint32_t lane)
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
        if (!is_register(micro->data[i])) {
            continue;
        }
        uint64_t bits = spread(unset >> (i * width) & ((1u << width) - 1));
        bool is_sign = (micro->flags & MICRO_SIGNED) != 0 && width < 4 &&
                       (unset >> (i * width + width - 1) & 1u) != 0;
        if (width == 8) {
            ((uint64_t *)shadow_row(check, access->warp, micro->data[i]))[lane] = bits;
        } else {
            ((uint32_t *)shadow_row(check, access->warp, micro->data[i]))[lane] =
                is_sign ? UINT32_MAX : (uint32_t)bits;
        }
        if (bits != 0) {
            const uint8_t *valid = valid_word(access, access->address[lane], lane);
            set_origin(check, access->warp, LANE_TYPE_U32, micro->data[i], add_origin(access, lane),
                       valid != NULL && (*valid & WORD_COMPUTED) != 0);
        }
    }
}

static void load(const LaneAccess *access)
{
    WarpCheck *check = check_of(access->context, access->warp);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), unset = unset_bytes(access, lane);
        if (unset != 0 && !check->is_suspect) {
            reserve(check, access->warp);
            check->is_suspect = true;
        }
        if (check->is_suspect) {
            reserve(check, access->warp);
            load_lane(access, check, lane, unset);
        }
    }
}

// Which bytes a lane stores without having them, and the row they come from.
static uint32_t stored_unset(const LaneAccess *access, const WarpCheck *check, uint32_t lane,
                             Row *row)
{
    const Micro *micro = access->micro;
    uint32_t count = element_count(micro), width = access->width_bytes / count, unset = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_register(micro->data[i])) {
            continue;
        }
        const void *shadow = shadow_row(check, access->warp, micro->data[i]);
        uint64_t bits =
            width == 8 ? ((const uint64_t *)shadow)[lane] : ((const uint32_t *)shadow)[lane];
        for (uint32_t byte = 0; byte < width; byte++) {
            if ((bits >> (8 * byte) & 0xff) != 0) {
                unset |= 1u << (i * width + byte);
                *row = micro->data[i];
            }
        }
    }
    return unset;
}

static void store(const LaneAccess *access)
{
    WarpCheck *check = check_of(access->context, access->warp);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), unset = 0;
        Row row = ROW_NONE;
        if (check->is_suspect && access->micro->kind == MICRO_STORE) {
            reserve(check, access->warp);
            unset = stored_unset(access, check, lane, &row);
        }
        if (unset != 0 && access->space == PTX_SPACE_GLOBAL &&
            check->is_computed[row_index(access->warp, row)]) {
            report_use(access->context, CHECK_UNINIT_RESULT, access->warp, access->pc, 1u << lane,
                       check->origin[row_index(access->warp, row)]);
            unset = 0; // said once, it is not said again by whoever copies it
        }
        mark_bytes(access, lane, unset,
                   unset != 0 && check->is_computed[row_index(access->warp, row)]);
    }
}

// An atomic function reads what it changes, but for an exchange.
static void change(const LaneAccess *access)
{
    BlockContext *context = access->context;
    WarpCheck *check = check_of(context, access->warp);
    const Micro *micro = access->micro;
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (micro->function != PTX_DOT_EXCH && unset_bytes(access, lane) != 0) {
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
        reserve(check, access->warp);
        set_row(check, access->warp, access->width_bytes == 8 ? LANE_TYPE_U64 : LANE_TYPE_U32,
                micro->d, access->lanes, 0);
    }
}

static void reserve_local(WarpCheck *check, uint32_t words)
{
    if (check->local_words < words) {
        size_t old = (size_t)check->local_words * LANE_COUNT, size = (size_t)words * LANE_COUNT;
        check->local = realloc(check->local, size + 1);
        if (check->local == NULL) {
            abort();
        }
        memset(check->local + old, 0, size + 1 - old);
        check->local_words = words;
    }
}

void values_access(const LaneAccess *access)
{
    WarpCheck *check = check_of(access->context, access->warp);
    if (access->space == PTX_SPACE_LOCAL) {
        reserve_local(check, access->warp->local_words);
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
    copy_bytes(check_of(context, warp), call->results, call->result_count, frame->local_base,
               frame[-1].local_base, on);
}

void values_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const MachineCall *call = &program->calls[micro->target];
    WarpCheck *check = check_of(context, warp);
    const Frame *caller = warp_frame(warp);
    if (on == 0) {
        return;
    }
    // What the callee's frame held before is another call's; of its registers nothing is known.
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

// What the driver's functions give back is initialized.
void values_system_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineCall *call = &context->unit->launch->program->calls[micro->target];
    WarpCheck *check = check_of(context, warp);
    for (uint32_t i = 0; i < call->result_count; i++) {
        uint32_t at = warp_frame(warp)->local_base + call->results[i].to_offset;
        for (uint32_t byte = 0; byte < call->results[i].size_bytes; byte += 4) {
            uint32_t word = (at + byte) / 4;
            for (uint32_t rest = on; rest != 0 && word < check->local_words; rest &= rest - 1) {
                check->local[word * LANE_COUNT + lane_lowest(rest)] = 15;
            }
        }
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
    WarpCheck *check = check_of(context, warp);
    if (check->is_suspect && !has_bits(check->rows, (size_t)check->row_room * LANE_COUNT) &&
        !has_bits(check->predicates, check->predicate_room)) {
        check->is_suspect = false;
    }
}
