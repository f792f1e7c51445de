// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/footprint.h"

#include "isa/base/bits.h"
#include "sim/memory/distinct.h"

#include <stdbool.h>
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#endif

#define SECTOR_SHIFT 5
#define LINE_SHIFT   7
#define GROUP_SHIFT  9 // four lines
#define TAG_BANKS    4
#define NEAR_BYTES   2048u // what near_footprint's bitmaps can hold

// Lanes by what they access: open addressing over twice as many slots as there are lanes.
#define SLOT_COUNT 64

typedef struct LaneTable {
    uint8_t lane_after[SLOT_COUNT]; // lane + 1; 0: free
} LaneTable;

// Returns the lane that already has this key (its own if it is new).
static uint32_t lane_table_add(LaneTable *table, const uint64_t address[32], uint32_t lane,
                               uint32_t shift)
{
    uint64_t key = address[lane] >> shift;
    uint32_t slot = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 58);
    while (table->lane_after[slot] != 0) {
        uint32_t other = table->lane_after[slot] - 1u;
        if (address[other] >> shift == key) {
            return other;
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
    table->lane_after[slot] = (uint8_t)(lane + 1);
    return lane;
}

// One lane for each distinct address >> shift.
static uint32_t first_lanes(const uint64_t address[32], uint32_t lanes, uint32_t shift)
{
    LaneTable table = {0};
    uint32_t first = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        first |= UINT32_C(1) << lane_table_add(&table, address, lane, shift);
    }
    return first;
}

static Footprint unordered_footprint(uint32_t offset[32], uint32_t line[32], uint32_t sector[32],
                                     uint32_t lanes)
{
    uint32_t lane_count = bits_count(lanes);
    uint32_t lines = bits_count(distinct_lanes(line, lanes));
    uint32_t sectors = lines == lane_count ? lane_count : bits_count(distinct_lanes(sector, lanes));
    uint32_t addresses =
        sectors == lane_count ? lane_count : bits_count(distinct_lanes(offset, lanes));
    return (Footprint){addresses, sectors, lines};
}

#if defined(__GNUC__) && defined(__x86_64__)
// Adds what changes from each of `count` elements to the next one; false if one falls.
__attribute__((target("avx512f"))) static inline bool add_changes(__m512i row, uint32_t count,
                                                                  Footprint *found)
{
    __mmask16 pairs = (__mmask16)(count > 1 ? (1u << (count - 1)) - 1 : 0);
    __m512i after = _mm512_alignr_epi32(row, row, 1), changed = _mm512_xor_si512(row, after);
    __m512i sector = _mm512_set1_epi32(-(1 << SECTOR_SHIFT));
    __m512i line = _mm512_set1_epi32(-(1 << LINE_SHIFT));
    found->addresses += bits_count(_mm512_mask_test_epi32_mask(pairs, changed, changed));
    found->sectors += bits_count(_mm512_mask_test_epi32_mask(pairs, changed, sector));
    found->lines += bits_count(_mm512_mask_test_epi32_mask(pairs, changed, line));
    return _mm512_mask_cmpgt_epu32_mask(pairs, row, after) == 0;
}

// The same as rising_footprint(), of distances.
__attribute__((target("avx512f"))) static bool rising_avx512(__m512i low, __m512i high,
                                                             uint32_t lanes, Footprint *found)
{
    uint32_t low_count = bits_count(lanes & 0xffff), high_count = bits_count(lanes >> 16);
    low = _mm512_maskz_compress_epi32((__mmask16)lanes, low);
    high = _mm512_maskz_compress_epi32((__mmask16)(lanes >> 16), high);
    *found = (Footprint){1, 1, 1};
    if (!add_changes(low, low_count, found) || !add_changes(high, high_count, found)) {
        return false;
    }
    if (low_count == 0 || high_count == 0) {
        return true;
    }
    __m512i last = _mm512_set1_epi32((int)low_count - 1);
    uint32_t before =
        (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(_mm512_permutexvar_epi32(last, low)));
    uint32_t here = (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(high));
    uint32_t changed = here ^ before;
    found->addresses += changed != 0;
    found->sectors += changed >> SECTOR_SHIFT != 0;
    found->lines += changed >> LINE_SHIFT != 0;
    return here >= before;
}

