// SPDX-License-Identifier: Apache-2.0
#include "sim/time/memory.h"

#include "isa/base/bits.h"
#include "sim/warp/print_cost.h"

// Associativity of L2 where it has not been measured.
#define L2_WAYS 16u
// Of a region of device memory, a few groups of lines are refreshed at times of their own: as many
// as let 32 and 128 lines at strides of 128 bytes to 256 KB wait as on an H200
// (traces/h200/probes/refreshes.txt). Runs of neighboring lines are in one group.
#define REFRESH_REGION_LINES 512u
#define REFRESH_GROUPS       6u
#define REFRESH_RUN_LINES    4u
// What a launch that moves blocks of managed memory to the GPU waits for it. Medians of an H200 on
// a PCIe host (traces/h200/probes/managed.txt): blocks that the host has filled take 7.4 to 12.4 us
// in launches of 16 to 256 MB, others 4.7 to 8.8, and launches of 1 MB 250 us more than 16 blocks.
// A block that is read first counts as filled. Earlier GPUs move all managed memory when a kernel
// is launched (CUDA C Programming Guide, "Unified Memory on devices without full CUDA Unified
// Memory support"), which is left out.
#define FIRST_WITH_FAULTS  60
#define MIGRATION_START_US 250
#define MIGRATION_READ_US  9.5
#define MIGRATION_WRITE_US 6.5
// Bytes that lie on one side of a chip of two halves (memory.h).
#define HOME_BYTES 4096u

