// SPDX-License-Identifier: Apache-2.0
// Exact cycles of single requests to the memory behind the SMs, computed from the GPU's parameters.
#include "sim/time/memory.h"
#include "tests/test.h"

// One SM, whose clock makes a microsecond a thousand cycles; a sector takes a partition one cycle.
static Gpu test_gpu(void)
{
    Gpu gpu = *gpu_preset("h200");
    gpu.sm_count = 3;
    gpu.l2_bytes = 1 << 20; // soon made and cleared
    gpu.l2_kept_share = gpu.l2_dirty_share = 0;
    gpu.sm_clock_mhz = 1000;
    gpu.memory_partitions = 2;
    gpu.memory_gbs = gpu.memory_sustained_gbs = 2 * SECTOR_BYTES;
    gpu.lat_l2 = 200;
    gpu.lat_dram = 600;
    gpu.lat_dram_far = 0;
    gpu.memory_refresh_us = 0;
    gpu.memory_write_batch_bytes = 0;
    gpu.memory_granule_bytes = 0;
    gpu.sm_read_window_bytes = 0;
    gpu.l2_gbs = 0;
    gpu.l2_requests_per_cycle = 0;
    gpu.l2_read_groups = 0;
    return gpu;
}

static Cycle done(MemoryTime *memory, uint32_t sm, uint64_t line, uint8_t sectors, Cycle sent)
{
    MemoryRequest request = {.sent = sent, .line = line, .sectors = sectors, .kind = REQUEST_READ};
    memory_time_serve(memory, sm, &request);
    return request.done;
}

TEST(a_read_comes_from_device_memory_and_then_from_l2)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(done(&memory, 0, 7, 1, 1000), 1600);
    EXPECT_EQ(done(&memory, 0, 7, 1, 2000), 2200);
    EXPECT_EQ(memory.counts.dram_reads, 1);
    EXPECT_EQ(memory.counts.l2_read_hits, 1);
    arena_clear(&arena);
}

// Another SM asks while the line is on its way: L2 counts a hit, but has the sectors no sooner.
TEST(a_line_on_its_way_to_l2_arrives_at_once_for_all)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(done(&memory, 0, 7, 1, 1000), 1600);
    EXPECT_EQ(done(&memory, 1, 7, 1, 1050), 1600);
    EXPECT_EQ(done(&memory, 2, 7, 1, 1450), 1650);
    EXPECT_EQ(memory.counts.dram_reads, 1);
    EXPECT_EQ(memory.counts.l2_read_hits, 2);
    arena_clear(&arena);
}

TEST(equal_reads_of_a_group_of_sms_are_one_for_l2_if_they_come_together)
{
    Gpu gpu = test_gpu();
    gpu.l2_read_groups = 2;
    gpu.l2_merge_cycles = 30;
    gpu.l2_merge_reads = 3;
    gpu.sm_count = 16;
    uint32_t other = 8; // the first SM of the other group
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(done(&memory, 0, 7, 15, 1000), 1600);
    EXPECT_EQ(done(&memory, 1, 7, 3, 1030), 1600);
    EXPECT_EQ(memory.counts.l2_reads, 4);
    EXPECT_EQ(done(&memory, other, 7, 15, 1020), 1600); // L2 is asked again, as it is below
    EXPECT_EQ(memory.counts.l2_reads, 8);
    EXPECT_EQ(done(&memory, 2, 7, 15, 1031), 1600); // too late
    EXPECT_EQ(memory.counts.l2_reads, 12);
    EXPECT_EQ(done(&memory, 3, 7, 15, 1040), 1600);
    EXPECT_EQ(done(&memory, 4, 7, 15, 1050), 1600);
    EXPECT_EQ(memory.counts.l2_reads, 12);
    EXPECT_EQ(done(&memory, 5, 7, 15, 1051), 1600); // the fourth
    EXPECT_EQ(memory.counts.l2_reads, 16);
    EXPECT_EQ(done(&memory, 0, 9, 1, 2000), 2600);
    EXPECT_EQ(done(&memory, 1, 9, 2, 2001), 2601); // another sector
    EXPECT_EQ(memory.counts.l2_reads, 18);
    EXPECT_EQ(done(&memory, 0, 7, 15, 3000), 3200);
    EXPECT_EQ(done(&memory, 1, 7, 15, 3020), 3220); // no sooner than L2 would answer
    EXPECT_EQ(memory.counts.l2_reads, 22);
    arena_clear(&arena);
}

