// SPDX-License-Identifier: Apache-2.0
// Words of cuRAND's pseudorandom generators, and how they start and skip ahead.
#pragma once
#include "lockstep_curand_jumps.h"

template <class State> __curand void __curand_forget(State *state)
{
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

// XORWOW: Marsaglia, Xorshift RNGs, 2003, section 3.1.
__curand void __curand_shift(unsigned int *v)
{
    unsigned int t = v[0] ^ v[0] >> 2;
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ (t ^ t << 1);
}

__curand unsigned int curand(curandStateXORWOW_t *state)
{
    __curand_shift(state->v);
    state->d += 362437;
    return state->v[4] + state->d;
}

// Applies the polynomial to the state: the sum of the states after as many steps as the powers of
// its terms say.
static __device__ __noinline__ void __curand_apply(const unsigned int *polynomial, unsigned int *v)
{
    unsigned int sum[5] = {0, 0, 0, 0, 0}, at[5];
    for (int i = 0; i < 5; i++)
        at[i] = v[i];
    for (int word = 0; word < 5; word++) {
        unsigned int terms = polynomial[word];
        for (int bit = 0; bit < 32; bit++, terms >>= 1) {
            unsigned int mask = 0u - (terms & 1);
            for (int i = 0; i < 5; i++)
                sum[i] ^= at[i] & mask;
            __curand_shift(at);
        }
    }
    for (int i = 0; i < 5; i++)
        v[i] = sum[i];
}

__curand void __curand_jump(unsigned long long n, __lockstep_jump kind, unsigned int *v)
{
    for (int row = 0; n != 0; n >>= 4, row += 15) {
        unsigned int digit = (unsigned int)n & 15;
        if (digit != 0)
            __curand_apply(__lockstep_xorwow_jumps[kind][row + digit - 1], v);
    }
}

__curand void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    __curand_jump(n, __lockstep_steps, state->v);
    state->d += 362437u * (unsigned int)n;
}

// Sequences are 2^67 steps long, a multiple of the period of d.
__curand void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    __curand_jump(n, __lockstep_subsequences, state->v);
}

__curand void curand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned int low = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    unsigned int high = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + high + low;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    __curand_forget(state);
}

// Philox4x32-10: Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, 2011.
__curand uint4 __curand_philox(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned int high0 = __umulhi(0xd2511f53u, counter.x), low0 = 0xd2511f53u * counter.x;
        unsigned int high1 = __umulhi(0xcd9e8d57u, counter.z), low1 = 0xcd9e8d57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}

__curand void __curand_count(curandStatePhilox4_32_10_t *state, unsigned long long n)
{
    unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
    unsigned long long high = (unsigned long long)state->ctr.w << 32 | state->ctr.z;
    low += n;
    high += low < n;
    state->ctr = make_uint4((unsigned int)low, (unsigned int)(low >> 32), (unsigned int)high,
                            (unsigned int)(high >> 32));
    state->output = __curand_philox(state->ctr, state->key);
}

__curand unsigned int __curand_word(uint4 words, unsigned int index)
{
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}

// output[STATE] is the next word.
__curand unsigned int curand(curandStatePhilox4_32_10_t *state)
{
    unsigned int word = __curand_word(state->output, state->STATE);
    if (++state->STATE == 4) {
        __curand_count(state, 1);
        state->STATE = 0;
    }
    return word;
}

__curand uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 first = state->output;
    __curand_count(state, 1);
    uint4 next = state->output;
    switch (state->STATE) {
    case 1: return make_uint4(first.y, first.z, first.w, next.x);
    case 2: return make_uint4(first.z, first.w, next.x, next.y);
    case 3: return make_uint4(first.w, next.x, next.y, next.z);
    default: return first;
    }
}

__curand void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned int at = state->STATE + ((unsigned int)n & 3);
    state->STATE = at & 3;
    __curand_count(state, n / 4 + (at >> 2));
}

__curand void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)high;
    state->ctr.w = (unsigned int)(high >> 32);
    state->output = __curand_philox(state->ctr, state->key);
}