static uint64_t mixed(uint64_t number)
{
    return number * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

static double sectors_per_cycle(const Gpu *gpu, double gbs, uint32_t servers)
{
    return gbs * 1e3 / gpu->sm_clock_mhz / SECTOR_BYTES / servers;
}

// L2 as a cache of what it can hold at a time.
static CacheShape l2_shape(const Gpu *gpu)
{
    uint32_t ways = gpu->l2_ways > 0 ? gpu->l2_ways : L2_WAYS;
    double kept = gpu->l2_kept_share > 0 ? gpu->l2_kept_share : 1;
    uint64_t bytes = (uint64_t)((double)gpu->l2_bytes * kept);
    CacheShape shape =
        cache_shape(bytes, gpu->l2_line_bytes, gpu->l2_sector_bytes, ways, CACHE_WRITES_BACK);
    if (gpu->l2_dirty_share > 0) {
        uint32_t dirty = (uint32_t)(shape.ways * gpu->l2_dirty_share / kept);
        shape.dirty_ways = dirty > 0 ? dirty : 1;
    }
    return shape;
}

// Each group of SMs has its own reads.
static void init_reads(MemoryTime *memory, Arena *arena)
{
    uint32_t groups = memory->gpu->l2_read_groups, sms = memory->gpu->sm_count;
    SharedRead *reads = arena_alloc(arena, (size_t)groups * SHARED_READS * sizeof *reads);
    for (uint32_t sm = 0; sm < sms && groups > 0; sm++) {
        memory->ports[sm].reads = reads + (uint64_t)sm * groups / sms * SHARED_READS;
    }
}

static uint64_t at_least_one(uint64_t number)
{
    return number > 0 ? number : 1;
}

void memory_time_init(MemoryTime *memory, const Gpu *gpu, Arena *arena)
{
    *memory = (MemoryTime){.gpu = gpu,
                           .slice_count = gpu->l2_slices > 0 ? gpu->l2_slices : 1,
                           .partition_count = gpu->memory_partitions,
                           .window_sectors = gpu->sm_read_window_bytes / SECTOR_BYTES,
                           .granule_sectors = gpu->memory_granule_bytes / SECTOR_BYTES,
                           .batch_sectors = gpu->memory_write_batch_bytes / SECTOR_BYTES,
                           .refresh_cycles = gpu->memory_refresh_us * gpu->sm_clock_mhz,
                           .refresh_interval = gpu->memory_refresh_interval_us * gpu->sm_clock_mhz};
    memory->by_slice = divisor_of(memory->slice_count);
    memory->by_partition = divisor_of(memory->partition_count);
    memory->by_slice_chunk = divisor_of(at_least_one(gpu->l2_interleave_bytes / LINE_BYTES));
    memory->by_refresh = divisor_of(at_least_one((uint64_t)memory->refresh_interval));
    double memory_gbs = gpu->memory_sustained_gbs > 0 ? gpu->memory_sustained_gbs : gpu->memory_gbs;
    double writes = gpu->l2_write_lines_per_cycle;
    double reads = gpu->l2_requests_per_cycle;
    memory->read_cycles = reads > 0 ? memory->slice_count / reads : 0;
    memory->write_cycles = writes > 0 ? memory->slice_count / writes : 0;
    bool has_write_port = gpu->sm_write_bytes_per_cycle > 0;
    memory->port_cycles = has_write_port ? SECTOR_BYTES / gpu->sm_write_bytes_per_cycle : 0;
    memory->write_factor = gpu->l2_write_gbs > 0 ? gpu->l2_gbs / gpu->l2_write_gbs : 1;
    memory->ports = arena_alloc(arena, gpu->sm_count * sizeof(SmPort));
    for (uint32_t sm = 0; sm < gpu->sm_count; sm++) {
        memory->ports[sm].window = arena_alloc(arena, memory->window_sectors * sizeof(double));
    }
    memory->slices = arena_alloc(arena, memory->slice_count * sizeof(Server));
    memory->inputs = arena_alloc(arena, memory->slice_count * sizeof(Server));
    memory->chains = arena_alloc(arena, memory->slice_count * FLOAT_CHAINS * sizeof(FloatChain));
    memory->partitions = arena_alloc(arena, memory->partition_count * sizeof(Partition));
    bool has_rows = gpu->memory_banks > 0 && gpu->memory_row_bytes >= LINE_BYTES;
    for (uint32_t i = 0; i < memory->partition_count && has_rows; i++) {
        memory->partitions[i].open_row = arena_alloc(arena, gpu->memory_banks * sizeof(uint64_t));
    }
    uint64_t row_lines = at_least_one(gpu->memory_row_bytes / LINE_BYTES);
    memory->by_row = divisor_of(at_least_one(row_lines * memory->partition_count));
    memory->by_bank = divisor_of(at_least_one(gpu->memory_banks));
    memory->row_cycles = has_rows ? gpu->memory_row_ns * gpu->sm_clock_mhz / 1e3 : 0;
    memory->partial_sets = gpu->l2_partial_sectors / PARTIAL_WAYS;
    memory->partials = arena_alloc(arena, (size_t)memory->partial_sets * sizeof *memory->partials);
    memory->by_partial_set = divisor_of(memory->partial_sets > 0 ? memory->partial_sets : 1);
    memory->slice_cycles =
        gpu->l2_gbs > 0 ? 1 / sectors_per_cycle(gpu, gpu->l2_gbs, memory->slice_count) : 0;
    memory->partition_cycles = 1 / sectors_per_cycle(gpu, memory_gbs, memory->partition_count);
    CacheShape shape = l2_shape(gpu);
    memory->has_l2 = gpu->lat_l2 > 0 && cache_shape_is_valid(shape);
    if (memory->has_l2) {
        cache_init(&memory->l2, shape, arena);
        init_reads(memory, arena);
        memory->has_marks = shape.line_bytes <= LINE_BYTES; // else two lines would share them
    } else {
        uncached_init(&memory->uncached, gpu, arena);
    }
}

static uint64_t last_line(const MemoryRegion *region)
{
    return (region->base + (region->size_bytes > 0 ? region->size_bytes - 1 : 0)) / LINE_BYTES;
}

static void map_remote(MemoryTime *memory, const DeviceMemory *regions, Arena *arena)
{
    uint32_t count = 0;
    while (device_memory_remote(regions, count) != NULL) {
        count++;
    }
    memory->remotes = arena_alloc(arena, count * sizeof *memory->remotes);
    memory->remote_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const MemoryRegion *region = device_memory_remote(regions, i);
        memory->remotes[i] = (RemoteLines){region->base / LINE_BYTES, last_line(region)};
    }
}