// A miss brings the whole granule; the next one on the line is of the other granule.
TEST(l2_keeps_the_whole_granule_that_device_memory_moves)
{
    Gpu gpu = test_gpu();
    gpu.memory_granule_bytes = 64;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(done(&memory, 0, 7, 2, 1000), 1600);
    EXPECT_EQ(done(&memory, 0, 7, 1, 2000), 2200);
    EXPECT_EQ(memory.counts.dram_reads, 2);
    EXPECT_EQ(done(&memory, 0, 7, 4, 3000), 3600);
    EXPECT_EQ(memory.counts.dram_reads, 4);
    arena_clear(&arena);
}

// A word of L2 takes a floating-point atomic every l2_atomic_float_cycles; other words take them as
// they take those of integers, also in the same line.
TEST(floating_point_atomics_wait_for_the_last_one_on_their_words)
{
    Gpu gpu = test_gpu();
    gpu.l2_slices = 1;
    gpu.l2_atomic_cycles = 2;
    gpu.l2_atomic_float_cycles = 10;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    done(&memory, 0, 4, 1, 0);
    done(&memory, 0, 5, 1, 0);
    MemoryRequest request = {
        .sent = 1000, .line = 4, .sectors = 1, .kind = REQUEST_ATOMIC, .operations = 1};
    memory_time_serve(&memory, 0, &request); // of an integer: the slice is busy for two cycles
    request.is_float = true;
    memory_time_serve(&memory, 0, &request);
    Cycle first = request.done;
    request.line = 5;
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, first + 2);
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, first + 2 + 10);
    request.operations = 3; // three lanes on one word: the next waits for all three
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, first + 2 + 20);
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, first + 2 + 20 + 30);
    Cycle last = request.done;
    request.operations = 1;
    request.holes = 1; // from the second word of the sector on: at once, behind 9 lanes of 2 cycles
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, first + 18);
    request.holes = 0xfe; // the first alone
    memory_time_serve(&memory, 0, &request);
    EXPECT_EQ(request.done, last + 30);
    arena_clear(&arena);
}

// Single sectors of one slice, sent together: each takes it as long as a read at least.
TEST(a_slice_takes_its_time_for_each_request)
{
    Gpu gpu = test_gpu();
    gpu.l2_slices = 1;
    gpu.l2_requests_per_cycle = 0.25;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    for (uint64_t line = 0; line < 2; line++) {
        done(&memory, 0, line, 1, 0);
    }
    EXPECT_EQ(done(&memory, 0, 0, 1, 1000), 1200);
    EXPECT_EQ(done(&memory, 0, 1, 1, 1000), 1204);
    arena_clear(&arena);
}

// What is near for one TPC is far for its neighbor; a stretch of 4 KB is on one side.
TEST(half_of_device_memory_is_far)
{
    Gpu gpu = test_gpu();
    gpu.lat_dram_far = 750;
    uint32_t far = 0;
    Cycle before = 0;
    for (uint64_t line = 0; line < 64 * 32; line += 8) {
        Cycle cycles[2];
        for (uint32_t sm = 0; sm < 2; sm++) {
            Arena arena = {0};
            MemoryTime memory;
            memory_time_init(&memory, &gpu, &arena);
            cycles[sm] = done(&memory, 2 * sm, line, 15, 0);
            arena_clear(&arena);
        }
        EXPECT_EQ(cycles[0] + cycles[1], 600 + 750);
        EXPECT(line % 32 == 0 || cycles[0] == before);
        before = cycles[0];
        far += cycles[0] == 750;
    }
    EXPECT_EQ(far, 128);
}

