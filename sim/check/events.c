// SPDX-License-Identifier: Apache-2.0
// Barriers, fences, flags and masks: what they order, and how they are misused.
#include "sim/check/unit.h"
#include "sim/warp/mbarrier.h"
#include "sim/warp/memory_access.h"

#include <stdio.h>
#include <string.h>

// --- block barriers

static void note_arrival(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t number,
                         uint32_t threads, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t index = unit_warp(context, warp);
    if (context->barriers[number].is_busy && context->barriers[number].threads != threads &&
        checks(context->unit, CHECKER_SYNC)) {
        char detail[96];
        snprintf(detail, sizeof detail, "barrier %u: %u here, %u there", number, threads,
                 context->barriers[number].threads);
        report_at(context, CHECK_BARRIER_COUNT, warp, pc, on, detail);
    }
    context->barriers[number].is_busy = context->barriers[number].was_used = true;
    context->barriers[number].threads = threads;
    context->barriers[number].pc = pc;
    context->barriers[number].arrived[index] = order_advance(&context->unit->order);
    context->barriers[number].waiting[index] |= micro->function != PTX_DOT_ARRIVE;
    context->barriers[number].lanes[warp->index] |= on;
}

static void report_apart(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t lanes)
{
    char detail[96];
    snprintf(detail, sizeof detail, "%u of the warp's %u threads are at this barrier",
             lanes_in(lanes), lanes_in(warp->entered));
    report_at(context, CHECK_BARRIER_DIVERGED, warp, pc, lanes, detail);
}

// Part of a warp arrives at a barrier of the aligned form: the rest must arrive at the same one, if
// later (threads that spun in between, say). At another barrier they are apart.
static void check_divergence(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t number,
                             uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t *part = &context->barriers[number].part[warp->index];
    if (on == warp->live || (micro->flags & MICRO_UNIFORM) == 0 ||
        !checks(context->unit, CHECKER_SYNC)) {
        return;
    }
    if (*part != 0 && *part != pc + 1) {
        report_apart(context, warp, pc, on);
    }
    *part = pc + 1;
    context->barriers[number].was_used = true;
}

// A barrier has completed: finds the warps that arrived in part, and never in full.
static void check_parts(BlockContext *context, uint32_t number)
{
    for (uint32_t i = 0; i < context->unit->block_warps; i++) {
        const Warp *warp = block_warp(context->block, i);
        uint32_t *part = &context->barriers[number].part[i];
        uint32_t lanes = context->barriers[number].lanes[i];
        if (*part != 0 && (warp->entered & ~lanes) != 0) {
            report_apart(context, warp, *part - 1, lanes);
        }
        *part = 0;
    }
}

// Threads that have ended do not arrive at a barrier of all threads.
static void check_exited(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    uint32_t missing = warp->entered & ~warp->live;
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (missing == 0 || micro->b != ROW_NONE || !checks(context->unit, CHECKER_SYNC)) {
        return;
    }
    char detail[96];
    snprintf(detail, sizeof detail, "%u threads of the warp have exited before it",
             lanes_in(missing));
    report_at(context, CHECK_EXITED_BARRIER, warp, pc, on, detail);
}

void events_barrier(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t number = barrier_number(warp, micro), threads = 0, lane = lane_lowest(on);
    number = micro->a != ROW_NONE ? warp_row(warp, micro->a)[lane] : number;
    threads = micro->b != ROW_NONE ? warp_row(warp, micro->b)[lane] : threads;
    if (number >= BARRIER_ALL) {
        return;
    }
    check_divergence(context, warp, pc, number, on);
    check_exited(context, warp, pc, on);
    note_arrival(context, warp, pc, number, threads, on);
}