static void map_managed(MemoryTime *memory, const DeviceMemory *regions, Arena *arena)
{
    uint32_t count = 0;
    while (device_memory_managed(regions, count) != NULL) {
        count++;
    }
    memory->managed = arena_alloc(arena, count * sizeof *memory->managed);
    memory->managed_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const MemoryRegion *region = device_memory_managed(regions, i);
        memory->managed[i] =
            (ManagedLines){region->base / LINE_BYTES, last_line(region), region->is_here};
    }
}

void memory_time_map(MemoryTime *memory, const DeviceMemory *regions, Arena *arena)
{
    map_remote(memory, regions, arena);
    if (memory->gpu->compute_capability >= FIRST_WITH_FAULTS) {
        map_managed(memory, regions, arena);
    }
    const Gpu *gpu = memory->gpu;
    double gbs = gpu->pcie_pinned_gbs > 0 ? gpu->pcie_pinned_gbs : gpu->pcie_gbs;
    memory->link_cycles = gbs > 0 ? 1 / sectors_per_cycle(gpu, gbs, 1) : 0;
}

// The first access to a block of managed memory moves it to the GPU.
static void migrate(MemoryTime *memory, const MemoryRequest *request)
{
    for (uint32_t i = 0; i < memory->managed_count; i++) {
        const ManagedLines *lines = &memory->managed[i];
        uint64_t block_lines = MIGRATION_BYTES / LINE_BYTES;
        if (request->line < lines->first || request->line > lines->last) {
            continue;
        }
        uint8_t *is_here =
            &lines->is_here[request->line / block_lines - lines->first / block_lines];
        bool is_write = request->kind == REQUEST_WRITE;
        memory->counts.migrated_reads += *is_here == 0 && !is_write;
        memory->counts.migrated_writes += *is_here == 0 && is_write;
        *is_here = 1;
        return;
    }
}

double memory_time_migration_us(const MemoryCount *counts)
{
    double moved = (double)counts->migrated_reads * MIGRATION_READ_US +
                   (double)counts->migrated_writes * MIGRATION_WRITE_US;
    return moved > 0 ? MIGRATION_START_US + moved : 0;
}

static bool is_remote(const MemoryTime *memory, uint64_t line)
{
    for (uint32_t i = 0; i < memory->remote_count; i++) {
        if (line >= memory->remotes[i].first && line <= memory->remotes[i].last) {
            return true;
        }
    }
    return false;
}

// Spreads neighboring lines evenly over n places, each group of n in another order, so that lines a
// power of two apart are spread too.
static uint32_t spread(uint64_t line, const Divisor *n)
{
    uint64_t group = divide(line, n);
    return (uint32_t)divide_rest(line + mixed(group), n);
}

uint32_t memory_time_slice(const MemoryTime *memory, uint64_t line)
{
    return spread(divide(line, &memory->by_slice_chunk), &memory->by_slice);
}

double memory_time_slice_open(const MemoryTime *memory, uint32_t slice)
{
    return memory->slices[slice].free_at - memory->gpu->lat_l2 / 2;
}

bool memory_time_is_far(uint32_t sm, uint64_t line)
{
    uint64_t page = line * LINE_BYTES / HOME_BYTES;
    return bits_is_odd(page) != ((sm / 2 & 1) != 0);
}

Cycle memory_time_print(MemoryTime *memory, Cycle begin, Cycle cycles, uint32_t lanes)
{
    Cycle holds = PRINT_LOCK_CYCLES + PRINT_LOCK_CYCLES_PER_LANE * bits_count(lanes);
    Cycle takes = begin + (cycles > holds ? cycles - holds : 0);
    memory->print_free = (memory->print_free > takes ? memory->print_free : takes) + holds;
    return memory->print_free;
}

