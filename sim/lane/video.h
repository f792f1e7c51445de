// SPDX-License-Identifier: Apache-2.0
// Video instructions: PTX ISA 9.0, "Scalar Video Instructions" and "SIMD Video Instructions", step
// by step as the ISA's pseudocode computes them. What it leaves open (shifts by more than 34 bits
// that saturate) is computed without a limit of width. Not compared with hardware.
#ifndef LOCKSTEP_LANE_VIDEO_H
#define LOCKSTEP_LANE_VIDEO_H

#include "isa/machine/video.h"

// Bytes 1 to 4, halves 5 and 6, or all of it, extended.
static inline int64_t video_part(uint32_t x, uint32_t part, bool is_signed)
{
    uint32_t width = part == 0 ? 32 : part <= 4 ? 8 : 16;
    uint32_t shift = part == 0 ? 0 : part <= 4 ? 8 * (part - 1) : 16 * (part - 5);
    uint64_t found = (uint64_t)(x >> shift) & ((UINT64_C(1) << width) - 1);
    bool is_negative = is_signed && (found >> (width - 1) & 1) != 0;
    return is_negative ? (int64_t)found - (INT64_C(1) << width) : (int64_t)found;
}

static inline int64_t video_clamped(int64_t x, uint32_t width, bool is_signed)
{
    int64_t highest = (INT64_C(1) << (width - is_signed)) - 1;
    int64_t lowest = is_signed ? -highest - 1 : 0;
    return x < lowest ? lowest : x > highest ? highest : x;
}

// A shift to the left by 32 leaves a number that is large and right in its lowest 33 bits.
static inline int64_t video_shifted(VideoFunction function, int64_t a, uint32_t b)
{
    if (function == VIDEO_SHR) {
        return a >> b;
    }
    int64_t far = a < 0 ? INT64_MIN : a > 0 ? INT64_C(0x7ffffffe00000000) : 0;
    far |= (a & 1) << 32;
    return b < 32 ? (int64_t)((uint64_t)a << b) : far;
}

static inline bool video_holds(VideoFunction comparison, int64_t a, int64_t b)
{
    switch (comparison) {
    case VIDEO_EQ: return a == b;
    case VIDEO_NE: return a != b;
    case VIDEO_LT: return a < b;
    case VIDEO_LE: return a <= b;
    case VIDEO_GT: return a > b;
    default: return a >= b;
    }
}

static inline int64_t video_primary(VideoFunction function, int64_t a, int64_t b)
{
    switch (function) {
    case VIDEO_ADD: return a + b;
    case VIDEO_SUB: return a - b;
    case VIDEO_ABSDIFF: return a < b ? b - a : a - b;
    case VIDEO_MIN: return a < b ? a : b;
    case VIDEO_MAX: return a > b ? a : b;
    case VIDEO_AVRG: return (a + b + (a + b >= 0)) >> 1;
    default: return video_holds(function, a, b);
    }
}

static inline uint32_t video_merged(uint32_t part, uint32_t x, uint32_t c)
{
    if (part == 0) {
        return x;
    }
    uint32_t shift = part <= 4 ? 8 * (part - 1) : 16 * (part - 5);
    uint32_t mask = (part <= 4 ? 0xffu : 0xffffu) << shift;
    return (x << shift & mask) | (c & ~mask);
}

// A number of 128 bits, signed or not, as 32 bits.
static inline uint32_t video_narrowed(uint64_t high, uint64_t low, bool is_signed, bool is_clamped)
{
    bool is_negative = is_signed && high >> 63 != 0;
    uint64_t sign = is_negative ? UINT64_MAX : 0;
    bool fits = high == sign && (is_signed ? low + 0x80000000u <= UINT32_MAX : low <= UINT32_MAX);
    if (fits || !is_clamped) {
        return (uint32_t)low;
    }
    return is_negative ? 0x80000000u : is_signed ? 0x7fffffffu : UINT32_MAX;
}

