// SPDX-License-Identifier: Apache-2.0
// The approximate functions of PTX (.approx, .full), as bits to bits, one pure function each.
// Without .ftz; with it, callers flush operands and results. PTX ISA 9.0 bounds the errors.
#ifndef LOCKSTEP_SM_APPROXIMATE_H
#define LOCKSTEP_SM_APPROXIMATE_H

#include <stdint.h>

// As functions of floats.
#define APPROXIMATE1(name, a)    f32_of_bits(approximate_##name(bits_of_f32(a)))
#define APPROXIMATE2(name, a, b) f32_of_bits(approximate_##name(bits_of_f32(a), bits_of_f32(b)))

uint32_t approximate_rcp(uint32_t a);
uint32_t approximate_sqrt(uint32_t a);
uint32_t approximate_rsqrt(uint32_t a);
uint32_t approximate_sin(uint32_t a);
uint32_t approximate_cos(uint32_t a);
uint32_t approximate_lg2(uint32_t a);
uint32_t approximate_ex2(uint32_t a);
uint32_t approximate_tanh(uint32_t a);
uint32_t approximate_div(uint32_t a, uint32_t b);
uint32_t approximate_div_full(uint32_t a, uint32_t b);

// f64: the .ftz ones read and write the upper 32 bits only.
uint64_t approximate_rcp_f64(uint64_t a);
uint64_t approximate_rsqrt_ftz_f64(uint64_t a);
uint64_t approximate_rsqrt_f64(uint64_t a);

#endif