double memory_time_home_trip(const Gpu *gpu, bool is_far)
{
    return gpu->lat_l2 + (is_far && gpu->lat_global_atomic_far > 0 ? gpu->lat_global_atomic_far
                                                                   : gpu->lat_global_atomic);
}

static Partition *partition_of(MemoryTime *memory, uint64_t line)
{
    uint32_t interleave = memory->gpu->partition_interleave_bytes;
    uint64_t chunk = line * LINE_BYTES / (interleave > 0 ? interleave : LINE_BYTES);
    return &memory->partitions[interleave > 0 ? chunk % memory->partition_count
                                              : spread(line / 2, &memory->by_partition)];
}

static uint32_t bits(uint32_t sectors)
{
    return sector_count(sectors);
}

// Sectors of the granules that a mask of sectors touches.
static uint32_t granules(const MemoryTime *memory, uint32_t sectors)
{
    uint32_t size = memory->granule_sectors, count = 0;
    if (!memory->has_l2 || size <= 1 || sectors == 0) {
        return sectors;
    }
    uint32_t granule = (1u << size) - 1;
    for (uint32_t first = 0; first < LINE_SECTORS; first += size) {
        count |= (sectors & granule << first) != 0 ? granule << first : 0;
    }
    return count;
}

// Whether a row must be opened for the line; it is open then.
static bool opens_row(const MemoryTime *memory, Partition *partition, uint64_t line)
{
    if (memory->row_cycles == 0) {
        return false;
    }
    uint64_t row = divide(line, &memory->by_row) + 1;
    uint64_t *open = &partition->open_row[divide_rest(mixed(row), &memory->by_bank)];
    bool is_open = *open == row;
    *open = row;
    return !is_open;
}

// Moves sectors of a line over a partition's bus; the cycle at which that begins.
static double move(MemoryTime *memory, uint64_t line, double now, uint32_t sectors)
{
    Partition *partition = partition_of(memory, line);
    if (opens_row(memory, partition, line)) {
        now = server_take(&partition->rows, now, memory->row_cycles);
    }
    return server_take(&partition->bus, now,
                       bits(granules(memory, sectors)) * memory->partition_cycles);
}

// Writes sectors back. A granule that is not complete is read first.
static void write_back(MemoryTime *memory, uint64_t line, double now, uint32_t sectors)
{
    memory->counts.dram_writes += bits(sectors);
    uint32_t moved = granules(memory, sectors), missing = moved & ~sectors;
    Partition *partition = partition_of(memory, line);
    partition->gathered += bits(moved) + bits(granules(memory, missing));
    partition->opened += opens_row(memory, partition, line) ? (missing != 0 ? 2 : 1) : 0;
    if (partition->gathered >= memory->batch_sectors) {
        now = server_take(&partition->rows, now, partition->opened * memory->row_cycles);
        server_take(&partition->bus, now, partition->gathered * memory->partition_cycles);
        partition->gathered = 0;
        partition->opened = 0;
    }
}

// Cycles for which a read waits for its banks, which are refreshed now and then.
static double refresh_wait(const MemoryTime *memory, uint64_t line, double now)
{
    if (memory->refresh_cycles == 0) {
        return 0;
    }
    uint64_t region = line / REFRESH_REGION_LINES;
    uint64_t group = mixed(line / REFRESH_RUN_LINES) % REFRESH_GROUPS;
    uint64_t number = mixed(region * REFRESH_GROUPS + group), bank = mixed(number ^ number >> 15);
    double passed = (double)divide_rest((uint64_t)now + bank, &memory->by_refresh);
    return passed < memory->refresh_cycles ? memory->refresh_cycles - passed : 0;
}

