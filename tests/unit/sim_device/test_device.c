// SPDX-License-Identifier: Apache-2.0
// The device as an object: creation, memory, modules and their variables.
#include "sim/device/record.h"
#include "tests/machine.h"

#define HEADER ".version 7.8\n.target sm_90\n.address_size 64\n"

static bool says(const Machine *machine, const char *what)
{
    bool is_there = strstr(lockstep_messages(machine->device), what) != NULL;
    if (!is_there) {
        fprintf(stderr, "    found  %s\n", lockstep_messages(machine->device));
    }
    return is_there;
}

TEST(an_unknown_gpu_is_refused_with_the_known_ones)
{
    Machine machine = {0};
    LockstepOptions options = {.gpu = "voodoo"};
    EXPECT_EQ(lockstep_device_create(&options, &machine.device), LOCKSTEP_ERROR_NOT_FOUND);
    EXPECT(says(&machine, "no GPU is called 'voodoo'; there are "));
    EXPECT(says(&machine, "h200"));
    uint64_t address = 1;
    EXPECT_EQ(lockstep_malloc(machine.device, 16, "a", &address), LOCKSTEP_ERROR_INPUT);
    EXPECT_EQ(address, 0);
    machine_close(&machine);
}

TEST(a_gpu_file_with_a_mistake_names_its_line)
{
    Machine machine = {0};
    LockstepOptions options = {.gpu_text = "base = h200\nsm_cuont = 4\n",
                               .gpu_file_name = "my.gpu"};
    EXPECT_EQ(lockstep_device_create(&options, &machine.device), LOCKSTEP_ERROR_INPUT);
    EXPECT(says(&machine, "my.gpu:2"));
    machine_close(&machine);
}

TEST(a_gpu_file_changes_a_preset)
{
    Machine machine = {0};
    LockstepOptions options = {.gpu_text = "base = h200\nmemory_bytes = 1 MB\n"};
    machine_expect(&machine, lockstep_device_create(&options, &machine.device), "create");
    uint64_t address;
    EXPECT_EQ(lockstep_malloc(machine.device, 2 << 20, "large", &address), LOCKSTEP_ERROR_MEMORY);
    EXPECT(says(&machine, "no room for 2097152 bytes of large: GPU has 1048576 bytes of "
                          "memory"));
    machine_close(&machine);
}

TEST(copies_must_lie_in_one_allocation)
{
    Machine machine = {0};
    machine_expect(&machine, lockstep_device_create(NULL, &machine.device), "create");
    uint32_t values[4] = {1, 2, 3, 4}, back[4] = {0};
    uint64_t address = machine_buffer(&machine, "four", values, sizeof(values));
    EXPECT(machine_read(&machine, address, back, sizeof(back)));
    EXPECT(memcmp(values, back, sizeof(back)) == 0);
    EXPECT_EQ(lockstep_read(machine.device, address + 8, back, 12), LOCKSTEP_ERROR_INPUT);
    EXPECT(says(&machine, "cannot read 12 bytes at 0x"));
    EXPECT(says(&machine, "8 bytes are left there in 'four'"));
    EXPECT_EQ(lockstep_write(machine.device, 16, back, 4), LOCKSTEP_ERROR_INPUT);
    EXPECT(says(&machine, "no allocation holds this address"));
    EXPECT_EQ(lockstep_write(machine.device, 16, back, 0), LOCKSTEP_OK);
    EXPECT_TEXT(lockstep_messages(machine.device), "");
    machine_close(&machine);
}

TEST(only_the_start_of_an_allocation_is_freed_and_once)
{
    Machine machine = {0};
    machine_expect(&machine, lockstep_device_create(NULL, &machine.device), "create");
    uint64_t address = machine_buffer(&machine, "a", NULL, 64);
    EXPECT_EQ(lockstep_free(machine.device, address + 4), LOCKSTEP_ERROR_INPUT);
    EXPECT_EQ(lockstep_free(machine.device, address), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_free(machine.device, address), LOCKSTEP_ERROR_INPUT);
    EXPECT_EQ(lockstep_free(machine.device, 0), LOCKSTEP_OK);
    machine_close(&machine);
}

static const char variables[] =
    HEADER ".global .align 4 .u32 table[4] = {1, 2, 3, 4};\n"
           ".const .align 4 .f32 factor = 0f40000000;\n"
           ".global .align 8 .u64 pointers[2] = {table, generic(table)+8};\n"
           ".global .align 4 .b8 zeros[100];\n"
           ".visible .entry k() { ret; }\n";

