// SPDX-License-Identifier: Apache-2.0
// Division by a number that is divided by often: a multiplication takes a fraction of the time that
// hosts need for a division of 64 bits.
#ifndef LOCKSTEP_BASE_DIVIDE_H
#define LOCKSTEP_BASE_DIVIDE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 DivideProduct;

typedef struct Divisor {
    uint64_t value;
    uint64_t inverse; // 2^64 / value, rounded up
    uint64_t most;    // up to this number the product with the inverse is exact
} Divisor;

// value must not be 0.
static inline Divisor divisor_of(uint64_t value)
{
    // inverse * value = 2^64 + e with e < value. So number * inverse / 2^64 exceeds number / value
    // by number * e / 2^64 / value, which is less than 1 / value if number * value < 2^64: too
    // little to reach the next integer.
    return (Divisor){value, UINT64_MAX / value + 1, value == 1 ? 0 : UINT64_MAX / value};
}

static inline uint64_t divide(uint64_t number, const Divisor *by)
{
    return number <= by->most ? (uint64_t)((DivideProduct)number * by->inverse >> 64)
                              : number / by->value;
}

static inline uint64_t divide_rest(uint64_t number, const Divisor *by)
{
    return number - divide(number, by) * by->value;
}

#endif
