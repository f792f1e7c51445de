// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/collective.h"

#include "sim/lane/real.h"

#include <string.h>
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#endif

static void take(uint32_t *to, const uint32_t *from, uint32_t lanes)
{
    if (lanes == FULL_MASK) {
        memcpy(to, from, LANE_COUNT * sizeof *to);
        return;
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        to[lane_lowest(rest)] = from[lane_lowest(rest)];
    }
}

static void take_value(Collective *collective, const Warp *warp, const Micro *micro, uint32_t lanes)
{
    const uint32_t *narrow = warp_row(warp, micro->a);
    const uint64_t *wide = warp_row64(warp, micro->a);
    bool is_wide = micro->type == PTX_TYPE_B64;
    if (lanes == FULL_MASK && !is_wide) {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            collective->value[lane] = narrow[lane];
        }
        return;
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        collective->value[lane] = is_wide ? wide[lane] : narrow[lane];
    }
}

static void take_members(Collective *collective, const Warp *warp, const Micro *micro,
                         uint32_t lanes)
{
    if (micro->e != ROW_NONE) {
        take(collective->members, warp_row(warp, micro->e), lanes);
        return;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        collective->members[lane] = lanes;
    }
}

void collective_read(Collective *collective, const Warp *warp, const Micro *micro, uint32_t lanes)
{
    collective->lanes |= lanes;
    switch (micro->kind) {
    case MICRO_SHUFFLE:
        take_value(collective, warp, micro, lanes);
        take(collective->b, warp_row(warp, micro->b), lanes);
        take(collective->c, warp_row(warp, micro->c), lanes);
        return; // whose value it is decides alone: the masks have done their part
    case MICRO_VOTE: {
        uint32_t truth = *warp_predicate(warp, micro->a);
        truth = (micro->flags & MICRO_PREDICATE_NEGATED) != 0 ? ~truth : truth;
        collective->truth |= truth & lanes;
        break;
    }
    case MICRO_MATCH:
    case MICRO_REDUX: take_value(collective, warp, micro, lanes); break;
    default: break;
    }
    take_members(collective, warp, micro, lanes);
}

// The lane that this lane reads (shfl's pseudo code), and whether it is in range.
static inline uint32_t source_lane(PtxSuffix mode, uint32_t lane, uint32_t b, uint32_t c,
                                   bool *is_in_range)
{
    uint32_t segment = c >> 8 & 31, clamp = c & 31;
    uint32_t low = lane & segment, limit = low | (clamp & ~segment);
    int32_t source;
    switch (mode) {
    case PTX_DOT_UP:
        source = (int32_t)(lane - (b & 31));
        *is_in_range = source >= (int32_t)limit;
        break;
    case PTX_DOT_DOWN:
        source = (int32_t)(lane + (b & 31));
        *is_in_range = source <= (int32_t)limit;
        break;
    case PTX_DOT_BFLY:
        source = (int32_t)(lane ^ (b & 31));
        *is_in_range = source <= (int32_t)limit;
        break;
    default:
        source = (int32_t)(low | (b & 31 & ~segment));
        *is_in_range = source <= (int32_t)limit;
        break;
    }
    return *is_in_range ? (uint32_t)source : lane;
}

uint32_t collective_source(const Warp *warp, const Micro *micro, uint32_t lane)
{
    const uint32_t *b = warp_row(warp, micro->b), *c = warp_row(warp, micro->c);
    bool is_in_range;
    return source_lane((PtxSuffix)micro->function, lane, b[lane], c[lane], &is_in_range);
}

// All lanes take part; `mode` is a constant where it is called, so that the lanes are compiled
// together. Returns the lanes in range.
static inline __attribute__((always_inline)) uint32_t shuffle_all(Collective *collective,
                                                                  PtxSuffix mode)
{
    uint32_t source[LANE_COUNT], out_of_range = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_in_range;
        source[lane] =
            source_lane(mode, lane, collective->b[lane], collective->c[lane], &is_in_range);
        out_of_range |= is_in_range ? 0 : 1u << lane;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        collective->result[lane] = (uint32_t)collective->value[source[lane]];
    }
    return ~out_of_range;
}

static uint32_t shuffle_full(Collective *collective, PtxSuffix mode)
{
    switch ((int)mode) {
    case PTX_DOT_UP: return shuffle_all(collective, PTX_DOT_UP);
    case PTX_DOT_DOWN: return shuffle_all(collective, PTX_DOT_DOWN);
    case PTX_DOT_BFLY: return shuffle_all(collective, PTX_DOT_BFLY);
    default: return shuffle_all(collective, PTX_DOT_IDX);
    }
}