TEST(variables_have_addresses_sizes_and_first_values)
{
    Machine machine;
    if (machine_open(&machine, "h200", 1, variables)) {
        uint64_t table, pointers, size_bytes;
        uint32_t values[4] = {0};
        uint64_t addresses[2] = {0};
        LockstepStatus status =
            lockstep_symbol(machine.device, machine.module, "table", &table, &size_bytes);
        machine_expect(&machine, status, "table");
        EXPECT_EQ(size_bytes, 16);
        machine_read(&machine, table, values, sizeof(values));
        EXPECT_EQ(values[3], 4);
        lockstep_symbol(machine.device, machine.module, "pointers", &pointers, &size_bytes);
        machine_read(&machine, pointers, addresses, sizeof(addresses));
        EXPECT_EQ(addresses[0], table);
        EXPECT_EQ(addresses[1], table + 8);
        uint64_t factor;
        float two = 0;
        lockstep_symbol(machine.device, machine.module, "factor", &factor, &size_bytes);
        machine_read(&machine, factor, &two, sizeof(two));
        EXPECT(two == 2.0f);
        EXPECT_EQ(lockstep_free(machine.device, table), LOCKSTEP_ERROR_INPUT);
        EXPECT_EQ(lockstep_symbol(machine.device, machine.module, "none", &table, &size_bytes),
                  LOCKSTEP_ERROR_NOT_FOUND);
        EXPECT(says(&machine, "test.ptx has no .global or .const variable 'none'"));
    }
    machine_close(&machine);
}

static void refused_module(const char *ptx, const char *reason)
{
    Machine machine = {0};
    machine_expect(&machine, lockstep_device_create(NULL, &machine.device), "create");
    EXPECT_EQ(lockstep_module_load(machine.device, ptx, strlen(ptx), "bad.ptx", &machine.module),
              LOCKSTEP_ERROR_INPUT);
    EXPECT(machine.module == NULL);
    EXPECT(says(&machine, reason));
    machine_close(&machine);
}

TEST(modules_that_can_not_be_placed)
{
    refused_module(
        HEADER ".const .align 4 .b8 a[65536];\n.const .align 4 .u32 b;\n",
        "constant variables up to 'b' take 65540 bytes; NVIDIA H200 SXM 141 GB has 65536 bytes of "
        "constant memory");
    refused_module(HEADER ".extern .global .align 4 .u32 there;\n.visible .entry k() { ret; }\n",
                   "extern variable 'there' is not defined in this module");
    refused_module(HEADER ".shared .align 4 .u32 s;\n.global .align 8 .u64 p = s;\n",
                   "the address of 's' is not known before a kernel runs");
}

TEST(malformed_ptx_is_refused_with_its_line)
{
    refused_module(HEADER ".visible .entry k()\n{\nadd.u32 %r1, 2;\n}\n", "bad.ptx:6:");
    refused_module("", "bad.ptx");
    refused_module("\xff\xfe garbage", "bad.ptx:1:");
}

TEST(all_of_constant_memory_can_be_used)
{
    Machine machine;
    machine_open(&machine, "h200", 1, HEADER ".const .align 4 .b8 a[65536];\n");
    machine_close(&machine);
}

TEST(an_unloaded_module_is_refused)
{
    Machine machine;
    if (machine_open(&machine, "h200", 1, variables)) {
        Arguments none = {0};
        machine_expect(&machine, machine_launch(&machine, "k", 1, 32, &none), "k");
        lockstep_module_unload(machine.device, machine.module);
        EXPECT_EQ(machine_launch(&machine, "k", 1, 32, &none), LOCKSTEP_ERROR_INPUT);
        EXPECT(says(&machine, "this module is not loaded on this device"));
        const LockstepReport *report = lockstep_report(machine.device);
        EXPECT_EQ(report->count, 1);
        EXPECT_TEXT(report->records[0]->kernel, "k");
        EXPECT_EQ(report->records[0]->executed[0].executed, 1);
    }
    machine_close(&machine);
}

TEST(a_refused_launch_is_recorded_beyond_its_module)
{
    Machine machine;
    if (machine_open(&machine, "h200", 1, variables)) {
        Arguments none = {0};
        EXPECT_EQ(machine_launch(&machine, "k", 1, 4096, &none), LOCKSTEP_ERROR_LAUNCH);
        lockstep_module_unload(machine.device, machine.module);
        EXPECT_TEXT(lockstep_report(machine.device)->records[0]->kernel, "k");
    }
    machine_close(&machine);
}

TEST(a_launch_without_a_name_or_parameters_is_refused)
{
    Machine machine;
    if (machine_open(&machine, "h200", 1, variables)) {
        LockstepLaunch launch = {.kernel = NULL};
        EXPECT_EQ(lockstep_launch(machine.device, machine.module, &launch), LOCKSTEP_ERROR_INPUT);
        EXPECT(says(&machine, "a launch without a kernel's name"));
        launch = (LockstepLaunch){.kernel = "k", .parameter_bytes = 8};
        EXPECT_EQ(lockstep_launch(machine.device, machine.module, &launch), LOCKSTEP_ERROR_INPUT);
        EXPECT(says(&machine, "a launch without a parameter block"));
    }
    machine_close(&machine);
}