// All warps have come with all threads that live: then what they did is before all they will do. A
// warp that has ended has not come.
static bool has_all(const BlockContext *context, uint32_t number)
{
    for (uint32_t i = 0; i < context->unit->block_warps; i++) {
        const Warp *warp = block_warp(context->block, i);
        bool is_waiting =
            context->barriers[number].waiting[context->rank * context->unit->block_warps + i];
        if (!is_waiting || (warp->live & ~context->barriers[number].lanes[i]) != 0) {
            return false;
        }
    }
    return context->unit->block_count == 1;
}

void events_released(void *context_pointer, uint32_t number)
{
    BlockContext *context = context_pointer;
    UnitCheck *unit = context->unit;
    check_parts(context, number);
    if (has_all(context, number)) {
        order_meet_all(&unit->order);
    } else {
        order_meet(&unit->order, context->barriers[number].arrived,
                   context->barriers[number].waiting);
    }
    memset(context->barriers[number].arrived, 0, unit->warp_count * sizeof(uint32_t));
    memset(context->barriers[number].waiting, 0, unit->warp_count * sizeof(bool));
    memset(context->barriers[number].lanes, 0, unit->block_warps * sizeof(uint32_t));
    context->barriers[number].is_busy = false;
    for (uint32_t i = 0; i < unit->block_warps; i++) {
        values_settle(context, block_warp(context->block, i));
    }
}

void events_cluster_released(void *context_pointer)
{
    BlockContext *context = context_pointer;
    order_meet_all(&context->unit->order);
}

uint32_t events_moment(void *context_pointer)
{
    const BlockContext *context = context_pointer;
    return order_advance(&context->unit->order);
}

// --- masks

// Lanes must name themselves in the mask of a .sync instruction. Those that have exited may be
// named.
static void check_mask(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (micro->e == ROW_NONE || !checks(context->unit, CHECKER_SYNC)) {
        return;
    }
    const uint32_t *mask = warp_row(warp, micro->e);
    uint32_t without = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        without |= (mask[lane] >> lane & 1u) == 0 ? 1u << lane : 0;
    }
    if (without != 0) {
        char detail[96];
        snprintf(detail, sizeof detail, "the mask is 0x%08x", mask[lane_lowest(without)]);
        report_at(context, CHECK_MASK_WITHOUT_SELF, warp, pc, without, detail);
    }
}

static void meet_lanes(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on)
{
    const uint32_t *masks = micro->e == ROW_NONE ? NULL : warp_row(warp, micro->e);
    for (uint32_t rest = on; rest != 0;) { // each mask is a group of its own
        uint32_t mask = masks == NULL ? on : masks[lane_lowest(rest)], same = 0;
        for (uint32_t left = rest; left != 0; left &= left - 1) {
            uint32_t lane = lane_lowest(left);
            same |= (uint32_t)(masks == NULL || masks[lane] == mask) << lane;
        }
        rest &= ~same;
        bool are_all = (warp->entered & ~(mask | same)) == 0; // those that have exited, too
        order_meet_lanes(&context->unit->order, unit_warp(context, warp),
                         are_all ? UINT32_MAX : (mask | same) & warp->live);
    }
}

// --- mbarriers

static bool is_initialized(BlockContext *context, uint64_t address, bool is_init)
{
    for (uint32_t i = 0; i < context->mbarrier_count; i++) {
        if (context->mbarriers[i] == address) {
            return true;
        }
    }
    uint32_t room = sizeof context->mbarriers / sizeof context->mbarriers[0];
    if (is_init && context->mbarrier_count < room) {
        context->mbarriers[context->mbarrier_count++] = address;
    }
    return context->mbarrier_count == room;
}