// The ISA leaves open what a lane gets from one that does not take part; an H200 gives 0
// (traces/h200/random-programs.csv, whose last warps are partial).
static void shuffle(Collective *collective, PtxSuffix mode)
{
    uint32_t in_range = 0;
    if (collective->lanes == FULL_MASK) {
        collective->predicate = shuffle_full(collective, mode);
        return;
    }
    for (uint32_t rest = collective->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bool is_in_range;
        uint32_t source =
            source_lane(mode, lane, collective->b[lane], collective->c[lane], &is_in_range);
        bool is_there = (collective->lanes >> source & 1u) != 0;
        collective->result[lane] = is_there ? (uint32_t)collective->value[source] : 0;
        in_range |= (uint32_t)is_in_range << lane;
    }
    collective->predicate = in_range;
}

#if defined(__GNUC__) && defined(__x86_64__)
// source_lane() of the lanes from `first` on, in each element; *in_range: their bits.
__attribute__((target("avx512f"))) static inline __m512i
sources_avx512(PtxSuffix mode, uint32_t first, const uint32_t *b, const uint32_t *c,
               uint32_t *in_range)
{
    __m512i most = _mm512_set1_epi32(31), clamp = _mm512_loadu_si512(c + first);
    __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    lane = _mm512_add_epi32(lane, _mm512_set1_epi32((int)first));
    __m512i segment = _mm512_and_si512(_mm512_srli_epi32(clamp, 8), most);
    __m512i low = _mm512_and_si512(lane, segment);
    __m512i limit =
        _mm512_or_si512(low, _mm512_andnot_si512(segment, _mm512_and_si512(clamp, most)));
    __m512i by = _mm512_and_si512(_mm512_loadu_si512(b + first), most), source;
    switch ((int)mode) {
    case PTX_DOT_UP: source = _mm512_sub_epi32(lane, by); break;
    case PTX_DOT_DOWN: source = _mm512_add_epi32(lane, by); break;
    case PTX_DOT_BFLY: source = _mm512_xor_si512(lane, by); break;
    default: source = _mm512_or_si512(low, _mm512_andnot_si512(segment, by)); break;
    }
    __mmask16 is_in_range = mode == PTX_DOT_UP ? _mm512_cmpge_epi32_mask(source, limit)
                                               : _mm512_cmple_epi32_mask(source, limit);
    *in_range |= (uint32_t)is_in_range << first;
    return _mm512_mask_blend_epi32(is_in_range, lane, source);
}

__attribute__((target("avx512f"))) static void shuffle_avx512(const Warp *warp, const Micro *micro)
{
    PtxSuffix mode = (PtxSuffix)micro->function;
    const uint32_t *a = warp_row(warp, micro->a), *b = warp_row(warp, micro->b),
                   *c = warp_row(warp, micro->c);
    __m512i low = _mm512_loadu_si512(a), high = _mm512_loadu_si512(a + 16);
    uint32_t in_range = 0;
    __m512i first = sources_avx512(mode, 0, b, c, &in_range);
    __m512i second = sources_avx512(mode, 16, b, c, &in_range);
    if (micro->d != ROW_NONE) {
        uint32_t *d = warp_row(warp, micro->d);
        _mm512_storeu_si512(d, _mm512_permutex2var_epi32(low, first, high));
        _mm512_storeu_si512(d + 16, _mm512_permutex2var_epi32(low, second, high));
    }
    if (micro->d2 != ROW_NONE) {
        *warp_predicate(warp, micro->d2) = in_range;
    }
}
#endif

bool collective_shuffle_all(const Warp *warp, const Micro *micro)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (micro->type != PTX_TYPE_B64 && __builtin_cpu_supports("avx512f")) {
        shuffle_avx512(warp, micro);
        return true;
    }
#endif
    (void)warp;
    (void)micro;
    return false;
}

// --- groups: lanes that name the same member mask

// The group of the lowest lane of `rest`, which it leaves.
static uint32_t next_group(const Collective *collective, uint32_t *rest)
{
    const uint32_t *members = collective->members;
    uint32_t wanted = members[lane_lowest(*rest)], same = 0;
    for (uint32_t left = *rest; left != 0; left &= left - 1) {
        uint32_t lane = lane_lowest(left);
        same |= (uint32_t)(members[lane] == wanted) << lane;
    }
    *rest &= ~same;
    return same;
}

static void give(Collective *collective, uint32_t value, uint32_t lanes)
{
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        collective->result[lane_lowest(rest)] = value;
    }
}

// The lanes of the mask have a say, also those that name another mask, as the ISA describes vote
// for each thread. CUDA forbids such masks; programs that take the lanes below each lane's own rely
// on this.
static void vote(Collective *collective, PtxSuffix mode, uint32_t group)
{
    uint32_t voters = collective->lanes & collective->members[lane_lowest(group)];
    uint32_t yes = collective->truth & voters;
    switch (mode) {
    case PTX_DOT_ALL: collective->predicate |= yes == voters ? group : 0; break;
    case PTX_DOT_ANY: collective->predicate |= yes != 0 ? group : 0; break;
    case PTX_DOT_UNI: collective->predicate |= yes == voters || yes == 0 ? group : 0; break;
    default: give(collective, yes, group); break;
    }
}

