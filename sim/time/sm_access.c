// SPDX-License-Identifier: Apache-2.0
// Memory accesses of an SM: how long they occupy the load/store unit, what L1 holds, what is
// requested from the memory system, and when their results are ready.
#include "isa/base/bits.h"
#include "isa/base/heap.h"
#include "sim/time/sm_record.h"
#include "sim/time/sm_state.h"

#include <stdlib.h>
#include <string.h>

// Lines of L1 that one tag lookup a cycle serves, and the bytes a cycle moves when a preset does
// not say.
#define DEFAULT_L1_BYTES_PER_CYCLE 64.0

double sm_queue(Sm *sm, uint32_t slot, double now, double busy)
{
    Scheduler *scheduler = &sm->schedulers[slot % sm->scheduler_count];
    double start = server_take(&sm->lsu, now, busy);
    scheduler->queued[scheduler->queue_next] = start;
    scheduler->queue_next = (scheduler->queue_next + 1) % QUEUE_ROOM;
    return start;
}

// The same of a load, whose data come back to its scheduler after each other. Returns when the
// first of them does, less the latency.
static double queue_load(Sm *sm, uint32_t slot, double now, double busy, double data)
{
    double start = sm_queue(sm, slot, now, busy);
    if (sm->gpu->compute_capability < 70) {
        return start;
    }
    Scheduler *scheduler = &sm->schedulers[slot % sm->scheduler_count];
    start = more_of(start, scheduler->returns_at);
    scheduler->returns_at = start + data * sm->gpu->load_return_cycles;
    scheduler->queued[(scheduler->queue_next + QUEUE_ROOM - 1) % QUEUE_ROOM] = start;
    return start;
}

static void set_results(TimedWarp *warp, const MicroTime *time, Ready ready)
{
    for (uint32_t i = 0; i < time->result_count; i++) {
        warp->ready[time->results[i]] = ready;
    }
}

uint64_t sm_new_load(Sm *sm, uint32_t warp, const MicroTime *time)
{
    if (sm->load_next - sm->load_first > sm->load_mask) { // full: twice as many
        uint32_t mask = sm->load_mask * 2 + 1;
        Load *loads = malloc((mask + 1u) * sizeof *loads);
        if (loads == NULL) {
            abort();
        }
        for (uint64_t i = sm->load_first; i < sm->load_next; i++) {
            loads[i & mask] = sm->loads[i & sm->load_mask];
        }
        free(sm->loads);
        sm->loads = loads;
        sm->load_mask = mask;
    }
    uint64_t number = sm->load_next++;
    sm->loads[number & sm->load_mask] =
        (Load){.warp = warp, .access = sm_record_asker(sm), .time = time, .reason = READY_LONG};
    return number;
}

Pending *sm_ask(Sm *sm, Cycle sent)
{
    if (sm->pending_count == sm->pending_room) {
        sm->pending =
            heap_room(sm->pending, sm->pending_count, &sm->pending_room, sizeof *sm->pending);
    }
    Cycle before = sm->pending_count > 0 ? sm->pending[sm->pending_count - 1].request.sent : 0;
    Pending *pending = &sm->pending[sm->pending_count++];
    *pending = (Pending){.request.sent = before > sent ? before : sent,
                         .access = sm->tape == NULL ? RECORDED_NONE : sm_record_asker(sm)};
    return pending;
}

uint32_t sm_new_waiter(Sm *sm, uint64_t load, uint32_t next)
{
    uint32_t waiter;
    if (sm->free_waiter_count > 0) {
        waiter = sm->free_waiters[--sm->free_waiter_count];
    } else {
        if (sm->waiter_count == 0) {
            sm->waiter_count = 1; // number 0 is none
        }
        sm->waiters =
            heap_room(sm->waiters, sm->waiter_count, &sm->waiter_room, sizeof *sm->waiters);
        waiter = sm->waiter_count++;
    }
    sm->waiters[waiter] = (Waiter){load, next};
    sm->loads[load & sm->load_mask].pending++;
    return waiter;
}

