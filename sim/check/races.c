// SPDX-License-Identifier: Apache-2.0
// Races between the threads of one unit: an access and an earlier one to the same bytes, one of
// them a write, that nothing orders.
#include "sim/check/unit.h"

// The access of one lane.
typedef struct LaneRace {
    const LaneAccess *access;
    Stamp stamp;
    uint32_t lane;
    uint32_t value; // of what it stores
} LaneRace;

// A number that is the same for the same bytes that a lane stores.
static uint32_t stored_value(const LaneAccess *access, uint32_t lane)
{
    const Micro *micro = access->micro;
    uint32_t count = micro->vector == 0 ? 1 : micro->vector, width = access->width_bytes / count;
    uint32_t value = 0;
    for (uint32_t i = 0; i < count && i < 4; i++) {
        const uint32_t *row = warp_row(access->warp, micro->data[i]);
        uint32_t word = width == 8 ? row[2 * lane] ^ row[2 * lane + 1] * 31u : row[lane];
        value = value * 0x9e3779b1u + (width < 4 ? word & ((1u << 8 * width) - 1) : word);
    }
    return value;
}

// Whether the write leaves what the other write left.
static bool is_equal_write(const LaneRace *race, const Cell *cell)
{
    return race->access->micro->kind == MICRO_STORE && race->value == cell->value;
}

static void report(const LaneRace *race, CheckKind kind, const Cell *cell, Stamp other,
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
    finding.is_benign = kind == CHECK_WAW && is_equal_write(race, cell);
    finding.here.is_store = access->writes;
    finding.here.is_atomic = access->is_atomic;
    findings_add(&context->unit->findings, &finding);
}

static bool conflicts(const LaneRace *race, Stamp other)
{
    return other.when != 0 && !(other.is_atomic && race->stamp.is_atomic) &&
           !order_has(&race->access->context->unit->order, other, race->stamp.warp, race->lane);
}

// True when something was reported.
static bool read_cell(const LaneRace *race, Cell *cell, bool has_reported)
{
    const Order *order = &race->access->context->unit->order;
    if (!has_reported && conflicts(race, cell->changer)) {
        report(race, CHECK_RAW, cell, cell->changer, true);
        has_reported = true;
    }
    if (!has_reported && conflicts(race, cell->writer)) {
        bool is_async = cell->writer.is_async && cell->writer.warp == race->stamp.warp &&
                        cell->writer.lane == race->lane;
        report(race, is_async ? CHECK_ASYNC : CHECK_RAW, cell, cell->writer, true);
        has_reported = true;
    }
    if (cell->reader.when != 0 && !order_has(order, cell->reader, race->stamp.warp, race->lane)) {
        cell->reader_before = cell->reader;
    }
    cell->reader = race->stamp;
    return has_reported;
}

static bool write_cell(const LaneRace *race, Cell *cell, bool has_reported)
{
    if (!has_reported && conflicts(race, cell->writer)) {
        report(race, race->access->reads ? CHECK_RAW : CHECK_WAW, cell, cell->writer, true);
        has_reported = true;
    } else if (!has_reported && conflicts(race, cell->changer)) {
        report(race, CHECK_WAW, cell, cell->changer, true);
        has_reported = true;
    } else if (!has_reported && conflicts(race, cell->reader)) {
        report(race, CHECK_WAR, cell, cell->reader, false);
        has_reported = true;
    } else if (!has_reported && conflicts(race, cell->reader_before)) {
        report(race, CHECK_WAR, cell, cell->reader_before, false);
        has_reported = true;
    }
    if (race->access->is_atomic) {
        cell->changer = race->stamp;
        return has_reported;
    }
    cell->writer = race->stamp;
    cell->value = race->value;
    cell->changer = cell->reader = cell->reader_before = (Stamp){0};
    return has_reported;
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

static void access_lane(const LaneAccess *access, uint32_t lane, Stamp stamp)
{
    LaneRace race = {.access = access, .stamp = stamp, .lane = lane};
    uint64_t address = access->address[lane];
    Shadow *shadow = shadow_of(access, &address);
    race.stamp.lane = lane & 31u;
    race.value = access->micro->kind == MICRO_STORE ? stored_value(access, lane) : 0;
    uint32_t count;
    Cell *cells = shadow_cells(shadow, address, access->width_bytes, &count);
    bool has_reported = false;
    for (uint32_t i = 0; i < count; i++) {
        has_reported = access->writes ? write_cell(&race, &cells[i], has_reported)
                                      : read_cell(&race, &cells[i], has_reported);
    }
}

static bool is_uniform(const LaneAccess *access)
{
    uint64_t first = access->address[lane_lowest(access->lanes)];
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        if (access->address[lane_lowest(rest)] != first) {
            return false;
        }
    }
    return true;
}

void races_access(const LaneAccess *access)
{
    const UnitCheck *unit = access->context->unit;
    uint32_t pc = access->pc < ORDER_PC_MAX ? access->pc : ORDER_PC_MAX;
    Stamp stamp = {.when = unit->order.tick & 0x3fffffffu,
                   .is_atomic = access->is_atomic || access->is_relaxed,
                   .is_async = access->is_async,
                   .warp = unit_warp(access->context, access->warp) & 511u,
                   .pc = pc & ORDER_PC_MAX};
    if (!access->writes && is_uniform(access)) {
        // Two readers stand for all of them.
        uint32_t low = lane_lowest(access->lanes),
                 high = 31u - (uint32_t)__builtin_clz(access->lanes);
        access_lane(access, low, stamp);
        if (high != low) {
            access_lane(access, high, stamp);
        }
        return;
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        access_lane(access, lane_lowest(rest), stamp);
    }
}