// A read waits at most for a whole refresh, and as often as the bank is refreshed.
TEST(a_bank_that_is_refreshed_answers_late)
{
    Gpu gpu = test_gpu();
    gpu.memory_refresh_us = 0.3;
    gpu.memory_refresh_interval_us = 3;
    uint64_t sum = 0;
    Cycle most = 0;
    for (Cycle sent = 0; sent < 3000; sent++) {
        Arena arena = {0};
        MemoryTime memory;
        memory_time_init(&memory, &gpu, &arena);
        Cycle wait = done(&memory, 0, 5, 1, sent) - sent - 600;
        most = wait > most ? wait : most;
        sum += wait;
        arena_clear(&arena);
    }
    EXPECT_EQ(most, 300);
    EXPECT_EQ(sum, 300 * 301 / 2);
}

// Of 16 lines L2 holds 8, of which 4 may be dirty: the fifth write sends the first line away, which
// is still there, and clean; a ninth line replaces it at no further cost.
TEST(dirty_lines_are_written_back_before_they_leave)
{
    Gpu gpu = test_gpu();
    gpu.l2_bytes = 16 * LINE_BYTES;
    gpu.l2_ways = 8;
    gpu.l2_kept_share = 0.5;
    gpu.l2_dirty_share = 0.25;
    gpu.memory_write_batch_bytes = 0;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    for (uint64_t line = 0; line < 8; line++) {
        MemoryRequest request = {.line = line, .sectors = 15, .kind = REQUEST_WRITE};
        memory_time_serve(&memory, 0, &request);
        EXPECT_EQ(memory.counts.dram_writes, line < 4 ? 0 : 4 * (line - 3));
    }
    MemoryRequest read = {.line = 0, .sectors = 15, .kind = REQUEST_READ};
    memory_time_serve(&memory, 0, &read);
    EXPECT_EQ(memory.counts.l2_read_hits, 4);
    read.line = 8; // in place of line 1, clean by now
    memory_time_serve(&memory, 0, &read);
    EXPECT_EQ(memory.counts.dram_writes, 16);
    arena_clear(&arena);
}

// Lines that are written back are gathered; when they are moved, a read of the same partition waits
// for as many cycles as there are sectors.
TEST(writes_are_moved_at_one_go)
{
    Gpu gpu = test_gpu();
    gpu.memory_partitions = 1;
    gpu.memory_gbs = gpu.memory_sustained_gbs = SECTOR_BYTES;
    gpu.l2_bytes = 4 * LINE_BYTES;
    gpu.l2_ways = 4;
    gpu.l2_write_lines_per_cycle = 0;
    gpu.l2_write_gbs = 0;
    gpu.sm_write_bytes_per_cycle = 0;
    gpu.sm_write_line_cycles = 0;
    gpu.memory_write_batch_bytes = 8 * SECTOR_BYTES;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    for (uint64_t line = 0; line < 5; line++) { // the fifth drives the first out
        MemoryRequest request = {.line = line, .sectors = 15, .kind = REQUEST_WRITE};
        memory_time_serve(&memory, 0, &request);
    }
    EXPECT_EQ(memory.counts.dram_writes, 4);
    EXPECT_EQ(done(&memory, 0, 100, 1, 1000), 1600 + 8); // it drives the second out
    EXPECT_EQ(memory.counts.dram_writes, 8);
    arena_clear(&arena);
}

// Device memory without L2 answers later (uncached.h), an ordered access at once.
TEST(without_l2_a_request_is_under_way_until_it_is_answered)
{
    Gpu gpu = test_gpu();
    gpu.lat_l2 = 0;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    MemoryRequest request = {.sent = 1000, .line = 0, .sectors = 15, .kind = REQUEST_READ};
    memory_time_send(&memory, 0, &request);
    EXPECT(request.is_under_way);
    EXPECT(!memory_time_answer(&memory, 0, &request));
    memory_time_advance(&memory, 1001);
    EXPECT(memory_time_answer(&memory, 0, &request));
    EXPECT_EQ(request.done, 1600);
    EXPECT_EQ(done(&memory, 0, 0, 15, 2000), 2600);
    EXPECT_EQ(memory.counts.dram_reads, 2 * LINE_SECTORS);
    arena_clear(&arena);
}