__attribute__((target("avx512f"))) static Footprint offset_avx512(__m512i low, __m512i high,
                                                                  uint32_t lanes)
{
    Footprint found;
    if (rising_avx512(low, high, lanes, &found)) {
        return found;
    }
    uint32_t offset[32], line[32], sector[32];
    _mm512_storeu_si512(offset, low);
    _mm512_storeu_si512(offset + 16, high);
    _mm512_storeu_si512(line, _mm512_srli_epi32(low, LINE_SHIFT));
    _mm512_storeu_si512(line + 16, _mm512_srli_epi32(high, LINE_SHIFT));
    _mm512_storeu_si512(sector, _mm512_srli_epi32(low, SECTOR_SHIFT));
    _mm512_storeu_si512(sector + 16, _mm512_srli_epi32(high, SECTOR_SHIFT));
    return unordered_footprint(offset, line, sector, lanes);
}

__attribute__((target("avx512f"))) static Footprint
near_avx512(uint32_t to_first, const int32_t delta[32], uint32_t lanes)
{
    __m512i add = _mm512_set1_epi32((int)to_first);
    return offset_avx512(_mm512_add_epi32(_mm512_loadu_si512(delta), add),
                         _mm512_add_epi32(_mm512_loadu_si512(delta + 16), add), lanes);
}

// Sixteen addresses less base, within 4 GB of it.
__attribute__((target("avx512f"))) static inline __m512i offsets_avx512(const uint64_t address[16],
                                                                        uint64_t base)
{
    __m512i from = _mm512_set1_epi64((long long)base);
    __m256i low = _mm512_cvtepi64_epi32(_mm512_sub_epi64(_mm512_loadu_si512(address), from));
    __m256i high = _mm512_cvtepi64_epi32(_mm512_sub_epi64(_mm512_loadu_si512(address + 8), from));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

__attribute__((target("avx512f"))) static Footprint spread_avx512(const uint64_t address[32],
                                                                  uint32_t lanes, uint64_t base)
{
    return offset_avx512(offsets_avx512(address, base), offsets_avx512(address + 16, base), lanes);
}
#endif

// Lanes by their distances from a multiple of the line size.
static Footprint offset_footprint(uint32_t offset[32], uint32_t lanes)
{
    uint32_t sector[32], line[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        sector[lane] = offset[lane] >> SECTOR_SHIFT;
        line[lane] = offset[lane] >> LINE_SHIFT;
    }
    return unordered_footprint(offset, line, sector, lanes);
}

// Lanes within 4 GB of base, a multiple of the line size.
static Footprint spread_footprint(const uint64_t address[32], uint32_t lanes, uint64_t base)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return spread_avx512(address, lanes, base);
    }
#endif
    uint32_t offset[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        offset[lane] = (uint32_t)(address[lane] - base);
    }
    return offset_footprint(offset, lanes);
}

Footprint footprint_near(uint64_t first, const int32_t delta[32], int32_t lowest, uint32_t lanes)
{
    uint64_t low = first + (uint64_t)(int64_t)lowest;
    uint32_t offset[32], to_first = (uint32_t)(low % (1u << LINE_SHIFT)) - (uint32_t)lowest;
#if defined(__GNUC__) && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return near_avx512(to_first, delta, lanes);
    }
#endif
    for (uint32_t lane = 0; lane < 32; lane++) {
        offset[lane] = to_first + (uint32_t)delta[lane];
    }
    return offset_footprint(offset, lanes);
}

static Footprint far_footprint(const uint64_t address[32], uint32_t lanes)
{
    uint32_t addresses = first_lanes(address, lanes, 0);
    uint32_t sectors = first_lanes(address, addresses, SECTOR_SHIFT);
    uint32_t lines = first_lanes(address, sectors, LINE_SHIFT);
    return (Footprint){bits_count_64(addresses), bits_count_64(sectors), bits_count_64(lines)};
}

// For addresses from `base`, a multiple of the line size, to `high`, within NEAR_BYTES.
static Footprint near_footprint(const uint64_t address[32], uint32_t lanes, uint64_t base,
                                uint64_t high, uint32_t width_bytes)
{
    uint64_t bytes[NEAR_BYTES / 64] = {0}; // a bit for each place where an access can start
    uint32_t width_shift = bits_lowest(width_bytes);
    uint64_t sectors = 0, lines = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint64_t offset = address[bits_lowest(rest)] - base;
        uint64_t unit = offset >> width_shift;
        bytes[unit / 64] |= UINT64_C(1) << (unit % 64);
        sectors |= UINT64_C(1) << (offset >> SECTOR_SHIFT);
        lines |= UINT64_C(1) << (offset >> LINE_SHIFT);
    }
    uint32_t addresses = 0;
    for (uint64_t at = 0; at <= ((high - base) >> width_shift) / 64; at++) {
        addresses += bits_count_64(bytes[at]);
    }
    return (Footprint){addresses, bits_count_64(sectors), bits_count_64(lines)};
}

