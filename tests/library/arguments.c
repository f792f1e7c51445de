// SPDX-License-Identifier: Apache-2.0
// The tables of arguments; see arguments.h.
#include "arguments.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SPECIAL_COUNT = 32 };

static const double SPECIAL[SPECIAL_COUNT] = {0.0,
                                              -0.0,
                                              1.0,
                                              -1.0,
                                              INFINITY,
                                              -INFINITY,
                                              NAN,
                                              0.5,
                                              -0.5,
                                              2.0,
                                              -2.0,
                                              3.0,
                                              -3.0,
                                              1.5,
                                              -1.5,
                                              2.5,
                                              -2.5,
                                              10.0,
                                              -10.0,
                                              0x1p23,
                                              -0x1p23,
                                              0x1p24,
                                              -33.0,
                                              0x1p-126,
                                              -0x1p-149,
                                              0x1p-149,
                                              88.72283935546875,
                                              -87.33654,
                                              0x1.fffffep127,
                                              -0x1.fffffep127,
                                              0.999,
                                              1.001};

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15); // splitmix64, Steele et al. 2014
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double special(int index, bool is_double)
{
    static const double of_doubles[] = {0x1p-1022,
                                        -0x1p-1074,
                                        0x1p-1074,
                                        709.782712893384,
                                        -708.3964,
                                        0x1.fffffffffffffp1023,
                                        -0x1.fffffffffffffp1023};
    return is_double && index >= 23 && index < 30 ? of_doubles[index - 23] : SPECIAL[index];
}

static float float_argument(int i, uint64_t random)
{
    float near = (float)((double)(random >> 44) * 0.78539816339744831);
    uint32_t bits =
        (uint32_t)(i % 256) << 23 | (uint32_t)(random >> 41 << 31) | ((uint32_t)random & 0x7fffff);
    float value;
    memcpy(&value, &bits, sizeof value);
    return i % 8 == 7 ? near : value;
}

static double double_argument(int i, uint64_t random)
{
    double near = (double)(random >> (i % 16 == 7 ? 44 : 24)) * 0.78539816339744831;
    // exponents around 0 more often than the far ones
    uint64_t exponent = (uint64_t)(i % 4 == 0 ? (i / 4) % 2048 : 1023 - 96 + (i / 4) % 160);
    uint64_t bits = exponent << 52 | random << 63 | random >> 12;
    double value;
    memcpy(&value, &bits, sizeof value);
    return i % 8 == 7 ? near : value;
}

void arguments_fill(Arguments *arguments)
{
    uint64_t state = 1;
    for (int i = 0; i < HALF_COUNT; i++) {
        bool is_special = i < SPECIAL_COUNT * SPECIAL_COUNT;
        int first = i % SPECIAL_COUNT, second = i / SPECIAL_COUNT % SPECIAL_COUNT;
        uint64_t r1 = next_random(&state), r2 = next_random(&state);
        arguments->all_f[i] = is_special ? (float)special(first, false) : float_argument(i, r1);
        arguments->all_d[i] = is_special ? special(first, true) : double_argument(i, r1);
        arguments->all2_f[i] =
            is_special ? (float)special(second, false) : float_argument(i / 3 + i, r2);
        arguments->all2_d[i] = is_special ? special(second, true) : double_argument(i / 3 + i, r2);
        arguments->unit_f[i] = (float)(next_random(&state) >> 40) * 0x1p-24f;
        arguments->unit2_f[i] = (float)(next_random(&state) >> 40) * 0x1p-24f;
        arguments->unit_d[i] = (double)(next_random(&state) >> 11) * 0x1p-53;
        arguments->unit2_d[i] = (double)(next_random(&state) >> 11) * 0x1p-53;
    }
}