// From the SM to device memory and back on an idle machine.
static double trip_to_memory(const MemoryTime *memory, uint32_t sm, uint64_t line)
{
    const Gpu *gpu = memory->gpu;
    return gpu->lat_dram_far > 0 && memory_time_is_far(sm, line) ? gpu->lat_dram_far
                                                                 : gpu->lat_dram;
}

// When an SM with a full window of replies can request `count` more sectors.
static double window_open(const MemoryTime *memory, const SmPort *port, uint32_t count)
{
    uint32_t size = memory->window_sectors;
    uint32_t last = port->window_next + count - 1;
    while (size > 0 && last >= size) {
        last -= size;
    }
    return size == 0 ? 0 : port->window[last];
}

static void window_add(const MemoryTime *memory, SmPort *port, uint32_t count, double done)
{
    for (uint32_t i = 0; i < count && memory->window_sectors > 0; i++) {
        port->window[port->window_next++] = done;
        port->window_next = port->window_next < memory->window_sectors ? port->window_next : 0;
    }
}

static PartialSet *partial_set(const MemoryTime *memory, uint64_t sector)
{
    return &memory->partials[divide_rest(mixed(sector), &memory->by_partial_set)];
}

// The place of a sector in its set: its own if it has one, else the free or the oldest one.
static uint32_t partial_place(const PartialSet *set, uint64_t sector)
{
    uint32_t place = 0;
    for (uint32_t way = 0; way < PARTIAL_WAYS; way++) {
        if (set->state[way] != 0 && set->sector[way] == sector) {
            return way;
        }
        place = set->state[way] < set->state[place] ? way : place;
    }
    return place;
}

static bool is_partial(const PartialSet *set, uint32_t place, uint64_t sector)
{
    return set->state[place] != 0 && set->sector[place] == sector;
}

// Reads what a sector lacks, and writes the sector back, which the slice takes like two writes.
// Returns when the partition and the slice begin.
static double complete(MemoryTime *memory, uint64_t sector, uint32_t slice, double now)
{
    uint64_t line = sector / LINE_SECTORS;
    uint32_t bit = 1u << sector % LINE_SECTORS;
    cache_clean_sectors(&memory->l2, line * LINE_BYTES, bit);
    memory->counts.dram_reads++;
    write_back(memory, line, now, bit);
    double open = server_take(&memory->inputs[slice], now, 2 * memory->write_cycles);
    double free_at = partition_of(memory, line)->bus.free_at;
    return more_of(free_at, open);
}

// Notes whether a sector is among the partial ones.
static void mark(const MemoryTime *memory, uint32_t *marks, uint32_t sector, bool is_now)
{
    uint32_t bit = 1u << sector;
    *marks = is_now || !memory->has_marks ? *marks | bit : *marks & ~bit;
}

// A write of `holes` words less than the sectors have, `held` of which L2 had. Sectors with holes
// are remembered. Returns when there is room for them.
static double keep_partials(MemoryTime *memory, const MemoryRequest *request, uint32_t slice,
                            const CacheResult *result, double now)
{
    double done = now;
    uint32_t *marks = &memory->l2.lines[result->place].marks;
    for (uint32_t rest = request->sectors; rest != 0; rest &= rest - 1) {
        uint32_t i = bits_lowest(rest);
        uint64_t holes = request->holes >> 8 * i & 0xff;
        bool is_new = holes != 0 && (result->hits >> i & 1) == 0;
        if ((*marks >> i & 1) == 0 && !is_new) {
            continue;
        }
        uint64_t sector = request->line * LINE_SECTORS + i;
        PartialSet *set = partial_set(memory, sector);
        uint32_t place = partial_place(set, sector);
        uint64_t *state = &set->state[place];
        if (is_partial(set, place, sector)) {
            holes &= *state;
            *state = holes != 0 ? ++memory->partial_clock << 8 | holes : 0;
            memory->partial_count -= holes == 0;
        } else if (is_new) {
            double room = *state != 0 ? complete(memory, set->sector[place], slice, now) : now;
            done = more_of(room, done);
            memory->partial_count += *state == 0;
            set->sector[place] = sector;
            *state = ++memory->partial_clock << 8 | holes;
        }
        mark(memory, marks, i, *state != 0 && set->sector[place] == sector);
    }
    return done;
}

