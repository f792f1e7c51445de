// SPDX-License-Identifier: Apache-2.0
// Races between the threads of one unit: an access and an earlier one to the same bytes, one of
// them a write, that nothing orders. Lanes that access consecutive cells are judged together where
// what was done to these cells before is alike, as after a barrier; else one by one.
#include "isa/base/bits.h"
#include "sim/check/unit.h"

#include <string.h>

// The access of one lane.
typedef struct LaneRace {
    const LaneAccess *access;
    Shadow *shadow;
    AccessRef ref; // of lane 0
    bool is_atomic;
    uint32_t warp, lane;
    uint16_t value; // of what it stores
} LaneRace;

// --- values

static inline uint16_t mixed(uint32_t value)
{
    return (uint16_t)(value * 0x9e3779b1u >> 16);
}

// A number that is the same for the same bytes that a lane stores.
static uint16_t stored_value(const LaneAccess *access, uint32_t lane)
{
    const Micro *micro = access->micro;
    if (!stores_registers(micro)) {
        return 0;
    }
    uint32_t count = micro->vector == 0 ? 1 : micro->vector, width = access->width_bytes / count;
    uint32_t value = 0;
    if (count == 1 && width <= 2) { // itself, which a history of bytes keeps in one byte each
        return (uint16_t)(warp_row(access->warp, micro->data[0])[lane] & ((1u << 8 * width) - 1));
    }
    for (uint32_t i = 0; i < count && i < 4; i++) {
        const uint32_t *row = warp_row(access->warp, micro->data[i]);
        uint32_t word = width == 8 ? row[2 * lane] ^ row[2 * lane + 1] * 31u : row[lane];
        value = value * 0x9e3779b1u + (width < 4 ? word & ((1u << 8 * width) - 1) : word);
    }
    return mixed(value);
}

// Whether both writes leave the same value.
static bool is_equal_write(const LaneRace *race, const Page *page, uint32_t cell)
{
    return stores_registers(race->access->micro) && page->values != NULL &&
           race->value == page->values[cell];
}

// --- one cell

static void report(const LaneRace *race, CheckKind kind, bool is_equal, Stamp other,
                   bool is_other_store)
{
    const LaneAccess *access = race->access;
    BlockContext *context = access->context;
    CheckFinding finding = {.kind = kind,
                            .has_other = true,
                            .program = context->unit->launch->program,
                            .here = side_of(context, access->warp, access->pc, race->lane),
                            .other = side_of_stamp(context->unit, other, is_other_store),
                            .space = access->space,
                            .address = access->address[race->lane],
                            .width_bytes = access->width_bytes,
                            .count = 1};
    finding.is_benign = kind == CHECK_WAW && is_equal;
    finding.here.is_store = access->writes;
    finding.here.is_atomic = access->is_atomic && !access->is_together;
    finding.other.is_atomic = finding.other.is_atomic && !other.is_together;
    findings_add(&context->unit->findings, &finding);
}

static AccessRef ref_of(const Page *page, Plane plane, uint32_t cell)
{
    return page->planes[plane] == NULL ? 0 : page->planes[plane][cell];
}

static inline bool conflicts(const LaneRace *race, AccessRef other, Stamp *stamp)
{
    const UnitCheck *unit = race->access->context->unit;
    if (other <= (unit->has_copies ? 0 : unit->phase_ref)) {
        return false;
    }
    *stamp = access_stamp(&unit->log, other);
    bool are_atomic = stamp->is_atomic && race->is_atomic;
    if (are_atomic &&
        !(stamp->is_together && race->access->is_together && stamp->warp == race->warp)) {
        return false;
    }
    return !order_has(&unit->order, *stamp, race->warp, race->lane);
}

// Whether the page has writes that a fetch need not see, even if they came before it: the texture
// cache is not kept coherent with them within a kernel (CUDA C Programming Guide, "Read/Write
// Coherency").
static bool is_stale(const LaneAccess *access, const Page *page)
{
    return access->micro->kind == MICRO_TEXTURE && page->planes[PLANE_WRITER] != NULL;
}

// True when something was reported.
static bool judge_read(const LaneRace *race, const Page *page, uint32_t cell)
{
    Stamp other;
    if (conflicts(race, ref_of(page, PLANE_CHANGER, cell), &other)) {
        report(race, CHECK_RAW, false, other, true);
        return true;
    }
    if (conflicts(race, ref_of(page, PLANE_WRITER, cell), &other)) {
        bool is_own = other.is_async && other.warp == race->warp && other.lane == race->lane;
        report(race, is_own ? CHECK_ASYNC : CHECK_RAW, false, other, true);
        return true;
    }
    if (is_stale(race->access, page) && ref_of(page, PLANE_WRITER, cell) != 0) {
        other = access_stamp(&race->access->context->unit->log, ref_of(page, PLANE_WRITER, cell));
        report(race, CHECK_TEXTURE_WRITTEN, false, other, true);
        return true;
    }
    return false;
}

