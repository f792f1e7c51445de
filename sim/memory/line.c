// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/line.h"

#include "isa/base/heap.h"

// Sectors of a line that hold its bytes `from` to `until` - 1.
static uint32_t sectors_between(uint64_t from, uint64_t until)
{
    uint32_t first = (uint32_t)(from / SECTOR_BYTES),
             end = (uint32_t)((until + SECTOR_BYTES - 1) / SECTOR_BYTES);
    return ((1u << end) - 1) & ~((1u << first) - 1);
}

void line_list_add(LineList *list, uint64_t address, uint64_t size_bytes, bool is_new_row)
{
    uint64_t until = address + size_bytes;
    while (address < until) {
        uint64_t line = address / LINE_BYTES, end = (line + 1) * LINE_BYTES;
        end = end < until ? end : until;
        if (is_new_row || list->count == 0 || list->lines[list->count - 1].line != line) {
            list->lines = heap_room(list->lines, list->count, &list->room, sizeof *list->lines);
            list->lines[list->count++] = (LineAccess){.line = line};
        }
        list->lines[list->count - 1].sectors |=
            sectors_between(address - line * LINE_BYTES, end - line * LINE_BYTES);
        address = end;
        is_new_row = false;
    }
}

uint32_t line_list_sectors(const LineList *list)
{
    uint32_t sectors = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        sectors += sector_count(list->lines[i].sectors);
    }
    return sectors;
}