// A line is four sectors, of which the link takes one in 10 cycles, each way by itself.
TEST(host_memory_crosses_the_link_every_time)
{
    static uint8_t host[4 * LINE_BYTES];
    Gpu gpu = test_gpu();
    gpu.pcie_pinned_gbs = SECTOR_BYTES / 10.0;
    Arena arena = {0};
    DeviceMemory *regions = device_memory_create(1 << 20);
    uint64_t address = device_memory_map(regions, host, sizeof host, MEMORY_OF_USER, "");
    device_memory_set_remote(regions, address);
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    memory_time_map(&memory, regions, &arena);
    uint64_t line = address / LINE_BYTES + 1;
    EXPECT_EQ(done(&memory, 0, line, 15, 1000), 1640);
    EXPECT_EQ(done(&memory, 1, line, 15, 1000), 1680);
    MemoryRequest write = {.sent = 1000, .line = line, .sectors = 15, .kind = REQUEST_WRITE};
    memory_time_send(&memory, 0, &write);
    EXPECT_EQ(write.done, 1640);
    EXPECT_EQ(memory.counts.dram_reads + memory.counts.dram_writes, 0);
    EXPECT_EQ(done(&memory, 0, 7, 1, 1000), 1600); // device memory
    device_memory_destroy(regions);
    arena_clear(&arena);
}

static Cycle written(MemoryTime *memory, uint64_t line, uint8_t sectors, uint32_t holes, Cycle sent)
{
    MemoryRequest request = {
        .sent = sent, .line = line, .sectors = sectors, .holes = holes, .kind = REQUEST_WRITE};
    memory_time_serve(memory, 0, &request);
    return request.done;
}

static Gpu partial_gpu(void)
{
    Gpu gpu = test_gpu();
    gpu.l2_partial_sectors = PARTIAL_WAYS; // one set
    gpu.l2_write_lines_per_cycle = 0;
    gpu.sm_write_bytes_per_cycle = 0;
    gpu.sm_write_line_cycles = 0;
    gpu.memory_banks = 0;
    return gpu;
}

TEST(l2_completes_the_oldest_sector_with_holes_when_it_has_too_many)
{
    Gpu gpu = partial_gpu();
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    for (uint32_t i = 0; i < PARTIAL_WAYS; i++) {
        written(&memory, 10 + i, 1, 0xfe, 1000 + i);
    }
    written(&memory, 10, 1, 0xfd, 1010); // the oldest becomes the youngest
    EXPECT_EQ(memory.counts.dram_reads, 0);
    written(&memory, 20, 1, 0xfe, 1020); // 11 leaves
    EXPECT_EQ(memory.counts.dram_reads, 1);
    EXPECT_EQ(memory.counts.dram_writes, 1);
    written(&memory, 11, 1, 0xfe, 1030); // is complete: nothing to remember
    written(&memory, 10, 1, 0xfe, 1040); // still has a place
    EXPECT_EQ(memory.counts.dram_reads, 1);
    arena_clear(&arena);
}

TEST(a_sector_that_is_filled_or_read_has_no_holes_any_more)
{
    Gpu gpu = partial_gpu();
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    written(&memory, 10, 1, 0xf0, 1000);
    EXPECT_EQ(memory.partial_count, 1);
    written(&memory, 10, 1, 0x0f, 1010);
    EXPECT_EQ(memory.partial_count, 0);
    written(&memory, 11, 3, 0xff00 | 0xfe, 1020);
    EXPECT_EQ(memory.partial_count, 2);
    EXPECT_EQ(done(&memory, 0, 11, 1, 2000), 2600); // from device memory, though L2 has the line
    EXPECT_EQ(memory.partial_count, 1);
    EXPECT_EQ(done(&memory, 0, 11, 1, 3000), 3200);
    EXPECT_EQ(memory.counts.dram_reads, 1);
    arena_clear(&arena);
}

// What is read from device memory and what is written share a way into their slice.
TEST(fills_of_l2_and_writes_take_turns)
{
    Gpu gpu = partial_gpu();
    gpu.l2_slices = 1;
    gpu.l2_gbs = SECTOR_BYTES; // a sector a cycle
    gpu.l2_write_gbs = SECTOR_BYTES / 10.0;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(written(&memory, 10, 15, 0, 1000), 1100);
    EXPECT_EQ(written(&memory, 11, 15, 0, 1000), 1140);
    EXPECT_EQ(done(&memory, 0, 10, 1, 1000), 1200);     // a hit has its own way
    EXPECT_EQ(done(&memory, 0, 7, 1, 1000), 1600 + 80); // begins behind both writes
    EXPECT_EQ(written(&memory, 12, 1, 0, 1000), 1190);  // and this one behind the fill
    arena_clear(&arena);
}

