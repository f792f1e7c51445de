// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/frame.h"

// Byte `address` of a lane in the interleaved layout (little-endian words).
static uint8_t *byte_of(const Warp *warp, uint64_t address, uint32_t lane)
{
    uint8_t *bytes = (uint8_t *)(warp->local + address / 4 * LANE_COUNT + lane);
    return bytes + address % 4;
}

void frame_read(const Warp *warp, uint64_t address, uint32_t lane, void *bytes, uint32_t size_bytes)
{
    uint8_t *to = bytes;
    for (uint32_t i = 0; i < size_bytes; i++) {
        to[i] = *byte_of(warp, address + i, lane);
    }
}

void frame_write(Warp *warp, uint64_t address, uint32_t lane, const void *bytes,
                 uint32_t size_bytes)
{
    const uint8_t *from = bytes;
    for (uint32_t i = 0; i < size_bytes; i++) {
        *byte_of(warp, address + i, lane) = from[i];
    }
}

static void copy_words(Warp *warp, uint32_t from, uint32_t to, uint32_t size_bytes, uint32_t mask)
{
    for (uint32_t i = 0; i < size_bytes; i += 4) {
        const uint32_t *source = warp->local + (from + i) / 4 * LANE_COUNT;
        uint32_t *target = warp->local + (to + i) / 4 * LANE_COUNT;
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            target[lane_lowest(rest)] = source[lane_lowest(rest)];
        }
    }
}

void frame_copy(Warp *warp, const MachineArgument *arguments, uint32_t count, uint32_t from_base,
                uint32_t to_base, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = from_base + arguments[i].from_offset, size = arguments[i].size_bytes;
        uint32_t to = to_base + arguments[i].to_offset;
        if (((from | to | size) & 3u) == 0) {
            copy_words(warp, from, to, size, mask);
            continue;
        }
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            for (uint32_t byte = 0; byte < size; byte++) {
                *byte_of(warp, to + byte, lane) = *byte_of(warp, from + byte, lane);
            }
        }
    }
}
