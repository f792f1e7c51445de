// SPDX-License-Identifier: Apache-2.0
// Surface accesses beside what an H200 counted for 189 of them
// (traces/h200/probes/surface_sectors.csv).
#include "sim/memory/surface_cost.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORDED LOCKSTEP_SOURCE_DIR "/traces/h200/probes/surface_sectors.csv"

enum { LINE_BYTES = 1024 };

// A row's access and counts; its columns are those of the file.
static void read_row(char *line, SurfaceAccess *access, SurfaceCost *counted)
{
    char operation[8], shape[8];
    uint32_t width, lanes, instructions;
    int at = 0;
    *access = (SurfaceAccess){0};
    sscanf(line, "%7[a-z],%7[a-z0-9],%u,%u,%u,%u,%u,%u,%n", operation, shape, &width, &lanes,
           &instructions, &counted->requests, &counted->sectors, &counted->l2_sectors, &at);
    access->lanes = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
    access->has_slices = shape[0] != '1' && shape[0] != '2';
    access->is_reduction = strcmp(operation, "red") == 0;
    for (uint32_t i = 0; i < lanes * 3; i++) {
        char *end;
        access->at[i / 3][i % 3] =
            (int32_t)strtol(line + at, &end, 10) * (i % 3 == 0 ? (int)width : 1);
        at = (int)(end - line);
    }
}

TEST(requests_and_sectors_are_an_h200_s)
{
    char line[LINE_BYTES];
    FILE *file = fopen(RECORDED, "r");
    EXPECT(file != NULL && fgets(line, sizeof line, file) != NULL); // the header
    uint32_t rows = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        SurfaceAccess access;
        SurfaceCost counted;
        read_row(line, &access, &counted);
        SurfaceCost cost = surface_cost(&access);
        EXPECT_EQ(cost.requests, counted.requests);
        EXPECT_EQ(cost.sectors, counted.sectors);
        EXPECT_EQ(cost.l2_sectors, counted.l2_sectors);
        rows++;
    }
    EXPECT_EQ(rows, 189);
    if (file != NULL) {
        fclose(file);
    }
}

TEST(no_lane_costs_nothing)
{
    SurfaceCost cost = surface_cost(&(SurfaceAccess){0});
    EXPECT_EQ(cost.requests + cost.sectors + cost.l2_sectors, 0);
}