// The same where no more than 64 places for an access lie between base and the highest one.
static Footprint close_footprint(const uint64_t address[32], uint32_t lanes, uint64_t base,
                                 uint32_t width_bytes)
{
    uint32_t width_shift = bits_lowest(width_bytes);
    uint64_t places = 0, sectors = 0, lines = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint64_t offset = address[bits_lowest(rest)] - base;
        places |= UINT64_C(1) << (offset >> width_shift);
        sectors |= UINT64_C(1) << (offset >> SECTOR_SHIFT);
        lines |= UINT64_C(1) << (offset >> LINE_SHIFT);
    }
    return (Footprint){bits_count_64(places), bits_count_64(sectors), bits_count_64(lines)};
}

// Counts changes from lane to lane; false when an address is below the one before.
static bool rising_footprint(const uint64_t address[32], uint32_t lanes, Footprint *found)
{
    uint64_t before = address[bits_lowest(lanes)];
    *found = (Footprint){1, 1, 1};
    for (uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
        uint64_t here = address[bits_lowest(rest)];
        if (here < before) {
            return false;
        }
        uint64_t changed = here ^ before;
        found->addresses += changed != 0;
        found->sectors += changed >> SECTOR_SHIFT != 0;
        found->lines += changed >> LINE_SHIFT != 0;
        before = here;
    }
    return true;
}

// The lowest and the highest address.
typedef struct Range {
    uint64_t low, high;
} Range;

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx512f"))) static Range range_avx512(const uint64_t address[32],
                                                             uint32_t lanes)
{
    __m512i low = _mm512_set1_epi64(-1), high = _mm512_setzero_si512();
    for (uint32_t lane = 0; lane < 32; lane += 8) {
        __m512i here = _mm512_loadu_si512(address + lane);
        __mmask8 on = (__mmask8)(lanes >> lane);
        low = _mm512_mask_min_epu64(low, on, low, here);
        high = _mm512_mask_max_epu64(high, on, high, here);
    }
    return (Range){_mm512_reduce_min_epu64(low), _mm512_reduce_max_epu64(high)};
}
#endif

static Range range_of(const uint64_t address[32], uint32_t lanes)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return range_avx512(address, lanes);
    }
#endif
    Range range = {UINT64_MAX, 0};
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint64_t here = address[bits_lowest(rest)];
        range.low = here < range.low ? here : range.low;
        range.high = here > range.high ? here : range.high;
    }
    return range;
}

Footprint footprint(const uint64_t address[32], uint32_t lanes, uint32_t width_bytes)
{
    Footprint found = {0};
    bool has_vectors = false;
#if defined(__GNUC__) && defined(__x86_64__)
    has_vectors = __builtin_cpu_supports("avx512f");
#endif
    if (lanes == 0 || (!has_vectors && rising_footprint(address, lanes, &found))) {
        return found;
    }
    Range range = range_of(address, lanes);
    uint64_t base = range.low >> LINE_SHIFT << LINE_SHIFT, high = range.high;
    if (has_vectors && high - base <= UINT32_MAX) {
        return spread_footprint(address, lanes, base);
    }
    if (high - base < 64 * width_bytes) {
        return close_footprint(address, lanes, base, width_bytes);
    }
    if (high - base < NEAR_BYTES) {
        return near_footprint(address, lanes, base, high, width_bytes);
    }
    return high - base <= UINT32_MAX ? spread_footprint(address, lanes, base)
                                     : far_footprint(address, lanes);
}

// Whether every lane has a place of its own, and all lie in four lines with a bank for each.
static bool is_one_pass(const uint64_t address[32], uint32_t lanes)
{
    uint64_t first = address[bits_lowest(lanes)], before = first;
    for (uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
        uint64_t here = address[bits_lowest(rest)];
        if (here <= before) {
            return false;
        }
        before = here;
    }
    return first >> GROUP_SHIFT == before >> GROUP_SHIFT;
}

// Lines are spread over four banks of tags by these bits of their number: 1, and 0 ^ 2 ^ 3.
static uint32_t tag_bank(uint64_t line)
{
    return (uint32_t)(line >> 1 & 1) << 1 | (uint32_t)((line ^ line >> 2 ^ line >> 3) & 1);
}

uint32_t footprint_pass(const uint64_t address[32], uint32_t lanes)
{
    uint64_t line_of[TAG_BANKS] = {0};
    uint64_t places[TAG_BANKS][2] = {{0}}; // bytes of a line where a lane's access starts
    uint32_t taken = 0;
    bool has_line[TAG_BANKS] = {false};
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t line = address[lane] >> LINE_SHIFT;
        uint32_t bank = tag_bank(line);
        uint64_t *half = &places[bank][address[lane] >> 6 & 1];
        uint64_t place = UINT64_C(1) << (address[lane] & 63);
        if ((*half & place) != 0) {
            continue;
        }
        *half |= place; // a lane that waits also holds up those after it
        if (!has_line[bank] || line_of[bank] == line) {
            has_line[bank] = true;
            line_of[bank] = line;
            taken |= UINT32_C(1) << lane;
        }
    }
    return taken;
}

