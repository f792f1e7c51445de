// SPDX-License-Identifier: Apache-2.0
#include "sim/lane/slow_path.h"

#include "sim/lane/bits.h"
#include "sim/lane/mask.h"

#include <math.h>

#define SIGN_F32 0x80000000u

// Nodes of all operations; those of one follow each other, its ENTER first.
typedef enum SlowNodeId {
#define SLOW_OP(...)
#define SLOW_NODE(op, name, ...) NODE_##op##_##name,
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
    NODE_COUNT,
    NODE_NONE = NODE_COUNT // the short sequence
} SlowNodeId;

#define NODE_DIV_F32_NONE      NODE_NONE
#define NODE_DIV_FTZ_F32_NONE  NODE_NONE
#define NODE_RCP_F32_NONE      NODE_NONE
#define NODE_RCP_FTZ_F32_NONE  NODE_NONE
#define NODE_SQRT_F32_NONE     NODE_NONE
#define NODE_SQRT_FTZ_F32_NONE NODE_NONE
#define NODE_DIV_F64_NONE      NODE_NONE
#define NODE_RCP_F64_NONE      NODE_NONE
#define NODE_SQRT_F64_NONE     NODE_NONE
#define NODE_RSQRT_F64_NONE    NODE_NONE

typedef struct SlowNode {
    uint8_t parent; // SlowNodeId
    uint16_t cycles;
    uint8_t alu, fma, fp16, fp64, xu, branches, calls, joins, bssy; // as SlowCost's
} SlowNode;

static const SlowNode nodes[NODE_COUNT] = {
#define SLOW_OP(...)
#define SLOW_NODE(op, name, parent, ...) [NODE_##op##_##name] = {NODE_##op##_##parent, __VA_ARGS__},
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
};

typedef struct SlowInfo {
    LaneOp function;
    bool is_ftz;
    uint8_t first_node; // of its nodes, which follow each other
    uint8_t moves_alu, moves_fma;
    uint8_t left_out_fma, left_out_xu;
    uint8_t together;
} SlowInfo;

