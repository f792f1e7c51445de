// SPDX-License-Identifier: Apache-2.0
// What a thread does with its index, for the algorithms that treat each element by itself.
#pragma once
#include <thrust/detail/launch.h>

namespace thrust
{
namespace detail
{
template <class It, class F> struct call_step {
    It it;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        f(it[i]);
    }
};
template <class In, class Out, class F> struct transform_step {
    In in;
    Out out;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = f(in[i]);
    }
};
template <class In1, class In2, class Out, class F> struct transform_pair_step {
    In1 a;
    In2 b;
    Out out;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = f(a[i], b[i]);
    }
};
template <class In, class Stencil, class Out, class F, class Predicate> struct transform_if_step {
    In in;
    Stencil stencil;
    Out out;
    F f;
    Predicate predicate;
    __host__ __device__ void operator()(long long i)
    {
        if (predicate(stencil[i])) {
            out[i] = f(in[i]);
        }
    }
};
template <class In1, class In2, class Stencil, class Out, class F, class Predicate>
struct transform_pair_if_step {
    In1 a;
    In2 b;
    Stencil stencil;
    Out out;
    F f;
    Predicate predicate;
    __host__ __device__ void operator()(long long i)
    {
        if (predicate(stencil[i])) {
            out[i] = f(a[i], b[i]);
        }
    }
};
template <class In, class Out> struct copy_step {
    In in;
    Out out;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = in[i];
    }
};
template <class Out, class T> struct fill_step {
    Out out;
    T value;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = value;
    }
};
template <class Out, class F> struct generate_step {
    Out out;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = f();
    }
};
template <class Out, class F> struct tabulate_step {
    Out out;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = f(static_cast<value_or<Out, long long>>(i));
    }
};
template <class Out, class T> struct sequence_step {
    Out out;
    T first, step;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = static_cast<T>(first + step * static_cast<T>(i));
    }
};
template <class Map, class In, class Out> struct gather_step {
    Map map;
    In in;
    Out out;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = in[static_cast<ptrdiff_t>(map[i])];
    }
};
template <class Map, class Stencil, class In, class Out, class Predicate> struct gather_if_step {
    Map map;
    Stencil stencil;
    In in;
    Out out;
    Predicate predicate;
    __host__ __device__ void operator()(long long i)
    {
        if (predicate(stencil[i])) {
            out[i] = in[static_cast<ptrdiff_t>(map[i])];
        }
    }
};
template <class In, class Map, class Out> struct scatter_step {
    In in;
    Map map;
    Out out;
    __host__ __device__ void operator()(long long i)
    {
        out[static_cast<ptrdiff_t>(map[i])] = in[i];
    }
};
template <class In, class Map, class Stencil, class Out, class Predicate> struct scatter_if_step {
    In in;
    Map map;
    Stencil stencil;
    Out out;
    Predicate predicate;
    __host__ __device__ void operator()(long long i)
    {
        if (predicate(stencil[i])) {
            out[static_cast<ptrdiff_t>(map[i])] = in[i];
        }
    }
};
template <class In, class Stencil, class Out, class Predicate, class T> struct replace_step {
    In in;
    Stencil stencil;
    Out out;
    Predicate predicate;
    T value;
    __host__ __device__ void operator()(long long i)
    {
        if (predicate(stencil[i])) {
            out[i] = value;
        } else {
            out[i] = in[i];
        }
    }
};
template <class A, class B> struct swap_step {
    A a;
    B b;
    __host__ __device__ void operator()(long long i)
    {
        value_of<A> old = a[i];
        a[i] = static_cast<value_of<B>>(b[i]);
        b[i] = old;
    }
};
template <class It> struct reverse_step {
    It it;
    long long count;
    __host__ __device__ void operator()(long long i)
    {
        value_of<It> old = it[i];
        it[i] = static_cast<value_of<It>>(it[count - 1 - i]);
        it[count - 1 - i] = old;
    }
};
template <class In, class Out> struct reverse_copy_step {
    In in;
    Out out;
    long long count;
    __host__ __device__ void operator()(long long i)
    {
        out[i] = in[count - 1 - i];
    }
};
template <class In, class Out, class F> struct difference_step {
    In in;
    Out out;
    F f;
    __host__ __device__ void operator()(long long i)
    {
        if (i == 0) {
            out[i] = in[i];
        } else {
            out[i] = f(in[i], in[i - 1]);
        }
    }
};
template <class T> struct equals_value {
    T value;
    template <class U> __host__ __device__ bool operator()(const U &x) const
    {
        return x == value;
    }
};
template <class Predicate> struct opposite {
    Predicate predicate;
    template <class U> __host__ __device__ bool operator()(const U &x)
    {
        return !predicate(x);
    }
};
} // namespace detail
} // namespace thrust
