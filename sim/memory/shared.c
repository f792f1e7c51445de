// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/shared.h"

#include "isa/base/bits.h"
#include "sim/memory/footprint.h"
#include "sim/memory/half_warp.h"
#include "sim/memory/shared_rule.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#endif

#define ALL_LANES UINT32_MAX

bool shared_is_serial(SharedAccess access)
{
    return access == SHARED_ATOMIC || access == SHARED_ATOMIC_CAS || access == SHARED_REDUCE;
}

// Banks of 32 bits, a lane's access spread over as many as it needs; 128 bytes a phase.
static BankMap map_of_words(uint32_t width_bytes)
{
    uint32_t shift = width_bytes < 4 ? 2 : bits_lowest(width_bytes);
    return (BankMap){.bank_shift = shift,
                     .bank_mask = (128u >> shift) - 1,
                     .row_shift = shift,
                     .phase_lanes = 128u >> shift};
}

// Kepler moves 256 bytes a phase. In 32-bit mode a bank holds words i and i + 32 of each aligned
// group of 64 words side by side; in 64-bit mode it holds neighboring words.
static BankMap map_of_kepler(SharedRule rule, uint32_t width_bytes)
{
    uint32_t phase_lanes = width_bytes > 8 ? 16 : 32;
    if (rule == SHARED_KEPLER_32) {
        BankMap map = map_of_words(width_bytes);
        map.row_shift = 8;
        map.phase_lanes = phase_lanes;
        return map;
    }
    uint32_t shift = width_bytes < 8 ? 3 : bits_lowest(width_bytes);
    return (BankMap){.bank_shift = shift,
                     .bank_mask = (256u >> shift) - 1,
                     .row_shift = shift,
                     .phase_lanes = phase_lanes};
}

static BankMap map_of(SharedRule rule, uint32_t width_bytes)
{
    bool is_kepler = rule == SHARED_KEPLER_32 || rule == SHARED_KEPLER_64;
    return is_kepler ? map_of_kepler(rule, width_bytes) : map_of_words(width_bytes);
}

// Whether every lane i finds lane i ^ distance inactive or at its own address.
static bool is_paired(const uint32_t address[32], uint32_t mask, uint32_t distance)
{
    uint32_t lower = distance == 1 ? 0x55555555u : 0x33333333u;
    for (uint32_t rest = mask & (mask >> distance) & lower; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (address[lane] != address[lane + distance]) {
            return false;
        }
    }
    return true;
}

// Loads of 64 and 128 bits take half the phases when lanes share addresses in pairs, over the whole
// warp with the same distance. Source: measured on an H200 and an A100; stores never merge.
static BankMap merge_pairs(BankMap map, SharedAccess access, const uint32_t address[32],
                           uint32_t mask, uint32_t width_bytes)
{
    if (access == SHARED_LOAD && width_bytes > 4 &&
        (is_paired(address, mask, 1) || is_paired(address, mask, 2))) {
        map.phase_lanes *= 2;
    }
    return map;
}

BankMap shared_bank_map(SharedRule rule, SharedAccess access, const uint32_t address[32],
                        uint32_t mask, uint32_t width_bytes)
{
    BankMap map = map_of(rule, width_bytes);
    return rule == SHARED_MAXWELL ? merge_pairs(map, access, address, mask, width_bytes) : map;
}

static SharedCost cost_of_phases(BankMap map, SharedAccess access, const uint32_t address[32],
                                 uint32_t mask)
{
    SharedCost cost = {0};
    for (uint32_t lane = 0; lane < 32; lane += map.phase_lanes) {
        uint32_t lanes = mask & shared_phase_mask(lane, map.phase_lanes);
        if (lanes == 0) {
            continue;
        }
        cost.wavefronts += shared_is_serial(access) ? bank_lanes(map, address, lanes)
                                                    : bank_rows(map, address, lanes);
        cost.ideal++;
    }
    cost.conflicts = cost.wavefronts - cost.ideal;
    return cost;
}

// A compare-and-swap goes through the banks twice; the hardware counts its conflicts once (measured
// on an H200).
static SharedCost twice_for_cas(SharedCost cost, SharedAccess access)
{
    if (access == SHARED_ATOMIC_CAS) {
        cost.wavefronts *= 2;
        cost.ideal *= 2;
    }
    return cost;
}

// Fermi, 128 bits: a half-warp takes one pass more than the most lanes of a quarter-warp that
// access different addresses in one bank. Source: CUDA C Programming Guide 5.5, G.4.3.
static SharedCost cost_of_fermi_quads(const uint32_t address[32], uint32_t mask)
{
    BankMap map = map_of_words(16);
    SharedCost cost = {0};
    for (uint32_t lane = 0; lane < 32; lane += 16) {
        uint32_t lanes = mask & shared_phase_mask(lane, 16);
        if (lanes == 0) {
            continue;
        }
        uint32_t low = bank_rows(map, address, lanes & shared_phase_mask(lane, 8));
        uint32_t high = bank_rows(map, address, lanes & shared_phase_mask(lane + 8, 8));
        cost.wavefronts += 1 + (low > high ? low : high);
        cost.ideal++;
    }
    cost.conflicts = cost.wavefronts - cost.ideal;
    return cost;
}