static const SlowInfo infos[SLOW_OP_COUNT] = {
#define SLOW_OP(name, function, is_ftz, ta, tb, scale, first, count, near, mask, ...)              \
    [SLOW_##name] = {LANE_##function, is_ftz, NODE_##name##_ENTER, __VA_ARGS__},
#define SLOW_NODE(op, ...)
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
};

enum { IS_WIDE_U32 = false, IS_WIDE_U64 = true };

const SlowFilter slow_filter[SLOW_OP_COUNT] = {
#define SLOW_OP(name, function, is_ftz, ta, tb, scale, first, count, near, mask, ...)              \
    [SLOW_##                                                                                       \
        name] = {scale, IS_WIDE_##ta, LANE_TYPE_##tb != LANE_TYPE_NONE, first, count, near, mask},
#define SLOW_NODE(op, ...)
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
};

SlowOp slow_op_of(const Micro *micro, uint32_t compute_capability)
{
    bool is_ftz = (micro->flags & MICRO_FTZ) != 0;
    if (micro->kind != MICRO_LANE || !micro->has_paths || micro->issues == 0 ||
        micro->round != MICRO_RN || compute_capability < 20) {
        return SLOW_NONE;
    }
    for (uint32_t op = SLOW_NONE + 1; op < SLOW_OP_COUNT; op++) {
        bool is_wide = slow_filter[op].is_wide; // .ftz is of f32
        if (infos[op].function == micro->function && (is_wide || infos[op].is_ftz == is_ftz)) {
            return (SlowOp)op;
        }
    }
    return SLOW_NONE;
}

// --- which way the operands of a lane take. The conditions are those of the machine code, whose
// branches the nodes are named after; where the short sequence ends, the first condition of each.

// The machine's FCHK: a divided by b needs the subroutine, by their exponent fields. Found in a
// table of all 65,536 pairs, with two mantissas each (traces/h200/probes/slow_path_sweep.csv).
static bool is_checked_out(uint32_t exponent_a, uint32_t exponent_b)
{
    int32_t difference = (int32_t)exponent_a - (int32_t)exponent_b;
    return exponent_a < 25 || exponent_a > 254 || exponent_b < 2 || exponent_b > 251 ||
           difference < -124 || difference > 126;
}

enum {
    EXPONENT_MOST_F32 = 254, // of numbers
    DENORMAL_LEAST_F32 = -24 // exponent field that half of the least denormal would have
};

static uint32_t exponent_f32(uint32_t bits)
{
    return bits >> 23 & 0xff;
}

// The exponent field of a finite number that is not zero, as if exponents had no lower end; and its
// mantissa without the leading one.
static int32_t normalize_f32(uint32_t bits, uint32_t *mantissa)
{
    int32_t exponent = (int32_t)exponent_f32(bits);
    *mantissa = bits & 0x7fffff;
    if (exponent == 0) {
        int shift = __builtin_clz(*mantissa) - 8;
        *mantissa = *mantissa << shift & 0x7fffff;
        exponent = 1 - shift;
    }
    return exponent;
}

// The exponent field of the quotient. It does not round up to a power of two.
static int32_t quotient_exponent(uint32_t a, uint32_t b)
{
    uint32_t mantissa_a, mantissa_b;
    int32_t exponent = normalize_f32(a, &mantissa_a) - normalize_f32(b, &mantissa_b);
    return exponent + 127 - (mantissa_a < mantissa_b);
}

// The way of operands without sign one of which is 0, infinite or a NaN; NODE_NONE: none is.
#define SPECIAL_QUOTIENT(OP, A, B)                                                                 \
    ((A) > F32_INFINITY || (B) > F32_INFINITY ? NODE_##OP##_NAN                                    \
     : (A) == 0 && (B) == 0                   ? NODE_##OP##_ZERO_BY_ZERO                           \
     : (A) == F32_INFINITY && (B) == (A)      ? NODE_##OP##_INF_BY_INF                             \
     : (A) == 0 || (B) == F32_INFINITY        ? NODE_##OP##_TO_ZERO                                \
     : (B) == 0 || (A) == F32_INFINITY        ? NODE_##OP##_TO_INF                                 \
                                              : NODE_NONE)

static SlowNodeId way_of_DIV_F32(uint32_t a, uint32_t b)
{
    uint32_t exponent_a = exponent_f32(a), exponent_b = exponent_f32(b);
    if (!is_checked_out(exponent_a, exponent_b)) {
        return NODE_NONE;
    }
    a &= ~SIGN_F32;
    b &= ~SIGN_F32;
    bool is_scaled = exponent_a - 1 >= EXPONENT_MOST_F32 || exponent_b - 1 >= EXPONENT_MOST_F32;
    SlowNodeId special = SPECIAL_QUOTIENT(DIV_F32, a, b);
    if (special != NODE_NONE) {
        return special;
    }
    int32_t exponent = quotient_exponent(a, b);
    if (exponent > EXPONENT_MOST_F32) {
        return is_scaled ? NODE_DIV_F32_SCALED_OVERFLOW : NODE_DIV_F32_OVERFLOW;
    }
    if (exponent >= 1) {
        return is_scaled ? NODE_DIV_F32_SCALED_NORMAL : NODE_DIV_F32_NORMAL;
    }
    if (exponent < DENORMAL_LEAST_F32) {
        return is_scaled ? NODE_DIV_F32_SCALED_UNDERFLOW : NODE_DIV_F32_UNDERFLOW;
    }
    return is_scaled ? NODE_DIV_F32_SCALED_DENORMAL : NODE_DIV_F32_DENORMAL;
}

static SlowNodeId way_of_DIV_FTZ_F32(uint32_t a, uint32_t b)
{
    uint32_t exponent_a = exponent_f32(a), exponent_b = exponent_f32(b);
    if (!is_checked_out(exponent_a, exponent_b)) {
        return NODE_NONE;
    }
    a = exponent_a == 0 ? 0 : a & ~SIGN_F32;
    b = exponent_b == 0 ? 0 : b & ~SIGN_F32;
    SlowNodeId special = SPECIAL_QUOTIENT(DIV_FTZ_F32, a, b);
    if (special != NODE_NONE) {
        return special;
    }
    int32_t exponent = quotient_exponent(a, b);
    bool is_normal = exponent >= 1 && exponent <= EXPONENT_MOST_F32;
    return is_normal ? NODE_DIV_FTZ_F32_NORMAL : NODE_DIV_FTZ_F32_OUTSIDE;
}

// Reciprocals of numbers from 2^126 on are subnormal.
enum { RECIPROCAL_HUGE_F32 = 253 };

static SlowNodeId way_of_RCP_F32(uint32_t a, uint32_t b)
{
    (void)b;
    uint32_t exponent = exponent_f32(a);
    return exponent == 0                    ? NODE_RCP_F32_SMALL
           : exponent < RECIPROCAL_HUGE_F32 ? NODE_NONE
           : exponent <= EXPONENT_MOST_F32  ? NODE_RCP_F32_HUGE
                                            : NODE_RCP_F32_NO_NUMBER;
}

static SlowNodeId way_of_RCP_FTZ_F32(uint32_t a, uint32_t b)
{
    (void)b;
    uint32_t exponent = exponent_f32(a);
    return exponent == 0                    ? NODE_RCP_FTZ_F32_SMALL
           : exponent < RECIPROCAL_HUGE_F32 ? NODE_NONE
           : exponent <= EXPONENT_MOST_F32  ? NODE_RCP_FTZ_F32_HUGE
                                            : NODE_RCP_FTZ_F32_NO_NUMBER;
}

// 2^-101 and less, infinity, NaNs, and all with a sign.
static bool is_root_slow_f32(uint32_t a)
{
    return a - 0x0d000000u >= F32_INFINITY - 0x0d000000u;
}

static SlowNodeId way_of_SQRT_F32(uint32_t a, uint32_t b)
{
    (void)b;
    uint32_t magnitude = a & ~SIGN_F32;
    if (!is_root_slow_f32(a)) {
        return NODE_NONE;
    }
    if (magnitude == 0) {
        return NODE_SQRT_F32_ZERO;
    }
    if (magnitude > F32_INFINITY) {
        return NODE_SQRT_F32_NAN;
    }
    // The comparison with zero flushes: negative subnormals are not among the negative ones.
    bool is_negative = a != magnitude && exponent_f32(a) != 0;
    return is_negative ? NODE_SQRT_F32_NEGATIVE : NODE_SQRT_F32_NUMBER;
}

static SlowNodeId way_of_SQRT_FTZ_F32(uint32_t a, uint32_t b)
{
    (void)b;
    uint32_t magnitude = a & ~SIGN_F32;
    if (!is_root_slow_f32(a)) {
        return NODE_NONE;
    }
    if (exponent_f32(a) == 0) {
        return NODE_SQRT_FTZ_F32_ZERO;
    }
    if (magnitude > F32_INFINITY) {
        return NODE_SQRT_FTZ_F32_NAN;
    }
    return a != magnitude ? NODE_SQRT_FTZ_F32_NEGATIVE : NODE_SQRT_FTZ_F32_NUMBER;
}

// Doubles are checked by their upper words.
enum {
    NORMAL_LEAST_HIGH = 0x00100000,
    INFINITY_HIGH = 0x7ff00000,
    FLOAT_INFINITY = 0x7f800000,  // from here on an upper word is a NaN where it is read as f32
    DIVIDEND_LEAST = 0x03600000,  // 2^-969
    RECIPROCAL_MOST = 0x7fcffbfe, // 2^1022, nearly
    ROOT_LEAST = 0x03500000       // 2^-970
};

static uint32_t high_of(uint64_t bits)
{
    return (uint32_t)(bits >> 32) & ~SIGN_F32;
}

// Whether a / b is a double, for finite a and b that are not 0: then nothing of a remains.
static bool is_quotient_exact(double a, double b)
{
    int exponent;
    double x = frexp(a, &exponent), y = frexp(b, &exponent);
    return fma(x / y, -y, x) == 0;
}

static SlowNodeId way_of_DIV_F64(uint64_t a, uint64_t b)
{
    double x = f64_of_bits(a), y = f64_of_bits(b);
    uint32_t result = high_of(bits_of_f64(x / y));
    bool is_normal = result > NORMAL_LEAST_HIGH;
    if (high_of(a) >= DIVIDEND_LEAST && high_of(b) >= NORMAL_LEAST_HIGH &&
        high_of(b) < FLOAT_INFINITY && is_normal && result <= FLOAT_INFINITY) {
        return NODE_NONE;
    }
    if (x != x) {
        return NODE_DIV_F64_NAN_A;
    }
    if (y != y) {
        return NODE_DIV_F64_NAN_B;
    }
    if (x == 0 || y == 0 || isinf(x) || isinf(y)) {
        bool is_undefined = (x == 0 && y == 0) || (isinf(x) && isinf(y));
        return is_undefined ? NODE_DIV_F64_UNDEFINED : NODE_DIV_F64_DEFINED;
    }
    if (is_normal) {
        return NODE_DIV_F64_NORMAL;
    }
    return is_quotient_exact(x, y) ? NODE_DIV_F64_EXACT : NODE_DIV_F64_INEXACT;
}

static SlowNodeId way_of_RCP_F64(uint64_t a, uint64_t b)
{
    (void)b;
    uint32_t high = high_of(a);
    if (high >= NORMAL_LEAST_HIGH && high < RECIPROCAL_MOST) {
        return NODE_NONE;
    }
    if (f64_of_bits(a) != f64_of_bits(a)) {
        return NODE_RCP_F64_NAN;
    }
    if (high == 0 || high == INFINITY_HIGH) { // the least subnormals, too, have the result infinity
        return NODE_RCP_F64_ZERO_OR_INF;
    }
    return high < NORMAL_LEAST_HIGH ? NODE_RCP_F64_DENORMAL : NODE_RCP_F64_HUGE;
}

static SlowNodeId way_of_SQRT_F64(uint64_t a, uint64_t b)
{
    (void)b;
    double x = f64_of_bits(a);
    uint32_t high = (uint32_t)(a >> 32);
    if (high >= ROOT_LEAST && high < INFINITY_HIGH) {
        return NODE_NONE;
    }
    if (high >= NORMAL_LEAST_HIGH && high < ROOT_LEAST) {
        return NODE_SQRT_F64_TINY;
    }
    if (x == 0 || x != x) {
        return NODE_SQRT_F64_ZERO_OR_NAN;
    }
    return x < 0 ? NODE_SQRT_F64_NEGATIVE : isinf(x) ? NODE_SQRT_F64_INF : NODE_SQRT_F64_DENORMAL;
}

static SlowNodeId way_of_RSQRT_F64(uint64_t a, uint64_t b)
{
    (void)b;
    double x = f64_of_bits(a);
    uint32_t high = (uint32_t)(a >> 32);
    if (high >= NORMAL_LEAST_HIGH && high < INFINITY_HIGH) {
        return NODE_NONE;
    }
    if (x == 0 || x != x) {
        return x == 0 ? NODE_RSQRT_F64_ZERO : NODE_RSQRT_F64_NAN;
    }
    return x < 0      ? NODE_RSQRT_F64_NEGATIVE
           : isinf(x) ? NODE_RSQRT_F64_INF
                      : NODE_RSQRT_F64_DENORMAL;
}

static SlowNodeId way_of(SlowOp op, const void *a, const void *b, uint32_t lane)
{
    switch (op) {
#define OPERAND_U32(x)  ((const uint32_t *)(x))[lane]
#define OPERAND_U64(x)  ((const uint64_t *)(x))[lane]
#define OPERAND_NONE(x) 0
#define SLOW_OP(name, function, is_ftz, ta, tb, ...)                                               \
    case SLOW_##name:                                                                              \
        return way_of_##name(OPERAND_##ta(a), OPERAND_##tb(b));
#define SLOW_NODE(op, ...)
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
    default: return NODE_NONE;
    }
}

// --- what the ways cost

// Of each way more that lanes of a warp take: as much as a short sequence beside a slow path takes
// longer (`together` of DIV_F32). Warps with up to 13 ways took 0 to 28 (`mixed` of
// traces/h200/probes/slow_paths.csv).
enum { DIVERGENCE_CYCLES = 18 };

static void add_node(SlowCost *cost, const SlowNode *node, uint32_t lanes)
{
    int32_t issues = node->alu + node->fma + node->fp16 + node->fp64 + node->xu + node->branches +
                     node->calls + node->joins + node->bssy;
    cost->issues += issues;
    cost->threads += issues * (int32_t)lanes_in(lanes);
    cost->alu += node->alu;
    cost->fma += node->fma;
    cost->fp16 += node->fp16;
    cost->fp64 += node->fp64;
    cost->xu += node->xu;
    cost->branches += node->branches;
    cost->calls += node->calls;
    cost->joins += node->joins;
    cost->bssy += node->bssy;
    cost->cycles += node->cycles;
}

static void leave_out_moves(SlowCost *cost, const SlowInfo *info, uint32_t lanes)
{
    int32_t moves = info->moves_alu + info->moves_fma;
    cost->alu -= info->moves_alu;
    cost->fma -= info->moves_fma;
    cost->issues -= moves;
    cost->threads -= moves * (int32_t)lanes_in(lanes);
}

// The lanes leave out a part of the short sequence, and the BSYNC at its end is counted there
// already. If all do, nobody executes it.
static void leave_out_short(SlowCost *cost, const SlowInfo *info, uint32_t lanes, bool is_together)
{
    int32_t issues = info->left_out_fma + info->left_out_xu + 1;
    cost->threads -= issues * (int32_t)lanes_in(lanes);
    if (is_together) {
        cost->issues -= issues;
        cost->fma -= info->left_out_fma;
        cost->xu -= info->left_out_xu;
        cost->joins -= 1;
        cost->cycles -= info->together;
    }
}

// The lanes of DIVIDE wait at a BSYNC for those that leave by a BREAK, and execute it once more.
static void add_waiting(SlowCost *cost, uint32_t lanes)
{
    cost->issues++;
    cost->joins++;
    cost->threads += (int32_t)lanes_in(lanes);
}

// Fills in which lanes end at which node, and the last of these nodes. Returns their number.
static uint32_t find_ways(SlowOp op, const void *a, const void *b, uint32_t on,
                          uint32_t lanes[NODE_COUNT], uint32_t *last)
{
    uint32_t ways = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        SlowNodeId node = way_of(op, a, b, lane);
        if (node != NODE_NONE) {
            ways += lanes[node] == 0;
            lanes[node] |= 1u << lane;
            *last = node > *last ? node : *last;
        }
    }
    return ways;
}

SlowCost slow_path_cost(SlowOp op, bool is_alone, const void *a, const void *b, uint32_t on,
                        uint32_t suspects)
{
    const SlowInfo *info = &infos[op];
    uint32_t lanes[NODE_COUNT] = {0}, last = 0; // lanes that come to a node
    uint32_t ways = find_ways(op, a, b, on & suspects, lanes, &last);
    SlowCost cost = {0};
    if (ways == 0) {
        return cost;
    }
    for (uint32_t node = last; node > info->first_node; node--) {
        if (lanes[node] != 0) { // parents come before their children
            add_node(&cost, &nodes[node], lanes[node]);
            lanes[nodes[node].parent] |= lanes[node];
        }
    }
    cost.lanes = lanes[info->first_node];
    add_node(&cost, &nodes[info->first_node], cost.lanes);
    if (lanes[NODE_DIV_FTZ_F32_DIVIDE] != 0 && lanes[NODE_DIV_FTZ_F32_SPECIAL] != 0) {
        add_waiting(&cost, lanes[NODE_DIV_FTZ_F32_DIVIDE]);
    }
    if (is_alone) {
        leave_out_moves(&cost, info, cost.lanes);
    }
    leave_out_short(&cost, info, cost.lanes, cost.lanes == on);
    cost.diverged = ways - (cost.lanes == on);
    cost.cycles += (ways - 1) * DIVERGENCE_CYCLES;
    return cost;
}
