// SPDX-License-Identifier: Apache-2.0
// Occupancy against worked tables, NVIDIA's examples and the lectures' figures.
#include "sim/gpu/occupancy.h"
#include "tests/test.h"

static Gpu gpu_of(const char *text)
{
    Gpu gpu;
    Diagnostics diagnostics = {0};
    Text out = {0};
    if (!EXPECT(gpu_parse(text, strlen(text), "test.gpu", &gpu, &diagnostics))) {
        diagnostics_print(&diagnostics, false, &out);
        fprintf(stderr, "%s", text_string(&out));
    }
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
    return gpu;
}

typedef struct Kernel {
    uint32_t threads, registers, shared_bytes;
} Kernel;

static const Kernel kernels[9] = {
    {256, 10, 2048}, {256, 16, 4096},   {256, 32, 4096}, {192, 21, 2080}, {128, 40, 10000},
    {512, 64, 0},    {1024, 32, 33000}, {64, 16, 0},     {96, 30, 1000},
};

typedef struct Row {
    const char *gpu;
    const char *wanted[9]; // blocks, warps, percent, limits: Warps Blocks Shared Registers
} Row;

// Computed by an implementation of NVIDIA's rules that agrees with every row stored in its
// occupancy calculator 5.1 (384 rows, cc 3.5). cc 12.0 differs from 8.9 in nothing that counts
// here.
static const Row rows[] = {
    {"base = 8800gtx\n",
     {"3 24w 100% WR", "2 16w 67% R", "1 8w 33% R", "2 12w 50% R", "1 4w 17% SR", "0", "0",
      "8 16w 67% BR", "2 6w 25% R"}},
    {"base = 9800gtx\n",
     {"3 24w 100% WR", "2 16w 67% R", "1 8w 33% R", "2 12w 50% R", "1 4w 17% SR", "0", "0",
      "8 16w 67% BR", "2 6w 25% R"}},
    {"base = gtx280\ncompute_capability = 12",
     {"4 32w 100% W", "4 32w 100% WSR", "2 16w 50% R", "4 24w 75% R", "1 4w 12% S", "0", "0",
      "8 16w 50% B", "4 12w 38% R"}},
    {"base = gtx280\n",
     {"4 32w 100% W", "4 32w 100% WSR", "2 16w 50% R", "4 24w 75% R", "1 4w 12% S", "0", "0",
      "8 16w 50% B", "4 12w 38% R"}},
    {"base = gtx480\n",
     {"6 48w 100% W", "6 48w 100% W", "4 32w 67% R", "7 42w 88% R", "4 16w 33% S", "0",
      "1 32w 67% WSR", "8 16w 33% B", "8 24w 50% B"}},
    {"base = gtx480\ncompute_capability = 21",
     {"6 48w 100% W", "6 48w 100% W", "4 32w 67% R", "7 42w 88% R", "4 16w 33% S", "0",
      "1 32w 67% WSR", "8 16w 33% B", "8 24w 50% B"}},
    {"base = gtx680\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "4 16w 25% S", "0",
      "1 32w 50% S", "16 32w 50% B", "16 48w 75% B"}},
    {"base = k40\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "4 16w 25% S", "2 32w 50% R",
      "1 32w 50% S", "16 32w 50% B", "16 48w 75% B"}},
    {"base = k40\ncompute_capability = 37\nregisters_per_sm = 131072\nshared_bytes_per_sm = 112 KB",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% W", "10 60w 94% W", "11 44w 69% S",
      "4 64w 100% WR", "2 64w 100% W", "16 32w 50% B", "16 48w 75% B"}},
    {"base = gtx980\ncompute_capability = 50\nshared_bytes_per_sm = 64 KB",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "6 24w 38% S", "2 32w 50% R",
      "1 32w 50% S", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = gtx980\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "9 36w 56% S", "2 32w 50% R",
      "2 64w 100% WSR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = p100\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "6 24w 38% S", "2 32w 50% R",
      "1 32w 50% S", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = gtx980\ncompute_capability = 61",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "9 36w 56% S", "2 32w 50% R",
      "2 64w 100% WSR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = v100\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "9 36w 56% S", "2 32w 50% R",
      "2 64w 100% WSR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = t4\n",
     {"4 32w 100% W", "4 32w 100% W", "4 32w 100% W", "5 30w 94% W", "6 24w 75% S", "2 32w 100% WR",
      "1 32w 100% WS", "16 32w 100% WB", "10 30w 94% W"}},
    {"base = a100\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "12 48w 75% R",
      "2 32w 50% R", "2 64w 100% WR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = rtx3090\n",
     {"6 48w 100% W", "6 48w 100% W", "6 48w 100% W", "8 48w 100% W", "9 36w 75% S", "2 32w 67% R",
      "1 32w 67% W", "16 32w 67% B", "16 48w 100% WB"}},
    {"base = rtx4090\n",
     {"6 48w 100% W", "6 48w 100% W", "6 48w 100% W", "8 48w 100% W", "9 36w 75% S", "2 32w 67% R",
      "1 32w 67% W", "24 48w 100% WB", "16 48w 100% W"}},
    {"base = h200\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "12 48w 75% R",
      "2 32w 50% R", "2 64w 100% WR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = b200\n",
     {"8 64w 100% W", "8 64w 100% W", "8 64w 100% WR", "10 60w 94% W", "12 48w 75% R",
      "2 32w 50% R", "2 64w 100% WR", "32 64w 100% WB", "21 63w 98% WR"}},
    {"base = rtx4090\ncompute_capability = 120",
     {"6 48w 100% W", "6 48w 100% W", "6 48w 100% W", "8 48w 100% W", "9 36w 75% S", "2 32w 67% R",
      "1 32w 67% W", "24 48w 100% WB", "16 48w 100% W"}},
};

