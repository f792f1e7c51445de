// SPDX-License-Identifier: Apache-2.0
// kernels/constant.cu: a table in constant memory, written by the host, read uniformly and by
// index.
#include "tests/machine.h"

#define ENTRIES 256u
#define ROUNDS  16u
#define COUNT   (1u << 18)
#define BLOCK   256u

static float table[ENTRIES], out[COUNT];

static uint32_t count_wrong(uint32_t first, uint32_t distinct)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        float sum = 0;
        for (uint32_t round = 0; round < ROUNDS; round++) {
            sum += table[(first + i % BLOCK % distinct + round) % ENTRIES];
        }
        wrong += out[i] != sum;
    }
    return wrong;
}

// number: what the kernel takes as its last parameter.
static void run(const Machine *machine, const char *kernel, uint64_t global_table, uint32_t number,
                uint32_t first, uint32_t distinct)
{
    const uint32_t blocks[2] = {COUNT / BLOCK, 1}, threads[2] = {BLOCK, 1};
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    if (global_table != 0) {
        argument_u64(&arguments, global_table);
    }
    argument_u64(&arguments, device_out);
    argument_u32(&arguments, number);
    if (machine_run(machine, kernel, blocks, threads, &arguments, device_out, out, sizeof(out))) {
        EXPECT_EQ(count_wrong(first, distinct), 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    for (uint32_t i = 0; i < ENTRIES; i++) {
        table[i] = (float)(i * i % 251);
    }
    if (machine_open_file(&machine, gpu, "constant.ptx")) {
        uint64_t address = 0, size_bytes = 0;
        LockstepStatus status = lockstep_symbol(machine.device, machine.module, "constant_table",
                                                &address, &size_bytes);
        machine_expect(&machine, status, "constant_table");
        EXPECT_EQ(size_bytes, sizeof(table));
        machine_expect(&machine, lockstep_write(machine.device, address, table, sizeof(table)),
                       "write");
        run(&machine, "_Z12read_uniformPfi", 0, 5, 5, 1);
        run(&machine, "_Z12read_indexedPfi", 0, 1, 0, 1);
        run(&machine, "_Z12read_indexedPfi", 0, 4, 0, 4);
        run(&machine, "_Z12read_indexedPfi", 0, 32, 0, 32);
        run(&machine, "_Z11read_globalPKfPfi",
            machine_buffer(&machine, "table", table, sizeof(table)), 32, 0, 32);
    }
    machine_close(&machine);
}

TEST(on_8800gtx)
{
    run_all("8800gtx");
}

TEST(on_h200)
{
    run_all("h200");
}