void sm_drop_waiter(Sm *sm, uint32_t waiter)
{
    sm->free_waiters = heap_room(sm->free_waiters, sm->free_waiter_count, &sm->free_waiter_room,
                                 sizeof *sm->free_waiters);
    sm->free_waiters[sm->free_waiter_count++] = waiter;
}

void sm_wait_for(Sm *sm, uint64_t load, MemoryRequest *request)
{
    if (request->load == 0) {
        request->load = load + 1;
        sm->loads[load & sm->load_mask].pending++;
    } else {
        request->first_waiter = sm_new_waiter(sm, load, request->first_waiter);
    }
}

// Where the lines of a warp's local memory lie for the caches: word w of all lanes is a line, and
// the frames of neighboring warps follow each other. What recursion needs beyond them lies further
// off.
static uint32_t local_lines(const Sm *sm, uint32_t slot, const StepAccess *access,
                            LineAccess lines[LINES_MAX])
{
    uint64_t words = sm->frame_words;
    uint64_t base = (UINT64_C(1) << 56) + (sm->number * WARPS_MAX + slot) * words;
    uint32_t count = 0;
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t word = (uint32_t)access->address[lane] / 4;
        uint64_t line = base + word % words + (word / words << 32);
        uint32_t sectors = 1u << lane / 8;
        uint32_t i = 0;
        while (i < count && lines[i].line != line) {
            i++;
        }
        if (i == count) {
            lines[count++] = (LineAccess){.line = line};
        }
        lines[i].sectors |= sectors;
    }
    return count;
}

static uint32_t sectors_in(const LineAccess *lines, uint32_t count)
{
    uint32_t sectors = 0;
    for (uint32_t i = 0; i < count; i++) {
        sectors += sector_count(lines[i].sectors);
    }
    return sectors;
}

// What a store takes on its way out of the SM. Nothing passes it meanwhile: on an H200 a warp's
// load of 32 lines and its store to 32 take 96 cycles together (radix_offsets in
// tests/hardware/suite/sorts.cu).
static double store_cycles(const Gpu *gpu, const LineAccess *lines, uint32_t count)
{
    double bytes = sectors_in(lines, count) * (double)SECTOR_BYTES;
    double rate = gpu->sm_write_bytes_per_cycle;
    return more_of(rate > 0 ? bytes / rate : 0, count * gpu->sm_write_line_cycles);
}

// What holds the tags and data of L1.
typedef struct L1Use {
    double tags, data; // cycles of each; the longer one counts
    double latency;    // of a hit, with what its passes take longer
} L1Use;

static L1Use use_of(const Sm *sm, const StepAccess *access, const LineAccess *lines, uint32_t count)
{
    const Gpu *gpu = sm->gpu;
    uint32_t lanes = access->lanes == UINT32_MAX ? 32 : bits_count(access->lanes);
    double rate =
        gpu->l1_bytes_per_cycle > 0 ? gpu->l1_bytes_per_cycle : DEFAULT_L1_BYTES_PER_CYCLE;
    double registers = lanes * (double)access->width_bytes / rate;
    double known = gpu->l1_lines_per_cycle;
    L1Use use = {
        .tags = count / (known > 0 ? known : 1), .data = registers, .latency = gpu->lat_l1};
    if (access->is_local) { // in the banks of their lanes: unread words of a sector cost nothing
        return use;
    }
    bool is_since_volta = gpu->compute_capability >= 70;
    if (access->is_store || gpu->l1_shared_bytes == 0 || !is_since_volta) {
        use.data = more_of(registers, sectors_in(lines, count) * (double)SECTOR_BYTES / rate);
    }
    if (access->is_store) {
        use.data = more_of(use.data, store_cycles(gpu, lines, count));
    }
    if (access->is_store || gpu->l1_shared_bytes == 0) {
        return use;
    }
    use.data = count > 1 ? more_of(use.data, traffic_bank_passes(access)) : use.data;
    if (is_since_volta) {
        use.tags = known == TAG_BANKS ? traffic_tag_passes(lines, count) : use.tags;
        use.latency += more_of(use.data - 1, 0) * gpu->lat_l1_step + more_of(use.tags - 1, 0);
    }
    if (is_since_volta && registers > 1) {
        use.latency += access->width_bytes == 8    ? gpu->lat_l1_64
                       : access->width_bytes == 16 ? gpu->lat_l1_128
                                                   : 0;
    }
    return use;
}