static void match(Collective *collective, PtxSuffix mode, uint32_t group)
{
    uint32_t same = 0;
    for (uint32_t rest = group; rest != 0; rest &= ~same) {
        uint32_t first = lane_lowest(rest);
        same = 0;
        for (uint32_t left = group; left != 0; left &= left - 1) {
            uint32_t lane = lane_lowest(left);
            same |= (uint32_t)(collective->value[lane] == collective->value[first]) << lane;
        }
        if (mode == PTX_DOT_ANY) {
            give(collective, same, same);
        }
    }
    if (mode == PTX_DOT_ALL) {
        uint32_t all = same == group ? group : 0;
        give(collective, all, group);
        collective->predicate |= all;
    }
}

static uint32_t reduce(const Micro *micro, uint32_t left, uint32_t right)
{
    bool is_signed = micro->type == PTX_TYPE_S32;
    bool is_less = is_signed ? (int32_t)left < (int32_t)right : left < right;
    switch (micro->function) {
    case PTX_DOT_MIN: return is_less ? left : right;
    case PTX_DOT_MAX: return is_less ? right : left;
    case PTX_DOT_AND: return left & right;
    case PTX_DOT_OR: return left | right;
    case PTX_DOT_XOR: return left ^ right;
    default: return left + right;
    }
}

// The least or greatest float or magnitude; a NaN is left out, or with .NaN the result.
static uint32_t reduce_floats(const Micro *micro, uint32_t left, uint32_t right)
{
    float a = f32_of_bits(left), b = f32_of_bits(right);
    bool is_nan = micro->combine == PTX_DOT_NAN_RESULT;
    if (micro->function == PTX_DOT_MIN) {
        return bits_of_f32(is_nan ? minimum_nan_f32(a, b) : minimum_f32(a, b));
    }
    return bits_of_f32(is_nan ? maximum_nan_f32(a, b) : maximum_f32(a, b));
}

static void reduce_group_of_floats(Collective *collective, const Micro *micro, uint32_t group)
{
    uint32_t kept = micro->target != 0 ? 0x7fffffffu : UINT32_MAX; // without the sign
    uint32_t found = (uint32_t)collective->value[lane_lowest(group)] & kept;
    for (uint32_t left = group; left != 0; left &= left - 1) {
        uint32_t value = (uint32_t)collective->value[lane_lowest(left)] & kept;
        found = reduce_floats(micro, found, value);
    }
    give(collective, found, group);
}

static void reduce_group(Collective *collective, const Micro *micro, uint32_t group)
{
    uint32_t sum = (uint32_t)collective->value[lane_lowest(group)];
    for (uint32_t left = group & (group - 1); left != 0; left &= left - 1) {
        sum = reduce(micro, sum, (uint32_t)collective->value[lane_lowest(left)]);
    }
    give(collective, sum, group);
}

// The ISA leaves open which member is elected; the lowest one is.
static void elect(Collective *collective, uint32_t group)
{
    give(collective, lane_lowest(group), group);
    collective->predicate |= group & (0u - group);
}

void collective_compute(Collective *collective, const Micro *micro)
{
    if (micro->kind == MICRO_SHUFFLE) {
        shuffle(collective, (PtxSuffix)micro->function);
        return;
    }
    collective->predicate = 0;
    for (uint32_t rest = collective->lanes; rest != 0;) {
        uint32_t group = next_group(collective, &rest);
        switch (micro->kind) {
        case MICRO_VOTE: vote(collective, (PtxSuffix)micro->function, group); break;
        case MICRO_MATCH: match(collective, (PtxSuffix)micro->function, group); break;
        case MICRO_REDUX:
            (micro->type == PTX_TYPE_F32 ? reduce_group_of_floats : reduce_group)(collective, micro,
                                                                                  group);
            break;
        default: elect(collective, group); break;
        }
    }
}

// --- results

static void write_predicate(const Warp *warp, Row predicate, uint32_t value, uint32_t mask)
{
    if (predicate != ROW_NONE) {
        uint32_t *at = warp_predicate(warp, predicate);
        *at = (*at & ~mask) | (value & mask);
    }
}

void collective_write(const Collective *collective, const Warp *warp, const Micro *micro,
                      uint32_t lanes)
{
    if (micro->kind == MICRO_VOTE && micro->function != PTX_DOT_BALLOT) {
        write_predicate(warp, micro->d, collective->predicate, lanes);
        return;
    }
    if (micro->d != ROW_NONE) {
        take(warp_row(warp, micro->d), collective->result, lanes);
    }
    write_predicate(warp, micro->d2, collective->predicate, lanes);
}
