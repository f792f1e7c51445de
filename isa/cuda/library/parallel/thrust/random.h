// SPDX-License-Identifier: Apache-2.0
// Random engines and distributions that give Thrust's numbers.
#pragma once
#include <thrust/detail/policy.h>
#include <thrust/pair.h>
#ifndef __CUDA_ARCH__
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#else
#include <limits>
#endif

namespace thrust
{
namespace random
{
template <class T, T a, T c, T m> class linear_congruential_engine
{
    T x;
    static __host__ __device__ T product(T p, T q)
    {
        return (T)((unsigned long long)p * q % m);
    }

  public:
    typedef T result_type;
    static const T multiplier = a, increment = c, modulus = m;
    static const T min = c == 0 ? 1 : 0;
    static const T max = m - 1;
    static const T default_seed = 1;
    __host__ __device__ explicit linear_congruential_engine(T s = 1)
    {
        seed(s);
    }
    __host__ __device__ void seed(T s = 1)
    {
        x = c % m == 0 && s % m == 0 ? 1 : s % m;
    }
    __host__ __device__ T operator()()
    {
        x = (T)(((unsigned long long)a * x + c) % m);
        return x;
    }
    __host__ __device__ void discard(unsigned long long z)
    {
        // x becomes factor * x + sum.
        T factor = 1, sum = 0, p = a, q = c;
        for (; z > 0; z /= 2) {
            if (z % 2 != 0) {
                factor = product(factor, p);
                sum = (T)(((unsigned long long)sum * p + q) % m);
            }
            q = (T)(((unsigned long long)q * p + q) % m);
            p = product(p, p);
        }
        x = (T)(((unsigned long long)factor * x + sum) % m);
    }
    __host__ __device__ bool operator==(const linear_congruential_engine &other) const
    {
        return x == other.x;
    }
    __host__ __device__ bool operator!=(const linear_congruential_engine &other) const
    {
        return x != other.x;
    }
#ifndef __CUDA_ARCH__
    template <class C, class R>
    friend std::basic_ostream<C, R> &operator<<(std::basic_ostream<C, R> &out,
                                                const linear_congruential_engine &engine)
    {
        return out << engine.x;
    }
#endif
};
typedef linear_congruential_engine<unsigned, 16807u, 0u, 2147483647u> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271u, 0u, 2147483647u> minstd_rand;
typedef minstd_rand default_random_engine;

template <class T, size_t w, size_t k, size_t q, size_t s> class linear_feedback_shift_engine
{
    T value;

  public:
    typedef T result_type;
    static const T min = 0;
    static const T max = (T)(~(T)0 >> (8 * sizeof(T) - w));
    static const T default_seed = 341;
    __host__ __device__ explicit linear_feedback_shift_engine(T x = 341) : value(x)
    {
    }
    __host__ __device__ void seed(T x = 341)
    {
        value = x;
    }
    __host__ __device__ T operator()()
    {
        const T b = (((value << q) ^ value) & max) >> (k - s);
        const T mask = (T)(~(T)0 << (w - k)) & max;
        value = ((value & mask) << s) ^ b;
        return value;
    }
    __host__ __device__ void discard(unsigned long long z)
    {
        for (; z > 0; z--) {
            (*this)();
        }
    }
};
template <class First, size_t s1, class Second, size_t s2 = 0> class xor_combine_engine
{
    First first;
    Second second;

  public:
    typedef typename First::result_type result_type;
    static const result_type min = 0;
    static const result_type max = ~(result_type)0;
    __host__ __device__ xor_combine_engine()
    {
    }
    __host__ __device__ explicit xor_combine_engine(result_type x) : first(x), second(x)
    {
    }
    __host__ __device__ void seed(result_type x)
    {
        first.seed(x);
        second.seed(x);
    }
    __host__ __device__ result_type operator()()
    {
        return (result_type)(first() << s1) ^ (result_type)(second() << s2);
    }
    __host__ __device__ void discard(unsigned long long z)
    {
        first.discard(z);
        second.discard(z);
    }
};
typedef xor_combine_engine<
    linear_feedback_shift_engine<unsigned, 32u, 31u, 13u, 12u>, 0,
    xor_combine_engine<linear_feedback_shift_engine<unsigned, 32u, 29u, 2u, 4u>, 0,
                       linear_feedback_shift_engine<unsigned, 32u, 28u, 3u, 17u>, 0>,
    0>
    taus88;

// Each value is the difference of two earlier ones and of what was borrowed before.
template <class T, size_t w, size_t s, size_t r> class subtract_with_carry_engine
{
    T x[r];
    unsigned at;
    int carry;

  public:
    typedef T result_type;
    static const size_t word_size = w, short_lag = s, long_lag = r;
    static const T min = 0;
    static const T max = ((T)1 << w) - 1;
    static const T default_seed = 19780503u;
    __host__ __device__ explicit subtract_with_carry_engine(T value = default_seed)
    {
        seed(value);
    }
    __host__ __device__ void seed(T value = default_seed)
    {
        linear_congruential_engine<T, 40014u, 0u, 2147483563u> first(value == 0 ? default_seed
                                                                                : value);
        for (size_t i = 0; i < r; i++) {
            x[i] = first() & max;
        }
        carry = x[r - 1] == 0;
        at = 0;
    }
    __host__ __device__ T operator()()
    {
        T minuend = x[at < s ? at + r - s : at - s], subtrahend = x[at] + carry;
        carry = minuend < subtrahend;
        T value = (minuend - subtrahend) & max;
        x[at] = value;
        at = at + 1 < r ? at + 1 : 0;
        return value;
    }
    __host__ __device__ void discard(unsigned long long z)
    {
        for (; z > 0; z--) {
            (*this)();
        }
    }
};
// Of each block of p values it gives the first r.
template <class Engine, size_t p, size_t r> class discard_block_engine
{
    Engine engine;
    unsigned used;

  public:
    typedef Engine base_type;
    typedef typename Engine::result_type result_type;
    static const size_t block_size = p, used_block = r;
    static const result_type min = Engine::min;
    static const result_type max = Engine::max;
    __host__ __device__ discard_block_engine() : used(0)
    {
    }
    __host__ __device__ explicit discard_block_engine(result_type value) : engine(value), used(0)
    {
    }
    __host__ __device__ void seed()
    {
        engine.seed();
        used = 0;
    }
    __host__ __device__ void seed(result_type value)
    {
        engine.seed(value);
        used = 0;
    }
    __host__ __device__ result_type operator()()
    {
        if (used >= r) {
            engine.discard(p - r);
            used = 0;
        }
        used++;
        return engine();
    }
    __host__ __device__ void discard(unsigned long long z)
    {
        for (; z > 0; z--) {
            (*this)();
        }
    }
    __host__ __device__ const base_type &base() const
    {
        return engine;
    }
};
typedef subtract_with_carry_engine<unsigned, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<unsigned long long, 48, 5, 12> ranlux48_base;
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;

template <class T = double> class uniform_real_distribution
{
  public:
    typedef T result_type;
    typedef pair<T, T> param_type;
    __host__ __device__ explicit uniform_real_distribution(T a = T(0), T b = T(1)) : range(a, b)
    {
    }
    __host__ __device__ explicit uniform_real_distribution(const param_type &p) : range(p)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine)
    {
        return (*this)(engine, range);
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine, const param_type &p)
    {
        T x = static_cast<T>(engine() - Engine::min);
        x /= T(1) + static_cast<T>(Engine::max - Engine::min);
        return x * (p.second - p.first) + p.first;
    }
    __host__ __device__ T a() const
    {
        return range.first;
    }
    __host__ __device__ T b() const
    {
        return range.second;
    }
    __host__ __device__ T min() const
    {
        return range.first;
    }
    __host__ __device__ T max() const
    {
        return range.second;
    }
    __host__ __device__ param_type param() const
    {
        return range;
    }

