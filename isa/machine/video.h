// SPDX-License-Identifier: Apache-2.0
// Video instructions as one word: operand e of the lane functions VIDEO, VIDEO_2 and VIDEO_4. Made
// by select_video.c, read by sim/lane/video.h.
#ifndef LOCKSTEP_MACHINE_VIDEO_H
#define LOCKSTEP_MACHINE_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

typedef enum VideoFunction {
    VIDEO_ADD,
    VIDEO_SUB,
    VIDEO_ABSDIFF,
    VIDEO_MIN,
    VIDEO_MAX,
    VIDEO_AVRG,
    VIDEO_SHL,
    VIDEO_SHR,
    VIDEO_MAD,
    VIDEO_EQ,
    VIDEO_NE,
    VIDEO_LT,
    VIDEO_LE,
    VIDEO_GT,
    VIDEO_GE
} VideoFunction;

typedef enum VideoSecondary {
    VIDEO_THEN_NOTHING,
    VIDEO_THEN_ADD,
    VIDEO_THEN_MIN,
    VIDEO_THEN_MAX
} VideoSecondary;

// The fields of the word. A part is 0 for all 32 bits, 1 to 4 for a byte, 5 and 6 for a half.
enum {
    VIDEO_FUNCTION_MASK = 15,
    VIDEO_SIGNED_D = 1 << 4,
    VIDEO_SIGNED_A = 1 << 5,
    VIDEO_SIGNED_B = 1 << 6,
    VIDEO_SAT = 1 << 7,
    VIDEO_SECONDARY = 8, // first bit of a VideoSecondary
    VIDEO_PART_D = 10,   // first bits of parts
    VIDEO_PART_A = 13,
    VIDEO_PART_B = 16,
    VIDEO_WRAP = 1 << 19, // vshl and vshr: only five bits of b
    VIDEO_SCALE = 20,     // vmad: first bit of the distance of its shift to the right
    VIDEO_PLUS_ONE = 1 << 24,
    VIDEO_NEGATE_PRODUCT = 1 << 25,
    VIDEO_NEGATE_C = 1 << 26,
    VIDEO_LANES = 27 // SIMD: first of four bits, one for each half or byte that is written or added
};

#endif