static bool is_kept_in_l1(const Sm *sm)
{
    const StepAccess *access = &sm->step.access;
    return access->is_local || access->is_texture ||
           (sm->gpu->is_global_l1_cached != 0 && (sm->step.micro->flags & MICRO_CACHE_GLOBAL) == 0);
}

// A read of one line for a load; the known part of its end goes into the load.
static void read_line(Sm *sm, uint64_t load, const LineAccess *line, uint32_t hint, Cycle at,
                      double latency, bool is_kept)
{
    L1Result found = {.misses = line->sectors};
    uint32_t number = sm->pending_first + sm->pending_count;
    if (is_kept) {
        found = l1_read(&sm->l1, line->line, hint, line->sectors, number);
    }
    if (!sm->step.access.is_local && !sm->step.access.is_texture) {
        sm->counts.l1_reads += sector_count(line->sectors);
        sm->counts.l1_read_hits += sector_count(found.hits | found.pending);
    }
    Load *entry = &sm->loads[load & sm->load_mask];
    Cycle hit = at + cycle_floor(latency);
    hit = found.ready > hit ? found.ready : hit;
    if (sm->tape != NULL) {
        sm_record_l1(sm, sector_count(found.hits | found.pending));
    }
    if (found.hits != 0 && hit > entry->ready) {
        entry->ready = hit;
    }
    if (found.pending != 0) {
        sm_wait_for(sm, load, &sm->pending[found.request - sm->pending_first].request);
    }
    if (found.misses != 0) {
        Pending *pending = sm_ask(sm, at);
        pending->place = found.place;
        pending->request.line = line->line;
        pending->request.sectors = (uint8_t)found.misses;
        pending->request.kind = REQUEST_READ;
        sm_wait_for(sm, load, &pending->request);
    }
}

void sm_read_lines(Sm *sm, uint64_t load, const LineAccess *lines, uint32_t count, Cycle at,
                   double latency)
{
    bool is_kept = is_kept_in_l1(sm);
    for (uint32_t i = 0; i < count; i++) {
        read_line(sm, load, &lines[i], sm->hints[i], at, latency, is_kept);
    }
}

static void load_global(Sm *sm, uint32_t slot, const MicroTime *time, const LineAccess *lines,
                        uint32_t count, Cycle at, double latency)
{
    uint64_t load = sm_new_load(sm, slot, time);
    Load *entry = &sm->loads[load & sm->load_mask];
    // 32 words of as many lines take 70 cycles longer than one, from L2 and device memory too
    // (traces/h200/probes/refreshes.txt)
    entry->passes = (Cycle)more_of(latency - sm->gpu->lat_l1, 0);
    sm_read_lines(sm, load, lines, count, at, latency);
    set_results(&sm->warps[slot], time,
                entry->pending > 0 ? READY_UNKNOWN | load : ready_at(entry->ready, READY_LONG));
}

// Whether what is stored can be read in L1. On an H200, all later loads find there what tridiagonal
// of tests/hardware/suite/dynamic.cu stores: L2 serves 261,120 sectors, which are its first loads
// and its stores.
static bool is_written_to_l1(const Sm *sm)
{
    return sm->step.access.is_local || (sm->gpu->compute_capability >= 70 && is_kept_in_l1(sm));
}

