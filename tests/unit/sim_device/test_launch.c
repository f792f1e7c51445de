// SPDX-License-Identifier: Apache-2.0
// Kernels from PTX text to bytes, and every launch a GPU refuses with its reason and limit.
#include "sim/device/record.h"
#include "tests/machine.h"

#define HEADER ".version 7.8\n.target sm_90\n.address_size 64\n"

static const char vector_add[] =
    HEADER ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)\n"
           "{\n"
           ".reg .pred %p<2>;\n.reg .b32 %r<6>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<11>;\n"
           "ld.param.u64 %rd1, [a];\n"
           "ld.param.u64 %rd2, [b];\n"
           "ld.param.u64 %rd3, [c];\n"
           "ld.param.u32 %r2, [n];\n"
           "mov.u32 %r3, %ctaid.x;\n"
           "mov.u32 %r4, %ntid.x;\n"
           "mov.u32 %r5, %tid.x;\n"
           "mad.lo.s32 %r1, %r3, %r4, %r5;\n"
           "setp.ge.s32 %p1, %r1, %r2;\n"
           "@%p1 bra DONE;\n"
           "cvta.to.global.u64 %rd4, %rd1;\n"
           "mul.wide.s32 %rd5, %r1, 4;\n"
           "add.s64 %rd6, %rd4, %rd5;\n"
           "cvta.to.global.u64 %rd7, %rd2;\n"
           "add.s64 %rd8, %rd7, %rd5;\n"
           "ld.global.f32 %f1, [%rd8];\n"
           "ld.global.f32 %f2, [%rd6];\n"
           "add.f32 %f3, %f2, %f1;\n"
           "cvta.to.global.u64 %rd9, %rd3;\n"
           "add.s64 %rd10, %rd9, %rd5;\n"
           "st.global.f32 [%rd10], %f3;\n"
           "DONE:\n"
           "ret;\n"
           "}\n";

#define COUNT 1000u

static void add_on(const char *gpu)
{
    Machine machine;
    float a[COUNT], b[COUNT], c[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)(i * i);
    }
    if (machine_open(&machine, gpu, 2, vector_add)) {
        Arguments arguments = {0};
        uint64_t out = 0;
        argument_u64(&arguments, machine_buffer(&machine, "a", a, sizeof(a)));
        argument_u64(&arguments, machine_buffer(&machine, "b", b, sizeof(b)));
        argument_u64(&arguments, out = machine_buffer(&machine, "c", NULL, sizeof(c)));
        argument_u32(&arguments, COUNT);
        machine_expect(&machine, machine_launch(&machine, "add", 8, 128, &arguments), "add");
        machine_read(&machine, out, c, sizeof(c));
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            wrong += c[i] != a[i] + b[i];
        }
        EXPECT_EQ(wrong, 0);
        const LockstepReport *report = lockstep_report(machine.device);
        EXPECT_EQ(report->count, 1);
        EXPECT_EQ(report->records[0]->status, LOCKSTEP_OK);
        EXPECT_EQ(report->records[0]->blocks_done, 8);
    }
    machine_close(&machine);
}

TEST(vector_add_on_every_preset)
{
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        add_on(gpu_preset_at(i)->name);
    }
}

// A launch that must be refused: `change` makes the bad one of a good one.
static void refused(const char *gpu, const char *ptx, LockstepLaunch launch, LockstepStatus wanted,
                    const char *reason)
{
    Machine machine;
    unsigned char parameters[64] = {0};
    launch.parameters = parameters;
    launch.kernel = launch.kernel == NULL ? "k" : launch.kernel;
    if (machine_open(&machine, gpu, 1, ptx)) {
        LockstepStatus status = lockstep_launch(machine.device, machine.module, &launch);
        EXPECT_EQ(status, wanted);
        if (!test_report(strstr(lockstep_messages(machine.device), reason) != NULL, __FILE__,
                         __LINE__, reason)) {
            fprintf(stderr, "    found  %s\n", lockstep_messages(machine.device));
        }
        if (wanted != LOCKSTEP_ERROR_NOT_FOUND) {
            const LockstepReport *report = lockstep_report(machine.device);
            EXPECT_EQ(report->count, 1);
            EXPECT_EQ(report->records[0]->status, wanted);
            EXPECT(report->records[0]->refusal != NULL);
        }
    }
    machine_close(&machine);
}

#define EMPTY HEADER ".visible .entry k() { ret; }\n"