static bool judge_write(const LaneRace *race, const Page *page, uint32_t cell)
{
    const Micro *code = race->access->context->unit->launch->program->code;
    Stamp other;
    if (conflicts(race, ref_of(page, PLANE_WRITER, cell), &other)) {
        report(race, race->access->reads ? CHECK_RAW : CHECK_WAW, is_equal_write(race, page, cell),
               other, true);
        return true;
    }
    if (conflicts(race, ref_of(page, PLANE_CHANGER, cell), &other)) {
        report(race, CHECK_WAW, is_equal_write(race, page, cell), other, true);
        return true;
    }
    if (conflicts(race, ref_of(page, PLANE_READER, cell), &other) ||
        conflicts(race, ref_of(page, PLANE_BEFORE, cell), &other)) {
        bool is_change = other.is_atomic && code[other.pc].kind != MICRO_LOAD;
        report(race, is_change ? CHECK_WAW : CHECK_WAR, false, other, is_change);
        return true;
    }
    return false;
}

// Atomics race with none of their kind, but with a later plain write: of two that nothing orders,
// neither is forgotten.
static void note_change(const LaneRace *race, Page *page, uint32_t cell)
{
    const UnitCheck *unit = race->access->context->unit;
    AccessRef *changer = &shadow_plane(race->shadow, page, PLANE_CHANGER)[cell];
    if (*changer > unit->phase_ref) {
        Stamp other = access_stamp(&unit->log, *changer);
        if (other.warp != race->warp && !order_has(&unit->order, other, race->warp, race->lane)) {
            shadow_plane(race->shadow, page, PLANE_BEFORE)[cell] = *changer;
        }
    }
    *changer = race->ref | race->lane;
}

static void note_read(const LaneRace *race, Page *page, uint32_t cell)
{
    const UnitCheck *unit = race->access->context->unit;
    AccessRef *reader = &shadow_plane(race->shadow, page, PLANE_READER)[cell];
    if (*reader > unit->phase_ref &&
        !order_has(&unit->order, access_stamp(&unit->log, *reader), race->warp, race->lane)) {
        shadow_plane(race->shadow, page, PLANE_BEFORE)[cell] = *reader;
    }
    *reader = race->ref | race->lane;
}

static void note_write(const LaneRace *race, Page *page, uint32_t cell)
{
    if (race->access->is_atomic) {
        note_change(race, page, cell);
        return;
    }
    shadow_plane(race->shadow, page, PLANE_WRITER)[cell] = race->ref | race->lane;
    shadow_values(race->shadow, page)[cell] = race->value;
    for (Plane plane = PLANE_READER; plane < PLANE_COUNT; plane++) {
        if (page->planes[plane] != NULL) {
            page->planes[plane][cell] = 0;
        }
    }
}

static Page *page_at(const LaneRace *race, uint64_t address)
{
    Page *page = shadow_page(race->shadow, address / SHADOW_PAGE_BYTES);
    if (page->shift != 0 && race->access->width_bytes < 4) {
        shadow_split(race->shadow, page);
    }
    return page;
}

static Shadow *shadow_of(const LaneAccess *access, uint64_t *address)
{
    BlockContext *context = access->context;
    if (access->space != PTX_SPACE_SHARED) {
        return &context->unit->global;
    }
    uint64_t slot = *address / SHARED_WINDOW_BYTES;
    *address %= SHARED_WINDOW_BYTES;
    return slot == 0 ? &context->shared : &context->unit->blocks[slot - 1].shared;
}

static void access_lane(LaneRace *race, uint32_t lane)
{
    const LaneAccess *access = race->access;
    uint64_t address = access->address[lane];
    race->shadow = shadow_of(access, &address);
    race->lane = lane;
    race->value = access->writes ? stored_value(access, lane) : 0;
    Page *page = page_at(race, address);
    uint32_t first = (uint32_t)(address % SHADOW_PAGE_BYTES) >> page->shift;
    uint32_t count = access->width_bytes >> page->shift;
    bool has_reported = false;
    for (uint32_t cell = first; cell < first + count; cell++) {
        has_reported = has_reported || (access->writes ? judge_write(race, page, cell)
                                                       : judge_read(race, page, cell));
        if (access->writes) {
            note_write(race, page, cell);
        } else {
            note_read(race, page, cell);
        }
    }
}