// Two rows in turn: one bank opens them again and again, two banks once.
TEST(a_partition_opens_one_row_after_another)
{
    Gpu gpu = test_gpu();
    gpu.memory_partitions = 1;
    gpu.memory_gbs = gpu.memory_sustained_gbs = SECTOR_BYTES;
    gpu.memory_banks = 1;
    gpu.memory_row_bytes = 1024;
    gpu.memory_row_ns = 50;
    Arena arena = {0};
    MemoryTime memory;
    memory_time_init(&memory, &gpu, &arena);
    EXPECT_EQ(done(&memory, 0, 0, 1, 1000), 1600);
    EXPECT_EQ(done(&memory, 0, 1, 1, 1000), 1601);
    EXPECT_EQ(done(&memory, 0, 8, 1, 1000), 1650);
    EXPECT_EQ(done(&memory, 0, 2, 1, 1000), 1700);
    EXPECT_EQ(done(&memory, 0, 3, 1, 1000), 1701);
    arena_clear(&arena);
}

static void access_line(MemoryTime *memory, uint64_t address, RequestKind kind)
{
    MemoryRequest request = {
        .sent = 1000, .line = address / LINE_BYTES, .sectors = 1, .kind = (uint8_t)kind};
    memory_time_serve(memory, 0, &request);
}

// Each block of managed memory moves once, with its first access; what is prefetched need not.
TEST(managed_memory_moves_when_it_is_first_touched)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    MemoryTime memory;
    DeviceMemory *regions = device_memory_create(UINT64_C(1) << 30);
    static _Alignas(MIGRATION_BYTES) uint8_t bytes[4 * MIGRATION_BYTES];
    uint64_t base = device_memory_map(regions, bytes, sizeof bytes, MEMORY_OF_USER, "managed");
    memory_time_init(&memory, &gpu, &arena);
    memory_time_map(&memory, regions, &arena);
    EXPECT(base != 0 && device_memory_away(regions) >= 4);
    access_line(&memory, base, REQUEST_READ);
    access_line(&memory, base + 4096, REQUEST_WRITE);
    access_line(&memory, base + MIGRATION_BYTES, REQUEST_WRITE);
    EXPECT_EQ(memory.counts.migrated_reads, 1);
    EXPECT_EQ(memory.counts.migrated_writes, 1);
    EXPECT_EQ(memory_time_migration_us(&memory.counts), 250 + 9.5 + 6.5);
    device_memory_migrate(regions, base + 2 * MIGRATION_BYTES + 1, 1, true);
    access_line(&memory, base + 2 * MIGRATION_BYTES, REQUEST_READ);
    EXPECT_EQ(memory.counts.migrated_reads, 1);
    EXPECT(device_memory_away(regions) > 0);
    device_memory_migrate_all(regions);
    EXPECT_EQ(device_memory_away(regions), 0);
    device_memory_migrate(regions, base, sizeof bytes, false);
    access_line(&memory, base, REQUEST_READ);
    EXPECT_EQ(memory.counts.migrated_reads, 2);
    device_memory_set_remote(regions, base);
    EXPECT(device_memory_away(regions) == 0 && device_memory_managed(regions, 0) == NULL);
    device_memory_destroy(regions);
    arena_clear(&arena);
}

// Before compute capability 6.0, all of it moves when a kernel is launched: not modeled.
TEST(gpus_without_page_faults_do_not_wait)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    MemoryTime memory;
    DeviceMemory *regions = device_memory_create(UINT64_C(1) << 30);
    static _Alignas(MIGRATION_BYTES) uint8_t bytes[MIGRATION_BYTES];
    uint64_t base = device_memory_map(regions, bytes, sizeof bytes, MEMORY_OF_USER, "managed");
    gpu.compute_capability = 52;
    memory_time_init(&memory, &gpu, &arena);
    memory_time_map(&memory, regions, &arena);
    access_line(&memory, base, REQUEST_READ);
    EXPECT_EQ(memory_time_migration_us(&memory.counts), 0);
    device_memory_destroy(regions);
    arena_clear(&arena);
}
