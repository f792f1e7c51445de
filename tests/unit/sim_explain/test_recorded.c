// SPDX-License-Identifier: Apache-2.0
// What explain says of a recorded access is what the run counted for it, on every GPU.
#include "sim/device/record.h"
#include "sim/explain/access.h"
#include "tests/machine.h"

// Loads, stores and atomics of several widths; `step` words from lane to lane, of 1024.
static const char ptx[] = ".version 8.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry k(.param .u64 out, .param .u32 step) {\n"
                          ".reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .f64 %d<4>;\n"
                          ".shared .align 16 .b8 words[4096];\n"
                          "mov.u32 %r1, %tid.x; mov.u32 %r2, words;\n"
                          "ld.param.u32 %r3, [step]; ld.param.u64 %rd1, [out];\n"
                          "mul.lo.s32 %r4, %r1, %r3; and.b32 %r5, %r4, 1023;\n"
                          "shl.b32 %r6, %r5, 2; add.s32 %r7, %r2, %r6;\n"
                          "and.b32 %r8, %r6, 4080; add.s32 %r9, %r2, %r8;\n"
                          "cvt.u64.u32 %rd2, %r6; add.s64 %rd3, %rd1, %rd2;\n"
                          "cvt.u64.u32 %rd4, %r8; add.s64 %rd5, %rd1, %rd4;\n"
                          "st.shared.u32 [%r7], %r1;\n"
                          "ld.shared.u32 %r10, [%r7];\n"
                          "ld.shared.v2.f32 {%f1, %f2}, [%r9];\n"
                          "ld.shared.v4.f32 {%f3, %f4, %f5, %f6}, [%r9];\n"
                          "st.shared.v2.f32 [%r9], {%f3, %f2};\n"
                          "st.shared.v4.f32 [%r9], {%f1, %f4, %f5, %f6};\n"
                          "st.shared.u8 [%r7], %r10;\n"
                          "ld.global.u32 %r11, [%rd3];\n"
                          "ld.global.v4.f32 {%f3, %f4, %f5, %f6}, [%rd5];\n"
                          "st.global.v2.f32 [%rd5], {%f3, %f4};\n"
                          "st.global.u32 [%rd3], %r11;\n"
                          "st.global.u8 [%rd3], %r10;\n"
                          "ret;\n}\n"
                          ".visible .entry a(.param .u64 out, .param .u32 step) {\n"
                          ".reg .b32 %r<16>; .reg .b64 %rd<8>;\n"
                          ".shared .align 16 .b8 words[4096];\n"
                          "mov.u32 %r1, %tid.x; mov.u32 %r2, words;\n"
                          "ld.param.u32 %r3, [step]; ld.param.u64 %rd1, [out];\n"
                          "mul.lo.s32 %r4, %r1, %r3; and.b32 %r5, %r4, 1023;\n"
                          "shl.b32 %r6, %r5, 2; add.s32 %r7, %r2, %r6;\n"
                          "cvt.u64.u32 %rd2, %r6; add.s64 %rd3, %rd1, %rd2;\n"
                          "st.shared.u32 [%r7], %r1;\n"
                          "atom.shared.add.u32 %r8, [%r7], %r1;\n"
                          "red.shared.add.u32 [%r7], 1;\n"
                          "red.shared.max.u32 [%r7], %r8;\n"
                          "atom.shared.cas.b32 %r9, [%r7], %r1, %r8;\n"
                          "atom.global.add.u32 %r10, [%rd3], %r9;\n"
                          "red.global.add.u32 [%rd3], %r10;\n"
                          "ret;\n}\n";

static bool record_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)context;
    (void)launch;
    *watch = (LockstepWatch){
        .block_count = 1, .sm = LOCKSTEP_ALL, .warp = LOCKSTEP_ALL, .max_steps = 4096};
    return true;
}

static uint32_t sectors_of(const Access *access, const Gpu *gpu)
{
    return access_cost(access, gpu).bytes_moved / 32;
}

// Compares every recorded access; returns how many there were.
static uint32_t compare_steps(const LaunchRecord *record)
{
    uint32_t compared = 0;
    const Recording *recording = record->recording;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (step->access == RECORDED_NONE) {
            continue;
        }
        const StepAccess *access = &recording->accesses[step->access].access;
        Access parts[ACCESS_PARTS_MAX];
        uint32_t count = access_of_step(&record->program->code[step->pc], access, parts);
        for (uint32_t j = 0; j < count; j++) {
            bool is_shared = parts[j].space == ACCESS_SHARED;
            AccessCost cost = access_cost(&parts[j], record->gpu);
            uint32_t found = is_shared ? cost.count : sectors_of(&parts[j], record->gpu);
            uint32_t wanted = is_shared ? access->shared.wavefronts : access->global.sectors;
            if (!EXPECT_EQ(found, wanted)) {
                fprintf(stderr, "    %s, pc %u, PTX line %u\n", record->gpu->name, step->pc,
                        record->program->code[step->pc].ptx_line);
            }
            compared++;
        }
    }
    return compared;
}

static void run_kernel(Machine *machine, const char *kernel, uint32_t step, uint32_t least)
{
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "out", NULL, 8192));
    argument_u32(&arguments, step);
    LockstepStatus status = machine_launch(machine, kernel, 1, 64, &arguments);
    machine_expect(machine, status, kernel);
    const LockstepReport *report = lockstep_report(machine->device);
    const LaunchRecord *record = report->records[report->count - 1];
    if (EXPECT(record->recording != NULL)) {
        EXPECT(compare_steps(record) >= least);
    }
}

TEST(recorded_accesses_are_explained_as_they_were_counted)
{
    static const uint32_t steps[] = {0, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33};
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        const Gpu *gpu = gpu_preset_at(i);
        LockstepOptions options = {.gpu = gpu->name, .threads = 1, .record = record_all};
        Machine machine;
        if (!EXPECT(machine_open_with(&machine, &options, ptx, sizeof ptx - 1, "access.ptx"))) {
            continue;
        }
        for (uint32_t j = 0; j < sizeof steps / sizeof steps[0]; j++) {
            run_kernel(&machine, "k", steps[j], 24);
            if (gpu->compute_capability >= 20) {
                run_kernel(&machine, "a", steps[j], 14);
            }
        }
        machine_close(&machine);
    }
}