// Its initialization is a plain write, all else changes it as atomics do: so that both are ordered.
static void access_mbarrier(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on,
                            const uint32_t addresses[32])
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    bool is_plain = micro->function == PTX_DOT_INIT || micro->function == PTX_DOT_INVAL;
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .width_bytes = 8,
                         .space = PTX_SPACE_SHARED,
                         .reads = !is_plain,
                         .writes = true,
                         .is_atomic = !is_plain};
    uint32_t lane = lane_lowest(on);
    access.address[lane] = addresses[lane];
    if (addresses[lane] % 8 == 0 && checks(context->unit, CHECKER_RACE) &&
        addresses[lane] % SHARED_WINDOW_BYTES + 8 <= context->unit->launch->shared_bytes) {
        access_lanes(&access, on & -on); // an access by one lane represents all
        races_access(&access);
    }
}

uint64_t events_mbarrier(const BlockContext *owner, uint64_t address)
{
    uint64_t word = 0;
    if (address % 8 == 0 && address + 8 <= owner->unit->launch->shared_bytes) {
        memcpy(&word, shared_bytes(owner->block, (uint32_t)address), sizeof word);
    }
    return word;
}

// Whether a wait of these lanes comes after the phase that it waits for.
static bool is_passed(const Warp *warp, const Micro *micro, uint64_t word, uint32_t on)
{
    bool is_any = false;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        is_any = is_any || (micro->combine == PTX_DOT_PARITY
                                ? mbarrier_test_parity(word, warp_row(warp, micro->b)[lane])
                                : mbarrier_test(word, warp_row64(warp, micro->b)[lane]));
    }
    return is_any;
}

// The order of threads by an mbarrier, whose word is `word`.
static void order_by_mbarrier(BlockContext *owner, const Warp *warp, const Micro *micro,
                              uint32_t index, uint32_t on, uint64_t place, uint64_t word)
{
    Order *order = &owner->unit->order;
    bool is_init = micro->function == PTX_DOT_INIT;
    order_phase(order, place, !is_init && mbarrier_test_parity(word, 0));
    if (micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT) {
        if (!is_passed(warp, micro, word, on)) {
            return;
        }
        bulk_waited(owner, place);
        order_acquire(order, index, on == warp->live ? UINT32_MAX : on, place);
    } else if (!is_init) {
        if (micro->function == PTX_DOT_ASYNC) {
            order_copy_commit(order, index);
            order_copy_wait(order, index, 0);
        }
        order_release(order, index, place, false);
    }
}

// These lanes use one mbarrier.
static void use_mbarrier(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on,
                         const uint32_t addresses[32])
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    uint32_t slot = addresses[lane_lowest(on)] / (uint32_t)SHARED_WINDOW_BYTES;
    BlockContext *owner = slot == 0                            ? context
                          : slot <= context->unit->block_count ? &context->unit->blocks[slot - 1]
                                                               : context;
    uint64_t address = addresses[lane_lowest(on)] % SHARED_WINDOW_BYTES;
    bool is_init = micro->function == PTX_DOT_INIT;
    if (slot <= context->unit->block_count) {
        access_mbarrier(context, warp, pc, on, addresses);
    }
    for (uint32_t i = 0; i < 8; i += 4) {
        if (address + i < context->unit->launch->shared_bytes) {
            owner->shared_valid[(address + i) / 4] = 15;
        }
    }
    if (!is_initialized(owner, address, is_init) && !is_init &&
        checks(context->unit, CHECKER_SYNC)) {
        report_at(context, CHECK_MBARRIER_UNINIT, warp, pc, on, "");
    }
    order_by_mbarrier(owner, warp, micro, unit_warp(context, warp), on,
                      (uint64_t)(owner->rank + 1) << 32 | address, events_mbarrier(owner, address));
}

static void use_mbarriers(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (micro->function == PTX_DOT_PENDING_COUNT) {
        return;
    }
    uint32_t addresses[32];
    addresses_in_shared(warp, micro, addresses);
    while (on != 0) {
        uint32_t same = 0;
        for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            same |= addresses[lane] == addresses[lane_lowest(on)] ? 1u << lane : 0;
        }
        use_mbarrier(context, warp, pc, same, addresses);
        on &= ~same;
    }
}