static uint32_t half_warp_steps(SharedAccess access, const uint32_t address[32], uint32_t lanes)
{
    switch (access) {
    case SHARED_LOAD: return half_warp_load_steps(address, lanes);
    case SHARED_STORE: return half_warp_store_steps(address, lanes);
    case SHARED_INCREMENT:
    case SHARED_ATOMIC:
    case SHARED_ATOMIC_CAS:
    case SHARED_REDUCE: break;
    }
    return half_warp_atomic_steps(address, lanes);
}

// cc 1.x: accesses wider than 32 bits are requests of 32 bits each, half-warp by half-warp.
static SharedCost cost_of_half_warps(SharedAccess access, const uint32_t address[32], uint32_t mask,
                                     uint32_t width_bytes)
{
    SharedCost cost = {0};
    for (uint32_t offset = 0; offset == 0 || offset < width_bytes; offset += 4) {
        uint32_t part[32] = {0};
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            part[lane] = address[lane] + offset;
        }
        for (uint32_t lane = 0; lane < 32; lane += 16) {
            uint32_t lanes = mask & shared_phase_mask(lane, 16);
            cost.wavefronts += half_warp_steps(access, part, lanes);
            cost.ideal += lanes != 0;
        }
    }
    cost.conflicts = cost.wavefronts - cost.ideal;
    return cost;
}

// All 32 lanes at one distance, loads and stores: no need to look at the banks.
static bool cost_of_stride(SharedRule rule, SharedAccess access, const uint32_t address[32],
                           uint32_t width_bytes, SharedCost *cost)
{
    int32_t stride;
    if (!bank_is_linear(address, &stride)) {
        return false;
    }
    bool is_half_warp = rule == SHARED_HALF_WARP;
    uint32_t bank_bytes = width_bytes > 4 ? width_bytes : 4;
    if ((uint32_t)stride % bank_bytes != 0 || (is_half_warp && width_bytes > 4)) {
        return false;
    }
    BankMap map = map_of_words(width_bytes);
    map.bank_mask = is_half_warp ? 15 : map.bank_mask;
    map.phase_lanes = is_half_warp ? 16 : map.phase_lanes;
    if (stride == 0 && access == SHARED_LOAD && width_bytes > 4 && rule == SHARED_MAXWELL) {
        map.phase_lanes *= 2;
    }
    cost->ideal = 32 / map.phase_lanes;
    cost->wavefronts = cost->ideal * bank_rows_linear(map, stride);
    cost->conflicts = cost->wavefronts - cost->ideal;
    return true;
}

static bool has_stride_form(SharedRule rule, SharedAccess access, uint32_t mask,
                            uint32_t width_bytes)
{
    bool is_plain = access == SHARED_LOAD || access == SHARED_STORE || access == SHARED_INCREMENT;
    bool is_known = rule == SHARED_MAXWELL || rule == SHARED_HALF_WARP ||
                    (rule == SHARED_FERMI && width_bytes <= 8);
    return mask == ALL_LANES && is_plain && is_known;
}

static uint32_t distinct_bytes(const uint32_t address[32], uint32_t mask, uint32_t width_bytes)
{
    uint64_t wide[32] = {0};
    for (uint32_t lane = 0; lane < 32; lane++) {
        wide[lane] = address[lane];
    }
    return footprint(wide, mask, width_bytes).addresses * width_bytes;
}

static SharedCost cost_of_banks(SharedRule rule, SharedAccess access, const uint32_t address[32],
                                uint32_t mask, uint32_t width_bytes)
{
    SharedCost cost = {0};
    if (has_stride_form(rule, access, mask, width_bytes) &&
        cost_of_stride(rule, access, address, width_bytes, &cost)) {
        return cost;
    }
    if (rule == SHARED_HALF_WARP) {
        return twice_for_cas(cost_of_half_warps(access, address, mask, width_bytes), access);
    }
    if (rule == SHARED_FERMI && width_bytes == 16 && !shared_is_serial(access)) {
        return cost_of_fermi_quads(address, mask);
    }
    BankMap map = shared_bank_map(rule, access, address, mask, width_bytes);
    return twice_for_cas(cost_of_phases(map, access, address, mask), access);
}

// Counting the lanes on a word is for machines of cc 8.0 on (measured on an H200).
SharedAccess shared_access_of(SharedRule rule, SharedAccess access)
{
    return access == SHARED_INCREMENT && rule != SHARED_MAXWELL ? SHARED_REDUCE : access;
}