// --- consecutive cells

typedef enum Verdict {
    VERDICT_ORDERED,   // all that was done to the cells is before this access
    VERDICT_UNORDERED, // one other access did it, and is not
    VERDICT_MIXED
} Verdict;

// Lanes lane, lane + 1, ... access the cells first, first + 1, ... of a page, 1 << step a lane.
typedef struct Run {
    Page *page;
    uint32_t first, cells, step, lane;
} Run;

// The meaning of bound: references up to it are ordered.
static Verdict judge_plane(const LaneRace *race, const Run *run, Plane plane, AccessRef bound)
{
    const AccessRef *refs = run->page->planes[plane];
    if (refs == NULL) {
        return VERDICT_ORDERED;
    }
    refs += run->first;
    uint32_t later = 0, unlike = 0;
    for (uint32_t i = 0; i < run->cells; i++) {
        later |= bound - refs[i]; // the top bit: refs[i] is larger
    }
    if (later >> 31 == 0) {
        return VERDICT_ORDERED;
    }
    for (uint32_t i = 0; i < run->cells; i++) {
        unlike |= (refs[i] - (i >> run->step)) ^ refs[0];
    }
    const UnitCheck *unit = race->access->context->unit;
    Stamp other = access_stamp(&unit->log, refs[0]);
    bool has_lanes = other.warp == race->warp && other.lane != run->lane &&
                     unit->order.warps[race->warp].lanes != NULL;
    if (unlike != 0 || has_lanes) {
        return VERDICT_MIXED;
    }
    return order_has(&unit->order, other, race->warp, run->lane) ? VERDICT_ORDERED
                                                                 : VERDICT_UNORDERED;
}

static void fill(const LaneRace *race, const Run *run, Plane plane)
{
    AccessRef *refs = shadow_plane(race->shadow, run->page, plane) + run->first;
    for (uint32_t i = 0; i < run->cells; i++) {
        refs[i] = (race->ref | run->lane) + (i >> run->step);
    }
}

// False: its lanes must be looked at one by one.
static bool read_run(const LaneRace *race, const Run *run)
{
    const UnitCheck *unit = race->access->context->unit;
    AccessRef bound = unit->has_copies ? 0 : unit->phase_ref;
    if (is_stale(race->access, run->page) ||
        judge_plane(race, run, PLANE_WRITER, bound) != VERDICT_ORDERED ||
        judge_plane(race, run, PLANE_CHANGER, bound) != VERDICT_ORDERED) {
        return false;
    }
    Verdict verdict = judge_plane(race, run, PLANE_READER, unit->phase_ref);
    if (verdict == VERDICT_MIXED) {
        return false;
    }
    if (verdict == VERDICT_UNORDERED) {
        memcpy(shadow_plane(race->shadow, run->page, PLANE_BEFORE) + run->first,
               run->page->planes[PLANE_READER] + run->first, run->cells * sizeof(AccessRef));
    }
    fill(race, run, PLANE_READER);
    return true;
}

