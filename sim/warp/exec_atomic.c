// SPDX-License-Identifier: Apache-2.0
// Atomic functions on memory, lane after lane from the lowest. Those on global memory wait for the
// block's turn, so that any number of host threads gives the same bytes, unless their order makes
// no difference (free_atomic.h).
#include "sim/lane/address.h"
#include "sim/warp/free_atomic.h"
#include "sim/warp/memory_access.h"

#include <string.h>

// Rows of vectors and of 128 bits: the lower halves, then the upper ones.
typedef struct Wide {
    const uint64_t *b[2], *c[2];
    uint64_t *d[2]; // or scratch
} Wide;

// One atomic in flight.
typedef struct Atomic {
    const Micro *micro;
    uint32_t width_bytes;
    const uint8_t *b, *c; // operand rows
    uint8_t *d;           // or scratch
    Wide wide;
    uint64_t hash; // of the values found
    bool has_changed;
} Atomic;

static uint64_t row_value(const uint8_t *row, uint32_t lane, uint32_t width_bytes)
{
    if (width_bytes == 8) {
        uint64_t wide;
        memcpy(&wide, row + (size_t)lane * 8, sizeof wide);
        return wide;
    }
    uint32_t narrow;
    memcpy(&narrow, row + (size_t)lane * 4, sizeof narrow);
    return narrow;
}

// The value in memory as one of elements of a type; each changes by itself.
static void change_elements(const Micro *micro, PtxSpace space, const uint64_t old[2],
                            const uint64_t b[2], uint64_t changed[2])
{
    PtxType type = micro_atomic_type(micro);
    uint32_t bits = ptx_type_bits(type);
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    for (uint32_t i = 0; i < micro->vector; i++) {
        uint32_t half = i * bits / 64, shift = i * bits % 64;
        uint64_t element = lane_atomic((PtxSuffix)micro->function, type, space,
                                       old[half] >> shift & mask, b[half] >> shift & mask, 0);
        changed[half] = (changed[half] & ~(mask << shift)) | (element & mask) << shift;
    }
}

// exch and cas of 128 bits, and vectors of up to 16 bytes.
static void perform_wide(Atomic *atomic, PtxSpace space, uint8_t *bytes, uint32_t lane)
{
    const Wide *wide = &atomic->wide;
    bool is_compared = atomic->micro->function == PTX_DOT_CAS;
    uint64_t old[2] = {0}, changed[2] = {0};
    uint64_t b[2] = {wide->b[0][lane], wide->b[1][lane]};
    memcpy(old, bytes, atomic->width_bytes);
    if (micro_atomic_type(atomic->micro) != PTX_TYPE_B128) {
        change_elements(atomic->micro, space, old, b, changed);
    } else if (!is_compared) {
        memcpy(changed, b, sizeof changed);
    } else {
        bool is_equal = old[0] == b[0] && old[1] == b[1];
        changed[0] = is_equal ? wide->c[0][lane] : old[0];
        changed[1] = is_equal ? wide->c[1][lane] : old[1];
    }
    atomic->has_changed |= memcmp(old, changed, atomic->width_bytes) != 0;
    memcpy(bytes, changed, atomic->width_bytes);
    wide->d[0][lane] = old[0];
    if (atomic->width_bytes == 16) {
        wide->d[1][lane] = old[1];
    }
    for (uint32_t i = 0; i < 2; i++) {
        atomic->hash = (atomic->hash ^ old[i]) * UINT64_C(0x9e3779b97f4a7c15) + lane;
    }
}

static void perform_lane(Atomic *atomic, PtxSpace space, uint8_t *bytes, uint32_t lane)
{
    const Micro *micro = atomic->micro;
    if (micro->combine != 0) {
        perform_wide(atomic, space, bytes, lane);
        return;
    }
    uint64_t old = 0;
    memcpy(&old, bytes, atomic->width_bytes);
    uint64_t changed = lane_atomic((PtxSuffix)micro->function, (PtxType)micro->type, space, old,
                                   row_value(atomic->b, lane, atomic->width_bytes),
                                   row_value(atomic->c, lane, atomic->width_bytes));
    if (memcmp(&changed, &old, atomic->width_bytes) != 0) {
        memcpy(bytes, &changed, atomic->width_bytes);
        atomic->has_changed = true;
    }
    if (atomic->width_bytes == 8) {
        memcpy(atomic->d + (size_t)lane * 8, &old, 8);
    } else {
        uint32_t narrow = (uint32_t)old;
        memcpy(atomic->d + (size_t)lane * 4, &narrow, 4);
    }
    atomic->hash = (atomic->hash ^ old) * UINT64_C(0x9e3779b97f4a7c15) + lane;
}

