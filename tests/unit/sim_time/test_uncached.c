// SPDX-License-Identifier: Apache-2.0
// Exact cycles of device memory without L2: two clusters of two SMs, two partitions, a queue of two
// requests each, a cycle for a sector.
#include "sim/time/uncached.h"
#include "tests/test.h"

#include <math.h>

static Gpu test_gpu(void)
{
    Gpu gpu = *gpu_preset("gtx280");
    gpu.sm_count = 4;
    gpu.texture_l1_sms = 2;
    gpu.sm_clock_mhz = 1000;
    gpu.memory_partitions = 2;
    gpu.partition_interleave_bytes = 256;
    gpu.memory_gbs = gpu.memory_sustained_gbs = 2 * SECTOR_BYTES;
    gpu.memory_queue_requests = 2;
    gpu.memory_banks = 0;
    gpu.memory_turn_ns = 0;
    gpu.cluster_read_bytes_per_cycle = 0;
    gpu.lat_dram = 400;
    return gpu;
}

// Lines of the partitions.
enum { FIRST = 0, SECOND = 2 };

static void send(Uncached *memory, uint32_t sm, uint64_t line, Cycle at)
{
    MemoryRequest request = {.sent = at, .line = line, .sectors = 15, .kind = REQUEST_READ};
    uncached_send(memory, sm, &request);
}

static Cycle answered(Uncached *memory, uint32_t sm)
{
    MemoryRequest request = {0};
    return uncached_answer(memory, sm, &request) ? request.done : 0;
}

TEST(a_request_returns_after_the_latency)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    Uncached memory;
    uncached_init(&memory, &gpu, &arena);
    send(&memory, 0, FIRST, 1000);
    uncached_advance(&memory, 1000);
    EXPECT_EQ(answered(&memory, 0), 0);
    uncached_advance(&memory, 1001);
    EXPECT_EQ(answered(&memory, 0), 1400);
    EXPECT_EQ(answered(&memory, 0), 0);
    arena_clear(&arena);
}

// Six requests for one partition: the queue takes two, the way holds the others, and the one to the
// idle partition behind them waits until the last of them is in the queue.
TEST(a_request_for_a_full_partition_holds_back_those_behind_it)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    Uncached memory;
    uncached_init(&memory, &gpu, &arena);
    for (uint32_t i = 0; i < 6; i++) {
        send(&memory, 0, FIRST, 1000);
    }
    send(&memory, 1, SECOND, 1000); // of the same cluster
    send(&memory, 2, SECOND, 1000); // of another
    uncached_advance(&memory, INFINITY);
    for (uint32_t i = 0; i < 6; i++) {
        EXPECT_EQ(answered(&memory, 0), 1400 + 4 * i);
    }
    EXPECT_EQ(answered(&memory, 2), 1400);
    EXPECT_EQ(answered(&memory, 1), 1400 + 4 * 3); // the fourth is served, the sixth is admitted
    arena_clear(&arena);
}

TEST(a_full_partition_admits_clusters_in_turn)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    Uncached memory;
    uncached_init(&memory, &gpu, &arena);
    for (uint32_t i = 0; i < 4; i++) {
        send(&memory, 0, FIRST, 1000);
    }
    for (uint32_t i = 0; i < 4; i++) {
        send(&memory, 2, FIRST, 1000);
    }
    uncached_advance(&memory, INFINITY);
    Cycle last_first = 0, last_second = 0;
    for (uint32_t i = 0; i < 4; i++) {
        last_first = answered(&memory, 0);
        last_second = answered(&memory, 2);
    }
    EXPECT_EQ(last_first, 1400 + 4 * 6);
    EXPECT_EQ(last_second, 1400 + 4 * 7);
    arena_clear(&arena);
}

// What was on its way when a phase ended is served later; requests of the next phase do not wait
// for a way that was blocked longer.
TEST(requests_stay_under_way_from_phase_to_phase)
{
    Gpu gpu = test_gpu();
    Arena arena = {0};
    Uncached memory;
    uncached_init(&memory, &gpu, &arena);
    for (uint32_t i = 0; i < 300; i++) {
        send(&memory, 0, FIRST, 1000);
    }
    uncached_advance(&memory, 1400);
    send(&memory, 2, SECOND, 1500);
    uncached_advance(&memory, 1800);
    EXPECT_EQ(answered(&memory, 2), 1900);
    uncached_advance(&memory, INFINITY);
    Cycle last = 0;
    for (uint32_t i = 0; i < 300; i++) {
        last = answered(&memory, 0);
    }
    EXPECT_EQ(last, 1400 + 4 * 299);
    arena_clear(&arena);
}