__curand void curand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    state->ctr = make_uint4(0, 0, (unsigned int)subsequence, (unsigned int)(subsequence >> 32));
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    skipahead(offset, state);
    __curand_forget(state);
}

// MRG32k3a: L'Ecuyer, Good Parameters and Implementations for Combined Multiple Recursive Random
// Number Generators, 1999. Both moduli are 2^32 less a small number, by which high words fold.
enum { __curand_less1 = 209, __curand_less2 = 22853 };

template <unsigned int less> __curand unsigned int __curand_remainder(unsigned long long value)
{
    const unsigned int modulus = 0u - less;
    value = (value >> 32) * less + (unsigned int)value;
    value = (value >> 32) * less + (unsigned int)value;
    return (unsigned int)(value >= modulus ? value - modulus : value);
}

template <unsigned int less> __curand unsigned int __curand_times(unsigned int a, unsigned int b)
{
    return __curand_remainder<less>((unsigned long long)a * b);
}

__curand unsigned int __curand_next1(const unsigned int *s)
{
    return __curand_remainder<__curand_less1>(1403580ull * s[1] + 810728ull * (4294967087u - s[0]));
}

__curand unsigned int __curand_next2(const unsigned int *s)
{
    return __curand_remainder<__curand_less2>(527612ull * s[2] + 1370589ull * (4294944443u - s[0]));
}

// 1 .. 2^32 - 209
__curand unsigned int __curand_mrg(curandStateMRG32k3a_t *state)
{
    unsigned int *s1 = state->s1, *s2 = state->s2;
    unsigned int one = __curand_next1(s1), two = __curand_next2(s2);
    s1[0] = s1[1];
    s1[1] = s1[2];
    s1[2] = one;
    s2[0] = s2[1];
    s2[1] = s2[2];
    s2[2] = two;
    return one - two + (one <= two ? 4294967087u : 0);
}

__curand unsigned int curand(curandStateMRG32k3a_t *state)
{
    return (unsigned int)((double)__curand_mrg(state) * 1.000000048662);
}

// Applies c[0] + c[1] x + c[2] x^2.
template <unsigned int less>
__curand void __curand_combine(const unsigned int *c, unsigned int *s, unsigned int next,
                               unsigned int after)
{
    unsigned int all[5] = {s[0], s[1], s[2], next, after};
    for (int i = 0; i < 3; i++) {
        s[i] = __curand_remainder<less>((unsigned long long)__curand_times<less>(c[0], all[i]) +
                                        __curand_times<less>(c[1], all[i + 1]) +
                                        __curand_times<less>(c[2], all[i + 2]));
    }
}

__curand void __curand_jump(unsigned long long n, __lockstep_jump kind,
                            curandStateMRG32k3a_t *state)
{
    for (int bit = 0; n != 0; n >>= 1, bit++) {
        if ((n & 1) == 0)
            continue;
        const unsigned int *row = __lockstep_mrg_jumps[kind][bit];
        unsigned int one = __curand_next1(state->s1), two = __curand_next2(state->s2);
        unsigned int after1[3] = {state->s1[1], state->s1[2], one},
                     after2[3] = {state->s2[1], state->s2[2], two};
        __curand_combine<__curand_less1>(row, state->s1, one, __curand_next1(after1));
        __curand_combine<__curand_less2>(row + 3, state->s2, two, __curand_next2(after2));
    }
}

__curand void skipahead(unsigned long long n, curandStateMRG32k3a_t *state)
{
    __curand_jump(n, __lockstep_steps, state);
}

__curand void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    __curand_jump(n, __lockstep_subsequences, state);
}

__curand void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    __curand_jump(n, __lockstep_sequences, state);
}

__curand void curand_init(unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset, curandStateMRG32k3a_t *state)
{
    unsigned int low = (unsigned int)seed ^ 0x55555555u,
                 high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        state->s1[i] =
            seed == 0 ? 12345u : __curand_times<__curand_less1>(i == 1 ? high : low, 12345u);
        state->s2[i] =
            seed == 0 ? 12345u : __curand_times<__curand_less2>(i == 1 ? low : high, 12345u);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    __curand_forget(state);
}
