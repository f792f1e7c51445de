// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/remote.h"

#include "isa/base/bits.h"

enum { LANES = 32, LINE_BYTES = 128, SECTOR_BYTES = 32, PIECE_BYTES = 16 };

// Bytes of a line that travel together: bit b of half[h] is byte 64 h + b.
typedef struct Packet {
    uint64_t line;
    uint64_t half[2];
    uint32_t lanes;
} Packet;

// The packet that takes the bytes: the first of their line; where they travel alone, the first that
// does not hold any of them yet.
static Packet *packet_for(Packet *packets, uint32_t *count, uint64_t line, uint32_t half,
                          uint64_t bytes, bool is_alone)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (packets[i].line == line && !(is_alone && (packets[i].half[half] & bytes) != 0)) {
            return &packets[i];
        }
    }
    packets[*count] = (Packet){.line = line};
    return &packets[(*count)++];
}

static uint32_t packets_of(bool is_atomic, const uint64_t address[32], uint32_t lanes,
                           uint32_t width_bytes, Packet *packets)
{
    uint32_t count = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t offset = (uint32_t)(address[lane] % LINE_BYTES), half = offset / 64;
        uint64_t bytes = ((UINT64_C(1) << width_bytes) - 1) << offset % 64;
        Packet *packet =
            packet_for(packets, &count, address[lane] / LINE_BYTES, half, bytes, is_atomic);
        packet->half[half] |= bytes;
        packet->lanes++;
    }
    return count;
}

// How many stretches of so many bytes the half line has that are touched.
static uint32_t touched(uint64_t half, uint32_t stretch_bytes)
{
    uint32_t count = 0;
    for (uint32_t first = 0; first < 64; first += stretch_bytes) {
        count += (half >> first & ((UINT64_C(1) << stretch_bytes) - 1)) != 0;
    }
    return count;
}

static uint32_t store_flits(uint64_t half)
{
    return half == UINT64_MAX ? 2 : touched(half, PIECE_BYTES);
}

uint32_t remote_flits(SharedAccess access, const uint64_t address[32], uint32_t lanes,
                      uint32_t width_bytes)
{
    Packet packets[LANES];
    bool is_atomic = access != SHARED_LOAD && access != SHARED_STORE;
    uint32_t count = packets_of(is_atomic, address, lanes, width_bytes, packets), flits = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Packet *packet = &packets[i];
        uint32_t sectors =
            touched(packet->half[0], SECTOR_BYTES) + touched(packet->half[1], SECTOR_BYTES);
        if (access == SHARED_STORE) {
            flits += store_flits(packet->half[0]) + store_flits(packet->half[1]);
        } else if (access == SHARED_LOAD) {
            flits += 1 + sectors;
        } else {
            flits += packet->lanes == 1 ? 2 : 1 + 2 * sectors;
        }
    }
    return flits;
}