// The lines of an access are far apart in the host's memory, too: it fetches them at the same time,
// and while the time of the access is found out. are_distinct: no line occurs twice.
static void announce_lines(Sm *sm, const LineAccess *lines, uint32_t count, bool are_distinct)
{
    bool is_kept = sm->step.access.is_store ? is_written_to_l1(sm) : is_kept_in_l1(sm);
    bool is_announced = count > 1 && is_kept;
    for (uint32_t i = 0; is_announced && i < count; i++) {
        l1_announce(&sm->l1, lines[i].line);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t hint = is_announced ? l1_announce_entry(&sm->l1, lines[i].line) : L1_UNKNOWN;
        sm->hints[i] = are_distinct ? hint : L1_UNKNOWN;
    }
}

static void store_global(Sm *sm, uint32_t slot, const LineAccess *lines, uint32_t count, Cycle at)
{
    bool is_written = is_written_to_l1(sm);
    for (uint32_t i = 0; i < count; i++) {
        MemoryRequest *request = &sm_ask(sm, at)->request;
        request->line = lines[i].line;
        request->sectors = (uint8_t)lines[i].sectors;
        request->holes = lines[i].holes;
        request->kind = REQUEST_WRITE;
        if (is_written) {
            uint32_t sectors = lines[i].sectors & ~lines[i].holes;
            l1_write(&sm->l1, lines[i].line, sm->hints[i], sectors, at);
        }
    }
    Cycle arrived = at + (Cycle)(sm->gpu->lat_l2 > 0 ? sm->gpu->lat_l2 : sm->gpu->lat_dram);
    TimedWarp *warp = &sm->warps[slot];
    warp->writes_done = arrived > warp->writes_done ? arrived : warp->writes_done;
}

bool sm_is_one_line(const StepAccess *access)
{
    uint32_t lanes = access->lanes;
    if (lanes == 0) {
        return false;
    }
    uint64_t line = access->address[bits_lowest(lanes)] / LINE_BYTES;
    for (; lanes != 0; lanes &= lanes - 1) {
        if (access->address[bits_lowest(lanes)] / LINE_BYTES != line) {
            return false;
        }
    }
    return true;
}

// The i-th of n parts of a whole that are as equal as they can be.
static uint32_t share_of(uint32_t whole, uint32_t i, uint32_t n)
{
    return whole * (i + 1) / n - whole * i / n;
}

// Whether L2 adds in floating point.
static bool is_float_atomic(const Sm *sm)
{
    const Micro *micro = sm->step.micro;
    if (!sm->step.access.is_atomic) {
        return false;
    }
    PtxTypeKind kind = ptx_type_kind(micro_atomic_type(micro));
    return kind == PTX_KIND_FLOAT || kind == PTX_KIND_PACKED;
}

// An ordered access: it is served at once, because its turn among all SMs has come.
static void serve_now(Sm *sm, uint32_t slot, const MicroTime *time, const LineAccess *lines,
                      uint32_t count, Cycle at, MemoryTime *memory)
{
    const StepAccess *access = &sm->step.access;
    bool is_float = is_float_atomic(sm);
    uint32_t touched = access->global.touched_sectors, moved = access->global.sectors;
    uint32_t repeats = moved > touched ? moved - touched : 0; // of atomics on shared words
    Cycle done = at;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t operations = sector_count(lines[i].sectors) + share_of(repeats, i, count);
        MemoryRequest request = {.sent = at,
                                 .line = lines[i].line,
                                 .sectors = (uint8_t)lines[i].sectors,
                                 .holes = lines[i].holes,
                                 .kind = access->is_atomic  ? REQUEST_ATOMIC
                                         : access->is_store ? REQUEST_WRITE
                                                            : REQUEST_READ,
                                 .is_float = is_float,
                                 .operations = (uint16_t)operations};
        if (sm->tape != NULL) {
            sm_record_serve(sm, memory, &request, sm_record_asker(sm), true);
        } else {
            memory_time_serve(memory, sm->number, &request);
        }
        done = request.done > done ? request.done : done;
    }
    set_results(&sm->warps[slot], time, ready_at(done, READY_LONG));
    TimedWarp *warp = &sm->warps[slot];
    warp->writes_done = done > warp->writes_done ? done : warp->writes_done;
    sm->last = done > sm->last ? done : sm->last;
}