static void write_result(const Occupancy *found, char text[64])
{
    if (found->blocks_per_sm == 0) {
        snprintf(text, 64, "0");
        return;
    }
    snprintf(text, 64, "%u %uw %.0f%% %s%s%s%s", found->blocks_per_sm, found->warps_per_sm,
             100 * found->fraction, found->limited_by & OCCUPANCY_WARPS ? "W" : "",
             found->limited_by & OCCUPANCY_BLOCKS ? "B" : "",
             found->limited_by & OCCUPANCY_SHARED ? "S" : "",
             found->limited_by & OCCUPANCY_REGISTERS ? "R" : "");
}

TEST(every_generation_holds_the_blocks_that_nvidia_s_rules_give)
{
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        Gpu gpu = gpu_of(rows[row].gpu);
        for (size_t at = 0; at < 9; at++) {
            const Kernel *kernel = &kernels[at];
            Occupancy found =
                occupancy(&gpu, kernel->threads, kernel->registers, kernel->shared_bytes);
            char text[64];
            write_result(&found, text);
            if (!EXPECT_TEXT(text, rows[row].wanted[at])) {
                fprintf(stderr, "    cc %u, kernel %zu\n", gpu.compute_capability, at);
            }
            EXPECT((found.blocks_per_sm == 0) == (found.refusal != NULL));
        }
    }
}

static uint32_t blocks_of(const char *name, uint32_t threads, uint32_t registers,
                          uint32_t shared_bytes)
{
    return occupancy(gpu_preset(name), threads, registers, shared_bytes).blocks_per_sm;
}

static uint32_t percent_of(const char *name, uint32_t threads, uint32_t registers,
                           uint32_t shared_bytes)
{
    return (uint32_t)(100 * occupancy(gpu_preset(name), threads, registers, shared_bytes).fraction);
}

// CUDA C Best Practices Guide 5.5: cc 1.0, 12 registers a thread.
TEST(best_practices_guide_example)
{
    EXPECT_EQ(blocks_of("8800gtx", 128, 12, 0), 5);
    EXPECT_EQ(percent_of("8800gtx", 128, 12, 0), 83);
    EXPECT_EQ(blocks_of("8800gtx", 256, 12, 0), 2);
    EXPECT_EQ(percent_of("8800gtx", 256, 12, 0), 66);
}

// CUDA C Programming Guide 5.5, 5.2.3: one register more halves the blocks.
TEST(programming_guide_example)
{
    EXPECT_EQ(blocks_of("gtx280", 512, 16, 0), 2);
    EXPECT_EQ(blocks_of("gtx280", 512, 17, 0), 1);
}

// The examples on the first page of NVIDIA's occupancy calculators 2.1 and 5.1.
TEST(calculator_examples)
{
    EXPECT_EQ(blocks_of("gtx480", 32, 60, 1024), 8);
    EXPECT_EQ(percent_of("gtx480", 32, 60, 1024), 16);
    EXPECT_EQ(blocks_of("k40", 256, 32, 4096), 8);
    EXPECT_EQ(percent_of("k40", 256, 32, 4096), 100);
}

