// SPDX-License-Identifier: Apache-2.0
// kernels/warp.cu: shuffles and votes.
#include "tests/machine.h"

#define COUNT  (1u << 20)
#define BLOCK  256u
#define BLOCKS (COUNT / BLOCK)

static uint32_t in[COUNT], out[COUNT], scans[COUNT], butterflies[COUNT];
static uint32_t block_sums[BLOCKS], block_odds[BLOCKS];

static void prepare(void)
{
    memset(block_sums, 0, sizeof(block_sums));
    memset(block_odds, 0, sizeof(block_odds));
    for (uint32_t i = 0; i < COUNT; i++) {
        in[i] = i % 97 * (i % 13);
        block_sums[i / BLOCK] += in[i];
        block_odds[i / BLOCK] += in[i] % 2;
        scans[i] = block_sums[i / BLOCK];
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t sum = 0;
        for (uint32_t lane = 0; lane < 32; lane++) {
            sum += in[i / 32 * 32 + lane];
        }
        butterflies[i] = sum;
    }
}

static void run(const Machine *machine, const char *kernel, const uint32_t *expected,
                uint32_t count)
{
    const uint32_t blocks[2] = {BLOCKS, 1}, threads[2] = {BLOCK, 1};
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "in", in, sizeof(in)));
    argument_u64(&arguments, device_out);
    if (machine_run(machine, kernel, blocks, threads, &arguments, device_out, out,
                    count * sizeof(uint32_t))) {
        EXPECT(memcmp(out, expected, count * sizeof(uint32_t)) == 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    prepare();
    if (machine_open_file(&machine, gpu, "warp.ptx")) {
        run(&machine, "_Z14reduce_shufflePKiPi", block_sums, BLOCKS);
        run(&machine, "_Z12count_ballotPKiPi", block_odds, BLOCKS);
        run(&machine, "_Z10scan_blockPKiPi", scans, COUNT);
        run(&machine, "_Z13sum_butterflyPKiPi", butterflies, COUNT);
    }
    machine_close(&machine);
}

TEST(on_k40)
{
    run_all("k40");
}

TEST(on_h200)
{
    run_all("h200");
}
