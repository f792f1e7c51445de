// SPDX-License-Identifier: Apache-2.0
// 400 random programs (tests/hardware/random_programs) give the bytes that an H200 gave:
// traces/h200/random-programs.csv holds the hash of each output, of code that ptxas left
// unoptimized (-O0: every one has to agree) and optimized (-O3: 16 differ, in NaN bits and by
// ptxas's own doing). So few registers that values go to local memory change none of them.
#include "tests/hardware/random_programs/random_ptx.h"
#include "tests/machine.h"

#define THREAD_COUNT (RANDOM_BLOCKS * RANDOM_THREADS)
#define WORD_COUNT   (THREAD_COUNT * RANDOM_OUT_WORDS + RANDOM_SHARED_SUMS)

static bool run_seed(uint32_t seed, const LockstepOptions *options, uint32_t words[WORD_COUNT])
{
    static uint32_t input[THREAD_COUNT * RANDOM_IN_WORDS];
    for (uint32_t i = 0; i < THREAD_COUNT * RANDOM_IN_WORDS; i++) {
        input[i] = random_input(seed, i);
    }
    char *ptx = random_ptx(seed, RANDOM_STATEMENTS);
    Machine machine;
    bool is_good = machine_open_with(&machine, options, ptx, strlen(ptx), "random.ptx");
    if (is_good) {
        Arguments arguments = {0};
        uint64_t out = machine_buffer(&machine, "out", NULL, WORD_COUNT * sizeof(uint32_t));
        argument_u64(&arguments, out);
        argument_u64(&arguments, machine_buffer(&machine, "in", input, sizeof input));
        LockstepStatus status =
            machine_launch(&machine, "random", RANDOM_BLOCKS, RANDOM_THREADS, &arguments);
        is_good = machine_expect(&machine, status, "random") &&
                  machine_read(&machine, out, words, WORD_COUNT * sizeof(uint32_t));
    }
    machine_close(&machine);
    free(ptx);
    return is_good;
}

typedef struct Agreement {
    uint32_t seeds, different, as_optimized;
} Agreement;

static Agreement compare_with_h200(uint32_t max_registers)
{
    static uint32_t words[WORD_COUNT];
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/traces/h200/random-programs.csv", "r");
    char line[128];
    Agreement agreement = {0};
    if (!EXPECT(file != NULL)) {
        return agreement;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned seed;
        unsigned long long plain, optimized;
        if (sscanf(line, "%u,%llx,%llx", &seed, &plain, &optimized) != 3) {
            continue;
        }
        LockstepOptions options = {
            .gpu = "h200", .threads = 1 + seed % 2, .max_registers = max_registers};
        bool has_run = run_seed(seed, &options, words);
        uint64_t hash = has_run ? random_hash(words, WORD_COUNT) : 0;
        if (hash != plain) {
            fprintf(stderr, "seed %u differs\n", seed);
            agreement.different++;
        }
        agreement.seeds++;
        agreement.as_optimized += hash == optimized;
    }
    fclose(file);
    return agreement;
}

TEST(random_programs_give_the_bytes_of_an_h200)
{
    Agreement agreement = compare_with_h200(0);
    EXPECT_EQ(agreement.seeds, 400);
    EXPECT_EQ(agreement.different, 0);
    EXPECT_EQ(agreement.as_optimized, 384);
}

TEST(random_programs_that_spill_give_the_bytes_of_an_h200)
{
    Agreement agreement = compare_with_h200(24);
    EXPECT_EQ(agreement.seeds, 400);
    EXPECT_EQ(agreement.different, 0);
    EXPECT_EQ(agreement.as_optimized, 384);
}