// Those of the sectors that have holes, which they lose: they are read now.
static uint32_t take_partials(MemoryTime *memory, uint64_t line, const CacheResult *result)
{
    uint32_t taken = 0;
    uint32_t *marks = &memory->l2.lines[result->place].marks;
    uint32_t rest = memory->partial_count > 0 ? result->hits & *marks : 0;
    for (; rest != 0 && memory->partial_count > 0; rest &= rest - 1) {
        uint32_t i = bits_lowest(rest);
        uint64_t sector = line * LINE_SECTORS + i;
        PartialSet *set = partial_set(memory, sector);
        uint32_t place = partial_place(set, sector);
        if (is_partial(set, place, sector)) {
            set->state[place] = 0;
            memory->partial_count--;
            taken |= 1u << i;
        }
        mark(memory, marks, i, false);
    }
    return taken;
}

static void serve_write(MemoryTime *memory, MemoryRequest *request, uint32_t slice, double now)
{
    memory->counts.l2_writes += bits(request->sectors);
    CacheResult result =
        cache_write_sectors(&memory->l2, request->line * LINE_BYTES, request->sectors);
    memory->counts.l2_write_hits += bits(result.hits);
    if (result.evicted_dirty != 0) {
        write_back(memory, result.evicted_line / LINE_BYTES, now, result.evicted_dirty);
    }
    bool may_be_partial = request->holes != 0 || memory->partial_count > 0;
    if (memory->partial_sets > 0 && may_be_partial) {
        now = keep_partials(memory, request, slice, &result, now);
    }
    request->done = cycle_floor(now);
}

// Reads the sectors that L2 lacks; returns the cycle at which L2 has all of them. Sectors that
// another request has just asked for are hits, but arrive no sooner than for that request. `trip`
// is what the way there and back takes on an idle machine.
static double serve_read(MemoryTime *memory, uint32_t sm, const MemoryRequest *request,
                         uint32_t slice, double now, double *trip)
{
    CacheResult result =
        cache_read_sectors(&memory->l2, request->line * LINE_BYTES, request->sectors);
    uint32_t missing = result.misses | take_partials(memory, request->line, &result);
    if (result.evicted_dirty != 0) {
        write_back(memory, result.evicted_line / LINE_BYTES, now, result.evicted_dirty);
    }
    memory->counts.l2_reads += bits(request->sectors);
    memory->counts.l2_read_hits += bits(request->sectors) - bits(missing);
    double *fill = &memory->l2.lines[result.place].note;
    *trip = memory->gpu->lat_l2;
    if (missing == 0) {
        return now > *fill ? now : *fill;
    }
    *trip = trip_to_memory(memory, sm, request->line);
    missing = granules(memory, missing);
    cache_fill_sectors(&memory->l2, result.place, missing);
    memory->counts.dram_reads += bits(missing);
    double start = move(memory, request->line, now, missing);
    // What comes is written like other data, and then read: on an H200, ncu counts a second read of
    // each missing sector (gathers in traces/h200/probes/streams.csv).
    double busy = bits(missing) * memory->slice_cycles;
    server_take(&memory->slices[slice], now, more_of(busy, memory->read_cycles));
    start = more_of(start, server_take(&memory->inputs[slice], now, busy * memory->write_factor));
    double filled =
        start + refresh_wait(memory, request->line, start) + *trip - memory->gpu->lat_l2;
    *fill = filled > *fill || !result.is_line_held ? filled : *fill;
    return filled;
}

// When the SM has sent its write: its bytes take time, and so does each line.
static double send(MemoryTime *memory, SmPort *port, const MemoryRequest *request)
{
    double bytes = bits(request->sectors) * memory->port_cycles;
    double line = memory->gpu->sm_write_line_cycles;
    return server_take(&port->writes, cycle_real(request->sent), more_of(bytes, line));
}