// tcgen05.commit: an arrival at one mbarrier, or at the same place of each block of a mask.
static void use_commits(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (micro->b == ROW_NONE) {
        use_mbarriers(context, warp, pc, on);
        return;
    }
    uint32_t addresses[32];
    addresses_in_shared(warp, micro, addresses);
    for (; on != 0; on &= on - 1) {
        uint32_t lane = lane_lowest(on), place = addresses[lane] % SHARED_WINDOW_BYTES;
        uint32_t blocks = warp_row(warp, micro->b)[lane] & 0xffff;
        for (; blocks != 0; blocks &= blocks - 1) {
            addresses[lane] = (1 + lane_lowest(blocks)) * (uint32_t)SHARED_WINDOW_BYTES + place;
            use_mbarrier(context, warp, pc, 1u << lane, addresses);
        }
    }
}

// --- the rest

static void acquire(UnitCheck *unit, const RelaxedLoad *load)
{
    order_acquire(&unit->order, load->warp, load->lanes, load->place);
    if (load->address != 0) {
        launch_acquired(unit, load->address);
    }
}

// Relaxed loads of many flags acquire at once, so that none is forgotten.
static void load_relaxed(BlockContext *context, RelaxedLoad load)
{
    for (uint32_t i = 0; i < context->relaxed_count; i++) {
        if (context->relaxed[i].warp == load.warp && context->relaxed[i].place == load.place) {
            context->relaxed[i].lanes |= load.lanes;
            return;
        }
    }
    if (context->relaxed_count == sizeof context->relaxed / sizeof context->relaxed[0]) {
        acquire(context->unit, &load);
    } else {
        context->relaxed[context->relaxed_count++] = load;
    }
}

static void acquire_relaxed(BlockContext *context, uint32_t warp)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < context->relaxed_count; i++) {
        RelaxedLoad load = context->relaxed[i];
        if (load.warp == warp) {
            acquire(context->unit, &load);
        } else {
            context->relaxed[kept++] = load;
        }
    }
    context->relaxed_count = kept;
}

static void use_fence(BlockContext *context, const Warp *warp, const Micro *micro)
{
    if (micro->function != PTX_DOT_RELEASE) {
        acquire_relaxed(context, unit_warp(context, warp));
    }
    if (micro->function == PTX_DOT_ACQUIRE) {
        return;
    }
    order_fence(&context->unit->order, unit_warp(context, warp));
    if (micro->function != PTX_DOT_CTA) {
        context->unit->global_fence = context->unit->order.tick - 1;
    }
}

static void use_copy_group(BlockContext *context, const Warp *warp, const Micro *micro)
{
    Order *order = &context->unit->order;
    uint32_t index = unit_warp(context, warp);
    if (micro->function == PTX_DOT_COMMIT_GROUP) {
        order_copy_commit(order, index);
    } else if (micro->function == PTX_DOT_WAIT_GROUP) {
        order_copy_wait(order, index, (uint32_t)micro->offset);
    } else {
        order_copy_commit(order, index);
        order_copy_wait(order, index, 0);
    }
}

// tcgen05.alloc writes a word to shared memory, once for the warp.
static void use_tensor_memory(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    if (micro->function != PTX_DOT_ALLOC) {
        return;
    }
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .width_bytes = 4,
                         .space = PTX_SPACE_SHARED,
                         .writes = true};
    uint32_t addresses[32], lane = lane_lowest(on);
    addresses_in_shared(warp, micro, addresses);
    access.address[lane] = addresses[lane];
    if (addresses[lane] % 4 != 0 ||
        (uint64_t)addresses[lane] + 4 > context->unit->launch->shared_bytes) {
        return; // a fault
    }
    context->shared_valid[addresses[lane] / 4] = 15;
    if (checks(context->unit, CHECKER_RACE)) {
        access_lanes(&access, on & -on);
        races_access(&access);
    }
}

