// SPDX-License-Identifier: Apache-2.0
// An access to global, local or constant memory in text: a table of lanes, and the transactions.
#include "isa/base/bits.h"
#include "sim/explain/show.h"

#include <inttypes.h>

#define ROWS         8u
#define PIECES_SHOWN 8u

static const char *piece_name(const Access *access, const Gpu *gpu)
{
    return access->space == ACCESS_CONSTANT         ? "word"
           : gpu->coalesce_rule == COALESCE_SECTORS ? "sector"
                                                    : "transaction";
}

static uint32_t piece_of(const AccessMap *map, uint32_t lane)
{
    for (uint32_t i = 0; i < map->piece_count; i++) {
        if (map->pieces[i].lanes >> lane & 1) {
            return i;
        }
    }
    return 0;
}

static uint64_t lowest_address(const Access *access)
{
    uint64_t lowest = UINT64_MAX;
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[bits_lowest(rest)];
        lowest = address < lowest ? address : lowest;
    }
    return lowest;
}

static void show_table(const Access *access, const Gpu *gpu, const AccessMap *map, Text *out)
{
    uint64_t lowest = lowest_address(access);
    text_printf(out, "  %s 0x%" PRIx64 " + offset in bytes; #: its %s\n ",
                access->space == ACCESS_LOCAL ? "each lane's own" : "addresses", lowest,
                piece_name(access, gpu));
    for (uint32_t column = 0; column < LANE_COUNT / ROWS; column++) {
        text_printf(out, " %s", "lane    offset   #");
    }
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        uint32_t lane = i / (LANE_COUNT / ROWS) + i % (LANE_COUNT / ROWS) * ROWS;
        text_put(out, i % (LANE_COUNT / ROWS) == 0 ? "\n  " : " ");
        if (access->lanes >> lane & 1) {
            text_printf(out, "%4u %9" PRIu64 " %3u", lane, access->address[lane] - lowest,
                        piece_of(map, lane) + 1);
        } else {
            text_printf(out, "%4u         -   -", lane);
        }
    }
    text_put(out, "\n");
}

static void show_piece(const AccessPiece *piece, uint32_t index, Text *out)
{
    text_printf(out, "  %3u  0x%-12" PRIx64 "  %5u  %4u  ", index + 1, piece->address,
                piece->size_bytes, piece->bytes_used);
    show_lanes(out, piece->lanes, '.', 0);
    text_put(out, "\n");
}

void show_pieces(const Access *access, const Gpu *gpu, const AccessMap *map, Text *out)
{
    show_table(access, gpu, map, out);
    text_printf(out, "\n    #  %-14s  bytes  used  lanes 0-31", piece_name(access, gpu));
    if (map->request_lanes < LANE_COUNT) {
        text_printf(out, " (requests of %u lanes)", map->request_lanes);
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < map->piece_count; i++) {
        bool is_last = i + 1 == map->piece_count;
        if (i >= PIECES_SHOWN && !is_last) {
            continue;
        }
        if (i > PIECES_SHOWN) {
            text_printf(out, "  ... %u more\n", i - PIECES_SHOWN);
        }
        show_piece(&map->pieces[i], i, out);
    }
    text_put(out, "\n");
}