static void note_values(const LaneRace *race, const Run *run)
{
    const Micro *micro = race->access->micro;
    uint16_t *values = shadow_values(race->shadow, run->page) + run->first;
    bool is_of_words = race->access->width_bytes == 4 && run->page->shift != 0;
    if (micro->kind == MICRO_STORE && micro->vector <= 1 && is_of_words) {
        const uint32_t *row = warp_row(race->access->warp, micro->data[0]) + run->lane;
        for (uint32_t i = 0; i < run->cells; i++) {
            values[i] = mixed(row[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < run->cells; i++) {
        values[i] = stored_value(race->access, run->lane + (i >> run->step));
    }
}

static bool write_run(const LaneRace *race, const Run *run)
{
    const UnitCheck *unit = race->access->context->unit;
    AccessRef bound = unit->has_copies ? 0 : unit->phase_ref;
    for (Plane plane = 0; plane < PLANE_COUNT; plane++) {
        if (judge_plane(race, run, plane, bound) != VERDICT_ORDERED) {
            return false;
        }
    }
    if (race->access->is_atomic) {
        fill(race, run, PLANE_CHANGER);
        return true;
    }
    fill(race, run, PLANE_WRITER);
    note_values(race, run);
    for (Plane plane = PLANE_READER; plane < PLANE_COUNT; plane++) {
        if (run->page->planes[plane] != NULL) {
            memset(run->page->planes[plane] + run->first, 0, run->cells * sizeof(AccessRef));
        }
    }
    return true;
}

static bool access_run(LaneRace *race, uint32_t lane, uint32_t count)
{
    const LaneAccess *access = race->access;
    if (access->is_together) {
        return false;
    }
    uint64_t address = access->address[lane];
    race->shadow = shadow_of(access, &address);
    Page *page = page_at(race, address);
    uint32_t cells_each = access->width_bytes >> page->shift;
    Run run = {page, (uint32_t)(address % SHADOW_PAGE_BYTES) >> page->shift, cells_each * count,
               bits_lowest(cells_each), lane};
    return access->writes ? write_run(race, &run) : read_run(race, &run);
}

// --- all lanes

static void access_one_by_one(LaneRace *race, uint32_t lane, uint32_t count)
{
    for (uint32_t i = lane; i < lane + count; i++) {
        access_lane(race, i);
    }
}

// Lanes that read one word, as access_lane of the first and the last one would note it. False: they
// must be looked at.
static bool read_same(LaneRace *race, uint32_t first, uint32_t last)
{
    const LaneAccess *access = race->access;
    const UnitCheck *unit = access->context->unit;
    uint64_t address = access->address[first];
    race->shadow = shadow_of(access, &address);
    Page *page = shadow_page(race->shadow, address / SHADOW_PAGE_BYTES);
    uint32_t word = (uint32_t)(address % SHADOW_PAGE_BYTES) / 4;
    AccessRef bound = unit->has_copies ? 0 : unit->phase_ref;
    if (access->width_bytes != 4 || page->shift == 0 || unit->order.are_lanes_ordered ||
        ref_of(page, PLANE_WRITER, word) > bound || ref_of(page, PLANE_CHANGER, word) > bound) {
        return false;
    }
    // The last access does not follow the first one, regardless of earlier readers.
    shadow_plane(race->shadow, page, PLANE_BEFORE)[word] = race->ref | first;
    shadow_plane(race->shadow, page, PLANE_READER)[word] = race->ref | last;
    return true;
}

// Of many readers, or atomics, of one place, only the first and the last are kept.
static void access_same(LaneRace *race, const LaneRun *lanes)
{
    uint32_t last = lanes->lane + lanes->count - 1u;
    if (race->access->writes && !race->access->is_atomic) {
        access_one_by_one(race, lanes->lane, lanes->count);
    } else if (race->access->writes || !read_same(race, lanes->lane, last)) {
        access_lane(race, lanes->lane);
        access_lane(race, last);
    }
}

static void access_consecutive(LaneRace *race, const LaneRun *lanes)
{
    enum { RUN_MIN = 4 };
    uint32_t width = race->access->width_bytes, end = (uint32_t)lanes->lane + lanes->count;
    for (uint32_t lane = lanes->lane; lane < end;) {
        uint64_t offset = race->access->address[lane] % SHADOW_PAGE_BYTES;
        uint32_t room = (uint32_t)(SHADOW_PAGE_BYTES - offset) / width, count = end - lane;
        count = count < room ? count : room;
        if (count < RUN_MIN || !access_run(race, lane, count)) {
            access_one_by_one(race, lane, count);
        }
        lane += count;
    }
}

void races_access(const LaneAccess *access)
{
    UnitCheck *unit = access->context->unit;
    unit_make_room(unit);
    uint32_t pc = access->pc < ORDER_PC_MAX ? access->pc : ORDER_PC_MAX;
    uint32_t warp = unit_warp(access->context, access->warp) & 511u;
    bool is_atomic = access->is_atomic || access->is_relaxed;
    unit->has_copies |= access->is_async;
    Access entry = {.when = unit->order.tick,
                    .is_atomic = is_atomic,
                    .is_async = access->is_async,
                    .is_together = access->is_together,
                    .is_of_block =
                        access->is_atomic && (access->micro->flags & MICRO_BLOCK_SCOPE) != 0,
                    .warp = warp & 511u,
                    .pc = pc & ORDER_PC_MAX};
    LaneRace race = {.access = access,
                     .ref = access_add(&unit->log, entry),
                     .is_atomic = is_atomic,
                     .warp = warp};
    for (uint32_t i = 0; i < access->shape->run_count; i++) {
        const LaneRun *lanes = &access->shape->runs[i];
        if (lanes->is_same) {
            access_same(&race, lanes);
        } else {
            access_consecutive(&race, lanes);
        }
    }
}
