// SPDX-License-Identifier: Apache-2.0
// Functors of arithmetic, comparison and logic. Those without a type take whatever they get.
#pragma once
#include <thrust/detail/placeholders.h>
#include <thrust/detail/policy.h>
#ifndef __CUDA_ARCH__
#include <functional>
#endif

namespace thrust
{
template <class Argument, class Result> struct unary_function {
    typedef Argument argument_type;
    typedef Result result_type;
};
template <class First, class Second, class Result> struct binary_function {
    typedef First first_argument_type;
    typedef Second second_argument_type;
    typedef Result result_type;
};

#define LOCKSTEP_THRUST_BINARY(name, result, expression)                                           \
    template <class T = void> struct name {                                                        \
        typedef T first_argument_type;                                                             \
        typedef T second_argument_type;                                                            \
        typedef result result_type;                                                                \
        __host__ __device__ constexpr result operator()(const T &a, const T &b) const              \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class A, class B>                                                                \
        __host__ __device__ constexpr auto operator()(const A &a, const B &b) const                \
            -> decltype(expression)                                                                \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
LOCKSTEP_THRUST_BINARY(plus, T, a + b)
LOCKSTEP_THRUST_BINARY(minus, T, a - b)
LOCKSTEP_THRUST_BINARY(multiplies, T, a *b)
LOCKSTEP_THRUST_BINARY(divides, T, a / b)
LOCKSTEP_THRUST_BINARY(modulus, T, a % b)
LOCKSTEP_THRUST_BINARY(bit_and, T, a &b)
LOCKSTEP_THRUST_BINARY(bit_or, T, a | b)
LOCKSTEP_THRUST_BINARY(bit_xor, T, a ^ b)
LOCKSTEP_THRUST_BINARY(equal_to, bool, a == b)
LOCKSTEP_THRUST_BINARY(not_equal_to, bool, a != b)
LOCKSTEP_THRUST_BINARY(less, bool, a < b)
LOCKSTEP_THRUST_BINARY(greater, bool, a > b)
LOCKSTEP_THRUST_BINARY(less_equal, bool, a <= b)
LOCKSTEP_THRUST_BINARY(greater_equal, bool, a >= b)
LOCKSTEP_THRUST_BINARY(logical_and, bool, a &&b)
LOCKSTEP_THRUST_BINARY(logical_or, bool, a || b)
LOCKSTEP_THRUST_BINARY(maximum, T, a < b ? b : a)
LOCKSTEP_THRUST_BINARY(minimum, T, b < a ? b : a)
#undef LOCKSTEP_THRUST_BINARY

#define LOCKSTEP_THRUST_UNARY(name, result, expression)                                            \
    template <class T = void> struct name {                                                        \
        typedef T argument_type;                                                                   \
        typedef result result_type;                                                                \
        __host__ __device__ constexpr result operator()(const T &x) const                          \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T>                                                                         \
        __host__ __device__ constexpr auto operator()(const T &x) const -> decltype(expression)    \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
LOCKSTEP_THRUST_UNARY(negate, T, -x)
LOCKSTEP_THRUST_UNARY(square, T, x *x)
LOCKSTEP_THRUST_UNARY(bit_not, T, ~x)
LOCKSTEP_THRUST_UNARY(logical_not, bool, !x)
#undef LOCKSTEP_THRUST_UNARY

template <class T = void> struct identity {
    typedef T argument_type;
    typedef T result_type;
    __host__ __device__ constexpr const T &operator()(const T &x) const
    {
        return x;
    }
};
template <> struct identity<void> {
    template <class T> __host__ __device__ constexpr T operator()(const T &x) const
    {
        return x;
    }
};
template <class A = void, class B = void> struct project1st {
    __host__ __device__ constexpr const A &operator()(const A &a, const B &) const
    {
        return a;
    }
};
template <class A = void, class B = void> struct project2nd {
    __host__ __device__ constexpr const B &operator()(const A &, const B &b) const
    {
        return b;
    }
};

template <class F> struct unary_negate {
    F f;
    __host__ __device__ explicit unary_negate(F g) : f(g)
    {
    }
    template <class T> __host__ __device__ bool operator()(const T &x) const
    {
        return !f(x);
    }
};
template <class F> struct binary_negate {
    F f;
    __host__ __device__ explicit binary_negate(F g) : f(g)
    {
    }
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const
    {
        return !f(a, b);
    }
};
template <class F> __host__ __device__ unary_negate<F> not1(const F &f)
{
    return unary_negate<F>(f);
}
template <class F> __host__ __device__ binary_negate<F> not2(const F &f)
{
    return binary_negate<F>(f);
}
template <class F> __host__ __device__ unary_negate<F> not_fn(const F &f)
{
    return unary_negate<F>(f);
}
} // namespace thrust
