// SPDX-License-Identifier: Apache-2.0
// Any bytes are a .gpu file. What is accepted is listed, says what fits on an SM, and runs a kernel
// with and without a clock.
#include "sim/gpu/gpu.h"
#include "tests/fuzz/command.h"
#include "tests/fuzz/replay.h"

static const char *const list[] = {
#define GPU_VALUE(key, type, unit, low, high, doc, value, reason) #key " = ", #low, #high,
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
    "base = ", "h200", "8800gtx", "gtx280", "gtx480", "k40", "titanx",
    "KB",      "MB",   "GHz",     "TB/s",   "=",      ",",   "#"};
static const Words words = {list, sizeof list / sizeof list[0]};

static const char ptx[] =
    ".version 1.4\n.target sm_10\n.entry copy(.param .u32 out) {\n"
    ".reg .u32 %a, %t; .shared .align 4 .b8 s[128];\nld.param.u32 %a, [out];\n"
    "cvt.u32.u16 %t, %tid.x;\nst.shared.u32 [s], %t;\nbar.sync 0;\n"
    "ld.shared.u32 %t, [s+4];\nst.global.u32 [%a], %t;\nexit;\n}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const asked[] = {
        "lockstep gpus fuzz.gpu", "lockstep occupancy --gpu fuzz.gpu --block 96 --registers 20",
        "lockstep run fuzz.ptx -k copy --grid 3 --block 40 --arg s32[64] -q --gpu fuzz.gpu",
        "lockstep fuzz.ptx -k copy --grid 3 --block 40 --arg s32[64] --gpu fuzz.gpu --mode cycles"};
    Gpu gpu;
    Diagnostics diagnostics = {0};
    bool is_good = gpu_parse((const char *)data, size, "fuzz.gpu", &gpu, &diagnostics);
    if (!is_good && diagnostics.error_count == 0) {
        abort(); // refused without a message
    }
    diagnostics_clear(&diagnostics);
    command_enter();
    command_file("fuzz.gpu", data, size);
    command_file("fuzz.ptx", ptx, sizeof ptx - 1);
    for (size_t i = 0; is_good && i < sizeof asked / sizeof asked[0]; i++) {
        Command command = {0};
        command_say(&command, asked[i]);
        command_run(&command);
    }
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 8);
}
#endif
