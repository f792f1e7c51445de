// SPDX-License-Identifier: Apache-2.0
#include "sim/time/traffic.h"

#include "isa/base/bits.h"

// Where a line with a hash was last added, + 1; 0: none has it, so none need be searched for.
typedef struct LinesSeen {
    uint8_t last[256];
} LinesSeen;

// The number of a line among those so far, else their count.
static uint32_t find_line(const LineAccess *lines, uint32_t count, uint32_t last, uint64_t line)
{
    if (last == 0) {
        return count;
    }
    if (lines[last - 1].line == line) {
        return last - 1;
    }
    uint32_t i = 0;
    while (i < count && lines[i].line != line) {
        i++;
    }
    return i;
}

static void add_line(LineAccess lines[LINES_MAX], uint32_t *count, LinesSeen *seen, uint64_t line,
                     uint32_t sectors, uint32_t words)
{
    uint8_t *last = &seen->last[line * UINT64_C(0x9e3779b97f4a7c15) >> 56];
    uint32_t i = find_line(lines, *count, *last, line);
    if (i < *count) {
        lines[i].holes |= sector_words(sectors & ~lines[i].sectors);
        lines[i].holes &= ~words;
        lines[i].sectors |= sectors;
    } else if (i < LINES_MAX) {
        lines[(*count)++] = (LineAccess){line, sectors, sector_words(sectors) & ~words};
        *last = (uint8_t)(i + 1);
    }
}

// Words of the line that these bytes fill.
static uint32_t words_of(uint64_t address, uint32_t size_bytes)
{
    uint32_t first = (uint32_t)(address % LINE_BYTES + 3) / 4;
    uint32_t end = (uint32_t)(address % LINE_BYTES + size_bytes) / 4;
    return end <= first ? 0 : (uint32_t)((UINT64_C(1) << end) - (UINT64_C(1) << first));
}

static uint32_t sectors_of(uint64_t address, uint32_t size_bytes)
{
    uint32_t first = (uint32_t)(address % LINE_BYTES) / SECTOR_BYTES;
    uint32_t last = (uint32_t)((address + size_bytes - 1) % LINE_BYTES) / SECTOR_BYTES;
    return (2u << last) - (1u << first);
}

// The same as lane by lane: aligned elements, so that none lies in two lines.
static uint32_t by_line(const StepAccess *access, LineAccess lines[LINES_MAX])
{
    uint64_t address = access->address[0], end = address + access->width_bytes * LANE_COUNT;
    uint32_t count = 0;
    while (address < end) {
        uint64_t next = (address / LINE_BYTES + 1) * LINE_BYTES;
        uint32_t size_bytes = (uint32_t)((next < end ? next : end) - address);
        uint32_t sectors = sectors_of(address, size_bytes);
        uint32_t holes = sector_words(sectors) & ~words_of(address, size_bytes);
        lines[count++] = (LineAccess){address / LINE_BYTES, sectors, holes};
        address = next;
    }
    return count;
}

// Sectors that the lanes touch: the rule since cc 5.0.
static uint32_t by_lane(const StepAccess *access, LineAccess lines[LINES_MAX])
{
    if (access->is_linear) {
        return by_line(access, lines);
    }
    uint32_t count = 0;
    uint64_t last = 0;
    LinesSeen seen = {0};
    uint32_t sectors = 0, words = 0;
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[bits_lowest(rest)], line = address / LINE_BYTES;
        if (address != last || sectors == 0) {
            sectors |= sectors_of(address, access->width_bytes);
            words |= words_of(address, access->width_bytes);
            last = address;
        }
        uint32_t later = rest & (rest - 1); // neighbors mostly share a line
        if (later == 0 || access->address[bits_lowest(later)] / LINE_BYTES != line) {
            add_line(lines, &count, &seen, line, sectors, words);
            sectors = words = 0;
        }
    }
    return count;
}

static uint32_t by_segment(const Gpu *gpu, const Step *step, LineAccess lines[LINES_MAX])
{
    const StepAccess *access = &step->access;
    Segment segments[SEGMENT_MAX];
    bool is_cached = !access->is_store && gpu->is_global_l1_cached != 0 &&
                     (step->micro->flags & MICRO_CACHE_GLOBAL) == 0;
    GlobalAccess kind = access->is_atomic  ? GLOBAL_ATOMIC
                        : access->is_store ? GLOBAL_STORE
                                           : GLOBAL_LOAD;
    uint32_t segment_count =
        coalesce_segments(gpu->coalesce_rule, kind, access->address, access->lanes,
                          access->width_bytes, is_cached, segments);
    uint32_t count = 0;
    for (uint32_t i = 0; i < segment_count && count < LINES_MAX; i++) {
        lines[count++] =
            (LineAccess){.line = segments[i].address / LINE_BYTES,
                         .sectors = sectors_of(segments[i].address, segments[i].size_bytes)};
    }
    return count;
}

uint32_t traffic_global(const Gpu *gpu, const Step *step, LineAccess lines[LINES_MAX])
{
    return gpu->coalesce_rule == COALESCE_SECTORS ? by_lane(&step->access, lines)
                                                  : by_segment(gpu, step, lines);
}

uint32_t traffic_tag_passes(const LineAccess *lines, uint32_t count)
{
    uint32_t inside[TAG_BANKS] = {0}, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool low = bits_is_odd(lines[i].line & 0x1fb7ab5);
        bool high = bits_is_odd(lines[i].line & 0x1aed5da);
        uint32_t now = ++inside[low + 2 * high];
        most = now > most ? now : most;
    }
    return most;
}

uint32_t traffic_texture(const StepAccess *access, LineAccess lines[LINES_MAX])
{
    uint32_t count = 0;
    LinesSeen seen = {0};
    for (uint32_t i = 0; i < access->texture_sector_count; i++) {
        uint64_t address = access->texture_sectors[i];
        add_line(lines, &count, &seen, address / LINE_BYTES, sectors_of(address, 1), UINT32_MAX);
    }
    return count;
}

enum { BANKS = 32 };

// The most different words in one bank that lanes `from` to `to` - 1 read.
static uint32_t fullest_bank(const StepAccess *access, uint32_t from, uint32_t to)
{
    uint64_t words[BANKS][LANE_COUNT];
    uint8_t counts[BANKS] = {0};
    uint32_t most = 0;
    for (uint32_t lane = from; lane < to; lane++) {
        if ((access->lanes >> lane & 1) == 0) {
            continue;
        }
        uint64_t word = access->address[lane] / 4;
        uint32_t bank = (uint32_t)(word % BANKS), i = counts[bank];
        while (i > 0 && words[bank][i - 1] != word) {
            i--;
        }
        if (i == 0) {
            words[bank][counts[bank]++] = word;
            most = counts[bank] > most ? counts[bank] : most;
        }
    }
    return most;
}

uint32_t traffic_bank_passes(const StepAccess *access)
{
    uint32_t together = access->width_bytes > 4 ? LINE_BYTES / access->width_bytes : LANE_COUNT;
    uint32_t passes = 0;
    if (access->is_linear) { // neighbors in different banks
        return LANE_COUNT / together;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane += together) {
        passes += fullest_bank(access, lane, lane + together);
    }
    return passes;
}