// --- words

// What an atomic on a word without rounding does; `function` is a constant where it is called.
static inline __attribute__((always_inline)) uint32_t word_of(PtxSuffix function, bool is_signed,
                                                              uint32_t old, uint32_t b, uint32_t c)
{
    switch ((int)function) {
    case PTX_DOT_ADD: return old + b;
    case PTX_DOT_MIN: return (is_signed ? (int32_t)old < (int32_t)b : old < b) ? old : b;
    case PTX_DOT_MAX: return (is_signed ? (int32_t)old > (int32_t)b : old > b) ? old : b;
    case PTX_DOT_AND: return old & b;
    case PTX_DOT_OR: return old | b;
    case PTX_DOT_XOR: return old ^ b;
    case PTX_DOT_EXCH: return b;
    default: return old == b ? c : old; // CAS
    }
}

// The lanes' words lie at bytes + (address - base).
static inline __attribute__((always_inline)) void
perform_words(Atomic *atomic, uint8_t *bytes, uint64_t base, const uint64_t address[32],
              uint32_t mask, PtxSuffix function, bool is_signed)
{
    const uint32_t *b = (const void *)atomic->b, *c = (const void *)atomic->c;
    uint32_t *d = (void *)atomic->d, changes = 0;
    uint64_t hash = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest), old;
        uint8_t *at = bytes + (address[lane] - base);
        memcpy(&old, at, sizeof old);
        uint32_t changed = word_of(function, is_signed, old, b[lane], c[lane]);
        memcpy(at, &changed, sizeof changed);
        d[lane] = old;
        changes |= changed ^ old;
        hash += (old + UINT64_C(1)) * (UINT64_C(0x9e3779b97f4a7c15) * (2 * lane + 1));
    }
    atomic->hash += hash;
    atomic->has_changed |= changes != 0;
}

// False: the atomic is of another kind, and nothing was done.
static bool perform_plain(Atomic *atomic, uint8_t *bytes, uint64_t base, const uint64_t address[32],
                          uint32_t mask)
{
    bool is_signed = atomic->micro->type == PTX_TYPE_S32;
    bool is_word =
        is_signed || atomic->micro->type == PTX_TYPE_U32 || atomic->micro->type == PTX_TYPE_B32;
    if (!is_word) {
        return false;
    }
    switch ((int)atomic->micro->function) {
#define WORDS(function)                                                                            \
    case function: perform_words(atomic, bytes, base, address, mask, function, is_signed); break
        WORDS(PTX_DOT_ADD);
        WORDS(PTX_DOT_MIN);
        WORDS(PTX_DOT_MAX);
        WORDS(PTX_DOT_AND);
        WORDS(PTX_DOT_OR);
        WORDS(PTX_DOT_XOR);
        WORDS(PTX_DOT_EXCH);
        WORDS(PTX_DOT_CAS);
#undef WORDS
    default: return false;
    }
    return true;
}

// --- performing

// Bases of the memory that the lanes access, where all of them lie in one piece of it.
typedef struct Targets {
    uint8_t *shared;            // the block's own; or NULL
    const MemoryRegion *region; // of global memory; or NULL
} Targets;

static void perform_shared(Block *block, Warp *warp, Atomic *atomic, const uint32_t address[32],
                           uint32_t mask, const Targets *targets)
{
    uint64_t wide[32];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        wide[lane] = address[lane];
    }
    if (targets->shared == NULL || !perform_plain(atomic, targets->shared, 0, wide, mask)) {
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            perform_lane(atomic, PTX_SPACE_SHARED, shared_bytes(block, address[lane]), lane);
        }
    }
    count_shared(block, warp, micro_shared_access(atomic->micro), address, mask,
                 atomic->width_bytes);
}

static void perform_global(Block *block, Warp *warp, Atomic *atomic, const uint64_t address[32],
                           uint32_t mask, const Targets *targets)
{
    const MemoryRegion *region = targets->region;
    if (region == NULL || !perform_plain(atomic, region->bytes, region->base, address, mask)) {
        for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            uint32_t lane = lane_lowest(rest);
            perform_lane(atomic, PTX_SPACE_GLOBAL,
                         checked_bytes(block, address[lane], atomic->width_bytes, true), lane);
        }
    }
    count_global(block, warp, atomic->micro, micro_global_access(atomic->micro), address, mask,
                 atomic->width_bytes);
}

// Atomics that may run at the same time as those of blocks on other host threads.
static void perform_freely(Block *block, Warp *warp, const Atomic *atomic,
                           const uint64_t address[32], uint32_t mask)
{
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        free_atomic_perform(atomic->micro,
                            checked_bytes(block, address[lane], atomic->width_bytes, true),
                            row_value(atomic->b, lane, atomic->width_bytes));
    }
    count_global(block, warp, atomic->micro, micro_global_access(atomic->micro), address, mask,
                 atomic->width_bytes);
}