  private:
    param_type range;
};

template <class T = int> class uniform_int_distribution
{
  public:
    typedef T result_type;
    typedef pair<T, T> param_type;
    __host__ __device__ explicit uniform_int_distribution(T a = 0,
                                                          T b = std::numeric_limits<T>::max())
        : range(a, b)
    {
    }
    __host__ __device__ explicit uniform_int_distribution(const param_type &p) : range(p)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine)
    {
        return (*this)(engine, range);
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine, const param_type &p)
    {
        uniform_real_distribution<double> real(static_cast<double>(p.first),
                                               static_cast<double>(p.second) + 1.0);
        return static_cast<T>(real(engine));
    }
    __host__ __device__ T a() const
    {
        return range.first;
    }
    __host__ __device__ T b() const
    {
        return range.second;
    }
    __host__ __device__ T min() const
    {
        return range.first;
    }
    __host__ __device__ T max() const
    {
        return range.second;
    }
    __host__ __device__ param_type param() const
    {
        return range;
    }

  private:
    param_type range;
};

namespace detail
{
#ifdef __CUDA_ARCH__
inline __device__ float inverse_erfc(float x)
{
    return erfcinvf(x);
}
inline __device__ double inverse_erfc(double x)
{
    return erfcinv(x);
}
#else
// The inverse of erfc by Newton's steps from a rational estimate.
inline double inverse_erfc(double x)
{
    if (x <= 0 || x >= 2) {
        return x == 0 ? HUGE_VAL : x == 2 ? -HUGE_VAL : NAN;
    }
    double tail = x < 1 ? x : 2 - x, t = std::sqrt(-2 * std::log(tail / 2));
    double y = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
    for (int i = 0; i < 4; i++) {
        double error = std::erfc(y) - tail;
        y += error / (1.12837916709551257 * std::exp(-y * y) - y * error);
    }
    return x < 1 ? y : -y;
}
inline float inverse_erfc(float x)
{
    return (float)inverse_erfc((double)x);
}
#endif
} // namespace detail

template <class T = double> class normal_distribution
{
  public:
    typedef T result_type;
    typedef pair<T, T> param_type;
    __host__ __device__ explicit normal_distribution(T mean = T(0), T deviation = T(1))
        : parameters(mean, deviation)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine)
    {
        return (*this)(engine, parameters);
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine, const param_type &p)
    {
        typedef typename Engine::result_type Word;
        const Word range = Engine::max - Engine::min;
        const T scale = static_cast<T>(1. / static_cast<double>(range)), half = scale / 2;
        T factor = static_cast<T>(-1.4142135623730950488016887242097);
        Word u = engine() - Engine::min;
        if (u > range / 2) {
            u = range - u;
            factor = -factor;
        }
        T place = u * scale + half;
        return p.first + p.second * factor * detail::inverse_erfc(2 * place);
    }
    __host__ __device__ T mean() const
    {
        return parameters.first;
    }
    __host__ __device__ T stddev() const
    {
        return parameters.second;
    }

  private:
    param_type parameters;
};
} // namespace random

using random::default_random_engine;
using random::discard_block_engine;
using random::linear_congruential_engine;
using random::linear_feedback_shift_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux24_base;
using random::ranlux48;
using random::ranlux48_base;
using random::subtract_with_carry_engine;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
using random::xor_combine_engine;
} // namespace thrust