// The banks of 32 that lanes access.
static uint32_t banks_of(const uint32_t address[32], uint32_t mask)
{
    uint32_t banks = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        banks |= UINT32_C(1) << (address[bits_lowest(rest)] >> 2 & 31);
    }
    return banks;
}

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx512f"))) static uint32_t banks_avx512(const uint32_t address[32],
                                                                uint32_t mask)
{
    __m512i banks = _mm512_setzero_si512(), one = _mm512_set1_epi32(1);
    for (uint32_t lane = 0; lane < 32; lane += 16) {
        __m512i words = _mm512_srli_epi32(_mm512_loadu_si512(address + lane), 2);
        __m512i bank = _mm512_and_si512(words, _mm512_set1_epi32(31));
        __m512i bits = _mm512_sllv_epi32(one, bank);
        banks = _mm512_mask_or_epi32(banks, (__mmask16)(mask >> lane), banks, bits);
    }
    return (uint32_t)_mm512_reduce_or_epi32(banks);
}
#endif

// Whether each lane has a bank of 32 to itself.
static bool has_own_banks(const uint32_t address[32], uint32_t mask)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return bits_count(banks_avx512(address, mask)) == bits_count(mask);
    }
#endif
    return bits_count(banks_of(address, mask)) == bits_count(mask);
}

SharedCost shared_cost(SharedRule rule, SharedAccess access, const uint32_t address[32],
                       uint32_t mask, uint32_t width_bytes)
{
    if (mask == 0) {
        return (SharedCost){0};
    }
    if ((rule == SHARED_MAXWELL || rule == SHARED_FERMI) && width_bytes == 4 &&
        !shared_is_serial(shared_access_of(rule, access)) && has_own_banks(address, mask)) {
        return (SharedCost){1, 1, 0, 4 * bits_count(mask)};
    }
    SharedCost cost =
        cost_of_banks(rule, shared_access_of(rule, access), address, mask, width_bytes);
    cost.bytes_used = distinct_bytes(address, mask, width_bytes);
    return cost;
}

// Steps of a half-warp on cc 1.x that reads or writes neighboring words of this width.
static uint32_t half_warp_linear(SharedAccess access, uint32_t base, uint32_t width_bytes)
{
    if (width_bytes >= 4) {
        return width_bytes / 4 * (width_bytes / 4);
    }
    uint32_t lanes_a_word = 4 / width_bytes;
    // Bytes from an odd start: the words at both ends have fewer lanes, and the broadcasts clear
    // three full words in three steps.
    bool is_short = access == SHARED_LOAD && width_bytes == 1 && base % 4 != 0;
    return is_short ? 3 : lanes_a_word;
}

static uint32_t kepler_linear(SharedRule rule, uint32_t base, uint32_t width_bytes)
{
    uint32_t phases = width_bytes == 16 ? 2 : 1;
    bool is_split = rule == SHARED_KEPLER_32 && width_bytes >= 8 && base % 256 != 0;
    return is_split ? phases * 2 : phases;
}

static SharedCost linear_cost(uint32_t wavefronts, uint32_t ideal, uint32_t width_bytes)
{
    return (SharedCost){wavefronts, ideal, wavefronts - ideal, 32 * width_bytes};
}

SharedCost shared_cost_linear(SharedRule rule, SharedAccess access, uint32_t base,
                              uint32_t width_bytes)
{
    uint32_t phases = width_bytes <= 4 ? 1 : width_bytes / 4;
    if (shared_is_serial(shared_access_of(rule, access))) {
        uint32_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = base + lane * width_bytes;
        }
        return shared_cost(rule, access, address, ALL_LANES, width_bytes);
    }
    switch (rule) {
    case SHARED_HALF_WARP:
        return linear_cost(2 * half_warp_linear(access, base, width_bytes), 2 * phases,
                           width_bytes);
    case SHARED_FERMI: return linear_cost(phases, phases == 4 ? 2 : phases, width_bytes);
    case SHARED_KEPLER_32:
    case SHARED_KEPLER_64:
        return linear_cost(kepler_linear(rule, base, width_bytes), width_bytes == 16 ? 2 : 1,
                           width_bytes);
    case SHARED_MAXWELL: break;
    }
    return linear_cost(phases, phases, width_bytes);
}

static uint32_t matrix_rows(uint32_t matrices)
{
    return shared_phase_mask(0, matrices >= 4 ? 32 : 8 * matrices);
}

SharedCost shared_passes_matrix(const uint32_t address[32], uint32_t matrices)
{
    return cost_of_phases(map_of_words(16), SHARED_LOAD, address, matrix_rows(matrices));
}

SharedCost shared_cost_matrix(const uint32_t address[32], uint32_t matrices)
{
    SharedCost cost = shared_passes_matrix(address, matrices);
    cost.bytes_used = distinct_bytes(address, matrix_rows(matrices), 16);
    return cost;
}