// vmad: the product and c, shifted to the right.
static inline uint32_t video_multiply(uint32_t e, int64_t a, int64_t b, uint32_t c)
{
    bool negates_product = (e & VIDEO_NEGATE_PRODUCT) != 0, negates_c = (e & VIDEO_NEGATE_C) != 0;
    bool has_sign = (e & (VIDEO_SIGNED_A | VIDEO_SIGNED_B)) != 0;
    bool is_signed = has_sign || negates_product || negates_c;
    uint32_t shift = e >> VIDEO_SCALE & 15;
    uint64_t low = (uint64_t)a * (uint64_t)b; // signed, it fits into 64 bits
    uint64_t flip = negates_product ? UINT64_MAX : 0;
    uint64_t high = (has_sign && low >> 63 != 0 ? UINT64_MAX : 0) ^ flip;
    low ^= flip;
    c = negates_c && !negates_product ? ~c : c;
    uint64_t above = is_signed && c >> 31 != 0 ? UINT64_MAX : 0;
    uint64_t sum = low + (above << 32 | c);
    high += above + (sum < low);
    low = sum + ((e & VIDEO_PLUS_ONE) != 0 || negates_product || negates_c);
    high += low < sum;
    if (shift != 0) {
        low = low >> shift | high << (64 - shift);
        high = is_signed ? (uint64_t)((int64_t)high >> shift) : high >> shift;
    }
    return video_narrowed(high, low, is_signed, (e & VIDEO_SAT) != 0);
}

static inline int64_t video_secondary(uint32_t e, int64_t x, uint32_t c)
{
    bool is_signed = (e & VIDEO_SIGNED_D) != 0;
    int64_t third = video_part(c, 0, is_signed);
    int64_t held = (int64_t)((uint64_t)x << 31) >> 31; // in 33 bits
    switch (e >> VIDEO_SECONDARY & 3) {
    case VIDEO_THEN_ADD: return held + third;
    case VIDEO_THEN_MIN: return held < third ? held : third;
    case VIDEO_THEN_MAX: return held > third ? held : third;
    default: return x;
    }
}

static inline uint32_t video_scalar(uint32_t a, uint32_t b, uint32_t c, uint32_t e)
{
    VideoFunction function = (VideoFunction)(e & VIDEO_FUNCTION_MASK);
    uint32_t part = e >> VIDEO_PART_D & 7;
    int64_t x = video_part(a, e >> VIDEO_PART_A & 7, (e & VIDEO_SIGNED_A) != 0);
    int64_t y = video_part(b, e >> VIDEO_PART_B & 7, (e & VIDEO_SIGNED_B) != 0);
    if (function == VIDEO_MAD) {
        return video_multiply(e, x, y, c);
    }
    int64_t result;
    if (function == VIDEO_SHL || function == VIDEO_SHR) {
        uint32_t distance = (uint32_t)y;
        distance = (e & VIDEO_WRAP) != 0 ? distance & 31 : distance > 32 ? 32 : distance;
        result = video_shifted(function, x, distance);
    } else {
        result = video_primary(function, x, y);
    }
    if ((e & VIDEO_SAT) != 0) {
        uint32_t width = part == 0 ? 32 : part <= 4 ? 8 : 16;
        result = video_clamped(result, width, (e & VIDEO_SIGNED_D) != 0);
    }
    return video_merged(part, (uint32_t)video_secondary(e, result, c), c);
}

// Of two halves or four bytes.
static inline uint32_t video_simd(uint32_t a, uint32_t b, uint32_t c, uint32_t e, uint32_t width)
{
    VideoFunction function = (VideoFunction)(e & VIDEO_FUNCTION_MASK);
    uint32_t first = width == 8 ? 1 : 5, sum = c, merged = c;
    for (uint32_t i = 0; i < 32 / width; i++) {
        int64_t x = video_part(a, first + i, (e & VIDEO_SIGNED_A) != 0);
        int64_t y = video_part(b, first + i, (e & VIDEO_SIGNED_B) != 0);
        int64_t result = video_primary(function, x, y);
        if ((e & VIDEO_SAT) != 0) {
            result = video_clamped(result, width, (e & VIDEO_SIGNED_D) != 0);
        }
        if ((e >> VIDEO_LANES & 1u << i) != 0) {
            sum += (uint32_t)result;
            merged = video_merged(first + i, (uint32_t)result, merged);
        }
    }
    return (e >> VIDEO_SECONDARY & 3) == VIDEO_THEN_ADD ? sum : merged;
}

#endif
