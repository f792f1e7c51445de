// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/show.h"

#include <string.h>

#define PAGE_COLUMNS  80u
#define LABEL_COLUMNS 12u

void show_entry(Text *out, const char *label, const char *text)
{
    size_t column = LABEL_COLUMNS;
    text_printf(out, "  %-*s", (int)LABEL_COLUMNS - 2, label);
    while (*text != '\0') {
        size_t size = strcspn(text, " \t\n");
        if (column > LABEL_COLUMNS && column + 1 + size > PAGE_COLUMNS) {
            text_printf(out, "\n%*s", (int)LABEL_COLUMNS, "");
            column = LABEL_COLUMNS;
        } else if (column > LABEL_COLUMNS) {
            text_put(out, " ");
            column++;
        }
        text_add(out, text, size);
        column += size;
        text += size;
        text += strspn(text, " \t\n");
    }
    text_put(out, "\n");
}

void show_lanes(Text *out, uint32_t mask, char other, uint32_t other_mask)
{
    char signs[LANE_COUNT];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        signs[lane] = mask >> lane & 1 ? '#' : other_mask >> lane & 1 ? other : '.';
    }
    text_add(out, signs, LANE_COUNT);
}

static uint32_t run_from(uint32_t lanes, uint32_t lane)
{
    uint32_t count = 0;
    while (lane + count < LANE_COUNT && lanes >> (lane + count) & 1) {
        count++;
    }
    return count;
}

void show_lane_list(Text *out, uint32_t lanes, size_t limit)
{
    size_t start = out->size_bytes;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t run = run_from(lanes, lane);
        if (run == 0) {
            continue;
        }
        if (out->size_bytes - start + 8 > limit) {
            text_put(out, " ..");
            return;
        }
        text_put(out, out->size_bytes == start ? "" : " ");
        if (run == 1) {
            text_printf(out, "%u", lane);
        } else {
            text_printf(out, run == 2 ? "%u %u" : "%u-%u", lane, lane + run - 1);
        }
        lane += run;
    }
}

void show_count(Text *out, uint32_t count, const char *unit)
{
    text_printf(out, "%u %.*s", count, (int)strlen(unit) - (count == 1), unit);
}