// A fence after the access takes as long as an atomic on it, and more.
static void keep_for_fence(Sm *sm, uint32_t slot, const LineAccess *lines, uint32_t count)
{
    const Gpu *gpu = sm->gpu;
    TimedWarp *warp = &sm->warps[slot];
    bool has_place[2] = {false, false}; // near, far
    for (uint32_t i = 0; i < count && !(has_place[0] && has_place[1]); i++) {
        has_place[memory_time_is_far(sm->number, lines[i].line)] = true;
    }
    for (uint32_t is_far = 0; is_far < 2 && gpu->lat_fence_flush > 0; is_far++) {
        double takes = memory_time_home_trip(gpu, is_far != 0) + gpu->lat_fence_flush;
        bool is_longer = has_place[is_far] && takes > warp->flush_cycles;
        warp->flush_cycles = is_longer ? takes : warp->flush_cycles;
    }
    warp->release_cycles = sm->step.access.is_atomic ? warp->release_cycles : warp->flush_cycles;
}

static void access_global(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now,
                          MemoryTime *memory)
{
    const StepAccess *access = &sm->step.access;
    LineAccess lines[LINES_MAX];
    uint32_t count = access->is_local ? local_lines(sm, slot, access, lines)
                                      : traffic_global(sm->gpu, &sm->step, lines);
    if (memory == NULL) {
        bool are_distinct = access->is_local || sm->gpu->coalesce_rule == COALESCE_SECTORS;
        announce_lines(sm, lines, count, are_distinct);
    }
    L1Use use = use_of(sm, access, lines, count);
    double busy = more_of(use.tags, use.data);
    bool is_copy = sm->step.micro->kind == MICRO_COPY_ASYNC; // to shared memory, past the scheduler
    bool returns = !access->is_store && !access->is_atomic && !is_copy && memory == NULL;
    Cycle at = cycle_floor(returns ? queue_load(sm, slot, cycle_real(now), busy, use.data)
                                   : sm_queue(sm, slot, cycle_real(now), busy));
    keep_for_fence(sm, slot, lines, count);
    if (memory != NULL) {
        serve_now(sm, slot, time, lines, count, at, memory);
    } else if (access->is_store) {
        store_global(sm, slot, lines, count, at);
    } else if (is_copy) {
        sm_copy_lines(sm, slot, lines, count, at);
    } else {
        load_global(sm, slot, time, lines, count, at, use.latency);
    }
}

static void access_shared(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    const Gpu *gpu = sm->gpu;
    bool is_atomic = sm->step.access.is_atomic;
    bool is_cas = is_atomic && sm->step.micro->function == PTX_DOT_CAS;
    uint32_t wavefronts = sm->step.access.shared.wavefronts;
    bool returns = !is_atomic && !sm->step.access.is_store;
    double busy = wavefronts * (double)gpu->shared_cycles_per_step;
    double start = returns ? queue_load(sm, slot, cycle_real(now), busy, busy)
                           : sm_queue(sm, slot, cycle_real(now), busy);
    uint32_t more = wavefronts > 0 ? wavefronts - 1 : 0;
    double step = is_atomic && gpu->lat_shared_atomic_step > 0 ? gpu->lat_shared_atomic_step
                                                               : gpu->lat_shared_step;
    double latency = gpu->lat_shared + more * step;
    latency += is_atomic ? gpu->lat_shared_atomic : 0;
    if (returns && wavefronts > 1 && gpu->compute_capability >= 70) {
        uint32_t width = sm->step.access.width_bytes;
        latency += width == 8 ? gpu->lat_shared_64 : width == 16 ? gpu->lat_shared_128 : 0;
    }
    latency += is_cas ? gpu->lat_shared_cas : 0;
    set_results(&sm->warps[slot], time, ready_at(cycle_floor(start + latency), READY_SHORT));
}

