// SPDX-License-Identifier: Apache-2.0
// How fast kernels run in counts mode: warp instructions of the modeled GPU per second of the
// host, beside a bare loop over structure-of-arrays registers measured in the same run. Machines
// differ and are shared, so the ratio of the two is what is compared over time: baseline.csv holds
// it as it was. Usage: bench [THREADS] (default 1).
#include "tests/bench/bench.h"
#include "tests/bench/kernels.h"

static uint64_t warp_instructions(const LaunchRecord *record)
{
    uint64_t sum = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        sum += record->executed[pc].executed * record->program->code[pc].issues;
    }
    return sum;
}

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// One thread is measured in processor time, which other work on the machine lengthens little, and
// compared with what was recorded.
static bool run_case(const Case *test, uint32_t threads, double bare)
{
    double best = 0;
    uint64_t instructions = 0;
    for (uint32_t try = 0; try < BEST_OF; try++) {
        Machine machine;
        LockstepOptions options = {.gpu = "h200", .threads = threads};
        if (open_case(&machine, &options, test)) {
            Prepared prepared = prepare_case(&machine, test);
            double start = processor_seconds();
            launch_case(&machine, &prepared);
            double taken = processor_seconds() - start;
            const LaunchRecord *record = lockstep_report(machine.device)->records[0];
            instructions = warp_instructions(record);
            double rate = (double)instructions / (threads == 1 ? taken : record->host_seconds);
            best = rate > best ? rate : best;
        }
        machine_close(&machine);
    }
    double before = recorded_ratio(test->what);
    bool is_good = threads != 1 || !is_slower(best / bare, before);
    printf("%-26s %12llu %10.1f %9.3f %9.3f %8.2f%s\n", test->what,
           (unsigned long long)instructions, best / 1e6, best / bare, before,
           before > 0 ? best / bare / before : 0, is_good ? "" : " (slower)");
    return is_good;
}

int main(int argc, char **argv)
{
    uint32_t threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    double bare = bare_loop();
    bool is_good = true;
    printf("bare loop over registers: %.0f million rows per second; host threads: %u\n", bare / 1e6,
           threads);
    printf("%-26s %12s %10s %9s %9s %8s\n", "kernel (h200)", "warp instr.", "million/s", "of bare",
           "recorded", "ratio");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        is_good = run_case(&cases[i], threads, bare) && is_good;
    }
    return is_good && test_failure_count() == 0 ? 0 : 1;
}
