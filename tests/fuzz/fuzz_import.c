// SPDX-License-Identifier: Apache-2.0
// Any bytes are a CSV of counts that another tool took; what can be read is compared with a launch,
// as a text, as CSV and as JSON.
#include "tests/fuzz/command.h"
#include "tests/fuzz/replay.h"

static const char *const list[] = {
#define SUM(id, sum, unit, kind, rules, ncu, nvprof, fermi, gt200, g80, doc)           nvprof, unit,
#define FACT                                                                           SUM
#define TIME                                                                           SUM
#define WAITING                                                                        SUM
#define RATIO(id, a, b, scale, unit, kind, rules, ncu, nvprof, fermi, gt200, g80, doc) nvprof, unit,
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
    "\"Kernel Name\"",
    "\"Metric Name\"",
    "\"Metric Value\"",
    "\"Metric Unit\"",
    "\"ID\"",
    "\"Grid Size\"",
    "\"(1, 1, 1)\"",
    "copy",
    "launch,GB/s",
    "Mbyte",
    "%",
    "n/a",
    ",",
    "\"",
    "==PROF==",
    "1.05",
    "1e308",
    "smsp__inst_executed.sum",
    "\n"};
static const Words words = {list, sizeof list / sizeof list[0]};

static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry copy(.param .u64 out) {\n.reg .b64 %a;\n"
                          "ld.param.u64 %a, [out];\nst.global.b64 [%a], %a;\nret;\n}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const shown[] = {"--all", "--csv", "--json", "--known fuzz.csv --all"};
    command_enter();
    command_file("fuzz.csv", data, size);
    command_file("fuzz.ptx", ptx, sizeof ptx - 1);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        Command command = {0};
        command_say(&command, "lockstep compare fuzz.ptx -k copy --grid 1 --block 64 -q "
                              "--arg s64[64] --threads 1 --import fuzz.csv");
        command_say(&command, shown[i]);
        command_run(&command);
    }
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 20);
}
#endif
