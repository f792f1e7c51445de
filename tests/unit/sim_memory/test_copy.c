// SPDX-License-Identifier: Apache-2.0
// cp.async beside what an H200 counted for 112 of them (traces/h200/copies/patterns.csv).
#include "sim/memory/copy.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Recorded {
    uint32_t width_bytes, is_through_l1, mask;
    uint64_t from[32];
    uint32_t to[32];
    uint32_t wavefronts, ideal, bytes, requests, sectors, moved, moved_ideal, tags;
} Recorded;

// The number at *at, and past the character behind it.
static uint32_t number(const char **at, int base)
{
    char *end;
    uint32_t value = (uint32_t)strtoul(*at, &end, base);
    *at = *end == '\0' ? end : end + 1;
    return value;
}

static void read_row(const char *at, Recorded *row)
{
    row->width_bytes = number(&at, 10);
    row->is_through_l1 = number(&at, 10);
    row->mask = number(&at, 16);
    for (int i = 0; i < 32; i++) {
        row->from[i] = number(&at, 10);
    }
    for (int i = 0; i < 32; i++) {
        row->to[i] = number(&at, 10);
    }
    uint32_t *const counts[] = {&row->wavefronts, &row->ideal, &row->bytes,       &row->requests,
                                &row->sectors,    &row->moved, &row->moved_ideal, &row->tags};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *counts[i] = number(&at, 10);
    }
}

// Returns by how many wavefronts ours differs.
static uint32_t compare(const Recorded *row)
{
    CopyAccess copy = {row->from, row->to, row->mask, row->mask, row->width_bytes};
    bool is_around = row->is_through_l1 == 0;
    SharedCost cost = is_around ? copy_cost_around(&copy) : copy_cost(&copy);
    GlobalCost global =
        coalesce(COALESCE_SECTORS, GLOBAL_LOAD, row->from, row->mask, row->width_bytes, !is_around);
    if (is_around) {
        copy_sectors_around(&copy, &global);
    }
    EXPECT_EQ(cost.ideal, row->ideal);
    EXPECT_EQ(cost.bytes_used, row->bytes);
    EXPECT_EQ(global.requests, row->requests);
    EXPECT_EQ(global.sectors, row->sectors);
    EXPECT_EQ(global.touched_sectors, row->moved);
    EXPECT_EQ(global.ideal_sectors, row->moved_ideal);
    EXPECT_EQ(global.lines, row->tags);
    return cost.wavefronts > row->wavefronts ? cost.wavefronts - row->wavefronts
                                             : row->wavefronts - cost.wavefronts;
}

TEST(copies_cost_what_an_h200_counted)
{
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/traces/h200/copies/patterns.csv", "r");
    char line[1024];
    uint32_t rows = 0, wrong = 0, off = 0;
    if (!EXPECT(file != NULL)) {
        return;
    }
    EXPECT(fgets(line, sizeof line, file) != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        Recorded row;
        read_row(line, &row);
        uint32_t difference = compare(&row);
        wrong += difference != 0;
        off += difference;
        rows++;
    }
    fclose(file);
    EXPECT_EQ(rows, 112);
    EXPECT_EQ(wrong, 3); // random ones through L1
    EXPECT_EQ(off, 3);
}

// Lanes that read nothing write zeros: they take their place in shared memory and no sector.
TEST(copies_of_zeros_read_nothing)
{
    uint64_t from[32];
    uint32_t to[32];
    for (uint32_t i = 0; i < 32; i++) {
        from[i] = i * 16;
        to[i] = i * 16;
    }
    CopyAccess copy = {from, to, UINT32_MAX, 0xff, 16};
    GlobalCost cost = coalesce(COALESCE_SECTORS, GLOBAL_LOAD, from, 0xff, 16, false);
    copy_sectors_around(&copy, &cost);
    EXPECT_EQ(cost.sectors, 4);
    EXPECT_EQ(copy_cost(&copy).bytes_used, 512);
}
