// SPDX-License-Identifier: Apache-2.0
// Functors written as expressions: _1 * 2 + _2. Every expression is a type of its own.
#pragma once
#include <thrust/detail/policy.h>

namespace thrust
{
namespace detail
{
template <class Expression> struct actor : Expression {
    __host__ __device__ constexpr actor(const Expression &e = Expression()) : Expression(e)
    {
    }
    template <class A> __host__ __device__ auto operator()(A &&a) const
    {
        const int none = 0;
        return this->evaluate(a, none);
    }
    template <class A, class B> __host__ __device__ auto operator()(A &&a, B &&b) const
    {
        return this->evaluate(a, b);
    }
};
template <int I> struct argument {
    template <class A, class B>
    __host__ __device__ typename std::conditional<I == 0, A, B>::type &evaluate(A &a, B &b) const
    {
        if constexpr (I == 0) {
            return a;
        } else {
            return b;
        }
    }
};
template <class T> struct constant_term {
    T value;
    template <class A, class B> __host__ __device__ const T &evaluate(A &, B &) const
    {
        return value;
    }
};

template <class T> struct term_of {
    typedef constant_term<T> type;
    static __host__ __device__ type get(const T &value)
    {
        return type{value};
    }
};
template <class E> struct term_of<actor<E>> {
    typedef E type;
    static __host__ __device__ type get(const actor<E> &a)
    {
        return a;
    }
};

#define LOCKSTEP_THRUST_TERM(name, op)                                                             \
    template <class L, class R> struct name##_term {                                               \
        L left;                                                                                    \
        R right;                                                                                   \
        template <class A, class B> __host__ __device__ auto evaluate(A &&a, B &&b) const          \
        {                                                                                          \
            return left.evaluate(a, b) op right.evaluate(a, b);                                    \
        }                                                                                          \
    };                                                                                             \
    template <class E, class T>                                                                    \
    __host__ __device__ auto operator op(const actor<E> &a, const T &b)                            \
        ->actor<name##_term<E, typename term_of<T>::type>>                                         \
    {                                                                                              \
        typedef name##_term<E, typename term_of<T>::type> term;                                    \
        return actor<term>(term{term_of<actor<E>>::get(a), term_of<T>::get(b)});                   \
    }                                                                                              \
    template <class T, class E>                                                                    \
    __host__ __device__ auto operator op(const T &a, const actor<E> &b)                            \
        ->actor<name##_term<constant_term<T>, E>>                                                  \
    {                                                                                              \
        typedef name##_term<constant_term<T>, E> term;                                             \
        return actor<term>(term{constant_term<T>{a}, term_of<actor<E>>::get(b)});                  \
    }                                                                                              \
    template <class E, class F>                                                                    \
    __host__ __device__ auto operator op(const actor<E> &a, const actor<F> &b)                     \
        ->actor<name##_term<E, F>>                                                                 \
    {                                                                                              \
        typedef name##_term<E, F> term;                                                            \
        return actor<term>(term{term_of<actor<E>>::get(a), term_of<actor<F>>::get(b)});            \
    }
LOCKSTEP_THRUST_TERM(plus, +)
LOCKSTEP_THRUST_TERM(minus, -)
LOCKSTEP_THRUST_TERM(multiplies, *)
LOCKSTEP_THRUST_TERM(divides, /)
LOCKSTEP_THRUST_TERM(modulus, %)
LOCKSTEP_THRUST_TERM(bit_and, &)
LOCKSTEP_THRUST_TERM(bit_or, |)
LOCKSTEP_THRUST_TERM(bit_xor, ^)
LOCKSTEP_THRUST_TERM(shift_left, <<)
LOCKSTEP_THRUST_TERM(shift_right, >>)
LOCKSTEP_THRUST_TERM(equal, ==)
LOCKSTEP_THRUST_TERM(not_equal, !=)
LOCKSTEP_THRUST_TERM(less, <)
LOCKSTEP_THRUST_TERM(greater, >)
LOCKSTEP_THRUST_TERM(less_equal, <=)
LOCKSTEP_THRUST_TERM(greater_equal, >=)
LOCKSTEP_THRUST_TERM(logical_and, &&)
LOCKSTEP_THRUST_TERM(logical_or, ||)
#undef LOCKSTEP_THRUST_TERM

// Assignments change the first argument.
#define LOCKSTEP_THRUST_ASSIGNMENT(name, op)                                                       \
    template <class L, class R> struct name##_assignment {                                         \
        L left;                                                                                    \
        R right;                                                                                   \
        template <class A, class B> __host__ __device__ auto evaluate(A &&a, B &&b) const          \
        {                                                                                          \
            return left.evaluate(a, b) op right.evaluate(a, b);                                    \
        }                                                                                          \
    };                                                                                             \
    template <class E, class T>                                                                    \
    __host__ __device__ auto operator op(const actor<E> &a, const T &b)                            \
        ->actor<name##_assignment<E, typename term_of<T>::type>>                                   \
    {                                                                                              \
        typedef name##_assignment<E, typename term_of<T>::type> term;                              \
        return actor<term>(term{term_of<actor<E>>::get(a), term_of<T>::get(b)});                   \
    }
LOCKSTEP_THRUST_ASSIGNMENT(plus, +=)
LOCKSTEP_THRUST_ASSIGNMENT(minus, -=)
LOCKSTEP_THRUST_ASSIGNMENT(multiplies, *=)
LOCKSTEP_THRUST_ASSIGNMENT(divides, /=)
LOCKSTEP_THRUST_ASSIGNMENT(modulus, %=)
#undef LOCKSTEP_THRUST_ASSIGNMENT

#define LOCKSTEP_THRUST_PREFIX(name, op)                                                           \
    template <class L> struct name##_term {                                                        \
        L inner;                                                                                   \
        template <class A, class B> __host__ __device__ auto evaluate(A &&a, B &&b) const          \
        {                                                                                          \
            return op inner.evaluate(a, b);                                                        \
        }                                                                                          \
    };                                                                                             \
    template <class E>                                                                             \
    __host__ __device__ auto operator op(const actor<E> &a)->actor<name##_term<E>>                 \
    {                                                                                              \
        return actor<name##_term<E>>(name##_term<E>{term_of<actor<E>>::get(a)});                   \
    }
LOCKSTEP_THRUST_PREFIX(negate, -)
LOCKSTEP_THRUST_PREFIX(logical_not, !)
LOCKSTEP_THRUST_PREFIX(bit_not, ~)
#undef LOCKSTEP_THRUST_PREFIX
} // namespace detail

namespace placeholders
{
LOCKSTEP_THRUST_OBJECT detail::actor<detail::argument<0>> _1{};
LOCKSTEP_THRUST_OBJECT detail::actor<detail::argument<1>> _2{};
} // namespace placeholders
} // namespace thrust
