// SPDX-License-Identifier: Apache-2.0
// The kernels of cuRAND's host API. A distribution makes as many numbers as come together; for
// Philox four, each of which takes philox_words. quasi makes one of a quasirandom word.
#pragma once
#include <curand_kernel.h>

namespace lockstep
{
typedef unsigned long long Words;

// The numbers that a call makes.
struct Stretch {
    unsigned long long seed, start, offset; // start: where SetGeneratorOffset began
    size_t count;
    unsigned int generators;
    bool is_seeded; // each generator has a seed of its own
};

// By which the seeds of neighboring generators differ under CURAND_ORDERING_PSEUDO_SEEDED: solved
// from an H200's numbers for three seeds (cuRAND 10.4), all of whose 4096 generators agree.
const unsigned long long seed_step = 3133713;

// Numbers of a quasirandom word of 32 or 64 bits.
__device__ inline unsigned int quasi_top(unsigned int word)
{
    return word;
}
__device__ inline unsigned int quasi_top(unsigned long long word)
{
    return (unsigned int)(word >> 32);
}
__device__ inline double quasi_unit_double(unsigned int word)
{
    return __curand_unit_double(word);
}
__device__ inline double quasi_unit_double(unsigned long long word)
{
    return (word >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}
__device__ inline double quasi_normal_double(unsigned int word)
{
    return __curand_inverse_double(word);
}
// A word above the middle mirrors, where the inverse would lose digits.
__device__ inline double quasi_normal_double(unsigned long long word)
{
    double sign = -1.4142135623730951;
    word >>= 11;
    if (word > 0x10000000000000ull) {
        word = 0x1fffffffffffffull - word;
        sign = -sign;
    }
    return sign * erfcinv(2.0 * (word * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2));
}

struct Bits {
    typedef unsigned int Value;
    enum { together = 1, philox_words = 1 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        out[0] = curand(state);
    }
    template <class Word> __device__ Value quasi(Word word) const
    {
        return word;
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        for (int i = 0; i < 4; i++)
            out[i] = curand(state);
    }
};

// Of quasirandom generators of 64 bits alone.
struct LongBits {
    typedef unsigned long long Value;
    template <class Word> __device__ Value quasi(Word word) const
    {
        return word;
    }
};

struct Uniform {
    typedef float Value;
    enum { together = 1, philox_words = 1 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        out[0] = curand_uniform(state);
    }
    template <class Word> __device__ Value quasi(Word word) const
    {
        return __curand_unit(quasi_top(word));
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        for (int i = 0; i < 4; i++)
            out[i] = curand_uniform(state);
    }
};

struct UniformDouble {
    typedef double Value;
    enum { together = 1, philox_words = 2 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        out[0] = curand_uniform_double(state);
    }
    template <class Word> __device__ Value quasi(Word word) const
    {
        return quasi_unit_double(word);
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        for (int i = 0; i < 4; i += 2) {
            double2 pair = curand_uniform2_double(state);
            out[i] = pair.x;
            out[i + 1] = pair.y;
        }
    }
};

struct Normal {
    typedef float Value;
    enum { together = 2 };
    float mean, deviation;
    bool is_logarithm;
    __device__ float place(float x) const
    {
        float value = mean + x * deviation;
        return is_logarithm ? expf(value) : value;
    }
    enum { philox_words = 1 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        float2 pair = curand_normal2(state);
        out[0] = place(pair.x);
        out[1] = place(pair.y);
    }
    template <class Word> __device__ Value quasi(Word word) const
    {
        return place(__curand_inverse(quasi_top(word)));
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        make(state, out);
        make(state, out + 2);
    }
};

struct NormalDouble {
    typedef double Value;
    enum { together = 2 };
    double mean, deviation;
    bool is_logarithm;
    __device__ double place(double x) const
    {
        double value = mean + x * deviation;
        return is_logarithm ? exp(value) : value;
    }
    enum { philox_words = 2 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        double2 pair = curand_normal2_double(state);
        out[0] = place(pair.x);
        out[1] = place(pair.y);
    }
    template <class Word> __device__ Value quasi(Word word) const
    {
        return place(quasi_normal_double(word));
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        make(state, out);
        make(state, out + 2);
    }
};

// NVIDIA's host API draws other numbers of the same distribution.
struct Poisson {
    typedef unsigned int Value;
    enum { together = 1 };
    double lambda;
    enum { philox_words = 1 };
    template <class State> __device__ void make(State *state, Value *out) const
    {
        out[0] = curand_poisson(state, lambda);
    }
    __device__ void make_four(curandStatePhilox4_32_10_t *state, Value *out) const
    {
        for (int i = 0; i < 4; i++)
            out[i] = curand_poisson(state, lambda);
    }
};

// One thread a generator, which goes on where its last call left it; its first call begins at
// `start`.
template <class State, class Distribution>
__global__ void curand_sequences(State *states, bool *are_started, Stretch stretch,
                                 Distribution distribution, typename Distribution::Value *output)
{
    size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    size_t units = stretch.count / Distribution::together;
    if (first >= units || first >= stretch.generators)
        return;
    unsigned int generator = (unsigned int)((stretch.offset + first) % stretch.generators);
    State state = states[generator];
    if (!are_started[generator]) {
        Words word =
            stretch.start / stretch.generators + (generator < stretch.start % stretch.generators);
        if (stretch.is_seeded) {
            curand_init(stretch.seed + generator * seed_step, 0, word, &state);
        } else {
            curand_init(stretch.seed, generator, word, &state);
        }
        are_started[generator] = true;
    }
    for (size_t unit = first; unit < units; unit += stretch.generators) {
        distribution.make(&state, output + unit * Distribution::together);
    }
    states[generator] = state;
}

// One thread a subsequence, four numbers at a time.
template <class Distribution>
__global__ void curand_philox(Stretch stretch, Distribution distribution,
                              typename Distribution::Value *output)
{
    enum { sequences = 65536 };
    Words group = stretch.offset / 4 + blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    Words end = stretch.offset + stretch.count;
    if (group * 4 >= end)
        return;
    curandStatePhilox4_32_10_t state;
    curand_init(stretch.seed, group % sequences, group / sequences * 4 * Distribution::philox_words,
                &state);
    for (; group * 4 < end; group += sequences) {
        typename Distribution::Value four[4];
        distribution.make_four(&state, four);
        for (int i = 0; i < 4; i++) {
            Words number = group * 4 + i;
            if (number >= stretch.offset && number < end)
                output[number - stretch.offset] = four[i];
        }
    }
}
} // namespace lockstep
