// SPDX-License-Identifier: Apache-2.0
// Reads tests/vectors/h200-lane-patterns.csv: what an H200 counted for single warp instructions.
// The columns are explained in tests/vectors/README.md.
#ifndef LOCKSTEP_TESTS_VECTORS_H
#define LOCKSTEP_TESTS_VECTORS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct LanePattern {
    char access[8]; // "sld", "gatom", ...: without the width
    uint32_t width_bytes;
    uint32_t number;      // of the pattern
    uint64_t address[32]; // byte offsets
    uint32_t mask;
    uint32_t cost;        // wavefronts or sectors
    uint32_t detail;      // bank conflicts or tag requests
    uint32_t theoretical; // sectors, global accesses only
} LanePattern;

static bool parse_lane_pattern(char *line, LanePattern *pattern)
{
    *pattern = (LanePattern){0};
    size_t letters = strcspn(line, "0123456789,");
    if (letters >= sizeof pattern->access) {
        return false;
    }
    memcpy(pattern->access, line, letters);
    uint32_t bits = (uint32_t)strtoul(line + letters, &line, 10); // none for atomics
    pattern->width_bytes = bits == 0 ? 4 : bits / 8;
    pattern->number = (uint32_t)strtoul(line + 1, &line, 10);
    for (uint32_t lane = 0; lane < 32; lane++) {
        long index = strtol(line + 1, &line, 10);
        pattern->mask |= index < 0 ? 0 : UINT32_C(1) << lane;
        pattern->address[lane] = index < 0 ? 0 : (uint64_t)index * pattern->width_bytes;
    }
    pattern->cost = (uint32_t)strtoul(line + 1, &line, 10);
    pattern->detail = (uint32_t)strtoul(line + 1, &line, 10);
    pattern->theoretical = *line == ',' ? (uint32_t)strtoul(line + 1, NULL, 10) : 0;
    return true;
}

// Calls `check` with every row whose access begins with this letter. Returns how many there were.
static uint32_t for_each_lane_pattern(char kind, void (*check)(const LanePattern *pattern))
{
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/tests/vectors/h200-lane-patterns.csv", "r");
    if (file == NULL) {
        return 0;
    }
    uint32_t count = 0;
    char line[1024];
    bool is_header = true;
    while (fgets(line, sizeof line, file) != NULL) {
        LanePattern pattern;
        if (!is_header && line[0] == kind && parse_lane_pattern(line, &pattern)) {
            check(&pattern);
            count++;
        }
        is_header = false;
    }
    fclose(file);
    return count;
}

#endif
