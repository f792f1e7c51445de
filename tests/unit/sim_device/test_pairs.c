// SPDX-License-Identifier: Apache-2.0
// GPUs before Volta, exact cycles: dual issue of Kepler and Maxwell, replays of G80 and Fermi, the
// order of Fermi's warps, and special functions, clusters and partitions of GT200.
#include "sim/device/record.h"
#include "tests/machine.h"

#define HEADER                                                                                     \
    ".version 6.0\n.target sm_%u\n.address_size 64\n.const .align 4 .b8 c[256];\n.visible .entry " \
    "k(.param .u64 p)\n{\n"                                                                        \
    ".reg .b32 %%r<9>;\n.reg .f32 %%f<20>;\n.reg .b64 %%rd<9>;\n.shared .align 4 .b8 s[4096];\n"

static uint64_t cycles_of_blocks(const char *gpu_text, uint32_t target, const char *before,
                                 const char *step, uint32_t times, uint32_t blocks,
                                 uint32_t threads)
{
    static char text[65536];
    size_t size = (size_t)snprintf(text, sizeof text, HEADER "%s", target, before);
    for (uint32_t i = 0; i < times; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "%s", step);
    }
    snprintf(text + size, sizeof text - size, "ret;\n}\n");
    Machine machine;
    uint64_t cycles = 0;
    LockstepOptions options = {
        .gpu_text = gpu_text, .gpu_file_name = "test.gpu", .threads = 2, .mode = LOCKSTEP_CYCLES};
    if (machine_open_with(&machine, &options, text, strlen(text), "test.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 1 << 20));
        machine_expect(&machine, machine_launch(&machine, "k", blocks, threads, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        cycles = EXPECT(record->time != NULL) ? record->time->cycles : 0;
    }
    machine_close(&machine);
    return cycles;
}

static uint64_t cycles_of(const char *gpu_text, uint32_t target, const char *before,
                          const char *step, uint32_t times, uint32_t threads)
{
    return cycles_of_blocks(gpu_text, target, before, step, times, 1, threads);
}

static uint64_t ten_steps(const char *gpu_text, uint32_t target, const char *step)
{
    const char *before = "mov.f32 %f1, 0f3F800000;\nmov.u32 %r1, s;\n";
    return cycles_of(gpu_text, target, before, step, 14, 32) -
           cycles_of(gpu_text, target, before, step, 4, 32);
}

#define ADD(n)   "add.f32 %f" #n ", %f" #n ", %f1;\n"
#define STORE    "st.shared.f32 [%r1], %f1;\n"
#define SUMS     ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7)
#define MORE     ADD(8) ADD(9) ADD(10) ADD(11) ADD(12) ADD(13)
#define TOGETHER STORE ADD(2) STORE ADD(3) STORE ADD(4) STORE ADD(5) STORE ADD(6) STORE ADD(7)
#define KEPLER   "base = gtx680\ntitle = test\nlat_alu = 6 # test\n"
#define MAXWELL  "base = gtx980\ntitle = test\nlat_alu = 6 # test\n"
#define ALONE    "issue_width = 1 # test\n"

// 192 lanes of four schedulers: three warp instructions in two cycles.
TEST(kepler_issues_three_independent_additions_in_two_cycles)
{
    EXPECT_EQ(ten_steps(KEPLER, 30, SUMS MORE), 10 * 8);
    EXPECT_EQ(ten_steps(KEPLER ALONE, 30, SUMS MORE), 10 * 12);
}

TEST(dependent_additions_are_no_pair)
{
    EXPECT_EQ(ten_steps(KEPLER, 30, ADD(2) ADD(2)), 10 * 2 * 6);
}

// 128 lanes: arithmetic fills them alone, but memory instructions go beside it.
TEST(maxwell_pairs_arithmetic_with_memory_only)
{
    EXPECT_EQ(ten_steps(MAXWELL, 52, SUMS MORE), 10 * 12);
    EXPECT_EQ(ten_steps(MAXWELL, 52, TOGETHER), 10 * 6);
    EXPECT_EQ(ten_steps(MAXWELL ALONE, 52, TOGETHER), 10 * 12);
}

// Warps read words of shared or constant memory so many bytes apart and add four times: 12 on each
// of Fermi's two schedulers, whose instructions take two cycles, or 16 on GT200's, which take four.
static uint64_t replayed(const char *gpu_text, uint32_t target, const char *load, uint32_t bytes)
{
    char before[256];
    snprintf(before, sizeof before,
             "mov.f32 %%f1, 0f3F800000;\nmov.u32 %%r1, %%tid.x;\nand.b32 %%r1, %%r1, 31;\n"
             "mul.lo.u32 %%r1, %%r1, %u;\nmov.u64 %%rd1, c;\ncvt.u64.u32 %%rd2, %%r1;\n"
             "add.u64 %%rd1, %%rd1, %%rd2;\nmov.u32 %%r2, s;\nadd.u32 %%r1, %%r1, %%r2;\n",
             bytes);
    char step[160];
    snprintf(step, sizeof step, "%s%s", load, ADD(1) ADD(1) ADD(1) ADD(1));
    uint32_t threads = target < 20 ? 512 : 768;
    return cycles_of(gpu_text, target, before, step, 24, threads) -
           cycles_of(gpu_text, target, before, step, 4, threads);
}

#define FERMI       "base = gtx480\ntitle = test\n"
#define GT200       "base = gtx280\ntitle = test\n"
#define SHARED_LOAD "ld.volatile.shared.f32 %f2, [%r1];\n"
#define CONST_LOAD  "ld.const.f32 %f2, [%rd1];\n" ADD(2)

// A conflict is a replay: the cycles of its issue slot are missing elsewhere.
TEST(bank_conflicts_before_kepler_take_issue_slots)
{
    uint64_t one = replayed(FERMI, 20, SHARED_LOAD, 4);
    EXPECT(one >= 20 * 12 * 5 * 2);
    EXPECT(replayed(FERMI, 20, SHARED_LOAD, 8) >= one + 20 * 12 * 2);
    EXPECT_EQ(replayed(GT200, 13, SHARED_LOAD, 4), 20 * 16 * 5 * 4);
    EXPECT_EQ(replayed(GT200, 13, SHARED_LOAD, 8), 20 * 16 * 6 * 4);
}

// So is each further word of a constant load.
TEST(constant_words_before_kepler_take_issue_slots)
{
    uint64_t one = replayed(FERMI, 20, CONST_LOAD, 0);
    EXPECT_EQ(one, 20 * 12 * 6 * 2);
    EXPECT(replayed(FERMI, 20, CONST_LOAD, 4) >= one + 20 * 12 * 31 * 2);
}

// Twelve warps of a scheduler hide the latency of an addition (lat_alu = 24, two cycles each);
// thirteen take a thirteenth longer, because none starves.
TEST(warps_beyond_what_the_latency_needs_take_turns)
{
    const char *gpu = "base = gtx480\ntitle = test\nlat_alu = 24 # test\n";
    const char *before = "mov.f32 %f1, 0f3F800000;\n";
    uint64_t cycles = cycles_of(gpu, 20, before, ADD(1), 104, 26 * 32) -
                      cycles_of(gpu, 20, before, ADD(1), 4, 26 * 32);
    EXPECT_EQ(cycles, 100 * 13 * 2);
}

// 32 lanes read words so many bytes apart. A GTX 280 has 8 partitions of 256 bytes: 2048 bytes
// apart all lie in one of them.
static uint64_t reads_apart(const char *bytes)
{
    char before[256];
    snprintf(before, sizeof before,
             "ld.param.u64 %%rd1, [p];\nmov.u32 %%r1, %%tid.x;\nmul.lo.u32 %%r2, %%r1, %s;\n"
             "cvt.u64.u32 %%rd2, %%r2;\nadd.u64 %%rd1, %%rd1, %%rd2;\n",
             bytes);
    const char *gpu = "base = gtx280\ntitle = test\nmemory_banks = 0 # test\n"
                      "memory_sustained_gbs = 82.944 # 8 partitions: 8 bytes a cycle each\n"
                      "cluster_read_bytes_per_cycle = 0 # test\n";
    const char *load = "ld.volatile.global.u32 %r3, [%rd1];\n"; // waits for the one before it
    return cycles_of(gpu, 13, before, load, 2, 32) - cycles_of(gpu, 13, before, load, 1, 32);
}

TEST(reads_of_one_partition_wait_for_each_other)
{
    // a sector takes 4 cycles: 32 of one partition against 4 of each of 8
    EXPECT_EQ(reads_apart("2048") - reads_apart("2304"), (32 - 4) * 4);
}

// 16 warps: a root occupies the two special function units for 16 cycles, and so do four additions
// the processors. The two work side by side; with a second root only the former are busy all the
// time.
TEST(special_functions_of_gt200_go_beside_arithmetic)
{
    const char *before = "mov.u32 %r1, %tid.x;\ncvt.rn.f32.u32 %f1, %r1;\nmov.f32 %f2, %f1;\n";
    const char *root =
        "rsqrt.approx.f32 %f3, %f2;\n" ADD(2) ADD(2) ADD(2) "add.f32 %f2, %f2, %f3;\n";
    const char *roots = "rsqrt.approx.f32 %f3, %f2;\nrsqrt.approx.f32 %f3, %f3;\n" ADD(2) ADD(2)
        ADD(2) "add.f32 %f2, %f2, %f3;\n";
    uint64_t one =
        cycles_of(GT200, 13, before, root, 24, 512) - cycles_of(GT200, 13, before, root, 4, 512);
    uint64_t two =
        cycles_of(GT200, 13, before, roots, 24, 512) - cycles_of(GT200, 13, before, roots, 4, 512);
    EXPECT(one >= 20 * 16 * 16 && one < 20 * 16 * 19); // one after another: 20 * 16 * 20
    EXPECT(two >= 20 * 16 * 32 && two < 20 * 16 * 34);
}

// Each block reads 128 bytes, which take 128 cycles of the way to its cluster. The ten clusters of
// a GTX 280 get a block each before one of them gets a second one.
TEST(blocks_spread_over_clusters_first)
{
    const char *gpu =
        GT200 "memory_banks = 0 # test\nmemory_sustained_gbs = 10000 # test\n"
              "cluster_read_bytes_per_cycle = 1 # test\nblock_start_cycles = 0 # test\n";
    const char *before = "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\n"
                         "cvt.u64.u32 %rd2, %r2;\nadd.u64 %rd1, %rd1, %rd2;\n";
    const char *load = "ld.volatile.global.u32 %r3, [%rd1];\n";
    uint64_t one = cycles_of_blocks(gpu, 13, before, load, 1, 1, 32);
    EXPECT(cycles_of_blocks(gpu, 13, before, load, 1, 10, 32) <= one + 1); // the partition's
    EXPECT_EQ(cycles_of_blocks(gpu, 13, before, load, 1, 11, 32), one + 128);
}