TEST(rounding_of_registers_and_shared_memory)
{
    Occupancy old = occupancy(gpu_preset("gtx280"), 192, 21, 2080);
    EXPECT_EQ(old.registers_per_block, 4096); // 6 warps of 32 times 21, in units of 512
    EXPECT_EQ(old.limit_registers, 4);
    EXPECT_EQ(old.shared_per_block, 2560);
    EXPECT_EQ(old.limit_shared, 6);
    EXPECT_EQ(old.limit_warps, 5);
    Occupancy recent = occupancy(gpu_preset("rtx3090"), 128, 40, 10000);
    EXPECT_EQ(recent.limit_registers, 12);
    EXPECT_EQ(recent.shared_per_block, 11136); // with the 1024 bytes the system keeps
    EXPECT_EQ(recent.limit_shared, 9);
}

TEST(fermi_allocates_some_counts_of_registers_in_larger_pieces)
{
    for (uint32_t registers = 17; registers <= 63; registers++) {
        bool is_large = registers == 21 || registers == 22 || registers == 29 || registers == 30 ||
                        registers == 37 || registers == 38 || registers == 45 || registers == 46;
        uint32_t unit = is_large ? 128 : 64;
        Occupancy found = occupancy(gpu_preset("gtx480"), 64, registers, 0);
        EXPECT_EQ(found.registers_per_block, 2 * ((registers * 32 + unit - 1) / unit * unit));
    }
}

// Lecture "G80": ten registers let three blocks of 256 run, eleven only two; tiles of 8, 16 and 32
// squared.
TEST(lecture_figures_of_g80)
{
    EXPECT_EQ(blocks_of("g80", 256, 10, 0), 3);
    EXPECT_EQ(blocks_of("g80", 256, 11, 0), 2);
    EXPECT_EQ(blocks_of("g80", 8 * 8, 10, 0), 8);
    EXPECT_EQ(blocks_of("g80", 16 * 16, 10, 2 * 16 * 16 * 4), 3);
    EXPECT_EQ(blocks_of("g80", 32 * 32, 10, 0), 0);
}

// Lecture with 96 KB of shared memory an SM, and the CUDA guide's occupancy page for cc 10.0.
TEST(lecture_figures_of_later_generations)
{
    EXPECT_EQ(blocks_of("gtx980", 256, 16, 32 * 1024), 3);
    EXPECT_EQ(percent_of("b200", 768, 16, 0), 75);
    EXPECT_EQ(percent_of("b200", 32, 16, 0), 50);
    EXPECT_EQ(blocks_of("b200", 128, 16, 100 * 1024), 2);
}

static void expect_refusal(const char *name, Kernel kernel, const char *wanted)
{
    Occupancy found =
        occupancy(gpu_preset(name), kernel.threads, kernel.registers, kernel.shared_bytes);
    EXPECT_EQ(found.blocks_per_sm, 0);
    EXPECT_TEXT(found.refusal == NULL ? "" : found.refusal, wanted);
}

TEST(what_does_not_fit_is_refused_with_the_reason)
{
    expect_refusal("g80", (Kernel){1024, 8, 0}, "the block has more threads than this GPU allows");
    expect_refusal("h200", (Kernel){0, 8, 0}, "the block has no threads");
    expect_refusal("gtx680", (Kernel){32, 64, 0},
                   "a thread needs more registers than this GPU allows");
    expect_refusal("t4", (Kernel){32, 8, 70000},
                   "the block needs more shared memory than this GPU allows");
    expect_refusal("h200", (Kernel){1024, 128, 0},
                   "the block needs more registers than this GPU has for one");
}

TEST(an_estimate_of_a_few_registers_too_many_refuses_nothing)
{
    uint32_t registers = 78;
    Occupancy found = occupancy_of_estimate(gpu_preset("h200"), 1024, &registers, 0);
    EXPECT_EQ(found.blocks_per_sm, 1);
    EXPECT_EQ(registers, 64);
    registers = 97; // two thirds do not fit
    found = occupancy_of_estimate(gpu_preset("h200"), 1024, &registers, 0);
    EXPECT_EQ(found.blocks_per_sm, 0);
    EXPECT_EQ(registers, 97);
    registers = 40; // fits as it is
    found = occupancy_of_estimate(gpu_preset("h200"), 1024, &registers, 0);
    EXPECT_EQ(found.blocks_per_sm, 1);
    EXPECT_EQ(registers, 40);
    registers = 78; // another limit
    found = occupancy_of_estimate(gpu_preset("h200"), 2048, &registers, 0);
    EXPECT_EQ(found.blocks_per_sm, 0);
}

TEST(nothing_used_limits_nothing)
{
    Occupancy found = occupancy(gpu_preset("v100"), 64, 0, 0);
    EXPECT_EQ(found.limit_shared, UINT32_MAX);
    EXPECT_EQ(found.limit_registers, UINT32_MAX);
    EXPECT_EQ(found.limited_by, OCCUPANCY_WARPS | OCCUPANCY_BLOCKS);
}