// When a line that is asked for now is there. One that is neither held nor on its way comes after
// `from`. SMs of a GPC wait for each other at the cache behind theirs: straight-line code that
// reads another line each time takes an H200 66 cycles a line with one SM, and 133 with all (64 KB
// in traces/h200/probes/constants_together.csv).
static Cycle constant_line(Sm *sm, ConstantCache *cache, uint64_t address, double line_cycles,
                           Cycle now, Cycle from)
{
    const Gpu *gpu = sm->gpu;
    Cycle ready = constant_cache_find(cache, address, now);
    if (ready != CONSTANT_MISS) {
        return ready;
    }
    double miss = gpu->lat_const_l2 > gpu->lat_const_l1 ? gpu->lat_const_l2 - gpu->lat_const_l1 : 0;
    double start = server_take(&sm->constant_lines, cycle_real(now), line_cycles);
    ready = cycle_floor(more_of(start, cycle_real(from)) + miss);
    constant_cache_put(cache, address, ready);
    return ready;
}

// When all lines that a constant load reads are there. With the line of a load of the uniform
// datapath the next one is asked for, which costs as much: `together` of
// tests/hardware/suite/constants.cu, which reads lines word by word, does not wait. Each scheduler
// has its own uniform constants: 132 SMs with one warp each do not wait for each other, but with
// four they do.
static Cycle constant_lines_ready(Sm *sm, uint32_t slot, bool is_uniform, Cycle now)
{
    const StepAccess *access = &sm->step.access;
    ConstantCache *cache =
        is_uniform ? &sm->uniform_constants[slot % sm->scheduler_count] : &sm->indexed_constants;
    double line_cycles = is_uniform ? sm->constant_line_cycles : sm->constant_line_cycles / 2;
    Cycle ready = now;
    uint64_t last = UINT64_MAX;
    for (uint32_t left = access->lanes; left != 0; left &= left - 1) {
        uint64_t address = access->address[__builtin_ctz(left)];
        uint64_t line = cache->lines == NULL ? 0 : address / cache->line_bytes;
        if (line != last) {
            Cycle there = constant_line(sm, cache, address, line_cycles, now, now);
            ready = there > ready ? there : ready;
            last = line;
            if (is_uniform) {
                constant_line(sm, cache, address + cache->line_bytes, line_cycles, now, there);
            }
        }
    }
    return ready;
}

// Different words of one load are read one after the other. A load of the uniform datapath (ULDC)
// does not pass the unit that reads indexed constants for a whole SM: 1024 blocks of `together`
// (tests/hardware/suite/constants.cu) execute 2000 of them an SM in fewer cycles than that takes.
static void access_constant(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    const Gpu *gpu = sm->gpu;
    uint32_t words = sm->step.access.constant_words, more = words > 0 ? words - 1 : 0;
    double first = gpu->lat_const_l1 > 0 ? gpu->lat_const_l1 : gpu->lat_alu;
    double rate = gpu->const_words_per_cycle > 0 ? gpu->const_words_per_cycle : 1;
    double step = gpu->lat_const_step > 0 ? gpu->lat_const_step : 1 / rate;
    bool is_uniform = sm->step.micro->pipe == PIPE_NONE;
    double start =
        is_uniform ? cycle_real(now) : server_take(&sm->constants, cycle_real(now), words / rate);
    start += cycle_real(constant_lines_ready(sm, slot, is_uniform, cycle_floor(start))) -
             cycle_real(cycle_floor(start));
    set_results(&sm->warps[slot], time,
                ready_at(cycle_floor(start + first + more * step), READY_CONSTANT));
}

