// SPDX-License-Identifier: Apache-2.0
#include "sim/check/join.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define JOINED_LOG_LIMIT (1u << 20)

void joined_init(Joined *joined, const Launch *launch)
{
    *joined = (Joined){.launch = launch, .log.limit = JOINED_LOG_LIMIT};
    history_init(&joined->global);
    between_init(&joined->order);
    pthread_mutex_init(&joined->order_lock, NULL);
}

void joined_destroy(Joined *joined)
{
    findings_clear(&joined->findings);
    history_destroy(&joined->global);
    free(joined->log.items);
    free(joined->refs);
    between_destroy(&joined->order);
    pthread_mutex_destroy(&joined->order_lock);
}

// --- one cell

// A page that a unit has accessed.
typedef struct Join {
    Joined *joined;
    const UnitCheck *unit;
    const Page *from;
    Past *to;
    // of the last access: adjacent words often belong to one access
    uint32_t last;
    AccessRef last_here;
    // of the last question: likewise
    uint32_t here, other;
    bool is_conflict, is_scope; // is_scope: for the scope of an atomic alone
} Join;

static AccessRef add_here(const Join *join, AccessRef ref)
{
    Joined *joined = join->joined;
    AccessRef *known = &joined->refs[ref >> 5];
    if (*known == 0) {
        Access access = join->unit->log.items[(ref >> 5) - 1];
        access.unit = (uint32_t)join->unit->index + 1;
        *known = access_add(&joined->log, access);
    }
    return *known;
}

static inline AccessRef ref_here(Join *join, AccessRef ref)
{
    if (join->last != ref >> 5) {
        join->last = ref >> 5;
        join->last_here = add_here(join, ref);
    }
    return join->last_here | (ref & 31u);
}

static bool are_ordered(Joined *joined, const Access *a, const Access *b)
{
    pthread_mutex_lock(&joined->order_lock);
    bool are = between_knows(&joined->order, a->unit - 1, a->when, b->unit - 1, b->when) ||
               between_knows(&joined->order, b->unit - 1, b->when, a->unit - 1, a->when);
    pthread_mutex_unlock(&joined->order_lock);
    return are;
}

static bool conflicts(Join *join, AccessRef here, AccessRef other)
{
    if (other == 0) {
        return false;
    }
    if (join->here != here >> 5 || join->other != other >> 5) {
        const Access *items = join->joined->log.items;
        const Access *a = &items[(here >> 5) - 1], *b = &items[(other >> 5) - 1];
        join->here = here >> 5;
        join->other = other >> 5;
        bool are_atomic = a->is_atomic && b->is_atomic;
        join->is_scope = are_atomic && (a->is_of_block || b->is_of_block);
        join->is_conflict = a->unit != b->unit && (!are_atomic || join->is_scope) &&
                            !are_ordered(join->joined, b, a);
    }
    return join->is_conflict;
}

static CheckSide side_of_ref(const Join *join, AccessRef ref, bool is_store)
{
    const Access *access = &join->joined->log.items[(ref >> 5) - 1];
    CheckSide side = side_of_stamp(join->unit, access_stamp(&join->joined->log, ref), is_store);
    const Launch *launch = join->joined->launch;
    place_in_grid(launch->grid, launch->cluster, access->unit - 1,
                  access->warp / join->unit->block_warps, side.block);
    return side;
}

static void report(const Join *join, CheckKind kind, uint32_t cell, AccessRef here, AccessRef other)
{
    const MachineProgram *program = join->joined->launch->program;
    CheckFinding finding = {.kind = join->is_scope ? CHECK_SCOPE : kind,
                            .has_other = true,
                            .is_other_elsewhere = true,
                            .program = program,
                            .here = side_of_ref(join, here, kind != CHECK_RAW),
                            .other = side_of_ref(join, other, kind != CHECK_WAR),
                            .space = PTX_SPACE_GLOBAL,
                            .address = join->from->number * SHADOW_PAGE_BYTES +
                                       ((uint64_t)cell << join->to->shift),
                            .width_bytes = 1u << join->to->shift,
                            .count = 1};
    uint32_t from = cell << join->to->shift >> join->from->shift;
    finding.is_benign = kind == CHECK_WAW && join->from->values != NULL && join->to->has_values &&
                        join->from->values[from] == join->to->values[cell] &&
                        program->code[finding.here.pc].kind == MICRO_STORE &&
                        program->code[finding.other.pc].kind == MICRO_STORE;
    findings_add(&join->joined->findings, &finding);
}

// --- one page