void events_other(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on, bool is_turn)
{
    (void)is_turn;
    const Micro *micro = &context->unit->launch->program->code[pc];
    switch (micro->kind) {
    case MICRO_WARP_BARRIER:
        check_mask(context, warp, pc, on);
        meet_lanes(context, warp, micro, on);
        break;
    case MICRO_SHUFFLE:
    case MICRO_VOTE:
    case MICRO_MATCH:
    case MICRO_REDUX:
    case MICRO_ELECT: check_mask(context, warp, pc, on); break;
    case MICRO_MBARRIER: use_mbarriers(context, warp, pc, on); break;
    case MICRO_TENSOR_COMMIT: use_commits(context, warp, pc, on); break;
    case MICRO_TENSOR_ALLOCATE: use_tensor_memory(context, warp, pc, on); break;
    case MICRO_FENCE: use_fence(context, warp, micro); break;
    case MICRO_EXIT: cluster_exit(context, warp, on); break;
    case MICRO_COPY_GROUP: use_copy_group(context, warp, micro); break;
    default: break;
    }
}

// --- flags and locks

// Without a fence before it: a flag or lock in shared memory, and in global memory what says so for
// its block alone (a wider scope has a fence of its own).
static bool releases_alone(const LaneAccess *access)
{
    const Micro *micro = access->micro;
    if (access->space != PTX_SPACE_SHARED) {
        return (micro->flags & MICRO_BLOCK_SCOPE) != 0 && (micro->flags & MICRO_VOLATILE) != 0;
    }
    return micro->kind == MICRO_STORE || micro->function == PTX_DOT_EXCH ||
           micro->function == PTX_DOT_CAS;
}

bool events_are_together(const LaneAccess *access)
{
    bool is_plain = access->micro->kind == MICRO_LOAD || access->micro->kind == MICRO_STORE;
    return is_plain && access->space == PTX_SPACE_SHARED && access->is_own_shared &&
           !access->context->unit->order.are_lanes_ordered && access->lanes == access->warp->live &&
           (access->lanes & (access->lanes - 1)) != 0 &&
           (access->shape->run_count > 1 || !access->shape->runs[0].is_same);
}

static uint32_t lanes_at(const LaneAccess *access, uint32_t lanes, uint64_t address)
{
    uint32_t there = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        there |= (uint32_t)(access->address[lane] == address) << lane;
    }
    return there;
}

void events_synchronize(const LaneAccess *access)
{
    UnitCheck *unit = access->context->unit;
    uint32_t warp = unit_warp(access->context, access->warp);
    bool is_shared = access->space == PTX_SPACE_SHARED;
    bool is_of_unit = is_shared || (access->micro->flags & MICRO_BLOCK_SCOPE) != 0;
    for (uint32_t rest = access->lanes; rest != 0;) {
        uint64_t address = access->address[lane_lowest(rest)], place = address;
        uint32_t lanes = lanes_at(access, rest, address);
        rest &= ~lanes;
        if (is_shared) {
            uint64_t slot = address / SHARED_WINDOW_BYTES;
            uint32_t rank = slot == 0 ? access->context->rank : (uint32_t)slot - 1;
            place = (uint64_t)(rank + 1) << 32 | address % SHARED_WINDOW_BYTES;
        }
        uint64_t elsewhere = is_of_unit ? 0 : address;
        RelaxedLoad load = {place, elsewhere, warp, access->is_together ? 0 : lanes};
        if (access->writes) { // first: of the lanes of one atomic, some see what others wrote
            order_release(&unit->order, warp, place, !releases_alone(access));
        }
        if (access->reads && unit->objects->is_relaxed[access->pc]) {
            load_relaxed(access->context, load);
        } else if (access->reads) {
            acquire(unit, &load);
        }
        if (access->writes && !is_of_unit) {
            launch_released(unit, address, unit->global_fence);
        }
    }
}