// What passes compare of each lane. Equal numbers are equal lines if the lanes lie within 4 GB.
typedef struct PassKeys {
    uint32_t line[32];
    uint32_t place[32]; // in the line, where the access starts, and above it the bank
} PassKeys;

enum { PLACE_BITS = LINE_SHIFT };

static PassKeys pass_keys(const uint64_t address[32])
{
    PassKeys keys;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t line = (uint32_t)(address[lane] >> LINE_SHIFT);
        keys.line[lane] = line;
        keys.place[lane] =
            tag_bank(line) << PLACE_BITS | ((uint32_t)address[lane] & ((1u << PLACE_BITS) - 1));
    }
    return keys;
}

// Whether a lane other than the lowest one is in its line. Those can only be among `repeats`.
static bool has_more(const PassKeys *keys, uint32_t lanes, uint32_t repeats)
{
    uint32_t line = keys->line[bits_lowest(lanes)];
    for (uint32_t rest = lanes & repeats & (lanes - 1); rest != 0; rest &= rest - 1) {
        if (keys->line[bits_lowest(rest)] == line) {
            return true;
        }
    }
    return false;
}

// Sectors that the passes of one bank's lanes visit. repeats: lanes in the line of a lower one.
static uint32_t bank_rounds(const PassKeys *keys, uint32_t lanes, uint32_t repeats)
{
    uint32_t visited = 0;
    while (lanes != 0) {
        uint32_t line = keys->line[bits_lowest(lanes)], sectors = 0;
        if (!has_more(keys, lanes, repeats)) {
            lanes &= lanes - 1;
            visited++;
            continue;
        }
        uint64_t places[2] = {0};
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest), place = keys->place[lane];
            uint64_t *half = &places[place >> 6 & 1], bit = UINT64_C(1) << (place & 63);
            if ((*half & bit) == 0 && keys->line[lane] == line) {
                sectors |= 1u << (place >> SECTOR_SHIFT & 3);
                lanes &= ~(UINT32_C(1) << lane);
            }
            *half |= bit;
        }
        visited += bits_count(sectors);
    }
    return visited;
}

static uint32_t sectors_of(const uint64_t address[32], uint32_t lanes)
{
    uint32_t key[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        key[lane] = (uint32_t)(address[lane] >> SECTOR_SHIFT);
    }
    return bits_count(distinct_lanes(key, lanes));
}

// The same for lanes within 4 GB. A pass takes the lowest lane of each bank. So a lane waits for a
// lower one with its place only if it is not the first of its line: without such lanes, each line
// is looked up once, and each sector visited once. The banks do not depend on each other.
static uint32_t spread_rounds(const uint64_t address[32], uint32_t lanes, uint32_t sectors)
{
    PassKeys keys = pass_keys(address), room = keys;
    uint32_t repeats = lanes & ~distinct_lanes(room.line, lanes);
    uint32_t waiting = repeats != 0 ? repeats & ~distinct_lanes(room.place, lanes) : 0;
    if (waiting == 0) {
        return sectors;
    }
    uint32_t in_bank[TAG_BANKS] = {0}, visited = 0, alone = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        in_bank[keys.place[lane] >> PLACE_BITS] |= UINT32_C(1) << lane;
    }
    for (uint32_t bank = 0; bank < TAG_BANKS; bank++) {
        if ((in_bank[bank] & waiting) != 0) {
            visited += bank_rounds(&keys, in_bank[bank], repeats);
        } else {
            alone |= in_bank[bank];
        }
    }
    return visited + (alone != 0 ? sectors_of(address, alone) : 0);
}

uint32_t footprint_rounds(const uint64_t address[32], uint32_t lanes, uint32_t sectors)
{
    if (lanes == 0 || is_one_pass(address, lanes)) {
        return sectors;
    }
    Range range = range_of(address, lanes);
    if (range.high - range.low <= UINT32_MAX) {
        return spread_rounds(address, lanes, sectors);
    }
    sectors = 0;
    while (lanes != 0) {
        uint32_t taken = footprint_pass(address, lanes);
        sectors += bits_count_64(first_lanes(address, taken, SECTOR_SHIFT));
        lanes &= ~taken;
    }
    return sectors;
}