static Outcome check_shared(Block *block, Warp *warp, const Micro *micro,
                            const uint32_t address[32], uint32_t mask, Targets *targets)
{
    uint32_t limit = block->launch->shared_bytes, width = micro->width_bytes;
    if ((address_bits32(address, mask).all & (width - 1)) == 0 && limit >= width &&
        address_highest32(address, mask) <= limit - width) {
        targets->shared = block->shared;
        return OUTCOME_NEXT;
    }
    return shared_check(block, warp, micro, address, mask, width, true);
}

static Outcome check_global(Block *block, Warp *warp, const Micro *micro,
                            const uint64_t address[32], uint32_t mask, Targets *targets)
{
    targets->region = global_region(block, address, mask, micro->width_bytes, true);
    return targets->region != NULL
               ? OUTCOME_NEXT
               : global_check(block, warp, micro, address, mask, micro->width_bytes, true);
}

// Splits the lanes by space: masks of those in shared and in local memory, and addresses in shared
// memory.
static void find_spaces(const Micro *micro, const AddressRow *row, uint32_t on,
                        uint64_t address[32], uint32_t in_shared[32], uint32_t *shared,
                        uint32_t *local)
{
    *shared = *local = 0;
    if (micro->space != PTX_SPACE_GLOBAL && micro->space != PTX_SPACE_GENERIC) {
        address_sum_shared(row, in_shared);
        *shared = on;
        return;
    }
    address_sum(row, address);
    if (micro->space == PTX_SPACE_GENERIC) {
        generic_windows(address, on, shared, local);
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            in_shared[lane] = (uint32_t)(address[lane] - SHARED_WINDOW_BASE);
        }
    }
}

// What a step would access that must wait for its turn.
static void note_wish(Block *block, const uint64_t address[32], uint32_t mask)
{
    if (block->step != NULL) {
        block->step->access.lanes = mask;
        memcpy(block->step->access.address, address, sizeof block->step->access.address);
    }
}

static void find_wide(Warp *warp, const Micro *micro, Wide *wide)
{
    const Row b[2] = {micro->b, micro->e}, c[2] = {micro->c, micro->data[0]};
    const Row d[2] = {micro->d, micro->d2};
    for (uint32_t i = 0; i < 2; i++) {
        wide->b[i] = warp_operand(warp, decode_row(b[i]));
        wide->c[i] = warp_operand(warp, decode_row(c[i]));
        wide->d[i] = warp_operand(warp, decode_row(d[i]));
    }
}

Outcome exec_atom(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    uint32_t width = micro->width_bytes, shared, local, in_shared[32];
    AddressRow row = address_row(warp, micro);
    uint64_t address[32];
    find_spaces(micro, &row, on, address, in_shared, &shared, &local);
    uint32_t global = on & ~shared & ~local;
    if (local != 0) {
        return fault_raise(block, warp, FAULT_UNSUPPORTED, local,
                           "atomic function on per-thread memory");
    }
    bool is_watched = block->step != NULL || block->checker != NULL;
    if (global != 0 && !block->is_oldest && (is_watched || !block->has_free_atomics)) {
        note_wish(block, address, global);
        return OUTCOME_ORDER;
    }
    Targets targets = {0};
    if ((shared != 0 &&
         check_shared(block, warp, micro, in_shared, shared, &targets) == OUTCOME_FAULT) ||
        (global != 0 &&
         check_global(block, warp, micro, address, global, &targets) == OUTCOME_FAULT)) {
        return OUTCOME_FAULT;
    }
    Atomic atomic = {.micro = micro,
                     .width_bytes = width,
                     .b = warp_operand(warp, decode_row(micro->b)),
                     .c = warp_operand(warp, decode_row(micro->c)),
                     .d = warp_operand(warp, decode_row(micro->d))};
    if (micro->combine != 0) {
        find_wide(warp, micro, &atomic.wide);
    }
    if (shared != 0) {
        perform_shared(block, warp, &atomic, in_shared, shared, &targets);
    }
    if (global != 0 && block->has_free_atomics && !block->worker->is_alone) {
        perform_freely(block, warp, &atomic, address, global);
        spin_written(warp);
        return OUTCOME_NEXT;
    }
    if (global != 0) {
        perform_global(block, warp, &atomic, address, global, &targets);
    }
    spin_note(warp, atomic.hash, atomic.has_changed, global != 0);
    return spin_is_on(warp) ? OUTCOME_SPIN : OUTCOME_NEXT;
}