TEST(too_many_threads)
{
    refused("h200", EMPTY, (LockstepLaunch){.block = {1024, 2, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "2048 threads per block; NVIDIA H200 SXM 141 GB (cc 9.0) allows at most 1024");
    refused("gtx280", EMPTY, (LockstepLaunch){.block = {32, 32, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "1024 threads per block; ");
}

TEST(a_dimension_too_large)
{
    refused("h200", EMPTY, (LockstepLaunch){.block = {1, 1, 65}}, LOCKSTEP_ERROR_LAUNCH,
            "block dimension z is 65; NVIDIA H200 SXM 141 GB (cc 9.0) allows at most 64");
    refused("h200", EMPTY, (LockstepLaunch){.grid = {1, 65536, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "grid dimension y is 65536; NVIDIA H200 SXM 141 GB (cc 9.0) allows at most 65535");
    refused("8800gtx", EMPTY, (LockstepLaunch){.grid = {1, 1, 2}}, LOCKSTEP_ERROR_LAUNCH,
            "grid dimension z is 2; ");
    refused("gtx480", EMPTY, (LockstepLaunch){.grid = {65536, 1, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "(cc 2.0) allows at most 65535");
}

TEST(wrong_parameters)
{
    refused("h200", vector_add, (LockstepLaunch){.kernel = "add", .parameter_bytes = 16},
            LOCKSTEP_ERROR_INPUT, "the kernel takes 28 bytes of parameters, got 16");
    refused("h200", vector_add, (LockstepLaunch){.kernel = "add", .parameter_bytes = 33},
            LOCKSTEP_ERROR_INPUT, "the kernel takes 28 bytes of parameters, got 33");
}

TEST(an_unknown_kernel)
{
    refused("h200", vector_add, (LockstepLaunch){.kernel = "sub"}, LOCKSTEP_ERROR_NOT_FOUND,
            "test.ptx has no kernel 'sub'; it has add");
}

TEST(threads_the_kernel_does_not_allow)
{
    const char *required = HEADER ".visible .entry k() .reqntid 64, 2 { ret; }\n";
    refused("h200", required, (LockstepLaunch){.block = {128, 1, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "block is 128x1x1; the kernel requires 64x2x1 (.reqntid)");
    const char *most = HEADER ".visible .entry k() .maxntid 16, 16 { ret; }\n";
    refused("h200", most, (LockstepLaunch){.block = {257, 1, 1}}, LOCKSTEP_ERROR_LAUNCH,
            "257 threads per block; the kernel allows at most 256 (.maxntid)");
}

#define SHARED(bytes)                                                                              \
    HEADER ".visible .entry k()\n{\n.shared .align 4 .b8 s[" bytes "];\n.reg .b32 %r<2>;\n"        \
           "mov.u32 %r1, 1;\nst.shared.u32 [s], %r1;\nret;\n}\n"

TEST(too_much_shared_memory)
{
    refused("h200", SHARED("65536"), (LockstepLaunch){0}, LOCKSTEP_ERROR_LAUNCH,
            "65536 bytes of static shared memory per block; NVIDIA H200 SXM 141 GB allows at most "
            "49152");
    refused(
        "h200", SHARED("1024"), (LockstepLaunch){.dynamic_shared_bytes = 232000},
        LOCKSTEP_ERROR_LAUNCH,
        "233024 bytes of shared memory per block (1024 static, 232000 dynamic); NVIDIA H200 SXM "
        "141 GB allows at most 232448");
    refused("8800gtx", SHARED("16385"), (LockstepLaunch){0}, LOCKSTEP_ERROR_LAUNCH,
            "allows at most 16384");
}

TEST(dynamic_shared_memory_up_to_the_opt_in_limit_is_accepted)
{
    Machine machine;
    if (machine_open(&machine, "h200", 1, SHARED("1024"))) {
        LockstepLaunch launch = {.kernel = "k", .dynamic_shared_bytes = 232448 - 1024};
        machine_expect(&machine, lockstep_launch(machine.device, machine.module, &launch), "k");
    }
    machine_close(&machine);
}

TEST(clusters)
{
    refused("a100", EMPTY, (LockstepLaunch){.grid = {4, 1, 1}, .cluster = {2, 1, 1}},
            LOCKSTEP_ERROR_LAUNCH, "has no clusters; they need cc 9.0");
    refused("h200", EMPTY, (LockstepLaunch){.grid = {5, 1, 1}, .cluster = {2, 1, 1}},
            LOCKSTEP_ERROR_LAUNCH, "grid dimension x is 5, not a multiple of the cluster's 2");
    refused("h200", EMPTY, (LockstepLaunch){.grid = {64, 1, 1}, .cluster = {32, 1, 1}},
            LOCKSTEP_ERROR_LAUNCH,
            "32 blocks per cluster; NVIDIA H200 SXM 141 GB allows at most 16");
    const char *required = HEADER ".visible .entry k() .reqnctapercluster 4 { ret; }\n";
    refused("h200", required, (LockstepLaunch){.grid = {4, 1, 1}, .cluster = {2, 1, 1}},
            LOCKSTEP_ERROR_LAUNCH,
            "cluster is 2x1x1; the kernel requires 4x1x1 (.reqnctapercluster)");
}

TEST(a_cooperative_grid_that_is_not_resident)
{
    refused("h200", EMPTY,
            (LockstepLaunch){.grid = {10000, 1, 1}, .block = {1024, 1, 1}, .is_cooperative = true},
            LOCKSTEP_ERROR_LAUNCH,
            "a cooperative launch of 10000 blocks; NVIDIA H200 SXM 141 GB holds 264 of them at a "
            "time (2 on "
            "each of 132 SMs)");
    refused("gtx980", EMPTY, (LockstepLaunch){.is_cooperative = true}, LOCKSTEP_ERROR_LAUNCH,
            "has no cooperative launches; they need cc 6.0");
}

TEST(what_the_gpu_lacks_is_refused_with_the_line)
{
    const char *shuffle = HEADER ".visible .entry k()\n{\n.reg .b32 %r<3>;\n.reg .pred %p<2>;\n"
                                 "mov.u32 %r1, 1;\n"
                                 "shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
                                 "ret;\n}\n";
    refused("8800gtx", shuffle, (LockstepLaunch){0}, LOCKSTEP_ERROR_LAUNCH, "test.ptx:9:");
}
