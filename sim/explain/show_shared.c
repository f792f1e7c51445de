// SPDX-License-Identifier: Apache-2.0
// A shared access in text: a table of lanes, and for each phase the banks pass by pass.
#include "isa/base/bits.h"
#include "sim/explain/show.h"

#define ROWS         8u // of the table of lanes: four columns
#define BANKS_A_LINE 16u
#define PHASES_SHOWN 4u
#define PASSES_SHOWN 4u

// The first phase that has the lane; NULL: none.
static const SharedPhase *phase_of(const SharedMap *map, uint32_t lane)
{
    for (uint32_t i = 0; i < map->phase_count; i++) {
        if (map->phases[i].lanes >> lane & 1) {
            return &map->phases[i];
        }
    }
    return NULL;
}

static void show_table(const Access *access, const SharedMap *map, Text *out)
{
    for (uint32_t column = 0; column < LANE_COUNT / ROWS; column++) {
        text_printf(out, "  %s", "ln  addr bank pass");
    }
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        uint32_t lane = i / (LANE_COUNT / ROWS) + i % (LANE_COUNT / ROWS) * ROWS;
        const SharedPhase *phase = phase_of(map, lane);
        text_put(out, i % (LANE_COUNT / ROWS) == 0 ? "\n  " : "  ");
        if (phase == NULL) {
            text_printf(out, "%2u     -    -    -", lane);
        } else {
            text_printf(out, "%2u %5x %4u %4u", lane, (uint32_t)access->address[lane],
                        (unsigned)phase->bank[lane], phase->wavefront[lane] + 1u);
        }
    }
    text_put(out, "\n");
}

// What one bank does in one pass: a lane, several lanes on one word ("x8"), or nothing.
static void show_cell(const SharedMap *map, const SharedPhase *phase, uint32_t bank, uint32_t pass,
                      Text *out)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t first = phase->bank[lane];
        if (phase->wavefront[lane] != pass || bank < first || bank >= first + map->lane_banks) {
            continue;
        }
        uint32_t together = bits_count(phase->together[lane]);
        if (together == 1) {
            text_printf(out, "%4u", lane);
        } else {
            text_printf(out, together < 10 ? "  x%u" : " x%u", together);
        }
        return;
    }
    text_put(out, "   .");
}

static bool is_bank_line_used(const SharedMap *map, const SharedPhase *phase, uint32_t first)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t bank = phase->bank[bits_lowest(rest)];
        if (bank < first + BANKS_A_LINE && bank + map->lane_banks > first) {
            return true;
        }
    }
    return false;
}

static void show_bank_line(const SharedMap *map, const SharedPhase *phase, uint32_t first,
                           Text *out)
{
    if (!is_bank_line_used(map, phase, first)) {
        text_printf(out, "  banks %u-%u: no lane\n", first, first + BANKS_A_LINE - 1);
        return;
    }
    text_put(out, "  bank    ");
    for (uint32_t bank = first; bank < first + BANKS_A_LINE; bank++) {
        text_printf(out, "%4u", bank);
    }
    text_put(out, "\n");
    for (uint32_t pass = 0; pass < phase->wavefronts; pass++) {
        bool is_last = pass + 1 == phase->wavefronts;
        if (pass >= PASSES_SHOWN && !is_last) {
            continue;
        }
        if (pass > PASSES_SHOWN) {
            text_printf(out, "  ... %u more alike\n", pass - PASSES_SHOWN);
        }
        text_printf(out, "  pass %-3u", pass + 1);
        for (uint32_t bank = first; bank < first + BANKS_A_LINE; bank++) {
            show_cell(map, phase, bank, pass, out);
        }
        text_put(out, "\n");
    }
}

static bool has_broadcast(const SharedPhase *phase)
{
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t together = phase->together[bits_lowest(rest)];
        if ((together & (together - 1)) != 0) {
            return true;
        }
    }
    return false;
}

static void show_phase(const SharedMap *map, uint32_t index, Text *out)
{
    const SharedPhase *phase = &map->phases[index];
    text_printf(out, "\n  Phase %u of %u: lanes ", index + 1, map->phase_count);
    show_lane_list(out, phase->lanes, 40);
    if (phase->offset_bytes != 0) {
        text_printf(out, ", bytes %u-%u of each", phase->offset_bytes, phase->offset_bytes + 3);
    }
    text_printf(out, ", ");
    text_printf(out, phase->wavefronts == 1 ? "%u pass" : "%u passes", phase->wavefronts);
    text_put(out, has_broadcast(phase) ? "  (xN: one word serves N lanes)\n" : "\n");
    for (uint32_t first = 0; first < map->banks; first += BANKS_A_LINE) {
        show_bank_line(map, phase, first, out);
    }
}

void show_shared(const Access *access, const SharedMap *map, Text *out)
{
    show_table(access, map, out);
    for (uint32_t i = 0; i < map->phase_count && i < PHASES_SHOWN; i++) {
        show_phase(map, i, out);
    }
    if (map->phase_count > PHASES_SHOWN) {
        uint32_t passes = 0;
        for (uint32_t i = PHASES_SHOWN; i < map->phase_count; i++) {
            passes += map->phases[i].wavefronts;
        }
        text_printf(out, "\n  ... %u more phases, %u passes in all\n",
                    map->phase_count - PHASES_SHOWN, passes);
    }
    text_put(out, "\n");
}