// Cycles that the request holds its slice.
static double slice_time(const MemoryTime *memory, const MemoryRequest *request)
{
    double bytes = bits(request->sectors) * memory->slice_cycles;
    switch ((RequestKind)request->kind) {
    case REQUEST_WRITE: bytes *= memory->write_factor; return more_of(bytes, memory->write_cycles);
    case REQUEST_ATOMIC: return request->operations * memory->gpu->l2_atomic_cycles;
    case REQUEST_READ: break;
    }
    return more_of(bytes, memory->read_cycles);
}

// When a request that arrives at `now` is served by its slice. A floating-point atomic waits for
// the last one on its first word, and the slice serves others meanwhile.
static double take_slice(MemoryTime *memory, const MemoryRequest *request, uint32_t slice,
                         double now)
{
    double busy = slice_time(memory, request);
    if (request->kind == REQUEST_WRITE) { // is looked up like a read, and has its own way for data
        now = server_take(&memory->slices[slice], now, memory->read_cycles);
        return server_take(&memory->inputs[slice], now, busy);
    }
    if (request->kind != REQUEST_ATOMIC || !request->is_float) {
        return server_take(&memory->slices[slice], now, busy);
    }
    uint32_t words = sector_words(request->sectors) & ~request->holes;
    uint64_t word = request->line * FLOAT_CHAINS + (words != 0 ? bits_lowest(words) : 0);
    FloatChain *chain = &memory->chains[slice * FLOAT_CHAINS + word % FLOAT_CHAINS];
    double start = server_take(&memory->slices[slice], now, busy);
    start = chain->word == word && chain->free_at > start ? chain->free_at : start;
    double passes = (double)request->operations / bits(request->sectors);
    *chain = (FloatChain){word, start + passes * memory->gpu->l2_atomic_float_cycles};
    return start;
}

// Over the link to the host, and back as from device memory. What the way itself takes is unknown.
static void serve_remote(MemoryTime *memory, MemoryRequest *request)
{
    Server *link = &memory->links[request->kind == REQUEST_WRITE];
    double half = memory->gpu->lat_dram / 2;
    double busy = bits(request->sectors) * memory->link_cycles;
    request->done = (Cycle)(server_take(link, (double)request->sent + half, busy) + busy + half);
}

static void count_uncached(MemoryTime *memory, const MemoryRequest *request)
{
    bool is_write = request->kind == REQUEST_WRITE;
    *(is_write ? &memory->counts.dram_writes : &memory->counts.dram_reads) +=
        bits(request->sectors);
}

// Where the latest read of the line by the SM's group is kept; NULL: reads are not merged.
static SharedRead *shared_read(const MemoryTime *memory, uint32_t sm, uint64_t line)
{
    SharedRead *reads = memory->ports[sm].reads;
    return reads == NULL ? NULL : &reads[line % SHARED_READS];
}

// Whether a read that is sent now becomes one with that of another SM.
static bool is_merged(const MemoryTime *memory, const SharedRead *shared,
                      const MemoryRequest *request, double sent)
{
    const Gpu *gpu = memory->gpu;
    return shared != NULL && shared->line == request->line && shared->reads < gpu->l2_merge_reads &&
           shared->reads > 0 && sent <= shared->sent + gpu->l2_merge_cycles &&
           (request->sectors & ~shared->sectors) == 0;
}