// Of each cell, what the unit's plane says there is compared with what a plane here says.
static void compare(Join *join, Plane plane, Plane with, CheckKind kind)
{
    const AccessRef *from = join->from->planes[plane], *to = join->to->refs[with];
    if (from == NULL || !join->to->has[with]) {
        return;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES >> join->to->shift; i++) {
        AccessRef ref = from[i << join->to->shift >> join->from->shift];
        if (ref != 0 && to[i] != 0) {
            AccessRef here = ref_here(join, ref);
            if (conflicts(join, here, to[i])) {
                report(join, kind, i, here, to[i]);
            }
        }
    }
}

static void take_values(const Join *join)
{
    Past *to = join->to;
    const AccessRef *writers = join->from->planes[PLANE_WRITER];
    if (!to->has_values) {
        memset(to->values, 0, sizeof to->values);
        to->has_values = true;
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES >> to->shift; i++) {
        uint32_t k = i << to->shift >> join->from->shift;
        to->values[i] = writers[k] != 0 ? join->from->values[k] : to->values[i];
    }
}

static void take_over(Join *join, Plane plane, Plane to_plane)
{
    const AccessRef *from = join->from->planes[plane];
    if (from == NULL) {
        return;
    }
    Past *to = join->to;
    if (!to->has[to_plane]) {
        memset(to->refs[to_plane], 0, sizeof to->refs[to_plane]);
    }
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES >> to->shift; i++) {
        AccessRef ref = from[i << to->shift >> join->from->shift];
        if (ref != 0) {
            to->refs[to_plane][i] = ref_here(join, ref);
            to->has[to_plane] = true;
        }
    }
    if (plane == PLANE_WRITER && join->from->values != NULL) {
        take_values(join);
    }
}

static void join_page(Joined *joined, const UnitCheck *unit, const Page *from)
{
    PastPage *page = history_page(&joined->global, from->number);
    Past past;
    past_open(page, from->shift != 0, &past);
    Join join = {.joined = joined, .unit = unit, .from = from, .to = &past};
    compare(&join, PLANE_READER, PLANE_WRITER, CHECK_RAW);
    compare(&join, PLANE_CHANGER, PLANE_WRITER, CHECK_WAW);
    compare(&join, PLANE_CHANGER, PLANE_READER, CHECK_WAR);
    compare(&join, PLANE_WRITER, PLANE_WRITER, CHECK_WAW);
    compare(&join, PLANE_WRITER, PLANE_READER, CHECK_WAR);
    take_over(&join, PLANE_READER, PLANE_READER);
    take_over(&join, PLANE_CHANGER, PLANE_WRITER);
    take_over(&join, PLANE_WRITER, PLANE_WRITER);
    past_keep(&joined->global, page, &past);
}

// --- one unit

static void make_room(Joined *joined, const UnitCheck *unit)
{
    if (joined->log.count + unit->log.count > joined->log.limit) {
        history_collect(&joined->log, &joined->global);
        uint64_t limit = (uint64_t)joined->log.count * 2 + unit->log.count;
        limit = limit < JOINED_LOG_LIMIT ? JOINED_LOG_LIMIT : limit;
        joined->log.limit = limit < ACCESS_LOG_MAX ? (uint32_t)limit : ACCESS_LOG_MAX;
    }
    if (joined->log.count > ACCESS_LOG_MAX - unit->log.count) {
        history_clear(&joined->global);
        joined->log.count = 0;
    }
    if (joined->ref_room <= unit->log.count) {
        free(joined->refs);
        joined->ref_room = unit->log.count + 1;
        joined->refs = heap_allocate(joined->ref_room, sizeof *joined->refs);
    } else {
        memset(joined->refs, 0, (unit->log.count + 1) * sizeof *joined->refs);
    }
}

// Asks the host's memory for the pages that are next: what is joined is larger than its caches.
static inline void expect(const Joined *joined, const Shadow *next, uint32_t i)
{
    enum { PAGE_AHEAD = 4, SLOT_AHEAD = 8 };
    const PageTable *table = &joined->global.table;
    if (i + SLOT_AHEAD < shadow_page_count(next)) {
        page_table_expect_slot(table, shadow_page_at(next, i + SLOT_AHEAD)->number);
        page_table_expect_page(table, shadow_page_at(next, i + PAGE_AHEAD)->number);
    }
}

void join_unit(Joined *joined, const UnitCheck *unit)
{
    for (uint32_t i = 0; i < unit->findings.count; i++) {
        findings_add(&joined->findings, &unit->findings.items[i]);
    }
    make_room(joined, unit);
    for (uint32_t i = 0; i < shadow_page_count(&unit->global); i++) {
        expect(joined, &unit->global, i);
        join_page(joined, unit, shadow_page_at(&unit->global, i));
    }
}
