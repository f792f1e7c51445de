// SPDX-License-Identifier: Apache-2.0
// Sobol's sequence in the order of Gray codes (Antonov and Saleev, 1979), from the direction
// vectors that the program has.
#pragma once

template <class State> __curand void __curand_sobol_skip(unsigned int n, State *state)
{
    state->i += n;
    state->x = state->c;
    unsigned int gray = state->i ^ state->i >> 1;
    for (int k = 0; k < 32; k++) {
        if (gray >> k & 1)
            state->x ^= state->direction_vectors[k];
    }
}

template <class State> __curand unsigned int __curand_sobol(State *state)
{
    unsigned int word = state->x;
    int bit = __ffs((int)~state->i);
    state->x ^= state->direction_vectors[bit == 0 ? 31 : bit - 1];
    state->i++;
    return word;
}

template <class State>
__curand void __curand_sobol_init(const unsigned int *vectors, unsigned int scramble,
                                  unsigned int offset, State *state)
{
    state->i = 0;
    state->c = scramble;
    for (int k = 0; k < 32; k++)
        state->direction_vectors[k] = vectors[k];
    __curand_sobol_skip(offset, state);
}

__curand void skipahead(unsigned int n, curandStateSobol32_t *state)
{
    __curand_sobol_skip(n, state);
}
__curand void skipahead(unsigned int n, curandStateScrambledSobol32_t *state)
{
    __curand_sobol_skip(n, state);
}
__curand unsigned int curand(curandStateSobol32_t *state)
{
    return __curand_sobol(state);
}
__curand unsigned int curand(curandStateScrambledSobol32_t *state)
{
    return __curand_sobol(state);
}
__curand void curand_init(unsigned int *vectors, unsigned int offset, curandStateSobol32_t *state)
{
    __curand_sobol_init(vectors, 0, offset, state);
}
__curand void curand_init(unsigned int *vectors, unsigned int scramble, unsigned int offset,
                          curandStateScrambledSobol32_t *state)
{
    __curand_sobol_init(vectors, scramble, offset, state);
}
