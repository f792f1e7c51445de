// SPDX-License-Identifier: Apache-2.0
// Flits of accesses to other SMs' shared memory, against how long an H200 took for each: rows
// cluster_throughput of traces/h200/microbench.csv with one cluster and 32 warps, whose addresses
// are those of kernels/microbench/cluster.cu.
#include "sim/memory/remote.h"
#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MICROBENCH LOCKSTEP_SOURCE_DIR "/traces/h200/microbench.csv"

enum { WINDOW_BYTES = 1 << 24, WORDS = 2048 };

// What a row says of its lanes.
typedef struct Pattern {
    char access[8], to[8], words[16];
    uint32_t ways, blocks;
    double cycles; // for each access of an SM
} Pattern;

// The words of the lanes, or the owners, that the microbenchmark draws by turns.
static uint32_t drawn(uint32_t lane, bool is_word, uint32_t blocks)
{
    uint32_t random = 1, owner = 0, word = 0;
    for (uint32_t i = 0; i <= lane; i++) {
        random = random * 1664525u + 1013904223u;
        owner = (random >> 20) % blocks;
        random = random * 1664525u + 1013904223u;
        word = (random >> 16) % WORDS;
    }
    return is_word ? word : owner;
}

static uint32_t word_of(const Pattern *pattern, uint32_t lane)
{
    if (pattern->ways > 0) {
        uint32_t lanes = 32 / pattern->ways;
        return lane % lanes + 32 * (lane / lanes);
    }
    return strcmp(pattern->words, "row") == 0     ? lane
           : strcmp(pattern->words, "row16") == 0 ? 32 * (lane / 16) + lane % 16
           : strcmp(pattern->words, "one") == 0   ? 0
                                                  : drawn(lane, true, pattern->blocks);
}

// The owner's place after the lane's own block; 0: the lane's own.
static uint32_t owner_of(const Pattern *pattern, uint32_t lane)
{
    uint32_t owners = (uint32_t)strtoul(pattern->to, NULL, 10);
    return owners > 0                         ? (lane / (32 / owners) + 1) % pattern->blocks
           : strcmp(pattern->to, "next") == 0 ? 1
                                              : drawn(lane, false, pattern->blocks);
}

static uint32_t flits_of(const Pattern *pattern)
{
    SharedAccess access = strcmp(pattern->access, "ld") == 0   ? SHARED_LOAD
                          : strcmp(pattern->access, "st") == 0 ? SHARED_STORE
                                                               : SHARED_REDUCE;
    uint64_t address[32];
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t owner = owner_of(pattern, lane);
        address[lane] = (uint64_t)owner * WINDOW_BYTES + 4 * word_of(pattern, lane);
        lanes |= (uint32_t)(owner != 0) << lane;
    }
    return remote_flits(access, address, lanes, 4);
}

// Rows whose addresses are the same in all accesses, to other blocks.
static bool parse(const char *line, Pattern *pattern)
{
    uint32_t clusters = 0, warps = 0;
    double requests = 0;
    *pattern = (Pattern){0};
    char lanes[24]; // "words=row" or "ways=2"
    int found =
        sscanf(line,
               "cluster_throughput,op=%7[a-z].%*s to=%7s %23s clusters=%u blocks=%u "
               "warps=%u,%lf",
               pattern->access, pattern->to, lanes, &clusters, &pattern->blocks, &warps, &requests);
    if (found == 7 && sscanf(lanes, "words=%15s", pattern->words) != 1) {
        found += sscanf(lanes, "ways=%u", &pattern->ways) - 1;
    }
    pattern->cycles = requests > 0 ? 1 / requests : 0;
    return found == 7 && clusters == 1 && warps == 32 && strcmp(pattern->to, "own") != 0 &&
           strcmp(pattern->to, "drawn") != 0;
}

// Loads and atomics take an SM's port for 1.516 cycles a flit, stores for 1.595. The rule is exact
// but for scattered atomics, which take up to a tenth longer, and loads of parts of a row in 8
// blocks.
TEST(flits_take_as_long_as_on_an_h200)
{
    FILE *file = fopen(MICROBENCH, "r");
    if (!EXPECT(file != NULL)) {
        return;
    }
    char line[256];
    uint32_t rows = 0, exact = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        Pattern pattern;
        if (!parse(line, &pattern)) {
            continue;
        }
        double cycles = flits_of(&pattern) * (strcmp(pattern.access, "st") == 0 ? 1.595 : 1.516);
        double error = cycles / pattern.cycles - 1;
        rows++;
        exact += fabs(error) < 0.025;
        if (!EXPECT(fabs(error) < 0.1)) {
            fprintf(stderr, "    %.2f cycles for %s", cycles, line);
        }
    }
    fclose(file);
    EXPECT_EQ(rows, 99);
    EXPECT_EQ(exact, 94);
}

TEST(lanes_that_are_off_send_nothing)
{
    uint64_t address[32] = {0};
    EXPECT_EQ(remote_flits(SHARED_LOAD, address, 0, 4), 0);
    EXPECT_EQ(remote_flits(SHARED_LOAD, address, 1, 4), 2);
    EXPECT_EQ(remote_flits(SHARED_STORE, address, 1, 16), 1);
    EXPECT_EQ(remote_flits(SHARED_ATOMIC_CAS, address, 1, 8), 2);
}

TEST(lanes_of_sixteen_bytes_fill_four_lines)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = WINDOW_BYTES + 16 * lane;
    }
    EXPECT_EQ(remote_flits(SHARED_LOAD, address, UINT32_MAX, 16), 4 * 5);
    EXPECT_EQ(remote_flits(SHARED_STORE, address, UINT32_MAX, 16), 8 * 2);
}