// A separate texture cache: hits and misses as they are counted.
static void access_texture_cache(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    const Gpu *gpu = sm->gpu;
    const StepAccess *access = &sm->step.access;
    double hit = gpu->lat_texture_l1 > 0 ? gpu->lat_texture_l1 : gpu->lat_l1;
    double miss = gpu->lat_texture_dram > 0 ? gpu->lat_texture_dram : gpu->lat_dram;
    double start =
        server_take(&sm->textures, cycle_real(now), access->texture_hits + access->texture_misses);
    double latency = access->texture_misses > 0 ? miss : hit;
    set_results(&sm->warps[slot], time, ready_at(cycle_floor(start + latency), READY_LONG));
}

// Fetches go through L1: a line a cycle, but no more lanes than the texture units take. The way to
// L1 comes on top of a load's latency, and the passes of the filter on top of both.
static void access_texture(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    const Gpu *gpu = sm->gpu;
    if (gpu->texture_l1_bytes > 0 || gpu->lat_l1 == 0) {
        access_texture_cache(sm, slot, time, now);
        return;
    }
    LineAccess lines[LINES_MAX];
    uint32_t count = traffic_texture(&sm->step.access, lines);
    announce_lines(sm, lines, count, true);
    double lanes = bits_count(sm->step.access.lanes);
    double pass = gpu->rate_texture > 0 ? lanes / gpu->rate_texture : 0;
    uint32_t passes = sm->step.access.texture_passes;
    double busy = passes > 1 ? passes * pass : pass;
    double start = server_take(&sm->textures, cycle_real(now), busy > count ? busy : count);
    double extra = gpu->lat_texture_l1 > gpu->lat_l1 ? gpu->lat_texture_l1 - gpu->lat_l1 : 0;
    extra += passes * pass;
    load_global(sm, slot, time, lines, count, cycle_floor(start + extra), gpu->lat_l1);
}

// An access whose lanes are all off. In shared memory it takes a wavefront all the same, since
// compute capability 7.0 (l1tex__data_pipe_lsu_wavefronts_mem_shared.sum of reduce_sequential in
// traces/h200/reduction.csv counts all 3.2 million, though only 0.7 million of them have active
// lanes).
static void access_nothing(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    if (sm->gpu->compute_capability >= 70 && time->is_shared) {
        sm_queue(sm, slot, cycle_real(now), sm->gpu->shared_cycles_per_step);
    }
    set_results(&sm->warps[slot], time,
                ready_at(now + cycle_floor(time->latency), (ReadyReason)time->reason));
}

void sm_free_banks(Sm *sm)
{
    StepAccess *access = &sm->step.access;
    if (sm->launch->has_free_banks && access->is_shared && !access->is_atomic) {
        access->shared.wavefronts = access->shared.ideal;
        access->shared.conflicts = 0;
    }
}

void sm_access(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now, MemoryTime *memory)
{
    const StepAccess *access = &sm->step.access;
    if (sm->tape != NULL) {
        sm_record_access(sm, slot);
    }
    if (access->is_shared && access->shared.wavefronts > 0) {
        access_shared(sm, slot, time, now);
    }
    if (access->remote_flits > 0) {
        sm_reach_others(sm, slot, time, now);
    }
    if (access->is_constant) {
        access_constant(sm, slot, time, now);
    }
    if (access->is_texture) {
        access_texture(sm, slot, time, now);
    }
    if (access->is_global || access->is_local) {
        access_global(sm, slot, time, now, memory);
    }
    if (!access->is_shared && !access->is_constant && !access->is_texture && !access->is_global &&
        !access->is_local) {
        access_nothing(sm, slot, time, now);
    }
    if (access->bulk != NULL) {
        sm_copy_bulk(sm, slot, now);
    } else if (access->mbarrier_count > 0) {
        sm_meet_mbarriers(sm, slot, time);
    }
    if (sm->tape != NULL) {
        sm_record_accessed(sm, slot, time);
    }
}