void memory_time_serve(MemoryTime *memory, uint32_t sm, MemoryRequest *request)
{
    SmPort *port = &memory->ports[sm];
    if (is_remote(memory, request->line)) {
        serve_remote(memory, request);
        return;
    }
    migrate(memory, request);
    if (!memory->has_l2) {
        count_uncached(memory, request);
        uncached_serve_now(&memory->uncached, sm, request);
        return;
    }
    bool is_read = request->kind == REQUEST_READ, is_load = is_read && !request->is_bulk;
    double half = memory->gpu->lat_l2 / 2, sent = cycle_real(request->sent), open = sent;
    if (is_load) {
        double window = window_open(memory, port, bits(request->sectors));
        open = window > sent ? window : sent;
    } else if (!is_read) {
        open = sent = send(memory, port, request);
    }
    SharedRead *shared = is_read ? shared_read(memory, sm, request->line) : NULL;
    if (is_merged(memory, shared, request, open)) {
        shared->reads++;
        double least = open + memory->gpu->lat_l2; // no reply is sooner than that of L2
        double done = shared->done > least ? shared->done : least;
        request->done = cycle_floor(done);
        if (is_load) {
            window_add(memory, port, bits(request->sectors), done);
        }
        return;
    }
    uint32_t slice = memory_time_slice(memory, request->line);
    double start = take_slice(memory, request, slice, sent + half);
    if (request->kind == REQUEST_WRITE) {
        serve_write(memory, request, slice, start);
        return;
    }
    // A load that must wait for room takes its turn as if it had not, so that no later request of
    // another SM waits for it; only its reply is late.
    double trip, done = serve_read(memory, sm, request, slice, start, &trip) + half;
    done = open + trip > done && open > sent ? open + trip : done;
    if (shared != NULL) {
        *shared = (SharedRead){.line = request->line,
                               .sectors = request->sectors,
                               .reads = 1,
                               .sent = open,
                               .done = done};
    }
    if (is_load) {
        window_add(memory, port, bits(request->sectors), done);
    } else if (!is_read) {
        const Gpu *gpu = memory->gpu;
        bool is_far = memory_time_is_far(sm, request->line);
        done += memory_time_home_trip(gpu, is_far) - gpu->lat_l2;
    }
    request->done = cycle_floor(done);
}

void memory_time_send(MemoryTime *memory, uint32_t sm, MemoryRequest *request)
{
    if (memory->has_l2 || is_remote(memory, request->line)) {
        memory_time_serve(memory, sm, request);
        return;
    }
    count_uncached(memory, request);
    uncached_send(&memory->uncached, sm, request);
    request->is_under_way = true;
}

void memory_time_advance(MemoryTime *memory, double until)
{
    if (!memory->has_l2) {
        uncached_advance(&memory->uncached, until);
    }
}

bool memory_time_answer(MemoryTime *memory, uint32_t sm, MemoryRequest *request)
{
    return !memory->has_l2 && uncached_answer(&memory->uncached, sm, request);
}

void memory_time_prefetch(const MemoryTime *memory, uint32_t sm, uint64_t line, RequestKind kind,
                          CachePlace *place)
{
    if (memory->has_l2) {
        cache_prefetch(&memory->l2, line * LINE_BYTES, place);
        if (kind == REQUEST_READ) {
            const SmPort *port = &memory->ports[sm];
            __builtin_prefetch(shared_read(memory, sm, line), 1);
            __builtin_prefetch(port->window + port->window_next, 1);
        }
    }
}

void memory_time_prefetch_line(const MemoryTime *memory, uint64_t line, RequestKind kind,
                               uint32_t sectors, bool has_holes, CachePlace *place)
{
    if (!memory->has_l2) {
        return;
    }
    cache_prefetch_line(&memory->l2, line * LINE_BYTES, place);
    bool may_be_partial = kind == REQUEST_WRITE && (has_holes || memory->partial_count > 0);
    for (uint32_t rest = may_be_partial && memory->partial_sets > 0 ? sectors : 0; rest != 0;
         rest &= rest - 1) {
        __builtin_prefetch(partial_set(memory, line * LINE_SECTORS + bits_lowest(rest)), 1);
    }
}

void memory_time_expect(MemoryTime *memory, uint64_t line, const CachePlace *place)
{
    if (memory->has_l2) {
        cache_expect(&memory->l2, line * LINE_BYTES, place);
    }
}
